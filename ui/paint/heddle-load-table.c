/* heddle-load-table.c: the loads of links as a table with bars
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-load-table"

#include "heddle-load-table.h"

#include "heddle-colour-map.h"

#define MARGIN 20.0
#define ROW_HEIGHT 28.0
#define GAP 16.0
#define BAR_WIDTH 120.0
#define BAR_HEIGHT 9.0
#define NAME_WIDEST 420.0
#define SIZE 13.0
#define HEAD_SIZE 12.0
#define BASELINE 0.35 /* of the size, below the middle of small letters */

typedef struct
{
  double x[HEDDLE_LINK_N_COLUMNS], width[HEDDLE_LINK_N_COLUMNS];
  double bar_x;
  double right;
} Columns;

static gboolean
is_bold (guint column)
{
  return column == HEDDLE_LINK_NAME || column == HEDDLE_LINK_USE;
}

static void
lay_out (HeddleText *text,
         const char *const heads[HEDDLE_LINK_N_COLUMNS],
         const HeddleLinkRow *rows,
         guint n_rows,
         Columns *out)
{
  double x = MARGIN;

  for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
    {
      double width = heddle_text_width (text, heads[c], HEAD_SIZE, FALSE);

      for (guint i = 0; i < n_rows; i++)
        if (rows[i].words[c] != NULL)
          width = MAX (width, heddle_text_width (text, rows[i].words[c], SIZE, is_bold (c)));
      out->x[c] = x;
      out->width[c] = c == HEDDLE_LINK_NAME ? MIN (width, NAME_WIDEST) : width;
      x += out->width[c] + GAP;
      if (c == HEDDLE_LINK_CLASS)
        {
          out->bar_x = x;
          x += BAR_WIDTH + GAP;
        }
    }
  out->right = x - GAP + MARGIN;
}

void
heddle_load_table_measure (HeddleText *text,
                           const char *const heads[HEDDLE_LINK_N_COLUMNS],
                           const HeddleLinkRow *rows,
                           guint n_rows,
                           double *out_width,
                           double *out_height)
{
  Columns columns;

  lay_out (text, heads, rows, n_rows, &columns);
  *out_width = columns.right;
  *out_height = 2 * MARGIN + (n_rows + 1) * ROW_HEIGHT;
}

/* Words at the left, figures at the right of their column. */
static void
paint_cell (HeddleText *text,
            cairo_t *cr,
            const Columns *columns,
            guint column,
            double y,
            const char *words,
            HeddleTextLook look)
{
  gboolean figures = column > HEDDLE_LINK_CLASS;

  if (words == NULL)
    return;
  look.align = figures ? HEDDLE_TEXT_RIGHT : HEDDLE_TEXT_LEFT;
  look.max_width = columns->width[column] + 1;
  heddle_text_paint (text, cr, columns->x[column] + (figures ? columns->width[column] : 0), y + ROW_HEIGHT / 2 + BASELINE * look.size, words, &look);
}

void
heddle_share_bar_paint (cairo_t *cr,
                        double x,
                        double y,
                        double width,
                        double height,
                        const double shares[2],
                        gboolean past,
                        const HeddleTheme *theme)
{
  const HeddleColourMap *map = heddle_colour_map_get (past ? HEDDLE_MAP_PAST : HEDDLE_MAP_UTILISATION, theme->dark);
  guint n = shares[1] >= 0 ? 2 : 1;
  double each = n == 2 ? (height - 1) / 2 : height;

  for (guint i = 0; i < n; i++)
    {
      double top = y + i * (each + 1);

      heddle_colour_set (cr, heddle_colour_with_alpha (theme->idle_link, 0.35));
      cairo_rectangle (cr, x, top, width, each);
      cairo_fill (cr);
      heddle_colour_set (cr, heddle_colour_map_colour (map, shares[i]));
      cairo_rectangle (cr, x, top, width * CLAMP (shares[i], 0, 1), each);
      cairo_fill (cr);
    }
}

void
heddle_load_table_paint (HeddleText *text,
                         cairo_t *cr,
                         const char *const heads[HEDDLE_LINK_N_COLUMNS],
                         const HeddleLinkRow *rows,
                         guint n_rows,
                         const HeddleTheme *theme)
{
  Columns columns;

  lay_out (text, heads, rows, n_rows, &columns);
  for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
    paint_cell (text, cr, &columns, c, MARGIN, heads[c], (HeddleTextLook){ .size = HEAD_SIZE, .colour = theme->dim });
  for (guint i = 0; i < n_rows; i++)
    {
      double y = MARGIN + (i + 1) * ROW_HEIGHT;

      heddle_colour_set (cr, theme->grid_line);
      cairo_rectangle (cr, MARGIN, y, columns.right - 2 * MARGIN, 1);
      cairo_fill (cr);
      for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
        paint_cell (text, cr, &columns, c, y, rows[i].words[c],
                    (HeddleTextLook){ .size = SIZE, .bold = is_bold (c),
                                      .colour = c == HEDDLE_LINK_CLASS || c == HEDDLE_LINK_BANDWIDTH ? theme->dim : theme->text });
      heddle_share_bar_paint (cr, columns.bar_x, y + (ROW_HEIGHT - BAR_HEIGHT) / 2, BAR_WIDTH, BAR_HEIGHT, rows[i].shares, FALSE, theme);
    }
}
