/* hd-progress-stream.c: a stream that tells how far it was read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Readers know nothing of it: whatever they read through it counts.
 */
#define G_LOG_DOMAIN "hd-progress-stream"

#include "hd-progress-stream.h"

#define HD_TYPE_PROGRESS_STREAM (hd_progress_stream_get_type ())
G_DECLARE_FINAL_TYPE (HdProgressStream, hd_progress_stream, HD, PROGRESS_STREAM, GFilterInputStream)

struct _HdProgressStream
{
  GFilterInputStream parent_instance;

  HdProgress *progress; /* owned, or %NULL */
  guint64 size, done;
};

G_DEFINE_FINAL_TYPE (HdProgressStream, hd_progress_stream, G_TYPE_FILTER_INPUT_STREAM)

static gssize
hd_progress_stream_read (GInputStream *stream,
                         void *buffer,
                         gsize count,
                         GCancellable *cancellable,
                         GError **error)
{
  HdProgressStream *self = HD_PROGRESS_STREAM (stream);
  gssize n = g_input_stream_read (g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream)), buffer, count, cancellable, error);

  if (n > 0)
    self->done += (guint64) n;
  if (self->size > 0)
    hd_progress_set (self->progress, (double) self->done / (double) self->size);
  return n;
}

static void
hd_progress_stream_finalize (GObject *object)
{
  g_clear_pointer (&HD_PROGRESS_STREAM (object)->progress, hd_progress_unref);
  G_OBJECT_CLASS (hd_progress_stream_parent_class)->finalize (object);
}

static void
hd_progress_stream_class_init (HdProgressStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hd_progress_stream_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = hd_progress_stream_read;
}

static void
hd_progress_stream_init (HdProgressStream *self)
{
}

GInputStream *
hd_progress_stream_new (GInputStream *base,
                        guint64 size,
                        HdProgress *progress)
{
  HdProgressStream *self = g_object_new (HD_TYPE_PROGRESS_STREAM, "base-stream", base, NULL);

  self->progress = progress != NULL ? hd_progress_ref (progress) : NULL;
  self->size = size;
  return G_INPUT_STREAM (self);
}

GInputStream *
hd_progress_stream_new_for_file (GFile *file,
                                 HdProgress *progress,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GFileInfo) info = NULL;

  if (stream == NULL)
    return NULL;
  info = progress != NULL ? g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL) : NULL;
  return hd_progress_stream_new (G_INPUT_STREAM (stream), info != NULL ? (guint64) g_file_info_get_size (info) : 0, progress);
}
