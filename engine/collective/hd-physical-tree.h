/* hd-physical-tree.h: roots, and shortest-path trees of switches under them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-tree-network.h"

G_BEGIN_DECLS

/** HdRootSearch: for the NICs of one communicator */
typedef struct _HdRootSearch HdRootSearch;

/** HdPhysicalTree: @branches parents first; the member arrays say on which branch a member hangs, and over which link */
typedef struct
{
  GArray *branches; /* HdTreeBranch */
  guint32 *member_branches;
  guint32 *member_links;
} HdPhysicalTree;

void hd_physical_tree_clear (HdPhysicalTree *self);

/**
 * hd_root_search_new:
 * @nics: (array length=n_members): borrowed as long as the search lives
 *
 * Switches whose greatest distance to any member is least, in order of their load: entries in use, plus @link_weight for each tree on a link of
 * theirs; then by number. O(leaf switches * switches).
 *
 * Errors: %HD_TREE_ERROR_DISCONNECTED, and those of the present budget.
 */
HdRootSearch *hd_root_search_new (HdTreeNetwork *network,
                                  const guint32 *nics,
                                  guint32 n_members,
                                  double link_weight,
                                  GError **error);
void hd_root_search_free (HdRootSearch *self);
guint32 hd_root_search_get_n (const HdRootSearch *self);
/**
 * hd_root_search_build:
 * @root: which of the roots
 * @strict: give up at a switch without a free entry
 * @out_full: (out): that switch, a node; %HD_NO_ID if the tree was built
 *
 * The union of shortest paths from the members to the root. Of equally short ways one takes that to a switch which is in the tree already, then the least
 * loaded link, then the lowest switch. O(switches of the tree * their links).
 */
gboolean hd_root_search_build (HdRootSearch *self,
                               guint32 root,
                               gboolean strict,
                               HdPhysicalTree *out_tree,
                               guint32 *out_full);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRootSearch, hd_root_search_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdPhysicalTree, hd_physical_tree_clear)

G_END_DECLS
