/* hd-event-heap.h: a heap with four children a node
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Inline, as it is the innermost loop of everything. The reference of HdEventQueue, and its front.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "hd-event.h"

G_BEGIN_DECLS

/* Children of i are 4i + 1 ... 4i + 4. The array starts three places before a multiple of 128 bytes, so that the four children lie in two
 * cache lines that no other node uses.
 *
 * A simulation mostly drops an event and then pushes one: a dropped root therefore stays as a hole until something else is asked for, and
 * a push into the hole costs one way down instead of a way down and a way up.
 */
#define HD_HEAP_ARITY 4
#define HD_HEAP_ALIGNMENT 128
#define HD_HEAP_LEADING 3 /* unused places in front */
#define HD_HEAP_FIRST_CAPACITY 1024

typedef struct
{
  HdEvent *events; /* events[0] is the root, or a hole */
  gsize length;    /* with the hole */
  gsize capacity;
  gboolean has_hole;
  void *memory;
} HdEventHeap;

static inline void
hd_event_heap_reserve (HdEventHeap *self,
                       gsize n)
{
  gsize capacity = MAX (self->capacity, HD_HEAP_FIRST_CAPACITY);
  HdEvent *events;
  void *memory;

  if (G_LIKELY (n <= self->capacity))
    return;
  while (capacity < n)
    capacity *= 2;
  memory = g_aligned_alloc (capacity + HD_HEAP_LEADING + 1, sizeof (HdEvent), HD_HEAP_ALIGNMENT);
  events = (HdEvent *) memory + HD_HEAP_LEADING;
  if (self->length > 0)
    memcpy (events, self->events, self->length * sizeof (HdEvent));
  g_aligned_free (self->memory);
  self->memory = memory;
  self->events = events;
  self->capacity = capacity;
}

static inline void
hd_event_heap_clear (HdEventHeap *self)
{
  g_aligned_free (self->memory);
}

/* Puts @event at @hole or below, where it belongs. */
static inline void
hd_event_heap_sift_down (HdEventHeap *self,
                         gsize hole,
                         const HdEvent *event)
{
  HdEvent *events = self->events;
  gsize length = self->length;

  for (;;)
    {
      gsize child = hole * HD_HEAP_ARITY + 1;
      gsize best = child;
      gsize end = MIN (child + HD_HEAP_ARITY, length);

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

static inline void
hd_event_heap_sift_up (HdEventHeap *self,
                       gsize hole,
                       const HdEvent *event)
{
  HdEvent *events = self->events;

  while (hole > 0)
    {
      gsize parent = (hole - 1) / HD_HEAP_ARITY;

      if (!hd_event_before (event, &events[parent]))
        break;
      events[hole] = events[parent];
      hole = parent;
    }
  events[hole] = *event;
}

static inline void
hd_event_heap_close_hole (HdEventHeap *self)
{
  self->has_hole = FALSE;
  self->length--;
  if (self->length > 0)
    {
      HdEvent last = self->events[self->length];

      hd_event_heap_sift_down (self, 0, &last);
    }
}

static inline void
hd_event_heap_push (HdEventHeap *self,
                    const HdEvent *event)
{
  if (self->has_hole)
    {
      self->has_hole = FALSE;
      hd_event_heap_sift_down (self, 0, event);
      return;
    }
  hd_event_heap_reserve (self, self->length + 1);
  self->length++;
  hd_event_heap_sift_up (self, self->length - 1, event);
}

/** hd_event_heap_peek: the first one, or %NULL */
static inline const HdEvent *
hd_event_heap_peek (HdEventHeap *self)
{
  if (self->has_hole)
    hd_event_heap_close_hole (self);
  return self->length > 0 ? &self->events[0] : NULL;
}

/** hd_event_heap_drop: takes the first one out; there must be one */
static inline void
hd_event_heap_drop (HdEventHeap *self)
{
  if (self->has_hole)
    hd_event_heap_close_hole (self);
  self->has_hole = TRUE;
}

/** hd_event_heap_build: makes a heap of what was written to events[0 ... length - 1] */
static inline void
hd_event_heap_build (HdEventHeap *self)
{
  for (gsize i = self->length >= 2 ? (self->length - 2) / HD_HEAP_ARITY + 1 : 0; i-- > 0;)
    {
      HdEvent event = self->events[i];

      hd_event_heap_sift_down (self, i, &event);
    }
}

G_END_DECLS
