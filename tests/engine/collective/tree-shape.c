/* tree-shape.c: k-ary and k-nomial trees over ranks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: the definitions: children of the k-ary tree are k r + i; level i of a k-nomial tree has (k - 1)^i C(n, i) nodes (figure 8).
 */
#include <glib.h>

#include "hd-tree-shape.h"

static const guint widths[] = { 2, 3, 4, 5, 32 };

static void
test_k_ary (void)
{
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    for (guint rank = 0; rank < 200; rank++)
      for (guint i = 1; i <= widths[w]; i++)
        g_assert_cmpuint (hd_k_ary_parent (widths[w] * rank + i, widths[w]), ==, rank);
}

/* The count of algorithm 1 against children that are counted one by one; parents come before children. */
static void
test_k_nomial (void)
{
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    for (guint n = 1; n < 200; n++)
      {
        guint count[200] = { 0 };

        for (guint rank = 1; rank < n; rank++)
          {
            guint64 parent = hd_k_nomial_parent (rank, widths[w]);

            g_assert_cmpuint (parent, <, rank);
            g_assert_cmpuint (hd_k_nomial_digits (parent, widths[w]) + 1, ==, hd_k_nomial_digits (rank, widths[w]));
            count[parent]++;
          }
        for (guint rank = 0; rank < n; rank++)
          g_assert_cmpuint (hd_k_nomial_count_children (rank, n, widths[w]), ==, count[rank]);
      }
}

static void
check_levels (guint k,
              guint n,
              const guint *expected)
{
  guint levels[8] = { 0 }, size = 1;

  for (guint i = 0; i < n; i++)
    size *= k;
  for (guint rank = 0; rank < size; rank++)
    levels[hd_k_nomial_digits (rank, k)]++;
  for (guint i = 0; i <= n; i++)
    g_assert_cmpuint (levels[i], ==, expected[i]);
  g_assert_cmpuint (hd_k_nomial_count_children (0, size, k), ==, (k - 1) * n);
}

static void
test_figure_8 (void)
{
  check_levels (2, 4, (const guint[]){ 1, 4, 6, 4, 1 });
  check_levels (4, 2, (const guint[]){ 1, 6, 9 });
  check_levels (3, 3, (const guint[]){ 1, 6, 12, 8 });
}

static void
test_large (void)
{
  const guint64 top = G_GUINT64_CONSTANT (1) << 62;

  g_assert_cmpuint (hd_k_nomial_parent (top, 2), ==, 0);
  g_assert_cmpuint (hd_k_nomial_parent (top + 1, 2), ==, top);
  g_assert_cmpuint (hd_k_nomial_parent (G_MAXUINT64, 2), ==, G_MAXUINT64 - 1);
  g_assert_cmpuint (hd_k_nomial_count_children (0, 512, 32), ==, 46);
  g_assert_cmpuint (hd_k_nomial_count_children (0, G_MAXUINT64, 2), ==, 64);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/tree-shape/k-ary", test_k_ary);
  g_test_add_func ("/engine/collective/tree-shape/k-nomial", test_k_nomial);
  g_test_add_func ("/engine/collective/tree-shape/figure-8", test_figure_8);
  g_test_add_func ("/engine/collective/tree-shape/large", test_large);
  return g_test_run ();
}
