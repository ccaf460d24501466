/* hd-study-stages.h: which runs a study makes, one stage after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a stage runs may depend on what those before it gave, and on nothing else: not on how many ran at a time, nor on where the study was stopped. A study without
 * halving and without generations has one stage.
 */
#pragma once

#include <heddle/hd-study-table.h>

#include "hd-study-evolution.h"

G_BEGIN_DECLS

/**
 * HdStudyStages:
 * @points: (element-type guint): of the stage that it is at, whose repeats from @first_repeat up to @end_repeat are run
 * @evolution: (nullable): if stages are generations; @parents are the best points of those that came before
 */
typedef struct
{
  HdStudyTable *table; /* borrowed */
  HdStudyEvolution *evolution;
  GArray *parents;
  guint n_generations;
  GArray *points;
  guint first_repeat, end_repeat;
} HdStudyStages;

/** hd_study_stages_new: before the first stage; of each @n_shards-th point, from @shard on */
HdStudyStages *hd_study_stages_new (HdStudyTable *table,
                                    guint shard,
                                    guint n_shards);
void hd_study_stages_free (HdStudyStages *self);
/** hd_study_stages_next: once the table has all runs of the stage; %FALSE if there is no more */
gboolean hd_study_stages_next (HdStudyStages *self);
/** hd_study_stages_count: runs of all stages together, at most */
guint64 hd_study_stages_count (HdStudyPlan *plan,
                               guint shard,
                               guint n_shards);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyStages, hd_study_stages_free)

G_END_DECLS
