/* heddle-grid-painter.h: values over two others, as colours
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

#define HEDDLE_GRID_NONE G_MAXUINT

/**
 * HeddleGridPicture:
 * @values: (array length=n_columns*n_rows): row after row, the lowest one first; NaN where there is none
 * @columns, @rows: (array): what each of them is called
 * @is_logarithmic: colours; of values above 0 alone
 * @title: what is seen
 * @unit: as hd_figure_in () takes it
 * @chosen: a place in @values that stands out, or %HEDDLE_GRID_NONE
 */
typedef struct
{
  const double *values;
  guint n_columns, n_rows;
  const char *const *columns;
  const char *const *rows;
  gboolean is_logarithmic;
  const char *title;
  const char *unit;
  guint chosen;
} HeddleGridPicture;

/** heddle_grid_paint: in [0, @width] x [0, @height]; what colours mean stands at the right, and figures where they have room */
void heddle_grid_paint (HeddleText *text,
                        cairo_t *cr,
                        const HeddleGridPicture *picture,
                        const HeddleTheme *theme,
                        double width,
                        double height);
/** heddle_grid_find: the place in @values below @x, @y, or %HEDDLE_GRID_NONE where there is no value */
guint heddle_grid_find (HeddleText *text,
                        const HeddleGridPicture *picture,
                        double width,
                        double height,
                        double x,
                        double y);

G_END_DECLS
