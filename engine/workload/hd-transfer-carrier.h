/* hd-transfer-carrier.h: carries a transfer list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-carrier.h"
#include "hd-flow-model.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

typedef struct _HdTransferCarrier HdTransferCarrier;

extern const HdCarrierClass hd_transfer_carrier_class;

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
HdTransferList *hd_transfer_carrier_get_list (HdTransferCarrier *self);

G_END_DECLS
