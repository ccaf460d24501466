/* test-costs.c: what software costs, as flows and as packets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Four accelerators on links of 1 GB/s and 1 us, of which half is left for data: 1000 B take 2 us. A message takes 3 us before it leaves and 2 us when
 * it is there; one follows the other no sooner than after 10 us; collectives start 50 us late. All times are worked by hand.
 *
 * Invariants: one message takes o + L + bytes / (bandwidth x efficiency) + o; messages of a sender are the gap, the overhead or the serialisation
 * apart, whichever is longest; each step of a collective costs what a message does; trees cost their members what a message does; and both fidelities
 * say so, transfers, collectives and graphs alike. Memories answer for nothing. What costs nothing changes nothing is
 * tests/projects/costs.py's.
 */
#include <math.h>

#include "run-fixture.h"

#define US 1e-6
#define COSTS "send-overhead=\"3 us\" receive-overhead=\"2 us\" message-gap=\"$gap\" collective-start=\"50 us\""
#define VARIABLES "<variables><variable name=\"gap\" value=\"10 us\"/><variable name=\"bytes\" value=\"4000 B\"/></variables>"
#define CLASS "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\" efficiency=\"0.5\"/>"
#define MESH \
  VARIABLES CLASS "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\" " COSTS "/>" \
  "<link id=\"l\" from=\"x[i].xpu\" to=\"x[j].xpu\" for=\"i=0..3 j=0..3\" where=\"i &lt; j\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
#define STAR \
  VARIABLES CLASS "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\" " COSTS "/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link from=\"x[i].eth\" to=\"s.port[i]\" for=\"i=0..3\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
#define RUN "<run fidelity=\"packet\" switching=\"cut-through\" packet-size=\"1 MB\" iterations=\"1\"/>"
#define PROJECT(content) "<heddle version=\"1\" name=\"costs\">" content RUN "</heddle>"
#define COLLECTIVE(operation, algorithm) \
  PROJECT (MESH "<workload type=\"collective\" id=\"c\" on=\"all\" operation=\"" operation "\" algorithm=\"" algorithm "\" bytes=\"$bytes\"/>")

static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet" };

static void
assert_us (double seconds,
           double us)
{
  g_assert_cmpfloat_with_epsilon (seconds / US, us, 1e-5);
}

static double
time_of (const char *project,
         const char *fidelity,
         const char *setting)
{
  const char *const settings[] = { fidelity, setting, NULL };
  g_autoptr (HdRun) run = run_fixture_run (project, settings, NULL);

  return run_fixture_get_metric (hd_run_get_record (run), "time_total");
}

static double
time_of_lines (const char *fidelity,
               const char *gap,
               const char *lines)
{
  const char *const settings[] = { fidelity, gap, NULL };
  g_autoptr (HdRun) run = run_fixture_run (PROJECT (MESH), settings, lines);

  return run_fixture_get_metric (hd_run_get_record (run), "time_total");
}

static void
test_message (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      assert_us (time_of_lines (fidelities[f], NULL, "0,1000000,x[0],x[1]\n"), 3 + 1 + 2000 + 2);
      assert_us (time_of_lines (fidelities[f], NULL, "0,1000,x[0],x[1]\n"), 3 + 1 + 2 + 2);
      assert_us (time_of_lines (fidelities[f], NULL, "0,0,x[0],x[1]\n"), 3 + 1 + 2);
    }
}

/* Four messages at once: the gap decides, then the overhead to send, then the links. */
static void
test_spacing (void)
{
  const char *const four = "0,1000,x[0],x[1]\n0,1000,x[0],x[1]\n0,1000,x[0],x[1]\n0,1000,x[0],x[1]\n";
  const char *const four_long = "0,10000,x[0],x[1]\n0,10000,x[0],x[1]\n0,10000,x[0],x[1]\n0,10000,x[0],x[1]\n";
  const char *const apart = "0,1000,x[0],x[1]\n0.000004,1000,x[0],x[2]\n0.000005,1000,x[3],x[1]\n";

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      assert_us (time_of_lines (fidelities[f], NULL, four), 3 * 10 + 8);
      assert_us (time_of_lines (fidelities[f], "$gap=0 s", four), 3 * 3 + 8);
      assert_us (time_of_lines (fidelities[f], NULL, four_long), 3 + 1 + 4 * 20 + 2);
      assert_us (time_of_lines (fidelities[f], "$gap=0 s", apart), 5 + 8); /* another sender, and another receiver, are free */
      assert_us (time_of_lines (fidelities[f], NULL, apart), 10 + 8); /* x[0] may send again at 10 */
    }
}

/* In 2 (n - 1) steps of a quarter: 50 + 6 x (3 + 1 + 2 + 2). */
static void
test_ring (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      assert_us (time_of (COLLECTIVE ("all-reduce", "ring"), fidelities[f], "$gap=0 s"), 50 + 6 * 8);
      assert_us (time_of (COLLECTIVE ("all-reduce", "ring"), fidelities[f], NULL), 50 + 5 * 10 + 8); /* a step each gap */
    }
  assert_us (time_of (COLLECTIVE ("all-reduce", "ring"), "run:steps=barrier", "run:fidelity=flow"), 50 + 6 * 8);
}

/* The root sends to two, one after the other. */
static void
test_broadcast (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      assert_us (time_of (COLLECTIVE ("broadcast", "binomial"), fidelities[f], "$bytes=1000 B"), 50 + 10 + 8);
      assert_us (time_of (COLLECTIVE ("broadcast", "binomial"), fidelities[f], "$gap=0 s"), 50 + 2 * (3 + 1 + 8 + 2));
    }
}

/* As a vertex of a graph, beside a message; a message is no collective. */
static void
test_graph (void)
{
  const char *const ring = PROJECT (MESH "<workload type=\"graph\" stop=\"drain\" on=\"all\"><vertex id=\"r\" kind=\"comm\" operation=\"all-reduce\" algorithm=\"ring\" "
                                         "on=\"all\" bytes=\"$bytes\" start=\"true\"/></workload>");
  const char *const message = PROJECT (MESH "<workload type=\"graph\" stop=\"drain\" on=\"all\"><vertex id=\"m\" kind=\"comm\" from=\"x[0]\" to=\"x[1]\" "
                                            "bytes=\"1000 B\" start=\"true\"/></workload>");

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      assert_us (time_of (ring, fidelities[f], "$gap=0 s"), 50 + 6 * 8);
      assert_us (time_of (message, fidelities[f], NULL), 8);
    }
}

/* Repeats that an ideal barrier parts each start anew. Through the switch a step takes 1 us more. */
static void
test_repeats (void)
{
  const char *const ring = PROJECT (STAR "<workload type=\"collective\" id=\"c\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"$bytes\" repeat=\"3\"/>");
  const char *const settings[] = { "$gap=0 s", NULL };
  g_autoptr (HdRun) run = run_fixture_run (ring, settings, NULL);

  assert_us (run_fixture_get_metric (hd_run_get_record (run), "c.time"), 50 + 6 * 9);
  assert_us (run_fixture_get_metric (hd_run_get_record (run), "c.time-most"), 50 + 6 * 9);
}

/* Members of a tree hand over what they have, and take the result. */
static void
test_tree (void)
{
  const char *const tree = PROJECT (STAR "<workload type=\"collective\" id=\"c\" on=\"all\" operation=\"all-reduce\" algorithm=\"physical\" bytes=\"8 B\"/>");
  /* up and down 1 us and 16 ns each; the switch matches, stores and reduces four packets, and matches and stores the result */
  double wire = 2 * (1 + 0.016), unit = 4 * (0.010 + 8 * 200e-6) + 0.010 + 8 * 80e-6;
  g_autoptr (HdRun) run = run_fixture_run (tree, NULL, NULL);

  assert_us (run_fixture_get_metric (hd_run_get_record (run), "c.time"), 50 + 3 + wire + unit + 2);
}

/* A link that carries all the data that it can is busy all the time. */
static void
test_load (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      const char *const settings[] = { fidelities[f], NULL };
      g_autoptr (HdRun) run = run_fixture_run (PROJECT (MESH), settings, "0,1000000,x[0],x[1]\n");
      HdLoad load = hd_record_read_link (hd_run_get_record (run), 0, 0, HD_TIME_MAX);

      g_assert_cmpfloat_with_epsilon (load.mean, 2000.0 / 2006, 1e-3);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/costs/message", test_message);
  g_test_add_func ("/engine/run/costs/spacing", test_spacing);
  g_test_add_func ("/engine/run/costs/ring", test_ring);
  g_test_add_func ("/engine/run/costs/broadcast", test_broadcast);
  g_test_add_func ("/engine/run/costs/graph", test_graph);
  g_test_add_func ("/engine/run/costs/repeats", test_repeats);
  g_test_add_func ("/engine/run/costs/tree", test_tree);
  g_test_add_func ("/engine/run/costs/load", test_load);
  return g_test_run ();
}
