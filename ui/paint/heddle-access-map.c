/* heddle-access-map.c: who has read and written which blocks of addresses, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-access-map"

#include "heddle-access-map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 11.0
#define BASELINE 0.36 /* of the size of words, below the middle of their line */
#define AXIS_HEIGHT 24.0
#define LEAST_ROW 20.0
#define MOST_ROW 56.0
#define MOST_NAME 180.0
#define GAP 8.0
#define TICK_WIDTH 130.0
#define TICK_HEIGHT 6.0
#define LEAST_SHARE 0.22 /* of the colour, so that what was touched once is seen */

/* ---- what is shown --------------------------------------------------------------------------------------------------------- */

static int
compare_blocks (gconstpointer a,
                gconstpointer b)
{
  const HeddleAccessBlock *one = a, *other = b;

  if (one->address != other->address)
    return one->address < other->address ? -1 : 1;
  return one->bytes < other->bytes ? -1 : one->bytes > other->bytes;
}

static int
compare_nodes (gconstpointer a,
               gconstpointer b)
{
  const HeddleAccessRow *one = a, *other = b;

  return one->node < other->node ? -1 : one->node > other->node;
}

static void
clear_row (gpointer data)
{
  g_free (((HeddleAccessRow *) data)->name);
}

/* Sorted, each once. */
static void
keep_different (GArray *array,
                GCompareFunc compare)
{
  gsize size = g_array_get_element_size (array);
  guint n = 0;

  g_array_sort (array, compare);
  for (guint i = 0; i < array->len; i++)
    if (n == 0 || compare (array->data + (n - 1) * size, array->data + i * size) != 0)
      memmove (array->data + n++ * size, array->data + i * size, size);
  g_array_set_size (array, n);
}

static guint
find_place (const GArray *array,
            gconstpointer wanted,
            GCompareFunc compare)
{
  gsize size = g_array_get_element_size ((GArray *) array);
  const char *found = bsearch (wanted, array->data, array->len, size, compare);

  return (guint) ((gsize) (found - array->data) / size);
}

static int
compare_cells (gconstpointer a,
               gconstpointer b)
{
  const HeddleAccessCell *one = a, *other = b;

  if (one->block != other->block)
    return one->block < other->block ? -1 : 1;
  return one->row < other->row ? -1 : one->row > other->row;
}

static void
add_cell (HeddleAccessMap *self,
          const HdMemoryAccess *access)
{
  HeddleAccessBlock block = { access->address, access->bytes };
  HeddleAccessRow row = { access->component, NULL };
  HeddleAccessCell cell = { find_place (self->blocks, &block, compare_blocks), find_place (self->rows, &row, compare_nodes), access->read, access->written };

  g_array_append_val (self->cells, cell);
}

/* Of several memories those of one block and row become one. */
static void
join_cells (HeddleAccessMap *self)
{
  HeddleAccessCell *cells = (HeddleAccessCell *) (gpointer) self->cells->data;
  guint n = 0;

  g_array_sort (self->cells, compare_cells);
  for (guint i = 0; i < self->cells->len; i++)
    if (n > 0 && compare_cells (&cells[n - 1], &cells[i]) == 0)
      {
        cells[n - 1].read += cells[i].read;
        cells[n - 1].written += cells[i].written;
      }
    else
      {
        cells[n++] = cells[i];
      }
  g_array_set_size (self->cells, n);
  for (guint i = 0; i < n; i++)
    self->most = MAX (self->most, (double) MAX (cells[i].read, cells[i].written) /
                                    (double) g_array_index (self->blocks, HeddleAccessBlock, cells[i].block).bytes);
}

HeddleAccessMap *
heddle_access_map_new (HdDesign *design,
                       GArray *accesses,
                       guint32 memory)
{
  HeddleAccessMap *self = g_new0 (HeddleAccessMap, 1);

  self->blocks = g_array_new (FALSE, FALSE, sizeof (HeddleAccessBlock));
  self->rows = g_array_new (FALSE, FALSE, sizeof (HeddleAccessRow));
  self->cells = g_array_new (FALSE, FALSE, sizeof (HeddleAccessCell));
  for (guint i = 0; i < accesses->len; i++)
    {
      const HdMemoryAccess *access = &g_array_index (accesses, HdMemoryAccess, i);
      HeddleAccessBlock block = { access->address, access->bytes };
      HeddleAccessRow row = { access->component, NULL };

      if (memory != HD_NO_ID && access->memory != memory)
        continue;
      g_array_append_val (self->blocks, block);
      g_array_append_val (self->rows, row);
    }
  keep_different (self->blocks, compare_blocks);
  keep_different (self->rows, compare_nodes);
  g_array_set_clear_func (self->rows, clear_row);
  for (guint i = 0; i < self->rows->len; i++)
    {
      HeddleAccessRow *row = &g_array_index (self->rows, HeddleAccessRow, i);

      row->name = hd_design_dup_node_label (design, row->node);
    }
  for (guint i = 0; i < accesses->len; i++)
    if (memory == HD_NO_ID || g_array_index (accesses, HdMemoryAccess, i).memory == memory)
      add_cell (self, &g_array_index (accesses, HdMemoryAccess, i));
  join_cells (self);
  return self;
}

void
heddle_access_map_free (HeddleAccessMap *self)
{
  g_array_unref (self->blocks);
  g_array_unref (self->rows);
  g_array_unref (self->cells);
  g_free (self);
}

/* ---- where it is ----------------------------------------------------------------------------------------------------------- */

double
heddle_access_map_lay_out (const HeddleAccessMap *self,
                           HeddleText *text,
                           double width,
                           double height,
                           HeddleAccessView *view)
{
  double widest = 0, n = MAX (self->rows->len, 1);

  for (guint i = 0; i < self->rows->len; i++)
    widest = MAX (widest, heddle_text_width (text, g_array_index (self->rows, HeddleAccessRow, i).name, WORDS, FALSE));
  view->width = width;
  view->height = height;
  view->left = MIN (MIN (widest, MOST_NAME) + 2 * GAP, width / 2);
  view->row_height = CLAMP (floor ((height - AXIS_HEIGHT) / n), LEAST_ROW, MOST_ROW);
  return n * LEAST_ROW + AXIS_HEIGHT;
}

static double
get_x (const HeddleAccessView *view,
       double block)
{
  return view->left + (block - view->first) / (view->last - view->first) * (view->width - view->left);
}

static double
get_block (const HeddleAccessView *view,
           double x)
{
  return view->first + (x - view->left) / (view->width - view->left) * (view->last - view->first);
}

gboolean
heddle_access_map_find (const HeddleAccessMap *self,
                        const HeddleAccessView *view,
                        double x,
                        double y,
                        HeddleAccessCell *out_cell)
{
  double block = floor (get_block (view, x)), row = floor (y / view->row_height);
  guint low = 0, high = self->cells->len;

  if (x < view->left || x >= view->width || !(block >= 0) || block >= self->blocks->len || !(row >= 0) || row >= self->rows->len)
    return FALSE;
  *out_cell = (HeddleAccessCell){ .block = (guint) block, .row = (guint) row };
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const HeddleAccessCell *cell = &g_array_index (self->cells, HeddleAccessCell, middle);

      if (cell->block == out_cell->block && cell->row == out_cell->row)
        {
          *out_cell = *cell;
          return TRUE;
        }
      if (cell->block < out_cell->block || (cell->block == out_cell->block && cell->row < out_cell->row))
        low = middle + 1;
      else
        high = middle;
    }
  return TRUE;
}

/* ---- painting -------------------------------------------------------------------------------------------------------------- */

void
heddle_access_map_get_colours (const HeddleTheme *theme,
                               HeddleColour *out_read,
                               HeddleColour *out_written)
{
  *out_read = theme->category[0];
  *out_written = theme->category[1];
}

/* Of how often each byte was touched: what is seen are orders of magnitude. */
static void
set_colour (const HeddleAccessMap *self,
            cairo_t *cr,
            const HeddleTheme *theme,
            HeddleColour colour,
            double often)
{
  double share = self->most > 0 ? log1p (often) / log1p (self->most) : 0;

  heddle_colour_set (cr, heddle_colour_mix (theme->view_bg, colour, LEAST_SHARE + (1 - LEAST_SHARE) * MIN (share, 1)));
}

/* What falls on one column of pixels. */
typedef struct
{
  double read, written; /* the most often of its blocks: what one block has is not lost among others */
} Pixel;

/* Blocks that are narrower than a pixel share one. */
static void
paint_narrow (const HeddleAccessMap *self,
              const HeddleAccessView *view,
              cairo_t *cr,
              const HeddleTheme *theme,
              const HeddleColour colours[2])
{
  guint n = (guint) MAX (view->width - view->left, 1), n_rows = self->rows->len;
  g_autofree Pixel *pixels = g_new0 (Pixel, (gsize) n * n_rows);

  for (guint i = 0; i < self->cells->len; i++)
    {
      const HeddleAccessCell *cell = &g_array_index (self->cells, HeddleAccessCell, i);
      double bytes = (double) g_array_index (self->blocks, HeddleAccessBlock, cell->block).bytes, x = get_x (view, cell->block + 0.5) - view->left;
      Pixel *pixel;

      if (x < 0 || x >= n)
        continue;
      pixel = &pixels[cell->row * n + (guint) x];
      pixel->read = MAX (pixel->read, (double) cell->read / bytes);
      pixel->written = MAX (pixel->written, (double) cell->written / bytes);
    }
  for (guint row = 0; row < n_rows; row++)
    for (guint x = 0; x < n; x++)
      for (guint half = 0; half < 2; half++)
        {
          const Pixel *pixel = &pixels[row * n + x];
          double often = half == 0 ? pixel->read : pixel->written, height = floor (view->row_height / 2) - 1;

          if (!(often > 0))
            continue;
          set_colour (self, cr, theme, colours[half], often);
          cairo_rectangle (cr, view->left + x, row * view->row_height + 1 + half * height, 1, height);
          cairo_fill (cr);
        }
}

static void
paint_wide (const HeddleAccessMap *self,
            const HeddleAccessView *view,
            cairo_t *cr,
            const HeddleTheme *theme,
            const HeddleColour colours[2])
{
  for (guint i = 0; i < self->cells->len; i++)
    {
      const HeddleAccessCell *cell = &g_array_index (self->cells, HeddleAccessCell, i);
      double bytes = (double) g_array_index (self->blocks, HeddleAccessBlock, cell->block).bytes, height = floor (view->row_height / 2) - 1;
      double x = floor (get_x (view, cell->block)), right = floor (get_x (view, cell->block + 1.0));

      if (right <= view->left || x >= view->width)
        continue;
      for (guint half = 0; half < 2; half++)
        {
          double often = (double) (half == 0 ? cell->read : cell->written) / bytes;

          if (!(often > 0))
            continue;
          set_colour (self, cr, theme, colours[half], often);
          cairo_rectangle (cr, x, cell->row * view->row_height + 1 + half * height, right - x, height);
          cairo_fill (cr);
        }
    }
}

/* Where addresses go on elsewhere. */
static void
paint_gaps (const HeddleAccessMap *self,
            const HeddleAccessView *view,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  double bottom = self->rows->len * view->row_height, last = -GAP;

  heddle_colour_set (cr, heddle_colour_with_alpha (theme->dim, 0.35));
  cairo_set_line_width (cr, 1);
  for (guint i = (guint) MAX (view->first, 0) + 1; i < self->blocks->len && i < view->last; i++)
    {
      const HeddleAccessBlock *block = &g_array_index (self->blocks, HeddleAccessBlock, i);
      double x = floor (get_x (view, i)) + 0.5;

      if (block[-1].address + block[-1].bytes >= block->address || x - last < GAP)
        continue;
      cairo_move_to (cr, x, 0);
      cairo_line_to (cr, x, bottom);
      last = x;
    }
  cairo_stroke (cr);
}

static void
paint_axis (const HeddleAccessMap *self,
            const HeddleAccessView *view,
            HeddleText *text,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  double y = self->rows->len * view->row_height, last = -GAP;
  HeddleTextLook look = { .size = WORDS, .align = HEDDLE_TEXT_LEFT, .colour = theme->dim };
  guint n = (guint) CLAMP ((view->width - view->left) / TICK_WIDTH, 1, 16);

  for (guint i = 0; i < n; i++)
    {
      double block = floor (view->first + (view->last - view->first) * i / n), x = MAX (get_x (view, block), view->left);
      g_autofree char *label = NULL;

      if (block < 0 || block >= self->blocks->len || x < last + GAP)
        continue;
      label = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", g_array_index (self->blocks, HeddleAccessBlock, (guint) block).address);
      heddle_colour_set (cr, theme->dim);
      cairo_rectangle (cr, floor (x), y, 1, TICK_HEIGHT);
      cairo_fill (cr);
      heddle_text_paint (text, cr, x + 3, y + AXIS_HEIGHT / 2 + BASELINE * WORDS, label, &look);
      last = x + 3 + heddle_text_width (text, label, WORDS, FALSE);
    }
}

static void
paint_rows (const HeddleAccessMap *self,
            const HeddleAccessView *view,
            HeddleText *text,
            cairo_t *cr,
            const HeddleTheme *theme)
{
  HeddleTextLook look = { .size = WORDS, .align = HEDDLE_TEXT_LEFT, .max_width = view->left - 2 * GAP, .colour = theme->text };

  for (guint i = 0; i < self->rows->len; i++)
    {
      if (i % 2 == 1)
        {
          heddle_colour_set (cr, theme->lane_bg);
          cairo_rectangle (cr, 0, i * view->row_height, view->width, view->row_height);
          cairo_fill (cr);
        }
      heddle_text_paint (text, cr, GAP, (i + 0.5) * view->row_height + BASELINE * WORDS, g_array_index (self->rows, HeddleAccessRow, i).name, &look);
    }
}

void
heddle_access_map_paint (const HeddleAccessMap *self,
                         const HeddleAccessView *view,
                         HeddleText *text,
                         cairo_t *cr,
                         const HeddleTheme *theme)
{
  HeddleColour colours[2];

  heddle_access_map_get_colours (theme, &colours[0], &colours[1]);
  paint_rows (self, view, text, cr, theme);
  cairo_save (cr);
  cairo_rectangle (cr, view->left, 0, view->width - view->left, self->rows->len * view->row_height);
  cairo_clip (cr);
  if ((view->last - view->first) > view->width - view->left)
    paint_narrow (self, view, cr, theme, colours);
  else
    paint_wide (self, view, cr, theme, colours);
  paint_gaps (self, view, cr, theme);
  cairo_restore (cr);
  paint_axis (self, view, text, cr, theme);
}
