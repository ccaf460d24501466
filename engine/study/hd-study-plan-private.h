/* hd-study-plan-private.h: how many runs of which points a study wants
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-plan.h>

G_BEGIN_DECLS

/** hd_study_plan_get_halving: of how many points one is repeated so many times more often; 0 if all are repeated as often */
guint hd_study_plan_get_halving (HdStudyPlan *self);
/** hd_study_plan_get_generations: how often points are bred from the best ones, the first generation included; 0 if all points are run */
guint hd_study_plan_get_generations (HdStudyPlan *self);
/** hd_study_plan_get_population: points of a generation */
guint hd_study_plan_get_population (HdStudyPlan *self);
/** hd_study_plan_get_draw_seed: of what is drawn about the points */
guint64 hd_study_plan_get_draw_seed (HdStudyPlan *self);
/** hd_study_plan_count_directions: metrics by which one point is better than another */
guint hd_study_plan_count_directions (HdStudyPlan *self);
/** hd_study_plan_find_block: of points that are drawn as %HD_SAMPLING_SALTELLI; @out_place: in it; %FALSE of all others */
gboolean hd_study_plan_find_block (HdStudyPlan *self,
                                   guint point,
                                   guint *out_block,
                                   guint *out_place);

/* Of a study each of whose values meets each other: values by their number in the list of a factor. */
#define HD_STUDY_NO_POINT G_MAXUINT

guint hd_study_plan_get_n_values (HdStudyPlan *self,
                                  guint factor);
/** hd_study_plan_is_of_words: so that no value is nearer to one than another */
gboolean hd_study_plan_is_of_words (HdStudyPlan *self,
                                    guint factor);
guint hd_study_plan_get_index (HdStudyPlan *self,
                               guint point,
                               guint factor);
/** hd_study_plan_find_point: with a value for each factor; %HD_STUDY_NO_POINT if it is left out. O(log points) */
guint hd_study_plan_find_point (HdStudyPlan *self,
                                const guint *indices);

G_END_DECLS
