/* heddle-load-bar.c: how far something long has come that the window does not wait for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-load-bar"

#include "heddle-load-bar.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define SHOW_MS 400
#define PERIOD_MS 100
#define BAR_WIDTH 220

struct _HeddleLoadBar
{
  GtkWidget parent_instance;

  /* Owned */
  HdProgress *progress; /* %NULL unless something goes on */
  char *then;
  GtkWidget *revealer;

  /* Borrowed: children */
  GtkWidget *label;
  GtkWidget *bar;

  gint64 start;
  guint timer;
};

G_DEFINE_FINAL_TYPE (HeddleLoadBar, heddle_load_bar, GTK_TYPE_WIDGET)

static guint cancelled_signal;

static gboolean
on_timer (gpointer data)
{
  HeddleLoadBar *self = data;
  double done = hd_progress_get (self->progress);

  if (g_get_monotonic_time () - self->start >= SHOW_MS * 1000)
    gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  if (done < 1)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), done);
  else
    {
      gtk_label_set_label (GTK_LABEL (self->label), self->then);
      gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->bar));
    }
  return G_SOURCE_CONTINUE;
}

void
heddle_load_bar_begin (HeddleLoadBar *self,
                       const char *text,
                       const char *then,
                       HdProgress *progress)
{
  heddle_load_bar_end (self);
  self->progress = hd_progress_ref (progress);
  self->then = g_strdup (then);
  self->start = g_get_monotonic_time ();
  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), 0);
  self->timer = g_timeout_add (PERIOD_MS, on_timer, self);
}

void
heddle_load_bar_end (HeddleLoadBar *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->progress, hd_progress_unref);
  g_clear_pointer (&self->then, g_free);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
}

gboolean
heddle_load_bar_is_busy (HeddleLoadBar *self)
{
  return self->progress != NULL;
}

static void
on_cancel (HeddleLoadBar *self)
{
  g_signal_emit (self, cancelled_signal, 0);
}

static void
heddle_load_bar_dispose (GObject *object)
{
  HeddleLoadBar *self = HEDDLE_LOAD_BAR (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->progress, hd_progress_unref);
  g_clear_pointer (&self->then, g_free);
  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_load_bar_parent_class)->dispose (object);
}

static void
heddle_load_bar_class_init (HeddleLoadBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_load_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  cancelled_signal = g_signal_new ("cancelled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_load_bar_init (HeddleLoadBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_("_Cancel"));

  self->label = heddle_label_new (NULL, NULL);
  self->bar = gtk_progress_bar_new ();
  self->revealer = gtk_revealer_new ();
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_set_size_request (self->bar, BAR_WIDTH, -1);
  gtk_widget_set_valign (self->bar, GTK_ALIGN_CENTER);
  gtk_progress_bar_set_pulse_step (GTK_PROGRESS_BAR (self->bar), 0.05);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->label, NULL, -1);
  gtk_widget_set_tooltip_text (cancel, _("Leave the window as it was (Escape)"));
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (on_cancel), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), self->label);
  gtk_box_append (GTK_BOX (box), self->bar);
  gtk_box_append (GTK_BOX (box), cancel);
  gtk_widget_add_css_class (box, "heddle-load-bar");
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer), GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
}

GtkWidget *
heddle_load_bar_new (void)
{
  return g_object_new (HEDDLE_TYPE_LOAD_BAR, NULL);
}
