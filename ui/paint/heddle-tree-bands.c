/* heddle-tree-bands.c: a tree in bands, one for each level, its vertices side by side by group
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-bands"

#include "heddle-tree-bands.h"

#include <math.h>

#define EASY_PITCH 6.0  /* between vertices that a pointer finds */
#define LEAST_PITCH 4.2 /* where that would leave too little between bands */
#define MOST_PITCH 24.0
#define MOST_SPREAD 1.5  /* between cells, of the pitch */
#define MOST_ROWS 20
#define LEAST_BAR 1.5   /* width of a collapsed cell */
#define MOST_BAR 44.0
#define BAR_COLUMNS 1.5 /* that a bar is worth beside open cells */
#define BAR_HEIGHT 20.0
#define LEAST_GAP 36.0  /* between bands, with the words above the lower one */
#define EASY_GAP 64.0
#define MOST_GAP 120.0

typedef struct
{
  const HeddleBandShape *shape;
  const guint8 *collapsed;
  HeddleBands *bands;
  double least_pitch;
} Layout;

/* ---- which vertex is in which cell ----------------------------------------------------------------------------------- */

static guint32
key_of (const Layout *self,
        guint32       vertex)
{
  guint32 group = self->shape->groups[vertex];

  return self->shape->levels[vertex] * (self->shape->n_groups + 1) + (group == HEDDLE_TREE_NONE ? self->shape->n_groups : group);
}

static void
add_cell (Layout  *self,
          guint32  key,
          guint32  first,
          guint32  n)
{
  guint32 n_keys = self->shape->n_groups + 1;
  HeddleBandCell cell = { .level = key / n_keys, .group = key % n_keys, .first = first, .n = n, .columns = 1 };
  HeddleBand *band = &g_array_index (self->bands->bands, HeddleBand, cell.level);

  cell.collapsed = self->collapsed != NULL && self->collapsed[cell.group] && n > 1;
  if (band->n_cells++ == 0)
    band->first = self->bands->cells->len;
  band->n += n;
  g_array_append_val (self->bands->cells, cell);
}

/* By level and group; within a cell they keep their order. */
static void
sort_vertices (Layout *self)
{
  guint32 n_keys = self->shape->n_levels * (self->shape->n_groups + 1);
  g_autofree guint32 *ends = g_new0 (guint32, n_keys + 1);
  HeddleBands *bands = self->bands;

  for (guint32 v = 0; v < self->shape->n; v++)
    ends[key_of (self, v) + 1]++;
  for (guint32 key = 0; key < n_keys; key++)
    {
      if (ends[key + 1] > 0)
        add_cell (self, key, ends[key], ends[key + 1]);
      ends[key + 1] += ends[key];
    }
  for (guint32 i = 0; i < self->shape->n; i++)
    bands->vertices[ends[key_of (self, self->shape->order[i])]++] = self->shape->order[i];
  for (guint32 c = 0; c < bands->cells->len; c++)
    {
      const HeddleBandCell *cell = heddle_bands_cell (bands, c);

      for (guint32 i = 0; i < cell->n; i++)
        {
          bands->cell_of[bands->vertices[cell->first + i]] = c;
          bands->place_of[bands->vertices[cell->first + i]] = i;
        }
    }
}

/* ---- places ---------------------------------------------------------------------------------------------------------- */

static double
gap_of (const HeddleBand *band,
        double            width)
{
  return band->n_cells > 1 ? MIN (width * 0.06 / band->n_cells, 5) : 0;
}

static guint32
count_columns (const Layout *self,
               const HeddleBand *band,
               guint32 rows,
               guint32 *out_bars)
{
  guint32 columns = 0;

  *out_bars = 0;
  for (guint32 i = 0; i < band->n_cells; i++)
    {
      const HeddleBandCell *cell = heddle_bands_cell (self->bands, band->first + i);

      if (cell->collapsed)
        ++*out_bars;
      else
        columns += (cell->n + rows - 1) / rows;
    }
  return columns;
}

/* The fewest rows that fit into @width; returns the width that is needed. */
static double
choose_rows (Layout     *self,
             HeddleBand *band,
             double      width)
{
  double gaps = gap_of (band, width) * (band->n_cells - 1);
  guint32 columns, bars;

  for (band->rows = 1;; band->rows++)
    {
      columns = count_columns (self, band, band->rows, &bars);
      if (columns * self->least_pitch + bars * LEAST_BAR + gaps <= width || band->rows == MOST_ROWS)
        break;
    }
  return columns * self->least_pitch + bars * LEAST_BAR + gaps;
}

/* Bars take what open cells leave, or share with them. */
static void
place_band (Layout     *self,
            HeddleBand *band,
            double      width)
{
  double gap = gap_of (band, width), room = width - gap * (band->n_cells - 1), bar, x;
  guint32 bars, columns = count_columns (self, band, band->rows, &bars);

  band->pitch = columns > 0 ? CLAMP (MIN ((room - bars * LEAST_BAR) / columns, room / (columns + BAR_COLUMNS * bars)), self->least_pitch, MOST_PITCH) : MOST_PITCH;
  bar = bars > 0 ? CLAMP ((room - columns * band->pitch) / bars, LEAST_BAR, MOST_BAR) : 0;
  if (band->rows > 1 && self->least_pitch < EASY_PITCH)
    band->pitch = MIN (band->pitch, EASY_PITCH);
  if (band->n_cells > 1)
    gap = MAX (gap, MIN (MOST_SPREAD * band->pitch, (width - columns * band->pitch - bars * bar) / (band->n_cells - 1)));
  band->height = MAX (columns > 0 ? band->rows * band->pitch : 0, bars > 0 ? BAR_HEIGHT : 0);
  x = (width - (columns * band->pitch + bars * bar + gap * (band->n_cells - 1))) / 2;
  for (guint32 i = 0; i < band->n_cells; i++)
    {
      HeddleBandCell *cell = &g_array_index (self->bands->cells, HeddleBandCell, band->first + i);

      cell->columns = cell->collapsed ? 1 : (cell->n + band->rows - 1) / band->rows;
      cell->x = x;
      cell->width = cell->collapsed ? bar : cell->columns * band->pitch;
      x += cell->width + gap;
    }
}

/* Returns the sum of heights. */
static double
place_across (Layout *self,
              double  width,
              double  least_pitch)
{
  HeddleBands *bands = self->bands;
  guint n = bands->bands->len;
  double heights = 0;

  bands->width = width;
  self->least_pitch = least_pitch;
  for (guint i = 0; i < n; i++)
    bands->width = MAX (bands->width, choose_rows (self, &g_array_index (bands->bands, HeddleBand, i), width));
  for (guint i = 0; i < n; i++)
    {
      HeddleBand *band = &g_array_index (bands->bands, HeddleBand, i);

      place_band (self, band, bands->width);
      heights += band->height;
    }
  return heights;
}

static void
place (Layout *self,
       double  width,
       double  height)
{
  HeddleBands *bands = self->bands;
  guint n = bands->bands->len;
  double heights = place_across (self, width, EASY_PITCH), between, y = 0;

  if (height - heights < EASY_GAP * (n - 1))
    heights = place_across (self, width, LEAST_PITCH);
  between = n > 1 ? CLAMP ((height - heights) / (n - 1), LEAST_GAP, MOST_GAP) : 0;
  for (guint i = 0; i < n; i++)
    {
      HeddleBand *band = &g_array_index (bands->bands, HeddleBand, i);

      band->y = y;
      for (guint32 c = band->first; c < band->first + band->n_cells; c++)
        {
          HeddleBandCell *cell = &g_array_index (bands->cells, HeddleBandCell, c);

          cell->y = y;
          cell->height = cell->collapsed ? band->height : (cell->n + cell->columns - 1) / cell->columns * band->pitch;
        }
      y += band->height + between;
    }
  bands->height = y - between;
}

/* ---- edges ----------------------------------------------------------------------------------------------------------- */

static void
place_edge (const Layout   *self,
            HeddleBandEdge *edge,
            double          sum_x)
{
  const HeddleBandCell *from = heddle_bands_cell (self->bands, edge->from_cell), *to = heddle_bands_cell (self->bands, edge->to_cell);
  double pitch = g_array_index (self->bands->bands, HeddleBand, from->level).pitch;
  double y;

  edge->from_x = from->x + from->width / 2;
  edge->from_y = from->y + from->height;
  edge->to_x = sum_x / edge->n;
  edge->to_y = to->y;
  if (edge->from != HEDDLE_TREE_NONE)
    {
      heddle_bands_get_place (self->bands, edge->from, &edge->from_x, &y);
      edge->from_y = y + pitch * 0.38;
    }
}

static gint
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const HeddleBandEdge *x = a, *y = b;

  if (x->to_cell != y->to_cell)
    return x->to_cell < y->to_cell ? -1 : 1;
  if (x->from_cell != y->from_cell)
    return x->from_cell < y->from_cell ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

static HeddleBandEdge
edge_to (const Layout *self,
         guint32       vertex)
{
  guint32 parent = self->shape->parents[vertex];
  HeddleBandEdge edge = { parent, vertex, self->bands->cell_of[parent], self->bands->cell_of[vertex], 1, self->shape->crosses[vertex], 0, 0, 0, 0 };
  const HeddleBandCell *to = heddle_bands_cell (self->bands, edge.to_cell);

  if (heddle_bands_cell (self->bands, edge.from_cell)->collapsed)
    edge.from = HEDDLE_TREE_NONE;
  if (to->collapsed || g_array_index (self->bands->bands, HeddleBand, to->level).rows > 1)
    edge.to = HEDDLE_TREE_NONE;
  return edge;
}

static void
bundle_edges (Layout *self)
{
  g_autoptr (GArray) all = g_array_sized_new (FALSE, FALSE, sizeof (HeddleBandEdge), self->shape->n);

  for (guint32 i = 0; i < self->shape->n; i++)
    if (self->shape->parents[self->bands->vertices[i]] != HEDDLE_TREE_NONE)
      {
        HeddleBandEdge edge = edge_to (self, self->bands->vertices[i]);
        double y;

        heddle_bands_get_place (self->bands, self->bands->vertices[i], &edge.to_x, &y);
        g_array_append_val (all, edge);
      }
  g_array_sort (all, compare_edges);
  for (guint i = 0, end; i < all->len; i = end)
    {
      HeddleBandEdge edge = g_array_index (all, HeddleBandEdge, i);
      double sum_x = edge.to_x;

      for (end = i + 1; end < all->len && compare_edges (&g_array_index (all, HeddleBandEdge, end), &edge) == 0; end++)
        {
          edge.n++;
          edge.n_crossing += g_array_index (all, HeddleBandEdge, end).n_crossing;
          sum_x += g_array_index (all, HeddleBandEdge, end).to_x;
        }
      place_edge (self, &edge, sum_x);
      g_array_append_val (self->bands->edges, edge);
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

HeddleBands *
heddle_bands_new (const HeddleBandShape *shape,
                  const guint8          *collapsed,
                  double                 width,
                  double                 height)
{
  HeddleBands *self = g_new0 (HeddleBands, 1);
  Layout layout = { shape, collapsed, self, EASY_PITCH };

  self->vertices = g_new (guint32, shape->n);
  self->cell_of = g_new (guint32, shape->n);
  self->place_of = g_new (guint32, shape->n);
  self->bands = g_array_new (FALSE, TRUE, sizeof (HeddleBand));
  self->cells = g_array_new (FALSE, FALSE, sizeof (HeddleBandCell));
  self->edges = g_array_new (FALSE, FALSE, sizeof (HeddleBandEdge));
  g_array_set_size (self->bands, shape->n_levels);
  sort_vertices (&layout);
  place (&layout, width, height);
  bundle_edges (&layout);

  return self;
}

void
heddle_bands_free (HeddleBands *self)
{
  if (self == NULL)
    return;
  g_free (self->vertices);
  g_free (self->cell_of);
  g_free (self->place_of);
  g_array_unref (self->bands);
  g_array_unref (self->cells);
  g_array_unref (self->edges);
  g_free (self);
}

void
heddle_bands_get_place (const HeddleBands *self,
                        guint32            vertex,
                        double            *out_x,
                        double            *out_y)
{
  const HeddleBandCell *cell = heddle_bands_cell (self, self->cell_of[vertex]);
  double pitch = g_array_index (self->bands, HeddleBand, cell->level).pitch;
  guint32 i = self->place_of[vertex];

  *out_x = cell->collapsed ? cell->x + cell->width / 2 : cell->x + (i % cell->columns + 0.5) * pitch;
  *out_y = cell->collapsed ? cell->y + cell->height / 2 : cell->y + (i / cell->columns + 0.5) * pitch;
}

guint32
heddle_bands_find (const HeddleBands *self,
                   double             x,
                   double             y,
                   guint32           *out_cell)
{
  *out_cell = HEDDLE_TREE_NONE;
  for (guint32 c = 0; c < self->cells->len; c++)
    {
      const HeddleBandCell *cell = heddle_bands_cell (self, c);
      double pitch = g_array_index (self->bands, HeddleBand, cell->level).pitch;
      guint32 at;

      if (x < cell->x || x >= cell->x + cell->width || y < cell->y || y >= cell->y + cell->height)
        continue;
      *out_cell = c;
      if (cell->collapsed)
        return HEDDLE_TREE_NONE;
      at = (guint32) ((y - cell->y) / pitch) * cell->columns + MIN ((guint32) ((x - cell->x) / pitch), cell->columns - 1);
      return at < cell->n ? self->vertices[cell->first + at] : HEDDLE_TREE_NONE;
    }
  return HEDDLE_TREE_NONE;
}
