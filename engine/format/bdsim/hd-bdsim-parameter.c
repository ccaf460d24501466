/* hd-bdsim-parameter.c: BDSim's values of parameters
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-parser.h"

#include <string.h>

#include "hd-i18n.h"

static gboolean
read_default (HdBdsimParser *self,
              HdBdsimReader *reader,
              GMatchInfo *match)
{
  static const HdBdsimLoops no_loops = { 0 };
  g_autofree char *kind = g_match_info_fetch (match, 1);
  g_autofree char *key = g_match_info_fetch (match, 2);
  g_autofree char *text = g_match_info_fetch (match, 3);
  HdBdsimRenaming renaming = { .loops = &no_loops };
  const HdComponentType *type = hd_bdsim_parser_find_kind (self, reader, kind);
  const HdParameter *parameter = type != NULL ? hd_bdsim_parser_find_parameter (reader, type, kind, key) : NULL;
  char *value = parameter != NULL ? hd_bdsim_parser_read_value (self, reader, parameter, g_strstrip (text), &renaming) : NULL;

  g_free ((char *) renaming.unknown);
  if (value == NULL)
    return FALSE;
  g_array_append_val (self->assignments, ((HdBdsimAssignment){
    .owner = g_steal_pointer (&kind), .is_default = TRUE, .key = g_strdup (parameter->key), .text = value,
  }));
  return TRUE;
}

static gboolean
read_assignment (HdBdsimParser *self,
                 HdBdsimReader *reader,
                 const char *line,
                 const HdBdsimLoops *loops)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *subscripts = NULL;
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  HdBdsimRenaming renaming = { .loops = loops };
  HdBdsimBox box;
  const HdBdsimInstance *instance;
  const HdParameter *parameter;
  char *value;

  if (!g_regex_match (self->assign, line, 0, &match))
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("“%s” is not COMPONENT[INDEX].PARAMETER = VALUE"), line);
  name = g_match_info_fetch (match, 1);
  subscripts = g_match_info_fetch (match, 2);
  key = g_match_info_fetch (match, 3);
  text = g_match_info_fetch (match, 4);
  instance = hd_bdsim_parser_find_instance (self, reader, name);
  if (instance == NULL || !hd_bdsim_parser_read_box (reader, instance, subscripts, &renaming, &box))
    return FALSE;
  parameter = hd_bdsim_parser_find_parameter (reader, instance->type, instance->kind, key);
  value = parameter != NULL ? hd_bdsim_parser_read_value (self, reader, parameter, g_strstrip (text), &renaming) : NULL;
  g_free ((char *) renaming.unknown);
  if (value == NULL)
    return FALSE;
  g_array_append_val (self->assignments, ((HdBdsimAssignment){
    .owner = g_steal_pointer (&name), .key = g_strdup (parameter->key), .text = value, .condition = hd_bdsim_condition (instance, &box),
  }));
  return TRUE;
}

gboolean
hd_bdsim_parser_read_parameter_line (HdBdsimReader *reader,
                                     const char *text,
                                     const HdBdsimLoops *loops,
                                     gpointer data)
{
  HdBdsimParser *self = data;
  g_autoptr (GMatchInfo) match = NULL;
  g_auto (GStrv) parts = NULL;

  if (loops->n == 0 && g_regex_match (self->set_default, text, 0, &match))
    return read_default (self, reader, match);
  parts = g_strsplit (text, ";", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' && !read_assignment (self, reader, parts[i], loops))
      return FALSE;
  return TRUE;
}

static void
set_value (HdBdsimInstance *instance,
           const HdBdsimAssignment *assignment)
{
  HdBdsimValue *value = NULL;
  char *text;

  for (guint i = 0; i < instance->values->len && value == NULL; i++)
    if (strcmp (g_array_index (instance->values, HdBdsimValue, i).key, assignment->key) == 0)
      value = &g_array_index (instance->values, HdBdsimValue, i);
  if (value == NULL)
    {
      g_array_append_val (instance->values, ((HdBdsimValue){
        .key = g_strdup (assignment->key),
        .text = g_strdup (hd_component_type_find_parameter (instance->type, assignment->key, NULL)->default_text),
      }));
      value = &g_array_index (instance->values, HdBdsimValue, instance->values->len - 1);
    }
  if (assignment->condition == NULL)
    text = g_strdup (assignment->text);
  else
    text = g_strdup_printf ("if (%s, %s, %s)", assignment->condition, assignment->text, value->text);
  g_free (value->text);
  value->text = text;
}

void
hd_bdsim_parser_set_values (HdBdsimParser *self)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < self->assignments->len; a++)
      {
        const HdBdsimAssignment *assignment = &g_array_index (self->assignments, HdBdsimAssignment, a);

        if (assignment->is_default != (pass == 0))
          continue;
        if (!assignment->is_default)
          {
            set_value (g_hash_table_lookup (self->instances, assignment->owner), assignment);
            continue;
          }
        for (guint i = 0; i < self->text->instances->len; i++)
          {
            HdBdsimInstance *instance = self->text->instances->pdata[i];

            if (strcmp (instance->kind, assignment->owner) == 0)
              set_value (instance, assignment);
          }
      }
}
