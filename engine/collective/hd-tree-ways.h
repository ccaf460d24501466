/* hd-tree-ways.h: ways along the physical tree that an aggregation tree was built on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-route-graph.h"
#include <heddle/hd-tree.h>

G_BEGIN_DECLS

/** HdTreeWays: finds them; each is valid until the next */
typedef struct _HdTreeWays HdTreeWays;

/** hd_tree_ways_new: all are borrowed; @router (nullable): for hd_tree_ways_find () */
HdTreeWays *hd_tree_ways_new (HdTree *tree,
                              HdDesign *design,
                              HdRouter *router);
void hd_tree_ways_free (HdTreeWays *self);
/** hd_tree_ways_climb: from @vertex up to @end */
HdRoute hd_tree_ways_climb (HdTreeWays *self,
                            guint32 vertex,
                            guint32 end);
/** hd_tree_ways_turn_round: the last one, back */
HdRoute hd_tree_ways_turn_round (HdTreeWays *self);
/** hd_tree_ways_find: a #HdMulticastFind, of members: down the physical tree, or over the network if the tree was built on none */
gboolean hd_tree_ways_find (gpointer data,
                            guint32 member,
                            HdRoute *out_route,
                            GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTreeWays, hd_tree_ways_free)

G_END_DECLS
