/* test-trace.c: the steps of chosen members
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: on a star whose times can be worked by hand, traced members have a span for each send, receive and reduction in the window and none
 * else; a step is released by the one before, a receive by its send, a reduction by its receive, and from every span a chain of causes leads
 * to the start of the run. What is too much ends the run with a sentence, or is counted and said where messages are packets; tracing changes neither digest nor times. Left open: that
 * shortcuts change nothing, see test-shortcuts.c.
 */
#include "run-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

/* Four accelerators, 1 GB/s and 1 ms to the hub: a step of a ring over 4 MB carries 1 MB from each to the next and takes 2 ms + 1 ms. */
#define STAR(workload, run)                                                                                                                 \
  "<heddle version=\"1\" name=\"star\">\n"                                                                                                 \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ms\" sharing=\"split\"/>\n"                                                       \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\"/><component id=\"s\" type=\"fabric.switch\"/>\n"                               \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..3\" class=\"L\"/></top>\n"                                                          \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>\n" workload "\n<run " run "/>\n</heddle>\n"
#define BARRIER "steps=\"barrier\" "
#define RING "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"4 MB\" repeat=\"2\"/>"
#define MILLISECOND G_GINT64_CONSTANT (1000000000)

static HdRun *
run_text (const char *text,
          const char *setting)
{
  const char *const settings[] = { setting, NULL };

  return run_fixture_run (text, settings, NULL);
}

static const HdSpan *
get_span (HdRecord *record,
          guint lane,
          guint64 index)
{
  guint64 n;

  g_assert_cmpuint (index, <, hd_record_get_n_spans (record, lane));
  return hd_record_peek_spans (record, lane, index, &n);
}

static const HdSpan *
get_cause (HdRecord *record,
           guint *lane,
           const HdSpan *span)
{
  guint cause_lane;
  guint64 index;

  if (!hd_record_find_cause (record, *lane, span, &cause_lane, &index))
    return NULL;
  *lane = cause_lane;
  return get_span (record, cause_lane, index);
}

static void
assert_span (const HdSpan *span,
             HdSpanKind kind,
             guint step,
             double start_ms,
             double end_ms)
{
  g_assert_cmpuint (span->kind, ==, kind);
  g_assert_cmpuint (span->step, ==, step);
  g_assert_cmpint (span->start, ==, (HdTime) (start_ms * MILLISECOND));
  g_assert_cmpint (span->end, ==, (HdTime) (end_ms * MILLISECOND));
}

/* Steps 0 to 2 of six reduce: x[1] sends, and receives what is reduced. */
static void
test_ring (void)
{
  g_autoptr (HdRun) run = run_text (STAR (RING, BARRIER), "run:trace=x[1]");
  HdRecord *record = hd_run_get_record (run);
  HdDesign *design = hd_run_get_design (run);
  guint sends = run_fixture_find_lane (record, "x[1], sends"), receives = run_fixture_find_lane (record, "x[1], receives");
  guint64 at = 0;

  g_assert_true (hd_record_is_trace_lane (record, sends));
  g_assert_cmpuint (hd_record_get_lane_node (record, sends), ==, hd_design_find_node (design, "x[1]"));
  g_assert_cmpuint (hd_record_get_n_spans (record, sends), ==, 12);
  for (guint step = 0; step < 6; step++)
    {
      const HdSpan *send = get_span (record, sends, step);
      const HdSpan *receive = get_span (record, receives, at++);
      guint lane = receives;

      assert_span (send, HD_SPAN_SEND, step, 3 * step, 3 * step + 3);
      g_assert_cmpuint (send->peer, ==, hd_design_find_node (design, "x[2]"));
      assert_span (receive, HD_SPAN_RECEIVE, step, 3 * step + 2, 3 * step + 3);
      g_assert_cmpuint (receive->peer, ==, hd_design_find_node (design, "x[0]"));
      if (step < 3)
        {
          const HdSpan *reduce = get_span (record, receives, at++);

          assert_span (reduce, HD_SPAN_REDUCE, step, 3 * step + 3, 3 * step + 3);
          g_assert_true (get_cause (record, &lane, reduce) == receive);
        }
      /* x[0] is not traced, so the step before is what released its send */
      lane = receives;
      if (step > 0)
        assert_span (get_cause (record, &lane, receive), HD_SPAN_STEP, step - 1, 3 * step - 3, 3 * step);
      lane = sends;
      if (step > 0)
        assert_span (get_cause (record, &lane, send), HD_SPAN_STEP, step - 1, 3 * step - 3, 3 * step);
    }
  g_assert_cmpint (hd_record_get_time (record), ==, 36 * MILLISECOND);
}

static void
test_cause_of_receive (void)
{
  g_autoptr (HdRun) run = run_text (STAR (RING, BARRIER), "run:trace=x[*]");
  HdRecord *record = hd_run_get_record (run);
  guint lane = run_fixture_find_lane (record, "x[3], receives");
  const HdSpan *send = get_cause (record, &lane, get_span (record, lane, 0));

  assert_span (send, HD_SPAN_SEND, 0, 0, 3);
  g_assert_cmpuint (lane, ==, run_fixture_find_lane (record, "x[2], sends"));
}

/* Without barriers the last byte of a send leaves two milliseconds before it arrives. What x[1] received, and reduced, releases its next send; the first
 * one of the second all-reduce is released by the end of the first. */
static void
test_neighbours (void)
{
  g_autoptr (HdRun) run = run_text (STAR (RING, ""), "run:trace=x[1]");
  HdRecord *record = hd_run_get_record (run);
  guint sends = run_fixture_find_lane (record, "x[1], sends"), receives = run_fixture_find_lane (record, "x[1], receives");
  guint64 at = 0;

  g_assert_cmpuint (hd_record_get_n_spans (record, sends), ==, 12);
  for (guint step = 0; step < 6; step++)
    {
      const HdSpan *send = get_span (record, sends, step);
      const HdSpan *receive = get_span (record, receives, at++);
      guint lane = sends;

      assert_span (send, HD_SPAN_SEND, step, 3 * step, 3 * step + 1);
      assert_span (receive, HD_SPAN_RECEIVE, step, 3 * step + 2, 3 * step + 3);
      if (step < 3)
        assert_span (get_span (record, receives, at++), HD_SPAN_REDUCE, step, 3 * step + 3, 3 * step + 3);
      if (step > 0)
        assert_span (get_cause (record, &lane, send), step <= 3 ? HD_SPAN_REDUCE : HD_SPAN_RECEIVE, step - 1, 3 * step - (step <= 3 ? 0 : 1), 3 * step);
      else
        g_assert_null (get_cause (record, &lane, send));
    }
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
      g_assert_cmpuint (get_span (record, lane, i)->kind, !=, HD_SPAN_STEP);
  g_assert_cmpint (hd_record_get_time (record), ==, 36 * MILLISECOND);
}

/* A broadcast of 1 MB over a binomial tree of four, the root's link in common: it sends to x[1] from 0 to 1 ms, then to x[2], which arrives at 4 ms; x[1] sends
 * to x[3] when it has all, at 3 ms. At 3.5 ms the run is cut off: what is under way is unfinished. */
static void
test_tree (void)
{
  static const char *const broadcast =
    STAR ("<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"binomial\" bytes=\"1 MB\"/>", "%s");
  g_autofree char *whole = g_strdup_printf (broadcast, "");
  g_autofree char *cut = g_strdup_printf (broadcast, "until=\"3.5 ms\"");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdRun) run = run_text (i == 0 ? whole : cut, "run:trace=x[*]");
      HdRecord *record = hd_run_get_record (run);
      guint root = run_fixture_find_lane (record, "x[0], sends"), other = run_fixture_find_lane (record, "x[1], sends"), lane = root;

      assert_span (get_span (record, root, 0), HD_SPAN_SEND, 0, 0, 1);
      assert_span (get_span (record, root, 1), HD_SPAN_SEND, 1, 1, i == 0 ? 2 : 3.5);
      g_assert_true (get_cause (record, &lane, get_span (record, root, 1)) == get_span (record, root, 0));
      lane = other;
      assert_span (get_span (record, other, 0), HD_SPAN_SEND, 1, 3, i == 0 ? 4 : 3.5);
      assert_span (get_cause (record, &lane, get_span (record, other, 0)), HD_SPAN_RECEIVE, 0, 2, 3);
      g_assert_cmpint (get_span (record, other, 0)->unfinished, ==, i == 1);
      g_assert_cmpint (hd_record_get_time (record), ==, (HdTime) ((i == 0 ? 6 : 3.5) * MILLISECOND));
    }
}

/* Steps that touch the window from 7 to 9 ms are the third, from 6 to 9 ms, and the fourth; the rest is not there. */
static void
test_window (void)
{
  g_autoptr (HdRun) run = run_text (STAR (RING, BARRIER "trace-from=\"7 ms\" trace-until=\"9 ms\""), "run:trace=x[1]");
  HdRecord *record = hd_run_get_record (run);
  guint sends = run_fixture_find_lane (record, "x[1], sends");
  guint lane = sends;

  g_assert_cmpuint (hd_record_get_n_spans (record, sends), ==, 2);
  assert_span (get_span (record, sends, 0), HD_SPAN_SEND, 2, 6, 9);
  assert_span (get_span (record, sends, 1), HD_SPAN_SEND, 3, 9, 12);
  g_assert_null (get_cause (record, &lane, get_span (record, sends, 0))); /* steps before were not kept, and nothing released the collective */
}

/* Whatever is traced, and wherever it begins: the chain of causes goes back in time and ends at something that nothing released. */
static void
test_chains (void)
{
  static const char *const windows[] = { "run:trace-from=0 s", "run:trace-from=1.5 s" };

  for (guint w = 0; w < G_N_ELEMENTS (windows); w++)
    {
      const char *const settings[] = { "run:trace=xpu[0..1]", windows[w], NULL };
      g_autoptr (HdRecord) record = run_fixture_record (RUN_FIXTURE_STAR, settings);
      guint n_seen = 0;

      for (guint first = 0; first < hd_record_get_n_lanes (record); first++)
        for (guint64 i = 0; i < hd_record_get_n_spans (record, first); i++)
          {
            guint lane = first;
            const HdSpan *span = get_span (record, lane, i), *cause;

            for (n_seen++; (cause = get_cause (record, &lane, span)) != NULL; span = cause)
              g_assert_true (cause->end <= span->start || (span->kind == HD_SPAN_RECEIVE && cause->start <= span->start));
            g_assert_cmpint (span->start, ==, 0);
          }
      g_assert_cmpuint (n_seen, >, 200);
    }
}

/* A trace is a look at what happens, not a part of it. */
static void
test_digest (void)
{
  g_autoptr (HdRun) plain = run_text (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdRun) traced = run_text (RUN_FIXTURE_STAR, "run:trace=xpu[*] mem[0]");
  g_autofree char *expected = hd_record_dup_digest (hd_run_get_record (plain));
  g_autofree char *digest = hd_record_dup_digest (hd_run_get_record (traced));

  g_assert_cmpstr (digest, ==, expected);
  g_assert_cmpuint (hd_record_get_n_lanes (hd_run_get_record (traced)), ==, hd_record_get_n_lanes (hd_run_get_record (plain)) + 2 * 4);
}

static void
test_transfers (void)
{
  g_autofree char *directory = g_dir_make_tmp ("heddle-trace-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "list.csv", NULL);
  g_autofree char *workload = g_strdup_printf ("<workload type=\"transfers\" file=\"%s\"/>", path);
  g_autofree char *text = NULL;
  g_autoptr (HdRun) run = NULL;
  HdRecord *record;
  guint lane;

  g_assert_true (g_file_set_contents (path, "start_s,bytes,source,destination\n0,1e6,x[0],x[1]\n0.004,1e6,x[2],x[1]\n0.005,1e6,x[1],x[3]\n", -1, NULL));
  text = g_strdup_printf (STAR ("%s", "trace=\"x[0..1]\" trace-from=\"1 ms\" trace-until=\"4.5 ms\""), workload);
  run = run_text (text, NULL);
  record = hd_run_get_record (run);
  g_assert_cmpuint (hd_record_get_n_spans (record, run_fixture_find_lane (record, "x[0], sends")), ==, 1);
  g_assert_cmpuint (hd_record_get_n_spans (record, run_fixture_find_lane (record, "x[1], sends")), ==, 0); /* begins after the window */
  lane = run_fixture_find_lane (record, "x[1], receives");
  g_assert_cmpuint (hd_record_get_n_spans (record, lane), ==, 2);
  assert_span (get_span (record, lane, 1), HD_SPAN_RECEIVE, 0, 6, 7);
  assert_span (get_cause (record, &lane, get_span (record, lane, 0)), HD_SPAN_SEND, 0, 0, 3);
  g_remove (path);
  g_rmdir (directory);
}

/* 256 members, all traced, in 510 steps: 24 all-reduces have some 7.8 million spans. The run ends, and says what to do. */
static void
test_full (void)
{
  static const char *const settings[] = { "run:trace=xpu[*]", "$xpus=256", "class:L.sharing=split", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, settings);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "4000000 spans"));
  g_assert_nonnull (strstr (error->message, "trace-from"));
}

/* As packets: 10,001 all-reduces of 8 members have 112 messages each. The first million are told, the others counted, and the run says so. */
static void
test_too_many_messages (void)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"many\"><link-class id=\"w\" bandwidth=\"100 GB/s\" latency=\"1 ns\"/>"
    "<top><component id=\"x\" type=\"fabric.xpu\" count=\"8\"/><component id=\"s\" type=\"fabric.xpu-switch\"/>"
    "<link from=\"x[i].xpu\" to=\"s.port[i]\" for=\"i=0..7\" class=\"w\"/></top>"
    "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
    "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"64 B\" repeat=\"10000\"/>"
    "<run fidelity=\"packet\"/></heddle>";
  g_autoptr (HdRun) run = run_text (text, "run:trace=x");
  HdRecord *record = hd_run_get_record (run);
  HdProblemList *problems = hd_run_get_problems (run);
  const HdProblem *problem = NULL;
  HdMetric metric;
  guint64 n_sends = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      guint64 n = hd_record_get_n_spans (record, lane);

      if (n > 0 && hd_record_is_trace_lane (record, lane) && get_span (record, lane, 0)->kind == HD_SPAN_SEND)
        n_sends += n;
    }
  g_assert_cmpuint (n_sends, ==, 1000000);
  g_assert_cmpuint (hd_record_get_n_untold (record), ==, 10000 * 112 - 1000000);
  g_assert_true (hd_record_find_metric (record, "messages_untold", &metric));
  g_assert_cmpfloat (metric.value, ==, 120000);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  problem = hd_problem_list_get (problems, 0);
  g_assert_cmpint (problem->severity, ==, HD_SEVERITY_WARNING);
  g_assert_nonnull (strstr (problem->message, "120,000"));
  g_assert_nonnull (strstr (problem->hint, "trace-until"));
}

/* The window holds at packet fidelity, too: a step takes 3 ms, and those that touch it are told. */
static void
test_window_of_packets (void)
{
  static const char *const settings[] = { "run:trace=x[1]", "run:trace-from=4 ms", "run:trace-until=8 ms", "run:packet-size=1 MB", "run:header=0", NULL };
  g_autoptr (HdRun) run = run_fixture_run (STAR (RING, "fidelity=\"packet\""), settings, NULL);
  HdRecord *record = hd_run_get_record (run);
  guint lane = run_fixture_find_lane (record, "x[1], sends");

  g_assert_cmpuint (hd_record_get_n_spans (record, lane), >=, 1);
  g_assert_cmpuint (hd_record_get_n_spans (record, lane), <, 12);
  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      g_assert_cmpint (get_span (record, lane, i)->end, >=, 4 * MILLISECOND);
      g_assert_cmpint (get_span (record, lane, i)->start, <=, 8 * MILLISECOND);
    }
  g_assert_cmpuint (hd_record_get_n_untold (record), ==, 0);
  g_assert_false (hd_record_find_metric (record, "messages_untold", &(HdMetric){ NULL }));
}

static void
note_state (HdRun *run,
            GParamSpec *pspec,
            HdRunState *noted)
{
  *noted = hd_run_get_state (run);
}

/* How often a run pauses, by steps of a kind, before it is over. */
static guint
count_pauses (const char *text,
              const char *const *settings,
              HdStep step)
{
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  HdRunState noted = HD_RUN_READY;
  guint n = 0;

  g_signal_connect (run, "notify::state", G_CALLBACK (note_state), &noted);
  for (;; n++)
    {
      noted = HD_RUN_RUNNING;
      hd_run_step (run, step);
      do
        g_main_context_iteration (NULL, TRUE);
      while (noted == HD_RUN_RUNNING);
      g_assert_cmpint (noted, !=, HD_RUN_FAILED);
      if (noted == HD_RUN_FINISHED)
        return n;
    }
}

/* Two all-reduces of six steps: a step is a step at each fidelity, an iteration an iteration. */
static void
test_steps (void)
{
  static const char *const flows[] = { NULL }, *const packets[] = { "run:fidelity=packet", "run:packet-size=1 MB", "run:trace=x[*]", NULL };

  g_assert_cmpuint (count_pauses (STAR (RING, "trace=\"x[*]\""), flows, HD_STEP_COLLECTIVE), >=, 11);
  g_assert_cmpuint (count_pauses (STAR (RING, "trace=\"x[*]\""), flows, HD_STEP_COLLECTIVE), <=, 12);
  g_assert_cmpuint (count_pauses (STAR (RING, ""), packets, HD_STEP_COLLECTIVE), >=, 11);
  g_assert_cmpuint (count_pauses (STAR (RING, ""), packets, HD_STEP_COLLECTIVE), <=, 12);
  g_assert_cmpuint (count_pauses (STAR (RING, "iterations=\"3\""), flows, HD_STEP_ITERATION), >=, 2);
  g_assert_cmpuint (count_pauses (STAR (RING, "iterations=\"3\""), flows, HD_STEP_ITERATION), <=, 3);
}

typedef struct
{
  const char *setting;
  HdProblemCode code;
  const char *message;
} Fault;

static void
test_faults (void)
{
  static const Fault faults[] = {
    { "run:trace=y[0]", HD_PROBLEM_UNKNOWN_NAME, "y" },
    { "run:trace=x[9]", HD_PROBLEM_INDEX, "9" },
    { "run:trace=x[", HD_PROBLEM_SYNTAX, "x[" },
    { "run:trace-from=3", HD_PROBLEM_DIMENSION, "unit" },
    { "run:trace-until=0 s", HD_PROBLEM_VALUE, "0" },
    { "run:trace-from=9 s", HD_PROBLEM_VALUE, "9 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      const char *const settings[] = { faults[i].setting, NULL };
      g_autoptr (HdCatalog) catalog = hd_catalog_new ();
      g_auto (GStrv) refused = hd_catalog_load_default (catalog);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (HdDocument) document = hd_document_load_from_data (STAR (RING, "trace-until=\"8 s\""), -1, "fault.heddle", problems, &error);
      g_autoptr (HdSnapshot) snapshot = NULL;
      g_autoptr (HdDesign) design = NULL;
      const HdProblem *problem;

      g_assert_no_error (error);
      snapshot = hd_document_snapshot (document);
      design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
      g_assert_null (design);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      problem = hd_problem_list_get (problems, 0);
      g_test_message ("%s: %s:%d: %s", faults[i].setting, problem->file, problem->line, problem->message);
      g_assert_cmpuint (problem->code, ==, faults[i].code);
      g_assert_nonnull (strstr (problem->message, faults[i].message));
      g_assert_cmpint (problem->line, ==, 7);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/trace/ring", test_ring);
  g_test_add_func ("/engine/run/trace/neighbours", test_neighbours);
  g_test_add_func ("/engine/run/trace/tree", test_tree);
  g_test_add_func ("/engine/run/trace/cause-of-receive", test_cause_of_receive);
  g_test_add_func ("/engine/run/trace/window", test_window);
  g_test_add_func ("/engine/run/trace/chains", test_chains);
  g_test_add_func ("/engine/run/trace/digest", test_digest);
  g_test_add_func ("/engine/run/trace/transfers", test_transfers);
  g_test_add_func ("/engine/run/trace/full", test_full);
  g_test_add_func ("/engine/run/trace/steps", test_steps);
  g_test_add_func ("/engine/run/trace/too-many-messages", test_too_many_messages);
  g_test_add_func ("/engine/run/trace/window-of-packets", test_window_of_packets);
  g_test_add_func ("/engine/run/trace/faults", test_faults);
  return g_test_run ();
}
