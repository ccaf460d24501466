/* bench-popnet.c: lines of a popnet trace a second
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: bench-popnet [LINES]. A trace of random packets on 8 x 8 routers is written into a file and read from it, in order and out of
 * order; processor time counts.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "hd-popnet-trace.h"

static char *
write_trace (guint64 n,
             guint disorder)
{
  g_autoptr (GString) text = g_string_sized_new (n * 28);
  g_autoptr (GError) error = NULL;
  guint64 state = 1;
  char *path = NULL;
  int file;

  for (guint64 i = 0; i < n; i++)
    {
      guint r;

      state = state * 6364136223846793005u + 1442695040888963407u;
      r = (guint) (state >> 33);
      g_string_append_printf (text, "%.4f %u %u %u %u 5\n", (double) (i ^ (r & disorder)) * 0.0625, r & 7, r >> 3 & 7, r >> 6 & 7, r >> 9 & 7);
    }
  file = g_file_open_tmp ("heddle-XXXXXX", &path, &error);
  g_assert_no_error (error);
  close (file);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return path;
}

static void
measure (guint64 n,
         guint disorder)
{
  static const HdPopnetShape grid = { 2, { 8, 8 } };
  g_autofree char *path = write_trace (n, disorder);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      clock_t begin = clock ();
      g_autoptr (HdPopnetTrace) trace = hd_popnet_trace_load (path, &grid, 0, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (trace->n_packets, ==, n);
      g_assert_cmpint (trace->sorted, ==, disorder == 0);
      best = MIN (best, (double) (clock () - begin) / CLOCKS_PER_SEC);
    }
  g_print ("  %s: %.1f million lines a second of processor time\n", disorder == 0 ? "in order (goal 5)" : "out of order", (double) n / best / 1e6);
  g_unlink (path);
}

int
main (int argc,
      char **argv)
{
  guint64 n = argc > 1 ? strtoull (argv[1], NULL, 10) : 5000000;

  g_print ("popnet trace of %" G_GUINT64_FORMAT " lines\n", n);
  measure (n, 0);
  measure (n, 1023);
  return EXIT_SUCCESS;
}
