/* hd-workload-orders.h: the collectives of a design, for agents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-problem.h>

#include "hd-collectives.h"

G_BEGIN_DECLS

/**
 * hd_workload_is_order:
 *
 * Whether @workload is a collective along a tree, or one of sends among processes on NICs, whose results are checked: barrier, broadcast, reduce or
 * all-reduce over all link classes. Other collectives are programs of processes. At flow fidelity trees alone are: all else is a graph of flows.
 */
gboolean hd_workload_is_order (HdDesign *design,
                               const HdElement *workload);
/** hd_workload_is_tree: whether @workload is a collective along a tree, at any fidelity */
gboolean hd_workload_is_tree (HdDesign *design,
                              const HdElement *workload);
/** hd_workload_has_trees: whether any is */
gboolean hd_workload_has_trees (HdDesign *design);
/** hd_workload_has_messages: whether agents send beside what is done as flows: components that act, or trees */
gboolean hd_workload_has_messages (HdDesign *design);
/**
 * hd_workload_order_collectives:
 *
 * Of all workloads that are such orders, which all go on at once. One that cannot have its tree and may fall back is a warning.
 *
 * Errors: %HD_ERROR_INVALID if something is wrong, which is in @problems then; those of the present budget.
 */
HdCollectives *hd_workload_order_collectives (HdDesign *design,
                                              HdProblemList *problems,
                                              GError **error);

G_END_DECLS
