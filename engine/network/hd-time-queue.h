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

/** HdTimeQueue: an indexed heap of four children a node; ids are small numbers */
typedef struct
{
  HdTimeQueueEntry *entries;
  guint n_entries;
  guint32 *places; /* of each id, from 1; 0 if it is not due */
  guint n_ids;
} HdTimeQueue;

void hd_time_queue_init (HdTimeQueue *self);
void hd_time_queue_clear (HdTimeQueue *self);

void hd_time_queue_reserve (HdTimeQueue *self,
                            guint n_ids);
void hd_time_queue_set (HdTimeQueue *self,
                        guint32 id,
                        HdTime time);
void hd_time_queue_take_due (HdTimeQueue *self,
                             HdTime time,
                             GArray *out_ids);

static inline HdTime
hd_time_queue_get_first (const HdTimeQueue *self)
{
  return self->n_entries > 0 ? self->entries[0].time : HD_TIME_MAX;
}

G_END_DECLS
