/* heddle-cost-figure.h: what aggregation costs over the width of a tree, for one group and message
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-cost-painter.h"

G_BEGIN_DECLS

/** HeddleCostFigure: @width is the one chosen, @limit the greatest shown; nothing to see below two members */
typedef struct
{
  HdTreeCost cost;
  HdTreeWidths widths;
  guint32 members;
  double bytes;
  guint32 width;
  guint32 limit;
} HeddleCostFigure;

/** heddle_cost_figure_update: the limit and the best widths, after a change of the rest */
void heddle_cost_figure_update (HeddleCostFigure *self);
/** heddle_cost_figure_get_tolerance: in seconds: what is so close to the best is as good */
double heddle_cost_figure_get_tolerance (void);
/** heddle_cost_figure_get_cost: in seconds, of trees of @width */
double heddle_cost_figure_get_cost (const HeddleCostFigure *self,
                                    double width);
/** heddle_cost_figure_dup_formula: with the numbers of this group */
char *heddle_cost_figure_dup_formula (const HeddleCostFigure *self);
/** heddle_cost_figure_paint: in [0, @width] x [0, @height] */
void heddle_cost_figure_paint (const HeddleCostFigure *self,
                               HeddleText *text,
                               cairo_t *cr,
                               const HeddleTheme *theme,
                               double width,
                               double height);
/** heddle_cost_figure_width_at: the width of a tree at @x of a picture that is @width wide */
double heddle_cost_figure_width_at (const HeddleCostFigure *self,
                                    double width,
                                    double x);

G_END_DECLS
