/* hd-synchronisation.h: how far the partitions of a run have got, and who waits for whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** HD_NO_PARTITION: waits for none */
#define HD_NO_PARTITION G_MAXUINT32

/**
 * HdPartitionStatistics:
 * @clock: nothing before it will happen here any more
 * @next: the next event that is known, or HD_TIME_MAX
 * @events: run so far
 * @pending: events that wait to be run
 * @sent, @received: messages to and from other partitions
 * @null_messages: clocks told without a message
 * @requests: clocks asked for
 * @late: messages that arrived late, at the end of the quantum; 0 with an exact synchronisation
 * @lateness, @largest_lateness: by how much, in all and at most
 * @longest_queue: most messages that lay in one channel to this partition
 * @waiting_us: wall time without anything to do
 * @waits_for: the partition that holds this one up, or %HD_NO_PARTITION
 * @thread: that works on it, from 0
 */
typedef struct
{
  HdTime clock;
  HdTime next;
  guint64 events;
  guint64 pending;
  guint64 sent;
  guint64 received;
  guint64 null_messages;
  guint64 requests;
  guint64 late;
  HdTime lateness;
  HdTime largest_lateness;
  guint64 longest_queue;
  gint64 waiting_us;
  guint32 waits_for;
  guint32 thread;
} HdPartitionStatistics;

G_END_DECLS
