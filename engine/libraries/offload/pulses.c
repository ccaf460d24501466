/* pulses.c: a large message goes in pulses, a few of them at once
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The source runs as many pulses at once as it cuts the room into; rounded up, these may not fit, so that as many run as do.
 */
#include "pulses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t
divide_up (uint64_t a,
           uint64_t b)
{
  return a / b + (a % b != 0);
}

int
pulses_cut (Pulses *self,
            int64_t length,
            uint64_t room,
            uint64_t overlap,
            PulsesCut cut,
            char *why,
            size_t n_why)
{
  uint64_t m = (uint64_t) length;

  if (length < 0)
    {
      snprintf (why, n_why, "BAD_PULSE C=%" PRIu64 " k=%" PRIu64 ": the message has %" PRId64 " elements; it has 0 or more", room, overlap, length);
      return 0;
    }
  if (overlap < 1 || overlap > room)
    {
      snprintf (why, n_why, room > 0 ? "BAD_PULSE C=%" PRIu64 " k=%" PRIu64 ": k is 1 to C" : "BAD_PULSE C=%" PRIu64 " k=%" PRIu64 ": C is 1 or more", room, overlap);
      return 0;
    }
  self->size = divide_up (room, overlap);
  if (m <= (cut == PULSES_BY_CREDIT ? self->size : room))
    {
      *self = (Pulses){ .n = 1, .size = m, .last = m, .at_once = 1 };
      return 1;
    }
  self->n = divide_up (m, self->size);
  self->last = m - (self->n - 1) * self->size;
  self->at_once = room / self->size < self->n ? room / self->size : self->n;
  return 1;
}

uint64_t
pulses_get_size (const Pulses *self,
                 uint64_t pulse)
{
  return pulse + 1 < self->n ? self->size : self->last;
}

int
pulse_flow_init (PulseFlow *self,
                 const Pulses *pulses)
{
  *self = (PulseFlow){ .pulses = *pulses, .credits = pulses->at_once };
  self->answered = calloc (pulses->n, sizeof *self->answered);
  return self->answered != NULL;
}

void
pulse_flow_clear (PulseFlow *self)
{
  free (self->answered);
  *self = (PulseFlow){ 0 };
}

void
pulse_flow_restart (PulseFlow *self)
{
  memset (self->answered, 0, self->pulses.n * sizeof *self->answered);
  self->next = self->n_done = 0;
}

int
pulse_flow_begin (PulseFlow *self,
                  uint64_t *out_pulse)
{
  if (self->next == self->pulses.n || self->credits == 0)
    return 0;
  *out_pulse = self->next++;
  if (pulses_get_size (&self->pulses, *out_pulse) == 0)
    self->n_done++;
  else
    self->credits--;
  return 1;
}

int
pulse_flow_answer (PulseFlow *self,
                   uint64_t pulse,
                   uint64_t n)
{
  uint64_t size = pulses_get_size (&self->pulses, pulse);

  if (pulse >= self->next || n == 0 || n > size - self->answered[pulse])
    return 0;
  self->answered[pulse] += n;
  if (self->answered[pulse] == size)
    {
      self->credits++;
      self->n_done++;
    }
  return 1;
}
