/* heddle-cost-painter.h: what a tree costs, over its width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/* Widths are on a logarithmic axis. */
typedef struct
{
  const double *widths; /* ascending, the first at least 2 */
  const double *costs_s;
  guint n;
  double best, best_s;
  double lowest, highest; /* as good within tolerance_s; 0 for none */
  double tolerance_s;
  double width, width_s;  /* chosen */
} HeddleCostCurve;

/** heddle_cost_paint: in [0, @width] x [0, @height] */
void heddle_cost_paint (HeddleText *text,
                        cairo_t *cr,
                        const HeddleCostCurve *curve,
                        const HeddleTheme *theme,
                        double width,
                        double height);
/** heddle_cost_width_at: the width of a tree at @x */
double heddle_cost_width_at (const HeddleCostCurve *curve,
                             double width,
                             double x);

G_END_DECLS
