/* hd-transfer-carrier.h: carries a transfer list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-flow-model.h"
#include "hd-step-trace.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

typedef struct _HdTransferCarrier HdTransferCarrier;

/**
 * hd_transfer_carrier_new:
 * @flows: gets the resources and paths
 * @out_link_resources: (array length=2*links): the resource of each link and direction, or HD_NO_ID
 * @out_node_resources: (array length=2*nodes): as of hd_flow_table_get_node_resources ()
 *
 * Errors: %HD_ERROR_INVALID (no route, in @problems), %HD_ERROR_RANGE.
 */
HdTransferCarrier *hd_transfer_carrier_new (HdDesign *design,
                                            HdTransferList *list,
                                            HdFlowModel *flows,
                                            guint32 *out_link_resources,
                                            guint32 *out_node_resources,
                                            HdProblemList *problems,
                                            GError **error);
void hd_transfer_carrier_free (HdTransferCarrier *self);
void hd_transfer_carrier_connect (HdTransferCarrier *self,
                                  HdNetwork *network,
                                  HdStepTrace *trace,
                                  const HdExecutionObserver *observer,
                                  gpointer user_data);
/** hd_transfer_carrier_get_next: when the next transfer starts, or %HD_TIME_MAX */
HdTime hd_transfer_carrier_get_next (HdTransferCarrier *self);
/** hd_transfer_carrier_settle: after the network was advanced to @time: starts what is due */
void hd_transfer_carrier_settle (HdTransferCarrier *self,
                                 HdTime time);
void hd_transfer_carrier_done (HdTransferCarrier *self,
                               guint64 token,
                               HdTime time);
/** hd_transfer_carrier_tell_open: what has started and not ended */
void hd_transfer_carrier_tell_open (HdTransferCarrier *self,
                                    HdWorkOpen open,
                                    gpointer data);
/** hd_transfer_carrier_cut: what has started and not ended is told as unfinished */
void hd_transfer_carrier_cut (HdTransferCarrier *self,
                              HdTime time);
HdTransferList *hd_transfer_carrier_get_list (HdTransferCarrier *self);
guint64 hd_transfer_carrier_get_n_ended (HdTransferCarrier *self);
guint64 hd_transfer_carrier_get_length (HdTransferCarrier *self);
void hd_transfer_carrier_get_digest (HdTransferCarrier *self,
                                     guint64 *out_digest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTransferCarrier, hd_transfer_carrier_free)

G_END_DECLS
