/* hd-step-trace-private.h: the state of a step trace, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-step-trace.h"

G_BEGIN_DECLS

#define HD_NOT_ENDED (-1)

/** HdTraceCause: a span that released another */
typedef struct
{
  guint32 lane_class;
  guint64 index;
} HdTraceCause;

/** HdOrderTrace: of a communication without barriers, hd-order-trace.c */
typedef struct _HdOrderTrace HdOrderTrace;

/** HdActiveTrace: a communication under way */
typedef struct
{
  gboolean live;
  guint32 vertex;
  guint32 iteration;
  guint32 step;    /* under way */
  HdTime start;    /* of that step */
  HdTraceCause cause; /* of that step */
  const HdCommStretch *stretch;
  HdTime *ends;    /* by transfer, after the begin of the step; or HD_NOT_ENDED */
  HdTime *last;    /* likewise, of the step before */
  guint n_allocated;
  HdOrderTrace *order; /* or NULL: steps end together, and what stands above says which is under way */
} HdActiveTrace;

struct _HdStepTrace
{
  const HdRunSettings *settings;
  const HdWorkModel *model;
  const HdFlowModel *flows;
  const HdExecutionObserver *observer;
  gpointer user_data;

  guint first_class;
  GArray *lanes;          /* of HdTracedLane */
  GArray *n_lane_spans;   /* of guint64 */
  guint n_channels;       /* and one for communications without */
  guint32 *numbers;       /* by node: its place among the traced ones, or HD_NO_ID */
  guint32 *member_lanes;  /* by traced node and channel: of sends, or HD_NO_ID; that of receives is the next one */
  guint32 *step_lanes;    /* by channel, or HD_NO_ID */
  GArray *actives;        /* of HdActiveTrace, by number */
  guint64 n_spans;
  gboolean full;
};

/** HdTracedTransfer: what a transfer is to its two ends: it left at @left, its last byte at @out, and its last byte arrived at @end */
typedef struct
{
  guint32 source;      /* nodes */
  guint32 destination;
  HdTime left;
  HdTime out;
  HdTime end;
  HdTime latency;
  gboolean reduces;
} HdTracedTransfer;

gboolean _hd_step_trace_is_in_window (const HdStepTrace *self,
                                      HdTime start,
                                      HdTime end);
guint _hd_step_trace_get_channel (const HdStepTrace *self,
                                  guint32 vertex);
const HdCommPattern *_hd_step_trace_get_pattern (const HdStepTrace *self,
                                                 guint32 vertex);
/** _hd_step_trace_find_active: the communication @number if it is of interest */
HdActiveTrace *_hd_step_trace_find_active (HdStepTrace *self,
                                           guint32 number);
/**
 * _hd_step_trace_tell_transfer:
 * @about: but for kinds, peers and times
 * @out_sent, @out_received: the spans that were told of it, or @cause where none was
 */
void _hd_step_trace_tell_transfer (HdStepTrace *self,
                                   guint channel,
                                   const HdWorkSpan *about,
                                   const HdTracedTransfer *transfer,
                                   HdTraceCause cause,
                                   HdTraceCause *out_sent,
                                   HdTraceCause *out_received);

/* hd-order-trace.c: communications without barriers */
HdOrderTrace *_hd_order_trace_new (const HdCommPattern *pattern);
void _hd_order_trace_free (HdOrderTrace *self);
/** _hd_order_trace_end: tells what is known of the communication @number, which has ended */
void _hd_order_trace_end (HdStepTrace *trace,
                          guint32 number);
/** _hd_order_trace_cut: likewise, and what is under way as unfinished */
void _hd_order_trace_cut (HdStepTrace *trace,
                          guint32 number,
                          HdTime time);

G_END_DECLS
