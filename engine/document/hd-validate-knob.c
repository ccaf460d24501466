/* hd-validate-knob.c: what a knob turns, and how far
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All of it is a warning: what cannot be turned runs all the same.
 */
#define G_LOG_DOMAIN "hd-validate-knob"

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>
#include <heddle/hd-setting.h>

#include "hd-i18n.h"
#include "hd-validation.h"

static const HdObject *
get_knob (HdValidation *self)
{
  return self->chain[self->depth - 1];
}

static gboolean
read_end (HdValidation *self,
          const char *attribute,
          HdQuantity *out_end)
{
  const char *text = hd_object_get (get_knob (self), attribute);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    hd_validation_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, HD_SEVERITY_WARNING, attribute, NULL,
                          _("A knob of a quantity needs a value at either end: “%s” is missing."), attribute);
  else if (!hd_quantity_parse (text, out_end, &error))
    hd_validation_report (self, HD_PROBLEM_EXPRESSION, HD_SEVERITY_WARNING, attribute, NULL, "%s", error->message);
  else
    return TRUE;
  return FALSE;
}

/* What is a formula has its value once it is elaborated: the drawing then shows where it lies. */
static void
check_value (HdValidation *self,
             const HdSetting *setting,
             HdQuantity from,
             HdQuantity to)
{
  const HdObject *knob = get_knob (self);
  const char *text = setting->text != NULL ? setting->text : setting->otherwise;
  HdDimension dimension;
  HdQuantity value;
  gboolean is_known = text != NULL && hd_quantity_parse (text, &value, NULL);

  if (is_known)
    dimension = value.dimension;
  else if (setting->unit == NULL || !hd_unit_parse (setting->unit, &dimension, NULL, NULL))
    return;
  if (!hd_dimension_equal (dimension, from.dimension))
    {
      g_autofree char *wanted = hd_dimension_to_string (dimension);

      hd_validation_report (self, HD_PROBLEM_DIMENSION, HD_SEVERITY_WARNING, "from", NULL, _("It is of another dimension than what “%s” is: %s."),
                            hd_object_get (knob, "of"), wanted);
    }
  else if (is_known && (value.value < MIN (from.value, to.value) || value.value > MAX (from.value, to.value)))
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, NULL, NULL, _("“%s” is %s, which lies outside of the knob: from %s to %s."),
                          hd_object_get (knob, "of"), text, hd_object_get (knob, "from"), hd_object_get (knob, "to"));
}

static void
check_ends (HdValidation *self,
            const HdSetting *setting)
{
  const HdObject *knob = get_knob (self);
  HdQuantity from, to;

  if (!read_end (self, "from", &from) || !read_end (self, "to", &to))
    return;
  if (!hd_dimension_equal (from.dimension, to.dimension))
    hd_validation_report (self, HD_PROBLEM_DIMENSION, HD_SEVERITY_WARNING, "to", NULL, _("It is of another dimension than “%s”."),
                          hd_object_get (knob, "from"));
  else if (from.value == to.value)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, "to", NULL, _("Both ends of the knob are the same, so that it turns nothing."));
  else if (g_strcmp0 (hd_object_get (knob, "scale"), "logarithmic") == 0 && !(from.value > 0 && to.value > 0))
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, "scale", NULL, _("A logarithmic scale needs values above 0, not from “%s” to “%s”"),
                          hd_object_get (knob, "from"), hd_object_get (knob, "to"));
  else if (MIN (from.value, to.value) < setting->minimum || MAX (from.value, to.value) > setting->maximum)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, NULL, NULL, _("The knob goes from %s to %s, which is more than “%s” permits."),
                          hd_object_get (knob, "from"), hd_object_get (knob, "to"), hd_object_get (knob, "of"));
  else
    check_value (self, setting, from, to);
}

void
hd_validate_knob (HdValidation *self)
{
  const char *of = hd_object_get (get_knob (self), "of");
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = of != NULL ? hd_address_parse (of, &error) : NULL;
  g_auto (HdSetting) setting = { NULL };

  if (of == NULL)
    return; /* which is told already */
  if (address == NULL || !hd_setting_init (&setting, self->root, self->catalog, address, &error))
    hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_WARNING, "of", NULL, "%s", error->message);
  else if (setting.words == NULL)
    check_ends (self, &setting);
}
