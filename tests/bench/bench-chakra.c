/* bench-chakra.c: reading and running Chakra traces of 1, 10 and 100 MB
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: ten times the file costs about ten times the time and the memory, so neither grows faster than the file; and what stays of a node is
 * a small part of what the file has of it. The trace is a chain of computations with a send or receive after each fourth; the second rank has
 * the other ends. Time is that of the processor.
 */
#include <stdio.h>
#include <time.h>

#include <glib/gstdio.h>

#include "chakra-writer.h"
#include "hd-chakra-rank.h"
#include "workload-fixture.h"

#define BYTES_PER_NODE 60 /* about */
#define N_RANKS 2

#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>"                                                         \
  "<top><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/><component id=\"s\" type=\"fabric.switch\"/>"                                 \
  "<link from=\"x[i].cxl\" to=\"s.port[i]\" for=\"i=0..1\" class=\"L\"/></top>"                                                            \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators><workload type=\"chakra\" file=\"%s\" on=\"all\"/>"

static double
get_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

/* The most memory in use since reset_peak (), in MB; 0 where the system does not tell. */
static double
get_peak (void)
{
  g_autofree char *status = NULL;
  const char *line = g_file_get_contents ("/proc/self/status", &status, NULL, NULL) ? g_strstr_len (status, -1, "VmHWM:") : NULL;

  return line != NULL ? (double) g_ascii_strtoull (line + 6, NULL, 10) / 1024 : 0;
}

static void
reset_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  if (file == NULL)
    return;
  fputs ("5", file);
  fclose (file);
}

static void
write_rank (const char *prefix,
            guint rank,
            guint64 n_nodes)
{
  ChakraWriter *writer = chakra_writer_new ("1.0.0");

  for (guint64 id = 0; id < n_nodes; id++)
    {
      guint64 dep = id > 0 ? id - 1 : CHAKRA_NO_DEP;

      if (id % 4 != 3)
        {
          chakra_writer_begin (writer, id, id % 4 == 0 ? "gemm_forward" : "gemm_backward", HD_CHAKRA__NODE_TYPE__COMP_NODE);
          if (dep != CHAKRA_NO_DEP)
            chakra_writer_data_dep (writer, dep);
          chakra_writer_duration (writer, 10);
          chakra_writer_number (writer, "num_ops", 1000000);
          chakra_writer_number (writer, "tensor_size", 4096);
          chakra_writer_end (writer);
        }
      else if ((id / 4 + rank) % 2 == 0)
        chakra_writer_send (writer, id, dep, 1 - rank, 4096, 0);
      else
        chakra_writer_receive (writer, id, dep, 1 - rank, 4096, 0);
    }
  chakra_writer_save (writer, prefix, rank);
}

static double
get_size (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return (double) info.st_size / 1e6;
}

static void
read_one (const char *prefix,
          double *last)
{
  g_autofree char *path = g_strdup_printf ("%s.0.et", prefix);
  g_autoptr (HdNamePool) names = hd_name_pool_new ();
  g_autoptr (HdChakraGroups) groups = hd_chakra_groups_new (N_RANKS);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdChakraRank) rank = NULL;
  double size = get_size (path), base, start, time;

  reset_peak ();
  base = get_peak ();
  start = get_seconds ();
  rank = hd_chakra_rank_load (path, 0, N_RANKS, names, groups, NULL, &error);
  g_assert_no_error (error);
  time = get_seconds () - start;
  printf ("read  %6.1f MB, %8u nodes: %6.3f s, %5.1f MB/s, peak %6.1f MB (%3.0f B a node)", size, rank->n_nodes, time, size / time, get_peak () - base,
          (get_peak () - base) * 1048576 / rank->n_nodes);
  if (*last > 0)
    printf (", %.1f times the time of a tenth", time / *last);
  printf ("\n");
  *last = time;
}

static void
run_both (const char *prefix,
          guint64 n_nodes)
{
  g_autofree char *body = g_strdup_printf (PLATFORM, prefix);
  g_autoptr (Fixture) fixture = NULL;
  double base, start, compiled, ended;

  reset_peak ();
  base = get_peak ();
  start = get_seconds ();
  fixture = fixture_new (body, NULL);
  g_assert_no_error (fixture->error);
  compiled = get_seconds ();
  g_assert_true (fixture_run (fixture, FALSE));
  ended = get_seconds ();
  printf ("run   2 ranks, %8" G_GUINT64_FORMAT " nodes: read and matched in %.3f s, run in %.3f s (%.0f ns a node), peak %.1f MB (%.0f B a node)\n",
          2 * n_nodes, compiled - start, ended - compiled, (ended - compiled) * 1e9 / (double) (2 * n_nodes), get_peak () - base,
          (get_peak () - base) * 1048576 / (double) (2 * n_nodes));
}

int
main (int argc,
      char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-chakra-XXXXXX", NULL);
  g_autofree char *prefix = g_build_filename (folder, "t", NULL);
  double last = 0;

  for (guint64 megabytes = 1; megabytes <= 100; megabytes *= 10)
    {
      guint64 n_nodes = megabytes * 1000000 / BYTES_PER_NODE / 8 * 8;

      for (guint rank = 0; rank < N_RANKS; rank++)
        write_rank (prefix, rank, n_nodes);
      read_one (prefix, &last);
      run_both (prefix, n_nodes);
      fflush (stdout);
    }
  for (guint rank = 0; rank < N_RANKS; rank++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u.et", prefix, rank);

      g_unlink (path);
    }
  g_rmdir (folder);
  return 0;
}
