/* aggregator.c: the aggregation unit against values worked by hand and against the exact evaluator
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: packets are handled one after another as they come, whatever tree they belong to; sums have the bits that combining in the order of
 * operands gives, whatever the order of arrival; without contention a tree of units is ready when hd_tree_get_ready () says, to the picosecond.
 * Left open: the network between units.
 */
#include <stdlib.h>

#include "hd-aggregator.h"
#include "hd-tree-network.h"
#include "tree-fixture.h"

static const HdAggregatorRules usual = { .path = "leaf", .entries = 2, .degree = 4, .stage = { 10e-9, 80e-12, 120e-12 } };

/* 8 B take 10 + 8 * 0.2 = 11.6 ns. */
static void
test_times (void)
{
  g_autoptr (HdAggregator) self = hd_aggregator_new (&usual);
  HdAggregation *entry = hd_aggregator_open (self, 3, TRUE, 1, NULL);
  const double values[] = { 1, 2, 4, 8 };
  const HdAggregatorStatistics *statistics = hd_aggregator_get_statistics (self);
  HdTime ready = -1;

  g_assert_false (hd_aggregator_contribute (self, entry, 0, &values[0], &ready));
  g_assert_false (hd_aggregator_receive (self, entry, 1, 0, 8, &values[1], &ready));
  g_assert_false (hd_aggregator_receive (self, entry, 3, 5000, 8, &values[3], &ready)); /* waits until 11.6 ns */
  g_assert_cmpint (ready, ==, -1);
  g_assert_true (hd_aggregator_receive (self, entry, 2, 100000, 8, &values[2], &ready));
  g_assert_cmpint (ready, ==, 111600);
  g_assert_cmpfloat (hd_aggregation_get_values (entry)[0], ==, 15);
  g_assert_cmpuint (statistics->packets, ==, 3);
  g_assert_cmpint (statistics->busy, ==, 34800);
  g_assert_cmpint (statistics->longest_wait, ==, 6600);
  g_assert_cmpuint (statistics->most_kept, ==, 1);
}

/* An own contribution that comes last decides; the next round starts from nothing. */
static void
test_rounds (void)
{
  g_autoptr (HdAggregator) self = hd_aggregator_new (&usual);
  HdAggregation *entry = hd_aggregator_open (self, 1, TRUE, 2, NULL);
  const double own[] = { 1, 10 }, child[] = { 2, 20 };
  HdTime ready;

  for (HdTime start = 0; start < 3000000; start += 1000000)
    {
      g_assert_false (hd_aggregator_receive (self, entry, 1, start, 0, child, &ready));
      g_assert_true (hd_aggregator_contribute (self, entry, start + 50000, own, &ready));
      g_assert_cmpint (ready, ==, start + 50000);
      g_assert_cmpfloat (hd_aggregation_get_values (entry)[0], ==, 3);
      g_assert_cmpfloat (hd_aggregation_get_values (entry)[1], ==, 30);
    }
}

/* Two trees share the unit: packets at 0, 1 and 2 ns, of 100 B, 0 B and 100 B, take 30, 10 and 30 ns. */
static void
test_contention (void)
{
  g_autoptr (HdAggregator) self = hd_aggregator_new (&usual);
  HdAggregation *first = hd_aggregator_open (self, 2, FALSE, 0, NULL);
  HdAggregation *second = hd_aggregator_open (self, 1, FALSE, 0, NULL);
  HdTime ready;

  g_assert_false (hd_aggregator_receive (self, first, 0, 0, 100, NULL, &ready));
  g_assert_true (hd_aggregator_receive (self, second, 0, 1000, 0, NULL, &ready));
  g_assert_cmpint (ready, ==, 40000);
  g_assert_true (hd_aggregator_receive (self, first, 1, 2000, 100, NULL, &ready));
  g_assert_cmpint (ready, ==, 70000);
}

static void
test_limits (void)
{
  g_autoptr (HdAggregator) self = hd_aggregator_new (&usual);
  HdAggregation *entry = hd_aggregator_open (self, 4, TRUE, 1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (entry);
  g_assert_null (hd_aggregator_open (self, 5, FALSE, 1, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DEGREE);
  g_assert_cmpstr (error->message, ==, "“leaf” would have 5 children in a tree, but can have 4");
  g_clear_error (&error);
  g_assert_nonnull (hd_aggregator_open (self, 1, TRUE, 1, NULL));
  g_assert_null (hd_aggregator_open (self, 1, TRUE, 1, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES);
  g_assert_cmpstr (error->message, ==, "All 2 aggregation entries of “leaf” are in use");
  hd_aggregator_close (self, entry);
  g_assert_nonnull (hd_aggregator_open (self, 1, TRUE, 1, NULL));
  g_assert_cmpuint (hd_aggregator_get_n_entries (self), ==, 2);
}

/* Numbers of very different size, for which every order of adding gives other bits. */
static void
test_order (void)
{
  enum { N = 40, ELEMENTS = 5 };
  const HdAggregatorRules rules = { .path = "x", .entries = 1, .degree = N };
  g_autoptr (HdAggregator) self = hd_aggregator_new (&rules);
  HdAggregation *entry = hd_aggregator_open (self, N, FALSE, ELEMENTS, NULL);
  double values[N][ELEMENTS], forwards[ELEMENTS] = { 0 }, backwards[ELEMENTS] = { 0 };
  guint n_different = 0;

  for (guint i = 0; i < N; i++)
    for (guint k = 0; k < ELEMENTS; k++)
      values[i][k] = g_test_rand_double_range (-1, 1) * (i % 3 == 0 ? 1e12 : 1);
  for (guint i = 0; i < N; i++)
    for (guint k = 0; k < ELEMENTS; k++)
      {
        forwards[k] += values[i][k];
        backwards[k] += values[N - 1 - i][k];
      }
  for (guint k = 0; k < ELEMENTS; k++)
    n_different += forwards[k] != backwards[k];
  g_assert_cmpuint (n_different, >, 0);
  for (guint round = 0; round < 200; round++)
    {
      guint order[N];
      HdTime ready;

      for (guint i = 0; i < N; i++)
        {
          guint j = g_test_rand_int_range (0, i + 1);

          order[i] = order[j];
          order[j] = i;
        }
      for (guint i = 0; i < N; i++)
        g_assert_cmpint (hd_aggregator_receive (self, entry, order[i], i, 0, values[order[i]], &ready), ==, i == N - 1);
      g_assert_cmpmem (hd_aggregation_get_values (entry), sizeof forwards, forwards, sizeof forwards);
    }
}

/* ---- against the evaluator ------------------------------------------------------------------------------------------- */

typedef struct
{
  HdTime time;
  guint32 operand;
} Arrival;

static int
compare_arrivals (const void *a,
                  const void *b)
{
  const Arrival *x = a, *y = b;

  return x->time != y->time ? (x->time < y->time ? -1 : 1) : (int) x->operand - (int) y->operand;
}

/* From the leaves up: each vertex is a unit of its own, what it sends is under way for @link_ps on each link. */
static void
check_tree (HdTreeNetwork *network,
            HdTree *tree,
            double up,
            HdTime link_ps)
{
  const guint32 *order = hd_tree_get_order (tree), *lengths = hd_tree_get_lengths (tree), *nodes = hd_tree_get_nodes (tree);
  guint32 n = hd_tree_get_n_vertices (tree), n_members = hd_tree_get_n_members (tree);
  g_autofree HdTime *ready = g_new0 (HdTime, n);
  g_autofree double *sums = g_new (double, n);

  for (guint32 i = n; i-- > 0;)
    {
      guint32 v = order[i], n_children;
      const guint32 *children = hd_tree_get_children (tree, v, &n_children);
      HdAggregatorRules rules = { "v", 1, 1000, hd_tree_network_get_stage (network, nodes[v], NULL) };
      g_autoptr (HdAggregator) self = hd_aggregator_new (&rules);
      HdAggregation *entry = hd_aggregator_open (self, n_children, v < n_members, 1, NULL);
      g_autofree Arrival *arrivals = g_new (Arrival, n_children + 1);
      gboolean complete = FALSE;
      double own = v;

      if (v < n_members)
        complete = hd_aggregator_contribute (self, entry, 0, &own, &ready[v]);
      for (guint32 c = 0; c < n_children; c++)
        arrivals[c] = (Arrival) { ready[children[c]] + lengths[children[c]] * link_ps, c };
      qsort (arrivals, n_children, sizeof *arrivals, compare_arrivals);
      for (guint32 c = 0; c < n_children; c++)
        complete = hd_aggregator_receive (self, entry, arrivals[c].operand + (v < n_members), arrivals[c].time, up,
                                          &sums[children[arrivals[c].operand]], &ready[v]);
      g_assert_true (complete);
      g_assert_cmpint (ready[v], ==, hd_tree_get_ready (tree)[v]);
      sums[v] = hd_aggregation_get_values (entry)[0];
    }
  g_assert_cmpfloat (sums[hd_tree_get_root (tree)], ==, (double) n_members * (n_members - 1) / 2);
}

static void
test_evaluator (void)
{
  static const char *const processes[] = { "$processes=1", "$processes=2", "$processes=16", "$processes=100", "$processes=512" };
  static const char *const tops[] = { "$tops=1", "$tops=16" };

  for (guint p = 0; p < G_N_ELEMENTS (processes) * G_N_ELEMENTS (tops); p++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 (processes[p / 2], tops[p % 2]);
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);

      for (guint algorithm = 0; algorithm < HD_TREE_SELECTED; algorithm++)
        for (guint operation = 0; operation < HD_TREE_N_OPERATIONS; operation++)
          {
            g_autoptr (HdTree) tree = fixture_tree (network, algorithm, operation, 2048, hd_tree_algorithm_is_type_2 (algorithm) ? 0 : 32);
            double up, down;

            hd_tree_operation_get_bytes (operation, 2048, &up, &down);
            check_tree (network, tree, up, 280000);
          }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/aggregator/times", test_times);
  g_test_add_func ("/engine/collective/aggregator/rounds", test_rounds);
  g_test_add_func ("/engine/collective/aggregator/contention", test_contention);
  g_test_add_func ("/engine/collective/aggregator/limits", test_limits);
  g_test_add_func ("/engine/collective/aggregator/order", test_order);
  g_test_add_func ("/engine/collective/aggregator/evaluator", test_evaluator);
  return g_test_run ();
}
