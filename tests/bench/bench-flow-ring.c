/* bench-flow-ring.c: processor time of a ring all-reduce, with and without shortcuts, against SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 1.3 GB over hosts with an up and a down link of 128 GB/s and 200 ns each. Heddle's times include building the system and finding its symmetry,
 * SimGrid's do not. All numbers are of this run on this machine.
 */
#include <math.h>
#include <time.h>

#include <gio/gio.h>

#include "hd-flow-network.h"
#include "hd-quotient.h"

#define BYTES 1.3e9
#define BANDWIDTH 128e9
#define SLOW_BANDWIDTH 64e9
#define LATENCY (HD_TICKS_PER_SECOND / 5000000)

typedef struct
{
  const char *name;
  gboolean slow;
  gboolean symmetry;
  gboolean fast_forward;
  gboolean incremental;
  double goal; /* times SimGrid's speed; 0 for none */
} Case;

static const Case cases[] = {
  { "all shortcuts", FALSE, TRUE, TRUE, TRUE, 100 },
  { "one slow link, all shortcuts", TRUE, TRUE, TRUE, TRUE, 20 },
  { "all but rounds at once", FALSE, TRUE, FALSE, TRUE, 0 },
  { "all but symmetry", FALSE, FALSE, TRUE, TRUE, 0 },
  { "incremental solver alone", FALSE, FALSE, FALSE, TRUE, 5 },
  { "no shortcut", FALSE, FALSE, FALSE, FALSE, 5 },
};

static double
get_cpu_s (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  *(HdTime *) user_data = time;
}

static HdTime
run_ring (const Case *c,
          guint n,
          HdNetworkCounters *out_counters)
{
  HdFlowRules rules = { HD_FAIRNESS_EQUAL, 0, LATENCY };
  HdFlowOptions options = { c->incremental, c->fast_forward, FALSE };
  HdTime end = 0;
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  g_autoptr (HdQuotient) quotient = hd_quotient_new ();
  g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, NULL, note_end, &end);
  g_autofree guint32 *up = g_new (guint32, n), *down = g_new (guint32, n), *steps = g_new (guint32, n);
  g_autofree HdTransfer *transfers = g_new (HdTransfer, n);
  guint n_transfers = 0;
  guint32 n_paths = 0;

  for (guint i = 0; i < n; i++)
    {
      up[i] = hd_quotient_add_resource (quotient, HD_FLOW_LINK, c->slow && i == 0 ? SLOW_BANDWIDTH : BANDWIDTH);
      down[i] = hd_quotient_add_resource (quotient, HD_FLOW_LINK, BANDWIDTH);
    }
  for (guint i = 0; i < n; i++)
    {
      HdFlowUse uses[] = { { up[i], 1 }, { down[(i + 1) % n], 1 } };

      steps[i] = hd_quotient_add_flow (quotient, 0, 2 * LATENCY, uses, 2);
    }
  if (!hd_quotient_build (quotient, c->symmetry, model, NULL))
    g_assert_not_reached ();
  /* Paths are numbered as their first flows come. */
  for (guint i = 0; i < n; i++)
    if (hd_quotient_get_path (quotient, steps[i]) == n_paths)
      transfers[n_transfers++] = (HdTransfer) { n_paths++, floor (BYTES / n) };
  hd_network_start (network, transfers, n_transfers, 2 * (n - 1), 0);
  for (HdTime next; (next = hd_network_get_next (network)) < HD_TIME_MAX;)
    if (!hd_network_advance (network, next, NULL))
      g_assert_not_reached ();
  hd_network_get_counters (network, out_counters);
  return end;
}

static gboolean
run_simgrid (const char *program,
             guint n,
             gboolean slow,
             double *out_end_s,
             double *out_cpu_s)
{
  g_autofree char *hosts = g_strdup_printf ("%u", n), *bytes = g_strdup_printf ("%.17g", BYTES);
  g_autofree char *bandwidth = g_strdup_printf ("%.17g", slow ? SLOW_BANDWIDTH : BANDWIDTH);
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process
    = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, hosts, bytes, bandwidth, "--log=root.thresh:error",
                        "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0", NULL);
  char *next;

  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error)
      || !g_subprocess_wait_check (process, NULL, &error))
    {
      g_printerr ("%s\n", error->message);
      return FALSE;
    }
  *out_end_s = g_ascii_strtod (output, &next);
  *out_cpu_s = g_ascii_strtod (next, NULL);
  return TRUE;
}

static void
compare (guint n,
         const char *program)
{
  double end_s[2] = { 0, 0 }, cpu_s[2] = { 0, 0 };

  for (guint slow = 0; slow <= 1; slow++)
    {
      if (program != NULL && !run_simgrid (program, n, slow, &end_s[slow], &cpu_s[slow]))
        g_error ("SimGrid failed");
      if (program != NULL)
        g_print ("%5u  %-30s %10.3f ms CPU, %.9f s simulated\n", n, slow ? "SimGrid, one slow link" : "SimGrid", 1e3 * cpu_s[slow], end_s[slow]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      HdNetworkCounters counters;
      HdTime end;
      double start = get_cpu_s (), cpu;
      guint n_runs = 0;

      /* Short runs are repeated until they take long enough to be measured. */
      do
        {
          end = run_ring (c, n, &counters);
          n_runs++;
          cpu = get_cpu_s () - start;
        }
      while (cpu < 0.05);
      cpu /= n_runs;
      g_print ("%5u  %-30s %10.3f ms CPU, %.9f s simulated", n, c->name, 1e3 * cpu, hd_time_to_seconds (end));
      if (program != NULL)
        {
          g_print (", %7.1f x SimGrid", cpu_s[c->slow] / cpu);
          if (c->goal > 0)
            g_print (" (aim %g)", c->goal);
          if (fabs (hd_time_to_seconds (end) - end_s[c->slow]) > 1e-6 * end_s[c->slow])
            g_error ("SimGrid simulates %.9f s", end_s[c->slow]);
        }
      g_print ("; rates changed %" G_GUINT64_FORMAT ", visited %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " rounds skipped\n",
               counters.rates_changed, counters.rates_visited, counters.rounds_skipped, counters.rounds);
    }
}

int
main (int argc,
      char **argv)
{
  const char *program = argc > 2 ? argv[1] : NULL;

  if (program != NULL)
    g_print ("%s: %s HOSTS %g %g --cfg=network/model:CM02 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0\n", argv[2], program, BYTES, BANDWIDTH);
  else
    g_print ("SimGrid is not installed: no comparison\n");
  for (guint n = 64; n <= 1024; n *= 4)
    compare (n, program);
  return 0;
}
