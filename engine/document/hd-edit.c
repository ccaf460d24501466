/* hd-edit.c: one change of a document, as a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-edit"

#include "hd-edit.h"

#include <string.h>

#include "hd-object-private.h"

HdEdit *
hd_edit_new_attribute (HdObjectTree *tree,
                       guint64 uid,
                       const char *name,
                       const char *value)
{
  const HdObject *object = hd_object_tree_get (tree, uid);
  HdEdit *self = g_new0 (HdEdit, 1);

  self->kind = HD_CHANGE_ATTRIBUTE;
  self->uid = uid;
  self->name = g_strdup (name);
  self->old_text = g_strdup (hd_object_get (object, name));
  self->new_text = g_strdup (value);
  if (!hd_attributes_find (object->attributes, name, &self->attribute_position))
    self->attribute_position = hd_object_get_n_attributes (object);
  return self;
}

HdEdit *
hd_edit_new_text (HdObjectTree *tree,
                  guint64 uid,
                  const char *text)
{
  HdEdit *self = g_new0 (HdEdit, 1);

  self->kind = HD_CHANGE_TEXT;
  self->uid = uid;
  self->old_text = g_strdup (hd_object_get_text (hd_object_tree_get (tree, uid)));
  self->new_text = g_strdup (text);
  return self;
}

HdEdit *
hd_edit_new_file (const char *name,
                  const char *old_text,
                  const char *text)
{
  HdEdit *self = g_new0 (HdEdit, 1);

  self->kind = HD_CHANGE_FILE;
  self->name = g_strdup (name);
  self->old_text = g_strdup (old_text);
  self->new_text = g_strdup (text);
  return self;
}

HdEdit *
hd_edit_new_insert (guint64 parent_uid,
                    guint position,
                    HdObject *const *trees,
                    guint n_trees)
{
  HdEdit *self = g_new0 (HdEdit, 1);

  self->kind = HD_CHANGE_INSERT;
  self->parent_uid = parent_uid;
  self->position = position;
  self->trees = g_memdup2 (trees, n_trees * sizeof (HdObject *));
  self->n_trees = n_trees;
  for (guint i = 0; i < n_trees; i++)
    hd_object_ref (trees[i]);
  return self;
}

HdEdit *
hd_edit_new_remove (HdObjectTree *tree,
                    guint64 uid)
{
  HdObject *object = (HdObject *) hd_object_tree_get (tree, uid);
  HdEdit *self = hd_edit_new_insert (hd_object_tree_get_parent (tree, uid), hd_object_tree_get_position (tree, uid), &object, 1);

  self->kind = HD_CHANGE_REMOVE;
  return self;
}

void
hd_edit_free (HdEdit *self)
{
  g_free (self->name);
  g_free (self->old_text);
  g_free (self->new_text);
  for (guint i = 0; i < self->n_trees; i++)
    hd_object_unref (self->trees[i]);
  g_free (self->trees);
  g_free (self);
}

static void
put_file (HdObjectTree *tree,
          const char *name,
          const char *text)
{
  g_autoptr (HdFileTexts) before = tree->texts;

  tree->texts = hd_file_texts_edit (before, name, text);
}

static void
apply (const HdEdit *self,
       HdObjectTree *tree,
       gboolean undone)
{
  const char *text = undone ? self->old_text : self->new_text;

  switch (self->kind)
    {
    case HD_CHANGE_ATTRIBUTE:
      hd_object_tree_put_attribute (tree, self->uid, self->name, text, self->attribute_position);
      break;
    case HD_CHANGE_TEXT:
      hd_object_tree_put_text (tree, self->uid, text);
      break;
    case HD_CHANGE_FILE:
      put_file (tree, self->name, text);
      break;
    case HD_CHANGE_INSERT:
    case HD_CHANGE_REMOVE:
      if ((self->kind == HD_CHANGE_INSERT) != undone)
        hd_object_tree_put_in (tree, self->parent_uid, self->position, self->trees, self->n_trees);
      else
        hd_object_tree_take_out (tree, self->parent_uid, self->position, self->n_trees);
      break;
    default:
      g_assert_not_reached ();
    }
}

void
hd_edit_redo (const HdEdit *self,
              HdObjectTree *tree)
{
  apply (self, tree, FALSE);
}

void
hd_edit_undo (const HdEdit *self,
              HdObjectTree *tree)
{
  apply (self, tree, TRUE);
}

void
hd_edit_report (const HdEdit *self,
                const HdObjectTree *tree,
                gboolean undone,
                GArray *changes)
{
  HdChange change = { .kind = self->kind, .uid = self->uid, .attribute = self->name };

  if (self->n_trees == 0)
    {
      if (self->kind != HD_CHANGE_FILE)
        change.parent_uid = hd_object_tree_get_parent (tree, self->uid);
      g_array_append_val (changes, change);
      return;
    }

  change.parent_uid = self->parent_uid;
  if (undone)
    change.kind = self->kind == HD_CHANGE_INSERT ? HD_CHANGE_REMOVE : HD_CHANGE_INSERT;
  for (guint i = 0; i < self->n_trees; i++)
    {
      change.uid = hd_object_get_uid (self->trees[i]);
      g_array_append_val (changes, change);
    }
}

static gsize
text_size (const char *text)
{
  return text != NULL ? strlen (text) + 1 : 0;
}

static gsize
tree_size (const HdObject *object)
{
  gsize size = sizeof (HdObject) + text_size (hd_object_get_text (object));

  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (object, i, &value);

      size += sizeof (HdAttribute) + text_size (name) + text_size (value);
    }
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    size += sizeof (HdObject *) + tree_size (hd_object_get_child (object, i));
  return size;
}

gsize
hd_edit_get_size (const HdEdit *self)
{
  gsize size = sizeof *self + text_size (self->name) + text_size (self->old_text) + text_size (self->new_text);

  for (guint i = 0; i < self->n_trees; i++)
    size += sizeof (HdObject *) + tree_size (self->trees[i]);
  return size;
}

HdStep *
hd_step_new (const char *name)
{
  HdStep *self = g_new0 (HdStep, 1);

  self->name = g_strdup (name);
  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_edit_free);
  return self;
}

void
hd_step_free (HdStep *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->edits);
  g_free (self);
}
