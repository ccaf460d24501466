/* test-packets.c: runs at packet fidelity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two leaves of three NICs under two spines. Links of 10 GB/s and 300 ns, so that 1000 B take 100 ns; a way over a leaf is 2 links, over a spine 4.
 *
 * Invariants: a transfer alone takes what is worked by hand, and flow fidelity says the same where it says the same of a system; the record has
 * each transfer's time, loads that add up to the bytes on each link, probes and metrics; the digest is that of the serial run for every exact
 * strategy, partitions and threads, also if the run is stepped or paused; what is wrong is told before the run, with its place.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include <heddle/hd-error.h>

#include "hd-work-program-size.h"
#include "hd-workload-private.h"
#include "run-fixture.h"

#define NETWORK(sharing) \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"" sharing "\"/><link-class id=\"U\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>" \
  "<top><component id=\"leaf\" type=\"fabric.switch\" count=\"2\"/><component id=\"nic\" type=\"fabric.nic\" count=\"6\"/>" \
  "<component id=\"spine\" type=\"fabric.switch\" count=\"2\"/>" \
  "<link id=\"down\" for=\"i=0..5\" from=\"nic[i].eth\" to=\"leaf[floor (i / 3)].port[i % 3]\" class=\"L\"/>" \
  "<link id=\"up\" for=\"i=0..1 j=0..1\" from=\"leaf[i].port[3 + j]\" to=\"spine[j].port[i]\" class=\"U\"/></top>"
#define PROBES "<probes><probe of=\"down[0].queue-forward\"/><probe of=\"down[0].rate-forward\"/><probe of=\"leaf[0].through\"/></probes>"
#define PROJECT(sharing, rest) "<heddle version=\"1\" name=\"packets\">" NETWORK (sharing) PROBES "<run fidelity=\"packet\" " rest "/></heddle>"

static double
get_metric (HdRun *self,
            const char *name)
{
  return run_fixture_get_metric (hd_run_get_record (self), name);
}

static void
assert_ends (HdRun *self,
             const double *ends_ns,
             guint n)
{
  HdRecord *record = hd_run_get_record (self);

  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, n);
  for (guint i = 0; i < n; i++)
    {
      HdTransferResult result;

      hd_record_get_transfer (record, i, &result);
      g_assert_cmpint (result.end, ==, (HdTime) (ends_ns[i] * 1000));
    }
}

/* 2000 B in packets of 1000 B over 4 links: (4 + 1) * 100 + 4 * 300; cut-through 2 * 100 + 4 * 300. */
static void
test_alone (void)
{
  static const char *const cut[] = { "run:switching=cut-through", NULL };
  static const char *const flow[] = { "run:fidelity=flow", NULL };
  g_autoptr (HdRun) stored = run_fixture_run (PROJECT ("split", "packet-size=\"1000 B\""), NULL, "0,2000,nic[0],nic[3]\n1e-6,0,nic[0],nic[1]\n");
  g_autoptr (HdRun) through = run_fixture_run (PROJECT ("split", "packet-size=\"1000 B\""), cut, "0,2000,nic[0],nic[3]\n1e-6,0,nic[0],nic[1]\n");
  g_autoptr (HdRun) fluid = run_fixture_run (PROJECT ("split", "packet-size=\"1000 B\""), flow, "0,2000,nic[0],nic[3]\n1e-6,0,nic[0],nic[1]\n");
  HdTransferResult one, other;

  assert_ends (stored, (double[]){ 1600, 1700 }, 2);
  assert_ends (through, (double[]){ 1400, 1600 }, 2);
  g_assert_cmpfloat_with_epsilon (get_metric (stored, "time_total"), 1700e-9, 1e-15);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (stored)), ==, 1700000);
  for (guint i = 0; i < 2; i++)
    {
      hd_record_get_transfer (hd_run_get_record (through), i, &one);
      hd_record_get_transfer (hd_run_get_record (fluid), i, &other);
      g_assert_cmpint (ABS (one.end - other.end), <=, 10);
    }
}

/* Three NICs send to one: its link is the one that all wait for. */
#define FAN "0,100000,nic[1],nic[0]\n0,100000,nic[2],nic[0]\n0,100000,nic[3],nic[0]\n2e-6,50,nic[0],nic[0]\n"

static void
test_record (void)
{
  g_autoptr (HdRun) self = run_fixture_run (PROJECT ("split", "packet-size=\"1000 B\" buffer=\"8000 B\""), NULL, FAN);
  HdRecord *record = hd_run_get_record (self);
  HdDesign *design = hd_run_get_design (self);
  g_autofree HdLoad *loads = g_new (HdLoad, hd_design_get_n_links (design));
  double sum = 0;

  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, 4);
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  g_assert_cmpfloat_with_epsilon (loads[0].amount, 300000, 1e-6);
  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    {
      g_assert_cmpfloat (loads[l].peak, <=, 1.0001);
      sum += loads[l].amount;
    }
  g_assert_cmpfloat_with_epsilon (sum, 100000 * (2 + 2 + 4), 1e-6);
  g_assert_cmpfloat (get_metric (self, "hop_bytes"), ==, 800000);
  g_assert_cmpfloat (get_metric (self, "packet_hops"), ==, 800);
  g_assert_cmpfloat (get_metric (self, "messages"), ==, 4);
  g_assert_cmpfloat (get_metric (self, "mean_wait"), >, 0);
  g_assert_cmpfloat (get_metric (self, "longest_link_queue"), >=, 99000);
  /* the last link is never idle from 400 ns on */
  g_assert_cmpfloat_with_epsilon (get_metric (self, "time_total"), 400e-9 + 30e-6 + 300e-9, 1e-12);
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    g_assert_cmpuint (hd_record_get_n_samples (record, s), >, 0);
}

/* The queue of nic[1], whose 40 packets of 100 ns all wait at the start. */
static void
test_queue_probe (void)
{
  g_autoptr (HdRun) self = run_fixture_run ("<heddle version=\"1\" name=\"queue\">" NETWORK ("split")
                                "<probes><probe of=\"down[0].queue-reverse\"/></probes><run fidelity=\"packet\" packet-size=\"1000 B\"/></heddle>",
                                NULL, "0,20000,nic[1],nic[0]\n0,20000,nic[2],nic[0]\n");
  HdRecord *record = hd_run_get_record (self);
  double longest = 0;
  guint64 n_seen;

  for (guint64 i = 0; i < hd_record_get_n_samples (record, 0); i += n_seen)
    {
      const HdSample *samples = hd_record_peek_samples (record, 0, i, &n_seen);

      for (guint64 k = 0; k < n_seen; k++)
        longest = MAX (longest, samples[k].value);
    }
  /* two streams of 10 GB/s into one: when all 40 have come, half are left; frames see the queue about then */
  g_assert_cmpfloat (longest, <=, 20000);
  g_assert_cmpfloat (longest, >, 12000);
}

static char *
digest_of (HdRun *self)
{
  return hd_record_dup_digest (hd_run_get_record (self));
}

static char *
make_lines (void)
{
  GString *lines = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (lines, "%de-7,%d,nic[%d],nic[%d]\n", g_rand_int_range (rand, 0, 50), g_rand_int_range (rand, 0, 30000),
                            g_rand_int_range (rand, 0, 6), g_rand_int_range (rand, 0, 6));
  return g_string_free (lines, FALSE);
}

static void
test_digest (void)
{
  static const char *const syncs[] = { "serial", "window", "null-message", "request" };
  const char *const project = PROJECT ("shared", "noise=\"0.4\" buffer=\"16 KiB\"");
  g_autofree char *lines = make_lines ();
  g_autoptr (HdRun) reference = run_fixture_run (project, NULL, lines);
  g_autofree char *expected = digest_of (reference);

  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    for (guint n = 1; n <= 4; n *= 2)
      {
        g_autofree char *sync = g_strdup_printf ("run:sync=%s", syncs[s]);
        g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", n);
        g_autofree char *threads = g_strdup_printf ("run:threads=%u", MIN (n, 2));
        const char *settings[] = { sync, partitions, threads, NULL };
        g_autoptr (HdRun) self = run_fixture_run (project, settings, lines);
        g_autofree char *digest = digest_of (self);
        HdMetric metric;

        g_assert_cmpstr (digest, ==, expected);
        g_assert_cmpfloat (get_metric (self, "time_total"), ==, get_metric (reference, "time_total"));
        if (s > 0)
          {
            g_assert_true (hd_record_find_metric (hd_run_get_record (self), "partitions", &metric));
            g_assert_cmpfloat (metric.value, ==, n);
          }
      }
}

static void
wait_for_pause (HdRun *self)
{
  while (hd_run_get_state (self) == HD_RUN_RUNNING)
    g_main_context_iteration (NULL, FALSE);
}

/* What a link class says of noise counts before what the run says. */
static void
test_class_noise (void)
{
  static const char *const quiet[] = { "class:U.noise=0", "class:L.noise=0", NULL };
  static const char *const up[] = { "class:L.noise=0", NULL };
  static const char *const louder[] = { "class:L.noise=0", "class:U.noise=0.9", NULL };
  const char *const project = PROJECT ("split", "noise=\"0.5\"");
  const char *lines = "0,0,nic[0],nic[1]\n1e-5,0,nic[0],nic[1]\n2e-5,0,nic[0],nic[1]\n3e-5,0,nic[0],nic[3]\n4e-5,0,nic[0],nic[3]\n5e-5,0,nic[0],nic[3]\n";
  g_autoptr (HdRun) none = run_fixture_run (project, quiet, lines), some = run_fixture_run (project, up, lines), more = run_fixture_run (project, louder, lines), all = run_fixture_run (project, NULL, lines);
  HdTransferResult result;

  g_assert_cmpfloat (get_metric (none, "mean_wait"), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      hd_record_get_transfer (hd_run_get_record (some), i, &result);
      g_assert_cmpint (result.end - result.start, ==, 600000);
    }
  g_assert_cmpfloat (get_metric (some, "mean_wait"), >, 0);
  g_assert_cmpfloat (get_metric (all, "mean_wait"), >, get_metric (some, "mean_wait"));
  g_assert_cmpfloat (get_metric (more, "mean_wait"), >, get_metric (some, "mean_wait"));
}

static void
test_stepped (void)
{
  const char *const project = PROJECT ("split", "noise=\"0.4\" buffer=\"16 KiB\"");
  g_autofree char *lines = make_lines ();
  g_autoptr (HdRun) reference = run_fixture_run (project, NULL, lines);
  g_autofree char *expected = digest_of (reference);
  g_autoptr (HdDesign) design = run_fixture_design (project, NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
  g_autoptr (HdRun) self = hd_run_new (design, list);
  g_autofree char *digest = NULL;

  for (guint i = 0; i < 40; i++)
    {
      hd_run_step (self, i % 2 == 0 ? HD_STEP_EVENT : HD_STEP_VERTEX);
      wait_for_pause (self);
    }
  hd_run_until (self, 20000000);
  wait_for_pause (self);
  hd_run_start (self);
  g_assert_true (hd_run_wait (self, NULL));
  digest = digest_of (self);
  g_assert_cmpstr (digest, ==, expected);
  g_assert_cmpuint (hd_record_get_n_transfers (hd_run_get_record (self)), ==, 300);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Cut off at a time: what is under way is so told. */
static void
test_until (void)
{
  static const char *const until[] = { "run:until=5 us", NULL };
  g_autoptr (HdRun) self = run_fixture_run (PROJECT ("split", "packet-size=\"1000 B\""), until, FAN);
  HdRecord *record = hd_run_get_record (self);
  guint64 n = hd_record_get_n_spans (record, 0), n_unfinished = 0;

  g_assert_cmpint (hd_record_get_time (record), ==, 5000000);
  g_assert_cmpuint (n, ==, 4);
  for (guint64 i = 0, n_seen; i < n; i += n_seen)
    {
      const HdSpan *spans = hd_record_peek_spans (record, 0, i, &n_seen);

      for (guint64 k = 0; k < n_seen; k++)
        n_unfinished += spans[k].unfinished;
    }
  g_assert_cmpuint (n_unfinished, ==, 3);
  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, 1);
}

/* Stopped at a random moment, with threads at work; what was under way is forgotten, and nothing leaks. */
static void
test_stopped (void)
{
  static const char *const settings[] = { "run:sync=window", "run:partitions=2", "run:threads=2", NULL };
  g_autoptr (HdDesign) design = run_fixture_design (PROJECT ("split", "noise=\"0.4\" packet-size=\"64 B\""), settings);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, "0,1e9,nic[1],nic[0]\n0,1e9,nic[3],nic[0]\n0,1e9,nic[0],nic[4]\n");

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (HdRun) self = hd_run_new (design, list);
      g_autoptr (GError) error = NULL;

      hd_run_start (self);
      g_usleep ((gulong) g_test_rand_int_range (0, 30000));
      hd_run_stop (self);
      g_assert_false (hd_run_wait (self, &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
      g_assert_cmpuint (hd_record_get_n_transfers (hd_run_get_record (self)), ==, 0);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

/* ---- what is refused ------------------------------------------------------------------------------------------------- */

static void
assert_refused (const char *project,
                const char *const *settings,
                HdProblemCode code,
                const char *word)
{
  g_autoptr (HdDesign) design = run_fixture_design (project, settings);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  gboolean found = FALSE;

  g_assert_false (hd_run_check (design, problems, &error));
  g_assert_nonnull (error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      g_assert_cmpuint (problem->object_uid, !=, 0); /* it leads somewhere */
      found = found || (problem->code == code && strstr (problem->message, word) != NULL && problem->hint != NULL);
    }
  g_assert_true (found);
}

static void
test_refused (void)
{
  static const char *const small[] = { "run:fidelity=packet", "run:packet-size=4096 B", "run:buffer=4095 B", NULL };

  assert_refused (RUN_FIXTURE_STAR, small, HD_PROBLEM_VALUE, "4095 B cannot hold a packet of 4096 B");
}

/* A run finds out when the first packet is to go; to check is to be told before. */
static void
test_missing_routes (void)
{
  static const char *const works[] = {
    "type=\"collective\" operation=\"all-reduce\" bytes=\"1 MB\"", "type=\"collective\" operation=\"broadcast\" bytes=\"1 MB\"",
    "type=\"collective\" operation=\"all-to-all\" bytes=\"1 MB\"", "type=\"collective\" operation=\"all-reduce\" algorithm=\"rabenseifner\" bytes=\"1 MB\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    for (guint n_switches = 1; n_switches <= 2; n_switches++)
      {
        g_autofree char *text = g_strdup_printf (
          "<heddle version=\"1\" name=\"islands\"><top><component id=\"h\" type=\"fabric.host\" count=\"4\"/>"
          "<component id=\"s\" type=\"fabric.switch\" count=\"2\"/>"
          "<link from=\"h[i].port\" to=\"s[i %% %u].port[i]\" for=\"i=0..3\" bandwidth=\"1 GB/s\" latency=\"1 us\"/></top>"
          "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators><workload on=\"all\" %s/><run fidelity=\"packet\"/></heddle>",
          n_switches, works[i]);
        g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
        g_autoptr (HdProblemList) problems = hd_problem_list_new ();
        g_autoptr (GError) error = NULL;

        g_assert_cmpint (hd_run_check (design, problems, &error), ==, n_switches == 1);
        g_assert_cmpint (hd_problem_list_has_errors (problems), ==, n_switches == 2);
        if (n_switches == 1)
          continue;
        g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
        g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_NO_ROUTE);
      }
}

/* What packets there will be is said before, to a tenth; and said to people if it takes long. */
static void
test_size (void)
{
  static const char *const sizes[] = { "run:packet-size=64 kB", "run:packet-size=1 MB" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const char *const settings[] = { "run:fidelity=packet", "run:iterations=1", sizes[i], NULL };
      g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, settings);
      const HdRunSettings *run_settings = hd_design_get_run_settings (design);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
      g_autoptr (HdRecord) record = run_fixture_record (RUN_FIXTURE_STAR, settings);
      g_autoptr (HdWorkProgram) program = NULL;
      g_autoptr (GError) error = NULL;
      double n;

      _hd_workload_read (design, hd_design_get_workload (design, 0), graph, problems);
      hd_workload_graph_seal (graph);
      program = hd_work_program_new (graph, design, &error);
      g_assert_no_error (error);
      g_assert_true (hd_work_program_count_packets (program, design, run_settings->packet_bytes, &n, &error));
      g_test_message ("%s: %g packets, expected %g", sizes[i], run_fixture_get_metric (record, "packet_hops"), n);
      g_assert_cmpfloat_with_epsilon (run_fixture_get_metric (record, "packet_hops") / n, 1, 0.1);
    }
}

static void
test_many (void)
{
  static const char *const sizes[] = { "run:packet-size=1 B", "run:packet-size=1 MB" };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const char *const settings[] = { "run:fidelity=packet", sizes[i], NULL };
      g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, settings);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();

      g_assert_true (hd_run_check (design, problems, NULL));
      g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_WARNING), ==, 1 - i);
      if (i == 0)
        g_test_message ("%s", hd_problem_list_get (problems, 0)->message);
    }
}

/* At flow fidelity nothing waits behind noise of a class: that is said, and the work still runs. */
static void
test_no_noise (void)
{
  g_autoptr (GString) project = g_string_new (RUN_FIXTURE_STAR);
  g_autoptr (HdDesign) noisy = NULL;
  g_autoptr (HdDesign) quiet = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  HdDesign *designs[2] = { NULL, quiet };

  g_assert_cmpuint (g_string_replace (project, "sharing=\"shared\"", "sharing=\"shared\" noise=\"0.5\"", 1), ==, 1);
  designs[0] = noisy = run_fixture_design (project->str, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (designs); i++)
    {
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      g_assert_true (hd_run_check (designs[i], problems, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (hd_problem_list_count (problems, HD_SEVERITY_WARNING), ==, designs[i] == quiet ? 0 : 1);
      if (designs[i] != quiet)
        g_assert_cmpstr (hd_problem_list_get (problems, 0)->attribute, ==, "noise");
    }
}

/* Noise keeps links busy, whatever the work does, and its bytes are not the work's. Flows find what it leaves: 2 MB of 10 GB/s, half of it taken, take 400 us. */
static void
test_noise_loads (void)
{
  static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet" };

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      const char *const much[] = { fidelities[f], "run:noise=0.8", NULL };
      const char *const half[] = { fidelities[f], "run:noise=0.5", "class:U.noise=0", "run:noise-packet=100 B", "run:packet-size=100 B", NULL };
      g_autoptr (HdRun) little = run_fixture_run (PROJECT ("split", ""), much, "0,1000,nic[0],nic[3]\n");
      g_autoptr (HdRun) long_one = run_fixture_run (PROJECT ("split", ""), half, "0,2000000,nic[0],nic[1]\n");
      HdLoad used = hd_record_read_link (hd_run_get_record (little), 0, 0, HD_TIME_MAX);
      HdLoad full = hd_record_read_link (hd_run_get_record (long_one), 0, 0, HD_TIME_MAX);
      double end = get_metric (long_one, "time_total");

      g_assert_cmpfloat (used.mean, >=, 0.8);
      g_assert_cmpfloat (used.mean, <, 1);
      g_assert_cmpfloat (used.peak, >=, used.mean);
      g_assert_cmpfloat_with_epsilon (used.ways[0].noise, 0.8, 1e-6);
      g_assert_cmpfloat_with_epsilon (used.amount, 1000, 1e-6);
      g_assert_cmpfloat (full.ways[0].mean, >, 0.98);
      if (f == 0)
        g_assert_cmpfloat_with_epsilon (end, 400e-6 + 600e-9, 1e-11);
      else
        g_assert_cmpfloat_with_epsilon (end, 400e-6, 12e-6);
    }
}

static void
test_deadlock (void)
{
  const char *const project =
    "<heddle version=\"1\" name=\"ring\"><link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/><top>"
    "<component id=\"n\" type=\"fabric.nic\" count=\"5\"/><component id=\"s\" type=\"fabric.switch\" count=\"5\"/>"
    "<link id=\"down\" from=\"n[i].eth\" to=\"s[i].port[0]\" class=\"L\"/>"
    "<link id=\"ring\" for=\"i=0..4\" from=\"s[i].port[1]\" to=\"s[(i + 1) % 5].port[2]\" class=\"L\"/></top>"
    "<run fidelity=\"packet\" packet-size=\"1000 B\" buffer=\"1000 B\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (project, NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, "0,9000,n[0],n[2]\n0,9000,n[1],n[3]\n0,9000,n[2],n[4]\n0,9000,n[3],n[0]\n0,9000,n[4],n[1]\n");
  g_autoptr (HdRun) self = hd_run_new (design, list);
  g_autoptr (GError) error = NULL;
  HdProblemList *problems;

  hd_run_start (self);
  g_assert_false (hd_run_wait (self, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_nonnull (strstr (error->message, "ring[3]"));
  problems = hd_run_get_problems (self);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_DEADLOCK);
  g_assert_cmpuint (hd_problem_list_get (problems, 0)->object_uid, !=, 0);
}

/* Three repeats around a ring of four accelerators take three times as long as one, and its links are as busy: the barrier between repeats is neither
 * timed nor idle time of links. In five repeats of one and eight of another each waits for its own barrier alone. */
static void
test_repeats (void)
{
#define REPEATED(work) \
  "<heddle version=\"1\" name=\"repeats\"><link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>" \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"4\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link for=\"i=0..3\" from=\"x[i].eth\" to=\"s.port[i]\" class=\"L\"/></top><communicators><communicator id=\"c\" members=\"x[*]\"/></communicators>" \
  work "<run fidelity=\"packet\" switching=\"cut-through\" iterations=\"1\"/></heddle>"
#define RING(id, repeats) \
  "<workload type=\"collective\" id=\"" id "\" on=\"c\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"8000 B\" repeat=\"" repeats "\"/>"
  const double one_ns = 6 * (2 * 300 + 200);
  const char *const repeats[] = { "run:iterations=1", "run:iterations=3" };
  g_autoptr (HdRun) two = run_fixture_run (REPEATED (RING ("one", "5") RING ("other", "8")), NULL, NULL);
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (repeats); i++)
    {
      const char *const settings[] = { repeats[i], NULL };
      g_autoptr (HdRun) run = run_fixture_run (REPEATED (RING ("ring", "1")), settings, NULL);
      HdLoad load = hd_record_read_link (hd_run_get_record (run), 0, 0, HD_TIME_MAX);
      guint n = 2 * i + 1;

      g_assert_cmpfloat_with_epsilon (get_metric (run, "time_total"), n * one_ns * 1e-9, 1e-15);
      g_assert_cmpfloat_with_epsilon (get_metric (run, "ring.time"), one_ns * 1e-9, 1e-15);
      g_assert_cmpfloat_with_epsilon (load.mean, 6 * 200 / one_ns, 1e-5);
      g_assert_cmpfloat (load.peak, >=, load.mean);
      g_assert_cmpfloat_with_epsilon (load.rate, 2 * 6 * 2000 / (one_ns * 1e-9), 1);
    }
  for (guint lane = 0; lane < hd_record_get_n_lanes (hd_run_get_record (two)); lane++)
    for (guint64 i = 0; i < hd_record_get_n_spans (hd_run_get_record (two), lane); i++)
      {
        guint64 available;
        const HdSpan *span = hd_record_peek_spans (hd_run_get_record (two), lane, i, &available);

        sum += hd_time_to_seconds (span->end - span->start);
      }
  g_assert_cmpfloat (get_metric (two, "time_total"), <, sum);
  g_assert_cmpfloat (get_metric (two, "time_total"), >, sum / 2);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/packets/alone", test_alone);
  g_test_add_func ("/engine/run/packets/record", test_record);
  g_test_add_func ("/engine/run/packets/queue-probe", test_queue_probe);
  g_test_add_func ("/engine/run/packets/digest", test_digest);
  g_test_add_func ("/engine/run/packets/class-noise", test_class_noise);
  g_test_add_func ("/engine/run/packets/stepped", test_stepped);
  g_test_add_func ("/engine/run/packets/until", test_until);
  g_test_add_func ("/engine/run/packets/stopped", test_stopped);
  g_test_add_func ("/engine/run/packets/refused", test_refused);
  g_test_add_func ("/engine/run/packets/missing-routes", test_missing_routes);
  g_test_add_func ("/engine/run/packets/size", test_size);
  g_test_add_func ("/engine/run/packets/many", test_many);
  g_test_add_func ("/engine/run/packets/no-noise-as-flows", test_no_noise);
  g_test_add_func ("/engine/run/packets/deadlock", test_deadlock);
  g_test_add_func ("/engine/run/packets/repeats", test_repeats);
  g_test_add_func ("/engine/run/packets/noise-loads", test_noise_loads);
  return g_test_run ();
}
