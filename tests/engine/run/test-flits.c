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

#include "catalog-fixture.h"
#include "flits.h"
#include "run-fixture.h"

#include "../../sanitizers.h"

#define RING(n, channels) \
  "<heddle version=\"1\" name=\"ring\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"" n "\"/>" \
  "<component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"" n "\"/>" \
  "<link id=\"a\" for=\"i=0.." n "-1\" from=\"x[i].eth\" to=\"s[i].port[2]\" class=\"L\"/>" \
  "<link id=\"r\" for=\"i=0.." n "-1\" from=\"s[i].port[0]\" to=\"s[(i + 1) % " n "].port[1]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"64 kB\"/>" \
  "<run fidelity=\"flit\" virtual-channels=\"" channels "\"/></heddle>"

/* A packet of 160 B is 5 flits: two links between routers. The second is sent between two edges, and has a header. */
static void
test_alone (void)
{
  static const char *const header[] = { "run:header=2", NULL };
  g_autoptr (HdRun) plain = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,160,h[0],h[2]\n0.0000001001,160,h[0],h[1]\n");
  g_autoptr (HdRun) longer = run_fixture_run (LINE ("split", "1 ns", ""), header, "0,160,h[0],h[2]\n1e-7,0,h[0],h[0]\n");

  g_assert_cmpint (run_fixture_get_end (plain, 0), ==, 21000);
  g_assert_cmpint (run_fixture_get_end (plain, 1), ==, 101000 + 16000);
  g_assert_cmpint (run_fixture_get_end (longer, 0), ==, 23000);
  g_assert_cmpint (run_fixture_get_end (longer, 1), ==, 100000);
}

/* Between routers alone, as popnet has it: five cycles a hop, and what goes to itself takes its flits. */
static void
test_routers (void)
{
  g_autoptr (HdRun) self = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, "0,160,s[0],s[2]\n1e-7,32,s[0],s[1]\n1.005e-7,160,s[2],s[2]\n");

  g_assert_cmpint (run_fixture_get_end (self, 0), ==, 14000);
  g_assert_cmpint (run_fixture_get_end (self, 1), ==, 105000);
  g_assert_cmpint (run_fixture_get_end (self, 2), ==, 105000);
}

/* Latency in whole cycles, rounded up; a clock that is slower than the link holds it back. */
static void
test_clock (void)
{
  static const char *const slow[] = { "run:clock=500 MHz", NULL };
  g_autoptr (HdRun) far = run_fixture_run (LINE ("split", "2.5 ns", "header=\"0\""), NULL, "0,32,h[0],h[1]\n");
  g_autoptr (HdRun) held = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), slow, "0,3200,h[0],h[1]\n");

  g_assert_cmpint (run_fixture_get_end (far, 0), ==, (3 + 7 + 7 + 1) * 1000);
  g_assert_cmpint (run_fixture_get_end (held, 0), ==, (12 + 99) * 2000);
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
      g_assert_cmpfloat_with_epsilon ((double) run_fixture_get_end (split, i), 10012e3, 200e3);
      g_assert_cmpfloat_with_epsilon ((double) run_fixture_get_end (shared, i), 20012e3, 400e3);
    }
  g_assert_cmpfloat_with_epsilon ((double) run_fixture_get_end (alone, 0), 10012e3, 200e3);
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
    g_assert_cmpint (run_fixture_get_end (self, i), >=, run_fixture_get_end (self, i - 2));
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

  g_assert_cmpint (run_fixture_get_end (fast, 0), ==, 12000);
  g_assert_cmpint (run_fixture_get_end (slow, 0), ==, 12000 + 99000);
  g_assert_cmpint (run_fixture_get_end (several, 0), >=, 12000 + 999000 - 2000); /* the tail need not wait for route and channel, as the head does */
  g_assert_cmpint (run_fixture_get_end (several, 0), <=, 12000 + 999000);
  g_assert_cmpint (run_fixture_get_end (last, 0), >=, 1000000);
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

/* What no router can have is refused before the run: with the object, what it is, its range and the line, of a setting for all and of a router's own. */
static void
test_ranges (void)
{
  static const struct { const char *setting, *object, *attribute, *message; } cases[] = {
    { "run:virtual-channels=0", "run", "virtual-channels", "“virtual-channels” is 0; it must be between 1 and 64" },
    { "run:virtual-channels=65", "run", "virtual-channels", "“virtual-channels” is 65; it must be between 1 and 64" },
    { "run:input-buffer=0", "run", "input-buffer", "“input-buffer” is 0; it must be between 1 and 65535" },
    { "run:input-buffer=65536", "run", "input-buffer", "“input-buffer” is 65536; it must be between 1 and 65535" },
    { "run:virtual-channels=many", "run", "virtual-channels", "“virtual-channels” is the word “many”, not a number with a unit" },
    { "run:arbitration=rr", "run", "arbitration", "“arbitration” is “rr”, not one of round-robin, random, age" },
    { "s[1].virtual-channels=65", "s", "virtual-channels", "“virtual-channels” is 65; it must be between 0 and 64" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const settings[] = { cases[i].setting, NULL };
      g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDocument) document = hd_document_load_from_data ("\n" LINE ("split", "1 ns", "virtual-channels=\"3\" input-buffer=\"12\""), -1, "f", problems, NULL);
      g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
      g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, settings, problems, NULL, NULL);
      const HdProblem *problem;

      g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_ERROR), ==, 1);
      problem = hd_problem_list_get (problems, 0);
      g_assert_cmpstr (problem->object, ==, cases[i].object);
      g_assert_cmpstr (problem->attribute, ==, cases[i].attribute);
      g_assert_true (g_str_has_prefix (problem->message, cases[i].message));
      g_assert_cmpint (problem->line, ==, 2);
    }
}

/* What a file says that nobody knows is a warning, with object and line, and changes nothing: a later version may know it. In a setting it is an error. */
static void
test_unknown (void)
{
  static const char *const settings[] = { "run:virtual-chanels=3", NULL };
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data ("\n" LINE ("split", "1 ns", "virtual-chanels=\"3\""), -1, "f", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (GError) error = NULL;
  const HdProblem *problem;

  hd_snapshot_validate (snapshot, catalog, problems);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  problem = hd_problem_list_get (problems, 0);
  g_assert_cmpint (problem->code, ==, HD_PROBLEM_UNKNOWN_ATTRIBUTE);
  g_assert_cmpint (problem->severity, ==, HD_SEVERITY_WARNING);
  g_assert_cmpstr (problem->object, ==, "run");
  g_assert_cmpstr (problem->attribute, ==, "virtual-chanels");
  g_assert_cmpint (problem->line, ==, 2);
  g_assert_cmpstr (problem->hint, ==, "Did you mean “virtual-channels”?");
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_null (design);
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_assert_nonnull (strstr (error->message, "run:virtual-chanels=3"));
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
  g_assert_cmpint (problem->line, ==, 1);
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

/* Of two pairs of routers with nothing between them: whoever sends across is told, wherever its messages come from. */
static void
test_apart (void)
{
  static const char *const works[] = {
    "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"1 kB\"/>",
    "<workload type=\"traffic\" on=\"all\" load=\"0.1\"/>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"apart\">" LINK ("split", "1 ns") "<top><component id=\"s\" type=\"fabric.switch\" count=\"4\"/>"
                                               "<component id=\"h\" type=\"fabric.host\" count=\"4\"/><link for=\"i=0..3\" from=\"h[i].port\" to=\"s[i].port[2]\" class=\"L\"/>"
                                               "<link for=\"i=0..1\" from=\"s[2 * i].port[0]\" to=\"s[2 * i + 1].port[1]\" class=\"L\"/></top>"
                                               "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>%s<run fidelity=\"flit\"/></heddle>", works[i]);
      g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_wait (design, &error);
      HdProblemList *problems = hd_run_get_problems (run);
      const HdProblem *problem = hd_problem_list_get (problems, hd_problem_list_get_length (problems) - 1);

      g_assert_nonnull (error);
      g_assert_cmpint (problem->code, ==, HD_PROBLEM_NO_ROUTE);
      g_assert_cmpint (problem->line, >, 0);
      g_assert_true (g_pattern_match_simple ("There is no route from “h[?]” to “h[?]”", problem->message));
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

#define TORUS(channels) \
  "<heddle version=\"1\" name=\"torus\">" LINK ("split", "1 ns") "<module id=\"m\" routing=\"dimension-order\">" \
  "<component id=\"s\" type=\"fabric.switch\" count=\"20 x 20\"/><component id=\"h\" type=\"fabric.host\" count=\"20 x 20\"/>" \
  "<link from=\"s[i][j].port[0]\" to=\"s[i][(j + 1) % 20].port[1]\" class=\"L\"/><link from=\"s[i][j].port[2]\" to=\"s[(i + 1) % 20][j].port[3]\" class=\"L\"/>" \
  "<link from=\"h[i][j].port\" to=\"s[i][j].port[4]\" class=\"L\"/></module><top><instance id=\"m\" of=\"m\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"m/h[*][*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" probability=\"0.02\" interval=\"1 ns\" bytes=\"32 B\" warm-up=\"1 ns\" measure=\"100 ns\"/>" \
  "<run fidelity=\"flit\" virtual-channels=\"" channels "\"/></heddle>"

/* So many pairs that threads share in looking at their routes: they find the classes, and the circle, that one finds. */
static void
test_many (void)
{
  static const char *const settings[][4] = {
    { NULL }, { "run:partitions=2", "run:threads=2", "run:sync=window", NULL }, { "run:partitions=3", "run:threads=3", "run:sync=null-message", NULL },
  };
  g_autofree char *digest = NULL, *message = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (HdRun) run = run_fixture_run (TORUS ("2"), settings[i], NULL);
      g_autoptr (HdDesign) narrow = run_fixture_design (TORUS ("1"), settings[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) refused = run_fixture_wait (narrow, &error);

      run_fixture_check_digest (hd_run_get_record (run), &digest);
      g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
      if (message == NULL)
        message = g_strdup (error->message);
      g_assert_cmpstr (error->message, ==, message);
    }
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

  return run_fixture_get_end (run, 0);
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

/* A credit takes 4 + 2 L cycles to come round a link of L: with fewer flits than that in a buffer a channel alone cannot use the link, which is warned about. */
static void
test_small_buffers (void)
{
  static const struct { const char *buffer, *text, *share; } cases[] = {
    { "run:input-buffer=1", LINE ("split", "1 ns", "header=\"0\""), "at most 16.7 %" }, { "run:input-buffer=2", LINE ("split", "1 ns", "header=\"0\""), "at most 33.3 %" },
    { "run:input-buffer=5", LINE ("split", "3 ns", "header=\"0\""), "at most 50 %" },   { "run:input-buffer=6", LINE ("split", "1 ns", "header=\"0\""), NULL },
    { "run:input-buffer=10", LINE ("split", "3 ns", "header=\"0\""), NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const settings[] = { cases[i].buffer, NULL };
      g_autoptr (HdRun) run = run_fixture_run (cases[i].text, settings, "0,32,s[0],s[2]\n");
      HdProblemList *problems = hd_run_get_problems (run);
      const HdProblem *found = NULL;

      for (guint k = 0; k < hd_problem_list_get_length (problems); k++)
        if (strstr (hd_problem_list_get (problems, k)->message, "Credits for “") != NULL)
          found = hd_problem_list_get (problems, k);
      g_assert_true ((found != NULL) == (cases[i].share != NULL));
      if (found == NULL)
        continue;
      g_assert_cmpint (found->code, ==, HD_PROBLEM_LIMIT);
      g_assert_cmpint (found->severity, ==, HD_SEVERITY_WARNING);
      g_assert_nonnull (strstr (found->message, cases[i].share));
    }
}

/* Two share a link by turns, unless the router before it lets the oldest go first. */
static void
test_own_arbitration (void)
{
  static const char lines[] = "0,3200,s[0],s[2]\n6e-9,3200,s[1],s[2]\n";
  static const char *const oldest[] = { "s[1].arbitration=age", NULL };
  g_autoptr (HdRun) in_turns = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), NULL, lines);
  g_autoptr (HdRun) by_age = run_fixture_run (LINE ("split", "1 ns", "header=\"0\""), oldest, lines);

  g_assert_cmpint (run_fixture_get_end (in_turns, 0), >, 109000 + 80000);
  g_assert_cmpint (run_fixture_get_end (by_age, 0), ==, 109000);
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

  g_assert_cmpfloat_with_epsilon ((double) run_fixture_get_end (self, 0), 2000 * 100e3, 200e3);
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
  g_test_add_func ("/run/flits/ranges", test_ranges);
  g_test_add_func ("/run/flits/unknown", test_unknown);
  g_test_add_func ("/run/flits/latency", test_latency);
  g_test_add_func ("/run/flits/cycles", test_cycles);
  g_test_add_func ("/run/flits/apart", test_apart);
  g_test_add_func ("/run/flits/circle", test_circle);
  g_test_add_func ("/run/flits/own-circle", test_own_circle);
  g_test_add_func ("/run/flits/many", test_many);
  g_test_add_func ("/run/flits/shared-clocks", test_shared_clocks);
  g_test_add_func ("/run/flits/stall", test_stall);
  g_test_add_func ("/run/flits/slow-is-no-stall", test_slow_is_no_stall);
  g_test_add_func ("/run/flits/tree", test_tree);
  g_test_add_func ("/run/flits/own", test_own);
  g_test_add_func ("/run/flits/small-buffers", test_small_buffers);
  g_test_add_func ("/run/flits/own-arbitration", test_own_arbitration);
  g_test_add_func ("/run/flits/agreement", test_agreement);
  g_test_add_func ("/run/flits/loads", test_loads);
  return g_test_run ();
}
