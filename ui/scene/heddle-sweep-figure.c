/* heddle-sweep-figure.c: a metric of the runs of a sweep, over what they differ in
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mean of something has its interval of confidence in a metric of its own: latency_mean in latency_half_width.
 */
#define G_LOG_DOMAIN "heddle-sweep-figure"

#include "heddle-sweep-figure.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#define MEAN "_mean"
#define DIGITS 4

/* ---- points ------------------------------------------------------------------------------------------------------------- */

static char *
dup_half_name (const char *metric)
{
  return g_str_has_suffix (metric, MEAN) ? g_strdup_printf ("%.*s_half_width", (int) (strlen (metric) - strlen (MEAN)), metric) : NULL;
}

/* (element-type HeddleCurvePoint): of the runs that have the metric, as the sweep has them; @out_metric: of any */
static GArray *
collect (const HeddleSweepSeries *series,
         const char *metric,
         HdMetric *out_metric)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (HeddleCurvePoint));
  g_autofree char *half = metric != NULL ? dup_half_name (metric) : NULL;

  for (guint i = 0; series->table != NULL && metric != NULL && i < series->sweep->n; i++)
    {
      HeddleCurvePoint point = { .x = series->sweep->numbers[i] };
      HdMetric found;

      if (!hd_sweep_table_find_metric (series->table, i, metric, out_metric))
        continue;
      point.y = out_metric->value;
      point.half = half != NULL && hd_sweep_table_find_metric (series->table, i, half, &found) ? found.value : 0;
      point.is_hollow = hd_sweep_table_find_metric (series->table, i, "saturated", &found) && found.value != 0;
      g_array_append_val (points, point);
    }
  return points;
}

static const HeddleCurvePoint *
get_points (const GArray *points)
{
  return (const HeddleCurvePoint *) (gconstpointer) points->data;
}

/* SI units stand behind figures with their prefix; of one that was asked for as 10 GB/s the figure is in B/s. */
static char *
dup_si_unit (const char *unit)
{
  HdDimension dimension;
  double factor;

  if (*unit == '\0' || !hd_unit_parse (unit, &dimension, &factor, NULL) || hd_dimension_equal (dimension, HD_DIMENSION_NONE))
    return g_strdup ("");
  return hd_dimension_to_string (dimension);
}

/* ---- words -------------------------------------------------------------------------------------------------------------- */

static char *
dup_value (double value,
           const char *unit)
{
  return hd_figure_in (value, unit, DIGITS);
}

char *
heddle_sweep_figure_dup_summary (const HeddleSweepFigure *self)
{
  HdMetric metric = { NULL };
  g_autoptr (GArray) points = collect (&self->now, self->metric, &metric);
  g_autofree char *unit = NULL, *first_x = NULL, *first = NULL, *last_x = NULL, *last = NULL;

  if (points->len == 0)
    return g_strdup (_("No run has ended yet"));
  unit = dup_si_unit (self->now.sweep->range.unit);
  first_x = dup_value (get_points (points)[0].x, unit);
  first = dup_value (get_points (points)[0].y, metric.unit);
  last_x = dup_value (get_points (points)[points->len - 1].x, unit);
  last = dup_value (get_points (points)[points->len - 1].y, metric.unit);
  return g_strdup_printf (_("%s over %s, of %u runs: from %s at %s to %s at %s"), metric.title, self->now.sweep->range.name, points->len, first, first_x, last,
                          last_x);
}

/* ---- painting ------------------------------------------------------------------------------------------------------------ */

void
heddle_sweep_figure_paint (const HeddleSweepFigure *self,
                           HeddleText *text,
                           cairo_t *cr,
                           const HeddleTheme *theme,
                           double width,
                           double height)
{
  HdMetric metric = { .unit = "" };
  g_autoptr (GArray) points = NULL, before = NULL;
  g_autofree char *unit = NULL;
  g_autofree char *title = NULL;
  HeddleCurve curves[2];
  HeddleCurvePicture picture;

  if (self->now.sweep == NULL)
    return;
  before = collect (&self->before, self->metric, &metric);
  points = collect (&self->now, self->metric, &metric);
  unit = dup_si_unit (self->now.sweep->range.unit);
  /* Translators: a metric over a variable, "Latency, mean over $load" */
  title = metric.title != NULL ? g_strdup_printf (_("%s over %s"), metric.title, self->now.sweep->range.name) : g_strdup (self->now.sweep->range.name);
  curves[0] = (HeddleCurve){ .points = get_points (before), .n = before->len, .category = HEDDLE_CURVE_NEUTRAL, .is_joined = TRUE };
  curves[1] = (HeddleCurve){ .points = get_points (points), .n = points->len, .category = HEDDLE_CURVE_ACCENT, .is_joined = TRUE };
  picture = (HeddleCurvePicture){
    .curves = curves,
    .n_curves = G_N_ELEMENTS (curves),
    .low_x = MIN (self->now.sweep->range.low, self->now.sweep->range.high),
    .high_x = MAX (self->now.sweep->range.low, self->now.sweep->range.high),
    .is_logarithmic = self->is_logarithmic,
    .title = title,
    .x_unit = unit,
    .y_unit = metric.unit,
  };
  for (guint i = 0; i < before->len; i++)
    {
      picture.low_x = MIN (picture.low_x, get_points (before)[i].x);
      picture.high_x = MAX (picture.high_x, get_points (before)[i].x);
    }
  heddle_curve_paint (text, cr, &picture, theme, width, height);
}
