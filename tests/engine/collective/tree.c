/* tree.c: aggregation trees on drawn networks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a tree spans its members once; its metrics are what counting gives; it depends on its input alone; entries are taken all or none.
 * Oracles: numbers worked by hand; a count of packets link by link along routes found anew.
 */
#include "tree-fixture.h"

#include <math.h>
#include <string.h>

#include "hd-random.h"

static void
test_one_and_two (void)
{
  g_autoptr (HdDesign) one = fixture_figure_16 ("$processes=1", NULL), two = fixture_figure_16 ("$processes=2", NULL);
  g_autoptr (HdTreeNetwork) of_one = hd_tree_network_new (one), of_two = hd_tree_network_new (two);

  for (guint algorithm = 0; algorithm < HD_TREE_N_ALGORITHMS; algorithm++)
    {
      g_autoptr (HdTree) alone = fixture_tree (of_one, algorithm, HD_TREE_ALL_REDUCE, 8, 0);
      g_autoptr (HdTree) pair = fixture_tree (of_two, algorithm, HD_TREE_BARRIER, 0, 0);
      const HdTreeMetrics *m = hd_tree_get_metrics (alone);

      g_assert_cmpuint (hd_tree_get_n_vertices (alone), ==, 1);
      g_assert_cmpuint (m->height + m->radius + m->entries + m->max_children, ==, 0);
      g_assert_cmpuint (m->hottest_link, ==, HD_NO_ID);
      g_assert_cmpfloat (hd_tree_get_time (alone).total_s, ==, 0);
      if (hd_tree_algorithm_is_type_2 (hd_tree_get_algorithm (pair)))
        continue;
      /* two ports of one node: no link between them, one packet to match */
      g_assert_cmpuint (hd_tree_get_lengths (pair)[1], ==, 0);
      g_assert_cmpuint (hd_tree_get_metrics (pair)->radius, ==, 0);
      g_assert_cmpfloat_with_epsilon (hd_tree_get_time (pair).aggregate_s, 0.01 * FIXTURE_US, 1e-15);
    }
}

/* ---- children, levels, links ---------------------------------------------------------------------------------------------- */

static void
check_arrays (HdTree *tree)
{
  guint32 n = hd_tree_get_n_vertices (tree), total = 0;
  const guint32 *parents = hd_tree_get_parents (tree), *levels = hd_tree_get_levels (tree), *order = hd_tree_get_order (tree);
  g_autofree guint8 *seen = g_new0 (guint8, n);

  g_assert_cmpuint (parents[hd_tree_get_root (tree)], ==, HD_NO_ID);
  for (guint32 v = 0; v < n; v++)
    {
      guint32 n_children;
      const guint32 *children = hd_tree_get_children (tree, v, &n_children);

      total += n_children;
      for (guint32 c = 0; c < n_children; c++)
        {
          g_assert_cmpuint (parents[children[c]], ==, v);
          g_assert_cmpuint (levels[children[c]], ==, levels[v] + 1);
          g_assert_cmpint (hd_tree_get_ready (tree)[v], >=, hd_tree_get_ready (tree)[children[c]]);
        }
      g_assert_false (seen[order[v]]);
      seen[order[v]] = TRUE;
      g_assert_true (v == 0 || levels[order[v]] >= levels[order[v - 1]]);
    }
  g_assert_cmpuint (total, ==, n - 1);
}

/* Type I packets counted anew, with a router of the test's own. */
static void
check_links (HdTree *tree,
             HdDesign *design)
{
  guint32 n_links = hd_design_get_n_links (design), n, sum = 0;
  g_autofree guint32 *count = g_new0 (guint32, n_links);
  g_autoptr (HdRouter) router = hd_router_new (design);
  const HdTreeLink *links = hd_tree_get_links (tree, &n);
  const guint32 *nodes = hd_tree_get_nodes (tree), *parents = hd_tree_get_parents (tree);

  for (guint32 v = 0; v < hd_tree_get_n_vertices (tree); v++)
    {
      HdRoute route;

      if (parents[v] == HD_NO_ID)
        continue;
      g_assert_true (hd_router_find (router, nodes[v], nodes[parents[v]], NULL, 0, &route, NULL));
      for (guint h = 0; h < route.n_hops; h++)
        count[route.links[h]]++;
      sum += hd_tree_get_lengths (tree)[v];
    }
  for (guint32 i = 0; i < n; i++)
    {
      g_assert_cmpuint (links[i].up + links[i].down, ==, count[links[i].link]);
      sum -= links[i].up + links[i].down;
    }
  g_assert_cmpuint (sum, ==, 0);
}

static void
test_generated (void)
{
  static const char *const kinds[] = { "dragonfly", "fat-tree", "hypercube", "leaf-spine", "mesh", "pruned-fat-tree", "ring", "torus" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const char *no_settings[] = { NULL };
      g_autoptr (HdDocument) document = hd_generator_new_document (hd_generator_find (kinds[i]), no_settings, NULL);
      g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, NULL);
      g_autoptr (HdTreeNetwork) network = NULL;
      const HdCommunicator *all;

      g_assert_nonnull (design);
      network = hd_tree_network_new (design);
      all = hd_design_get_communicator (design, 0);
      for (guint algorithm = 0; algorithm < HD_TREE_N_ALGORITHMS; algorithm++)
        for (guint32 k = 2; k < 6; k++)
          {
            HdTreeOptions options = { .algorithm = algorithm, .operation = HD_TREE_ALL_REDUCE, .bytes = 64, .widths = &k, .n_widths = 1, .fall_back = TRUE };
            g_autoptr (GError) error = NULL;
            g_autoptr (HdTree) tree = hd_tree_build (network, all->members, all->n_members, &options, &error);

            g_assert_no_error (error);
            check_arrays (tree);
            if (!hd_tree_algorithm_is_type_2 (hd_tree_get_algorithm (tree)))
              check_links (tree, design);
          }
    }
}

/* A dragonfly has all switches on one level; its groups show because links between them are longer. */
static void
test_groups_of_dragonfly (void)
{
  const char *settings[] = { "routers=4", "globals=2", "hosts=2", NULL };
  g_autoptr (HdDocument) document = hd_generator_new_document (hd_generator_find ("dragonfly"), settings, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  const HdCommunicator *all = hd_design_get_communicator (design, 0);
  const HdTreeOptions options = { .algorithm = HD_TREE_HIERARCHICAL, .widths = (const guint32[]){ 4 }, .n_widths = 1 };
  g_autoptr (HdTree) tree = hd_tree_build (network, all->members, all->n_members, &options, NULL);
  guint32 n;

  g_assert_cmpuint (hd_tree_get_n_group_levels (tree), ==, 2);
  hd_tree_get_groups (tree, 0, &n);
  g_assert_cmpuint (n, ==, 36); /* switches */
  hd_tree_get_groups (tree, 1, &n);
  g_assert_cmpuint (n, ==, 9);
}

/* ---- the same again ------------------------------------------------------------------------------------------------------- */

static void
test_repeated (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=300", NULL);

  for (guint algorithm = 0; algorithm < HD_TREE_N_ALGORITHMS; algorithm++)
    {
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design), other = hd_tree_network_new (design);
      g_autoptr (HdTree) a = fixture_tree (network, algorithm, HD_TREE_REDUCE, 8, 0), b = fixture_tree (network, algorithm, HD_TREE_REDUCE, 8, 0);
      g_autoptr (HdTree) c = fixture_tree (other, algorithm, HD_TREE_REDUCE, 8, 0);
      gsize size = sizeof (guint32) * hd_tree_get_n_vertices (a);

      g_assert_cmpmem (hd_tree_get_parents (a), size, hd_tree_get_parents (b), sizeof (guint32) * hd_tree_get_n_vertices (b));
      g_assert_cmpmem (hd_tree_get_parents (a), size, hd_tree_get_parents (c), sizeof (guint32) * hd_tree_get_n_vertices (c));
      g_assert_cmpfloat (hd_tree_get_time (a).total_s, ==, hd_tree_get_time (c).total_s);
    }
}

/* X3: in a standard fat tree processes in random places: both flat trees need 2.68 us, the hierarchical one 2.07 (medians of 21). */
static int
compare_doubles (const void *a,
                 const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
test_random_placement (void)
{
  g_autoptr (HdDesign) standard = fixture_figure_16 ("$tops=16", NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (standard);
  const HdCommunicator *world = hd_design_find_communicator (standard, "world");
  static const double expected[] = { 2.68, 2.68, 2.07 }, tolerance[] = { 0.05, 0.05, 0.01 };

  for (guint algorithm = HD_TREE_K_ARY; algorithm <= HD_TREE_HIERARCHICAL; algorithm++)
    {
      const HdTreeOptions options = { .algorithm = algorithm, .widths = (const guint32[]){ 32 }, .n_widths = 1 };
      double times[21];

      for (guint seed = 0; seed < G_N_ELEMENTS (times); seed++)
        {
          g_autofree guint32 *members = g_memdup2 (world->members, sizeof *members * world->n_members);
          g_autoptr (HdTree) tree = NULL;
          HdRandom random;

          hd_random_init (&random, seed, "tree", "placement");
          for (guint32 i = world->n_members; i > 1; i--)
            {
              guint32 j = (guint32) hd_random_below (&random, i), swap = members[i - 1];

              members[i - 1] = members[j];
              members[j] = swap;
            }
          tree = hd_tree_build (network, members, world->n_members, &options, NULL);
          times[seed] = hd_tree_get_time (tree).aggregate_s;
        }
      qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_doubles);
      g_assert_cmpfloat_with_epsilon (times[10], expected[algorithm] * FIXTURE_US, tolerance[algorithm] * FIXTURE_US);
    }
}

/* ---- entries ---------------------------------------------------------------------------------------------------------------- */

static void
test_entries (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 (NULL, NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  g_autoptr (HdTree) physical = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BARRIER, 0, 0);
  g_autoptr (HdTree) minimum = fixture_tree (network, HD_TREE_MINIMUM_COST, HD_TREE_BARRIER, 0, 0);
  guint32 top = hd_design_find_node (design, "top[0]"), total;
  const HdCommunicator *world = hd_design_find_communicator (design, "world");
  HdTreeOptions options = { .algorithm = HD_TREE_PHYSICAL, .fall_back = TRUE };
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (hd_tree_get_metrics (physical)->entries, ==, 33);
  g_assert_cmpuint (hd_tree_get_metrics (physical)->max_children, ==, 32);
  /* (512 - 1) / (64 - 1) of width 64, but a leaf switch gains 15 at most: (511 - 63) / 15 more */
  g_assert_cmpuint (hd_tree_get_metrics (minimum)->entries, ==, 31);
  for (guint i = 0; i < 16; i++)
    {
      g_assert_cmpuint (hd_tree_network_get_entries (network, top, &total), ==, i);
      g_assert_cmpuint (total, ==, 16);
      g_assert_true (hd_tree_network_occupy (network, physical, &error));
      g_assert_no_error (error);
    }
  g_assert_false (hd_tree_network_occupy (network, minimum, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES);
  for (guint algorithm = HD_TREE_PHYSICAL; algorithm <= HD_TREE_SELECTED; algorithm++)
    {
      g_autoptr (HdTree) tree = NULL;

      options.algorithm = algorithm;
      g_clear_error (&error);
      tree = hd_tree_build (network, world->members, world->n_members, &options, &error);
      g_assert_no_error (error);
      g_assert_cmpint (hd_tree_get_algorithm (tree), ==, HD_TREE_HIERARCHICAL);
      g_assert_cmpint (hd_tree_get_fallback (tree), ==, HD_TREE_FALLBACK_ENTRIES);
      g_assert_cmpuint (hd_tree_get_metrics (tree)->entries, ==, 0);
    }
  for (guint i = 0; i < 16; i++)
    hd_tree_network_release (network, physical);
  for (guint32 node = 0; node < hd_design_get_n_nodes (design); node++)
    g_assert_cmpuint (hd_tree_network_get_entries (network, node, &total), ==, 0);
}

/* The least loaded of equal roots is next: 16 top switches take their turns. */
static void
test_root_choice (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 ("$tops=16", NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);

  hd_tree_network_set_entries (network, G_MAXUINT32);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (HdTree) tree = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BARRIER, 0, 0);
      g_autofree char *root = hd_design_dup_node_path (design, hd_tree_get_nodes (tree)[hd_tree_get_root (tree)]);
      g_autofree char *expected = g_strdup_printf ("top[%u]", i % 16);

      g_assert_cmpstr (root, ==, expected);
      g_assert_true (hd_tree_network_occupy (network, tree, NULL));
    }
}

/* Small messages go through switches, large ones through NICs; the model's verdict is followed. */
static void
test_selection (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 (NULL, NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  g_autoptr (HdTree) small = fixture_tree (network, HD_TREE_SELECTED, HD_TREE_ALL_REDUCE, 8, 0);
  g_autoptr (HdTree) last = fixture_tree (network, HD_TREE_SELECTED, HD_TREE_ALL_REDUCE, 354, 0);
  g_autoptr (HdTree) first = fixture_tree (network, HD_TREE_SELECTED, HD_TREE_ALL_REDUCE, 357, 0);

  g_assert_cmpint (hd_tree_get_algorithm (small), ==, HD_TREE_MINIMUM_COST);
  g_assert_cmpint (hd_tree_get_algorithm (last), ==, HD_TREE_MINIMUM_COST);
  g_assert_cmpint (hd_tree_get_algorithm (first), ==, HD_TREE_HIERARCHICAL);
  g_assert_cmpint (hd_tree_get_fallback (first), ==, HD_TREE_FALLBACK_NONE);
}

/* ---- times ------------------------------------------------------------------------------------------------------------------- */

/* Three hosts on one switch, worked by hand: both packets arrive at 2 links, 40 ns each to handle. */
static void
test_by_hand (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
    "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"100 ns\" sharing=\"split\"/><top><component id=\"hub\" type=\"fabric.switch\" match-time=\"5 ns\"/>"
    "<component id=\"host\" type=\"fabric.xpu\" count=\"3\" match-time=\"20 ns\" store-time=\"1 ns/B\" reduce-time=\"1.5 ns/B\"/>"
    "<link from=\"host[h].eth\" to=\"hub.port[h]\" class=\"c\"/></top>"
    "<communicators><communicator id=\"world\" members=\"host[*]\"/></communicators>", NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  g_autoptr (HdTree) one = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_ALL_REDUCE, 8, 2);
  g_autoptr (HdTree) two = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BARRIER, 0, 0);
  const HdCommunicator *world = hd_design_find_communicator (design, "world");
  HdTreeCost cost = HD_TREE_COST_DEFAULT;
  HdTreeOptions options = { .algorithm = HD_TREE_K_ARY, .operation = HD_TREE_BROADCAST, .bytes = 10, .widths = (const guint32[]){ 2 }, .n_widths = 1, .cost = &cost };
  g_autoptr (HdTree) reverse = NULL;

  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (one).aggregate_s, 280e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (one).broadcast_s, 228e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (one).total_s, 508e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (two).aggregate_s, 115e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (two).broadcast_s, 105e-9, 1e-15);

  /* figures of the model instead: the second copy leaves after two times 10 ns + 10 B * 0.08 ns */
  cost.broadcast = HD_TREE_REVERSE_TREE;
  reverse = hd_tree_build (network, world->members, world->n_members, &options, NULL);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (reverse).aggregate_s, (2 * 280 + 20) * 1e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (hd_tree_get_time (reverse).broadcast_s, (2 * 280 + 2 * 10.8) * 1e-9, 1e-15);
}

/* Processes behind a drawn NIC share it: no link of the network lies between them, and the leaf switch is beyond the NIC. */
static void
test_servers (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6a.heddle", (const char *[]){ "$xpus=64", NULL });
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  const HdCommunicator *ring = hd_design_get_communicator (design, 0);
  const HdTreeOptions options = { .algorithm = HD_TREE_HIERARCHICAL, .widths = (const guint32[]){ 8 }, .n_widths = 1 };
  g_autoptr (HdTree) tree = hd_tree_build (network, ring->members, ring->n_members, &options, NULL);
  const HdTreeOptions minimum = { .algorithm = HD_TREE_MINIMUM_COST };
  g_autoptr (HdTree) two = hd_tree_build (network, ring->members, ring->n_members, &minimum, NULL);
  g_autofree char *leaf = NULL;

  g_assert_nonnull (tree);
  g_assert_cmpuint (ring->n_members, ==, 64);
  g_assert_cmpuint (hd_tree_get_lengths (tree)[1], ==, 0);
  g_assert_cmpuint (hd_tree_get_lengths (tree)[8], ==, 2);
  g_assert_cmpuint (hd_tree_get_n_leaves (tree), ==, 1);
  leaf = hd_design_dup_node_path (design, hd_tree_get_leaf_nodes (tree)[0]);
  g_assert_cmpstr (leaf, ==, "rack[0]/tor");
  g_assert_cmpuint (hd_tree_get_metrics (two)->entries, ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/tree/one-and-two", test_one_and_two);
  g_test_add_func ("/engine/collective/tree/generated", test_generated);
  g_test_add_func ("/engine/collective/tree/groups-of-dragonfly", test_groups_of_dragonfly);
  g_test_add_func ("/engine/collective/tree/repeated", test_repeated);
  g_test_add_func ("/engine/collective/tree/random-placement", test_random_placement);
  g_test_add_func ("/engine/collective/tree/entries", test_entries);
  g_test_add_func ("/engine/collective/tree/root-choice", test_root_choice);
  g_test_add_func ("/engine/collective/tree/selection", test_selection);
  g_test_add_func ("/engine/collective/tree/by-hand", test_by_hand);
  g_test_add_func ("/engine/collective/tree/servers", test_servers);
  return g_test_run ();
}
