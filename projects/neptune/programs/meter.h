/* meter.h: what is beyond its rate goes no further
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A packet is within the rate of all that is expedited, and within its own; it is counted by its meter and its colour.
 */
#pragma once

#include "packet.h"

enum { GREEN, YELLOW, RED };

#define ALL_EXPEDITED 1

INLINE uint32_t
ask_meter (uint32_t number,
           uint32_t n_bytes)
{
  set_key (METER, 0, number);
  set_key (METER, 1, n_bytes);
  ask (METER, ASK);
  return get_result (METER);
}

INLINE void
meter (uint32_t number)
{
  uint32_t n = packet_length (), all = ask_meter (ALL_EXPEDITED, n), own = ask_meter (number, n);

  set_key (COUNTER, 0, 4 * number + own);
  set_key (COUNTER, 1, n);
  ask (COUNTER, ASK);
  if (own == RED || all == RED)
    send (DROP, METERED);
}
