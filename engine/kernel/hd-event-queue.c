/* hd-event-queue.c: a heap with four children a node
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-event-queue"

#include "hd-event-queue.h"

#include <stdlib.h>
#include <string.h>

/* Children of i are 4i + 1 ... 4i + 4. The array starts three places before a multiple of 128 bytes, so that the four children lie in two
 * cache lines that no other node uses.
 *
 * A simulation mostly drops an event and then pushes one: a dropped root therefore stays as a hole until something else is asked for, and
 * a push into the hole costs one way down instead of a way down and a way up.
 */
#define ARITY 4
#define ALIGNMENT 128
#define LEADING 3 /* unused places in front */
#define FIRST_CAPACITY 1024

struct _HdEventQueue
{
  HdEvent *events; /* events[0] is the root, or a hole */
  gsize length;    /* with the hole */
  gsize capacity;
  gboolean has_hole;
  void *memory;
};

static void
grow (HdEventQueue *self)
{
  gsize capacity = self->capacity == 0 ? FIRST_CAPACITY : self->capacity * 2;
  gsize size = (capacity + LEADING) * sizeof (HdEvent);
  void *memory = aligned_alloc (ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  HdEvent *events;

  if (memory == NULL)
    g_error ("out of memory for %" G_GSIZE_FORMAT " events", capacity);
  events = (HdEvent *) memory + LEADING;
  if (self->length > 0)
    memcpy (events, self->events, self->length * sizeof (HdEvent));
  free (self->memory);
  self->memory = memory;
  self->events = events;
  self->capacity = capacity;
}

HdEventQueue *
hd_event_queue_new (void)
{
  HdEventQueue *self = g_new0 (HdEventQueue, 1);

  grow (self);
  return self;
}

void
hd_event_queue_free (HdEventQueue *self)
{
  free (self->memory);
  g_free (self);
}

/* Puts @event at @hole or below, where it belongs. */
static void
sift_down (HdEventQueue *self,
           gsize hole,
           const HdEvent *event)
{
  HdEvent *events = self->events;
  gsize length = self->length;

  for (;;)
    {
      gsize child = hole * ARITY + 1;
      gsize best = child;
      gsize end = MIN (child + ARITY, length);

      if (child >= length)
        break;
      for (gsize i = child + 1; i < end; i++)
        if (hd_event_before (&events[i], &events[best]))
          best = i;
      if (!hd_event_before (&events[best], event))
        break;
      events[hole] = events[best];
      hole = best;
    }
  events[hole] = *event;
}

static void
sift_up (HdEventQueue *self,
         gsize hole,
         const HdEvent *event)
{
  HdEvent *events = self->events;

  while (hole > 0)
    {
      gsize parent = (hole - 1) / ARITY;

      if (!hd_event_before (event, &events[parent]))
        break;
      events[hole] = events[parent];
      hole = parent;
    }
  events[hole] = *event;
}

static void
close_hole (HdEventQueue *self)
{
  self->has_hole = FALSE;
  self->length--;
  if (self->length > 0)
    {
      HdEvent last = self->events[self->length];

      sift_down (self, 0, &last);
    }
}

void
hd_event_queue_push (HdEventQueue *self,
                     const HdEvent *event)
{
  if (self->has_hole)
    {
      self->has_hole = FALSE;
      sift_down (self, 0, event);
      return;
    }
  if (G_UNLIKELY (self->length == self->capacity))
    grow (self);
  self->length++;
  sift_up (self, self->length - 1, event);
}

const HdEvent *
hd_event_queue_peek (HdEventQueue *self)
{
  if (self->has_hole)
    close_hole (self);
  return self->length > 0 ? &self->events[0] : NULL;
}

void
hd_event_queue_drop (HdEventQueue *self)
{
  if (self->has_hole)
    close_hole (self);
  g_assert (self->length > 0);
  self->has_hole = TRUE;
}

gsize
hd_event_queue_get_length (HdEventQueue *self)
{
  return self->length - (self->has_hole ? 1 : 0);
}
