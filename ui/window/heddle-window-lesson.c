/* heddle-window-lesson.c: lessons and stories in a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lesson has a window for itself: its documents are its own, and no project of the user's is touched. Its file is read in a worker.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include <heddle/hd-task.h>

#include "heddle-choose-file.h"
#include "heddle-progress.h"
#include "heddle-topic.h"

#define PANE_WIDTH 372
#define NARROWEST 300 /* px; in a narrow window the drawing needs the rest */

/* ---- playing --------------------------------------------------------------------------------------------------------------------------- */

HdLesson *
heddle_window_get_lesson (HeddleWindow *self)
{
  return self->lesson;
}

gboolean
heddle_window_plays (HeddleWindow *self,
                     GFile *file)
{
  return self->lesson != NULL && hd_lesson_get_file (self->lesson) != NULL && g_file_equal (hd_lesson_get_file (self->lesson), file);
}

static void
show_view (HeddleWindow *self,
           guint step)
{
  const HdLessonStep *shown = hd_lesson_get_step (self->lesson, step);

  for (guint i = 0; i < shown->acts->len; i++)
    if (((const HdLessonAct *) shown->acts->pdata[i])->kind == HD_ACT_SHOW)
      return;
  heddle_window_open_view (self);
}

static void
on_player_changed (HeddleWindow *self)
{
  heddle_window_show_project (self);
}

static void
play (HeddleWindow *self,
      HdAnswers *answers_take)
{
  guint step = hd_answers_get_step (answers_take);

  self->player = heddle_player_new (self->session, G_ACTION_GROUP (self), self->lesson, answers_take);
  g_signal_connect_object (self->player, "told", G_CALLBACK (heddle_window_tell), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (on_player_changed), self, G_CONNECT_SWAPPED);
  heddle_lesson_pane_set_player (self->lesson_pane, self->player);
  heddle_player_go (self->player, MIN (step, hd_lesson_get_n_steps (self->lesson) - 1));
  show_view (self, heddle_player_get_step (self->player));
  heddle_window_show_project (self);
  heddle_lesson_pane_focus_work (self->lesson_pane); /* once what had the focus is gone */
}

static void
begin_as (HeddleWindow *self,
          const char *student)
{
  g_autoptr (GError) error = NULL;
  HdAnswers *answers = hd_answers_new (self->lesson, student, &error);

  if (answers != NULL)
    play (self, answers);
  else
    heddle_window_tell (self, error->message);
}

/* What it is about is there to be looked at while the name is asked for. */
static void
ask (HeddleWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_lesson_new_document (self->lesson, 0, "", &error);

  if (document != NULL)
    heddle_session_set_document (self->session, document, NULL);
  else
    heddle_window_tell (self, error->message);
  heddle_session_set_lock (self->session, _("Begin the lesson first."));
  heddle_window_show_project (self); /* before the focus goes there */
  heddle_lesson_pane_ask (self->lesson_pane, self->lesson);
}

static void
begin (HeddleWindow *self)
{
  HdAnswers *kept = heddle_progress_load (self->lesson);

  if (kept != NULL)
    play (self, kept);
  else if (hd_lesson_get_n_questions (self->lesson) == 0)
    begin_as (self, g_get_user_name ());
  else
    ask (self);
}

static void
show_pane (HeddleWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->lesson_pane), TRUE);
  /* Text and drawing need the room; both sides are a key away. */
  heddle_window_set_toggle (self, "show-outline", FALSE);
  heddle_window_set_toggle (self, "show-inspector", FALSE);
}

void
heddle_window_play_lesson (HeddleWindow *self,
                           HdLesson *lesson)
{
  heddle_window_end_lesson (self);
  heddle_window_end_journal (self);
  self->lesson = hd_lesson_ref (lesson);
  show_pane (self);
  begin (self);
  if (hd_lesson_has_changed (lesson))
    heddle_window_tell (self, _("The project was changed since this was recorded: some of it may not be as it is told"));
}

void
heddle_window_end_lesson (HeddleWindow *self)
{
  heddle_window_end_presentation (self);
  if (self->lesson_pane != NULL)
    {
      heddle_lesson_pane_set_player (self->lesson_pane, NULL);
      gtk_widget_set_visible (GTK_WIDGET (self->lesson_pane), FALSE);
    }
  g_clear_object (&self->player);
  g_clear_pointer (&self->lesson, hd_lesson_unref);
}

/* ---- reading --------------------------------------------------------------------------------------------------------------------------- */

static void
load (GTask *task,
      gpointer source,
      gpointer data,
      GCancellable *cancellable)
{
  GError *error = NULL;
  HdLesson *lesson = hd_lesson_load (data, &error);

  if (lesson != NULL)
    g_task_return_pointer (task, lesson, (GDestroyNotify) hd_lesson_unref);
  else
    g_task_return_error (task, error);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  HeddleWindow *self = HEDDLE_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *name = g_file_get_basename (g_task_get_task_data (G_TASK (result)));
  g_autofree char *heading = g_strdup_printf (_("“%s” could not be opened"), name);

  if (lesson != NULL)
    heddle_window_play_lesson (self, lesson);
  else
    heddle_window_warn (self, heading, error->message, "lessons");
}

void
heddle_window_open_lesson (HeddleWindow *self,
                           GFile *file)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, on_loaded, NULL);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  hd_task_run_in_thread (task, load);
}

/* ---- actions --------------------------------------------------------------------------------------------------------------------------- */

static void
on_next (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddlePlayer *player = HEDDLE_WINDOW (data)->player;

  heddle_player_go (player, heddle_player_get_step (player) + 1);
}

static void
on_back (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddlePlayer *player = HEDDLE_WINDOW (data)->player;

  if (heddle_player_get_step (player) > 0)
    heddle_player_go (player, heddle_player_get_step (player) - 1);
}

static void
on_step (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  heddle_player_go (HEDDLE_WINDOW (data)->player, g_variant_get_uint32 (parameter));
}

static void
on_step_again (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  heddle_player_begin_step_again (HEDDLE_WINDOW (data)->player);
}

static void
on_question (GSimpleAction *action,
             GVariant *parameter,
             gpointer data)
{
  HeddleWindow *self = data;
  guint question = self->player != NULL ? heddle_player_find_lock (self->player) : G_MAXUINT;

  if (self->player == NULL)
    {
      gtk_widget_child_focus (GTK_WIDGET (self->lesson_pane), GTK_DIR_TAB_FORWARD);
      return;
    }
  if (question != G_MAXUINT && hd_lesson_get_step_of (self->lesson, question) != heddle_player_get_step (self->player))
    heddle_player_go (self->player, hd_lesson_get_step_of (self->lesson, question));
  heddle_lesson_pane_focus_work (self->lesson_pane);
}

/* The start page is that of another window: this one's session has a project. */
static void
on_close_lesson (GSimpleAction *action,
                 GVariant *parameter,
                 gpointer data)
{
  HeddleWindow *self = data;
  HeddleWindow *other = heddle_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), heddle_session_get_catalog (self->session), self->projects);
  int width, height;

  if (self->player != NULL)
    heddle_player_save (self->player);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height); /* as large as it is now */
  gtk_window_set_default_size (GTK_WINDOW (other), width, height);
  if (gtk_window_is_maximized (GTK_WINDOW (self)))
    gtk_window_maximize (GTK_WINDOW (other));
  gtk_window_present (GTK_WINDOW (other));
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_restart_response (HeddleWindow *self,
                     const char *response)
{
  if (!g_str_equal (response, "restart") || self->lesson == NULL)
    return;
  heddle_lesson_pane_set_player (self->lesson_pane, NULL);
  g_clear_object (&self->player);
  heddle_progress_forget (self->lesson);
  begin (self);
}

static void
on_restart (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;
  GtkWidget *dialog = heddle_message_new (GTK_WINDOW (self), _("Begin the Whole Again?"), _("Your answers and what you built here are forgotten."), "lessons");

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "restart", _("Begin _Again"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "restart", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_restart_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_place_chosen (HeddleWindow *self,
                 GFile *file)
{
  g_autoptr (GError) error = NULL;

  if (self->player == NULL)
    return;
  heddle_player_save (self->player);
  if (hd_answers_save (heddle_player_get_answers (self->player), file, &error))
    heddle_window_tell (self, _("Written, with your answers and projects: it can be graded"));
  else
    heddle_window_warn (self, _("The answers could not be written"), error->message, "lessons");
}

static void
on_hand_in (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;
  const char *student = hd_answers_get_student (heddle_player_get_answers (self->player));
  g_autofree char *name = g_strdup_printf ("%s %s.xml", hd_lesson_get_name (self->lesson), student);
  GtkFileChooser *chooser = heddle_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Hand In"), _("_Save"), name, G_CALLBACK (on_place_chosen));

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static const GActionEntry entries[] = {
  { "lesson-next", on_next, NULL, NULL, NULL, { 0 } },
  { "lesson-back", on_back, NULL, NULL, NULL, { 0 } },
  { "lesson-step", on_step, "u", NULL, NULL, { 0 } },
  { "lesson-step-again", on_step_again, NULL, NULL, NULL, { 0 } },
  { "lesson-question", on_question, NULL, NULL, NULL, { 0 } },
  { "lesson-restart", on_restart, NULL, NULL, NULL, { 0 } },
  { "lesson-hand-in", on_hand_in, NULL, NULL, NULL, { 0 } },
  { "close-lesson", on_close_lesson, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  gboolean plays = self->player != NULL;
  guint step = plays ? heddle_player_get_step (self->player) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    heddle_window_enable (self, entries[i].name, plays);
  heddle_window_enable (self, "lesson-next", plays && step + 1 < hd_lesson_get_n_steps (self->lesson));
  heddle_window_enable (self, "lesson-back", plays && step > 0);
  heddle_window_enable (self, "lesson-hand-in", plays && hd_lesson_get_n_questions (self->lesson) > 0);
  heddle_window_enable (self, "lesson-question", self->lesson != NULL);
  heddle_window_enable (self, "close-lesson", self->lesson != NULL);
}

const HeddleWindowActions heddle_window_lesson_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };

/* A paned keeps room, and a handle, for a child that is there but empty. */
static void
on_side_changed (HeddleWindow *self)
{
  if (self->lesson_pane != NULL)
    gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->lesson_pane)),
                            gtk_widget_get_visible (GTK_WIDGET (self->lesson_pane)) || gtk_widget_get_visible (GTK_WIDGET (self->story_editor)));
}

void
heddle_window_fit_lesson_pane (HeddleWindow *self,
                               int width)
{
  GtkPaned *paned = GTK_PANED (gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (self->lesson_pane))));
  int fitting = CLAMP (width * 3 / 10, NARROWEST, PANE_WIDTH);

  if (fitting != self->lesson_fits && gtk_paned_get_position (paned) == self->lesson_fits)
    gtk_paned_set_position (paned, fitting);
  self->lesson_fits = fitting;
}

/* ---- building -------------------------------------------------------------------------------------------------------------------------- */

GtkWidget *
heddle_window_add_lesson_pane (HeddleWindow *self,
                               GtkWidget *body)
{
  GtkPaned *paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->story_editor = HEDDLE_STORY_EDITOR (heddle_story_editor_new (self->session));
  gtk_widget_set_size_request (GTK_WIDGET (self->story_editor), NARROWEST, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->story_editor), FALSE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->story_editor), TRUE);
  self->lesson_pane = HEDDLE_LESSON_PANE (heddle_lesson_pane_new (self->session));
  gtk_widget_set_size_request (GTK_WIDGET (self->lesson_pane), NARROWEST, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->lesson_pane), FALSE);
  g_signal_connect_object (self->lesson_pane, "begin", G_CALLBACK (begin_as), self, G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self->lesson_pane), TRUE);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->lesson_pane));
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->story_editor));
  gtk_widget_set_visible (side, FALSE);
  g_signal_connect_object (self->lesson_pane, "notify::visible", G_CALLBACK (on_side_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->story_editor, "notify::visible", G_CALLBACK (on_side_changed), self, G_CONNECT_SWAPPED);
  gtk_paned_set_start_child (paned, side);
  gtk_paned_set_end_child (paned, body);
  gtk_paned_set_resize_start_child (paned, FALSE);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  self->lesson_fits = PANE_WIDTH;
  gtk_paned_set_position (paned, PANE_WIDTH);
  return GTK_WIDGET (paned);
}
