/* hd-alarms.c: at most one pending event for each component, that can be moved
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-alarms"

#include "hd-alarms.h"

#include <string.h>

#define FIRST_ROOM 16

void
hd_alarms_init (HdAlarms *self)
{
  *self = (HdAlarms){ 0 };
}

void
hd_alarms_clear (HdAlarms *self)
{
  g_free (self->heap);
  g_free (self->alarms);
  g_free (self->places);
}

static inline gboolean
is_before (HdAlarms *self,
           const HdAlarmKey *a,
           const HdAlarmKey *b)
{
  if (G_LIKELY (a->time != b->time))
    return a->time < b->time;
  if (G_LIKELY (a->order != b->order))
    return a->order < b->order;
  return self->alarms[a->component].event.sequence < self->alarms[b->component].event.sequence;
}

static inline void
put (HdAlarms *self,
     guint32 place,
     const HdAlarmKey *key)
{
  self->heap[place] = *key;
  self->places[key->component] = place + 1;
}

static guint32
rise (HdAlarms *self,
      guint32 place,
      const HdAlarmKey *key)
{
  for (; place > 0 && is_before (self, key, &self->heap[(place - 1) / 2]); place = (place - 1) / 2)
    put (self, place, &self->heap[(place - 1) / 2]);
  return place;
}

static guint32
sink (HdAlarms *self,
      guint32 place,
      const HdAlarmKey *key)
{
  for (guint32 child = 2 * place + 1; child < self->n; child = 2 * place + 1)
    {
      if (child + 1 < self->n && is_before (self, &self->heap[child + 1], &self->heap[child]))
        child++;
      if (!is_before (self, &self->heap[child], key))
        break;
      put (self, place, &self->heap[child]);
      place = child;
    }
  return place;
}

static void
make_room (HdAlarms *self,
           guint32 component)
{
  if (G_UNLIKELY (component >= self->n_alarms))
    {
      guint32 n = MAX (component + 1, 2 * self->n_alarms);

      self->alarms = g_renew (HdAlarm, self->alarms, n);
      self->places = g_renew (guint32, self->places, n);
      memset (self->places + self->n_alarms, 0, (n - self->n_alarms) * sizeof *self->places);
      self->n_alarms = n;
    }
  if (G_UNLIKELY (self->n == self->room))
    {
      self->room = MAX (2 * self->room, FIRST_ROOM);
      self->heap = g_renew (HdAlarmKey, self->heap, self->room);
    }
}

void
hd_alarms_set (HdAlarms *self,
               const HdEvent *event,
               const HdMessage *message)
{
  HdAlarmKey key = { event->time, event->order, event->destination };
  guint32 *place;

  make_room (self, event->destination);
  self->alarms[event->destination] = (HdAlarm){ *event, *message };
  place = &self->places[event->destination];
  if (*place > 0 && self->has_hole)
    hd_alarms_close (self);
  if (*place > 0)
    put (self, sink (self, rise (self, *place - 1, &key), &key), &key);
  else if (self->has_hole)
    {
      self->has_hole = FALSE;
      put (self, sink (self, 0, &key), &key);
    }
  else
    {
      self->n++;
      put (self, rise (self, self->n - 1, &key), &key);
    }
}

void
hd_alarms_close (HdAlarms *self)
{
  HdAlarmKey last = self->heap[self->n - 1];

  self->has_hole = FALSE;
  if (--self->n > 0)
    put (self, sink (self, 0, &last), &last);
}

void
hd_alarms_unset (HdAlarms *self,
                 guint32 component)
{
  HdAlarmKey last;
  guint32 place;

  if (hd_alarms_get (self, component) == NULL)
    return;
  if (self->has_hole)
    hd_alarms_close (self);
  place = self->places[component] - 1;
  self->places[component] = 0;
  if (place == 0)
    {
      self->has_hole = TRUE;
      return;
    }
  last = self->heap[--self->n];
  if (place < self->n)
    put (self, sink (self, rise (self, place, &last), &last), &last);
}

const HdAlarm *
hd_alarms_get (HdAlarms *self,
               guint32 component)
{
  return component < self->n_alarms && self->places[component] > 0 ? &self->alarms[component] : NULL;
}
