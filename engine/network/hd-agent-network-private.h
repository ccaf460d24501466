/* hd-agent-network-private.h: what a network with agents is made of
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A network gives each of its nodes an HdAgentNode to begin with, makes it a component of the kernel, and carries parcels. What agents are, who
 * has which, and whose turn it is, is the same in all networks.
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-agent-routes.h"
#include "hd-software-costs.h"

G_BEGIN_DECLS

/* A message to a node's component says in its lowest bits what happens. One value means the same everywhere; the others are the network's. */
#define HD_AGENT_EVENT_BITS 3
#define HD_AGENT_EVENT_MASK 7u
#define HD_AGENT_EVENT_WAKE 7u

/* Kinds of records of a node's component: one is the network's own. */
enum
{
  HD_AGENT_RECORD_NETWORK,
  HD_AGENT_RECORD_PARCEL,
  HD_AGENT_RECORD_AGENT, /* and more: the agent's */
};

/**
 * HdAgentNode: what each node begins with
 * @component: once it has started
 * @kernel_id: HD_NO_ID: not of the network
 * @states: (array length=agents) (nullable): owned; %NULL where it has no such agent
 * @agent: that acts at present
 * @is_relay: it makes copies
 * @costs: of its software
 * @may_send, @may_receive: from when on there is software for the next message
 * @routes: (nullable): number of the route plus 1, by net and destination; those that it has sent to
 */
struct _HdAgentNode
{
  HdAgentNetwork *network;
  HdComponent *component;
  guint32 id;
  guint32 partition;
  guint32 kernel_id;
  guint8 agent;
  guint8 is_relay;
  gpointer *states;
  HdSoftwareCosts costs;
  HdTime may_send;
  HdTime may_receive;
  GHashTable *routes; /* owned */
  guint64 n_sent;
  guint64 n_delivered;
  guint64 *received; /* (array length=groups+1) (nullable): owned: bytes by group of their senders */
};

/**
 * HdAgentNetworkClass:
 * @send: @kind is that of the parcel among those of all agents; destination and length are possible. Later, it is delivered; what goes to the node
 *   itself takes @delay alone
 * @measure: (nullable): as hd_agent_network_measure ()
 */
typedef struct
{
  void (*send) (HdAgentNode *node,
                const HdParcel *parcel,
                guint kind,
                HdTime delay);
  void (*measure) (HdAgentNetwork *self,
                   guint64 bytes,
                   double *out_cycle_s,
                   guint64 *out_flits);
} HdAgentNetworkClass;

typedef struct
{
  const HdAgent *agent;
  gpointer data;
  guint first_kind;
} HdAgentTenant;

/**
 * HdAgentNetwork: what each network begins with
 * @nodes: (array length=n_nodes): of the network's own kind, @node_size bytes apart
 * @link_ports: (array length=2*links) (nullable): by link and end (0 from, 1 to): number among the links of its node there
 * @groups: (array length=n_nodes) (nullable): of senders, as their bytes are counted; see hd_agent_network_count_pairs ()
 * @routes: (nullable): where agents choose ways; both are made by _hd_agent_network_number_links ()
 */
struct _HdAgentNetwork
{
  const HdAgentNetworkClass *class;
  HdDesign *design; /* owned */
  HdKernel *kernel; /* borrowed */
  char *nodes;      /* owned */
  gsize node_size;
  guint32 n_nodes;
  guint32 n_partitions;
  guint32 *link_ports;   /* owned, as the next */
  HdAgentRoutes *routes;
  guint8 *groups; /* owned */
  guint n_groups;
  HdAgentTenant agents[HD_AGENT_MAX_AGENTS];
  guint n_agents;
  guint8 agent_of_kind[HD_AGENT_MAX_KINDS];
  gboolean tells_leaving; /* some agent wants to know; few do */
};

/** _hd_agent_network_init: makes its nodes, of which none belongs to it yet; @is_divided: threads may share them out, so no two are on one cache line */
void _hd_agent_network_init (HdAgentNetwork *self,
                             const HdAgentNetworkClass *class,
                             HdDesign *design,
                             HdKernel *kernel,
                             gsize node_size,
                             gboolean is_divided);
/** _hd_agent_network_number_links: in their order at each node, whose number of links is counted in @n_links (array length=nodes), zeroed */
void _hd_agent_network_number_links (HdAgentNetwork *self,
                                     guint32 *n_links);
/** _hd_agent_network_clear: after the kernel, for agents' states are cleared with it */
void _hd_agent_network_clear (HdAgentNetwork *self);
/** _hd_agent_network_add_node: makes @node a component of @model, whose data is the node; a component that acts is another one beside it */
void _hd_agent_network_add_node (HdAgentNetwork *self,
                                 guint32 node,
                                 guint32 partition,
                                 const HdModel *model);

/* From the functions of the model. */
/** _hd_agent_network_set_state: while the kernel rests: as hd_agent_routes_set_state () */
void _hd_agent_network_set_state (HdAgentNetwork *self,
                                  HdDesign *state);
/** _hd_agent_node_try_route: to another node. Errors: as of hd_agent_routes_add () */
gboolean _hd_agent_node_try_route (HdAgentNode *self,
                                   guint32 destination,
                                   guint32 net,
                                   guint32 *out_number,
                                   GError **error);
/** _hd_agent_node_find_route: likewise; %FALSE after the run has been told to fail */
gboolean _hd_agent_node_find_route (HdAgentNode *self,
                                    guint32 destination,
                                    guint32 net,
                                    guint32 *out_number);
void _hd_agent_node_start (HdAgentNode *self,
                           HdComponent *component);
void _hd_agent_node_finish (HdAgentNode *self);
/** _hd_agent_node_wake_up: for %HD_AGENT_EVENT_WAKE */
void _hd_agent_node_wake_up (HdAgentNode *self,
                             const HdMessage *message);
/** _hd_agent_node_take: how long software needs until it has received a parcel of that kind, which is there now; then it is delivered */
HdTime _hd_agent_node_take (HdAgentNode *self,
                            guint kind);
void _hd_agent_node_tell_leaving (HdAgentNode *self,
                                  guint kind,
                                  guint64 data,
                                  HdTime time);

/** _hd_agent_node_leave: a packet of the node's own, of that kind among those of all agents, goes into the network at @time */
static inline void
_hd_agent_node_leave (HdAgentNode *self,
                      guint kind,
                      guint64 data,
                      HdTime time)
{
  if (G_UNLIKELY (self->network->tells_leaving))
    _hd_agent_node_tell_leaving (self, kind, data, time);
}

/** _hd_agent_node_deliver: a parcel for this node; its kind is that among those of all agents, and becomes the agent's own */
void _hd_agent_node_deliver (HdAgentNode *self,
                             HdParcel *parcel);

/** _hd_agent_network_pack: appends what the data of a parcel stand for, whose kind is that among those of all agents */
void _hd_agent_network_pack (HdAgentNetwork *self,
                             guint kind,
                             guint64 data,
                             GByteArray *bytes);
/** _hd_agent_network_unpack: returns the data of such a parcel */
guint64 _hd_agent_network_unpack (HdAgentNetwork *self,
                                  guint kind,
                                  guint64 data,
                                  const guint8 *bytes,
                                  gsize size);

static inline HdAgentNode *
_hd_agent_network_get_node (const HdAgentNetwork *self,
                            guint32 node)
{
  return (HdAgentNode *) (gpointer) (self->nodes + node * self->node_size);
}

G_END_DECLS
