/* hd-packet-queue.c: the end of a link at a node: the queue into it, the buffer behind it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Packets are served in the order in which they join the queue, so the time of a packet is known as soon as all before it have theirs and there
 * is room for it at the far end, often long before it comes. Deciding then saves the events that a wire which falls free would need.
 */
#define G_LOG_DOMAIN "hd-packet-queue"

#include "hd-packet-queue.h"

void
hd_packet_port_clear (HdPacketPort *self)
{
  hd_packet_items_clear (&self->waiting);
  g_clear_pointer (&self->fair, hd_packet_fair_free);
  hd_packet_leavings_clear (&self->leaving);
}

/* What has its time counts once it goes: how long before that it was given it is not for statistics to tell. */
static inline void
note_leaving (HdPacketPort *self,
              const HdPacketLeaving *leaving)
{
  if (!self->first_counts)
    {
      self->statistics.packets++;
      self->statistics.bytes += leaving->bytes;
      self->statistics.wait += (double) leaving->wait;
      self->statistics.longest_wait = MAX (self->statistics.longest_wait, leaving->wait);
    }
  self->first_counts = FALSE;
}

void
hd_packet_port_settle (HdPacketPort *self,
                       HdTime now)
{
  for (HdPacketLeaving *leaving; (leaving = hd_packet_leavings_peek (&self->leaving)) != NULL && leaving->end <= now;)
    {
      note_leaving (self, leaving);
      self->leaving_bytes -= leaving->bytes;
      hd_packet_leavings_pop (&self->leaving);
    }
}

void
hd_packet_port_count (HdPacketPort *self,
                      HdTime now)
{
  const HdPacketLeaving *first;

  hd_packet_port_settle (self, now);
  first = hd_packet_leavings_peek (&self->leaving);
  if (first == NULL || first->start > now)
    return;
  note_leaving (self, first);
  self->first_counts = TRUE;
}

/* Both ends of a shared link that changes stand in one line, of what could go. */
static void
take_place (HdPacketPort *self,
            HdPacketItem *item)
{
  if (item->place > 0)
    return;
  self->server->n_places += self->server->n_places == G_MAXUINT32 ? 2 : 1;
  item->place = self->server->n_places;
}

void
hd_packet_port_add (HdPacketPort *self,
                    guint32 party,
                    const HdPacketItem *item,
                    HdTime now)
{
  HdPacketItem placed;

  self->waiting_bytes += item->rest;
  if (G_UNLIKELY (self->peer != NULL))
    {
      placed = *item;
      placed.place = 0;
      take_place (self, &placed);
      item = &placed;
    }
  if (self->fair != NULL)
    hd_packet_fair_add (self->fair, party, item, self->server->free_at <= now);
  else
    hd_packet_items_push (&self->waiting, item);
}

/* A packet that goes at once never waited. */
static void
note_queue (HdPacketPort *self,
            HdTime now)
{
  const HdPacketLeaving *first = hd_packet_leavings_peek (&self->leaving);
  guint64 queue = self->waiting_bytes + self->leaving_bytes - (first != NULL && first->start <= now ? first->bytes : 0);

  self->statistics.longest_queue = MAX (self->statistics.longest_queue, queue);
}

/* As hd_packet_port_next (), where it is not enough to be first in the queue: a fair port, and one of a link that changes, say who is next when the wire falls
 * free. */
static G_GNUC_NO_INLINE HdPacketItem *
find_next_in_turn (HdPacketPort *self,
                   guint64 packet_bytes,
                   HdTime now)
{
  HdPacketItem *item = hd_packet_port_peek (self);
  gboolean has_room = item != NULL && self->credit >= MIN (item->rest, packet_bytes);
  gboolean may_go = has_room && item->arrival <= now && (self->fair == NULL || self->server->free_at <= now);

  if (may_go && self->peer != NULL)
    take_place (self, item);
  if (may_go && (!self->changes || (self->server->free_at <= now && hd_packet_port_find_first (self, item) == NULL)))
    return item;
  if (self->peer != NULL && item != NULL && !has_room)
    item->place = 0;
  note_queue (self, now);
  return NULL;
}

HdPacketItem *
hd_packet_port_next (HdPacketPort *self,
                     guint64 packet_bytes,
                     HdTime now)
{
  HdPacketItem *item;

  if (G_UNLIKELY (self->fair != NULL || self->changes))
    return find_next_in_turn (self, packet_bytes, now);
  item = hd_packet_items_peek (&self->waiting);
  if (item != NULL && item->arrival <= now && self->credit >= MIN (item->rest, packet_bytes))
    return item;
  note_queue (self, now);
  return NULL;
}

HdPacketItems
hd_packet_port_take_all (HdPacketPort *self)
{
  HdPacketItems all = self->waiting;

  self->waiting = (HdPacketItems){ NULL };
  self->waiting_bytes = 0;
  return all;
}

gboolean
hd_packet_port_is_waiting (const HdPacketPort *self)
{
  return self->fair != NULL ? hd_packet_fair_peek (self->fair) != NULL : self->waiting.n > 0;
}

gboolean
hd_packet_port_holds (const HdPacketPort *self,
                      guint32 in_port)
{
  return self->fair != NULL ? hd_packet_fair_holds (self->fair, in_port) : hd_packet_items_has (&self->waiting, in_port);
}

HdPacketLeaving
hd_packet_port_take (HdPacketPort *self,
                     guint64 bytes,
                     HdTime now)
{
  HdPacketItem *item = hd_packet_port_peek (self);
  HdPacketServer *server = self->server;
  HdTime service = hd_packet_port_get_time (self, bytes);
  HdPacketLeaving leaving = { .bytes = bytes };

  leaving.start = MAX (now, item->tail - service);
  if (server->noise.gap > 0 && server->order == HD_NOISE_SHARES)
    leaving.start = hd_packet_noise_yield (&server->noise, leaving.start, server->free_at, service);
  else if (server->noise.gap > 0 && server->order == HD_NOISE_FAIR)
    leaving.start = hd_packet_noise_serve_fairly (&server->noise, leaving.start, server->free_at, service);
  else if (server->noise.gap > 0 && server->order == HD_NOISE_TAKES_TURNS)
    leaving.start = hd_packet_noise_take_turns (&server->noise, leaving.start, server->free_at);
  else if (server->noise.gap > 0)
    server->free_at = hd_packet_noise_pass (&server->noise, item->arrival, server->free_at);
  leaving.start = MAX (leaving.start, server->free_at);
  leaving.end = hd_time_add (leaving.start, service);
  server->free_at = leaving.end;
  leaving.wait = leaving.start - item->arrival;
  if (self->credit != G_MAXUINT64)
    self->credit -= bytes;
  hd_packet_leavings_push (&self->leaving, &leaving);
  self->leaving_bytes += bytes;
  self->waiting_bytes -= bytes;

  item->rest -= bytes;
  item->arrival = leaving.end;
  item->place = 0;
  if (self->fair != NULL)
    hd_packet_fair_take (self->fair, service, item->rest == 0);
  else if (item->rest == 0)
    hd_packet_items_pop (&self->waiting);
  return leaving;
}
