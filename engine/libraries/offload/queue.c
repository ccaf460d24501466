/* queue.c: the descriptor queue of a process: what it has written, and the card has not taken yet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "queue.h"

#include <stdlib.h>

int
queue_init (Queue *self,
            uint32_t room)
{
  *self = (Queue){ .taken = calloc (room, sizeof *self->taken), .room = room };
  return self->taken != NULL;
}

void
queue_clear (Queue *self)
{
  free (self->taken);
  *self = (Queue){ 0 };
}

/* The first that have room are there from the start. A write that waited does not keep other queues from being served. */
QueueTaken
queue_take (Queue *self,
            int64_t now,
            uint32_t n,
            int64_t crossing,
            int64_t cycle,
            int64_t *free)
{
  QueueTaken taken = { now, 0 };

  for (uint32_t i = 0; i < n; i++)
    {
      int64_t *place = &self->taken[self->n % self->room], there = self->n >= self->room ? *place + crossing : now;

      *free = (*free > now ? *free : now) + cycle;
      taken.time = taken.time + cycle > *free ? taken.time + cycle : *free;
      if (there + cycle > taken.time)
        {
          taken.waited += there + cycle - taken.time;
          taken.time = there + cycle;
        }
      *place = taken.time;
      self->n++;
    }
  return taken;
}
