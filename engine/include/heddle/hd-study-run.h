/* hd-study-run.h: the runs of a study, as many at a time as there is room for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run-queue.h>
#include <heddle/hd-study-crew.h>
#include <heddle/hd-study-store.h>
#include <heddle/hd-study-table.h>

G_BEGIN_DECLS

typedef enum
{
  HD_STUDY_RUN_READY,
  HD_STUDY_RUN_RUNNING,
  HD_STUDY_RUN_PAUSED,    /* what runs goes on to its end, nothing new is begun */
  HD_STUDY_RUN_FINISHED,  /* nothing is left */
  HD_STUDY_RUN_LIMITED,   /* its time is over, or it was stopped: what is left can be run later */
  HD_STUDY_RUN_FAILED,    /* see hd_study_run_get_error () */
} HdStudyRunState;

#define HD_TYPE_STUDY_RUN_STATE (hd_study_run_state_get_type ())
GType hd_study_run_state_get_type (void);

/**
 * HdStudyRun:
 *
 * Runs all points once, then all of them a second time, and so on, so that there is something of each early. What a store has already is not run. It belongs to
 * the thread that made it. Dropping the last reference cancels what runs.
 *
 * Properties: `state` (HdStudyRunState), notified.
 *
 * Signals:
 *   ended (guint point, guint repeat)    a run has ended, whichever way, and is in the store and the table
 */
#define HD_TYPE_STUDY_RUN (hd_study_run_get_type ())
G_DECLARE_FINAL_TYPE (HdStudyRun, hd_study_run, HD, STUDY_RUN, GObject)

/**
 * hd_study_run_new:
 * @store: (transfer none): open for writing, of the plan of @table; outlives the run
 * @table: (transfer none): has what @store has; outlives the run
 * @threads: as of hd_run_queue_new ()
 */
HdStudyRun *hd_study_run_new (HdCatalog *catalog,
                              HdStudyStore *store,
                              HdStudyTable *table,
                              guint threads);
/** hd_study_run_allow_programs: as hd_run_allow_programs (), of all; before it is started */
void hd_study_run_allow_programs (HdStudyRun *self,
                                  HdPermit *permit);
/** hd_study_run_check_shards: whether @plan can be divided among @n shards. Errors: %HD_ERROR_INVALID if its points depend on each other */
gboolean hd_study_run_check_shards (HdStudyPlan *plan,
                                    guint n,
                                    GError **error);
/** hd_study_run_set_shard: only each @n-th point, from @index (0 to @n - 1) on; before it is started */
void hd_study_run_set_shard (HdStudyRun *self,
                             guint index,
                             guint n);
/** hd_study_run_employ: @crew (transfer none) makes all runs, and outlives this; before it is started */
void hd_study_run_employ (HdStudyRun *self,
                          HdStudyCrew *crew);
/** hd_study_run_start: from ready; returns at once */
void hd_study_run_start (HdStudyRun *self);
/** hd_study_run_pause, hd_study_run_resume: no effect in another state */
void hd_study_run_pause (HdStudyRun *self);
void hd_study_run_resume (HdStudyRun *self);
/** hd_study_run_stop: for good; runs that have not ended are lost */
void hd_study_run_stop (HdStudyRun *self);
HdStudyRunState hd_study_run_get_state (HdStudyRun *self);
/** hd_study_run_get_error: (nullable): the store cannot be written, no run has a metric that the study names, or one of a crew cannot work */
const GError *hd_study_run_get_error (HdStudyRun *self);
/** hd_study_run_count: runs that it would make at most, of which @out_done are done; of its shard alone */
guint64 hd_study_run_count (HdStudyRun *self,
                            guint64 *out_done);
/** hd_study_run_get_seconds_left: by the pace so far; -1 if nothing was run yet */
double hd_study_run_get_seconds_left (HdStudyRun *self);

G_END_DECLS
