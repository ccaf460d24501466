/* heddle-piece-painter.c: the vectors of members, piece by piece
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-piece-painter"

#include "heddle-painting.h"

#include <math.h>

#define LEAST_ZOOM 0.25
#define APART 5.0  /* from the node, scene units */
#define HEIGHT 22.0
#define TEXT_SIZE 10.5
#define LEAST_TEXT 7.5     /* px; smaller figures are left out */
#define BESIDE_TEXT 1.0    /* px, on either side */
#define LEAST_OUTLINED 4.0 /* px; narrower pieces would be outlines alone */

HeddleRect
heddle_piece_rect (HeddleScene *scene,
                   const HeddleScenePiece *piece)
{
  HeddleRect node = heddle_scene_node_rect (heddle_scene_node (scene, piece->node));
  double width = piece->width;

  return (HeddleRect) { node.x + node.width / 2 + piece->shift + (piece->place - piece->n / 2.0) * width,
                        piece->above ? node.y - APART - HEIGHT : node.y + node.height + APART + heddle_scene_cells_height (scene, piece->node), width, HEIGHT };
}

static void
fill (cairo_t *cr,
      const HeddleRect *r,
      double from,
      double to,
      double height,
      HeddleColour colour)
{
  cairo_rectangle (cr, r->x + from * r->width, r->y + (1 - height) * r->height, (to - from) * r->width, height * r->height);
  heddle_colour_set (cr, colour);
  cairo_fill (cr);
}

/* As high as what is added up in it is of the whole; pale until it is the whole. */
static void
fill_to (cairo_t *cr,
         const HeddleRect *r,
         double from,
         double to,
         double level,
         HeddleColour colour)
{
  if (level > 0)
    fill (cr, r, from, to, MIN (level, 1), heddle_colour_with_alpha (colour, level < 1 ? 0.5 : 1));
}

/* Of text that fits into the piece in width and height, at a scale of 1; 0 if nobody could read it. */
static double
find_text_size (const HeddlePainting *p,
                const HeddleRect *r,
                const char *figure)
{
  double scale = heddle_text_get_scale (p->text), width = heddle_text_width (p->text, figure, TEXT_SIZE, FALSE);
  double fits = MIN ((r->width - 2 * BESIDE_TEXT) / MAX (width, 1), (r->height - 2 * BESIDE_TEXT) / (TEXT_SIZE * scale));
  double size = floor (TEXT_SIZE * MIN (fits, 1) * 2) / 2; /* in halves, that layouts are kept while the view is zoomed */

  return size * scale >= LEAST_TEXT ? size : 0;
}

/* From @from to @to it stands on @level. */
static void
paint_figure (const HeddlePainting *p,
              const HeddleRect *r,
              const char *figure,
              double from,
              double to,
              double level,
              HeddleColour colour)
{
  double size = figure[0] != '\0' && from < to ? find_text_size (p, r, figure) : 0;
  HeddleTextLook look = { .size = size, .align = HEDDLE_TEXT_CENTRE, .colour = level >= 1 ? heddle_ink_on (colour) : p->theme->text };

  if (size <= 0)
    return;
  cairo_save (p->cr);
  cairo_rectangle (p->cr, r->x + from * r->width, r->y, (to - from) * r->width, r->height);
  cairo_clip (p->cr);
  heddle_text_paint_box (p->text, p->cr, r->x, r->y, r->width, r->height, figure, &look);
  cairo_restore (p->cr);
}

static void
paint_piece (const HeddlePainting *p,
             const HeddleScenePiece *piece)
{
  HeddleRect at = heddle_piece_rect (p->scene, piece);
  HeddleRect r = { heddle_painting_x (p, at.x), heddle_painting_y (p, at.y), at.width * p->view.zoom, at.height * p->view.zoom };
  HeddleColour colour = p->theme->category[piece->category % HEDDLE_N_CATEGORIES];

  if (r.x + r.width < 0 || r.y + r.height < 0 || r.x > p->view.width || r.y > p->view.height)
    return;
  fill (p->cr, &r, 0, 1, 1, p->theme->node_fill);
  fill_to (p->cr, &r, 0, piece->share, piece->next_level, colour);
  fill_to (p->cr, &r, piece->share, 1, piece->level, colour);
  if (r.width >= LEAST_OUTLINED)
    {
      cairo_rectangle (p->cr, r.x, r.y, r.width, r.height);
      heddle_colour_set (p->cr, p->theme->node_outline);
      cairo_set_line_width (p->cr, p->theme->outline_width);
      cairo_stroke (p->cr);
    }
  paint_figure (p, &r, piece->figure, 0, piece->share, piece->next_level, colour);
  paint_figure (p, &r, piece->figure, piece->share, 1, piece->level, colour);
}

void
heddle_pieces_paint (const HeddlePainting *p)
{
  guint n;
  const HeddleScenePiece *pieces = heddle_scene_get_pieces (p->scene, &n);

  if (p->view.zoom < LEAST_ZOOM || n == 0)
    return;
  heddle_raster_end (p->raster, p->cr);
  for (guint i = 0; i < n; i++)
    paint_piece (p, &pieces[i]);
}
