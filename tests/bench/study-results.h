/* study-results.h: results of a study that nobody ran
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/** study_results_keep: of each point of @store's plan a run, with random figures of the metrics @names, in the unit "s" */
void study_results_keep (HdStudyStore *store,
                         HdStudyPlan *plan,
                         const char *const *names);
