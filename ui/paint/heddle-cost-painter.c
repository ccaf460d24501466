/* heddle-cost-painter.c: what a tree costs, over its width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cost-painter"

#include "heddle-cost-painter.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include <heddle/hd-figure.h>

#include "heddle-axis.h"

#define LEFT 46.0
#define RIGHT 12.0
#define TOP 30.0
#define BOTTOM 20.0
#define WORDS 11.0
#define DOT 4.5
#define TIME_DIGITS 4

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleCostCurve *curve;
  const HeddleTheme *theme;
  double width, height;
  double low_s, high_s;
} Painting;

static double
x_of (const HeddleCostCurve *curve,
      double                 width,
      double                 k)
{
  double from = log (curve->widths[0]), to = log (curve->widths[curve->n - 1]);

  return LEFT + (width - LEFT - RIGHT) * (to > from ? (log (k) - from) / (to - from) : 0.5);
}

double
heddle_cost_width_at (const HeddleCostCurve *curve,
                      double                 width,
                      double                 x)
{
  double from = log (curve->widths[0]), to = log (curve->widths[curve->n - 1]);
  double share = CLAMP ((x - LEFT) / MAX (1, width - LEFT - RIGHT), 0, 1);

  return exp (from + share * (to - from));
}

static double
y_of (const Painting *self,
      double          cost_s)
{
  return TOP + (self->height - TOP - BOTTOM) * (self->high_s - cost_s) / (self->high_s - self->low_s);
}

static void
words (const Painting *self,
       double          x,
       double          y,
       const char     *text,
       HeddleAlign     align,
       gboolean        bold,
       HeddleColour    colour)
{
  HeddleTextLook look = { .size = WORDS, .align = align, .bold = bold, .colour = colour };

  heddle_text_paint (self->text, self->cr, x, y, text, &look);
}

/* So that words do not leave the picture at its ends. */
static void
words_above (const Painting *self,
             double          x,
             double          y,
             const char     *text,
             HeddleColour    colour)
{
  double half = heddle_text_width (self->text, text, WORDS, TRUE) / 2;

  words (self, CLAMP (x, LEFT + half, MAX (LEFT + half, self->width - RIGHT - half)), y, text, HEDDLE_TEXT_CENTRE, TRUE, colour);
}

static void
paint_axes (const Painting *self)
{
  HeddleAxis axis;
  double bottom = self->height - BOTTOM;

  heddle_axis_values (self->low_s, self->high_s, 5, &axis);
  cairo_set_line_width (self->cr, 1);
  for (guint i = 0; i < axis.n; i++)
    {
      double y = floor (y_of (self, axis.ticks[i].position)) + 0.5;
      g_autofree char *label = hd_figure_time ((gint64) (axis.ticks[i].position * 1e12 + 0.5), 3);

      if (y < TOP || y > bottom)
        continue;
      cairo_move_to (self->cr, LEFT, y);
      cairo_line_to (self->cr, self->width - RIGHT, y);
      heddle_colour_set (self->cr, self->theme->grid_line);
      cairo_stroke (self->cr);
      words (self, LEFT - 6, y + 4, label, HEDDLE_TEXT_RIGHT, FALSE, self->theme->dim);
    }
  for (guint k = 2; k <= self->curve->widths[self->curve->n - 1] * 1.0001; k *= 2)
    {
      double x = x_of (self->curve, self->width, k);
      g_autofree char *label = g_strdup_printf ("%u", k);
      double room = x_of (self->curve, self->width, 4) - x_of (self->curve, self->width, 2);
      guint every = (guint) ceil (34 / MAX (room, 1));

      if ((guint) lround (log2 (k) - 1) % MAX (every, 1) == 0)
        words (self, x, self->height - 5, label, HEDDLE_TEXT_CENTRE, FALSE, self->theme->dim);
    }
}

static void
paint_band (const Painting *self)
{
  const HeddleCostCurve *curve = self->curve;
  double from = x_of (curve, self->width, curve->lowest), to = x_of (curve, self->width, curve->highest);
  g_autofree char *tolerance = hd_figure_time ((gint64) (curve->tolerance_s * 1e12 + 0.5), 2);
  g_autofree char *lowest = hd_figure_count ((guint64) curve->lowest), *highest = hd_figure_count ((guint64) curve->highest);
  g_autofree char *widths = hd_figure_range (lowest, highest);
  /* Translators: widths k of a tree, "4 to 16", that cost at most so much time more than the best */
  g_autofree char *label = g_strdup_printf (_("k = %s: within %s"), widths, tolerance);

  if (!(curve->lowest > 0))
    return;
  cairo_rectangle (self->cr, from - 2, TOP, MAX (to - from, 0) + 4, self->height - TOP - BOTTOM);
  heddle_colour_set (self->cr, heddle_colour_with_alpha (self->theme->accent, 0.14));
  cairo_fill (self->cr);
  words_above (self, (from + to) / 2, TOP - 7, label, self->theme->accent_text);
}

static void
paint_curve (const Painting *self)
{
  for (guint i = 0; i < self->curve->n; i++)
    cairo_line_to (self->cr, x_of (self->curve, self->width, self->curve->widths[i]), y_of (self, self->curve->costs_s[i]));
  heddle_colour_set (self->cr, self->theme->accent);
  cairo_set_line_width (self->cr, 2);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (self->cr);
}

static void
paint_dot (const Painting *self,
           double          k,
           double          cost_s,
           HeddleColour    fill,
           HeddleColour    edge)
{
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x_of (self->curve, self->width, k), y_of (self, cost_s), DOT, 0, 2 * G_PI);
  heddle_colour_set (self->cr, fill);
  cairo_fill_preserve (self->cr);
  heddle_colour_set (self->cr, edge);
  cairo_set_line_width (self->cr, 2);
  cairo_stroke (self->cr);
}

void
heddle_cost_paint (HeddleText            *text,
                   cairo_t               *cr,
                   const HeddleCostCurve *curve,
                   const HeddleTheme     *theme,
                   double                 width,
                   double                 height)
{
  Painting painting = { text, cr, curve, theme, width, height, curve->best_s, curve->best_s };
  double margin;

  for (guint i = 0; i < curve->n; i++)
    painting.high_s = MAX (painting.high_s, curve->costs_s[i]);
  margin = MAX ((painting.high_s - painting.low_s) * 0.12, painting.high_s * 1e-3);
  painting.low_s = MAX (0, painting.low_s - margin);
  painting.high_s += margin / 4;
  cairo_save (cr);
  paint_band (&painting);
  paint_axes (&painting);
  cairo_new_path (cr);
  paint_curve (&painting);
  paint_dot (&painting, curve->best, curve->best_s, theme->view_bg, theme->accent);
  paint_dot (&painting, curve->width, curve->width_s, theme->category[1], theme->view_bg);
  cairo_restore (cr);
}
