/* bench-flit.c: routers with virtual channels, flit by flit, on meshes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Uniform random packets, three virtual channels of twelve flits, one thread. Each row: cycles a second of processor time, flits over links a second, and
 * the time of a flit at a router, of which the best of five runs counts; as routers alone, and with an interface beside each router, as BookSim2 has it.
 * With HEDDLE_BOOKSIM=path/to/booksim BookSim2 is run with the same rates between the two, of which the best of three runs counts, and the ratios are
 * printed.
 *
 * Goals, of routers alone: 20 times BookSim2 in rows that are loaded, 40 times in those that are nearly idle, 10 million link flits a second, 3,000 cycles a
 * second on 64x64 at 0.01, at most 4 KiB a router. Measured by us with a virtual processor that nobody else used much: BookSim2 (github.com/booksim/booksim2,
 * -O3) 31.0k, 17.4k and 6.1k cycles/s on 8x8 with packets of a flit at 0.05, 0.1 and 0.3, and 265 and 150 on 32x32 at 0.05 and 0.1; popnet
 * (github.com/FCAS-ZJU/popnet_backup) about 15k on 8x8 with packets of five at 0.02.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <glib/gstdio.h>

#include "flit-grid.h"

#define N_RUNS 5
#define N_PEER_RUNS 3
#define CHANNELS 3
#define BUFFER 12

/* @peer_cycles: of a sample period of BookSim2, which makes several */
typedef struct
{
  guint size;
  double rate;
  guint flits, cycles, peer_cycles;
} Row;

static const Row rows[] = {
  { 8, 0.05, 1, 100000, 5000 }, { 8, 0.1, 1, 100000, 5000 }, { 8, 0.3, 1, 50000, 2000 }, { 32, 0.05, 1, 3000, 200 },    { 32, 0.1, 1, 3000, 200 },
  { 8, 0.002, 1, 1000000, 50000 }, { 8, 0.02, 5, 100000, 5000 }, { 64, 0.01, 1, 4000, 0 },
};

static double
cpu_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static FlitGrid *
make_grid (const Row *row,
           gboolean interfaces)
{
  return flit_grid_new (&(FlitGridSetup){ .n = 2, .sizes = { row->size, row->size }, .channels = CHANNELS, .in_buffer = BUFFER, .last_first = TRUE,
                                          .interfaces = interfaces });
}

/* Returns cycles a second. */
static double
measure (const Row *row,
         gboolean interfaces)
{
  double best = G_MAXDOUBLE;
  guint64 n_flits = 0;

  for (guint run = 0; run < N_RUNS; run++)
    {
      g_autoptr (FlitGrid) grid = make_grid (row, interfaces);
      double begin;

      flit_grid_add_uniform (grid, 1, row->cycles, row->rate, row->flits);
      begin = cpu_seconds ();
      flit_grid_run (grid, row->cycles);
      best = MIN (best, cpu_seconds () - begin);
      n_flits = 0;
      for (guint r = 0; r < flit_grid_get_n (grid); r++)
        {
          HdFlitCounts counts;

          hd_flit_tile_count (flit_grid_get_tile (grid), r, &counts);
          n_flits += (guint64) counts.link_flits;
        }
    }
  g_print ("  %s: %.0f cycles/s, %.2f million link flits/s, %.0f ns a flit and hop\n", interfaces ? "with interfaces" : "routers alone", row->cycles / best,
           (double) n_flits / best / 1e6, best / (double) n_flits * 1e9);
  return row->cycles / best;
}

static void
print_memory (void)
{
  const Row *row = &rows[G_N_ELEMENTS (rows) - 1];
  struct mallinfo2 before = mallinfo2 (), after;
  g_autoptr (FlitGrid) grid = make_grid (row, FALSE);
  double n = flit_grid_get_n (grid);

  after = mallinfo2 ();
  g_print ("%ux%u: %.0f B a router (goal 4096)\n", row->size, row->size, (double) (after.uordblks + after.hblkhd - before.uordblks - before.hblkhd) / n);
}

/* ---- BookSim2 --------------------------------------------------------------------------------------------------------- */

static char *
write_settings (const char *folder,
                const Row *row)
{
  char *path = g_build_filename (folder, "mesh.cfg", NULL);
  g_autofree char *text = g_strdup_printf ("topology = mesh;\nk = %u;\nn = 2;\nrouting_function = dim_order;\nnum_vcs = %d;\nvc_buf_size = %d;\n"
                                           "vc_allocator = islip;\nsw_allocator = islip;\nalloc_iters = 1;\nrouting_delay = 1;\nvc_alloc_delay = 1;\n"
                                           "sw_alloc_delay = 1;\nst_final_delay = 1;\ncredit_delay = 1;\nuse_noc_latency = 0;\ntraffic = uniform;\n"
                                           "packet_size = %u;\ninjection_rate = %g;\nsim_type = latency;\nwarmup_periods = 1;\nsample_period = %u;\n"
                                           "max_samples = 10;\n", row->size, CHANNELS, BUFFER, row->flits, row->rate, row->peer_cycles);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Of programs that have ended. */
static double
get_children_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec * 1e-6;
}

/* Returns cycles a second, once. */
static double
run_peer (const char *program,
              const Row *row)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", &error), *path = NULL, *printed = NULL;
  char *arguments[] = { (char *) program, NULL, NULL };
  const char *taken;
  double begin = get_children_seconds (), seconds;

  g_assert_no_error (error);
  path = write_settings (folder, row);
  arguments[1] = path;
  g_spawn_sync (folder, arguments, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &printed, NULL, NULL, &error);
  g_assert_no_error (error);
  seconds = get_children_seconds () - begin;
  g_unlink (path);
  g_rmdir (folder);
  taken = strstr (printed, "Time taken is ");
  g_assert_nonnull (taken);
  return (double) g_ascii_strtoull (taken + strlen ("Time taken is "), NULL, 10) / seconds;
}

static double
measure_peer (const char *program,
              const Row *row)
{
  double best = 0;

  for (guint run = 0; run < N_PEER_RUNS; run++)
    best = MAX (best, run_peer (program, row));
  return best;
}

int
main (void)
{
  const char *program = g_getenv ("HEDDLE_BOOKSIM");

  print_memory ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const Row *row = &rows[i];
      double alone, peer = 0, interfaces;

      g_print ("%ux%u, %g packets of %u a node and cycle\n", row->size, row->size, row->rate, row->flits);
      alone = measure (row, FALSE);
      if (program != NULL && row->peer_cycles > 0)
        peer = measure_peer (program, row);
      interfaces = measure (row, TRUE);
      if (peer > 0)
        g_print ("  BookSim2: %.0f cycles/s; %.1f times as fast, %.1f times with interfaces (goal %d)\n", peer, alone / peer, interfaces / peer,
                 row->rate < 0.01 ? 40 : 20);
    }
  return EXIT_SUCCESS;
}
