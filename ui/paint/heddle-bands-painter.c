/* heddle-bands-painter.c: draws a tree in bands
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-bands-painter"

#include "heddle-bands-painter.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "heddle-painting.h"

#define SHARE 0.38           /* radius of a vertex, of the pitch */
#define RANK_PITCH 21.0      /* px: from here on vertices bear their numbers */
#define COUNT_WIDTH 24.0     /* px: from here on bars bear their counts */
#define PALEST 0.62          /* of the tints of one hue */
#define MANY_EDGES 1500      /* beyond, they are thinner */
#define WORDS 11.0
#define WAITING 0.72         /* of the way to the ground, where something goes on */
#define DOT 0.42             /* of the radius */

/* ---- places and colours ---------------------------------------------------------------------------------------------- */

static double
x_of (const HeddleBandsPicture *self,
      double                    x)
{
  return self->view.x + self->view.zoom * x;
}

static double
y_of (const HeddleBandsPicture *self,
      double                    y)
{
  return self->view.y + self->view.zoom * y;
}

static double
pitch_of (const HeddleBandsPicture *self,
          const HeddleBandCell     *cell)
{
  return g_array_index (self->bands->bands, HeddleBand, cell->level).pitch * self->view.zoom;
}

HeddleColour
heddle_bands_colour (const HeddleTheme *theme,
                     guint32            group,
                     guint32            n_groups)
{
  guint32 hue, first, end;

  if (group >= n_groups)
    return theme->neutral;
  if (n_groups <= HEDDLE_N_CATEGORIES)
    return theme->category[group];
  hue = (guint32) ((guint64) group * HEDDLE_N_CATEGORIES / n_groups);
  first = (guint32) (((guint64) hue * n_groups + HEDDLE_N_CATEGORIES - 1) / HEDDLE_N_CATEGORIES);
  end = (guint32) (((guint64) (hue + 1) * n_groups + HEDDLE_N_CATEGORIES - 1) / HEDDLE_N_CATEGORIES);
  return heddle_colour_mix (theme->category[hue], theme->view_bg, PALEST * (group - first) / (end - first));
}

/* ---- edges ----------------------------------------------------------------------------------------------------------- */

static void
add_curve (const HeddleBandsPicture *self,
           cairo_t                  *cr,
           double                    from_x,
           double                    from_y,
           double                    to_x,
           double                    to_y)
{
  double middle = y_of (self, (from_y + to_y) / 2);

  cairo_move_to (cr, x_of (self, from_x), y_of (self, from_y));
  cairo_curve_to (cr, x_of (self, from_x), middle, x_of (self, to_x), middle, x_of (self, to_x), y_of (self, to_y));
}

/* Those of about one width are one stroke. */
static void
paint_edges (const HeddleBandsPicture *self,
             cairo_t                  *cr,
             gboolean                  crossing)
{
  const GArray *edges = self->bands->edges;
  HeddleColour colour = crossing ? self->theme->category[1] : self->theme->wire;
  double thin = edges->len > MANY_EDGES ? 0.5 : 0.9;
  guint most = 0;

  for (guint i = 0; i < edges->len; i++)
    most = MAX (most, g_bit_storage (g_array_index (edges, HeddleBandEdge, i).n));
  heddle_colour_set (cr, heddle_colour_with_alpha (colour, edges->len > MANY_EDGES ? 0.45 : crossing ? 0.72 : 0.9));
  for (guint bits = 1; bits <= most; bits++)
    {
      for (guint i = 0; i < edges->len; i++)
        {
          const HeddleBandEdge *edge = &g_array_index (edges, HeddleBandEdge, i);

          if (g_bit_storage (edge->n) == bits && (edge->n_crossing > 0) == crossing)
            add_curve (self, cr, edge->from_x, edge->from_y, edge->to_x, edge->to_y);
        }
      cairo_set_line_width (cr, MIN (thin + 0.55 * (bits - 1), 5));
      cairo_stroke (cr);
    }
}

/* What has been passed on to the start of the edge, and has not been passed on from there. */
static guint
count_flights (const HeddleBandsPicture *self,
               const HeddleBandEdge     *edge)
{
  const HeddleBandCell *cell = heddle_bands_cell (self->bands, edge->to_cell);
  guint n = 0;

  for (guint32 i = 0; i < cell->n; i++)
    {
      guint32 vertex = self->bands->vertices[cell->first + i], parent = self->shape->parents[vertex];

      n += self->states[vertex] != HEDDLE_TREE_WAITS && (edge->to == HEDDLE_TREE_NONE || edge->to == vertex) && parent != HEDDLE_TREE_NONE
           && self->states[parent] == HEDDLE_TREE_WAITS && (edge->from == parent || (edge->from == HEDDLE_TREE_NONE && edge->from_cell == self->bands->cell_of[parent]));
    }
  return n;
}

static void
paint_flights (const HeddleBandsPicture *self,
               cairo_t                  *cr)
{
  heddle_colour_set (cr, self->theme->accent);
  for (guint i = 0; i < self->bands->edges->len; i++)
    {
      const HeddleBandEdge *edge = &g_array_index (self->bands->edges, HeddleBandEdge, i);
      guint n = count_flights (self, edge);

      if (n == 0)
        continue;
      add_curve (self, cr, edge->from_x, edge->from_y, edge->to_x, edge->to_y);
      cairo_set_line_width (cr, MIN (1.2 + 0.55 * (g_bit_storage (n) - 1), 5));
      cairo_stroke (cr);
    }
}

/* ---- vertices -------------------------------------------------------------------------------------------------------- */

static void
add_vertex (const HeddleBandsPicture *self,
            cairo_t                  *cr,
            guint32                   vertex,
            double                    more)
{
  const HeddleBandCell *cell = heddle_bands_cell (self->bands, self->bands->cell_of[vertex]);
  double radius = pitch_of (self, cell) * SHARE + more, x, y;

  heddle_bands_get_place (self->bands, vertex, &x, &y);
  x = x_of (self, x);
  y = y_of (self, y);
  if (self->shape->kinds[vertex] == HEDDLE_TREE_PROCESS)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
    }
  else
    heddle_path_rounded (cr, x - radius, y - radius, 2 * radius, 2 * radius, MIN (3, radius / 2));
}

static void
paint_count (const HeddleBandsPicture *self,
             cairo_t                  *cr,
             const HeddleBandCell     *cell,
             HeddleColour              ground)
{
  HeddleTextLook look = { .size = WORDS, .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
  g_autofree char *count = g_strdup_printf ("%u", cell->n);

  if (cell->width * self->view.zoom >= COUNT_WIDTH)
    heddle_text_paint (self->text, cr, x_of (self, cell->x + cell->width / 2), y_of (self, cell->y + cell->height / 2) + 4, count, &look);
}

static guint
count_state (const HeddleBandsPicture *self,
             const HeddleBandCell     *cell,
             HeddleTreeState           least)
{
  guint n = 0;

  for (guint32 i = 0; i < cell->n; i++)
    n += self->states[self->bands->vertices[cell->first + i]] >= least;
  return n;
}

static void
add_bar (const HeddleBandsPicture *self,
         cairo_t                  *cr,
         const HeddleBandCell     *cell)
{
  heddle_path_rounded (cr, x_of (self, cell->x), y_of (self, cell->y), cell->width * self->view.zoom, cell->height * self->view.zoom,
                       MIN (5, cell->width * self->view.zoom / 3));
}

/* From the left so much of a bar as the share of its vertices that have come so far. */
static void
fill_share (const HeddleBandsPicture *self,
            cairo_t                  *cr,
            const HeddleBandCell     *cell,
            HeddleTreeState           least,
            double                    height)
{
  double whole = cell->height * self->view.zoom;

  cairo_rectangle (cr, x_of (self, cell->x), y_of (self, cell->y) + whole * (1 - height), cell->width * self->view.zoom * count_state (self, cell, least) / cell->n,
                   whole * height);
  cairo_fill (cr);
}

static void
paint_bar (const HeddleBandsPicture *self,
           cairo_t                  *cr,
           const HeddleBandCell     *cell,
           HeddleColour              colour)
{
  HeddleColour ground = self->states != NULL ? heddle_colour_mix (colour, self->theme->view_bg, WAITING) : colour;

  add_bar (self, cr, cell);
  heddle_colour_set (cr, ground);
  cairo_fill (cr);
  if (self->states != NULL)
    {
      cairo_save (cr);
      add_bar (self, cr, cell);
      cairo_clip (cr);
      heddle_colour_set (cr, colour);
      fill_share (self, cr, cell, HEDDLE_TREE_PASSED, 1);
      heddle_colour_set (cr, heddle_ink_on (colour));
      fill_share (self, cr, cell, HEDDLE_TREE_TOLD, 0.22);
      cairo_restore (cr);
      if (2 * count_state (self, cell, HEDDLE_TREE_PASSED) > cell->n)
        ground = colour;
    }
  paint_count (self, cr, cell, ground);
}

static void
paint_ranks (const HeddleBandsPicture *self,
             cairo_t                  *cr,
             const HeddleBandCell     *cell,
             HeddleColour              ground)
{
  for (guint32 i = 0; i < cell->n; i++)
    {
      guint32 vertex = self->bands->vertices[cell->first + i];
      HeddleTextLook look = { .size = CLAMP (pitch_of (self, cell) * 0.38, 8, 13), .align = HEDDLE_TEXT_CENTRE, .colour = heddle_ink_on (ground) };
      g_autofree char *rank = g_strdup_printf ("%u", vertex);
      double x, y;

      if (self->shape->kinds[vertex] != HEDDLE_TREE_PROCESS)
        continue;
      heddle_bands_get_place (self->bands, vertex, &x, &y);
      heddle_text_paint (self->text, cr, x_of (self, x), y_of (self, y) + look.size * 0.36, rank, &look);
    }
}

/* Those in one state are one fill. */
static void
fill_vertices (const HeddleBandsPicture *self,
               cairo_t                  *cr,
               const HeddleBandCell     *cell,
               HeddleTreeState           state)
{
  for (guint32 i = 0; i < cell->n; i++)
    {
      guint32 vertex = self->bands->vertices[cell->first + i];

      if (self->shape->kinds[vertex] != HEDDLE_TREE_PRUNED && (self->states == NULL || self->states[vertex] == state))
        add_vertex (self, cr, vertex, 0);
    }
  cairo_fill (cr);
}

static void
paint_dots (const HeddleBandsPicture *self,
            cairo_t                  *cr,
            const HeddleBandCell     *cell,
            HeddleColour              ground)
{
  double radius = pitch_of (self, cell) * SHARE * DOT;

  for (guint32 i = 0; i < cell->n; i++)
    {
      guint32 vertex = self->bands->vertices[cell->first + i];
      double x, y;

      if (self->states[vertex] != HEDDLE_TREE_TOLD)
        continue;
      heddle_bands_get_place (self->bands, vertex, &x, &y);
      cairo_new_sub_path (cr);
      cairo_arc (cr, x_of (self, x), y_of (self, y), radius, 0, 2 * G_PI);
    }
  heddle_colour_set (cr, heddle_ink_on (ground));
  cairo_fill (cr);
}

static void
stroke_pruned (const HeddleBandsPicture *self,
               cairo_t                  *cr,
               const HeddleBandCell     *cell)
{
  for (guint32 i = 0; i < cell->n; i++)
    if (self->shape->kinds[self->bands->vertices[cell->first + i]] == HEDDLE_TREE_PRUNED)
      add_vertex (self, cr, self->bands->vertices[cell->first + i], -0.75);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
paint_cell (const HeddleBandsPicture *self,
            cairo_t                  *cr,
            const HeddleBandCell     *cell)
{
  HeddleColour colour = heddle_bands_colour (self->theme, cell->group, self->shape->n_groups);

  if (cell->collapsed)
    {
      paint_bar (self, cr, cell, colour);
      return;
    }
  if (self->states != NULL)
    {
      heddle_colour_set (cr, heddle_colour_mix (colour, self->theme->view_bg, WAITING));
      fill_vertices (self, cr, cell, HEDDLE_TREE_WAITS);
    }
  heddle_colour_set (cr, colour);
  fill_vertices (self, cr, cell, HEDDLE_TREE_PASSED);
  if (self->states != NULL)
    {
      fill_vertices (self, cr, cell, HEDDLE_TREE_TOLD);
      paint_dots (self, cr, cell, colour);
      heddle_colour_set (cr, colour);
    }
  stroke_pruned (self, cr, cell);
  if (pitch_of (self, cell) >= RANK_PITCH && self->states == NULL)
    paint_ranks (self, cr, cell, colour);
}

/* ---- words ----------------------------------------------------------------------------------------------------------- */

/* On a ground that keeps them apart from the edges behind; large ones would rise above the picture. */
static void
paint_words (const HeddleBandsPicture *self,
             cairo_t                  *cr,
             double                    x,
             double                    y,
             const char               *words,
             HeddleAlign               align)
{
  HeddleTextLook look = { .size = WORDS, .align = align, .colour = self->theme->dim };
  double width = heddle_text_width (self->text, words, look.size, FALSE), height = look.size * heddle_text_get_scale (self->text);

  y = MAX (y, height);
  cairo_rectangle (cr, (align == HEDDLE_TEXT_RIGHT ? x - width : x) - 2, y - height, width + 4, height + 3);
  heddle_colour_set (cr, heddle_colour_with_alpha (self->theme->view_bg, 0.82));
  cairo_fill (cr);
  heddle_text_paint (self->text, cr, x, y, words, &look);
}

static void
paint_level (const HeddleBandsPicture *self,
             cairo_t                  *cr,
             guint                     level)
{
  const HeddleBand *band = &g_array_index (self->bands->bands, HeddleBand, level);
  double y = y_of (self, band->y) - 5;
  /* Translators: how many edges lie between these vertices of a tree and its root */
  g_autofree char *name = g_strdup_printf (_("level %u"), level);
  g_autofree char *count = g_strdup_printf (ngettext ("%u node", "%u nodes", band->n), band->n);

  paint_words (self, cr, x_of (self, 0), y, name, HEDDLE_TEXT_LEFT);
  if (band->n > 1)
    paint_words (self, cr, x_of (self, self->bands->width), y, count, HEDDLE_TEXT_RIGHT);
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

void
heddle_bands_paint (cairo_t                  *cr,
                    const HeddleBandsPicture *self)
{
  paint_edges (self, cr, FALSE);
  paint_edges (self, cr, TRUE);
  if (self->states != NULL)
    paint_flights (self, cr);
  for (guint i = 0; i < self->bands->bands->len; i++)
    paint_level (self, cr, i);
  for (guint i = 0; i < self->bands->cells->len; i++)
    paint_cell (self, cr, heddle_bands_cell (self->bands, i));
}

void
heddle_bands_paint_route (cairo_t                  *cr,
                          const HeddleBandsPicture *self,
                          guint32                   vertex)
{
  for (guint32 v = vertex, parent; (parent = self->shape->parents[v]) != HEDDLE_TREE_NONE; v = parent)
    {
      double from_x, from_y, to_x, to_y;

      heddle_bands_get_place (self->bands, parent, &from_x, &from_y);
      heddle_bands_get_place (self->bands, v, &to_x, &to_y);
      add_curve (self, cr, from_x, from_y, to_x, to_y);
    }
  heddle_colour_set (cr, self->theme->accent);
  cairo_set_line_width (cr, 2.2);
  cairo_stroke (cr);
  for (guint32 v = vertex; v != HEDDLE_TREE_NONE; v = self->shape->parents[v])
    heddle_bands_paint_ring (cr, self, v, self->bands->cell_of[v], self->theme->accent, 1.8);
}

void
heddle_bands_paint_ring (cairo_t                  *cr,
                         const HeddleBandsPicture *self,
                         guint32                   vertex,
                         guint32                   cell_number,
                         HeddleColour              colour,
                         double                    width)
{
  const HeddleBandCell *cell = heddle_bands_cell (self->bands, cell_number);

  if (vertex == HEDDLE_TREE_NONE || cell->collapsed)
    heddle_path_rounded (cr, x_of (self, cell->x) - 1.5, y_of (self, cell->y) - 1.5, cell->width * self->view.zoom + 3,
                         cell->height * self->view.zoom + 3, 5);
  else
    add_vertex (self, cr, vertex, 0.75);
  heddle_colour_set (cr, colour);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}
