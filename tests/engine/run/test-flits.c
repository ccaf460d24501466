/* test-flits.c: runs at flit fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Routers of 1 GHz and flits of 32 B, so that a link of 32 GB/s and 1 ns passes a flit a cycle. Hosts are interfaces: a packet of n flits over h links
 * between routers takes 5 (h + 1) + 2 + n - 1 cycles.
 *
 * Invariants: what is worked by hand; parcels of one pair arrive in the order of sending; a shared link carries half in each direction; the digest does not
 * depend on partitions; routes with circles need classes of channels, and too few are refused; and where nothing waits for anything else flows, packets and
 * flits say the same.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "run-fixture.h"

#include "../../sanitizers.h"

#define LINK(sharing, latency) "<link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"" latency "\" sharing=\"" sharing "\"/>"
#define LINE(sharing, latency, run) \
  "<heddle version=\"1\" name=\"line\">" LINK (sharing, latency) "<top><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>" \
  "<component id=\"h\" type=\"fabric.host\" count=\"3\"/>" \
  "<link id=\"a\" for=\"i=0..2\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/>" \
  "<link id=\"b\" for=\"i=0..1\" from=\"s[i].port[0]\" to=\"s[i + 1].port[1]\" class=\"L\"/></top>" \
  "<run fidelity=\"flit\" " run "/></heddle>"
#define RING(n, channels) \
  "<heddle version=\"1\" name=\"ring\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"" n "\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"" n "\"/>" \
  "<link id=\"a\" for=\"i=0.." n "-1\" from=\"x[i].eth\" to=\"s[i].port[2]\" class=\"L\"/>" \
  "<link id=\"r\" for=\"i=0.." n "-1\" from=\"s[i].port[0]\" to=\"s[(i + 1) % " n "].port[1]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"64 kB\"/>" \
  "<run fidelity=\"flit\" virtual-channels=\"" channels "\"/></heddle>"
#define MESH(bytes, run) \
  "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"4 x 4\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"4 x 4\"/>" \
  "<link id=\"a\" from=\"x[i][j].eth\" to=\"s[i][j].port[4]\" class=\"L\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*][*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"" bytes "\"/>" \
  "<probes><probe of=\"e[0].queue-forward\"/><probe of=\"e[0].rate-forward\"/></probes>" \
  "<run header=\"0\" " run "/></heddle>"

/* A router each of three clocks, with channels, buffers, stages and arbitrations of its own. */
#define OWN_MESH \
  "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"4 x 4\" " \
  "virtual-channels=\"s % 4 + 1\" input-buffer=\"s + 2\" output-buffer=\"s % 5 + 1\" stages=\"s % 3\" " \
  "clock=\"(s * 5 % 3 + 1) * 500 MHz\" arbitration=\"age\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"4 x 4\"/>" \
  "<link id=\"a\" from=\"x[i][j].eth\" to=\"s[i][j].port[4]\" class=\"L\"/>" \
  "<link id=\"e\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"L\"/>" \
  "<link id=\"d\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*][*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"50 kB\"/>" \
  "<run fidelity=\"flit\" seed=\"3\"/></heddle>"

static HdTime
get_end (HdRun *self,
         guint number)
{
  HdTransferResult result;

  hd_record_get_transfer (hd_run_get_record (self), number, &result);
  return result.end;
}

/* A packet of 160 B is 5 flits: two links between routers. The second is sent between two edges, and has a header. */
static void
test_alone (void)
{
  static const char *const header[] = { "run:header=2", NULL };
  g_autoptr (HdRun) plain = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,160,h[0],h[2]\n0.0000001001,160,h[0],h[1]\n");
  g_autoptr (HdRun) longer = run_fixture_run (LINE ("split", "1 ns", ""), header, "0,160,h[0],h[2]\n1e-7,0,h[0],h[0]\n");

  g_assert_cmpint (get_end (plain, 0), ==, 21000);
  g_assert_cmpint (get_end (plain, 1), ==, 101000 + 16000);
  g_assert_cmpint (get_end (longer, 0), ==, 23000);
  g_assert_cmpint (get_end (longer, 1), ==, 100000);
}

/* Between routers alone, as popnet has it: five cycles a hop, and what goes to itself takes its flits. */
static void
test_routers (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,160,s[0],s[2]\n1e-7,32,s[0],s[1]\n1.005e-7,160,s[2],s[2]\n");

  g_assert_cmpint (get_end (self, 0), ==, 14000);
  g_assert_cmpint (get_end (self, 1), ==, 105000);
  g_assert_cmpint (get_end (self, 2), ==, 105000);
}

/* Latency in whole cycles, rounded up; a clock that is slower than the link holds it back. */
static void
test_clock (void)
{
  static const char *const slow[] = { "run:clock=500 MHz", NULL };
  g_autoptr (HdRun) far = run_fixture_run (LINE ("split", "2.5 ns", "header=\"0\""), NULL, "0,32,h[0],h[1]\n");
  g_autoptr (HdRun) held = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), slow, "0,3200,h[0],h[1]\n");

  g_assert_cmpint (get_end (far, 0), ==, (3 + 7 + 7 + 1) * 1000);
  g_assert_cmpint (get_end (held, 0), ==, (12 + 99) * 2000);
}

/* Both directions of a shared link together pass a flit a cycle; those of a split one one each. */
static void
test_sharing (void)
{
  g_autoptr (HdRun) split = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,320000,h[0],h[1]\n0,320000,h[1],h[0]\n");
  g_autoptr (HdRun) shared = run_fixture_run (LINE ("shared", "1 ns", "header=\"0\""), NULL, "0,320000,h[0],h[1]\n0,320000,h[1],h[0]\n");
  g_autoptr (HdRun) alone = run_fixture_run (LINE ("shared", "1 ns", "header=\"0\""), NULL, "0,320000,h[0],h[1]\n");

  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat_with_epsilon ((double) get_end (split, i), 10012e3, 200e3);
      g_assert_cmpfloat_with_epsilon ((double) get_end (shared, i), 20012e3, 400e3);
    }
  g_assert_cmpfloat_with_epsilon ((double) get_end (alone, 0), 10012e3, 200e3);
}

/* Short parcels overtake long ones on other channels, and still arrive behind them. */
static void
test_order (void)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (HdRun) self = NULL;

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (lines, "0,%u,h[%u],h[2]\n", i % 3 == 0 ? 20000 : 32, i % 2);
  self = run_fixture_run (LINE ("split", "1 ns", "packet-size=\"256 B\""), NULL, lines->str);
  for (guint i = 2; i < 40; i++)
    g_assert_cmpint (get_end (self, i), >=, get_end (self, i - 2));
}

static void
check_partitions (const char *text,
                  const char *lines)
{
  static const char *const syncs[] = { "run:sync=serial", "run:sync=window", "run:sync=null-message", "run:sync=request" };
  static const char *const partitions[] = { "run:partitions=1", "run:partitions=2", "run:partitions=4" };
  g_autofree char *digest = NULL;

  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    for (guint p = 0; p < G_N_ELEMENTS (partitions); p++)
      {
        const char *const settings[] = { syncs[s], partitions[p], p == 2 ? "run:threads=2" : "run:threads=1", NULL };
        g_autoptr (HdRun) run = NULL;

        if (UNDER_THREAD_SANITIZER && p != 2 && s + p > 0) /* those on one thread are the same there */
          continue;
        run = run_fixture_run (text, settings, lines);
        run_fixture_check_digest (hd_run_get_record (run), &digest);
      }
}

static void
test_partitions (void)
{
  static const char *const arbitrations[] = { "fidelity=\"flit\"", "fidelity=\"flit\" arbitration=\"random\" seed=\"7\"",
                                              "fidelity=\"flit\" arbitration=\"age\" virtual-channels=\"2\" input-buffer=\"3\"" };

  check_partitions (MESH ("100 kB", "fidelity=\"flit\""), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (arbitrations); i++)
    {
      g_autofree char *text = g_strdup_printf ("%s%s/></heddle>", "<heddle version=\"1\" name=\"line\">" LINK ("split", "1 ns")
                                               "<top><component id=\"s\" type=\"fabric.switch\" count=\"3\"/>"
                                               "<component id=\"h\" type=\"fabric.host\" count=\"3\"/>"
                                               "<link for=\"i=0..2\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/>"
                                               "<link for=\"i=0..1\" from=\"s[i].port[0]\" to=\"s[i + 1].port[1]\" class=\"L\"/></top><run ",
                                               arbitrations[i]);

      check_partitions (text, "0,100000,h[0],h[2]\n0,100000,h[1],h[2]\n1e-7,64,h[2],h[0]\n2e-6,5000,h[1],h[0]\n");
    }
  check_partitions (OWN_MESH, NULL);
}

/* A flit is there when all of it is: a link of 320 MB/s between two fast ones takes 100 cycles for each, and carries no more than it can. */
static void
test_slow_link (void)
{
  static const char *const settings[] = { "class:S.bandwidth=320 MB/s", NULL };
  const char *text = "<heddle version=\"1\" name=\"slow\">" LINK ("split", "1 ns") "<link-class id=\"S\" bandwidth=\"32 GB/s\" latency=\"1 ns\"/><top>"
                     "<component id=\"s\" type=\"fabric.switch\" count=\"2\"/><component id=\"h\" type=\"fabric.host\" count=\"3\"/>"
                     "<link from=\"h[0].port\" to=\"s[0].port[0]\" class=\"L\"/><link from=\"h[1].port\" to=\"s[1].port[0]\" class=\"L\"/>"
                     "<link id=\"b\" from=\"s[0].port[1]\" to=\"s[1].port[1]\" class=\"S\"/><link id=\"c\" from=\"h[2].port\" to=\"s[0].port[2]\" class=\"S\"/>"
                     "</top><run fidelity=\"flit\" header=\"0\"/></heddle>";
  g_autoptr (HdRun) fast = run_fixture_run (text, NULL, "0,32,h[0],h[1]\n"), slow = run_fixture_run (text, settings, "0,32,h[0],h[1]\n");
  g_autoptr (HdRun) several = run_fixture_run (text, settings, "0,320,h[0],h[1]\n"), last = run_fixture_run (text, settings, "0,320,h[0],h[2]\n");
  HdDesign *design = hd_run_get_design (last);
  g_autofree HdLoad *loads = g_new (HdLoad, hd_design_get_n_links (design));

  g_assert_cmpint (get_end (fast, 0), ==, 12000);
  g_assert_cmpint (get_end (slow, 0), ==, 12000 + 99000);
  g_assert_cmpint (get_end (several, 0), >=, 12000 + 999000 - 2000); /* the tail need not wait for route and channel, as the head does */
  g_assert_cmpint (get_end (several, 0), <=, 12000 + 999000);
  g_assert_cmpint (get_end (last, 0), >=, 1000000);
  hd_record_read_links (hd_run_get_record (last), 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    for (guint way = 0; way < 2; way++)
      g_assert_cmpfloat (loads[i].ways[way].mean, <=, 1 + 1e-9);
}

static void
check_refused (const char *setting,
               HdError code,
               const char *pattern)
{
  const char *const settings[] = { setting, NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RING ("5", "2"), settings);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_wait (design, &error);

  HdProblemList *problems;
  const HdProblem *problem;

  g_assert_nonnull (run);
  g_assert_error (error, HD_ERROR, (int) code);
  if (!g_pattern_match_simple (pattern, error->message))
    g_error ("“%s” does not say “%s”", error->message, pattern);
  problems = hd_run_get_problems (run);
  g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_ERROR), ==, 1);
  problem = hd_problem_list_get (problems, hd_problem_list_get_length (problems) - 1);
  g_assert_cmpstr (problem->message, ==, error->message);
  g_assert_cmpint (problem->line, ==, hd_design_get_line (design, hd_design_get_run_uid (design)));
  g_assert_cmpint (problem->line, >, 0);
}

/* What no clock can do names the link and its value. */
static void
test_refused (void)
{
  check_refused ("class:L.bandwidth=1e18 B/s", HD_ERROR_RANGE, "“a[0]”: at 1*EB/s, flits of 32 B need a clock of 31.2*PHz, *");
  check_refused ("class:L.latency=1 ms", HD_ERROR_RANGE, "“a[0]”: its latency of 1*ms is 1*000*000 cycles of the network's clock; *");
}

/* Sums are exact: minutes of 300 packets are more picoseconds than a double counts, and tiles add up in another order than one. */
static void
test_latency (void)
{
  static const char *const partitions[] = { "run:partitions=1", "run:partitions=2", "run:partitions=3" };
  const char *text = LINE ("split", "60 s", "flit=\"1 MB\" clock=\"1.0007 kHz\" input-buffer=\"1\"");
  g_autoptr (GString) lines = g_string_new (NULL);
  double latency = 0;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (lines, "%u.%06u,1,h[%u],h[%u]\n", i / 50, i * 12347 % 1000000, i % 3, (i + 1 + i / 7 % 2) % 3);
  for (guint p = 0; p < G_N_ELEMENTS (partitions); p++)
    {
      const char *const settings[] = { partitions[p], "run:sync=window", NULL };
      g_autoptr (HdRun) run = run_fixture_run (text, settings, lines->str);
      double own = run_fixture_get_metric (hd_run_get_record (run), "packet_latency");

      g_assert_cmpfloat (own, >, 100);
      g_assert_true (p == 0 || own == latency);
      latency = own;
    }
}

/* A problem that leads to @node, and to the five links r of the ring among those that are waited for. */
static void
assert_waiting (HdDesign *design,
                HdProblemList *problems,
                const char *node)
{
  const HdProblem *problem = hd_problem_list_get (problems, hd_problem_list_get_length (problems) - 1);
  guint n_ring = 0;

  g_assert_cmpint (problem->code, ==, HD_PROBLEM_DEADLOCK);
  g_assert_cmpstr (problem->object, ==, node);
  g_assert_cmpuint (problem->n_nodes, >, 0);
  g_assert_cmpuint (problem->object_uid, ==, hd_design_get_nodes (design)[problem->nodes[0]].origin_uid);
  for (guint i = 0; i < problem->n_links; i++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, problem->links[i]);

      n_ring += path[0] == 'r';
    }
  g_assert_cmpuint (n_ring, ==, 5);
}

/* A message of ten flits and a head every 100 cycles; a packet of three hundred bytes and one of twenty have a head each. One router has another clock. */
static void
test_cycles (void)
{
  static const char *const cut[] = { "run:packet-size=300 B", "s[1].clock=500 MHz", NULL };
  static const char text[] =
    "<heddle version=\"1\" name=\"cycles\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"2\"/>"
    "<component id=\"h\" type=\"fabric.host\" count=\"2\"/>"
    "<link for=\"i=0..1\" from=\"h[i].port\" to=\"s[i].port[1]\" class=\"L\"/><link from=\"s[0].port[0]\" to=\"s[1].port[0]\" class=\"L\"/></top>"
    "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
    "<workload type=\"traffic\" on=\"all\" probability=\"1\" interval=\"100 ns\" bytes=\"320 B\" measure=\"10 us\"/>"
    "<run fidelity=\"flit\" clock=\"1 GHz\" flit=\"32 B\" header=\"1\"/></heddle>";
  static const char *const kinds[] = { "mean", "p50", "p95", "p99" };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdRun) run = run_fixture_run (text, i > 0 ? cut : NULL, NULL);
      HdRecord *record = hd_run_get_record (run);

      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "offered_flits"), i > 0 ? 0.13 : 0.11, 1e-12);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "accepted_flits"),
                                      run_fixture_get_metric (record, "accepted_messages") * (i > 0 ? 0.13 : 0.11), 1e-12);
      for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
        {
          g_autofree char *seconds = g_strconcat ("latency_", kinds[k], NULL), *cycles = g_strconcat (seconds, "_cycles", NULL);

          g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, cycles), 1e9 * run_fixture_get_metric (record, seconds), 1e-6);
        }
    }
}

/* Messages two hops around a ring of five could wait for each other: two classes. */
static void
test_circle (void)
{
  g_autoptr (HdRun) enough = run_fixture_run (RING ("5", "2"), NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = run_fixture_design (RING ("5", "1"), NULL);
  g_autoptr (HdRun) refused = run_fixture_wait (design, &error);

  g_assert_cmpint (hd_run_get_state (enough), ==, HD_RUN_FINISHED);
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_nonnull (strstr (error->message, "2 virtual channels, but a port of “s["));
  g_assert_nonnull (strstr (error->message, "has 1"));
  g_assert_nonnull (strstr (error->message, "r[0]"));
  assert_waiting (design, hd_run_get_problems (refused), "s[1]");
}

/* What routers have of their own counts, and of those the routers that are entered with both classes: beside r[0], which the circle is cut at. */
static void
test_own_circle (void)
{
  static const char *const own[] = { "s[1].virtual-channels=2", "s[4].virtual-channels=2", NULL };
  static const char *const lacks[] = { "s[1].virtual-channels=1", NULL };
  g_autoptr (HdRun) enough = run_fixture_run (RING ("5", "1"), own, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = run_fixture_design (RING ("5", "2"), lacks);
  g_autoptr (HdRun) refused = run_fixture_wait (design, &error);

  g_assert_cmpint (hd_run_get_state (enough), ==, HD_RUN_FINISHED);
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_nonnull (strstr (error->message, "a port of “s[1]” has 1"));
}

/* Ends that take turns on a link have one clock. */
static void
test_shared_clocks (void)
{
  static const char *const own[] = { "s[2].clock=500 MHz", NULL };
  g_auto (GStrv) parts = g_strsplit (RING ("5", "2"), "split", -1);
  g_autofree char *text = g_strjoinv ("shared", parts);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = run_fixture_design (text, own);
  g_autoptr (HdRun) refused = run_fixture_wait (design, &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
  g_assert_nonnull (strstr (error->message, "r[1]"));
  g_assert_nonnull (strstr (error->message, "one clock"));
}

static HdTime
end_with (const char *setting,
          const char *lines)
{
  const char *const settings[] = { "run:virtual-channels=1", setting, NULL };
  g_autoptr (HdRun) run = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), settings, lines);

  return get_end (run, 0);
}

/* Two hops between routers, from s[0] to s[2]: ten cycles, and one for each further flit. One router is not as the others are. */
static void
test_own (void)
{
  static const char line[] = "0,992,s[0],s[2]\n", one[] = "0,32,s[0],s[2]\n", three[] = "1e-9,96,s[0],s[2]\n", back[] = "0,32,s[2],s[1]\n";

  g_assert_cmpint (end_with (NULL, line), ==, 40000);
  g_assert_cmpint (end_with ("s[1].stages=3", line), ==, 43000);
  g_assert_cmpint (end_with ("s[0].stages=3", line), ==, 40000); /* for what comes by a link */
  g_assert_cmpint (end_with ("s[1].input-buffer=1", line), ==, 10000 + 30 * 6000);
  g_assert_cmpint (end_with ("s[2].input-buffer=1", line), ==, 10000 + 30 * 5000);
  g_assert_cmpint (end_with ("s[0].output-buffer=1", line), ==, 5000 + 30 * 2000 + 3000); /* the last has nothing before it at s[1] */
  g_assert_cmpint (end_with ("s[2].clock=500 MHz", one), ==, 10000);
  g_assert_cmpint (end_with ("s[2].clock=500 MHz", three), ==, 16000); /* there at 11 ns: the edges at 12, 14 and 16 */
  g_assert_cmpint (end_with ("s[2].clock=500 MHz", back), ==, 10000);
  g_assert_cmpint (end_with ("s[2].clock=400 MHz", one), ==, 10000);
  g_assert_cmpint (end_with ("s[1].clock=2 GHz", one), ==, 9000); /* at 5 ns there, gone at 7, all of it over at 8.5 */
}

/* Two share a link by turns, unless the router before it lets the oldest go first. */
static void
test_own_arbitration (void)
{
  static const char lines[] = "0,3200,s[0],s[2]\n6e-9,3200,s[1],s[2]\n";
  static const char *const oldest[] = { "s[1].arbitration=age", NULL };
  g_autoptr (HdRun) in_turns = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, lines);
  g_autoptr (HdRun) by_age = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), oldest, lines);

  g_assert_cmpint (get_end (in_turns, 0), >, 109000 + 80000);
  g_assert_cmpint (get_end (by_age, 0), ==, 109000);
}

/* So many may send to each other that nobody looks for circles: five routers wait for each other while sources go on. */
static void
test_stall (void)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"stall\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"5\"/>"
    "<component id=\"h\" type=\"fabric.host\" count=\"1030\"/>"
    "<link for=\"i=0..1029\" from=\"h[i].port\" to=\"s[i % 5].port[(i - i % 5) / 5 + 2]\" class=\"L\"/>"
    "<link id=\"r\" for=\"i=0..4\" from=\"s[i].port[0]\" to=\"s[(i + 1) % 5].port[1]\" class=\"L\"/></top>"
    "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
    "<workload type=\"traffic\" on=\"all\" probability=\"0.02\" interval=\"1 ns\" bytes=\"320 B\" measure=\"1 s\"/>"
    "<run fidelity=\"flit\" virtual-channels=\"1\"/></heddle>";
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
  g_autoptr (HdRun) stalled = run_fixture_wait (design, &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_nonnull (strstr (error->message, "“s[0]” for “r[0]”"));
  assert_waiting (design, hd_run_get_problems (stalled), "s[0]");
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (stalled)), <, 100 * HD_TICKS_PER_SECOND / 1000000);
}

/* Behind a switch a slow link has flits for longer than anybody's patience: they move all the same. */
static void
test_slow_is_no_stall (void)
{
  g_autoptr (HdRun) self = run_fixture_run ("<heddle version=\"1\" name=\"slow\">" LINK ("split", "1 ns")
                                            "<link-class id=\"S\" bandwidth=\"320 MB/s\" latency=\"1 ns\" sharing=\"split\"/>"
                                            "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"h\" type=\"fabric.host\" count=\"2\"/>"
                                            "<link from=\"h[0].port\" to=\"s.port[0]\" class=\"L\"/><link from=\"h[1].port\" to=\"s.port[1]\" class=\"S\"/>"
                                            "</top><run fidelity=\"flit\" clock=\"1 GHz\" flit=\"32 B\" header=\"0\" output-buffer=\"0\"/></heddle>",
                                            NULL, "0,64000,h[0],h[1]\n");

  g_assert_cmpfloat_with_epsilon ((double) get_end (self, 0), 2000 * 100e3, 200e3);
}

/* A switch that copies what goes down a tree sends to all at once: 256 kB to eight take 8 us and little more, at each fidelity. */
static void
test_tree (void)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"tree\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\"/>"
    "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"8\"/><link from=\"x[i].eth\" to=\"s.port[i]\" for=\"i=0..7\" class=\"L\"/></top>"
    "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
    "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"physical\" bytes=\"256 kB\"/></heddle>";
  static const char *const packets[] = { "run:fidelity=packet", NULL }, *const flits[] = { "run:fidelity=flit", NULL };
  g_autoptr (HdRecord) by_packet = run_fixture_record (text, packets), by_flit = run_fixture_record (text, flits);
  double ratio = run_fixture_get_metric (by_flit, "time_total") / run_fixture_get_metric (by_packet, "time_total");

  g_test_message ("%g of packets' time", ratio);
  g_assert_cmpfloat (fabs (ratio - 1), <, 0.15);
}

/* A step is 62.5 kB, 1,954 flits: nothing shares a link with anything else. */
static void
test_agreement (void)
{
  static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet", "run:fidelity=flit" };
  double times[G_N_ELEMENTS (fidelities)];

  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      const char *const settings[] = { fidelities[i], i == 1 ? "run:switching=cut-through" : NULL, NULL };
      g_autoptr (HdRecord) record = run_fixture_record (MESH ("1 MB", ""), settings);

      times[i] = run_fixture_get_metric (record, "time_total");
      g_test_message ("%s: %.4g us", fidelities[i], 1e6 * times[i]);
    }
  g_assert_cmpfloat (fabs (times[1] / times[0] - 1), <, 0.05);
  g_assert_cmpfloat (fabs (times[2] / times[0] - 1), <, 0.05);
}

/* Loads add up to the bytes that were sent, and no link carries more than it can. */
static void
test_loads (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,320000,h[0],h[1]\n");
  HdDesign *design = hd_run_get_design (self);
  g_autofree HdLoad *loads = g_new (HdLoad, hd_design_get_n_links (design));
  double sum = 0;

  hd_record_read_links (hd_run_get_record (self), 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    for (guint way = 0; way < 2; way++)
      {
        sum += loads[i].ways[way].amount;
        g_assert_cmpfloat (loads[i].ways[way].peak, <=, 1 + 1e-9);
      }
  g_assert_cmpfloat_with_epsilon (sum, 3 * 320000, 1);
}

static HdLoad
read_router (HdRun *self,
             const char *path,
             HdTime start,
             HdTime end)
{
  HdDesign *design = hd_run_get_design (self);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *own = hd_design_dup_node_path (design, i);

      if (strcmp (own, path) == 0)
        return hd_record_read_node (hd_run_get_record (self), i, start, end);
    }
  g_assert_not_reached ();
}

/* Each of 5 flits, with nothing in its way, is in the buffer of a router for the two cycles until it wins the switch, and for none at an interface. */
static void
test_buffers_alone (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"2\" input-buffer=\"6\""), NULL, "0,160,h[0],h[1]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), second = read_router (self, "s[1]", 0, HD_TIME_MAX);
  const HdLoad other = read_router (self, "s[2]", 0, HD_TIME_MAX), host = read_router (self, "h[0]", 0, HD_TIME_MAX);

  g_assert_cmpfloat (first.room, ==, 2 * 2 * 6);
  g_assert_cmpfloat (second.room, ==, 3 * 2 * 6);
  g_assert_cmpfloat (host.room, ==, 0);
  g_assert_cmpfloat_with_epsilon (first.amount, 5 * 2e-9, 1e-15);
  g_assert_cmpfloat_with_epsilon (second.amount, 5 * 2e-9, 1e-15);
  g_assert_cmpfloat (other.amount, ==, 0);
  g_assert_cmpfloat (other.peak, ==, 0);
  g_assert_cmpfloat_with_epsilon (first.mean * first.room * hd_time_to_seconds (get_end (self, 0)), 5 * 2e-9, 1e-14);
}

/* As many as a port may have: nothing is else for a packet that is alone. */
static void
test_most_channels (void)
{
  g_autoptr (HdRun) few = run_fixture_run (LINE ("split", "1 ns", "virtual-channels=\"1\" input-buffer=\"6\""), NULL, "0,160,h[0],h[2]\n");
  g_autoptr (HdRun) most = run_fixture_run (LINE ("split", "1 ns", "virtual-channels=\"64\" input-buffer=\"6\""), NULL, "0,160,h[0],h[2]\n");

  g_assert_cmpint (get_end (most, 0), ==, get_end (few, 0));
  g_assert_cmpfloat (read_router (most, "s[1]", 0, HD_TIME_MAX).room, ==, 3 * 64 * 6);
}

/* Two hosts send all that they can over a link that takes half of it. From when a flit wins the switch, a credit is away from its buffer for three cycles
 * back, and one more until the next flit of an interface is there, or three of a router: at a flit in two cycles 2 or 3 of 8, so that 6 or 5 flits wait. */
static void
test_buffers_full (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""), NULL,
                                            "0,320000,h[0],h[2]\n0,320000,h[1],h[2]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), second = read_router (self, "s[1]", 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (first.mean * first.room, 6, 0.05);
  g_assert_cmpfloat_with_epsilon (second.mean * second.room, 6 + 5, 0.05);
  g_assert_cmpfloat (first.peak, >=, first.mean);
  g_assert_cmpfloat (second.peak * second.room, <=, 2 * 8 + 1e-6);
}

/* A probe tells the flits there, as means over frames: its integral is that of the load. Where there are no routers it has no values, and that is said. */
static void
test_buffers_probe (void)
{
#define PROBED(run) LINE ("split", "1 ns", "header=\"0\" " run)
  static const char *const packet[] = { "run:fidelity=packet", NULL };
  const char *tail = "<probes><probe of=\"s[1].buffers\"/></probes>";
  g_autofree char *plain = g_strdup (PROBED ("input-buffer=\"8\" virtual-channels=\"1\"")), *text = NULL;
  const char *run = strstr (plain, "<run ");
  g_autoptr (HdRun) self = NULL, packets = NULL;
  HdRecord *record;
  HdTime end;
  double sum = 0;

  text = g_strdup_printf ("%.*s%s%s", (int) (run - plain), plain, tail, run);
  self = run_fixture_run (text, NULL, "0,320000,h[0],h[2]\n0,320000,h[1],h[2]\n");
  record = hd_run_get_record (self);
  end = hd_record_get_time (record);
  for (guint64 i = 0, n = hd_record_get_n_samples (record, 0); i < n; i++)
    {
      guint64 m;
      const HdSample *sample = hd_record_peek_samples (record, 0, i, &m);
      HdTime next = i + 1 < n ? hd_record_peek_samples (record, 0, i + 1, &m)->time : end;

      g_assert_cmpfloat (sample->value, <=, 16 + 1e-6);
      sum += sample->value * hd_time_to_seconds (next - sample->time);
    }
  g_assert_cmpfloat (sum, >, 0);
  g_assert_cmpfloat_with_epsilon (sum / read_router (self, "s[1]", 0, HD_TIME_MAX).amount, 1, 1e-6);

  packets = run_fixture_run (text, packet, "0,3200,h[0],h[2]\n");
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (packets), 0), ==, 0);
#undef PROBED
}

/* Two input channels of 8 flits at s[1], where a packet for h[2] is 20 flits that a slow link holds up: what s[0] may still send is what is free there, less what
 * is on its way; in the end all of it is back. A link to a host has no credits, a router those of all its links to routers. The same on four partitions. */
static void
test_credits_probe (void)
{
  static const char *const four[] = { "run:partitions=3", "run:threads=2", "run:sync=request", NULL }, *const packet[] = { "run:fidelity=packet", NULL };
  const char *text = "<heddle version=\"1\" name=\"line\">" LINK ("split", "1 ns") "<link-class id=\"W\" bandwidth=\"1 GB/s\" latency=\"1 ns\" sharing=\"split\"/>"
                     "<top><component id=\"s\" type=\"fabric.switch\" count=\"3\"/><component id=\"h\" type=\"fabric.host\" count=\"3\"/>"
                     "<link id=\"a\" for=\"i=0..2\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/><link id=\"b\" from=\"s[0].port[0]\" to=\"s[1].port[1]\" class=\"L\"/>"
                     "<link id=\"c\" from=\"s[1].port[0]\" to=\"s[2].port[1]\" class=\"W\"/></top><probes><probe of=\"b.credits-forward\"/><probe of=\"b.credits-reverse\"/>"
                     "<probe of=\"s[1].credits\"/><probe of=\"a[0].credits-reverse\"/></probes>"
                     "<run fidelity=\"flit\" header=\"0\" virtual-channels=\"2\" input-buffer=\"8\"/></heddle>";
  g_autoptr (HdRun) self = run_fixture_run (text, NULL, "0,640,h[0],h[2]\n"), divided = run_fixture_run (text, four, "0,640,h[0],h[2]\n");
  g_autoptr (HdRun) packets = run_fixture_run (text, packet, "0,640,h[0],h[2]\n");
  double least = INFINITY;

  for (guint p = 0; p < 4; p++)
    {
      guint64 n = hd_record_get_n_samples (hd_run_get_record (self), p), m;

      g_assert_cmpuint (n, >, 4);
      g_assert_cmpuint (n, ==, hd_record_get_n_samples (hd_run_get_record (divided), p));
      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (packets), p), ==, 0);
      for (guint64 i = 0; i < n; i++)
        {
          double value = hd_record_peek_samples (hd_run_get_record (self), p, i, &m)->value;

          g_assert_cmpfloat (value, ==, hd_record_peek_samples (hd_run_get_record (divided), p, i, &m)->value);
          if (p == 0)
            least = MIN (least, value);
          if (p == 1)
            g_assert_cmpfloat (value, ==, 16);
          if (p == 3)
            g_assert_cmpfloat (value, ==, 0);
          if (p == 2)
            g_assert_cmpfloat (value, <=, 2 * 16);
        }
    }
  g_assert_cmpfloat (least, ==, 8); /* one channel is full */
}

/* Means of the packets that arrive in each frame: with their numbers they have the mean of the run, whatever the partitions; a packet alone has its own. */
static void
test_latency_probe (void)
{
  static const char *const ways[][5] = { { "run:partitions=1", NULL }, { "run:partitions=4", "run:threads=2", "run:sync=request", NULL }, { "run:fidelity=packet", NULL } };
  const char *text = "<heddle version=\"1\" name=\"mesh\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"2\"/>"
                     "<component id=\"h\" type=\"fabric.host\" count=\"4\"/><link id=\"a\" from=\"h[i].port\" to=\"s[floor (i / 2)].port[i]\" class=\"L\"/>"
                     "<link from=\"s[0].port[4]\" to=\"s[1].port[4]\" class=\"L\"/></top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
                     "<workload type=\"traffic\" on=\"all\" probability=\"0.02\" interval=\"1 ns\" bytes=\"320 B\" measure=\"5 us\"/><probes><probe of=\"workload.latency\"/></probes>"
                     "<run fidelity=\"flit\" header=\"0\" virtual-channels=\"1\" input-buffer=\"8\"/></heddle>";
  const HdSample *first = NULL;
  guint64 n_first = 0;
  HdRun *runs[G_N_ELEMENTS (ways)];
  g_autoptr (HdRun) alone = run_fixture_run (text, NULL, "0,160,h[0],h[2]\n");

  first = hd_record_peek_samples (hd_run_get_record (alone), 0, 0, &n_first);
  g_assert_cmpuint (n_first, ==, 1);
  g_assert_cmpfloat_with_epsilon (first->value, run_fixture_get_metric (hd_run_get_record (alone), "packet_latency"), 1e-15);
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    {
      guint64 n, m;
      const HdSample *samples;
      double longest = 0, shortest = INFINITY, mean;

      runs[w] = run_fixture_run (text, ways[w], NULL);
      n = hd_record_get_n_samples (hd_run_get_record (runs[w]), 0);
      if (w == 2)
        {
          g_assert_cmpuint (n, ==, 0);
          continue;
        }
      samples = hd_record_peek_samples (hd_run_get_record (runs[w]), 0, 0, &m);
      g_assert_cmpuint (m, ==, n);
      mean = run_fixture_get_metric (hd_run_get_record (runs[w]), "packet_latency");
      for (guint64 i = 0; i < n; i++)
        {
          longest = MAX (longest, samples[i].value);
          shortest = MIN (shortest, samples[i].value);
          g_assert_true (w == 0 || (samples[i].time == first[i].time && samples[i].value == first[i].value));
        }
      g_assert_cmpuint (n, ==, w == 0 ? n : n_first);
      g_assert_cmpfloat (shortest, <=, mean);
      g_assert_cmpfloat (longest, >=, mean);
      first = samples;
      n_first = n;
    }
  for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
    g_object_unref (runs[w]);
}

/* Whatever the partitions, and at any time: also of routers with clocks of their own. */
static void
test_buffers_partitions (void)
{
  static const char *const texts[] = { MESH ("100 kB", "fidelity=\"flit\""), OWN_MESH };
  static const char *const ends[] = { "run:until=1 s", "run:until=3 us", "run:until=3.0004 us" };

  for (guint t = 0; t < G_N_ELEMENTS (texts) * G_N_ELEMENTS (ends); t++)
    {
      const char *const one[] = { "run:partitions=1", ends[t / 2], NULL };
      const char *const four[] = { "run:sync=request", "run:partitions=4", "run:threads=2", ends[t / 2], NULL };
      g_autoptr (HdRun) a = run_fixture_run (texts[t % 2], one, NULL), b = run_fixture_run (texts[t % 2], four, NULL);
      HdTime end = hd_record_get_time (hd_run_get_record (a)), step = hd_record_get_frame_interval (hd_run_get_record (a));
      guint n = hd_design_get_n_nodes (hd_run_get_design (a));
      g_autofree HdLoad *before = g_new (HdLoad, n), *after = g_new (HdLoad, n);
      double sum = 0, stalled = 0;

      for (HdTime at = 0; at < end; at += step)
        {
          hd_record_read_nodes (hd_run_get_record (a), at, at + step, before);
          hd_record_read_nodes (hd_run_get_record (b), at, at + step, after);
          for (guint i = 0; i < n; i++)
            {
              g_assert_cmpfloat (before[i].mean, ==, after[i].mean);
              g_assert_cmpfloat (before[i].peak, ==, after[i].peak);
              g_assert_cmpfloat (before[i].amount, ==, after[i].amount);
              g_assert_cmpfloat (before[i].room, ==, after[i].room);
              sum += before[i].room > 0 ? before[i].amount : 0;
              g_assert_cmpfloat (before[i].stalled_share, ==, after[i].stalled_share);
              for (guint s = 0; s < HD_N_STALLS; s++)
                {
                  g_assert_cmpfloat (before[i].stalled[s], ==, after[i].stalled[s]);
                  g_assert_cmpfloat (before[i].stalled[s], >=, 0);
                  stalled += before[i].stalled[s];
                }
            }
        }
      g_assert_cmpfloat (sum, >, 0);
      g_assert_true (stalled > 0 || t % 2 == 0); /* neighbours alone do not disturb each other */
    }
}

/* 5 flits over 2 hops, by Orion's elements at 256 bits and 1 mm: 79.8 pJ a write, 135.1 a read, 147.6 through a crossbar, 237.4 over a link, 1.038 a channel. */
static void
test_energy (void)
{
  static const char *const settings[] = { "run:energy=orion180", NULL };
  static const struct { const char *name; double pj; } parts[] = {
    { "energy_buffers", 15 * 79.82 + 10 * 135.1 }, { "energy_crossbars", 10 * 147.6 }, { "energy_links", 10 * 237.447 }, { "energy_arbiters", 2 * 1.038 },
    { "energy_idle", 0 }, { "energy", 15 * 79.82 + 10 * (135.1 + 147.6 + 237.447) + 2 * 1.038 },
  };
  static const char *const near[] = { "run:energy=orion180", "run:flit=31.7 B", NULL };
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), settings, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) fraction = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), near, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) idle = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "1e-6,32,s[0],s[0]\n");

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_cmpfloat_with_epsilon (1e12 * run_fixture_get_metric (hd_run_get_record (self), parts[i].name), parts[i].pj, 1e-4 * parts[i].pj + 1e-9);
  /* a flit has whole bytes, as many as are sent */
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (hd_run_get_record (fraction), "energy"), run_fixture_get_metric (hd_run_get_record (self), "energy"), 1e-20);
  /* 3 routers of 5 mW for 1 us */
  g_assert_cmpfloat_with_epsilon (1e9 * run_fixture_get_metric (hd_run_get_record (idle), "energy_idle"), 15, 1e-6);
}

/* What routers and links took is what the network did, in any window: also where the run stops while flits are on their way, or at the end of a
 * frame, in which a cycle falls, and where links are slow. */
static void
test_energy_places (void)
{
  static const char *const energies[] = { "run:energy=interposer", "run:energy=orion180", "run:energy=popnet" };
  static const char *const ends[] = { "run:until=1 s", "run:until=3.0004 us", "run:until=3 us" };
  const char *text = LINE ("shared", "1 ns", "clock=\"2 GHz\"");

  for (guint k = 0; k < G_N_ELEMENTS (energies) * G_N_ELEMENTS (ends); k++)
    {
      const char *const settings[] = { energies[k / G_N_ELEMENTS (ends)], ends[k % G_N_ELEMENTS (ends)], NULL };
      g_autoptr (HdRun) self = run_fixture_run (text, settings, "0,64000,h[0],h[2]\n0,64000,h[1],h[2]\n0,1000,s[1],s[0]\n");
      HdRecord *record = hd_run_get_record (self);
      HdTime end = hd_record_get_time (record);
      guint n_links = hd_design_get_n_links (hd_run_get_design (self)), n_nodes = hd_design_get_n_nodes (hd_run_get_design (self));
      g_autofree HdLoad *links = g_new (HdLoad, n_links), *nodes = g_new (HdLoad, n_nodes);
      double of_links = 0, of_routers = 0, by_windows = 0, switched = 0, accepted = 0;

      g_assert_true (hd_record_has_energy (record));
      hd_record_read_links (record, 0, HD_TIME_MAX, links);
      hd_record_read_nodes (record, 0, HD_TIME_MAX, nodes);
      for (guint i = 0; i < n_links; i++)
        {
          of_links += links[i].energy;
          g_assert_cmpfloat_with_epsilon (links[i].power * hd_time_to_seconds (end), links[i].energy, 1e-9 * links[i].energy);
        }
      for (guint i = 0; i < n_nodes; i++)
        {
          of_routers += nodes[i].energy;
          switched += nodes[i].switched;
          accepted += nodes[i].accepted;
          g_assert_true ((nodes[i].energy > 0) == (nodes[i].room > 0));
        }
      for (HdTime at = 0, step = hd_record_get_frame_interval (record); at < end; at += step)
        for (guint i = 0; i < n_nodes; i++)
          by_windows += hd_record_read_node (record, i, at, at + step).energy;
      g_assert_cmpfloat (of_links, >, 0);
      g_assert_cmpfloat_with_epsilon (of_links / run_fixture_get_metric (record, "energy_links"), 1, 1e-12);
      g_assert_cmpfloat_with_epsilon ((of_links + of_routers) / run_fixture_get_metric (record, "energy"), 1, 1e-12);
      g_assert_cmpfloat_with_epsilon (by_windows / of_routers, 1, 1e-9);
      g_assert_cmpfloat (switched, >, 0);
      if (k % G_N_ELEMENTS (ends) == 0)
        g_assert_cmpfloat (accepted, ==, 33); /* of the one parcel to a router: 32 flits and its header */
    }
}

/* The table has @n routers, the first of which is @first. */
static void
check_csv (HdRun *self,
           guint n,
           const char *first)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  hd_report_write (hd_run_get_record (self), HD_REPORT_ROUTERS, NULL, stream, NULL, &error);
  g_assert_no_error (error);
  text = g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2);
  g_assert_cmpstr (lines[0], ==, "router,energy_j,switched_flits,accepted_flits,fill_ratio,peak_fill_ratio,"
                                   "stalled_ratio,no_channel_cycles,no_credit_cycles,no_switch_cycles,no_room_cycles");
  if (n > 0 && !g_pattern_match_simple (first, lines[1]))
    g_error ("“%s” is not “%s”", lines[1], first);
}

/* 5 flits over 2 hops: each router switches them, the last takes them out; a write, a read and a crossing each, and a channel. */
static void
test_energy_router (void)
{
  static const char *const settings[] = { "run:energy=orion180", NULL }, *const packets[] = { "run:fidelity=packet", NULL };
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), settings, "0,160,s[0],s[2]\n");
  g_autoptr (HdRun) other = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), packets, "0,160,h[0],h[2]\n");
  const HdLoad first = read_router (self, "s[0]", 0, HD_TIME_MAX), last = read_router (self, "s[2]", 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (1e12 * first.energy, 5 * (79.82 + 135.1 + 147.6) + 1.038, 0.2);
  g_assert_cmpfloat_with_epsilon (1e12 * last.energy, 5 * 79.82, 0.1);
  g_assert_cmpfloat (first.switched, ==, 5);
  g_assert_cmpfloat (first.accepted, ==, 0);
  g_assert_cmpfloat (last.switched, ==, 0);
  g_assert_cmpfloat (last.accepted, ==, 5);
  g_assert_false (hd_record_has_energy (hd_run_get_record (other)));
  check_csv (self, 3, "s[0],*,5,0,*,*,0,0,0,0,0");
  check_csv (other, 0, NULL);
}

/* Two hosts send five flits each to the one between them, whose router has them at the same time. The packet that loses asks for the virtual channel of the
 * other for six cycles, while nothing else waits for anything. That router has four input channels. */
static void
test_stalls (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""), NULL,
                                            "0,160,h[0],h[1]\n0,160,h[2],h[1]\n");
  double cycles = 1e9 * hd_time_to_seconds (hd_record_get_time (hd_run_get_record (self)));

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("s[%u]", i);
      const HdLoad load = read_router (self, path, 0, HD_TIME_MAX);

      g_assert_cmpfloat (load.stalled[HD_STALL_CHANNEL], ==, i == 1 ? 6 : 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_CREDIT], ==, 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_SWITCH], ==, 0);
      g_assert_cmpfloat (load.stalled[HD_STALL_ROOM], ==, 0);
      g_assert_cmpfloat_with_epsilon (load.stalled_share, i == 1 ? 6 / (4 * cycles) : 0, 1e-6);
    }
}

/* What probes of a router tell, as means over frames, has the counts of the whole run as its integral; shares are of all its channels' cycles. */
static void
test_router_probes (void)
{
  static const char *const names[] = { "switched", "accepted", "no-channel", "no-credit", "no-switch", "no-room", "stalled" };
  g_autoptr (GString) text = g_string_new (LINE ("split", "1 ns", "header=\"0\" virtual-channels=\"1\" input-buffer=\"8\""));
  g_autoptr (HdRun) self = NULL;
  HdLoad load;
  HdTime end;

  g_string_truncate (text, (gsize) (strstr (text->str, "<run ") - text->str));
  g_string_append (text, "<probes>");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "<probe of=\"s[1].%s\"/>", names[i]);
  g_string_append (text, "</probes><run fidelity=\"flit\" header=\"0\" virtual-channels=\"1\" input-buffer=\"8\"/></heddle>");
  self = run_fixture_run (text->str, NULL, "0,160,h[0],h[1]\n0,160,h[2],h[1]\n1e-7,320,h[1],s[1]\n");
  load = read_router (self, "s[1]", 0, HD_TIME_MAX);
  end = hd_record_get_time (hd_run_get_record (self));
  {
    const double cycles = 1e9 * 4 / 100; /* of four channels, for a percent of a second */
    const struct { double factor, sum; } expected[G_N_ELEMENTS (names)] = {
      { 1, 10 }, { 1, 10 }, { cycles, load.stalled[HD_STALL_CHANNEL] }, { cycles, load.stalled[HD_STALL_CREDIT] }, { cycles, load.stalled[HD_STALL_SWITCH] },
      { cycles, load.stalled[HD_STALL_ROOM] }, { cycles, 6 },
    };

    for (guint p = 0; p < G_N_ELEMENTS (names); p++)
      {
        double sum = 0;

        for (guint64 i = 0, m, n = hd_record_get_n_samples (hd_run_get_record (self), p); i < n; i++)
          {
            const HdSample *sample = hd_record_peek_samples (hd_run_get_record (self), p, i, &m);
            HdTime next = i + 1 < n ? hd_record_peek_samples (hd_run_get_record (self), p, i + 1, &m)->time : end;

            sum += sample->value * hd_time_to_seconds (next - sample->time);
          }
        g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (self), p), >, 1);
        g_assert_cmpfloat_with_epsilon (sum * expected[p].factor, expected[p].sum, 1e-6);
      }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/flits/alone", test_alone);
  g_test_add_func ("/run/flits/routers", test_routers);
  g_test_add_func ("/run/flits/clock", test_clock);
  g_test_add_func ("/run/flits/sharing", test_sharing);
  g_test_add_func ("/run/flits/order", test_order);
  g_test_add_func ("/run/flits/partitions", test_partitions);
  g_test_add_func ("/run/flits/slow-link", test_slow_link);
  g_test_add_func ("/run/flits/refused", test_refused);
  g_test_add_func ("/run/flits/latency", test_latency);
  g_test_add_func ("/run/flits/cycles", test_cycles);
  g_test_add_func ("/run/flits/circle", test_circle);
  g_test_add_func ("/run/flits/own-circle", test_own_circle);
  g_test_add_func ("/run/flits/shared-clocks", test_shared_clocks);
  g_test_add_func ("/run/flits/stall", test_stall);
  g_test_add_func ("/run/flits/slow-is-no-stall", test_slow_is_no_stall);
  g_test_add_func ("/run/flits/tree", test_tree);
  g_test_add_func ("/run/flits/own", test_own);
  g_test_add_func ("/run/flits/own-arbitration", test_own_arbitration);
  g_test_add_func ("/run/flits/agreement", test_agreement);
  g_test_add_func ("/run/flits/loads", test_loads);
  g_test_add_func ("/run/flits/buffers/alone", test_buffers_alone);
  g_test_add_func ("/run/flits/buffers/most-channels", test_most_channels);
  g_test_add_func ("/run/flits/buffers/full", test_buffers_full);
  g_test_add_func ("/run/flits/buffers/probe", test_buffers_probe);
  g_test_add_func ("/run/flits/buffers/partitions", test_buffers_partitions);
  g_test_add_func ("/run/flits/stalls", test_stalls);
  g_test_add_func ("/run/flits/router-probes", test_router_probes);
  g_test_add_func ("/run/flits/credits-probe", test_credits_probe);
  g_test_add_func ("/run/flits/latency-probe", test_latency_probe);
  g_test_add_func ("/run/flits/energy", test_energy);
  g_test_add_func ("/run/flits/energy-places", test_energy_places);
  g_test_add_func ("/run/flits/energy-router", test_energy_router);
  return g_test_run ();
}
