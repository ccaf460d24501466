/* packet.h: what programs hand on to each other with a packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine.h"

/* Why a packet is dropped. */
enum { MALFORMED = 1, EXPIRED, TUNNEL_MISS, NO_ROUTE, DENIED, METERED };

/* Stages of four. */
enum { STAGE_PARSE, STAGE_LOOKUP, STAGE_METER, STAGE_EDIT };

/* Kinds of layers: from -8 to 7, so that an instruction adds one, 256 times, to a place. */
enum
{
  ETHERNET = 1,
  VLAN,
  MPLS,
  IP4,
  IP6,
  TCP,
  UDP,
  ICMP = -1,
  ARP = -2,
  VXLAN = -3,
  GRE = -4,
};

#define TCP_PROTOCOL 6
#define UDP_PROTOCOL 17
#define MOST_LAYERS 11 /* behind which there are no more tags, addresses or tunnels, */
#define LAYERS (MOST_LAYERS + 2) /* but the two layers that may follow without any */
enum { FLAG_MALFORMED = 1, FLAG_MORE = 2, FLAG_BARE = 4, FLAG_ARP = 8, FLAG_ICMP = 16 }; /* the last three from the parser of the processor alone */

typedef struct
{
  uint8_t offset;
  int8_t kind;
  uint16_t other; /* does not count */
} Layer;

/** Notes: @n_layers, @flags, @layers: as the parser of the processor writes them too; the rest is from look-up to edit */
typedef struct
{
  uint8_t n_layers, flags, zero[2];
  Layer layers[LAYERS];
  uint8_t begin;     /* where the header begins that is the first when the packet leaves */
  uint8_t transport; /* where that of TCP does, if addresses change; else 0 */
  uint8_t is_6, port, meter;
  uint32_t address;  /* to which the packet goes then, and its port, as they lie in memory */
  uint32_t service;
} Notes;

#define ROUTER 0xc0000201u /* 192.0.2.1 */
