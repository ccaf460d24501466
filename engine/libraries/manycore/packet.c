/* packet.c: what travels on the chip
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "packet.h"

static const char *
refuse_operation (uint32_t operations)
{
  switch (operations)
    {
    case TAKES_DATA:
      return N_("the operation must be 0 (data)");
    case TAKES_ACCESSES:
      return N_("the operation must be 1 (read) or 2 (write)");
    case TAKES_REPLIES:
      return N_("the operation must be 3 (answer to a read) or 4 (answer to a write)");
    case TAKES_ANSWERS:
      return N_("the operation must be 3 to 6 (an answer)");
    default:
      return N_("the operation must be 0 to 6");
    }
}

const char *
packet_accept (const Packet *packet, uint32_t operations, uint64_t *out_value)
{
  int is_access = packet->operation == OPERATION_READ || packet->operation == OPERATION_WRITE;

  *out_value = packet->operation;
  if ((operations >> packet->operation & 1) == 0)
    return refuse_operation (operations);
  *out_value = packet->flits;
  if (packet->flits == 0 || packet->flits > MAX_FLITS)
    return N_("a packet must have 1 to 63 flits");
  *out_value = packet->size;
  if (packet->size > MAX_ACCESS || (is_access && packet->size == 0))
    return N_("an access must have 1 to 1,024 bytes");
  return NULL;
}

const char *
channel_refuse (const HdMessage *message, uint64_t *out_value)
{
  *out_value = message_channel (message);
  return N_("the virtual channel must be one that was announced");
}
