/* heddle-trees.h: aggregation trees over a communicator, side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-cost-plot.h"
#include "heddle-tree-card.h"
#include "heddle-tree-controls.h"
#include "heddle-tree-playback.h"
#include "heddle-tree-trials.h"

G_BEGIN_DECLS

/**
 * HeddleTrees:
 *
 * Actions: trees.export (s: "svg", "pdf", "png" or "dot"), trees.packets (whether the canvas shows the packets of the tree that was worked with last),
 * trees.bars (whether groups are drawn as bars).
 */
#define HEDDLE_TYPE_TREES (heddle_trees_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTrees, heddle_trees, HEDDLE, TREES, GtkWidget)

GtkWidget *heddle_trees_new (HeddleSession *session);

HeddleForest *heddle_trees_get_forest (HeddleTrees *self);
HeddleTreeTrials *heddle_trees_get_trials (HeddleTrees *self);
HeddleTreePlayback *heddle_trees_get_playback (HeddleTrees *self);
HeddleTreeControls *heddle_trees_get_controls (HeddleTrees *self);
HeddleCostPlot *heddle_trees_get_cost_plot (HeddleTrees *self);
guint heddle_trees_get_n_cards (HeddleTrees *self);
HeddleTreeCard *heddle_trees_get_card (HeddleTrees *self,
                                       guint n);
void heddle_trees_set_width (HeddleTrees *self,
                             guint32 width);
/** heddle_trees_save: what is shown, as a picture or for Graphviz, as the extension says. Errors: HEDDLE_EXPORT_ERROR, G_IO_ERROR */
gboolean heddle_trees_save (HeddleTrees *self,
                            const char *path,
                            GError **error);

G_END_DECLS
