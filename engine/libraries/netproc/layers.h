/* layers.h: the headers of a packet, one behind the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The same as programs/parse.c of the project finds, and in the same form: programs go on with either.
 */
#pragma once

#include <stdint.h>

#define LAYERS_MOST 11 /* behind which there are no more tags, addresses or tunnels, */
#define LAYERS_ALL (LAYERS_MOST + 2) /* but the two layers that may follow without any */
#define LAYERS_WINDOW 256 /* bytes that are looked at */

typedef enum
{
  LAYER_NONE,
  LAYER_ETHERNET,
  LAYER_VLAN,
  LAYER_MPLS,
  LAYER_IP4,
  LAYER_IP6,
  LAYER_TCP,
  LAYER_UDP,
  LAYER_ICMP = 255,
  LAYER_ARP = 254,
  LAYER_VXLAN = 253,
  LAYER_GRE = 252,
} LayerKind;

/* What else there is to say; bits. */
enum
{
  LAYERS_MALFORMED = 1,
  LAYERS_MORE = 2, /* than are told */
  LAYERS_BARE = 4, /* a link and nothing that is known */
  LAYERS_ARP = 8,  /* the last one */
  LAYERS_ICMP = 16,
};

/** Layers: @offsets: from the beginning of the packet */
typedef struct
{
  uint32_t n, flags;
  uint8_t offsets[LAYERS_ALL];
  uint8_t kinds[LAYERS_ALL];
} Layers;

/** layers_find: a header that claims more than there is ends it, as malformed */
void layers_find (Layers *self,
                  const uint8_t *bytes,
                  uint32_t length);
/** layers_write: as programs read it: the number, the flags, and from byte 4 on 4 bytes for each: offset, kind, 0, 0 */
void layers_write (const Layers *self,
                   uint8_t *notes);
