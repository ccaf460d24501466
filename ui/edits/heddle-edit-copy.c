/* heddle-edit-copy.c: objects as the text of a project, with all that they need
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include "heddle-references.h"

/* Adds all that objects in @wanted name, and what lies inside what is added, until nothing is new.
 */
static void
close_over (HdDocument *document,
            const GArray *references,
            GHashTable *wanted)
{
  gboolean again = TRUE;

  while (again)
    {
      again = FALSE;
      for (guint i = 0; i < references->len; i++)
        {
          const HeddleReference *it = &g_array_index (references, HeddleReference, i);
          guint64 holder = it->holder;

          if (heddle_uid_set_has (wanted, it->target))
            continue;
          for (; holder != 0 && !heddle_uid_set_has (wanted, holder);)
            holder = hd_document_get_parent (document, holder);
          if (holder != 0)
            again |= heddle_uid_set_add (wanted, it->target);
        }
    }
}

/* Links, then routes, of which all that they name in the module is copied too. */
void
heddle_edit_choose_whole (HdDocument *document,
                          const HdObject *block,
                          HdObjectKind kind,
                          const GArray *references,
                          GHashTable *chosen)
{
  guint64 module = hd_object_get_uid (block);
  g_autoptr (GHashTable) named = heddle_uid_set_new (NULL, 0);
  g_autoptr (GHashTable) broken = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < references->len; i++)
    {
      const HeddleReference *it = &g_array_index (references, HeddleReference, i);

      if (hd_object_get_kind (hd_document_get_object (document, it->holder)) != kind || hd_document_get_parent (document, it->target) != module)
        continue;
      heddle_uid_set_add (heddle_uid_set_has (chosen, it->target) ? named : broken, it->holder);
    }
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (block, i));

      if (heddle_uid_set_has (named, uid) && !heddle_uid_set_has (broken, uid))
        heddle_uid_set_add (chosen, uid);
    }
}

static void
choose_children (HdDocument *document,
                 const HdObject *block,
                 const GArray *references,
                 GHashTable *given,
                 GHashTable *chosen)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *child = hd_object_get_child (block, i);
      HdObjectKind kind = hd_object_get_kind (child);
      guint64 uid = hd_object_get_uid (child);

      if (heddle_uid_set_has (given, uid) && kind != HD_OBJECT_PORT && kind != HD_OBJECT_LINK && kind != HD_OBJECT_ROUTE)
        heddle_uid_set_add (chosen, uid);
    }
  heddle_edit_choose_whole (document, block, HD_OBJECT_LINK, references, chosen);
  heddle_edit_choose_whole (document, block, HD_OBJECT_ROUTE, references, chosen);
}

static void
copy_children (HdDocument *clip,
               guint64 parent,
               const HdObject *from,
               GHashTable *wanted)
{
  g_autoptr (GPtrArray) children = g_ptr_array_new ();

  for (guint i = 0; from != NULL && i < hd_object_get_n_children (from); i++)
    {
      const HdObject *child = hd_object_get_child (from, i);

      if (heddle_uid_set_has (wanted, hd_object_get_uid (child)))
        g_ptr_array_add (children, (gpointer) child);
    }
  hd_document_insert_many (clip, parent, G_MAXUINT, (const HdObject *const *) children->pdata, children->len, NULL, NULL);
}

static char *
write_clip (HdDocument *document,
            const HdObject *block,
            GHashTable *wanted)
{
  g_autoptr (HdDocument) clip = hd_document_new (NULL);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL);
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  guint64 clip_root = hd_object_get_uid (hd_document_get_root (clip)), top;
  gboolean any = FALSE;

  top = hd_object_get_uid (hd_object_find_child (hd_document_get_root (clip), HD_OBJECT_TOP, NULL));
  copy_children (clip, top, block, wanted);

  for (guint i = 0; variables != NULL && i < hd_object_get_n_children (variables); i++)
    any |= heddle_uid_set_has (wanted, hd_object_get_uid (hd_object_get_child (variables, i)));
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);
      HdObjectKind kind = hd_object_get_kind (child);

      if ((kind == HD_OBJECT_LINK_CLASS || kind == HD_OBJECT_MODULE) && heddle_uid_set_has (wanted, hd_object_get_uid (child)))
        g_ptr_array_add (before, (gpointer) child);
    }
  hd_document_insert_many (clip, clip_root, 0, (const HdObject *const *) before->pdata, before->len, NULL, NULL);
  if (any)
    {
      g_autoptr (HdObject) empty = hd_object_new (HD_OBJECT_VARIABLES, NULL, NULL);

      copy_children (clip, hd_document_insert (clip, clip_root, 0, empty, NULL), variables, wanted);
    }
  return hd_document_to_string (clip, NULL);
}

char *
heddle_edit_copy (HdDocument *document,
                  guint64 module,
                  const guint64 *uids,
                  guint n)
{
  const HdObject *block = heddle_edit_get_block (document, module, NULL);
  g_autoptr (GHashTable) given = heddle_uid_set_new (uids, n);
  g_autoptr (GHashTable) wanted = heddle_uid_set_new (NULL, 0);
  g_autoptr (GArray) references = NULL;

  if (block == NULL)
    return NULL;
  references = heddle_references_collect (document);
  choose_children (document, block, references, given, wanted);
  if (g_hash_table_size (wanted) == 0)
    return NULL;

  /* A home or a path may lead to neighbours that were not chosen: those stay behind. */
  g_autoptr (GHashTable) needed = heddle_uid_set_new (NULL, 0);
  GHashTableIter iter;
  gpointer uid;

  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &uid, NULL))
    heddle_uid_set_add (needed, *(guint64 *) uid);
  close_over (document, references, needed);
  g_hash_table_iter_init (&iter, needed);
  while (g_hash_table_iter_next (&iter, &uid, NULL))
    if (hd_document_get_parent (document, *(guint64 *) uid) != module)
      heddle_uid_set_add (wanted, *(guint64 *) uid);
  return write_clip (document, block, wanted);
}
