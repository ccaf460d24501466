/* lookup.h: what tables say of a packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A packet in a tunnel that ends here goes on without its outer header; connections to a service go to one of its servers, and stay there; what a rule lets pass leaves as it is,
 * what a rule gives a meter is metered; all else is routed. Tables are asked as early as what they are asked for is known.
 */
#pragma once

#include "packet.h"

enum { RULES, CONNECTIONS, TUNNELS }; /* exact tables */
enum { PASS = 1, BALANCE, LIMIT, DENY }; /* what a rule says */

#define FLOWS_AT 512 /* counters of flows, by their hashes */
#define FLOWS 512u
#define EXPEDITED 0xb8u /* bits of DSCP 46 */

/* RFC 1071, of a header without options, whose checksum is in it: 0xffff. */
INLINE uint32_t
add_header (const uint8_t *header)
{
  uint32_t sum = 0;

#pragma GCC unroll 10
  for (unsigned i = 0; i < 20; i += 2)
    sum += get_16 (header + i);
  sum = (sum & 0xffff) + (sum >> 16);
  return (sum & 0xffff) + (sum >> 16);
}

INLINE void
check_header (const uint8_t *header)
{
  if (header[8] <= 1)
    send (DROP, EXPIRED);
  if (*header == 0x45 && add_header (header) != 0xffff)
    send (DROP, MALFORMED);
}

INLINE void
ask_route (const uint8_t *address,
           uint32_t n_bytes)
{
  for (unsigned i = 0; i < n_bytes / 4; i++)
    set_key (LPM, i, get_32 (address + 4 * i));
  set_table (LPM, 0, n_bytes);
  ask (LPM, ASK);
}

INLINE void
take_route (Notes *notes)
{
  uint32_t port = get_result (LPM);

  if (!is_found (LPM))
    send (DROP, NO_ROUTE);
  notes->port = (uint8_t) port;
  set_port (port);
}

/* What is served, or expedited, comes from where it could be answered: RFC 3704. */
INLINE void
check_source (const uint8_t *header)
{
  ask_route (header + 12, 4);
  if (!is_found (LPM))
    send (DROP, NO_ROUTE);
}

/* Of a protocol and its port, with or without the address that they are for. */
INLINE void
ask_rule (uint32_t protocol_and_port)
{
  set_key (EXACT, 0, protocol_and_port);
  set_table (EXACT, RULES, 3);
  ask (EXACT, ASK);
}

INLINE void
ask_rule_of (uint32_t address,
             uint32_t protocol_and_port)
{
  set_key (EXACT, 0, address);
  set_key (EXACT, 1, protocol_and_port);
  set_table (EXACT, RULES, 7);
  ask (EXACT, ASK);
}

/* ---- tunnels ------------------------------------------------------------------------------------------------------- */

INLINE void
set_words (Unit unit,
           const uint8_t *bytes,
           uint32_t n)
{
#pragma GCC unroll 8
  for (uint32_t i = 0; i < n; i++)
    set_key (unit, i, get_32 (bytes + 4 * i));
}

/* Addresses that none is sent from: RFC 4213, 3.6, and RFC 1812, 5.3.7; or to which none is forwarded: RFC 4291, 2.5.6. */
INLINE void
check_inner_4 (const uint8_t *header)
{
  uint32_t first = header[12];

  check_header (header);
  if (first == 0 || first == 127 || first >= 224)
    send (DROP, MALFORMED);
}

INLINE void
check_inner_6 (const uint8_t *header)
{
  if (header[7] <= 1)
    send (DROP, EXPIRED);
  if (header[8] == 0xff || (get_32 (header + 8) | get_32 (header + 12) | get_32 (header + 16)) == 0)
    send (DROP, MALFORMED);
  if ((get_16 (header + 24) & NET_16 (0xffc0)) == NET_16 (0xfe80))
    send (DROP, NO_ROUTE);
}

INLINE void
look_inside (Notes *notes,
             const Layer *outer)
{
  const Layer *inner = outer + 1;
  const uint8_t *header = WINDOW + outer->offset, *packet = WINDOW + inner->offset;
  uint32_t found, rule;

  if (outer->kind == IP4)
    {
      set_words (EXACT, header + 12, 2);
      set_table (EXACT, TUNNELS, 8);
      ask (EXACT, ASK);
      check_header (header);
    }
  else
    {
      set_words (EXACT, header + 8, 8);
      set_table (EXACT, TUNNELS, 32);
      ask (EXACT, ASK);
    }
  notes->begin = inner->offset;
  notes->transport = 0;
  if (inner->kind == IP4)
    {
      notes->is_6 = 0;
      ask_route (packet + 16, 4);
      check_inner_4 (packet);
    }
  else
    {
      notes->is_6 = 1;
      ask_route (packet + 24, 16);
      check_inner_6 (packet);
    }
  found = is_found (EXACT);
  ask_rule ((inner[1].kind == TCP ? TCP_PROTOCOL : UDP_PROTOCOL) | get_16 (WINDOW + inner[1].offset + 2) << 8);
  take_route (notes);
  rule = get_result (EXACT) & 0xff;
  if (!found)
    send (DROP, TUNNEL_MISS);
  if (rule == DENY)
    send (DROP, DENIED);
}

/* ---- connections --------------------------------------------------------------------------------------------------- */

INLINE void
set_connection (const uint8_t *header,
                const uint8_t *transport,
                Unit unit)
{
  set_key (unit, 0, get_32 (header + 12));
  set_key (unit, 1, get_32 (header + 16));
  set_key (unit, 2, get_32 (transport));
  set_key (unit, 3, header[9]);
}

/* The server of a connection, which keeps it: it is put there with each packet, and when that came. @rule: the number of servers, in its second byte, and their port above; @first:
 * the address of the first */
INLINE void
find_server (Notes *notes,
             const uint8_t *header,
             const uint8_t *transport,
             uint32_t rule,
             uint32_t first)
{
  uint32_t address, service, hash;

  set_connection (header, transport, HASH);
  set_table (HASH, 0, 13);
  ask (HASH, HASH_KEY);
  set_connection (header, transport, EXACT);
  set_table (EXACT, CONNECTIONS, 13);
  ask (EXACT, ASK);
  check_header (header);
  hash = get_result (HASH);
  address = get_result (EXACT);
  service = get_second_result (EXACT);
  if (!is_found (EXACT))
    {
      address = swap (swap (first) + hash % (rule >> 8 & 0xff));
      service = rule >> 16;
    }
  set_key (LPM, 0, address);
  set_table (LPM, 0, 4);
  ask (LPM, ASK);
  set_value (EXACT, address, service, get_cycle ());
  ask (EXACT, PUT);
  set_key (COUNTER, 0, FLOWS_AT + hash % FLOWS);
  set_key (COUNTER, 1, packet_length ());
  ask (COUNTER, ASK);
  notes->address = address;
  notes->service = service;
  notes->transport = (uint8_t) (transport - WINDOW);
  take_route (notes);
  check_source (header);
}

/* ---- all of it ----------------------------------------------------------------------------------------------------- */

/* A rule with an address goes before one without. */
INLINE void
find_meter (Notes *notes,
            const uint8_t *header,
            const uint8_t *transport)
{
  uint32_t protocol_and_port = UDP_PROTOCOL | get_16 (transport + 2) << 8, rule;

  ask_rule_of (get_32 (header + 16), protocol_and_port);
  check_header (header);
  if (!is_found (EXACT))
    ask_rule (protocol_and_port);
  take_route (notes);
  rule = get_result (EXACT);
  check_source (header);
  if ((rule & 0xff) == DENY)
    send (DROP, DENIED);
  if ((rule & 0xff) == LIMIT)
    notes->meter = (uint8_t) (rule >> 16);
}

/* Comes back if a packet of TCP is to be routed. */
INLINE uint32_t
serve (Notes *notes,
       const uint8_t *header,
       const uint8_t *transport)
{
  uint32_t rule;

  ask_rule_of (get_32 (header + 16), TCP_PROTOCOL | get_16 (transport + 2) << 8);
  rule = get_result (EXACT);
  if ((rule & 0xff) == PASS)
    {
      set_port (rule >> 8 & 0xff);
      send (EGRESS, 0);
    }
  if ((rule & 0xff) == DENY)
    send (DROP, DENIED);
  if ((rule & 0xff) != BALANCE)
    return 0;
  find_server (notes, header, transport, rule, get_second_result (EXACT));
  return 1;
}

INLINE void
look_4 (Notes *notes,
        const Layer *layer)
{
  const uint8_t *header = WINDOW + layer->offset, *transport = WINDOW + layer[1].offset;

  notes->begin = layer->offset;
  notes->is_6 = 0;
  if (layer[1].kind == TCP && serve (notes, header, transport))
    return;
  notes->transport = 0;
  ask_route (header + 16, 4);
  if (layer[1].kind == UDP && (header[1] & 0xfc) == EXPEDITED)
    {
      find_meter (notes, header, transport);
      return;
    }
  check_header (header);
  take_route (notes);
}

INLINE void
look_6 (Notes *notes,
        const Layer *layer)
{
  const uint8_t *header = WINDOW + layer->offset;

  notes->begin = layer->offset;
  notes->transport = 0;
  notes->is_6 = 1;
  ask_route (header + 24, 16);
  if (header[7] <= 1)
    send (DROP, EXPIRED);
  take_route (notes);
}

/* Comes back if there is more to do. */
INLINE void
look_up (Notes *notes)
{
  const Layer *layer = notes->layers + 1;

  notes->meter = 0;
  for (; layer->kind != IP4 && layer->kind != IP6; layer++)
    if (layer->kind == 0)
      send (EGRESS, 0);
  if (layer[1].kind == IP4 || layer[1].kind == IP6)
    look_inside (notes, layer);
  else if (layer->kind == IP4)
    look_4 (notes, layer);
  else
    look_6 (notes, layer);
}
