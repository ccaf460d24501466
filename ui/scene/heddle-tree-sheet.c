/* heddle-tree-sheet.c: aggregation trees side by side with their figures, as one picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-sheet"

#include "heddle-tree-sheet.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-bands-painter.h"

#define MARGIN 24.0
#define GAP 36.0
#define COLUMN 440.0
#define HEAD 48.0
#define TREE 330.0
#define LINE 20.0
#define FOOT 30.0

typedef struct
{
  cairo_t *cr;
  const HeddleTreeSheet *sheet;
  const HeddleTreeColumn *column;
  double x, tree_height;
} Painting;

/* A tree with more bands than have room gets more. */
static double
measure_tree (const HeddleTreeColumn *column)
{
  g_autoptr (HeddleBands) bands = heddle_bands_new (&column->figure->shape, column->collapsed, COLUMN, TREE);

  return bands->height * MIN (1, COLUMN / bands->width);
}

static double
measure_trees (const HeddleTreeSheet *self)
{
  double height = 0;

  for (guint i = 0; i < self->n_columns; i++)
    height = MAX (height, measure_tree (&self->columns[i]));
  return height + HEDDLE_BANDS_HEAD;
}

void
heddle_tree_sheet_measure (const HeddleTreeSheet *self,
                           double                *out_width,
                           double                *out_height)
{
  *out_width = self->n_columns > 0 ? 2 * MARGIN + self->n_columns * COLUMN + (self->n_columns - 1) * GAP : 0;
  *out_height = self->n_columns > 0 ? 2 * MARGIN + HEAD + measure_trees (self) + GAP + HEDDLE_TREE_N_METRICS * LINE + FOOT : 0;
}

static void
paint_word (const Painting *self,
            double          x,
            double          y,
            const char     *word,
            double          size,
            HeddleAlign     align,
            gboolean        strong)
{
  HeddleTextLook look = { .size = size, .align = align, .bold = strong, .colour = strong ? self->sheet->theme->text : self->sheet->theme->dim };

  heddle_text_paint (self->sheet->text, self->cr, x, y, word, &look);
}

static void
paint_head (const Painting *self)
{
  HdTree *tree = self->column->figure->tree;
  const HdTreeMetrics *metrics = hd_tree_get_metrics (tree);
  g_autofree char *title = heddle_tree_dup_title (hd_tree_get_algorithm (tree), hd_tree_get_width (tree));
  g_autofree char *count = g_strdup_printf ("↑ %u  ↓ %u", metrics->hottest_up, metrics->hottest_down);

  paint_word (self, self->x, MARGIN + 16, title, 16, HEDDLE_TEXT_LEFT, TRUE);
  paint_word (self, self->x + COLUMN, MARGIN + 18, count, 22, HEDDLE_TEXT_RIGHT, TRUE);
  paint_word (self, self->x + COLUMN, MARGIN + 34, _("packets, hottest links"), 12, HEDDLE_TEXT_RIGHT, FALSE);
}

static void
paint_tree (const Painting *self)
{
  const HeddleBandShape *shape = &self->column->figure->shape;
  g_autoptr (HeddleBands) bands = heddle_bands_new (shape, self->column->collapsed, COLUMN, TREE);
  double zoom = MIN (1, COLUMN / bands->width);
  HeddleBandsPicture picture = { self->sheet->text, self->sheet->theme, shape, bands, { self->x, MARGIN + HEAD + HEDDLE_BANDS_HEAD, zoom } };

  heddle_bands_paint (self->cr, &picture);
}

static void
paint_figures (const Painting *self)
{
  double y = MARGIN + HEAD + self->tree_height + GAP;

  for (guint m = 0; m < HEDDLE_TREE_N_METRICS; m++, y += LINE)
    {
      g_autofree char *value = heddle_tree_metric_dup_text (m, self->column->figure);

      paint_word (self, self->x, y, heddle_tree_metric_get_title (m), 12.5, HEDDLE_TEXT_LEFT, FALSE);
      paint_word (self, self->x + COLUMN, y, value, 12.5, HEDDLE_TEXT_RIGHT, TRUE);
      cairo_rectangle (self->cr, self->x, floor (y + 6), COLUMN, 1);
      heddle_colour_set (self->cr, self->sheet->theme->grid_line);
      cairo_fill (self->cr);
    }
}

void
heddle_tree_sheet_paint (cairo_t  *cr,
                         gpointer  data)
{
  const HeddleTreeSheet *sheet = data;
  Painting painting = { .cr = cr, .sheet = sheet, .x = MARGIN, .tree_height = measure_trees (sheet) };
  double width, height;

  heddle_colour_set (cr, sheet->theme->view_bg);
  cairo_paint (cr);
  for (guint i = 0; i < sheet->n_columns; i++, painting.x += COLUMN + GAP)
    {
      painting.column = &sheet->columns[i];
      paint_head (&painting);
      paint_tree (&painting);
      paint_figures (&painting);
    }
  heddle_tree_sheet_measure (sheet, &width, &height);
  painting.column = NULL;
  paint_word (&painting, MARGIN, height - MARGIN, _("Colour: group · strong lines: between groups · round: process · square: switch, hollow if it was pruned"), 11.5,
              HEDDLE_TEXT_LEFT, FALSE);
}
