/* hd-tree.h: aggregation trees over a drawn network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An aggregation tree says who passes what it has gathered to whom. Type I works in the network interfaces (NICs) of the members, type II in
 * switches, where each tree takes one entry of a table. Its vertices are numbered: members by rank, then switches. Terms, algorithms and
 * definitions are those of Chen et al., "Construction methods of aggregation trees in hardware supported collectives" (2024).
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-tree-cost.h>

G_BEGIN_DECLS

#define HD_TREE_ERROR (hd_tree_error_quark ()) /* the domain of #HdTreeError */

/**
 * HdTreeError:
 * @HD_TREE_ERROR_DEGREE: a degree limit below 2
 * @HD_TREE_ERROR_WIDTH: a width below 2
 * @HD_TREE_ERROR_INFEASIBLE: degree limits that no permitted tree keeps
 * @HD_TREE_ERROR_NO_NIC: a process that nothing joins to the network
 * @HD_TREE_ERROR_DISCONNECTED: members without a way between them
 * @HD_TREE_ERROR_SLOTS: more processes on a NIC than it has slots
 * @HD_TREE_ERROR_ENTRIES: no root whose switches have free entries
 * @HD_TREE_ERROR_EMPTY: no members
 * @HD_TREE_ERROR_DUPLICATE: a member that is listed twice
 * @HD_TREE_ERROR_OVERFLOW: nested groups that need more than 2^63 slots
 * @HD_TREE_ERROR_NIC_FORWARDS: a NIC on the way between two others
 * @HD_TREE_ERROR_PARAMETER: a cost or size that cannot be
 * @HD_TREE_ERROR_OPERATION, @HD_TREE_ERROR_ALGORITHM: an unknown name
 * @HD_TREE_ERROR_INVALID: a tree that breaks its own definition
 */
typedef enum
{
  HD_TREE_ERROR_DEGREE,
  HD_TREE_ERROR_WIDTH,
  HD_TREE_ERROR_INFEASIBLE,
  HD_TREE_ERROR_NO_NIC,
  HD_TREE_ERROR_DISCONNECTED,
  HD_TREE_ERROR_SLOTS,
  HD_TREE_ERROR_ENTRIES,
  HD_TREE_ERROR_EMPTY,
  HD_TREE_ERROR_DUPLICATE,
  HD_TREE_ERROR_OVERFLOW,
  HD_TREE_ERROR_NIC_FORWARDS,
  HD_TREE_ERROR_PARAMETER,
  HD_TREE_ERROR_OPERATION,
  HD_TREE_ERROR_ALGORITHM,
  HD_TREE_ERROR_INVALID,
} HdTreeError;

GQuark hd_tree_error_quark (void);

typedef enum
{
  HD_TREE_K_ARY,
  HD_TREE_K_NOMIAL,
  HD_TREE_HIERARCHICAL, /* k-nomial over nested groups, of minimum height */
  HD_TREE_PHYSICAL,     /* type II in every switch of a shortest-path tree */
  HD_TREE_MINIMUM_COST, /* type II in as few switches as the degree limits allow */
  HD_TREE_SELECTED,     /* hierarchical or minimum cost, whichever the cost model prefers */
  HD_TREE_N_ALGORITHMS
} HdTreeAlgorithm;

/** hd_tree_algorithm_get_id: "k-ary", "k-nomial", "hierarchical-k-nomial", "physical", "minimum-cost", "selected" */
const char *hd_tree_algorithm_get_id (HdTreeAlgorithm algorithm);
/** hd_tree_algorithm_get_title, _help: translated */
const char *hd_tree_algorithm_get_title (HdTreeAlgorithm algorithm);
const char *hd_tree_algorithm_get_help (HdTreeAlgorithm algorithm);
/** hd_tree_algorithm_is_type_2: whether switches aggregate too */
gboolean hd_tree_algorithm_is_type_2 (HdTreeAlgorithm algorithm);
/** hd_tree_algorithm_find: Errors: %HD_TREE_ERROR_ALGORITHM; the message lists the algorithms. */
gboolean hd_tree_algorithm_find (const char *id,
                                 HdTreeAlgorithm *out_algorithm,
                                 GError **error);

/* ---- the network ----------------------------------------------------------------------------------------------------- */

/**
 * HdTreeNetwork:
 *
 * A design as trees see it: which NIC a process has, how far switches are from each other, which entries are free. The NIC of an endpoint is
 * the component with the symbol "nic" on the host side of which it lies, or the endpoint itself. Links between two endpoints are inside a node and
 * count for no distance. Not thread safe; one for each thread.
 */
typedef struct _HdTreeNetwork HdTreeNetwork;

/** hd_tree_network_new: O(nodes + links). Entries and degrees are those of the components (`tree-entries`, `tree-degree`). */
HdTreeNetwork *hd_tree_network_new (HdDesign *design);
void hd_tree_network_free (HdTreeNetwork *self);
HdDesign *hd_tree_network_get_design (HdTreeNetwork *self);
/** hd_tree_network_set_entries: gives every switch the same number of entries, %G_MAXUINT32 for no limit */
void hd_tree_network_set_entries (HdTreeNetwork *self,
                                  guint32 entries);
/** hd_tree_network_set_degrees: gives every NIC and every switch the same degree limit. Errors: %HD_TREE_ERROR_DEGREE if one is below 2. */
gboolean hd_tree_network_set_degrees (HdTreeNetwork *self,
                                      guint32 nic,
                                      guint32 switches,
                                      GError **error);
/** hd_tree_network_get_entries: how many entries of a switch are in use */
guint32 hd_tree_network_get_entries (HdTreeNetwork *self,
                                     guint32 node,
                                     guint32 *out_total);
/** hd_tree_network_get_cost: the cost model with the figures of these members: mean time of links, distance of the first from the farthest, its NIC */
HdTreeCost hd_tree_network_get_cost (HdTreeNetwork *self,
                                     const guint32 *members,
                                     guint32 n_members);

/* ---- building -------------------------------------------------------------------------------------------------------- */

/**
 * HdTreeOptions:
 * @bytes: of the message, at least 1 but for a barrier
 * @widths: (array length=n_widths) (nullable): widths k that may be taken, tried in order until the degree limits are kept; %NULL for the best
 *   of the cost model and, if it is too wide, every smaller one
 * @levels: bit i set: level i of the nested groups is used by a hierarchical tree; 0 for all
 * @least_depth: among free places for a group take that with the fewest digits instead of the lowest
 * @relaxed: a minimum-cost tree may bypass switches without free entries instead of giving up the root
 * @roots: how many roots are tried at most, 0 for all
 * @link_weight: entries that one tree on a link counts for in the load of a root
 * @fall_back: take a hierarchical tree where one of type II cannot be had
 * @cost: (nullable): figures instead of those of the components
 * @broadcast: how the result comes back, if @cost is %NULL
 */
typedef struct
{
  HdTreeAlgorithm algorithm;
  HdTreeOperation operation;
  double bytes;
  const guint32 *widths;
  guint n_widths;
  guint64 levels;
  gboolean least_depth;
  gboolean relaxed;
  guint roots;
  double link_weight;
  gboolean fall_back;
  const HdTreeCost *cost;
  HdTreeBroadcast broadcast;
} HdTreeOptions;

/** HdTreeFallback: why a tree of type I stands where type II was wanted */
typedef enum
{
  HD_TREE_FALLBACK_NONE,
  HD_TREE_FALLBACK_ENTRIES,
  HD_TREE_FALLBACK_DEGREE,
} HdTreeFallback;

/** HdTree: immutable, reference counted */
typedef struct _HdTree HdTree;

/**
 * hd_tree_build:
 * @members: (array length=n_members): endpoints in order of rank
 *
 * Builds, measures and checks a tree. It depends on its input alone: ties fall to the smallest number. Occupies nothing. Type I is
 * O(P log P) with routes; type II O(P log P + leaf switches * switches).
 *
 * Errors: %HD_TREE_ERROR; nothing is changed then.
 */
HdTree *hd_tree_build (HdTreeNetwork *network,
                       const guint32 *members,
                       guint32 n_members,
                       const HdTreeOptions *options,
                       GError **error);
HdTree *hd_tree_ref (HdTree *self);
void hd_tree_unref (HdTree *self);
/** hd_tree_network_occupy: takes an entry in each switch of @tree. Errors: %HD_TREE_ERROR_ENTRIES; none is taken then. */
gboolean hd_tree_network_occupy (HdTreeNetwork *self,
                                 HdTree *tree,
                                 GError **error);
/** hd_tree_network_release: gives them back */
void hd_tree_network_release (HdTreeNetwork *self,
                              HdTree *tree);

/* ---- what it looks like ---------------------------------------------------------------------------------------------- */

HdTreeAlgorithm hd_tree_get_algorithm (HdTree *self);
HdTreeOperation hd_tree_get_operation (HdTree *self);
double hd_tree_get_bytes (HdTree *self);
HdTreeFallback hd_tree_get_fallback (HdTree *self);
/** hd_tree_get_width: k, or 0 for type II */
guint32 hd_tree_get_width (HdTree *self);
guint32 hd_tree_get_root (HdTree *self);
guint32 hd_tree_get_n_members (HdTree *self);
guint32 hd_tree_get_n_vertices (HdTree *self);
/* (array length=n_vertices) each: */
/** hd_tree_get_nodes: of the design */
const guint32 *hd_tree_get_nodes (HdTree *self);
/** hd_tree_get_parents: %HD_NO_ID for the root */
const guint32 *hd_tree_get_parents (HdTree *self);
/** hd_tree_get_levels: edges from the root */
const guint32 *hd_tree_get_levels (HdTree *self);
/** hd_tree_get_lengths: links to the parent */
const guint32 *hd_tree_get_lengths (HdTree *self);
/** hd_tree_get_leaves: number, from 0 in order of nodes, of the leaf switch that a vertex is linked to or is; %HD_NO_ID for other switches */
const guint32 *hd_tree_get_leaves (HdTree *self);
guint32 hd_tree_get_n_leaves (HdTree *self);
/** hd_tree_get_leaf_nodes: (array length=n_leaves): the switches */
const guint32 *hd_tree_get_leaf_nodes (HdTree *self);
/** hd_tree_get_ready: when a vertex has all that comes from below and its own, in picoseconds from the start, if nothing else is on the links */
const HdTime *hd_tree_get_ready (HdTree *self);
/** hd_tree_get_order: the root first, level by level, children in order */
const guint32 *hd_tree_get_order (HdTree *self);
/** hd_tree_get_children: in order of number */
const guint32 *hd_tree_get_children (HdTree *self,
                                     guint32 vertex,
                                     guint32 *out_n);
/** hd_tree_get_n_group_levels: nested groups of members that the network has, from the nearest (a node, a leaf switch) to the farthest */
guint hd_tree_get_n_group_levels (HdTree *self);
/** hd_tree_get_groups: (array length=n_members): groups are numbered by their lowest rank */
const guint32 *hd_tree_get_groups (HdTree *self,
                                   guint level,
                                   guint32 *out_n_groups);

/** HdTreeLink: packets on a link towards the top of the network and from it, for one aggregation */
typedef struct
{
  guint32 link;
  guint32 up, down;
} HdTreeLink;
/** hd_tree_get_links: (array length=out_n): those that carry packets, in order */
const HdTreeLink *hd_tree_get_links (HdTree *self,
                                     guint32 *out_n);

/** HdTreeBranch: a switch of the physical tree under a tree of type II */
typedef struct
{
  guint32 node;
  guint32 parent;    /* branch, HD_NO_ID for the root */
  guint32 link;      /* to @parent, or HD_NO_ID */
  guint32 processes; /* that hang on it */
  guint32 vertex;    /* of the tree, HD_NO_ID if it was pruned */
} HdTreeBranch;
/** hd_tree_get_branches: (array length=out_n) (nullable): parents first; none for type I */
const HdTreeBranch *hd_tree_get_branches (HdTree *self,
                                          guint32 *out_n);

/**
 * HdTreeMetrics:
 * @height: edges from the farthest leaf to the root
 * @radius: links from the farthest leaf to the root
 * @crossing_packets: edges between vertices of different leaf switches
 * @hottest_link: the link between two switches with the most packets in one direction, or %HD_NO_ID
 * @hottest_up, @hottest_down: the most packets that any link between switches carries towards the top, and from it; not always the same link
 * @up_link, @down_link: which, or %HD_NO_ID
 * @hottest_pair: the most packets between any two leaf switches
 * @entries: table entries that it takes: its switches
 */
typedef struct
{
  guint32 height;
  guint32 radius;
  guint32 max_children;
  guint32 crossing_packets;
  guint32 hottest_link;
  guint32 hottest_up, up_link;
  guint32 hottest_down, down_link;
  guint32 hottest_pair;
  guint32 entries;
} HdTreeMetrics;
const HdTreeMetrics *hd_tree_get_metrics (HdTree *self);

/** HdTreeTime: seconds; the first three of this very tree with nothing else on the links, the last of the closed forms */
typedef struct
{
  double aggregate_s;
  double broadcast_s;
  double total_s;
  double closed_form_s;
} HdTreeTime;
HdTreeTime hd_tree_get_time (HdTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTreeNetwork, hd_tree_network_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTree, hd_tree_unref)

G_END_DECLS
