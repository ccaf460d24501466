/* heddle-sketch.c: a curve that is drawn by hand, before anybody knows it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-sketch"

#include "heddle-sketch.h"

#include <math.h>

#include <glib/gi18n.h>
#include <heddle/heddle.h>

#include "heddle-look.h"
#include "heddle-sketch-painter.h"

#define HEIGHT 190
#define STEP 0.05 /* of the scale, by a key */
#define SMALL_STEP 0.005

struct _HeddleSketch
{
  GtkWidget parent_instance;

  /* Owned */
  char **labels;
  double *drawn, *right;
  char *unit;
  HeddleText *text;

  guint n;
  double top;
  guint column; /* that keys move */
  gboolean has_right;
  gboolean has_scale; /* which runs tell; before that nothing can be drawn */
};

G_DEFINE_FINAL_TYPE (HeddleSketch, heddle_sketch, GTK_TYPE_WIDGET)

static guint changed_signal;

static HeddleSketchPicture
get_picture (HeddleSketch *self)
{
  return (HeddleSketchPicture) {
    (const char *const *) self->labels, self->drawn, self->has_right ? self->right : NULL, self->n, self->top, self->unit,
    gtk_widget_has_focus (GTK_WIDGET (self)) && !self->has_right ? (int) self->column : -1,
  };
}

/* What assistive technology reads: the column that keys move, and all that was drawn. */
static void
describe (HeddleSketch *self)
{
  g_autofree char *text = heddle_sketch_dup_text (self), *figure = NULL, *words = NULL;

  if (isfinite (self->drawn[self->column]))
    figure = hd_figure_in (self->drawn[self->column], self->unit, 3);
  words = g_strdup_printf (_("%s: %s"), self->labels[self->column], figure != NULL ? figure : _("nothing drawn yet"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static void
changed (HeddleSketch *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, changed_signal, 0);
}

static void
heddle_sketch_snapshot (GtkWidget *widget,
                        GtkSnapshot *snapshot)
{
  HeddleSketch *self = HEDDLE_SKETCH (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  HeddleSketchPicture picture = get_picture (self);

  heddle_look_prepare_text (&self->text, widget);
  heddle_sketch_paint (self->text, cr, &picture, heddle_look_get_theme (), width, height);
  cairo_destroy (cr);
}

static void
heddle_sketch_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 200;
}

/* ---- drawing ------------------------------------------------------------------------------------------------------------------------- */

static void
draw_at (HeddleSketch *self,
         double x,
         double y)
{
  HeddleSketchPicture picture = get_picture (self);
  double value;

  if (self->has_right || !self->has_scale)
    return;
  heddle_look_prepare_text (&self->text, GTK_WIDGET (self));
  self->column = heddle_sketch_find (self->text, &picture, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), x, y, &value);
  self->drawn[self->column] = value;
  changed (self);
}

static void
on_begin (HeddleSketch *self,
          double x,
          double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  draw_at (self, x, y);
}

static void
on_update (HeddleSketch *self,
           double dx,
           double dy,
           GtkGestureDrag *gesture)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    draw_at (self, x + dx, y + dy);
}

static gboolean
on_key (HeddleSketch *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  double step = self->top * (state & GDK_CONTROL_MASK ? SMALL_STEP : STEP), present = isfinite (self->drawn[self->column]) ? self->drawn[self->column] : self->top / 2;

  if (self->has_right || (state & (GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
      self->column -= self->column > 0;
      break;
    case GDK_KEY_Right:
      self->column += self->column + 1 < self->n;
      break;
    case GDK_KEY_Up:
      if (self->has_scale)
        self->drawn[self->column] = MIN (present + step, self->top);
      break;
    case GDK_KEY_Down:
      if (self->has_scale)
        self->drawn[self->column] = MAX (present - step, 0);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  changed (self);
  return GDK_EVENT_STOP;
}

/* ---- values -------------------------------------------------------------------------------------------------------------------------- */

/* Round figures beside the lines, which do not tell how large the largest value is. */
static double
round_up (double most)
{
  static const double steps[] = { 1, 1.2, 1.6, 2, 2.4, 3.2, 4, 5, 6, 8, 10 };
  double decade = pow (10, floor (log10 (most)));
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (steps) && steps[i] * decade < most)
    i++;
  return steps[i] * decade;
}

void
heddle_sketch_set_scale (HeddleSketch *self,
                         double most,
                         const char *unit)
{
  self->top = round_up (most);
  self->has_scale = TRUE;
  g_free (self->unit);
  self->unit = g_strdup (unit);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
heddle_sketch_set_right (HeddleSketch *self,
                         const double *right)
{
  self->has_right = right != NULL;
  for (guint i = 0; right != NULL && i < self->n; i++)
    self->right[i] = right[i];
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

char *
heddle_sketch_dup_text (HeddleSketch *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      if (!isfinite (self->drawn[i]))
        return g_string_free (text, TRUE);
      /* As it is read again: without what parts thousands. */
      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ", " : "", g_ascii_formatd (number, sizeof number, "%.4g", self->drawn[i]), self->unit != NULL ? " " : "",
                              self->unit != NULL ? self->unit : "");
    }
  return g_string_free (text, FALSE);
}

void
heddle_sketch_set_text (HeddleSketch *self,
                        const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL && i < self->n; i++)
    {
      HdQuantity quantity;

      if (hd_quantity_parse (g_strstrip (parts[i]), &quantity, NULL))
        self->drawn[i] = quantity.value;
    }
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_sketch_finalize (GObject *object)
{
  HeddleSketch *self = HEDDLE_SKETCH (object);

  g_strfreev (self->labels);
  g_free (self->drawn);
  g_free (self->right);
  g_free (self->unit);
  g_clear_pointer (&self->text, heddle_text_free);
  G_OBJECT_CLASS (heddle_sketch_parent_class)->finalize (object);
}

static void
heddle_sketch_class_init (HeddleSketchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_sketch_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_sketch_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = heddle_sketch_measure;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-sketch");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_SLIDER);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_sketch_init (HeddleSketch *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->top = 1;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_sketch_new (const char *const *labels)
{
  HeddleSketch *self = g_object_new (HEDDLE_TYPE_SKETCH, NULL);

  self->labels = g_strdupv ((char **) labels);
  self->n = g_strv_length (self->labels);
  self->drawn = g_new (double, self->n);
  self->right = g_new0 (double, self->n);
  for (guint i = 0; i < self->n; i++)
    self->drawn[i] = NAN;
  heddle_set_accessible_label (self, _("What you expect, drawn"));
  describe (self);
  return GTK_WIDGET (self);
}
