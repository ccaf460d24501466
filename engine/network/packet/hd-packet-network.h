/* hd-packet-network.h: messages as packets that queue at the ports of switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every node of a design that has links belongs to the network. What agents send, their parcels, are messages here, which go along the route that the
 * design's router gives, so that packets take the links that flows take.
 *
 * The model. Each direction of a link has an output queue at the node that sends into it: first come, first served, one packet at a time, for size
 * / bandwidth or the time of a packet, whichever is longer; then the packet travels for the link's latency. Each receiving end has a buffer in
 * bytes. A packet starts only when the buffer ahead has room for all of it; the room is free again when the packet has left the node, which the
 * sender learns after the link's latency (credits). A queue whose head waits for room waits as a whole. Nothing is ever dropped. What an agent
 * sends waits in its node's memory, without limit. A shared link is one server for both directions, each with its own queue and buffer.
 *
 * Store and forward: a packet joins the next queue when its last byte is in. Cut-through: when its first byte is in, and it goes on as early as it
 * can without running dry on the way out, so that alone it takes the latencies plus the longest serialisation (plus, for each link that is slower
 * than the one before it, which in turn is faster than one before that, what the packet was held back for); headers have no length. In both, a
 * message is delivered when its last byte is in.
 *
 * Service in fair shares instead (HdService): packets between two nodes, or packets of one sender, stand in a queue of their own at each port, and those
 * that wait get the same of the link (hd-packet-fair.h). Between pairs a sender divides its own link among all that it has to send; by senders it sends one
 * message after the other, and has the share of one elsewhere. A shared link serves in the order of arrival all the same, for neither end knows what waits
 * at the other.
 *
 * A window bounds what a node has on the way: what of its messages has joined a queue and is not known to be there. The receiver says so of each packet
 * when its last byte is in; the word takes the latencies of the way, and no room on links. Messages leave in the order of sending, so that one to a
 * slow receiver holds up those behind it.
 *
 * Links may change at moments of the run (hd_design_get_change ()). A packet whose transmission has begun goes on as it began. What waits for a link that
 * fails, or comes to it later, goes on from there by another route; if there is none it waits until one is there again. Packets of one message may then
 * overtake each other: it is delivered when all of it is there.
 *
 * Events at one time are in the order of the kernel (sender, then the order of sending), whatever strategy runs it.
 */
#pragma once

#include "hd-agent-network.h"

G_BEGIN_DECLS

#define HD_PACKET_MAX_NODES (1u << 24)

typedef enum
{
  HD_PACKET_STORE_AND_FORWARD,
  HD_PACKET_CUT_THROUGH,
} HdPacketSwitching;

/**
 * HdPacketRules:
 * @packet_bytes: longer messages are cut into packets of this size, at least 1
 * @buffer_bytes: at each receiving end of a link, at least a packet; 0: no end
 * @service: in which order packets that wait for a link go
 * @window_bytes: of a node, on the way at any time, at least a packet; 0: no end
 * @packet_time: the least time for which a packet occupies a link, in picoseconds
 * @noise: (array length=links) (nullable): share of each link's capacity that other traffic takes, at least 0, below 1; %NULL for none
 * @noise_bytes: size of its packets, at least 1
 * @noise_order: how noise and the work share a link
 */
typedef struct
{
  HdPacketSwitching switching;
  guint64 packet_bytes;
  guint64 buffer_bytes;
  HdService service;
  guint64 window_bytes;
  HdTime packet_time;
  const double *noise;
  guint64 noise_bytes;
  HdNoiseOrder noise_order;
} HdPacketRules;

/** HdPacketNetwork: begins with an HdAgentNetwork, and may be used as one */
typedef struct _HdPacketNetwork HdPacketNetwork;

/** HdPacketLinkStatistics: of one direction of a link; waits are from joining the queue to the start of transmission */
typedef struct
{
  guint64 packets;       /* whose transmission has begun */
  guint64 bytes;
  double wait;           /* sum over packets, in picoseconds: of many long waits beyond HdTime */
  HdTime longest_wait;
  guint64 longest_queue; /* bytes that waited at most */
} HdPacketLinkStatistics;

/**
 * hd_packet_network_new:
 * @kernel: not started; the network's nodes are added to it
 * @partitions: (array length=nodes) (nullable): of each node; %NULL puts all into one. Both ends of a shared link belong together
 *
 * O(nodes + links); routes are looked up when they are first used and kept, 4 bytes a hop: memory grows with the pairs that talk to each other, of
 * which there can be %HD_AGENT_MAX_ROUTES.
 *
 * Errors: %HD_ERROR_RANGE for a rule out of its range, a shared link between partitions, or too many nodes; those of the present budget.
 */
HdPacketNetwork *hd_packet_network_new (HdDesign *design,
                                        const HdPacketRules *rules,
                                        HdKernel *kernel,
                                        const guint32 *partitions,
                                        GError **error);
/** hd_packet_network_free: after the kernel, for agents' states are cleared with it */
void hd_packet_network_free (HdPacketNetwork *self);

/* While the kernel rests. */
/** hd_packet_network_get_next_change: when hd_packet_network_change () is due; %HD_TIME_MAX for never */
HdTime hd_packet_network_get_next_change (HdPacketNetwork *self);
/** hd_packet_network_change: everything before @time has happened: links become what the design says that they change to then */
void hd_packet_network_change (HdPacketNetwork *self,
                               HdTime time);
/**
 * hd_packet_network_check:
 *
 * To be asked when no event is left. Noise makes none.
 *
 * Errors: %HD_ERROR_DEADLOCK: packets wait for room in buffers in a circle; the message names the links.
 */
gboolean hd_packet_network_check (HdPacketNetwork *self,
                                  GError **error);
/** hd_packet_network_level: in several processes, which call it together: all have the statistics of all links, as far as they are at @time */
void hd_packet_network_level (HdPacketNetwork *self,
                              HdTime time);
/** hd_packet_network_read_link: up to @time, not before the last event there; @direction 0 is from -> to */
void hd_packet_network_read_link (HdPacketNetwork *self,
                                  guint32 link,
                                  guint direction,
                                  HdTime time,
                                  HdPacketLinkStatistics *out_statistics);
/** hd_packet_network_get_carried: bytes that went onto the link up to @time, not before the last event there */
double hd_packet_network_get_carried (HdPacketNetwork *self,
                                      guint32 link,
                                      guint direction,
                                      HdTime time);
/** hd_packet_network_get_queue: bytes that wait for the link at @time */
guint64 hd_packet_network_get_queue (HdPacketNetwork *self,
                                     guint32 link,
                                     guint direction,
                                     HdTime time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPacketNetwork, hd_packet_network_free)

G_END_DECLS
