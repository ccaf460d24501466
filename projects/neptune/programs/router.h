/* router.h: what a router with one way out does, in two stages
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is for the router itself goes to control, what has travelled too far or is malformed is dropped; what is left of IP goes on with a hop less, by port 2 and from the
 * other end of the link. What is not IP goes on as it is.
 */
#pragma once

#include "engine.h"

enum { MALFORMED = 1, EXPIRED };
typedef enum { IP_4, IP_6 } Version;

#define HEADER 14 /* where that of IP begins */
#define ROUTER 0xc0000201u /* 192.0.2.1 */
#define ICMP 1

static inline void
check_4 (const uint8_t *header,
         uint32_t length)
{
  uint32_t n = (header[0] & 15u) * 4, all = read_16 (header + 2);

  if (length < HEADER + 20 || header[0] >> 4 != 4 || n < 20 || all < n || all > length - HEADER)
    send (DROP, MALFORMED);
  if (header[9] == ICMP && (read_16 (header + 16) << 16 | read_16 (header + 18)) == ROUTER)
    send (PUNT, 0);
  if (header[8] <= 1)
    send (DROP, EXPIRED);
}

static inline void
check_6 (const uint8_t *header,
         uint32_t length)
{
  if (length < HEADER + 40 || header[0] >> 4 != 6 || read_16 (header + 4) > length - HEADER - 40)
    send (DROP, MALFORMED);
  if (header[7] <= 1)
    send (DROP, EXPIRED);
}

/* The first stage: comes back if there is more to do. */
static inline Version
classify (const uint8_t *frame)
{
  uint32_t length = packet_length ();

  if (length < HEADER)
    send (DROP, MALFORMED);
  switch (read_16 (frame + 12))
    {
    case 0x0800:
      check_4 (frame + HEADER, length);
      return IP_4;
    case 0x86dd:
      check_6 (frame + HEADER, length);
      return IP_6;
    case 0x0806:
      send (PUNT, 0);
    default:
      send (EGRESS, 0);
    }
}

/* RFC 1624: the checksum of a header whose 16 bits @before have become @after. */
static inline uint32_t
mend (uint32_t checksum,
      uint32_t before,
      uint32_t after)
{
  uint32_t sum = (~checksum & 0xffff) + (~before & 0xffff) + after;

  sum = (sum >> 16) + (sum & 0xffff);
  sum = (sum >> 16) + (sum & 0xffff);
  return ~sum & 0xffff;
}

/* The second stage. */
static inline void __attribute__ ((noreturn))
edit (uint8_t *frame,
      Version version)
{
  uint8_t *header = frame + HEADER;

  if (version == IP_4)
    {
      uint32_t before = read_16 (header + 8);

      header[8]--;
      write_16 (header + 10, mend (read_16 (header + 10), before, before - 0x100));
    }
  else
    header[7]--;
  for (unsigned i = 0; i < 6; i++)
    {
      uint8_t byte = frame[i];

      frame[i] = frame[6 + i];
      frame[6 + i] = byte;
    }
  set_port (2);
  send (EGRESS, 0);
}
