/* drawing-components.c: components of any types
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-components.h"

#include "drawing-links.h"
#include "drawing-values.h"

static const HdComponentType *
choose_type (Sketch *self,
             char **out_name)
{
  const HdLibrary *library = hd_catalog_get_library (self->catalog, sketch_choose (self, hd_catalog_get_n_libraries (self->catalog)));
  guint n = 0;

  while (library->types[n] != NULL)
    n++;
  n = sketch_choose (self, n);
  *out_name = g_strdup_printf ("%s.%s", library->name, library->types[n]->id);
  return library->types[n];
}

void
sketch_add_component (Sketch *self)
{
  static const guint counts[] = { 0, 0, 0, 1, 2, 3, 4 };
  guint count = counts[sketch_choose (self, G_N_ELEMENTS (counts))], number = self->n_components++;
  g_autofree char *name = NULL;
  const HdComponentType *type = choose_type (self, &name);

  sketch_add (self, "    <component id=\"c%u\" type=\"%s\"", number, name);
  if (count > 0)
    sketch_add (self, " count=\"%u\"", count);
  for (const HdParameter *parameter = type->parameters; parameter->key != NULL; parameter++)
    if (parameter->kind == HD_PARAMETER_INTEGER && count > 0 && sketch_by_chance (self, 4))
      sketch_add (self, " %s=\"c%u + %.0f\"", parameter->key, number, parameter->minimum + sketch_choose (self, 3));
    else if (parameter->default_text == NULL || sketch_by_chance (self, 4))
      {
        g_autofree char *value = sketch_choose_value (self, parameter, FALSE);

        sketch_add_attribute (self, parameter->key, value);
      }
  if (sketch_by_chance (self, 8))
    sketch_add (self, " partition=\"%u\"", sketch_choose (self, 3));
  sketch_add (self, "/>\n");
  for (guint i = 0; i < MAX (count, 1); i++)
    {
      g_autofree char *place = count > 0 ? g_strdup_printf ("c%u[%u]", number, i) : g_strdup_printf ("c%u", number);

      sketch_add_ends (self, type, place);
      g_ptr_array_add (self->places, g_steal_pointer (&place));
    }
}
