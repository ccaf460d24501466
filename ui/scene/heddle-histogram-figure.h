/* heddle-histogram-figure.h: a histogram of a record, and that of another to compare it with
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-histogram-painter.h"

G_BEGIN_DECLS

/** HeddleHistogramFigure: @now and @before last as long as their records; @cycle_ps is 0 where the record knows no clock; @selected: a column, from 1, or 0 */
typedef struct
{
  HdHistogram now;
  HdHistogram before;
  gboolean compares;
  double cycle_ps;
  gboolean in_cycles;
  guint selected;
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
/** heddle_histogram_figure_find: the column at @x, from 1, or 0; of what is painted in as much room */
guint heddle_histogram_figure_find (const HeddleHistogramFigure *self,
                                    HeddleText *text,
                                    double width,
                                    double height,
                                    double x);
/** heddle_histogram_figure_get_example: of the messages in a column one that is known; %NULL if there is none. Lasts as long as the record. */
const HdExample *heddle_histogram_figure_get_example (const HeddleHistogramFigure *self,
                                                      guint column);
/** heddle_histogram_figure_step: selects the next column that has an example, forward if @by is 1, backward if it is -1; %FALSE if there is none */
gboolean heddle_histogram_figure_step (HeddleHistogramFigure *self,
                                       int by);
/** heddle_histogram_figure_dup_share: of a column: "31 cycles to 33 cycles: 4.2 % of the messages" */
char *heddle_histogram_figure_dup_share (const HeddleHistogramFigure *self,
                                         guint column);
/** heddle_histogram_figure_paint: in [0, @width] x [0, @height] */
void heddle_histogram_figure_paint (const HeddleHistogramFigure *self,
                                    HeddleText *text,
                                    cairo_t *cr,
                                    const HeddleTheme *theme,
                                    double width,
                                    double height);

G_END_DECLS
