/* test-run.c: a run may be started, paused, stepped, slowed, stopped and dropped at any moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what a run computes does not depend on how it was driven (equal digests); whatever is done when, the engine's thread ends and
 * nothing leaks. The random moments of the tests below come from the seed that GLib's test framework prints.
 */
#include "run-fixture.h"

#include <string.h>

#include "hd-record-private.h"

static char *
digest_of (HdRun *run)
{
  char *digest = hd_record_dup_digest (hd_run_get_record (run));

  g_assert_nonnull (digest);
  return digest;
}

static char *
run_to_end (HdDesign *design)
{
  g_autoptr (HdRun) run = run_fixture_run_design (design, NULL);

  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FINISHED);
  g_assert_cmpfloat (hd_run_get_progress (run, NULL), ==, 1);
  return digest_of (run);
}

static void
note_state (HdRun *run,
            GParamSpec *pspec,
            gpointer data)
{
  *(HdRunState *) data = hd_run_get_state (run);
}

/* The owner's main loop, until it is in a state and that was announced. */
static void
iterate_until (HdRun *run,
               HdRunState state)
{
  gint64 deadline = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  HdRunState noted = HD_RUN_READY;
  gulong handler = g_signal_connect (run, "notify::state", G_CALLBACK (note_state), &noted);

  while (noted != state && g_get_monotonic_time () < deadline)
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
    }
  g_signal_handler_disconnect (run, handler);
  if (hd_run_get_error (run) != NULL)
    g_test_message ("%s", hd_run_get_error (run)->message);
  g_assert_cmpint (hd_run_get_state (run), ==, state);
}

static void
count_notifications (HdRun *run,
                     GParamSpec *pspec,
                     gpointer data)
{
  GArray *states = data;
  HdRunState state = hd_run_get_state (run);

  g_array_append_val (states, state);
}

static void
test_finish (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (HdRunState));
  HdRecord *record = hd_run_get_record (run);
  HdMetric metric;
  HdCounters counters;

  g_signal_connect (run, "notify::state", G_CALLBACK (count_notifications), states);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_READY);
  hd_run_start (run);
  iterate_until (run, HD_RUN_FINISHED);
  g_assert_cmpuint (states->len, >=, 1);
  g_assert_cmpint (g_array_index (states, HdRunState, states->len - 1), ==, HD_RUN_FINISHED);

  g_assert_true (hd_record_find_metric (record, "throughput", &metric));
  g_assert_cmpstr (metric.unit, ==, "batch/s");
  g_assert_cmpuint (hd_record_get_n_iterations (record), ==, 2);
  g_assert_cmpfloat_with_epsilon (metric.value, 4 * 2 / hd_time_to_seconds (hd_record_get_iteration_end (record, 1)), 1e-9 * metric.value);
  hd_record_get_counters (record, &counters);
  g_assert_cmpuint (counters.events, >, 100);
  /* 2 iterations x 4 decoders x 8 all-reduces x 2 (4 - 1) steps */
  g_assert_cmpuint (counters.rounds, ==, 2 * 4 * 8 * 6);
}

/* Loads, spans and series tell the same story. */
static void
test_record_agrees (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (run);
  double from_series = 0, busy_series = 0, busy_spans = 0;
  guint lane = 0;
  guint64 n;
  HdTime end;
  HdLoad load;

  hd_run_start (run);
  g_assert_true (hd_run_wait (run, NULL));
  end = hd_record_get_time (record);

  /* Bytes of link x[0] by frames and by the integral of its rate. */
  for (guint64 i = 0; i < hd_record_get_n_samples (record, 0); i++)
    {
      HdSample sample = *hd_record_peek_samples (record, 0, i, &n);
      HdTime until = i + 1 < hd_record_get_n_samples (record, 0) ? hd_record_peek_samples (record, 0, i + 1, &n)->time : end;

      from_series += sample.value * hd_time_to_seconds (until - sample.time);
    }
  load = hd_record_read_link (record, 0, 0, HD_TIME_MAX);
  g_assert_cmpfloat (load.amount, >, 1e9);
  g_assert_cmpfloat_with_epsilon (from_series, load.amount, 1e-6 * load.amount);
  g_assert_cmpfloat (load.peak, <=, 1.0001);

  /* Busy time of xpu[0] by its spans and by its series. */
  for (guint64 i = 0; i < hd_record_get_n_samples (record, 2); i++)
    {
      HdSample sample = *hd_record_peek_samples (record, 2, i, &n);
      HdTime until = i + 1 < hd_record_get_n_samples (record, 2) ? hd_record_peek_samples (record, 2, i + 1, &n)->time : end;

      busy_series += sample.value / 100 * hd_time_to_seconds (until - sample.time);
    }
  while (hd_record_get_lane_node (record, lane) == HD_NO_ID)
    lane++;
  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      g_assert_cmpint (span->start, <=, span->end);
      g_assert_cmpint (span->end, <=, end);
      if (span->kind == HD_SPAN_COMPUTE)
        busy_spans += hd_time_to_seconds (span->end - span->start);
    }
  g_assert_cmpfloat (busy_spans, >, 0);
  g_assert_cmpfloat_with_epsilon (busy_series, busy_spans, 1e-6 * busy_spans);
}

static void
test_shortcuts (void)
{
  static const char *const plain[] = { "run:symmetry=false", "run:fast-forward=false", "run:incremental=false", NULL };
  g_autoptr (HdDesign) fast = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdDesign) slow = run_fixture_design (RUN_FIXTURE_STAR, plain);
  g_autofree char *a = run_to_end (fast);
  g_autofree char *b = run_to_end (slow);

  g_assert_cmpuint (strlen (a), ==, 32);
  g_assert_cmpstr (a, ==, b);
}

/* Paused and resumed at random moments. */
static void
test_pause (void)
{
  static const char *const plain[] = { "run:symmetry=false", "run:fast-forward=false", "$xpus=16", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, plain);
  g_autofree char *expected = run_to_end (design);

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      g_autofree char *digest = NULL;

      hd_run_start (run);
      for (guint k = 0; k < 3 && hd_run_get_state (run) < HD_RUN_FINISHED; k++)
        {
          g_usleep ((gulong) g_test_rand_int_range (0, 4000));
          hd_run_pause (run);
          while (hd_run_get_state (run) == HD_RUN_RUNNING)
            g_usleep (100);
          if (hd_run_get_state (run) == HD_RUN_PAUSED)
            {
              HdTime time = hd_record_get_time (hd_run_get_record (run));

              g_usleep (2000);
              g_assert_cmpint (hd_record_get_time (hd_run_get_record (run)), ==, time);
            }
          hd_run_resume (run);
        }
      g_assert_true (hd_run_wait (run, NULL));
      digest = digest_of (run);
      g_assert_cmpstr (digest, ==, expected);
    }
}

static void
test_step (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autofree char *expected = run_to_end (design);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autofree char *digest = NULL;
  HdTime last = -1;

  for (guint i = 0; i < 20; i++)
    {
      hd_run_step (run, i % 2 == 0 ? HD_STEP_EVENT : HD_STEP_VERTEX);
      iterate_until (run, HD_RUN_PAUSED);
      while (hd_record_get_time (hd_run_get_record (run)) < last)
        g_usleep (100);
      last = hd_record_get_time (hd_run_get_record (run));
    }
  g_assert_cmpint (last, >, 0);
  hd_run_until (run, last + 1000000000);
  iterate_until (run, HD_RUN_PAUSED);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (run)), <=, last + 1000000000);
  hd_run_resume (run);
  g_assert_true (hd_run_wait (run, NULL));
  digest = digest_of (run);
  g_assert_cmpstr (digest, ==, expected);
}

/* A round that takes long, with nothing to do between its beginning and its end. */
#define SLOW_ROUNDS                                                                                                                        \
  "<heddle version=\"1\" name=\"slow\"><top><component id=\"hub\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.xpu\" count=\"4\"/>"  \
  "<link id=\"link\" from=\"x[i].eth\" to=\"hub.port[i]\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/></top>"                              \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"                                                             \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"4 GB\"/><run iterations=\"%s\"/></heddle>"

static HdDesign *
slow_design (const char *iterations)
{
  g_autofree char *text = g_strdup_printf (SLOW_ROUNDS, iterations);

  return run_fixture_design (text, NULL);
}

/* Each of many iterations is told by its own number. */
static void
test_many_iterations (void)
{
  g_autoptr (HdDesign) design = slow_design ("70000");
  g_autoptr (HdRun) run = run_fixture_run_design (design, NULL);
  HdRecord *record = hd_run_get_record (run);
  guint64 n;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    for (guint64 i = 65534; i < hd_record_get_n_spans (record, lane); i++)
      g_assert_cmpuint (hd_record_peek_spans (record, lane, i, &n)->iteration, ==, i);
  g_assert_cmpuint (hd_record_get_n_spans (record, hd_record_get_n_lanes (record) - 1), ==, 70000);
}

/* A time is reached, and shown, where nothing happens, even in the middle of rounds that are advanced at once; the result is the same. */
static void
test_until (void)
{
  g_autoptr (HdDesign) design = slow_design ("2");
  g_autofree char *expected = run_to_end (design);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      HdRecord *record = hd_run_get_record (run);
      g_autofree char *digest = NULL;
      HdTime time = 0;

      for (guint k = 0; k < 5; k++)
        {
          g_autofree HdLoad *loads = g_new0 (HdLoad, 4);

          time += (HdTime) g_test_rand_int_range (1, 200000000) * 1000;
          hd_run_until (run, time);
          while (hd_record_get_time (record) < time)
            g_usleep (100);
          iterate_until (run, HD_RUN_PAUSED);
          g_assert_cmpint (hd_record_get_time (record), ==, time);
          hd_record_read_links (record, 0, time, loads);
          g_assert_cmpfloat_with_epsilon (loads[0].amount, 2 * 10e9 * hd_time_to_seconds (time), 1e-3 * 10e9);
        }
      hd_run_resume (run);
      g_assert_true (hd_run_wait (run, NULL));
      digest = digest_of (run);
      g_assert_cmpstr (digest, ==, expected);
    }
}

/* Work that would take longer than time lasts is no work done; up to a time it runs like any other. */
static void
test_end_of_time (void)
{
  static const char *const slow[] = { "link[*].bandwidth=1 B/s", NULL };
  static const char *const until[] = { "link[*].bandwidth=1 B/s", "run:until=100 s", NULL };
  g_autofree char *text = g_strdup_printf (SLOW_ROUNDS, "1");
  g_autoptr (HdDesign) endless = run_fixture_design (text, slow);
  g_autoptr (HdDesign) limited = run_fixture_design (text, until);
  g_autoptr (HdRun) failing = hd_run_new (endless, NULL);
  g_autoptr (HdRun) run = hd_run_new (limited, NULL);
  g_autoptr (GError) error = NULL;
  HdLoad loads[4];

  hd_run_start (failing);
  g_assert_false (hd_run_wait (failing, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_clear_error (&error);

  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (run)), ==, 100 * HD_TICKS_PER_SECOND);
  hd_record_read_links (hd_run_get_record (run), 0, HD_TIME_MAX, loads);
  g_assert_cmpfloat_with_epsilon (loads[0].amount, 200, 1e-3);
  g_assert_cmpfloat_with_epsilon (loads[0].rate, 2, 1e-5);
  /* The frames that a window touches are longer than it is. */
  hd_record_read_links (hd_run_get_record (run), 333 * (HD_TICKS_PER_SECOND / 10), 337 * (HD_TICKS_PER_SECOND / 10), loads);
  g_assert_cmpfloat_with_epsilon (loads[0].rate, 2, 1e-5);
}

/* Progress is told while the engine runs at full speed, and what needs too much memory ends with an error. */
static void
test_full_record (void)
{
  g_autoptr (HdDesign) design = slow_design ("100000000");
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;
  double progress = 0;

  _hd_record_set_budget (hd_run_get_record (run), (gsize) 4 << 20);
  hd_run_start (run);
  while (hd_run_get_state (run) == HD_RUN_RUNNING)
    progress = MAX (progress, hd_run_get_progress (run, NULL));
  g_assert_cmpfloat (progress, >, 0);
  g_assert_cmpfloat (progress, <, 1);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "4 MiB"));
}

/* A step that does not come can be given up: one accelerator alone has no steps of collectives. */
static void
test_step_stopped (void)
{
  static const char *const text = "<heddle version=\"1\" name=\"alone\"><top><component id=\"x\" type=\"fabric.xpu\"/></top>"
                                  "<communicators><communicator id=\"all\" members=\"x\"/></communicators>"
                                  "<workload type=\"llama2-13b\" on=\"all\" access=\"local\" decoders=\"1\"/><run iterations=\"10000000\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);

  hd_run_step (run, HD_STEP_COLLECTIVE);
  g_usleep (20000);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_RUNNING);
  hd_run_stop (run);
  g_assert_false (hd_run_wait (run, NULL));
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
}

/* Whoever goes on telling a run what to do after it was stopped does not bring it back. */
static void
test_stopped_for_good (void)
{
  static const char *const endless[] = { "run:iterations=100000000", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, endless);

  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (HdRun) run = hd_run_new (design, NULL);

      hd_run_start (run);
      hd_run_pause (run);
      g_usleep (20 * i);
      hd_run_stop (run);
      if (i % 2 == 0)
        hd_run_resume (run);
      else
        hd_run_pause (run);
      g_assert_false (hd_run_wait (run, NULL));
      g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
    }
}

/* Half a simulated second at five simulated seconds a second on the wall lasts a tenth of one. */
static void
test_speed (void)
{
  static const char *const until[] = { "run:until=0.5 s", "run:speed=5", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, until);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  gint64 begin = g_get_monotonic_time ();
  double seconds;

  g_assert_cmpfloat (hd_run_get_speed (run), ==, 5);
  hd_run_start (run);
  g_assert_true (hd_run_wait (run, NULL));
  seconds = (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
  g_assert_cmpfloat (seconds, >, 0.08);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (run)), ==, HD_TICKS_PER_SECOND / 2);
}

/* Stopped or dropped at random moments: before the start, while the workload is compiled, while it runs, when it has ended. */
static void
test_stop (void)
{
  static const char *const plain[] = { "run:symmetry=false", "run:fast-forward=false", "$xpus=16", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, plain);

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (HdRun) run = hd_run_new (design, NULL);

      if (i % 10 != 0)
        hd_run_start (run);
      g_usleep ((gulong) g_test_rand_int_range (0, i % 3 == 0 ? 300 : 20000));
      if (i % 2 == 0)
        {
          hd_run_stop (run);
          hd_run_wait (run, NULL);
          g_assert_cmpint (hd_run_get_state (run), >=, HD_RUN_FINISHED);
        }
      /* else dropped as it is */
    }
}

static void
test_wall_limit (void)
{
  static const char *const limit[] = { "run:wall-limit=200 ms", "run:symmetry=false", "run:fast-forward=false", "run:incremental=false", "$xpus=64",
                                       "run:iterations=10000", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, limit);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "wall time")); /* no other limit */
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FAILED);
  g_assert_nonnull (hd_run_get_error (run));
}

#define ALL_TO_ALL \
  "<heddle version='1' name='t'><link-class id='f' bandwidth='10 GB/s' latency='500 ns' sharing='split'/><top>" \
  "<component id='x' type='fabric.xpu' count='400'/><component id='s' type='fabric.switch'/><link from='x[i].cxl' to='s.port[i]' class='f'/></top>" \
  "<communicators><communicator id='c' members='x[*]'/></communicators>" \
  "<workload type='collective' on='c' operation='all-to-all' algorithm='direct' bytes='1 GB'/>%s</heddle>"
#define ROUTERS \
  "<heddle version='1' name='t'><link-class id='f' bandwidth='16 GB/s' latency='1 ns' sharing='split'/><top>" \
  "<component id='r' type='manycore.router' count='200x200'/><component id='v' type='manycore.vcore'/>" \
  "<link from='v.net' to='r[0][0].core' class='f'/></top>%s</heddle>"

/* What does not fit into the memory that may be used is refused before it is made; @says is in the problem. */
static void
check_memory (const char *format,
              const char *limit,
              const char *says)
{
  g_autofree char *run = g_strdup_printf ("<run memory-limit='%s'/>", limit);
  g_autoptr (GString) text = g_string_new (format);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  gboolean ready;

  g_string_replace (text, "%s", run, 1);
  design = run_fixture_design (text->str, NULL);
  ready = hd_run_check (design, problems, &error);
  g_assert_true (ready == (says == NULL));
  if (says == NULL)
    return;
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_LIMIT);
  g_test_message ("%s", hd_problem_list_get (problems, 0)->message);
  g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, says));
  g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, limit));
}

static void
test_memory (void)
{
  check_memory (ALL_TO_ALL, "24 MB", "pairs of members");
  check_memory (ALL_TO_ALL, "320 MB", NULL);
  check_memory (ROUTERS, "100 MB", "40000 components like");
  check_memory (ROUTERS, "400 MB", NULL);
}

/* Preparing hears the clock too. */
static void
test_prepare_time (void)
{
  g_autoptr (GString) text = g_string_new (ALL_TO_ALL);
  g_autoptr (HdDesign) drawn = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;
  g_autoptr (GError) error = NULL;
  HdRunSettings settings;

  g_string_replace (text, "%s", "", 1);
  drawn = run_fixture_design (text->str, NULL);
  settings = *hd_design_get_run_settings (drawn);
  settings.wall_limit = hd_time_from_seconds (1e-3);
  design = hd_design_with_settings (drawn, &settings);
  run = hd_run_new (design, NULL);
  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "wall time"));
  g_assert_cmpuint (hd_record_get_n_series (hd_run_get_record (run)), ==, 0);
}

static void
test_nothing_to_run (void)
{
  g_autoptr (HdDesign) design = run_fixture_design ("<heddle version=\"1\" name=\"empty\"><top><component id=\"a\" type=\"fabric.switch\"/></top></heddle>",
                                                    NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_cmpint (hd_problem_list_get (hd_run_get_problems (run), 0)->code, ==, HD_PROBLEM_WORKLOAD_START);
}

/* HCSim's check B9: nothing runs any more at 1 s, and V and W wait for each other. */
static void
test_deadlock (void)
{
  static const char *const text =
      "<heddle version=\"1\" name=\"deadlock\"><top><component id=\"x\" type=\"fabric.xpu\" fp32=\"1 TFLOP/s\"/></top><workload type=\"graph\">"
      "<vertex id=\"S\" kind=\"compute\" work=\"1 TFLOP\" place=\"x\" start=\"true\"/><vertex id=\"V\" kind=\"compute\" place=\"x\"/>"
      "<vertex id=\"W\" kind=\"compute\" place=\"x\"/><edge from=\"V\" to=\"S\" first=\"ignore\"/><edge from=\"S\" to=\"V\"/>"
      "<edge from=\"W\" to=\"V\"/><edge from=\"V\" to=\"W\"/></workload><run static-check=\"false\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;
  const HdProblem *problem;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (run)), ==, HD_TICKS_PER_SECOND);
  g_assert_cmpuint (hd_problem_list_get_length (hd_run_get_problems (run)), ==, 1);
  problem = hd_problem_list_get (hd_run_get_problems (run), 0);
  g_assert_cmpint (problem->code, ==, HD_PROBLEM_DEADLOCK);
  g_assert_cmpstr (problem->file, ==, "fixture.heddle");
  g_assert_nonnull (strstr (problem->message, "Deadlock at 1"));
  g_assert_nonnull (strstr (problem->message, "V (W)"));
  g_assert_nonnull (strstr (problem->message, "W (V)"));
}

/* Components with handlers run without any workload. */
static void
test_components (void)
{
  static const char *const text = "<heddle version=\"1\" name=\"pings\"><top>"
                                  "<component id=\"a\" type=\"hello.pinger\" period=\"2 us\"/><component id=\"b\" type=\"hello.pinger\" period=\"3 us\"/>"
                                  "<link from=\"a.out\" to=\"b.in\" bandwidth=\"1 GB/s\" latency=\"500 ns\"/>"
                                  "<link from=\"b.out\" to=\"a.in\" bandwidth=\"1 GB/s\" latency=\"500 ns\"/>"
                                  "</top><probes><probe of=\"b.received\"/></probes><run until=\"20 us\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (run);
  guint64 n;

  hd_run_start (run);
  g_assert_true (hd_run_wait (run, NULL));
  /* a sends at 0, 2, ... 20 µs; what is sent at 20 arrives too late */
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 10);
  g_assert_cmpfloat (hd_record_peek_samples (record, 0, 9, &n)->value, ==, 10);
  g_assert_cmpint (hd_record_peek_samples (record, 0, 9, &n)->time, ==, 18500000);
  g_assert_cmpint (hd_record_get_time (record), ==, 20000000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/run/finish", test_finish);
  g_test_add_func ("/engine/run/run/record-agrees", test_record_agrees);
  g_test_add_func ("/engine/run/run/shortcuts", test_shortcuts);
  g_test_add_func ("/engine/run/run/pause", test_pause);
  g_test_add_func ("/engine/run/run/step", test_step);
  g_test_add_func ("/engine/run/run/step-stopped", test_step_stopped);
  g_test_add_func ("/engine/run/run/many-iterations", test_many_iterations);
  g_test_add_func ("/engine/run/run/until", test_until);
  g_test_add_func ("/engine/run/run/end-of-time", test_end_of_time);
  g_test_add_func ("/engine/run/run/full-record", test_full_record);
  g_test_add_func ("/engine/run/run/speed", test_speed);
  g_test_add_func ("/engine/run/run/stop", test_stop);
  g_test_add_func ("/engine/run/run/stopped-for-good", test_stopped_for_good);
  g_test_add_func ("/engine/run/run/wall-limit", test_wall_limit);
  g_test_add_func ("/engine/run/run/memory", test_memory);
  g_test_add_func ("/engine/run/run/prepare-time", test_prepare_time);
  g_test_add_func ("/engine/run/run/nothing-to-run", test_nothing_to_run);
  g_test_add_func ("/engine/run/run/deadlock", test_deadlock);
  g_test_add_func ("/engine/run/run/components", test_components);
  return g_test_run ();
}
