/* heddle-window-import.c: the system of another file becomes a part of the module that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is read in a session of its own, which gives it places too; what that holds is pasted: one step, which undo takes back. Until then, and
 * after a fault, the project is as it was.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-edits.h"

#define GAP 120.0 /* px between what was there and what comes */

static const HdObject *
get_top (HdDocument *document)
{
  return hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
}

/* Beside what is drawn already, top to top. */
static void
get_shift (HeddleWindow *self,
           HeddleSession *read,
           double *out_dx,
           double *out_dy)
{
  HeddleDrawing *here = heddle_session_get_drawing (self->session), *there;
  HeddleRect a, b;

  *out_dx = *out_dy = 0;
  heddle_session_leave_to (read, 0);
  there = heddle_session_get_drawing (read);
  if (here == NULL || there == NULL || heddle_scene_n_nodes (heddle_drawing_get_scene (here)) == 0)
    return;
  a = heddle_scene_bounds (heddle_drawing_get_scene (here));
  b = heddle_scene_bounds (heddle_drawing_get_scene (there));
  *out_dx = a.x + a.width + GAP - b.x;
  *out_dy = a.y - b.y;
}

/* Of what was pasted, that which is no longer called as in the file. */
static guint
count_renamed (HdDocument *document,
               HdDocument *read,
               GArray *uids)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  const HdObject *top = get_top (read);
  guint n = 0;

  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    if (hd_object_get_id (hd_object_get_child (top, i)) != NULL)
      g_hash_table_add (ids, (gpointer) hd_object_get_id (hd_object_get_child (top, i)));
  for (guint i = 0; i < uids->len; i++)
    {
      const char *id = hd_object_get_id (hd_document_get_object (document, g_array_index (uids, guint64, i)));

      n += id != NULL && !g_hash_table_contains (ids, id);
    }
  return n;
}

static void
tell (HeddleWindow *self,
      const char *name,
      guint n_renamed)
{
  g_autofree char *text = g_strdup_printf (_("“%s” was imported: %u guessed, %u left out, %u renamed"), name,
                                           hd_import_report_count (self->report, HD_IMPORT_GUESSED),
                                           hd_import_report_count (self->report, HD_IMPORT_LEFT_OUT), n_renamed);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  heddle_window_set_undo_toast (self, toast);
}

static void
take (HeddleWindow *self,
      HeddleSession *read,
      const char *name)
{
  HdDocument *document = heddle_session_get_document (self->session), *imported = heddle_session_get_document (read);
  g_autofree char *text = hd_document_to_string (imported, NULL);
  g_autofree char *step = g_strdup_printf (_("Import “%s”"), name);
  g_autofree char *heading = g_strdup_printf (_("“%s” could not be imported"), name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;
  double dx, dy;

  get_shift (self, read, &dx, &dy);
  uids = heddle_edit_paste (document, heddle_session_get_catalog (self->session), heddle_window_get_module (self), text, dx, dy, step, &error);
  if (uids == NULL)
    {
      heddle_window_warn (self, heading, error->message);
      return;
    }
  heddle_window_select (self, uids);
  tell (self, name, count_renamed (document, imported, uids));
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  HeddleSession *read = HEDDLE_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->loading) /* another file is being read */
    return;
  name = g_strdup (g_object_get_data (G_OBJECT (self->loading), "name"));
  heading = g_strdup_printf (_("“%s” could not be imported"), name);
  g_clear_object (&self->loading);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  heddle_load_bar_end (self->load_bar);
  if (!heddle_session_load_finish (read, result, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        heddle_window_warn (self, heading, error->message);
    }
  else if (heddle_window_can_edit (self))
    take (self, read, name);
}

void
heddle_window_import (HeddleWindow *self,
                      GFile *file)
{
  g_autoptr (HeddleSession) read = heddle_session_new (heddle_session_get_catalog (self->session));
  g_autoptr (HdProgress) progress = heddle_window_begin_load (self, file);

  g_object_set_data_full (G_OBJECT (self->loading), "name", g_file_get_basename (file), g_free);
  heddle_session_load_async (read, file, &(HdLoading) { NULL, self->report, progress }, self->loading, on_read, g_object_ref (self));
}

static void
on_response (GtkNativeDialog *dialog,
             int response,
             HeddleWindow *self)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  if (file != NULL)
    heddle_window_import (self, file);
  g_object_unref (dialog);
}

static void
on_import (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  HeddleWindow *self = data;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Import into This Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                               _("_Import"), _("_Cancel"));

  heddle_window_add_filter (chooser, TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
heddle_window_add_import_actions (HeddleWindow *self)
{
  static const GActionEntry entries[] = {
    { "import", on_import, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
