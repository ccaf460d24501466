/* heddle-axis.h: ticks at round values and times
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double position;  /* value, or time in picoseconds from `origin` */
  char label[32];
} HeddleTick;

/* Ticks of one axis. For times that need many digits (a nanosecond at 4 s) `origin_label` is not empty: labels then
 * are offsets from it ("+12 ns"), and it is written once at the left end. */
typedef struct
{
  HeddleTick ticks[64];
  guint n;
  double step;
  gint64 origin_ps;
  char origin_label[48];
} HeddleAxis;

void        heddle_axis_values   (double       low,
                                  double       high,
                                  guint        max_ticks,
                                  HeddleAxis  *out_axis);
void        heddle_axis_times    (gint64       begin_ps,
                                  gint64       end_ps,
                                  guint        max_ticks,
                                  HeddleAxis  *out_axis);

G_END_DECLS
