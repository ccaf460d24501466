/* hd-object-tree.c: objects by uid, changed by path copying
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each object carries the generation in which it was last copied. Sharing the tree (a snapshot, an undo record) only counts the
 * generation up. A change then copies the object and those of its ancestors that are older, and writes in place what is already of this
 * generation: nobody else can hold that. Invariant: all ancestors of an object of the present generation are of it too.
 */
#define G_LOG_DOMAIN "hd-object-tree"

#include "hd-object-tree.h"

#include "hd-object-private.h"

typedef struct
{
  HdObject *object; /* borrowed from its parent; NULL if it is not in the tree now */
  guint64 parent;
  guint hint; /* where it was found last among its parent's children */
} Entry;

static Entry *
get_entry (const HdObjectTree *self,
           guint64 uid)
{
  return &g_array_index (self->entries, Entry, uid);
}

static void
enter (HdObjectTree *self,
       HdObject *object,
       guint64 parent,
       guint hint)
{
  if (object->uid >= self->entries->len)
    g_array_set_size (self->entries, object->uid + 1);
  *get_entry (self, object->uid) = (Entry) { object, parent, hint };
  self->n_objects++;
  for (guint i = 0; i < object->n_children; i++)
    enter (self, object->children[i], object->uid, i);
}

static void
leave (HdObjectTree *self,
       HdObject *object)
{
  get_entry (self, object->uid)->object = NULL;
  self->n_objects--;
  for (guint i = 0; i < object->n_children; i++)
    leave (self, object->children[i]);
}

static void
number (HdObjectTree *self,
        HdObject *object)
{
  object->uid = self->next_uid++;
  object->generation = self->generation;
  for (guint i = 0; i < object->n_children; i++)
    number (self, object->children[i]);
}

void
hd_object_tree_init (HdObjectTree *self,
                     HdObject *root_take)
{
  *self = (HdObjectTree) { .generation = 1, .next_uid = HD_ROOT_UID, .root = root_take };
  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  number (self, root_take);
  g_array_set_size (self->entries, self->next_uid);
  enter (self, root_take, 0, 0);
}

void
hd_object_tree_clear (HdObjectTree *self)
{
  g_clear_pointer (&self->root, hd_object_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->texts, hd_file_texts_unref);
}

const HdObject *
hd_object_tree_get (const HdObjectTree *self,
                    guint64 uid)
{
  return uid < self->entries->len ? get_entry (self, uid)->object : NULL;
}

guint64
hd_object_tree_get_parent (const HdObjectTree *self,
                           guint64 uid)
{
  return hd_object_tree_get (self, uid) != NULL ? get_entry (self, uid)->parent : 0;
}

/* Positions move little between two visits, so look around the last one. */
guint
hd_object_tree_get_position (HdObjectTree *self,
                             guint64 uid)
{
  Entry *entry = get_entry (self, uid);

  if (entry->parent == 0)
    return 0;

  const HdObject *parent = get_entry (self, entry->parent)->object;
  guint n = parent->n_children;
  guint start = MIN (entry->hint, n - 1);
  for (guint distance = 0; distance < n; distance++)
    {
      if (distance <= start && parent->children[start - distance] == entry->object)
        return entry->hint = start - distance;
      if (distance < n - start && parent->children[start + distance] == entry->object)
        return entry->hint = start + distance;
    }
  g_assert_not_reached ();
}

guint
hd_object_tree_get_depth (const HdObjectTree *self,
                          guint64 uid)
{
  guint depth = 0;

  for (; uid != 0; uid = get_entry (self, uid)->parent)
    depth++;
  return depth;
}

void
hd_object_tree_share (HdObjectTree *self)
{
  self->generation++;
}

HdObject *
hd_object_tree_copy_in (HdObjectTree *self,
                        const HdObject *tree)
{
  return _hd_object_copy_tree (tree, &self->next_uid);
}

static HdObject *
make_writable (HdObjectTree *self,
               guint64 uid)
{
  Entry *entry = get_entry (self, uid);
  HdObject *old = entry->object;

  if (old->generation == self->generation)
    return old;

  HdObject *copy = _hd_object_clone (old, self->generation);
  if (entry->parent == 0)
    self->root = copy;
  else
    {
      guint position = hd_object_tree_get_position (self, uid);
      make_writable (self, entry->parent)->children[position] = copy;
    }
  hd_object_unref (old);
  entry->object = copy;
  return copy;
}

void
hd_object_tree_put_attribute (HdObjectTree *self,
                              guint64 uid,
                              const char *name,
                              const char *value,
                              guint position)
{
  HdObject *object = make_writable (self, uid);
  guint64 parent = get_entry (self, uid)->parent;

  _hd_object_set_attribute (object, name, value, position);
  if (parent != 0 && g_str_equal (name, hd_schema_get_id_attribute (object->kind)))
    _hd_object_drop_index (get_entry (self, parent)->object);
}

void
hd_object_tree_put_text (HdObjectTree *self,
                         guint64 uid,
                         const char *text)
{
  _hd_object_set_text (make_writable (self, uid), text);
}

void
hd_object_tree_put_in (HdObjectTree *self,
                       guint64 parent_uid,
                       guint position,
                       HdObject *const *trees,
                       guint n)
{
  _hd_object_splice (make_writable (self, parent_uid), position, 0, trees, n);
  for (guint i = 0; i < n; i++)
    enter (self, trees[i], parent_uid, position + i);
}

void
hd_object_tree_take_out (HdObjectTree *self,
                         guint64 parent_uid,
                         guint position,
                         guint n)
{
  HdObject *parent = make_writable (self, parent_uid);

  for (guint i = 0; i < n; i++)
    leave (self, parent->children[position + i]);
  _hd_object_splice (parent, position, n, NULL, 0);
}
