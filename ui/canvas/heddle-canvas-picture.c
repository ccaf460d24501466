/* heddle-canvas-picture.c: the drawing as it is seen, for files and for paper
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include "heddle-export.h"
#include "heddle-legend-painter.h"
#include "heddle-look.h"

#define MARGIN 24.0
#define SCALE 2.0 /* device px per px of a PNG */

typedef struct
{
  HeddleCanvas *canvas;
  HeddleViewport viewport;
} Picture;

static HeddleLegend
make_legend (HeddleCanvas *self)
{
  return (HeddleLegend){
    .heat = self->heat ? HEDDLE_HEAT_UTILISATION : HEDDLE_HEAT_OFF,
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
            gboolean selected)
{
  HeddleRect bounds = { 0 }, rect;
  gboolean any = FALSE;
  guint n;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n);

  for (guint i = 0; selected && i < n; i++)
    if (heddle_drawing_get_rect (self->drawing, targets[i].uid, &rect))
      {
        bounds = any ? unite (bounds, rect) : rect;
        any = TRUE;
      }
  return any ? bounds : heddle_scene_bounds (heddle_drawing_get_scene (self->drawing));
}

static Picture
make_picture (HeddleCanvas *self,
              gboolean selected)
{
  HeddleRect bounds = get_bounds (self, selected);
  double legend_width = 0, legend_height = 0;

  if (self->heat || self->n_partitions > 0)
    {
      HeddleLegend legend = make_legend (self);
      g_autoptr (HeddleText) text = heddle_look_new_text (GTK_WIDGET (self));

      heddle_legend_size (text, &legend, &legend_width, &legend_height);
      legend_height += MARGIN;
    }
  return (Picture){
    .canvas = self,
    .viewport = {
      .x = bounds.x - MARGIN,
      .y = bounds.y - MARGIN,
      .zoom = 1,
      .width = MAX (bounds.width, legend_width) + 2 * MARGIN,
      .height = bounds.height + 2 * MARGIN + legend_height,
    },
  };
}

static void
paint (cairo_t *cr,
       const Picture *picture,
       const HeddleTheme *theme)
{
  HeddleCanvas *self = picture->canvas;
  g_autoptr (HeddleText) text = heddle_look_new_text (GTK_WIDGET (self));
  g_autoptr (HeddleScenePainter) painter = heddle_scene_painter_new (text);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint n_targets;
  const HeddleTarget *targets = heddle_session_get_selection (self->session, &n_targets);

  options.heat = self->heat ? HEDDLE_HEAT_UTILISATION : HEDDLE_HEAT_OFF;
  options.grid = FALSE;
  options.full_detail = TRUE;
  /* What is selected is no part of the picture. */
  heddle_drawing_show_targets (self->drawing, NULL, 0, HEDDLE_STATE_SELECTED);
  heddle_scene_painter_paint (painter, cr, heddle_drawing_get_scene (self->drawing), theme, &picture->viewport, &options);
  heddle_drawing_show_targets (self->drawing, targets, n_targets, HEDDLE_STATE_SELECTED);
  if (self->heat || self->n_partitions > 0)
    {
      HeddleLegend legend = make_legend (self);
      double width, height;

      heddle_legend_size (text, &legend, &width, &height);
      heddle_legend_paint (text, cr, MARGIN, picture->viewport.height - height - MARGIN, &legend, theme);
    }
}

static void
paint_export (cairo_t *cr,
              gpointer data)
{
  paint (cr, data, heddle_look_get_theme ());
}

gboolean
heddle_canvas_export (HeddleCanvas *self,
                      const char *path,
                      gboolean selected,
                      GError **error)
{
  HeddleExportFormat format;

  g_return_val_if_fail (self->drawing != NULL, FALSE);
  if (!heddle_export_format_from_path (path, &format, error))
    return FALSE;

  Picture picture = make_picture (self, selected);

  return heddle_export (path, format, picture.viewport.width, picture.viewport.height, SCALE, paint_export, &picture, error);
}

void
heddle_canvas_paint_on_paper (HeddleCanvas *self,
                              cairo_t *cr,
                              double width,
                              double height)
{
  g_return_if_fail (self->drawing != NULL);

  Picture picture = make_picture (self, FALSE);
  double scale = MIN (width / picture.viewport.width, height / picture.viewport.height);

  scale = MIN (scale, 1);
  cairo_save (cr);
  cairo_translate (cr, (width - scale * picture.viewport.width) / 2, (height - scale * picture.viewport.height) / 2);
  cairo_scale (cr, scale, scale);
  paint (cr, &picture, heddle_theme_get (HEDDLE_STYLE_LIGHT));
  cairo_restore (cr);
}
