/* heddle-time-track-painter.h: a whole run in a line, and the moment in it that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-text.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height;        /* px */
  gint64 end_ps;               /* of the run, or where it is expected to end; above 0 */
  gint64 reached_ps;           /* as far as it has come */
  gint64 moment_ps;
  gint64 begin_ps, shown_end_ps; /* the range that plots show */
  gint64 cursor_a_ps, cursor_b_ps; /* HEDDLE_NO_TIME if not shown */
  const gint64 *iterations;    /* their ends, in order */
  guint n_iterations;
  const HeddleTimeMark *marks;
  guint n_marks;
  gboolean focused;
} HeddleTimeTrack;

void   heddle_time_track_paint   (HeddleText            *text,
                                  cairo_t               *cr,
                                  const HeddleTimeTrack *track,
                                  const HeddleTheme     *theme);
double heddle_time_track_x_of    (const HeddleTimeTrack *track,
                                  gint64                 time_ps);
gint64 heddle_time_track_time_at (const HeddleTimeTrack *track,
                                  double                 x);
/* The mark next to a place; -1 if none is near. */
int    heddle_time_track_mark_at (const HeddleTimeTrack *track,
                                  double                 x,
                                  double                 y);

G_END_DECLS
