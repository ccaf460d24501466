/* hd-time-queue.c: when each of many numbered things is due
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-time-queue"

#include "hd-time-queue.h"

/* Equal times are the rule here: all flows of a ring step end together. Entries with equal times never pass each other, so setting them costs
 * O(1); and those that are due form the top of the heap, so they are taken in one walk. */

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

  if (place == 0)
    sift_up (self, self->n_entries++, entry);
  else if (time < self->entries[place - 1].time)
    sift_up (self, place - 1, entry);
  else
    sift_down (self, place - 1, entry);
}

static void
take_last (HdTimeQueue *self,
           guint place)
{
  HdTimeQueueEntry last = self->entries[--self->n_entries];

  if (place < self->n_entries)
    sift_down (self, place, last);
}

/** hd_time_queue_take_due: appends the ids that are due at @time, the first time of all, in no particular order, and forgets them */
void
hd_time_queue_take_due (HdTimeQueue *self,
                        HdTime time,
                        GArray *out_ids)
{
  guint first = out_ids->len;
  GArray *places = out_ids; /* the walk's queue: places first, ids after */

  if (hd_time_queue_get_first (self) != time)
    return;
  g_array_append_val (places, (guint32) { 0 });
  for (guint i = first; i < places->len; i++)
    {
      guint32 child = CHILDREN * g_array_index (places, guint32, i) + 1;
      guint32 end = MIN (child + CHILDREN, self->n_entries);

      for (; child < end; child++)
        if (self->entries[child].time == time)
          g_array_append_val (places, child);
    }
  /* The walk went down level by level: backwards, each place has nothing due below it, so what moves into it only sinks. */
  for (guint i = places->len; i-- > first;)
    {
      guint32 place = g_array_index (places, guint32, i);

      g_array_index (out_ids, guint32, i) = self->entries[place].id;
      self->places[self->entries[place].id] = 0;
      take_last (self, place);
    }
}
