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
  uint8_t *memory; /* where they are, behind those that were dropped */
  size_t size;     /* of an item */
  uint32_t n, n_places;
  int (*compare) (const void *a, const void *b); /* two of one cycle; or NULL */
} Intake;

void intake_init (Intake *self,
                  size_t size,
                  int (*compare) (const void *a, const void *b));
void intake_clear (Intake *self);
/** intake_add: copies @item; 0 without memory */
int intake_add (Intake *self,
                const void *item);
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
