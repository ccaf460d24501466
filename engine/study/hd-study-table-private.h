/* hd-study-table-private.h: what points are compared by
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-table.h>

G_BEGIN_DECLS

/** hd_study_table_get_first: as hd_study_table_get (), of repeats before @end_repeat alone */
gboolean hd_study_table_get_first (HdStudyTable *self,
                                   guint point,
                                   guint end_repeat,
                                   guint n,
                                   HdStudyFigure *out_figure);
/** hd_study_table_has_failed: one of the repeats of @point before @end_repeat */
gboolean hd_study_table_has_failed (HdStudyTable *self,
                                    guint point,
                                    guint end_repeat);
/** hd_study_table_find_violation: by how much @value is outside of the bounds of metric @n of the study, as a share of the bound; 0 within */
double hd_study_table_find_violation (HdStudyTable *self,
                                      guint n,
                                      double value);
/**
 * hd_study_table_weigh:
 * @out_costs: (array): one for each metric with a direction; less is better; those of a point without a metric mean nothing
 * @out_violation: the sum of those of all metrics; infinity of a point that has failed, or has not all of them
 */
void hd_study_table_weigh (HdStudyTable *self,
                           guint point,
                           guint end_repeat,
                           double *out_costs,
                           double *out_violation);

G_END_DECLS
