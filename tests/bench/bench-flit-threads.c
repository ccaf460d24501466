/* bench-flit-threads.c: routers with virtual channels on one thread and on two
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The project mesh-8x8 with 32 x 32 routers at a load of 0.1, whole runs with their sources. What it takes until the first event, routes of a million
 * pairs, is measured by a run of few cycles and taken off; of five runs each, in turn, the best counts. The goal is 1.6 times as fast on two threads, with the same
 * digest. Times have a meaning only on an idle machine, so the share of the wall time for which both threads had a processor is printed as well.
 */
#include "project-run.h"

#define N_RUNS 5
#define CYCLES "$cycles=2000"
#define FEW_CYCLES "$cycles=100"

static ProjectRun
run (const char *sync,
     const char *cycles)
{
  g_autofree char *of_sync = g_strconcat ("run:sync=", sync != NULL ? sync : "serial", NULL);
  const char *const settings[] = {
    "$columns=32", "$rows=32", "$load=0.1", cycles, of_sync, sync != NULL ? "run:partitions=2" : "run:partitions=1", sync != NULL ? "run:threads=2" : "run:threads=1", NULL,
  };

  return project_run ("noc/mesh-8x8.heddle", settings);
}

/* Seconds of the cycles alone. */
static double
measure (const char *sync,
         char **out_digest,
         double *out_share)
{
  g_auto (ProjectRun) all = run (sync, CYCLES), few = run (sync, FEW_CYCLES);
  double seconds = all.wall_s - few.wall_s;

  g_free (*out_digest);
  *out_digest = hd_record_dup_digest (all.record);
  *out_share = (all.cpu_s - few.cpu_s) / seconds;
  return seconds;
}

int
main (void)
{
  static const char *const syncs[] = { NULL, "window", "null-message", "request" };
  double best[G_N_ELEMENTS (syncs)], shares[G_N_ELEMENTS (syncs)] = { 0 };
  g_autofree char *digest = NULL;

  for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
    best[s] = G_MAXDOUBLE;
  for (guint i = 0; i < N_RUNS; i++)
    for (guint s = 0; s < G_N_ELEMENTS (syncs); s++)
      {
        g_autofree char *same = NULL;
        double share, seconds = measure (syncs[s], &same, &share);

        if (digest == NULL)
          digest = g_strdup (same);
        g_assert_cmpstr (same, ==, digest);
        if (seconds < best[s])
          {
            best[s] = seconds;
            shares[s] = share;
          }
      }
  g_print ("one thread: %.2f s\n", best[0]);
  for (guint s = 1; s < G_N_ELEMENTS (syncs); s++)
    g_print ("two threads, %-12s: %.2f s, %.2f times as fast (%.2f processors)\n", syncs[s], best[s], best[0] / best[s], shares[s]);
  return 0;
}
