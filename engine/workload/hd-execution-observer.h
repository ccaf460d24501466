/* hd-execution-observer.h: what an execution tells while it goes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-network.h"

G_BEGIN_DECLS

/** HdWorkKind: in the order of HdSpanKind */
typedef enum
{
  HD_WORK_COMPUTE,    /* a computation */
  HD_WORK_MEMORY,     /* the memory traffic of a vertex, beside its computation */
  HD_WORK_MOVE,       /* data moved before a computation may start */
  HD_WORK_COLLECTIVE, /* a whole collective */
  HD_WORK_TRANSFER,   /* point to point */
  HD_WORK_STEP,       /* one step of a communication; this and what follows of traced members alone */
  HD_WORK_SEND,
  HD_WORK_RECEIVE,
  HD_WORK_REDUCE,     /* of what was received; takes no time */
} HdWorkKind;

#define HD_NO_CAUSE G_MAXUINT64

/**
 * HdWorkSpan:
 * @lane_class: of lanes that work, or of a channel; see HdExecutionLayout
 * @name: number of the vertex's name
 * @iteration: how often the vertex ran before
 * @end: %HD_TIME_MAX when it begins
 * @cause_class, @cause_index: the span whose end released it: the @cause_index-th that ended in @cause_class; %HD_NO_CAUSE for none
 * @step: of the communication, from 0
 * @peer: the node at the other end of a send or a receive
 * @unfinished: cut off by the end of the run
 */
typedef struct
{
  guint32 lane_class;
  guint32 name;
  HdWorkKind kind;
  guint32 iteration;
  HdTime start;
  HdTime end;
  guint32 cause_class;
  guint64 cause_index;
  guint32 step;
  guint32 peer;
  gboolean unfinished;
} HdWorkSpan;

/** HdWorkOpen: @span is under way; its end is %HD_TIME_MAX */
typedef void (*HdWorkOpen) (gpointer data,
                            const HdWorkSpan *span);

/**
 * HdExecutionObserver:
 * @begin: a span begins; (nullable)
 * @end: a span ends; the n-th call for a lane class is about its span n; (nullable)
 * @iteration: iteration @iteration, from 0, has ended; (nullable)
 * @transfer: transfer @n of a transfer list has ended; (nullable)
 * @delivered: the last byte of message @number of hd_execution_send () is there; what follows may be sent from here
 * @network: what resources carry; (nullable) functions
 *
 * Calls come in the order of time. An observer changes nothing.
 */
typedef struct
{
  void (*begin) (gpointer user_data,
                 const HdWorkSpan *span);
  void (*end) (gpointer user_data,
               const HdWorkSpan *span);
  void (*iteration) (gpointer user_data,
                     guint iteration,
                     HdTime end);
  void (*transfer) (gpointer user_data,
                    guint64 n,
                    HdTime end);
  void (*delivered) (gpointer user_data,
                     guint32 number,
                     HdTime time);
  HdNetworkObserver network;
} HdExecutionObserver;

G_END_DECLS
