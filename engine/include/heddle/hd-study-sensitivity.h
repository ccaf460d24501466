/* hd-study-sensitivity.h: which factor matters, by variance
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-table.h>

G_BEGIN_DECLS

/**
 * HdStudyEffect: of one factor, as shares of the variance of a metric over all points
 * @main: what would be gone on average if the factor had one value: the variance of the metric's mean over all others
 * @total: what would be left on average if all others had one value: with all in which the factor acts together with others; NaN where it is not known
 */
typedef struct
{
  double main;
  double total;
} HdStudyEffect;

/**
 * HdStudySensitivity:
 *
 * How the variance of one metric, of the means of its repeats, divides among the factors. If each value of each factor met each of the others, with the same
 * weight, it is exact, and main effects sum up to 1 where no two factors act together. Of points that were drawn main effects are estimated by ω² (Hays,
 * "Statistics", 1963): the values of a factor that has many are cut into as many parts with equally many points as the root of the number of points, and what
 * these would differ by chance is taken off.
 */
typedef struct _HdStudySensitivity HdStudySensitivity;

/**
 * hd_study_sensitivity_new:
 * @metric: of @table, by number; points without it do not count
 *
 * Errors: %HD_ERROR_INVALID: points were not chosen independently of each other: paired, or by a search; %HD_ERROR_LIMIT: too few points.
 */
HdStudySensitivity *hd_study_sensitivity_new (HdStudyTable *table,
                                              guint metric,
                                              GError **error);
void hd_study_sensitivity_free (HdStudySensitivity *self);
/** hd_study_sensitivity_is_exact: whether nothing is estimated, and total effects are known */
gboolean hd_study_sensitivity_is_exact (HdStudySensitivity *self);
/** hd_study_sensitivity_get_n_points: those that count */
guint hd_study_sensitivity_get_n_points (HdStudySensitivity *self);
/** hd_study_sensitivity_get_deviation: standard deviation over all points, in the metric's unit; 0 if it is the same everywhere, and nothing has an effect */
double hd_study_sensitivity_get_deviation (HdStudySensitivity *self);
/** hd_study_sensitivity_get_noise: share of the variance that chance has brought, as far as repeats show it, and which no factor can explain; NaN without repeats */
double hd_study_sensitivity_get_noise (HdStudySensitivity *self);
/** hd_study_sensitivity_get_effect: of factor @n of the plan; of one that has a single value 0 */
HdStudyEffect hd_study_sensitivity_get_effect (HdStudySensitivity *self,
                                               guint n);
/** hd_study_sensitivity_rank: (transfer full): @out_n factors of @plan, those that vary, the one that matters most first: by its total effect, by its main one where that is not known */
guint *hd_study_sensitivity_rank (HdStudySensitivity *self,
                                  HdStudyPlan *plan,
                                  guint *out_n);
/** hd_study_table_sensitivity_to_text: for people: of all metrics of the study (else of all that differ), the factors that matter most first */
char *hd_study_table_sensitivity_to_text (HdStudyTable *self,
                                          GError **error);
/** hd_study_table_sensitivity_to_json: likewise, as resources/schemas/sensitivity.schema.json says */
char *hd_study_table_sensitivity_to_json (HdStudyTable *self,
                                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudySensitivity, hd_study_sensitivity_free)

G_END_DECLS
