/* hd-flow-ring.h: a ring beside transfers of others that come and go, without a search for what repeats
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-network-private.h"

G_BEGIN_DECLS

void hd_flow_ring_consider (HdFlowNetwork *network,
                            guint32 batch);
void hd_flow_ring_give_back (HdFlowRing *self);
void hd_flow_ring_free (HdFlowRing *self);

HdTime hd_flow_ring_get_next (HdFlowRing *self);
HdTime hd_flow_ring_get_end (HdFlowRing *self);
gboolean hd_flow_ring_run (HdFlowRing *self,
                           HdTime until);
gboolean hd_flow_ring_is_of (const HdFlowRing *self,
                             guint32 batch);
void hd_flow_ring_handle (HdFlowRing *self);
void hd_flow_ring_solve (HdFlowRing *self);

gboolean hd_flow_ring_begin (HdFlowRing *self,
                             guint32 action);
gboolean hd_flow_ring_end (HdFlowRing *self,
                           guint32 action);
gboolean hd_flow_ring_puts_off (HdFlowRing *self,
                                guint32 action);

G_END_DECLS
