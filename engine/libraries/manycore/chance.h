/* chance.h: distributions over 64 random bits, the same on every machine
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

static inline double
chance_uniform (uint64_t bits)
{
  return (double) (bits >> 11) * 0x1p-53;
}

/** chance_below: in [0, @n); the bias is below n / 2^64 */
static inline uint64_t
chance_below (uint64_t bits, uint64_t n)
{
  return (uint64_t) ((unsigned __int128) bits * n >> 64);
}

/** chance_log: natural logarithm of a fraction of 2^64, below 0. Source: series of the inverse hyperbolic tangent; no function of libm */
double chance_log (uint64_t fraction);
/** chance_decay: how fast the tail of a geometric distribution with mean @mean falls, log ((1 + mean) / mean); infinite for 0 */
double chance_decay (double mean);
/** chance_geometric: whole, at least 0 */
uint32_t chance_geometric (uint64_t bits, double decay);
