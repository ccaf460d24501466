/* hd-workload-check.h: what can be known about a workload without running it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-problem.h>

#include "hd-workload-graph.h"

G_BEGIN_DECLS

/** hd_workload_check_iterations: of the run settings: at least 1, and no more for what runs once */
void hd_workload_check_iterations (const HdWorkloadGraph *self,
                                   HdDesign *design,
                                   HdProblemList *problems);
/**
 * hd_workload_check_structure:
 * @self: sealed
 *
 * A cycle of edges that all count the first time; no start vertex; a start vertex that waits the first time; a vertex that no start vertex leads
 * to; with %HD_STOP_ITERATIONS a start vertex that nothing re-enters. O(vertices + edges).
 */
void hd_workload_check_structure (const HdWorkloadGraph *self,
                                  HdProblemList *problems);

/**
 * hd_workload_check_places:
 *
 * Computations run on endpoints and have their data in memories; members of a communication are there once each, and may send. What stays in a
 * memory fits into it. O(vertices + members).
 */
void hd_workload_check_places (const HdWorkloadGraph *self,
                               HdDesign *design,
                               HdProblemList *problems);

G_END_DECLS
