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

/* The key is taken, too: else the window moves the focus, for which the box looks for the same line. */
static gboolean
on_move_cursor (GtkFlowBox *box)
{
  gboolean is_taken = !has_line (GTK_WIDGET (box));

  if (is_taken)
    g_signal_stop_emission_by_name (box, "move-cursor");
  return is_taken;
}

void
heddle_guard_lines (GtkFlowBox *box)
{
  g_signal_connect (box, "move-cursor", G_CALLBACK (on_move_cursor), NULL);
}

/* ---- the cursor of a text -------------------------------------------------------------------------------------------------------------- */

static void
on_toggle_cursor (GtkTextView *view)
{
  g_signal_stop_emission_by_name (view, "toggle-cursor-visible");
}

void
heddle_keep_cursor (GtkTextView *view)
{
  g_signal_connect (view, "toggle-cursor-visible", G_CALLBACK (on_toggle_cursor), NULL);
}

/* ---- what is folded away -------------------------------------------------------------------------------------------------------------- */

void
heddle_fold (GtkExpander *expander,
             GtkWidget *folded)
{
  g_object_bind_property (expander, "expanded", folded, "visible", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

/* ---- keys for what is out of sight -------------------------------------------------------------------------------------------------- */

static gboolean
opens (guint keyval,
       GdkModifierType state)
{
  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Menu:
      return TRUE;

    case GDK_KEY_F10:
      return (state & GDK_SHIFT_MASK) != 0;

    default:
      return FALSE;
    }
}

/* Whether all of @focus is above or below what is seen of @scroller; then it is scrolled into the middle. */
static gboolean
show_focus (GtkScrolledWindow *scroller,
            GtkWidget *focus)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  double height = gtk_widget_get_height (GTK_WIDGET (scroller));
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (focus, GTK_WIDGET (scroller), &bounds)
      || (bounds.origin.y + bounds.size.height > 0 && bounds.origin.y < height))
    return FALSE;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + bounds.origin.y + bounds.size.height / 2 - height / 2);
  return TRUE;
}

static gboolean
on_key_for_focus (GtkEventControllerKey *controller,
                  guint keyval,
                  guint keycode,
                  GdkModifierType state)
{
  GtkWidget *within = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  GtkRoot *root = gtk_widget_get_root (within);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean moved = FALSE;

  for (GtkWidget *at = focus; at != NULL && at != gtk_widget_get_parent (within); at = gtk_widget_get_parent (at))
    if (GTK_IS_SCROLLED_WINDOW (at))
      moved = show_focus (GTK_SCROLLED_WINDOW (at), focus) || moved;
  return moved && opens (keyval, state);
}

void
heddle_follow_keys (GtkWidget *within)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_for_focus), NULL);
  gtk_widget_add_controller (within, keys);
}
