/* forward.c: a router with one way out
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is for the router itself goes to control, what has travelled too far or is malformed is dropped; what is left of IP goes on with a hop less, by port 2 and from the
 * other end of the link. What is not IP goes on as it is.
 */
#include "engine.h"

enum { MALFORMED = 1, EXPIRED };

#define ROUTER 0xc0000201u /* 192.0.2.1 */
#define ICMP 1

static void
swap_ends (uint8_t *frame)
{
  for (unsigned i = 0; i < 6; i++)
    {
      uint8_t byte = frame[i];

      frame[i] = frame[6 + i];
      frame[6 + i] = byte;
    }
}

/* RFC 1624: the checksum of a header whose 16 bits @before have become @after. */
static uint32_t
mend (uint32_t checksum,
      uint32_t before,
      uint32_t after)
{
  uint32_t sum = (~checksum & 0xffff) + (~before & 0xffff) + after;

  sum = (sum >> 16) + (sum & 0xffff);
  sum = (sum >> 16) + (sum & 0xffff);
  return ~sum & 0xffff;
}

static void
forward_4 (uint8_t *frame,
           uint32_t length)
{
  uint8_t *header = frame + 14;
  uint32_t n = (header[0] & 15u) * 4, before;

  if (length < 34 || header[0] >> 4 != 4 || n < 20 || read_16 (header + 2) < n || read_16 (header + 2) > length - 14)
    send (DROP, MALFORMED);
  if (header[9] == ICMP && (read_16 (header + 16) << 16 | read_16 (header + 18)) == ROUTER)
    send (PUNT, 0);
  if (header[8] <= 1)
    send (DROP, EXPIRED);
  before = read_16 (header + 8);
  header[8]--;
  write_16 (header + 10, mend (read_16 (header + 10), before, before - 0x100));
}

static void
forward_6 (uint8_t *frame,
           uint32_t length)
{
  uint8_t *header = frame + 14;

  if (length < 54 || header[0] >> 4 != 6 || read_16 (header + 4) > length - 54)
    send (DROP, MALFORMED);
  if (header[7] <= 1)
    send (DROP, EXPIRED);
  header[7]--;
}

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *notes)
{
  uint32_t length = packet_length ();

  (void) notes;
  if (length < 14)
    send (DROP, MALFORMED);
  switch (read_16 (window + 12))
    {
    case 0x0800: forward_4 (window, length); break;
    case 0x86dd: forward_6 (window, length); break;
    case 0x0806: send (PUNT, 0);
    default: send (EGRESS, 0);
    }
  swap_ends (window);
  set_port (2);
  send (EGRESS, 0);
}
