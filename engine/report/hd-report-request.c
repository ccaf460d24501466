/* hd-report-request.c: what a run was asked for, from its result
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-request"

#include <heddle/hd-report.h>

#include <json-glib/json-glib.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-json-guard.h"

static JsonObject *
get_object (JsonObject *object,
            const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static char *
dup_text (JsonObject *object,
          const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? g_strdup (json_node_get_string (node)) : NULL;
}

/* %NULL if there is no such list, or anything in it is no string. */
static char **
dup_texts (JsonObject *object,
           const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonNode *node = json_object_get_member (object, name);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (element) || json_node_get_string (element) == NULL)
        return NULL;
      g_strv_builder_add (builder, json_node_get_string (element));
    }
  return array != NULL ? g_strv_builder_end (builder) : NULL;
}

gboolean
hd_report_load_request (const char *path,
                        char ***out_overrides,
                        char **out_sha256,
                        char **out_version,
                        GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  g_autofree char *hash = NULL, *version = NULL;
  g_auto (GStrv) overrides = NULL;
  gsize length;
  JsonNode *root;

  if (!g_file_get_contents (path, &text, &length, &reason))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, reason->message);
      return FALSE;
    }
  if (!hd_json_guard_check (text, length, &reason) || !json_parser_load_from_data (parser, text, (gssize) length, &reason))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, "%s: %s", path, reason->message);
      return FALSE;
    }
  root = json_parser_get_root (parser);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    {
      hash = dup_text (get_object (json_node_get_object (root), "project"), "sha256");
      overrides = dup_texts (json_node_get_object (root), "overrides");
      version = dup_text (json_node_get_object (root), "heddle");
    }
  if (hash == NULL || overrides == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no result of a run that says what it was asked for (project.sha256, overrides)"), path);
      return FALSE;
    }
  *out_overrides = g_steal_pointer (&overrides);
  *out_sha256 = g_steal_pointer (&hash);
  *out_version = version != NULL ? g_steal_pointer (&version) : g_strdup ("");
  return TRUE;
}
