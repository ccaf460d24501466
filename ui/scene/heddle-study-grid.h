/* heddle-study-grid.h: a metric of the points of a study over two factors, as colours
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-grid-painter.h"

G_BEGIN_DECLS

/** HeddleStudyGrid: of more factors it is the slice of points that are alike in all others */
typedef struct _HeddleStudyGrid HeddleStudyGrid;

/**
 * heddle_study_grid_new:
 * @table: which outlives it
 * @x, @y: two different factors
 * @through: a point of the slice, or %HD_NO_ID for that of the first point
 *
 * What @table has now; O(points). %NULL if the points are not on a grid, as where they are drawn at random.
 */
HeddleStudyGrid *heddle_study_grid_new (HdStudyTable *table,
                                        guint x,
                                        guint y,
                                        guint metric,
                                        gboolean is_logarithmic,
                                        guint32 through);
void heddle_study_grid_free (HeddleStudyGrid *self);
/** heddle_study_grid_has: whether @point lies in the slice */
gboolean heddle_study_grid_has (HeddleStudyGrid *self,
                                guint32 point);
/** heddle_study_grid_dup_summary: what is to be seen, in a sentence */
char *heddle_study_grid_dup_summary (HeddleStudyGrid *self);
/** heddle_study_grid_paint: in [0, @width] x [0, @height]; @chosen: a point that stands out, or %HD_NO_ID */
void heddle_study_grid_paint (HeddleStudyGrid *self,
                              guint32 chosen,
                              HeddleText *text,
                              cairo_t *cr,
                              const HeddleTheme *theme,
                              double width,
                              double height);
/** heddle_study_grid_find: the point below @x, @y, or %HD_NO_ID */
guint32 heddle_study_grid_find (HeddleStudyGrid *self,
                                HeddleText *text,
                                double width,
                                double height,
                                double x,
                                double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStudyGrid, heddle_study_grid_free)

G_END_DECLS
