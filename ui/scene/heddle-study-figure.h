/* heddle-study-figure.h: a metric of the points of a study, over a factor or another metric
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-curve-painter.h"

G_BEGIN_DECLS

/** HeddleStudyAxis: a factor or a metric of a study, by its number */
typedef struct
{
  gboolean is_metric;
  guint number;
} HeddleStudyAxis;

#define HEDDLE_STUDY_ALL_METRICS G_MAXUINT /* that the study names, where they can be compared */

/**
 * HeddleStudyFigure:
 *
 * Over a factor, points that are alike in all other factors are joined, as long as there are few such curves; over a metric, and where points are drawn at
 * random, they are a cloud. Points of the front have a ring; where the two metrics that are weighed against each other are on the axes, a line leads through them.
 */
typedef struct _HeddleStudyFigure HeddleStudyFigure;

/** heddle_study_are_comparable: whether the study names several metrics, and all are in one unit, as far as runs tell */
gboolean heddle_study_are_comparable (HdStudyTable *table);
/** heddle_study_figure_new: of @metric, or over a factor of %HEDDLE_STUDY_ALL_METRICS, with curves of each; of what @table has now, and over it what @published (nullable) states; both outlive it; O(points) */
HeddleStudyFigure *heddle_study_figure_new (HdStudyTable *table,
                                            HdStudyPublished *published,
                                            HeddleStudyAxis x,
                                            guint metric,
                                            gboolean is_logarithmic);
void heddle_study_figure_free (HeddleStudyFigure *self);
/** heddle_study_figure_dup_key: what rings are, or, where only one point has one, which it is; %NULL if none has */
char *heddle_study_figure_dup_key (HeddleStudyFigure *self);
/** heddle_study_figure_count: points that are seen */
guint heddle_study_figure_count (HeddleStudyFigure *self);
/** heddle_study_figure_dup_summary: what is to be seen, in a sentence */
char *heddle_study_figure_dup_summary (HeddleStudyFigure *self);
/** heddle_study_figure_paint: in [0, @width] x [0, @height]; @chosen: a point that stands out, or %HD_NO_ID */
void heddle_study_figure_paint (HeddleStudyFigure *self,
                                guint32 chosen,
                                HeddleText *text,
                                cairo_t *cr,
                                const HeddleTheme *theme,
                                double width,
                                double height);
/** heddle_study_figure_find: the point near @x, @y, or %HD_NO_ID */
guint32 heddle_study_figure_find (HeddleStudyFigure *self,
                                  HeddleText *text,
                                  double width,
                                  double height,
                                  double x,
                                  double y);
/** heddle_study_dup_point: "$load=0.2, $channels=4 · Latency, mean 36.5 ns · published 35 ns, +4.3 %", for people; fixed factors left out; of @metric or %HEDDLE_STUDY_ALL_METRICS */
char *heddle_study_dup_point (HdStudyTable *table,
                              HdStudyPublished *published,
                              guint point,
                              guint metric);
/** heddle_study_dup_value: @value in the unit of @metric: "36.5 ns" */
char *heddle_study_dup_value (const HdMetric *metric,
                              double value);
/** heddle_study_dup_figure: of one metric at a point, with its interval: "36.5 ns ± 1.2 %"; "–" if it has none */
char *heddle_study_dup_figure (HdStudyTable *table,
                               guint point,
                               guint metric);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStudyFigure, heddle_study_figure_free)

G_END_DECLS
