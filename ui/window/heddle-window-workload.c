/* heddle-window-workload.c: a graph of another program becomes the work of the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-choose-file.h"

static void
read_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  HeddleReading *reading = data;
  HdLoading how = heddle_reading_get_loading (reading);
  GError *error = NULL;
  HdObject *workload = hd_workload_read (reading->file, &how, cancellable, &error);

  if (workload != NULL)
    g_task_return_pointer (task, workload, (GDestroyNotify) hd_object_unref);
  else
    g_task_return_error (task, error);
}

/* With the notes, which come and go with it. */
static gboolean
take (HeddleWindow *self,
      HeddleReading *reading,
      HdObject *workload,
      GError **error)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autofree char *name = heddle_reading_dup_name (reading);
  g_autofree char *file_name = g_file_get_parse_name (reading->file);
  g_autofree char *step = g_strdup_printf (_("Import “%s”"), name);
  g_autoptr (HdProblemList) notes = hd_problem_list_new ();
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 uid;

  if (!heddle_window_can_edit (self))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project was changed meanwhile; nothing was imported."));
      return FALSE;
    }
  hd_document_begin_group (document, step);
  uid = hd_workload_replace (document, workload, error);
  if (uid != 0)
    {
      g_array_append_val (uids, uid);
      hd_import_report_tell (reading->report, document, file_name, notes);
      heddle_session_add_notes (self->session, notes, uids);
    }
  hd_document_end_group (document);
  return uid != 0;
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (HeddleReading) reading = NULL;
  g_autoptr (HdObject) workload = NULL;
  g_autoptr (GError) error = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->loading) /* another file is being read */
    return;
  reading = heddle_window_end_load (self);
  workload = g_task_propagate_pointer (G_TASK (result), &error);
  if (workload != NULL && take (self, reading, workload, &error))
    heddle_window_tell_import (self, reading, 0);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED))
    {
      g_autofree char *name = heddle_reading_dup_name (reading);
      g_autofree char *heading = g_strdup_printf (_("“%s” could not be imported"), name);

      heddle_window_warn_reading (self, reading, heading, error->message);
    }
}

void
heddle_window_import_workload (HeddleWindow *self,
                               GFile *file)
{
  g_autoptr (HeddleReading) reading = heddle_reading_new (file, NULL);
  g_autoptr (GTask) task = NULL;

  reading->into_project = TRUE;
  heddle_window_begin_load (self, reading);
  task = g_task_new (NULL, self->loading, on_read, g_object_ref (self));
  g_task_set_task_data (task, g_steal_pointer (&reading), (GDestroyNotify) heddle_reading_unref);
  hd_task_run_in_thread (task, read_in_thread);
}

static void
on_import (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  GtkFileChooser *chooser = heddle_choose_file (data, GTK_FILE_CHOOSER_ACTION_OPEN, _("Import a Workload Graph"), _("_Import"), NULL,
                                                G_CALLBACK (heddle_window_import_workload));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Graphs (GraphML)"));
  gtk_file_filter_add_pattern (filter, "*.graphml");
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static const GActionEntry entries[] = {
  { "import-workload", on_import, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  heddle_window_enable (self, "import-workload", heddle_window_can_edit (self));
}

const HeddleWindowActions heddle_window_workload_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
