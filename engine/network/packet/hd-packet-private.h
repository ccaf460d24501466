/* hd-packet-private.h: what the files of the packet network share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network-private.h"
#include "hd-packet-network.h"
#include "hd-packet-queue.h"

G_BEGIN_DECLS

/** HdPacketStranded: what found no way; @message has no route if @is_new: it has not set out to @destination in @net, nor may it before the item's arrival */
typedef struct
{
  HdPacketItem item;
  guint32 destination;
  guint32 net;
  gboolean is_new;
} HdPacketStranded;

/**
 * HdPacketNode:
 * @ports: (array length=n_ports): ends of its links, in the order of links
 * @unsent: messages of its own that wait for the window, or of which a part does
 * @under_way: bytes of its own that have joined a queue and are not known to be there; 0 without a window
 * @turns: (nullable): routes that are taken here instead of others, plus 1, by number
 * @stranded: (nullable): of HdPacketStranded, in order
 * @arrived: (nullable): guint64 bytes of messages of which packets may overtake each other, by what tells these apart
 */
typedef struct
{
  HdAgentNode parent;
  HdPacketPort *ports;
  guint32 n_ports;
  HdPacketItems unsent;
  guint64 under_way;
  GHashTable *turns;
  GArray *stranded;
  GHashTable *arrived;
} HdPacketNode;

struct _HdPacketNetwork
{
  HdAgentNetwork parent;
  HdPacketRules rules;  /* its noise is gone after building */
  HdPacketPort *ports;  /* of all nodes, one after the other */
  gsize n_ports;
  HdPacketServer *servers; /* two for each link; a shared one uses the first */
  guint n_changed;         /* changes of the design that have been made */
  gboolean has_failures;   /* links fail or are repaired at some moment */
  gboolean is_hopeful;     /* some will yet be repaired */
};

static inline HdPacketNode *
_hd_packet_network_get_node (const HdPacketNetwork *self,
                             guint32 node)
{
  return (HdPacketNode *) _hd_agent_network_get_node (&self->parent, node);
}

/** _hd_packet_node_clear: what it holds of changes */
void _hd_packet_node_clear (HdPacketNode *self);
/** _hd_packet_node_send: as an HdAgentNetworkClass has it */
void _hd_packet_node_send (HdAgentNode *node,
                           const HdParcel *parcel,
                           guint kind,
                           HdTime delay);

extern const HdModel _hd_packet_node_model;

G_END_DECLS
