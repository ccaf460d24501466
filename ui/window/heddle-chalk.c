/* heddle-chalk.c: what is drawn with the pointer over what is presented
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-chalk"

#include "heddle-chalk.h"

#include <math.h>

#define STROKE 0.006  /* of the height; so the next two */
#define SPOT 0.055
#define NEAR 0.0015   /* points closer than that are one */

/* Places as shares of width and height, so that a stroke stays on what it marks when the size changes. */
typedef struct
{
  int pen;
  GArray *points; /* of graphene_point_t */
} Stroke;

struct _HeddleChalk
{
  GtkWidget parent_instance;

  GPtrArray *strokes; /* owned, of Stroke */
  int pen;            /* or -1 */
  gboolean draws;     /* the last stroke is under way */
  gboolean spot;
  double x, y;        /* of the pointer; negative until it was seen */
  double begin_x, begin_y;
};

G_DEFINE_FINAL_TYPE (HeddleChalk, heddle_chalk, GTK_TYPE_WIDGET)

/* They are told apart on white and on black, and by who cannot tell red from green. */
static const GdkRGBA pens[HEDDLE_N_PENS] = {
  { 0.88f, 0.11f, 0.14f, 1 },
  { 0.21f, 0.52f, 0.89f, 1 },
  { 0.96f, 0.62f, 0.04f, 1 },
  { 0.15f, 0.64f, 0.41f, 1 },
};

static void
stroke_free (gpointer data)
{
  Stroke *self = data;

  g_array_unref (self->points);
  g_free (self);
}

/* ---- painting -------------------------------------------------------------------------------------------------------------------------- */

static void
paint_stroke (cairo_t *cr,
              const Stroke *stroke,
              double width,
              double height)
{
  const graphene_point_t *points = (const graphene_point_t *) (gconstpointer) stroke->points->data;

  gdk_cairo_set_source_rgba (cr, &pens[stroke->pen]);
  cairo_move_to (cr, points[0].x * width, points[0].y * height);
  for (guint i = 1; i < stroke->points->len; i++)
    cairo_line_to (cr, points[i].x * width, points[i].y * height);
  if (stroke->points->len == 1)
    cairo_line_to (cr, points[0].x * width, points[0].y * height); /* a dot, by the round ends */
  cairo_stroke (cr);
}

static void
paint_spot (HeddleChalk *self,
            cairo_t *cr,
            double height)
{
  double radius = SPOT * height;

  cairo_arc (cr, self->x, self->y, radius, 0, 2 * G_PI);
  cairo_set_source_rgba (cr, 0.98, 0.83, 0.12, 0.38);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0.78, 0.55, 0.02, 0.9);
  cairo_set_line_width (cr, MAX (1.5, height / 400));
  cairo_stroke (cr);
}

static void
heddle_chalk_snapshot (GtkWidget *widget,
                       GtkSnapshot *snapshot)
{
  HeddleChalk *self = HEDDLE_CHALK (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean spot = self->spot && self->x >= 0;
  cairo_t *cr;

  if (self->strokes->len == 0 && !spot)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (spot)
    paint_spot (self, cr, height);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, MAX (2, STROKE * height));
  for (guint i = 0; i < self->strokes->len; i++)
    paint_stroke (cr, self->strokes->pdata[i], width, height);
  cairo_destroy (cr);
}

/* ---- drawing --------------------------------------------------------------------------------------------------------------------------- */

static void
add_point (HeddleChalk *self,
           double x,
           double y)
{
  Stroke *stroke = self->strokes->pdata[self->strokes->len - 1];
  graphene_point_t point = GRAPHENE_POINT_INIT ((float) (x / MAX (1, gtk_widget_get_width (GTK_WIDGET (self)))), (float) (y / MAX (1, gtk_widget_get_height (GTK_WIDGET (self)))));
  const graphene_point_t *last = stroke->points->len > 0 ? &g_array_index (stroke->points, graphene_point_t, stroke->points->len - 1) : NULL;

  if (last != NULL && hypot (last->x - point.x, last->y - point.y) < NEAR)
    return;
  g_array_append_val (stroke->points, point);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_begin (HeddleChalk *self,
               double x,
               double y)
{
  Stroke *stroke;

  if (self->pen < 0)
    return;
  stroke = g_new0 (Stroke, 1);
  stroke->pen = self->pen;
  stroke->points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  g_ptr_array_add (self->strokes, stroke);
  self->draws = TRUE;
  self->begin_x = x;
  self->begin_y = y;
  add_point (self, x, y);
}

/* A stroke that was erased while it was drawn is at its end. */
static void
on_drag_update (HeddleChalk *self,
                double dx,
                double dy)
{
  if (!self->draws)
    return;
  heddle_chalk_point (self, self->begin_x + dx, self->begin_y + dy);
  add_point (self, self->begin_x + dx, self->begin_y + dy);
}

void
heddle_chalk_set_pen (HeddleChalk *self,
                      int pen)
{
  self->pen = pen;
  self->draws = FALSE;
  gtk_widget_set_can_target (GTK_WIDGET (self), pen >= 0);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), pen >= 0 ? "crosshair" : NULL);
}

int
heddle_chalk_get_pen (HeddleChalk *self)
{
  return self->pen;
}

void
heddle_chalk_erase (HeddleChalk *self,
                    gboolean all)
{
  self->draws = FALSE;
  if (self->strokes->len == 0)
    return;
  g_ptr_array_set_size (self->strokes, all ? 0 : (int) self->strokes->len - 1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
heddle_chalk_get_n_strokes (HeddleChalk *self)
{
  return self->strokes->len;
}

void
heddle_chalk_set_spot (HeddleChalk *self,
                       gboolean shown)
{
  self->spot = shown;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
heddle_chalk_get_spot (HeddleChalk *self)
{
  return self->spot;
}

void
heddle_chalk_point (HeddleChalk *self,
                    double x,
                    double y)
{
  self->x = x;
  self->y = y;
  if (self->spot)
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_chalk_finalize (GObject *object)
{
  g_ptr_array_unref (HEDDLE_CHALK (object)->strokes);
  G_OBJECT_CLASS (heddle_chalk_parent_class)->finalize (object);
}

static void
heddle_chalk_class_init (HeddleChalkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_chalk_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_chalk_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-chalk");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
heddle_chalk_init (HeddleChalk *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->strokes = g_ptr_array_new_with_free_func (stroke_free);
  self->x = self->y = -1;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  heddle_chalk_set_pen (self, -1);
}

GtkWidget *
heddle_chalk_new (void)
{
  return g_object_new (HEDDLE_TYPE_CHALK, NULL);
}
