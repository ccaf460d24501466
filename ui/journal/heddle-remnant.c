/* heddle-remnant.c: what a program that was killed has left of a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-remnant"

#include "heddle-journal.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "heddle-journal-private.h"
#include "heddle-journal-record.h"

/* ---- what is in a journal ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  guint n;       /* steps done */
  guint n_saved; /* steps that lead to what is in the project's file, or HEDDLE_NEVER */
  guint n_begin; /* steps done when the file was read or written last */
  guint n_least; /* the fewest since then: what is below is as it was */
  char **file;   /* its name, URI and entity tag */
  gsize length;
} Survey;

static void
survey_clear (Survey *survey)
{
  g_strfreev (survey->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Survey, survey_clear)

static gboolean
survey (const char *text,
        gsize length,
        Survey *out)
{
  HeddleRecord record;

  *out = (Survey){ 0 };
  if (!heddle_record_next (text, length, &out->length, &record) || record.kind != HEDDLE_RECORD_PROJECT)
    return FALSE;
  while (heddle_record_next (text, length, &out->length, &record))
    switch (record.kind)
      {
      case HEDDLE_RECORD_FILE:
        {
          g_autofree char *lines = g_strndup (record.bytes, record.length);

          g_strfreev (out->file);
          out->file = g_strsplit (lines, "\n", 3);
          out->n_saved = record.count;
          /* Where no state is saved, what an earlier program left unsaved goes on. */
          if (record.count != HEDDLE_NEVER)
            {
              out->n_begin = record.count;
              out->n_least = MIN (record.count, out->n);
            }
          break;
        }

      case HEDDLE_RECORD_EDITS:
        if (out->n_saved > out->n)
          out->n_saved = HEDDLE_NEVER;
        out->n += record.count;
        break;

      case HEDDLE_RECORD_UNDO:
        out->n -= MIN (record.count, out->n);
        out->n_least = MIN (out->n_least, out->n);
        break;

      default:
        return FALSE;
      }
  return out->file != NULL && g_strv_length (out->file) == 3;
}

static gboolean
has_changed (GFile *file,
             const char *etag)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info == NULL || g_strcmp0 (g_file_info_get_etag (info), etag) != 0;
}

/* ---- finding -------------------------------------------------------------------------------------------------------------------- */

static char *
read_all (int fd,
          gsize *out_length)
{
  struct stat status;
  g_autofree char *text = NULL;
  gsize length = 0;

  if (fstat (fd, &status) != 0 || status.st_size > G_MAXSSIZE - 1)
    return NULL;
  text = g_try_malloc (status.st_size + 1);
  while (text != NULL && length < (gsize) status.st_size)
    {
      ssize_t n = pread (fd, text + length, status.st_size - length, length);

      if (n <= 0)
        break;
      length += n;
    }
  *out_length = length;
  return g_steal_pointer (&text);
}

static HeddleRemnant *
new_remnant (const char *path,
             int fd,
             const Survey *found)
{
  HeddleRemnant *self = g_new0 (HeddleRemnant, 1);
  const char *uri = found->file[1], *etag = found->file[2];
  struct stat status = { 0 };

  fstat (fd, &status);
  self->path = g_strdup (path);
  self->fd = fd;
  self->length = found->length;
  self->name = g_strdup (found->file[0]);
  self->file = *uri != '\0' ? g_file_new_for_uri (uri) : NULL;
  self->file_changed = self->file != NULL && has_changed (self->file, etag);
  self->time = g_date_time_new_from_unix_local (status.st_mtim.tv_sec);
  self->n_changes = found->n + found->n_begin - 2 * found->n_least;
  return self;
}

/* A lock that cannot be had is that of a living program; one that is had stays, so that no other program offers the same. */
static HeddleRemnant *
examine (const char *path)
{
  int fd = g_open (path, O_RDWR | O_CLOEXEC, 0);
  g_autofree char *text = NULL;
  g_auto (Survey) found = { 0 };
  gsize length = 0;

  if (fd < 0)
    return NULL;
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    {
      text = read_all (fd, &length);
      if (text != NULL && survey (text, length, &found) && found.n != found.n_saved)
        return new_remnant (path, fd, &found);
      if (text != NULL)
        g_unlink (path);
    }
  close (fd);
  return NULL;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  return -g_date_time_compare ((*(HeddleRemnant *const *) a)->time, (*(HeddleRemnant *const *) b)->time);
}

GPtrArray *
heddle_remnant_list (const char *directory)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) heddle_remnant_free);
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, HEDDLE_JOURNAL_EXTENSION))
      {
        g_autofree char *path = g_build_filename (directory, name, NULL);
        HeddleRemnant *remnant = examine (path);

        if (remnant != NULL)
          g_ptr_array_add (list, remnant);
      }
  g_ptr_array_sort (list, compare_times);
  return list;
}

/* ---- recovering -------------------------------------------------------------------------------------------------------------------- */

static gboolean
replay (HdDocument *document,
        const HeddleRecord *record,
        GError **error)
{
  if (record->kind == HEDDLE_RECORD_EDITS)
    {
      g_autofree char *xml = g_strndup (record->bytes, record->length);

      return hd_document_apply_edits_xml (document, xml, error);
    }
  for (guint i = 0; record->kind == HEDDLE_RECORD_UNDO && i < record->count; i++)
    hd_document_undo (document);
  if (record->kind == HEDDLE_RECORD_FILE) /* it may have got its name by being saved */
    {
      g_autofree char *name = g_strndup (record->bytes, strcspn (record->bytes, "\n"));

      if (*name != '\0')
        hd_document_set_name (document, name);
    }
  return TRUE;
}

HdDocument *
heddle_remnant_recover (HeddleRemnant *self,
                        HdProblemList *problems,
                        GError **error)
{
  gsize length = 0, position = 0;
  g_autofree char *text = read_all (self->fd, &length);
  g_autofree char *name = self->file != NULL ? g_file_get_parse_name (self->file) : NULL;
  g_autoptr (HdDocument) document = NULL;
  HeddleRecord record;

  if (text == NULL || !heddle_record_next (text, length, &position, &record))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be read"), self->path);
      return NULL;
    }
  document = hd_document_load_from_data (record.bytes, record.length, name, problems, error);
  if (document == NULL)
    return NULL;
  hd_document_set_unsaved (document, self->file_changed ? NULL : self->file); /* beside which there may be files that were edited too */
  while (heddle_record_next (text, length, &position, &record))
    if (!replay (document, &record, error))
      return NULL;
  return g_steal_pointer (&document);
}

HeddleJournal *
heddle_remnant_continue (HeddleRemnant *self,
                         HdDocument *document)
{
  HeddleJournal *journal;
  g_autoptr (GFileInfo) info = NULL;
  int fd = g_steal_fd (&self->fd);
  struct stat before;
  gboolean known = fstat (fd, &before) == 0;

  if (ftruncate (fd, self->length) != 0)
    g_debug ("%s: what is torn at its end stays", self->path);
  if (known)
    heddle_journal_restore_time (fd, &before);
  lseek (fd, self->length, SEEK_SET);
  if (self->file != NULL && !self->file_changed)
    info = g_file_query_info (self->file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  journal = heddle_journal_continue (document, self->path, fd, hd_document_get_n_undo (document));
  heddle_journal_set_saved (journal, info != NULL ? g_file_info_get_etag (info) : NULL);
  return journal;
}

void
heddle_remnant_discard (HeddleRemnant *self)
{
  g_unlink (self->path);
}

void
heddle_remnant_free (HeddleRemnant *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->name);
  g_clear_object (&self->file);
  g_clear_pointer (&self->time, g_date_time_unref);
  g_free (self);
}
