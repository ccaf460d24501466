/* hd-atomic-file.c: replacing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * GLib's own replacement falls back to overwriting in place, which a full disk turns into a lost file; hence these steps by hand.
 */
#define G_LOG_DOMAIN "hd-atomic-file"

#include "hd-atomic-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define CHUNK_BYTES (1024 * 1024)

static gboolean
write_all (int fd,
           const char *data,
           gsize length,
           GCancellable *cancellable)
{
  while (length > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      gssize n = write (fd, data, MIN (length, CHUNK_BYTES));
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      length -= n;
    }
  errno = ECANCELED;
  return length == 0;
}

/* The new name is safe only when the directory is on the disk too; not all file systems can do that. */
static void
sync_directory (const char *directory)
{
  int fd = g_open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);

  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

static gboolean
replace (const char *path,
         const char *data,
         gsize length,
         GCancellable *cancellable)
{
  g_autofree char *directory = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *hidden = g_strdup_printf (".%s.XXXXXX", base);
  g_autofree char *temporary = g_build_filename (directory, hidden, NULL);
  struct stat old;
  gboolean existed = stat (path, &old) == 0;

  if (existed && !S_ISREG (old.st_mode))
    {
      errno = S_ISDIR (old.st_mode) ? EISDIR : EINVAL;
      return FALSE;
    }
  int fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, 0666);

  if (fd < 0)
    return FALSE;

  gboolean done = !existed || fchmod (fd, old.st_mode & 07777) == 0;
  if (existed && (old.st_uid != geteuid () || old.st_gid != getegid ()) && fchown (fd, old.st_uid, old.st_gid) != 0)
    g_debug ("%s: owner not kept: %s", path, g_strerror (errno));
  done = done && write_all (fd, data, length, cancellable) && fsync (fd) == 0;
  int code = errno;
  if (close (fd) != 0 && done)
    {
      code = errno;
      done = FALSE;
    }
  if (done && g_rename (temporary, path) != 0)
    {
      code = errno;
      done = FALSE;
    }
  if (done)
    sync_directory (directory);
  else
    g_unlink (temporary);
  errno = code;
  return done;
}

gboolean
hd_atomic_file_write (GFile *file,
                      const char *data,
                      gsize length,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  const char *path = g_file_peek_path (file);

  if (path == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _ ("%s cannot be written: it is not on a local file system."), name);
      return FALSE;
    }

  char *resolved = realpath (path, NULL);
  gboolean done = replace (resolved != NULL ? resolved : path, data, length, cancellable);
  int code = errno;
  free (resolved);
  if (!done)
    g_set_error (error, HD_ERROR, code == ECANCELED ? HD_ERROR_CANCELLED : HD_ERROR_IO, _ ("%s cannot be written: %s"), name, g_strerror (code));
  return done;
}
