/* hd-describe.c: what the descriptors say, as plain text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-describe"

#include "hd-describe.h"

#include <heddle/hd-catalog.h>

#include <math.h>
#include <string.h>

#include "hd-i18n.h"

static const char *
role_name (HdRole role)
{
  switch (role)
    {
    case HD_ROLE_ENDPOINT:
      return _("endpoint: runs work");
    case HD_ROLE_MEMORY:
      return _("memory: holds data");
    case HD_ROLE_SWITCH:
    default:
      return _("switch: forwards only");
    }
}

void
_hd_describe_padded (GString *text,
                     const char *word,
                     guint width)
{
  glong length = g_utf8_strlen (word, -1);

  g_string_append (text, word);
  for (glong i = length; i < (glong) width; i++)
    g_string_append_c (text, ' ');
}

/* ---- all types -------------------------------------------------------------------------------------------------- */

static char *
describe_all (HdCatalog *self)
{
  GString *text = g_string_new (NULL);
  guint width = 0;

  for (guint i = 0; i < hd_catalog_get_n_libraries (self); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (self, i);

      for (guint j = 0; library->types[j] != NULL; j++)
        width = MAX (width, (guint) (strlen (library->name) + strlen (library->types[j]->id)) + 1);
    }

  for (guint i = 0; i < hd_catalog_get_n_libraries (self); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (self, i);

      g_string_append_printf (text, "%s%s %s, %s\n", i > 0 ? "\n" : "", library->name, library->version,
                              hd_catalog_translate (self, library->types[0], library->title));
      for (guint j = 0; library->types[j] != NULL; j++)
        {
          const HdComponentType *type = library->types[j];
          g_autofree char *name = g_strdup_printf ("%s.%s", library->name, type->id);

          g_string_append (text, "  ");
          _hd_describe_padded (text, name, width + 2);
          g_string_append_printf (text, "%s\n", hd_catalog_translate (self, type, type->help));
        }
    }
  return g_string_free (text, FALSE);
}

/* ---- one type --------------------------------------------------------------------------------------------------- */

static void
append_parameter_range (GString *text,
                        const HdParameter *parameter)
{
  double low_end, high_end;
  g_autofree char *minimum = NULL;
  g_autofree char *maximum = NULL;

  if (!hd_parameter_get_range (parameter, &low_end, &high_end))
    return;
  minimum = hd_parameter_format (parameter, low_end);
  maximum = hd_parameter_format (parameter, high_end);
  g_string_append (text, "      ");
  if (isinf (high_end))
    g_string_append_printf (text, parameter->exclusive_minimum ? _("more than %s") : _("at least %s"), minimum);
  else
    g_string_append_printf (text, parameter->exclusive_minimum ? _("more than %s, up to %s") : _("%s to %s"), minimum, maximum);
  if (parameter->pleasant_maximum != 0)
    {
      g_autofree char *low = hd_parameter_format (parameter, parameter->pleasant_minimum);
      g_autofree char *high = hd_parameter_format (parameter, parameter->pleasant_maximum);

      g_string_append_printf (text, _("; usually %s to %s"), low, high);
    }
  if (parameter->allow_infinity)
    g_string_append (text, _("; may be inf"));
  g_string_append_c (text, '\n');
}

static void
append_parameter_kind (GString *text,
                       const HdParameter *parameter)
{
  g_autofree char *choices = NULL;

  switch (parameter->kind)
    {
    case HD_PARAMETER_QUANTITY:
      if (parameter->unit != NULL && *parameter->unit != '\0')
        g_string_append_printf (text, _("quantity in %s"), parameter->unit);
      else
        g_string_append (text, _("number"));
      break;
    case HD_PARAMETER_INTEGER:
      g_string_append (text, _("whole number"));
      break;
    case HD_PARAMETER_CHOICE:
      choices = g_strjoinv (", ", (char **) parameter->choices);
      g_string_append_printf (text, _("one of %s"), choices);
      break;
    case HD_PARAMETER_FLAG:
      g_string_append (text, _("true or false"));
      break;
    case HD_PARAMETER_TEXT:
    default:
      g_string_append (text, _("text"));
      break;
    }
  if (parameter->default_text == NULL)
    g_string_append (text, _(", must be given"));
  else if (*parameter->default_text == '\0')
    g_string_append (text, _(", may be left out"));
  else
    g_string_append_printf (text, _(", default %s"), parameter->default_text);
}

void
_hd_describe_parameter (GString *text,
                        const HdParameter *parameter,
                        HdDescribeTranslate translate,
                        gpointer user_data)
{
  g_string_append_printf (text, "  %s: ", parameter->key);
  append_parameter_kind (text, parameter);
  g_string_append_printf (text, "\n      %s\n", translate (user_data, parameter->help));
  append_parameter_range (text, parameter);
  if (parameter->source != NULL)
    g_string_append_printf (text, _("      Source: %s\n"), translate (user_data, parameter->source));
}

void
_hd_describe_parameters (GString *text,
                         const HdParameter *parameters,
                         HdDescribeTranslate translate,
                         gpointer user_data)
{
  if (parameters[0].key == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Parameters"));
  for (const HdParameter *parameter = parameters; parameter->key != NULL; parameter++)
    _hd_describe_parameter (text, parameter, translate, user_data);
}

/* A type and the catalogue that knows its library's language. */
typedef struct
{
  HdCatalog *catalog;
  const HdComponentType *type;
} Speaker;

static const char *
translate_for_type (gpointer user_data,
                    const char *text)
{
  const Speaker *speaker = user_data;

  return hd_catalog_translate (speaker->catalog, speaker->type, text);
}

static void
append_presets (GString *text,
                HdCatalog *self,
                const HdComponentType *type)
{
  if (type->presets[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Models"));
  for (const HdPreset *preset = type->presets; preset->name != NULL; preset++)
    {
      g_string_append_printf (text, "  %s: %s\n      ", preset->name, hd_catalog_translate (self, type, preset->title));
      for (guint i = 0; preset->values[i] != NULL; i += 2)
        g_string_append_printf (text, "%s%s = %s", i > 0 ? ", " : "", preset->values[i], preset->values[i + 1]);
      g_string_append_c (text, '\n');
      if (preset->source != NULL)
        g_string_append_printf (text, _("      Source: %s\n"), hd_catalog_translate (self, type, preset->source));
    }
}

static void
append_ports (GString *text,
              HdCatalog *self,
              const HdComponentType *type)
{
  if (type->ports[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Ports"));
  for (const HdPort *port = type->ports; port->name != NULL; port++)
    {
      g_string_append_printf (text, "  %s%s: ", port->name, port->indexed ? "[]" : "");
      if (strcmp (port->protocol, "*") == 0)
        g_string_append (text, _("any protocol"));
      else
        g_string_append_printf (text, _("protocol %s"), port->protocol);
      if (port->maximum_links > 0)
        g_string_append_printf (text, g_dngettext (HD_GETTEXT_DOMAIN, ", %d link", ", %d links", (gulong) port->maximum_links),
                                port->maximum_links);
      if (port->indexed)
        g_string_append (text, _(" each"));
      if (port->numbered)
        g_string_append (text, _(", told apart by their numbers"));
      if (port->count != NULL)
        g_string_append_printf (text, _(", up to %s[%u] with the default values"), port->name,
                                hd_component_type_count_elements (type, port, NULL) - 1);
      if (port->mandatory)
        g_string_append (text, _(", must be linked"));
      g_string_append_c (text, '\n');
      if (port->help != NULL)
        g_string_append_printf (text, "      %s\n", hd_catalog_translate (self, type, port->help));
    }
}

static void
append_probes (GString *text,
               HdCatalog *self,
               const HdComponentType *type)
{
  if (type->probes[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Probes"));
  for (const HdProbe *probe = type->probes; probe->name != NULL; probe++)
    {
      g_string_append_printf (text, "  %s", probe->name);
      if (*probe->unit != '\0')
        g_string_append_printf (text, " (%s)", probe->unit);
      if (probe->help != NULL)
        g_string_append_printf (text, ": %s", hd_catalog_translate (self, type, probe->help));
      g_string_append_c (text, '\n');
    }
}

static void
append_lanes (GString *text,
              HdCatalog *self,
              const HdComponentType *type)
{
  if (type->lanes[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Lanes of the timeline"));
  for (const HdLane *lane = type->lanes; lane->name != NULL; lane++)
    {
      g_string_append_printf (text, "  %s: %s\n", lane->name, hd_catalog_translate (self, type, lane->help));
      if (lane->count > 0)
        g_string_append_printf (text, "      %s\n", _("As many as its parameters say, numbered from 0 on"));
      if (lane->is_detailed)
        g_string_append_printf (text, "      %s\n", _("Of components that run:trace names"));
    }
  g_string_append_printf (text, "\n%s\n", _("Activities"));
  for (const HdActivity *activity = type->activities; activity->name != NULL; activity++)
    g_string_append_printf (text, "  %s: %s\n", activity->name, hd_catalog_translate (self, type, activity->title));
}

static void
append_outputs (GString *text,
                HdCatalog *self,
                const HdComponentType *type)
{
  if (type->outputs[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Files that it writes"));
  for (const HdOutput *output = type->outputs; output->name != NULL; output++)
    {
      g_autofree char *most = hd_quantity_format ((HdQuantity){ (double) output->maximum_bytes, HD_DIMENSION_BYTES }, 4);

      g_string_append_printf (text, _("  %s: %s At most %s.\n"), output->name, hd_catalog_translate (self, type, output->help), most);
    }
}

/* "  JobID: word 0, bits 0 to 7: which task" */
static void
append_field (GString *text,
              HdCatalog *self,
              const HdComponentType *type,
              const HdFormField *field)
{
  g_string_append_printf (text, "    %s: ", field->name);
  if (field->bits == 1)
    g_string_append_printf (text, _("word %u, bit %u: "), field->word, field->shift);
  else if (field->bits > 1)
    g_string_append_printf (text, _("word %u, bits %u to %u: "), field->word, field->shift, field->shift + field->bits - 1);
  g_string_append_printf (text, "%s\n", hd_catalog_translate (self, type, field->help));
}

static void
append_forms (GString *text,
              HdCatalog *self,
              const HdComponentType *type)
{
  if (type->forms[0].name == NULL)
    return;
  g_string_append_printf (text, "\n%s\n", _("Lines of its texts, and the bits that they stand for"));
  for (const HdForm *form = type->forms; form->name != NULL; form++)
    {
      g_string_append_printf (text, "  %s: %s\n", form->name, hd_catalog_translate (self, type, form->help));
      for (const HdFormField *field = form->fields; field->name != NULL; field++)
        append_field (text, self, type, field);
    }
}

static char *
describe_type (HdCatalog *self,
               const char *name,
               const HdComponentType *type)
{
  Speaker speaker = { self, type };
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s\n%s\n", name, hd_catalog_translate (self, type, type->title),
                          hd_catalog_translate (self, type, type->help));
  g_string_append_printf (text, _("Category: %s; %s\n"), hd_catalog_translate (self, type, type->category), role_name (type->role));
  if ((type->traits & HD_TRAIT_NIC) != 0)
    g_string_append (text, _("A NIC: processes send through it, and aggregation trees begin at it\n"));
  if (type->source != NULL)
    g_string_append_printf (text, _("Source: %s\n"), hd_catalog_translate (self, type, type->source));
  _hd_describe_parameters (text, type->parameters, translate_for_type, &speaker);
  append_presets (text, self, type);
  append_ports (text, self, type);
  append_probes (text, self, type);
  append_lanes (text, self, type);
  append_outputs (text, self, type);
  append_forms (text, self, type);
  return g_string_free (text, FALSE);
}

static char *
describe_library (HdCatalog *self,
                  const HdLibrary *library)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s, %s\n", library->name, library->version,
                          hd_catalog_translate (self, library->types[0], library->title));
  for (guint i = 0; library->types[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s.%s", library->name, library->types[i]->id);
      g_autofree char *description = describe_type (self, name, library->types[i]);

      g_string_append_printf (text, "\n%s", description);
    }
  return g_string_free (text, FALSE);
}

char *
hd_catalog_describe (HdCatalog *self,
                     const char *type_name)
{
  const HdComponentType *type;

  g_return_val_if_fail (HD_IS_CATALOG (self), NULL);

  if (type_name == NULL)
    return describe_all (self);
  type = hd_catalog_lookup (self, type_name);
  if (type != NULL)
    return describe_type (self, type_name, type);
  for (guint i = 0; i < hd_catalog_get_n_libraries (self); i++)
    if (strcmp (hd_catalog_get_library (self, i)->name, type_name) == 0)
      return describe_library (self, hd_catalog_get_library (self, i));
  return NULL;
}
