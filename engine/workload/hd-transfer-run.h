/* hd-transfer-run.h: carries a transfer list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-flow-model.h"
#include "hd-step-trace.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

typedef struct _HdTransferRun HdTransferRun;

/**
 * hd_transfer_run_new:
 * @flows: gets the resources and paths
 * @out_link_resources: (array length=2*links): the resource of each link and direction, or HD_NO_ID
 * @out_node_resources: (array length=2*nodes): as of hd_flow_table_get_node_resources ()
 *
 * Errors: %HD_ERROR_INVALID (no route, in @problems), %HD_ERROR_RANGE.
 */
HdTransferRun *hd_transfer_run_new (HdDesign *design,
                                    HdTransferList *list,
                                    HdFlowModel *flows,
                                    guint32 *out_link_resources,
                                    guint32 *out_node_resources,
                                    HdProblemList *problems,
                                    GError **error);
void hd_transfer_run_free (HdTransferRun *self);
void hd_transfer_run_connect (HdTransferRun *self,
                              HdNetwork *network,
                              HdStepTrace *trace,
                              const HdExecutionObserver *observer,
                              gpointer user_data);
/** hd_transfer_run_get_next: when the next transfer starts, or %HD_TIME_MAX */
HdTime hd_transfer_run_get_next (HdTransferRun *self);
/** hd_transfer_run_settle: after the network was advanced to @time: starts what is due */
void hd_transfer_run_settle (HdTransferRun *self,
                             HdTime time);
void hd_transfer_run_done (HdTransferRun *self,
                           guint64 token,
                           HdTime time);
/** hd_transfer_run_cut: what has started and not ended is told as unfinished */
void hd_transfer_run_cut (HdTransferRun *self,
                          HdTime time);
HdTransferList *hd_transfer_run_get_list (HdTransferRun *self);
guint64 hd_transfer_run_get_n_ended (HdTransferRun *self);
guint64 hd_transfer_run_get_length (HdTransferRun *self);
void hd_transfer_run_get_digest (HdTransferRun *self,
                                 guint64 *out_digest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTransferRun, hd_transfer_run_free)

G_END_DECLS
