/* heddle-tree-simulated.h: what a run says about an aggregation tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * heddle_tree_find_simulated:
 * @record: of a run at packet fidelity
 * @communicator: id of that whose members are in @tree
 * @out_median_s: from the start to the end of the slowest process, over the repeats so far, in seconds
 * @out_n: repeats so far
 *
 * Of the first workload that does the tree's operation along such a tree: the same algorithm, width and size, with its members as they are listed.
 *
 * Returns: %FALSE if no such workload has been run, or none of its repeats is over
 */
gboolean heddle_tree_find_simulated (HdRecord *record,
                                     const char *communicator,
                                     HdTree *tree,
                                     double *out_median_s,
                                     guint *out_n);

G_END_DECLS
