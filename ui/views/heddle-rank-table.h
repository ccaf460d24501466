/* heddle-rank-table.h: numbered things as a table that any column sorts
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleRankSource: what stands in the table
 * @dup_cell: of @row in @column
 * @get_number: that it is sorted by; NaN: by its words, behind all numbers
 * @dup_tooltip: (nullable): may return %NULL
 * @get_share: (nullable): how strongly a cell is coloured, from 0 to 1; NaN: not
 */
typedef struct
{
  char *(*dup_cell) (gpointer data,
                     guint column,
                     guint32 row);
  double (*get_number) (gpointer data,
                        guint column,
                        guint32 row);
  char *(*dup_tooltip) (gpointer data,
                        guint column,
                        guint32 row);
  double (*get_share) (gpointer data,
                       guint column,
                       guint32 row);
} HeddleRankSource;

/** HeddleRankAlign: words begin where their column does, figures end where it ends, marks stand in the middle */
typedef enum
{
  HEDDLE_RANK_WORDS,
  HEDDLE_RANK_FIGURES,
  HEDDLE_RANK_MARK,
} HeddleRankAlign;

/**
 * HeddleRankTable:
 *
 * Signals:
 *   chosen (guint row)       a row is selected, by hand
 *   activated (guint row)    a row is opened
 */
#define HEDDLE_TYPE_RANK_TABLE (heddle_rank_table_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRankTable, heddle_rank_table, HEDDLE, RANK_TABLE, GtkWidget)

/** heddle_rank_table_new: @source: static; @data: outlives it; @label: for assistive technologies */
GtkWidget *heddle_rank_table_new (const HeddleRankSource *source,
                                  gpointer data,
                                  const char *label);
void heddle_rank_table_add_column (HeddleRankTable *self,
                                   guint column,
                                   const char *title,
                                   HeddleRankAlign align);
/** heddle_rank_table_clear: neither columns nor rows are left */
void heddle_rank_table_clear (HeddleRankTable *self);
/** heddle_rank_table_set_rows: in place of those that there are; the chosen one stays if it is still there */
void heddle_rank_table_set_rows (HeddleRankTable *self,
                                 const guint32 *rows,
                                 guint n);
/** heddle_rank_table_add_rows: behind those that there are */
void heddle_rank_table_add_rows (HeddleRankTable *self,
                                 const guint32 *rows,
                                 guint n);
/** heddle_rank_table_refresh: the cells of rows that stay say what they say now; @sorts: and stand where they then belong */
void heddle_rank_table_refresh (HeddleRankTable *self,
                                gboolean sorts);
/** heddle_rank_table_choose: as if by hand, but nobody is told; %HD_NO_ID for none */
void heddle_rank_table_choose (HeddleRankTable *self,
                               guint32 row);
/** heddle_rank_table_sort: by @column, the largest first, which is then seen, as if by hand */
void heddle_rank_table_sort (HeddleRankTable *self,
                             guint column);
/** heddle_rank_table_get_first: the row that stands first, or %HD_NO_ID */
guint32 heddle_rank_table_get_first (HeddleRankTable *self);

G_END_DECLS
