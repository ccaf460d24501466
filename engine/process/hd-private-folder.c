/* hd-private-folder.c: a folder of one run, that nobody else may look into, and that is gone afterwards
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Programs may leave anything in it: folders that nobody may enter, thousands of them inside each other, links to anywhere. So nothing is found by a path
 * but by open folders, links are not followed, and a folder in a folder is moved up and emptied there: however deep it was, few files are open at a time.
 */
#define _GNU_SOURCE
#define G_LOG_DOMAIN "hd-private-folder"

#include "hd-private-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct _HdPrivateFolder
{
  char *path;
};

HdPrivateFolder *
hd_private_folder_new (GError **error)
{
  char *path = g_dir_make_tmp ("heddle-XXXXXX", error);
  HdPrivateFolder *self;

  if (path == NULL)
    return NULL;
  self = g_new (HdPrivateFolder, 1);
  self->path = path;
  return self;
}

const char *
hd_private_folder_get_path (HdPrivateFolder *self)
{
  return self->path;
}

char *
hd_private_folder_add (HdPrivateFolder *self,
                       guint number,
                       GError **error)
{
  char *path = g_strdup_printf ("%s/%u", self->path, number);

  if (mkdir (path, 0700) == 0)
    return path;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
  g_free (path);
  return NULL;
}

/* ---- removing -------------------------------------------------------------------------------------------------------- */

/* A stream of a folder that whoever made it may have closed to all; %NULL if it is none. */
static DIR *
open_folder (int parent,
             const char *name)
{
  int place = openat (parent, name, O_PATH | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC), file;
  char itself[64];
  DIR *folder;

  if (place < 0)
    return NULL;
  g_snprintf (itself, sizeof itself, "/proc/self/fd/%d", place);
  chmod (itself, 0700);
  close (place);
  file = openat (parent, name, O_RDONLY | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC);
  folder = file >= 0 ? fdopendir (file) : NULL;
  if (folder == NULL && file >= 0)
    close (file);
  return folder;
}

static gboolean
is_entry (const struct dirent *entry)
{
  return strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0;
}

/* Removes what lies in folder @name but for folders, which go up to @top; whether anything became less. */
static gboolean
flatten (int top,
         const char *name,
         guint64 *n_moved)
{
  DIR *folder = open_folder (top, name);
  const struct dirent *entry;
  gboolean has_moved = FALSE;

  if (folder == NULL)
    return FALSE;
  while ((entry = readdir (folder)) != NULL)
    {
      char moved[32];
      DIR *inner;

      if (!is_entry (entry) || unlinkat (dirfd (folder), entry->d_name, 0) == 0 || unlinkat (dirfd (folder), entry->d_name, AT_REMOVEDIR) == 0)
        continue;
      inner = open_folder (dirfd (folder), entry->d_name); /* opens it to be moved */
      if (inner != NULL)
        closedir (inner);
      g_snprintf (moved, sizeof moved, ".%" G_GUINT64_FORMAT, (*n_moved)++);
      has_moved = renameat (dirfd (folder), entry->d_name, top, moved) == 0 || has_moved;
    }
  closedir (folder);
  return unlinkat (top, name, AT_REMOVEDIR) == 0 || has_moved;
}

/* One entry after the other, for as long as any of them goes. */
static void
empty (DIR *top)
{
  guint64 n_moved = 0;
  gboolean goes_on = TRUE;

  while (goes_on)
    {
      const struct dirent *entry;

      goes_on = FALSE;
      rewinddir (top);
      while ((entry = readdir (top)) != NULL)
        if (is_entry (entry))
          goes_on = unlinkat (dirfd (top), entry->d_name, 0) == 0 || flatten (dirfd (top), entry->d_name, &n_moved) || goes_on;
    }
}

void
hd_private_folder_free (HdPrivateFolder *self)
{
  DIR *top = open_folder (AT_FDCWD, self->path);

  if (top != NULL)
    {
      empty (top);
      closedir (top);
    }
  rmdir (self->path);
  g_free (self->path);
  g_free (self);
}
