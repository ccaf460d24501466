/* frames.c: packets of twelve types, each of 128 bytes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "frames.h"

#include <string.h>

enum { IP_ICMP = 1, IP_4 = 4, IP_TCP = 6, IP_UDP = 17, IP_6 = 41 };
enum { ETHER_4 = 0x0800, ETHER_ARP = 0x0806, ETHER_6 = 0x86dd, ETHER_EXPERIMENT = 0x88b5 };

typedef struct
{
  uint8_t *bytes;
  unsigned at;
  uint32_t pseudo; /* sum of the addresses of the last layer, for checksums of what is in it */
} Maker;

static void
put_16 (Maker *self,
        unsigned value)
{
  self->bytes[self->at++] = (uint8_t) (value >> 8);
  self->bytes[self->at++] = (uint8_t) value;
}

static void
put_32 (Maker *self,
        uint32_t value)
{
  put_16 (self, value >> 16);
  put_16 (self, value & 0xffff);
}

/* RFC 1071; @n is even. */
static uint32_t
add_up (const uint8_t *bytes,
        unsigned n,
        uint32_t sum)
{
  for (unsigned i = 0; i < n; i += 2)
    sum += (uint32_t) bytes[i] << 8 | bytes[i + 1];
  return sum;
}

static unsigned
fold (uint32_t sum)
{
  while (sum > 0xffff)
    sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}

static void
put_checksum (Maker *self,
              unsigned at,
              unsigned from,
              unsigned to,
              uint32_t sum)
{
  unsigned value = fold (add_up (self->bytes + from, to - from, sum)), here = self->at;

  self->at = at;
  put_16 (self, value);
  self->at = here;
}

static void
put_ethernet (Maker *self,
              unsigned type)
{
  static const uint8_t to[] = { 2, 0, 0, 0, 0, 1 }, from[] = { 2, 0, 0, 0, 0, 2 };

  memcpy (self->bytes, to, sizeof to);
  memcpy (self->bytes + sizeof to, from, sizeof from);
  self->at = sizeof to + sizeof from;
  put_16 (self, type);
}

static void
put_ip4 (Maker *self,
         unsigned protocol,
         unsigned dscp,
         uint32_t from,
         uint32_t to)
{
  unsigned begin = self->at;

  put_16 (self, 0x4500 | dscp << 2);
  put_16 (self, FRAMES_BYTES - begin);
  put_32 (self, 0);
  put_16 (self, 64 << 8 | protocol);
  put_16 (self, 0);
  put_32 (self, from);
  put_32 (self, to);
  put_checksum (self, begin + 10, begin, self->at, 0);
  self->pseudo = add_up (self->bytes + begin + 12, 8, protocol + FRAMES_BYTES - self->at);
}

/* 2001:db8:@net::@from -> 2001:db8:@net:: (or the next net, if it is not 0) @to */
static void
put_ip6 (Maker *self,
         unsigned next,
         unsigned net,
         unsigned from,
         unsigned to)
{
  unsigned begin = self->at;

  put_32 (self, UINT32_C (6) << 28);
  put_16 (self, FRAMES_BYTES - begin - 40);
  put_16 (self, next << 8 | 64);
  for (unsigned i = 0; i < 2; i++)
    {
      put_32 (self, UINT32_C (0x20010db8));
      put_16 (self, net == 0 ? 0 : net + i);
      self->at += 8;
      put_16 (self, i == 0 ? from : to);
    }
  self->pseudo = add_up (self->bytes + begin + 8, 32, next + FRAMES_BYTES - self->at);
}

static void
put_payload (Maker *self)
{
  for (; self->at < FRAMES_BYTES; self->at++)
    self->bytes[self->at] = (uint8_t) self->at;
}

static void
put_udp (Maker *self,
         unsigned from,
         unsigned to)
{
  unsigned begin = self->at;

  put_16 (self, from);
  put_16 (self, to);
  put_16 (self, FRAMES_BYTES - begin);
  put_16 (self, 0);
  put_payload (self);
  put_checksum (self, begin + 6, begin, self->at, self->pseudo);
  if (self->bytes[begin + 6] == 0 && self->bytes[begin + 7] == 0) /* which would say that there is none */
    memset (self->bytes + begin + 6, 0xff, 2);
}

static void
put_tcp (Maker *self,
         unsigned from,
         unsigned to)
{
  unsigned begin = self->at;

  put_16 (self, from);
  put_16 (self, to);
  put_32 (self, 1);
  put_32 (self, 1);
  put_16 (self, 0x5010); /* five words, ACK */
  put_16 (self, 0xffff);
  put_32 (self, 0);
  put_payload (self);
  put_checksum (self, begin + 16, begin, self->at, self->pseudo);
}

static void
put_icmp (Maker *self,
          unsigned flow)
{
  unsigned begin = self->at;

  put_32 (self, UINT32_C (0x08000000)); /* echo request */
  put_16 (self, flow);
  put_16 (self, 1);
  put_payload (self);
  put_checksum (self, begin + 2, begin, self->at, 0);
}

static void
put_arp (Maker *self,
         unsigned flow)
{
  put_32 (self, UINT32_C (0x00010800));
  put_32 (self, UINT32_C (0x06040001)); /* request */
  memcpy (self->bytes + self->at, self->bytes + 6, 6);
  self->at += 6;
  put_32 (self, UINT32_C (0x0a010000) | flow);
  self->at += 6;
  put_32 (self, UINT32_C (0xc0000201));
  self->at = FRAMES_BYTES;
}

static void
put_inner (Maker *self,
           int is_6,
           unsigned flow)
{
  if (is_6)
    put_ip6 (self, IP_UDP, 1, flow, flow);
  else
    put_ip4 (self, IP_UDP, 0, UINT32_C (0x0a010000) | flow, UINT32_C (0x0a020000) | flow);
  put_udp (self, 1000 + flow, 2000);
}

static void
put_metered (Maker *self,
             unsigned flow,
             unsigned port)
{
  put_ip4 (self, IP_UDP, 46, UINT32_C (0x0a010000) | flow, UINT32_C (0x0a020000) | flow);
  put_udp (self, 1000 + flow, port);
}

void
frames_make (FramesType type,
             uint8_t flow,
             uint8_t out_bytes[FRAMES_BYTES])
{
  static const uint16_t kinds[FRAMES_N] = {
    [FRAMES_4O6] = ETHER_6, [FRAMES_6O6] = ETHER_6, [FRAMES_ARP] = ETHER_ARP, [FRAMES_PASSTHROUGH] = ETHER_EXPERIMENT,
  };
  const uint32_t here = UINT32_C (0xc0000201), from = UINT32_C (0x0a010000) | flow, service = UINT32_C (0xcb007101);
  Maker self = { .bytes = out_bytes };

  memset (out_bytes, 0, FRAMES_BYTES);
  put_ethernet (&self, kinds[type] != 0 ? kinds[type] : ETHER_4);
  switch (type)
    {
    case FRAMES_4O4_HIT:
    case FRAMES_4O4_MISS:
    case FRAMES_6O4:
      put_ip4 (&self, type == FRAMES_6O4 ? IP_6 : IP_4, 0, type == FRAMES_4O4_MISS ? UINT32_C (0xc6336409) : UINT32_C (0xc0000202), here);
      put_inner (&self, type == FRAMES_6O4, flow);
      break;
    case FRAMES_4O6:
    case FRAMES_6O6:
      put_ip6 (&self, type == FRAMES_6O6 ? IP_6 : IP_4, 0, 2, 1);
      put_inner (&self, type == FRAMES_6O6, flow);
      break;
    case FRAMES_TCP:
    case FRAMES_TCP_PASS:
      put_ip4 (&self, IP_TCP, 0, from, service);
      put_tcp (&self, 1000 + flow, type == FRAMES_TCP ? 80 : 443);
      break;
    case FRAMES_METER_DROP:
    case FRAMES_METER_PASS:
      put_metered (&self, flow, type == FRAMES_METER_DROP ? 5001 : 5002);
      break;
    case FRAMES_ARP:
      put_arp (&self, flow);
      break;
    case FRAMES_ICMP:
      put_ip4 (&self, IP_ICMP, 0, from, here);
      put_icmp (&self, flow);
      break;
    default:
      self.bytes[self.at++] = flow;
      put_payload (&self);
    }
}
