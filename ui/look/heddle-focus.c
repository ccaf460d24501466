/* heddle-focus.c: what the focus does to GTK that it should not
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-focus.h"

typedef struct
{
  GWeakRef owner;
  void (*left) (GtkWidget *owner);
} Left;

static Left *
left_new (GtkWidget *owner,
          void (*left) (GtkWidget *))
{
  Left *self = g_new0 (Left, 1);

  g_weak_ref_init (&self->owner, owner);
  self->left = left;
  return self;
}

static void
left_free (Left *self)
{
  g_weak_ref_clear (&self->owner);
  g_free (self);
}

static gboolean
on_due (gpointer data)
{
  Left *self = data;
  g_autoptr (GtkWidget) owner = g_weak_ref_get (&self->owner);

  if (owner != NULL)
    self->left (owner);
  return G_SOURCE_REMOVE;
}

static void
on_leave (GtkEventController *controller,
          Left *self)
{
  g_autoptr (GtkWidget) owner = g_weak_ref_get (&self->owner);

  if (owner != NULL)
    g_idle_add_full (G_PRIORITY_HIGH, on_due, left_new (owner, self->left), (GDestroyNotify) left_free);
}

void
heddle_on_focus_left (GtkWidget *widget,
                      void (*left) (GtkWidget *owner),
                      GtkWidget *owner)
{
  GtkEventController *controller = gtk_event_controller_focus_new ();

  g_signal_connect_data (controller, "leave", G_CALLBACK (on_leave), left_new (owner, left), (GClosureNotify) G_CALLBACK (left_free), 0);
  gtk_widget_add_controller (widget, controller);
}

/* ---- lines of children ------------------------------------------------------------------------------------------------- */

static gboolean
has_line (GtkWidget *box)
{
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_width (child) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
on_move_cursor (GtkFlowBox *box)
{
  if (!has_line (GTK_WIDGET (box)))
    g_signal_stop_emission_by_name (box, "move-cursor");
  return FALSE;
}

void
heddle_guard_lines (GtkFlowBox *box)
{
  g_signal_connect (box, "move-cursor", G_CALLBACK (on_move_cursor), NULL);
}
