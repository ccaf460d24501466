/* heddle-load-table.h: the loads of links as a table with bars
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleLinkColumn: of words; the bar of the share stands after the class */
typedef enum
{
  HEDDLE_LINK_NAME,
  HEDDLE_LINK_CLASS,
  HEDDLE_LINK_USE,
  HEDDLE_LINK_RATE,
  HEDDLE_LINK_BANDWIDTH,
  HEDDLE_LINK_CARRIED,
  HEDDLE_LINK_N_COLUMNS
} HeddleLinkColumn;

typedef struct
{
  char *words[HEDDLE_LINK_N_COLUMNS]; /* %NULL for none */
  double shares[2];                   /* 0 to 1: of both directions of a split link; else of one capacity, and -1 */
} HeddleLinkRow;

/** heddle_share_bar_paint: a bar for each of @shares, as of #HeddleLinkRow, in @width x @height px; @past: what no longer holds */
void heddle_share_bar_paint (cairo_t *cr,
                             double x,
                             double y,
                             double width,
                             double height,
                             const double shares[2],
                             gboolean past,
                             const HeddleTheme *theme);
void heddle_load_table_measure (HeddleText *text,
                                const char *const heads[HEDDLE_LINK_N_COLUMNS],
                                const HeddleLinkRow *rows,
                                guint n_rows,
                                double *out_width,
                                double *out_height);
/** heddle_load_table_paint: in [0, width] x [0, height] as measured */
void heddle_load_table_paint (HeddleText *text,
                              cairo_t *cr,
                              const char *const heads[HEDDLE_LINK_N_COLUMNS],
                              const HeddleLinkRow *rows,
                              guint n_rows,
                              const HeddleTheme *theme);

G_END_DECLS
