/* alarm.h: when a part of a processor looks at what is there
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It sends itself the number of a cycle, and has it in the middle of that.
 */
#pragma once

#include <stdint.h>

#include <heddle/heddle-component.h>

#include "clock.h"

static inline void
alarm_send (const HdHost *host,
            HdComponentContext *context,
            uint64_t hertz,
            uint64_t cycle)
{
  host->wake (context, clock_get_middle (hertz, cycle) - host->now (context), &(HdMessage){ .payload = { cycle } });
}

/* Unless one comes no later: @alarm is the first under way, or UINT64_MAX; those that it overtakes are not looked at when they come. */
static inline void
alarm_set (uint64_t *alarm,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t hertz,
           uint64_t cycle)
{
  if (cycle >= *alarm)
    return;
  *alarm = cycle;
  alarm_send (host, context, hertz, cycle);
}
