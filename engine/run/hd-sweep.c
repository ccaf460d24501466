/* hd-sweep.c: values that runs of one project differ in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-sweep"

#include <heddle/hd-sweep.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"

/* ---- ranges ------------------------------------------------------------------------------------------------------------- */

gboolean
hd_sweep_range_init (HdSweepRange *self,
                     const char *name,
                     const char *from,
                     const char *to,
                     GError **error)
{
  g_autofree char *low_text = *hd_quantity_find_unit (from) == '\0' ? g_strdup_printf ("%s %s", from, hd_quantity_find_unit (to)) : g_strdup (from);
  HdQuantity low, high;
  HdDimension dimension;
  double factor;

  if (!hd_quantity_parse (g_strchomp (low_text), &low, error) || !hd_quantity_parse (to, &high, error)
      || !hd_unit_parse (hd_quantity_find_unit (low_text), &dimension, &factor, error))
    return FALSE;
  if (!hd_dimension_equal (low.dimension, high.dimension) || !isfinite (low.value) || !isfinite (high.value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("There are no values from “%s” to “%s”"), from, to);
      return FALSE;
    }
  *self = (HdSweepRange){
    .name = strpbrk (name, ".:$") == NULL ? g_strconcat ("$", name, NULL) : g_strdup (name),
    .low = low.value,
    .high = high.value,
    .unit = g_strdup (hd_quantity_find_unit (low_text)),
  };
  return TRUE;
}

gboolean
hd_sweep_range_parse (const char *text,
                      const char *form,
                      HdSweepRange *self,
                      char **out_rest,
                      GError **error)
{
  const char *equals = strchr (text, '='), *dots = equals != NULL ? strstr (equals, "..") : NULL, *colon = dots != NULL ? strrchr (dots, ':') : NULL;
  g_autofree char *name = NULL, *from = NULL, *to = NULL;

  if (dots == NULL || equals == text)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is not %s"), text, form);
      return FALSE;
    }
  name = g_strndup (text, (gsize) (equals - text));
  from = g_strstrip (g_strndup (equals + 1, (gsize) (dots - equals - 1)));
  to = g_strstrip (colon != NULL ? g_strndup (dots + 2, (gsize) (colon - dots - 2)) : g_strdup (dots + 2));
  if (!hd_sweep_range_init (self, name, from, to, error))
    return FALSE;
  *out_rest = colon != NULL ? g_strstrip (g_strdup (colon + 1)) : NULL;
  return TRUE;
}

void
hd_sweep_range_clear (HdSweepRange *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->unit, g_free);
}

double
hd_sweep_range_get (const HdSweepRange *self,
                    double share)
{
  double value = self->is_logarithmic ? self->low * pow (self->high / self->low, share) : self->low * (1 - share) + self->high * share;

  if (share == 0 || share == 1) /* as they were written, whatever the power rounds to */
    value = share == 0 ? self->low : self->high;
  return self->is_whole ? round (value) : value;
}

char *
hd_sweep_range_dup_value (const HdSweepRange *self,
                          double value)
{
  HdDimension dimension;
  double factor = 1;

  hd_unit_parse (self->unit, &dimension, &factor, NULL); /* it was parsed once */
  return g_strdup_printf ("%.12g%s%s", value / factor, *self->unit != '\0' ? " " : "", self->unit);
}

/* ---- values ------------------------------------------------------------------------------------------------------------- */

void
hd_sweep_init (HdSweep *self,
               HdSweepRange *range,
               guint n)
{
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();

  g_return_if_fail (n >= 2);

  *self = (HdSweep){ .range = *range, .numbers = g_new (double, n) };
  *range = (HdSweepRange){ NULL };
  for (guint i = 0; i < n; i++)
    {
      double number = hd_sweep_range_get (&self->range, (double) i / (n - 1));
      g_autofree char *value = NULL;

      if (self->n > 0 && self->range.is_whole && number == self->numbers[self->n - 1])
        continue;
      self->numbers[self->n++] = number;
      value = hd_sweep_range_dup_value (&self->range, number);
      g_strv_builder_add (values, value);
    }
  self->values = g_strv_builder_end (values);
}

gboolean
hd_sweep_parse (const char *text,
                HdSweep *out_sweep,
                GError **error)
{
  g_auto (HdSweepRange) range = { NULL };
  g_autofree char *rest = NULL;
  guint64 n;

  if (!hd_sweep_range_parse (text, _("NAME=FROM..TO:N, such as load=0.1..0.9:9"), &range, &rest, error))
    return FALSE;
  if (rest == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is not %s"), text, _("NAME=FROM..TO:N, such as load=0.1..0.9:9"));
      return FALSE;
    }
  if (!g_ascii_string_to_unsigned (rest, 10, 2, HD_SWEEP_MOST_VALUES, &n, NULL))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is no number of values from 2 to %u"), rest, HD_SWEEP_MOST_VALUES);
      return FALSE;
    }
  hd_sweep_init (out_sweep, &range, (guint) n);
  return TRUE;
}

void
hd_sweep_clear (HdSweep *self)
{
  hd_sweep_range_clear (&self->range);
  g_clear_pointer (&self->values, g_strfreev);
  g_clear_pointer (&self->numbers, g_free);
}
