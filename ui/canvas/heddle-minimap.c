/* heddle-minimap.c: the whole drawing, small, with what is seen of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-minimap"

#include "heddle-minimap.h"

#include <glib/gi18n.h>

#include "heddle-look.h"

#define WIDTH 150
#define HEIGHT 96

struct _HeddleMinimap
{
  GtkWidget parent_instance;

  HeddleCanvas *canvas; /* Borrowed: lives in the same view */
};

G_DEFINE_FINAL_TYPE (HeddleMinimap, heddle_minimap, GTK_TYPE_WIDGET)

static HeddleViewport
get_map (HeddleMinimap *self)
{
  HeddleRect bounds = heddle_scene_bounds (heddle_drawing_get_scene (heddle_canvas_get_drawing (self->canvas)));

  return heddle_viewport_fit (&bounds, WIDTH, HEIGHT, 6);
}

static void
paint_rect (cairo_t *cr,
            const HeddleViewport *map,
            HeddleRect rect)
{
  HeddlePoint at = heddle_viewport_to_target (map, rect.x, rect.y);

  cairo_rectangle (cr, at.x, at.y, MAX (1, rect.width * map->zoom), MAX (1, rect.height * map->zoom));
}

static void
heddle_minimap_snapshot (GtkWidget *widget,
                         GtkSnapshot *snapshot)
{
  HeddleMinimap *self = HEDDLE_MINIMAP (widget);
  HeddleDrawing *drawing = heddle_canvas_get_drawing (self->canvas);
  const HeddleTheme *theme = heddle_look_get_theme ();
  cairo_t *cr;

  if (drawing == NULL)
    return;

  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  HeddleViewport map = get_map (self);
  const HeddleViewport *seen = heddle_canvas_get_viewport (self->canvas);

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT));
  heddle_colour_set (cr, theme->node_outline);
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    paint_rect (cr, &map, heddle_scene_node_rect (heddle_scene_node (scene, i)));
  cairo_fill (cr);

  heddle_colour_set (cr, theme->accent);
  cairo_set_line_width (cr, 1.5);
  paint_rect (cr, &map, (HeddleRect){ seen->x, seen->y, seen->width / seen->zoom, seen->height / seen->zoom });
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
move_to (HeddleMinimap *self,
         double x,
         double y)
{
  if (heddle_canvas_get_drawing (self->canvas) == NULL)
    return;

  HeddleViewport map = get_map (self), seen = *heddle_canvas_get_viewport (self->canvas);
  HeddlePoint middle = heddle_viewport_to_scene (&map, x, y);

  seen.x = middle.x - seen.width / seen.zoom / 2;
  seen.y = middle.y - seen.height / seen.zoom / 2;
  heddle_canvas_set_viewport (self->canvas, &seen);
}

static void
on_drag_begin (HeddleMinimap *self,
               double x,
               double y)
{
  move_to (self, x, y);
}

static void
on_drag_update (HeddleMinimap *self,
                double dx,
                double dy,
                GtkGestureDrag *drag)
{
  double x, y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  move_to (self, x + dx, y + dy);
}

static void
heddle_minimap_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
heddle_minimap_class_init (HeddleMinimapClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = heddle_minimap_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_minimap_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_minimap_init (HeddleMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  heddle_set_accessible_label (self, _("Minimap"));
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_minimap_new (HeddleCanvas *canvas)
{
  HeddleMinimap *self = g_object_new (HEDDLE_TYPE_MINIMAP, NULL);

  self->canvas = canvas;
  return GTK_WIDGET (self);
}
