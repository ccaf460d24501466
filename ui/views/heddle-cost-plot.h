/* heddle-cost-plot.h: what aggregation costs over the width of a tree, and the choice of a width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleCostPlot:
 *
 * Signals:
 *   chosen (guint width)   by hand
 */
#define HEDDLE_TYPE_COST_PLOT (heddle_cost_plot_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCostPlot, heddle_cost_plot, HEDDLE, COST_PLOT, GtkWidget)

/** heddle_cost_plot_set: @cost: (nullable): %NULL shows nothing; @bytes: of an upward packet */
void heddle_cost_plot_set (HeddleCostPlot *self,
                           const HdTreeCost *cost,
                           guint32 members,
                           double bytes);
void heddle_cost_plot_set_width (HeddleCostPlot *self,
                                 guint32 width);
/** heddle_cost_plot_get_widths: the best, and those as good within tolerance */
HdTreeWidths heddle_cost_plot_get_widths (HeddleCostPlot *self);

G_END_DECLS
