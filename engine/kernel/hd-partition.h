/* hd-partition.h: components that run serially together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-alarms.h"
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
  HdKernel *kernel;
  guint index;

  /* the event that runs */
  HdTime now;
  guint32 step;

  guint64 n_events;
  HdEventQueue *queue;
  HdAlarms alarms;
  HdMessage *messages;
  guint32 n_messages;
  guint32 free_message; /* first of the free ones, which are linked through their ports */
  GError *error;        /* the first one */
} HdPartition;

typedef enum
{
  HD_PARTITION_EMPTY,   /* no events left */
  HD_PARTITION_LIMIT,   /* the next event is behind the limit */
  HD_PARTITION_STOPPED, /* pause, cancellation or failure */
} HdPartitionStatus;

void hd_partition_init (HdPartition *self,
                        HdKernel *kernel,
                        guint index);
void hd_partition_clear (HdPartition *self);
/** hd_partition_push: @event's payload is filled in */
void hd_partition_push (HdPartition *self,
                        const HdEvent *event,
                        const HdMessage *message);
/** hd_partition_peek: the next event, or %NULL */
const HdEvent *hd_partition_peek (HdPartition *self);
/** hd_partition_execute: the next event; there must be one */
void hd_partition_execute (HdPartition *self);
/** hd_partition_run: all events up to @limit (included) */
HdPartitionStatus hd_partition_run (HdPartition *self,
                                    HdTime limit);
/** hd_partition_fail: takes @error */
void hd_partition_fail (HdPartition *self,
                        GError *error);

G_END_DECLS
