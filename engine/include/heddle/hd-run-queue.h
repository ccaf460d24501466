/* hd-run-queue.h: runs that wait for their turn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run.h>

G_BEGIN_DECLS

/** HdRunJobState: those from %HD_RUN_JOB_FINISHED on are final */
typedef enum
{
  HD_RUN_JOB_WAITING,
  HD_RUN_JOB_PREPARING, /* elaborated and measured */
  HD_RUN_JOB_READY,     /* waits for memory, or for more threads */
  HD_RUN_JOB_RUNNING,
  HD_RUN_JOB_PAUSED,    /* for one of a higher priority */
  HD_RUN_JOB_FINISHED,
  HD_RUN_JOB_FAILED,    /* see hd_run_job_get_error () */
  HD_RUN_JOB_CANCELLED,
} HdRunJobState;

#define HD_TYPE_RUN_JOB_STATE (hd_run_job_state_get_type ())
GType hd_run_job_state_get_type (void);

/**
 * HdRunJob:
 *
 * One run of a queue, from its snapshot to its record. Property `state` (HdRunJobState) is notified in the main context of the queue. When the run is
 * over, what it took but its design and record is freed. Whoever submits a job and then drops it leaves it to the queue.
 */
#define HD_TYPE_RUN_JOB (hd_run_job_get_type ())
G_DECLARE_FINAL_TYPE (HdRunJob, hd_run_job, HD, RUN_JOB, GObject)

HdRunJobState hd_run_job_get_state (HdRunJob *self);
/** hd_run_job_has_ended: whichever way */
gboolean hd_run_job_has_ended (HdRunJob *self);
int hd_run_job_get_priority (HdRunJob *self);
/** hd_run_job_get_run: (nullable): while it is running or paused, for its progress; its state and speed are the queue's */
HdRun *hd_run_job_get_run (HdRunJob *self);
/** hd_run_job_get_progress: 0 to 1, or -1 if it cannot be known */
double hd_run_job_get_progress (HdRunJob *self);
/** hd_run_job_get_design: (nullable): once it is ready */
HdDesign *hd_run_job_get_design (HdRunJob *self);
/** hd_run_job_get_record: (nullable): once it is running; after it was cancelled or has failed, of what was simulated so far */
HdRecord *hd_run_job_get_record (HdRunJob *self);
/** hd_run_job_get_problems: what elaborating found, once it is ready, and the run, once it has ended */
HdProblemList *hd_run_job_get_problems (HdRunJob *self);
/** hd_run_job_get_error: (transfer none) (nullable): why it has failed: an error of hd_elaborate () or of a run; that of a run that was cancelled too */
const GError *hd_run_job_get_error (HdRunJob *self);
/** hd_run_job_get_bytes: what it is counted with, once it is ready: the design and what a run of it takes, without what work needs */
guint64 hd_run_job_get_bytes (HdRunJob *self);
/** hd_run_job_follow: as hd_run_follow (), before the queue's main context is iterated again */
void hd_run_job_follow (HdRunJob *self,
                        const HdFollowTarget *target);
/** hd_run_job_get_threads: what it is counted with, once it is ready */
guint hd_run_job_get_threads (HdRunJob *self);
/** hd_run_job_cancel: at once where it waits; else as soon as its threads hear of it. No effect on one that has ended. */
void hd_run_job_cancel (HdRunJob *self);
/**
 * hd_run_job_wait:
 *
 * Iterates the main context of the queue until the job has ended; other jobs go on meanwhile. For programs without a main loop.
 *
 * Returns: whether it has finished
 *
 * Errors: hd_run_job_get_error (); %HD_ERROR_CANCELLED if it was cancelled.
 */
gboolean hd_run_job_wait (HdRunJob *self,
                          GError **error);

/**
 * HdRunQueue:
 *
 * Runs jobs in the order of their priority, and of their submission where that is the same, as many at a time as its budget has room for. Each run
 * gives what it gives alone, and one that fails ends no other. One job at a time is prepared.
 *
 * It belongs to the thread that made it, and tells everything in the thread-default main context of that thread. Dropping the last reference cancels
 * all jobs, and waits for their engines (at most a few milliseconds).
 *
 * Signals:
 *   ended (HdRunQueue *, HdRunJob *)    a job has ended, whichever way; in the order in which they end
 */
#define HD_TYPE_RUN_QUEUE (hd_run_queue_get_type ())
G_DECLARE_FINAL_TYPE (HdRunQueue, hd_run_queue, HD, RUN_QUEUE, GObject)

/**
 * hd_run_queue_new:
 * @threads: that may work at the same time, preparing included; 0 for as many as the machine has. A run that wants more is given the queue for itself.
 * @memory_bytes: for all jobs that are ready, running or paused, as hd_run_job_get_bytes () counts them; 0 for half of what is free now. A job that
 *   does not fit beside those that run waits until they have ended. Each is held to what the others have left when it begins, unless its own limit is
 *   lower; where nothing is stated here and none runs beside it, to its own limit alone.
 */
HdRunQueue *hd_run_queue_new (HdCatalog *catalog,
                              guint threads,
                              guint64 memory_bytes);
/**
 * hd_run_queue_submit:
 * @overrides: (array zero-terminated=1) (nullable): PATH=VALUE, as hd_elaborate () takes them
 * @priority: 0 as a rule; a higher one goes first, and pauses runs of a lower one whose threads it needs
 *
 * Elaborates @snapshot and runs it, as fast as possible.
 *
 * Returns: (transfer full)
 */
HdRunJob *hd_run_queue_submit (HdRunQueue *self,
                               HdSnapshot *snapshot,
                               const char *const *overrides,
                               int priority);
/** hd_run_queue_submit_design: (transfer full): likewise, of what is elaborated already; @transfers (nullable) is carried instead of its workload */
HdRunJob *hd_run_queue_submit_design (HdRunQueue *self,
                                      HdDesign *design,
                                      HdTransferList *transfers,
                                      int priority);
/** hd_run_queue_allow_programs: what components of jobs that begin from here on may start: see hd_run_allow_programs () */
void hd_run_queue_allow_programs (HdRunQueue *self,
                                  HdPermit *permit);
/** hd_run_queue_cancel: all jobs */
void hd_run_queue_cancel (HdRunQueue *self);
/** hd_run_queue_count: jobs in a state that is not final */
guint hd_run_queue_count (HdRunQueue *self,
                          HdRunJobState state);
/** hd_run_queue_get_progress: of all jobs since the queue was last empty, 0 to 1 */
double hd_run_queue_get_progress (HdRunQueue *self);

G_END_DECLS
