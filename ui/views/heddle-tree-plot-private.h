/* heddle-tree-plot-private.h: what the parts of a tree plot share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-bands-painter.h"
#include "heddle-tree-plot.h"

G_BEGIN_DECLS

#define HEDDLE_TREE_PLOT_FOOT 20.0 /* px, with the names of the first and the last group */

struct _HeddleTreePlot
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HeddleBands *bands; /* for the present size, or %NULL */
  cairo_surface_t *surface; /* what does not change, or %NULL */
  guint8 *collapsed; /* by group */
  guint8 *states;    /* by vertex, or %NULL */
  GArray *marked; /* of guint32: vertices whose nodes are selected */
  GArray *lit;    /* likewise: hot, because of another view */

  /* Borrowed */
  const HeddleTreeFigure *figure;

  HeddleBandsView view;
  gboolean fits; /* the view follows the size */
  gboolean bars; /* groups begin collapsed */
  gboolean automatic; /* else what is collapsed follows the size too */
  guint32 n_groups; /* that collapsed is for */
  guint32 hovered, hovered_cell;
  guint32 current;
  double drag_x, drag_y; /* of the view when the drag began */
  double pointer_x, pointer_y;
};

void heddle_tree_plot_redraw (HeddleTreePlot *self);
/** heddle_tree_plot_lay_out: Returns: whether there is a tree, and room for it; then it has bands */
gboolean heddle_tree_plot_lay_out (HeddleTreePlot *self);
/** heddle_tree_plot_show_on_canvas: selects what a vertex stands for, or all of a cell if @vertex is HEDDLE_TREE_NONE */
void heddle_tree_plot_show_on_canvas (HeddleTreePlot *self,
                                      guint32 vertex,
                                      guint32 cell_number);
void heddle_tree_plot_set_hot (HeddleTreePlot *self,
                               guint32 vertex);
void heddle_tree_plot_describe (HeddleTreePlot *self);
/** heddle_tree_plot_toggle_group: of @vertex */
void heddle_tree_plot_toggle_group (HeddleTreePlot *self,
                                    guint32 vertex);
void heddle_tree_plot_add_controllers (HeddleTreePlot *self);

G_END_DECLS
