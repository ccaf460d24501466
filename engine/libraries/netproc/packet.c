/* packet.c: what goes over links between parts of a network processor
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "packet.h"

#include <string.h>

HdBuffer *
packet_share (const HdHost *host,
              HdComponentContext *context,
              const Packet *packet,
              const uint8_t *bytes)
{
  uint8_t all[sizeof *packet + PACKET_MAXIMUM_BYTES];

  memcpy (all, packet, sizeof *packet);
  memcpy (all + sizeof *packet, bytes, packet->length);
  return host->share (context, all, sizeof *packet + packet->length);
}

static int
is_list (const Packet *packet)
{
  for (uint32_t i = 0; i < packet->n_stages && i < PACKET_EVENTS; i++)
    if (packet->stages[i] >= PACKET_STAGES)
      return 0;
  return packet->n_stages <= PACKET_EVENTS;
}

const Packet *
packet_open (const HdHost *host,
             HdComponentContext *context,
             HdBuffer *buffer,
             const uint8_t **out_bytes)
{
  size_t size = 0;
  const Packet *packet = buffer != NULL ? host->peek (context, buffer, &size) : NULL;

  if (packet == NULL || size < sizeof *packet || packet->length > PACKET_MAXIMUM_BYTES || size != sizeof *packet + packet->length || packet->verdict >= PACKET_N_VERDICTS || !is_list (packet))
    {
      host->fail (context, "what came with a message is no packet");
      return NULL;
    }
  *out_bytes = (const uint8_t *) (packet + 1);
  return packet;
}
