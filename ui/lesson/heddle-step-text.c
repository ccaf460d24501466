/* heddle-step-text.c: what a step says, for an audience
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-step-text"

#include "heddle-step-text.h"

#include "heddle-lesson-pane.h"
#include "heddle-question.h"

#define PAGE 0.8 /* of what is in view, by which it scrolls */

struct _HeddleStepText
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddlePlayer *player;

  /* Borrowed: children */
  GtkScrolledWindow *scroller;
  GtkBox *body;
  GPtrArray *questions; /* of HeddleQuestion */
  GtkWidget *reveal;    /* or %NULL */

  int most;    /* px of height, or -1 */
  guint shown; /* the step that the body is of, or G_MAXUINT */
  gboolean has_title;
};

G_DEFINE_FINAL_TYPE (HeddleStepText, heddle_step_text, GTK_TYPE_WIDGET)

static GtkWidget *
append (HeddleStepText *self,
        GtkBox *box,
        GArray *texts,
        const char *style_class)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  g_autofree char *text = hd_lesson_fill (lesson, hd_answers_get_student (heddle_player_get_answers (self->player)), hd_lesson_choose (texts));
  GtkWidget *label;

  if (*text == '\0')
    return NULL;
  label = heddle_lesson_new_text (text, style_class);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE); /* keys go on, and the pointer draws */
  gtk_box_append (box, label);
  return label;
}

/* With the number of the step, for who asks about it later. */
static void
append_head (HeddleStepText *self,
             const HdLessonStep *step)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *place, *title;
  g_autofree char *number = g_strdup_printf ("%u / %u", self->shown + 1, hd_lesson_get_n_steps (heddle_player_get_lesson (self->player)));

  gtk_box_append (self->body, head);
  title = append (self, GTK_BOX (head), step->titles, "heddle-lesson-title");
  self->has_title = title != NULL;
  place = gtk_label_new (number);
  gtk_widget_set_valign (place, GTK_ALIGN_START);
  gtk_widget_set_halign (place, GTK_ALIGN_END);
  gtk_widget_set_hexpand (title != NULL ? title : place, TRUE);
  gtk_widget_add_css_class (place, "heddle-step-place");
  gtk_box_append (GTK_BOX (head), place);
}

static void
clear (HeddleStepText *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL, *child;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_root_set_focus (root, NULL);
  g_ptr_array_set_size (self->questions, 0);
  self->reveal = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->body))) != NULL)
    gtk_box_remove (self->body, child);
}

static void
build (HeddleStepText *self)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  const HdLessonStep *step = hd_lesson_get_step (lesson, self->shown);

  clear (self);
  append_head (self, step);
  append (self, self->body, step->texts, "heddle-lesson-text");
  for (guint i = 0; i < step->pictures->len; i++)
    gtk_box_append (self->body, heddle_lesson_new_picture (lesson, step->pictures->pdata[i]));
  for (guint i = 0; i < hd_lesson_get_n_questions (lesson); i++)
    if (hd_lesson_get_step_of (lesson, i) == self->shown)
      {
        GtkWidget *question = heddle_question_new (self->player, self->session, i);

        g_ptr_array_add (self->questions, question);
        gtk_box_append (self->body, question);
      }
  self->reveal = append (self, self->body, step->reveals, "heddle-lesson-reveal");
  if (self->reveal != NULL)
    gtk_widget_set_visible (self->reveal, FALSE);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* Nobody answers any more what is settled: keys go on again. */
static void
drop_settled_focus (HeddleStepText *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *question = focus != NULL ? gtk_widget_get_ancestor (focus, HEDDLE_TYPE_QUESTION) : NULL;

  if (question != NULL && heddle_question_is_settled (HEDDLE_QUESTION (question)))
    gtk_root_set_focus (root, NULL);
}

static void
on_changed (HeddleStepText *self)
{
  if (self->shown != heddle_player_get_step (self->player))
    {
      self->shown = heddle_player_get_step (self->player);
      build (self);
    }
  drop_settled_focus (self);
  for (guint i = 0; i < self->questions->len; i++)
    heddle_question_update (self->questions->pdata[i]);
  if (self->reveal != NULL && self->questions->len > 0 && heddle_player_is_done (self->player))
    gtk_widget_set_visible (self->reveal, TRUE);
}

void
heddle_step_text_set_most (HeddleStepText *self,
                           int height)
{
  self->most = height;
  gtk_widget_set_vexpand (GTK_WIDGET (self), height < 0);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static gboolean
scroll (HeddleStepText *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  double page = gtk_adjustment_get_page_size (adjustment), value = gtk_adjustment_get_value (adjustment), end = gtk_adjustment_get_upper (adjustment) - page;

  if (value >= end - 1)
    return FALSE;
  gtk_adjustment_set_value (adjustment, MIN (end, value + PAGE * page));
  return TRUE;
}

/* When it has a size. */
static gboolean
on_revealed (gpointer data)
{
  HeddleStepText *self = data;
  GtkAdjustment *adjustment = self->scroller != NULL ? gtk_scrolled_window_get_vadjustment (self->scroller) : NULL;

  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_REMOVE;
}

/* As a step that was recorded is, until somebody writes what is said. */
gboolean
heddle_step_text_is_empty (HeddleStepText *self)
{
  return gtk_widget_get_next_sibling (gtk_widget_get_first_child (GTK_WIDGET (self->body))) == NULL && !self->has_title;
}

gboolean
heddle_step_text_go_on (HeddleStepText *self)
{
  if (heddle_step_text_is_empty (self))
    return FALSE; /* nor is it seen */
  if (scroll (self))
    return TRUE;
  if (self->reveal == NULL || gtk_widget_get_visible (self->reveal) || self->questions->len > 0)
    return FALSE; /* of a question, answers reveal it */
  gtk_widget_set_visible (self->reveal, TRUE);
  g_idle_add_full (G_PRIORITY_LOW, on_revealed, g_object_ref (self), g_object_unref);
  return TRUE;
}

/* ---- size -------------------------------------------------------------------------------------------------------------------------------- */

/* A scrolled window does not ask how high its text is at this width. */
static void
heddle_step_text_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  HeddleStepText *self = HEDDLE_STEP_TEXT (widget);

  gtk_widget_measure (GTK_WIDGET (self->scroller), orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL && self->most >= 0 && for_size > 0)
    {
      gtk_widget_measure (GTK_WIDGET (self->body), orientation, for_size, NULL, natural, NULL, NULL);
      *natural = MAX (MIN (*natural, self->most), *minimum);
    }
  *minimum_baseline = *natural_baseline = -1;
}

static void
heddle_step_text_size_allocate (GtkWidget *widget,
                                int width,
                                int height,
                                int baseline)
{
  gtk_widget_allocate (GTK_WIDGET (HEDDLE_STEP_TEXT (widget)->scroller), width, height, baseline, NULL);
}

static GtkSizeRequestMode
heddle_step_text_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_step_text_dispose (GObject *object)
{
  HeddleStepText *self = HEDDLE_STEP_TEXT (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->session);
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  g_clear_pointer ((GtkWidget **) &self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_step_text_parent_class)->dispose (object);
}

static void
heddle_step_text_class_init (HeddleStepTextClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_step_text_dispose;
  GTK_WIDGET_CLASS (klass)->measure = heddle_step_text_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = heddle_step_text_size_allocate;
  GTK_WIDGET_CLASS (klass)->get_request_mode = heddle_step_text_get_request_mode;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-step-text");
}

static void
heddle_step_text_init (HeddleStepText *self)
{
  self->questions = g_ptr_array_new ();
  self->shown = G_MAXUINT;
  self->most = -1;
  self->body = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self->body), "heddle-step-body");
  self->scroller = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (GTK_WIDGET (self->scroller), FALSE); /* keys go on */
  gtk_scrolled_window_set_child (self->scroller, GTK_WIDGET (self->body));
  heddle_lesson_let_pictures_be (self->scroller);
  gtk_widget_set_parent (GTK_WIDGET (self->scroller), GTK_WIDGET (self));
}

GtkWidget *
heddle_step_text_new (HeddleSession *session,
                      HeddlePlayer *player)
{
  HeddleStepText *self = g_object_new (HEDDLE_TYPE_STEP_TEXT, NULL);

  self->session = g_object_ref (session);
  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
  return GTK_WIDGET (self);
}
