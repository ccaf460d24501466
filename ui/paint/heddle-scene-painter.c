/* heddle-scene-painter.c: paints a scene on any Cairo target
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene-painter"

#include "heddle-scene-painter.h"

#include <math.h>

#include "heddle-painting.h"

/* One pass over what the viewport shows: background, frame, grid, notes, links, nodes, ports, dots, figures. Level of
 * detail is chosen by the parts, from sizes in px. */

#define GRID_PITCH 24.0
#define GRID_RADIUS 0.9
#define GRID_MIN_ZOOM 0.5
#define FRAME_RADIUS 12.0
#define NOTE_PADDING 8.0
#define OVERHANG 40.0 /* how far stacks, halos and badges reach beyond a node, scene units */

struct _HeddleScenePainter
{
  HeddleText *text;     /* borrowed */
  HeddleCards *cards;   /* owned */
  HeddleRaster *raster; /* owned */
  GArray *nodes;        /* owned; guint32, what the frame shows */
  GArray *links;        /* owned */
  GArray *pilled;       /* owned; guint32 */
  const HeddleScene *pilled_scene; /* borrowed, for comparison alone */
};

/**
 * heddle_scene_painter_new:
 * @text: layouts, must live as long as the painter
 *
 * A painter keeps pictures of cards between frames: use one painter per canvas.
 *
 * Returns: (transfer full): a painter
 */
HeddleScenePainter *
heddle_scene_painter_new (HeddleText *text)
{
  HeddleScenePainter *self = g_new0 (HeddleScenePainter, 1);

  self->text = text;
  self->cards = heddle_cards_new ();
  self->raster = heddle_raster_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->links = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->pilled = g_array_new (FALSE, FALSE, sizeof (guint32));

  return self;
}

void
heddle_scene_painter_free (HeddleScenePainter *self)
{
  if (self == NULL)
    return;

  heddle_cards_free (self->cards);
  heddle_raster_free (self->raster);
  g_array_unref (self->nodes);
  g_array_unref (self->links);
  g_array_unref (self->pilled);
  g_free (self);
}

static void
paint_grid (const HeddlePainting *p)
{
  cairo_t *cr = p->cr;
  double pitch = GRID_PITCH * p->view.zoom;
  double radius = GRID_RADIUS * MIN (p->view.zoom, 1.5);
  double x0 = ceil (p->view.x / GRID_PITCH) * GRID_PITCH;
  double y0 = ceil (p->view.y / GRID_PITCH) * GRID_PITCH;

  if (p->view.zoom < GRID_MIN_ZOOM)
    return;

  cairo_save (cr);
  heddle_colour_set (cr, p->theme->grid_dot);
  if (!p->options.full_detail)
    cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (double y = heddle_painting_y (p, y0); y < p->view.height; y += pitch)
    for (double x = heddle_painting_x (p, x0); x < p->view.width; x += pitch)
      {
        if (p->options.full_detail)
          {
            cairo_new_sub_path (cr);
            cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
          }
        else
          {
            /* Whole pixels: thousands of discs would cost more than all cards. */
            double side = MAX (2.0, round (2 * radius * p->options.device_scale)) / p->options.device_scale;

            cairo_rectangle (cr, heddle_painting_snap (p, x - side / 2), heddle_painting_snap (p, y - side / 2), side, side);
          }
      }
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
path_frame (const HeddlePainting *p,
            const HeddleRect     *rect,
            double                inset)
{
  double x = heddle_painting_snap (p, heddle_painting_x (p, rect->x)) + inset;
  double y = heddle_painting_snap (p, heddle_painting_y (p, rect->y)) + inset;

  heddle_path_rounded (p->cr, x, y, rect->width * p->view.zoom, rect->height * p->view.zoom, FRAME_RADIUS * p->view.zoom);
}

static void
paint_frame (const HeddlePainting *p,
             const HeddleRect     *rect,
             const char           *title)
{
  const double dashes[] = { 5.0, 4.0 };
  cairo_t *cr = p->cr;

  cairo_save (cr);
  path_frame (p, rect, 0.5);
  heddle_colour_set (cr, heddle_colour_with_alpha (p->theme->node_outline, 0.55));
  cairo_set_line_width (cr, 1.5 * p->theme->outline_width);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
  cairo_restore (cr);

  if (title != NULL && 12 * p->view.zoom >= 6)
    {
      HeddleTextLook look = { .size = 12, .bold = TRUE, .colour = p->theme->dim };

      cairo_save (cr);
      cairo_translate (cr, heddle_painting_x (p, rect->x + 14), heddle_painting_y (p, rect->y - 7));
      cairo_scale (cr, p->view.zoom, p->view.zoom);
      heddle_text_paint (p->text, cr, 0, 0, title, &look);
      cairo_restore (cr);
    }
}

/* How high a note is only its font knows: what is painted is what is hit from then on. */
static void
paint_note (const HeddlePainting *p,
            HeddleSceneNote      *note,
            HeddleTextLook       *look)
{
  gboolean marked = (note->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT)) != 0;

  note->rect.height = heddle_text_wrapped_height (p->text, note->rect.width - 2 * NOTE_PADDING, note->text, look) + 2 * NOTE_PADDING;
  cairo_save (p->cr);
  cairo_translate (p->cr, heddle_painting_x (p, note->rect.x), heddle_painting_y (p, note->rect.y));
  cairo_scale (p->cr, p->view.zoom, p->view.zoom);
  heddle_path_rounded (p->cr, 0, 0, note->rect.width, note->rect.height, 6);
  heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->warning, 0.12));
  if (marked)
    {
      cairo_fill_preserve (p->cr);
      heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->accent, note->state & HEDDLE_STATE_SELECTED ? 1 : 0.45));
      cairo_set_line_width (p->cr, 2.5);
      cairo_stroke (p->cr);
    }
  else
    cairo_fill (p->cr);
  heddle_text_paint_wrapped (p->text, p->cr, NOTE_PADDING, NOTE_PADDING, note->rect.width - 2 * NOTE_PADDING, note->text, look);
  cairo_restore (p->cr);
}

static void
paint_notes (const HeddlePainting *p,
             const HeddleRect     *visible)
{
  HeddleTextLook look = { .size = 12, .colour = p->theme->dim };

  gboolean is_read = look.size * p->view.zoom >= 6;

  for (guint i = 0; i < heddle_scene_n_notes (p->scene); i++)
    {
      HeddleSceneNote *note = heddle_scene_note (p->scene, i);

      if (note->rect.x < visible->x + visible->width && note->rect.x + note->rect.width > visible->x
          && note->rect.y < visible->y + visible->height && note->rect.y + note->rect.height > visible->y)
        {
          if (note->knob != NULL)
            heddle_knob_paint (p, note);
          else if (is_read)
            paint_note (p, note, &look);
        }
    }
}

/**
 * heddle_scene_painter_paint:
 * @self: a painter
 * @cr: a Cairo context whose user space is px with the target's top left corner at the origin
 * @scene: what to paint
 * @theme: the colours
 * @viewport: which part of the scene
 * @options: (nullable): how; %NULL for HEDDLE_PAINT_OPTIONS_INIT
 *
 * Paints one frame. Costs grow with what is visible, not with the scene.
 */
void
heddle_scene_painter_paint (HeddleScenePainter       *self,
                            cairo_t                  *cr,
                            HeddleScene              *scene,
                            const HeddleTheme        *theme,
                            const HeddleViewport     *viewport,
                            const HeddlePaintOptions *options)
{
  const HeddlePaintOptions defaults = HEDDLE_PAINT_OPTIONS_INIT;
  HeddlePainting p = {
    .cr = cr,
    .scene = scene,
    .text = self->text,
    .raster = self->raster,
    .pilled = self->pilled,
    .theme = theme,
    .view = *viewport,
    .options = options != NULL ? *options : defaults,
  };
  HeddleRect visible;
  HeddleRect frame;
  const char *title;

  g_return_if_fail (viewport->zoom > 0 && isfinite (viewport->zoom));

  if (self->pilled_scene != scene || p.options.full_detail)
    g_array_set_size (self->pilled, 0);
  self->pilled_scene = scene;
  if (p.options.device_scale <= 0)
    p.options.device_scale = 1;
  if (heddle_is_vector (cr))
    p.options.full_detail = TRUE;
  p.share = heddle_colour_map_get (p.options.past ? HEDDLE_MAP_PAST : HEDDLE_MAP_UTILISATION, theme->dark);
  if (p.options.heat != HEDDLE_HEAT_OFF)
    {
      p.heat = p.options.heat == HEDDLE_HEAT_DIFFERENCE ? heddle_colour_map_get (HEDDLE_MAP_DIFFERENCE, theme->dark) : p.share;
      for (guint i = 0; i < HEDDLE_MAP_ENTRIES; i++)
        p.heat_colours[i] = heddle_colour_map_entry (p.heat, i);
    }

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, viewport->width, viewport->height);
  cairo_clip (cr);
  if (p.options.background)
    {
      heddle_colour_set (cr, theme->view_bg);
      cairo_paint (cr);
    }
  if (heddle_scene_get_frame (scene, &frame, &title))
    {
      path_frame (&p, &frame, 0.5);
      heddle_colour_set (cr, theme->frame_bg);
      cairo_fill (cr);
    }
  if (p.options.grid)
    paint_grid (&p);
  if (heddle_scene_get_frame (scene, &frame, &title))
    paint_frame (&p, &frame, title);

  visible = (HeddleRect) { viewport->x - OVERHANG, viewport->y - OVERHANG,
                           viewport->width / viewport->zoom + 2 * OVERHANG, viewport->height / viewport->zoom + 2 * OVERHANG };
  paint_notes (&p, &visible);
  heddle_scene_nodes_in (scene, &visible, self->nodes);
  heddle_scene_links_in (scene, &visible, self->links);
  p.field = heddle_field_get_share (&p, self->nodes);
  if (p.field > 0)
    heddle_field_paint (&p, self->nodes, self->links, p.field);
  heddle_path_paint (&p);
  heddle_links_paint (&p, self->links);
  heddle_path_arrows_paint (&p);
  heddle_pieces_paint (&p);
  heddle_cells_paint (&p);
  heddle_nodes_paint (self->cards, &p, self->nodes, self->links);
  heddle_hidden_links_paint (&p, self->links);
  heddle_frame_ports_paint (&p);
  heddle_ports_paint (&p, self->nodes);
  heddle_dots_paint (&p);
  heddle_places_paint (&p, self->nodes);
  heddle_pills_paint (&p, self->links);
  heddle_captions_paint (&p);
  cairo_restore (cr);
}

/**
 * heddle_viewport_fit:
 * @rect: what to show, scene units
 * @width: of the target, px
 * @height: of the target, px
 * @margin: free px on every side
 *
 * Returns: the viewport that shows all of @rect, centred, at 100 % zoom at most
 */
HeddleViewport
heddle_viewport_fit (const HeddleRect *rect,
                     double            width,
                     double            height,
                     double            margin)
{
  double zx = rect->width > 0 ? (width - 2 * margin) / rect->width : 1.0;
  double zy = rect->height > 0 ? (height - 2 * margin) / rect->height : 1.0;
  double zoom = CLAMP (MIN (zx, zy), 1e-3, 1.0);

  return (HeddleViewport) { rect->x + rect->width / 2 - width / zoom / 2, rect->y + rect->height / 2 - height / zoom / 2,
                            zoom, width, height };
}

HeddlePoint
heddle_viewport_to_scene (const HeddleViewport *self,
                          double                x,
                          double                y)
{
  return (HeddlePoint) { self->x + x / self->zoom, self->y + y / self->zoom };
}

HeddlePoint
heddle_viewport_to_target (const HeddleViewport *self,
                           double                x,
                           double                y)
{
  return (HeddlePoint) { (x - self->x) * self->zoom, (y - self->y) * self->zoom };
}

/**
 * heddle_viewport_zoom_at:
 * @self: a viewport
 * @x: a point of the target, px, that stays where it is
 * @y: the same
 * @factor: above 1 zooms in
 *
 * Returns: the zoomed viewport
 */
HeddleViewport
heddle_viewport_zoom_at (const HeddleViewport *self,
                         double                x,
                         double                y,
                         double                factor)
{
  HeddlePoint fixed = heddle_viewport_to_scene (self, x, y);
  HeddleViewport zoomed = *self;

  zoomed.zoom = self->zoom * factor;
  zoomed.x = fixed.x - x / zoomed.zoom;
  zoomed.y = fixed.y - y / zoomed.zoom;

  return zoomed;
}
