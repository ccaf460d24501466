/* hd-tree-shape.c: k-ary and k-nomial trees over ranks
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-shape"

#include "hd-tree-shape.h"

guint32
hd_k_nomial_count_children (guint64 rank,
                            guint64 n,
                            guint64 k)
{
  guint64 count = 0;

  /* a child has one of 1 to k - 1 in the place of one trailing zero */
  for (guint64 weight = 1; weight < n && rank / weight % k == 0; weight *= k)
    {
      count += MIN (k - 1, (n - 1 - rank) / weight);
      if (weight > G_MAXUINT64 / k)
        break;
    }
  return (guint32) count;
}

guint
hd_k_nomial_digits (guint64 rank,
                    guint64 k)
{
  guint digits = 0;

  for (; rank > 0; rank /= k)
    digits += rank % k != 0;
  return digits;
}
