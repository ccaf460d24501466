/* hd-time-queue.c: when each of many numbered things is due
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-time-queue"

#include "hd-time-queue.h"

/* What a flow network asks of its queue: equal times are the rule, since all flows of a ring step end together; entries with equal times never
 * pass each other, so setting and taking them costs O(1). And predictions alternate: a flow beside a ring slows down and speeds up in every
 * step, so a later time is only noted, and the entry sinks to its place if it ever comes to the top. */

#define CHILDREN 4

void
hd_time_queue_init (HdTimeQueue *self)
{
  *self = (HdTimeQueue) { NULL };
}

void
hd_time_queue_clear (HdTimeQueue *self)
{
  g_free (self->entries);
  g_free (self->times);
  g_free (self->places);
}

/** hd_time_queue_reserve: makes room for ids 0 to @n_ids - 1 */
void
hd_time_queue_reserve (HdTimeQueue *self,
                       guint n_ids)
{
  guint n_old = self->n_ids;

  if (n_ids <= n_old)
    return;
  self->n_ids = MAX (n_ids, 2 * n_old);
  self->entries = g_renew (HdTimeQueueEntry, self->entries, self->n_ids);
  self->times = g_renew (HdTime, self->times, self->n_ids);
  self->places = g_renew (guint32, self->places, self->n_ids);
  for (guint i = n_old; i < self->n_ids; i++)
    self->places[i] = 0;
}

static inline void
put (HdTimeQueue *self,
     guint place,
     HdTimeQueueEntry entry)
{
  self->entries[place] = entry;
  self->places[entry.id] = place + 1;
}

static void
sift_up (HdTimeQueue *self,
         guint place,
         HdTimeQueueEntry entry)
{
  while (place > 0 && entry.time < self->entries[(place - 1) / CHILDREN].time)
    {
      put (self, place, self->entries[(place - 1) / CHILDREN]);
      place = (place - 1) / CHILDREN;
    }
  put (self, place, entry);
}

static void
sift_down (HdTimeQueue *self,
           guint place,
           HdTimeQueueEntry entry)
{
  for (;;)
    {
      guint first = CHILDREN * place + 1;
      guint end = MIN (first + CHILDREN, self->n_entries);
      guint least = first;

      if (first >= self->n_entries)
        break;
      for (guint child = first + 1; child < end; child++)
        if (self->entries[child].time < self->entries[least].time)
          least = child;
      if (entry.time <= self->entries[least].time)
        break;
      put (self, place, self->entries[least]);
      place = least;
    }
  put (self, place, entry);
}

/** hd_time_queue_set: @id is due at @time, whether it was due before or not */
void
hd_time_queue_set (HdTimeQueue *self,
                   guint32 id,
                   HdTime time)
{
  HdTimeQueueEntry entry = { time, id };
  guint place = self->places[id];

  self->times[id] = time;
  if (place == 0)
    sift_up (self, self->n_entries++, entry);
  else if (time < self->entries[place - 1].time)
    sift_up (self, place - 1, entry);
}

/** hd_time_queue_get_first: the first time at which an id is due, or %HD_TIME_MAX */
HdTime
hd_time_queue_get_first (HdTimeQueue *self)
{
  while (self->n_entries > 0)
    {
      HdTimeQueueEntry first = self->entries[0];

      if (first.time == self->times[first.id])
        return first.time;
      first.time = self->times[first.id];
      sift_down (self, 0, first);
    }
  return HD_TIME_MAX;
}

/** hd_time_queue_take_due: appends the ids that are due at @time, the first time of all, in no particular order, and forgets them */
void
hd_time_queue_take_due (HdTimeQueue *self,
                        HdTime time,
                        GArray *out_ids)
{
  while (self->n_entries > 0 && hd_time_queue_get_first (self) == time)
    {
      HdTimeQueueEntry last = self->entries[--self->n_entries];

      g_array_append_val (out_ids, self->entries[0].id);
      self->places[self->entries[0].id] = 0;
      if (self->n_entries > 0)
        sift_down (self, 0, last);
    }
}
