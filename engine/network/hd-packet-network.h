/* hd-packet-network.h: messages as packets that queue at the ports of switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every node of a design that has links becomes a component of a kernel, beside what it does itself if it acts. What is sent goes along
 * the route that the design's router gives, so that packets take the links that flows take. A node may have agents: programs that live on it,
 * send, and get what arrives from others of their sort. Endpoints, memories and switches may all have some.
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
 * Events at one time are in the order of the kernel (sender, then the order of sending), whatever strategy runs it.
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-kernel.h"

G_BEGIN_DECLS

#define HD_PACKET_MAX_NODES (1u << 24)
#define HD_PACKET_MAX_ROUTES (1u << 24)                   /* pairs of nodes that send to each other in one run */
#define HD_PACKET_MAX_MESSAGE (G_GUINT64_CONSTANT (1) << 40) /* exclusive, bytes */
#define HD_PACKET_MAX_KINDS 16 /* of all agents together */
#define HD_PACKET_MAX_AGENTS 8
#define HD_PACKET_MAX_NETS 255

typedef enum
{
  HD_PACKET_STORE_AND_FORWARD,
  HD_PACKET_CUT_THROUGH,
} HdPacketSwitching;

/**
 * HdPacketRules:
 * @packet_bytes: longer messages are cut into packets of this size, at least 1
 * @buffer_bytes: at each receiving end of a link, at least a packet; 0: no end
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
  HdTime packet_time;
  const double *noise;
  guint64 noise_bytes;
  HdNoiseOrder noise_order;
} HdPacketRules;

/**
 * HdPacket: a message, as its sender gives it and its receiver gets it
 * @source: set by the network
 * @bytes: on the wire, less than %HD_PACKET_MAX_MESSAGE; 0 is permitted and takes the time of a packet
 * @kind: the agent's own, less than the number that it has
 * @net: what hd_packet_network_add_net () gave, or 0: the route may use any link
 * @data: the user's own. May point to memory that goes with the message to its receiver; it should belong to something that outlives the run, for
 *   messages that are under way when a run is stopped are forgotten
 */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 kind;
  guint32 net;
  guint64 bytes;
  guint64 data;
} HdPacket;

typedef struct _HdPacketNetwork HdPacketNetwork;

/** HdPacketNode: a node as its agent sees it; used in the agent's functions alone */
typedef struct _HdPacketNode HdPacketNode;

/**
 * HdPacketAgent:
 * @state_size: bytes, zeroed, for each node
 * @n_kinds: of packets that it sends; 0 for as many as are left
 * @start: when the run starts, at time 0
 * @receive: a message for this node is complete
 * @wake: what hd_packet_node_wake () asked for
 * @finish: when the run ends
 * @clear: frees what the state owns; also after a failure
 *
 * Each may be %NULL. Functions of one node never run at the same time, those of nodes in different partitions may. Messages from one node to
 * another arrive in the order of sending.
 */
typedef struct
{
  gsize state_size;
  guint n_kinds;
  void (*start) (HdPacketNode *node, gpointer state);
  void (*receive) (HdPacketNode *node, gpointer state, const HdPacket *packet);
  void (*wake) (HdPacketNode *node, gpointer state, guint64 data);
  void (*finish) (HdPacketNode *node, gpointer state);
  void (*clear) (gpointer state);
} HdPacketAgent;

/** HdPacketLinkStatistics: of one direction of a link; waits are from joining the queue to the start of transmission */
typedef struct
{
  guint64 packets;       /* whose transmission is decided */
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
 * which there can be %HD_PACKET_MAX_ROUTES.
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
/** hd_packet_network_has_node: whether @node belongs to the network */
gboolean hd_packet_network_has_node (HdPacketNetwork *self,
                                     guint32 node);
/**
 * hd_packet_network_set_agent: before the start; @data is borrowed
 *
 * Returns: a number for this agent with this data, the same at all nodes, below %HD_PACKET_MAX_AGENTS
 */
guint hd_packet_network_set_agent (HdPacketNetwork *self,
                                   guint32 node,
                                   const HdPacketAgent *agent,
                                   gpointer data);
/** hd_packet_network_get_agent_state: (nullable) */
gpointer hd_packet_network_get_agent_state (HdPacketNetwork *self,
                                            guint32 node,
                                            guint agent);
/**
 * hd_packet_network_add_net:
 * @classes: (array length=n_classes): link classes that routes may use; copied
 *
 * Before the start. Equal nets are found again.
 *
 * Returns: for HdPacket; HD_NO_ID if there are %HD_PACKET_MAX_NETS others
 */
guint32 hd_packet_network_add_net (HdPacketNetwork *self,
                                   const guint32 *classes,
                                   guint n_classes);
/** hd_packet_network_get_kernel_id: of a node, or HD_NO_ID */
guint32 hd_packet_network_get_kernel_id (HdPacketNetwork *self,
                                         guint32 node);

/** hd_packet_network_add_ways: a net of ways that are given one by one, for HdPacket; without one a route over all links serves. HD_NO_ID as above */
guint32 hd_packet_network_add_ways (HdPacketNetwork *self);
/** hd_packet_network_set_way: of such a net; before the start */
void hd_packet_network_set_way (HdPacketNetwork *self,
                                guint32 net,
                                guint32 source,
                                guint32 destination,
                                const HdRoute *way);

guint32 hd_packet_network_get_n_partitions (HdPacketNetwork *self);
/** hd_packet_network_get_kernel: that it was made for */
HdKernel *hd_packet_network_get_kernel (HdPacketNetwork *self);

/* While the kernel rests. */
/**
 * hd_packet_network_check:
 *
 * To be asked when no event is left. Noise makes none.
 *
 * Errors: %HD_ERROR_DEADLOCK: packets wait for room in buffers in a circle; the message names the links.
 */
gboolean hd_packet_network_check (HdPacketNetwork *self,
                                  GError **error);
/** hd_packet_network_read_link: @direction 0 is from -> to */
void hd_packet_network_read_link (HdPacketNetwork *self,
                                  guint32 link,
                                  guint direction,
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
/** hd_packet_network_get_n_sent, hd_packet_network_get_n_delivered: messages */
guint64 hd_packet_network_get_n_sent (HdPacketNetwork *self);
guint64 hd_packet_network_get_n_delivered (HdPacketNetwork *self);

/* For agents. */
HdTime hd_packet_node_get_now (HdPacketNode *self);
guint32 hd_packet_node_get_id (HdPacketNode *self);
guint32 hd_packet_node_get_partition (HdPacketNode *self);
/** hd_packet_node_get_data: what hd_packet_network_set_agent () was given */
gpointer hd_packet_node_get_data (HdPacketNode *self);
HdDesign *hd_packet_node_get_design (HdPacketNode *self);
/**
 * hd_packet_node_send:
 * @packet: copied
 * @delay: at least 0, until the message joins the queue of the first link
 *
 * The way to itself takes no time and no link. A destination without a route, or a message that is too long, ends the run with an error.
 */
void hd_packet_node_send (HdPacketNode *self,
                          const HdPacket *packet,
                          HdTime delay);
/** hd_packet_node_wake: any number may be pending */
void hd_packet_node_wake (HdPacketNode *self,
                          HdTime delay,
                          guint64 data);
/** hd_packet_node_tell: to any component of the kernel, beside the network; @delay is at least what hd_kernel_allow_direct () was given */
void hd_packet_node_tell (HdPacketNode *self,
                          guint32 component,
                          HdTime delay,
                          const HdMessage *message);
/** hd_packet_make_wake: with it a component of the kernel wakes agent number @agent of a node, as hd_packet_node_wake () does */
HdMessage hd_packet_make_wake (guint agent,
                               guint64 data);
void hd_packet_node_init_random (HdPacketNode *self,
                                 const char *name,
                                 HdRandom *out_random);
/** hd_packet_node_record: enters the digest; messages that arrive are in it anyway */
void hd_packet_node_record (HdPacketNode *self,
                            guint32 kind,
                            guint64 value);
void hd_packet_node_sample (HdPacketNode *self,
                            guint32 probe,
                            double value);
/** hd_packet_node_fail: ends the run with @error, which is taken */
void hd_packet_node_fail (HdPacketNode *self,
                          GError *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPacketNetwork, hd_packet_network_free)

G_END_DECLS
