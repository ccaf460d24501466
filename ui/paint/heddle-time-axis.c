/* heddle-time-axis.c: the time axis that waveforms and timeline share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-axis"

#include "heddle-wave-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-axis.h"
#include "heddle-painting.h"

#define TICK_ROOM 70.0 /* px per time label */
#define MARK_SIZE 4.5  /* px, from the middle of a mark to its corners */
#define MARK_REACH 7.0 /* px around it that are its */

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleTheme *theme;
  const HeddleWaveView *view;
} Plot;

/* Px from the names to the right end. */
double
heddle_wave_plot_width (const HeddleWaveView *view)
{
  return MAX (view->width - view->name_width, 1);
}

/**
 * heddle_wave_x_of:
 * @view: a view
 * @time_ps: a time
 *
 * Returns: its x in the plot, px; may lie outside
 */
double
heddle_wave_x_of (const HeddleWaveView *view,
                  gint64                time_ps)
{
  double span = MAX ((double) (view->end_ps - view->begin_ps), 1);

  return view->name_width + ((double) time_ps - (double) view->begin_ps) / span * heddle_wave_plot_width (view);
}

/**
 * heddle_wave_time_at:
 * @view: a view
 * @x: px
 *
 * Returns: the time there, inside the range shown
 */
gint64
heddle_wave_time_at (const HeddleWaveView *view,
                     double                x)
{
  double share = CLAMP ((x - view->name_width) / heddle_wave_plot_width (view), 0, 1);

  return view->begin_ps + (gint64) round ((double) (view->end_ps - view->begin_ps) * share);
}

/**
 * heddle_wave_lane_at:
 * @view: a view
 * @n_waves: number of traces
 * @y: px
 *
 * Returns: the index of the trace there, or -1
 */
int
heddle_wave_lane_at (const HeddleWaveView *view,
                     guint                 n_waves,
                     double                y)
{
  double lane = floor ((y - view->axis_height + view->scroll) / view->lane_height);

  return y < view->axis_height || lane < 0 || lane >= n_waves ? -1 : (int) lane;
}

/* Whether a label around @x would lie under a cursor's flag, or a mark. */
static gboolean
under_flag (const HeddleWaveView *view,
            double                x,
            double                half)
{
  gint64 cursors[] = { view->cursor_a_ps, view->cursor_b_ps };

  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    if (cursors[i] != HEDDLE_NO_TIME && fabs (heddle_wave_x_of (view, cursors[i]) - x) < half + 12)
      return TRUE;
  for (guint i = 0; i < view->n_marks; i++)
    if (fabs (heddle_wave_x_of (view, view->marks[i].time_ps) - x) < half + MARK_SIZE)
      return TRUE;

  return FALSE;
}

/* Vertical lines at round times, and their labels in the axis at the top. */
void
heddle_time_grid_paint (HeddleText           *text,
                        cairo_t              *cr,
                        const HeddleTheme    *theme,
                        const HeddleWaveView *view)
{
  HeddleTextLook look = { .size = 11, .align = HEDDLE_TEXT_CENTRE, .colour = theme->dim };
  double left = view->name_width;
  double label_end = left;
  HeddleAxis axis;

  heddle_axis_times (view->begin_ps, view->end_ps, (guint) CLAMP (heddle_wave_plot_width (view) / TICK_ROOM, 2, 40), &axis);
  if (view->axis_height > 0 && axis.origin_label[0] != '\0')
    {
      look.align = HEDDLE_TEXT_LEFT;
      look.bold = TRUE;
      label_end += heddle_text_paint (text, cr, left + 6, view->axis_height - 9, axis.origin_label, &look) + 14;
      look.align = HEDDLE_TEXT_CENTRE;
      look.bold = FALSE;
    }
  for (guint i = 0; i < axis.n; i++)
    {
      double x = round (heddle_wave_x_of (view, axis.origin_ps + (gint64) axis.ticks[i].position));
      double half = heddle_text_width (text, axis.ticks[i].label, look.size, FALSE) / 2;

      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, x, view->axis_height, 1, view->height - view->axis_height);
      cairo_fill (cr);
      if (view->axis_height > 0 && x - half >= label_end && x + half <= view->width && !under_flag (view, x, half))
        {
          heddle_text_paint (text, cr, x, view->axis_height - 9, axis.ticks[i].label, &look);
          label_end = x + half + 8;
        }
    }
  if (view->axis_height > 0)
    {
      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, 0, view->axis_height - 1, view->width, 1);
      cairo_fill (cr);
    }
}

static void
paint_cursor (const Plot *plot,
              gint64      time_ps,
              const char *name)
{
  const double dashes[] = { 4, 3 };
  double x = round (heddle_wave_x_of (plot->view, time_ps)) + 0.5;
  cairo_t *cr = plot->cr;
  HeddleTextLook look = { .size = 11, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = plot->theme->badge_fg };
  double scale = heddle_text_get_scale (plot->text);
  double top = MAX (plot->view->axis_height - 20 * scale, 0);

  if (x < plot->view->name_width || x > plot->view->width)
    return;

  /* Over what is as dark, or as light, as the line its rim shows it. */
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, plot->view->height);
  cairo_set_line_width (cr, 3);
  heddle_colour_set (cr, heddle_colour_with_alpha (plot->theme->view_bg, 0.7));
  cairo_stroke_preserve (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 1);
  heddle_colour_set (cr, plot->theme->text);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  heddle_path_rounded (cr, x - 9 * scale, top, 18 * scale, 16 * scale, 4);
  heddle_colour_set (cr, plot->theme->badge_bg);
  cairo_fill (cr);
  heddle_text_paint_box (plot->text, cr, x - 9 * scale, top, 18 * scale, 16 * scale, name, &look);
}

static void
paint_difference (const Plot *plot)
{
  const HeddleWaveView *view = plot->view;
  gint64 difference = ABS (view->cursor_b_ps - view->cursor_a_ps);
  g_autofree char *time = hd_figure_time (difference, 4);
  g_autofree char *label = g_strconcat ("Δ ", time, NULL);
  HeddleTextLook look = { .size = 11, .bold = TRUE, .align = HEDDLE_TEXT_CENTRE, .colour = plot->theme->text };
  double a = heddle_wave_x_of (view, view->cursor_a_ps);
  double b = heddle_wave_x_of (view, view->cursor_b_ps);
  double width = heddle_text_width (plot->text, label, look.size, TRUE) + 16;
  double x = (a + b - width) / 2;
  double height = 16 * heddle_text_get_scale (plot->text), top = view->axis_height - 1.25 * height;

  if (fabs (b - a) < width + 24 || x < view->name_width || x + width > view->width || top < 0)
    return;

  heddle_path_rounded (plot->cr, x, top, width, height, height / 2);
  heddle_colour_set (plot->cr, heddle_colour_mix (plot->theme->view_bg, plot->theme->neutral, 0.25));
  cairo_fill (plot->cr);
  heddle_text_paint_box (plot->text, plot->cr, x, top, width, height, label, &look);
}

static void
paint_playhead (const Plot *plot)
{
  double x = round (heddle_wave_x_of (plot->view, plot->view->playhead_ps)) + 0.5;
  double top = plot->view->axis_height - 9;

  if (x < plot->view->name_width || x > plot->view->width + 1)
    return;

  heddle_colour_set (plot->cr, plot->theme->playhead);
  cairo_rectangle (plot->cr, x - 0.75, top, 1.5, plot->view->height - top);
  cairo_fill (plot->cr);
  cairo_move_to (plot->cr, x - 5, top);
  cairo_line_to (plot->cr, x + 5, top);
  cairo_line_to (plot->cr, x, top + 7);
  cairo_close_path (plot->cr);
  cairo_fill (plot->cr);
}

void
heddle_time_mark_paint (cairo_t           *cr,
                        const HeddleTheme *theme,
                        double             x,
                        double             y)
{
  cairo_move_to (cr, x - MARK_SIZE, y);
  cairo_line_to (cr, x, y - MARK_SIZE);
  cairo_line_to (cr, x + MARK_SIZE, y);
  cairo_line_to (cr, x, y + MARK_SIZE);
  cairo_close_path (cr);
  heddle_colour_set (cr, theme->warning);
  cairo_fill_preserve (cr);
  heddle_colour_set (cr, theme->text);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static double
mark_y (const HeddleWaveView *view)
{
  return view->axis_height - MARK_SIZE - 1;
}

int
heddle_time_mark_at (const HeddleWaveView *view,
                     double                x,
                     double                y)
{
  double nearest = MARK_REACH;
  int found = -1;

  for (guint i = 0; i < view->n_marks && y < view->axis_height && x >= view->name_width; i++)
    {
      double distance = fabs (heddle_wave_x_of (view, view->marks[i].time_ps) - x);

      if (distance <= nearest)
        {
          nearest = distance;
          found = (int) i;
        }
    }
  return found;
}

static void
paint_changes (const Plot *plot)
{
  const double dots[] = { 1, 3 };
  const HeddleWaveView *view = plot->view;

  for (guint i = 0; i < view->n_marks; i++)
    {
      double x = round (heddle_wave_x_of (view, view->marks[i].time_ps)) + 0.5;

      if (x < view->name_width || x > view->width)
        continue;
      cairo_move_to (plot->cr, x, view->axis_height);
      cairo_line_to (plot->cr, x, view->height);
      cairo_set_dash (plot->cr, dots, G_N_ELEMENTS (dots), 0);
      cairo_set_line_width (plot->cr, 1.4);
      heddle_colour_set (plot->cr, plot->theme->warning_text);
      cairo_stroke (plot->cr);
      cairo_set_dash (plot->cr, NULL, 0, 0);
      if (view->axis_height > 0)
        heddle_time_mark_paint (plot->cr, plot->theme, x, mark_y (view));
    }
}

/* Changes, cursors, their difference and the playhead, over everything else. */
void
heddle_time_marks_paint (HeddleText           *text,
                         cairo_t              *cr,
                         const HeddleTheme    *theme,
                         const HeddleWaveView *view)
{
  Plot plot = { text, cr, theme, view };

  paint_changes (&plot);
  if (view->cursor_a_ps != HEDDLE_NO_TIME && view->cursor_b_ps != HEDDLE_NO_TIME)
    paint_difference (&plot);
  if (view->cursor_a_ps != HEDDLE_NO_TIME)
    paint_cursor (&plot, view->cursor_a_ps, "A");
  if (view->cursor_b_ps != HEDDLE_NO_TIME)
    paint_cursor (&plot, view->cursor_b_ps, "B");
  if (view->playhead_ps != HEDDLE_NO_TIME)
    paint_playhead (&plot);
}
