/* hd-document-restore.c: a document becomes again what it was
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An object is the same if it has the same number in the same parent. First goes what stands where it did not stand, so that no number is there twice
 * when what is missing comes, with all that was in it.
 */
#define G_LOG_DOMAIN "hd-document"

#include "hd-document-private.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-object-tree.h"

typedef struct
{
  HdDocument *document;
  HdObjectTree *tree;
  GHashTable *parents; /* by number, of what was: that of its parent; without what has not changed below one that stays */
} Restore;

static guint64
uid_of_child (const HdObject *object,
              guint at)
{
  return hd_object_get_uid (hd_object_get_child (object, at));
}

static void
list_parents (Restore *self,
              const HdObject *then)
{
  if (hd_object_tree_get (self->tree, hd_object_get_uid (then)) == then)
    return;
  for (guint i = 0; i < hd_object_get_n_children (then); i++)
    {
      g_hash_table_insert (self->parents, GSIZE_TO_POINTER (uid_of_child (then, i)), GSIZE_TO_POINTER (hd_object_get_uid (then)));
      list_parents (self, hd_object_get_child (then, i));
    }
}

/* The state of an object may change with each record: it is asked for by its number. */
static const HdObject *
get_now (Restore *self,
         guint64 uid)
{
  return hd_object_tree_get (self->tree, uid);
}

static void
take_out_strangers (Restore *self,
                    const HdObject *then)
{
  guint64 uid = hd_object_get_uid (then);

  if (get_now (self, uid) == then)
    return;
  for (guint i = hd_object_get_n_children (get_now (self, uid)); i > 0; i--)
    {
      guint64 child = uid_of_child (get_now (self, uid), i - 1);

      if (GPOINTER_TO_SIZE (g_hash_table_lookup (self->parents, GSIZE_TO_POINTER (child))) != uid)
        _hd_document_record (self->document, hd_edit_new_remove (self->tree, child));
    }
  for (guint i = 0; i < hd_object_get_n_children (then); i++)
    if (get_now (self, uid_of_child (then, i)) != NULL && hd_object_tree_get_parent (self->tree, uid_of_child (then, i)) == uid)
      take_out_strangers (self, hd_object_get_child (then, i));
}

static void
put_attribute (Restore *self,
               guint64 uid,
               const char *name,
               const char *value)
{
  if (g_strcmp0 (hd_object_get (get_now (self, uid), name), value) != 0)
    _hd_document_record (self->document, hd_edit_new_attribute (self->tree, uid, name, value));
}

/* A project is called by its file, which may be another one since. */
static gboolean
keeps (guint64 uid,
       const char *name)
{
  return uid == HD_ROOT_UID && g_str_equal (name, "name");
}

/* Attributes are written in their order: from the first that stands elsewhere on they come anew. */
static void
restore_attributes (Restore *self,
                    const HdObject *then)
{
  guint64 uid = hd_object_get_uid (then);
  guint same = 0, n = hd_object_get_n_attributes (then);

  while (same < n && same < hd_object_get_n_attributes (get_now (self, uid))
         && g_str_equal (hd_object_get_nth_attribute (then, same, NULL), hd_object_get_nth_attribute (get_now (self, uid), same, NULL)))
    same++;
  for (guint i = hd_object_get_n_attributes (get_now (self, uid)); i > same; i--)
    {
      const char *name = hd_object_get_nth_attribute (get_now (self, uid), i - 1, NULL);

      if (!keeps (uid, name))
        put_attribute (self, uid, name, NULL);
    }
  for (guint i = 0; i < n; i++)
    {
      const char *value, *name = hd_object_get_nth_attribute (then, i, &value);

      if (!keeps (uid, name))
        put_attribute (self, uid, name, value);
    }
}

static void restore_object (Restore *self,
                            const HdObject *then);

/* All that are missing at one place are one record. One that stands further on is taken from there: as often as neighbours were swapped, seldom. */
static void
restore_children (Restore *self,
                  const HdObject *then)
{
  guint64 uid = hd_object_get_uid (then);
  g_autoptr (GPtrArray) missing = g_ptr_array_new ();
  guint n = hd_object_get_n_children (then);

  for (guint i = 0; i < n; i++)
    {
      const HdObject *child = hd_object_get_child (then, i);
      const HdObject *now = get_now (self, uid);
      guint place = i - missing->len;
      gboolean stands = place < hd_object_get_n_children (now) && uid_of_child (now, place) == hd_object_get_uid (child);

      if (!stands && get_now (self, hd_object_get_uid (child)) != NULL)
        _hd_document_record (self->document, hd_edit_new_remove (self->tree, hd_object_get_uid (child)));
      if (!stands)
        g_ptr_array_add (missing, (gpointer) child);
      if (missing->len > 0 && (stands || i + 1 == n))
        {
          _hd_document_record (self->document, hd_edit_new_insert (uid, place, (HdObject *const *) missing->pdata, missing->len));
          g_ptr_array_set_size (missing, 0);
        }
      if (stands)
        restore_object (self, child);
    }
}

static void
restore_object (Restore *self,
                const HdObject *then)
{
  guint64 uid = hd_object_get_uid (then);

  if (get_now (self, uid) == then)
    return;
  restore_attributes (self, then);
  if (g_strcmp0 (hd_object_get_text (get_now (self, uid)), hd_object_get_text (then)) != 0)
    _hd_document_record (self->document, hd_edit_new_text (self->tree, uid, hd_object_get_text (then)));
  restore_children (self, then);
}

gboolean
hd_document_restore (HdDocument *self,
                     HdSnapshot *snapshot,
                     const char *name,
                     GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (snapshot != NULL && name != NULL, FALSE);

  g_autoptr (GHashTable) parents = g_hash_table_new (NULL, NULL);
  Restore restore = { self, _hd_document_get_tree (self), parents };
  const HdObject *then = hd_snapshot_get_root (snapshot);

  if (hd_document_get_read_only (self))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("This project was written by a newer version of Heddle and can only be read."));
      return FALSE;
    }
  list_parents (&restore, then);
  hd_document_begin_group (self, name);
  take_out_strangers (&restore, then);
  restore_object (&restore, then);
  _hd_document_restore_files (self, snapshot);
  hd_document_end_group (self);
  return TRUE;
}
