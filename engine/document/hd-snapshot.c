/* hd-snapshot.c: an immutable state of a document
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-snapshot"

#include "hd-snapshot-private.h"

struct _HdSnapshot
{
  gatomicrefcount ref_count;

  /* owned */
  HdObject *root;
  GPtrArray *before;
  GPtrArray *after;
  char *file_name;
  char *directory;
  HdFileTexts *texts; /* or NULL */
};

HdSnapshot *
_hd_snapshot_new (const HdObject *root,
                  GPtrArray *before,
                  GPtrArray *after,
                  GFile *file,
                  const char *file_name,
                  HdFileTexts *texts)
{
  HdSnapshot *self = g_new0 (HdSnapshot, 1);
  g_autoptr (GFile) parent = file != NULL ? g_file_get_parent (file) : NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->root = hd_object_ref (root);
  self->before = g_ptr_array_ref (before);
  self->after = g_ptr_array_ref (after);
  self->file_name = g_strdup (file_name);
  self->directory = parent != NULL ? g_file_get_path (parent) : NULL;
  self->texts = hd_file_texts_ref (texts);
  return self;
}

HdSnapshot *
hd_snapshot_ref (HdSnapshot *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_snapshot_unref (HdSnapshot *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hd_object_unref (self->root);
  g_ptr_array_unref (self->before);
  g_ptr_array_unref (self->after);
  g_free (self->file_name);
  g_free (self->directory);
  hd_file_texts_unref (self->texts);
  g_free (self);
}

const HdObject *
hd_snapshot_get_root (HdSnapshot *self)
{
  return self->root;
}

GPtrArray *
_hd_snapshot_get_before (HdSnapshot *self)
{
  return self->before;
}

GPtrArray *
_hd_snapshot_get_after (HdSnapshot *self)
{
  return self->after;
}

HdFileTexts *
_hd_snapshot_get_texts (HdSnapshot *self)
{
  return self->texts;
}

void
_hd_snapshot_foreach_edited (HdSnapshot *self,
                             HdEditedFileFunc func,
                             gpointer data)
{
  for (guint i = 0; i < hd_file_texts_get_n (self->texts); i++)
    {
      const char *name = hd_file_texts_get_name (self->texts, i), *text = hd_file_texts_get (self->texts, name);

      if (text != NULL && g_strcmp0 (text, hd_file_texts_get_written (self->texts, name)) != 0)
        func (data, name, text);
    }
}

gboolean
hd_snapshot_has_files_of (HdSnapshot *self,
                          HdSnapshot *other)
{
  return hd_file_texts_equal (self->texts, other->texts);
}

const char *
hd_snapshot_get_file (HdSnapshot *self)
{
  return self->file_name;
}

const char *
hd_snapshot_get_directory (HdSnapshot *self)
{
  return self->directory;
}

const HdObject *
hd_snapshot_find_module (HdSnapshot *self,
                         const char *id)
{
  return hd_object_find_child (self->root, HD_OBJECT_MODULE, id);
}
