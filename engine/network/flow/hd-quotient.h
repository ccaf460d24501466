/* hd-quotient.h: a flow system with its symmetry divided out
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Describe the plain system: resources, flows that may run on them, and whatever else tells its parts apart, as nodes and edges. Build gives a model
 * with one resource and one path for each class of equal ones; flows of a class must start together and with equal sizes.
 *
 * A lane (a member of a workload) is a node that is joined to its flows: lanes of one class have equal flows in equal places.
 */
#pragma once

#include "hd-flow-model.h"

G_BEGIN_DECLS

typedef struct _HdQuotient HdQuotient;

HdQuotient *hd_quotient_new (void);
void hd_quotient_free (HdQuotient *self);

/* Each returns the number of a node. */
guint32 hd_quotient_add_resource (HdQuotient *self,
                                  HdFlowKind kind,
                                  double capacity_per_s);
gboolean hd_quotient_is_pipe (HdQuotient *self,
                              guint32 resource_node);
/** hd_quotient_measure_flow: bytes that a flow over @n_uses resources will take, here and in the model */
gsize hd_quotient_measure_flow (guint n_uses);
/** hd_quotient_measure_join: bytes that an edge will take */
gsize hd_quotient_measure_join (void);
guint32 hd_quotient_add_flow (HdQuotient *self,
                              guint64 colour,
                              HdTime latency_ps,
                              const HdFlowUse *uses,
                              guint n_uses);
/** hd_quotient_slow_flow: the last that was added, hd_flow_model_slow_path (); its colour must tell it from others */
void hd_quotient_slow_flow (HdQuotient *self,
                            HdTime overhead,
                            HdTime spacing);
guint32 hd_quotient_add_node (HdQuotient *self,
                              guint64 colour);
void hd_quotient_join (HdQuotient *self,
                       guint32 from,
                       guint32 to,
                       guint64 label);

gboolean hd_quotient_build (HdQuotient *self,
                            gboolean symmetry,
                            HdFlowModel *model,
                            GError **error);

/* After building. */
guint32 hd_quotient_get_class (HdQuotient *self,
                               guint32 node);
guint hd_quotient_get_n_classes (HdQuotient *self);
guint32 hd_quotient_get_resource (HdQuotient *self,
                                  guint32 resource_node);
guint32 hd_quotient_get_path (HdQuotient *self,
                              guint32 flow_node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdQuotient, hd_quotient_free)

G_END_DECLS
