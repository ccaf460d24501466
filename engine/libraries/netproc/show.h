/* show.h: how often figures that only grow are shown
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Samples of each packet would cost more than the packet. At the beginning they are closer, so that a short run has some too. What comes to rest is shown by `finish`.
 */
#pragma once

#include <stdint.h>

#define SHOW_FIRST_CYCLES 32u
#define SHOW_CYCLES 1024u

/* Whether an eighth of all cycles, within these bounds, has passed since it was so last; @next begins as 0. */
static inline int
show_is_due (uint64_t *next,
             uint64_t cycle)
{
  if (cycle < *next)
    return 0;
  *next = cycle + (cycle / 8 < SHOW_FIRST_CYCLES ? SHOW_FIRST_CYCLES : cycle / 8 < SHOW_CYCLES ? cycle / 8 : SHOW_CYCLES);
  return 1;
}
