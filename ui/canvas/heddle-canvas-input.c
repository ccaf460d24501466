/* heddle-canvas-input.c: pointer, touch and keys on the canvas
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#define SCROLL_STEP 60.0 /* px for one step of a wheel */
#define ZOOM_STEP 1.2

/* ---- pointer -------------------------------------------------------------------------------------------------------------- */

static void
set_hot (HeddleCanvas *self,
         HeddleTarget target)
{
  if (heddle_target_equal (target, heddle_session_get_hot (self->session)))
    return;
  heddle_session_set_hot (self->session, target);
  heddle_canvas_hovered (self);
}

static void
on_motion (HeddleCanvas *self,
           double x,
           double y)
{
  self->pointer = (HeddlePoint){ x, y };
  set_hot (self, heddle_canvas_find (self, x, y, NULL));
}

static void
on_leave (HeddleCanvas *self)
{
  set_hot (self, HEDDLE_NO_TARGET);
}

static gboolean
on_scroll (HeddleCanvas *self,
           double dx,
           double dy,
           GtkEventController *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (GTK_EVENT_CONTROLLER_SCROLL (controller));
  double step = unit == GDK_SCROLL_UNIT_WHEEL ? SCROLL_STEP : 1;

  if (state & GDK_CONTROL_MASK)
    {
      double notches = unit == GDK_SCROLL_UNIT_WHEEL ? dy : dy / SCROLL_STEP;
      HeddleViewport viewport = heddle_viewport_zoom_at (&self->viewport, self->pointer.x, self->pointer.y,
                                                         pow (ZOOM_STEP, -notches));

      if (viewport.zoom >= HEDDLE_ZOOM_MINIMUM && viewport.zoom <= HEDDLE_ZOOM_MAXIMUM)
        heddle_canvas_set_viewport (self, &viewport);
    }
  else if (state & GDK_SHIFT_MASK)
    heddle_canvas_pan (self, -dy * step, -dx * step);
  else
    heddle_canvas_pan (self, -dx * step, -dy * step);
  return GDK_EVENT_STOP;
}

static void
on_pressed (HeddleCanvas *self,
            int n_press,
            double x,
            double y,
            GtkGestureSingle *gesture)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  HeddleTarget target = heddle_canvas_find (self, x, y, NULL);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->space_held)
    return;
  if (n_press == 2 && heddle_canvas_enter (self, target))
    return;
  if (target.uid == 0)
    heddle_session_select_none (self->session);
  else if (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK))
    heddle_session_toggle_selected (self->session, target);
  else
    heddle_session_select (self->session, target);
}

/* ---- panning by drag -------------------------------------------------------------------------------------------------------- */

static void
on_drag_begin (HeddleCanvas *self,
               double x,
               double y,
               GtkGestureSingle *gesture)
{
  gboolean pans = gtk_gesture_single_get_current_button (gesture) == GDK_BUTTON_MIDDLE || self->space_held
                  || heddle_canvas_find (self, x, y, NULL).uid == 0;

  if (!pans)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_origin = (HeddlePoint){ self->viewport.x, self->viewport.y };
}

static void
on_drag_update (HeddleCanvas *self,
                double dx,
                double dy,
                GtkGestureDrag *gesture)
{
  HeddleViewport viewport = self->viewport;

  if (fabs (dx) + fabs (dy) < 3 && self->fits)
    return;
  viewport.x = self->drag_origin.x - dx / viewport.zoom;
  viewport.y = self->drag_origin.y - dy / viewport.zoom;
  heddle_canvas_set_viewport (self, &viewport);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
}

static void
on_drag_end (HeddleCanvas *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->space_held ? "grab" : NULL);
}

/* ---- pinch ---------------------------------------------------------------------------------------------------------------------- */

static void
on_pinch_begin (HeddleCanvas *self,
                GdkEventSequence *sequence,
                GtkGesture *gesture)
{
  self->zoom_origin = self->viewport.zoom;
}

static void
on_pinch (HeddleCanvas *self,
          double scale,
          GtkGesture *gesture)
{
  double x = self->pointer.x, y = self->pointer.y;

  gtk_gesture_get_bounding_box_center (gesture, &x, &y);

  HeddleViewport viewport = heddle_viewport_zoom_at (&self->viewport, x, y, self->zoom_origin * scale / self->viewport.zoom);

  heddle_canvas_set_viewport (self, &viewport);
}

/* ---- keys ------------------------------------------------------------------------------------------------------------------------ */

/* The node nearest to the selected one in direction (dx, dy), or the first of all. */
static void
select_neighbour (HeddleCanvas *self,
                  double dx,
                  double dy)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  const HeddleSceneNode *from = NULL;
  double nearest = G_MAXDOUBLE;
  guint32 found = 0;

  if (heddle_scene_n_nodes (scene) == 0)
    return;
  for (guint32 i = 0; from == NULL && i < heddle_scene_n_nodes (scene); i++)
    if (heddle_drawing_matches_node (self->drawing, i, selected))
      {
        from = heddle_scene_node (scene, i);
        found = i;
      }
  for (guint32 i = 0; from != NULL && i < heddle_scene_n_nodes (scene); i++)
    {
      const HeddleSceneNode *to = heddle_scene_node (scene, i);
      double along = (to->x - from->x) * dx + (to->y - from->y) * dy;
      double across = fabs ((to->x - from->x) * dy) + fabs ((to->y - from->y) * dx);

      if (to != from && along > 0.5 && along + 2 * across < nearest)
        {
          nearest = along + 2 * across;
          found = i;
        }
    }
  heddle_session_select (self->session, heddle_drawing_get_node_target (self->drawing, found));
}

static gboolean
on_key_pressed (HeddleCanvas *self,
                guint key,
                guint code,
                GdkModifierType state)
{
  if (self->drawing == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_space:
      self->space_held = TRUE;
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
      select_neighbour (self, -1, 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_Right:
      select_neighbour (self, 1, 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_Up:
      select_neighbour (self, 0, -1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Down:
      select_neighbour (self, 0, 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return heddle_canvas_enter (self, heddle_session_get_selected (self->session, 0));

    case GDK_KEY_Escape:
      heddle_session_select_none (self->session);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
on_key_released (HeddleCanvas *self,
                 guint key)
{
  if (key != GDK_KEY_space)
    return;
  self->space_held = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
}

/* ---- all of them -------------------------------------------------------------------------------------------------------------------- */

static void
add (HeddleCanvas *self,
     gpointer controller)
{
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (controller));
}

void
heddle_canvas_add_controllers (HeddleCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_key_released), self);

  add (self, motion);
  add (self, scroll);
  add (self, keys);
  add (self, click);
  add (self, drag);
  add (self, pinch);
}
