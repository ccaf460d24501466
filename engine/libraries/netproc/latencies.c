/* latencies.c: how many packets took how long
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "latencies.h"

#define HALF (LATENCIES_EXACT / 2)

/* Above the exact ones each power of two is divided into as many steps. */
static uint32_t
find (uint64_t cycles)
{
  uint32_t shift = 0;

  for (; cycles >> shift >= LATENCIES_EXACT; shift++)
    continue;
  return shift * HALF + (uint32_t) (cycles >> shift);
}

uint64_t
latencies_get_cycles (uint32_t at)
{
  uint32_t shift = at < LATENCIES_EXACT ? 0 : at / HALF - 1;

  return (uint64_t) (at - shift * HALF) << shift;
}

void
latencies_add (Latencies *self,
               uint64_t cycles)
{
  self->counts[find (cycles)]++;
  self->n++;
}

uint64_t
latencies_get (const Latencies *self,
               double share)
{
  uint64_t sum = 0;

  for (uint32_t i = 0; i < LATENCIES_PLACES; i++)
    {
      sum += self->counts[i];
      if (sum > 0 && (double) sum >= share * (double) self->n)
        return latencies_get_cycles (i);
    }
  return 0;
}
