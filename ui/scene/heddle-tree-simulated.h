/* heddle-tree-simulated.h: what a run says about an aggregation tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleTreeSimulated:
 * @lane: of the record
 * @n: repeats that are over
 * @median: from the start to the end of the slowest process; 0 if @n is
 * @repeat: one that took so long, from 0
 */
typedef struct
{
  guint lane;
  guint n;
  HdTime median;
  guint32 repeat;
} HeddleTreeSimulated;

/**
 * heddle_tree_find_simulated:
 * @record: of a run at packet fidelity
 * @communicator: id of that whose members are in @tree
 *
 * Of the first workload that does the tree's operation along such a tree: the same algorithm, width and size, with its members as they are listed.
 *
 * Returns: %FALSE if there is no such workload in the record
 */
gboolean heddle_tree_find_simulated (HdRecord *record,
                                     const char *communicator,
                                     HdTree *tree,
                                     HeddleTreeSimulated *out_simulated);

G_END_DECLS
