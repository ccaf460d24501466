/* hd-flow-table.h: the flows that a run may need, by their ends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A flow is a source, a destination and a set of link classes. Whoever needs a flow marks it; equal marks make flows look equal to the search for
 * symmetry. Then routes are found and everything goes into the quotient.
 *
 * What components send each other is known when they send it. For that a table on a model that is built finds ways one by one.
 */
#pragma once

#include "hd-quotient.h"
#include "hd-workload-graph.h"

G_BEGIN_DECLS

typedef struct _HdFlowTable HdFlowTable;

/** hd_flow_table_new: @graph is nullable: then no flow has a set of link classes or a vertex */
HdFlowTable *hd_flow_table_new (HdDesign *design,
                                const HdWorkloadGraph *graph);
/**
 * hd_flow_table_new_built:
 * @graph: as of hd_flow_table_new ()
 * @model: in which every flow stands for itself; borrowed
 * @link_resources: (array length=2*links): as hd_flow_table_get_link_resources () gave them; what is used by nothing yet gets a resource
 * @node_resources: (array length=2*nodes): likewise, for the bandwidth of media and memories
 *
 * Errors: %HD_ERROR_RANGE: a capacity that cannot be represented
 */
HdFlowTable *hd_flow_table_new_built (HdDesign *design,
                                      const HdWorkloadGraph *graph,
                                      HdFlowModel *model,
                                      guint32 *link_resources,
                                      guint32 *node_resources,
                                      GError **error);
void hd_flow_table_free (HdFlowTable *self);

/** hd_flow_table_add: finds or makes a flow; @vertex (or %HD_NO_ID) is named if there is no route */
guint32 hd_flow_table_add (HdFlowTable *self,
                           guint32 from,
                           guint32 to,
                           guint32 net,
                           guint32 vertex);
/**
 * hd_flow_table_reserve:
 * @vertex: that needs them, to be named
 *
 * Before @n_flows are added: takes what they need here from the present budget, and looks whether their routes will fit.
 *
 * Errors: %HD_ERROR_LIMIT (also in @problems)
 */
gboolean hd_flow_table_reserve (HdFlowTable *self,
                                double n_flows,
                                guint32 vertex,
                                HdProblemList *problems,
                                GError **error);
/** hd_flow_table_mark: the order of marks counts, so mark in the same order everywhere */
void hd_flow_table_mark (HdFlowTable *self,
                         guint32 flow,
                         guint64 mark);
/**
 * hd_flow_table_route:
 * @model: says how cross traffic is charged
 *
 * Errors: %HD_ERROR_INVALID: for some flow there is no route (in @problems); %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget
 */
gboolean hd_flow_table_route (HdFlowTable *self,
                              HdFlowModel *model,
                              HdQuotient *quotient,
                              HdProblemList *problems,
                              GError **error);
/**
 * hd_flow_table_find_path: of a table on a model that is built
 * @way: (nullable): that it is to take; else the router says
 * @out_path: on which a flow takes its bytes' time alone
 * @out_latency: of the route
 *
 * Errors: %HD_ERROR_NAME: there is no route
 */
gboolean hd_flow_table_find_path (HdFlowTable *self,
                                  guint32 from,
                                  guint32 to,
                                  const HdRoute *way,
                                  guint32 *out_path,
                                  HdTime *out_latency,
                                  GError **error);
/** hd_flow_table_set_state: of a table on a model that is built: ways are those that @state has; @state is referenced */
void hd_flow_table_set_state (HdFlowTable *self,
                              HdDesign *state);
/**
 * hd_flow_table_turn_path: of such a table: which path there is instead of @path, which may be itself
 *
 * Errors: %HD_ERROR_NAME: there is no route
 */
gboolean hd_flow_table_turn_path (HdFlowTable *self,
                                  guint32 path,
                                  guint32 *out_path,
                                  GError **error);
/** hd_flow_table_set_ends: once the quotient is built in @model: where ways may change, paths know whose they are */
void hd_flow_table_set_ends (HdFlowTable *self,
                             HdQuotient *quotient,
                             HdFlowModel *model);
/** hd_flow_table_get_node: of the quotient, after routing */
guint32 hd_flow_table_get_node (HdFlowTable *self,
                                guint32 flow);
/**
 * hd_flow_table_get_link_resources:
 * @out_resources: (array length=2*links): once the quotient is built: the resource of each link and direction; %HD_NO_ID where no flow goes
 */
void hd_flow_table_get_link_resources (HdFlowTable *self,
                                       HdQuotient *quotient,
                                       guint32 *out_resources);
/**
 * hd_flow_table_get_node_resources:
 * @out_resources: (array length=2*nodes): likewise: the bandwidth that all that passes a medium or memory shares; %HD_NO_ID for the rest
 */
void hd_flow_table_get_node_resources (HdFlowTable *self,
                                       HdQuotient *quotient,
                                       guint32 *out_resources);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlowTable, hd_flow_table_free)

G_END_DECLS
