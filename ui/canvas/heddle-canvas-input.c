/* heddle-canvas-input.c: pointer and touch on the canvas, and which tool they drive
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#define SCROLL_STEP 60.0 /* px for one step of a wheel */
#define ZOOM_STEP 1.2
#define EDGE 28.0        /* px from the edge where a drag moves the view on */
#define EDGE_SPEED 0.35  /* px a frame for each px into the edge */
#define LINK_END 24.0    /* px along a selected link where its end is taken hold of; a port that lies there goes first */

/* ---- which tool --------------------------------------------------------------------------------------------------------- */

static gboolean
is_at_link_end (HeddleCanvas *self,
                const HeddlePress *press)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);

  if (!(heddle_scene_link (scene, press->hit.index)->state & HEDDLE_STATE_SELECTED))
    return FALSE;
  for (guint end = 0; end < 2; end++)
    {
      HeddlePoint at = heddle_scene_link_at (scene, press->hit.index, end, NULL);

      if (hypot (at.x - press->place.x, at.y - press->place.y) * self->viewport.zoom <= LINK_END)
        return TRUE;
    }
  return FALSE;
}

static const HeddleTool *
choose_tool (HeddleCanvas *self,
             const HeddlePress *press)
{
  if (press->button == GDK_BUTTON_MIDDLE || self->space_held)
    return &heddle_pan_tool;
  if (press->button != GDK_BUTTON_PRIMARY)
    return NULL;
  if (self->presents)
    return press->hit.kind == HEDDLE_HIT_NOTE && heddle_canvas_is_on_track (self, press) ? &heddle_knob_tool : &heddle_pan_tool;

  switch (press->hit.kind)
    {
    case HEDDLE_HIT_PORT:
      return &heddle_link_tool;

    case HEDDLE_HIT_NODE:
      return &heddle_move_tool;

    case HEDDLE_HIT_NOTE:
      return heddle_canvas_is_on_track (self, press) ? &heddle_knob_tool : &heddle_move_tool;

    case HEDDLE_HIT_LINK:
      return is_at_link_end (self, press) ? &heddle_link_tool : NULL;

    case HEDDLE_HIT_NOTHING:
    default:
      return &heddle_band_tool;
    }
}

/* ---- driving it ----------------------------------------------------------------------------------------------------------- */

static gboolean
on_scroll_tick (GtkWidget *widget,
                GdkFrameClock *clock,
                gpointer data)
{
  HeddleCanvas *self = HEDDLE_CANVAS (widget);
  double width = self->viewport.width, height = self->viewport.height;
  double dx = MAX (0, EDGE - self->pointer.x) - MAX (0, self->pointer.x - (width - EDGE));
  double dy = MAX (0, EDGE - self->pointer.y) - MAX (0, self->pointer.y - (height - EDGE));

  if (dx != 0 || dy != 0)
    {
      heddle_canvas_pan (self, CLAMP (dx, -3 * EDGE, 3 * EDGE) * EDGE_SPEED, CLAMP (dy, -3 * EDGE, 3 * EDGE) * EDGE_SPEED);
      self->tool->update (self, self->pointer, self->tool_state);
    }
  return G_SOURCE_CONTINUE;
}

void
heddle_canvas_drop_tool (HeddleCanvas *self)
{
  self->pressed = FALSE;
  if (self->tool == NULL)
    return;
  if (self->tool->clear != NULL)
    self->tool->clear (self->tool_data);
  self->tool = NULL;
  self->tool_data = NULL;
  self->tool_ended_us = g_get_monotonic_time ();
  if (self->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_tick);
  self->scroll_tick = 0;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->space_held ? "grab" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
heddle_canvas_begin_tool (HeddleCanvas *self,
                          const HeddleTool *tool,
                          const HeddlePress *press)
{
  heddle_canvas_cancel_tool (self);
  heddle_canvas_close_popover (self);
  if (!tool->begin (self, press))
    return FALSE;

  self->tool = tool;
  if (tool->cursor != NULL)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), tool->cursor);
  if (tool->scrolls && press->button != 0)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_scroll_tick, NULL, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

void
heddle_canvas_end_tool (HeddleCanvas *self,
                        HeddlePoint at,
                        GdkModifierType state)
{
  const HeddleTool *tool = self->tool;

  if (tool == NULL)
    return;
  /* What it does may bring a new drawing at once, which is none of its business any more. */
  self->tool = NULL;
  tool->end (self, at, state);
  self->tool = tool;
  heddle_canvas_drop_tool (self);
}

void
heddle_canvas_cancel_tool (HeddleCanvas *self)
{
  self->pressed = FALSE;
  if (self->tool == NULL)
    return;
  self->tool->cancel (self);
  heddle_canvas_drop_tool (self);
}

/* A press that may become a drag holds on to what it is on, as long as that is there. */
static void
press_redrawn (HeddleCanvas *self)
{
  HeddleHit hit;
  HeddleTarget target = heddle_canvas_find (self, self->press.at.x, self->press.at.y, &hit);

  self->pressed = hit.kind == self->press.hit.kind && heddle_target_equal (target, self->press.target);
  self->press.hit = hit;
}

void
heddle_canvas_tool_redrawn (HeddleCanvas *self)
{
  if (self->pressed)
    press_redrawn (self);
  if (self->tool == NULL)
    return;
  if (self->tool->redrawn != NULL)
    self->tool->redrawn (self);
  else
    heddle_canvas_drop_tool (self);
}

/* ---- press, drag, release --------------------------------------------------------------------------------------------------- */

static gboolean
is_selected (HeddleCanvas *self,
             HeddleTarget target)
{
  return heddle_session_is_selected (self->session, target)
         || heddle_session_is_selected (self->session, (HeddleTarget){ target.uid, HEDDLE_ALL_MEMBERS });
}

void
heddle_canvas_press (HeddleCanvas *self,
                     HeddlePoint at,
                     guint button,
                     GdkModifierType state)
{
  heddle_canvas_cancel_tool (self);
  self->press = (HeddlePress){ .at = at, .button = button, .state = state };
  if (self->drawing == NULL)
    return;

  self->press.place = heddle_canvas_to_scene (self, at);
  self->press.target = heddle_canvas_find (self, at.x, at.y, &self->press.hit);
  self->pressed = TRUE;
  self->shows_focus = FALSE;
  heddle_canvas_hovered (self); /* which takes the hint away */
  /* At once, so that it answers; what is selected already may be the hold of a drag of all. */
  if (button == GDK_BUTTON_PRIMARY && !self->space_held && self->press.target.uid != 0 && !(state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK))
      && !is_selected (self, self->press.target))
    heddle_session_select (self->session, self->press.target);
}

void
heddle_canvas_drag (HeddleCanvas *self,
                    HeddlePoint at,
                    GdkModifierType state)
{
  const HeddleTool *tool;

  self->pointer = at;
  self->tool_state = state;
  if (self->pressed)
    {
      if (hypot (at.x - self->press.at.x, at.y - self->press.at.y) < HEDDLE_DRAG_THRESHOLD)
        return;
      tool = choose_tool (self, &self->press);
      self->pressed = FALSE;
      if (tool == NULL || !heddle_canvas_begin_tool (self, tool, &self->press))
        return;
    }
  if (self->tool == NULL)
    return;
  self->tool->update (self, at, state);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
heddle_canvas_release (HeddleCanvas *self,
                       HeddlePoint at,
                       GdkModifierType state)
{
  if (self->tool != NULL)
    heddle_canvas_end_tool (self, at, state);
  else if (self->pressed)
    {
      self->pressed = FALSE;
      if (self->press.button == GDK_BUTTON_PRIMARY && !self->space_held && heddle_canvas_is_on_track (self, &self->press))
        heddle_canvas_turn_at (self, &self->press);
      else
        heddle_canvas_click (self, &self->press);
    }
}

void
heddle_canvas_activate (HeddleCanvas *self,
                        HeddleTarget target)
{
  self->pressed = FALSE;
  if (target.uid == 0 || heddle_canvas_enter (self, target) || self->presents)
    return;
  heddle_session_select (self->session, target);
  heddle_canvas_begin_rename (self);
}

/* ---- pointer ------------------------------------------------------------------------------------------------------------------ */

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
           double y,
           GtkEventController *controller)
{
  HeddleHit hit;
  HeddleTarget target;

  self->pointer = (HeddlePoint){ x, y };
  if (self->tool != NULL || self->pressed)
    return;
  target = heddle_canvas_find (self, x, y, &hit);
  set_hot (self, target);
  if (!self->space_held)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hit.kind == HEDDLE_HIT_PORT ? "crosshair" : NULL);
}

static void
on_leave (HeddleCanvas *self)
{
  if (self->tool == NULL)
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

  heddle_canvas_close_popover (self);
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
  if (self->tool != NULL)
    self->tool->update (self, self->pointer, state);
  return GDK_EVENT_STOP;
}

/* On the chip of a module that says what is hottest inside. */
static gboolean
is_on_hottest (HeddleCanvas *self,
               HeddleHit hit,
               double x,
               double y)
{
  HeddlePoint at = heddle_viewport_to_scene (&self->viewport, x, y);
  const HeddleSceneNode *node;
  HeddleRect r;

  if (hit.kind != HEDDLE_HIT_NODE || self->text == NULL || heddle_canvas_get_heat_mode (self) == HEDDLE_HEAT_OFF)
    return FALSE;
  node = heddle_scene_node (heddle_drawing_get_scene (self->drawing), hit.index);

  g_autofree char *figure = hd_figure_percent (node->hottest_heat);

  r = heddle_painter_get_hottest_rect (self->text, node, figure);
  return at.x >= r.x && at.y >= r.y && at.x < r.x + r.width && at.y < r.y + r.height;
}

gboolean
heddle_canvas_go_to_hottest (HeddleCanvas *self,
                             guint32 node)
{
  guint32 link = self->drawing != NULL && self->heat && self->most_packets == 0 ? heddle_drawing_get_hottest_inside (self->drawing, node) : HD_NO_ID;

  self->pressed = FALSE;
  if (link == HD_NO_ID)
    return FALSE;
  heddle_session_select_link (self->session, heddle_session_get_design (self->session), link);
  return TRUE;
}

static void
on_pressed (HeddleCanvas *self,
            int n_press,
            double x,
            double y,
            GtkGestureSingle *gesture)
{
  guint button = gtk_gesture_single_get_current_button (gesture);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (button == GDK_BUTTON_SECONDARY && !self->presents)
    heddle_canvas_show_menu (self, (HeddlePoint){ x, y });
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2 && !self->space_held)
    {
      HeddleHit hit;
      HeddleTarget target = heddle_canvas_find (self, x, y, &hit);

      if (!is_on_hottest (self, hit, x, y) || !heddle_canvas_go_to_hottest (self, hit.index))
        heddle_canvas_activate (self, target);
    }
}

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

static void
on_drag_begin (HeddleCanvas *self,
               double x,
               double y,
               GtkGestureSingle *gesture)
{
  heddle_canvas_press (self, (HeddlePoint){ x, y }, gtk_gesture_single_get_current_button (gesture), get_state (gesture));
}

static void
on_drag_update (HeddleCanvas *self,
                double dx,
                double dy,
                GtkGestureDrag *gesture)
{
  heddle_canvas_drag (self, (HeddlePoint){ self->press.at.x + dx, self->press.at.y + dy }, get_state (gesture));
}

static void
on_drag_end (HeddleCanvas *self,
             double dx,
             double dy,
             GtkGestureDrag *gesture)
{
  heddle_canvas_release (self, (HeddlePoint){ self->press.at.x + dx, self->press.at.y + dy }, get_state (gesture));
}

/* ---- pinch ---------------------------------------------------------------------------------------------------------------------- */

static void
on_pinch_begin (HeddleCanvas *self,
                GdkEventSequence *sequence,
                GtkGesture *gesture)
{
  heddle_canvas_cancel_tool (self);
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

static gboolean
on_key_pressed (HeddleCanvas *self,
                guint key,
                guint code,
                GdkModifierType state)
{
  return heddle_canvas_key (self, key, state);
}

static void
end_turn_by_keys (HeddleCanvas *self)
{
  if (self->tool == &heddle_knob_tool && self->press.button == 0)
    heddle_canvas_end_tool (self, self->pointer, 0);
}

static void
release_space (HeddleCanvas *self)
{
  self->space_held = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
}

static void
on_key_released (HeddleCanvas *self,
                 guint key)
{
  end_turn_by_keys (self);
  if (key == GDK_KEY_space)
    release_space (self);
}

/* The release of a key that is held goes to whoever has the focus then. */
static void
on_focus_leave (HeddleCanvas *self)
{
  end_turn_by_keys (self);
  if (self->space_held)
    release_space (self);
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
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  /* After the drag, whose press is given up where a double click enters. */
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (on_key_released), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_leave), self);

  add (self, motion);
  add (self, scroll);
  add (self, keys);
  add (self, focus);
  add (self, click);
  add (self, drag);
  add (self, pinch);
}
