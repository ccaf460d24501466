/* hd-sweep-run.h: runs of one project that differ in one value, as many at a time as a queue has room for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run-queue.h>
#include <heddle/hd-sweep.h>

G_BEGIN_DECLS

/**
 * HdSweepRun:
 *
 * A job for each value of a sweep, in a queue of its own; it belongs to the thread that made it. Dropping the last reference cancels what is left.
 *
 * Signals:
 *   ended (guint number, HdRunJob *)    that of a value, in the order in which they end
 */
#define HD_TYPE_SWEEP_RUN (hd_sweep_run_get_type ())
G_DECLARE_FINAL_TYPE (HdSweepRun, hd_sweep_run, HD, SWEEP_RUN, GObject)

/**
 * hd_sweep_run_new:
 * @overrides: (array zero-terminated=1) (nullable): of all runs, as hd_elaborate () takes them
 * @threads: as of hd_run_queue_new ()
 */
HdSweepRun *hd_sweep_run_new (HdCatalog *catalog,
                              HdSnapshot *snapshot,
                              const char *const *overrides,
                              const HdSweep *sweep,
                              guint threads);
/** hd_sweep_run_allow_programs: as hd_run_allow_programs (), of all; before the main context is iterated */
void hd_sweep_run_allow_programs (HdSweepRun *self,
                                  HdPermit *permit);
/** hd_sweep_run_count_left: of which it is not said yet that they have ended */
guint hd_sweep_run_count_left (HdSweepRun *self);
/** hd_sweep_run_get_progress: of all, 0 to 1 */
double hd_sweep_run_get_progress (HdSweepRun *self);
/** hd_sweep_run_cancel: what has not ended; each is told */
void hd_sweep_run_cancel (HdSweepRun *self);
/** hd_run_job_dup_reason: why one has failed: the first that is wrong says more than that something is */
char *hd_run_job_dup_reason (HdRunJob *job);

G_END_DECLS
