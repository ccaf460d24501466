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
  uint8_t all[sizeof *packet + PACKET_MAXIMUM_BYTES + TRAIL_MOST * sizeof (TrailMoment)];
  size_t n = packet->length + packet->n_moments * sizeof (TrailMoment);

  memcpy (all, packet, sizeof *packet);
  memcpy (all + sizeof *packet, bytes, n);
  return host->share (context, all, sizeof *packet + n);
}

int
packet_insert (Packet *self,
               uint32_t event)
{
  if (PACKET_EVENT_STAGE (event) >= PACKET_STAGES || self->n_events == PACKET_EVENTS)
    return 0;
  memmove (self->events + 1, self->events, self->n_events++ * sizeof *self->events);
  self->events[0] = event;
  return 1;
}

int
packet_remove (Packet *self,
               uint32_t stage)
{
  for (uint32_t i = 0; i < self->n_events; i++)
    if (PACKET_EVENT_STAGE (self->events[i]) == stage)
      {
        memmove (self->events + i, self->events + i + 1, (--self->n_events - i) * sizeof *self->events);
        return 1;
      }
  return 0;
}

/* How many there are, and four bits for each, the first one lowest. */
uint64_t
packet_pack_path (const uint32_t *stages,
                  uint32_t n,
                  uint32_t skipped)
{
  uint64_t path = 0, n_left = 0;

  for (uint32_t i = 0; i < n; i++)
    if ((skipped >> stages[i] & 1) == 0)
      path |= (uint64_t) stages[i] << (4 + 4 * n_left++);
  return path | n_left;
}

void
packet_unpack_path (Packet *self,
                    uint64_t path)
{
  self->is_routed = 1;
  self->n_events = path & 15;
  if (self->n_events > PACKET_EVENTS)
    self->n_events = PACKET_EVENTS;
  for (uint32_t i = 0; i < self->n_events; i++)
    self->events[i] = (uint32_t) (path >> (4 + 4 * i) & 15);
}

/* FNV-1a. */
static uint32_t
add_to_hash (uint32_t hash,
             const uint8_t *bytes,
             uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * UINT32_C (16777619);
  return hash;
}

uint32_t
packet_get_flow (const uint8_t *bytes,
                 uint32_t length)
{
  uint32_t type = length < 14 ? 0 : (uint32_t) bytes[12] << 8 | bytes[13], hash = UINT32_C (2166136261);
  uint32_t from = type == 0x0800 ? 26 : type == 0x86dd ? 22 : 0, n = type == 0x0800 ? 8 : type == 0x86dd ? 32 : 12, protocol = type == 0x0800 ? 23 : 20;

  n = length < from ? 0 : length - from < n ? length - from : n;
  hash = add_to_hash (hash, bytes + (n > 0 ? from : 0), n);
  if (from > 0 && length >= from + n + 4 && (bytes[protocol] == 6 || bytes[protocol] == 17))
    hash = add_to_hash (hash, bytes + from + n, 4);
  return (hash ^ hash >> 16) % PACKET_FLOWS;
}

static int
is_list (const Packet *packet)
{
  for (uint32_t i = 0; i < packet->n_events && i < PACKET_EVENTS; i++)
    if (PACKET_EVENT_STAGE (packet->events[i]) >= PACKET_STAGES)
      return 0;
  return packet->n_events <= PACKET_EVENTS;
}

static int
is_trail (const Packet *packet)
{
  return packet->followed <= TRAIL_PACKETS && (packet->followed > 0 || packet->n_moments == 0) &&
         trail_check ((const uint8_t *) (packet + 1) + packet->length, packet->n_moments, packet->arrived);
}

const Packet *
packet_open (const HdHost *host,
             HdComponentContext *context,
             HdBuffer *buffer,
             const uint8_t **out_bytes)
{
  size_t size = 0;
  const Packet *packet = buffer != NULL ? host->peek (context, buffer, &size) : NULL;

  if (packet == NULL || size < sizeof *packet || packet->length > PACKET_MAXIMUM_BYTES || packet->n_moments > TRAIL_MOST ||
      size != sizeof *packet + packet->length + packet->n_moments * sizeof (TrailMoment) || !is_trail (packet) || packet->verdict >= PACKET_N_VERDICTS || packet->flow >= PACKET_FLOWS || !is_list (packet))
    {
      host->fail (context, "what came with a message is no packet");
      return NULL;
    }
  *out_bytes = (const uint8_t *) (packet + 1);
  return packet;
}

HdBuffer *
packet_note_moment (const HdHost *host,
                    HdComponentContext *context,
                    HdBuffer *held,
                    TrailMoment moment)
{
  uint8_t all[sizeof (Packet) + PACKET_MAXIMUM_BYTES + TRAIL_MOST * sizeof (TrailMoment)];
  TrailMoment trail[TRAIL_MOST];
  const uint8_t *bytes;
  const Packet *packet = packet_open (host, context, held, &bytes);
  HdBuffer *noted = NULL;
  Packet copy;

  if (packet != NULL)
    {
      copy = *packet;
      memcpy (trail, bytes + copy.length, copy.n_moments * sizeof *trail);
      copy.n_moments = trail_add (trail, copy.n_moments, moment);
      memcpy (all, bytes, copy.length);
      memcpy (all + copy.length, trail, copy.n_moments * sizeof *trail);
      noted = packet_share (host, context, &copy, all);
    }
  host->drop (context, held);
  return noted;
}

const Packet *
packet_take (const HdHost *host,
             HdComponentContext *context,
             uint32_t what,
             uint32_t stage,
             int64_t time,
             HdBuffer **out_buffer,
             const uint8_t **out_bytes)
{
  HdBuffer *buffer = host->carried (context);
  const Packet *packet = packet_open (host, context, buffer, out_bytes);

  if (packet == NULL)
    return NULL;
  host->hold (context, buffer);
  *out_buffer = buffer;
  if (packet->followed == 0)
    return packet;
  *out_buffer = packet_note_moment (host, context, buffer, (TrailMoment){ time, what, stage });
  return *out_buffer != NULL ? packet_open (host, context, *out_buffer, out_bytes) : NULL;
}
