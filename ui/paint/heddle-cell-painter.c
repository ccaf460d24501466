/* heddle-cell-painter.c: what parts of nodes are at, one cell for each, or how many are at what
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cell-painter"

#include "heddle-painting.h"

#define LEAST_ZOOM 0.25
#define APART 4.0       /* from the node, scene units, as the next */
#define CELL 12.0
#define GAP 2.0
#define LEAST_COLUMNS 8 /* about as wide as a small node; more only below a wide one, so that neighbours' fields stay apart */
#define MOST_COLUMNS 16
#define MOST_CELLS 128  /* more are a bar */
#define BAR_WIDTH 96.0

static HeddleColour
get_colour (const HeddlePainting *p,
            HeddleCellKind kind)
{
  return kind < HEDDLE_CELL_IDLE ? p->theme->span[kind] : p->theme->node_fill;
}

/* In scene units. */
static void
paint_rect (const HeddlePainting *p,
            double x,
            double y,
            double width,
            double height,
            HeddleCellKind kind)
{
  cairo_rectangle (p->cr, heddle_painting_x (p, x), heddle_painting_y (p, y), width * p->view.zoom, height * p->view.zoom);
  heddle_colour_set (p->cr, get_colour (p, kind));
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, p->theme->node_outline);
  cairo_set_line_width (p->cr, p->theme->outline_width);
  cairo_stroke (p->cr);
}

/* As wide as so many cells are of all. */
static void
paint_bar (const HeddlePainting *p,
           const HeddleRect *node,
           const HeddleSceneCell *cells,
           guint n)
{
  double x = node->x + (node->width - BAR_WIDTH) / 2;
  guint counts[HEDDLE_N_CELL_KINDS] = { 0 };

  for (guint i = 0; i < n; i++)
    counts[cells[i].kind]++;
  for (guint kind = 0; kind < HEDDLE_N_CELL_KINDS; kind++)
    {
      double width = BAR_WIDTH * counts[kind] / n;

      if (counts[kind] > 0)
        paint_rect (p, x, node->y + node->height + APART, width, CELL, kind);
      x += width;
    }
}

static guint
get_columns (const HeddleRect *node,
             guint n)
{
  return MIN (n, CLAMP ((guint) ((node->width + GAP) / (CELL + GAP)), LEAST_COLUMNS, MOST_COLUMNS));
}

double
heddle_scene_cells_height (HeddleScene *scene,
                           guint32 node)
{
  HeddleRect r = heddle_scene_node_rect (heddle_scene_node (scene, node));
  guint n = heddle_scene_count_cells (scene, node), columns = n > MOST_CELLS ? n : get_columns (&r, n);

  return n > 0 ? APART + (n + columns - 1) / columns * (CELL + GAP) : 0;
}

static void
paint_field (const HeddlePainting *p,
             const HeddleRect *node,
             const HeddleSceneCell *cells,
             guint n)
{
  guint columns = get_columns (node, n);
  double left = node->x + (node->width - columns * (CELL + GAP) + GAP) / 2;

  for (guint i = 0; i < n; i++)
    paint_rect (p, left + i % columns * (CELL + GAP), node->y + node->height + APART + i / columns * (CELL + GAP), CELL, CELL, cells[i].kind);
}

void
heddle_cells_paint (const HeddlePainting *p)
{
  guint n, n_own;
  const HeddleSceneCell *cells = heddle_scene_get_cells (p->scene, &n);

  if (p->view.zoom < LEAST_ZOOM || n == 0)
    return;
  heddle_raster_end (p->raster, p->cr);
  for (guint i = 0; i < n; i += n_own)
    {
      HeddleRect node = heddle_scene_node_rect (heddle_scene_node (p->scene, cells[i].node));

      for (n_own = 1; i + n_own < n && cells[i + n_own].node == cells[i].node;)
        n_own++;
      if (n_own > MOST_CELLS)
        paint_bar (p, &node, &cells[i], n_own);
      else
        paint_field (p, &node, &cells[i], n_own);
    }
}
