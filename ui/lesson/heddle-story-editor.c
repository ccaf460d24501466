/* heddle-story-editor.c: a story while it is recorded and edited
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A lesson is immutable: each edit makes another one, which shares the steps that stay; the ones before are what can be undone.
 */
#define G_LOG_DOMAIN "heddle-story-editor"

#include "heddle-story-editor.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-ask.h"
#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-recorder.h"
#include "heddle-rows.h"

struct _HeddleStoryEditor
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HdLesson *lesson; /* as it stands, or %NULL */
  HdLesson *saved;  /* as its file has it */
  GPtrArray *done, *undone; /* of HdLesson: what was before; what was taken back */
  HeddleRecorder *recorder; /* while it records, or %NULL */
  char *language;
  GPtrArray *languages; /* of char *: in the order of the list */
  guint choice; /* source: a language was chosen */

  /* Of the template */
  GtkWidget *box;
  GtkWidget *record;
  GtkEditable *title;
  GtkDropDown *language_list;
  GtkScrolledWindow *scroller;
  GtkBox *body;
  GtkWidget *empty;
  GtkWidget *undo, *redo;

  gboolean updating;
  guint typing; /* the step that is being written, so that it is one undo step; G_MAXUINT: none */
  gboolean typing_notes; /* of it */
};

G_DEFINE_FINAL_TYPE (HeddleStoryEditor, heddle_story_editor, GTK_TYPE_WIDGET)

static void show_steps (HeddleStoryEditor *self);

/* ---- states -------------------------------------------------------------------------------------------------------------------------- */

static void
show_undo (HeddleStoryEditor *self)
{
  gtk_widget_set_sensitive (self->undo, self->done->len > 0);
  gtk_widget_set_sensitive (self->redo, self->undone->len > 0);
}

static void
take (HeddleStoryEditor *self,
      HdLesson *lesson_take,
      gboolean goes_on)
{
  if (!goes_on)
    g_ptr_array_add (self->done, hd_lesson_ref (self->lesson));
  g_ptr_array_set_size (self->undone, 0);
  hd_lesson_unref (self->lesson);
  self->lesson = lesson_take;
  show_undo (self);
}

static GPtrArray *
dup_steps (HeddleStoryEditor *self)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_step_unref);

  for (guint i = 0; i < hd_lesson_get_n_steps (self->lesson); i++)
    g_ptr_array_add (steps, hd_lesson_step_ref (hd_lesson_get_step (self->lesson, i)));
  return steps;
}

static void
take_steps (HeddleStoryEditor *self,
            GPtrArray *steps,
            gboolean goes_on)
{
  take (self, hd_lesson_with_steps (self->lesson, steps), goes_on);
}

gboolean
heddle_story_editor_undo (HeddleStoryEditor *self,
                          gboolean forward)
{
  GPtrArray *from = forward ? self->undone : self->done, *to = forward ? self->done : self->undone;

  if (from->len == 0)
    return FALSE;
  g_ptr_array_add (to, self->lesson);
  self->lesson = g_ptr_array_steal_index (from, from->len - 1);
  self->typing = G_MAXUINT;
  show_steps (self);
  return TRUE;
}

void
heddle_story_editor_move_step (HeddleStoryEditor *self,
                               guint step,
                               gboolean up)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);
  guint other = up ? step - 1 : step + 1;
  gpointer moved;

  if ((up && step == 0) || other >= steps->len)
    return;
  moved = steps->pdata[step];
  steps->pdata[step] = steps->pdata[other];
  steps->pdata[other] = moved;
  self->typing = G_MAXUINT;
  take_steps (self, steps, FALSE);
  show_steps (self);
}

void
heddle_story_editor_remove_step (HeddleStoryEditor *self,
                                 guint step)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);

  g_ptr_array_remove_index (steps, step);
  self->typing = G_MAXUINT;
  take_steps (self, steps, FALSE);
  show_steps (self);
}

void
heddle_story_editor_remove_act (HeddleStoryEditor *self,
                                guint step,
                                guint act)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);
  HdLessonStep *changed = hd_lesson_step_copy (steps->pdata[step]);

  hd_lesson_step_remove_act (changed, act);
  hd_lesson_step_unref (steps->pdata[step]);
  steps->pdata[step] = changed;
  self->typing = G_MAXUINT;
  take_steps (self, steps, FALSE);
  show_steps (self);
}

static void
write_words (HeddleStoryEditor *self,
             guint step,
             gboolean notes,
             const char *text)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);
  HdLessonStep *changed = hd_lesson_step_copy (steps->pdata[step]);

  hd_lesson_set_text (notes ? changed->notes : changed->texts, self->language, text);
  hd_lesson_step_unref (steps->pdata[step]);
  steps->pdata[step] = changed;
  take_steps (self, steps, self->typing == step && self->typing_notes == notes);
  self->typing = step;
  self->typing_notes = notes;
}

void
heddle_story_editor_set_text (HeddleStoryEditor *self,
                              guint step,
                              const char *text)
{
  write_words (self, step, FALSE, text);
}

void
heddle_story_editor_set_notes (HeddleStoryEditor *self,
                               guint step,
                               const char *notes)
{
  write_words (self, step, TRUE, notes);
}

/* ---- recording ----------------------------------------------------------------------------------------------------------------------- */

static gboolean
on_shown (gpointer data)
{
  HeddleStoryEditor *self = data;
  GtkAdjustment *adjustment = self->scroller != NULL ? gtk_scrolled_window_get_vadjustment (self->scroller) : NULL;

  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_REMOVE;
}

static void
on_added (HeddleStoryEditor *self,
          HdLessonStep *step)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);

  g_ptr_array_add (steps, hd_lesson_step_copy (step));
  self->typing = G_MAXUINT;
  take_steps (self, steps, FALSE);
  show_steps (self);
  g_idle_add_full (G_PRIORITY_LOW, on_shown, g_object_ref (self), g_object_unref);
}

static void
keep_texts (GArray *to,
            GArray *from)
{
  for (guint i = 0; i < from->len; i++)
    hd_lesson_set_text (to, g_array_index (from, HdLessonText, i).language, g_array_index (from, HdLessonText, i).text);
}

/* What was said of the last one stays with what takes its place. */
static void
on_replaced (HeddleStoryEditor *self,
             HdLessonStep *step)
{
  g_autoptr (GPtrArray) steps = dup_steps (self);
  HdLessonStep *other = hd_lesson_step_copy (step);

  if (steps->len > 0)
    {
      const HdLessonStep *last = steps->pdata[steps->len - 1];

      keep_texts (other->texts, last->texts);
      keep_texts (other->notes, last->notes);
      g_ptr_array_remove_index (steps, steps->len - 1);
    }
  g_ptr_array_add (steps, other);
  take_steps (self, steps, TRUE);
  show_steps (self);
}

static void
on_dropped (HeddleStoryEditor *self)
{
  if (hd_lesson_get_n_steps (self->lesson) > 0)
    heddle_story_editor_remove_step (self, hd_lesson_get_n_steps (self->lesson) - 1);
}

void
heddle_story_editor_record (HeddleStoryEditor *self,
                            GActionGroup *actions)
{
  if (self->recorder != NULL)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_clear_object (&self->recorder);
  if (actions != NULL)
    {
      self->recorder = heddle_recorder_new (self->session, actions);
      g_signal_connect_object (self->recorder, "added", G_CALLBACK (on_added), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->recorder, "replaced", G_CALLBACK (on_replaced), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->recorder, "dropped", G_CALLBACK (on_dropped), self, G_CONNECT_SWAPPED);
    }
  show_steps (self);
}

gboolean
heddle_story_editor_is_recording (HeddleStoryEditor *self)
{
  return self->recorder != NULL;
}

/* ---- cards --------------------------------------------------------------------------------------------------------------------------- */

#define STEP_KEY "heddle-step"
#define ACT_KEY "heddle-act"
#define NOTES_KEY "heddle-notes"

static guint
get_number (gpointer widget,
            const char *key)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), key));
}

static void
on_up (GtkWidget *button,
       HeddleStoryEditor *self)
{
  heddle_story_editor_move_step (self, get_number (button, STEP_KEY), TRUE);
}

static void
on_down (GtkWidget *button,
         HeddleStoryEditor *self)
{
  heddle_story_editor_move_step (self, get_number (button, STEP_KEY), FALSE);
}

static void
on_remove (GtkWidget *button,
           HeddleStoryEditor *self)
{
  heddle_story_editor_remove_step (self, get_number (button, STEP_KEY));
}

static void
on_remove_act (GtkWidget *button,
               HeddleStoryEditor *self)
{
  heddle_story_editor_remove_act (self, get_number (button, STEP_KEY), get_number (button, ACT_KEY));
}

static void
on_text_changed (GtkTextBuffer *buffer,
                 HeddleStoryEditor *self)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  if (self->updating)
    return;
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  write_words (self, get_number (buffer, STEP_KEY), g_object_get_data (G_OBJECT (buffer), NOTES_KEY) != NULL, text);
}

static GtkWidget *
new_button (HeddleStoryEditor *self,
            const char *icon,
            const char *label,
            guint step,
            guint act,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  heddle_set_tooltip (button, label);
  heddle_set_accessible_label (button, label);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heddle-small");
  g_object_set_data (G_OBJECT (button), STEP_KEY, GUINT_TO_POINTER (step));
  g_object_set_data (G_OBJECT (button), ACT_KEY, GUINT_TO_POINTER (act));
  g_signal_connect_object (button, "clicked", clicked, self, 0);
  return button;
}

static GtkWidget *
new_head (HeddleStoryEditor *self,
          guint number)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2), *up, *down, *label;
  g_autofree char *text = g_strdup_printf ("%u", number + 1);

  label = heddle_label_new (text, "heading");
  gtk_widget_set_hexpand (label, TRUE);
  up = new_button (self, "go-up-symbolic", _("Earlier"), number, 0, G_CALLBACK (on_up));
  down = new_button (self, "go-down-symbolic", _("Later"), number, 0, G_CALLBACK (on_down));
  gtk_widget_set_sensitive (up, number > 0);
  gtk_widget_set_sensitive (down, number + 1 < hd_lesson_get_n_steps (self->lesson));
  gtk_box_append (GTK_BOX (head), label);
  gtk_box_append (GTK_BOX (head), up);
  gtk_box_append (GTK_BOX (head), down);
  gtk_box_append (GTK_BOX (head), new_button (self, "user-trash-symbolic", _("Remove This Step"), number, 0, G_CALLBACK (on_remove)));
  return head;
}

static GtkWidget *
new_words (HeddleStoryEditor *self,
           guint number,
           const HdLessonStep *step,
           gboolean notes)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  const char *text = hd_lesson_find_text (notes ? step->notes : step->texts, self->language);
  g_autofree char *name = g_strdup_printf (notes ? _("Speaker’s notes of step %u") : _("What is said at step %u"), number + 1);

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 8);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 6);
  gtk_widget_set_size_request (view, -1, 56);
  gtk_widget_add_css_class (view, "heddle-story-text");
  heddle_set_accessible_label (view, name);
  g_object_set_data (G_OBJECT (buffer), STEP_KEY, GUINT_TO_POINTER (number));
  g_object_set_data (G_OBJECT (buffer), NOTES_KEY, notes ? buffer : NULL);
  gtk_text_buffer_set_text (buffer, text != NULL ? text : "", -1);
  g_signal_connect_object (buffer, "changed", G_CALLBACK (on_text_changed), self, 0);
  return view;
}

/* Out of the way of those who write none. */
static void
add_notes (HeddleStoryEditor *self,
           GtkBox *card,
           guint number,
           const HdLessonStep *step)
{
  GtkWidget *expander = gtk_expander_new (_("Speaker’s Notes")), *words = new_words (self, number, step, TRUE);

  heddle_set_tooltip (expander, _("Shown on a window of their own while the story is presented"));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), step->notes->len > 0);
  heddle_fold (GTK_EXPANDER (expander), words);
  gtk_box_append (card, expander);
  gtk_box_append (card, words);
}

static GtkWidget *
new_card (HeddleStoryEditor *self,
          guint number)
{
  const HdLessonStep *step = hd_lesson_get_step (self->lesson, number);
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "heddle-story-card");
  gtk_box_append (GTK_BOX (card), new_head (self, number));
  gtk_box_append (GTK_BOX (card), new_words (self, number, step, FALSE));
  add_notes (self, GTK_BOX (card), number, step);
  for (guint i = 0; i < step->acts->len; i++)
    {
      g_autofree char *title = hd_lesson_act_dup_title (step->acts->pdata[i]);
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *label = heddle_label_new (title, "heddle-caption");

      gtk_widget_set_hexpand (label, TRUE);
      heddle_set_tooltip (label, title);
      gtk_box_append (GTK_BOX (row), label);
      gtk_box_append (GTK_BOX (row), new_button (self, "window-close-symbolic", _("Do Not Do This"), number, i, G_CALLBACK (on_remove_act)));
      gtk_box_append (GTK_BOX (card), row);
    }
  for (guint i = 0; i < step->questions->len; i++)
    {
      g_autofree char *text = g_strdup_printf (_("Question “%s”"), ((const HdLessonQuestion *) step->questions->pdata[i])->id);

      gtk_box_append (GTK_BOX (card), heddle_label_new (text, "heddle-caption"));
    }
  return card;
}

static void
take_focus (HeddleStoryEditor *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->body)))
    gtk_root_set_focus (root, NULL);
}

static void
show_steps (HeddleStoryEditor *self)
{
  guint n = self->lesson != NULL ? hd_lesson_get_n_steps (self->lesson) : 0;
  const char *title = self->lesson != NULL ? hd_lesson_get_title_in (self->lesson, self->language) : NULL;
  GtkWidget *child;

  self->updating = TRUE;
  take_focus (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->body))) != NULL)
    gtk_box_remove (self->body, child);
  for (guint i = 0; i < n; i++)
    gtk_box_append (self->body, new_card (self, i));
  gtk_widget_set_visible (self->empty, n == 0);
  if (g_strcmp0 (gtk_editable_get_text (self->title), title) != 0)
    gtk_editable_set_text (self->title, title != NULL ? title : "");
  show_undo (self);
  self->updating = FALSE;
}

/* ---- title and languages --------------------------------------------------------------------------------------------------------------- */

static void
on_title_changed (HeddleStoryEditor *self)
{
  const char *title = gtk_editable_get_text (self->title);

  if (self->updating || self->lesson == NULL || g_strcmp0 (hd_lesson_get_title_in (self->lesson, self->language), title) == 0)
    return;
  take (self, hd_lesson_with_title (self->lesson, self->language, title), self->typing == G_MAXUINT - 1);
  self->typing = G_MAXUINT - 1;
}

static void
show_languages (HeddleStoryEditor *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint chosen = 0;

  for (guint i = 0; i < self->languages->len; i++)
    {
      const char *language = self->languages->pdata[i];

      gtk_string_list_append (names, *language != '\0' ? language : _("Default"));
      if (strcmp (language, self->language) == 0)
        chosen = i;
    }
  gtk_string_list_append (names, _("Another…"));
  self->updating = TRUE;
  gtk_drop_down_set_model (self->language_list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->language_list, chosen);
  self->updating = FALSE;
}

void
heddle_story_editor_set_language (HeddleStoryEditor *self,
                                  const char *language)
{
  if (!g_ptr_array_find_with_equal_func (self->languages, language, g_str_equal, NULL))
    g_ptr_array_add (self->languages, g_strdup (language));
  g_free (self->language);
  self->language = g_strdup (language);
  self->typing = G_MAXUINT;
  show_languages (self);
  show_steps (self);
}

const char *
heddle_story_editor_get_language (HeddleStoryEditor *self)
{
  return self->language;
}

static gboolean
on_language_named (const char *text,
                   gpointer data,
                   GError **error)
{
  HeddleStoryEditor *self = data;

  if (*text == '\0' || strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_@") != strlen (text))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("A language is named as systems name it: de, or zh_CN"));
      return FALSE;
    }
  heddle_story_editor_set_language (self, text);
  return TRUE;
}

static gboolean
choose_language (gpointer data)
{
  HeddleStoryEditor *self = data;
  guint chosen = gtk_drop_down_get_selected (self->language_list);
  GdkRectangle place = { 0, 0, gtk_widget_get_width (GTK_WIDGET (self->language_list)), gtk_widget_get_height (GTK_WIDGET (self->language_list)) };

  self->choice = 0;
  if (chosen < self->languages->len)
    {
      g_autofree char *language = g_strdup (self->languages->pdata[chosen]);

      if (strcmp (language, self->language) != 0)
        heddle_story_editor_set_language (self, language);
      return G_SOURCE_REMOVE;
    }
  show_languages (self);
  heddle_ask (GTK_WIDGET (self->language_list), &place, _("Another Language"), _("As systems name it: de, or zh_CN"), "", _("_Add"), on_language_named, self);
  return G_SOURCE_REMOVE;
}

/* The list that is chosen from is made anew, and must not go while it still tells of the choice. */
static void
on_language_chosen (HeddleStoryEditor *self)
{
  if (!self->updating && self->lesson != NULL && self->choice == 0)
    self->choice = g_idle_add (choose_language, self);
}

/* ---- lessons --------------------------------------------------------------------------------------------------------------------------- */

void
heddle_story_editor_set_lesson (HeddleStoryEditor *self,
                                HdLesson *lesson)
{
  g_auto (GStrv) languages = lesson != NULL ? hd_lesson_list_languages (lesson) : NULL;

  heddle_story_editor_record (self, NULL);
  g_clear_pointer (&self->lesson, hd_lesson_unref);
  g_clear_pointer (&self->saved, hd_lesson_unref);
  g_ptr_array_set_size (self->done, 0);
  g_ptr_array_set_size (self->undone, 0);
  g_ptr_array_set_size (self->languages, 0);
  for (guint i = 0; languages != NULL && languages[i] != NULL; i++)
    g_ptr_array_add (self->languages, g_strdup (languages[i]));
  self->lesson = lesson != NULL ? hd_lesson_ref (lesson) : NULL;
  self->saved = lesson != NULL ? hd_lesson_ref (lesson) : NULL;
  heddle_story_editor_set_language (self, "");
}

HdLesson *
heddle_story_editor_get_lesson (HeddleStoryEditor *self)
{
  return self->lesson;
}

gboolean
heddle_story_editor_is_modified (HeddleStoryEditor *self)
{
  g_autofree char *present = self->lesson != NULL ? hd_lesson_to_string (self->lesson) : NULL;
  g_autofree char *saved = self->saved != NULL ? hd_lesson_to_string (self->saved) : NULL;

  return g_strcmp0 (present, saved) != 0;
}

void
heddle_story_editor_set_saved (HeddleStoryEditor *self)
{
  g_clear_pointer (&self->saved, hd_lesson_unref);
  self->saved = hd_lesson_ref (self->lesson);
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------------- */

static void
on_undo_clicked (HeddleStoryEditor *self)
{
  heddle_story_editor_undo (self, FALSE);
}

static void
on_redo_clicked (HeddleStoryEditor *self)
{
  heddle_story_editor_undo (self, TRUE);
}

static void
heddle_story_editor_dispose (GObject *object)
{
  HeddleStoryEditor *self = HEDDLE_STORY_EDITOR (object);

  if (self->recorder != NULL)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  g_clear_object (&self->recorder);
  self->scroller = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->lesson, hd_lesson_unref);
  g_clear_pointer (&self->saved, hd_lesson_unref);
  g_clear_pointer (&self->done, g_ptr_array_unref);
  g_clear_pointer (&self->undone, g_ptr_array_unref);
  g_clear_handle_id (&self->choice, g_source_remove);
  g_clear_pointer (&self->languages, g_ptr_array_unref);
  g_clear_pointer (&self->language, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_story_editor_parent_class)->dispose (object);
}

static void
heddle_story_editor_class_init (HeddleStoryEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_story_editor_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-lesson");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/story-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, record);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, language_list);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, body);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, empty);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, undo);
  gtk_widget_class_bind_template_child (widget_class, HeddleStoryEditor, redo);
  gtk_widget_class_bind_template_callback (widget_class, on_title_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_language_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_undo_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_redo_clicked);
}

static void
heddle_story_editor_init (HeddleStoryEditor *self)
{
  self->done = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_unref);
  self->undone = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_unref);
  self->languages = g_ptr_array_new_with_free_func (g_free);
  self->language = g_strdup ("");
  self->typing = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_story_editor_new (HeddleSession *session)
{
  HeddleStoryEditor *self = g_object_new (HEDDLE_TYPE_STORY_EDITOR, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
