/* heddle-tree-sheet.h: aggregation trees side by side with their figures, as one picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"
#include "heddle-tree-figure.h"

G_BEGIN_DECLS

/* @collapsed as for heddle_bands_new (), or %NULL */
typedef struct
{
  const HeddleTreeFigure *figure;
  const guint8 *collapsed;
} HeddleTreeColumn;

typedef struct
{
  HeddleText *text;
  const HeddleTheme *theme;
  const HeddleTreeColumn *columns;
  guint n_columns;
} HeddleTreeSheet;

/** heddle_tree_sheet_measure: 0 by 0 without columns */
void heddle_tree_sheet_measure (const HeddleTreeSheet *self,
                                double *out_width,
                                double *out_height);
/** heddle_tree_sheet_paint: a #HeddlePaintFunc; @data: a #HeddleTreeSheet */
void heddle_tree_sheet_paint (cairo_t *cr,
                              gpointer data);

G_END_DECLS
