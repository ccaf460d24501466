/* heddle-journal.c: a file that knows each edit, for when the program is killed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits are collected for a moment and then written as what leads from the last written state to the present one: so many steps back, then the
 * steps since. Redoing is doing again: what is undone is not kept.
 */
#define G_LOG_DOMAIN "heddle-journal"

#include "heddle-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "heddle-journal-private.h"
#include "heddle-journal-record.h"

#define DELAY_MS 1000

/* The file, as the worker sees it; the mutex guards all of it. */
typedef struct
{
  gatomicrefcount ref_count;
  GMutex mutex;
  char *directory;
  char *path;
  HdSnapshot *project; /* what the first record holds, until it is written */
  int fd;
  goffset length;
  gboolean ended; /* removed, or could not be written */
  GWeakRef journal;
} Writer;

struct _HeddleJournal
{
  GObject parent_instance;

  /* Owned */
  HdDocument *document;
  Writer *writer;
  GThreadPool *pool; /* of one thread, so that records keep their order */
  char *etag;

  guint n_written; /* steps that the file knows */
  guint n_lowest;  /* of them, those that the document still has as they were */
  guint n_last;    /* steps when the document changed last */
  guint n_saved;   /* steps that lead to what is in the project's file; or HEDDLE_NEVER */
  gboolean file_is_written;
  guint timer;
};

G_DEFINE_FINAL_TYPE (HeddleJournal, heddle_journal, G_TYPE_OBJECT)

static guint failed_signal;

/* ---- worker ------------------------------------------------------------------------------------------------------------------ */

static Writer *
writer_ref (Writer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
writer_unref (Writer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->project, hd_snapshot_unref);
  g_weak_ref_clear (&self->journal);
  g_mutex_clear (&self->mutex);
  g_free (self->directory);
  g_free (self->path);
  g_free (self);
}

typedef struct
{
  Writer *writer;
  char *message;
} Failure;

static gboolean
tell_failure (gpointer data)
{
  Failure *failure = data;
  g_autoptr (HeddleJournal) journal = g_weak_ref_get (&failure->writer->journal);

  if (journal != NULL)
    g_signal_emit (journal, failed_signal, 0, failure->message);
  return G_SOURCE_REMOVE;
}

static void
failure_free (gpointer data)
{
  Failure *failure = data;

  writer_unref (failure->writer);
  g_free (failure->message);
  g_free (failure);
}

/* What was written before is kept: some of the work is better than none. */
static void
fail (Writer *self,
      int code)
{
  Failure *failure = g_new (Failure, 1);

  *failure = (Failure){ writer_ref (self), g_strdup (g_strerror (code)) };
  self->ended = TRUE;
  if (self->fd >= 0 && ftruncate (self->fd, self->length) != 0)
    g_debug ("%s: %s", self->path, g_strerror (errno));
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_failure, failure, failure_free);
}

static gboolean
write_bytes (Writer *self,
             const char *bytes,
             gsize length)
{
  for (gsize done = 0; done < length;)
    {
      ssize_t n = write (self->fd, bytes + done, length - done);

      if (n < 0 && errno != EINTR)
        return FALSE;
      done += MAX (n, 0);
    }
  self->length += length;
  return TRUE;
}

/* Readable by its owner alone, as the project may be. */
static gboolean
open_file (Writer *self)
{
  gsize length;
  g_autofree char *text = hd_snapshot_to_string (self->project, &length);
  g_autoptr (GString) record = g_string_new (NULL);

  if (g_mkdir_with_parents (self->directory, 0700) != 0)
    return FALSE;
  self->path = g_build_filename (self->directory, "project-XXXXXX" HEDDLE_JOURNAL_EXTENSION, NULL);
  self->fd = g_mkstemp_full (self->path, O_RDWR | O_CLOEXEC, 0600);
  if (self->fd < 0 || flock (self->fd, LOCK_EX | LOCK_NB) != 0)
    return FALSE;
  g_clear_pointer (&self->project, hd_snapshot_unref);
  heddle_record_append (record, HEDDLE_RECORD_PROJECT, 1, text, length);
  return write_bytes (self, record->str, record->len);
}

void
heddle_journal_restore_time (int fd,
                             const struct stat *before)
{
  const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, before->st_mtim };

  if (futimens (fd, times) != 0)
    g_debug ("the time of the last edit is lost: %s", g_strerror (errno));
}

/* Whether they tell of the project's file alone, which is no edit. */
static gboolean
tell_of_file (const GString *records)
{
  HeddleRecord first;
  gsize position = 0;

  return heddle_record_next (records->str, records->len, &position, &first) && first.kind == HEDDLE_RECORD_FILE;
}

static void
write_in_thread (gpointer job,
                 gpointer data)
{
  g_autoptr (GString) records = job;
  Writer *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  struct stat before;
  gboolean keeps_time = self->fd >= 0 && tell_of_file (records) && fstat (self->fd, &before) == 0;

  if (self->ended)
    return;
  if ((self->fd < 0 && !open_file (self)) || !write_bytes (self, records->str, records->len) || fdatasync (self->fd) != 0)
    fail (self, errno);
  else if (keeps_time)
    heddle_journal_restore_time (self->fd, &before);
}

/* ---- main thread --------------------------------------------------------------------------------------------------------------- */

static void
append_file (HeddleJournal *self,
             GString *records)
{
  GFile *file = hd_document_get_file (self->document);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;
  const char *name = hd_document_get_name (self->document);
  g_autofree char *text = g_strdup_printf ("%s\n%s\n%s", name != NULL ? name : "", uri != NULL ? uri : "", self->etag != NULL ? self->etag : "");

  heddle_record_append (records, HEDDLE_RECORD_FILE, self->n_saved, text, strlen (text));
  self->file_is_written = TRUE;
}

static void
write_pending (HeddleJournal *self)
{
  GString *records = g_string_new (NULL);
  guint n = hd_document_get_n_undo (self->document);

  if (self->n_lowest < self->n_written)
    heddle_record_append (records, HEDDLE_RECORD_UNDO, self->n_written - self->n_lowest, "", 0);
  if (self->n_lowest < n)
    {
      g_autofree char *xml = hd_document_dup_edits_xml (self->document, self->n_lowest);

      heddle_record_append (records, HEDDLE_RECORD_EDITS, n - self->n_lowest, xml, strlen (xml));
    }
  if (!self->file_is_written)
    append_file (self, records);
  self->n_written = self->n_lowest = n;
  g_thread_pool_push (self->pool, records, NULL);
}

static gboolean
on_timer (gpointer data)
{
  HeddleJournal *self = data;

  self->timer = 0;
  write_pending (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (HeddleJournal *self)
{
  guint n = hd_document_get_n_undo (self->document);

  /* As many steps as before: the last one has become another. */
  self->n_lowest = MIN (self->n_lowest, n == self->n_last && n > 0 ? n - 1 : n);
  self->n_last = n;
  if (self->timer == 0)
    self->timer = g_timeout_add (DELAY_MS, on_timer, self);
}

void
heddle_journal_set_saved (HeddleJournal *self,
                          const char *etag)
{
  g_return_if_fail (HEDDLE_IS_JOURNAL (self));

  self->n_saved = hd_document_get_modified (self->document) ? HEDDLE_NEVER : hd_document_get_n_undo (self->document);
  g_free (self->etag);
  self->etag = g_strdup (etag);
  self->file_is_written = FALSE;
  if (self->n_written > 0 || hd_document_get_n_undo (self->document) > 0)
    write_pending (self);
}

void
heddle_journal_flush (HeddleJournal *self)
{
  g_return_if_fail (HEDDLE_IS_JOURNAL (self));

  if (self->timer != 0)
    {
      g_clear_handle_id (&self->timer, g_source_remove);
      write_pending (self);
    }
  g_thread_pool_free (self->pool, FALSE, TRUE);
  self->pool = g_thread_pool_new (write_in_thread, self->writer, 1, FALSE, NULL);
}

void
heddle_journal_remove (HeddleJournal *self)
{
  g_return_if_fail (HEDDLE_IS_JOURNAL (self));

  g_clear_handle_id (&self->timer, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->document, self);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->writer->mutex);

  self->writer->ended = TRUE;
  if (self->writer->fd >= 0)
    g_unlink (self->writer->path);
}

char *
heddle_journal_dup_path (HeddleJournal *self)
{
  g_return_val_if_fail (HEDDLE_IS_JOURNAL (self), NULL);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->writer->mutex);

  return self->writer->fd >= 0 ? g_strdup (self->writer->path) : NULL;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_journal_dispose (GObject *object)
{
  HeddleJournal *self = HEDDLE_JOURNAL (object);

  if (self->pool != NULL)
    {
      if (self->timer != 0)
        {
          g_clear_handle_id (&self->timer, g_source_remove);
          write_pending (self);
        }
      g_thread_pool_free (g_steal_pointer (&self->pool), FALSE, TRUE);
    }
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->writer, writer_unref);
  G_OBJECT_CLASS (heddle_journal_parent_class)->dispose (object);
}

static void
heddle_journal_finalize (GObject *object)
{
  g_free (HEDDLE_JOURNAL (object)->etag);
  G_OBJECT_CLASS (heddle_journal_parent_class)->finalize (object);
}

static void
heddle_journal_class_init (HeddleJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_journal_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_journal_finalize;
  failed_signal = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
heddle_journal_init (HeddleJournal *self)
{
}

static HeddleJournal *
new_journal (HdDocument *document)
{
  HeddleJournal *self = g_object_new (HEDDLE_TYPE_JOURNAL, NULL);
  Writer *writer = g_new0 (Writer, 1);

  g_atomic_ref_count_init (&writer->ref_count);
  g_mutex_init (&writer->mutex);
  g_weak_ref_init (&writer->journal, self);
  writer->fd = -1;
  self->writer = writer;
  self->document = g_object_ref (document);
  self->pool = g_thread_pool_new (write_in_thread, writer, 1, FALSE, NULL);
  self->n_last = hd_document_get_n_undo (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return self;
}

char *
heddle_journal_dup_directory (void)
{
  return g_build_filename (g_get_user_state_dir (), "heddle", "journals", NULL);
}

HeddleJournal *
heddle_journal_new (HdDocument *document,
                    const char *directory)
{
  HeddleJournal *self;

  g_return_val_if_fail (HD_IS_DOCUMENT (document), NULL);
  g_return_val_if_fail (hd_document_get_n_undo (document) == 0, NULL);

  self = new_journal (document);
  self->writer->directory = g_strdup (directory);
  self->writer->project = hd_document_snapshot (document);
  return self;
}

HeddleJournal *
heddle_journal_continue (HdDocument *document,
                         const char *path,
                         int fd_take,
                         guint n_undo)
{
  HeddleJournal *self = new_journal (document);

  self->writer->path = g_strdup (path);
  self->writer->fd = fd_take;
  self->writer->length = lseek (fd_take, 0, SEEK_CUR);
  self->n_written = self->n_lowest = n_undo;
  return self;
}
