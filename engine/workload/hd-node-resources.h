/* hd-node-resources.h: what nodes of the packet network have beside links, as resources of the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-node-server.h"

G_BEGIN_DECLS

/** HdNodeResource: @server: (nullable): counts what it has done; without one the resource is the time for which the node computes */
typedef struct
{
  guint32 node;
  const HdNodeServer *server;
} HdNodeResource;

/**
 * HdNodeResources:
 * @all: (element-type HdNodeResource)
 * @capacities: (element-type double): of each, a second
 * @of_nodes: (array length=2*nodes): by node, as in HdExecutionLayout
 */
typedef struct
{
  HdAgentNetwork *network; /* borrowed */
  GArray *all;
  GArray *capacities;
  guint32 *of_nodes;
} HdNodeResources;

void hd_node_resources_init (HdNodeResources *self,
                             HdAgentNetwork *network,
                             guint n_nodes);
/** hd_node_resources_clear: also of one that is zeroed */
void hd_node_resources_clear (HdNodeResources *self);
/** hd_node_resources_add: @server (nullable) is borrowed; nothing if it has no bound */
void hd_node_resources_add (HdNodeResources *self,
                            guint32 node,
                            HdNodeServerKind kind,
                            const HdNodeServer *server);
/** hd_node_resources_add_time: the time for which @node computes, in picoseconds, which the work counts */
void hd_node_resources_add_time (HdNodeResources *self,
                                 guint32 node);
/** hd_node_resources_has: whether this process knows what @node, of the network, has done */
gboolean hd_node_resources_has (const HdNodeResources *self,
                                guint32 node);
/** hd_node_resources_read: what servers here had done before @time; 0 for times, and for what other processes know */
void hd_node_resources_read (const HdNodeResources *self,
                             HdTime time,
                             double *out_amounts);

G_END_DECLS
