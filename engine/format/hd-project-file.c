/* hd-project-file.c: projects in files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-project-file"

#include <heddle/hd-document.h>

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-import.h>
#include <heddle/hd-task.h>

#include "hd-atomic-file.h"
#include "hd-document-private.h"
#include "hd-i18n.h"
#include "hd-io-error.h"
#include "hd-object-private.h"
#include "hd-progress-stream.h"
#include "hd-project-reader.h"
#include "hd-project-upgrade.h"
#include "hd-project-writer.h"
#include "hd-snapshot-private.h"

/* @is_made: the text was made of a file of another format, which has other lines. */
static HdDocument *
load (GInputStream *stream,
      const char *file_name,
      gboolean is_made,
      HdProblemList *problems,
      GCancellable *cancellable,
      GError **error)
{
  g_auto (HdProjectParts) project = { NULL };
  gboolean newer;

  if (!hd_project_read (stream, file_name, hd_schema_get_element (HD_OBJECT_PROJECT), problems, cancellable, &project, error))
    return NULL;

  if (is_made)
    _hd_object_forget_lines (project.root);
  hd_project_upgrade (project.root, file_name, problems, &newer);
  HdDocument *document = _hd_document_new_from_tree (g_steal_pointer (&project.root), project.before, project.after);
  _hd_document_set_read_only (document, newer);
  return document;
}

HdDocument *
hd_document_load (GFile *file,
                  HdProblemList *problems,
                  GCancellable *cancellable,
                  GError **error)
{
  return hd_document_load_with (file, NULL, problems, cancellable, error);
}

HdDocument *
hd_document_load_with (GFile *file,
                       const HdLoading *loading,
                       HdProblemList *problems,
                       GCancellable *cancellable,
                       GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  HdLoading how = loading != NULL ? *loading : (HdLoading) { NULL };

  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) io_error = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (HdImportReport) report = NULL;

  if (how.popnet != NULL || hd_import_wants (file))
    {
      how.report = report = how.report != NULL ? hd_import_report_ref (how.report) : hd_import_report_new ();

      hd_progress_set_stage (how.progress, 0, 0.5);

      char *text = hd_import_read (file, &how, cancellable, error);

      if (text == NULL)
        return NULL;

      gsize length = strlen (text);
      g_autoptr (GInputStream) base = g_memory_input_stream_new_from_data (text, (gssize) length, g_free);

      hd_progress_set_stage (how.progress, 0.5, 1);
      stream = hd_progress_stream_new (base, length, how.progress);
    }
  else
    {
      stream = hd_progress_stream_new_for_file (file, how.progress, cancellable, &io_error);
    }
  if (stream == NULL)
    {
      gboolean cancelled = g_error_matches (io_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_set_error (error, HD_ERROR, cancelled ? HD_ERROR_CANCELLED : HD_ERROR_IO, _("%s cannot be read: %s"), name, hd_io_error_get_reason (io_error));
      return NULL;
    }

  HdDocument *document = load (stream, name, report != NULL, problems, cancellable, error);
  if (document != NULL)
    _hd_document_set_file (document, file, name);
  if (document != NULL && report != NULL && problems != NULL)
    hd_import_report_tell (report, document, name, problems);
  return document;
}

HdDocument *
hd_document_load_from_data (const char *data,
                            gssize length,
                            const char *file_name,
                            HdProblemList *problems,
                            GError **error)
{
  g_return_val_if_fail (data != NULL || length == 0, NULL);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, length < 0 ? (gssize) strlen (data) : length, NULL);
  HdDocument *document = load (stream, file_name, FALSE, problems, NULL, error);
  if (document != NULL)
    _hd_document_set_file (document, NULL, file_name);
  return document;
}

char *
hd_snapshot_to_string (HdSnapshot *self,
                       gsize *out_length)
{
  g_return_val_if_fail (self != NULL, NULL);

  GString *out = g_string_new (NULL);
  hd_project_write (out, hd_snapshot_get_root (self), _hd_snapshot_get_before (self), _hd_snapshot_get_after (self));
  if (out_length != NULL)
    *out_length = out->len;
  return g_string_free (out, FALSE);
}

char *
hd_document_to_string (HdDocument *self,
                       gsize *out_length)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self);

  return hd_snapshot_to_string (snapshot, out_length);
}

/* ---- saving ---------------------------------------------------------------------------------------------------------- */

/* What another program has written meanwhile, or what stands where the project was not before, is not written over. */
static gboolean
write_file (HdSnapshot *snapshot,
            const char *name,
            const char *folder,
            GCancellable *cancellable,
            GError **error)
{
  HdFileTexts *texts = _hd_snapshot_get_texts (snapshot);
  const char *text = hd_file_texts_get (texts, name), *written = hd_file_texts_get_written (texts, name);
  gboolean is_elsewhere = !g_path_is_absolute (name) && g_strcmp0 (folder, hd_snapshot_get_directory (snapshot)) != 0;
  g_autofree char *path = g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (folder, name, NULL), *disk = NULL;
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (text == NULL || (!is_elsewhere && g_strcmp0 (text, written) == 0))
    return TRUE;
  if (!_hd_read_text_file (path, &disk, error))
    return FALSE;
  if (g_strcmp0 (disk, text) == 0)
    return TRUE;
  if (disk != NULL && (is_elsewhere || g_strcmp0 (disk, written) != 0))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("%s holds something that was not written here; it is kept. Save the project in another folder, or undo the changes of that file."), path);
      return FALSE;
    }
  g_mkdir_with_parents (parent, 0777);
  return hd_atomic_file_write (file, text, strlen (text), cancellable, error);
}

static gboolean
write_files (HdSnapshot *snapshot,
             GFile *file,
             GCancellable *cancellable,
             GError **error)
{
  HdFileTexts *texts = _hd_snapshot_get_texts (snapshot);
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *folder = parent != NULL ? g_file_get_path (parent) : NULL;

  for (guint i = 0; i < hd_file_texts_get_n (texts); i++)
    if (!write_file (snapshot, hd_file_texts_get_name (texts, i), folder != NULL ? folder : ".", cancellable, error))
      return FALSE;
  return TRUE;
}

static gboolean
write_snapshot (HdSnapshot *snapshot,
                GFile *file,
                GCancellable *cancellable,
                GError **error)
{
  gsize length = 0;
  g_autofree char *text = hd_snapshot_to_string (snapshot, &length);

  return write_files (snapshot, file, cancellable, error) && hd_atomic_file_write (file, text, length, cancellable, error);
}

static void
end_save (HdDocument *self,
          HdSnapshot *snapshot,
          GFile *file,
          gboolean saved)
{
  g_autofree char *name = g_file_get_parse_name (file);

  if (saved)
    {
      _hd_document_note_written (self, snapshot);
      _hd_document_set_file (self, file, name);
    }
  _hd_document_end_save (self, saved);
}

static gboolean
begin_save (HdDocument *self,
            GError **error)
{
  if (_hd_document_begin_save (self))
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project is being saved already."));
  return FALSE;
}

gboolean
hd_document_save (HdDocument *self,
                  GFile *file,
                  GCancellable *cancellable,
                  GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  g_autoptr (HdSnapshot) snapshot = NULL;
  gboolean saved;

  if (!begin_save (self, error))
    return FALSE;
  snapshot = hd_document_snapshot (self);
  saved = write_snapshot (snapshot, file, cancellable, error);
  end_save (self, snapshot, file, saved);
  return saved;
}

typedef struct
{
  HdSnapshot *snapshot;
  GFile *file;
} Save;

static void
save_free (Save *save)
{
  hd_snapshot_unref (save->snapshot);
  g_object_unref (save->file);
  g_free (save);
}

static void
save_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  Save *save = task_data;
  GError *error = NULL;

  if (write_snapshot (save->snapshot, save->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
hd_document_save_async (HdDocument *self,
                        GFile *file,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));
  g_return_if_fail (G_IS_FILE (file));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  GError *error = NULL;
  Save *save;

  g_task_set_source_tag (task, hd_document_save_async);
  g_task_set_check_cancellable (task, FALSE); /* a file that was written in spite of it counts */
  if (!begin_save (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  save = g_new (Save, 1);
  save->snapshot = hd_document_snapshot (self);
  save->file = g_object_ref (file);
  g_task_set_task_data (task, save, (GDestroyNotify) save_free);
  hd_task_run_in_thread (task, save_in_thread);
}

gboolean
hd_document_save_finish (HdDocument *self,
                         GAsyncResult *result,
                         GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  Save *save = g_task_get_task_data (G_TASK (result));
  gboolean saved = g_task_propagate_boolean (G_TASK (result), error);

  if (save != NULL)
    end_save (self, save->snapshot, save->file, saved);
  return saved;
}
