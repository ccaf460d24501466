/* heddle-cost-figure.c: what aggregation costs over the width of a tree, for one group and message
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cost-figure"

#include "heddle-cost-figure.h"

#include <math.h>


#define N_POINTS 128
#define LEAST_LIMIT 8
#define USUAL_LIMIT 512 /* beyond, no node has that many children */
#define TOLERANCE_S 100e-9

double
heddle_cost_figure_get_tolerance (void)
{
  return TOLERANCE_S;
}

double
heddle_cost_figure_get_cost (const HeddleCostFigure *self,
                             double width)
{
  return hd_tree_cost_type_1 (&self->cost, width, self->members, self->bytes);
}

void
heddle_cost_figure_update (HeddleCostFigure *self)
{
  self->limit = MAX (CLAMP (self->members, LEAST_LIMIT, USUAL_LIMIT), self->width);
  if (self->members >= 2)
    self->widths = hd_tree_cost_find_widths (&self->cost, self->members, self->bytes, TOLERANCE_S, self->limit);
}

static char *
format_seconds (double seconds)
{
  return hd_figure_time ((gint64) llround (seconds * HD_TICKS_PER_SECOND), 3);
}

char *
heddle_cost_figure_dup_formula (const HeddleCostFigure *self)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  double a_s, b_s;

  hd_tree_cost_get_coefficients (&self->cost, self->bytes, &a_s, &b_s);
  a = format_seconds (a_s);
  b = format_seconds (b_s);
  return g_strdup_printf ("F(k) = (%s + %s · k) · ln %u / ln k", a, b, self->members);
}

/* ---- painting -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  double widths[N_POINTS];
  double costs_s[N_POINTS];
  HeddleCostCurve curve;
} Points;

static void
fill_points (const HeddleCostFigure *self,
             Points *points)
{
  for (guint i = 0; i < N_POINTS; i++)
    {
      points->widths[i] = 2 * pow (self->limit / 2.0, i / (N_POINTS - 1.0));
      points->costs_s[i] = heddle_cost_figure_get_cost (self, points->widths[i]);
    }
  points->curve = (HeddleCostCurve){
    .widths = points->widths,
    .costs_s = points->costs_s,
    .n = N_POINTS,
    .best = self->widths.best,
    .best_s = self->widths.best_s,
    .lowest = self->widths.lowest,
    .highest = self->widths.highest,
    .tolerance_s = TOLERANCE_S,
    .width = self->width,
    .width_s = heddle_cost_figure_get_cost (self, self->width),
  };
}

void
heddle_cost_figure_paint (const HeddleCostFigure *self,
                          HeddleText *text,
                          cairo_t *cr,
                          const HeddleTheme *theme,
                          double width,
                          double height)
{
  Points points;

  if (self->members < 2)
    return;
  fill_points (self, &points);
  heddle_cost_paint (text, cr, &points.curve, theme, width, height);
}

double
heddle_cost_figure_width_at (const HeddleCostFigure *self,
                             double width,
                             double x)
{
  Points points;

  fill_points (self, &points);
  return heddle_cost_width_at (&points.curve, width, x);
}
