/* slots.c: the hash buffer in which packets wait until it is their turn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is in slots lies side by side, in the order in which it came, and slots hold the numbers of these: keys are spread over all slots, and memory that nobody has written to
 * costs nothing, so that of thousands of cards each takes the room of what waits in it at once.
 */
#include "slots.h"

#include <stdlib.h>

/* @next: number of the next one that is free. */
typedef struct
{
  uint64_t key;
  const void *bytes;
  void *owner;
  uint32_t next;
  uint16_t size;
} Waiting;

/* @n_written: of @waiting, all others were never used; @free: number of the first of them that is free again; @at: (array length=n): by slot, the number of what is in it, or 0.
 * Numbers begin at 1. */
struct _Slots
{
  uint32_t n, n_used, n_written, free;
  SlotsOrder order;
  Waiting *waiting;
  uint32_t at[];
};

/* Places at which a key may be. */
typedef struct
{
  uint32_t at, step;
} Walk;

/* An odd step comes past all of a power of two. */
static Walk
begin (const Slots *self,
       uint64_t key)
{
  uint64_t mixed = key * UINT64_C (0x9e3779b97f4a7c15);

  if (self->order == SLOTS_UNMIXED)
    return (Walk){ (uint32_t) key & (self->n - 1), 1 };
  mixed ^= mixed >> 32;
  mixed *= UINT64_C (0xd6e8feb86659fd93);
  mixed ^= mixed >> 32;
  return (Walk){ (uint32_t) mixed & (self->n - 1), (uint32_t) (mixed >> 32) | 1 };
}

static void
advance (const Slots *self,
         Walk *walk)
{
  walk->at = (walk->at + walk->step) & (self->n - 1);
}

Slots *
slots_new (uint32_t n,
           SlotsOrder order)
{
  Slots *self = calloc (1, sizeof (Slots) + n * sizeof *self->at);

  if (self == NULL)
    return NULL;
  self->n = n;
  self->order = order;
  self->waiting = malloc (n * sizeof *self->waiting);
  if (self->waiting != NULL)
    return self;
  free (self);
  return NULL;
}

void
slots_free (Slots *self)
{
  if (self != NULL)
    free (self->waiting);
  free (self);
}

static Waiting *
get_waiting (const Slots *self,
             uint32_t slot)
{
  return &self->waiting[self->at[slot] - 1];
}

uint32_t
slots_put (Slots *self,
           uint64_t key,
           const void *bytes,
           uint32_t size,
           void *owner,
           uint32_t *out_probes)
{
  Walk walk = begin (self, key);
  uint32_t number = self->free;

  *out_probes = 0;
  if (self->n_used == self->n)
    return SLOTS_NONE;
  for (*out_probes = 1; self->at[walk.at] != 0; ++*out_probes)
    advance (self, &walk);
  if (number != 0)
    self->free = self->waiting[number - 1].next;
  else
    number = ++self->n_written;
  self->waiting[number - 1] = (Waiting){ .key = key, .bytes = bytes, .owner = owner, .size = (uint16_t) size };
  self->at[walk.at] = number;
  self->n_used++;
  return walk.at;
}

uint32_t
slots_find (const Slots *self,
            uint64_t key,
            uint32_t *out_probes)
{
  Walk walk = begin (self, key);

  for (*out_probes = 1; *out_probes <= self->n; ++*out_probes)
    {
      if (self->at[walk.at] != 0 && get_waiting (self, walk.at)->key == key)
        return walk.at;
      advance (self, &walk);
    }
  *out_probes = self->n;
  return SLOTS_NONE;
}

const void *
slots_get (const Slots *self,
           uint32_t slot,
           uint32_t *out_size)
{
  const Waiting *waiting = get_waiting (self, slot);

  *out_size = waiting->size;
  return waiting->bytes;
}

void *
slots_get_owner (const Slots *self,
                 uint32_t slot)
{
  return get_waiting (self, slot)->owner;
}

void
slots_release (Slots *self,
               uint32_t slot)
{
  get_waiting (self, slot)->next = self->free;
  self->free = self->at[slot];
  self->at[slot] = 0;
  self->n_used--;
}

uint32_t
slots_get_n_used (const Slots *self)
{
  return self->n_used;
}
