/* heddle-canvas-keys.c: the canvas by keyboard
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

#define NUDGE_FAR 10 /* times the grid, with Shift */

static void
show_node (HeddleCanvas *self,
           guint32 node)
{
  HeddleRect place = heddle_scene_node_rect (heddle_scene_node (heddle_drawing_get_scene (self->drawing), node));

  heddle_session_select (self->session, heddle_drawing_get_node_target (self->drawing, node));
  heddle_canvas_scroll_to (self, &place);
}

/* The node nearest to the selected one in direction (dx, dy), or the first of all. */
static void
select_neighbour (HeddleCanvas *self,
                  double dx,
                  double dy)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  const HeddleSceneNode *from = NULL;
  double nearest = INFINITY;
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
  show_node (self, found);
}

static gboolean
get_direction (guint key,
               double *out_dx,
               double *out_dy)
{
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      *out_dx = -1;
      *out_dy = 0;
      return TRUE;

    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      *out_dx = 1;
      *out_dy = 0;
      return TRUE;

    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      *out_dx = 0;
      *out_dy = -1;
      return TRUE;

    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      *out_dx = 0;
      *out_dy = 1;
      return TRUE;

    default:
      return FALSE;
    }
}

static HeddlePoint
middle_of_selection (HeddleCanvas *self)
{
  HeddleRect rect;

  if (!heddle_drawing_get_rect (self->drawing, heddle_session_get_selected (self->session, 0).uid, &rect))
    return (HeddlePoint){ self->viewport.width / 2, self->viewport.height / 2 };
  return heddle_viewport_to_target (&self->viewport, rect.x + rect.width / 2, rect.y + rect.height / 2);
}

static gboolean
plain_key (HeddleCanvas *self,
           guint key)
{
  switch (key)
    {
    case GDK_KEY_space:
      self->space_held = TRUE;
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grab");
      return GDK_EVENT_STOP;

    case GDK_KEY_Tab:
      return heddle_canvas_step (self, TRUE);

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      heddle_canvas_activate (self, heddle_session_get_selected (self->session, 0));
      return GDK_EVENT_STOP;

    case GDK_KEY_F2:
      return heddle_canvas_begin_rename (self);

    case GDK_KEY_l:
    case GDK_KEY_L:
      heddle_canvas_begin_link (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_Menu:
      heddle_canvas_show_menu (self, middle_of_selection (self));
      return GDK_EVENT_STOP;

    case GDK_KEY_Escape:
      heddle_session_select_none (self->session);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

gboolean
heddle_canvas_key (HeddleCanvas *self,
                   guint key,
                   GdkModifierType state)
{
  GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK);
  double dx, dy;

  if (self->drawing == NULL)
    return GDK_EVENT_PROPAGATE;
  self->shows_focus = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (key == GDK_KEY_Escape && (self->tool != NULL || self->pressed))
    {
      heddle_canvas_cancel_tool (self);
      return GDK_EVENT_STOP;
    }
  if (self->tool != NULL)
    return self->tool->key != NULL && self->tool->key (self, key, state);

  if (heddle_canvas_turn_by_key (self, key, modifiers))
    return GDK_EVENT_STOP;
  if (get_direction (key, &dx, &dy) && !(modifiers & (GDK_ALT_MASK | GDK_SUPER_MASK)))
    {
      double far = modifiers & GDK_SHIFT_MASK ? NUDGE_FAR * HEDDLE_GRID : HEDDLE_GRID;

      if (modifiers & GDK_CONTROL_MASK)
        heddle_canvas_nudge (self, dx * far, dy * far);
      else
        select_neighbour (self, dx, dy);
      return GDK_EVENT_STOP;
    }
  if ((key == GDK_KEY_ISO_Left_Tab || key == GDK_KEY_Tab) && modifiers == GDK_SHIFT_MASK)
    return heddle_canvas_step (self, FALSE);
  if (key == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK)
    return plain_key (self, GDK_KEY_Menu);
  return modifiers == 0 || modifiers == GDK_SHIFT_MASK ? plain_key (self, key) : GDK_EVENT_PROPAGATE;
}
