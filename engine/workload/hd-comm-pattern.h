/* hd-comm-pattern.h: which flows a communication needs, step by step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-colours.h"
#include "hd-flow-table.h"
#include "hd-network.h"
#include "hd-work-model.h"

G_BEGIN_DECLS

HdCommPattern *hd_comm_pattern_new (const HdCollective *algorithm,
                           guint32 team,
                           guint32 net);
void hd_comm_pattern_free (HdCommPattern *self);

/**
 * hd_comm_pattern_mark_flows:
 * @number: tells this pattern's marks from those of others
 *
 * Adds the flows of all steps to @table.
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget (too many flows are in @problems too)
 */
gboolean hd_comm_pattern_mark_flows (HdCommPattern *self,
                                     const HdWorkloadGraph *graph,
                                     guint32 number,
                                     guint32 vertex,
                                     HdFlowTable *table,
                                     HdProblemList *problems,
                                     GError **error);
/**
 * hd_comm_pattern_join_flows:
 * @number: as before
 * @colours: of all patterns
 *
 * Joins each flow to those that its members wait for, so that flows of a class wait for the same classes in the same steps; for what has no barriers.
 * Call when the flows have routes.
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget
 */
gboolean hd_comm_pattern_join_flows (HdCommPattern *self,
                                     const HdWorkloadGraph *graph,
                                     guint32 number,
                                     HdFlowTable *table,
                                     HdColours *colours,
                                     HdQuotient *quotient,
                                     GError **error);
/** hd_comm_pattern_start: all steps of the communication of @bytes on @network; @batch is scratch. FALSE if there are none */
gboolean hd_comm_pattern_start (const HdCommPattern *self,
                                HdNetwork *network,
                                double bytes,
                                guint64 token,
                                GArray *batch);
/**
 * hd_comm_pattern_find_paths:
 *
 * Once the flows have classes: each class once a stretch; the sends from and to nodes that @settings traces; and what waits for what, unless there are
 * barriers.
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget
 */
gboolean hd_comm_pattern_find_paths (HdCommPattern *self,
                                     const HdWorkloadGraph *graph,
                                     const HdRunSettings *settings,
                                     HdFlowTable *table,
                                     HdQuotient *quotient,
                                     GError **error);
/**
 * hd_comm_pattern_add_start:
 *
 * Once there are paths. A collective starts when the slowest of its members has: at flow fidelity all begin the first step together.
 */
void hd_comm_pattern_add_start (HdCommPattern *self,
                                const HdWorkloadGraph *graph,
                                HdDesign *design,
                                HdFlowModel *flows);
/** hd_comm_pattern_call: lets the time before the first step pass, as a batch; FALSE if there is none */
gboolean hd_comm_pattern_call (const HdCommPattern *self,
                               HdNetwork *network,
                               guint64 token);

G_END_DECLS
