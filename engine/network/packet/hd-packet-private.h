/* hd-packet-private.h: what the files of the packet network share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network-private.h"
#include "hd-packet-network.h"
#include "hd-packet-queue.h"

G_BEGIN_DECLS

/**
 * HdPacketNode:
 * @ports: (array length=n_ports): ends of its links, in the order of links
 * @unsent: messages of its own that wait for the window, or of which a part does
 * @under_way: bytes of its own that have joined a queue and are not known to be there; 0 without a window
 */
typedef struct
{
  HdAgentNode parent;
  HdPacketPort *ports;
  guint32 n_ports;
  HdPacketItems unsent;
  guint64 under_way;
} HdPacketNode;

struct _HdPacketNetwork
{
  HdAgentNetwork parent;
  HdPacketRules rules;  /* its noise is gone after building */
  HdPacketPort *ports;  /* of all nodes, one after the other */
  gsize n_ports;
  HdPacketServer *servers; /* two for each link; a shared one uses the first */
};

static inline HdPacketNode *
_hd_packet_network_get_node (const HdPacketNetwork *self,
                             guint32 node)
{
  return (HdPacketNode *) _hd_agent_network_get_node (&self->parent, node);
}

/** _hd_packet_node_send: as an HdAgentNetworkClass has it */
void _hd_packet_node_send (HdAgentNode *node,
                           const HdParcel *parcel,
                           guint kind,
                           HdTime delay);

extern const HdModel _hd_packet_node_model;

G_END_DECLS
