/* bench-offload.c: 4,096 network cards that run an all-reduce, in packet events a second
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the project as it is shipped, with 4,096 nodes in the place of 32, on the serial strategy. A packet event here is a packet that has passed a link, counted on each; an event of the kernel
 * is any other thing too that happens at one time: turns of engines, writes into buffers, grants. Time is that of the processor, preparing and checking results included.
 */
#include <heddle/heddle.h>

#include <time.h>

static double
get_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static double
get (HdRecord *record,
     const char *name)
{
  HdMetric metric;

  g_assert_true (hd_record_find_metric (record, name, &metric));
  return metric.value;
}

int
main (void)
{
  static const char *const settings[] = { "$nodes=4096", "$tasks=1", "$size=64 KiB", NULL };
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "offload", "buffer.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;
  HdRecord *record;
  HdCounters counters;
  double began, elaborated, ended;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  began = get_cpu_s ();
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  elaborated = get_cpu_s ();
  run = hd_run_new (design, NULL);
  hd_run_set_speed (run, 0);
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  ended = get_cpu_s ();
  record = hd_run_get_record (run);
  hd_record_get_counters (record, &counters);
  g_assert_cmpfloat (get (record, "nic.done"), ==, 4096);
  g_print ("4,096 cards, an all-reduce of 64 KiB: %.2f s of CPU (goal: 10), %.2f s to elaborate; %.2f M packet events and %.2f M events of the kernel, %.0f k and %.0f k a second\n",
           ended - began, elaborated - began, get (record, "packet_hops") * 1e-6, (double) counters.events * 1e-6, get (record, "packet_hops") / (ended - elaborated) * 1e-3,
           (double) counters.events / (ended - elaborated) * 1e-3);
  return 0;
}
