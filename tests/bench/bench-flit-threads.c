/* bench-flit-threads.c: routers with virtual channels on one thread and on two
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The project mesh-8x8 with 32 x 32 routers at a load of 0.1, whole runs with their sources. What it takes until the first event, routes of a million
 * pairs, is measured by a run of few cycles and taken off; of five runs each, in turn, the best counts. The goal is 1.6 times as fast on two threads, with the same
 * digest. Times have a meaning only on an idle machine, so the share of the wall time for which both threads had a processor is printed as well.
 */
#include <time.h>

#include <heddle/heddle.h>

#define N_RUNS 5
#define CYCLES "$cycles=2000"
#define FEW_CYCLES "$cycles=100"

typedef struct
{
  char *digest;
  double wall_s;
  double cpu_s;
} Result;

static double
cpu_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static Result
run (const char *sync,
     const char *cycles)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "noc", "mesh-8x8.heddle", NULL);
  g_autofree char *of_sync = g_strconcat ("run:sync=", sync != NULL ? sync : "serial", NULL);
  const char *const settings[] = {
    "$columns=32", "$rows=32", "$load=0.1", cycles, of_sync, sync != NULL ? "run:partitions=2" : "run:partitions=1", sync != NULL ? "run:threads=2" : "run:threads=1", NULL,
  };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) simulation = NULL;
  Result result = { 0 };
  gint64 begin;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  simulation = hd_run_new (design, NULL);
  hd_run_set_speed (simulation, 0);
  begin = g_get_monotonic_time ();
  result.cpu_s = -cpu_s ();
  hd_run_start (simulation);
  hd_run_wait (simulation, &error);
  g_assert_no_error (error);
  result.cpu_s += cpu_s ();
  result.wall_s = (double) (g_get_monotonic_time () - begin) * 1e-6;
  result.digest = hd_record_dup_digest (hd_run_get_record (simulation));
  return result;
}

/* Seconds of the cycles alone. */
static double
measure (const char *sync,
         char **out_digest,
         double *out_share)
{
  Result all = run (sync, CYCLES), few = run (sync, FEW_CYCLES);
  double seconds = all.wall_s - few.wall_s;

  g_free (*out_digest);
  *out_digest = all.digest;
  g_free (few.digest);
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
