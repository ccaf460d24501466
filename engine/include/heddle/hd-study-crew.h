/* hd-study-crew.h: other processes that make runs of a study
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Of processes that were started together and have parted (hd_ranks_part ()), the first has a crew, and the others serve it.
 */
#pragma once

#include <heddle/hd-run-queue.h>
#include <heddle/hd-study-plan.h>

G_BEGIN_DECLS

/** HdStudyCrew: all other processes; of the thread that made it */
typedef struct _HdStudyCrew HdStudyCrew;

/** hd_study_crew_new: in the first process, once */
HdStudyCrew *hd_study_crew_new (void);
/** hd_study_crew_free: sends all home, and waits until they have heard; what they run is lost */
void hd_study_crew_free (HdStudyCrew *self);

/**
 * hd_study_serve:
 * @plan: (nullable): of the same study as that of the first process
 * @reason: (nullable): why there is no plan
 * @permit: what runs may start
 * @threads: as of hd_run_queue_new (); as many runs are asked for at a time
 *
 * In all processes but the first: makes the runs that it asks for, until it sends this one home. Iterates the thread-default main context.
 */
void hd_study_serve (HdCatalog *catalog,
                     HdStudyPlan *plan,
                     const char *reason,
                     HdPermit *permit,
                     guint threads);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyCrew, hd_study_crew_free)

G_END_DECLS
