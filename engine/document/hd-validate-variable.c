/* hd-validate-variable.c: what the attributes of a variable say together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-validate-variable"

#include <math.h>
#include <string.h>

#include <heddle/hd-expression.h>

#include "hd-i18n.h"
#include "hd-legality.h"
#include "hd-pattern-parts.h"
#include "hd-validation.h"

/* Evaluates a constant bound without reporting it again. */
static gboolean
get_constant (const HdObject *object,
              const char *attribute,
              HdValue *out_value)
{
  const char *text = hd_object_get (object, attribute);
  g_autoptr (HdExpression) expression = text != NULL ? hd_expression_parse (text, NULL) : NULL;

  return expression != NULL && hd_expression_is_constant (expression) && hd_expression_evaluate (expression, NULL, NULL, out_value, NULL);
}

static void
check_bound (HdValidation *self,
             const HdValue *value,
             const char *attribute,
             int sign)
{
  const HdObject *object = self->chain[self->depth - 1];
  HdValue bound;

  if (!get_constant (object, attribute, &bound) || bound.kind != HD_VALUE_QUANTITY || value->kind != HD_VALUE_QUANTITY)
    return;
  if (!hd_dimension_equal (bound.quantity.dimension, value->quantity.dimension))
    hd_validation_report (self, HD_PROBLEM_DIMENSION, HD_SEVERITY_ERROR, attribute, NULL,
                          _("It is of another dimension than the value “%s”."), hd_object_get (object, "value"));
  else if ((value->quantity.value - bound.quantity.value) * sign < 0)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "value", NULL,
                          sign > 0 ? _("It must be at least %s.") : _("It must be at most %s."), hd_object_get (object, attribute));
}

static void
check_enumeration (HdValidation *self,
                   const char *text)
{
  const char *of = hd_object_get (self->chain[self->depth - 1], "of");
  HdValue value;

  if (of == NULL)
    {
      hd_validation_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, HD_SEVERITY_ERROR, "of", NULL,
                            _("An enumeration needs its words in the attribute “of”."));
      return;
    }
  g_auto (GStrv) words = hd_pattern_parts_split (of);
  const char *word = hd_legal_id (text) ? text : NULL;
  if (word == NULL && get_constant (self->chain[self->depth - 1], "value", &value) && value.kind == HD_VALUE_WORD)
    word = value.word;
  if (word == NULL || g_strv_contains ((const char *const *) words, word))
    return;
  hd_validation_report_choice (self, "value", word, (const char *const *) words);
}

void
hd_validate_variable (HdValidation *self)
{
  const HdObject *object = self->chain[self->depth - 1];
  const char *type = hd_object_get (object, "type");
  const char *text = hd_object_get (object, "value");
  HdValue value;

  if (text == NULL)
    return;
  if (g_strcmp0 (type, "enum") == 0)
    check_enumeration (self, text);
  else if (hd_legal_id (text) && strcmp (text, "true") != 0 && strcmp (text, "false") != 0 && strcmp (text, "inf") != 0)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "value", g_strdup (_("Add type=\"enum\" and list the words in “of”.")),
                          _("A word is only permitted in an enumeration."));
  else if (get_constant (object, "value", &value))
    {
      if (value.kind == HD_VALUE_QUANTITY && g_strcmp0 (type, "integer") == 0 &&
          (value.quantity.value != floor (value.quantity.value) || !hd_dimension_equal (value.quantity.dimension, HD_DIMENSION_NONE)))
        hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "value", NULL, _("It must be a whole number without a unit."));
      check_bound (self, &value, "minimum", 1);
      check_bound (self, &value, "maximum", -1);
    }
}
