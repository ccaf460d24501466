/* hd-file.c: writing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-file"

#include <heddle/hd-file.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"

gboolean
hd_file_write (const char *path,
               const char *data,
               gssize length,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  if (*path == '\0') /* which GIO takes for the folder that the program was started in */
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("“” is the name of no file that could be written"));
      return FALSE;
    }
  file = g_file_new_for_path (path);
  return hd_atomic_file_write (file, data, length < 0 ? strlen (data) : (gsize) length, cancellable, error);
}
