/* heddle-study-lines.h: all factors and metrics of the points of a study side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-parallel-painter.h"

G_BEGIN_DECLS

/** HeddleStudyLines: an axis for each factor that differs, then for metrics: those of the study, or the first that runs have; each point is a line */
typedef struct _HeddleStudyLines HeddleStudyLines;

/** heddle_study_lines_new: of what @table has now, which outlives it, in the colours of @metric; O(points) */
HeddleStudyLines *heddle_study_lines_new (HdStudyTable *table,
                                          guint metric);
void heddle_study_lines_free (HeddleStudyLines *self);
/** heddle_study_lines_dup_summary: what is to be seen, in a sentence */
char *heddle_study_lines_dup_summary (HeddleStudyLines *self);
/** heddle_study_lines_prepare: heddle_parallel_prepare () */
void heddle_study_lines_prepare (HeddleStudyLines *self,
                                 const HeddleTheme *theme,
                                 double width,
                                 double height,
                                 double scale);
/** heddle_study_lines_paint: in [0, @width] x [0, @height]; @chosen: a point that stands out, or %HD_NO_ID */
void heddle_study_lines_paint (HeddleStudyLines *self,
                               guint32 chosen,
                               HeddleText *text,
                               cairo_t *cr,
                               const HeddleTheme *theme,
                               double width,
                               double height);
/** heddle_study_lines_find: the point whose line is near @x, @y, or %HD_NO_ID */
guint32 heddle_study_lines_find (HeddleStudyLines *self,
                                 double width,
                                 double height,
                                 double x,
                                 double y);
/** heddle_study_lines_find_axis: heddle_parallel_find_axis () */
guint heddle_study_lines_find_axis (HeddleStudyLines *self,
                                    double width,
                                    double height,
                                    double x);
/** heddle_study_lines_brush: only points that lie from @y to @other_y on an axis stand out; all of them again if these are the same */
void heddle_study_lines_brush (HeddleStudyLines *self,
                               guint axis,
                               double width,
                               double height,
                               double y,
                               double other_y);
/** heddle_study_lines_take_brushes: those of @other, if it has as many axes */
void heddle_study_lines_take_brushes (HeddleStudyLines *self,
                                      const HeddleStudyLines *other);
/** heddle_study_lines_count: points within all brushes; @out_all: with the others */
guint heddle_study_lines_count (HeddleStudyLines *self,
                                guint *out_all);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStudyLines, heddle_study_lines_free)

G_END_DECLS
