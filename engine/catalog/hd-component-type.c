/* hd-component-type.c: questions to the descriptor of a component type
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-component-type"

#include <heddle/hd-catalog.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define SHOWN_DIGITS 6
#define WHOLE_DIGITS 16 /* that a double holds */
#define MAX_INDEX 65535 /* of a port in a message */

#define DEFINE_FIND(Type, function, array, field)                                     \
  const Type *function (const HdComponentType *type, const char *name, guint *out_index) \
  {                                                                                   \
    g_return_val_if_fail (type != NULL && name != NULL, NULL);                        \
                                                                                      \
    for (guint i = 0; type->array[i].field != NULL; i++)                              \
      if (strcmp (type->array[i].field, name) == 0)                                   \
        {                                                                             \
          if (out_index != NULL)                                                      \
            *out_index = i;                                                           \
          return &type->array[i];                                                     \
        }                                                                             \
    return NULL;                                                                      \
  }

DEFINE_FIND (HdParameter, hd_component_type_find_parameter, parameters, key)
DEFINE_FIND (HdPort, hd_component_type_find_port, ports, name)
DEFINE_FIND (HdProbe, hd_component_type_find_probe, probes, name)

const HdParameter *
hd_component_type_find_property (const HdComponentType *type,
                                 HdProperty property,
                                 guint *out_index)
{
  g_return_val_if_fail (type != NULL && property != HD_PROPERTY_NONE, NULL);

  for (guint i = 0; type->parameters[i].key != NULL; i++)
    if (type->parameters[i].property == property)
      {
        if (out_index != NULL)
          *out_index = i;
        return &type->parameters[i];
      }
  return NULL;
}

const HdLane *
hd_component_type_find_lane (const HdComponentType *type,
                             guint number,
                             guint *out_which)
{
  for (const HdLane *lane = type->lanes; lane->name != NULL; lane++)
    {
      guint n = MAX (lane->count, 1);

      if (number < n)
        {
          if (out_which != NULL)
            *out_which = number;
          return lane;
        }
      number -= n;
    }
  return NULL;
}

const HdPreset *
hd_component_type_find_preset (const HdComponentType *type,
                               const char *name)
{
  g_return_val_if_fail (type != NULL && name != NULL, NULL);

  for (const HdPreset *preset = type->presets; preset->name != NULL; preset++)
    if (strcmp (preset->name, name) == 0)
      return preset;
  return NULL;
}

guint
hd_component_type_count_parameters (const HdComponentType *type)
{
  guint n = 0;

  g_return_val_if_fail (type != NULL, 0);

  while (type->parameters[n].key != NULL)
    n++;
  return n;
}

guint32
hd_component_type_count_elements (const HdComponentType *type,
                                  const HdPort *port,
                                  const double *parameters)
{
  guint32 most = type->block != NULL || type->handlers != NULL ? MAX_INDEX + 1 : G_MAXINT32;
  g_autofree double *defaults = NULL;

  if (port->count == NULL)
    return most;
  if (parameters == NULL)
    {
      guint n = hd_component_type_count_parameters (type);

      defaults = g_new0 (double, n + 1);
      for (guint i = 0; i < n; i++)
        {
          HdQuantity value = { 0 };

          if (type->parameters[i].default_text != NULL && hd_parameter_parse (&type->parameters[i], type->parameters[i].default_text, &value, NULL))
            defaults[i] = value.value;
        }
    }
  return MIN (port->count (parameters != NULL ? parameters : defaults), most);
}

HdDimension
hd_parameter_get_dimension (const HdParameter *parameter)
{
  HdDimension dimension = HD_DIMENSION_NONE;

  g_return_val_if_fail (parameter != NULL, HD_DIMENSION_NONE);

  if (parameter->unit != NULL && !hd_unit_parse (parameter->unit, &dimension, NULL, NULL))
    return HD_DIMENSION_NONE;
  return dimension;
}

char *
hd_parameter_format (const HdParameter *parameter,
                     double value)
{
  HdQuantity quantity = { value, hd_parameter_get_dimension (parameter) };

  return hd_quantity_format (quantity, parameter->kind == HD_PARAMETER_INTEGER ? WHOLE_DIGITS : SHOWN_DIGITS);
}

gboolean
hd_parameter_get_range (const HdParameter *parameter,
                        double *out_minimum,
                        double *out_maximum)
{
  gboolean open_above, limited;

  g_return_val_if_fail (parameter != NULL, FALSE);

  open_above = parameter->maximum >= G_MAXDOUBLE || (parameter->maximum == 0 && parameter->minimum >= 0);
  limited = parameter->minimum != 0 || parameter->exclusive_minimum || parameter->maximum != 0;

  *out_minimum = limited ? parameter->minimum : -INFINITY;
  *out_maximum = open_above ? INFINITY : parameter->maximum;
  return limited;
}

static guint
count_choices (const HdParameter *parameter)
{
  guint n = 0;

  while (parameter->choices != NULL && parameter->choices[n] != NULL)
    n++;
  return n;
}

static gboolean
set_out_of_range (const HdParameter *parameter,
                  double value,
                  GError **error)
{
  double minimum, maximum;
  g_autofree char *value_text = hd_parameter_format (parameter, value);
  g_autofree char *minimum_text = NULL;
  g_autofree char *maximum_text = NULL;

  hd_parameter_get_range (parameter, &minimum, &maximum);
  minimum_text = hd_parameter_format (parameter, minimum);
  maximum_text = hd_parameter_format (parameter, maximum);

  if (isinf (maximum))
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                 parameter->exclusive_minimum ? _("“%s” is %s; it must be more than %s")
                                              : _("“%s” is %s; it must be at least %s"),
                 parameter->key, value_text, minimum_text);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                 parameter->exclusive_minimum ? _("“%s” is %s; it must be more than %s and at most %s")
                                              : _("“%s” is %s; it must be between %s and %s"),
                 parameter->key, value_text, minimum_text, maximum_text);
  return FALSE;
}

static gboolean
check_range (const HdParameter *parameter,
             HdQuantity value,
             GError **error)
{
  double x = value.value;
  double minimum, maximum;

  if (isinf (x) && !(x > 0 && parameter->allow_infinity))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” must not be infinite"), parameter->key);
      return FALSE;
    }
  if (isinf (x) || !hd_parameter_get_range (parameter, &minimum, &maximum))
    return TRUE;
  if (x < minimum || (parameter->exclusive_minimum && x == minimum) || x > maximum)
    return set_out_of_range (parameter, x, error);
  return TRUE;
}

static gboolean
check_dimension (const HdParameter *parameter,
                 HdQuantity value,
                 GError **error)
{
  HdDimension wanted = hd_parameter_get_dimension (parameter);
  g_autofree char *wanted_text = NULL;
  g_autofree char *value_text = NULL;

  if (hd_dimension_equal (value.dimension, wanted) ||
      (isinf (value.value) && hd_dimension_equal (value.dimension, HD_DIMENSION_NONE)))
    return TRUE;

  wanted_text = hd_dimension_to_string (wanted);
  value_text = hd_quantity_format (value, SHOWN_DIGITS);
  if (hd_dimension_equal (value.dimension, HD_DIMENSION_NONE))
    g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is %s without a unit; it must be in %s"),
                 parameter->key, value_text, wanted_text);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is %s; it must be in %s"), parameter->key, value_text, wanted_text);
  return FALSE;
}

gboolean
hd_parameter_check (const HdParameter *parameter,
                    HdQuantity value,
                    GError **error)
{
  g_autofree char *value_text = NULL;

  g_return_val_if_fail (parameter != NULL, FALSE);

  if (isnan (value.value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is not a number"), parameter->key);
      return FALSE;
    }

  switch (parameter->kind)
    {
    case HD_PARAMETER_QUANTITY:
      return check_dimension (parameter, value, error) && check_range (parameter, value, error);

    case HD_PARAMETER_INTEGER:
      if (!check_dimension (parameter, value, error))
        return FALSE;
      if (isfinite (value.value) && value.value != floor (value.value))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is %g; it must be a whole number"), parameter->key, value.value);
          return FALSE;
        }
      return check_range (parameter, value, error);

    case HD_PARAMETER_FLAG:
      if (hd_dimension_equal (value.dimension, HD_DIMENSION_NONE) && (value.value == 0 || value.value == 1))
        return TRUE;
      value_text = hd_quantity_format (value, SHOWN_DIGITS);
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is %s; it must be true or false"), parameter->key, value_text);
      return FALSE;

    case HD_PARAMETER_CHOICE:
      if (hd_dimension_equal (value.dimension, HD_DIMENSION_NONE) && value.value >= 0 &&
          value.value == floor (value.value) && value.value < count_choices (parameter))
        return TRUE;
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” must be one of its %u choices"), parameter->key,
                   count_choices (parameter));
      return FALSE;

    case HD_PARAMETER_TEXT:
    default:
      return TRUE;
    }
}

static gboolean
parse_choice (const HdParameter *parameter,
              const char *text,
              HdQuantity *out_value,
              GError **error)
{
  g_autofree char *list = NULL;

  for (guint i = 0; i < count_choices (parameter); i++)
    if (strcmp (parameter->choices[i], text) == 0)
      {
        *out_value = (HdQuantity){ .value = i };
        return TRUE;
      }

  list = parameter->choices != NULL ? g_strjoinv (", ", (char **) parameter->choices) : g_strdup ("");
  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is “%s”; it must be one of %s"), parameter->key, text, list);
  return FALSE;
}

gboolean
hd_parameter_parse (const HdParameter *parameter,
                    const char *text,
                    HdQuantity *out_value,
                    GError **error)
{
  HdQuantity value;

  g_return_val_if_fail (parameter != NULL && text != NULL && out_value != NULL, FALSE);

  if (parameter->kind == HD_PARAMETER_CHOICE)
    return parse_choice (parameter, text, out_value, error);

  if (parameter->kind == HD_PARAMETER_TEXT)
    value = (HdQuantity){ 0 };
  else if (parameter->kind == HD_PARAMETER_FLAG && (strcmp (text, "true") == 0 || strcmp (text, "false") == 0))
    value = (HdQuantity){ .value = text[0] == 't' };
  else if (!hd_quantity_parse (text, &value, error))
    return FALSE;

  if (!hd_parameter_check (parameter, value, error))
    return FALSE;
  *out_value = value;
  return TRUE;
}
