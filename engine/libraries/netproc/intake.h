/* intake.h: what comes in a cycle, until its middle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What arrives in one cycle, over whichever links and in whatever order, is looked at together in the middle of that cycle, in an order of its own. It may be known earlier.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Intake: items, each of which begins with its cycle, a uint64_t; in the order of their cycles, then in that of @compare, then as they were added */
typedef struct
{
  uint8_t *items;
  uint8_t *memory, *end; /* where they are, behind those that were dropped */
  size_t size;     /* of an item */
  uint32_t n, n_places;
  int (*compare) (const void *a, const void *b); /* two of one cycle; or NULL */
} Intake;

void intake_init (Intake *self,
                  size_t size,
                  int (*compare) (const void *a, const void *b));
void intake_clear (Intake *self);
/** intake_make_room: behind the last item, where those that were dropped give theirs if they are many; 0 without memory */
int intake_make_room (Intake *self);
/** intake_count: the first so many of @items came until @cycle */
uint32_t intake_count (const Intake *self,
                       uint64_t cycle);
/** intake_drop: the first @n */
void intake_drop (Intake *self,
                  uint32_t n);

static inline uint64_t
intake_get_cycle (const Intake *self,
                  uint32_t i)
{
  uint64_t cycle;

  memcpy (&cycle, self->items + i * self->size, sizeof cycle);
  return cycle;
}

/** intake_get_first: the cycle of the first; UINT64_MAX if there is none */
static inline uint64_t
intake_get_first (const Intake *self)
{
  return self->n > 0 ? intake_get_cycle (self, 0) : UINT64_MAX;
}

static inline int
intake_is_before (const Intake *self,
                  const uint8_t *a,
                  const uint8_t *b)
{
  uint64_t cycle_a, cycle_b;

  memcpy (&cycle_a, a, sizeof cycle_a);
  memcpy (&cycle_b, b, sizeof cycle_b);
  return cycle_a != cycle_b ? cycle_a < cycle_b : self->compare != NULL && self->compare (a, b) < 0;
}

/** intake_add: copies @item, of @size bytes, as all are; 0 without memory. Inline, so that the compiler knows how many */
static inline int
intake_add (Intake *self,
            const void *item,
            size_t size)
{
  uint8_t *at;

  if ((self->items == NULL || (size_t) (self->end - self->items) < (self->n + 1) * size) && !intake_make_room (self))
    return 0;
  for (at = self->items + self->n * size; at > self->items && intake_is_before (self, item, at - size); at -= size)
    memcpy (at, at - size, size);
  memcpy (at, item, size);
  self->n++;
  return 1;
}
