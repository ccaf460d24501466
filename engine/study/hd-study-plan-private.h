/* hd-study-plan-private.h: how many runs of which points a study wants
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-study-plan.h>

G_BEGIN_DECLS

/** hd_study_plan_get_halving: of how many points one is repeated so many times more often; 0 if all are repeated as often */
guint hd_study_plan_get_halving (HdStudyPlan *self);
/** hd_study_plan_count_directions: metrics by which one point is better than another */
guint hd_study_plan_count_directions (HdStudyPlan *self);

G_END_DECLS
