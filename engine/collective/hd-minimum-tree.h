/* hd-minimum-tree.h: type II trees of minimum cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-tree.h>

G_BEGIN_DECLS

/**
 * hd_minimum_tree_find:
 * @branches: (array length=n): a physical tree, parents first; `processes`, `parent` count
 * @limits: (array length=n): children that a switch can have
 * @usable: (array length=n) (nullable): 0 for a switch that must not be kept
 * @out_kept: (out caller-allocates) (array length=n): 1 for a switch that is kept
 * @out_left: items that find no parent at the root; 0 if the tree can be built
 *
 * The fewest switches that aggregate all processes. Definition 10, algorithm 5. O(n log n).
 *
 * Returns: how many are kept
 */
guint32 hd_minimum_tree_find (const HdTreeBranch *branches,
                              guint32 n,
                              const guint32 *limits,
                              const guint8 *usable,
                              guint8 *out_kept,
                              guint64 *out_left);

/**
 * hd_branches_attach:
 * @kept: (array length=n): as found, or 1 for all
 * @member_branches: (array length=n_members): the branch on which a member hangs
 * @out_vertices: (out caller-allocates) (array length=n): of kept branches, from n_members on; %HD_NO_ID for others
 * @out_parents: (out caller-allocates) (array length=n_members+n_kept): vertices
 *
 * The type II tree of a set of switches: each takes as many of the items that reach it as it can, those of least height first, then those with the lowest
 * number, and passes the rest upwards. The set must suffice. O(P log P levels).
 */
void hd_branches_attach (const HdTreeBranch *branches,
                         guint32 n,
                         const guint32 *limits,
                         const guint8 *kept,
                         const guint32 *member_branches,
                         guint32 n_members,
                         guint32 *out_vertices,
                         guint32 *out_parents);

G_END_DECLS
