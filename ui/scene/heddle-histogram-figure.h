/* heddle-histogram-figure.h: a histogram of a record, and that of another to compare it with
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-histogram-painter.h"

G_BEGIN_DECLS

/** HeddleHistogramFigure: @now and @before last as long as their records; @cycle_ps is 0 where the record knows no clock */
typedef struct
{
  HdHistogram now;
  HdHistogram before;
  gboolean compares;
  double cycle_ps;
  gboolean in_cycles;
} HeddleHistogramFigure;

/** heddle_histogram_figure_read: the @n-th of @record, and that of the same name of @baseline (nullable); %FALSE if there is none */
gboolean heddle_histogram_figure_read (HeddleHistogramFigure *self,
                                       HdRecord *record,
                                       HdRecord *baseline,
                                       guint n);
/** heddle_histogram_figure_dup_time: for people: "62 ns", or "31 cycles" */
char *heddle_histogram_figure_dup_time (const HeddleHistogramFigure *self,
                                        HdTime time);
/** heddle_histogram_figure_dup_column: likewise, how wide the columns are */
char *heddle_histogram_figure_dup_column (const HeddleHistogramFigure *self);
/** heddle_histogram_figure_dup_summary: what is to be seen, in a sentence */
char *heddle_histogram_figure_dup_summary (const HeddleHistogramFigure *self);
/** heddle_histogram_figure_paint: in [0, @width] x [0, @height] */
void heddle_histogram_figure_paint (const HeddleHistogramFigure *self,
                                    HeddleText *text,
                                    cairo_t *cr,
                                    const HeddleTheme *theme,
                                    double width,
                                    double height);

G_END_DECLS
