/* test-absences.c: components with work that fail and are repaired midway
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: times worked by hand; work that only sends, against the same run in which its links fail; what fails at once, against what is drawn so; any number of
 * partitions, against one.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "run-fixture.h"

static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet" };

/* Computations of 1 ms, one after the other; what they read of memory takes 2 ms beside them. */
#define ONE \
  "<heddle version=\"1\" name=\"one\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<module id=\"box\"><port id=\"out\" of=\"x.eth\"/><component id=\"x\" type=\"fabric.xpu\" fp32=\"1 TFLOP/s\" memory-bandwidth=\"1 TB/s\" memory-capacity=\"1 TB\"%s/></module>" \
  "<top><instance id=\"b\" of=\"box\"/><component id=\"idle\" type=\"fabric.xpu\"/><link from=\"b.out\" to=\"idle.eth\" class=\"l\"/></top>" \
  "<workload type=\"graph\" stop=\"drain\"><vertex id=\"A\" kind=\"compute\" place=\"b/x\" work=\"1 GFLOP\" start=\"true\"/>" \
  "<vertex id=\"B\" kind=\"compute\" place=\"b/x\" work=\"1 GFLOP\" access=\"%s\" mode=\"local\"/><edge from=\"A\" to=\"B\"/></workload>" \
  "<probes><probe of=\"b/x.busy\"/></probes></heddle>"

static double
get_ms (HdRecord *record)
{
  return 1000 * run_fixture_get_metric (record, "time_total");
}

static void
test_computations (void)
{
  static const struct { const char *drawn, *volume, *changes[4]; double ms; } cases[] = {
    { "", "0 B", { NULL }, 2 },
    { "", "0 B", { "@0.4 ms b/x.failed=1", "@0.9 ms b/x.failed=0" }, 2.5 },
    { "", "0 B", { "@0.4 ms b.failed=1", "@0.9 ms b.failed=0" }, 2.5 },
    { "", "0 B", { "@0.4 ms b/x.failed=1", "@0.9 ms b/x.failed=0", "@1.2 ms b/x.failed=1", "@1.3 ms b/x.failed=0" }, 2.6 },
    { "", "0 B", { "@0.4 ms b/x.failed=1", "@0.9 ms b/x.failed=0", "@0.9 ms b/x.failed=1", "@1 ms b/x.failed=0" }, 2.6 },
    { "", "0 B", { "@0.9 ms b/x.failed=1", "@1 ms b/x.failed=0", "@1 ms b/x.failed=1", "@1 ms b/x.failed=0" }, 2.1 },
    { "", "0 B", { "@1 ms b/x.failed=1", "@3 ms b/x.failed=0" }, 4 },
    { "", "0 B", { "@0 s b/x.failed=1", "@3 ms b/x.failed=0" }, 5 },
    { " failed=\"1\"", "0 B", { "@3 ms b/x.failed=0" }, 5 },
    { "", "0 B", { "@2 ms b/x.failed=1" }, 2 },
    { "", "0 B", { "@0.1 ms idle.failed=1" }, 2 },
    { "", "2 GB", { NULL }, 3 },
    { "", "2 GB", { "@1.5 ms b/x.failed=1", "@2 ms b/x.failed=0" }, 3.5 },
    { "", "2 GB", { "@2.5 ms b/x.failed=1", "@4 ms b/x.failed=0" }, 4.5 },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      const char *const *changes = cases[i / 2].changes;
      const char *settings[] = { fidelities[i % 2], changes[0], changes[1], changes[2], changes[3], NULL };
      g_autofree char *text = g_strdup_printf (ONE, cases[i / 2].drawn, cases[i / 2].volume);
      g_autoptr (HdRecord) record = run_fixture_record (text, settings);

      g_test_message ("%s, %s", changes[0], fidelities[i % 2]);
      g_assert_cmpfloat_with_epsilon (get_ms (record), cases[i / 2].ms, 1e-7);
    }
}

/* A component is not busy while it has failed. */
static void
test_load (gconstpointer fidelity)
{
  const char *settings[] = { fidelity, "@1 ms b/x.failed=1", "@3 ms b/x.failed=0", NULL };
  g_autofree char *text = g_strdup_printf (ONE, "", "0 B");
  g_autoptr (HdRecord) record = run_fixture_record (text, settings);
  guint32 node = hd_design_find_node (hd_record_get_design (record), "b/x");
  g_autofree HdLoad *loads = g_new (HdLoad, 2 * (gsize) hd_design_get_n_nodes (hd_record_get_design (record)));

  hd_record_read_nodes (record, HD_TICKS_PER_SECOND / 1000, 3 * (HD_TICKS_PER_SECOND / 1000), loads);
  g_assert_cmpfloat (loads[node].amount, <, 0.03 * 1e9);
  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  g_assert_cmpfloat_with_epsilon (loads[node].amount, 2e9, 1e3);
}

/* ---- for ever ---------------------------------------------------------------------------------------------------------------- */

/* Where something is to be done on it the run ends when it fails, and says so; what is repaired later is something else. */
static void
test_for_ever (gconstpointer fidelity)
{
  const char *settings[] = { fidelity, "@0.4 ms b/x.failed=1", "@0.1 ms idle.failed=1", "@9 ms idle.failed=0", NULL };
  g_autofree char *text = g_strdup_printf (ONE, "", "0 B");
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_wait (design, &error);
  const HdProblem *problem;

  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  g_assert_cmpstr (error->message, ==, "At 0.0004 s: “b/x” has failed with work on it, and is not repaired");
  problem = hd_problem_list_get (hd_run_get_problems (run), hd_problem_list_get_length (hd_run_get_problems (run)) - 1);
  g_assert_cmpint (problem->code, ==, HD_PROBLEM_DEADLOCK);
  g_assert_nonnull (strstr (problem->message, error->message));
}

/* One that is drawn so, and has work, is refused before the run, as one that fails at once. */
static void
test_refused (gconstpointer fidelity)
{
  static const char *const given[] = { "b/x.failed=1", "@0 s b/x.failed=1", "b.failed=1" };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    {
      const char *settings[] = { fidelity, given[i], NULL };
      g_autofree char *text = g_strdup_printf (ONE, "", "0 B");
      g_autoptr (HdDesign) design = run_fixture_design (text, settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_wait (design, &error);
      const HdProblem *problem = hd_problem_list_get (hd_run_get_problems (run), 0);

      g_assert_nonnull (error);
      g_assert_cmpstr (problem->message, ==, "“A” needs b/x, which has failed");
    }
}

/* ---- what is sent ------------------------------------------------------------------------------------------------------------ */

#define STAR \
  "<heddle version=\"1\" name=\"star\"><link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<top><component id=\"h\" type=\"fabric.host\" count=\"4\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link id=\"up\" from=\"h[i].port\" to=\"s.port[i]\" for=\"i=0..3\" class=\"l\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"%s\" bytes=\"1 MB\"/><run packet-size=\"10 kB\" iterations=\"2\"/></heddle>"

/* Whoever only sends has failed when its link has. */
static void
test_collectives (gconstpointer algorithm)
{
  static const char *const pairs[][2][2] = {
    { { "@300 us h[1].failed=1", "@900 us h[1].failed=0" }, { "@300 us up[1].failed=1", "@900 us up[1].failed=0" } },
    { { "@0 s h[3].failed=1", "@1 ms h[3].failed=0" }, { "@0 s up[3].failed=1", "@1 ms up[3].failed=0" } },
    { { "h[3].failed=1", "@1 ms h[3].failed=0" }, { "up[3].failed=1", "@1 ms up[3].failed=0" } },
  };
  g_autofree char *text = g_strdup_printf (STAR, (const char *) algorithm);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (pairs); i++)
    {
      const char *intact[] = { fidelities[i % 2], NULL };
      g_autoptr (HdRecord) before = run_fixture_record (text, intact);
      g_autofree char *digest = NULL;

      for (guint k = 0; k < 2; k++)
        {
          const char *settings[] = { fidelities[i % 2], pairs[i / 2][k][0], pairs[i / 2][k][1], NULL };
          g_autoptr (HdRecord) record = run_fixture_record (text, settings);

          run_fixture_check_digest (record, &digest);
          g_assert_cmpfloat (get_ms (record), >, get_ms (before) + 0.5);
        }
    }
}

/* The star of accelerators that train: whatever fails for a while costs no less than nothing and no more than that while, and what it missed by being late for others. */
static void
test_training (void)
{
  double intact_s[2];

  for (guint i = 0; i < 2; i++)
    {
      const char *settings[] = { fidelities[i], "run:packet-size=16 MB", "run:iterations=1", NULL };
      g_autoptr (HdRecord) record = run_fixture_record (RUN_FIXTURE_STAR, settings);

      intact_s[i] = run_fixture_get_metric (record, "time_total");
    }
  for (guint i = 0; i < 8; i++)
    {
      double from_s = g_test_rand_double_range (0.05, 0.9) * intact_s[i % 2], away_s = g_test_rand_double_range (0.05, 0.3) * intact_s[i % 2];
      g_autofree char *fails = g_strdup_printf ("@%.9g s xpu[%u].failed=1", from_s, i % 4), *back = g_strdup_printf ("@%.9g s xpu[%u].failed=0", from_s + away_s, i % 4);
      const char *settings[] = { fidelities[i % 2], "run:packet-size=16 MB", "run:iterations=1", fails, back, NULL };
      g_autoptr (HdRecord) record = run_fixture_record (RUN_FIXTURE_STAR, settings);
      double total_s = run_fixture_get_metric (record, "time_total");

      g_test_message ("%s, until %g s: %g s instead of %g s", fails, from_s + away_s, total_s, intact_s[i % 2]);
      g_assert_cmpfloat (total_s, >, intact_s[i % 2]);
      g_assert_cmpfloat (total_s, <, intact_s[i % 2] + 1.2 * away_s);
    }
}

static void
test_partitions (void)
{
  for (guint round = 0; round < 4; round++)
    {
      g_autofree char *fails = g_strdup_printf ("@%d us xpu[%u].failed=1", g_test_rand_int_range (1, 2000), round);
      g_autofree char *back = g_strdup_printf ("@%d us xpu[%u].failed=0", g_test_rand_int_range (2001, 9000), round);
      static const char *const ways[][3] = {
        { "run:partitions=1", "run:threads=1", "run:sync=serial" }, { "run:partitions=2", "run:threads=2", "run:sync=window" },
        { "run:partitions=4", "run:threads=2", "run:sync=request" }, { "run:partitions=4", "run:threads=2", "run:sync=null-message" },
      };
      g_autofree char *digest = NULL;

      g_test_message ("%s", fails);
      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          const char *settings[] = { "run:fidelity=packet", "run:packet-size=1 MB", "run:iterations=1", fails, back, ways[i][0], ways[i][1], ways[i][2], NULL };
          g_autoptr (HdRecord) record = run_fixture_record (RUN_FIXTURE_STAR, settings);

          run_fixture_check_digest (record, &digest);
        }
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/absences/computations", test_computations);
  g_test_add_data_func ("/engine/run/absences/collectives/ring", "ring", test_collectives);
  g_test_add_data_func ("/engine/run/absences/collectives/recursive-doubling", "recursive-doubling", test_collectives);
  g_test_add_func ("/engine/run/absences/training", test_training);
  g_test_add_func ("/engine/run/absences/partitions", test_partitions);
  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      g_autofree char *load = g_strdup_printf ("/engine/run/absences/load/%u", i), *ever = g_strdup_printf ("/engine/run/absences/for-ever/%u", i);
      g_autofree char *refused = g_strdup_printf ("/engine/run/absences/refused/%u", i);

      g_test_add_data_func (load, fidelities[i], test_load);
      g_test_add_data_func (ever, fidelities[i], test_for_ever);
      g_test_add_data_func (refused, fidelities[i], test_refused);
    }
  return g_test_run ();
}
