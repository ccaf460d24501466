/* edit.h: what changes in a packet that goes on
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "packet.h"

/* RFC 1624: the checksum of what has changed by @difference, which is what is there now and the complement of what was there before, in halves, added up; as they lie in memory. */
INLINE uint32_t
mend (uint32_t checksum,
      uint32_t difference)
{
  uint32_t sum = (~checksum & 0xffff) + difference;

  sum = (sum & 0xffff) + (sum >> 16);
  return ~((sum & 0xffff) + (sum >> 16));
}

INLINE uint32_t
differ (uint32_t before,
        uint32_t after)
{
  return (~before & 0xffff) + (~before >> 16) + (after & 0xffff) + (after >> 16);
}

/* To another address and port; what that changes in the header of IP. */
INLINE uint32_t
translate (uint8_t *header,
           uint8_t *transport,
           uint32_t address,
           uint32_t port)
{
  uint32_t difference = differ (get_32 (header + 16), address), port_before = get_16 (transport + 2);

  put_32 (header + 16, address);
  put_16 (transport + 2, port);
  put_16 (transport + 16, mend (get_16 (transport + 16), difference + (~port_before & 0xffff) + port));
  return difference;
}

#define COUNTED_PORTS 256 /* counters of ports, before which are those of meters */

INLINE void __attribute__ ((noreturn))
edit (const Notes *notes)
{
  uint8_t *header = WINDOW + notes->begin, *frame = header - 14;

  if (notes->is_6)
    header[7]--;
  else
    {
      uint32_t difference = NET_16 (0xffff - 0x100); /* a hop less */

      header[8]--;
      if (notes->transport != 0)
        difference += translate (header, WINDOW + notes->transport, notes->address, notes->service);
      put_16 (header + 10, mend (get_16 (header + 10), difference));
    }
  set_key (COUNTER, 0, COUNTED_PORTS + notes->port);
  set_key (COUNTER, 1, packet_length ());
  ask (COUNTER, ASK);
  put_16 (frame, NET_16 (0x0200));
  put_16 (frame + 2, 0);
  put_16 (frame + 4, (uint32_t) notes->port << 8);
  put_16 (frame + 6, NET_16 (0x0200));
  put_16 (frame + 8, 0);
  put_16 (frame + 10, NET_16 (0x0001));
  put_16 (frame + 12, notes->is_6 ? NET_16 (0x86dd) : NET_16 (0x0800));
  set_cut (notes->begin - 14);
  send (EGRESS, 0);
}
