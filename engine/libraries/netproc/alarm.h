/* alarm.h: when a part of a processor looks at what is there
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It has an alarm that tells it the number of a cycle in the middle of that, and what arrives in a cycle it knows before. Moments at which it looks depend on what there is in which
 * cycle alone, not on when that was known, so that there are as many however a run is divided.
 */
#pragma once

#include <stdint.h>

#include <heddle/heddle-component.h>

#include "clock.h"

/* Unless one comes no later: @alarm is the one that is pending, or UINT64_MAX. */
static inline void
alarm_set (uint64_t *alarm,
           const HdHost *host,
           HdComponentContext *context,
           const Clock *clock,
           uint64_t cycle)
{
  if (cycle >= *alarm)
    return;
  *alarm = cycle;
  host->alarm (context, clock_get_middle (clock, cycle), &(HdMessage){ .payload = { cycle } });
}
