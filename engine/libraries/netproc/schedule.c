/* schedule.c: what is due in which cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "schedule.h"

#include <stdlib.h>

int
schedule_init (Schedule *self,
               uint32_t most)
{
  *self = (Schedule){ .entries = calloc (most, sizeof *self->entries) };
  return self->entries != NULL;
}

void
schedule_clear (Schedule *self)
{
  free (self->entries);
}

static int
is_before (const ScheduleEntry *a,
           const ScheduleEntry *b)
{
  return a->cycle != b->cycle ? a->cycle < b->cycle : a->number < b->number;
}

void
schedule_put (Schedule *self,
              uint32_t number,
              uint64_t cycle)
{
  ScheduleEntry entry = { cycle, number };
  uint32_t at = self->n++;

  for (; at > 0 && is_before (&entry, &self->entries[(at - 1) / 2]); at = (at - 1) / 2)
    self->entries[at] = self->entries[(at - 1) / 2];
  self->entries[at] = entry;
}

int
schedule_take (Schedule *self,
               uint64_t cycle,
               uint32_t *out_number)
{
  ScheduleEntry last;
  uint32_t at = 0;

  if (schedule_get_next (self) > cycle || self->n == 0)
    return 0;
  *out_number = self->entries[0].number;
  last = self->entries[--self->n];
  for (uint32_t child = 1; child < self->n; child = 2 * at + 1)
    {
      child += child + 1 < self->n && is_before (&self->entries[child + 1], &self->entries[child]);
      if (!is_before (&self->entries[child], &last))
        break;
      self->entries[at] = self->entries[child];
      at = child;
    }
  self->entries[at] = last;
  return 1;
}

uint64_t
schedule_get_next (const Schedule *self)
{
  return self->n > 0 ? self->entries[0].cycle : UINT64_MAX;
}
