/* test-tree-layout.c: trees by levels
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants on random trees: children lie below their parents, nothing overlaps, everything is inside the stated size.
 */
#include "heddle-tree-layout.h"

#include <math.h>

#define MAX_VERTICES 200

static void
check (const HeddleTreeShape *shape)
{
  g_autoptr (HeddleTreeLayout) layout = heddle_tree_layout_new (shape);

  for (guint32 v = 0; v < shape->n; v++)
    {
      g_assert_cmpfloat (layout->x[v], >=, 0);
      g_assert_cmpfloat (layout->x[v], <=, layout->width);
      g_assert_cmpfloat (layout->y[v], >=, 0);
      g_assert_cmpfloat (layout->y[v], <=, layout->height);
      if (shape->parents[v] != HEDDLE_TREE_NONE)
        g_assert_cmpfloat (layout->y[v], >, layout->y[shape->parents[v]]);
      for (guint32 w = 0; w < v; w++)
        g_assert_cmpfloat (hypot (layout->x[v] - layout->x[w], layout->y[v] - layout->y[w]), >=, HEDDLE_TREE_PITCH - 1e-9);
    }
  for (guint i = 0; i < layout->blocks->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const HeddleTreeBlock *a = &g_array_index (layout->blocks, HeddleTreeBlock, i), *b = &g_array_index (layout->blocks, HeddleTreeBlock, j);

        g_assert_true (a->x + a->width <= b->x || b->x + b->width <= a->x || a->y + a->height <= b->y || b->y + b->height <= a->y);
      }
}

static void
test_random (void)
{
  for (guint seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint32 n = 1 + (guint32) g_rand_int_range (random, 0, MAX_VERTICES), end = 1;
      guint32 parents[MAX_VERTICES], levels[MAX_VERTICES], order[MAX_VERTICES], groups[MAX_VERTICES];
      HeddleTreeShape shape = { n, parents, levels, order, groups, MAX_VERTICES };

      parents[0] = HEDDLE_TREE_NONE;
      levels[0] = order[0] = groups[0] = 0;
      for (guint32 v = 1; v < n; v++)
        {
          parents[v] = (guint32) g_rand_int_range (random, seed % 2 == 0 ? 0 : MAX (0, (gint32) v - 12), (gint32) v);
          levels[v] = levels[parents[v]] + 1;
          groups[v] = (guint32) g_rand_int_range (random, 0, 4);
        }
      for (guint32 level = 1; end < n; level++)
        for (guint32 v = 1; v < n; v++)
          if (levels[v] == level)
            order[end++] = v;
      check (&shape);
    }
}

/* A root with three leaves and a pair: one block of two rows for each cell, one of them across groups. */
static void
test_block (void)
{
  const guint32 parents[] = { HEDDLE_TREE_NONE, 0, 0, 0, 0, 4 }, levels[] = { 0, 1, 1, 1, 1, 2 }, order[] = { 0, 1, 2, 3, 4, 5 };
  const guint32 groups[] = { 0, 0, 1, 0, 0, 0 };
  const HeddleTreeShape shape = { 6, parents, levels, order, groups, 6 };
  g_autoptr (HeddleTreeLayout) layout = heddle_tree_layout_new (&shape);
  const HeddleTreeBlock *block = &g_array_index (layout->blocks, HeddleTreeBlock, 0);

  g_assert_cmpuint (layout->blocks->len, ==, 1);
  g_assert_cmpuint (block->n, ==, 4);
  g_assert_cmpuint (block->cell, ==, 2);
  g_assert_cmpuint (block->n_crossing, ==, 1);
  g_assert_true (layout->hangs[5]);
  g_assert_cmpfloat (layout->x[5], ==, layout->x[4]);
  g_assert_cmpuint (layout->block[0], ==, HEDDLE_TREE_NONE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/tree-layout/random", test_random);
  g_test_add_func ("/ui/paint/tree-layout/block", test_block);
  return g_test_run ();
}
