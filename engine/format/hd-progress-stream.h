/* hd-progress-stream.h: a stream that tells how far it was read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-progress.h>

G_BEGIN_DECLS

/**
 * hd_progress_stream_new:
 * @size: of all that @base gives, in bytes; 0 if that is not known
 * @progress: (nullable): goes through its stage while it is read
 */
GInputStream *hd_progress_stream_new (GInputStream *base,
                                      guint64 size,
                                      HdProgress *progress);
/** hd_progress_stream_new_for_file: likewise; the errors of g_file_read () */
GInputStream *hd_progress_stream_new_for_file (GFile *file,
                                               HdProgress *progress,
                                               GCancellable *cancellable,
                                               GError **error);

G_END_DECLS
