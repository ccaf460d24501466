/* clock.h: cycles of a clock, and picoseconds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A clock has a whole number of hertz, so that both ways are exact: cycle c begins c / hertz seconds after the start, and at the next picosecond here. Parts of a processor
 * act in the middle of a cycle, when all is there that comes in it, in whatever order that came, and what they send leaves when the next begins, or later.
 */
#pragma once

#include <stdint.h>

#define CLOCK_PICOSECONDS UINT64_C (1000000000000)

/* The picosecond at which @cycle has begun; INT64_MAX beyond all time. */
static inline int64_t
clock_get_time (uint64_t hertz,
                uint64_t cycle)
{
  uint64_t period = CLOCK_PICOSECONDS / hertz;
  unsigned __int128 time;
  int64_t whole;

  if (period * hertz == CLOCK_PICOSECONDS && !__builtin_mul_overflow (cycle, period, &whole)) /* as of most clocks; what is below takes a slow division */
    return whole;
  time = ((unsigned __int128) cycle * CLOCK_PICOSECONDS + hertz - 1) / hertz;
  return time < INT64_MAX ? (int64_t) time : INT64_MAX;
}

static inline int64_t
clock_get_middle (uint64_t hertz,
                  uint64_t cycle)
{
  return clock_get_time (hertz * 2, cycle * 2 + 1);
}

/* The cycle in whose middle what arrives at @time is looked at. */
static inline uint64_t
clock_get_cycle (uint64_t hertz,
                 int64_t time)
{
  uint64_t period = CLOCK_PICOSECONDS / (hertz * 2), half;

  if (period * hertz * 2 == CLOCK_PICOSECONDS)
    half = (uint64_t) time / period;
  else
    half = (uint64_t) ((unsigned __int128) (uint64_t) time * hertz * 2 / CLOCK_PICOSECONDS);
  return (half + 1) / 2;
}
