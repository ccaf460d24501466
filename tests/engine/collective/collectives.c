/* collectives.c: collectives along trees and of sends, on the packet network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every member gets what the operation's definition says, in every repeat, under noise too; without anything else on the links and with
 * packets that take no time a tree takes what the exact evaluator says, to the picosecond; the digest is that of the serial run for each exact strategy
 * and number of partitions; who comes late finds no entries and falls back, or is refused. Left open: figures of the paper, see tests/projects.
 */
#include <string.h>

#include "collectives-fixture.h"
#include "hd-collective-clock.h"

static const char *const trees[] = { "k-ary", "k-nomial", "hierarchical-k-nomial", "physical", "minimum-cost" };
static const char *const operations[] = { "barrier", "broadcast", "reduce", "all-reduce" };

/* ---- against the evaluator ------------------------------------------------------------------------------------------- */

static void
check_alone (HdDesign *design,
             const char *operation,
             const char *algorithm,
             HdTreeBroadcast broadcast)
{
  g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &COLLECTIVES_IDEAL, hd_strategy_serial (), 1);
  HdCollectiveOrder order = collectives_fixture_order (self, operation, algorithm, 8);
  HdCollectiveTimes times;
  HdTree *tree;

  order.broadcast = broadcast;
  order.repeats = 3;
  collectives_fixture_add (self, &order);
  collectives_fixture_run (self);
  times = hd_collectives_get_times (self->collectives, 0);
  tree = hd_collectives_get_tree (self->collectives, 0);
  g_assert_cmpuint (times.n, ==, 3);
  /* an ideal barrier parts the repeats */
  for (guint32 i = 1; i < times.n; i++)
    g_assert_cmpint (times.starts[i], ==, times.starts[i - 1] + times.times[i - 1] + 2 * HD_COLLECTIVE_GAP);
  g_test_message ("%s %s of %u: %g us", operation, algorithm, order.n_members, 1e6 * hd_time_to_seconds (times.times[0]));
  for (guint32 i = 0; i < times.n; i++)
    {
      g_assert_cmpint (times.gathered[i], ==, hd_tree_get_ready (tree)[hd_tree_get_root (tree)]);
      g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (times.times[i]), hd_tree_get_time (tree).total_s, 0.4e-12);
    }
  g_assert_cmpuint (hd_collectives_get_n_checked (self->collectives), ==, 3 * (order.operation == HD_TREE_REDUCE ? 1 : order.n_members));
}

/* Links so fast that 8 B take less than half a picosecond. */
static void
test_alone (void)
{
  static const char *const processes[] = { "$processes=1", "$processes=2", "$processes=16", "$processes=100", "$processes=512" };
  static const char *const tops[] = { "$tops=1", "$tops=16" };

  for (guint p = 0; p < G_N_ELEMENTS (processes); p++)
    for (guint t = 0; t < G_N_ELEMENTS (tops); t++)
      {
        const char *settings[] = { processes[p], tops[t], "class:link.bandwidth=100000 TB/s", "class:chip.bandwidth=100000 TB/s", NULL };
        g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/aggregation/figure-16.heddle", settings);

        for (guint o = 0; o < G_N_ELEMENTS (operations); o++)
          for (guint a = 0; a < G_N_ELEMENTS (trees); a++)
            {
              check_alone (design, operations[o], trees[a], HD_TREE_MULTICAST);
              check_alone (design, operations[o], trees[a], HD_TREE_REVERSE_TREE);
            }
      }
}

/* Servers of two accelerators with one NIC: NICs do the work of trees, so an edge inside a server takes no link; sends start and end at the accelerators. */
static void
test_nics (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
    "<link-class id='p' bandwidth='100000 TB/s' latency='500 ns' sharing='split'/><link-class id='e' bandwidth='100000 TB/s' latency='300 ns' sharing='split'/>"
    "<module id='server'><port id='net' of='nic.eth'/><component id='xpu' type='fabric.xpu' count='2'/><component id='pci' type='fabric.pcie-switch'/>"
    "<component id='nic' type='fabric.nic'/><link for='i=0..1' from='xpu[i].pcie' to='pci.down[i]' class='p'/>"
    "<link from='pci.up[0]' to='nic.pcie' class='p'/></module>"
    "<top><instance id='server' of='server' count='4'/><component id='s' type='fabric.switch'/>"
    "<link for='i=0..3' from='server[i].net' to='s.port[i]' class='e'/></top>"
    "<communicators><communicator id='world' members='server[*]/xpu[*]'/></communicators>", NULL);

  for (guint o = 0; o < G_N_ELEMENTS (operations); o++)
    {
      g_autoptr (CollectivesFixture) self = NULL;
      HdCollectiveOrder order;

      for (guint a = 0; a < G_N_ELEMENTS (trees); a++)
        check_alone (design, operations[o], trees[a], HD_TREE_MULTICAST);
      self = collectives_fixture_new (design, &COLLECTIVES_IDEAL, hd_strategy_serial (), 1);
      order = collectives_fixture_order (self, operations[o], strcmp (operations[o], "all-reduce") == 0 ? "recursive-doubling" : "binomial", 8);
      collectives_fixture_add (self, &order);
      collectives_fixture_run (self);
      /* three steps of distances 4, 2 and 1: two between servers, one inside; there and back for a barrier */
      g_assert_cmpint (hd_collectives_get_times (self->collectives, 0).times[0], ==,
                       (order.operation == HD_TREE_BARRIER ? 2 : 1) * (2 * (4 * 500000 + 2 * 300000) + 2 * 500000));
    }
}

/* ---- results ---------------------------------------------------------------------------------------------------------- */

static HdPacketRules
make_noise (double **out_noise,
            HdDesign *design)
{
  HdPacketRules rules = { .packet_bytes = 1024, .buffer_bytes = 64 << 10, .packet_time = 20000, .noise_bytes = 4096 };
  guint n = hd_design_get_n_links (design);

  *out_noise = g_new (double, n);
  for (guint i = 0; i < n; i++)
    (*out_noise)[i] = 0.5;
  rules.noise = *out_noise;
  return rules;
}

static void
check_values (HdDesign *design,
              const char *operation,
              const char *algorithm,
              double bytes,
              guint32 root)
{
  g_autofree double *noise = NULL;
  HdPacketRules rules = make_noise (&noise, design);
  g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &rules, hd_strategy_serial (), 1);
  HdCollectiveOrder order = collectives_fixture_order (self, operation, algorithm, bytes);
  gboolean has_values = order.schedule == NULL || order.operation != HD_TREE_BARRIER;

  g_test_message ("%s %s of %u, %g B", operation, algorithm, order.n_members, bytes);
  order.repeats = 4;
  order.root = root;
  collectives_fixture_add (self, &order);
  collectives_fixture_run (self);
  g_assert_cmpuint (hd_collectives_get_n_checked (self->collectives), ==,
                    !has_values ? 0 : 4 * (order.operation == HD_TREE_REDUCE ? 1 : order.n_members));
}

static void
test_values (void)
{
  static const char *const processes[] = { "$processes=1", "$processes=2", "$processes=3", "$processes=31", "$processes=48" };
  static const double sizes[] = { 1, 8, 5000 };

  for (guint p = 0; p < G_N_ELEMENTS (processes); p++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 (processes[p], "$tops=2");

      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        for (guint o = 0; o < G_N_ELEMENTS (operations); o++)
          {
            for (guint a = 0; a < G_N_ELEMENTS (trees); a++)
              check_values (design, operations[o], trees[a], sizes[s], p >= 3 ? 17 : 0);
            for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
              if (strcmp ((*all)->operation, operations[o]) == 0 && strcmp ((*all)->algorithm, "ring-coherent") != 0)
                check_values (design, operations[o], (*all)->algorithm, sizes[s], p >= 3 ? 17 : 0);
          }
    }
}

/* ---- one digest ------------------------------------------------------------------------------------------------------- */

static char *
run_all (HdDesign *design,
         const HdStrategy *strategy,
         guint n_partitions,
         HdTime *out_times)
{
  static const char *const kinds[][2] = {
    { "all-reduce", "hierarchical-k-nomial" }, { "broadcast", "minimum-cost" }, { "barrier", "physical" },
    { "all-reduce", "rabenseifner" },          { "reduce", "k-nomial" },        { "barrier", "dissemination" },
  };
  g_autofree double *noise = NULL;
  HdPacketRules rules = make_noise (&noise, design);
  g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &rules, strategy, n_partitions);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      HdCollectiveOrder order = collectives_fixture_order (self, kinds[i][0], kinds[i][1], 3000);

      order.repeats = 3;
      collectives_fixture_add (self, &order);
    }
  collectives_fixture_run (self);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    out_times[i] = hd_collectives_get_times (self->collectives, i).times[2];
  return collectives_fixture_dup_digest (self);
}

static void
test_strategies (void)
{
  const HdStrategy *strategies[] = { hd_strategy_window (), hd_strategy_null_message (), hd_strategy_request () };
  g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=64", "$tops=2");
  HdTime expected[6], times[6];
  g_autofree char *serial = run_all (design, hd_strategy_serial (), 1, expected);

  for (guint s = 0; s < G_N_ELEMENTS (strategies); s++)
    for (guint n = 1; n <= 4; n *= 2)
      {
        g_autofree char *digest = run_all (design, strategies[s], n, times);

        g_test_message ("%s, %u partitions: %s", strategies[s]->name, n, digest);
        g_assert_cmpstr (digest, ==, serial);
        g_assert_cmpmem (times, sizeof times, expected, sizeof expected);
      }
}

/* ---- competition ------------------------------------------------------------------------------------------------------ */

/* One entry in each switch: the second communicator gets none of its leaf. */
static void
test_entries (void)
{
  const char *settings[] = { "$processes=64", "$tops=2", "leaf[*].tree-entries=1", "top[*].tree-entries=1", NULL };
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/aggregation/figure-16.heddle", settings);
  g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &COLLECTIVES_IDEAL, hd_strategy_serial (), 1);
  HdCollectiveOrder order = collectives_fixture_order (self, "all-reduce", "physical", 8);
  g_autoptr (GError) error = NULL;

  collectives_fixture_add (self, &order);
  g_assert_false (hd_collectives_add (self->collectives, &order, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES);
  g_assert_cmpuint (hd_collectives_get_n (self->collectives), ==, 1);
  order.may_fall_back = TRUE;
  collectives_fixture_add (self, &order);
  g_assert_cmpstr (hd_collectives_get_reason (self->collectives, 1), ==, error->message);
  g_assert_null (hd_collectives_get_reason (self->collectives, 0));
  g_assert_cmpint (hd_tree_get_algorithm (hd_collectives_get_tree (self->collectives, 1)), ==, HD_TREE_HIERARCHICAL);
  collectives_fixture_run (self);
  g_assert_cmpuint (hd_collectives_get_n_checked (self->collectives), ==, 2 * 64);
}

/* Two communicators over the same members share the units of switches, where a packet takes 10 ns. At a leaf packets of both come in turn: the first is
 * ready after 31 of them instead of 16, the second after 32. At the top the 32 packets of the first come 10 ns before the other's: it is 150 ns later
 * than alone, the second another 320 ns. */
static void
test_contention (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=512", "$tops=1");
  HdTime alone = 0;

  for (guint n = 1; n <= 2; n++)
    {
      g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &COLLECTIVES_IDEAL, hd_strategy_serial (), 1);
      HdCollectiveOrder order = collectives_fixture_order (self, "barrier", "physical", 0);
      HdAggregatorStatistics units;

      for (guint i = 0; i < n; i++)
        collectives_fixture_add (self, &order);
      collectives_fixture_run (self);
      hd_collectives_read_units (self->collectives, &units);
      g_assert_cmpuint (units.packets, ==, n * (512 + 32));
      g_assert_cmpint (units.busy, ==, (HdTime) n * (512 + 32) * 10000);
      if (n == 1)
        alone = hd_collectives_get_times (self->collectives, 0).times[0];
      else
        {
          g_assert_cmpint (hd_collectives_get_times (self->collectives, 0).times[0], ==, alone + 150000);
          g_assert_cmpint (hd_collectives_get_times (self->collectives, 1).times[0], ==, alone + 470000);
        }
    }
}

/* ---- faults ------------------------------------------------------------------------------------------------------------ */

static void
refuse (CollectivesFixture *self,
        const HdCollectiveOrder *order,
        GQuark domain,
        int code,
        const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_collectives_add (self->collectives, order, &error));
  g_assert_error (error, domain, code);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpuint (hd_collectives_get_n (self->collectives), ==, 0);
}

static void
test_faults (void)
{
  g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=4", "$tops=1");
  g_autoptr (CollectivesFixture) self = collectives_fixture_new (design, &COLLECTIVES_IDEAL, hd_strategy_serial (), 1);
  HdCollectiveOrder good = collectives_fixture_order (self, "broadcast", "binomial", 8);
  const guint32 twice[] = { good.members[0], good.members[0] };
  const guint32 nowhere[] = { good.members[0], hd_design_find_node (design, "leaf[0]") };
  HdCollectiveOrder order = good;

  order.bytes = 0;
  refuse (self, &order, HD_TREE_ERROR, HD_TREE_ERROR_PARAMETER, "A message of 0 B: broadcast needs at least 1 B; only a barrier carries nothing");
  order = good;
  order.root = 4;
  refuse (self, &order, HD_ERROR, HD_ERROR_RANGE, "The root 4 is no rank: there are 4 members, from 0");
  order = good;
  order.repeats = 10000001;
  refuse (self, &order, HD_ERROR, HD_ERROR_LIMIT, "10000001 repeats in all iterations; at most 10000000 are possible");
  order = good;
  order.schedule = NULL;
  order.width = 1;
  refuse (self, &order, HD_TREE_ERROR, HD_TREE_ERROR_WIDTH, "The tree width k = 1 must be an integer of at least 2");
  order = good;
  order.members = twice;
  order.n_members = 2;
  refuse (self, &order, HD_TREE_ERROR, HD_TREE_ERROR_DUPLICATE, "“node[0]/process[0]” is listed twice among the members");
  order.members = nowhere;
  refuse (self, &order, HD_TREE_ERROR, HD_TREE_ERROR_NO_NIC, "The process “leaf[0]” is on no NIC: nothing joins it to a switch");
  order.n_members = 0;
  refuse (self, &order, HD_TREE_ERROR, HD_TREE_ERROR_EMPTY, "The communicator is empty");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/collectives/alone", test_alone);
  g_test_add_func ("/engine/collective/collectives/nics", test_nics);
  g_test_add_func ("/engine/collective/collectives/values", test_values);
  g_test_add_func ("/engine/collective/collectives/strategies", test_strategies);
  g_test_add_func ("/engine/collective/collectives/entries", test_entries);
  g_test_add_func ("/engine/collective/collectives/contention", test_contention);
  g_test_add_func ("/engine/collective/collectives/faults", test_faults);
  return g_test_run ();
}
