/* heddle-resolved.c: what holds where nothing is written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-resolved.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"

#define DIGITS 4
#define N_COMPARED 256 /* objects; with more a page would wait for its placeholders */

static char *
dup_quantity (double value,
              HdDimension dimension)
{
  return hd_figure_format ((HdQuantity) { value, dimension }, DIGITS);
}

static char *
dup_time (HdTime time)
{
  return time == HD_TIME_MAX ? NULL : dup_quantity (hd_time_to_seconds (time), HD_DIMENSION_TIME);
}

static char *
dup_flag (gboolean flag)
{
  return g_strdup (flag ? "true" : "false");
}

static const char *
get_sharing (HdSharing sharing)
{
  return sharing == HD_SHARING_SHARED ? "shared" : "split";
}

/* ---- run settings ------------------------------------------------------------------------------------------------------------------ */

static char *
dup_of_run (HdDesign *design,
            const char *name)
{
  const HdRunSettings *run = design != NULL ? hd_design_get_run_settings (design) : hd_run_settings_get_defaults ();
  const HdRunSetting *setting = hd_run_settings_find (name);
  double value;

  if (setting == NULL)
    return NULL;
  value = hd_run_setting_get (setting, run);
  if (hd_run_setting_is_none (setting, run))
    return g_strdup (_(setting->none));
  switch (setting->parameter.kind)
    {
    case HD_PARAMETER_CHOICE:
      return g_strdup (setting->parameter.choices[(guint) value]);
    case HD_PARAMETER_FLAG:
      return dup_flag (value != 0);
    case HD_PARAMETER_INTEGER:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);
    case HD_PARAMETER_QUANTITY:
      return dup_quantity (value, hd_parameter_get_dimension (&setting->parameter));
    case HD_PARAMETER_TEXT:
    default:
      return NULL;
    }
}

/* ---- components ----------------------------------------------------------------------------------------------------------------- */

static const char *
find_in_preset (const HdPreset *preset,
                const char *key)
{
  for (guint i = 0; preset != NULL && preset->values[i] != NULL; i += 2)
    if (strcmp (preset->values[i], key) == 0)
      return preset->values[i + 1];
  return NULL;
}

/* What a router has if it has none of its own. */
static const char *const settings_of_properties[HD_N_PROPERTIES] = {
  [HD_PROPERTY_VIRTUAL_CHANNELS] = "virtual-channels",
  [HD_PROPERTY_INPUT_BUFFER] = "input-buffer",
  [HD_PROPERTY_OUTPUT_BUFFER] = "output-buffer",
  [HD_PROPERTY_CLOCK] = "clock",
};

/* The memory that elaboration found. */
static char *
dup_home (HdDesign *design,
          guint32 scope,
          const HdObject *object)
{
  guint32 node;

  if (design == NULL || scope == HD_NO_ID || hd_design_find_nodes (design, scope, hd_object_get_uid (object), &node) == 0 ||
      hd_design_get_nodes (design)[node].home == HD_NO_ID)
    return NULL;
  return hd_design_dup_node_path (design, hd_design_get_nodes (design)[node].home);
}

static char *
dup_of_component (HeddleSession *session,
                  const HdObject *object,
                  const HeddleField *field)
{
  HdCatalog *catalog = heddle_session_get_catalog (session);
  HdDesign *design = heddle_session_get_design (session);
  guint32 scope = heddle_session_get_scope (session), node;
  const char *name = hd_object_get (object, "type"), *model = hd_object_get (object, "model");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;
  const HdParameter *parameter, *models;
  const char *preset;
  guint index;

  if (strcmp (field->name, "home") == 0)
    return dup_home (design, scope, object);
  parameter = type != NULL ? hd_component_type_find_parameter (type, field->name, &index) : NULL;
  if (parameter == NULL)
    return NULL;
  if (settings_of_properties[parameter->property] != NULL && hd_object_get (object, field->name) == NULL)
    return dup_of_run (design, settings_of_properties[parameter->property]);
  models = hd_component_type_find_parameter (type, "model", NULL);
  if (model == NULL && models != NULL)
    model = models->default_text;
  preset = parameter != models && model != NULL ? find_in_preset (hd_component_type_find_preset (type, model), field->name) : NULL;
  if (preset == NULL && design != NULL && scope != HD_NO_ID && parameter->kind != HD_PARAMETER_FLAG &&
      hd_design_find_nodes (design, scope, hd_object_get_uid (object), &node) > 0 && hd_design_get_nodes (design)[node].type == type)
    return heddle_dup_parameter (design, node, parameter, index);
  return g_strdup (preset != NULL ? preset : parameter->default_text);
}

/* ---- links ---------------------------------------------------------------------------------------------------------------------- */

static char *
dup_of_link (HeddleSession *session,
             const HdObject *object,
             const HeddleField *field)
{
  HdDesign *design = heddle_session_get_design (session);
  guint32 scope = heddle_session_get_scope (session), first;
  const char *class_id = hd_object_get (object, "class");
  const HdObject *root = hd_document_get_root (heddle_session_get_document (session)), *link_class;

  if (design != NULL && scope != HD_NO_ID && hd_design_find_links (design, scope, hd_object_get_uid (object), &first) > 0)
    {
      const HdLink *link = &hd_design_get_links (design)[first];

      if (strcmp (field->name, "bandwidth") == 0)
        return dup_quantity (link->bandwidth, HD_DIMENSION_BYTE_RATE);
      if (strcmp (field->name, "latency") == 0)
        return dup_time (link->latency_ps);
      if (strcmp (field->name, "sharing") == 0)
        return g_strdup (get_sharing (link->sharing));
    }
  link_class = class_id != NULL ? hd_object_find_child (root, HD_OBJECT_LINK_CLASS, class_id) : NULL;
  return link_class != NULL ? g_strdup (hd_object_get (link_class, field->name)) : NULL;
}

static char *
dup_of_class (HdDesign *design,
              const HdObject *object,
              const HeddleField *field)
{
  for (guint i = 0; design != NULL && strcmp (field->name, "sharing") == 0 && i < hd_design_get_n_link_classes (design); i++)
    if (hd_design_get_link_class (design, i)->origin_uid == hd_object_get_uid (object))
      return g_strdup (get_sharing (hd_design_get_link_class (design, i)->sharing));
  return NULL;
}

/* ---- work -------------------------------------------------------------------------------------------------------------------------- */

/* The first algorithm that an operation has. */
static char *
dup_algorithm (const HdObject *object)
{
  const char *operation = hd_object_get (object, "operation");

  for (guint i = 0; i < hd_workload_algorithms_get_n (); i++)
    {
      HdWorkloadAlgorithm algorithm;

      hd_workload_algorithms_get (i, &algorithm);
      if (strcmp (algorithm.operation, operation != NULL ? operation : "all-reduce") == 0)
        return g_strdup (algorithm.algorithm);
    }
  return NULL;
}

/* ---- any --------------------------------------------------------------------------------------------------------------------------- */

static char *
dup_of_object (HeddleSession *session,
               const HdObject *object,
               const HeddleField *field)
{
  HdDesign *design = heddle_session_get_design (session);
  char *resolved = NULL;

  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      resolved = dup_of_component (session, object, field);
      break;

    case HD_OBJECT_LINK:
      resolved = dup_of_link (session, object, field);
      break;

    case HD_OBJECT_LINK_CLASS:
      resolved = dup_of_class (design, object, field);
      break;

    case HD_OBJECT_MODULE:
      resolved = strcmp (field->name, "symbol") == 0 ? g_strdup ("module") : NULL;
      break;

    case HD_OBJECT_WORKLOAD:
    case HD_OBJECT_VERTEX:
      resolved = strcmp (field->name, "algorithm") == 0 ? dup_algorithm (object) : NULL;
      break;

    case HD_OBJECT_VARIABLE:
      resolved = strcmp (field->name, "type") == 0 ? g_strdup ("quantity") : NULL;
      break;

    default:
      break;
    }
  if (resolved == NULL && field->kind == HD_FIELD_COUNT)
    return g_strdup ("1");
  return resolved != NULL ? resolved : g_strdup (field->parameter.default_text);
}

char *
heddle_dup_resolved (HeddleSubject *subject,
                     const HeddleField *field)
{
  HeddleSession *session = heddle_subject_get_session (subject);
  HdDocument *document = heddle_session_get_document (session);
  g_autofree char *shared = NULL;
  guint n = heddle_subject_get_n (subject);

  if (heddle_subject_get_kind (subject) == HD_OBJECT_RUN)
    return dup_of_run (heddle_session_get_design (session), field->name);
  if (n > N_COMPARED)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, heddle_subject_get_nth_uid (subject, i));
      char *resolved = object != NULL ? dup_of_object (session, object, field) : NULL;

      if (resolved == NULL || (shared != NULL && strcmp (resolved, shared) != 0))
        {
          g_free (resolved);
          return NULL;
        }
      g_free (shared);
      shared = resolved;
    }
  return g_steal_pointer (&shared);
}
