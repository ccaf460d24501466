/* hd-chakra-groups.c: process groups of a Chakra trace
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-groups"

#include "hd-chakra-groups.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <json-glib/json-glib.h>

#include "hd-i18n.h"
#include "hd-json-guard.h"

#define MAX_LISTED 20

struct _HdChakraGroups
{
  guint n_ranks;
  GPtrArray *groups;   /* of HdChakraGroup */
  GHashTable *numbers; /* name, of a group -> number */
};

static void
free_group (gpointer data)
{
  HdChakraGroup *group = data;

  g_free (group->name);
  g_free (group->ranks);
  g_free (group->places);
  g_free (group);
}

static HdChakraGroup *
new_group (const char *name,
           guint n_ranks)
{
  HdChakraGroup *group = g_new (HdChakraGroup, 1);

  group->name = g_strdup (name);
  group->ranks = g_new (guint32, n_ranks + 1);
  group->places = g_new (guint32, n_ranks + 1);
  group->n_ranks = n_ranks;
  for (guint32 i = 0; i < n_ranks; i++)
    group->ranks[i] = group->places[i] = i;
  return group;
}

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer user_data)
{
  const guint32 *ranks = user_data;
  guint32 x = ranks[*(const guint32 *) a], y = ranks[*(const guint32 *) b];

  return x < y ? -1 : x > y;
}

static void
add (HdChakraGroups *self,
     HdChakraGroup *group)
{
  g_hash_table_insert (self->numbers, group->name, GUINT_TO_POINTER (self->groups->len));
  g_ptr_array_add (self->groups, group);
}

HdChakraGroups *
hd_chakra_groups_new (guint n_ranks)
{
  HdChakraGroups *self = g_new (HdChakraGroups, 1);

  self->n_ranks = n_ranks;
  self->groups = g_ptr_array_new_with_free_func (free_group);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  add (self, new_group ("", n_ranks));
  return self;
}

void
hd_chakra_groups_free (HdChakraGroups *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

guint
hd_chakra_groups_get_length (const HdChakraGroups *self)
{
  return self->groups->len;
}

const HdChakraGroup *
hd_chakra_groups_get (const HdChakraGroups *self,
                      guint n)
{
  return g_ptr_array_index (self->groups, n);
}

guint
hd_chakra_groups_find (const HdChakraGroups *self,
                       const char *name)
{
  gpointer number;

  return g_hash_table_lookup_extended (self->numbers, name, NULL, &number) ? GPOINTER_TO_UINT (number) : G_MAXUINT;
}

gboolean
hd_chakra_group_has (const HdChakraGroup *self,
                     guint32 rank,
                     guint *out_place)
{
  guint low = 0, high = self->n_ranks;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->ranks[self->places[middle]] < rank)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->n_ranks || self->ranks[self->places[low]] != rank)
    return FALSE;
  *out_place = self->places[low];
  return TRUE;
}

char *
hd_chakra_groups_dup_names (const HdChakraGroups *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < MIN (self->groups->len, MAX_LISTED + 1); i++)
    g_string_append_printf (text, "%s“%s”", i > 1 ? ", " : "", hd_chakra_groups_get (self, i)->name);
  if (self->groups->len > MAX_LISTED + 1)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------ */

static gboolean
read_ranks (HdChakraGroups *self,
            HdChakraGroup *group,
            JsonArray *ranks,
            GError **error)
{
  for (guint i = 0; i < json_array_get_length (ranks); i++)
    {
      JsonNode *node = json_array_get_element (ranks, i);
      gint64 rank = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : -1;

      if (rank < 0 || rank >= self->n_ranks)
        {
          g_autofree char *text = json_to_string (node, FALSE);

          g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("process group “%s”: %.40s is no rank; ranks are 0 to %u"), group->name, text,
                       self->n_ranks - 1);
          return FALSE;
        }
      group->ranks[i] = (guint32) rank;
    }
  return TRUE;
}

static gboolean
sort_places (HdChakraGroup *group,
             GError **error)
{
  g_qsort_with_data (group->places, (gint) group->n_ranks, sizeof *group->places, compare_places, group->ranks);
  for (guint i = 1; i < group->n_ranks; i++)
    if (group->ranks[group->places[i - 1]] == group->ranks[group->places[i]])
      {
        g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("process group “%s”: rank %u is listed twice"), group->name, group->ranks[group->places[i]]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
add_group (HdChakraGroups *self,
           const char *name,
           JsonNode *ranks,
           gboolean all_if_empty,
           GError **error)
{
  JsonArray *array = ranks != NULL && JSON_NODE_HOLDS_ARRAY (ranks) ? json_node_get_array (ranks) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;
  guint number = hd_chakra_groups_find (self, name);
  HdChakraGroup *group;

  if (array == NULL || (n == 0 && !all_if_empty))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("process group “%s” must be a list of ranks, such as [0, 1]"), name);
      return FALSE;
    }
  group = new_group (name, n == 0 ? self->n_ranks : n);
  if (!read_ranks (self, group, array, error) || !sort_places (group, error))
    {
      free_group (group);
      return FALSE;
    }
  if (number == G_MAXUINT)
    {
      add (self, group);
      return TRUE;
    }
  const HdChakraGroup *known = hd_chakra_groups_get (self, number);
  gboolean is_same = known->n_ranks == group->n_ranks && memcmp (known->ranks, group->ranks, group->n_ranks * sizeof *group->ranks) == 0;

  free_group (group);
  if (!is_same)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("process group “%s” is defined before, with other ranks"), name);
  return is_same;
}

static gboolean
add_groups (HdChakraGroups *self,
            const char *text,
            gsize length,
            GError **error)
{
  g_autoptr (JsonParser) parser = hd_json_guard_parse (text, length, error);
  JsonNode *root = parser != NULL ? json_parser_get_root (parser) : NULL;
  JsonObjectIter iter;
  const char *name;
  JsonNode *ranks;

  if (parser == NULL)
    return FALSE;
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("process groups must be an object such as {\"0\": [0, 1]}"));
      return FALSE;
    }
  json_object_iter_init_ordered (&iter, json_node_get_object (root));
  while (json_object_iter_next_ordered (&iter, &name, &ranks))
    if (!add_group (self, name, ranks, FALSE, error))
      return FALSE;
  return TRUE;
}

gboolean
hd_chakra_groups_load (HdChakraGroups *self,
                       const char *path,
                       GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &reason))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, reason->message);
      return FALSE;
    }
  if (add_groups (self, text, length, &reason))
    return TRUE;
  g_set_error (error, HD_ERROR, reason->code, "%s: %s", path, reason->message);
  return FALSE;
}

/* The name may be a number there. */
static char *
dup_text (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  return json_node_dup_string (node);
}

gboolean
hd_chakra_groups_add_note (HdChakraGroups *self,
                           const char *text,
                           GError **error)
{
  const char *first = strstr (text, "[{");
  const char *last = g_strrstr (text, "}]");
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) reason = NULL;
  JsonArray *notes;

  if (first == NULL || last == NULL || last < first)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("the note of process groups must hold a list such as [{\"pg_name\": \"0\", \"ranks\": [0, 1]}]"));
      return FALSE;
    }
  parser = hd_json_guard_parse (first, last + 2 - first, &reason);
  if (parser == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("the note of process groups cannot be read: %s"), reason->message);
      return FALSE;
    }
  notes = json_node_get_array (json_parser_get_root (parser));
  for (guint i = 0; i < json_array_get_length (notes); i++)
    {
      JsonNode *node = json_array_get_element (notes, i);
      JsonObject *note = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      g_autofree char *name = note != NULL ? dup_text (json_object_get_member (note, "pg_name")) : NULL;

      if (name == NULL)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("the note of process groups has an entry %u without “pg_name”"), i);
          return FALSE;
        }
      if (!add_group (self, name, json_object_get_member (note, "ranks"), TRUE, error))
        return FALSE;
    }
  return TRUE;
}
