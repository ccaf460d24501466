/* intake.c: what comes in a cycle, until its middle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "intake.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_PLACES 64

void
intake_init (Intake *self,
             size_t size,
             int (*compare) (const void *a, const void *b))
{
  *self = (Intake){ .size = size, .compare = compare };
}

void
intake_clear (Intake *self)
{
  free (self->items);
}

static uint64_t
get_cycle (const Intake *self,
           uint32_t i)
{
  uint64_t cycle;

  memcpy (&cycle, self->items + i * self->size, sizeof cycle);
  return cycle;
}

int
intake_add (Intake *self,
            const void *item)
{
  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? FIRST_PLACES : self->n_places * 2;
      uint8_t *grown = realloc (self->items, n * self->size);

      if (grown == NULL)
        return 0;
      self->items = grown;
      self->n_places = n;
    }
  memcpy (self->items + self->n * self->size, item, self->size);
  self->n++;
  return 1;
}

uint32_t
intake_sort (Intake *self,
             uint64_t cycle)
{
  uint32_t n = 0;

  while (n < self->n && get_cycle (self, n) <= cycle)
    n++;
  for (uint32_t i = 1; i < n; i++)
    if (self->compare (self->items + (i - 1) * self->size, self->items + i * self->size) > 0)
      {
        qsort (self->items, n, self->size, self->compare);
        break;
      }
  return n;
}

void
intake_drop (Intake *self,
             uint32_t n)
{
  if (n == 0)
    return;
  self->n -= n;
  memmove (self->items, self->items + n * self->size, self->n * self->size);
}
