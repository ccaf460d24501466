/* clock.h: cycles of a chiplet's clock, and picoseconds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A clock has a whole number of hertz, so that both ways are exact: cycle c begins c / hertz seconds after the start, and at the next picosecond here.
 */
#pragma once

#include <stdint.h>

#define CLOCK_PICOSECONDS UINT64_C (1000000000000)

/* The picosecond at which @cycle has begun; INT64_MAX beyond all time. */
static inline int64_t
clock_get_time (uint64_t hertz,
                uint64_t cycle)
{
  unsigned __int128 time = ((unsigned __int128) cycle * CLOCK_PICOSECONDS + hertz - 1) / hertz;

  return time < INT64_MAX ? (int64_t) time : INT64_MAX;
}

/* The first cycle that begins at @time or later. */
static inline uint64_t
clock_get_cycle (uint64_t hertz,
                 int64_t time)
{
  return time <= 0 ? 0 : (uint64_t) ((unsigned __int128) (uint64_t) (time - 1) * hertz / CLOCK_PICOSECONDS) + 1;
}

/* The last cycle that has begun at @time. */
static inline uint64_t
clock_get_begun (uint64_t hertz,
                 int64_t time)
{
  return (uint64_t) ((unsigned __int128) (uint64_t) time * hertz / CLOCK_PICOSECONDS);
}
