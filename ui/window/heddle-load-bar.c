/* heddle-load-bar.c: how far something long has come that the window does not wait for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-load-bar"

#include "heddle-load-bar.h"

#define SHOW_MS 400
#define PERIOD_MS 100

struct _HeddleLoadBar
{
  GtkWidget parent_instance;

  /* Owned */
  HdProgress *progress; /* %NULL unless something goes on */
  char *then;

  /* Of the template */
  GtkWidget *revealer;
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_load_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/load-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLoadBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, HeddleLoadBar, label);
  gtk_widget_class_bind_template_child (widget_class, HeddleLoadBar, bar);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  cancelled_signal = g_signal_new ("cancelled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_load_bar_init (HeddleLoadBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_load_bar_new (void)
{
  return g_object_new (HEDDLE_TYPE_LOAD_BAR, NULL);
}
