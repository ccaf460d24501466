/* latencies.h: how many packets took how long
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Counts of whole cycles: each on its own below LATENCIES_EXACT, in steps of a 1024th at most above.
 */
#pragma once

#include <stdint.h>

#define LATENCIES_EXACT 2048u
#define LATENCIES_PLACES (LATENCIES_EXACT + 53u * (LATENCIES_EXACT / 2))

typedef struct
{
  uint64_t counts[LATENCIES_PLACES];
  uint64_t n;
} Latencies;

void latencies_add (Latencies *self,
                    uint64_t cycles);
/** latencies_get: the least number of cycles that @share of all took no longer than, @share above 0 and up to 1; the smallest that counts as equal. 0 of none */
uint64_t latencies_get (const Latencies *self,
                        double share);
/** latencies_get_cycles: that the place @at begins with */
uint64_t latencies_get_cycles (uint32_t at);
