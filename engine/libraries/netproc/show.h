/* show.h: how often figures that only grow are shown
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Samples of each packet would cost more than the packet. What comes to rest is shown by `finish`.
 */
#pragma once

#include <stdint.h>

#define SHOW_CYCLES 1024

/* Whether so many cycles have passed since it was so last; @next begins as 0. */
static inline int
show_is_due (uint64_t *next,
             uint64_t cycle)
{
  if (cycle < *next)
    return 0;
  *next = cycle + SHOW_CYCLES;
  return 1;
}
