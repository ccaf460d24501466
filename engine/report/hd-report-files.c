/* hd-report-files.c: files that components wrote, in a folder or as one archive
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The archive is in the ustar format of POSIX.1-1988, with a pax header (POSIX.1-2001) before a name that is too long for it. Nothing in it depends on when
 * and by whom it was made.
 */
#define G_LOG_DOMAIN "hd-report"

#include "hd-report-private.h"

#include <errno.h>
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"

#define BLOCK 512
#define NAME_BYTES 100

/* ---- a folder ------------------------------------------------------------------------------------------------------- */

static gboolean
make_folder (const char *path,
             GError **error)
{
  if (g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s: cannot be made a directory: %s"), path, g_strerror (errno));
  return FALSE;
}

gboolean
hd_report_save_files (HdRecord *record,
                      const char *directory,
                      GCancellable *cancellable,
                      GError **error)
{
  const char *name;
  GBytes *bytes;

  if (!make_folder (directory, error))
    return FALSE;
  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);
      g_autofree char *folder = g_path_get_dirname (path);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      gsize size;
      const char *data = g_bytes_get_data (bytes, &size);

      if (!make_folder (folder, error) || !hd_atomic_file_write (file, data, size, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- an archive ----------------------------------------------------------------------------------------------------- */

/* Fields of the format, by their places. */
typedef struct
{
  char name[NAME_BYTES], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100], magic[6], version[2], user[32], group[32],
    device_major[8], device_minor[8], prefix[155], rest[12];
} Header;

G_STATIC_ASSERT (sizeof (Header) == BLOCK);

static void
put_member (HdWriter *writer,
            const char *name,
            char type,
            gconstpointer data,
            gsize size)
{
  static const char zeros[BLOCK];
  Header header = { .mode = "0000644", .uid = "0000000", .gid = "0000000", .mtime = "00000000000", .checksum = "       ", .type = type,
                    .magic = "ustar", .version = { '0', '0' } };
  guint sum = ' '; /* of the eighth blank */

  memcpy (header.name, name, MIN (strlen (name), NAME_BYTES));
  g_snprintf (header.size, sizeof header.size, "%011" G_GINT64_MODIFIER "o", (guint64) size);
  for (gsize i = 0; i < sizeof header; i++)
    sum += ((const guint8 *) &header)[i];
  g_snprintf (header.checksum, sizeof header.checksum, "%06o", sum);
  header.checksum[7] = ' ';
  _hd_writer_bytes (writer, &header, sizeof header);
  _hd_writer_bytes (writer, data, size);
  _hd_writer_bytes (writer, zeros, (BLOCK - size % BLOCK) % BLOCK);
}

/* "LENGTH path=NAME", where the length counts itself. */
static void
put_long_name (HdWriter *writer,
               const char *name)
{
  gsize length = strlen (" path=\n") + strlen (name), digits = 1;
  g_autofree char *record = NULL;

  for (gsize limit = 10; length + digits >= limit; limit *= 10)
    digits++;
  record = g_strdup_printf ("%" G_GSIZE_FORMAT " path=%s\n", length + digits, name);
  put_member (writer, "pax", 'x', record, strlen (record));
}

void
_hd_report_files (HdWriter *writer,
                  HdRecord *record)
{
  static const char end[2 * BLOCK];
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes) && !_hd_writer_failed (writer); i++)
    {
      gsize size;
      gconstpointer data = g_bytes_get_data (bytes, &size);

      if (strlen (name) > NAME_BYTES)
        put_long_name (writer, name);
      put_member (writer, name, '0', data, size);
    }
  _hd_writer_bytes (writer, end, sizeof end);
}
