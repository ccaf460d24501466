/* hd-step-trace.h: the steps of chosen members, each as a span
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * In a window of simulated time every step of a communication in which a traced member takes part is a span, in a lane of its channel, and every
 * send, receive and reduction of a traced member in that step is one, in lanes of the member and the channel. A step is released by the step before it, the first
 * one by what released the communication; a send by what released its step, a receive by its send, a reduction by its receive. Where the
 * step before was not kept, because it lies before the window, the span before that is named.
 *
 * What shortcuts advance at once is told step by step, inside the window alone: the cost is that of the spans kept.
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-work-model.h"

G_BEGIN_DECLS

typedef struct _HdStepTrace HdStepTrace;

/** HD_STEP_TRACE_MAX: spans that a trace may have; more end the run */
#define HD_STEP_TRACE_MAX 4000000

/** HdTracedLane: @node is HD_NO_ID for the steps of a channel */
typedef struct
{
  guint32 node;
  char *title;
} HdTracedLane;

/**
 * hd_step_trace_new:
 * @model: (nullable): borrowed; %NULL for a list of transfers
 * @flows: borrowed: latencies of paths
 * @first_class: the lane class of its first lane; each lane is a class of its own
 */
HdStepTrace *hd_step_trace_new (HdDesign *design,
                                const HdWorkModel *model,
                                const HdFlowModel *flows,
                                guint first_class);
void hd_step_trace_free (HdStepTrace *self);
guint hd_step_trace_get_n_lanes (const HdStepTrace *self);
const HdTracedLane *hd_step_trace_get_lane (const HdStepTrace *self,
                                            guint n);
void hd_step_trace_connect (HdStepTrace *self,
                            const HdExecutionObserver *observer,
                            gpointer user_data);

/* ---- communications: @number tells those under way apart ---- */

/** hd_step_trace_begin: @cause_class and @cause_index released it */
void hd_step_trace_begin (HdStepTrace *self,
                          guint32 number,
                          guint32 vertex,
                          guint32 iteration,
                          guint32 cause_class,
                          guint64 cause_index);
/** hd_step_trace_start_stretch: the first round of stretch @stretch of its pattern starts at @time */
void hd_step_trace_start_stretch (HdStepTrace *self,
                                  guint32 number,
                                  guint32 stretch,
                                  HdTime time);
/** hd_step_trace_transfer, _round, _rounds: as in HdNetworkObserver */
void hd_step_trace_transfer (HdStepTrace *self,
                             guint32 number,
                             guint transfer,
                             HdTime time);
void hd_step_trace_round (HdStepTrace *self,
                          guint32 number,
                          HdTime time);
void hd_step_trace_rounds (HdStepTrace *self,
                           guint32 number,
                           HdTime begin,
                           HdTime period,
                           guint64 n_rounds);
/** hd_step_trace_left, _arrived: of a communication without barriers, as in HdNetworkObserver; for such there are no stretches and rounds */
void hd_step_trace_left (HdStepTrace *self,
                         guint32 number,
                         guint transfer,
                         guint round,
                         HdTime left,
                         HdTime now);
void hd_step_trace_arrived (HdStepTrace *self,
                            guint32 number,
                            guint transfer,
                            guint round,
                            HdTime left,
                            HdTime time);
/** hd_step_trace_end: all stretches of the communication have ended */
void hd_step_trace_end (HdStepTrace *self,
                        guint32 number);
/** hd_step_trace_cut: what is under way is told as unfinished */
void hd_step_trace_cut (HdStepTrace *self,
                        HdTime time);

/* ---- lists of transfers ---- */

/** hd_step_trace_listed: a transfer of a list has ended, or was cut off */
void hd_step_trace_listed (HdStepTrace *self,
                           guint32 source,
                           guint32 destination,
                           guint32 path,
                           HdTime start,
                           HdTime end,
                           gboolean unfinished);

/**
 * hd_step_trace_check:
 *
 * Errors: %HD_ERROR_LIMIT once more than %HD_STEP_TRACE_MAX spans were to be kept; the trace ends there.
 */
gboolean hd_step_trace_check (HdStepTrace *self,
                              HdTime time,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStepTrace, hd_step_trace_free)

G_END_DECLS
