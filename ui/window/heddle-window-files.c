/* heddle-window-files.c: a window's project: saved and closed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-topic.h"

#define EXTENSION ".heddle"

/* ---- names ------------------------------------------------------------------------------------------------------------------------ */

char *
heddle_window_dup_name (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const char *name = document != NULL ? hd_document_get_name (document) : NULL;
  char *base;

  if (name != NULL && *name != '\0')
    return g_strdup (name);
  if (self->file == NULL)
    return g_strdup (_("Untitled"));
  base = g_file_get_basename (self->file);
  if (g_str_has_suffix (base, EXTENSION))
    base[strlen (base) - strlen (EXTENSION)] = '\0';
  return base;
}

static gboolean
is_example (HeddleWindow *self)
{
  g_autoptr (GFile) projects = self->projects != NULL ? g_file_new_for_path (self->projects) : NULL;

  return projects != NULL && self->file != NULL && g_file_has_prefix (self->file, projects);
}

/* Files of other programs are read, never written. */
static gboolean
is_import (HeddleWindow *self)
{
  return self->file != NULL && hd_import_wants (self->file);
}

gboolean
heddle_window_is_modified (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  /* What is done in a lesson is kept with it. */
  return document != NULL && self->lesson == NULL && hd_document_get_modified (document);
}

gboolean
heddle_window_is_empty (HeddleWindow *self)
{
  return self->file == NULL && self->lesson == NULL && heddle_session_get_document (self->session) == NULL;
}

/* ---- journal ------------------------------------------------------------------------------------------------------------------------ */

static void
on_journal_failed (HeddleWindow *self,
                   const char *message)
{
  g_autofree char *text = g_strdup_printf (_("Edits are no longer kept for a crash: %s. Save your work."), message);

  heddle_window_tell (self, text);
}

void
heddle_window_take_journal (HeddleWindow *self,
                            HeddleJournal *journal)
{
  if (self->journal != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->journal, self);
      heddle_journal_remove (self->journal);
    }
  g_clear_object (&self->journal);
  self->journal = journal;
  if (journal != NULL)
    g_signal_connect_object (journal, "failed", G_CALLBACK (on_journal_failed), self, G_CONNECT_SWAPPED);
}

void
heddle_window_begin_journal (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autofree char *directory = heddle_journal_dup_directory ();

  if (self->settings == NULL || g_settings_get_boolean (self->settings, "autosave"))
    heddle_window_take_journal (self, heddle_journal_new (document, directory));
  else
    heddle_window_take_journal (self, NULL);
}

/* Nothing that is worth recovering is left behind. */
void
heddle_window_end_journal (HeddleWindow *self)
{
  heddle_window_take_journal (self, NULL);
}

/* ---- save ----------------------------------------------------------------------------------------------------------------------------- */

static void
on_failure_response (HeddleWindow *self,
                     const char *response)
{
  if (g_str_equal (response, "save-as"))
    g_action_group_activate_action (G_ACTION_GROUP (self), "save-as", NULL);
}

static void
show_save_failure (HeddleWindow *self,
                   const char *reason)
{
  g_autofree char *name = heddle_window_dup_name (self);
  g_autofree char *heading = g_strdup_printf (_("“%s” could not be saved"), name);
  g_autofree char *body = g_strdup_printf (_("%s\n\nNothing is lost: the file is as it was, and the project stays open here. Make room or get "
                                             "permission and try again, or save it elsewhere."), reason);
  GtkWidget *dialog = heddle_message_new (GTK_WINDOW (self), heading, body, "files");

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Close"), "save-as", _("Save _As…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save-as", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save-as");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_failure_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_saved (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (GError) error = NULL;
  gboolean closing = self->close_when_saved;

  self->close_when_saved = FALSE;
  self->is_saving = FALSE;
  heddle_header_bar_set_busy (self->header, FALSE);
  heddle_window_update_actions (self);
  if (!hd_document_save_finish (HD_DOCUMENT (source), result, &error))
    {
      show_save_failure (self, error->message);
      return;
    }
  if (HD_DOCUMENT (source) != heddle_session_get_document (self->session))
    return;

  g_autofree char *uri = NULL;

  g_set_object (&self->file, hd_document_get_file (HD_DOCUMENT (source)));
  uri = g_file_get_uri (self->file);
  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
  heddle_window_watch_file (self);
  heddle_window_show_project (self);
  if (closing)
    gtk_window_close (GTK_WINDOW (self));
}

/* A project that nobody has named is called as its first file. */
static void
name_after (HdDocument *document,
            GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  const char *name = hd_document_get_name (document);

  if (hd_document_get_file (document) != NULL || (name != NULL && !g_str_equal (name, _("Untitled"))))
    return;
  base[strlen (base) - strlen (EXTENSION)] = '\0';
  hd_document_set_name (document, base);
}

static void
save_to (HeddleWindow *self,
         GFile *file)
{
  name_after (heddle_session_get_document (self->session), file);
  self->is_saving = TRUE;
  heddle_header_bar_set_busy (self->header, TRUE);
  heddle_window_update_actions (self);
  hd_document_save_async (heddle_session_get_document (self->session), file, NULL, on_saved, g_object_ref (self));
}

static void
on_replace_response (HeddleWindow *self,
                     const char *response,
                     GtkWidget *dialog)
{
  if (g_str_equal (response, "replace"))
    save_to (self, g_object_get_data (G_OBJECT (dialog), "heddle-file"));
}

static void
ask_to_replace (HeddleWindow *self,
                GFile *file,
                const char *body)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *heading = g_strdup_printf (_("Replace “%s”?"), name);
  GtkWidget *dialog = heddle_message_new (GTK_WINDOW (self), heading, body, "files");

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "replace", _("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "heddle-file", g_object_ref (file), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_replace_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_save_as_response (GtkNativeDialog *dialog,
                     int response,
                     gpointer data)
{
  HeddleWindow *self = data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) chosen = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      heddle_window_save_as (self, chosen);
    }
  else
    self->close_when_saved = FALSE;
  g_object_unref (dialog);
}

void
heddle_window_save_as (HeddleWindow *self,
                       GFile *chosen)
{
  g_autofree char *name = g_file_get_basename (chosen);
  g_autofree char *uri = g_file_get_uri (chosen);
  g_autofree char *longer = g_strconcat (uri, EXTENSION, NULL);
  g_autoptr (GFile) file = g_str_has_suffix (name, EXTENSION) ? g_object_ref (chosen) : g_file_new_for_uri (longer);

  /* The dialog has asked about the name as it was typed. */
  if (!g_file_equal (file, chosen) && g_file_query_exists (file, NULL))
    ask_to_replace (self, file, _("There is a file of this name already. Replacing it overwrites what is in it."));
  else
    save_to (self, file);
}

static void
on_save_as (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Save the Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                                               _("_Save"), _("_Cancel"));
  g_autofree char *name = heddle_window_dup_name (self);
  gboolean keeps_name = self->file != NULL && !is_import (self);
  g_autofree char *base = keeps_name ? g_file_get_basename (self->file) : g_strconcat (name, EXTENSION, NULL);

  heddle_window_add_filter (GTK_FILE_CHOOSER (chooser), FALSE);
  if (keeps_name && !is_example (self))
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), self->file, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), base);
  g_signal_connect (chooser, "response", G_CALLBACK (on_save_as_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
heddle_window_save (HeddleWindow *self)
{
  heddle_window_commit (self);
  if (self->file == NULL || is_example (self) || is_import (self))
    g_action_group_activate_action (G_ACTION_GROUP (self), "save-as", NULL);
  else if (!heddle_window_may_write (self))
    show_save_failure (self, _("The file may only be read."));
  else if (heddle_window_is_changed_on_disk (self))
    ask_to_replace (self, self->file, _("Another program has changed it since it was opened here. Replacing it overwrites what that wrote."));
  else
    save_to (self, self->file);
}

static void
on_save (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  heddle_window_save (data);
}

/* ---- close ------------------------------------------------------------------------------------------------------------------------------ */

static void
on_close_response (HeddleWindow *self,
                   const char *response)
{
  if (g_str_equal (response, "save"))
    {
      self->close_when_saved = TRUE;
      heddle_window_save (self);
    }
  else if (g_str_equal (response, "discard"))
    {
      self->discard_confirmed = TRUE;
      heddle_window_close_soon (self);
    }
}

gboolean
heddle_window_confirm_discard (HeddleWindow *self)
{
  g_autofree char *name = heddle_window_dup_name (self);
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  if (self->discard_confirmed || !heddle_window_is_modified (self))
    return FALSE;

  heading = g_strdup_printf (_("Save changes to “%s”?"), name);
  dialog = heddle_message_new (GTK_WINDOW (self), heading, _("Changes that are not saved will be lost."), "files");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "discard", _("_Discard"), "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------------- */

static void
on_close (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  gtk_window_close (GTK_WINDOW (data));
}

static const GActionEntry entries[] = {
  { "close", on_close, NULL, NULL, NULL, { 0 } },
  { "save", on_save, NULL, NULL, NULL, { 0 } },
  { "save-as", on_save_as, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  gboolean project = heddle_session_get_document (self->session) != NULL;

  heddle_window_enable (self, "save", project && !self->is_saving && (self->file == NULL || heddle_window_is_modified (self)));
  heddle_window_enable (self, "save-as", project);
}

const HeddleWindowActions heddle_window_file_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
