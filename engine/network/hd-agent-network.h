/* hd-agent-network.h: a network whose nodes have agents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every node of a design that the network carries for is a component of a kernel, beside what it does itself if it acts. What is sent goes along the
 * routes that the design's router gives, whatever the fidelity, so that all of them use the same links.
 */
#pragma once

#include "hd-agent.h"
#include "hd-kernel.h"

G_BEGIN_DECLS

#define HD_AGENT_MAX_KINDS 16 /* of all agents of a network together */
#define HD_AGENT_MAX_AGENTS 8
#define HD_AGENT_MAX_NETS 255

typedef struct _HdAgentNetwork HdAgentNetwork;

/* Before the kernel starts. */
/** hd_agent_network_has_node: whether @node belongs to the network */
gboolean hd_agent_network_has_node (HdAgentNetwork *self,
                                    guint32 node);
/**
 * hd_agent_network_set_agent: @data is borrowed
 *
 * Returns: a number for this agent with this data, the same at all nodes, below %HD_AGENT_MAX_AGENTS
 */
guint hd_agent_network_set_agent (HdAgentNetwork *self,
                                  guint32 node,
                                  const HdAgent *agent,
                                  gpointer data);
/** hd_agent_network_set_relay: @node, a switch, makes copies: what its agents send begins at each of its links by itself, not one after the other */
void hd_agent_network_set_relay (HdAgentNetwork *self,
                                 guint32 node);
/** hd_agent_network_get_agent_state: (nullable) */
gpointer hd_agent_network_get_agent_state (HdAgentNetwork *self,
                                           guint32 node,
                                           guint agent);
/**
 * hd_agent_network_add_net:
 * @classes: (array length=n_classes): link classes that routes may use; copied
 *
 * Equal nets are found again.
 *
 * Returns: for HdParcel; HD_NO_ID if there are %HD_AGENT_MAX_NETS others
 */
guint32 hd_agent_network_add_net (HdAgentNetwork *self,
                                  const guint32 *classes,
                                  guint n_classes);
/** hd_agent_network_add_ways: a net of ways that are given one by one, for HdParcel; without one a route over all links serves. HD_NO_ID as above */
guint32 hd_agent_network_add_ways (HdAgentNetwork *self);
/** hd_agent_network_set_way: of such a net; the first that is given for a pair of nodes stands */
void hd_agent_network_set_way (HdAgentNetwork *self,
                               guint32 net,
                               guint32 source,
                               guint32 destination,
                               const HdRoute *way);

HdDesign *hd_agent_network_get_design (HdAgentNetwork *self);
/**
 * hd_agent_network_measure:
 * @out_cycle_s: of the clock of nodes that have none of their own
 * @out_flits: that a parcel of @bytes is, with those of its packets' heads
 *
 * Returns: %FALSE if the network has no cycles and flits
 */
gboolean hd_agent_network_measure (HdAgentNetwork *self,
                                   guint64 bytes,
                                   double *out_cycle_s,
                                   guint64 *out_flits);
/** hd_agent_network_get_kernel: that it was made for */
HdKernel *hd_agent_network_get_kernel (HdAgentNetwork *self);
/** hd_agent_network_get_kernel_id: of a node, or HD_NO_ID */
guint32 hd_agent_network_get_kernel_id (HdAgentNetwork *self,
                                        guint32 node);
/** hd_agent_network_get_partition: of a node that belongs to the network */
guint32 hd_agent_network_get_partition (HdAgentNetwork *self,
                                        guint32 node);
guint32 hd_agent_network_get_n_partitions (HdAgentNetwork *self);
/** hd_agent_make_wake: with it a component of the kernel wakes agent number @agent of a node, as hd_agent_node_wake () does */
HdMessage hd_agent_make_wake (guint agent,
                              guint64 data);

/** hd_agent_network_send_as: from a component of the same partition, after the start of the node: its agent number @agent sends */
void hd_agent_network_send_as (HdAgentNetwork *self,
                               guint32 node,
                               guint agent,
                               const HdParcel *parcel,
                               HdTime delay);

/**
 * hd_agent_network_count_pairs: before the kernel runs, and once: from now on it is counted who receives how much from whom
 * @most: ends that are told apart, below 255
 * @out_group: so many of them in a row are counted together
 *
 * Returns: (transfer full): of guint32, ascending: the nodes that have agents
 */
GArray *hd_agent_network_count_pairs (HdAgentNetwork *self,
                                      guint most,
                                      guint *out_group);
/** hd_agent_network_read_pairs: (transfer full): while the kernel rests: bytes by group of the source, then of the destination, of the partitions of this process */
double *hd_agent_network_read_pairs (HdAgentNetwork *self);

/* While the kernel rests. In several processes all call each of these together, but for the first. */
/** hd_agent_network_is_here: whether this process runs @partition; what nodes of others have done is not known here */
gboolean hd_agent_network_is_here (HdAgentNetwork *self,
                                   guint32 partition);
/** HdMirrorItem: (nullable): thing number @number, and the partition that writes it */
typedef gpointer (*HdMirrorItem) (gpointer data,
                                  guint32 number,
                                  guint32 *out_partition);
/** hd_agent_network_mirror: of @n things of @size bytes those that other processes run become what they are there. O(n) */
void hd_agent_network_mirror (HdAgentNetwork *self,
                              guint32 n,
                              gsize size,
                              HdMirrorItem item,
                              gpointer data);
/** hd_agent_network_gather: everyone has what all have, in the order of processes */
void hd_agent_network_gather (GArray *elements);
/** hd_agent_network_get_n_sent, hd_agent_network_get_n_delivered: parcels */
guint64 hd_agent_network_get_n_sent (HdAgentNetwork *self);
guint64 hd_agent_network_get_n_delivered (HdAgentNetwork *self);

G_END_DECLS
