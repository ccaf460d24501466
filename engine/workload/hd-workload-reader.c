/* hd-workload-reader.c: attributes of workload elements, checked against their table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-reader"

#include "hd-workload-reader.h"

#include <string.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-pattern.h"

void
hd_workload_reader_report (HdWorkloadReader *self,
                           HdProblemCode code,
                           const char *key,
                           const char *hint,
                           const char *format,
                           ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (self->problems,
                        hd_problem_new (code, HD_SEVERITY_ERROR, hd_element_get_text (self->element, "id"), self->element->origin_uid, key,
                                        hd_design_get_file (self->design), self->element->line, hint, "%s", message));
}

static const HdParameter *
find_parameter (HdWorkloadReader *self,
                const char *key)
{
  const HdParameter *parameter = self->parameters;

  while (strcmp (parameter->key, key) != 0)
    {
      parameter++;
      g_assert (parameter->key != NULL);
    }
  return parameter;
}

static void
report_missing (HdWorkloadReader *self,
                const HdParameter *parameter)
{
  hd_workload_reader_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, parameter->key, NULL, _("<%s> needs the attribute “%s”"),
                             self->element->element, parameter->key);
}

gboolean
hd_workload_reader_has (HdWorkloadReader *self,
                        const char *key)
{
  return hd_element_get (self->element, key) != NULL;
}

static double
get_default (HdWorkloadReader *self,
             const HdParameter *parameter)
{
  HdQuantity quantity;

  if (parameter->default_text == NULL)
    {
      report_missing (self, parameter);
      return 0;
    }
  if (!hd_quantity_parse (parameter->default_text, &quantity, NULL))
    g_assert_not_reached ();
  return quantity.value;
}

double
hd_workload_reader_get_number (HdWorkloadReader *self,
                               const char *key)
{
  const HdParameter *parameter = find_parameter (self, key);
  const HdValue *value = hd_element_get (self->element, key);
  g_autoptr (GError) error = NULL;

  if (value == NULL)
    return get_default (self, parameter);
  if (value->kind != HD_VALUE_QUANTITY)
    hd_workload_reader_report (self, HD_PROBLEM_VALUE, key, NULL, _("%s=\"%s\" is not a number"), key,
                               hd_element_get_text (self->element, key));
  else if (!hd_parameter_check (parameter, value->quantity, &error))
    hd_workload_reader_report (self,
                               g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION) ? HD_PROBLEM_DIMENSION : HD_PROBLEM_VALUE, key, NULL,
                               "%s", error->message);
  else
    return value->quantity.value;
  return 0;
}

guint
hd_workload_reader_get_choice (HdWorkloadReader *self,
                               const char *key)
{
  const HdParameter *parameter = find_parameter (self, key);
  const HdValue *value = hd_element_get (self->element, key);
  const char *word = parameter->default_text;
  g_autofree char *choices = NULL;

  if (value != NULL)
    word = value->kind == HD_VALUE_WORD ? value->word : hd_element_get_text (self->element, key);
  if (word == NULL)
    {
      report_missing (self, parameter);
      return 0;
    }
  for (guint i = 0; parameter->choices[i] != NULL; i++)
    if (strcmp (parameter->choices[i], word) == 0)
      return i;
  choices = g_strjoinv (", ", (char **) parameter->choices);
  hd_workload_reader_report (self, HD_PROBLEM_VALUE, key, NULL, _("%s=\"%s\" is none of %s"), key, word, choices);
  return 0;
}

gboolean
hd_workload_reader_get_flag (HdWorkloadReader *self,
                             const char *key)
{
  const HdValue *value = hd_element_get (self->element, key);
  const char *word = find_parameter (self, key)->default_text;

  if (value != NULL)
    {
      if (value->kind == HD_VALUE_QUANTITY)
        return value->quantity.value != 0;
      word = value->word;
    }
  if (strcmp (word, "true") != 0 && strcmp (word, "false") != 0)
    hd_workload_reader_report (self, HD_PROBLEM_VALUE, key, NULL, _("%s=\"%s\" is neither true nor false"), key, word);
  return strcmp (word, "true") == 0;
}

const char *
hd_workload_reader_get_text (HdWorkloadReader *self,
                             const char *key)
{
  const HdParameter *parameter = find_parameter (self, key);
  const HdValue *value = hd_element_get (self->element, key);

  if (value != NULL)
    return value->kind == HD_VALUE_WORD ? value->word : hd_element_get_text (self->element, key);
  if (parameter->default_text == NULL)
    report_missing (self, parameter);
  return parameter->default_text != NULL && *parameter->default_text == '\0' ? NULL : parameter->default_text;
}

guint32
hd_workload_reader_get_node (HdWorkloadReader *self,
                             const char *key)
{
  const char *path = hd_workload_reader_get_text (self, key);
  guint32 node = path != NULL ? hd_design_find_node (self->design, path) : HD_NO_ID;

  if (path != NULL && node == HD_NO_ID)
    hd_workload_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, key, NULL, _("There is no component %s"), path);
  return node;
}

/* Communicators by id, other nodes by address. */
static gboolean
append_members (HdWorkloadReader *self,
                const char *key,
                const char *text,
                GArray *members)
{
  const HdCommunicator *communicator = hd_design_find_communicator (self->design, text);
  g_autoptr (GArray) nodes = NULL;
  g_autoptr (GError) error = NULL;

  if (communicator != NULL)
    {
      g_array_append_vals (members, communicator->members, communicator->n_members);
      return TRUE;
    }
  nodes = hd_design_match_nodes (self->design, text, &error);
  if (nodes == NULL || nodes->len == 0)
    {
      hd_workload_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, key, error != NULL ? error->message : NULL,
                                 _("There is neither a communicator nor a component “%s”"), text);
      return FALSE;
    }
  g_array_append_vals (members, nodes->data, nodes->len);
  return TRUE;
}

guint32
hd_workload_reader_get_team (HdWorkloadReader *self,
                             HdWorkloadGraph *graph,
                             const char *key)
{
  const char *text = hd_workload_reader_get_text (self, key);
  g_autoptr (GPtrArray) parts = hd_pattern_split (text != NULL ? text : "");
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean good = TRUE;

  for (guint i = 0; good && i < parts->len; i++)
    good = append_members (self, key, g_ptr_array_index (parts, i), members);
  if (!good || parts->len == 0)
    return HD_NO_ID;
  return hd_workload_graph_add_team (graph, (const guint32 *) (void *) members->data, members->len);
}

guint32
hd_workload_reader_get_net (HdWorkloadReader *self,
                            HdWorkloadGraph *graph,
                            const char *key)
{
  const char *text = hd_workload_reader_get_text (self, key);
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (GStrv) ids = NULL;

  if (text == NULL)
    return HD_NO_ID;
  ids = g_strsplit_set (text, " ,", -1);
  for (char **id = ids; *id != NULL; id++)
    {
      guint32 link_class = 0;

      if (**id == '\0')
        continue;
      while (link_class < hd_design_get_n_link_classes (self->design) &&
             strcmp (hd_design_get_link_class (self->design, link_class)->id, *id) != 0)
        link_class++;
      if (link_class < hd_design_get_n_link_classes (self->design))
        g_array_append_val (classes, link_class);
      else
        hd_workload_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, key, NULL, _("There is no link class “%s”"), *id);
    }
  if (classes->len == 0)
    return HD_NO_ID;
  return hd_workload_graph_add_net (graph, (const guint32 *) (void *) classes->data, classes->len);
}

const HdCollective *
hd_workload_reader_get_algorithm (HdWorkloadReader *self)
{
  const char *operation = hd_workload_reader_get_text (self, "operation");
  const char *name = hd_workload_reader_get_text (self, "algorithm");
  const HdCollective *algorithm = operation != NULL ? hd_collective_find (operation, name) : NULL;
  g_autoptr (GString) known = NULL;

  if (operation == NULL || algorithm != NULL)
    return algorithm;
  known = g_string_new (NULL);
  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    g_string_append_printf (known, "%s%s (%s)", known->len > 0 ? ", " : "", (*all)->operation, (*all)->algorithm);
  hd_workload_reader_report (self, HD_PROBLEM_VALUE, name != NULL ? "algorithm" : "operation", NULL,
                             _("Operation “%s” with algorithm “%s” is none of %s"), operation, name != NULL ? name : "", known->str);
  return NULL;
}

void
hd_workload_reader_check_names (HdWorkloadReader *self,
                                const char *const *also)
{
  for (guint i = 0; i < self->element->n_attributes; i++)
    {
      const char *name = self->element->names[i];
      const HdParameter *parameter = self->parameters;

      while (parameter->key != NULL && strcmp (parameter->key, name) != 0)
        parameter++;
      if (parameter->key == NULL && !g_strv_contains (also, name))
        hd_problem_list_take (self->problems,
                              hd_problem_new (HD_PROBLEM_UNKNOWN_ATTRIBUTE, HD_SEVERITY_WARNING, NULL, self->element->origin_uid, name,
                                              hd_design_get_file (self->design), self->element->line, NULL, _("<%s> has no attribute “%s”; it is ignored"),
                                              self->element->element, name));
    }
}

char *
hd_workload_dup_path (HdDesign *design,
                      const char *file)
{
  const char *project = hd_design_get_file (design);
  g_autofree char *folder = project != NULL ? g_path_get_dirname (project) : g_strdup (".");

  return g_path_is_absolute (file) ? g_strdup (file) : g_build_filename (folder, file, NULL);
}
