/* hd-file-shelf.c: files that components read, each once in a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-file-shelf"

#include "hd-file-shelf.h"

#include <pthread.h>
#include <string.h>

struct _HdFileShelf
{
  char *folder;
  GHashTable *files; /* char * -> GBytes */
  pthread_mutex_t lock;
};

HdFileShelf *
hd_file_shelf_new (const char *folder)
{
  HdFileShelf *self = g_new0 (HdFileShelf, 1);

  self->folder = g_strdup (folder);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
hd_file_shelf_free (HdFileShelf *self)
{
  g_hash_table_unref (self->files);
  g_free (self->folder);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static char *
dup_path (HdFileShelf *self,
          const char *name)
{
  return g_path_is_absolute (name) || self->folder == NULL ? g_strdup (name) : g_build_filename (self->folder, name, NULL);
}

/* Components rely on a zero behind the end. */
void
hd_file_shelf_put (HdFileShelf *self,
                   const char *name,
                   const char *text)
{
  gsize size = strlen (text);

  pthread_mutex_lock (&self->lock);
  g_hash_table_insert (self->files, dup_path (self, name), g_bytes_new_take (g_strdup (text), size));
  pthread_mutex_unlock (&self->lock);
}

static GBytes *
find (HdFileShelf *self,
      const char *name,
      GError **error)
{
  g_autofree char *path = dup_path (self, name);
  GBytes *bytes = g_hash_table_lookup (self->files, path);
  char *contents;
  gsize size;

  if (bytes != NULL || !g_file_get_contents (path, &contents, &size, error))
    return bytes;
  bytes = g_bytes_new_take (contents, size);
  g_hash_table_insert (self->files, g_steal_pointer (&path), bytes);
  return bytes;
}

gboolean
hd_file_shelf_load (HdFileShelf *self,
                    const char *name,
                    const char **out_data,
                    gsize *out_size,
                    GError **error)
{
  GBytes *bytes;

  pthread_mutex_lock (&self->lock);
  bytes = find (self, name, error);
  pthread_mutex_unlock (&self->lock);
  if (bytes == NULL)
    return FALSE;
  *out_data = g_bytes_get_data (bytes, out_size);
  if (*out_data == NULL)
    *out_data = "";
  return TRUE;
}

void
hd_file_shelf_foreach (HdFileShelf *self,
                       HdFileShelfFunc func,
                       gpointer data)
{
  GHashTableIter iter;
  gpointer path, bytes;

  pthread_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, &path, &bytes))
    func (data, path, bytes);
  pthread_mutex_unlock (&self->lock);
}
