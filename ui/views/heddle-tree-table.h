/* heddle-tree-table.h: the figures of aggregation trees, side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-tree-trials.h"

G_BEGIN_DECLS

/**
 * HeddleTreeTable:
 *
 * A row for each figure, a column for each tree; the best of a row is bold.
 *
 * Signals:
 *   link-chosen (guint link)   of the design
 */
#define HEDDLE_TYPE_TREE_TABLE (heddle_tree_table_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreeTable, heddle_tree_table, HEDDLE, TREE_TABLE, GtkWidget)

/** heddle_tree_table_show: trees that could not be built have no column */
void heddle_tree_table_show (HeddleTreeTable *self,
                             HeddleForest *forest);
/**
 * heddle_tree_table_show_run: what was simulated
 * @record: (nullable): of the design that the trees are of; the trials fill what it has not
 * @baseline: (nullable): of any design
 */
void heddle_tree_table_show_run (HeddleTreeTable *self,
                                 HeddleForest *forest,
                                 HdRecord *record,
                                 HdRecord *baseline,
                                 HeddleTreeTrials *trials);

G_END_DECLS
