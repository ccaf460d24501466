/* test-programs.c: graphs of work as programs of processes, packet by packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two accelerators of 1 TFLOP/s with local memories of 1 GB/s share one memory behind links of 1 GB/s without latency, cut-through: what goes alone
 * takes its size over 1 GB/s. All times are worked by hand, from HCSim's rules and those of hd-process.h.
 *
 * Invariants: loops, diamonds, flagged edges, access modes and channels take the times that they take as flows, but that a processor does one
 * computation after the other; a rank waits for its own predecessors alone; what waits for ever is named; kinds of work go together; nothing
 * depends on partitions.
 */
#include <string.h>

#include "graph-fixture.h"
#include "run-fixture.h"

#define S HD_TICKS_PER_SECOND
#define PLATFORM \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"0 s\" sharing=\"split\"/><link-class id=\"slow\" bandwidth=\"0.5 GB/s\" latency=\"0 s\" sharing=\"split\"/>" \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"2\" fp32=\"1 TFLOP/s\" fp16=\"4 TFLOP/s\" memory-bandwidth=\"1 GB/s\" home=\"m\"/>" \
  "<component id=\"m\" type=\"fabric.memory\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..1\" class=\"L\"/><link from=\"m.port\" to=\"s.port[2]\" class=\"L\"/>" \
  "<link id=\"direct\" from=\"x[0].xpu\" to=\"x[1].xpu\" class=\"slow\"/></top>" \
  "<communicators><communicator id=\"both\" members=\"x[*]\"/></communicators>"
#define RUN(iterations) "<run fidelity=\"packet\" switching=\"cut-through\" packet-size=\"1 MB\" iterations=\"" iterations "\"/>"
#define PROJECT(work, iterations) "<heddle version=\"1\" name=\"programs\">" PLATFORM work RUN (iterations) "</heddle>"
#define GRAPH(content, iterations) PROJECT ("<workload type=\"graph\">" content "</workload>", iterations)
#define DRAIN(content) PROJECT ("<workload type=\"graph\" stop=\"drain\" on=\"both\">" content "</workload>", "1")
#define SEND(id, channel, more) \
  "<vertex id=\"" id "\" kind=\"comm\" bytes=\"1 GB\" from=\"x[0]\" to=\"x[1]\" start=\"true\" channel=\"" channel "\" " more "/>"

/* The span of a vertex, and how many it has. */
static guint
find (HdRecord *record,
      const char *name,
      HdSpanKind kind,
      guint iteration,
      HdSpan *out_span)
{
  guint n = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
      {
        guint64 available;
        const HdSpan *span = hd_record_peek_spans (record, lane, i, &available);

        if (strcmp (hd_record_get_name (record, span->name), name) != 0 || span->kind != kind)
          continue;
        n++;
        if (span->iteration == iteration)
          *out_span = *span;
      }
  g_assert_cmpuint (n, >, 0);
  return n;
}

static void
assert_span (HdRecord *record,
             const char *name,
             HdSpanKind kind,
             guint iteration,
             double start_s,
             double end_s)
{
  HdSpan span = { .start = -1 };

  find (record, name, kind, iteration, &span);
  g_assert_cmpint (span.start, ==, (HdTime) (start_s * S));
  g_assert_cmpint (span.end, ==, (HdTime) (end_s * S));
}

/* ---- computations ------------------------------------------------------------------------------------------------------- */

static void
test_loop (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "") EDGE ("A", "B")
                                                             FLAGGED ("B", "A"), "3"), NULL);
  HdSpan span;

  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, 9);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_iter_first"), ==, 3);
  g_assert_cmpuint (find (record, "A", HD_SPAN_COMPUTE, 0, &span), ==, 3);
  assert_span (record, "B", HD_SPAN_COMPUTE, 2, 7, 9);
  g_assert_cmpint (hd_record_get_time (record), ==, 9 * S);
}

/* Across nodes an edge is a message of no bytes, which takes nothing here; on one node computations follow each other. */
static void
test_diamond (void)
{
  g_autoptr (HdRecord) apart =
      run_fixture_record (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "")
                                   COMPUTE ("C", "x[1]", "3", "") COMPUTE ("D", "x[0]", "1", "")
                                   EDGE ("A", "B") EDGE ("A", "C") EDGE ("B", "D") EDGE ("C", "D") FLAGGED ("D", "A"), "2"), NULL);
  g_autoptr (HdRecord) together =
      run_fixture_record (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[0]", "2", "")
                                   COMPUTE ("C", "x[0]", "3", "") COMPUTE ("D", "x[0]", "1", "")
                                   EDGE ("A", "B") EDGE ("A", "C") EDGE ("B", "D") EDGE ("C", "D") FLAGGED ("D", "A"), "2"), NULL);

  g_assert_cmpfloat (run_fixture_get_metric (apart, "time_iter_first"), ==, 5);
  g_assert_cmpfloat (run_fixture_get_metric (apart, "time_iter"), ==, 5);
  assert_span (together, "B", HD_SPAN_COMPUTE, 0, 1, 3);
  assert_span (together, "C", HD_SPAN_COMPUTE, 0, 3, 6);
  g_assert_cmpfloat (run_fixture_get_metric (together, "time_iter"), ==, 7);
}

static void
test_flags (void)
{
  g_autoptr (HdRecord) flag =
      run_fixture_record (GRAPH (COMPUTE ("start", "x[0]", "1", "start=\"true\"") COMPUTE ("slow", "x[1]", "10", "start=\"true\"")
                                   COMPUTE ("v", "x[0]", "1", "") EDGE ("start", "v") FLAGGED ("slow", "v")
                                   FLAGGED ("start", "start") FLAGGED ("slow", "slow"), "2"), NULL);
  g_autoptr (HdRecord) mutual =
      run_fixture_record (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("B", "x[1]", "1", "start=\"true\"")
                                   FLAGGED ("A", "B") FLAGGED ("B", "A"), "4"), NULL);
  HdSpan span = { .start = -1 };

  g_assert_cmpuint (find (flag, "v", HD_SPAN_COMPUTE, 1, &span), ==, 2);
  g_assert_cmpint (span.start, ==, 10 * S);
  g_assert_cmpfloat (run_fixture_get_metric (mutual, "time_total"), ==, 4);
  g_assert_cmpuint (find (mutual, "A", HD_SPAN_COMPUTE, 0, &span), ==, 4);
}

/* Remote traffic runs at 1 GB/s, local traffic too. */
static void
test_access (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (access_cases); i++)
    {
      g_autofree char *project = g_strdup_printf (DRAIN ("%s"), access_cases[i].vertex);
      g_autoptr (HdRecord) record = run_fixture_record (project, NULL);

      g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, access_cases[i].seconds);
    }
}

/* Two that ask a memory of 0.5 GB/s at once are served one after the other, piece by piece as they are read. */
static void
test_memory (void)
{
  static const char *const slow[] = { "m.bandwidth=0.5 GB/s", NULL };
  g_autoptr (HdRecord) record = run_fixture_record (DRAIN (COMPUTE ("A", "x[0]", "0", "start=\"true\" access=\"1 GB\"")
                                                             COMPUTE ("B", "x[1]", "0", "start=\"true\" access=\"1 GB\"")), slow);
  HdDesign *design = hd_record_get_design (record);
  HdLoad load = hd_record_read_node (record, hd_design_find_node (design, "m"), 0, HD_TIME_MAX);

  /* the last of 256 pieces of either, 4 MB, goes over the link when it has been read */
  g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "time_total"), 4, 0.01);
  g_assert_cmpfloat_with_epsilon (load.ways[0].amount, 2e9, 1);
  g_assert_cmpfloat_with_epsilon (load.mean, 1, 0.01);
}

/* What a processor has done is a load, and so is its local memory. */
static void
test_loads (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (DRAIN (COMPUTE ("A", "x[0]", "3", "start=\"true\" access=\"1 GB\" mode=\"local\"")
                                                             COMPUTE ("B", "x[1]", "1", "start=\"true\"")), NULL);
  HdDesign *design = hd_record_get_design (record);
  HdLoad first = hd_record_read_node (record, hd_design_find_node (design, "x[0]"), 0, HD_TIME_MAX);
  HdLoad second = hd_record_read_node (record, hd_design_find_node (design, "x[1]"), 0, HD_TIME_MAX);

  g_assert_cmpfloat_with_epsilon (first.ways[0].mean, 1, 1e-6);
  g_assert_cmpfloat_with_epsilon (first.ways[1].amount, 1e9, 1);
  g_assert_cmpfloat_with_epsilon (second.ways[0].mean, 1.0 / 3, 1e-6);
}

/* ---- communications ----------------------------------------------------------------------------------------------------- */

static void
test_channels (void)
{
  g_autoptr (HdRecord) one = run_fixture_record (DRAIN (SEND ("p", "c", "net=\"L\"") SEND ("q", "c", "net=\"L\"")), NULL);
  g_autoptr (HdRecord) two = run_fixture_record (DRAIN (SEND ("p", "c", "net=\"L\"") SEND ("q", "d", "net=\"L\"")), NULL);

  /* a sender is through with its share at once; the receiver begins the next when it has the one before */
  assert_span (one, "p", HD_SPAN_TRANSFER, 0, 0, 1);
  assert_span (one, "q", HD_SPAN_TRANSFER, 0, 0, 2);
  assert_span (two, "q", HD_SPAN_TRANSFER, 0, 0, 2);
}

/* A set of link classes keeps off the others: the way through the switch has 1 GB/s, the direct one half of that. */
static void
test_nets (void)
{
  g_autoptr (HdRecord) direct = run_fixture_record (DRAIN (SEND ("p", "c", "net=\"slow\"")), NULL);
  g_autoptr (HdRecord) switched = run_fixture_record (DRAIN (SEND ("p", "c", "net=\"L\"")), NULL);

  assert_span (direct, "p", HD_SPAN_TRANSFER, 0, 0, 2);
  assert_span (switched, "p", HD_SPAN_TRANSFER, 0, 0, 1);
}

/* x[0] goes into the all-reduce at 1 s, x[1] when its own two computations are done, at 3 s; each has its result two steps of 1 GB later. */
static void
test_template (void)
{
  g_autoptr (HdRecord) record =
      run_fixture_record (DRAIN ("<vertex id=\"work\" kind=\"compute\" work=\"1 TFLOP\" start=\"true\"/>"
                                 "<vertex id=\"slow\" kind=\"compute\" work=\"2 TFLOP\" place=\"x[1]\" start=\"true\"/>"
                                 "<vertex id=\"sum\" kind=\"comm\" operation=\"all-reduce\" bytes=\"2 GB\" net=\"L\"/>"
                                 "<vertex id=\"after\" kind=\"compute\" work=\"1 TFLOP\"/>"
                                 EDGE ("work", "sum") EDGE ("slow", "sum") EDGE ("sum", "after")), NULL);
  HdSpan span;

  g_assert_cmpuint (find (record, "work", HD_SPAN_COMPUTE, 0, &span), ==, 2);
  assert_span (record, "sum", HD_SPAN_COLLECTIVE, 0, 1, 5);
  g_assert_cmpuint (find (record, "after", HD_SPAN_COMPUTE, 0, &span), ==, 2);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, 6);
}

/* Computations on all members wait for one that is on the second alone, that on the first, too. */
static void
test_beside_second (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (PROJECT ("<workload type=\"graph\" stop=\"drain\" on=\"both\">" COMPUTE ("A", "x[1]", "1", "start=\"true\"")
                                                             "<vertex id=\"V\" kind=\"compute\" work=\"1 TFLOP\"/>" EDGE ("A", "V") "</workload>", "1"), NULL);
  guint n = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
      {
        guint64 available;
        const HdSpan *span = hd_record_peek_spans (record, lane, i, &available);

        if (strcmp (hd_record_get_name (record, span->name), "V") != 0)
          continue;
        g_assert_cmpint (span->start, ==, S);
        n++;
      }
  g_assert_cmpuint (n, ==, 2);
}

/* ---- faults ------------------------------------------------------------------------------------------------------------- */

static void
test_deadlock (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (GRAPH (COMPUTE ("A", "x[0]", "1", "start=\"true\"") COMPUTE ("V", "x[0]", "1", "") COMPUTE ("W", "x[1]", "1", "")
                                                             FLAGGED ("V", "A") EDGE ("A", "V") EDGE ("W", "V") EDGE ("V", "W"), "1"), NULL);
  HdRunSettings settings = *hd_design_get_run_settings (design);
  g_autoptr (HdDesign) unchecked = NULL;
  g_autoptr (HdRun) self = NULL;
  g_autoptr (GError) error = NULL;

  settings.static_check = FALSE;
  unchecked = hd_design_with_settings (design, &settings);
  self = hd_run_new (unchecked, NULL);
  hd_run_start (self);
  g_assert_false (hd_run_wait (self, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "Deadlock at 1"));
  g_assert_nonnull (strstr (error->message, "V, x[0] (W)"));
  g_assert_nonnull (strstr (error->message, "W, x[1] (V)"));
}

/* At every fidelity the problem has the nodes that wait, each once, however much waits there: of A, V and W, which run in one place or on all members, and of
 * a computation that waits for both. */
static void
test_deadlock_nodes (void)
{
  static const struct { const char *on, *place, *other; guint first, n; } cases[] = {
    { "", "place=\"x[1]\"", "place=\"x[1]\"", 1, 1 },
    { "", "place=\"x[0]\"", "place=\"x[1]\"", 0, 2 },
    { "on=\"both\"", "", "place=\"x[1]\"", 0, 2 },
  };
  static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet", "run:fidelity=flit" };

  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (fidelities); i++)
    {
      const char *const settings[] = { fidelities[i % G_N_ELEMENTS (fidelities)], "run:static-check=false", "run:switching=cut-through", NULL };
      guint c = i / G_N_ELEMENTS (fidelities);
      g_autofree char *vertices = g_strdup_printf ("<vertex id=\"A\" kind=\"compute\" work=\"1 TFLOP\" place=\"x[1]\" start=\"true\"/>"
                                                   "<vertex id=\"V\" kind=\"compute\" work=\"1 TFLOP\" %s/><vertex id=\"W\" kind=\"compute\" work=\"1 TFLOP\" %s/>",
                                                   cases[c].place, cases[c].other);
      g_autofree char *text = g_strconcat ("<heddle version=\"1\" name=\"programs\">" PLATFORM "<workload type=\"graph\" ", cases[c].on, ">", vertices,
                                           FLAGGED ("V", "A") EDGE ("A", "V") EDGE ("W", "V") EDGE ("V", "W") "</workload>" RUN ("1") "</heddle>", NULL);
      g_autoptr (HdDesign) design = run_fixture_design (text, settings);
      g_autoptr (HdRun) self = hd_run_new (design, NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *path = hd_design_dup_node_path (design, cases[c].first);
      const HdProblem *problem;

      hd_run_start (self);
      g_assert_false (hd_run_wait (self, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
      g_assert_cmpuint (hd_problem_list_get_length (hd_run_get_problems (self)), ==, 1);
      problem = hd_problem_list_get (hd_run_get_problems (self), 0);
      g_assert_cmpuint (problem->n_nodes, ==, cases[c].n);
      for (guint n = 0; n < problem->n_nodes; n++)
        g_assert_cmpuint (problem->nodes[n], ==, cases[c].first + n);
      g_assert_cmpuint (problem->n_links, ==, 0);
      g_assert_cmpstr (problem->object, ==, path);
    }
}

/* One kind of work is prepared when another is refused: nothing of the first is left to be used. */
static void
test_refused_beside (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (PROJECT ("<workload type=\"graph\" stop=\"drain\" on=\"both\">" SEND ("p", "c", "net=\"L\"") "</workload>"
                                                             "<workload type=\"chakra\" on=\"both\" file=\"nowhere\"/>", "1"), NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (self);
  g_assert_false (hd_run_wait (self, &error));
  g_assert_nonnull (error);
}

/* ---- together ----------------------------------------------------------------------------------------------------------- */

/* A graph and a collective at once, over one link: both are there, and each is slower than alone. */
static void
test_together (void)
{
  const char *graph = "<workload type=\"graph\" stop=\"drain\" on=\"both\">" SEND ("p", "c", "net=\"L\"") "</workload>";
  const char *collective = "<workload type=\"collective\" id=\"sum\" on=\"both\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 GB\"/>";
  g_autofree char *alone = g_strconcat ("<heddle version=\"1\" name=\"one\">" PLATFORM, collective, RUN ("1") "</heddle>", NULL);
  g_autofree char *both = g_strconcat ("<heddle version=\"1\" name=\"both\">" PLATFORM, graph, collective, RUN ("1") "</heddle>", NULL);
  g_autoptr (HdRecord) one = run_fixture_record (alone, NULL);
  g_autoptr (HdRecord) record = run_fixture_record (both, NULL);
  HdSpan span = { .start = -1 };

  g_assert_cmpfloat (run_fixture_get_metric (record, "sum.time"), >=, run_fixture_get_metric (one, "sum.time"));
  find (record, "p", HD_SPAN_TRANSFER, 0, &span);
  g_assert_cmpint (span.end, >=, S);
  find (record, "sum", HD_SPAN_COLLECTIVE, 0, &span);
  g_assert_cmpint (hd_record_get_time (record), >=, span.end);
}

static void
test_partitions (void)
{
  static const char *const divided[][5] = {
    { "run:fidelity=packet", "run:packet-size=1 MB", "run:partitions=1", NULL },
    { "run:fidelity=packet", "run:packet-size=1 MB", "run:partitions=2", "run:sync=window", NULL },
    { "run:fidelity=packet", "run:packet-size=1 MB", "run:partitions=4", "run:sync=request", NULL },
  };
  g_autofree char *split = g_strdup (RUN_FIXTURE_STAR);
  g_autofree char *expected = NULL;
  char *shared = strstr (split, "\"shared\"");

  memcpy (shared, "\"split\" ", strlen ("\"split\" ")); /* both ends of a shared link are one partition */
  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (HdRecord) record = run_fixture_record (split, divided[i]);
      g_autofree char *digest = hd_record_dup_digest (record);

      if (i == 0)
        expected = g_strdup (digest);
      g_assert_cmpstr (digest, ==, expected);
      g_assert_cmpuint (hd_record_get_n_iterations (record), ==, 2);
      for (guint s = 0; s < hd_record_get_n_series (record); s++)
        g_assert_cmpuint (hd_record_get_n_samples (record, s), >, 0);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/programs/loop", test_loop);
  g_test_add_func ("/engine/run/programs/diamond", test_diamond);
  g_test_add_func ("/engine/run/programs/flags", test_flags);
  g_test_add_func ("/engine/run/programs/access", test_access);
  g_test_add_func ("/engine/run/programs/memory", test_memory);
  g_test_add_func ("/engine/run/programs/loads", test_loads);
  g_test_add_func ("/engine/run/programs/channels", test_channels);
  g_test_add_func ("/engine/run/programs/nets", test_nets);
  g_test_add_func ("/engine/run/programs/template", test_template);
  g_test_add_func ("/engine/run/programs/beside-second", test_beside_second);
  g_test_add_func ("/engine/run/programs/deadlock", test_deadlock);
  g_test_add_func ("/engine/run/programs/deadlock-nodes", test_deadlock_nodes);
  g_test_add_func ("/engine/run/programs/refused-beside", test_refused_beside);
  g_test_add_func ("/engine/run/programs/together", test_together);
  g_test_add_func ("/engine/run/programs/partitions", test_partitions);
  return g_test_run ();
}
