/* hd-execution-private.h: the struct of an execution, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-carrier.h"
#include "hd-execution.h"
#include "hd-executor.h"
#include "hd-flow-network.h"
#include "hd-flow-table.h"
#include "hd-step-trace.h"
#include "hd-transfer-carrier.h"

G_BEGIN_DECLS

struct _HdExecution
{
  HdDesign *design;
  HdFlowModel *flows; /* of the transfers, or borrowed from the model */
  HdNetwork *network;
  HdTime now;
  HdTime end;       /* of the work, once it is done */
  HdFlowTable *ways; /* of messages, and where links change; NULL if there can be none */
  HdFlowWays turns;  /* of flows whose links fail */
  GHashTable *turned; /* path -> path instead of it plus 1, since links failed or were repaired; NULL before */
  GArray *broken;    /* of gboolean, by resource: is a link that has failed */
  GArray *stopped;   /* of guint32, by resource: the node whose own it is and that has failed, + 1 */
  guint n_changed;   /* changes of the design that have been made */
  HdTime change;     /* when the next is due */
  guint64 n_sent;
  guint64 n_delivered;
  const HdExecutionObserver *observer; /* borrowed, nullable */
  gpointer user_data;
  HdNetworkObserver forwarder; /* what of the network is told, to here */
  HdStepTrace *trace;          /* NULL without run:trace */

  const HdCarrierClass *carrier_class;
  gpointer carrier; /* owned: one of those below */

  /* either a workload */
  HdWorkloadGraph *graph;
  HdWorkModel *model;
  HdExecutor *executor;
  /* or a transfer list */
  HdTransferCarrier *transfers;
  /* or traces */
  HdChakraOrder order;
  HdChakraPlan *plan;
  HdChakraCarrier *chakra;

  HdExecutionLayout layout;
  GPtrArray *names;
  GPtrArray *members; /* by name: nodes, borrowed from the graph */
  GArray *n_members;
  GPtrArray *titles;
  GArray *lane_nodes;
  GArray *lane_classes;
  guint32 *class_sizes;
  double *capacities;
  GPtrArray *own_titles;   /* of char *, those made here */
  guint32 *link_resources; /* of the transfers, or borrowed */
  guint32 *node_resources;
};

/* hd-execution-layout.c: once it is compiled */
void _hd_execution_lay_out (HdExecution *self);

G_END_DECLS
