/* hd-tree-shape.h: k-ary and k-nomial trees over ranks
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rank 0 is the root. All arithmetic is on numbers of 64 bits, so that slots of sparse trees can be meant too.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_k_ary_parent: of a rank other than 0 in the complete tree numbered breadth first (definition 7) */
static inline guint64
hd_k_ary_parent (guint64 rank,
                 guint64 k)
{
  return (rank - 1) / k;
}

/** hd_k_nomial_weight: k to the number of trailing zero digits of a rank other than 0, written in base k */
static inline guint64
hd_k_nomial_weight (guint64 rank,
                    guint64 k)
{
  guint64 weight = 1;

  for (; rank % k == 0; rank /= k)
    weight *= k;
  return weight;
}

/** hd_k_nomial_parent: of a rank other than 0, numbered depth first (definition 8): its lowest digit that is not 0 is cleared */
static inline guint64
hd_k_nomial_parent (guint64 rank,
                    guint64 k)
{
  guint64 weight = hd_k_nomial_weight (rank, k);

  return rank - rank / weight % k * weight;
}

/** hd_k_nomial_count_children: when ranks 0 to @n - 1 exist. Algorithm 1; O(log n) */
guint32 hd_k_nomial_count_children (guint64 rank,
                                    guint64 n,
                                    guint64 k);
/** hd_k_nomial_digits: how many digits of @rank in base @k are not 0: its level in a k-nomial tree */
guint hd_k_nomial_digits (guint64 rank,
                          guint64 k);

G_END_DECLS
