/* heddle-window-open.c: a window's project: new, opened, dropped
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file is read in a worker; until its project is there the window shows what it showed. Who cancels that finds nothing changed.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-edits.h"

#define EXTENSION ".heddle"
#define LESSON ".lesson"

#define NEW_PROJECT \
  "<heddle version=\"" G_STRINGIFY (HD_FORMAT_VERSION) "\" name=\"%s\">\n" \
  "  <top/>\n" \
  "  <run/>\n" \
  "</heddle>\n"

/* ---- new and open -------------------------------------------------------------------------------------------------------------------- */

void
heddle_window_show_document (HeddleWindow *self,
                             HdDocument *document,
                             HdProblemList *problems,
                             HeddleJournal *journal)
{
  heddle_window_cancel_load (self);
  heddle_window_keep_reading (self, NULL);
  g_set_object (&self->file, hd_document_get_file (document));
  heddle_session_set_document (self->session, document, problems);
  heddle_window_open_view (self);
  if (journal != NULL)
    heddle_window_take_journal (self, journal);
  else
    heddle_window_begin_journal (self);
  heddle_window_watch_file (self);
  gtk_widget_grab_focus (GTK_WIDGET (heddle_window_get_canvas (self)));
}

void
heddle_window_new_project (HeddleWindow *self)
{
  g_autofree char *text = g_markup_printf_escaped (NEW_PROJECT, _("Untitled"));
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, NULL, NULL, NULL);

  heddle_window_show_document (self, document, NULL, NULL);
}

/* What was mapped, guessed and left out stands among the problems, which lead to the objects; what can be given another meaning, in a dialog. */
static void
tell_import (HeddleWindow *self,
             HdImportReport *report)
{
  g_autofree char *name = g_file_get_basename (self->file);
  guint guessed = hd_import_report_count (report, HD_IMPORT_GUESSED), left_out = hd_import_report_count (report, HD_IMPORT_LEFT_OUT);
  g_autofree char *text = guessed + left_out > 0 ? g_strdup_printf (_("“%s” was imported: %u guessed, %u left out"), name, guessed, left_out)
                                                  : g_strdup_printf (_("“%s” was imported"), name);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);

  if (hd_import_report_get_n_keys (report) > 0)
    {
      adw_toast_set_button_label (toast, _("_Attributes…"));
      adw_toast_set_action_name (toast, "win.mapping");
    }
  else
    {
      adw_toast_set_button_label (toast, _("_What Became of It"));
      adw_toast_set_action_name (toast, "win.dock");
      adw_toast_set_action_target_value (toast, g_variant_new_string ("problems"));
    }
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* What was shown before a file was read. */
static void
show_what_was (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  GFile *file = document != NULL ? hd_document_get_file (document) : NULL;

  g_set_object (&self->file, file);
  heddle_window_show_project (self);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (HeddleReading) reading = NULL;
  g_autoptr (GError) error = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->loading) /* another file is being read */
    return;
  reading = heddle_window_end_load (self);
  if (heddle_session_load_finish (HEDDLE_SESSION (source), result, &error))
    {
      g_autofree char *uri = g_file_get_uri (self->file);

      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
      heddle_window_open_view (self);
      heddle_window_begin_journal (self);
      heddle_window_watch_file (self);
      gtk_widget_grab_focus (GTK_WIDGET (heddle_window_get_canvas (self)));
      heddle_window_keep_reading (self, reading);
      if (!heddle_window_tell_mapping (self, reading, NULL) && hd_import_is_platform (self->file)) /* BDSim's files are mapped whole */
        tell_import (self, reading->report);
    }
  else
    {
      g_autofree char *name = heddle_reading_dup_name (reading);
      g_autofree char *heading = g_strdup_printf (_("“%s” could not be opened"), name);

      show_what_was (self);
      if (!heddle_window_tell_mapping (self, reading, error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        heddle_window_warn_reading (self, reading, heading, error->message);
    }
}

gboolean
heddle_window_cancel_load (HeddleWindow *self)
{
  if (self->loading == NULL)
    return FALSE;
  g_cancellable_cancel (self->loading);
  return TRUE;
}

static gboolean
on_escape (GtkWidget *widget,
           GVariant *arguments,
           gpointer data)
{
  return heddle_window_cancel_load (HEDDLE_WINDOW (widget));
}

void
heddle_window_begin_load (HeddleWindow *self,
                          HeddleReading *reading)
{
  g_autofree char *name = heddle_reading_dup_name (reading);
  g_autofree char *text = g_strdup_printf (_("Reading “%s”"), name);
  g_autofree char *then = g_strdup_printf (_("Checking and drawing “%s”"), name);

  heddle_window_cancel_load (self);
  g_clear_object (&self->loading);
  g_clear_pointer (&self->pending, heddle_reading_unref);
  self->loading = g_cancellable_new ();
  self->pending = heddle_reading_ref (reading);
  heddle_load_bar_begin (self->load_bar, text, then, reading->progress);
  heddle_header_bar_set_busy (self->header, TRUE);
}

HeddleReading *
heddle_window_end_load (HeddleWindow *self)
{
  g_clear_object (&self->loading);
  heddle_header_bar_set_busy (self->header, FALSE);
  heddle_load_bar_end (self->load_bar);
  return g_steal_pointer (&self->pending);
}

void
heddle_window_read (HeddleWindow *self,
                    HeddleReading *reading)
{
  HdLoading how = heddle_reading_get_loading (reading);

  heddle_window_begin_load (self, reading);
  g_set_object (&self->file, reading->file);
  heddle_window_show_project (self);
  heddle_session_load_async (self->session, reading->file, &how, self->loading, on_loaded, g_object_ref (self));
}

void
heddle_window_open (HeddleWindow *self,
                    GFile *file)
{
  g_autoptr (HeddleReading) reading = heddle_reading_new (file, NULL);

  heddle_window_read (self, reading);
}

/* One window per project: the program knows which. */
static void
on_chosen (HeddleWindow *self,
           GFile *file)
{
  g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
}

static void
on_open (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  GtkFileChooser *chooser = heddle_choose_file (data, GTK_FILE_CHOOSER_ACTION_OPEN, _("Open a Project"), _("_Open"), NULL, G_CALLBACK (on_chosen));

  heddle_window_add_filter (chooser, TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* Traces of popnet have any name. */
static void
add_all_files (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("All files"));
  gtk_file_filter_add_pattern (filter, "*");
  gtk_file_chooser_add_filter (chooser, filter);
}

void
heddle_window_add_filter (GtkFileChooser *chooser,
                          gboolean imports)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, imports ? _("Heddle projects, lessons, files of other programs") : _("Heddle projects"));
  gtk_file_filter_add_pattern (filter, "*.heddle");
  if (imports)
    {
      gtk_file_filter_add_pattern (filter, "*" LESSON);
      gtk_file_filter_add_pattern (filter, "*.topology");
      gtk_file_filter_add_pattern (filter, "*.graphml");
      gtk_file_filter_add_pattern (filter, "*.popnet");
      gtk_file_filter_add_pattern (filter, "*.xml");
    }
  gtk_file_chooser_add_filter (chooser, filter);
  if (imports)
    add_all_files (chooser);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
}

/* ---- dropped --------------------------------------------------------------------------------------------------------------------------- */

static gboolean
is_project (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && (g_str_has_suffix (name, EXTENSION) || g_str_has_suffix (name, LESSON) || hd_import_wants (file)) && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

static gboolean
is_capture (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && (g_str_has_suffix (name, ".pcap") || g_str_has_suffix (name, ".pcapng") || g_str_has_suffix (name, ".cap"))
         && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

/* From the project's folder, if it is there. */
static char *
dup_place (HeddleWindow *self,
           GFile *file)
{
  g_autoptr (GFile) folder = self->file != NULL ? g_file_get_parent (self->file) : NULL;
  char *place = folder != NULL ? g_file_get_relative_path (folder, file) : NULL;

  return place != NULL ? place : g_file_get_path (file);
}

/* What the project plays, it plays from now on. */
static gboolean
offer_capture (HeddleWindow *self,
               GFile *file)
{
  g_autofree char *base = g_file_get_basename (file), *place = dup_place (self, file), *text = NULL, *markup = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;
  AdwToast *toast;

  if (place == NULL || !heddle_window_can_edit (self)
      || (heddle_edit_offer_capture (heddle_session_get_document (self->session), heddle_session_get_catalog (self->session), place, &n, &error) && n == 0))
    {
      text = g_strdup_printf (_("“%s” is a capture of packets; what is open here offers none. Open a network processor first, and drop it there"), base);
      heddle_window_tell (self, text);
      return FALSE;
    }
  if (error != NULL)
    {
      heddle_window_tell (self, error->message);
      return FALSE;
    }
  text = g_strdup_printf (ngettext ("%u source offers the packets of “%s”", "%u sources offer the packets of “%s”", n), n, base);
  markup = g_markup_escape_text (text, -1);
  toast = adw_toast_new (markup);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  heddle_window_set_undo_toast (self, toast);
  return TRUE;
}

gboolean
heddle_window_drop_files (HeddleWindow *self,
                          GSList *files)
{
  gboolean any = FALSE;
  GFile *first = files->data;

  /* One file of another program becomes a part of what is open. */
  if (files->next == NULL && heddle_window_can_edit (self) && hd_import_wants (first) && is_project (first))
    {
      heddle_window_import (self, first);
      return TRUE;
    }
  if (files->next == NULL && is_capture (first))
    return offer_capture (self, first);
  for (GSList *item = files; item != NULL; item = item->next)
    {
      GFile *file = item->data;
      g_autofree char *name = g_file_get_basename (file);
      g_autofree char *message = NULL;

      if (is_project (file))
        {
          g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
          any = TRUE;
          continue;
        }
      message = g_strdup_printf (_("“%s” is no Heddle project (.heddle) and no lesson (.lesson)"), name);
      heddle_window_tell (self, message);
    }
  return any;
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { "open", on_open, NULL, NULL, NULL, { 0 } },
};

static void
set_up (HeddleWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                                                          gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

const HeddleWindowActions heddle_window_open_actions = { entries, G_N_ELEMENTS (entries), FALSE, set_up, NULL };
