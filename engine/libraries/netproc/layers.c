/* layers.c: the headers of a packet, one behind the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "layers.h"

#include <string.h>

#define VXLAN_PORT 4789

typedef struct
{
  Layers *layers;
  const uint8_t *bytes;
  uint32_t at, end, length; /* @end: of the window */
} Finder;

static uint32_t
read_16 (const Finder *self,
         uint32_t at)
{
  return (uint32_t) self->bytes[self->at + at] << 8 | self->bytes[self->at + at + 1];
}

static int
may_come_again (LayerKind kind)
{
  return kind == LAYER_VLAN || kind == LAYER_MPLS || kind == LAYER_IP4 || kind == LAYER_IP6 || kind == LAYER_VXLAN;
}

/* Whether there are @n_bytes of a layer; it is in the list then, if there is room. */
static int
begin (Finder *self,
       LayerKind kind,
       uint32_t n_bytes)
{
  Layers *layers = self->layers;

  if (layers->n >= LAYERS_MOST && may_come_again (kind))
    {
      layers->flags |= LAYERS_MORE;
      return 0;
    }
  if (self->at + n_bytes > self->end)
    {
      layers->flags |= LAYERS_MALFORMED;
      return 0;
    }
  layers->offsets[layers->n] = (uint8_t) self->at;
  layers->kinds[layers->n++] = (uint8_t) kind;
  return 1;
}

static LayerKind
refuse (Finder *self)
{
  self->layers->flags |= LAYERS_MALFORMED;
  return LAYER_NONE;
}

static LayerKind
get_of_type (uint32_t type)
{
  switch (type)
    {
    case 0x0800: return LAYER_IP4;
    case 0x86dd: return LAYER_IP6;
    case 0x8100: return LAYER_VLAN;
    case 0x8847: return LAYER_MPLS;
    case 0x0806: return LAYER_ARP;
    default: return LAYER_NONE;
    }
}

static LayerKind
get_of_protocol (uint32_t protocol)
{
  switch (protocol)
    {
    case 1: return LAYER_ICMP;
    case 4: return LAYER_IP4;
    case 6: return LAYER_TCP;
    case 17: return LAYER_UDP;
    case 41: return LAYER_IP6;
    case 47: return LAYER_GRE;
    default: return LAYER_NONE;
    }
}

/* Behind the bottom of the stack it is as the first four bits say. */
static LayerKind
pass_mpls (Finder *self)
{
  int is_bottom = self->bytes[self->at + 2] & 1;
  uint32_t version;

  self->at += 4;
  if (!is_bottom)
    return LAYER_MPLS;
  if (self->at >= self->end)
    return refuse (self);
  version = self->bytes[self->at] >> 4;
  return version == 4 ? LAYER_IP4 : version == 6 ? LAYER_IP6 : LAYER_NONE;
}

/* What is in a fragment that is not the first has no header. */
static LayerKind
pass_ip4 (Finder *self)
{
  uint32_t n = (self->bytes[self->at] & 15u) * 4, all = read_16 (self, 2);
  LayerKind next = (read_16 (self, 6) & 0x1fff) != 0 ? LAYER_NONE : get_of_protocol (self->bytes[self->at + 9]);

  if (self->bytes[self->at] >> 4 != 4 || n < 20 || all < n || self->at + n > self->end || self->at + all > self->length)
    return refuse (self);
  self->at += n;
  return next;
}

static LayerKind
pass_ip6 (Finder *self)
{
  LayerKind next = get_of_protocol (self->bytes[self->at + 6]);

  if (self->bytes[self->at] >> 4 != 6 || self->at + 40 + read_16 (self, 4) > self->length)
    return refuse (self);
  self->at += 40;
  return next;
}

/* What is behind a layer that has begun. */
static LayerKind
pass (Finder *self,
      LayerKind kind)
{
  LayerKind next = LAYER_NONE;

  switch (kind)
    {
    case LAYER_ETHERNET:
      next = get_of_type (read_16 (self, 12));
      self->at += 14;
      return next;
    case LAYER_VLAN:
      next = get_of_type (read_16 (self, 2));
      self->at += 4;
      return next;
    case LAYER_MPLS:
      return pass_mpls (self);
    case LAYER_IP4:
      return pass_ip4 (self);
    case LAYER_IP6:
      return pass_ip6 (self);
    case LAYER_UDP:
      next = read_16 (self, 2) == VXLAN_PORT ? LAYER_VXLAN : LAYER_NONE;
      self->at += 8;
      return next;
    case LAYER_VXLAN:
      self->at += 8;
      return LAYER_ETHERNET;
    case LAYER_GRE:
      next = read_16 (self, 2) == 0x6558 ? LAYER_ETHERNET : get_of_type (read_16 (self, 2));
      self->at += 4;
      return next;
    case LAYER_TCP:
    case LAYER_ICMP:
    case LAYER_ARP:
    case LAYER_NONE:
    default:
      return LAYER_NONE;
    }
}

static uint32_t
get_flag (LayerKind last)
{
  return last == LAYER_ETHERNET ? LAYERS_BARE : last == LAYER_ARP ? LAYERS_ARP : last == LAYER_ICMP ? LAYERS_ICMP : 0;
}

void
layers_find (Layers *self,
             const uint8_t *bytes,
             uint32_t length)
{
  static const uint8_t sizes[] = {
    [LAYER_ETHERNET] = 14, [LAYER_VLAN] = 4, [LAYER_MPLS] = 4, [LAYER_IP4] = 20, [LAYER_IP6] = 40, [LAYER_TCP] = 20,
    [LAYER_UDP] = 8, [LAYER_ICMP] = 8, [LAYER_ARP] = 28, [LAYER_VXLAN] = 8, [LAYER_GRE] = 4,
  };
  Finder finder = { self, bytes, 0, length < LAYERS_WINDOW ? length : LAYERS_WINDOW, length };
  LayerKind kind = LAYER_ETHERNET;

  memset (self, 0, sizeof *self);
  while (kind != LAYER_NONE && begin (&finder, kind, sizes[kind]))
    kind = pass (&finder, kind);
  if (self->n > 0 && (self->flags & LAYERS_MALFORMED) == 0)
    self->flags |= get_flag ((LayerKind) self->kinds[self->n - 1]);
}

void
layers_write (const Layers *self,
              uint8_t *notes)
{
  notes[0] = (uint8_t) self->n;
  notes[1] = (uint8_t) self->flags;
  for (uint32_t i = 0; i < self->n; i++)
    {
      uint8_t *record = notes + 4 + 4 * i;

      record[0] = self->offsets[i];
      record[1] = self->kinds[i];
      record[2] = record[3] = 0;
    }
}
