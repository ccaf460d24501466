/* hd-time-queue.h: when each of many numbered things is due
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

#include "hd-id-list.h"

G_BEGIN_DECLS

#define HD_TIME_QUEUE_MOST_LEVELS 17 /* 4^16 ids */

/**
 * HdTimeQueue:
 *
 * A tree of minima over all ids, which are small numbers: level 0 is when each id is due, or %HD_TIME_MAX, and each entry of the next level is the first of
 * four; the last level has one entry.
 */
typedef struct
{
  HdTime *levels[HD_TIME_QUEUE_MOST_LEVELS];
  guint n_levels;
  guint n_ids;
} HdTimeQueue;

/** HdTimeQueueFunc: whether @id is looked for */
typedef gboolean (*HdTimeQueueFunc) (gpointer user_data,
                                     guint32 id);

void hd_time_queue_init (HdTimeQueue *self);
void hd_time_queue_clear (HdTimeQueue *self);

void hd_time_queue_reserve (HdTimeQueue *self,
                            guint n_ids);
void hd_time_queue_set (HdTimeQueue *self,
                        guint32 id,
                        HdTime time);
HdTime hd_time_queue_find_first (HdTimeQueue *self,
                                 HdTimeQueueFunc func,
                                 gpointer user_data);
void hd_time_queue_take_due (HdTimeQueue *self,
                             HdTime time,
                             HdIdList *out_ids);

/** hd_time_queue_get_first: the first time at which an id is due, or %HD_TIME_MAX */
static inline HdTime
hd_time_queue_get_first (HdTimeQueue *self)
{
  return self->n_levels > 0 ? self->levels[self->n_levels - 1][0] : HD_TIME_MAX;
}

/** hd_time_queue_get: when @id is due, or %HD_TIME_MAX */
static inline HdTime
hd_time_queue_get (HdTimeQueue *self,
                   guint32 id)
{
  return self->levels[0][id];
}

G_END_DECLS
