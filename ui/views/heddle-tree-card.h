/* heddle-tree-card.h: one aggregation tree with its name, or why there is none
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-forest.h"
#include "heddle-tree-plot.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_TREE_CARD (heddle_tree_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreeCard, heddle_tree_card, HEDDLE, TREE_CARD, GtkWidget)

GtkWidget *heddle_tree_card_new (HeddleSession *session);
/** heddle_tree_card_show: @tree: (nullable): borrowed, until another is shown; @width: that was asked for */
void heddle_tree_card_show (HeddleTreeCard *self,
                            const HeddleForestTree *tree,
                            guint32 width);
/** heddle_tree_card_take_states: as for the plot; says in words how many have come how far */
void heddle_tree_card_take_states (HeddleTreeCard *self,
                                   guint8 *states);
/** heddle_tree_card_set_active: whether it is this one that the canvas shows */
void heddle_tree_card_set_active (HeddleTreeCard *self,
                                  gboolean active);
HeddleTreePlot *heddle_tree_card_get_plot (HeddleTreeCard *self);
/** heddle_tree_card_get_figure: (nullable) */
const HeddleTreeFigure *heddle_tree_card_get_figure (HeddleTreeCard *self);

G_END_DECLS
