/* bench-manycore.c: a mesh in router visits a second, a chip of 1,024 cores in instructions a second
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the projects as they are shipped, on the serial strategy. The paper gives 722.82 KIPS for 1,024 cores on one thread. An instruction here is one that a core
 * of the model retires; those between two loads or stores are skipped at once, so miss rate, hops and instructions for each access are printed
 * beside.
 */
#include <heddle/heddle.h>

#define PAPER_KIPS 722.82

static HdRecord *
run (const char *name,
     const char *const *settings,
     double *out_seconds)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "bdsim", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) hd_run = NULL;
  HdCounters counters;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  hd_run = hd_run_new (design, NULL);
  hd_run_set_speed (hd_run, 0);
  hd_run_start (hd_run);
  hd_run_wait (hd_run, &error);
  g_assert_no_error (error);
  hd_record_get_counters (hd_run_get_record (hd_run), &counters);
  *out_seconds = counters.wall_time_s;
  return hd_record_ref (hd_run_get_record (hd_run));
}

static double
get (HdRecord *record,
     const char *name)
{
  HdMetric metric;

  g_assert_true (hd_record_find_metric (record, name, &metric));
  return metric.value;
}

static void
bench_mesh (const char *load)
{
  g_autofree char *setting = g_strdup_printf ("$load=%s", load);
  const char *settings[] = { setting, "$packets=200", NULL };
  double seconds;
  g_autoptr (HdRecord) record = run ("mesh-32x32.heddle", settings, &seconds);

  g_print ("mesh 32x32, load %s packets a cycle: %.2f M flits forwarded a second, %.2f M visits of elements a second, %.2f hops, %.1f cycles (%.2f s)\n",
           load, get (record, "router.flits") / seconds * 1e-6, get (record, "visits") / seconds * 1e-6, get (record, "vcore.hops"),
           get (record, "vcore.latency"), seconds);
}

static void
bench_chip (const char *program,
            const char *working_set,
            guint n_instructions)
{
  g_autofree char *first = g_strdup_printf ("$program=%s", program);
  g_autofree char *second = g_strdup_printf ("$working_set=%s", working_set);
  g_autofree char *third = g_strdup_printf ("$instructions=%u", n_instructions);
  const char *settings[] = { first, second, third, NULL };
  double seconds, instructions, kips;
  g_autoptr (HdRecord) record = run ("system-1024-cores.heddle", settings, &seconds);

  instructions = get (record, "core.instructions");
  kips = instructions / seconds * 1e-3;
  g_print ("1,024 cores, %s in %s: %.0f KIPS, %.1f times the paper's; %.2f M visits and %.2f M flits a second; miss rate %.2f %%, %.1f hops, "
           "%.2f instructions an access, %.2f cycles an instruction (%.2f s)\n",
           program, working_set, kips, kips / PAPER_KIPS, get (record, "visits") / seconds * 1e-6, get (record, "router.flits") / seconds * 1e-6,
           get (record, "cache.misses"), get (record, "cache.hops"), instructions / get (record, "core.accesses"), get (record, "core.cpi"),
           seconds);
}

int
main (void)
{
  bench_mesh ("50");
  bench_mesh ("100");
  bench_chip ("search", "8 KiB", 50000);
  bench_chip ("word-count", "8 KiB", 50000);
  bench_chip ("tera-sort", "8 KiB", 50000);
  bench_chip ("search", "32 KiB", 5000);
  return 0;
}
