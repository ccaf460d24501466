/* hd-atomic-file.c: replacing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * GLib's own replacement overwrites in place where it cannot do better, leaves half of a new file when the disk is full, and replaces devices
 * and links; hence these steps by hand.
 */
#define G_LOG_DOMAIN "hd-atomic-file"

#include "hd-atomic-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "hd-i18n.h"

struct _HdAtomicFile
{
  char *name;      /* for messages */
  char *path;      /* links resolved */
  char *temporary; /* NULL for devices and pipes, and once it is renamed */
  int fd;          /* -1 once it is closed */
  GOutputStream *stream;
};

static void
set_error (HdAtomicFile *self,
           int code,
           GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be written: %s"), self->name, g_strerror (code));
}

/* The new name is safe only when the directory is on the disk too; not all file systems can do that. */
static void
sync_directory (const char *path)
{
  g_autofree char *directory = g_path_get_dirname (path);
  int fd = g_open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

/* A file beside the old one, with its permissions. */
static gboolean
open_temporary (HdAtomicFile *self,
                const struct stat *old)
{
  g_autofree char *directory = g_path_get_dirname (self->path);
  g_autofree char *base = g_path_get_basename (self->path);
  g_autofree char *hidden = g_strdup_printf (".%s.XXXXXX", base);

  self->temporary = g_build_filename (directory, hidden, NULL);
  self->fd = g_mkstemp_full (self->temporary, O_RDWR | O_CLOEXEC, 0666);
  if (self->fd < 0)
    {
      g_clear_pointer (&self->temporary, g_free);
      return FALSE;
    }
  if (old == NULL)
    return TRUE;
  if ((old->st_uid != geteuid () || old->st_gid != getegid ()) && fchown (self->fd, old->st_uid, old->st_gid) != 0)
    g_debug ("%s: owner not kept: %s", self->name, g_strerror (errno));
  return fchmod (self->fd, old->st_mode & 07777) == 0;
}

HdAtomicFile *
hd_atomic_file_open (GFile *file,
                     GError **error)
{
  g_autoptr (HdAtomicFile) self = g_new0 (HdAtomicFile, 1);
  const char *path = g_file_peek_path (file);
  char *resolved;
  struct stat old;
  gboolean exists, opened;

  self->fd = -1;
  self->name = g_file_get_parse_name (file);
  if (path == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be written: it is not on a local file system."), self->name);
      return NULL;
    }
  /* What a link such as /dev/stdout names may have no path of its own. */
  exists = stat (path, &old) == 0;
  if (exists && S_ISDIR (old.st_mode))
    {
      set_error (self, EISDIR, error);
      return NULL;
    }
  if (exists && !S_ISREG (old.st_mode))
    {
      self->fd = g_open (path, O_WRONLY | O_NOCTTY | O_CLOEXEC, 0);
      opened = self->fd >= 0;
    }
  else
    {
      resolved = realpath (path, NULL);
      self->path = g_strdup (resolved != NULL ? resolved : path);
      free (resolved);
      opened = open_temporary (self, exists ? &old : NULL);
    }
  if (!opened)
    {
      set_error (self, errno, error);
      return NULL;
    }
  self->stream = g_unix_output_stream_new (self->fd, FALSE);
  return g_steal_pointer (&self);
}

void
hd_atomic_file_free (HdAtomicFile *self)
{
  g_clear_object (&self->stream);
  if (self->fd >= 0)
    close (self->fd);
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

GOutputStream *
hd_atomic_file_get_stream (HdAtomicFile *self)
{
  return self->stream;
}

gboolean
hd_atomic_file_commit (HdAtomicFile *self,
                       GError **error)
{
  gboolean flushed = self->temporary == NULL || fsync (self->fd) == 0;
  int code = errno;
  gboolean closed = close (g_steal_fd (&self->fd)) == 0;

  if (flushed && !closed)
    code = errno;
  if (!flushed || !closed)
    {
      set_error (self, code, error);
      return FALSE;
    }
  if (self->temporary == NULL)
    return TRUE;
  if (g_rename (self->temporary, self->path) != 0)
    {
      set_error (self, errno, error);
      return FALSE;
    }
  g_clear_pointer (&self->temporary, g_free);
  sync_directory (self->path);
  return TRUE;
}

gboolean
hd_atomic_file_write (GFile *file,
                      const char *data,
                      gsize length,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (HdAtomicFile) self = hd_atomic_file_open (file, error);
  g_autoptr (GError) local_error = NULL;

  if (self == NULL)
    return FALSE;
  if (g_output_stream_write_all (self->stream, data, length, NULL, cancellable, &local_error))
    return hd_atomic_file_commit (self, error);
  g_set_error (error, HD_ERROR, g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO,
               _("%s cannot be written: %s"), self->name, local_error->message);
  return FALSE;
}
