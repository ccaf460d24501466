/* trigger.c: the ordered trigger control: which packet a sequence of descriptors takes in next, and when it sends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "trigger.h"

#include <inttypes.h>
#include <stdio.h>

int
trigger_init (Trigger *self,
              const Fields *descriptors,
              uint32_t n,
              TriggerOrder order,
              char *why,
              size_t n_why)
{
  uint32_t least = 0;

  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t count = descriptors[i].at[FIELD_COUNT];

      if (count < least || count > TRIGGER_MOST)
        {
          snprintf (why, n_why, "BAD_CPCOUNT desc %" PRIu32 ": CPCount is %" PRIu32 "; it is %" PRIu32 " to %u", i, count, least, TRIGGER_MOST);
          return 0;
        }
      least = count;
    }
  *self = (Trigger){ .descriptors = descriptors, .n = n, .order = order };
  return 1;
}

static uint32_t
first_bit (uint32_t bits)
{
  return (uint32_t) __builtin_ctz (bits);
}

TriggerStep
trigger_step (Trigger *self,
              uint32_t present,
              uint32_t *out_number)
{
  uint32_t wanted;

  if (self->at == self->n)
    return TRIGGER_DONE;
  wanted = (uint32_t) ((UINT64_C (1) << self->descriptors[self->at].at[FIELD_COUNT]) - 1) & ~self->taken;
  if (wanted == 0)
    {
      *out_number = self->at++;
      return TRIGGER_FIRE;
    }
  *out_number = first_bit (self->order == TRIGGER_ARRIVAL && (wanted & present) != 0 ? wanted & present : wanted);
  if ((present >> *out_number & 1) == 0)
    return TRIGGER_WAIT;
  self->taken |= UINT32_C (1) << *out_number;
  return TRIGGER_TAKE;
}
