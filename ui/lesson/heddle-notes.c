/* heddle-notes.c: what the speaker sees while a story is presented
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-notes"

#include "heddle-notes.h"

#include <glib/gi18n.h>


#define WIDTH 560
#define HEIGHT 640

struct _HeddleNotes
{
  GtkWindow parent_instance;

  HeddlePlayer *player; /* owned, or %NULL */
  gint64 begun_us;
  guint tick;

  /* Borrowed: children */
  GtkLabel *clock, *elapsed, *place, *notes, *next_title, *next;
};

G_DEFINE_FINAL_TYPE (HeddleNotes, heddle_notes, GTK_TYPE_WINDOW)

static guint pressed_signal;

char *
heddle_notes_dup_elapsed (gint64 us)
{
  gint64 s = us / G_USEC_PER_SEC;
  int hours = (int) (s / 3600), minutes = (int) (s / 60 % 60), seconds = (int) (s % 60);

  return hours > 0 ? g_strdup_printf ("%d:%02d:%02d", hours, minutes, seconds) : g_strdup_printf ("%d:%02d", minutes, seconds);
}

static gboolean
on_tick (gpointer data)
{
  HeddleNotes *self = data;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *clock = g_date_time_format (now, "%H:%M"), *elapsed = heddle_notes_dup_elapsed (g_get_monotonic_time () - self->begun_us);

  gtk_label_set_label (self->clock, clock);
  gtk_label_set_label (self->elapsed, elapsed);
  return G_SOURCE_CONTINUE;
}

/* ---- steps ------------------------------------------------------------------------------------------------------------------------------- */

static char *
fill (HeddleNotes *self,
      GArray *texts)
{
  return hd_lesson_fill (heddle_player_get_lesson (self->player), hd_answers_get_student (heddle_player_get_answers (self->player)), hd_lesson_choose (texts));
}

static char *
dup_title (HeddleNotes *self,
           guint step)
{
  g_autofree char *title = fill (self, hd_lesson_get_step (heddle_player_get_lesson (self->player), step)->titles);

  return *title != '\0' ? g_steal_pointer (&title) : g_strdup (_("Untitled"));
}

static void
show_next (HeddleNotes *self,
           guint step)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  g_autofree char *title = NULL, *text = NULL, *line = NULL;

  if (step >= hd_lesson_get_n_steps (lesson))
    {
      gtk_label_set_label (self->next_title, _("This is the last step"));
      gtk_label_set_label (self->next, "");
      return;
    }
  title = dup_title (self, step);
  text = fill (self, hd_lesson_get_step (lesson, step)->texts);
  line = g_strdup_printf (_("Next: %s"), title);
  gtk_label_set_label (self->next_title, line);
  gtk_label_set_label (self->next, text);
}

static void
on_changed (HeddleNotes *self)
{
  HdLesson *lesson = heddle_player_get_lesson (self->player);
  guint step = heddle_player_get_step (self->player), n = hd_lesson_get_n_steps (lesson);
  g_autofree char *title = dup_title (self, step), *notes = fill (self, hd_lesson_get_step (lesson, step)->notes);
  /* Translators: "Step 2 of 5 · The way of a gradient" */
  g_autofree char *place = g_strdup_printf (_("Step %u of %u · %s"), step + 1, n, title);

  gtk_label_set_label (self->place, place);
  gtk_label_set_label (self->notes, *notes != '\0' ? notes : _("There are no notes for this step."));
  if (*notes != '\0')
    gtk_widget_remove_css_class (GTK_WIDGET (self->notes), "dim-label");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->notes), "dim-label");
  show_next (self, step + 1);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static gboolean
on_key (HeddleNotes *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  gboolean done = FALSE;

  g_signal_emit (self, pressed_signal, 0, key, state, &done);
  return done;
}

static void
heddle_notes_dispose (GObject *object)
{
  HeddleNotes *self = HEDDLE_NOTES (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  G_OBJECT_CLASS (heddle_notes_parent_class)->dispose (object);
}

static void
heddle_notes_class_init (HeddleNotesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_notes_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/notes.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, clock);
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, elapsed);
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, place);
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, notes);
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, next_title);
  gtk_widget_class_bind_template_child (widget_class, HeddleNotes, next);
  pressed_signal = g_signal_new ("pressed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 2, G_TYPE_UINT, GDK_TYPE_MODIFIER_TYPE);
}

static void
heddle_notes_init (HeddleNotes *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
heddle_notes_new (HeddlePlayer *player,
                  gint64 begun_us)
{
  HeddleNotes *self = g_object_new (HEDDLE_TYPE_NOTES, NULL);

  self->begun_us = begun_us;
  self->tick = g_timeout_add_seconds (1, on_tick, self);
  on_tick (self);
  if (player == NULL)
    {
      gtk_label_set_label (self->place, _("The drawing alone"));
      return GTK_WIDGET (self);
    }
  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  on_changed (self);
  return GTK_WIDGET (self);
}
