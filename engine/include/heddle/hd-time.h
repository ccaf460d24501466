/* hd-time.h: simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdTime:
 *
 * A signed count of picoseconds: 106 days to either side of zero.
 */
typedef gint64 HdTime;

#define HD_TICKS_PER_SECOND G_GINT64_CONSTANT (1000000000000)
#define HD_TIME_MAX G_MAXINT64

/** hd_time_to_seconds: picoseconds to seconds, for display and reports */
static inline double
hd_time_to_seconds (HdTime time)
{
  return (double) time * 1e-12;
}

G_END_DECLS
