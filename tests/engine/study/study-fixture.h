/* study-fixture.h: studies for tests
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/** study_fixture_snapshot: of a star of accelerators, an all-reduce of $bytes over links of $bandwidth, and @studies; its file is called study.heddle */
HdSnapshot *study_fixture_snapshot (const char *studies);
/** study_fixture_plan: of the only study of @studies, which must have no problems */
HdStudyPlan *study_fixture_plan (const char *studies,
                                 const char *const *settings);
/** study_fixture_dup_values: of all points, "1 2|1 4" */
char *study_fixture_dup_values (HdStudyPlan *plan);
/** study_fixture_path: of a file that is not there, in a folder of the test's own, which study_fixture_remove () removes with all that is in it */
char *study_fixture_path (void);
void study_fixture_remove (const char *path);
