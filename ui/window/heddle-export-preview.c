/* heddle-export-preview.c: what an export will look like
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-export"

#include "heddle-export-preview.h"

#include <math.h>

#include <heddle/heddle.h>

#include "heddle-focus.h"

#define PICTURE_MARGIN 18.0

struct _HeddleExportPreview
{
  AdwBin parent_instance;

  /* Owned */
  HeddlePicture *picture; /* to be drawn next, or was last; %NULL while that one is drawn */
  GCancellable *drawing;  /* or %NULL */
  cairo_surface_t *drawn; /* the last that was, or %NULL */

  /* Of the template */
  GtkStack *stack; /* "picture", "text", "message" */
  GtkWidget *area;
  GtkTextView *text;
  GtkLabel *message;
};

G_DEFINE_FINAL_TYPE (HeddleExportPreview, heddle_export_preview, ADW_TYPE_BIN)

static guint busy_changed_signal;

/* ---- in a worker ---------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddlePicture *picture; /* owned */
  int width, height;      /* of the room for it, device px */
  double scale;           /* device px per px */
} Sketch;

static void
sketch_free (gpointer data)
{
  Sketch *sketch = data;

  g_clear_pointer (&sketch->picture, heddle_picture_free);
  g_free (sketch);
}

static void
draw_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  const Sketch *sketch = data;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, sketch->width, sketch->height);
  cairo_t *cr = cairo_create (surface);
  double width = sketch->width / sketch->scale, height = sketch->height / sketch->scale, w, h, scale;

  heddle_picture_get_size (sketch->picture, &w, &h);
  scale = MIN (1, MIN ((width - 2 * PICTURE_MARGIN) / w, (height - 2 * PICTURE_MARGIN) / h));
  if (scale > 0)
    {
      cairo_scale (cr, sketch->scale, sketch->scale);
      cairo_translate (cr, round ((width - scale * w) / 2), round ((height - scale * h) / 2));
      cairo_rectangle (cr, 0, 0, scale * w, scale * h);
      cairo_clip_preserve (cr);
      heddle_picture_paint (sketch->picture, cr, scale, sketch->scale);
      cairo_rectangle (cr, 0, 0, scale * w, scale * h);
      cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.6);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
  cairo_surface_set_device_scale (surface, sketch->scale, sketch->scale);
  g_task_return_pointer (task, surface, (GDestroyNotify) cairo_surface_destroy);
}

/* ---- pictures ------------------------------------------------------------------------------------------------------------------- */

static gboolean
fits (HeddleExportPreview *self)
{
  int scale = gtk_widget_get_scale_factor (self->area);

  return self->drawn != NULL && cairo_image_surface_get_width (self->drawn) == gtk_widget_get_width (self->area) * scale
         && cairo_image_surface_get_height (self->drawn) == gtk_widget_get_height (self->area) * scale;
}

static void on_drawn (GObject *source,
                      GAsyncResult *result,
                      gpointer data);

/* One at a time: a large one takes seconds. */
static void
draw (HeddleExportPreview *self)
{
  int width = gtk_widget_get_width (self->area), height = gtk_widget_get_height (self->area), scale = gtk_widget_get_scale_factor (self->area);
  g_autoptr (GTask) task = NULL;
  Sketch *sketch;

  if (self->picture == NULL || self->drawing != NULL || width == 0 || height == 0)
    return;
  sketch = g_new (Sketch, 1);
  *sketch = (Sketch){ g_steal_pointer (&self->picture), width * scale, height * scale, scale };
  self->drawing = g_cancellable_new ();
  task = g_task_new (self, self->drawing, on_drawn, NULL);
  g_task_set_task_data (task, sketch, sketch_free);
  hd_task_run_in_thread (task, draw_in_thread);
  g_signal_emit (self, busy_changed_signal, 0);
}

static void
on_drawn (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  HeddleExportPreview *self = HEDDLE_EXPORT_PREVIEW (source);
  Sketch *sketch = g_task_get_task_data (G_TASK (result));
  cairo_surface_t *drawn = g_task_propagate_pointer (G_TASK (result), NULL);
  gboolean newer = self->picture != NULL;

  if (self->drawing == NULL) /* closed meanwhile */
    {
      g_clear_pointer (&drawn, cairo_surface_destroy);
      return;
    }
  g_clear_object (&self->drawing);
  g_clear_pointer (&self->drawn, cairo_surface_destroy);
  self->drawn = drawn;
  if (!newer)
    self->picture = g_steal_pointer (&sketch->picture);
  gtk_widget_queue_draw (self->area);
  if (newer || !fits (self))
    draw (self);
  g_signal_emit (self, busy_changed_signal, 0);
}

/* Told at each allocation, also one of the same size. */
static void
on_resized (HeddleExportPreview *self)
{
  if (!fits (self))
    draw (self);
}

static void
paint (GtkDrawingArea *area,
       cairo_t *cr,
       int width,
       int height,
       gpointer data)
{
  HeddleExportPreview *self = data;

  if (self->drawn == NULL)
    return;
  cairo_set_source_surface (cr, self->drawn, 0, 0);
  cairo_paint (cr);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_export_preview_dispose (GObject *object)
{
  HeddleExportPreview *self = HEDDLE_EXPORT_PREVIEW (object);

  if (self->drawing != NULL)
    g_cancellable_cancel (self->drawing);
  g_clear_object (&self->drawing);
  g_clear_pointer (&self->drawn, cairo_surface_destroy);
  g_clear_pointer (&self->picture, heddle_picture_free);
  G_OBJECT_CLASS (heddle_export_preview_parent_class)->dispose (object);
}

static void
heddle_export_preview_class_init (HeddleExportPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_export_preview_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/export-preview.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleExportPreview, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportPreview, area);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportPreview, text);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportPreview, message);
  gtk_widget_class_bind_template_callback (widget_class, on_resized);
  busy_changed_signal = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_export_preview_init (HeddleExportPreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), paint, self, NULL);
  heddle_keep_cursor (self->text);
}

void
heddle_export_preview_show_picture (HeddleExportPreview *self,
                                    HeddlePicture *picture)
{
  g_clear_pointer (&self->picture, heddle_picture_free);
  self->picture = picture;
  gtk_stack_set_visible_child_name (self->stack, "picture");
  draw (self);
}

void
heddle_export_preview_show_text (HeddleExportPreview *self,
                                 const char *text)
{
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), text, -1);
  gtk_stack_set_visible_child_name (self->stack, "text");
}

void
heddle_export_preview_show_message (HeddleExportPreview *self,
                                    const char *message)
{
  gtk_label_set_label (self->message, message);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

gboolean
heddle_export_preview_is_busy (HeddleExportPreview *self)
{
  return self->drawing != NULL;
}
