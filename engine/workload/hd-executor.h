/* hd-executor.h: runs a workload graph by tokens
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-carrier.h"
#include "hd-work-model.h"

G_BEGIN_DECLS

typedef struct _HdExecutor HdExecutor;

/**
 * hd_executor_carrier_class: of a HdExecutor
 *
 * The digest of a lane class is over the completions of vertices: name, iteration, start and end. Progress is the share of all vertex runs that are done.
 *
 * Errors of `settle`: %HD_ERROR_DEADLOCK if nothing runs any more and the work is not done: the message names the vertices that wait and for whom;
 * %HD_ERROR_LIMIT if time stands still.
 */
extern const HdCarrierClass hd_executor_carrier_class;

/**
 * hd_executor_new:
 * @model: borrowed
 * @iterations: at least 1: how often every start vertex must be re-entered
 */
HdExecutor *hd_executor_new (const HdWorkModel *model,
                             guint iterations);
/** hd_executor_is_communication: whether the batch with @token carries a communication; @out_number is that of hd_step_trace_begin () */
gboolean hd_executor_is_communication (guint64 token,
                                       guint32 *out_number);
guint hd_executor_get_n_iterations (HdExecutor *self);
HdTime hd_executor_get_iteration_end (HdExecutor *self,
                                      guint iteration);
/** Lane classes of the executor: those of the model, then one for each channel, then one for communications without channel */
guint hd_executor_get_n_lane_classes (const HdWorkModel *model);
/** hd_executor_get_n_parts_ended: computations, and the traffic of computations, that have ended: each was one round of the network */
guint64 hd_executor_get_n_parts_ended (HdExecutor *self);
/** hd_executor_get_exposed: how long something was communicated while nothing was computed */
HdTime hd_executor_get_exposed (HdExecutor *self);

G_END_DECLS
