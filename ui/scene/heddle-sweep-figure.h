/* heddle-sweep-figure.h: a metric of the runs of a sweep, over what they differ in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-curve-painter.h"

G_BEGIN_DECLS

/** HeddleSweepSeries: @table has a row for each value of @sweep, with metrics once its run has ended; both %NULL for none */
typedef struct
{
  const HdSweep *sweep;
  HdSweepTable *table;
} HeddleSweepSeries;

/** HeddleSweepFigure: @before: of an earlier sweep of the same, or none; all is borrowed */
typedef struct
{
  HeddleSweepSeries now;
  HeddleSweepSeries before;
  const char *metric;
  gboolean is_logarithmic;
} HeddleSweepFigure;

/** heddle_sweep_figure_dup_summary: what is to be seen, in a sentence */
char *heddle_sweep_figure_dup_summary (const HeddleSweepFigure *self);
/** heddle_sweep_figure_paint: in [0, @width] x [0, @height]; nothing without a sweep */
void heddle_sweep_figure_paint (const HeddleSweepFigure *self,
                                HeddleText *text,
                                cairo_t *cr,
                                const HeddleTheme *theme,
                                double width,
                                double height);

G_END_DECLS
