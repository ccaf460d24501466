/* hd-run.h: a design in execution
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include <heddle/hd-design.h>
#include <heddle/hd-programs.h>
#include <heddle/hd-record.h>
#include <heddle/hd-workload.h>

G_BEGIN_DECLS

typedef enum
{
  HD_RUN_READY,
  HD_RUN_RUNNING,
  HD_RUN_PAUSED,
  HD_RUN_FINISHED,
  HD_RUN_FAILED,    /* see hd_run_get_error () */
  HD_RUN_CANCELLED,
} HdRunState;

#define HD_TYPE_RUN_STATE (hd_run_state_get_type ())
GType hd_run_state_get_type (void);

#define HD_TYPE_RUN (hd_run_get_type ())
G_DECLARE_FINAL_TYPE (HdRun, hd_run, HD, RUN, GObject)

/**
 * HdRun:
 *
 * Owns the engine threads. Used from one thread; property `state` (HdRunState) is notified in the thread-default main context that was in
 * force at hd_run_new (). Dropping the last reference stops the engine and waits for it (at most a few milliseconds).
 */

/** hd_run_new: @transfers (nullable) is carried instead of the design's workload */
HdRun *hd_run_new (HdDesign *design,
                   HdTransferList *transfers);
/** hd_run_allow_programs: what components may start; before it is started. Without it nothing, and a run whose components would start a program fails. */
void hd_run_allow_programs (HdRun *self,
                            HdPermit *permit);
/** hd_run_has_work: there is a workload, or a component that acts by itself; without either a run fails at once */
gboolean hd_run_has_work (HdDesign *design);
/** hd_run_check: what can be found without running (workload cycles, routes, memory); also done by hd_run_start (), but for
 * the routes of packets, which a run looks for as they go */
gboolean hd_run_check (HdDesign *design,
                       HdProblemList *problems,
                       GError **error);
/**
 * hd_run_follow: before it starts; once. At flit fidelity hd_record_get_followed () has what became of the packet, or the run has a problem that says that there
 * was none; all else is as without it, but that the run may end early.
 */
void hd_run_follow (HdRun *self,
                    const HdFollowTarget *target);
/** hd_run_start: from ready; returns at once */
void hd_run_start (HdRun *self);
/** hd_run_pause, hd_run_resume: between two events */
void hd_run_pause (HdRun *self);
void hd_run_resume (HdRun *self);
/** hd_run_stop: for good; the record keeps what was simulated so far */
void hd_run_stop (HdRun *self);

typedef enum
{
  HD_STEP_EVENT,      /* the next kernel event */
  HD_STEP_COLLECTIVE, /* the next step of a collective; at packet and flit fidelity it is known of traced members, else it is HD_STEP_VERTEX */
  HD_STEP_VERTEX,     /* the next vertex that ends */
  HD_STEP_MARK,       /* the next thing that a component does to which a user steps, as a descriptor that fires */
  HD_STEP_ITERATION,  /* the next iteration that ends, or repeat of work without */
} HdStep;
/** hd_run_step: from ready or paused; paused again afterwards */
void hd_run_step (HdRun *self,
                  HdStep step);
/** hd_run_until: runs on and pauses at @time */
void hd_run_until (HdRun *self,
                   HdTime time);
/** hd_run_set_speed: simulated seconds a wall second; 0 for as fast as possible; any time */
void hd_run_set_speed (HdRun *self,
                       double speed);
double hd_run_get_speed (HdRun *self);
HdRunState hd_run_get_state (HdRun *self);
/** hd_run_get_error: (transfer none) (nullable): after a failure */
const GError *hd_run_get_error (HdRun *self);
/** hd_run_get_problems: what the checks before the run found, and a deadlock in it */
HdProblemList *hd_run_get_problems (HdRun *self);
HdRecord *hd_run_get_record (HdRun *self);
HdDesign *hd_run_get_design (HdRun *self);
/**
 * hd_run_get_progress:
 * @out_seconds_left: (out) (optional): wall seconds, or -1 while what was seen by calls of this function does not bear an estimate
 *
 * To be asked several times a second, if what is left is to be known.
 *
 * Returns: 0 to 1, or -1 if it cannot be known
 */
double hd_run_get_progress (HdRun *self,
                            double *out_seconds_left);
/** hd_run_get_reading: while a run that was started still reads files of traces, how far it has come, 0 to 1; else -1 */
double hd_run_get_reading (HdRun *self);
/**
 * hd_run_wait:
 *
 * Blocks until the run has ended. For programs without a main loop.
 *
 * Errors: that of the run.
 */
gboolean hd_run_wait (HdRun *self,
                      GError **error);

G_END_DECLS
