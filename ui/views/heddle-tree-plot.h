/* heddle-tree-plot.h: one aggregation tree, to be walked through
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"
#include "heddle-tree-figure.h"

G_BEGIN_DECLS

/**
 * HeddleTreePlot:
 *
 * Ctrl and the wheel zoom, a drag pans, a click selects on the canvas what a vertex stands for, a double click collapses a group. Keys: Up goes to the
 * parent, Down to a child, Left and Right along the level, Home to the root; Enter collapses the group or opens it; plus, minus and 0 zoom; Escape
 * leaves the tree. The vertex under the pointer is the hot object of the window.
 *
 * Signals:
 *   activated    it was worked with
 */
#define HEDDLE_TYPE_TREE_PLOT (heddle_tree_plot_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreePlot, heddle_tree_plot, HEDDLE, TREE_PLOT, GtkWidget)

GtkWidget *heddle_tree_plot_new (HeddleSession *session);
/** heddle_tree_plot_set_figure: @figure: (nullable): borrowed, until another is set. What was collapsed stays so in another with as many groups. */
void heddle_tree_plot_set_figure (HeddleTreePlot *self,
                                  const HeddleTreeFigure *figure);
/** heddle_tree_plot_take_states: @states: (transfer full) (nullable): HeddleTreeState of each vertex of the figure's shape, until another is set */
void heddle_tree_plot_take_states (HeddleTreePlot *self,
                                   guint8 *states);
/** heddle_tree_plot_get_states: (nullable) */
const guint8 *heddle_tree_plot_get_states (HeddleTreePlot *self);
/** heddle_tree_plot_get_current: the vertex that keys have come to, HEDDLE_TREE_NONE for none */
guint32 heddle_tree_plot_get_current (HeddleTreePlot *self);
void heddle_tree_plot_set_current (HeddleTreePlot *self,
                                   guint32 vertex);
/** heddle_tree_plot_collapse: all groups, or none */
void heddle_tree_plot_collapse (HeddleTreePlot *self,
                                gboolean collapsed);
/** heddle_tree_plot_get_collapsed: as for heddle_bands_new (); %NULL where only the lack of room closes groups. Of a plot with a figure */
const guint8 *heddle_tree_plot_get_collapsed (HeddleTreePlot *self);
guint heddle_tree_plot_get_n_collapsed (HeddleTreePlot *self);
/** heddle_tree_plot_get_n_marked, _lit: vertices whose nodes are selected, and hot because of another view */
guint heddle_tree_plot_get_n_marked (HeddleTreePlot *self);
guint heddle_tree_plot_get_n_lit (HeddleTreePlot *self);
double heddle_tree_plot_get_zoom (HeddleTreePlot *self);

G_END_DECLS
