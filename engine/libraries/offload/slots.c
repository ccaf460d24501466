/* slots.c: the hash buffer in which packets wait until it is their turn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "slots.h"

#include <stdlib.h>

typedef struct
{
  uint64_t key;
  const void *bytes;
  void *owner;
  uint16_t size;
  unsigned char is_used;
} Slot;

struct _Slots
{
  uint32_t n, n_used;
  SlotsOrder order;
  Slot slots[];
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
  Slots *self = calloc (1, sizeof (Slots) + n * sizeof (Slot));

  if (self == NULL)
    return NULL;
  self->n = n;
  self->order = order;
  return self;
}

void
slots_free (Slots *self)
{
  free (self);
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
  Slot *slot;

  *out_probes = 0;
  if (self->n_used == self->n)
    return SLOTS_NONE;
  for (*out_probes = 1; self->slots[walk.at].is_used; ++*out_probes)
    advance (self, &walk);
  slot = &self->slots[walk.at];
  slot->key = key;
  slot->size = (uint16_t) size;
  slot->is_used = 1;
  slot->bytes = bytes;
  slot->owner = owner;
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
      if (self->slots[walk.at].is_used && self->slots[walk.at].key == key)
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
  *out_size = self->slots[slot].size;
  return self->slots[slot].bytes;
}

void *
slots_get_owner (const Slots *self,
                 uint32_t slot)
{
  return self->slots[slot].owner;
}

void
slots_release (Slots *self,
               uint32_t slot)
{
  self->slots[slot].is_used = 0;
  self->n_used--;
}

uint32_t
slots_get_n_used (const Slots *self)
{
  return self->n_used;
}
