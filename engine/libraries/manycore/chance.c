/* chance.c: distributions over 64 random bits, the same on every machine
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "chance.h"

#define LN_2 0x1.62e42fefa39efp-1
#define MOST 1000000000.0

double
chance_log (uint64_t fraction)
{
  uint64_t number = fraction | 1;
  int shift = __builtin_clzll (number);
  double m = (double) (number << shift >> 11) * 0x1p-53; /* in [1/2, 1) */
  double s = (m - 1) / (m + 1), square = s * s, sum = 0;

  for (int k = 25; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return 2 * s * sum - shift * LN_2;
}

double
chance_decay (double mean)
{
  return mean > 0 ? -chance_log ((uint64_t) (mean / (1 + mean) * 0x1p63) << 1) : __builtin_inf ();
}

uint32_t
chance_geometric (uint64_t bits, double decay)
{
  double value = -chance_log (bits) / decay;

  return value < MOST ? (uint32_t) value : (uint32_t) MOST;
}
