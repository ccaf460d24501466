/* heddle-canvas-viewport.c: which part of the drawing is seen, and how large
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>

/* Room for the overlays in the corners, in px. */
#define FIT_SIDE 24.0
#define FIT_TOP 24.0
#define FIT_BOTTOM 24.0
#define NAME_ROOM 16.0 /* of names that stand above the first of what they are of, or below the last */
#define FIT_ZOOM_MAXIMUM 1.25
#define PRESENT_ZOOM_MAXIMUM 4.0
#define SHOW_MARGIN 40.0

void
heddle_canvas_fit_now (HeddleCanvas *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->drawing == NULL || width < 1 || height < 1)
    return;

  HeddleRect bounds = heddle_scene_bounds (heddle_drawing_get_scene (self->drawing));
  double side = 2 * FIT_SIDE + self->room_right, top = MAX (FIT_TOP, self->room_top + NAME_ROOM), bottom = MAX (FIT_BOTTOM, self->room_bottom + NAME_ROOM);
  double free_width = MAX (width - side, width / 2), free_height = MAX (height - top - bottom, height / 8);
  HeddleViewport viewport = heddle_viewport_fit (&bounds, free_width, free_height, 0);

  double zoom = MIN (viewport.zoom, FIT_ZOOM_MAXIMUM);

  if (self->presents)
    zoom = CLAMP (MIN (free_width / MAX (bounds.width, 1), free_height / MAX (bounds.height, 1)), zoom, PRESENT_ZOOM_MAXIMUM);
  if (viewport.zoom != zoom)
    viewport = heddle_viewport_zoom_at (&viewport, free_width / 2, free_height / 2, zoom / viewport.zoom);
  viewport.x -= (width - free_width) * FIT_SIDE / side / viewport.zoom;
  viewport.y -= (height - free_height) * top / (top + bottom) / viewport.zoom;
  viewport.width = width;
  viewport.height = height;
  self->viewport = viewport;
}

void
heddle_canvas_fit (HeddleCanvas *self)
{
  self->fits = TRUE;
  heddle_canvas_fit_now (self);
  heddle_canvas_viewport_changed (self);
}

void
heddle_canvas_set_presents (HeddleCanvas *self,
                            gboolean presents)
{
  self->presents = presents;
  gtk_widget_set_focusable (GTK_WIDGET (self), !presents);
  heddle_canvas_fit (self);
}

void
heddle_canvas_set_room (HeddleCanvas *self,
                        double top,
                        double right,
                        double bottom)
{
  if (self->room_top == top && self->room_right == right && self->room_bottom == bottom)
    return;
  self->room_top = top;
  self->room_right = right;
  self->room_bottom = bottom;
  if (self->fits && self->tool != &heddle_knob_tool) /* which is not to slip from the hand; it fits the drawing when it is let go */
    heddle_canvas_fit (self);
}

const HeddleViewport *
heddle_canvas_get_viewport (HeddleCanvas *self)
{
  return &self->viewport;
}

void
heddle_canvas_set_viewport (HeddleCanvas *self,
                            const HeddleViewport *viewport)
{
  self->viewport = *viewport;
  self->viewport.zoom = CLAMP (viewport->zoom, HEDDLE_ZOOM_MINIMUM, HEDDLE_ZOOM_MAXIMUM);
  self->fits = FALSE;
  heddle_canvas_viewport_changed (self);
}

void
heddle_canvas_zoom (HeddleCanvas *self,
                    double factor)
{
  heddle_canvas_set_zoom (self, self->viewport.zoom * factor);
}

void
heddle_canvas_set_zoom (HeddleCanvas *self,
                        double zoom)
{
  double target = CLAMP (zoom, HEDDLE_ZOOM_MINIMUM, HEDDLE_ZOOM_MAXIMUM);
  HeddleViewport viewport = heddle_viewport_zoom_at (&self->viewport, self->viewport.width / 2, self->viewport.height / 2,
                                                     target / self->viewport.zoom);

  heddle_canvas_set_viewport (self, &viewport);
}

void
heddle_canvas_pan (HeddleCanvas *self,
                   double dx,
                   double dy)
{
  HeddleViewport viewport = self->viewport;

  viewport.x -= dx / viewport.zoom;
  viewport.y -= dy / viewport.zoom;
  heddle_canvas_set_viewport (self, &viewport);
}

/* The least shift that brings [begin, begin + length] into [0, room]; its beginning if it is longer. */
static double
shift_into (double begin,
            double length,
            double room)
{
  if (begin + length > room)
    begin -= MIN (begin, begin + length - room);
  return begin < 0 ? 0 : begin;
}

void
heddle_canvas_scroll_to (HeddleCanvas *self,
                         const HeddleRect *place)
{
  HeddleViewport viewport = self->viewport;
  HeddlePoint at = heddle_viewport_to_target (&viewport, place->x, place->y);
  double width = place->width * viewport.zoom, height = place->height * viewport.zoom;
  double dx = shift_into (at.x - SHOW_MARGIN, width, MAX (1, viewport.width - 2 * SHOW_MARGIN)) - (at.x - SHOW_MARGIN);
  double top = MAX (FIT_TOP, self->room_top), bottom = MAX (FIT_BOTTOM, self->room_bottom);
  double dy = shift_into (at.y - top, height, MAX (1, viewport.height - top - bottom)) - (at.y - top);

  if (dx != 0 || dy != 0)
    heddle_canvas_pan (self, dx, dy);
}

static gboolean
is_in_view (HeddleCanvas *self,
            const HeddlePoint *place)
{
  HeddlePoint at = heddle_viewport_to_target (&self->viewport, place->x, place->y);

  return at.x >= 0 && at.x <= self->viewport.width && at.y >= 0 && at.y <= self->viewport.height;
}

void
heddle_canvas_show (HeddleCanvas *self,
                    const guint64 *uids,
                    guint n)
{
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
  HeddleRect rect;

  for (guint i = 0; self->drawing != NULL && i < n; i++)
    if (heddle_drawing_get_rect (self->drawing, uids[i], &rect))
      {
        left = MIN (left, rect.x);
        top = MIN (top, rect.y);
        right = MAX (right, rect.x + rect.width);
        bottom = MAX (bottom, rect.y + rect.height);
      }
  g_array_set_size (self->awaited, 0);
  if (left > right)
    {
      g_array_append_vals (self->awaited, uids, n);
      return;
    }
  rect = (HeddleRect){ left, top, right - left, bottom - top };

  double room = MIN ((self->viewport.width - 2 * SHOW_MARGIN) / MAX (rect.width, 1),
                     (self->viewport.height - MAX (FIT_TOP, self->room_top) - MAX (FIT_BOTTOM, self->room_bottom)) / MAX (rect.height, 1));

  if (is_in_view (self, &(HeddlePoint){ (left + right) / 2, (top + bottom) / 2 })
      && (room < self->viewport.zoom || (is_in_view (self, &(HeddlePoint){ left, top }) && is_in_view (self, &(HeddlePoint){ right, bottom }))))
    return;
  if (room > 0 && room < self->viewport.zoom)
    heddle_canvas_set_zoom (self, room);
  heddle_canvas_scroll_to (self, &rect);
}

HeddlePoint
heddle_canvas_find_room (HeddleCanvas *self)
{
  HeddlePoint middle = heddle_viewport_to_scene (&self->viewport, self->viewport.width / 2, self->viewport.height / 2);

  middle = (HeddlePoint){ round (middle.x / HEDDLE_GRID) * HEDDLE_GRID, round (middle.y / HEDDLE_GRID) * HEDDLE_GRID };
  return self->drawing != NULL ? heddle_drawing_find_free (self->drawing, middle, NULL) : middle;
}

HeddlePoint
heddle_canvas_to_scene (HeddleCanvas *self,
                        HeddlePoint at)
{
  return heddle_viewport_to_scene (&self->viewport, at.x, at.y);
}
