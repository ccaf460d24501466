/* hd-flow-network.h: the network at flow fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-model.h"
#include "hd-network.h"

G_BEGIN_DECLS

/**
 * HdFlowOptions: shortcuts, none of which changes a result, and what is recorded
 * @incremental: follow bottleneck changes instead of solving from nothing
 * @fast_forward: advance equal rounds at once
 * @usage: keep what each resource carries; needed for the observer, amounts and rates
 */
typedef struct
{
  gboolean incremental;
  gboolean fast_forward;
  gboolean usage;
} HdFlowOptions;

/** HdFlowNetworkFunc: transfer @transfer of the batch with @token flows on @path at @rate B/s or FLOP/s */
typedef void (*HdFlowNetworkFunc) (gpointer user_data,
                                   guint64 token,
                                   guint transfer,
                                   guint32 path,
                                   double rate);

HdNetwork *hd_flow_network_new (HdFlowModel *model,
                                const HdFlowOptions *options,
                                const HdNetworkObserver *observer,
                                HdNetworkDone done,
                                gpointer user_data);
/** hd_flow_network_measure_ordered: bytes that an ordered batch takes while it is under way, but for tokens that pile up where members run ahead */
gsize hd_flow_network_measure_ordered (gsize n_transfers,
                                       gsize n_waits);
double hd_flow_network_get_amount (HdNetwork *network,
                                   guint32 resource);
double hd_flow_network_get_rate (HdNetwork *network,
                                 guint32 resource);
void hd_flow_network_foreach (HdNetwork *network,
                              HdFlowNetworkFunc func,
                              gpointer user_data);

G_END_DECLS
