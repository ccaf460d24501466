/* heddle-picture.c: a scene as it is now, to be drawn later
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-export"

#include "heddle-picture.h"

#define LABEL_SIZE 12.0 /* of ports on the frame */
#define PASSING (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT | HEDDLE_STATE_FITS | HEDDLE_STATE_LIT)

struct _HeddlePicture
{
  HeddleScene *scene; /* owned; a copy */
  const HeddleTheme *theme;
  char *family;
  HeddleHeatMode heat;
  gboolean past;
  gboolean has_legend;
  HeddleLegend legend;
  HeddleViewport viewport;
};

/* What is drawn, with the names of the ports on the frame. */
static HeddleRect
measure (HeddleScene *scene,
         HeddleText *text)
{
  HeddleRect bounds = heddle_scene_bounds (scene);
  double left = bounds.x, right = bounds.x + bounds.width;

  for (guint32 i = heddle_scene_first_port (scene, HEDDLE_NO_INDEX); i != HEDDLE_NO_INDEX; i = heddle_scene_next_port (scene, i))
    {
      const HeddleScenePort *port = heddle_scene_port (scene, i);
      double width = port->label != NULL ? heddle_text_width (text, port->label, LABEL_SIZE, TRUE) : 0, x = heddle_scene_port_point (scene, i).x;

      if (port->side == HEDDLE_SIDE_LEFT)
        left = MIN (left, x - width);
      else
        right = MAX (right, x + width);
    }
  return (HeddleRect){ left, bounds.y, right - left, bounds.height };
}

static void
forget_passing_states (HeddleScene *scene)
{
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    heddle_scene_node (scene, i)->state &= ~PASSING;
  for (guint32 i = 0; i < heddle_scene_n_ports (scene); i++)
    heddle_scene_port (scene, i)->state &= ~PASSING;
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    heddle_scene_link (scene, i)->state &= ~PASSING;
  for (guint32 i = 0; i < heddle_scene_n_notes (scene); i++)
    heddle_scene_note (scene, i)->state &= ~PASSING;
}

HeddlePicture *
heddle_picture_new (HeddleScene *scene,
                    const HeddlePictureLook *look)
{
  HeddlePicture *self = g_new0 (HeddlePicture, 1);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, look->family);
  double margin = look->part != NULL ? look->margin : HEDDLE_PICTURE_MARGIN, legend_width = 0, legend_height = 0;
  HeddleRect bounds;

  self->scene = heddle_scene_copy (scene);
  self->theme = look->theme;
  self->family = g_strdup (look->family);
  self->heat = look->heat;
  self->past = look->past;
  self->has_legend = look->legend != NULL;
  forget_passing_states (self->scene);
  if (self->has_legend)
    {
      self->legend = *look->legend;
      heddle_legend_size (text, &self->legend, &legend_width, &legend_height);
      legend_height += HEDDLE_PICTURE_MARGIN;
      legend_width += 2 * (HEDDLE_PICTURE_MARGIN - margin);
    }
  bounds = look->part != NULL ? *look->part : measure (self->scene, text);
  self->viewport = (HeddleViewport){
    .x = bounds.x - margin,
    .y = bounds.y - margin,
    .zoom = 1,
    .width = MAX (bounds.width, legend_width) + 2 * margin,
    .height = bounds.height + 2 * margin + legend_height,
  };
  return self;
}

void
heddle_picture_free (HeddlePicture *self)
{
  heddle_scene_unref (self->scene);
  g_free (self->family);
  g_free (self);
}

void
heddle_picture_get_size (const HeddlePicture *self,
                         double *out_width,
                         double *out_height)
{
  *out_width = self->viewport.width;
  *out_height = self->viewport.height;
}

void
heddle_picture_paint (HeddlePicture *self,
                      cairo_t *cr,
                      double zoom,
                      double device_scale)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, self->family); /* fonts belong to the thread that draws */
  g_autoptr (HeddleScenePainter) painter = heddle_scene_painter_new (text);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleViewport viewport = self->viewport;

  viewport.zoom = zoom;
  viewport.width *= zoom;
  viewport.height *= zoom;
  options.heat = self->heat;
  options.past = self->past;
  options.grid = FALSE;
  options.full_detail = zoom >= 1;
  options.device_scale = device_scale;
  heddle_scene_painter_paint (painter, cr, self->scene, self->theme, &viewport, &options);
  if (self->has_legend)
    {
      double width, height;

      cairo_save (cr);
      cairo_scale (cr, zoom, zoom);
      heddle_legend_size (text, &self->legend, &width, &height);
      heddle_legend_paint (text, cr, HEDDLE_PICTURE_MARGIN, self->viewport.height - height - HEDDLE_PICTURE_MARGIN, &self->legend, self->theme);
      cairo_restore (cr);
    }
}

typedef struct
{
  HeddlePicture *picture;
  double zoom;
} Export;

static void
paint_export (cairo_t *cr,
              gpointer data)
{
  const Export *export = data;

  heddle_picture_paint (export->picture, cr, export->zoom, 1);
}

gboolean
heddle_picture_export (HeddlePicture *self,
                       const char *path,
                       HeddleExportFormat format,
                       double scale,
                       GCancellable *cancellable,
                       GError **error)
{
  Export export = { self, format == HEDDLE_EXPORT_PNG ? MIN (scale, 1) : 1 };

  return heddle_export (path, format, export.zoom * self->viewport.width, export.zoom * self->viewport.height, MAX (scale, 1), paint_export, &export,
                        cancellable, error);
}
