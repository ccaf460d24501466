/* heddle-matrix-painter.h: how busy many things are, each a row over a shared time axis
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-text.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

#define HEDDLE_MATRIX_CELL 2.0 /* px wide */

typedef struct
{
  const char *name;
  const char *note;            /* dim, behind it; %NULL if none */
  const float *values;         /* one for each cell from the left end of the traces on: 0 to 1, below 0 where there is none; %NULL: a heading over the rows that follow */
  gboolean selected;
} HeddleMatrixRow;

typedef struct
{
  const HeddleMatrixRow *rows; /* of those that are seen alone */
  guint first;                 /* number of the first of them among all */
  guint n_rows;
  guint n_cells;               /* of each */
  gboolean past;               /* of a state that was edited since */
  const char *title;           /* of the scale, over the names */
} HeddleMatrix;

/* Cells that the traces of @view have. */
guint heddle_matrix_count_cells (const HeddleWaveView *view);
/* The rows of all @n_rows that can be seen. */
void  heddle_matrix_find_rows   (const HeddleWaveView *view,
                                 guint                 n_rows,
                                 guint                *out_first,
                                 guint                *out_n);
void  heddle_matrix_paint       (HeddleText           *text,
                                 cairo_t              *cr,
                                 const HeddleMatrix   *matrix,
                                 const HeddleTheme    *theme,
                                 const HeddleWaveView *view);

G_END_DECLS
