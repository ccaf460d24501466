/* test-flow-trees.c: collectives along aggregation trees as flows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Seven accelerators whose units take no time around a switch, links of 1 GB/s and 100 ns. In the binary tree two children send 1,000 B each to their parent, whose link they share: the
 * latency of two links, 200 ns, then 2,000 B in 2,000 ns. So a level takes 2,200 ns up; down it takes the same, as the two copies share the parent's link.
 *
 * Invariants: messages that meet nothing take what they take as packets; those of a tree and of other work share links; no shortcut changes a digest.
 */
#include <heddle/hd-error.h>
#include <heddle/hd-pieces.h>

#include "run-fixture.h"

#define LEVEL (2200 * (HdTime) 1000)

#define STAR(work, more) \
  "<heddle version='1' name='tree'><link-class id='wire' bandwidth='1 GB/s' latency='100 ns' sharing='split'/><top><component id='x' type='fabric.xpu' count='7' match-time='0 s' store-time='0 s/B' reduce-time='0 s/B'/>" \
  "<component id='hub' type='fabric.switch' tree-entries='8'/><link id='wire' from='x[i].eth' to='hub.port[i]' for='i=0..6' class='wire'/></top>" \
  "<communicators><communicator id='all' members='x[*]'/><communicator id='two' members='x[1] x[0]'/></communicators>" work "<run " more "/></heddle>"
#define TREE(operation, more) "<workload type='collective' id='tree' on='all' operation='" operation "' algorithm='k-ary' k='2' " more "/>"

static guint
find_lane (HdRecord *record)
{
  guint lane = 0;

  while (hd_record_get_tree (record, lane) == NULL)
    lane++;
  return lane;
}

static const HdSpan *
get_span (HdRecord *record,
          guint64 n)
{
  guint64 some;

  g_assert_cmpuint (hd_record_get_n_spans (record, find_lane (record)), >, n);
  return hd_record_peek_spans (record, find_lane (record), n, &some);
}

static guint32
get_has (HdPieces *pieces,
         HdTime moment,
         guint vertex)
{
  HdPiecesMoment about;

  g_assert_true (hd_pieces_read (pieces, moment, &about));
  return hd_pieces_get (pieces, vertex)->has;
}

/* Each repeat takes the same, and pieces are there when they come. */
static void
test_up_and_down (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (STAR (TREE ("all-reduce", "bytes='1000 B' repeat='2' back='reverse-tree'"), ""), NULL);
  g_autoptr (HdPieces) pieces = hd_pieces_new (record);

  for (guint n = 0; n < 2; n++)
    {
      HdTime start = get_span (record, n)->start;
      static const struct
      {
        HdTime time;
        guint32 root, inner, leaf;
      } moments[] = { { LEVEL - 1, 1, 1, 1 }, { LEVEL, 1, 3, 1 },         { 2 * LEVEL - 1, 1, 3, 1 }, { 2 * LEVEL, 7, 3, 1 },
                      { 3 * LEVEL - 1, 7, 3, 1 }, { 3 * LEVEL, 7, 7, 1 }, { 4 * LEVEL - 1, 7, 7, 1 }, { 4 * LEVEL, 7, 7, 7 } };

      g_assert_cmpint (get_span (record, n)->end - start, ==, 4 * LEVEL);
      for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
        {
          g_assert_cmpuint (get_has (pieces, start + moments[i].time, 0), ==, moments[i].root);
          for (guint v = 1; v < 7; v++)
            g_assert_cmpuint (get_has (pieces, start + moments[i].time, v), ==, v < 3 ? moments[i].inner : moments[i].leaf);
        }
    }
  g_assert_cmpfloat (run_fixture_get_metric (record, "values_checked"), ==, 2 * 7);
}

/* A reduction ends when the root has all; each link has carried what its members sent. */
static void
test_up (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (STAR (TREE ("reduce", "bytes='1000 B'"), ""), NULL);
  g_autofree HdLoad *loads = g_new0 (HdLoad, 7);

  g_assert_cmpint (get_span (record, 0)->end - get_span (record, 0)->start, ==, 2 * LEVEL);
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < 7; i++)
    {
      g_assert_cmpfloat_with_epsilon (loads[i].ways[0].amount, i > 0 ? 1000 : 0, 1e-6);
      g_assert_cmpfloat_with_epsilon (loads[i].ways[1].amount, i < 3 ? 2000 : 0, 1e-6);
    }
}

static void
test_like_packets (void)
{
  static const char *const algorithms[] = { "k-ary", "k-nomial", "hierarchical-k-nomial", "physical", "minimum-cost", "selected" };
  static const char *const operations[] = { "all-reduce", "reduce", "broadcast", "barrier" };

  for (guint i = 0; i < G_N_ELEMENTS (algorithms) * G_N_ELEMENTS (operations); i++)
    {
      g_autofree char *text = g_strdup_printf (STAR ("<workload type='collective' id='tree' on='all' operation='%s' algorithm='%s' %s/>", "switching='cut-through'"),
                                               operations[i / 6], algorithms[i % 6], i / 6 == 3 ? "" : "bytes='8 B'");
      const char *const settings[] = { "class:wire.bandwidth=1e6 GB/s", NULL }, *const packets[] = { "class:wire.bandwidth=1e6 GB/s", "run:fidelity=packet", NULL };
      g_autoptr (HdRecord) flows = run_fixture_record (text, settings), other = run_fixture_record (text, packets);

      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (flows, "tree.time"), run_fixture_get_metric (other, "tree.time"), 1e-12);
      g_assert_cmpfloat (run_fixture_get_metric (flows, "tree.time"), >, 0);
    }
}

/* A long message follows itself: two levels take little longer than one. */
static void
test_long (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (STAR (TREE ("reduce", "bytes='1 MB'"), ""), NULL);
  double one_level = 2e-3 + 200e-9, time = run_fixture_get_metric (record, "tree.time");

  g_assert_cmpfloat (time, >, one_level);
  g_assert_cmpfloat (time, <, one_level * (1 + 1.5 / 64));
}

/* x[1] sends 1 MB to x[0] beside the tree, in which it sends as much: their links are shared by both, and by what x[2] sends. */
static void
test_shared (void)
{
  static const char *const shortcuts[][2] = { { "run:symmetry=true", NULL }, { "run:symmetry=false", NULL }, { "run:incremental=false", NULL }, { "run:fast-forward=false", NULL } };
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    {
      g_autoptr (HdRecord) record = run_fixture_record (STAR (TREE ("reduce", "bytes='1 MB'") "<workload type='collective' id='beside' on='two' operation='point-to-point' "
                                                              "bytes='1 MB'/>", ""),
                                                        shortcuts[i]);

      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), 3e-3, 0.06e-3); /* 3 MB over the link of x[0] */
      g_assert_cmpfloat (run_fixture_get_metric (record, "tree.time"), >, 2.5e-3);
      run_fixture_check_digest (record, &expected);
    }
}

/* A tree starts a microsecond after its members are ready, which counts as no time; but for the 400 ns of it in which 200 B go from x[1] to x[0]. */
static void
test_lead (void)
{
  g_autoptr (HdRecord) alone = run_fixture_record (STAR (TREE ("all-reduce", "bytes='1 kB'"), ""), NULL);
  g_autoptr (HdRecord) both = run_fixture_record (STAR (TREE ("all-reduce", "bytes='1 kB'") "<workload type='collective' id='beside' on='two' operation='point-to-point' "
                                                        "bytes='200 B'/>", ""), NULL);

  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (both, "tree.time"), run_fixture_get_metric (alone, "tree.time"), 1e-15);
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (both, "time_total"), run_fixture_get_metric (alone, "time_total") + 400e-9, 1e-15);
}

/* A tree is built before the run. */
static void
test_failing (void)
{
  static const char *const settings[] = { NULL };
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;
  g_autoptr (GError) error = NULL;

  design = run_fixture_design ("<heddle version='1' name='tree'><top><component id='x' type='fabric.host' count='3'/><component id='hub' type='fabric.switch' tree-entries='8'/>"
                               "<link id='wire' from='x[i].port' to='hub.port[i]' for='i=0..2' bandwidth='1 GB/s' latency='100 ns'/></top><communicators><communicator id='all' "
                               "members='x[*]'/></communicators>" TREE ("reduce", "bytes='1 MB'") "<run><change at='1 us' of='wire[1].failed' value='1'/></run></heddle>",
                               settings);
  run = run_fixture_wait (design, &error);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_cmpuint (hd_problem_list_count (hd_run_get_problems (run), HD_SEVERITY_ERROR), ==, 1);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/flow-trees/up-and-down", test_up_and_down);
  g_test_add_func ("/engine/run/flow-trees/up", test_up);
  g_test_add_func ("/engine/run/flow-trees/like-packets", test_like_packets);
  g_test_add_func ("/engine/run/flow-trees/long", test_long);
  g_test_add_func ("/engine/run/flow-trees/shared", test_shared);
  g_test_add_func ("/engine/run/flow-trees/lead", test_lead);
  g_test_add_func ("/engine/run/flow-trees/failing", test_failing);
  return g_test_run ();
}
