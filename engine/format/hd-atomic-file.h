/* hd-atomic-file.h: replacing a file as a whole or not at all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * HdAtomicFile:
 *
 * Writes beside the file; committing flushes to the disk and renames. An existing file keeps its permissions; a symbolic link stays one. Unless
 * it was committed, or after a crash at any moment, the file is as it was and nothing is left beside it (after a crash, at most a hidden
 * temporary file). Devices and pipes are no files that could be replaced: they are written to.
 */
typedef struct _HdAtomicFile HdAtomicFile;

/**
 * hd_atomic_file_open:
 *
 * Errors: %HD_ERROR_IO.
 */
HdAtomicFile *hd_atomic_file_open (GFile *file,
                                   GError **error);
/** hd_atomic_file_free: drops what was not committed */
void hd_atomic_file_free (HdAtomicFile *self);
/** hd_atomic_file_get_stream: (transfer none) */
GOutputStream *hd_atomic_file_get_stream (HdAtomicFile *self);
/**
 * hd_atomic_file_commit: once, after the last write
 *
 * Errors: %HD_ERROR_IO.
 */
gboolean hd_atomic_file_commit (HdAtomicFile *self,
                                GError **error);

/**
 * hd_atomic_file_write:
 *
 * Opens, writes and commits.
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_CANCELLED.
 */
gboolean hd_atomic_file_write (GFile *file,
                               const char *data,
                               gsize length,
                               GCancellable *cancellable,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdAtomicFile, hd_atomic_file_free)

G_END_DECLS
