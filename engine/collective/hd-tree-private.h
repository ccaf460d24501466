/* hd-tree-private.h: how an aggregation tree is stored
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-physical-tree.h"
#include "hd-tree-network.h"

G_BEGIN_DECLS

struct _HdTree
{
  gatomicrefcount ref_count;
  HdTreeAlgorithm algorithm;
  HdTreeOperation operation;
  double bytes;
  HdTreeFallback fallback;
  guint32 width;
  guint32 root;
  guint32 n_members;
  guint32 n_vertices;
  guint32 *nodes;       /* of vertices */
  guint32 *places;      /* of vertices: the NIC or switch that does the work, a node */
  guint32 *parents;
  guint32 *levels;
  guint32 *lengths;
  HdTime *latencies;    /* of the way to the parent */
  guint32 *distances;   /* links to the root */
  guint32 *leaves;
  guint32 *leaf_nodes;
  guint32 n_leaves;
  HdTime *ready;
  guint32 *order;
  guint32 *first_child; /* (array length=n_vertices+1): into children */
  guint32 *children;
  GPtrArray *groups;    /* guint32 *, one for each level */
  GArray *group_counts; /* guint32 */
  GArray *links;        /* HdTreeLink */
  GArray *branches;     /* HdTreeBranch, or NULL */
  guint32 *member_branches; /* of members; NULL without branches */
  guint32 *member_links;
  guint32 *vertex_branches; /* of switches, from n_members on */
  HdTreeMetrics metrics;
  HdTreeTime time;
};

/** HdTreeHop: a link that is gone over, in direction 0 from its `from` */
typedef void (*HdTreeHop) (gpointer data,
                           guint32 link,
                           guint direction);
/**
 * _hd_tree_climb:
 * @end: a vertex on the way to the root
 *
 * The links from @vertex to @end along the physical tree, of a tree that has branches. These are the ways of its packets, whatever a router
 * would say.
 */
void _hd_tree_climb (const HdTree *self,
                     const HdLink *links,
                     guint32 vertex,
                     guint32 end,
                     HdTreeHop hop,
                     gpointer data);

/**
 * _hd_tree_new:
 * @places: (array length=n_members): NICs
 * @parents: (array length=n_members+kept): of members, then of kept branches
 * @physical: (nullable): under a tree of type II; its arrays are taken over
 * @levels: (transfer full): nested groups
 *
 * Links vertices up. Errors: %HD_TREE_ERROR_INVALID if they are no tree.
 */
HdTree *_hd_tree_new (HdTreeNetwork *network,
                      const guint32 *members,
                      const guint32 *places,
                      guint32 n_members,
                      const guint32 *parents,
                      HdPhysicalTree *physical,
                      GPtrArray *levels,
                      const HdTreeOptions *options,
                      GError **error);
/**
 * _hd_tree_measure:
 * @cost: for the closed forms, and for everything if @uniform
 *
 * Ways, packets on links, times, metrics. Errors: %HD_TREE_ERROR_DISCONNECTED, %HD_TREE_ERROR_NIC_FORWARDS.
 */
gboolean _hd_tree_measure (HdTree *self,
                           HdTreeNetwork *network,
                           const HdTreeCost *cost,
                           gboolean uniform,
                           GError **error);
/**
 * _hd_tree_check:
 * @levels: which nested groups a hierarchical tree was built on, 0 for all
 *
 * That it keeps the degree limits and the definition of its type. Errors: %HD_TREE_ERROR_INVALID.
 */
gboolean _hd_tree_check (HdTree *self,
                         HdTreeNetwork *network,
                         guint64 levels,
                         GError **error);

G_END_DECLS
