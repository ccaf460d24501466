/* hd-tree-cost.h: what a collective along an aggregation tree costs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The closed forms of Chen et al., "Construction methods of aggregation trees in hardware supported collectives" (Journal of Computer Research
 * and Development, 2024), equations 1 to 11. A type I tree works in the NICs of the members, a type II tree in switches. The formulas assume a
 * complete tree and equally long paths between all members; hd_tree_get_time () evaluates a concrete tree.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdTreeOperation: what is done along the tree; all members take part */
typedef enum
{
  HD_TREE_BARRIER,
  HD_TREE_BROADCAST,
  HD_TREE_REDUCE,
  HD_TREE_ALL_REDUCE,
  HD_TREE_N_OPERATIONS
} HdTreeOperation;

/** HdTreeStore: how often the time of storing and forwarding is paid */
typedef enum
{
  HD_TREE_STORE_PER_PACKET, /* for each packet of a child */
  HD_TREE_STORE_PER_LEVEL,  /* once on each level: packets of children arrive in parallel */
} HdTreeStore;

/** HdTreeBroadcast: how the result comes back */
typedef enum
{
  HD_TREE_MULTICAST,    /* along multicast routes of the network */
  HD_TREE_REVERSE_TREE, /* down the tree; NICs send copies one after another, switches all at once */
} HdTreeBroadcast;

/**
 * HdTreeCost:
 * @link_s: l, time for one link and the switch at its end
 * @links: delta, links between two members
 * @match_s: theta, time to find the tree that an arriving packet belongs to
 * @store_s_per_byte: beta, storing and forwarding
 * @reduce_s_per_byte: gamma, reduction
 */
typedef struct
{
  double link_s;
  double links;
  double match_s;
  double store_s_per_byte;
  double reduce_s_per_byte;
  HdTreeStore store;
  HdTreeBroadcast broadcast;
} HdTreeCost;

/** HD_TREE_COST_DEFAULT: the paper's a = 1.12 us and b = 0.01 us on four links; it has no beta and gamma: 12.5 GB/s and 8.3 GB/s are ours */
#define HD_TREE_COST_DEFAULT ((HdTreeCost){ .link_s = 280e-9, .links = 4, .match_s = 10e-9, .store_s_per_byte = 80e-12, .reduce_s_per_byte = 120e-12 })

/** hd_tree_operation_get_id: "barrier", "broadcast", "reduce", "all-reduce" */
const char *hd_tree_operation_get_id (HdTreeOperation operation);
/** hd_tree_operation_find: "bcast" and "allreduce" are known too. Errors: %HD_TREE_ERROR_OPERATION; the message lists the operations. */
gboolean hd_tree_operation_find (const char *id,
                                 HdTreeOperation *out_operation,
                                 GError **error);
/** hd_tree_operation_get_bytes: what a packet carries up, to be reduced, and down, for a message of @bytes */
void hd_tree_operation_get_bytes (HdTreeOperation operation,
                                  double bytes,
                                  double *out_up,
                                  double *out_down);

/** hd_tree_cost_check: Errors: %HD_TREE_ERROR_PARAMETER for a negative or infinite value */
gboolean hd_tree_cost_check (const HdTreeCost *self,
                             GError **error);

/* Below, @bytes are those of an upward packet, @width is k or d, at least 2 and any real number, @members P at least 1; times are in seconds. */

/** hd_tree_cost_get_coefficients: a and b of F(k) = (a + b k) log_k P, equation 5 */
void hd_tree_cost_get_coefficients (const HdTreeCost *self,
                                    double bytes,
                                    double *out_a,
                                    double *out_b);
/** hd_tree_cost_aggregate: of a complete tree with that height and radius. Equation 2 */
double hd_tree_cost_aggregate (const HdTreeCost *self,
                               double height,
                               double radius,
                               double width,
                               double bytes);
/** hd_tree_cost_type_1: F(k). Equations 3, 5, 7 */
double hd_tree_cost_type_1 (const HdTreeCost *self,
                            double width,
                            double members,
                            double bytes);
/** hd_tree_cost_type_2: Equations 4, 8 */
double hd_tree_cost_type_2 (const HdTreeCost *self,
                            double width,
                            double members,
                            double bytes);
/** hd_tree_cost_slope: F'(k), in seconds for each unit of width. Equation 6 */
double hd_tree_cost_slope (const HdTreeCost *self,
                           double width,
                           double members,
                           double bytes);
/** hd_tree_cost_broadcast_1, _2: the way back for a packet of @down bytes; @height and @width count for %HD_TREE_REVERSE_TREE alone. Equation 1 */
double hd_tree_cost_broadcast_1 (const HdTreeCost *self,
                                 double width,
                                 double members,
                                 double down);
double hd_tree_cost_broadcast_2 (const HdTreeCost *self,
                                 double width,
                                 double members,
                                 double down);
/** hd_tree_cost_find_optimum: the real width k at which F' is 0: k (ln k - 1) = a / b; infinite if b is 0 */
double hd_tree_cost_find_optimum (const HdTreeCost *self,
                                  double bytes);

/** HdTreeWidths: @lowest to @highest cost at most the tolerance more than the least that any real width does */
typedef struct
{
  guint32 best;
  guint32 lowest, highest; /* 0 if no integer is that good */
  double best_s;           /* F (@best) */
} HdTreeWidths;

/**
 * hd_tree_cost_find_widths:
 * @limit: widest that is allowed, at least 2
 *
 * Best integer width from 2 to @limit, and those that are as good within @tolerance_s. The idea of table 2; O(log limit).
 */
HdTreeWidths hd_tree_cost_find_widths (const HdTreeCost *self,
                                       double members,
                                       double bytes,
                                       double tolerance_s,
                                       guint32 limit);

/** hd_tree_cost_difference: type I of width @k minus type II of width @d: positive if type II is faster. Equation 9 */
double hd_tree_cost_difference (const HdTreeCost *self,
                                double d,
                                double k,
                                double members,
                                double bytes);
/** hd_tree_cost_difference_by_bytes: its derivative by the size of the message, s/B. Equation 10 */
double hd_tree_cost_difference_by_bytes (const HdTreeCost *self,
                                         double d,
                                         double k,
                                         double members,
                                         double bytes);
/** hd_tree_cost_difference_by_members: its derivative by the number of members, s. Equation 11 */
double hd_tree_cost_difference_by_members (const HdTreeCost *self,
                                           double d,
                                           double k,
                                           double members,
                                           double bytes);

/** HD_TREE_INDIFFERENCE_S: with less between them, type I is chosen: it uses no entries */
#define HD_TREE_INDIFFERENCE_S 1e-9

/** hd_tree_cost_prefers_type_2: by the sign of equation 9, with the best @k up to @limit */
gboolean hd_tree_cost_prefers_type_2 (const HdTreeCost *self,
                                      double d,
                                      double members,
                                      double bytes,
                                      guint32 limit);
/**
 * hd_tree_cost_last_type_2:
 *
 * The largest message, in whole bytes up to 2^40, for which type II of width @d is faster, as in table 3; -1 if it never is. Widths of type I
 * are chosen anew for each size.
 */
gint64 hd_tree_cost_last_type_2 (const HdTreeCost *self,
                                 double d,
                                 double members,
                                 guint32 limit);

G_END_DECLS
