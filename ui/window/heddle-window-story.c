/* heddle-window-story.c: stories that are recorded and edited in a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A story is told on a project as its file has it; what was edited while it was recorded is taken back when it is closed, in a step that can be undone.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-topic.h"

#define EXTENSION ".lesson"
#define MOST_NUMBERS 1000
#define ROOMY 1200 /* px of a window: the editor fits beside palette and drawing */
#define CLOSES_KEY "heddle-closes"

static gboolean
is_open (HeddleWindow *self)
{
  return heddle_story_editor_get_lesson (self->story_editor) != NULL;
}

static void
show (HeddleWindow *self,
      HdLesson *lesson)
{
  heddle_story_editor_set_lesson (self->story_editor, lesson);
  gtk_widget_set_visible (GTK_WIDGET (self->story_editor), lesson != NULL);
  if (lesson != NULL && gtk_widget_get_width (GTK_WIDGET (self)) < ROOMY)
    heddle_window_set_toggle (self, "show-outline", FALSE); /* a key away: with it the window would be wider than its screen */
  heddle_window_update_actions (self);
}

/* ---- beginning -------------------------------------------------------------------------------------------------------------------------- */

/* The name of the project's file, without what it ends with. */
static char *
dup_base (GFile *file)
{
  char *name = g_file_get_basename (file), *dot = strrchr (name, '.');

  if (dot != NULL && dot > name)
    *dot = '\0';
  return name;
}

static gboolean
begin (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autoptr (HdLesson) lesson = NULL;
  g_autofree char *project = NULL, *name = NULL, *digest = NULL;

  heddle_window_commit (self);
  if (self->file == NULL || heddle_window_is_modified (self) || hd_document_get_file (document) == NULL)
    {
      heddle_window_tell (self, _("Save the project first: a story is told on what its file holds, and stands beside it"));
      return FALSE;
    }
  g_clear_pointer (&self->told_on, hd_snapshot_unref);
  self->told_on = hd_document_snapshot (document);
  project = g_file_get_basename (self->file);
  name = dup_base (self->file);
  digest = hd_lesson_digest_project (self->told_on);
  lesson = hd_lesson_new (name, project, digest);
  show (self, lesson);
  return TRUE;
}

static void
on_record (GSimpleAction *action,
           GVariant *state,
           gpointer data)
{
  HeddleWindow *self = data;
  gboolean records = g_variant_get_boolean (state);

  if (records && !is_open (self) && !begin (self))
    return;
  heddle_story_editor_record (self->story_editor, records ? G_ACTION_GROUP (self) : NULL);
  g_simple_action_set_state (action, state);
}

/* The lesson that is played, as its last step leaves the project. */
static void
on_edit (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (HdLesson) lesson = hd_lesson_ref (self->lesson);

  heddle_player_go (self->player, hd_lesson_get_n_steps (lesson) - 1);
  heddle_window_end_lesson (self);
  hd_document_set_unsaved (heddle_session_get_document (self->session), NULL);
  hd_document_settle (heddle_session_get_document (self->session));
  show (self, lesson);
  heddle_window_show_project (self);
}

/* ---- saving ----------------------------------------------------------------------------------------------------------------------------- */

/* Beside the project, under a name that nothing has yet. */
static GFile *
find_file (HeddleWindow *self)
{
  GFile *file = hd_lesson_get_file (heddle_story_editor_get_lesson (self->story_editor));
  g_autoptr (GFile) folder = NULL;
  g_autofree char *base = NULL;

  if (file == NULL)
    file = self->story_file;
  if (file != NULL)
    return g_object_ref (file);
  folder = g_file_get_parent (self->file);
  base = dup_base (self->file);
  for (guint i = 1; i < MOST_NUMBERS; i++)
    {
      g_autofree char *name = i == 1 ? g_strconcat (base, EXTENSION, NULL) : g_strdup_printf ("%s-%u%s", base, i, EXTENSION);
      g_autoptr (GFile) found = g_file_get_child (folder, name);

      if (!g_file_query_exists (found, NULL))
        return g_steal_pointer (&found);
    }
  return g_file_get_child (folder, "story" EXTENSION);
}

static gboolean
save (HeddleWindow *self)
{
  HdLesson *lesson = heddle_story_editor_get_lesson (self->story_editor);
  g_autoptr (GFile) file = NULL;
  g_autofree char *text = hd_lesson_to_string (lesson), *name = NULL, *message = NULL;
  g_autoptr (GError) error = NULL;

  if (hd_lesson_get_n_steps (lesson) == 0)
    {
      heddle_window_tell (self, _("There is no step yet: record some"));
      return FALSE;
    }
  file = find_file (self);
  name = g_file_get_basename (file);
  if (!hd_file_write (g_file_peek_path (file), text, -1, NULL, &error))
    {
      heddle_window_warn (self, _("The story could not be saved"), error->message, "stories");
      return FALSE;
    }
  g_set_object (&self->story_file, file);
  heddle_story_editor_set_saved (self->story_editor);
  message = g_strdup_printf (_("Saved as “%s”, beside the project"), name);
  heddle_window_tell (self, message);
  return TRUE;
}

static void
on_save (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  save (data);
}

static void
on_play (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_set_toggle (self, "record-story", FALSE);
  if (save (self))
    g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &self->story_file, 1, "");
}

/* ---- closing ---------------------------------------------------------------------------------------------------------------------------- */

/* The project is as it was, unless it was opened or left meanwhile. */
static void
restore (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autoptr (HdSnapshot) told_on = g_steal_pointer (&self->told_on);
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  if (told_on == NULL || document == NULL || self->file == NULL || !heddle_window_is_modified (self))
    return;
  if (!hd_document_restore (document, told_on, _("What was recorded"), &error))
    return;
  toast = adw_toast_new (_("The project is as it was before the recording"));
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
close_now (HeddleWindow *self)
{
  heddle_window_set_toggle (self, "record-story", FALSE);
  show (self, NULL);
  g_clear_object (&self->story_file);
  restore (self);
}

static gboolean
has_unsaved (HeddleWindow *self)
{
  return is_open (self) && heddle_story_editor_is_modified (self->story_editor) && hd_lesson_get_n_steps (heddle_story_editor_get_lesson (self->story_editor)) > 0;
}

static void
on_close_response (HeddleWindow *self,
                   const char *response,
                   GtkWidget *dialog)
{
  gboolean closes_window = g_object_get_data (G_OBJECT (dialog), CLOSES_KEY) != NULL;

  if (g_str_equal (response, "cancel") || !is_open (self))
    return;
  if (!g_str_equal (response, "discard") && !save (self))
    return;
  close_now (self);
  if (closes_window)
    heddle_window_close_soon (self);
}

static void
ask (HeddleWindow *self,
     gboolean closes_window)
{
  GtkWidget *dialog;

  dialog = heddle_message_new (GTK_WINDOW (self), _("Save the Story?"), _("What was not saved of it is lost."), "stories");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "discard", _("_Discard"), "save", _("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data (G_OBJECT (dialog), CLOSES_KEY, closes_window ? dialog : NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_close_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
heddle_window_confirm_story (HeddleWindow *self)
{
  if (!has_unsaved (self))
    return FALSE;
  ask (self, TRUE);
  return TRUE;
}

static void
on_close (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;

  if (has_unsaved (self))
    ask (self, FALSE);
  else
    close_now (self);
}

static const GActionEntry entries[] = {
  { "record-story", NULL, NULL, "false", on_record, { 0 } },
  { "save-story", on_save, NULL, NULL, NULL, { 0 } },
  { "play-story", on_play, NULL, NULL, NULL, { 0 } },
  { "close-story", on_close, NULL, NULL, NULL, { 0 } },
  { "lesson-edit", on_edit, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  gboolean open = is_open (self);

  heddle_window_enable (self, "record-story", heddle_session_get_document (self->session) != NULL && self->lesson == NULL);
  heddle_window_enable (self, "save-story", open);
  heddle_window_enable (self, "play-story", open);
  heddle_window_enable (self, "close-story", open);
  heddle_window_enable (self, "lesson-edit", self->player != NULL);
}

const HeddleWindowActions heddle_window_story_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
