/* test-sync.c: components of a project in partitions
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a run has one digest and the same samples with every exact synchronisation, on any number of partitions and threads; a loose run repeats
 * itself and tells its errors; partitions are those that the document states, never part what has no latency, and else cut the slow links.
 */
#include <string.h>

#include "run-fixture.h"

#include <heddle/hd-error.h>

/* Two rings of pingers with fast links, joined by two slow ones; one pair without latency. */
#define RINGS \
  "<heddle version=\"1\" name=\"rings\">\n" \
  "  <link-class id=\"F\" bandwidth=\"1 GB/s\" latency=\"20 ns\" sharing=\"split\"/>\n" \
  "  <link-class id=\"S\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "  <link-class id=\"Z\" bandwidth=\"1 GB/s\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"hello.pinger\" count=\"8\" period=\"(a + 3) * 10 ns\"%s/>\n" \
  "    <component id=\"b\" type=\"hello.pinger\" count=\"8\" period=\"(b + 2) * 15 ns\"%s/>\n" \
  "    <link from=\"a[i].out\" to=\"a[i + 1].in\" for=\"i=0..5\" class=\"F\"/>\n" \
  "    <link from=\"b[i].out\" to=\"b[i + 1].in\" for=\"i=0..6\" class=\"F\"/>\n" \
  "    <link from=\"a[6].out\" to=\"a[7].in\" class=\"Z\"/>\n" \
  "    <link from=\"a[7].out\" to=\"b[0].in\" class=\"S\"/>\n" \
  "    <link from=\"b[7].out\" to=\"a[0].in\" class=\"S\"/>\n" \
  "  </top>\n" \
  "  <probes><probe of=\"a[0].received\"/><probe of=\"b[3].received\"/></probes>\n" \
  "  <run until=\"200 us\"/>\n" \
  "</heddle>\n"

static HdRun *
run_rings (const char *const *settings,
           const char *of_a,
           const char *of_b)
{
  g_autofree char *text = g_strdup_printf (RINGS, of_a, of_b);
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (GError) error = NULL;
  HdRun *run = hd_run_new (design, NULL);

  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  return run;
}

static void
assert_same (HdRun *a,
             HdRun *b)
{
  g_autofree char *x = hd_record_dup_digest (hd_run_get_record (a)), *y = hd_record_dup_digest (hd_run_get_record (b));
  HdCounters of_a, of_b;

  g_assert_cmpstr (x, ==, y);
  hd_record_get_counters (hd_run_get_record (a), &of_a);
  hd_record_get_counters (hd_run_get_record (b), &of_b);
  g_assert_cmpuint (of_a.events, ==, of_b.events);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (a)), ==, hd_record_get_time (hd_run_get_record (b)));
  for (guint series = 0; series < 2; series++)
    {
      guint64 n = hd_record_get_n_samples (hd_run_get_record (a), series);

      g_assert_cmpuint (n, >, 1000);
      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (b), series), ==, n);
      for (guint64 i = 0, length; i < n; i++)
        g_assert_cmpint (hd_record_peek_samples (hd_run_get_record (a), series, i, &length)->time, ==,
                         hd_record_peek_samples (hd_run_get_record (b), series, i, &length)->time);
    }
}

static void
test_exact (void)
{
  static const char *const syncs[] = { "window", "null-message", "request" };
  g_autoptr (HdRun) serial = run_rings (NULL, "", "");

  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    for (guint partitions = 1; partitions <= 4; partitions *= 2)
      for (guint threads = 1; threads <= 2; threads++)
        {
          g_autofree char *sync = g_strdup_printf ("run:sync=%s", syncs[s]);
          g_autofree char *n = g_strdup_printf ("run:partitions=%u", partitions);
          g_autofree char *t = g_strdup_printf ("run:threads=%u", threads);
          const char *const settings[] = { sync, n, t, NULL };
          g_autoptr (HdRun) run = run_rings (settings, "", "");
          HdRecord *record = hd_run_get_record (run);
          HdMetric metric;

          assert_same (run, serial);
          g_assert_true (hd_record_find_metric (record, "partitions", &metric));
          g_assert_cmpfloat (metric.value, ==, MAX (partitions, threads));
          g_assert_cmpuint (hd_record_get_n_partitions (record), ==, MAX (partitions, threads));
          g_assert_true (hd_record_find_metric (record, "null_messages", &metric));
          g_assert_false (hd_record_find_metric (record, "late_messages", &metric));
        }
}

static void
test_division (void)
{
  const char *const settings[] = { "run:sync=request", "run:partitions=2", "run:threads=2", NULL };
  g_autoptr (HdRun) run = run_rings (settings, "", "");
  HdRecord *record = hd_run_get_record (run);
  guint64 events = 0;
  HdCounters counters;

  for (guint32 i = 1; i < 8; i++)
    {
      g_assert_cmpuint (hd_record_get_node_partition (record, i), ==, hd_record_get_node_partition (record, 0));
      g_assert_cmpuint (hd_record_get_node_partition (record, 8 + i), ==, hd_record_get_node_partition (record, 8));
    }
  g_assert_cmpuint (hd_record_get_node_partition (record, 0), !=, hd_record_get_node_partition (record, 8));

  hd_record_get_counters (record, &counters);
  for (guint i = 0; i < 2; i++)
    {
      HdPartitionStatistics statistics;

      hd_record_read_partition (record, i, &statistics);
      g_assert_cmpint (statistics.clock, ==, hd_record_get_time (record));
      g_assert_cmpuint (statistics.waits_for, ==, HD_NO_PARTITION);
      g_assert_cmpuint (statistics.thread, ==, i);
      g_assert_cmpuint (statistics.sent, >, 0);
      events += statistics.events;
    }
  g_assert_cmpuint (events, ==, counters.events);
}

static void
test_stated (void)
{
  const char *const settings[] = { "run:sync=window", "run:partitions=3", NULL };
  g_autoptr (HdRun) serial = run_rings (NULL, "", "");
  g_autoptr (HdRun) run = run_rings (settings, " partition=\"if(a &lt; 4, 2, 0)\"", " partition=\"1\"");
  HdRecord *record = hd_run_get_record (run);

  assert_same (run, serial);
  for (guint32 i = 0; i < 8; i++)
    {
      g_assert_cmpuint (hd_record_get_node_partition (record, i), ==, i < 4 ? 2 : 0);
      g_assert_cmpuint (hd_record_get_node_partition (record, 8 + i), ==, 1);
    }
}

static void
check_problem (const char *of_a,
               const char *const *settings,
               HdProblemCode code,
               HdSeverity severity,
               const char *text)
{
  g_autofree char *project = g_strdup_printf (RINGS, of_a, "");
  g_autoptr (HdDesign) design = run_fixture_design (project, settings);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (hd_run_check (design, problems, &error), ==, severity != HD_SEVERITY_ERROR);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, code);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, severity);
  g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, text));
}

static void
test_problems (void)
{
  const char *const parted[] = { "run:sync=request", "run:partitions=4", NULL };
  const char *const many[] = { "run:sync=request", "run:partitions=20", NULL };

  check_problem (" partition=\"a % 2\"", parted, HD_PROBLEM_NO_LOOKAHEAD, HD_SEVERITY_ERROR, "“a[6]” (partition 0) and “a[7]” (partition 1)");
  check_problem ("", many, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "20 partitions are wanted, but only 15 groups");
}

static void
test_loose (void)
{
  const char *const settings[] = { "run:sync=loose:5 us", "run:partitions=4", "run:threads=2", NULL };
  const char *const one_thread[] = { "run:sync=loose:5 us", "run:partitions=4", NULL };
  const char *const small[] = { "run:sync=loose:20 ns", "run:partitions=4", NULL };
  g_autoptr (HdRun) serial = run_rings (NULL, "", "");
  g_autoptr (HdRun) run = run_rings (settings, "", "");
  g_autoptr (HdRun) again = run_rings (one_thread, "", "");
  g_autoptr (HdRun) exact = run_rings (small, "", "");
  g_autofree char *x = hd_record_dup_digest (hd_run_get_record (run)), *y = hd_record_dup_digest (hd_run_get_record (serial));
  HdMetric late, mean, largest;

  assert_same (run, again);
  assert_same (exact, serial);
  g_assert_cmpstr (x, !=, y);
  g_assert_true (hd_record_find_metric (hd_run_get_record (run), "late_messages", &late));
  g_assert_true (hd_record_find_metric (hd_run_get_record (run), "mean_lateness", &mean));
  g_assert_true (hd_record_find_metric (hd_run_get_record (run), "largest_lateness", &largest));
  g_assert_cmpfloat (late.value, >, 0);
  g_assert_cmpfloat (mean.value, >, 0);
  g_assert_cmpfloat (mean.value, <=, largest.value);
  g_assert_cmpfloat (largest.value, <=, 5e-6);
}

/* At random moments: before the start, while threads and channels are made, in the middle, while it pauses or goes on. */
static void
test_stop (void)
{
  static const char *const syncs[] = { "window", "null-message", "request", "loose:5 us" };

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *sync = g_strdup_printf ("run:sync=%s", syncs[i % G_N_ELEMENTS (syncs)]);
      const char *const settings[] = { sync, "run:partitions=4", "run:threads=2", "run:until=1000 s", NULL };
      g_autofree char *text = g_strdup_printf (RINGS, "", "");
      g_autoptr (HdDesign) design = run_fixture_design (text, settings);
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      g_autoptr (GError) error = NULL;

      if (i % 10 != 0)
        hd_run_start (run);
      g_usleep ((gulong) g_test_rand_int_range (0, i % 3 == 0 ? 300 : 20000));
      if (i % 4 == 1)
        hd_run_pause (run);
      if (i % 8 == 1)
        hd_run_resume (run);
      if (i % 5 == 0)
        continue; /* dropped as it is */
      hd_run_stop (run);
      g_assert_false (hd_run_wait (run, &error));
      g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
      if (i % 10 != 0)
        g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
    }
}

/* Work shares the network, whatever is asked for. */
static void
test_work (void)
{
  const char *const settings[] = { "run:sync=request", "run:partitions=4", "run:threads=2", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, settings);
  g_autoptr (HdDesign) reference = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdRun) run = hd_run_new (design, NULL), serial = hd_run_new (reference, NULL);
  g_autofree char *x = NULL, *y = NULL;

  hd_run_start (run);
  hd_run_start (serial);
  g_assert_true (hd_run_wait (run, NULL));
  g_assert_true (hd_run_wait (serial, NULL));
  x = hd_record_dup_digest (hd_run_get_record (run));
  y = hd_record_dup_digest (hd_run_get_record (serial));
  g_assert_cmpstr (x, ==, y);
  g_assert_cmpuint (hd_record_get_n_partitions (hd_run_get_record (run)), ==, 1);
}

/* Cores in front of caches: accesses and lines come in the same cycles, from other partitions and from their own. */
static void
test_caches (void)
{
  const char *const project =
    "<heddle version=\"1\" name=\"caches\"><link-class id=\"l\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/><top>"
    "<component id=\"r\" type=\"manycore.router\" count=\"2x2\" index=\"row column\" column=\"column\" row=\"row\"/>"
    "<component id=\"e\" type=\"manycore.cache\" count=\"2x2\" index=\"row column\" column=\"column\" row=\"row\" mesh-columns=\"2\" mesh-rows=\"2\"/>"
    "<component id=\"m\" type=\"manycore.memory\" count=\"2x2\"/>"
    "<component id=\"c\" type=\"manycore.core\" count=\"2x2\" index=\"row column\" number=\"row * 2 + column\" instructions=\"2000\" "
    "program=\"search\" working-set=\"524288 B\"/>"
    "<link from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"l\"/><link from=\"r[i][j].down\" to=\"r[i + 1][j].up\" class=\"l\"/>"
    "<link from=\"e[i][j].net\" to=\"r[i][j].core\" class=\"l\"/><link from=\"c[i][j].cache\" to=\"e[i][j].core\" class=\"l\"/>"
    "<link from=\"m[i][0].net\" to=\"r[i][0].left\" class=\"l\"/><link from=\"m[i][1].net\" to=\"r[i][1].right\" class=\"l\"/>"
    "</top><run sync=\"window\"/></heddle>";
  g_autofree char *expected = NULL;

  for (guint n = 1; n <= 4; n++)
    {
      g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", n);
      const char *const settings[] = { partitions, NULL };
      g_autoptr (HdRecord) record = run_fixture_record (project, settings);
      g_autofree char *digest = hd_record_dup_digest (record);

      if (expected == NULL)
        expected = g_strdup (digest);
      g_assert_cmpstr (digest, ==, expected);
    }
}

/* Tables that collect accesses apart from the cores, the network or nothing: in a table of one entry, accesses and replies often meet. */
static void
test_tables (void)
{
  static const char *const parts[] = { "id=\"m\" partition=\"0\"", "id=\"m\" partition=\"1\"" };
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "bdsim", "mact-128-cores.heddle", NULL);
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const char *const settings[] = { "$entries=1", "run:until=10 us", "run:partitions=2", "run:sync=window", NULL };
      g_autoptr (GString) project = g_string_new (text);
      g_autoptr (HdRecord) record = NULL;
      g_autofree char *digest = NULL;

      g_string_replace (project, "<component id=", "<component partition=\"0\" id=", 0);
      g_string_replace (project, "partition=\"0\" id=\"m\"", parts[i], 0);
      record = run_fixture_record (project->str, settings);
      digest = hd_record_dup_digest (record);
      if (expected == NULL)
        expected = g_strdup (digest);
      g_assert_cmpstr (digest, ==, expected);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/sync/exact", test_exact);
  g_test_add_func ("/engine/run/sync/division", test_division);
  g_test_add_func ("/engine/run/sync/stated", test_stated);
  g_test_add_func ("/engine/run/sync/problems", test_problems);
  g_test_add_func ("/engine/run/sync/loose", test_loose);
  g_test_add_func ("/engine/run/sync/stop", test_stop);
  g_test_add_func ("/engine/run/sync/work", test_work);
  g_test_add_func ("/engine/run/sync/caches", test_caches);
  g_test_add_func ("/engine/run/sync/tables", test_tables);
  return g_test_run ();
}
