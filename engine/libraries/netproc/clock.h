/* clock.h: cycles of a clock, and picoseconds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A clock has a whole number of hertz, so that both ways are exact: cycle c begins c / hertz seconds after the start, and at the next picosecond here. Parts of a processor
 * act in the middle of a cycle, when all is there that comes in it, in whatever order that came, and what they send leaves when the next begins, or later.
 */
#pragma once

#include <stdint.h>

#define CLOCK_PICOSECONDS UINT64_C (1000000000000)

/** Clock: @period, @half: of a cycle, picoseconds, as most clocks have them; 0 if they are no whole number, where each conversion takes slow divisions */
typedef struct
{
  uint64_t hertz, period, half;
} Clock;

static inline Clock
clock_make (uint64_t hertz)
{
  return (Clock){ hertz, CLOCK_PICOSECONDS % hertz == 0 ? CLOCK_PICOSECONDS / hertz : 0, CLOCK_PICOSECONDS % (hertz * 2) == 0 ? CLOCK_PICOSECONDS / (hertz * 2) : 0 };
}

/* The picosecond at which that many parts, each as long as @period if this is not 0, of which a second has @rate, are over; INT64_MAX beyond all time. */
static inline int64_t
clock_count_parts (uint64_t period,
                   uint64_t rate,
                   uint64_t n)
{
  unsigned __int128 time;
  int64_t whole;

  if (period > 0 && !__builtin_mul_overflow (n, period, &whole))
    return whole;
  time = ((unsigned __int128) n * CLOCK_PICOSECONDS + rate - 1) / rate;
  return time < INT64_MAX ? (int64_t) time : INT64_MAX;
}

/* The picosecond at which @cycle has begun, and its middle; INT64_MAX beyond all time. */
static inline int64_t
clock_get_time (const Clock *self,
                uint64_t cycle)
{
  return clock_count_parts (self->period, self->hertz, cycle);
}

static inline int64_t
clock_get_middle (const Clock *self,
                  uint64_t cycle)
{
  return clock_count_parts (self->half, self->hertz * 2, cycle * 2 + 1);
}

/* From the middle of a cycle to the next, at least: both may be rounded. */
static inline int64_t
clock_get_reaction (const Clock *self)
{
  if (self->half > 0)
    return (int64_t) self->half;
  return self->hertz < CLOCK_PICOSECONDS / 2 ? (int64_t) (CLOCK_PICOSECONDS / (self->hertz * 2)) - 1 : 0;
}

/* The cycle in whose middle what arrives at @time is looked at. */
static inline uint64_t
clock_get_cycle (const Clock *self,
                 int64_t time)
{
  uint64_t half;

  if (self->half > 0)
    half = (uint64_t) time / self->half;
  else
    half = (uint64_t) ((unsigned __int128) (uint64_t) time * self->hertz * 2 / CLOCK_PICOSECONDS);
  return (half + 1) / 2;
}
