/* hd-io-error.c: why a file could not be read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * GIO's messages of local files repeat the name ("Error opening file a.heddle: Permission denied").
 */
#include "hd-io-error.h"

#include <errno.h>

#include <gio/gio.h>

static const struct
{
  GIOErrorEnum code;
  int number;
} reasons[] = {
  { G_IO_ERROR_NOT_FOUND, ENOENT },
  { G_IO_ERROR_PERMISSION_DENIED, EACCES },
  { G_IO_ERROR_IS_DIRECTORY, EISDIR },
  { G_IO_ERROR_NOT_DIRECTORY, ENOTDIR },
  { G_IO_ERROR_FILENAME_TOO_LONG, ENAMETOOLONG },
  { G_IO_ERROR_TOO_MANY_LINKS, ELOOP },
  { G_IO_ERROR_TOO_MANY_OPEN_FILES, EMFILE },
  { G_IO_ERROR_NO_SPACE, ENOSPC },
};

const char *
hd_io_error_get_reason (const GError *error)
{
  for (guint i = 0; error->domain == G_IO_ERROR && i < G_N_ELEMENTS (reasons); i++)
    if (error->code == (int) reasons[i].code)
      return g_strerror (reasons[i].number);
  return error->message;
}
