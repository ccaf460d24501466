/* parse.h: finds the headers of a packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Direct-threaded: each header has its place in the code, which goes to that of the next. A header that claims more than there is makes the packet malformed. What needs no
 * look-up is sent from where that is known.
 */
#pragma once

#include "packet.h"

/* A header of @kind at p, whose first bytes end at @after. */
#define BEGIN(kind, after) \
  do \
    { \
      if (!LIKELY ((after) <= end)) \
        send (DROP, MALFORMED); \
      *(uint32_t *) (void *) record++ = PLACE (p) + 256u * (uint32_t) (kind); \
    } \
  while (0)
/* Of those of which there may be ever more. */
#define BEGIN_AGAIN(kind, after) \
  do \
    { \
      if (!LIKELY (record < most)) \
        { \
          notes->flags = FLAG_MORE; \
          goto done; \
        } \
      BEGIN (kind, after); \
    } \
  while (0)

/* Comes back if there is more to do. Behind the last layer is one of kind 0, as there is nothing in the notes of a packet at first. */
INLINE void
parse (const uint8_t *window,
       Notes *notes)
{
  Layer *record = notes->layers, *most = record + MOST_LAYERS;
  uint32_t length = packet_length (), type, n;
  const uint8_t *p = window, *last = window + length, *end = LIKELY (length <= WINDOW_BYTES) ? last : window + WINDOW_BYTES, *after;
ethernet:
  after = p + 14;
  BEGIN (ETHERNET, after);
  type = get_16 (p + 12);
  p = after;
ethertype:
  if (type == NET_16 (0x0800))
    goto ip4;
  if (type == NET_16 (0x86dd))
    goto ip6;
  if (type == NET_16 (0x8100))
    goto vlan;
  if (type == NET_16 (0x0806))
    goto arp;
  if (!LIKELY (type != NET_16 (0x8847)))
    goto mpls;
  if (record == notes->layers + 1)
    send (EGRESS, 0);
  goto done;
ip4:
  after = p + 20;
  BEGIN_AGAIN (IP4, after);
  n = *p;
  if (!LIKELY (n == 0x45))
    goto options;
  n = read_16 (p + 2) - 20;
  if (n > (uint32_t) (last - after))
    send (DROP, MALFORMED);
  if ((get_16 (p + 6) & NET_16 (0x1fff)) != 0)
    goto done;
  type = p[9];
  p = after;
protocol:
  if (type == UDP_PROTOCOL)
    goto udp;
  if (type == 4)
    goto ip4;
  if (type == 41)
    goto ip6;
  if (type == TCP_PROTOCOL)
    goto tcp;
  if (type == 1)
    goto icmp;
  if (type == 47)
    goto gre;
  goto done;
options:
  n = 4 * (n - 0x40u);
  after = p + n;
  if (n < 20 || n > 60 || after > end || read_16 (p + 2) < n || read_16 (p + 2) > (uint32_t) (last - p))
    send (DROP, MALFORMED);
  if ((get_16 (p + 6) & NET_16 (0x1fff)) != 0)
    goto done;
  type = p[9];
  p = after;
  goto protocol;
ip6:
  after = p + 40;
  BEGIN_AGAIN (IP6, after);
  if (*p >> 4 != 6 || read_16 (p + 4) > (uint32_t) (last - after))
    send (DROP, MALFORMED);
  type = p[6];
  p = after;
  goto protocol;
udp:
  after = p + 8;
  BEGIN (UDP, after);
  type = get_16 (p + 2);
  if (type != NET_16 (4789))
    goto done;
  p = after;
  after = p + 8;
  BEGIN_AGAIN (VXLAN, after);
  p = after;
  goto ethernet;
tcp:
  BEGIN (TCP, p + 20);
  goto done;
vlan:
  after = p + 4;
  BEGIN_AGAIN (VLAN, after);
  type = get_16 (p + 2);
  p = after;
  goto ethertype;
mpls:
  after = p + 4;
  BEGIN_AGAIN (MPLS, after);
  n = p[2] & 1;
  p = after;
  if (!n)
    goto mpls;
  if (p >= end)
    send (DROP, MALFORMED);
  n = *p >> 4;
  if (n == 4)
    goto ip4;
  if (n == 6)
    goto ip6;
  goto done;
gre:
  after = p + 4;
  BEGIN (GRE, after);
  type = get_16 (p + 2);
  p = after;
  if (type == NET_16 (0x6558))
    goto ethernet;
  goto ethertype;
icmp:
  BEGIN (ICMP, p + 8);
  if (record[-2].kind == IP4 && get_32 (window + record[-2].offset + 16) == NET_32 (ROUTER))
    send (PUNT, 0);
  goto done;
arp:
  BEGIN (ARP, p + 28);
  send (PUNT, 0);
done:
  return;
}
