/* outlet.c: how an endpoint sends packets into a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "outlet.h"

#include <stdlib.h>

void
outlet_announce (const HdBlockHost *host, HdBlockContext *context, uint32_t link)
{
  for (uint32_t c = 0; link != HD_NO_LINK && c < ENDPOINT_CHANNELS; c++)
    host->send (context, link, 0, 0, &(HdMessage){ .kind = MESSAGE_CREDIT | c << 8, .payload = { UNLIMITED, ENDPOINT_CHANNELS } });
}

const char *
outlet_accept (const Outlet *self, const HdMessage *message, uint32_t operations, uint64_t *out_value)
{
  uint32_t channel = message_channel (message);
  Packet packet;

  if (message_is_credit (message))
    return channel < MAX_CHANNELS ? credit_accept (message, self->room[channel], self->credits[channel], out_value)
                                  : channel_refuse (message, out_value);
  if (channel >= ENDPOINT_CHANNELS)
    return channel_refuse (message, out_value);
  if ((message->kind & MESSAGE_TAIL) == 0)
    return NULL;
  packet = packet_read (message);
  return packet_accept (&packet, operations, out_value);
}

int
outlet_waits (const Outlet *self, uint32_t port, HdWait *out_wait)
{
  out_wait->port = port;
  out_wait->n = outlet_length (self);
  out_wait->what = N_("room for packets");
  return out_wait->n > 0;
}

int
outlet_push (Outlet *self, const Packet *packet)
{
  OutletQueue *queue = &self->queues[operation_class (packet->operation)];

  if (queue->n == queue->capacity)
    {
      uint32_t capacity = queue->capacity == 0 ? 4 : 2 * queue->capacity;
      Packet *packets = malloc (capacity * sizeof (Packet));

      if (packets == NULL)
        return 0;
      for (uint32_t i = 0; i < queue->n; i++)
        packets[i] = queue->packets[(queue->first + i) & (queue->capacity - 1)];
      free (queue->packets);
      queue->packets = packets;
      queue->first = 0;
      queue->capacity = capacity;
    }
  queue->packets[(queue->first + queue->n++) & (queue->capacity - 1)] = *packet;
  return 1;
}

void
outlet_credit (Outlet *self, const HdMessage *message)
{
  uint32_t channel = message_channel (message);

  if (message->payload[1] > 0)
    {
      self->n_channels = (uint32_t) message->payload[1];
      self->room[channel] = (int32_t) message->payload[0];
    }
  self->credits[channel] += (int32_t) message->payload[0];
}

/* A channel with room for the first flit of a packet, or the number of channels. With a single one, a packet of the other class may be on its way in it. */
static uint32_t
choose_channel (const Outlet *self, PacketClass class)
{
  const OutletQueue *other = &self->queues[N_CLASSES - 1 - class];
  uint32_t first, end;

  channels_of (self->n_channels, class, &first, &end);
  for (uint32_t c = first; c < end; c++)
    if (self->credits[c] > 0 && (other->left == 0 || other->channel != c))
      return c;
  return self->n_channels;
}

/* Returns whether a flit has left. */
static int
send_flit (Outlet *self, PacketClass class, const HdBlockHost *host, HdBlockContext *context)
{
  OutletQueue *queue = &self->queues[class];
  HdMessage message = { 0 };
  const Packet *packet;

  if (queue->n == 0)
    return 0;
  packet = &queue->packets[queue->first & (queue->capacity - 1)];
  if (queue->left == 0)
    {
      queue->channel = choose_channel (self, class);
      if (queue->channel == self->n_channels)
        return 0;
      queue->left = packet->flits;
      message.kind = MESSAGE_HEAD;
    }
  if (self->credits[queue->channel] == 0)
    return 0;
  if (self->credits[queue->channel] < UNLIMITED)
    self->credits[queue->channel]--;
  if (--queue->left == 0)
    message.kind |= MESSAGE_TAIL;
  message.kind |= queue->channel << 8;
  packet_write (packet, &message);
  host->send (context, self->link, 0, FLIT_BYTES, &message);
  if (queue->left == 0)
    {
      queue->first++;
      queue->n--;
    }
  return 1;
}

int64_t
outlet_send (Outlet *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, uint32_t width)
{
  while (width > 0)
    {
      if (!send_flit (self, CLASS_REPLY, host, context) && !send_flit (self, CLASS_REQUEST, host, context))
        return HD_NEVER;
      width--;
    }
  return outlet_length (self) > 0 ? cycle + 1 : HD_NEVER;
}

void
outlet_clear (Outlet *self)
{
  for (uint32_t c = 0; c < N_CLASSES; c++)
    free (self->queues[c].packets);
}
