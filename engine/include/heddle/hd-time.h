/* hd-time.h: simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdTime:
 *
 * A signed count of picoseconds: 106 days to either side of zero.
 */
typedef gint64 HdTime;

#define HD_TICKS_PER_SECOND G_GINT64_CONSTANT (1000000000000) /* picoseconds in a second */
#define HD_TIME_MAX G_MAXINT64 /* never */

/** hd_time_to_seconds: picoseconds to seconds, for display and reports */
static inline double
hd_time_to_seconds (HdTime time)
{
  return (double) time * 1e-12;
}

/** hd_time_from_seconds: the nearest picosecond; %HD_TIME_MAX for what is later, infinity too */
static inline HdTime
hd_time_from_seconds (double seconds)
{
  double ticks = seconds * HD_TICKS_PER_SECOND;

  return ticks < (double) HD_TIME_MAX ? llround (ticks) : HD_TIME_MAX;
}

/** hd_time_add: @delay is at least 0; %HD_TIME_MAX for what is later */
static inline HdTime
hd_time_add (HdTime time,
             HdTime delay)
{
  HdTime sum;

  return __builtin_add_overflow (time, delay, &sum) ? HD_TIME_MAX : sum;
}

G_END_DECLS
