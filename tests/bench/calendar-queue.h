/* calendar-queue.h: the queue that HdEventQueue was measured against
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brown, "Calendar queues: a fast O(1) priority queue implementation for the simulation event set problem", 1988: days of a fixed width, each a sorted list;
 * twice as many when they are full, half when they are empty, with the width drawn from the events at hand.
 */
#pragma once

#include "hd-event.h"

typedef struct
{
  HdEvent event;
  guint32 next;
} CalendarNode;

typedef struct
{
  CalendarNode *nodes;
  guint32 n_nodes, free_node;
  guint32 *days;
  guint32 n_days; /* a power of two */
  guint shift;    /* a day is 1 << shift picoseconds */
  HdTime now;
  gsize length;
} Calendar;

static inline void
calendar_insert (Calendar *self,
                 guint32 node)
{
  const HdEvent *event = &self->nodes[node].event;
  guint32 *place = &self->days[(guint64) event->time >> self->shift & (self->n_days - 1)];

  while (*place != G_MAXUINT32 && hd_event_before (&self->nodes[*place].event, event))
    place = &self->nodes[*place].next;
  self->nodes[node].next = *place;
  *place = node;
}

static void
calendar_resize (Calendar *self,
                 guint32 n_days)
{
  guint32 *old = self->days, n_old = self->n_days;
  HdTime last = self->now;

  for (guint32 d = 0; d < n_old; d++)
    for (guint32 i = old[d]; i != G_MAXUINT32; i = self->nodes[i].next)
      last = MAX (last, self->nodes[i].event.time);
  /* a few events a day near the present, where an exponential distribution has most */
  for (self->shift = 0; self->length > 0 && (guint64) (last - self->now) >> self->shift > 4 * self->length;)
    self->shift++;
  self->n_days = n_days;
  self->days = g_new (guint32, n_days);
  memset (self->days, 0xff, n_days * sizeof (guint32));
  for (guint32 d = 0; d < n_old; d++)
    for (guint32 i = old[d], next; i != G_MAXUINT32; i = next)
      {
        next = self->nodes[i].next;
        calendar_insert (self, i);
      }
  g_free (old);
}

static inline void
calendar_push (Calendar *self,
               const HdEvent *event)
{
  guint32 node;

  if (self->n_nodes == self->length)
    {
      guint32 n = MAX (2 * self->n_nodes, 64);

      self->nodes = g_renew (CalendarNode, self->nodes, n);
      for (guint32 i = self->n_nodes; i < n; i++)
        self->nodes[i].next = i + 1;
      self->free_node = self->n_nodes;
      self->n_nodes = n;
    }
  node = self->free_node;
  self->free_node = self->nodes[node].next;
  self->nodes[node].event = *event;
  if (self->length++ >= 2 * self->n_days || self->n_days == 0)
    calendar_resize (self, MAX (2 * self->n_days, 16));
  calendar_insert (self, node);
}

static inline HdEvent
calendar_pop (Calendar *self)
{
  guint32 *first = NULL;
  guint64 day = (guint64) self->now >> self->shift;
  guint32 node;

  for (guint32 i = 0; i < self->n_days; i++, day++)
    {
      guint32 *place = &self->days[day & (self->n_days - 1)];

      if (*place == G_MAXUINT32)
        continue;
      if ((guint64) self->nodes[*place].event.time >> self->shift == day)
        {
          first = place;
          break;
        }
    }
  /* nothing in the whole year */
  for (guint32 i = 0; first == NULL && i < self->n_days; i++)
    if (self->days[i] != G_MAXUINT32)
      {
        first = &self->days[i];
        for (guint32 k = i + 1; k < self->n_days; k++)
          if (self->days[k] != G_MAXUINT32 && hd_event_before (&self->nodes[self->days[k]].event, &self->nodes[*first].event))
            first = &self->days[k];
      }
  node = *first;
  *first = self->nodes[node].next;
  self->nodes[node].next = self->free_node;
  self->free_node = node;
  self->now = self->nodes[node].event.time;
  self->length--;
  return self->nodes[node].event;
}

static inline void
calendar_clear (Calendar *self)
{
  g_free (self->nodes);
  g_free (self->days);
}
