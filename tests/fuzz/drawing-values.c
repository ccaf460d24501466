/* drawing-values.c: values of parameters and fields, drawn from the tables that have them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-values.h"

#include <math.h>
#include <string.h>

#define MOST_BYTES 1048576.0

static double
choose_number (Sketch *self,
               double minimum,
               double maximum,
               gboolean is_open,
               gboolean is_whole,
               gboolean is_small)
{
  double low = isfinite (minimum) ? minimum + (is_open ? MIN (1, maximum / 4) : 0) : -2;
  double high = isfinite (maximum) ? maximum : 1e9;

  switch (sketch_choose (self, 8))
    {
    case 0:
      return low;
    case 1:
      return is_small ? MIN (low + 2, high) : high;
    case 2:
      return CLAMP (pow (2, sketch_choose (self, 20)), low, is_small ? MIN (low + 4, high) : high);
    case 3:
      return is_whole ? low : low + (MIN (high, low + 1) - low) / 3;
    case 4:
      return sketch_by_chance (self, 16) ? low - 1 : low;
    default:
      return MIN (low + sketch_choose (self, 6), high);
    }
}

static char *
dup_number (double value,
            const char *unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.12g", value);
  return unit != NULL && *unit != '\0' ? g_strdup_printf ("%s %s", buffer, unit) : g_strdup (buffer);
}

char *
sketch_choose_value (Sketch *self,
                     const HdParameter *parameter,
                     gboolean is_small)
{
  double minimum, maximum;
  guint n = 0;

  switch (parameter->kind)
    {
    case HD_PARAMETER_CHOICE:
      while (parameter->choices[n] != NULL)
        n++;
      return g_strdup (parameter->choices[sketch_choose (self, n)]);
    case HD_PARAMETER_FLAG:
      return g_strdup (sketch_by_chance (self, 2) ? "true" : "false");
    case HD_PARAMETER_TEXT:
      return g_strdup (sketch_by_chance (self, 8) ? "nothing.txt" : "");
    default:
      break;
    }
  if (parameter->allow_infinity && sketch_by_chance (self, 4))
    return g_strdup ("inf");
  /* Clocks that differ much leave most components no cycle. */
  if (parameter->default_text != NULL && sketch_choose (self, 8) >= (g_strcmp0 (parameter->unit, "Hz") == 0 ? 1 : 6))
    return g_strdup (parameter->default_text);
  hd_parameter_get_range (parameter, &minimum, &maximum);
  if (g_strcmp0 (parameter->unit, "B") == 0)
    maximum = MIN (maximum, MAX (minimum, MOST_BYTES));
  return dup_number (choose_number (self, minimum, maximum, parameter->exclusive_minimum, parameter->kind == HD_PARAMETER_INTEGER, is_small),
                     parameter->unit);
}

void
sketch_add_parameters (Sketch *self,
                       const HdParameter *parameters,
                       gboolean is_small)
{
  for (const HdParameter *parameter = parameters; parameter->key != NULL; parameter++)
    if (strcmp (parameter->key, "on") != 0 && (parameter->default_text == NULL || sketch_by_chance (self, 3)))
      {
        g_autofree char *value = sketch_choose_value (self, parameter, is_small);

        sketch_add_attribute (self, parameter->key, value);
      }
}

static char *
choose_place (Sketch *self)
{
  if (sketch_by_chance (self, 32))
    return g_strdup ("c0[7]");
  return g_strdup (g_ptr_array_index (self->places, sketch_choose (self, self->places->len)));
}

static char *
choose_field_value (Sketch *self,
                    const HdField *field)
{
  guint n = 0;

  switch (field->kind)
    {
    case HD_FIELD_CHOICE:
      while (field->choices[n] != NULL)
        n++;
      return g_strdup (field->choices[sketch_choose (self, n)]);
    case HD_FIELD_FLAG:
      return g_strdup (sketch_by_chance (self, 2) ? "true" : "false");
    case HD_FIELD_EXPRESSION:
      if (strcmp (field->unit, "s") == 0)
        return g_strdup_printf ("%u ns", 1 << sketch_choose (self, 12));
      return dup_number (MIN (choose_number (self, field->minimum, field->maximum, field->exclusive_minimum, field->integer, FALSE), MOST_BYTES),
                         field->unit);
    case HD_FIELD_PATTERN:
    case HD_FIELD_PATTERNS:
      return choose_place (self);
    default:
      return NULL;
    }
}

void
sketch_add_fields (Sketch *self,
                   HdObjectKind kind,
                   const char *const *left_out)
{
  for (const HdField *field = hd_schema_get_fields (kind); field->name != NULL; field++)
    if (!g_strv_contains (left_out, field->name) && (field->required || sketch_by_chance (self, 4)))
      {
        g_autofree char *value = choose_field_value (self, field);

        if (value != NULL)
          sketch_add_attribute (self, field->name, value);
      }
}

void
sketch_add_type (Sketch *self,
                 const char *name,
                 const char *const *left_out)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);

  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (!g_strv_contains (left_out, parameter->key) && sketch_by_chance (self, 8))
      {
        g_autofree char *value = sketch_choose_value (self, parameter, FALSE);

        sketch_add_attribute (self, parameter->key, value);
      }
}

void
sketch_add_probe (Sketch *self,
                  const char *name,
                  const char *place)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);
  guint n = 0;

  while (type->probes[n].name != NULL)
    n++;
  g_string_append_printf (self->probes, "<probe of=\"%s.%s\"/>", place, type->probes[sketch_choose (self, n)].name);
}
