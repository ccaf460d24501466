/* heddle-question.c: a question of a lesson, with its answer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-question"

#include "heddle-question.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-sketch.h"

#define TRIES_BEFORE_ANSWER 2 /* whoever was wrong so often may see it */

struct _HeddleQuestion
{
  GtkBox parent_instance;

  /* Owned */
  HeddlePlayer *player;
  HeddleSession *session;
  char *picked; /* path of what is selected, or %NULL */

  /* Borrowed: children */
  GtkWidget *input;   /* group of options, entry, label of what is picked, sketch; or %NULL */
  GPtrArray *options; /* of GtkCheckButton */
  GtkWidget *answer, *hint, *show, *spinner;
  GtkWidget *verdict, *verdict_icon, *verdict_text, *hints;

  const HdLessonQuestion *question;
  guint number;
  guint n_hints; /* shown */
};

G_DEFINE_FINAL_TYPE (HeddleQuestion, heddle_question, GTK_TYPE_BOX)

/* In the words of the lesson, with what was drawn. */
static char *
fill (HeddleQuestion *self,
      const char *text)
{
  return hd_lesson_fill (heddle_player_get_lesson (self->player), hd_answers_get_student (heddle_player_get_answers (self->player)), text);
}

static GtkWidget *
new_text (const char *text,
          const char *style_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (style_class != NULL)
    gtk_widget_add_css_class (label, style_class);
  return label;
}

/* ---- answers ------------------------------------------------------------------------------------------------------------------------- */

static char *
dup_value (HeddleQuestion *self)
{
  switch (self->question->kind)
    {
    case HD_QUESTION_CHOICE:
      for (guint i = 0; i < self->options->len; i++)
        if (gtk_check_button_get_active (self->options->pdata[i]))
          return g_strdup (g_array_index (self->question->options, HdLessonOption, i).id);
      return NULL;
    case HD_QUESTION_NUMBER:
      return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->input)));
    case HD_QUESTION_PICK:
      return g_strdup (self->picked);
    case HD_QUESTION_SKETCH:
      return heddle_sketch_dup_text (HEDDLE_SKETCH (self->input));
    case HD_QUESTION_TASK:
    default:
      return g_strdup ("");
    }
}

static gboolean
has_value (HeddleQuestion *self)
{
  g_autofree char *value = dup_value (self);

  return value != NULL && (self->question->kind == HD_QUESTION_TASK || *g_strstrip (value) != '\0');
}

static void
update_button (HeddleQuestion *self)
{
  gtk_widget_set_sensitive (self->answer, has_value (self) && !heddle_player_is_settled (self->player, self->number)); /* while it is judged too: it may have the focus */
}

static void
on_answer (HeddleQuestion *self)
{
  g_autofree char *value = has_value (self) ? dup_value (self) : NULL;

  if (value != NULL && gtk_widget_get_sensitive (self->answer))
    heddle_player_answer (self->player, self->number, value);
}

/* With the last hint its button goes, and would take the focus along. */
static void
on_hint (HeddleQuestion *self)
{
  self->n_hints++;
  heddle_question_update (self);
  if (!gtk_widget_get_visible (self->hint))
    heddle_question_focus (self);
}

static void
on_show (HeddleQuestion *self)
{
  heddle_player_show_answer (self->player, self->number);
}

/* ---- inputs -------------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_options (HeddleQuestion *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  for (guint i = 0; i < self->question->options->len; i++)
    {
      g_autofree char *text = fill (self, hd_lesson_choose (g_array_index (self->question->options, HdLessonOption, i).texts));
      GtkWidget *button = gtk_check_button_new (), *label = new_text (text, NULL), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      GtkGesture *click = gtk_gesture_click_new ();

      /* A check button's own label does not wrap. */
      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_set_valign (button, GTK_ALIGN_START);
      heddle_set_accessible_label (button, text);
      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (button), self->options->pdata[0]);
      g_signal_connect_object (button, "toggled", G_CALLBACK (update_button), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (click, "released", G_CALLBACK (gtk_widget_activate), button, G_CONNECT_SWAPPED);
      gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
      gtk_box_append (GTK_BOX (row), button);
      gtk_box_append (GTK_BOX (row), label);
      gtk_box_append (GTK_BOX (box), row);
      g_ptr_array_add (self->options, button);
    }
  return box;
}

static GtkWidget *
new_entry (HeddleQuestion *self)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("A number, such as 4.5 or 250 ms"));
  heddle_set_accessible_label (entry, _("Your answer"));
  g_signal_connect_object (entry, "changed", G_CALLBACK (update_button), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "activate", G_CALLBACK (on_answer), self, G_CONNECT_SWAPPED);
  return entry;
}

/* Of a link or component that is selected alone: all members of an array are one answer. */
static char *
dup_selected_path (HeddleQuestion *self)
{
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  HdDesign *design = heddle_session_get_design (self->session);
  guint n_scopes, n = 0;
  const guint32 *scopes = heddle_session_get_scopes (self->session, &n_scopes);
  guint32 first = 0, number;

  if (design == NULL || heddle_session_get_n_selected (self->session) != 1 || n_scopes == 0)
    return NULL;
  n = self->question->of_links ? hd_design_find_links (design, scopes[0], target.uid, &first) : hd_design_find_nodes (design, scopes[0], target.uid, &first);
  if (n == 0)
    return NULL;
  number = first + (target.index >= 0 && (guint) target.index < n ? (guint) target.index : 0);
  if (target.index < 0 && n > 1)
    {
      g_autofree char *path = self->question->of_links ? hd_design_dup_link_path (design, number) : hd_design_dup_node_path (design, number);
      char *bracket = strrchr (path, '[');

      if (bracket != NULL)
        *bracket = '\0';
      return g_steal_pointer (&path);
    }
  return self->question->of_links ? hd_design_dup_link_path (design, number) : hd_design_dup_node_path (design, number);
}

static void
show_picked (HeddleQuestion *self)
{
  const char *none = self->question->of_links ? _("Click a link on the drawing.") : _("Click a component on the drawing.");
  g_autofree char *text = self->picked != NULL ? g_strdup_printf (_("Picked: %s"), self->picked) : NULL;

  gtk_label_set_label (GTK_LABEL (self->input), text != NULL ? text : none);
  update_button (self);
}

static void
on_selected (HeddleQuestion *self)
{
  g_autofree char *path = NULL;

  if (heddle_player_is_settled (self->player, self->number))
    return;
  path = dup_selected_path (self);
  if (path == NULL)
    return;
  g_free (self->picked);
  self->picked = g_steal_pointer (&path);
  show_picked (self);
}

static GtkWidget *
new_pick (HeddleQuestion *self)
{
  g_signal_connect_object (self->session, "selection-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  return new_text ("", "heddle-picked");
}

static GtkWidget *
new_sketch (HeddleQuestion *self)
{
  GtkWidget *sketch = heddle_sketch_new ((const char *const *) self->question->values);

  g_signal_connect_object (sketch, "changed", G_CALLBACK (update_button), self, G_CONNECT_SWAPPED);
  return sketch;
}

static GtkWidget *
new_input (HeddleQuestion *self)
{
  switch (self->question->kind)
    {
    case HD_QUESTION_CHOICE:
      return new_options (self);
    case HD_QUESTION_NUMBER:
      return new_entry (self);
    case HD_QUESTION_PICK:
      return new_pick (self);
    case HD_QUESTION_SKETCH:
      return new_sketch (self);
    case HD_QUESTION_TASK:
    default:
      return NULL;
    }
}

/* ---- what became of it --------------------------------------------------------------------------------------------------------------- */

/* A scale that has room above what is right. */
static void
show_curve (HeddleQuestion *self,
            const HdMark *mark,
            gboolean settled)
{
  g_autofree double *right = g_new (double, mark->n_curve + 1);
  g_autofree char *unit = hd_dimension_to_string (mark->curve[0].dimension);
  double most = 0;

  for (guint i = 0; i < mark->n_curve; i++)
    {
      right[i] = mark->curve[i].value;
      most = MAX (most, right[i]);
    }
  heddle_sketch_set_scale (HEDDLE_SKETCH (self->input), most > 0 ? 1.3 * most : 1,
                           hd_dimension_equal (mark->curve[0].dimension, HD_DIMENSION_NONE) ? NULL : unit);
  heddle_sketch_set_right (HEDDLE_SKETCH (self->input), settled ? right : NULL);
}

static char *
dup_verdict (HeddleQuestion *self,
             const HdAnswer *answer,
             const HdMark *mark)
{
  if (answer != NULL && answer->is_shown)
    return *mark->right != '\0' ? g_strdup_printf (_("It is %s."), mark->right) : g_strdup (_("Shown."));
  if (mark->verdict == HD_VERDICT_UNREAD)
    return g_strdup (mark->fault);
  if (mark->verdict == HD_VERDICT_WRONG)
    return g_strdup (self->question->kind == HD_QUESTION_TASK ? _("Not yet: what is asked for is not so.") : _("Not quite. Look again, take a hint, or see what a run says."));
  if (self->question->kind == HD_QUESTION_NUMBER && mark->verdict == HD_VERDICT_RIGHT)
    return g_strdup_printf (ngettext ("Right: %s. %u point.", "Right: %s. %u points.", mark->points), mark->right, mark->points);
  return g_strdup_printf (ngettext ("Right. %u point.", "Right. %u points.", mark->points), mark->points);
}

static void
show_verdict (HeddleQuestion *self)
{
  const HdAnswer *answer = hd_answers_get (heddle_player_get_answers (self->player), self->question->id);
  const HdMark *mark = heddle_player_get_mark (self->player, self->number);
  gboolean shows = mark != NULL && (mark->verdict != HD_VERDICT_MISSING || (answer != NULL && answer->is_shown));
  gboolean right = shows && mark->verdict == HD_VERDICT_RIGHT && !answer->is_shown;
  g_autofree char *text = shows ? dup_verdict (self, answer, mark) : NULL;

  gtk_widget_set_visible (self->verdict, shows);
  if (!shows)
    return;
  gtk_label_set_label (GTK_LABEL (self->verdict_text), text);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->verdict_icon), right ? "emblem-ok-symbolic" : answer != NULL && answer->is_shown ? "dialog-information-symbolic" : "dialog-warning-symbolic");
  gtk_widget_set_css_classes (self->verdict, (const char *[]) { "heddle-verdict", right ? "success" : answer != NULL && answer->is_shown ? "dim" : "warning", NULL });
}

static void
show_hints (HeddleQuestion *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->hints)) != NULL)
    gtk_box_remove (GTK_BOX (self->hints), child);
  for (guint i = 0; i < self->n_hints; i++)
    {
      const char *hint = hd_lesson_choose_nth (self->question->hints, i);
      g_autofree char *text = hint != NULL ? fill (self, hint) : NULL;

      if (text != NULL)
        gtk_box_append (GTK_BOX (self->hints), new_text (text, "heddle-lesson-hint"));
    }
}

static void
show_answer (HeddleQuestion *self)
{
  const HdAnswer *answer = hd_answers_get (heddle_player_get_answers (self->player), self->question->id);

  if (answer == NULL || *answer->value == '\0' || heddle_player_is_judging (self->player, self->number))
    return;
  if (self->question->kind == HD_QUESTION_NUMBER && *gtk_editable_get_text (GTK_EDITABLE (self->input)) == '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->input), answer->value);
  else if (self->question->kind == HD_QUESTION_PICK && self->picked == NULL)
    self->picked = g_strdup (answer->value);
  else if (self->question->kind == HD_QUESTION_SKETCH && !has_value (self))
    heddle_sketch_set_text (HEDDLE_SKETCH (self->input), answer->value);
  else if (self->question->kind == HD_QUESTION_CHOICE && !has_value (self))
    for (guint i = 0; i < self->options->len; i++)
      if (g_str_equal (g_array_index (self->question->options, HdLessonOption, i).id, answer->value))
        gtk_check_button_set_active (self->options->pdata[i], TRUE);
}

void
heddle_question_update (HeddleQuestion *self)
{
  const HdAnswer *answer = hd_answers_get (heddle_player_get_answers (self->player), self->question->id);
  const HdMark *mark = heddle_player_get_mark (self->player, self->number);
  gboolean settled = heddle_player_is_settled (self->player, self->number), judging = heddle_player_is_judging (self->player, self->number);

  show_answer (self);
  if (self->question->kind == HD_QUESTION_PICK)
    show_picked (self);
  if (self->question->kind == HD_QUESTION_SKETCH && mark != NULL && mark->n_curve > 0)
    show_curve (self, mark, settled);
  if (self->question->kind == HD_QUESTION_NUMBER)
    gtk_editable_set_editable (GTK_EDITABLE (self->input), !settled); /* what has the focus keeps it */
  else if (self->question->kind == HD_QUESTION_CHOICE)
    gtk_widget_set_sensitive (self->input, !settled);
  gtk_widget_set_visible (self->answer, !settled);
  gtk_widget_set_visible (self->hint, !settled && hd_lesson_choose_nth (self->question->hints, self->n_hints) != NULL);
  gtk_widget_set_visible (self->show, !settled && self->question->kind != HD_QUESTION_TASK && answer != NULL && answer->tries >= TRIES_BEFORE_ANSWER);
  gtk_widget_set_visible (self->spinner, judging);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), judging);
  show_verdict (self);
  show_hints (self);
  update_button (self);
}

static GtkWidget *
get_chosen (HeddleQuestion *self)
{
  for (guint i = 0; i < self->options->len; i++)
    if (gtk_check_button_get_active (self->options->pdata[i]))
      return self->options->pdata[i];
  return self->options->pdata[0];
}

gboolean
heddle_question_is_settled (HeddleQuestion *self)
{
  return heddle_player_is_settled (self->player, self->number);
}

gboolean
heddle_question_focus (HeddleQuestion *self)
{
  GtkWidget *widget = self->question->kind == HD_QUESTION_CHOICE ? get_chosen (self)
                      : self->question->kind == HD_QUESTION_NUMBER || self->question->kind == HD_QUESTION_SKETCH ? self->input
                                                                                                                 : self->answer;

  if (heddle_question_is_settled (self))
    return FALSE;
  return gtk_widget_grab_focus (widget) || gtk_widget_grab_focus (self->hint); /* of what is to be picked nothing can be answered yet */
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_question_dispose (GObject *object)
{
  HeddleQuestion *self = HEDDLE_QUESTION (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->player);
  g_clear_object (&self->session);
  g_clear_pointer (&self->picked, g_free);
  g_clear_pointer (&self->options, g_ptr_array_unref);
  G_OBJECT_CLASS (heddle_question_parent_class)->dispose (object);
}

static void
heddle_question_class_init (HeddleQuestionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_question_dispose;
}

static void
heddle_question_init (HeddleQuestion *self)
{
  self->options = g_ptr_array_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 10);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self), "heddle-question");
}

static GtkWidget *
new_buttons (HeddleQuestion *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->answer = gtk_button_new_with_mnemonic (self->question->kind == HD_QUESTION_TASK ? _("Chec_k My Project") : _("_Answer"));
  self->hint = gtk_button_new_with_mnemonic (_("_Hint"));
  self->show = gtk_button_new_with_mnemonic (_("Sh_ow"));
  self->spinner = gtk_spinner_new ();
  heddle_set_tooltip (self->show, _("Show what is right; there are no points for it then"));
  gtk_widget_add_css_class (self->answer, "suggested-action");
  g_signal_connect_object (self->answer, "clicked", G_CALLBACK (on_answer), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->hint, "clicked", G_CALLBACK (on_hint), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->show, "clicked", G_CALLBACK (on_show), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), self->answer);
  gtk_box_append (GTK_BOX (row), self->hint);
  gtk_box_append (GTK_BOX (row), self->show);
  gtk_box_append (GTK_BOX (row), self->spinner);
  return row;
}

GtkWidget *
heddle_question_new (HeddlePlayer *player,
                     HeddleSession *session,
                     guint question)
{
  HeddleQuestion *self = g_object_new (HEDDLE_TYPE_QUESTION, NULL);
  g_autofree char *text = NULL, *points = NULL;
  GtkWidget *caption;

  self->player = g_object_ref (player);
  self->session = g_object_ref (session);
  self->number = question;
  self->question = hd_lesson_get_question (heddle_player_get_lesson (player), question);
  text = fill (self, hd_lesson_choose (self->question->texts));
  points = g_strdup_printf (ngettext ("%u point", "%u points", self->question->points), self->question->points);
  caption = heddle_label_new (points, "heddle-caption");
  gtk_box_append (GTK_BOX (self), new_text (text, "heddle-question-text"));
  self->input = new_input (self);
  if (self->input != NULL)
    gtk_box_append (GTK_BOX (self), self->input);
  gtk_box_append (GTK_BOX (self), new_buttons (self));
  self->verdict = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->verdict_icon = gtk_image_new ();
  self->verdict_text = new_text ("", NULL);
  gtk_widget_set_valign (self->verdict_icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (self->verdict_text, TRUE);
  gtk_box_append (GTK_BOX (self->verdict), self->verdict_icon);
  gtk_box_append (GTK_BOX (self->verdict), self->verdict_text);
  gtk_box_append (GTK_BOX (self), self->verdict);
  self->hints = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self), self->hints);
  gtk_box_append (GTK_BOX (self), caption);
  heddle_question_update (self);
  return GTK_WIDGET (self);
}
