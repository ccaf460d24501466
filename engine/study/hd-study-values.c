/* hd-study-values.c: the values that a factor takes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-values"

#include "hd-study-values.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"

/* Quantities if all are, then of one dimension, with the unit of the first; else words. */
static gboolean
weigh_list (HdStudyValues *self,
            GError **error)
{
  HdQuantity first = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      HdQuantity quantity;

      if (!hd_quantity_parse (self->texts[i], &quantity, NULL))
        {
          self->is_word = TRUE;
          break;
        }
      if (i == 0)
        first = quantity;
      if (!hd_dimension_equal (first.dimension, quantity.dimension))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” and “%s” are not of the same dimension"), self->texts[0], self->texts[i]);
          return FALSE;
        }
      self->numbers[i] = quantity.value;
    }
  for (guint i = 0; self->is_word && i < self->n; i++)
    self->numbers[i] = NAN;
  self->range.unit = g_strdup (self->is_word ? "" : hd_quantity_find_unit (self->texts[0]));
  return TRUE;
}

static gboolean
check_different (const HdStudyValues *self,
                 GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n; i++)
    if (!g_hash_table_add (seen, self->texts[i]))
      {
        g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” stands twice in the list"), self->texts[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_list (HdStudyValues *self,
           const char *list,
           gboolean is_paired,
           GError **error)
{
  self->texts = g_strsplit (list, ",", -1);
  self->n = g_strv_length (self->texts);
  self->numbers = g_new (double, self->n);
  for (guint i = 0; i < self->n; i++)
    if (*g_strstrip (self->texts[i]) == '\0')
      {
        g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("Value %u of the list is empty"), i + 1);
        return FALSE;
      }
  return (is_paired || check_different (self, error)) && weigh_list (self, error);
}

static gboolean
read_range (HdStudyValues *self,
            const HdObject *factor,
            gboolean is_whole,
            gboolean is_drawn,
            const char **out_attribute,
            GError **error)
{
  const char *steps = hd_object_get (factor, "steps");
  g_auto (HdSweep) sweep = { .values = NULL };

  *out_attribute = "from";
  if (!hd_sweep_range_init (&self->range, hd_object_get (factor, "of"), hd_object_get (factor, "from"), hd_object_get (factor, "to"), error))
    return FALSE;
  self->range.is_whole = is_whole || g_strcmp0 (hd_object_get (factor, "whole"), "true") == 0;
  self->range.is_logarithmic = g_strcmp0 (hd_object_get (factor, "scale"), "logarithmic") == 0;
  if (self->range.is_logarithmic && !(self->range.low > 0 && self->range.high > 0))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A logarithmic scale needs values above 0, not from “%s” to “%s”"), hd_object_get (factor, "from"),
                   hd_object_get (factor, "to"));
      return FALSE;
    }
  *out_attribute = "steps";
  if (steps == NULL && is_drawn)
    return TRUE;
  if (steps == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("It is not said how many values there are from “%s” to “%s”: steps, or sampling=\"random\" of the study"),
                   hd_object_get (factor, "from"), hd_object_get (factor, "to"));
      return FALSE;
    }
  if (!(hd_object_get_number (factor, "steps", 0) >= 2 && hd_object_get_number (factor, "steps", 0) <= HD_STUDY_MOST_POINTS))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is no number of values from 2 to %u"), steps, HD_STUDY_MOST_POINTS);
      return FALSE;
    }
  hd_sweep_init (&sweep, &self->range, (guint) hd_object_get_number (factor, "steps", 0));
  self->range = sweep.range;
  sweep.range = (HdSweepRange){ NULL };
  self->texts = g_steal_pointer (&sweep.values);
  self->numbers = g_steal_pointer (&sweep.numbers);
  self->n = sweep.n;
  return TRUE;
}

gboolean
hd_study_values_init (HdStudyValues *self,
                      const HdObject *factor,
                      gboolean is_whole,
                      gboolean is_drawn,
                      gboolean is_paired,
                      const char **out_attribute,
                      GError **error)
{
  const char *list = hd_object_get (factor, "values"), *from = hd_object_get (factor, "from"), *to = hd_object_get (factor, "to");

  *self = (HdStudyValues){ .texts = NULL };
  *out_attribute = "values";
  if (list != NULL && (from != NULL || to != NULL))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, _("There is a list of values, and from and to as well"));
      return FALSE;
    }
  if (list != NULL)
    return read_list (self, list, is_paired, error);
  if (from != NULL && to != NULL)
    return read_range (self, factor, is_whole, is_drawn, out_attribute, error);
  g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, _("It has no values: a list, or from and to"));
  return FALSE;
}

void
hd_study_values_clear (HdStudyValues *self)
{
  g_clear_pointer (&self->texts, g_strfreev);
  g_clear_pointer (&self->numbers, g_free);
  hd_sweep_range_clear (&self->range);
}

void
hd_study_values_get (const HdStudyValues *self,
                     guint index,
                     HdStudyValue *out_value)
{
  *out_value = (HdStudyValue){ g_strdup (self->texts[index]), self->numbers[index] };
}

void
hd_study_values_draw (const HdStudyValues *self,
                      double share,
                      HdStudyValue *out_value)
{
  HdQuantity quantity = { 0 };
  char *text;

  if (self->n > 0)
    {
      hd_study_values_get (self, MIN ((guint) (share * self->n), self->n - 1), out_value);
      return;
    }
  text = hd_sweep_range_dup_value (&self->range, hd_sweep_range_get (&self->range, share));
  hd_quantity_parse (text, &quantity, NULL); /* what runs is the text */
  *out_value = (HdStudyValue){ text, quantity.value };
}
