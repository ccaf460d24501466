/* hd-atomic-file.h: replacing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * hd_atomic_file_write:
 *
 * Writes beside @file, flushes to the disk and renames. An existing file keeps its permissions; a symbolic link stays one. After an error,
 * or a crash at any moment, @file is as it was and nothing is left beside it (after a crash, at most a hidden temporary file).
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED.
 */
gboolean hd_atomic_file_write (GFile *file,
                               const char *data,
                               gsize length,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
