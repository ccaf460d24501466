/* hd-threshold.c: how much a metric may differ between two runs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-threshold"

#include <heddle/hd-threshold.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"

#define POINTS "points"
#define PERCENT "%"

gboolean
hd_threshold_parse (const char *text,
                    HdThreshold *out_threshold,
                    GError **error)
{
  gsize length = strcspn (text, "<>");
  const char *sign = text + length;
  gboolean is_equal = sign[0] != '\0' && sign[1] == '=';
  g_autofree char *metric = g_strstrip (g_strndup (text, length));
  g_autofree char *bound = g_strstrip (g_strdup (sign[0] == '\0' ? "" : sign + 1 + is_equal));
  char *unit;
  double value = g_ascii_strtod (bound, &unit);

  if (*metric == '\0' || unit == bound || !isfinite (value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is no condition: it wants METRIC < BOUND, or with <=, > or >=, as in “throughput < -2 %%”"), text);
      return FALSE;
    }
  out_threshold->order = sign[0] == '<' ? (is_equal ? HD_THRESHOLD_AT_MOST : HD_THRESHOLD_LESS) : is_equal ? HD_THRESHOLD_AT_LEAST : HD_THRESHOLD_MORE;
  out_threshold->metric = g_steal_pointer (&metric);
  out_threshold->value = value;
  out_threshold->unit = g_strchug (g_strdup (unit));
  out_threshold->bound = g_steal_pointer (&bound);
  return TRUE;
}

void
hd_threshold_clear (HdThreshold *self)
{
  g_clear_pointer (&self->metric, g_free);
  g_clear_pointer (&self->bound, g_free);
  g_clear_pointer (&self->unit, g_free);
}

static gboolean
holds (HdThresholdOrder order,
       double difference,
       double bound)
{
  switch (order)
    {
    case HD_THRESHOLD_LESS:
      return difference < bound;
    case HD_THRESHOLD_AT_MOST:
      return difference <= bound;
    case HD_THRESHOLD_MORE:
      return difference > bound;
    case HD_THRESHOLD_AT_LEAST:
      return difference >= bound;
    }
  return FALSE;
}

static char *
list_names (const HdComparison *comparison)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < comparison->metrics->len; i++)
    {
      const HdMetricPair *pair = &g_array_index (comparison->metrics, HdMetricPair, i);

      if (hd_metric_pair_is_alike (pair))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", pair->a->name);
    }
  return g_string_free (names, FALSE);
}

static gboolean
find_pair (const HdThreshold *self,
           const HdComparison *comparison,
           HdMetricPair *out_pair,
           GError **error)
{
  g_autofree char *known = NULL;

  *out_pair = (HdMetricPair){ hd_outcome_find_metric (comparison->a, self->metric), hd_outcome_find_metric (comparison->b, self->metric) };
  if (hd_metric_pair_is_alike (out_pair))
    return TRUE;
  if (out_pair->a != NULL && out_pair->b != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is in “%s” in A and in “%s” in B"), self->metric, out_pair->a->unit, out_pair->b->unit);
      return FALSE;
    }
  known = list_names (comparison);
  if (out_pair->a == NULL && out_pair->b == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("No run has the metric “%s”; both have %s"), self->metric, known);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("The metric “%s” is in %s alone; both have %s"), self->metric, out_pair->a != NULL ? "A" : "B", known);
  return FALSE;
}

/* @bound in the unit of @metric, for whose differences it is. */
static gboolean
read_bound (const HdThreshold *self,
            const HdMetric *metric,
            double *out_bound)
{
  HdDimension dimension;
  HdQuantity quantity;
  double factor;

  *out_bound = self->value;
  if (strcmp (metric->unit, PERCENT) == 0)
    return strcmp (self->unit, POINTS) == 0;
  if (strcmp (metric->unit, self->unit) == 0)
    return TRUE;
  if (!hd_unit_parse (metric->unit, &dimension, &factor, NULL) || !hd_quantity_parse (self->bound, &quantity, NULL)
      || !hd_dimension_equal (quantity.dimension, dimension))
    return FALSE;
  *out_bound = quantity.value / factor;
  return TRUE;
}

gboolean
hd_threshold_check (const HdThreshold *self,
                    const HdComparison *comparison,
                    gboolean *out_holds,
                    GError **error)
{
  HdMetricPair pair;
  double bound;

  if (!find_pair (self, comparison, &pair, error))
    return FALSE;
  if (strcmp (self->unit, PERCENT) == 0)
    {
      *out_holds = holds (self->order, 100 * hd_metric_pair_get_ratio (&pair), self->value);
      return TRUE;
    }
  if (!read_bound (self, pair.a, &bound))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” cannot be held against a difference of “%s”, which is in “%s”; a bound in %% is a share of A"), self->bound,
                   self->metric, strcmp (pair.a->unit, PERCENT) == 0 ? POINTS : pair.a->unit);
      return FALSE;
    }
  *out_holds = holds (self->order, pair.b->value - pair.a->value, bound);
  return TRUE;
}
