/* hd-document-edit.c: the edits of a document: what is permitted, and the record of each
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-document"

#include "hd-document-private.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-legality.h"
#include "hd-limits.h"
#include "hd-object-private.h"

static HdObjectTree *
tree_of (HdDocument *self)
{
  return _hd_document_get_tree (self);
}

static gboolean
check_writable (HdDocument *self,
                guint64 uid,
                GError **error)
{
  if (hd_document_get_read_only (self))
    g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("This project was written by a newer version of Heddle and can only be read."));
  else if (hd_object_tree_get (tree_of (self), uid) == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no object number %llu."), (unsigned long long) uid);
  else
    return TRUE;
  return FALSE;
}

/* One edit outside a group is a group of its own, named after what it does. */
static void
commit (HdDocument *self,
        HdEdit *edit_take,
        const char *format,
        const char *what)
{
  g_autofree char *name = g_strdup_printf (format, what);

  hd_document_begin_group (self, name);
  _hd_document_record (self, edit_take);
  hd_document_end_group (self);
}

static const char *
describe (const HdObject *object)
{
  const char *id = hd_object_get_id (object);

  return id != NULL ? id : hd_schema_get_title (hd_object_get_kind (object));
}

gboolean
hd_document_set_attribute (HdDocument *self,
                           guint64 uid,
                           const char *attribute,
                           const char *value,
                           GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (attribute != NULL, FALSE);

  if (!check_writable (self, uid, error))
    return FALSE;

  const HdObject *object = hd_object_tree_get (tree_of (self), uid);
  const char *old = hd_object_get (object, attribute);
  if (!hd_legal_attribute (hd_object_get_kind (object), attribute, value, error))
    return FALSE;
  if (old == NULL && value != NULL && hd_object_get_n_attributes (object) >= HD_LIMIT_ATTRIBUTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%s has %d attributes already; no more are permitted."), describe (object),
                   HD_LIMIT_ATTRIBUTES);
      return FALSE;
    }
  if (g_strcmp0 (old, value) != 0)
    commit (self, hd_edit_new_attribute (tree_of (self), uid, attribute, value), _("Change %s"), attribute);
  return TRUE;
}

gboolean
hd_document_set_text (HdDocument *self,
                      guint64 uid,
                      const char *text,
                      GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  if (!check_writable (self, uid, error))
    return FALSE;

  const HdObject *object = hd_object_tree_get (tree_of (self), uid);
  if (!hd_legal_text (hd_object_get_kind (object), text, error))
    return FALSE;
  if (g_strcmp0 (hd_object_get_text (object), text) != 0)
    commit (self, hd_edit_new_text (tree_of (self), uid, text), _("Change text of %s"), describe (object));
  return TRUE;
}

static gboolean
check_room (HdDocument *self,
            guint64 parent_uid,
            gsize n_objects,
            guint height,
            GError **error)
{
  if (tree_of (self)->n_objects + n_objects > HD_LIMIT_OBJECTS)
    g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
                 _("The project would have %zu objects; at most %d are permitted."),
                 tree_of (self)->n_objects + n_objects, HD_LIMIT_OBJECTS);
  else if (hd_object_tree_get_depth (tree_of (self), parent_uid) + height > HD_LIMIT_DEPTH)
    g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Objects would be nested %u deep; at most %d are permitted."),
                 hd_object_tree_get_depth (tree_of (self), parent_uid) + height, HD_LIMIT_DEPTH);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_insert (HdDocument *self,
              guint64 parent_uid,
              const HdObject *const *trees,
              guint n_trees,
              GError **error)
{
  gsize n_objects = 0;
  guint height = 0;

  if (!check_writable (self, parent_uid, error))
    return FALSE;
  for (guint i = 0; i < n_trees; i++)
    {
      gsize tree_objects;
      guint tree_height;
      if (!hd_legal_tree (trees[i], hd_object_get_kind (hd_object_tree_get (tree_of (self), parent_uid)), error))
        return FALSE;
      _hd_object_measure (trees[i], &tree_objects, &tree_height);
      n_objects += tree_objects;
      height = MAX (height, tree_height);
    }
  return check_room (self, parent_uid, n_objects, height, error);
}

gboolean
hd_document_insert_many (HdDocument *self,
                         guint64 parent_uid,
                         guint position,
                         const HdObject *const *trees,
                         guint n_trees,
                         guint64 *out_uids,
                         GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (trees != NULL || n_trees == 0, FALSE);

  if (!check_insert (self, parent_uid, trees, n_trees, error))
    return FALSE;
  if (n_trees == 0)
    return TRUE;

  g_autoptr (GPtrArray) copies = g_ptr_array_new_full (n_trees, (GDestroyNotify) hd_object_unref);
  for (guint i = 0; i < n_trees; i++)
    {
      HdObject *copy = hd_object_tree_copy_in (tree_of (self), trees[i]);
      g_ptr_array_add (copies, copy);
      if (out_uids != NULL)
        out_uids[i] = hd_object_get_uid (copy);
    }
  position = MIN (position, hd_object_get_n_children (hd_object_tree_get (tree_of (self), parent_uid)));
  commit (self, hd_edit_new_insert (parent_uid, position, (HdObject *const *) copies->pdata, n_trees), _("Insert %s"),
          describe (trees[0]));
  return TRUE;
}

guint64
hd_document_insert (HdDocument *self,
                    guint64 parent_uid,
                    guint position,
                    const HdObject *tree,
                    GError **error)
{
  guint64 uid = 0;

  g_return_val_if_fail (tree != NULL, 0);

  hd_document_insert_many (self, parent_uid, position, &tree, 1, &uid, error);
  return uid;
}

static gboolean
check_removable (HdDocument *self,
                 guint64 uid,
                 GError **error)
{
  if (!check_writable (self, uid, error))
    return FALSE;
  if (uid == HD_ROOT_UID)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project itself cannot be removed or moved."));
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_document_remove (HdDocument *self,
                    guint64 uid,
                    GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  if (!check_removable (self, uid, error))
    return FALSE;
  commit (self, hd_edit_new_remove (tree_of (self), uid), _("Remove %s"), describe (hd_object_tree_get (tree_of (self), uid)));
  return TRUE;
}

gboolean
hd_document_move (HdDocument *self,
                  guint64 uid,
                  guint64 parent_uid,
                  guint position,
                  GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  if (!check_removable (self, uid, error) || !check_writable (self, parent_uid, error))
    return FALSE;

  HdObject *object = hd_object_ref (hd_object_tree_get (tree_of (self), uid));
  const HdObject *parent = hd_object_tree_get (tree_of (self), parent_uid);
  gboolean inside = FALSE;
  gsize n_objects;
  guint height;

  for (guint64 outer = parent_uid; outer != 0; outer = hd_object_tree_get_parent (tree_of (self), outer))
    inside |= outer == uid;
  _hd_object_measure (object, &n_objects, &height);
  if (inside)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s cannot be moved into itself."), describe (object));
  else if (hd_legal_tree (object, hd_object_get_kind (parent), error) && check_room (self, parent_uid, 0, height, error))
    {
      guint room = hd_object_get_n_children (parent) - (hd_object_tree_get_parent (tree_of (self), uid) == parent_uid ? 1 : 0);
      g_autofree char *name = g_strdup_printf (_("Move %s"), describe (object));

      hd_document_begin_group (self, name);
      _hd_document_record (self, hd_edit_new_remove (tree_of (self), uid));
      hd_object_tree_share (tree_of (self));
      _hd_document_record (self, hd_edit_new_insert (parent_uid, MIN (position, room), &object, 1));
      hd_document_end_group (self);
      hd_object_unref (object);
      return TRUE;
    }
  hd_object_unref (object);
  return FALSE;
}

static gboolean
check_uids (HdDocument *self,
            const HdObject *tree,
            GHashTable *seen,
            guint64 *highest,
            GError **error)
{
  guint64 uid = hd_object_get_uid (tree);

  if (uid == 0 || !g_hash_table_add (seen, GSIZE_TO_POINTER (uid)) || uid >= tree_of (self)->next_uid + HD_LIMIT_OBJECTS || hd_object_tree_get (tree_of (self), uid) != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The journal does not fit this project: it cannot have a new object number %llu."),
                   (unsigned long long) uid);
      return FALSE;
    }
  *highest = MAX (*highest, uid);
  for (guint i = 0; i < hd_object_get_n_children (tree); i++)
    if (!check_uids (self, hd_object_get_child (tree, i), seen, highest, error))
      return FALSE;
  return TRUE;
}

gboolean
_hd_document_insert_numbered (HdDocument *self,
                              guint64 parent_uid,
                              guint position,
                              HdObject *const *trees,
                              guint n_trees,
                              GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint64 highest = 0;

  if (!check_insert (self, parent_uid, (const HdObject *const *) trees, n_trees, error))
    return FALSE;
  for (guint i = 0; i < n_trees; i++)
    if (!check_uids (self, trees[i], seen, &highest, error))
      return FALSE;
  tree_of (self)->next_uid = MAX (tree_of (self)->next_uid, highest + 1);
  position = MIN (position, hd_object_get_n_children (hd_object_tree_get (tree_of (self), parent_uid)));
  commit (self, hd_edit_new_insert (parent_uid, position, trees, n_trees), _("Insert %s"), describe (trees[0]));
  return TRUE;
}
