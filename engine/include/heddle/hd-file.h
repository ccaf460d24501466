/* hd-file.h: writing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * hd_file_write:
 * @path: in the encoding of file names
 * @data: what the file is to hold
 * @length: its bytes, or -1 for a text that ends with NUL
 *
 * A file that is there keeps its permissions, a symbolic link stays one; devices and pipes are written to, never replaced. Whatever goes wrong, the file is
 * as it was, and nothing is left beside it.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED; the message names @path.
 */
gboolean hd_file_write (const char *path,
                        const char *data,
                        gssize length,
                        GCancellable *cancellable,
                        GError **error);

G_END_DECLS
