/* dispatch.c: to which engine of the card a descriptor goes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "dispatch.h"

#include <inttypes.h>
#include <stdio.h>

#define SLOTS_OF_A_DESCRIPTOR 64

void
dispatch_init (Dispatch *self,
               uint32_t n_engines)
{
  *self = (Dispatch){ .n_engines = n_engines };
}

/* Descriptors, and slots as 64 of them weigh. */
static uint64_t
weigh (const DispatchLoad *load)
{
  return (uint64_t) load->n_descriptors * SLOTS_OF_A_DESCRIPTOR + load->n_slots;
}

static uint8_t
choose (const Dispatch *self,
        const DispatchLoad *loads)
{
  uint32_t best = 0;

  for (uint32_t i = 1; i < self->n_engines; i++)
    if (loads[best].is_full || (!loads[i].is_full && weigh (&loads[i]) < weigh (&loads[best])))
      best = i;
  return (uint8_t) best;
}

static int
fail (const char *what,
      const Fields *descriptor,
      const char *reason,
      char *why,
      size_t n_why)
{
  snprintf (why, n_why, "%s vp=%" PRIu32 " job=%" PRIu32 ": %s", what, descriptor->at[FIELD_SOURCE_PORT], descriptor->at[FIELD_JOB], reason);
  return 0;
}

int
dispatch_next (Dispatch *self,
               const Fields *descriptor,
               const DispatchLoad *loads,
               uint32_t *out_engine,
               char *why,
               size_t n_why)
{
  uint32_t job = descriptor->at[FIELD_JOB];
  uint16_t *open = &self->open[descriptor->at[FIELD_SOURCE_PORT]];

  *out_engine = DISPATCH_NONE;
  if (!descriptor->at[FIELD_COLLECTIVE])
    return 1;
  if (descriptor->at[FIELD_HEAD])
    {
      if (*open != 0)
        return fail ("NESTED_SEQ", descriptor, "a sequence begins before the one before it has its last descriptor", why, n_why);
      if (self->n_sequences[job]++ == 0)
        self->engine[job] = choose (self, loads);
      *open = (uint16_t) (job + 1);
    }
  else if (*open == 0)
    return fail ("ORPHAN_DESC", descriptor, "a collective descriptor is in no sequence", why, n_why);
  *out_engine = self->engine[*open - 1];
  if (descriptor->at[FIELD_TAIL])
    *open = 0;
  return 1;
}

void
dispatch_end (Dispatch *self,
              uint32_t job)
{
  self->n_sequences[job]--;
}

int
dispatch_check_end (const Dispatch *self,
                    uint32_t port,
                    char *why,
                    size_t n_why)
{
  if (self->open[port] == 0)
    return 1;
  snprintf (why, n_why, "UNTERMINATED_SEQ vp=%" PRIu32 ": its sequence has no last descriptor", port);
  return 0;
}
