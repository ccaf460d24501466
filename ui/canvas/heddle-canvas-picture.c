/* heddle-canvas-picture.c: the drawing as it is seen, for files and for paper
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include "heddle-look.h"

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

HeddlePicture *
heddle_canvas_new_picture (HeddleCanvas *self,
                           const HeddlePictureOptions *options)
{
  g_return_val_if_fail (self->drawing != NULL, NULL);

  const PangoFontDescription *font = pango_context_get_font_description (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  gboolean heat = self->heat && options->heat;
  HeddleRect bounds = get_bounds (self, options->part);
  HeddlePictureLook look = {
    .part = options->part != HEDDLE_PART_ALL ? &bounds : NULL,
    .margin = options->part != HEDDLE_PART_VISIBLE ? HEDDLE_PICTURE_MARGIN : 0,
    .theme = options->theme,
    .family = pango_font_description_get_family (font),
    .heat = heat ? heddle_canvas_get_heat_mode (self) : HEDDLE_HEAT_OFF,
    .past = self->most_packets == 0 && heddle_session_is_stale (self->session),
  };
  HeddleLegend legend = {
    .heat = look.heat,
    .past = look.past,
    .most_heat = self->most_heat,
    .largest_difference = 100,
    .unit = "%",
    .most_packets = self->most_packets,
    .n_partitions = self->n_partitions,
    .buffers = heddle_drawing_shows_buffers (self->drawing),
    .two_ways = heat && heddle_drawing_has_two_ways (self->drawing),
  };

  heddle_canvas_get_heat (self, &legend.width_reference_bytes);
  if (options->legend && (heat || self->n_partitions > 0))
    look.legend = &legend;
  return heddle_picture_new (heddle_drawing_get_scene (self->drawing), &look);
}

void
heddle_canvas_paint_on_paper (HeddleCanvas *self,
                              cairo_t *cr,
                              double width,
                              double height)
{
  const HeddlePictureOptions options = { HEDDLE_PART_ALL, heddle_theme_get (HEDDLE_STYLE_LIGHT), TRUE, TRUE };
  g_autoptr (HeddlePicture) picture = heddle_canvas_new_picture (self, &options);
  double picture_width, picture_height, scale;

  g_return_if_fail (picture != NULL);

  heddle_picture_get_size (picture, &picture_width, &picture_height);
  scale = MIN (1, MIN (width / picture_width, height / picture_height));
  cairo_save (cr);
  cairo_translate (cr, (width - scale * picture_width) / 2, (height - scale * picture_height) / 2);
  cairo_scale (cr, scale, scale);
  heddle_picture_paint (picture, cr, 1, 1);
  cairo_restore (cr);
}
