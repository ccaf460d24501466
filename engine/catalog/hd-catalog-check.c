/* hd-catalog-check.c: whether a library's descriptors make sense
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-catalog"

#include "hd-catalog-private.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_FILE_NAME 64
#define KNOWN_TRAITS ((guint64) (HD_TRAIT_NIC | HD_TRAIT_COLLECTIVES))
#define MOST_LANES 4096 /* of one kind */

typedef struct
{
  const HdLibrary *library;
  const HdComponentType *type; /* NULL while the library itself is checked */
  GError **error;
} Check;

static gboolean fail (const Check *check,
                      const char *format,
                      ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (const Check *check,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (check->type != NULL)
    g_set_error (check->error, HD_ERROR, HD_ERROR_LIBRARY, _("The library “%s” is faulty: %s.%s: %s."),
                 check->library->name, check->library->name, check->type->id != NULL ? check->type->id : "?", message);
  else
    g_set_error (check->error, HD_ERROR, HD_ERROR_LIBRARY, _("The library “%s” is faulty: %s."), check->library->name, message);
  return FALSE;
}

/* Lower case letters, digits and dashes, a letter first: what a document can name. */
static gboolean
is_id (const char *text)
{
  if (text == NULL || !g_ascii_islower (text[0]))
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_islower (*p) && !g_ascii_isdigit (*p) && *p != '-')
      return FALSE;
  return TRUE;
}

static gboolean
check_name (const Check *check,
            const char *kind,
            const char *name,
            GHashTable *seen)
{
  if (!is_id (name))
    return fail (check, _("%s “%s”: a name is lower case letters, digits and dashes"), kind, name != NULL ? name : "");
  if (!g_hash_table_add (seen, (gpointer) name))
    return fail (check, _("%s “%s” is there twice"), kind, name);
  return TRUE;
}

static gboolean
check_text (const Check *check,
            const char *owner,
            const char *field,
            const char *text)
{
  if (text != NULL && *text != '\0' && g_utf8_validate (text, -1, NULL))
    return TRUE;
  return fail (check, _("“%s” has no %s"), owner, field);
}

/* ---- parameters ------------------------------------------------------------------------------------------------- */

static gboolean
check_choices (const Check *check,
               const HdParameter *parameter)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  if (parameter->choices == NULL || parameter->choices[0] == NULL)
    return fail (check, _("parameter “%s” has no choices"), parameter->key);
  for (guint i = 0; parameter->choices[i] != NULL; i++)
    if (!g_hash_table_add (seen, (gpointer) parameter->choices[i]))
      return fail (check, _("parameter “%s” has the choice “%s” twice"), parameter->key, parameter->choices[i]);
  return TRUE;
}

static gboolean
check_ranges (const Check *check,
              const HdParameter *parameter)
{
  double minimum, maximum;

  hd_parameter_get_range (parameter, &minimum, &maximum);
  if (!(minimum <= maximum))
    return fail (check, _("the range of parameter “%s” is empty"), parameter->key);
  if (parameter->pleasant_maximum != 0 &&
      !(minimum <= parameter->pleasant_minimum && parameter->pleasant_minimum <= parameter->pleasant_maximum &&
        parameter->pleasant_maximum <= maximum))
    return fail (check, _("the pleasant range of parameter “%s” does not lie in its range"), parameter->key);
  return TRUE;
}

static gboolean
check_value (const Check *check,
             const HdParameter *parameter,
             const char *text)
{
  g_autoptr (GError) error = NULL;
  HdQuantity value;

  if (hd_parameter_parse (parameter, text, &value, &error))
    return TRUE;
  return fail (check, _("the value “%s” is not permitted: %s"), text, error->message);
}

/* What a block reads is not what is edited in a window. */
static gboolean
check_form (const Check *check,
            const HdParameter *parameter)
{
  const HdForm *form = check->type != NULL ? check->type->forms : NULL;

  if (parameter->kind != HD_PARAMETER_TEXT || check->type == NULL || check->type->block != NULL)
    return fail (check, _("parameter “%s” names no file, but has the form “%s”"), parameter->key, parameter->form);
  while (form->name != NULL && strcmp (form->name, parameter->form) != 0)
    form++;
  if (form->name == NULL || form->between == NULL)
    return fail (check, _("parameter “%s” has the form “%s”, which is none whose fields stand in their order"), parameter->key, parameter->form);
  return TRUE;
}

static gboolean
check_parameter (const Check *check,
                 const HdParameter *parameter)
{
  g_autoptr (GError) error = NULL;
  HdDimension dimension;

  if (!check_text (check, parameter->key, "title", parameter->title) ||
      !check_text (check, parameter->key, "help", parameter->help))
    return FALSE;
  if ((guint) parameter->kind > HD_PARAMETER_FLAG)
    return fail (check, _("parameter “%s” is of an unknown kind"), parameter->key);
  if (parameter->unit != NULL && !hd_unit_parse (parameter->unit, &dimension, NULL, &error))
    return fail (check, _("parameter “%s”: %s"), parameter->key, error->message);
  if (parameter->kind == HD_PARAMETER_CHOICE && !check_choices (check, parameter))
    return FALSE;
  if (!check_ranges (check, parameter))
    return FALSE;
  if (parameter->form != NULL && !check_form (check, parameter))
    return FALSE;
  return parameter->default_text == NULL || check_value (check, parameter, parameter->default_text);
}

/* By property: the unit of the parameter; NULL: a choice, or a text. */
static const char *const property_units[HD_N_PROPERTIES] = {
  [HD_PROPERTY_NONE] = "",
  [HD_PROPERTY_FP32_RATE] = "FLOP/s",
  [HD_PROPERTY_FP16_RATE] = "FLOP/s",
  [HD_PROPERTY_LOCAL_CAPACITY] = "B",
  [HD_PROPERTY_LOCAL_BANDWIDTH] = "B/s",
  [HD_PROPERTY_CAPACITY] = "B",
  [HD_PROPERTY_BANDWIDTH] = "B/s",
  [HD_PROPERTY_LATENCY] = "s",
  [HD_PROPERTY_SLOTS] = "",
  [HD_PROPERTY_TREE_ENTRIES] = "",
  [HD_PROPERTY_TREE_DEGREE] = "",
  [HD_PROPERTY_MATCH_TIME] = "s",
  [HD_PROPERTY_STORE_TIME] = "s/B",
  [HD_PROPERTY_REDUCE_TIME] = "s/B",
  [HD_PROPERTY_SEND_OVERHEAD] = "s",
  [HD_PROPERTY_RECEIVE_OVERHEAD] = "s",
  [HD_PROPERTY_MESSAGE_GAP] = "s",
  [HD_PROPERTY_COLLECTIVE_START] = "s",
  [HD_PROPERTY_VIRTUAL_CHANNELS] = "",
  [HD_PROPERTY_INPUT_BUFFER] = "",
  [HD_PROPERTY_OUTPUT_BUFFER] = "",
  [HD_PROPERTY_STAGES] = "",
  [HD_PROPERTY_CLOCK] = "Hz",
  [HD_PROPERTY_PARALLEL] = "",
};

static gboolean
check_property (const Check *check,
                const HdParameter *parameter)
{
  const HdParameter *first;

  if (parameter->property == HD_PROPERTY_NONE)
    return TRUE;
  if ((guint) parameter->property >= HD_N_PROPERTIES)
    return fail (check, _("parameter “%s” has a property that this Heddle does not know"), parameter->key);
  first = hd_component_type_find_property (check->type, parameter->property, NULL);
  if (first != parameter && parameter->property != HD_PROPERTY_PARALLEL)
    return fail (check, _("the parameters “%s” and “%s” have the same property"), first->key, parameter->key);
  if (parameter->property == HD_PROPERTY_PROGRAM || parameter->property == HD_PROPERTY_ARGUMENTS || parameter->property == HD_PROPERTY_LINES
      || parameter->property == HD_PROPERTY_CAPTURE)
    return parameter->kind == HD_PARAMETER_TEXT || fail (check, _("parameter “%s” has a property that needs a text"), parameter->key);
  if (parameter->property == HD_PROPERTY_LOG)
    return parameter->kind == HD_PARAMETER_FLAG || fail (check, _("parameter “%s” has a property that needs a flag"), parameter->key);
  if (property_units[parameter->property] == NULL)
    return parameter->kind == HD_PARAMETER_CHOICE || fail (check, _("parameter “%s” has a property that needs a choice"), parameter->key);
  if ((parameter->kind == HD_PARAMETER_QUANTITY || parameter->kind == HD_PARAMETER_INTEGER)
      && g_strcmp0 (parameter->unit, property_units[parameter->property]) == 0)
    return TRUE;
  return fail (check, _("parameter “%s” has a property that needs a number in “%s”"), parameter->key, property_units[parameter->property]);
}

static gboolean
check_parameters (const Check *check)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (const HdParameter *parameter = check->type->parameters; parameter->key != NULL; parameter++)
    if (!check_name (check, _("parameter"), parameter->key, seen) || !check_parameter (check, parameter) || !check_property (check, parameter))
      return FALSE;
  return TRUE;
}

static gboolean
check_preset (const Check *check,
              const HdPreset *preset)
{
  const HdParameter *model = hd_component_type_find_parameter (check->type, "model", NULL);

  if (model == NULL || model->kind != HD_PARAMETER_CHOICE ||
      !g_strv_contains (model->choices, preset->name))
    return fail (check, _("preset “%s” is not a choice of a parameter “model”"), preset->name);

  for (guint i = 0; preset->values != NULL && preset->values[i] != NULL; i += 2)
    {
      const HdParameter *parameter = hd_component_type_find_parameter (check->type, preset->values[i], NULL);

      if (parameter == NULL || preset->values[i + 1] == NULL)
        return fail (check, _("preset “%s” sets “%s”, which is not a parameter"), preset->name, preset->values[i]);
      if (!check_value (check, parameter, preset->values[i + 1]))
        return FALSE;
    }
  return TRUE;
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

static gboolean
check_ports_and_probes (const Check *check)
{
  g_autoptr (GHashTable) ports = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) probes = g_hash_table_new (g_str_hash, g_str_equal);
  HdDimension dimension;

  for (const HdPort *port = check->type->ports; port->name != NULL; port++)
    if (!check_name (check, _("port"), port->name, ports) ||
        !check_text (check, port->name, "title", port->title) ||
        !check_text (check, port->name, "protocol", port->protocol))
      return FALSE;
    else if (port->maximum_links < 0)
      return fail (check, _("port “%s” takes a negative number of links"), port->name);
    else if (port->numbered && (port->indexed || port->maximum_links == 1 || port->maximum_links > HD_MAXIMUM_LINKS))
      return fail (check, _("port “%s” numbers its links: it takes several, at most %d, and has no index"), port->name, HD_MAXIMUM_LINKS);

  for (const HdProbe *probe = check->type->probes; probe->name != NULL; probe++)
    if (!check_name (check, _("probe"), probe->name, probes) ||
        !check_text (check, probe->name, "title", probe->title))
      return FALSE;
    else if (probe->unit == NULL ||
             (strcmp (probe->unit, "%") != 0 && !hd_unit_parse (probe->unit, &dimension, NULL, NULL)))
      return fail (check, _("probe “%s” has an unknown unit"), probe->name);
    else if ((guint) probe->summary > HD_SUMMARY_MAXIMUM)
      return fail (check, _("probe “%s” has an unknown summary"), probe->name);
    else if (probe->level_title != NULL && (!check_text (check, probe->name, "level_title", probe->level_title) || !isfinite (probe->level)))
      return fail (check, _("probe “%s” has a level without a value"), probe->name);
  return TRUE;
}

static gboolean
check_lanes (const Check *check)
{
  const HdComponentType *type = check->type;
  g_autoptr (GHashTable) lanes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) activities = g_hash_table_new (g_str_hash, g_str_equal);

  for (const HdLane *lane = type->lanes; lane->name != NULL; lane++)
    if (!check_name (check, _("lane"), lane->name, lanes) || !check_text (check, lane->name, "title", lane->title)
        || !check_text (check, lane->name, "help", lane->help))
      return FALSE;
    else if (lane->count > MOST_LANES)
      return fail (check, _("lane “%s” is there %u times; at most %u are permitted"), lane->name, lane->count, MOST_LANES);
  for (const HdActivity *activity = type->activities; activity->name != NULL; activity++)
    if (!check_name (check, _("activity"), activity->name, activities) || !check_text (check, activity->name, "title", activity->title))
      return FALSE;
    else if ((guint) activity->kind > HD_ACTIVITY_WAIT)
      return fail (check, _("activity “%s” is of an unknown kind"), activity->name);
  if (type->lanes[0].name != NULL && type->handlers == NULL && type->block == NULL)
    return fail (check, _("it has lanes, but does not act itself"));
  return TRUE;
}

/* A letter first, so that it is neither hidden nor a folder. */
static gboolean
is_file_name (const char *name)
{
  g_autofree char *without_dots = g_strdelimit (g_strdup (name), ".", '-');

  return is_id (without_dots) && strlen (name) <= MAX_FILE_NAME;
}

static gboolean
check_outputs (const Check *check)
{
  const HdComponentType *type = check->type;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (const HdOutput *output = type->outputs; output->name != NULL; output++)
    if (!is_file_name (output->name))
      return fail (check, _("output “%s”: a name of a file is lower case letters, digits, dashes and dots, a letter first, at most %d"), output->name,
                   MAX_FILE_NAME);
    else if (!g_hash_table_add (seen, (gpointer) output->name))
      return fail (check, _("%s “%s” is there twice"), _("output"), output->name);
    else if (!check_text (check, output->name, "title", output->title) || !check_text (check, output->name, "help", output->help))
      return FALSE;
    else if ((guint) output->kind >= HD_N_OUTPUT_KINDS)
      return fail (check, _("output “%s” is of kind %u, which this Heddle does not know"), output->name, output->kind);
    else if (output->maximum_bytes == 0 || output->maximum_bytes > HD_OUTPUT_MAXIMUM_BYTES)
      return fail (check, _("output “%s” may have %" PRIu64 " B; permitted are 1 to %" PRIu64), output->name, output->maximum_bytes,
                   HD_OUTPUT_MAXIMUM_BYTES);
  if (type->outputs[0].name != NULL && type->handlers == NULL && type->block == NULL)
    return fail (check, _("it has outputs, but does not act itself"));
  return TRUE;
}

static gboolean
check_block (const Check *check)
{
  const HdComponentType *type = check->type;
  const HdBlock *block = type->block;

  if ((check->library->capabilities & HD_CAPABILITY_BLOCKS) == 0)
    return fail (check, _("it is a block, but the library does not ask for blocks"));
  if (type->handlers != NULL)
    return fail (check, _("it has event handlers and is a block; it can be one of them"));
  if (block->create == NULL || block->tick == NULL)
    return fail (check, _("its block lacks create or tick"));
  if (block->clock >= hd_component_type_count_parameters (type) || g_strcmp0 (type->parameters[block->clock].unit, "Hz") != 0)
    return fail (check, _("the clock of its block is not a parameter in Hz"));
  for (const HdPort *port = type->ports; port->name != NULL; port++)
    if (port->maximum_links != 1 && !port->numbered)
      return fail (check, _("port “%s” of a block takes other than one link, and does not number them"), port->name);
  return TRUE;
}

static gboolean
check_type (const Check *check)
{
  const HdComponentType *type = check->type;

  if (!check_text (check, type->id, "title", type->title) ||
      !check_text (check, type->id, "category", type->category) ||
      !check_text (check, type->id, "symbol", type->symbol) ||
      !check_text (check, type->id, "help", type->help))
    return FALSE;
  if ((guint) type->role > HD_ROLE_SWITCH)
    return fail (check, _("its role is unknown"));
  if ((type->traits & ~KNOWN_TRAITS) != 0)
    return fail (check, _("its traits 0x%" PRIx64 " are unknown"), type->traits & ~KNOWN_TRAITS);
  if ((type->traits & HD_TRAIT_NIC) != 0 && type->role != HD_ROLE_SWITCH)
    return fail (check, _("it is a NIC, but has not the role of a switch"));
  if ((type->traits & HD_TRAIT_COLLECTIVES) != 0 && (type->handlers == NULL || type->handlers->deliver == NULL))
    return fail (check, _("it carries out collectives, but does not take part in the network"));
  if (type->handlers != NULL && (check->library->capabilities & HD_CAPABILITY_EVENTS) == 0)
    return fail (check, _("it has event handlers, but the library does not ask for events"));
  if (type->handlers != NULL && type->handlers->deliver != NULL && (check->library->capabilities & HD_CAPABILITY_NETWORK) == 0)
    return fail (check, _("it takes part in the network, but the library does not ask for the network"));
  if (hd_component_type_find_property (type, HD_PROPERTY_PROGRAM, NULL) != NULL && (check->library->capabilities & HD_CAPABILITY_PROGRAMS) == 0)
    return fail (check, _("it starts programs, but the library does not ask for programs"));
  if (hd_component_type_find_property (type, HD_PROPERTY_PROGRAM, NULL) != NULL && type->handlers == NULL)
    return fail (check, _("it starts programs, but has no event handlers"));
  if (!check_parameters (check) || !check_ports_and_probes (check) || !check_lanes (check) || !check_outputs (check))
    return FALSE;
  if (type->block != NULL && !check_block (check))
    return FALSE;
  for (const HdPreset *preset = type->presets; preset->name != NULL; preset++)
    if (!check_preset (check, preset))
      return FALSE;
  return TRUE;
}

gboolean
_hd_library_check (const HdLibrary *library,
                   GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Check check = { .library = library, .error = error };

  if (!is_id (library->name))
    return fail (&check, _("its name is not lower case letters, digits and dashes"));
  if (!check_text (&check, library->name, "title", library->title) ||
      !check_text (&check, library->name, "version", library->version))
    return FALSE;
  if (library->types[0] == NULL)
    return fail (&check, _("it has no component types"));

  for (guint i = 0; library->types[i] != NULL; i++)
    {
      check.type = NULL;
      if (!check_name (&check, _("component type"), library->types[i]->id, seen))
        return FALSE;
      check.type = library->types[i];
      if (!check_type (&check))
        return FALSE;
    }
  return TRUE;
}
