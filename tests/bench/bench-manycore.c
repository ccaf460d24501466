/* bench-manycore.c: a mesh in router visits a second, a chip of 1,024 cores in instructions a second
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the projects as they are shipped, on the serial strategy. The paper gives 722.82 KIPS for 1,024 cores on one thread. An instruction here is one that a core
 * of the model retires; those between two loads or stores are skipped at once, so miss rate, hops and instructions for each access are printed
 * beside.
 */
#include "project-run.h"

#define PAPER_KIPS 722.82

static void
bench_mesh (const char *load)
{
  g_autofree char *setting = g_strdup_printf ("$load=%s", load);
  const char *settings[] = { setting, "$packets=200", NULL };
  g_auto (ProjectRun) run = project_run ("bdsim/mesh-32x32.heddle", settings);
  double seconds = run.counters.wall_time_s;

  g_print ("mesh 32x32, load %s packets a cycle: %.2f M flits forwarded a second, %.2f M visits of elements a second, %.2f hops, %.1f cycles (%.2f s)\n",
           load, project_run_get (&run, "router.flits") / seconds * 1e-6, project_run_get (&run, "visits") / seconds * 1e-6, project_run_get (&run, "vcore.hops"),
           project_run_get (&run, "vcore.latency"), seconds);
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
  g_auto (ProjectRun) run = project_run ("bdsim/system-1024-cores.heddle", settings);
  double seconds = run.counters.wall_time_s, instructions = project_run_get (&run, "core.instructions"), kips = instructions / seconds * 1e-3;

  g_print ("1,024 cores, %s in %s: %.0f KIPS, %.1f times the paper's; %.2f M visits and %.2f M flits a second; miss rate %.2f %%, %.1f hops, "
           "%.2f instructions an access, %.2f cycles an instruction (%.2f s)\n",
           program, working_set, kips, kips / PAPER_KIPS, project_run_get (&run, "visits") / seconds * 1e-6, project_run_get (&run, "router.flits") / seconds * 1e-6,
           project_run_get (&run, "cache.misses"), project_run_get (&run, "cache.hops"), instructions / project_run_get (&run, "core.accesses"), project_run_get (&run, "core.cpi"),
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
