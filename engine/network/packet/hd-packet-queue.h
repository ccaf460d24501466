/* hd-packet-queue.h: the end of a link at a node: the queue into it, the buffer behind it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-packet-fair.h"
#include "hd-packet-network.h"
#include "hd-packet-noise.h"

G_BEGIN_DECLS

/** HdPacketServer: serialises onto a wire: one for each direction of a link, or one for both if it is shared */
typedef struct
{
  HdTime free_at;
  guint32 n_places; /* taken at a shared link that changes */
  HdNoiseOrder order;
  HdPacketNoise noise;
} HdPacketServer;

/** HdPacketLeaving: a packet whose transmission is decided; @wait: from joining the queue until @start */
typedef struct
{
  HdTime start;
  HdTime end;
  guint64 bytes;
  HdTime wait;
} HdPacketLeaving;

HD_RING (HdPacketLeavings, hd_packet_leavings, HdPacketLeaving)

/**
 * HdPacketPort:
 * @draws_noise: it is the end that starts the noise of its server
 * @credit: room in the buffer at the far end, as far as this end knows; %G_MAXUINT64 without end
 * @waiting: what waits for room, or for its turn to be cut; nothing if @fair is there
 * @fair: (nullable): what waits, if the port does not serve in the order of arrival
 * @leaving: what has its time; the first may be on the wire
 * @first_counts: the first of @leaving is on the wire, and is in the statistics already
 * @changes: the link changes at some moment, so nothing has a time before the wire falls free
 * @failed: the link has
 * @peer: (nullable): the other end of a shared link that changes
 */
typedef struct _HdPacketPort HdPacketPort;
struct _HdPacketPort
{
  HdPacketServer *server;
  double ps_per_byte;
  HdTime packet_time;
  guint64 credit;
  HdPacketItems waiting;
  HdPacketFair *fair; /* owned */
  HdPacketLeavings leaving;
  guint64 waiting_bytes;
  guint64 leaving_bytes;
  gboolean first_counts;
  gboolean draws_noise;
  gboolean is_pumped; /* a wake-up to go on is under way */
  gboolean changes;
  gboolean failed;
  HdPacketPort *peer;
  HdPacketLinkStatistics statistics;
};

/** hd_packet_port_get_time: for which @bytes occupy the link, in picoseconds; HD_TIME_MAX for longer */
static inline HdTime
hd_packet_port_get_time (const HdPacketPort *self,
                         guint64 bytes)
{
  double time = (double) bytes * self->ps_per_byte + 0.5;

  return MAX (time < (double) HD_TIME_MAX ? (HdTime) time : HD_TIME_MAX, self->packet_time);
}

void hd_packet_port_clear (HdPacketPort *self);
/** hd_packet_port_add: to the queue, nothing else; @party: whose queue, if the port serves in fair shares */
void hd_packet_port_add (HdPacketPort *self,
                         guint32 party,
                         const HdPacketItem *item,
                         HdTime now);
/**
 * hd_packet_port_next: the first of the queue if it may have a time: its turn has come and there is room for @packet_bytes or what is left of it
 *
 * In the order of arrival that is long before it goes; a fair port knows who is next when the wire falls free.
 */
HdPacketItem *hd_packet_port_next (HdPacketPort *self,
                                   guint64 packet_bytes,
                                   HdTime now);
/**
 * hd_packet_port_take: decides when @bytes of the first of the queue go; what is left stays, and has its turn afterwards
 *
 * Returns: its times; an end after that of simulated time is %HD_TIME_MAX
 */
HdPacketLeaving hd_packet_port_take (HdPacketPort *self,
                                     guint64 bytes,
                                     HdTime now);
/** hd_packet_port_peek: (nullable): what goes next */
static inline HdPacketItem *
hd_packet_port_peek (HdPacketPort *self)
{
  return G_UNLIKELY (self->fair != NULL) ? hd_packet_fair_peek (self->fair) : hd_packet_items_peek (&self->waiting);
}

/** hd_packet_port_find_first: (nullable): what at the other end of a shared link that changes came before @item and goes first */
static inline HdPacketItem *
hd_packet_port_find_first (HdPacketPort *self,
                           const HdPacketItem *item)
{
  HdPacketItem *other = self->peer != NULL ? hd_packet_port_peek (self->peer) : NULL;

  return other != NULL && other->place != 0 && (gint32) (other->place - item->place) < 0 ? other : NULL;
}

/** hd_packet_port_take_all: what waits, in order; not if it serves in fair shares */
HdPacketItems hd_packet_port_take_all (HdPacketPort *self);
/** hd_packet_port_get_turn: when to ask again because time has passed; HD_TIME_MAX: not before something joins, or room is told of */
static inline HdTime
hd_packet_port_get_turn (HdPacketPort *self,
                         guint64 packet_bytes,
                         HdTime now)
{
  const HdPacketItem *item = hd_packet_port_peek (self), *first;
  HdTime turn = item == NULL ? now : self->fair != NULL ? self->server->free_at : item->arrival;

  if (G_UNLIKELY (self->changes) && item != NULL)
    {
      turn = MAX (turn, self->server->free_at);
      if (turn <= now && (first = hd_packet_port_find_first (self, item)) != NULL)
        turn = hd_time_add (now, hd_packet_port_get_time (self->peer, MIN (first->rest, packet_bytes)));
    }

  return turn > now ? turn : HD_TIME_MAX;
}

gboolean hd_packet_port_is_waiting (const HdPacketPort *self);
/** hd_packet_port_holds: whether something waits that came in through @in_port */
gboolean hd_packet_port_holds (const HdPacketPort *self,
                               guint32 in_port);
/** hd_packet_port_count: what is on the wire @now is in the statistics, too */
void hd_packet_port_count (HdPacketPort *self,
                           HdTime now);
/** hd_packet_port_settle: what has left by @now is in the statistics, and forgotten */
void hd_packet_port_settle (HdPacketPort *self,
                            HdTime now);

G_END_DECLS
