/* hd-tree-network.h: a design as aggregation trees see it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-tree.h>

#include "hd-aggregator.h"
#include "hd-hop-table.h"
#include "hd-process-group.h"

G_BEGIN_DECLS

/** HdTreeArc: one direction of a link, as seen from a node */
typedef struct
{
  guint32 node; /* at the other end */
  guint32 link;
} HdTreeArc;

struct _HdTreeNetwork
{
  HdDesign *design; /* owned */
  HdRouter *router;
  guint32 n_nodes;
  guint32 *first;   /* (array length=n_nodes+1): into arcs */
  HdTreeArc *arcs;  /* by neighbour and link */
  guint32 *nic;     /* of an endpoint: a node */
  guint8 *forwards; /* of a node: a switch of the network, not a NIC and nothing inside a server */
  guint32 *level;   /* links to the nearest endpoint, HD_NO_ID if there is none */
  guint32 *degree;  /* children that a NIC or switch can have */
  guint32 n_switches;
  guint32 *switches;      /* nodes, ascending */
  guint32 *switch_number; /* of a node, or HD_NO_ID */
  guint32 *switch_first;  /* between switches */
  guint32 *switch_neighbours;
  HdHopTable *hops;
  guint32 *entries;    /* of switches: that there are */
  guint32 *used;       /* of switches: that are in use */
  guint32 *link_trees; /* of links: trees that use it */
  double link_s;       /* mean latency of the links that are not inside a server */
  GPtrArray *labels;   /* guint32 *: see hd-tree-levels.c; NULL until asked for */
  HdTreeLink *counts;  /* of links: scratch, all 0 */
};

/** hd_tree_network_get_arcs: all links of a node */
static inline const HdTreeArc *
hd_tree_network_get_arcs (const HdTreeNetwork *self,
                          guint32 node,
                          guint32 *out_n)
{
  *out_n = self->first[node + 1] - self->first[node];
  return self->arcs + self->first[node];
}

/**
 * hd_tree_network_find_nics:
 * @out_nics: (out caller-allocates) (array length=n_members): the NIC of each member
 *
 * Errors: %HD_TREE_ERROR_EMPTY, %HD_TREE_ERROR_DUPLICATE, %HD_TREE_ERROR_NO_NIC, %HD_TREE_ERROR_SLOTS.
 */
gboolean hd_tree_network_find_nics (HdTreeNetwork *self,
                                    const guint32 *members,
                                    guint32 n_members,
                                    guint32 *out_nics,
                                    GError **error);
/**
 * hd_tree_network_route:
 *
 * The unicast route between two NICs, or members if they share one: then it is empty. @out_length leaves out links inside a node.
 *
 * Errors: %HD_TREE_ERROR_DISCONNECTED, %HD_TREE_ERROR_NIC_FORWARDS.
 */
gboolean hd_tree_network_route (HdTreeNetwork *self,
                                guint32 from,
                                guint32 to,
                                HdRoute *out_route,
                                guint32 *out_length,
                                GError **error);
/** hd_tree_network_is_inside: a link between two endpoints */
gboolean hd_tree_network_is_inside (HdTreeNetwork *self,
                                    guint32 link);
/** hd_tree_network_points_up: whether @direction of @link leads towards the top; between equals 0 does */
gboolean hd_tree_network_points_up (HdTreeNetwork *self,
                                    guint32 link,
                                    guint direction);
HdTreeStage hd_tree_network_get_stage (HdTreeNetwork *self,
                                       guint32 node,
                                       const HdTreeCost *cost);
/** hd_tree_network_find_leaf: the leaf switch of a NIC, as a node; HD_NO_ID if it has none */
guint32 hd_tree_network_find_leaf (HdTreeNetwork *self,
                                   guint32 nic);

/**
 * hd_tree_levels_new:
 *
 * The nested groups that the network makes of @members: those that are joined by links near to them, then by links of the next level and latency, and
 * so on. A level that changes nothing is left out, as is the one at which all are joined.
 *
 * Returns: (transfer full) (element-type guint32*): an array of (array length=n_members) for each level
 */
GPtrArray *hd_tree_levels_new (HdTreeNetwork *network,
                               const guint32 *members,
                               guint32 n_members);

G_END_DECLS
