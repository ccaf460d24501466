/* hd-study-bound.c: a value of a metric, as people write it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-bound"

#include "hd-study-bound.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"

gboolean
hd_study_bound_parse (const char *text,
                      const HdMetric *metric,
                      double *out_value,
                      GError **error)
{
  HdQuantity quantity;
  HdDimension dimension;
  char *unit;
  double value = g_ascii_strtod (text, &unit);

  while (g_ascii_isspace (*unit))
    unit++;
  if (unit == text || isnan (value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is no value of the metric “%s”: it wants a number and its unit"), text, metric->name);
      return FALSE;
    }
  *out_value = value;
  if (strcmp (unit, metric->unit) == 0)
    return TRUE;
  if (hd_quantity_parse (text, &quantity, NULL) && hd_unit_parse (metric->unit, &dimension, NULL, NULL) && hd_dimension_equal (quantity.dimension, dimension))
    {
      double factor = 1;

      hd_unit_parse (metric->unit, &dimension, &factor, NULL);
      *out_value = quantity.value / factor;
      return TRUE;
    }
  g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is no value of the metric “%s”, which is in “%s”"), text, metric->name, metric->unit);
  return FALSE;
}
