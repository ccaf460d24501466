/* hd-packet-private.h: what the files of the packet network share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-packet-network.h"
#include "hd-packet-queue.h"
#include "hd-packet-routes.h"

G_BEGIN_DECLS

/**
 * HdPacketNode:
 * @ports: (array length=n_ports): ends of its links, in the order of links
 * @routes: number of the route plus 1, by net and destination; those that it has sent to
 */
struct _HdPacketNode
{
  HdPacketNetwork *network;
  HdComponent *component; /* once it has started */
  HdPacketPort *ports;
  guint32 n_ports;
  guint32 id;
  guint32 partition;
  guint32 kernel_id;      /* HD_NO_ID: not of the network */
  gpointer *agent_states; /* (array length=n_agents) (nullable): owned, %NULL where it has no such agent */
  guint agent;            /* that acts at present */
  GHashTable *routes;     /* owned; NULL before the first */
  guint64 n_sent;
  guint64 n_delivered;
};

typedef struct
{
  const HdPacketAgent *agent;
  gpointer data;
  guint first_kind;
} HdPacketTenant;

struct _HdPacketNetwork
{
  HdDesign *design;     /* owned */
  HdKernel *kernel;     /* borrowed */
  HdPacketRules rules;  /* its noise is gone after building */
  HdPacketRoutes *routes;
  HdPacketNode *nodes;  /* (array length=n_nodes) */
  guint32 n_nodes;
  guint32 n_partitions;
  HdPacketPort *ports;  /* of all nodes, one after the other */
  gsize n_ports;
  guint32 *link_ports;  /* by link and end (0 from, 1 to): number of the port at its node, or HD_NO_ID */
  HdPacketTenant agents[HD_PACKET_MAX_AGENTS];
  guint n_agents;
  guint8 agent_of_kind[HD_PACKET_MAX_KINDS];
  HdPacketServer *servers; /* two for each link; a shared one uses the first */
};

extern const HdModel _hd_packet_node_model;

G_END_DECLS
