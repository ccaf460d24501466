/* hd-study-table.h: what the runs of a study came to, point by point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-store.h>

G_BEGIN_DECLS

/** HdStudyTable: grows with each run; its figures do not depend on the order in which runs ended */
typedef struct _HdStudyTable HdStudyTable;

/** HdStudyFigure: of one metric at one point: the mean of @n repeats, and half of its 95 % confidence interval (infinity for one) */
typedef struct
{
  guint n;
  double mean;
  double half_width;
} HdStudyFigure;

/** hd_study_table_new: without any run so far */
HdStudyTable *hd_study_table_new (HdStudyPlan *plan);
void hd_study_table_free (HdStudyTable *self);
/** hd_study_table_copy: as it is now, for another thread. O(runs × metrics) */
HdStudyTable *hd_study_table_copy (HdStudyTable *self);
HdStudyPlan *hd_study_table_get_plan (HdStudyTable *self);
/** hd_study_table_add: a run that is not there yet */
void hd_study_table_add (HdStudyTable *self,
                         const HdStudyResult *result);
/** hd_study_table_load: all runs of @store; errors: %HD_ERROR_IO */
gboolean hd_study_table_load (HdStudyTable *self,
                              HdStudyStore *store,
                              GError **error);
guint hd_study_table_get_n_metrics (HdStudyTable *self);
/** hd_study_table_get_metric: those of the study first, as it has them, then what else runs have; its value means nothing */
const HdMetric *hd_study_table_get_metric (HdStudyTable *self,
                                           guint n);
/** hd_study_table_find_metric: @out_n: its number; %FALSE if no run has it so far */
gboolean hd_study_table_find_metric (HdStudyTable *self,
                                     const char *name,
                                     guint *out_n);
/** hd_study_table_get: %FALSE if no run of @point has metric @n */
gboolean hd_study_table_get (HdStudyTable *self,
                             guint point,
                             guint n,
                             HdStudyFigure *out_figure);
/** hd_study_table_count: runs of @point that have ended, failed ones too */
guint hd_study_table_count (HdStudyTable *self,
                            guint point);
/** hd_study_table_get_error: (nullable): why the first of those of @point that failed did */
const char *hd_study_table_get_error (HdStudyTable *self,
                                      guint point);
/** hd_study_table_is_precise: whether no more repeats of @point are needed */
gboolean hd_study_table_is_precise (HdStudyTable *self,
                                    guint point);
/**
 * hd_study_table_check_metrics:
 *
 * Once a run is there: whether it has the metrics of the study, in dimensions that bounds are in.
 *
 * Errors: %HD_ERROR_NAME, %HD_ERROR_DIMENSION, %HD_ERROR_SYNTAX for a bound that is none.
 */
gboolean hd_study_table_check_metrics (HdStudyTable *self,
                                       GError **error);
/** hd_study_table_is_usable: whether @point has all metrics of the study, within their bounds */
gboolean hd_study_table_is_usable (HdStudyTable *self,
                                   guint point);
/**
 * hd_study_table_find_front:
 *
 * Which points are Pareto-optimal: usable, and no usable point is better in one of the metrics that have a direction and no worse in the others. With one
 * such metric, the best point; with none, no point. O(points * front).
 *
 * Returns: (transfer full) (array): by point
 */
gboolean *hd_study_table_find_front (HdStudyTable *self);
/**
 * hd_study_table_to_text: for people: factors, metrics of the study (else the first few that differ), "*" at points of the front
 * @most_rows: of a longer table the front and as many of the first points as there is room for
 */
char *hd_study_table_to_text (HdStudyTable *self,
                              guint most_rows);
/** hd_study_table_to_csv: a row for each point: its factors, then mean and half width of all metrics, repeats, whether it is of the front, the error */
char *hd_study_table_to_csv (HdStudyTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyTable, hd_study_table_free)

G_END_DECLS
