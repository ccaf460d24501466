/* hd-flow-courier.h: a network for agents whose parcels are flows beside the work
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A parcel sets out, passes the latency of its route, and flows; when its last byte is there it is delivered. Parcels of one node to another go one
 * after the other, so that they arrive in the order of sending; all others share links as the flows of the work do.
 *
 * The end of a flow is known to nobody before it is there, so nodes and flows have no lookahead towards each other: all are in one partition.
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-execution.h"

G_BEGIN_DECLS

typedef struct _HdFlowCourier HdFlowCourier;

/**
 * hd_flow_courier_new:
 * @execution: borrowed
 * @component: which advances @execution: hands what it gets with a port of %HD_FLOW_COURIER_PORT to hd_flow_courier_begin ()
 *
 * An #HdAgentNetwork of the nodes that have links and send; of all that have links where collectives go along trees.
 */
HdFlowCourier *hd_flow_courier_new (HdDesign *design,
                                    HdKernel *kernel,
                                    HdExecution *execution,
                                    guint32 component);
/** hd_flow_courier_free: after the kernel */
void hd_flow_courier_free (HdFlowCourier *self);
/** hd_flow_courier_begin: the execution was advanced to the present; @component, as below, is that which advances it */
void hd_flow_courier_begin (HdFlowCourier *self,
                            HdComponent *component,
                            const HdMessage *message);
/** hd_flow_courier_end: from the observer's delivered () */
void hd_flow_courier_end (HdFlowCourier *self,
                          HdComponent *component,
                          guint32 number);

#define HD_FLOW_COURIER_PORT 1

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlowCourier, hd_flow_courier_free)

G_END_DECLS
