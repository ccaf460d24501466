/* hd-packet-fair.h: who goes next at a port that serves all who send through it alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Start-time fair queueing (Goyal, Vin and Cheng, "Start-time fair queueing", 1996) with equal weights: packets of one party stand in a queue of their
 * own, and the queue whose first packet has the earliest virtual start goes. While two parties wait, the times for which they had the link differ by a
 * packet of each at most. A party is a route, that is, from one node to one other, or a sender, as in Nagle's "On packet switches with infinite storage"
 * (RFC 970, 1985).
 */
#pragma once

#include "hd-ring.h"
#include "hd-kernel.h"

G_BEGIN_DECLS

/**
 * HdPacketItem: a message in a queue, of which what is left may be cut into packets
 * @message: as it goes onto the link, but for its hop
 * @arrival: when its next packet joined the queue
 * @tail: earliest end of transmission: when its last byte is here; at cut-through later than @arrival
 * @rest: bytes not yet sent
 * @in_port: whose buffer it fills, or HD_PACKET_MESSAGE or HD_PACKET_CUT for one that was made here
 * @place: at a shared link that changes, from 1: since it could go but for what came before; 0: it cannot yet
 */
typedef struct
{
  HdMessage message;
  HdTime arrival;
  HdTime tail;
  guint64 rest;
  guint32 in_port;
  guint32 place;
} HdPacketItem;

#define HD_PACKET_MESSAGE HD_NO_ID    /* a whole message: to be cut as its packets leave */
#define HD_PACKET_CUT (HD_NO_ID - 1u) /* a packet of one that was cut before it joined the queue */

HD_RING (HdPacketItems, hd_packet_items, HdPacketItem)

/** hd_packet_items_has: whether one came in through @in_port */
static inline gboolean
hd_packet_items_has (const HdPacketItems *self,
                     guint32 in_port)
{
  for (guint32 i = 0; i < self->n; i++)
    if (self->elements[(self->first + i) & (self->capacity - 1)].in_port == in_port)
      return TRUE;
  return FALSE;
}

typedef struct _HdPacketFair HdPacketFair;

HdPacketFair *hd_packet_fair_new (void);
void hd_packet_fair_free (HdPacketFair *self);
/** hd_packet_fair_add: of @party, a number; @is_idle: nothing is on the wire */
void hd_packet_fair_add (HdPacketFair *self,
                         guint32 party,
                         const HdPacketItem *item,
                         gboolean is_idle);
/** hd_packet_fair_peek: (nullable): who is next. O(1) */
HdPacketItem *hd_packet_fair_peek (HdPacketFair *self);
/** hd_packet_fair_take: the next one goes, for @service; @is_whole: nothing is left of it. O(log parties that wait) */
void hd_packet_fair_take (HdPacketFair *self,
                          HdTime service,
                          gboolean is_whole);
/** hd_packet_fair_holds: whether something waits that came in through @in_port. O(packets that wait) */
gboolean hd_packet_fair_holds (const HdPacketFair *self,
                               guint32 in_port);

G_END_DECLS
