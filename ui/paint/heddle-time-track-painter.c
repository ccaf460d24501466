/* heddle-time-track-painter.c: a whole run in a line, and the moment in it that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-track-painter"

#include "heddle-time-track-painter.h"

#include <math.h>

#include "heddle-axis.h"
#include "heddle-painting.h"

#define PAD 9.0          /* px beside the line, so that the handle has room at its ends */
#define TICK_ROOM 90.0   /* px per time label */
#define LINE 4.0         /* px high */
#define LINE_FROM_FOOT 10.0
#define HANDLE 6.5       /* px, its radius */
#define ITERATION_ROOM 4 /* px between the ends of iterations, below which they are not drawn */
#define MARK_REACH 7.0

static double
line_y (const HeddleTimeTrack *track)
{
  return track->height - LINE_FROM_FOOT;
}

double
heddle_time_track_x_of (const HeddleTimeTrack *track,
                        gint64                 time_ps)
{
  return PAD + (double) time_ps / (double) track->end_ps * MAX (track->width - 2 * PAD, 1);
}

gint64
heddle_time_track_time_at (const HeddleTimeTrack *track,
                           double                 x)
{
  return (gint64) round (CLAMP ((x - PAD) / MAX (track->width - 2 * PAD, 1), 0, 1) * (double) track->end_ps);
}

int
heddle_time_track_mark_at (const HeddleTimeTrack *track,
                           double                 x,
                           double                 y)
{
  double nearest = MARK_REACH;
  int found = -1;

  for (guint i = 0; i < track->n_marks; i++)
    {
      double distance = fabs (heddle_time_track_x_of (track, track->marks[i].time_ps) - x);

      if (distance <= nearest)
        {
          nearest = distance;
          found = (int) i;
        }
    }
  return found;
}

static void
paint_labels (HeddleText            *text,
              cairo_t               *cr,
              const HeddleTimeTrack *track,
              const HeddleTheme     *theme)
{
  HeddleTextLook look = { .size = 10.5, .align = HEDDLE_TEXT_CENTRE, .colour = theme->dim };
  double last = 0, foot = line_y (track) - HANDLE - 2;
  HeddleAxis axis;

  heddle_axis_times (0, track->end_ps, (guint) CLAMP (track->width / TICK_ROOM, 2, 40), &axis);
  for (guint i = 0; i < axis.n; i++)
    {
      double x = round (heddle_time_track_x_of (track, axis.origin_ps + (gint64) axis.ticks[i].position));
      double half = heddle_text_width (text, axis.ticks[i].label, look.size, FALSE) / 2;

      if (x - half < last || x + half > track->width)
        continue;
      heddle_text_paint (text, cr, x, foot, axis.ticks[i].label, &look);
      last = x + half + 8;
    }
}

/* From @begin to @end of the line, in @colour. */
static void
paint_part (cairo_t               *cr,
            const HeddleTimeTrack *track,
            gint64                 begin_ps,
            gint64                 end_ps,
            HeddleColour           colour)
{
  double x0 = heddle_time_track_x_of (track, begin_ps), x1 = heddle_time_track_x_of (track, MIN (end_ps, track->end_ps));

  heddle_path_rounded (cr, x0 - LINE / 2, line_y (track) - LINE / 2, MAX (x1 - x0, 0) + LINE, LINE, LINE / 2);
  heddle_colour_set (cr, colour);
  cairo_fill (cr);
}

static void
paint_iterations (cairo_t               *cr,
                  const HeddleTimeTrack *track,
                  const HeddleTheme     *theme)
{
  double room = track->n_iterations > 0 ? heddle_time_track_x_of (track, track->iterations[0]) - PAD : 0;

  if (room < ITERATION_ROOM)
    return;
  heddle_colour_set (cr, theme->dim);
  for (guint i = 0; i < track->n_iterations; i++)
    cairo_rectangle (cr, round (heddle_time_track_x_of (track, track->iterations[i])) - 0.5, line_y (track) + LINE / 2 + 1, 1, 4);
  cairo_fill (cr);
}

static void
paint_cursor (cairo_t               *cr,
              const HeddleTimeTrack *track,
              const HeddleTheme     *theme,
              gint64                 time_ps)
{
  double x = round (heddle_time_track_x_of (track, time_ps)) + 0.5;

  if (time_ps == HEDDLE_NO_TIME)
    return;
  heddle_colour_set (cr, theme->text);
  cairo_rectangle (cr, x - 0.75, line_y (track) - 6, 1.5, 12);
  cairo_fill (cr);
}

/**
 * heddle_time_track_paint:
 *
 * Paints labels, the line with what has been reached and what plots show, the ends of iterations, changes, cursors, and the handle at the moment.
 */
void
heddle_time_track_paint (HeddleText            *text,
                         cairo_t               *cr,
                         const HeddleTimeTrack *track,
                         const HeddleTheme     *theme)
{
  double x = heddle_time_track_x_of (track, MIN (track->moment_ps, track->end_ps)), y = line_y (track);
  gboolean shows_all = track->begin_ps <= 0 && track->shown_end_ps >= track->reached_ps;

  paint_labels (text, cr, track, theme);
  paint_part (cr, track, 0, track->end_ps, heddle_colour_mix (theme->view_bg, theme->neutral, 0.3));
  paint_part (cr, track, 0, track->reached_ps, heddle_colour_mix (theme->view_bg, theme->neutral, 0.7));
  if (!shows_all)
    {
      double x0 = heddle_time_track_x_of (track, track->begin_ps), x1 = heddle_time_track_x_of (track, MIN (track->shown_end_ps, track->end_ps));

      heddle_path_rounded (cr, round (x0) - 2.5, round (y) - 6.5, MAX (round (x1 - x0), 2) + 5, 13, 4);
      heddle_colour_set (cr, heddle_colour_with_alpha (theme->accent, 0.25));
      cairo_fill (cr);
    }
  paint_part (cr, track, 0, track->moment_ps, theme->accent);
  paint_iterations (cr, track, theme);
  paint_cursor (cr, track, theme, track->cursor_a_ps);
  paint_cursor (cr, track, theme, track->cursor_b_ps);
  for (guint i = 0; i < track->n_marks; i++)
    if (track->marks[i].time_ps <= track->end_ps)
      heddle_time_mark_paint (cr, theme, heddle_time_track_x_of (track, track->marks[i].time_ps), y);
  cairo_arc (cr, x, y, HANDLE, 0, 2 * G_PI);
  heddle_colour_set (cr, theme->card_bg);
  cairo_fill_preserve (cr);
  heddle_colour_set (cr, track->focused ? theme->accent : theme->neutral);
  cairo_set_line_width (cr, track->focused ? 2.5 : 1.2);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 2.5, 0, 2 * G_PI);
  heddle_colour_set (cr, theme->playhead);
  cairo_fill (cr);
}
