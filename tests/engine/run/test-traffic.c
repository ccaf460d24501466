/* test-traffic.c: runs of synthetic traffic at packet fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * NICs around a switch, with links of 10 GB/s and 300 ns: 100 B take 10 ns on each of two links.
 *
 * Invariants: a message that meets no other takes what is worked by hand; the mean wait on one link is that of a queue with Bernoulli arrivals and a
 * fixed time of service; what is counted is what was made in the measurement; a run ends when that has arrived, or when the drain is over, and says
 * then that the network is saturated; digests, figures and histograms are the same on 1, 2 and 4 partitions, and if the run goes by steps; a histogram
 * holds every message that counts, and agrees with the percentiles.
 */
#include <math.h>
#include <string.h>

#include "run-fixture.h"

#define NETWORK(n) \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"nic\" type=\"fabric.nic\" count=\"" n "\"/>" \
  "<link id=\"up\" from=\"nic[i].eth\" to=\"s.port[i]\" for=\"i=0.." n "-1\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"nic[*]\"/></communicators>"
#define PROJECT(n, work, run) \
  "<heddle version=\"1\" name=\"traffic\">" NETWORK (n) "<workload type=\"traffic\" on=\"all\" bytes=\"100 B\" " work "/><run fidelity=\"packet\" " run "/></heddle>"

static double
get_metric (HdRecord *record,
            const char *name)
{
  return run_fixture_get_metric (record, name);
}

/* 4 messages of warm-up, 10 that count, then as many as are made until the last of these has arrived. */
static void
test_alone (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (PROJECT ("2", "probability=\"1\" interval=\"100 ns\" warm-up=\"400 ns\" measure=\"1 us\"", ""), NULL);
  static const char *const exact[] = { "latency_mean", "latency_p50", "latency_p95", "latency_p99", "latency_max" };

  for (guint i = 0; i < G_N_ELEMENTS (exact); i++)
    g_assert_cmpfloat_with_epsilon (get_metric (record, exact[i]), 620e-9, 1e-18);
  g_assert_cmpfloat (get_metric (record, "latency_half_width"), ==, 0);
  g_assert_cmpfloat (get_metric (record, "latency_batches"), ==, 10);
  g_assert_cmpfloat (get_metric (record, "messages_counted"), ==, 20);
  g_assert_cmpfloat (get_metric (record, "messages_missing"), ==, 0);
  g_assert_cmpfloat (get_metric (record, "saturated"), ==, 0);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "offered_rate"), 1e9, 1e-3);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "offered_messages"), 1, 1e-12);
  /* of the first, 620 ns after time 0, to that which arrives at 1320 ns, every 100 ns */
  g_assert_cmpfloat_with_epsilon (get_metric (record, "accepted_messages"), 0.8, 1e-12);
  /* made at 1300 ns */
  g_assert_cmpfloat_with_epsilon (get_metric (record, "time_total"), 1920e-9, 1e-15);
}

/* A message of half its interval is made in the middle, so that the last is made at 1350 ns. */
static void
test_phase (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
      PROJECT ("2", "probability=\"1\" interval=\"100 ns\" phase=\"0.5\" warm-up=\"400 ns\" measure=\"1 us\" after=\"stop\"", ""), NULL);

  g_assert_cmpfloat_with_epsilon (get_metric (record, "latency_mean"), 620e-9, 1e-18);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "time_total"), 1970e-9, 1e-15);
  g_assert_cmpfloat (get_metric (record, "messages"), ==, 28);
}

/* Geo/D/1: of messages that take k intervals and are made with probability p in each, the mean wait is p k (k - 1) / (2 (1 - p k)) intervals. Behind the first
 * link they come as far apart as the second one needs. Source: Gravey, Louvion and Boyer, "On the Geo/D/1 and Geo/D/1/n queues", 1990. */
typedef struct
{
  const char *project;
  double k, p;
} Queue;

#define QUEUE(k, p) \
  { PROJECT ("2", "probability=\"" #p "\" interval=\"10 ns/" #k "\" warm-up=\"100 us\" measure=\"4 ms\"", ""), k, p }

static const Queue queues[] = { QUEUE (1, 0.9), QUEUE (2, 0.25), QUEUE (4, 0.2), QUEUE (10, 0.07) };

static void
test_queue (gconstpointer data)
{
  const Queue *given = data;
  g_autoptr (HdRecord) record = run_fixture_record (given->project, NULL);
  double rho = given->k * given->p, wait = rho * (given->k - 1) / (2 * (1 - rho)) * 10e-9 / given->k;
  double measured = get_metric (record, "latency_mean") - 620e-9, half_width = get_metric (record, "latency_half_width");

  g_test_message ("wait %g s, measured %g s +- %g s", wait, measured, half_width);
  g_assert_cmpfloat (fabs (measured - wait), <=, 2 * half_width + 1e-18);
  g_assert_cmpfloat (half_width, <=, 0.05 * wait + 1e-18);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "accepted_messages"), given->p, 0.01);
}

/* ---- partitions and steps ------------------------------------------------------------------------------------------------ */

#define STAR(work) PROJECT ("16", work " warm-up=\"5 us\" measure=\"20 us\"", "")

static const char *const kinds[] = {
  STAR ("load=\"0.5\""),
  STAR ("load=\"0.5\" after=\"stop\" draws=\"one-stream\" drain=\"1 s\""),
  STAR ("load=\"0.3\" process=\"bursty\" pattern=\"transpose\""),
  STAR ("load=\"0.6\" pattern=\"hot-spot\" hot=\"nic[3]\" hot-share=\"0.3\" drain=\"2 us\""),
  STAR ("load=\"0.4\" pattern=\"nearest-neighbour\" columns=\"4\" draws=\"one-stream\" process=\"bursty\""),
};

static char *
write_histograms (HdRecord *record)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) bytes = NULL;
  gsize n;
  const char *text;

  g_assert_true (hd_report_write (record, HD_REPORT_HISTOGRAMS, NULL, stream, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  text = g_bytes_get_data (bytes, &n);
  return g_strndup (text, n);
}

/* The first message of each bin too: no padding lies in it. */
static void
assert_same_bins (HdRecord *record,
                  HdRecord *other)
{
  HdHistogram of_record, of_other;

  g_assert_true (hd_record_get_histogram (record, 0, &of_record) && hd_record_get_histogram (other, 0, &of_other));
  g_assert_cmpmem (of_record.bins, of_record.n_bins * sizeof (HdBin), of_other.bins, of_other.n_bins * sizeof (HdBin));
}

static void
test_partitions (gconstpointer data)
{
  static const char *const syncs[] = { "window", "null-message", "request" };
  static const char *const same[] = { "latency_mean", "latency_half_width", "latency_p99", "accepted_rate", "messages_missing", "time_total" };
  g_autoptr (HdRecord) serial = run_fixture_record (data, NULL);
  g_autofree char *expected = hd_record_dup_digest (serial), *histograms = write_histograms (serial);

  g_assert_cmpfloat (get_metric (serial, "messages_counted"), >, 500);
  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    for (guint n = 2; n <= 4; n *= 2)
      {
        g_autofree char *sync = g_strdup_printf ("run:sync=%s", syncs[s]), *partitions = g_strdup_printf ("run:partitions=%u", n);
        const char *settings[] = { sync, partitions, "run:threads=2", NULL };
        g_autoptr (HdRecord) record = run_fixture_record (data, settings);
        g_autofree char *digest = hd_record_dup_digest (record), *its = write_histograms (record);

        g_assert_cmpstr (digest, ==, expected);
        g_assert_cmpstr (its, ==, histograms);
        assert_same_bins (record, serial);
        for (guint i = 0; i < G_N_ELEMENTS (same); i++)
          g_assert_cmpfloat (get_metric (record, same[i]), ==, get_metric (serial, same[i]));
      }
}

static void
wait_for_pause (HdRun *self)
{
  while (hd_run_get_state (self) == HD_RUN_RUNNING)
    g_main_context_iteration (NULL, FALSE);
}

/* By steps to the end: saturated, so that it ends while much is under way, and at a time at which nothing happens. */
static void
test_steps (void)
{
  g_autoptr (HdDesign) design = run_fixture_design (STAR ("load=\"0.9\" pattern=\"hot-spot\" drain=\"1003 ns\""), NULL);
  g_autoptr (HdRun) whole = run_fixture_run_design (design, NULL), stepped = hd_run_new (design, NULL);
  g_autofree char *expected = hd_record_dup_digest (hd_run_get_record (whole)), *digest = NULL;
  guint n = 0;

  hd_run_start (stepped);
  hd_run_pause (stepped);
  wait_for_pause (stepped);
  for (; hd_run_get_state (stepped) == HD_RUN_PAUSED; n++)
    {
      hd_run_step (stepped, HD_STEP_VERTEX);
      wait_for_pause (stepped);
    }
  digest = hd_record_dup_digest (hd_run_get_record (stepped));
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpstr (digest, ==, expected);
  g_assert_cmpfloat (get_metric (hd_run_get_record (stepped), "messages_missing"), ==, get_metric (hd_run_get_record (whole), "messages_missing"));
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (stepped)), ==, hd_record_get_time (hd_run_get_record (whole)));
}

/* ---- histograms ------------------------------------------------------------------------------------------------------------- */

/* Bins do not overlap and are narrow; of all that are counted as many lie in the bins up to a percentile as it says. */
static void
check_histogram (const HdHistogram *histogram)
{
  const struct { HdTime time; double share; } percentiles[] = { { histogram->p50, 0.5 }, { histogram->p95, 0.95 }, { histogram->p99, 0.99 } };
  guint64 n = 0;

  for (guint i = 0; i < histogram->n_bins; i++)
    {
      const HdBin *bin = &histogram->bins[i];

      g_assert_cmpuint (bin->n, >, 0);
      g_assert_true (bin->to - bin->from == 1 || (bin->to - bin->from) * 128 <= bin->from);
      g_assert_true (i == 0 || bin->from >= histogram->bins[i - 1].to);
      g_assert_true (bin->first.latency >= bin->from && bin->first.latency < bin->to);
      for (guint k = 0; k < G_N_ELEMENTS (percentiles); k++)
        if (percentiles[k].time >= bin->from && percentiles[k].time < bin->to)
          g_assert_true ((double) n < percentiles[k].share * (double) histogram->n && (double) (n + bin->n) >= percentiles[k].share * (double) histogram->n);
      n += bin->n;
    }
  g_assert_cmpuint (n, ==, histogram->n);
  g_assert_true (histogram->least >= histogram->bins[0].from && histogram->least < histogram->bins[0].to);
  g_assert_true (histogram->most >= histogram->bins[histogram->n_bins - 1].from && histogram->most < histogram->bins[histogram->n_bins - 1].to);
}

static void
test_histogram (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (STAR ("load=\"0.5\""), NULL), silent = run_fixture_record (STAR ("load=\"0\""), NULL);
  HdHistogram histogram;

  g_assert_cmpuint (hd_record_get_n_histograms (record), ==, 1);
  g_assert_true (hd_record_find_histogram (record, "latency", &histogram));
  g_assert_cmpfloat ((double) histogram.n, ==, get_metric (record, "messages_counted"));
  g_assert_cmpint (histogram.least, ==, 620 * 1000); /* that met no other */
  g_assert_cmpfloat (hd_time_to_seconds (histogram.most), ==, get_metric (record, "latency_max"));
  g_assert_cmpfloat (hd_time_to_seconds (histogram.p50), ==, get_metric (record, "latency_p50"));
  g_assert_cmpfloat (hd_time_to_seconds (histogram.p95), ==, get_metric (record, "latency_p95"));
  g_assert_cmpfloat (hd_time_to_seconds (histogram.p99), ==, get_metric (record, "latency_p99"));
  g_assert_cmpuint (histogram.n_bins, >, 5);
  check_histogram (&histogram);
  g_assert_cmpuint (hd_record_get_n_histograms (silent), ==, 0);
  g_assert_false (hd_record_find_histogram (silent, "latency", &histogram));
}

/* ---- how it ends ----------------------------------------------------------------------------------------------------------- */

static const HdProblem *
find_note (HdRun *run)
{
  HdProblemList *problems = hd_run_get_problems (run);

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->severity == HD_SEVERITY_INFO)
      return hd_problem_list_get (problems, i);
  return NULL;
}

/* Fifteen send all they have to one, which takes what one sends: a fifteenth of it is accepted. */
static void
test_saturated (void)
{
  g_autoptr (HdRun) run = run_fixture_run (STAR ("load=\"1\" pattern=\"hot-spot\" hot-share=\"1\" drain=\"5 us\""), NULL, NULL);
  HdRecord *record = hd_run_get_record (run);
  const HdProblem *note = find_note (run);

  g_assert_cmpfloat (get_metric (record, "saturated"), ==, 1);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "time_total"), 30e-6, 1e-15);
  g_assert_cmpint (hd_record_get_time (record), ==, 30 * 1000 * 1000);
  g_assert_cmpfloat (get_metric (record, "messages_counted") + get_metric (record, "messages_missing"), ==, 16 * 2000);
  /* 1e10 B/s reach the hot spot; what that itself sends, and that alone, is uniform */
  g_assert_cmpfloat_with_epsilon (get_metric (record, "accepted_rate") * 16, 2e10, 1e8);
  g_assert_nonnull (note);
  g_test_message ("%s", note->message);
  g_assert_true (g_str_has_prefix (note->message, "The network is saturated: of 32,000 messages that count, "));
  g_assert_cmpstr (note->attribute, ==, "load");
}

/* Members would go on for a millisecond; what is beside them ends by itself. */
static void
test_beside (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
      "<heddle version=\"1\" name=\"beside\"><link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>"
      "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"h\" type=\"fabric.host\" count=\"4\"/>"
      "<link from=\"h[i].port\" to=\"s.port[i]\" class=\"L\"/></top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
      "<workload type=\"traffic\" on=\"all\" load=\"0.2\" warm-up=\"1 us\" measure=\"10 us\" drain=\"1 ms\"/>"
      "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"100 kB\"/><run fidelity=\"packet\"/></heddle>", NULL);
  double total = get_metric (record, "time_total");

  g_assert_cmpfloat (total, >, 11e-6);
  g_assert_cmpfloat (total, <, 50e-6);
  g_assert_cmpfloat (hd_time_to_seconds (hd_record_get_time (record)), <=, total + 2e-6);
}

/* Nothing is made, and nothing waits. */
static void
test_silent (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (STAR ("load=\"0\""), NULL);
  HdMetric metric;

  g_assert_cmpfloat (get_metric (record, "messages_counted"), ==, 0);
  g_assert_cmpfloat (get_metric (record, "saturated"), ==, 0);
  g_assert_cmpfloat (get_metric (record, "offered_rate"), ==, 0);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "time_total"), 25e-6, 1e-15);
  g_assert_false (hd_record_find_metric (record, "latency_mean", &metric));
}

/* Rates are of the time that was measured. */
static void
test_until (void)
{
  static const char *const settings[] = { "run:until=15us", NULL };
  g_autoptr (HdRecord) record = run_fixture_record (STAR ("load=\"0.5\""), settings);
  HdMetric metric;

  g_assert_cmpint (hd_record_get_time (record), ==, 15 * 1000 * 1000);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "offered_rate"), 5e9, 1e8);
  g_assert_cmpfloat_with_epsilon (get_metric (record, "accepted_rate"), 5e9, 1e8);
  g_assert_cmpfloat (get_metric (record, "saturated"), ==, 0);
  g_assert_false (hd_record_find_metric (record, "time_total", &metric));
}

/* A span for each phase, and figures of each work under its name. */
static void
test_two (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
      "<heddle version=\"1\" name=\"two\">" NETWORK ("4") "<workload type=\"traffic\" id=\"a\" on=\"all\" load=\"0.2\" warm-up=\"1 us\" measure=\"10 us\"/>"
      "<workload type=\"traffic\" on=\"all\" pattern=\"tornado\" load=\"0.2\" warm-up=\"0 s\" measure=\"20 us\"/><run fidelity=\"packet\"/></heddle>", NULL);
  static const char *const names[] = { "Warm-up", "Measurement", "Drain" };
  HdHistogram histogram;

  g_assert_cmpfloat (get_metric (record, "a.latency_mean"), >, 600e-9);
  g_assert_cmpfloat (get_metric (record, "traffic-2.latency_mean"), >, 600e-9);
  g_assert_true (hd_record_find_histogram (record, "a.latency", &histogram));
  g_assert_true (hd_record_find_histogram (record, "traffic-2.latency", &histogram));
  g_assert_cmpstr (histogram.title, ==, "traffic-2: Latency of messages");
  g_assert_cmpfloat (get_metric (record, "time_total"), >, 20e-6);
  g_assert_cmpuint (hd_record_get_n_lanes (record), ==, 2);
  g_assert_cmpuint (hd_record_get_n_spans (record, 0), ==, 3);
  g_assert_cmpuint (hd_record_get_n_spans (record, 1), ==, 2);
  for (guint i = 0; i < 3; i++)
    {
      guint64 n;
      const HdSpan *span = hd_record_peek_spans (record, 0, i, &n);

      g_assert_cmpstr (hd_record_get_name (record, span->name), ==, names[i]);
      g_assert_false (span->unfinished);
    }
}

/* 16 senders of 0.5e8 messages a second over 2 links each, for 10 s. */
static void
test_size (void)
{
  static const struct { const char *fidelity, *begin; } sizes[] = {
    { "run:fidelity=packet", "The work is about 16,000,000,000 packets, counted on each link; " },
    { "run:fidelity=flit", "The work is about 64,000,000,000 flits, counted on each link; " }, /* 4 in each */
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const char *const settings[] = { "run:until=1us", sizes[i].fidelity, NULL };
      g_autoptr (HdRun) run = run_fixture_run (PROJECT ("16", "load=\"0.5\" warm-up=\"0 s\" measure=\"10 s\" drain=\"10 s\" after=\"stop\"", ""), settings, NULL);
      HdProblemList *problems = hd_run_get_problems (run);

      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);
      g_test_message ("%s", hd_problem_list_get (problems, 0)->message);
      g_assert_true (g_str_has_prefix (hd_problem_list_get (problems, 0)->message, sizes[i].begin));
    }
}

/* ---- what cannot be ---------------------------------------------------------------------------------------------------------- */

static void
test_faults (void)
{
  static const struct
  {
    const char *project;
    HdProblemCode code;
    const char *message;
    const char *attribute; /* of the run settings */
  } faults[] = {
    { "<heddle version=\"1\" name=\"flow\">" NETWORK ("2") "<workload type=\"traffic\" on=\"all\"/></heddle>", HD_PROBLEM_VALUE,
      "Synthetic traffic goes message by message, which flow fidelity does not do", "fidelity" },
    { "<heddle version=\"1\" name=\"many\">" NETWORK ("2") "<workload type=\"traffic\" on=\"all\"/><workload type=\"traffic\" on=\"all\"/>"
      "<workload type=\"traffic\" on=\"all\"/><workload type=\"traffic\" on=\"all\"/><workload type=\"traffic\" on=\"all\"/><run fidelity=\"packet\"/></heddle>",
      HD_PROBLEM_LIMIT, "A project has at most 4 workloads of synthetic traffic" },
    { "<heddle version=\"1\" name=\"apart\"><link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>"
      "<top><component id=\"n\" type=\"fabric.nic\" count=\"4\"/><link from=\"n[2*i].eth\" to=\"n[2*i+1].eth\" for=\"i=0..1\" class=\"L\"/></top>"
      "<communicators><communicator id=\"all\" members=\"n[*]\"/></communicators><workload type=\"traffic\" on=\"all\"/><run fidelity=\"packet\"/></heddle>", HD_PROBLEM_NO_ROUTE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (HdDesign) design = run_fixture_design (faults[i].project, NULL);
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      g_autoptr (GError) error = NULL;
      const HdProblem *problem;

      hd_run_start (run);
      g_assert_false (hd_run_wait (run, &error));
      g_assert_cmpuint (hd_problem_list_get_length (hd_run_get_problems (run)), ==, 1);
      problem = hd_problem_list_get (hd_run_get_problems (run), 0);
      g_test_message ("%s", problem->message);
      g_assert_cmpint (problem->code, ==, faults[i].code);
      if (faults[i].attribute != NULL)
        {
          g_assert_cmpstr (problem->object, ==, "run");
          g_assert_cmpstr (problem->attribute, ==, faults[i].attribute);
        }
      if (faults[i].message != NULL)
        g_assert_cmpstr (problem->message, ==, faults[i].message);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/traffic/alone", test_alone);
  g_test_add_func ("/engine/run/traffic/phase", test_phase);
  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/traffic/queue/%g", queues[i].k);

      g_test_add_data_func (path, &queues[i], test_queue);
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/traffic/partitions/%u", i);

      g_test_add_data_func (path, kinds[i], test_partitions);
    }
  g_test_add_func ("/engine/run/traffic/steps", test_steps);
  g_test_add_func ("/engine/run/traffic/histogram", test_histogram);
  g_test_add_func ("/engine/run/traffic/saturated", test_saturated);
  g_test_add_func ("/engine/run/traffic/beside", test_beside);
  g_test_add_func ("/engine/run/traffic/silent", test_silent);
  g_test_add_func ("/engine/run/traffic/until", test_until);
  g_test_add_func ("/engine/run/traffic/two", test_two);
  g_test_add_func ("/engine/run/traffic/size", test_size);
  g_test_add_func ("/engine/run/traffic/faults", test_faults);
  return g_test_run ();
}
