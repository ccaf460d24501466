/* heddle-edit-find.c: selecting by what objects are and what they are linked to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include "heddle-references.h"

static const char *
type_of (const HdObject *object)
{
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      return hd_object_get (object, "type");
    case HD_OBJECT_INSTANCE:
      return hd_object_get (object, "of");
    case HD_OBJECT_GENERATE:
      return hd_object_get (object, "kind");
    case HD_OBJECT_LINK:
      return hd_object_get (object, "class");
    default:
      return NULL;
    }
}

GArray *
heddle_edit_find_same_type (HdDocument *document,
                            guint64 module,
                            const guint64 *uids,
                            guint n)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));
  const HdObject *block = heddle_edit_get_block (document, module, NULL);
  g_autoptr (GHashTable) wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, uids[i]);
      const char *type = object != NULL ? type_of (object) : NULL;

      if (object != NULL)
        g_hash_table_add (wanted, g_strdup_printf ("%d %s", hd_object_get_kind (object), type != NULL ? type : ""));
    }
  for (guint i = 0; block != NULL && i < hd_object_get_n_children (block); i++)
    {
      const HdObject *child = hd_object_get_child (block, i);
      const char *type = type_of (child);
      g_autofree char *key = g_strdup_printf ("%d %s", hd_object_get_kind (child), type != NULL ? type : "");
      guint64 uid = hd_object_get_uid (child);

      if (g_hash_table_contains (wanted, key))
        g_array_append_val (found, uid);
    }
  return found;
}

/* The item of @block that the end of a link names first. */
static guint64
find_end (const HdObject *block,
          const char *end)
{
  HdPathReader reader;

  if (!hd_path_reader_init (&reader, end, 0))
    return 0;

  g_autofree char *name = g_strndup (end + reader.start, reader.name_end - reader.start);

  for (HdObjectKind kind = HD_OBJECT_COMPONENT; kind <= HD_OBJECT_GENERATE; kind++)
    {
      const HdObject *item = kind != HD_OBJECT_LINK && kind != HD_OBJECT_ROUTE ? hd_object_find_child (block, kind, name) : NULL;

      if (item != NULL)
        return hd_object_get_uid (item);
    }
  return 0;
}

GArray *
heddle_edit_find_connected (HdDocument *document,
                            guint64 module,
                            const guint64 *uids,
                            guint n)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));
  const HdObject *block = heddle_edit_get_block (document, module, NULL);
  g_autoptr (GHashTable) given = heddle_uid_set_new (uids, n);
  g_autoptr (GHashTable) reached = heddle_uid_set_new (uids, n);

  g_array_append_vals (found, uids, n);
  for (guint i = 0; block != NULL && i < hd_object_get_n_children (block); i++)
    {
      const HdObject *link = hd_object_get_child (block, i);
      guint64 uid = hd_object_get_uid (link);

      if (hd_object_get_kind (link) != HD_OBJECT_LINK)
        continue;

      guint64 ends[] = { find_end (block, hd_object_get (link, "from")), find_end (block, hd_object_get (link, "to")) };

      if (!heddle_uid_set_has (given, ends[0]) && !heddle_uid_set_has (given, ends[1]) && !heddle_uid_set_has (given, uid))
        continue;
      if (heddle_uid_set_add (reached, uid))
        g_array_append_val (found, uid);
      for (guint e = 0; e < 2; e++)
        if (ends[e] != 0 && heddle_uid_set_add (reached, ends[e]))
          g_array_append_val (found, ends[e]);
    }
  return found;
}
