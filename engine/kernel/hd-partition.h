/* hd-partition.h: components that run serially together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-alarms.h"
#include "hd-board.h"
#include "hd-event-queue.h"
#include "hd-kernel.h"

G_BEGIN_DECLS

/**
 * HdPartition:
 *
 * One event queue, one clock, one pool of messages. Used by one thread at a time.
 */
typedef struct
{
  _Alignas (HD_LINE) HdKernel *kernel;
  guint index;
  gboolean is_elsewhere; /* another rank runs it: here it has no events */
  HdBoardLine *line;

  /* Apart from what stays as it is, which those that send to it read. */
  _Alignas (HD_LINE) HdTime now; /* of the event that runs, or reached without one; read by any thread */
  HdEvent current;      /* the event that runs: its key */

  guint64 n_events;     /* read by any thread */
  guint64 n_marks;      /* of its components: see HdHost */
  guint64 max_pending;  /* events that it may hold; more are asked for */
  HdEventQueue *queue;
  HdAlarms alarms;
  HdMessage *messages;
  guint32 n_messages;
  guint32 free_message; /* first of the free ones, which are linked through their ports */
  GError *error;        /* the first one */
  HdEvent failed_at;    /* key of the event that it came from */
} HdPartition;

typedef enum
{
  HD_PARTITION_EMPTY,   /* no events left */
  HD_PARTITION_LIMIT,   /* the next event is behind the limit */
  HD_PARTITION_STOPPED, /* pause, cancellation or failure */
  HD_PARTITION_BATCH,   /* as many events as asked for have run */
} HdPartitionStatus;

void hd_partition_init (HdPartition *self,
                        HdKernel *kernel,
                        guint index,
                        HdBoardLine *line);
void hd_partition_clear (HdPartition *self);
/** hd_partition_leave: another rank runs it: its events are dropped here */
void hd_partition_leave (HdPartition *self);
/** hd_partition_push: @event's payload is filled in; what its component foresees is no event */
void hd_partition_push (HdPartition *self,
                        const HdEvent *event,
                        const HdMessage *message);
/** hd_partition_peek: the next event, or %NULL */
const HdEvent *hd_partition_peek (HdPartition *self);
/** hd_partition_execute: the next event; there must be one */
void hd_partition_execute (HdPartition *self);
/** hd_partition_run: all events up to @limit (included), but not more than @n */
HdPartitionStatus hd_partition_run (HdPartition *self,
                                    HdTime limit,
                                    guint64 n);
/** hd_partition_check_wall_time: fails with %HD_ERROR_LIMIT when the kernel's is used up */
gboolean hd_partition_check_wall_time (HdPartition *self);
/** hd_partition_reach: there is nothing left before @time */
void hd_partition_reach (HdPartition *self,
                         HdTime time);
/** hd_partition_defer: lets @event, which is about to leave, arrive not before the end of the present quantum */
void hd_partition_defer (HdPartition *self,
                         HdEvent *event,
                         HdTime quantum);
/** hd_partition_report: on its line of the board */
void hd_partition_report (HdPartition *self);
/** hd_partition_fail: takes @error */
void hd_partition_fail (HdPartition *self,
                        GError *error);

G_END_DECLS
