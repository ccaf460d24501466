/* bench-chip.c: how fast programs that are chiplets are served
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chiplets and a memory at one router, at flit fidelity: each program asks for four bytes many times, one request after the other. Writes are posted and the
 * program never waits; a read waits, and in real time for two changes of process. Private memory is read without the network: that is the protocol alone.
 * The aim is 150,000 writes and 40,000 reads a second on two cores. Then how long 64 programs take to start, speak and end, and how fast 256 chiplet models on a mesh of
 * 16 x 16 routers run.
 */
#include <heddle/heddle.h>

#define N_WRITES 200000
#define N_READS 50000

static HdCatalog *catalog;

static double
run (const char *body,
     guint64 *out_events)
{
  g_autofree char *text = g_strdup_printf ("<heddle version='1' name='chip'>%s</heddle>", body);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "chip.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) simulation = NULL;
  HdCounters counters;
  gint64 begin;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  simulation = hd_run_new (design, NULL);
  hd_run_allow_programs (simulation, permit);
  begin = g_get_monotonic_time ();
  hd_run_start (simulation);
  hd_run_wait (simulation, &error);
  g_assert_no_error (error);
  hd_record_get_counters (hd_run_get_record (simulation), &counters);
  *out_events = counters.events;
  return (double) (g_get_monotonic_time () - begin) * 1e-6;
}

static double
serve (guint n_chiplets,
       const char *act,
       guint64 n)
{
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top><component id='r' type='fabric.switch'/><component id='memory' type='chiplet.memory'/>"
    "<component id='c' type='chiplet.process' count='%u' number='c' program='%s' arguments='%s %" G_GUINT64_FORMAT "' memory-limit='0 B'/>"
    "<link from='memory.net' to='r.port[%u]' class='L'/><link from='c[i].net' to='r.port[i]' class='L'/></top>"
    "<run fidelity='flit' flit='32 B' header='0' clock='1 GHz'/>", n_chiplets, g_getenv ("HEDDLE_CHIP_PROGRAM"), act, n, n_chiplets);
  guint64 n_events;

  return run (body, &n_events);
}

static void
print_rate (const char *title,
            guint n_chiplets,
            const char *act,
            guint64 n)
{
  double wall_s = serve (n_chiplets, act, n) - serve (n_chiplets, act, 1);

  g_print ("%-34s %10.0f a second\n", title, (double) (n * n_chiplets) / wall_s);
}

static void
print_models (void)
{
  const char *body =
    "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top><component id='r' type='fabric.switch' count='16x16' index='i j'/>"
    "<component id='g' type='chiplet.gpu' count='16x16' index='i j' kernels='100 1000 0 0 100 50 -'/><component id='memory' type='chiplet.memory' count='16'/>"
    "<link from='g[i][j].net' to='r[i][j].port[0]' class='L'/><link from='memory[i].net' to='r[i][0].port[5]' class='L'/>"
    "<link from='r[i][j].port[1]' to='r[i + 1][j].port[2]' class='L'/><link from='r[i][j].port[3]' to='r[i][j + 1].port[4]' class='L'/></top>"
    "<run fidelity='flit' flit='32 B' header='0' clock='1 GHz'/>";
  guint64 n_events;
  double wall_s = run (body, &n_events);

  g_print ("256 models on 16 x 16 routers: %" G_GUINT64_FORMAT " events in %.2f s, %.2f million a second\n", n_events, wall_s, (double) n_events / wall_s * 1e-6);
}

int
main (void)
{
  g_auto (GStrv) warnings = NULL;

  catalog = hd_catalog_new ();
  warnings = hd_catalog_load_default (catalog);
  print_rate ("writes, one program", 1, "writes", N_WRITES);
  print_rate ("writes, two programs", 2, "writes", N_WRITES);
  print_rate ("reads, one program", 1, "reads", N_READS);
  print_rate ("reads, two programs", 2, "reads", N_READS);
  print_rate ("reads of private memory", 1, "private-reads", N_READS);
  g_print ("64 programs, 10 reads each:        %10.3f s\n", serve (64, "reads", 10));
  g_print ("256 programs, 10 reads each:       %10.3f s\n", serve (256, "reads", 10));
  print_models ();
  g_object_unref (catalog);
  return 0;
}
