/* heddle-study-results.h: where results of studies are kept, and for how long
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

#define HEDDLE_STUDY_RESULTS_MOST 200
#define HEDDLE_STUDY_RESULTS_MOST_BYTES (G_GUINT64_CONSTANT (2) << 30)

/** heddle_study_results_dup_path: of the file with the results of a study, as its project is now */
char *heddle_study_results_dup_path (HdStudyPlan *plan);
/** heddle_study_results_dup_other: of results like those in @store, at @path, but of files that runs have read as they are @now */
char *heddle_study_results_dup_other (const char *path,
                                      HdStudyStore *store,
                                      HdSnapshot *now);
/**
 * heddle_study_results_tidy:
 * @folder: of files of results, each of which is as old as what was last kept in it
 * @keep: a path that stays
 *
 * Deletes the oldest until there are no more than %HEDDLE_STUDY_RESULTS_MOST of them, and no more bytes than %HEDDLE_STUDY_RESULTS_MOST_BYTES; none of the last day, which
 * another window may have open. What cannot be deleted stays.
 */
void heddle_study_results_tidy (const char *folder,
                                const char *keep);

G_END_DECLS
