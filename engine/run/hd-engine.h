/* hd-engine.h: what a run drives on its thread: design, workload, network, kernel and record put together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-programs.h>
#include <heddle/hd-progress.h>
#include <heddle/hd-run.h>

G_BEGIN_DECLS

typedef struct _HdEngine HdEngine;

typedef enum
{
  HD_ENGINE_REACHED,     /* the time or the step asked for */
  HD_ENGINE_ENDED,       /* the work is done, or run:until is reached */
  HD_ENGINE_INTERRUPTED, /* hd_engine_interrupt () */
  HD_ENGINE_FAILED,
} HdEngineStatus;

/** hd_engine_new: @transfers (nullable) and @record are borrowed */
HdEngine *hd_engine_new (HdDesign *design,
                         HdTransferList *transfers,
                         HdRecord *record);
void hd_engine_free (HdEngine *self);
/** hd_engine_allow_programs: @permit (nullable) is referenced; before it is prepared */
void hd_engine_allow_programs (HdEngine *self,
                               HdPermit *permit);

/**
 * hd_engine_prepare:
 * @problems: borrowed until the engine is freed
 * @progress: (nullable): of traces that are read
 *
 * Compiles the workload, finds routes and classes, lays out the record and starts the components at time 0.
 *
 * Errors: %HD_ERROR_INVALID if @problems tells of errors, %HD_ERROR_LIMIT for more memory or time than the run's settings permit, %HD_ERROR_CANCELLED.
 */
gboolean hd_engine_prepare (HdEngine *self,
                            HdProblemList *problems,
                            HdProgress *progress,
                            GError **error);

/**
 * hd_engine_check_routes: after hd_engine_prepare (), for who will not run: which routes are missing that packets will look for when they go
 *
 * Errors: %HD_ERROR_INVALID: @problems tells which
 */
gboolean hd_engine_check_routes (HdEngine *self,
                                 HdProblemList *problems,
                                 GError **error);

/** hd_engine_cancel: from any thread: hd_engine_prepare () goes no further, and no component waits for its program */
void hd_engine_cancel (HdEngine *self);
/** hd_engine_hurry: from any thread: programs that are to end are killed at once */
void hd_engine_hurry (HdEngine *self);

/**
 * hd_engine_advance:
 * @until: not beyond this simulated time
 * @step: (nullable): stop after the next of these
 * @error: not %NULL
 *
 * Errors: %HD_ERROR_DEADLOCK, which becomes a problem too; %HD_ERROR_LIMIT, %HD_ERROR_INVARIANT, and those of components.
 */
HdEngineStatus hd_engine_advance (HdEngine *self,
                                  HdTime until,
                                  const HdStep *step,
                                  GError **error);
/** hd_engine_interrupt: from any thread: advance returns before the next event */
void hd_engine_interrupt (HdEngine *self);

/** hd_engine_tell_errands: puts what components are about into the record; between two calls of hd_engine_advance () */
void hd_engine_tell_errands (HdEngine *self);
/** hd_engine_publish: counters, and metrics as far as they are known */
void hd_engine_publish (HdEngine *self,
                        double wall_time_s);
/**
 * hd_engine_finish:
 * @is_whole: the run has come to its end
 *
 * Once, after the last advance, failed or not: components write what they have, programs are ended, what is under way is cut off, then metrics, counters and digest
 * are final.
 *
 * Errors: %HD_ERROR_LIMIT: programs printed more than is kept
 */
gboolean hd_engine_finish (HdEngine *self,
                           gboolean is_whole,
                           double wall_time_s,
                           GError **error);
/** hd_engine_get_progress: share of the work or of run:until that is done, 0 to 1, or -1; from any thread */
double hd_engine_get_progress (HdEngine *self);

G_END_DECLS
