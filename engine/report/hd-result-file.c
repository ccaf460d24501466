/* hd-result-file.c: results as files, as the JSON report makes them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-result-file"

#include "hd-result-file.h"

#include <heddle/hd-error.h>
#include <heddle/hd-inputs.h>

#include "hd-i18n.h"
#include "hd-json-guard.h"

JsonParser *
hd_result_file_load (const char *path,
                     GError **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  gsize length;
  JsonNode *root;

  if (!g_file_get_contents (path, &text, &length, &reason))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, reason->message);
      return NULL;
    }
  parser = hd_json_guard_parse (text, length, &reason);
  if (parser == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, "%s: %s", path, reason->message);
      return NULL;
    }
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s: is no result of a run"), path);
      return NULL;
    }
  return g_steal_pointer (&parser);
}

JsonObject *
hd_result_file_get_root (JsonParser *parser)
{
  return json_node_get_object (json_parser_get_root (parser));
}

static JsonNode *
get_member (JsonObject *object,
            const char *name,
            JsonNodeType type)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS (node, type) ? node : NULL;
}

JsonObject *
hd_result_file_get_object (JsonObject *object,
                           const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_OBJECT);

  return node != NULL ? json_node_get_object (node) : NULL;
}

JsonArray *
hd_result_file_get_array (JsonObject *object,
                          const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_ARRAY);

  return node != NULL ? json_node_get_array (node) : NULL;
}

const char *
hd_result_file_get_text (JsonObject *object,
                         const char *name)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);

  return node != NULL ? json_node_get_string (node) : NULL;
}

gboolean
hd_result_file_get_number (JsonObject *object,
                           const char *name,
                           double *out_value)
{
  JsonNode *node = get_member (object, name, JSON_NODE_VALUE);
  GType type = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
    return FALSE;
  *out_value = json_node_get_double (node);
  return TRUE;
}

char **
hd_result_file_dup_texts (JsonObject *object,
                          const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonArray *array = hd_result_file_get_array (object, name);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (element) || json_node_get_string (element) == NULL)
        return NULL;
      g_strv_builder_add (builder, json_node_get_string (element));
    }
  return array != NULL ? g_strv_builder_end (builder) : NULL;
}

/* As hd_record_dup_inputs () has it. What says nothing, as results of older versions, has read nothing that is known. */
char *
hd_result_file_dup_inputs (JsonObject *root)
{
  JsonArray *inputs = hd_result_file_get_array (root, "inputs");
  GString *text = g_string_new (NULL);

  for (guint i = 0; inputs != NULL && i < json_array_get_length (inputs); i++)
    {
      JsonNode *node = json_array_get_element (inputs, i);
      JsonObject *input = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *file = hd_result_file_get_text (input, "file"), *sum = hd_result_file_get_text (input, "sha256");
      double bytes = 0;

      hd_result_file_get_number (input, "bytes", &bytes);
      if (file != NULL && sum != NULL)
        hd_inputs_append (text, file, (guint64) bytes, sum);
    }
  return g_string_free (text, FALSE);
}
