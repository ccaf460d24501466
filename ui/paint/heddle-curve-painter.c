/* heddle-curve-painter.c: measured points over a value, with their intervals of confidence
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-curve-painter"

#include "heddle-curve-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-plot-frame.h"

#define TOP 24.0 /* with the title */
#define TITLE_FOOT 15.0
#define TICK_WIDTH 80.0
#define TICK_HEIGHT 26.0
#define DOT 3.5
#define CAP 3.0 /* half of the width of an interval's ends */
#define DIGITS 4

typedef struct
{
  HeddlePlotFrame frame;
  const HeddleCurvePicture *picture;
} Painting;

/* Where @y stands on its axis; of a logarithmic one nothing below the least has a place. */
static double
scale (const Painting *self,
       double y)
{
  return self->picture->is_logarithmic ? log10 (y) : y;
}

static gboolean
is_seen (const Painting *self,
         const HeddleCurvePoint *point)
{
  return isfinite (point->y) && (!self->picture->is_logarithmic || point->y > 0);
}

/* ---- axes -------------------------------------------------------------------------------------------------------------- */

static void
include_points (Painting *self,
                const HeddleCurvePoint *points,
                guint n)
{
  for (guint i = 0; i < n; i++)
    if (is_seen (self, &points[i]))
      {
        double low = points[i].y - points[i].half, high = points[i].y + points[i].half;

        if (self->picture->is_logarithmic && low <= 0)
          low = points[i].y;
        self->frame.low_y = MIN (self->frame.low_y, scale (self, low));
        self->frame.high_y = MAX (self->frame.high_y, scale (self, high));
      }
}

/* Of what is not far from zero the axis begins there. */
static void
find_range (Painting *self)
{
  HeddlePlotFrame *frame = &self->frame;
  double margin;

  frame->low_y = INFINITY;
  frame->high_y = -INFINITY;
  include_points (self, self->picture->points, self->picture->n_points);
  include_points (self, self->picture->before, self->picture->n_before);
  if (!(frame->high_y >= frame->low_y))
    {
      frame->low_y = 0;
      frame->high_y = 1;
    }
  if (!self->picture->is_logarithmic && frame->low_y >= 0 && frame->low_y < 0.6 * frame->high_y)
    frame->low_y = 0;
  margin = frame->high_y > frame->low_y ? 0.05 * (frame->high_y - frame->low_y) : MAX (0.05 * fabs (frame->high_y), 1e-12);
  frame->high_y += margin;
  frame->low_y -= frame->low_y == 0 && !self->picture->is_logarithmic ? 0 : margin;
}

static void
write_label (HeddleTick *tick,
             double value,
             const char *unit)
{
  g_autofree char *label = hd_figure_in (g_strcmp0 (unit, "%") == 0 ? value / 100 : value, unit, DIGITS);

  g_strlcpy (tick->label, label, sizeof tick->label);
}

/* 1, 2 and 5 of each decade, or the first alone where there are many. */
static void
make_logarithmic (const Painting *self,
                  HeddleAxis *axis)
{
  static const double mantissas[] = { 1, 2, 5 };
  guint n = self->frame.high_y - self->frame.low_y > 2.5 ? 1 : G_N_ELEMENTS (mantissas);

  axis->n = 0;
  for (double decade = floor (self->frame.low_y); decade <= self->frame.high_y; decade++)
    for (guint i = 0; i < n && axis->n < G_N_ELEMENTS (axis->ticks); i++)
      {
        double value = mantissas[i] * pow (10, decade);

        if (log10 (value) < self->frame.low_y || log10 (value) > self->frame.high_y)
          continue;
        axis->ticks[axis->n].position = log10 (value);
        write_label (&axis->ticks[axis->n++], value, self->picture->y_unit);
      }
}

static void
make_y (const Painting *self,
        double height,
        HeddleAxis *axis)
{
  if (self->picture->is_logarithmic)
    {
      make_logarithmic (self, axis);
      return;
    }
  heddle_axis_values (self->frame.low_y, self->frame.high_y, (guint) CLAMP (height / TICK_HEIGHT, 3, 8), axis);
  for (guint i = 0; i < axis->n; i++)
    write_label (&axis->ticks[i], axis->ticks[i].position, self->picture->y_unit);
}

static void
make_x (const Painting *self,
        HeddleAxis *axis)
{
  guint most = (guint) CLAMP ((self->frame.right - self->frame.left) / TICK_WIDTH, 2, 16);

  do /* round steps may leave a short range without any */
    heddle_axis_values (self->frame.low_x, self->frame.high_x, most++, axis);
  while (axis->n < 2 && most <= 16);
  for (guint i = 0; i < axis->n; i++)
    write_label (&axis->ticks[i], axis->ticks[i].position, self->picture->x_unit);
}

/* ---- points ------------------------------------------------------------------------------------------------------------ */

static void
paint_interval (const Painting *self,
                const HeddleCurvePoint *point)
{
  const HeddlePlotFrame *frame = &self->frame;
  double low = point->y - point->half, x = floor (heddle_plot_frame_x (frame, point->x)) + 0.5;
  double y_high = floor (heddle_plot_frame_y (frame, scale (self, point->y + point->half))) + 0.5;
  double y_low = self->picture->is_logarithmic && low <= 0 ? frame->bottom : MIN (heddle_plot_frame_y (frame, scale (self, low)), frame->bottom);

  if (!(point->half > 0) || y_low - y_high < 2)
    return;
  y_low = floor (y_low) + 0.5;
  cairo_move_to (frame->cr, x, y_low);
  cairo_line_to (frame->cr, x, y_high);
  cairo_move_to (frame->cr, x - CAP, y_low);
  cairo_rel_line_to (frame->cr, 2 * CAP, 0);
  cairo_move_to (frame->cr, x - CAP, y_high);
  cairo_rel_line_to (frame->cr, 2 * CAP, 0);
  cairo_set_line_width (frame->cr, 1);
  cairo_stroke (frame->cr);
}

static void
paint_dot (const Painting *self,
           const HeddleCurvePoint *point,
           HeddleColour colour)
{
  const HeddlePlotFrame *frame = &self->frame;

  cairo_new_path (frame->cr);
  cairo_arc (frame->cr, heddle_plot_frame_x (frame, point->x), heddle_plot_frame_y (frame, scale (self, point->y)), DOT, 0, 2 * G_PI);
  heddle_colour_set (frame->cr, point->is_hollow ? frame->theme->view_bg : colour);
  cairo_fill_preserve (frame->cr);
  heddle_colour_set (frame->cr, colour);
  cairo_set_line_width (frame->cr, 1.5);
  cairo_stroke (frame->cr);
}

static void
paint_points (const Painting *self,
              const HeddleCurvePoint *points,
              guint n,
              HeddleColour colour)
{
  const HeddlePlotFrame *frame = &self->frame;

  cairo_new_path (frame->cr);
  for (guint i = 0; i < n; i++)
    if (is_seen (self, &points[i]))
      cairo_line_to (frame->cr, heddle_plot_frame_x (frame, points[i].x), heddle_plot_frame_y (frame, scale (self, points[i].y)));
  heddle_colour_set (frame->cr, colour);
  cairo_set_line_width (frame->cr, 1.5);
  cairo_set_line_join (frame->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (frame->cr);
  for (guint i = 0; i < n; i++)
    if (is_seen (self, &points[i]))
      {
        heddle_colour_set (frame->cr, colour);
        paint_interval (self, &points[i]);
        paint_dot (self, &points[i], colour);
      }
}

static void
paint_title (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .max_width = frame->right - frame->left, .colour = frame->theme->dim };

  heddle_text_paint (frame->text, frame->cr, frame->left, TITLE_FOOT, self->picture->title, &look);
}

void
heddle_curve_paint (HeddleText *text,
                    cairo_t *cr,
                    const HeddleCurvePicture *picture,
                    const HeddleTheme *theme,
                    double width,
                    double height)
{
  Painting self = { { text, cr, theme, .low_x = MIN (picture->low_x, picture->high_x), .high_x = MAX (picture->low_x, picture->high_x) }, picture };
  HeddleAxis x, y;

  find_range (&self);
  make_y (&self, height - TOP, &y);
  heddle_plot_frame_inset (&self.frame, width, height, TOP, &y);
  make_x (&self, &x);
  cairo_save (cr);
  heddle_plot_frame_paint (&self.frame, &x, &y);
  paint_title (&self);
  paint_points (&self, picture->before, picture->n_before, theme->neutral);
  paint_points (&self, picture->points, picture->n_points, theme->accent);
  cairo_restore (cr);
}
