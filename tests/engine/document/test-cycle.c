/* test-cycle.c: cycles in directed graphs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a cycle is found exactly if there is one, and each of its nodes has an arc to the next. The oracle for "is there one" is the
 * transitive closure (Warshall).
 */
#include <glib.h>

#include "hd-cycle.h"

#define N 12

static gboolean
has_cycle (gboolean reach[N][N])
{
  for (guint k = 0; k < N; k++)
    for (guint i = 0; i < N; i++)
      for (guint j = 0; j < N; j++)
        reach[i][j] |= reach[i][k] && reach[k][j];
  for (guint i = 0; i < N; i++)
    if (reach[i][i])
      return TRUE;
  return FALSE;
}

static void
test_random (void)
{
  guint n_cyclic = 0;

  for (guint round = 0; round < 2000; round++)
    {
      gboolean arc[N][N] = { { FALSE } }, reach[N][N] = { { FALSE } };
      HdArc arcs[40];
      guint n_arcs = g_test_rand_int_range (0, 20);

      for (guint i = 0; i < n_arcs; i++)
        {
          arcs[i] = (HdArc) { g_test_rand_int_range (0, N), g_test_rand_int_range (0, N) };
          arc[arcs[i].from][arcs[i].to] = reach[arcs[i].from][arcs[i].to] = TRUE;
        }
      g_autoptr (GArray) cycle = hd_cycle_find (N, arcs, n_arcs);
      g_assert_true ((cycle != NULL) == has_cycle (reach));
      n_cyclic += cycle != NULL;
      for (guint i = 0; cycle != NULL && i < cycle->len; i++)
        g_assert_true (arc[g_array_index (cycle, guint, i)][g_array_index (cycle, guint, (i + 1) % cycle->len)]);
    }
  g_assert_cmpuint (n_cyclic, >, 100);
  g_assert_cmpuint (n_cyclic, <, 1900);
}

static void
test_small (void)
{
  HdArc self[] = { { 0, 0 } };
  HdArc twice[] = { { 0, 1 }, { 0, 1 } };
  g_autoptr (GArray) loop = hd_cycle_find (1, self, 1);

  g_assert_cmpuint (loop->len, ==, 1);
  g_assert_null (hd_cycle_find (0, NULL, 0));
  g_assert_null (hd_cycle_find (2, twice, 2));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/cycle/small", test_small);
  g_test_add_func ("/engine/document/cycle/random", test_random);
  return g_test_run ();
}
