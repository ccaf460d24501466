/* heddle-edit-name.c: ids of links, which have one as soon as something refers to them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A link is drawn without an id. What refers to it (a probe, a route) needs one that lasts: it is then called after its ends, "xpu--tor", and stays
 * called so while it is saved, renamed and moved about. Where such a link gets other ends, or an end another name, its id follows, and with it all
 * that refers to it.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include "heddle-references.h"

/* "xpu--tor", or "xpu--tor-2" if that is taken. */
static char *
take_name (HeddleIds *ids,
           const char *wanted)
{
  g_autofree char *second = g_strconcat (wanted, "-2", NULL);

  return heddle_ids_take (ids, heddle_ids_has (ids, wanted) ? second : wanted);
}

char *
heddle_edit_dup_link_id (HdDocument *document,
                         guint64 uid)
{
  const HdObject *link = hd_document_get_object (document, uid);
  const HdObject *block = hd_document_get_object (document, hd_document_get_parent (document, uid));
  g_autoptr (HeddleIds) ids = NULL;
  g_autofree char *wanted = NULL;

  if (link == NULL || block == NULL || hd_object_get_kind (link) != HD_OBJECT_LINK)
    return NULL;
  if (hd_object_get_id (link) != NULL)
    return g_strdup (hd_object_get_id (link));
  wanted = hd_object_dup_name_after_ends (link);
  if (wanted == NULL)
    return NULL;
  ids = heddle_ids_new (block, HEDDLE_IDS_OF_ITEMS);
  return take_name (ids, wanted);
}

gboolean
heddle_edit_name_link (HdDocument *document,
                       guint64 uid,
                       GError **error)
{
  const HdObject *link = hd_document_get_object (document, uid);
  g_autofree char *id = heddle_edit_dup_link_id (document, uid);

  if (id == NULL || hd_object_get_id (link) != NULL)
    return TRUE;
  return hd_document_set_attribute (document, uid, "id", id, error);
}

/* ---- what refers to a link that has no id --------------------------------------------------- */

static const HdObject *
find_unnamed (const HdObject *block,
              const char *name)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *link = hd_object_get_child (block, i);
      g_autofree char *after_ends = NULL;

      if (hd_object_get_kind (link) != HD_OBJECT_LINK || hd_object_get_id (link) != NULL)
        continue;
      after_ends = hd_object_dup_name_after_ends (link);
      if (g_strcmp0 (after_ends, name) == 0)
        return link;
    }
  return NULL;
}

guint64
heddle_edit_find_unnamed (HdDocument *document,
                          const char *address,
                          char **out_id)
{
  const HdObject *block = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  HdPathReader reader;

  if (!hd_path_reader_init (&reader, address, 0))
    return 0;
  do
    {
      g_autofree char *name = g_strndup (address + reader.start, reader.name_end - reader.start);
      const HdObject *link = block != NULL && !reader.is_port ? find_unnamed (block, name) : NULL;
      const HdObject *instance = block != NULL ? hd_object_find_child (block, HD_OBJECT_INSTANCE, name) : NULL;

      if (link != NULL)
        {
          *out_id = g_steal_pointer (&name);
          return hd_object_get_uid (link);
        }
      block = instance != NULL ? heddle_edit_find_module (document, hd_object_get (instance, "of")) : NULL;
    }
  while (hd_path_reader_next (&reader));
  return 0;
}

/* ---- ids that follow the ends --------------------------------------------------------------- */

gboolean
heddle_edit_is_after_ends (const HdObject *link)
{
  const char *id = hd_object_get_id (link), *rest;
  g_autofree char *name = NULL;

  if (id == NULL || hd_object_get_kind (link) != HD_OBJECT_LINK)
    return FALSE;
  name = hd_object_dup_name_after_ends (link);
  if (name == NULL || !g_str_has_prefix (id, name))
    return FALSE;
  rest = id + strlen (name);
  return *rest == '\0' || (*rest == '-' && rest[1] != '\0' && rest[1 + strspn (rest + 1, "0123456789")] == '\0');
}

GArray *
heddle_edit_collect_after_ends (const HdObject *block)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; block != NULL && i < hd_object_get_n_children (block); i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (block, i));

      if (heddle_edit_is_after_ends (hd_object_get_child (block, i)))
        g_array_append_val (found, uid);
    }
  return found;
}

gboolean
heddle_edit_follow_ends (HdDocument *document,
                         const GArray *links,
                         GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (HeddleIds) ids = NULL;

  for (guint i = 0; i < links->len; i++)
    {
      guint64 uid = g_array_index (links, guint64, i);
      const HdObject *link = hd_document_get_object (document, uid);
      g_autofree char *wanted = link != NULL ? hd_object_dup_name_after_ends (link) : NULL;

      if (wanted == NULL || heddle_edit_is_after_ends (link))
        continue;
      if (ids == NULL)
        ids = heddle_ids_new (hd_document_get_object (document, hd_document_get_parent (document, uid)), HEDDLE_IDS_OF_ITEMS);
      g_hash_table_insert (names, g_memdup2 (&uid, sizeof uid), take_name (ids, wanted));
    }
  return g_hash_table_size (names) == 0 || heddle_references_rename (document, names, error);
}
