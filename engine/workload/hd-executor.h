/* hd-executor.h: runs a workload graph by tokens
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-step-trace.h"
#include "hd-work-model.h"

G_BEGIN_DECLS

typedef struct _HdExecutor HdExecutor;

/**
 * hd_executor_new:
 * @model: borrowed
 * @iterations: at least 1: how often every start vertex must be re-entered
 */
HdExecutor *hd_executor_new (const HdWorkModel *model,
                             guint iterations);
void hd_executor_free (HdExecutor *self);
/** hd_executor_connect: @network's done function calls hd_executor_done (); @trace and @observer are nullable; all borrowed */
void hd_executor_connect (HdExecutor *self,
                          HdNetwork *network,
                          HdStepTrace *trace,
                          const HdExecutionObserver *observer,
                          gpointer user_data);

/** hd_executor_start: starts the start vertices at time 0 */
gboolean hd_executor_start (HdExecutor *self,
                            GError **error);
/** hd_executor_done: the network has ended the batch with @token; settled later */
void hd_executor_done (HdExecutor *self,
                       guint64 token);
/** hd_executor_is_communication: whether the batch with @token carries a communication; @out_number is that of hd_step_trace_begin () */
gboolean hd_executor_is_communication (guint64 token,
                                       guint32 *out_number);
/**
 * hd_executor_settle:
 *
 * After the network was advanced to @time: completes what has ended there and starts what that releases, until nothing more happens at this time.
 *
 * Errors: %HD_ERROR_DEADLOCK if nothing runs any more and the work is not done: the message names the vertices that wait and for whom;
 * %HD_ERROR_LIMIT if time stands still.
 */
gboolean hd_executor_settle (HdExecutor *self,
                             HdTime time,
                             GError **error);
gboolean hd_executor_is_ended (HdExecutor *self);
/** hd_executor_tell_open: what runs */
void hd_executor_tell_open (HdExecutor *self,
                            HdWorkOpen open,
                            gpointer data);
/** hd_executor_cut: what still runs is told as unfinished at @time */
void hd_executor_cut (HdExecutor *self,
                      HdTime time);

guint hd_executor_get_n_iterations (HdExecutor *self);
HdTime hd_executor_get_iteration_end (HdExecutor *self,
                                      guint iteration);
/** hd_executor_get_progress: share of all vertex runs that are done, 0 to 1 */
double hd_executor_get_progress (HdExecutor *self);

/** Lane classes of the executor: those of the model, then one for each channel, then one for communications without channel */
guint hd_executor_get_n_lane_classes (const HdWorkModel *model);
/**
 * hd_executor_get_class_digest:
 * @out_digest: (array fixed-size=2): over the completions of vertices in @lane_class: name, iteration, start and end
 */
void hd_executor_get_class_digest (HdExecutor *self,
                                   guint lane_class,
                                   guint64 *out_digest);
guint64 hd_executor_get_n_completions (HdExecutor *self);
/** hd_executor_get_n_parts_ended: computations, and the traffic of computations, that have ended: each was one round of the network */
guint64 hd_executor_get_n_parts_ended (HdExecutor *self);
/** hd_executor_get_exposed: how long something was communicated while nothing was computed */
HdTime hd_executor_get_exposed (HdExecutor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdExecutor, hd_executor_free)

G_END_DECLS
