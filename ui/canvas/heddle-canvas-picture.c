/* heddle-canvas-picture.c: the drawing as it is seen, for files and for paper
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include "heddle-export.h"
#include "heddle-legend-painter.h"
#include "heddle-look.h"

#define MARGIN 48.0 /* names of ports stand beside the frame */

typedef struct
{
  HeddleCanvas *canvas;
  const HeddlePictureOptions *options;
  HeddleViewport viewport;
  gboolean heat;
  gboolean legend;
} Picture;

static HeddleLegend
make_legend (const Picture *picture)
{
  HeddleCanvas *self = picture->canvas;

  return (HeddleLegend){
    .heat = picture->heat ? HEDDLE_HEAT_UTILISATION : HEDDLE_HEAT_OFF,
    .width_reference_bytes = self->width_reference_bytes,
    .most_packets = self->most_packets,
    .n_partitions = self->n_partitions,
  };
}

static HeddleRect
unite (HeddleRect a,
       HeddleRect b)
{
  double x = MIN (a.x, b.x), y = MIN (a.y, b.y);

  return (HeddleRect){ x, y, MAX (a.x + a.width, b.x + b.width) - x, MAX (a.y + a.height, b.y + b.height) - y };
}

static HeddleRect
get_bounds (HeddleCanvas *self,
            HeddlePicturePart part)
{
  HeddleViewport view = *heddle_canvas_get_viewport (self);
  HeddleRect bounds = { 0 }, rect;
  gboolean any = FALSE;
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);

  if (part == HEDDLE_PART_VISIBLE && view.width > 0 && view.height > 0)
    return (HeddleRect){ view.x, view.y, view.width / view.zoom, view.height / view.zoom };
  for (guint i = 0; part == HEDDLE_PART_SELECTED && i < n; i++)
    if (heddle_drawing_get_rect (self->drawing, targets[i].uid, &rect))
      {
        bounds = any ? unite (bounds, rect) : rect;
        any = TRUE;
      }
  return any ? bounds : heddle_scene_bounds (heddle_drawing_get_scene (self->drawing));
}

/* What is in view has no margin of its own. */
static Picture
make_picture (HeddleCanvas *self,
              const HeddlePictureOptions *options)
{
  Picture picture = { self, options };
  HeddleRect bounds = get_bounds (self, options->part);
  double margin = options->part == HEDDLE_PART_VISIBLE ? 0 : MARGIN, legend_width = 0, legend_height = 0;

  picture.heat = self->heat && options->heat;
  picture.legend = options->legend && (picture.heat || self->n_partitions > 0);
  if (picture.legend)
    {
      HeddleLegend legend = make_legend (&picture);
      g_autoptr (HeddleText) text = heddle_look_new_text (GTK_WIDGET (self));

      heddle_legend_size (text, &legend, &legend_width, &legend_height);
      legend_height += MARGIN;
      legend_width += 2 * (MARGIN - margin);
    }
  picture.viewport = (HeddleViewport){
    .x = bounds.x - margin,
    .y = bounds.y - margin,
    .zoom = 1,
    .width = MAX (bounds.width, legend_width) + 2 * margin,
    .height = bounds.height + 2 * margin + legend_height,
  };
  return picture;
}

static void
paint (cairo_t *cr,
       const Picture *picture)
{
  HeddleCanvas *self = picture->canvas;
  const HeddleTheme *theme = picture->options->theme;
  g_autoptr (HeddleText) text = heddle_look_new_text (GTK_WIDGET (self));
  g_autoptr (HeddleScenePainter) painter = heddle_scene_painter_new (text);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint n_targets;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n_targets);

  options.heat = picture->heat ? HEDDLE_HEAT_UTILISATION : HEDDLE_HEAT_OFF;
  options.grid = FALSE;
  options.full_detail = TRUE;
  /* What is selected is no part of the picture. */
  heddle_drawing_show_targets (self->drawing, NULL, 0, HEDDLE_STATE_SELECTED);
  heddle_scene_painter_paint (painter, cr, heddle_drawing_get_scene (self->drawing), theme, &picture->viewport, &options);
  heddle_drawing_show_targets (self->drawing, targets, n_targets, HEDDLE_STATE_SELECTED);
  if (picture->legend)
    {
      HeddleLegend legend = make_legend (picture);
      double width, height;

      heddle_legend_size (text, &legend, &width, &height);
      heddle_legend_paint (text, cr, MARGIN, picture->viewport.height - height - MARGIN, &legend, theme);
    }
}

static void
paint_export (cairo_t *cr,
              gpointer data)
{
  paint (cr, data);
}

void
heddle_canvas_get_picture_size (HeddleCanvas *self,
                                const HeddlePictureOptions *options,
                                double *out_width,
                                double *out_height)
{
  g_return_if_fail (self->drawing != NULL);

  Picture picture = make_picture (self, options);

  *out_width = picture.viewport.width;
  *out_height = picture.viewport.height;
}

void
heddle_canvas_paint_picture (HeddleCanvas *self,
                             cairo_t *cr,
                             const HeddlePictureOptions *options)
{
  g_return_if_fail (self->drawing != NULL);

  Picture picture = make_picture (self, options);

  paint (cr, &picture);
}

gboolean
heddle_canvas_export (HeddleCanvas *self,
                      const char *path,
                      HeddleExportFormat format,
                      const HeddlePictureOptions *options,
                      GError **error)
{
  g_return_val_if_fail (self->drawing != NULL, FALSE);

  Picture picture = make_picture (self, options);

  return heddle_export (path, format, picture.viewport.width, picture.viewport.height, options->scale, paint_export, &picture, error);
}

void
heddle_canvas_paint_on_paper (HeddleCanvas *self,
                              cairo_t *cr,
                              double width,
                              double height)
{
  g_return_if_fail (self->drawing != NULL);

  HeddlePictureOptions options = { HEDDLE_PART_ALL, heddle_theme_get (HEDDLE_STYLE_LIGHT), TRUE, TRUE, 1 };
  Picture picture = make_picture (self, &options);
  double scale = MIN (width / picture.viewport.width, height / picture.viewport.height);

  scale = MIN (scale, 1);
  cairo_save (cr);
  cairo_translate (cr, (width - scale * picture.viewport.width) / 2, (height - scale * picture.viewport.height) / 2);
  cairo_scale (cr, scale, scale);
  paint (cr, &picture);
  cairo_restore (cr);
}
