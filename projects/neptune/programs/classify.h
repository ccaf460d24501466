/* classify.h: what needs no look-up, of a packet whose headers the parser of the processor has found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "packet.h"

/* Comes back if there is more to do. */
INLINE void
classify (const Notes *notes)
{
  uint32_t flags = notes->flags & ~(uint32_t) FLAG_MORE;
  const Layer *last;

  if (LIKELY (flags == 0))
    return;
  if ((flags & FLAG_MALFORMED) != 0)
    send (DROP, MALFORMED);
  if ((flags & FLAG_BARE) != 0)
    send (EGRESS, 0);
  if ((flags & FLAG_ARP) != 0)
    send (PUNT, 0);
  last = notes->layers + notes->n_layers - 1;
  if (last[-1].kind == IP4 && get_32 (WINDOW + last[-1].offset + 16) == NET_32 (ROUTER))
    send (PUNT, 0);
}
