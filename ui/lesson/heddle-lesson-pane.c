/* heddle-lesson-pane.c: a lesson or a story beside the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-lesson-pane"

#include "heddle-lesson-pane.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-question.h"
#include "heddle-rows.h"

struct _HeddleLessonPane
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddlePlayer *player; /* or %NULL */

  /* Of the template */
  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *place;
  GtkMenuButton *steps;
  GtkWidget *step_list;
  GtkProgressBar *progress;
  GtkScrolledWindow *scroller;
  GtkBox *body;
  GtkWidget *footer;
  GtkWidget *hand_in;
  GtkWidget *next;
  GtkLabel *next_label;

  /* Borrowed: children */
  GPtrArray *questions; /* of HeddleQuestion */
  GtkWidget *reveal, *reveal_button, *edited;
  GtkWidget *name; /* of the student, before the lesson is begun */

  guint shown; /* the step that the body is of, or G_MAXUINT */
  gboolean revealed;
  gboolean waits_for_focus; /* of the window, which tells */
};

G_DEFINE_FINAL_TYPE (HeddleLessonPane, heddle_lesson_pane, GTK_TYPE_WIDGET)

static guint begin_signal;

GtkWidget *
heddle_lesson_new_text (const char *text,
                        const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_focusable (label, FALSE);
  if (style_class != NULL)
    gtk_widget_add_css_class (label, style_class);
  return label;
}

/* What has the focus must lose it before it goes. */
static void
take_focus (HeddleLessonPane *self,
            GtkWidget *from)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, from))
    gtk_root_set_focus (root, NULL);
}

void
heddle_lesson_let_pictures_be (GtkScrolledWindow *scroller)
{
  gtk_scrollable_set_vscroll_policy (GTK_SCROLLABLE (gtk_scrolled_window_get_child (scroller)), GTK_SCROLL_NATURAL);
}

static void
clear (HeddleLessonPane *self)
{
  GtkWidget *child;

  take_focus (self, GTK_WIDGET (self->body));
  g_ptr_array_set_size (self->questions, 0);
  self->reveal = self->reveal_button = self->edited = self->name = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->body))) != NULL)
    gtk_box_remove (self->body, child);
}

static void
append (HeddleLessonPane *self,
        GtkWidget *widget)
{
  gtk_box_append (self->body, widget);
}

/* An entry that is given the focus of a window that has none itself blinks for nobody. */
static gboolean
is_active (HeddleLessonPane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return GTK_IS_WINDOW (root) && gtk_window_is_active (GTK_WINDOW (root));
}

/* ---- before it is begun ------------------------------------------------------------------------------------------------------------------ */

static void
on_begin (HeddleLessonPane *self)
{
  g_autofree char *student = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  if (hd_lesson_check_student (student, NULL))
    g_signal_emit (self, begin_signal, 0, student);
  else
    gtk_widget_add_css_class (self->name, "error");
}

static char *
dup_facts (const HdLesson *lesson)
{
  guint n = hd_lesson_get_n_steps (lesson), points = hd_lesson_get_points (lesson), minutes = hd_lesson_get_minutes (lesson);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, ngettext ("%u step", "%u steps", n), n);
  if (points > 0)
    g_string_append_printf (text, ngettext (", %u point", ", %u points", points), points);
  if (minutes > 0)
    g_string_append_printf (text, ngettext (", about %u minute", ", about %u minutes", minutes), minutes);
  return g_string_free (text, FALSE);
}

/* Now, or as soon as the window is looked at. */
static void
focus_name (HeddleLessonPane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->name != NULL && is_active (self))
    gtk_widget_grab_focus (self->name);
  else if (self->name != NULL && root != NULL && !self->waits_for_focus)
    {
      self->waits_for_focus = TRUE;
      g_signal_connect_object (root, "notify::is-active", G_CALLBACK (focus_name), self, G_CONNECT_SWAPPED);
    }
}

void
heddle_lesson_pane_ask (HeddleLessonPane *self,
                        HdLesson *lesson)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10), *begin = gtk_button_new_with_mnemonic (_("_Begin"));
  g_autofree char *facts = dup_facts (lesson);
  const char *name = g_get_real_name ();

  heddle_lesson_pane_set_player (self, NULL);
  gtk_label_set_label (self->title, hd_lesson_get_title (lesson));
  gtk_label_set_label (self->place, facts);
  append (self, heddle_lesson_new_text (hd_lesson_get_summary (lesson), "heddle-lesson-text"));
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "heddle-question");
  gtk_box_append (GTK_BOX (card), heddle_lesson_new_text (hd_lesson_draws (lesson) ? _("Your name. Some values are drawn for it: others get other ones.") : _("Your name. It stands on what you hand in."), NULL));
  self->name = gtk_entry_new ();
  heddle_set_accessible_label (self->name, _("Your name"));
  gtk_editable_set_text (GTK_EDITABLE (self->name), name != NULL && !g_str_equal (name, "Unknown") ? name : g_get_user_name ());
  g_signal_connect_object (self->name, "activate", G_CALLBACK (on_begin), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (card), self->name);
  gtk_widget_add_css_class (begin, "suggested-action");
  gtk_widget_set_halign (begin, GTK_ALIGN_START);
  g_signal_connect_object (begin, "clicked", G_CALLBACK (on_begin), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (card), begin);
  append (self, card);
  focus_name (self);
}

/* ---- a step ------------------------------------------------------------------------------------------------------------------------------ */

static char *
fill (HeddleLessonPane *self,
      GArray *texts)
{
  return hd_lesson_fill (heddle_player_get_lesson (self->player), hd_answers_get_student (heddle_player_get_answers (self->player)), hd_lesson_choose (texts));
}

GtkWidget *
heddle_lesson_new_picture (HdLesson *lesson,
                           const HdLessonPicture *picture)
{
  g_autoptr (GFile) folder = g_file_get_parent (hd_lesson_get_file (lesson));
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder, picture->file);
  GtkWidget *shown = gtk_picture_new_for_file (file);

  gtk_picture_set_can_shrink (GTK_PICTURE (shown), TRUE);
  gtk_widget_set_halign (shown, GTK_ALIGN_START); /* no larger than it is */
  gtk_picture_set_alternative_text (GTK_PICTURE (shown), hd_lesson_choose (picture->texts));
  heddle_set_tooltip (shown, hd_lesson_choose (picture->texts));
  gtk_widget_add_css_class (shown, "heddle-lesson-picture");
  gtk_widget_set_overflow (shown, GTK_OVERFLOW_HIDDEN);
  return shown;
}

/* What it did to the project, so that nobody has to wonder. */
static void
add_acts (HeddleLessonPane *self,
          const HdLessonStep *step)
{
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  append (self, list);
  for (guint i = 0; i < step->acts->len; i++)
    {
      const HdLessonAct *act = step->acts->pdata[i];
      g_autofree char *title = hd_lesson_act_dup_title (act);
      GtkWidget *row, *label;

      if (act->kind != HD_ACT_OPEN && act->kind != HD_ACT_SET && act->kind != HD_ACT_CHANGE && act->kind != HD_ACT_INSERT && act->kind != HD_ACT_REMOVE)
        continue;
      row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      label = heddle_lesson_new_text (title, "heddle-caption");
      gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name ("document-edit-symbolic"));
      gtk_box_append (GTK_BOX (row), label);
      gtk_box_append (GTK_BOX (list), row);
    }
  gtk_widget_set_visible (list, gtk_widget_get_first_child (list) != NULL);
}

static void
on_reveal (HeddleLessonPane *self)
{
  self->revealed = TRUE;
  gtk_widget_grab_focus (self->next); /* and who has pressed it goes on */
  gtk_widget_set_visible (self->reveal, TRUE);
  gtk_widget_set_visible (self->reveal_button, FALSE);
}

static void
add_reveal (HeddleLessonPane *self,
            const HdLessonStep *step)
{
  g_autofree char *text = fill (self, step->reveals);

  if (*text == '\0')
    return;
  self->reveal_button = gtk_button_new_with_mnemonic (_("_Reveal"));
  gtk_widget_set_halign (self->reveal_button, GTK_ALIGN_START);
  g_signal_connect_object (self->reveal_button, "clicked", G_CALLBACK (on_reveal), self, G_CONNECT_SWAPPED);
  self->reveal = heddle_lesson_new_text (text, "heddle-lesson-reveal");
  append (self, self->reveal_button);
  append (self, self->reveal);
}

static void
build (HeddleLessonPane *self)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  const HdLessonStep *step = hd_lesson_get_step (lesson, self->shown);
  g_autofree char *title = fill (self, step->titles), *text = fill (self, step->texts);
  GtkWidget *again;

  clear (self);
  if (*title != '\0')
    append (self, heddle_lesson_new_text (title, "heddle-lesson-title"));
  if (*text != '\0')
    append (self, heddle_lesson_new_text (text, "heddle-lesson-text"));
  for (guint i = 0; i < step->pictures->len; i++)
    append (self, heddle_lesson_new_picture (lesson, step->pictures->pdata[i]));
  add_acts (self, step);
  for (guint i = 0; i < hd_lesson_get_n_questions (lesson); i++)
    if (hd_lesson_get_step_of (lesson, i) == self->shown)
      {
        GtkWidget *question = heddle_question_new (self->player, self->session, i);

        g_ptr_array_add (self->questions, question);
        append (self, question);
      }
  add_reveal (self, step);
  self->edited = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  again = gtk_button_new_with_mnemonic (_("Begin This Step _Again"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again), "win.lesson-step-again");
  gtk_widget_set_hexpand (again, TRUE);
  gtk_widget_set_halign (again, GTK_ALIGN_START);
  gtk_widget_add_css_class (again, "heddle-lesson-again");
  gtk_box_append (GTK_BOX (self->edited), again);
  append (self, self->edited);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* ---- where it is ------------------------------------------------------------------------------------------------------------------------- */

static void
add_step_row (HeddleLessonPane *self,
              GtkWidget *list,
              guint number)
{
  const HdLessonStep *step = hd_lesson_get_step (heddle_player_get_lesson (self->player), number);
  g_autofree char *title = fill (self, step->titles), *text = g_strdup_printf ("%u  %s", number + 1, *title != '\0' ? title : _("Untitled"));
  GtkWidget *button = gtk_button_new (), *label = heddle_label_new (text, number == self->shown ? "heading" : NULL);

  gtk_label_set_max_width_chars (GTK_LABEL (label), 42);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.lesson-step");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", number);
  g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_menu_button_popdown), self->steps, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (list), button);
}

static void
show_steps (HeddleLessonPane *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->step_list)) != NULL)
    gtk_box_remove (GTK_BOX (self->step_list), child);
  for (guint i = 0; i < hd_lesson_get_n_steps (heddle_player_get_lesson (self->player)); i++)
    add_step_row (self, self->step_list, i);
}

static void
show_place (HeddleLessonPane *self)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  guint n = hd_lesson_get_n_steps (lesson), most = hd_lesson_get_points (lesson);
  g_autofree char *where = g_strdup_printf (_("Step %u of %u"), self->shown + 1, n);
  g_autofree char *points = most > 0 ? g_strdup_printf (_("%u of %u points"), heddle_player_get_points (self->player), most) : NULL;

  gtk_label_set_label (self->title, hd_lesson_get_title (lesson));
  gtk_menu_button_set_label (self->steps, where);
  gtk_label_set_label (self->place, points != NULL ? points : "");
  gtk_progress_bar_set_fraction (self->progress, (self->shown + 1.0) / n);
  gtk_widget_set_visible (self->hand_in, self->shown + 1 == n && hd_lesson_get_n_questions (lesson) > 0);
  gtk_label_set_label (self->next_label, self->shown + 1 == n ? _("_Done") : _("_Next"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->next), self->shown + 1 == n ? "win.close-lesson" : "win.lesson-next");
}

/* ---- the focus --------------------------------------------------------------------------------------------------------------------------- */

void
heddle_lesson_pane_focus_work (HeddleLessonPane *self)
{
  if (!is_active (self))
    return;
  for (guint i = 0; i < self->questions->len; i++)
    if (heddle_question_focus (self->questions->pdata[i]))
      return;
  if (self->reveal_button == NULL || !gtk_widget_get_visible (self->reveal_button) || !gtk_widget_grab_focus (self->reveal_button))
    gtk_widget_grab_focus (self->next);
}

/* (nullable): what has the focus of the window that is looked at */
static GtkWidget *
get_focus (HeddleLessonPane *self)
{
  return is_active (self) ? gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self))) : NULL;
}

static gboolean
holds_focus (HeddleLessonPane *self)
{
  GtkWidget *focus = get_focus (self);

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static gboolean
is_lost (GtkWidget *focus)
{
  return focus == NULL || !gtk_widget_get_mapped (focus) || !gtk_widget_is_sensitive (focus);
}

/* ---- changes ----------------------------------------------------------------------------------------------------------------------------- */

static void
on_changed (HeddleLessonPane *self)
{
  gboolean has_stepped = self->shown != heddle_player_get_step (self->player), held = holds_focus (self);

  if (has_stepped)
    {
      self->shown = heddle_player_get_step (self->player);
      self->revealed = FALSE;
      build (self);
      show_steps (self);
    }
  for (guint i = 0; i < self->questions->len; i++)
    heddle_question_update (self->questions->pdata[i]);
  if (self->reveal != NULL)
    {
      gboolean shown = self->revealed || (self->questions->len > 0 && heddle_player_is_done (self->player));

      gtk_widget_set_visible (self->reveal, shown);
      gtk_widget_set_visible (self->reveal_button, !shown && self->questions->len == 0);
    }
  gtk_widget_set_visible (self->edited, heddle_player_is_edited (self->player));
  show_place (self);
  /* What had the focus may have gone with its step, or when its question was settled. */
  if (has_stepped ? held || get_focus (self) == NULL : held && is_lost (get_focus (self)))
    heddle_lesson_pane_focus_work (self);
}

void
heddle_lesson_pane_set_player (HeddleLessonPane *self,
                               HeddlePlayer *player)
{
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  clear (self);
  g_set_object (&self->player, player);
  self->shown = G_MAXUINT;
  gtk_widget_set_visible (self->footer, player != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->steps), player != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), player != NULL);
  if (player == NULL)
    {
      take_focus (self, GTK_WIDGET (self));
      return;
    }
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_lesson_pane_dispose (GObject *object)
{
  HeddleLessonPane *self = HEDDLE_LESSON_PANE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_lesson_pane_parent_class)->dispose (object);
}

static void
heddle_lesson_pane_class_init (HeddleLessonPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_lesson_pane_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-lesson");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/lesson-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, place);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, steps);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, step_list);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, progress);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, body);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, footer);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, hand_in);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, next);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonPane, next_label);
  begin_signal = g_signal_new ("begin", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
heddle_lesson_pane_init (HeddleLessonPane *self)
{
  self->questions = g_ptr_array_new ();
  self->shown = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_lesson_let_pictures_be (self->scroller);
}

GtkWidget *
heddle_lesson_pane_new (HeddleSession *session)
{
  HeddleLessonPane *self = g_object_new (HEDDLE_TYPE_LESSON_PANE, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
