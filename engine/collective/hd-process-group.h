/* hd-process-group.h: places for nested groups of processes in a k-nomial tree
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdNesting: partitions of ranks 0 to n - 1, from the finest to the coarsest; each refines the next; groups are numbered by their lowest rank */
typedef struct
{
  guint32 n;
  guint n_levels;
  const guint32 *const *groups; /* (array length=n_levels): of (array length=n): the group of a rank */
} HdNesting;

/**
 * hd_process_groups_place:
 * @k: at least 2
 * @least_depth: take the free place with the fewest digits instead of the lowest
 * @out_slots: (out caller-allocates) (array length=n): the slot of each rank in a k-nomial tree, in which some slots stay empty
 * @out_order: the tree has k to the power of this many slots
 *
 * Groups of each level lie in subtrees of their own, so that all but the head of a group have their parent inside it, and no such arrangement
 * has fewer digits. Algorithms 2 and 3: of the groups that are merged, the largest two are always next, and the smaller one takes a free subtree of
 * the larger one, which grows by a digit only if there is none. O(P levels + groups log groups).
 *
 * Errors: %HD_TREE_ERROR_OVERFLOW.
 */
gboolean hd_process_groups_place (const HdNesting *nesting,
                                  guint32 k,
                                  gboolean least_depth,
                                  guint64 *out_slots,
                                  guint *out_order,
                                  GError **error);

/**
 * hd_slots_get_parents:
 * @slots: (array length=n): all different; 0 is among them, and so is each one's k-nomial parent
 * @out_parents: (out caller-allocates) (array length=n): ranks, %G_MAXUINT32 for the root
 *
 * The tree that slots mean. O(n).
 */
void hd_slots_get_parents (const guint64 *slots,
                           guint32 n,
                           guint32 k,
                           guint32 *out_parents);

G_END_DECLS
