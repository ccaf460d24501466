/* heddle-matrix-painter.c: how busy many things are, each a row over a shared time axis
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-matrix-painter"

#include "heddle-matrix-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-colour-map.h"
#include "heddle-painting.h"

#define NAME_SIZE 11.5
#define SCALE_WIDTH 64.0
#define SCALE_HEIGHT 8.0

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleMatrix *matrix;
  const HeddleTheme *theme;
  const HeddleWaveView *view;
  const HeddleColourMap *map;
} Plot;

guint
heddle_matrix_count_cells (const HeddleWaveView *view)
{
  return (guint) ceil (heddle_wave_plot_width (view) / HEDDLE_MATRIX_CELL);
}

void
heddle_matrix_find_rows (const HeddleWaveView *view,
                         guint                 n_rows,
                         guint                *out_first,
                         guint                *out_n)
{
  double first = floor (view->scroll / view->lane_height), last = ceil ((view->scroll + view->height - view->axis_height) / view->lane_height);

  *out_first = (guint) CLAMP (first, 0, n_rows);
  *out_n = (guint) CLAMP (last, *out_first, n_rows) - *out_first;
}

/* For files: cells of one colour that follow each other are one rectangle. */
static void
paint_cell_paths (const Plot            *plot,
             const HeddleMatrixRow *row,
             double                 top,
             double                 height)
{
  guint first = 0, n = plot->matrix->n_cells;

  for (guint c = 1; c <= n; c++)
    {
      int shown = row->values[first] > 0 ? (int) heddle_colour_map_index (plot->map, row->values[first]) : -1;
      int next = c == n ? -2 : row->values[c] > 0 ? (int) heddle_colour_map_index (plot->map, row->values[c]) : -1;

      if (next == shown)
        continue;
      if (shown >= 0)
        {
          heddle_colour_set (plot->cr, heddle_colour_map_entry (plot->map, (guint) shown));
          cairo_rectangle (plot->cr, round (plot->view->name_width) + first * HEDDLE_MATRIX_CELL, top, (c - first) * HEDDLE_MATRIX_CELL, height);
          cairo_fill (plot->cr);
        }
      first = c;
    }
}

/* On the screen a picture with a px for each cell is stretched; lines part its rows. */
static void
paint_cell_picture (const Plot *plot)
{
  const HeddleMatrix *matrix = plot->matrix;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) MAX (matrix->n_cells, 1), (int) MAX (matrix->n_rows, 1));
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface), colours[HEDDLE_MAP_ENTRIES];
  int stride = cairo_image_surface_get_stride (surface) / 4;
  double top = plot->view->axis_height + matrix->first * plot->view->lane_height - plot->view->scroll;

  for (guint i = 0; i < HEDDLE_MAP_ENTRIES; i++)
    colours[i] = heddle_pixel_of (heddle_colour_map_entry (plot->map, i));
  for (guint r = 0; r < matrix->n_rows; r++)
    for (guint c = 0; matrix->rows[r].values != NULL && c < matrix->n_cells; c++)
      if (matrix->rows[r].values[c] > 0)
        pixels[(int) r * stride + (int) c] = colours[heddle_colour_map_index (plot->map, matrix->rows[r].values[c])];
  cairo_surface_mark_dirty (surface);
  cairo_save (plot->cr);
  cairo_translate (plot->cr, round (plot->view->name_width), top);
  cairo_scale (plot->cr, HEDDLE_MATRIX_CELL, plot->view->lane_height);
  cairo_set_source_surface (plot->cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (plot->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (plot->cr);
  cairo_restore (plot->cr);
  cairo_surface_destroy (surface);
  heddle_colour_set (plot->cr, plot->theme->view_bg);
  for (guint r = 0; r < matrix->n_rows; r++)
    cairo_rectangle (plot->cr, plot->view->name_width, round (top + r * plot->view->lane_height), plot->view->width, 1);
  cairo_fill (plot->cr);
}

static void
paint_name (const Plot            *plot,
            const HeddleMatrixRow *row,
            double                 top)
{
  gboolean is_head = row->values == NULL;
  HeddleTextLook name = { .size = NAME_SIZE, .bold = is_head, .colour = plot->theme->text }, note = { .size = 10.5, .colour = plot->theme->dim };
  double width = plot->view->name_width - 22, note_width = 0, name_width;
  g_autofree char *shown = NULL;

  if (row->selected)
    {
      cairo_rectangle (plot->cr, 0, top, plot->view->name_width, plot->view->lane_height);
      heddle_colour_set (plot->cr, heddle_colour_with_alpha (plot->theme->accent, 0.18));
      cairo_fill (plot->cr);
    }
  if (row->note != NULL)
    note_width = MIN (heddle_text_width (plot->text, row->note, note.size, FALSE) + 8, width / 2);
  name_width = width - note_width - (is_head ? 0 : 8);
  shown = heddle_text_dup_path (plot->text, row->name, name.size, name.bold, name_width);
  heddle_text_paint_box (plot->text, plot->cr, is_head ? 12 : 20, top, name_width, plot->view->lane_height, shown, &name);
  if (row->note == NULL)
    return;
  note.align = HEDDLE_TEXT_RIGHT;
  heddle_text_paint_box (plot->text, plot->cr, 12 + width - note_width, top, note_width, plot->view->lane_height, row->note, &note);
}

/* What the colours mean, in the corner over the names. */
static void
paint_scale (const Plot *plot)
{
  HeddleTextLook look = { .size = 10.5, .colour = plot->theme->dim };
  double scale = heddle_text_get_scale (plot->text), x = 12, foot = plot->view->axis_height - 9, width = SCALE_WIDTH * scale;

  if (plot->view->axis_height <= 0 || plot->view->name_width < 150)
    return;
  x += heddle_text_paint (plot->text, plot->cr, x, foot, plot->matrix->title, &look) + 8;
  x += heddle_text_paint (plot->text, plot->cr, x, foot, "0", &look) + 4;
  for (guint i = 0; i < HEDDLE_MAP_ENTRIES; i++)
    {
      heddle_colour_set (plot->cr, heddle_colour_map_entry (plot->map, i));
      cairo_rectangle (plot->cr, x + width * i / HEDDLE_MAP_ENTRIES, foot - SCALE_HEIGHT * scale, width / HEDDLE_MAP_ENTRIES + 0.5, SCALE_HEIGHT * scale);
      cairo_fill (plot->cr);
    }
  heddle_text_paint (plot->text, plot->cr, x + width + 4, foot, "100" HD_FIGURE_SPACE "%", &look);
}

/**
 * heddle_matrix_paint:
 * @text: layouts
 * @cr: a Cairo context, origin at the plot's top left corner
 * @matrix: the rows that are seen
 * @theme: the colours
 * @view: what is shown; its times must satisfy begin < end
 *
 * Paints names, axis, cells, changes, cursors and playhead. What was idle has no colour.
 */
void
heddle_matrix_paint (HeddleText           *text,
                     cairo_t              *cr,
                     const HeddleMatrix   *matrix,
                     const HeddleTheme    *theme,
                     const HeddleWaveView *view)
{
  Plot plot = { text, cr, matrix, theme, view, heddle_colour_map_get (matrix->past ? HEDDLE_MAP_PAST : HEDDLE_MAP_UTILISATION, theme->dark) };

  g_return_if_fail (view->end_ps > view->begin_ps);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_clip (cr);
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_time_grid_paint (text, cr, theme, view);
  paint_scale (&plot);
  cairo_save (cr);
  cairo_rectangle (cr, 0, view->axis_height, view->width, view->height - view->axis_height);
  cairo_clip (cr);
  if (!heddle_is_vector (cr))
    paint_cell_picture (&plot);
  for (guint i = 0; i < matrix->n_rows; i++)
    {
      double top = view->axis_height + (matrix->first + i) * view->lane_height - view->scroll;

      if (matrix->rows[i].values != NULL && heddle_is_vector (cr))
        paint_cell_paths (&plot, &matrix->rows[i], round (top) + 1, MAX (round (top + view->lane_height) - round (top) - 1, 1));
      if (view->name_width > 0)
        paint_name (&plot, &matrix->rows[i], top);
    }
  if (view->name_width > 0)
    {
      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, round (view->name_width) - 1, view->axis_height, 1, view->height);
      cairo_fill (cr);
    }
  cairo_restore (cr);
  heddle_time_marks_paint (text, cr, theme, view);
  cairo_restore (cr);
}
