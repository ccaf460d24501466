/* hd-time-queue.h: when each of many numbered things is due
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

typedef struct
{
  HdTime time;
  guint32 id;
} HdTimeQueueEntry;

/**
 * HdTimeQueue:
 *
 * An indexed heap of four children a node; ids are small numbers. An entry may be earlier than its id is due: it sinks when it comes to the top.
 */
typedef struct
{
  HdTimeQueueEntry *entries;
  guint n_entries;
  HdTime *times;   /* when each id is due */
  guint32 *places; /* of each id's entry, from 1; 0 if it is not due */
  guint n_ids;
} HdTimeQueue;

void hd_time_queue_init (HdTimeQueue *self);
void hd_time_queue_clear (HdTimeQueue *self);

void hd_time_queue_reserve (HdTimeQueue *self,
                            guint n_ids);
void hd_time_queue_set (HdTimeQueue *self,
                        guint32 id,
                        HdTime time);
HdTime hd_time_queue_get_first (HdTimeQueue *self);
void hd_time_queue_take_due (HdTimeQueue *self,
                             HdTime time,
                             GArray *out_ids);

G_END_DECLS
