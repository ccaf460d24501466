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
  free (self->memory);
}

int
intake_make_room (Intake *self)
{
  uint32_t first = self->n_places > 0 ? (uint32_t) ((size_t) (self->items - self->memory) / self->size) : 0;
  uint32_t n = self->n_places == 0 ? FIRST_PLACES : self->n_places * 2;
  uint8_t *grown;

  if (first < self->n || self->n_places == 0)
    {
      grown = malloc (n * self->size);
      if (grown == NULL)
        return 0;
      if (self->n > 0)
        memcpy (grown, self->items, self->n * self->size);
      free (self->memory);
      self->memory = grown;
      self->end = grown + n * self->size;
      self->n_places = n;
    }
  else
    memcpy (self->memory, self->items, self->n * self->size);
  self->items = self->memory;
  return 1;
}

uint32_t
intake_count (const Intake *self,
              uint64_t cycle)
{
  uint32_t n = 0;

  while (n < self->n && intake_get_cycle (self, n) <= cycle)
    n++;
  return n;
}

void
intake_drop (Intake *self,
             uint32_t n)
{
  self->n -= n;
  self->items = self->n > 0 ? self->items + n * self->size : self->memory;
}
