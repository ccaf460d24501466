/* hd-flow-network.h: the network at flow fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-model.h"
#include "hd-network.h"

G_BEGIN_DECLS

/**
 * HdFlowWays: for networks whose links may fail and be repaired
 * @find: which path there is now instead of @path, maybe itself; %HD_NO_ID: none before links are repaired
 * @is_broken: whether @path leads over a link that has failed
 *
 * Errors of @find: there is none and will be none
 */
typedef struct
{
  guint32 (*find) (gpointer data,
                   guint32 path,
                   GError **error);
  gboolean (*is_broken) (gpointer data,
                         guint32 path);
  gpointer data;
} HdFlowWays;

/**
 * HdFlowOptions: shortcuts, none of which changes a result, and what is recorded
 * @incremental: follow bottleneck changes instead of solving from nothing
 * @fast_forward: advance equal rounds at once
 * @usage: keep what each resource carries; needed for the observer, amounts and rates
 * @ways: (nullable): borrowed
 */
typedef struct
{
  gboolean incremental;
  gboolean fast_forward;
  gboolean usage;
  const HdFlowWays *ways;
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
/**
 * hd_flow_network_change: capacities of the model have changed, or which links have failed, at the time advanced to
 *
 * What flows over a link that has failed is sent anew, another way, as far as it has not arrived; it waits if there is none now. All else stays where it is;
 * what begins from now on goes the ways that there are now.
 */
void hd_flow_network_change (HdNetwork *network);
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
