/* credits.h: room for packets, of which a component is told before it may use it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "intake.h"
#include "packet.h"

/** Credits: @now: how many packets may be sent, PACKET_ENDLESS for any number; @coming: more, by the cycles from whose middle on they may be used */
typedef struct
{
  uint64_t now;
  Intake coming;
} Credits;

typedef struct
{
  uint64_t cycle, n;
} CreditsComing;

static inline void
credits_init (Credits *self)
{
  self->now = 0;
  intake_init (&self->coming, sizeof (CreditsComing), NULL);
}

static inline void
credits_clear (Credits *self)
{
  intake_clear (&self->coming);
}

static inline void
credits_add (Credits *self,
             uint64_t n)
{
  self->now = n == PACKET_ENDLESS || self->now == PACKET_ENDLESS ? PACKET_ENDLESS : self->now + n;
}

/** credits_foresee: @n from @cycle on; 0 without memory */
static inline int
credits_foresee (Credits *self,
                 uint64_t n,
                 uint64_t cycle)
{
  return intake_add (&self->coming, &(CreditsComing){ cycle, n }, sizeof (CreditsComing));
}

/** credits_take: what has come until @cycle */
static inline void
credits_take (Credits *self,
              uint64_t cycle)
{
  uint32_t n;

  if (intake_get_first (&self->coming) > cycle)
    return;
  n = intake_count (&self->coming, cycle);
  for (uint32_t i = 0; i < n; i++)
    credits_add (self, ((const CreditsComing *) self->coming.items)[i].n);
  intake_drop (&self->coming, n);
}

static inline void
credits_use (Credits *self)
{
  self->now -= self->now != PACKET_ENDLESS;
}
