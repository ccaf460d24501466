/* test-drawings.c: 2,000 drawings by seed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: no drawing ends by a signal, hangs, makes GLib warn, is done while messages wait, or breaks what drawing-check.h says of it. The one at which
 * that happens is left in a file, whose name and seed are printed; `test-drawings FIRST COUNT` runs other seeds.
 */
#define G_LOG_DOMAIN "hd-test-drawings"

#include "catalog-fixture.h"
#include "drawing.h"
#include "drawing-check.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#define N_BYTES 2048
#define PATIENCE_S 120

typedef struct
{
  HdCatalog *catalog;
  guint32 first, count;
} Seeds;

/* For the handler of signals, which can reach nothing else. */
static char message[512];

static void
on_signal (int number)
{
  if (write (STDERR_FILENO, message, strlen (message)) < 0)
    _exit (1);
  signal (number, SIG_DFL);
  raise (number);
}

static void
test_seeds (gconstpointer data)
{
  const Seeds *seeds = data;
  g_autofree char *name = g_strdup_printf ("drawing-%u-%u.heddle", seeds->first, (guint) getpid ());
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autoptr (GError) error = NULL;

  for (guint32 seed = seeds->first; seed < seeds->first + seeds->count; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint8 bytes[N_BYTES];
      g_autofree char *text = NULL;

      for (guint i = 0; i < N_BYTES; i++)
        bytes[i] = (guint8) g_rand_int (random);
      text = drawing_make (seeds->catalog, bytes, N_BYTES);
      g_file_set_contents (path, text, -1, &error);
      g_assert_no_error (error);
      snprintf (message, sizeof message, "# seed %u, drawing in %s\n", seed, path);
      alarm (PATIENCE_S);
      drawing_check (seeds->catalog, text);
    }
  alarm (0);
  g_remove (path);
}

int
main (int argc, char **argv)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM };
  g_autoptr (HdCatalog) catalog = NULL;
  Seeds parts[4];
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], on_signal);
  catalog = catalog_fixture_new ();
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      guint32 first = argc > 2 ? (guint32) atoi (argv[1]) : 0, count = argc > 2 ? (guint32) atoi (argv[2]) : 2000;
      g_autofree char *path = NULL;

      parts[i] = (Seeds){ catalog, first + i * count / G_N_ELEMENTS (parts), count / G_N_ELEMENTS (parts) };
      path = g_strdup_printf ("/fuzz/drawings/%u", parts[i].first);
      g_test_add_data_func (path, &parts[i], test_seeds);
    }
  status = g_test_run ();
  return status;
}
