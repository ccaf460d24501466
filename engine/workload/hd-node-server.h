/* hd-node-server.h: what a node has but one of: a processor, a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A server does one thing after the other, in the order of asking. What a memory gives or takes over the network comes in pieces, so that
 * the network carries the first while the memory reads the next.
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-processor.h"

G_BEGIN_DECLS

/** HdNodeServerKind: what nodes have */
typedef enum
{
  HD_NODE_COMPUTE, /* FLOP/s */
  HD_NODE_LOCAL,   /* local memory, B/s */
  HD_NODE_HOME,    /* a memory that others use, B/s */
  HD_NODE_N_SERVERS,
} HdNodeServerKind;

/** HD_NODE_STOPPED: what wakes an agent whose node has failed for ever with something to do on it; see hd_node_has_stopped () */
#define HD_NODE_STOPPED G_MAXUINT64

/**
 * HdNodeServer:
 * @per_s: 0 if there is none that is bounded
 * @absences: (nullable): borrowed: when its node has failed, and it stands still
 * @free_at: when it is through with what it was asked
 * @busy: picoseconds that have been given away, also of the future
 */
typedef struct
{
  double per_s;
  const GArray *absences; /* of HdAbsence */
  HdTime free_at;
  double busy;
} HdNodeServer;

/** hd_node_servers_init: those of @node, of which @processor tells; @servers is zeroed, and of %HD_NODE_N_SERVERS */
void hd_node_servers_init (HdNodeServer *servers,
                           HdDesign *design,
                           guint32 node,
                           const HdProcessor *processor);
/** hd_node_server_use: when it is through with @amount, which it begins with at *@out_start; %HD_TIME_MAX for beyond simulated time, or if its node fails before for ever */
HdTime hd_node_server_use (HdNodeServer *self,
                           HdTime now,
                           double amount,
                           HdTime *out_start);
/** hd_node_server_get_amount: what it had done before @time */
double hd_node_server_get_amount (const HdNodeServer *self,
                                  HdTime time);

/** hd_node_wake_at: as hd_agent_node_wake (), but for a time that @server gave; %HD_TIME_MAX ends the run with an error, where the node fails for ever when it does */
void hd_node_wake_at (HdAgentNode *node,
                      const HdNodeServer *server,
                      HdTime time,
                      guint64 data);
/** hd_node_has_stopped: what an agent asks that is woken with @data: the run ends with an error then. Returns: whether it does */
gboolean hd_node_has_stopped (HdAgentNode *node,
                              HdDesign *design,
                              guint64 data);
/**
 * hd_node_send_volume:
 * @reader: (nullable): of this node, which reads what is sent
 * @in_pieces: whether it is cut; else it is one message
 * @parcel: its destination and kind
 *
 * Sends @volume bytes. The data of each message is @number << 1, and 1 more in the last.
 */
void hd_node_send_volume (HdAgentNode *node,
                          HdNodeServer *reader,
                          gboolean in_pieces,
                          const HdParcel *parcel,
                          guint64 number,
                          double volume);

G_END_DECLS
