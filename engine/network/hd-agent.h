/* hd-agent.h: programs that live on the nodes of a network, whatever carries their messages
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An agent sends parcels, gets those that agents of its sort have sent it, and sleeps until times of its own. It does not know how a parcel travels: as
 * packets that queue, as flits, or in another way. Endpoints, memories and switches may all have some.
 *
 * What is promised. A parcel is delivered whole, once, at one time. Parcels of one node to another with one net arrive in the order of sending.
 * What happens at one time is in the order of the kernel (sender, then the order of sending), whatever strategy runs it.
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-component.h"

G_BEGIN_DECLS

#define HD_PARCEL_MAX_BYTES (G_GUINT64_CONSTANT (1) << 40) /* exclusive */

/** HdAgentNode: a node as its agent sees it; used in the agent's functions alone */
typedef struct _HdAgentNode HdAgentNode;

/**
 * HdParcel: what is sent, as its sender gives it and its receiver gets it
 * @source: set by the network
 * @bytes: on the wire, less than %HD_PARCEL_MAX_BYTES; 0 is permitted
 * @kind: the agent's own, less than the number that it has
 * @net: what hd_agent_network_add_net () gave, or 0: the route may use any link
 * @data: the user's own. May point to memory that goes with the parcel to its receiver; it should belong to something that outlives the run, for
 *   parcels that are under way when a run is stopped are forgotten. Its agent then packs it where a parcel goes to another process
 */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 kind;
  guint32 net;
  guint64 bytes;
  guint64 data;
} HdParcel;

/**
 * HdAgent:
 * @state_size: bytes, zeroed, for each node
 * @n_kinds: of parcels that it sends; 0 for as many as are left
 * @messages: a bit for each kind that is sent and received by software, which takes the time that hd-software-costs.h says
 * @start: when the run starts, at time 0
 * @leave: a packet of a parcel with that data, the first of them first, goes from this node into the network at @time, which is now or later; not of what
 *   goes to the node itself
 * @receive: a parcel for this node is there
 * @wake: what hd_agent_node_wake () asked for
 * @finish: when the run ends
 * @clear: frees what the state owns; also after a failure
 * @pack: a parcel with @data goes to another process: appends what that stands for to @bytes, which then has it instead; while no function of any node runs,
 *   as the next. %NULL: data says all
 * @unpack: what @data stands for there has come with these bytes. Returns: the parcel's data here
 *
 * Each may be %NULL. Functions of one node never run at the same time, those of nodes in different partitions may.
 */
typedef struct
{
  gsize state_size;
  guint n_kinds;
  guint32 messages;
  void (*start) (HdAgentNode *node, gpointer state);
  void (*leave) (HdAgentNode *node, gpointer state, guint64 data, HdTime time);
  void (*receive) (HdAgentNode *node, gpointer state, const HdParcel *parcel);
  void (*wake) (HdAgentNode *node, gpointer state, guint64 data);
  void (*finish) (HdAgentNode *node, gpointer state);
  void (*clear) (gpointer state);
  void (*pack) (gpointer agent_data, guint32 kind, guint64 data, GByteArray *bytes);
  guint64 (*unpack) (gpointer agent_data, guint32 kind, guint64 data, const guint8 *bytes, gsize size);
} HdAgent;

HdTime hd_agent_node_get_now (HdAgentNode *self);
guint32 hd_agent_node_get_id (HdAgentNode *self);
guint32 hd_agent_node_get_partition (HdAgentNode *self);
/** hd_agent_node_get_data: what hd_agent_network_set_agent () was given */
gpointer hd_agent_node_get_data (HdAgentNode *self);
/**
 * hd_agent_node_send:
 * @parcel: copied
 * @delay: at least 0, until it sets out
 *
 * The way to itself takes no link, and no time but what a network says that it takes. A destination without a route, or a parcel that is too long, ends the run with an error.
 */
void hd_agent_node_send (HdAgentNode *self,
                         const HdParcel *parcel,
                         HdTime delay);
/** hd_agent_node_wake: any number may be pending */
void hd_agent_node_wake (HdAgentNode *self,
                         HdTime delay,
                         guint64 data);
/** hd_agent_node_tell: to any component of the kernel, beside the network; @delay is at least what hd_kernel_allow_direct () was given */
void hd_agent_node_tell (HdAgentNode *self,
                         guint32 component,
                         HdTime delay,
                         const HdMessage *message);
void hd_agent_node_init_random (HdAgentNode *self,
                                const char *name,
                                HdRandom *out_random);
/** hd_agent_node_record: enters the digest; parcels that arrive are in it anyway */
void hd_agent_node_record (HdAgentNode *self,
                           guint32 kind,
                           guint64 value);
/** hd_agent_node_fail: ends the run with @error, which is taken */
void hd_agent_node_fail (HdAgentNode *self,
                         GError *error);

G_END_DECLS
