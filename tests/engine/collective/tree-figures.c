/* tree-figures.c: the worked examples of the paper, on drawn networks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures 2, 7 and 16, and the environment of figure 3. Geometry that the stored text does not have is ours, such that the published counts come
 * out. Left open: figure 17, whose network is not described.
 */
#include "tree-fixture.h"

#include <math.h>

/* ---- figures 2 and 7: one process on each NIC, halves on both sides of the top switch -------------------------------------- */

/* @leaves leaf switches under two middle ones under a top switch, or straight under it; @hosts on each leaf. */
static HdDesign *
draw_halves (guint leaves,
             guint hosts,
             gboolean middle)
{
  g_autofree char *up = middle ? g_strdup_printf ("<component id=\"middle\" type=\"fabric.switch\" count=\"2\"/>"
                                                  "<link id=\"up\" from=\"leaf[i].port[99]\" to=\"middle[floor (i / %u)].port[i]\" class=\"c\"/>"
                                                  "<link id=\"top-up\" from=\"middle[i].port[99]\" to=\"top.port[i]\" class=\"c\"/>",
                                                  leaves / 2)
                               : g_strdup ("<link id=\"up\" from=\"leaf[i].port[99]\" to=\"top.port[i]\" class=\"c\"/>");
  g_autofree char *body = g_strdup_printf ("<link-class id=\"c\" bandwidth=\"12.5 GB/s\" latency=\"280 ns\" sharing=\"split\"/><top>"
                                           "<component id=\"top\" type=\"fabric.switch\"/><component id=\"leaf\" type=\"fabric.switch\" count=\"%u\"/>"
                                           "<component id=\"host\" type=\"fabric.xpu\" count=\"%u x %u\"/>%s"
                                           "<link id=\"access\" from=\"host[l][h].eth\" to=\"leaf[l].port[h]\" class=\"c\"/></top>"
                                           "<communicators><communicator id=\"world\" members=\"host[*][*]\"/></communicators>",
                                           leaves, leaves, hosts, up);

  return fixture_elaborate (body, NULL);
}

static void
test_figure_2 (void)
{
  g_autoptr (HdDesign) design = draw_halves (4, 2, TRUE);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  g_autoptr (HdTree) one = fixture_tree (network, HD_TREE_K_NOMIAL, HD_TREE_BARRIER, 0, 2);
  g_autoptr (HdTree) two = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BARRIER, 0, 0);

  g_assert_cmpuint (hd_tree_get_metrics (one)->height, ==, 3);
  g_assert_cmpuint (hd_tree_get_metrics (one)->radius, ==, 12);
  g_assert_cmpuint (hd_tree_get_metrics (one)->entries, ==, 0);
  g_assert_cmpuint (hd_tree_get_metrics (two)->height, ==, 3);
  g_assert_cmpuint (hd_tree_get_metrics (two)->radius, ==, 3);
  g_assert_cmpuint (hd_tree_get_metrics (two)->entries, ==, 7);
}

/* Packets that pass the top switch: those on its links from below. */
static guint32
count_at_top (HdTree *tree,
              HdDesign *design)
{
  guint32 top = hd_design_find_node (design, "top"), n, count = 0;
  const HdTreeLink *links = hd_tree_get_links (tree, &n);

  for (guint32 i = 0; i < n; i++)
    if (hd_design_get_links (design)[links[i].link].to == top)
      count += links[i].up;
  return count;
}

/* The 4-ary tree sends 8 packets over the top. Groups with a width of 4 send fewest: 1, and with more children at the root; the paper's 2 are
 * the least for 4 children and height 2: an edge across brings at most 1 + 4 of the 8 on the far side. */
static void
test_figure_7 (void)
{
  static const struct
  {
    guint leaves, hosts;
    gboolean middle;
    guint32 radius;
  } networks[] = { { 4, 4, TRUE, 8 }, { 2, 8, FALSE, 6 } };

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    {
      g_autoptr (HdDesign) design = draw_halves (networks[i].leaves, networks[i].hosts, networks[i].middle);
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
      g_autoptr (HdTree) ary = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_BARRIER, 0, 4);
      g_autoptr (HdTree) nomial = fixture_tree (network, HD_TREE_K_NOMIAL, HD_TREE_BARRIER, 0, 4);
      g_autoptr (HdTree) hierarchical = fixture_tree (network, HD_TREE_HIERARCHICAL, HD_TREE_BARRIER, 0, 4);

      g_assert_cmpuint (count_at_top (ary, design), ==, 8);
      g_assert_cmpuint (hd_tree_get_metrics (ary)->height, ==, 2);
      g_assert_cmpuint (hd_tree_get_metrics (ary)->radius, ==, networks[i].radius);
      g_assert_cmpuint (hd_tree_get_metrics (ary)->max_children, ==, 4);
      g_assert_cmpuint (count_at_top (nomial, design), ==, 2);
      g_assert_cmpuint (hd_tree_get_metrics (nomial)->max_children, ==, 6);
      g_assert_cmpuint (count_at_top (hierarchical, design), ==, 1);
    }
}

/* ---- figure 16 -------------------------------------------------------------------------------------------------------------- */

static void
test_figure_16 (void)
{
  static const struct
  {
    const char *processes;
    guint32 ary_up, ary_down, nomial_up, nomial_down, hierarchical;
  } rows[] = {
    { "$processes=32", 16, 16, 16, 16, 1 },    { "$processes=64", 16, 48, 16, 17, 3 },    { "$processes=128", 16, 112, 16, 19, 7 },
    { "$processes=256", 16, 240, 16, 23, 15 }, { "$processes=512", 16, 496, 16, 31, 31 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 (rows[i].processes, NULL);
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
      g_autoptr (HdTree) ary = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_REDUCE, 8, 32);
      g_autoptr (HdTree) nomial = fixture_tree (network, HD_TREE_K_NOMIAL, HD_TREE_REDUCE, 8, 32);
      g_autoptr (HdTree) hierarchical = fixture_tree (network, HD_TREE_HIERARCHICAL, HD_TREE_REDUCE, 8, 32);
      const HdTreeMetrics *m = hd_tree_get_metrics (ary);

      g_assert_cmpuint (m->hottest_up, ==, rows[i].ary_up);
      g_assert_cmpuint (m->hottest_down, ==, rows[i].ary_down);
      g_assert_cmpuint (m->hottest_pair, ==, 16);
      m = hd_tree_get_metrics (nomial);
      g_assert_cmpuint (m->hottest_up, ==, rows[i].nomial_up);
      g_assert_cmpuint (m->hottest_down, ==, rows[i].nomial_down);
      g_assert_cmpuint (m->hottest_pair, ==, 16);
      m = hd_tree_get_metrics (hierarchical);
      g_assert_cmpuint (m->hottest_up, ==, 1);
      g_assert_cmpuint (m->hottest_down, ==, rows[i].hierarchical);
      g_assert_cmpuint (m->hottest_pair, ==, 1);
      g_assert_cmpuint (m->crossing_packets, ==, rows[i].hierarchical);
    }
}

static void
test_figure_16_shapes (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 (NULL, NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  const HdCommunicator *world = hd_design_find_communicator (design, "world");
  HdTreeOptions without_nodes = { .algorithm = HD_TREE_HIERARCHICAL, .widths = (const guint32[]){ 32 }, .n_widths = 1, .levels = 2 };
  g_autoptr (HdTree) ary = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_BARRIER, 0, 32);
  g_autoptr (HdTree) nomial = fixture_tree (network, HD_TREE_K_NOMIAL, HD_TREE_BARRIER, 0, 32);
  g_autoptr (HdTree) hierarchical = fixture_tree (network, HD_TREE_HIERARCHICAL, HD_TREE_BARRIER, 0, 32);
  g_autoptr (HdTree) by_leaf = hd_tree_build (network, world->members, world->n_members, &without_nodes, NULL);
  HdTree *trees[] = { ary, nomial, hierarchical, by_leaf };
  static const struct
  {
    guint32 height, radius, max_children, crossing;
  } rows[] = { { 2, 6, 32, 496 }, { 2, 8, 46, 271 }, { 3, 6, 39, 31 }, { 2, 6, 46, 31 } };
  guint32 n;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const HdTreeMetrics *m = hd_tree_get_metrics (trees[i]);

      g_assert_cmpuint (m->height, ==, rows[i].height);
      g_assert_cmpuint (m->radius, ==, rows[i].radius);
      g_assert_cmpuint (m->max_children, ==, rows[i].max_children);
      g_assert_cmpuint (m->crossing_packets, ==, rows[i].crossing);
    }
  g_assert_cmpuint (hd_tree_get_n_group_levels (trees[2]), ==, 2);
  hd_tree_get_groups (trees[2], 0, &n);
  g_assert_cmpuint (n, ==, 256);
  hd_tree_get_groups (trees[2], 1, &n);
  g_assert_cmpuint (n, ==, 32);
  g_assert_cmpuint (hd_tree_get_n_leaves (trees[2]), ==, 32);
}

/* ---- section 2.6: a concrete tree, evaluated -------------------------------------------------------------------------------- */

static void
test_evaluation (void)
{
  static const struct
  {
    const char *processes;
    double ary, nomial, hierarchical, two; /* us */
  } rows[] = {
    { "$processes=16", 0.70, 0.70, 0.64, 0.44 },  { "$processes=32", 1.28, 1.28, 1.77, 0.74 },  { "$processes=64", 1.44, 2.41, 1.79, 0.76 },
    { "$processes=128", 2.01, 2.43, 1.83, 0.80 }, { "$processes=256", 2.05, 2.47, 1.91, 0.88 }, { "$processes=512", 2.13, 2.55, 2.07, 1.04 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 (rows[i].processes, "$tops=16");
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
      g_autoptr (HdTree) ary = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_BROADCAST, 8, 32);
      g_autoptr (HdTree) nomial = fixture_tree (network, HD_TREE_K_NOMIAL, HD_TREE_BROADCAST, 8, 32);
      g_autoptr (HdTree) hierarchical = fixture_tree (network, HD_TREE_HIERARCHICAL, HD_TREE_BROADCAST, 8, 32);
      g_autoptr (HdTree) two = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BROADCAST, 8, 0);

      g_assert_cmpfloat_with_epsilon (hd_tree_get_time (ary).aggregate_s, rows[i].ary * FIXTURE_US, 1e-12);
      g_assert_cmpfloat_with_epsilon (hd_tree_get_time (nomial).aggregate_s, rows[i].nomial * FIXTURE_US, 1e-12);
      g_assert_cmpfloat_with_epsilon (hd_tree_get_time (hierarchical).aggregate_s, rows[i].hierarchical * FIXTURE_US, 1e-12);
      g_assert_cmpfloat_with_epsilon (hd_tree_get_time (two).aggregate_s, rows[i].two * FIXTURE_US, 1e-12);
      if (i > 0) /* up to 16 share a leaf switch: two links, not four */
        g_assert_cmpfloat_with_epsilon (hd_tree_get_time (ary).broadcast_s, (1.12 + 0.01 + 8 * 0.00008) * FIXTURE_US, 1e-12);
      /* X1: the closed form of the aggregation is at most 0.5 us away */
      g_assert_cmpfloat (fabs (hd_tree_cost_type_1 (&HD_TREE_COST_DEFAULT, 32, 16 << i, 0) - hd_tree_get_time (ary).aggregate_s), <=, 0.5 * FIXTURE_US);
    }
}

/* Figure 18: type II against a 64-ary tree. The paper has about 1 us less on a network that it does not describe; on ours it is less from 8 processes on. */
static void
test_figure_18 (void)
{
  static const struct
  {
    const char *processes;
    double gap; /* us, as far as the specification has it */
  } rows[] = {
    { "$processes=8", 0 },     { "$processes=16", 0 },    { "$processes=32", 0.54 },  { "$processes=64", 0.84 },
    { "$processes=128", 0.96 }, { "$processes=256", 1.45 }, { "$processes=512", 1.33 },
  };
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 (rows[i].processes, "$tops=16");
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
      g_autoptr (HdTree) one = fixture_tree (network, HD_TREE_K_ARY, HD_TREE_BROADCAST, 8, 64);
      g_autoptr (HdTree) two = fixture_tree (network, HD_TREE_PHYSICAL, HD_TREE_BROADCAST, 8, 0);
      double gap = hd_tree_get_time (one).aggregate_s - hd_tree_get_time (two).aggregate_s;

      g_assert_cmpfloat (gap, >, 0);
      if (rows[i].gap > 0)
        {
          g_assert_cmpfloat_with_epsilon (gap, rows[i].gap * FIXTURE_US, 0.006 * FIXTURE_US);
          sum += gap;
        }
    }
  g_assert_cmpfloat (sum / 5, >=, 0.7 * FIXTURE_US);
  g_assert_cmpfloat (sum / 5, <=, 1.5 * FIXTURE_US);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/tree-figures/figure-2", test_figure_2);
  g_test_add_func ("/engine/collective/tree-figures/figure-7", test_figure_7);
  g_test_add_func ("/engine/collective/tree-figures/figure-16", test_figure_16);
  g_test_add_func ("/engine/collective/tree-figures/figure-16-shapes", test_figure_16_shapes);
  g_test_add_func ("/engine/collective/tree-figures/figure-18", test_figure_18);
  g_test_add_func ("/engine/collective/tree-figures/evaluation", test_evaluation);
  return g_test_run ();
}
