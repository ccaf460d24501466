/* intake.h: what comes in a cycle, until its middle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What arrives in one cycle, over whichever links and in whatever order, is looked at together in the middle of that cycle, in an order of its own.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Intake: items, each of which begins with its cycle, a uint64_t; they are added by their cycles, as they come */
typedef struct
{
  uint8_t *items;
  size_t size; /* of an item */
  uint32_t n, n_places;
  int (*compare) (const void *a, const void *b); /* two of one cycle, or of several that are looked at together */
} Intake;

void intake_init (Intake *self,
                  size_t size,
                  int (*compare) (const void *a, const void *b));
void intake_clear (Intake *self);
/** intake_add: copies @item; 0 without memory */
int intake_add (Intake *self,
                const void *item);
/** intake_sort: puts what came until @cycle in order: that many of @items */
uint32_t intake_sort (Intake *self,
                      uint64_t cycle);
/** intake_drop: the first @n */
void intake_drop (Intake *self,
                  uint32_t n);
