/* test-cli-popnet.c: popnet's traces and command lines, given to the program
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a trace runs with popnet's options, from wherever it lies; slips in them are answered with what was meant.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"

#define TRACE "10.5 0 0 3 3 5\n1 1 0 1 0 5\n2 0 3 3 0 2\n"

static void
assert_contains (const char *text,
                 const char *words)
{
  if (strstr (text, words) == NULL)
    g_error ("“%s” is not in: %s", words, text);
}

static void
test_run (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *trace = cli_write_file (folder, "bench", TRACE);
  g_autofree char *command = cli_write_file (folder, "a.popnet", "popnet -A 4 -c 2 -I bench\n");
  g_auto (Result) alone = cli_run (folder, "run", "bench", "--digest", "--quiet", NULL);
  g_auto (Result) with = cli_run (NULL, "run", trace, "--popnet", "-A 4 -c 2", "--digest", "--quiet", NULL);
  g_auto (Result) named = cli_run (folder, "run", "--popnet", "-A 4 -c 2 -I ./bench", "--digest", "--quiet", NULL);
  g_auto (Result) file = cli_run (NULL, "run", command, "--digest", "--quiet", NULL);
  g_auto (Result) torus = cli_run (folder, "run", "bench", "--popnet", "-A 4 -R 1", "--digest", "--quiet", NULL);
  g_auto (Result) flows = cli_run (folder, "run", "bench", "--fidelity", "flow", "--quiet", NULL);

  g_assert_cmpint (alone.status, ==, 0);
  g_assert_cmpstr (alone.output, ==, with.output);
  g_assert_cmpstr (alone.output, ==, named.output);
  g_assert_cmpstr (alone.output, ==, file.output);
  g_assert_cmpint (torus.status, ==, 0);
  g_assert_cmpstr (alone.output, !=, torus.output);
  g_assert_cmpint (flows.status, ==, 0);
  cli_remove_tree (folder);
}

static void
test_slips (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *trace = cli_write_file (folder, "bench", TRACE);
  g_auto (Result) channels = cli_run (folder, "run", "bench", "--popnet", "-A 4 -v 3", NULL);
  g_auto (Result) input = cli_run (folder, "run", "--popnet", "-A 4 -l bench", NULL);
  g_auto (Result) routing = cli_run (folder, "convert", "bench", "a.heddle", "--popnet", "-R 2", NULL);
  g_auto (Result) none = cli_run (folder, "run", "--popnet", "-A 4", NULL);
  g_auto (Result) outside = cli_run (folder, "run", "bench", "--popnet", "-A 3", NULL);

  g_assert_cmpint (channels.status, ==, 1);
  assert_contains (channels.errors, "popnet has no option -v; did you mean -V?");
  g_assert_cmpint (input.status, ==, 2);
  assert_contains (input.errors, "--popnet: popnet has no option -l; did you mean -I?");
  g_assert_cmpint (routing.status, ==, 1);
  assert_contains (routing.errors, "popnet has two routings");
  g_assert_cmpint (none.status, ==, 2);
  assert_contains (none.errors, "-I does");
  g_assert_cmpint (outside.status, ==, 1);
  assert_contains (outside.errors, "bench:1: The destination (3,3) is not within the 3 x 3 routers");
  cli_remove_tree (folder);
}

/* Into another folder, and back into the one above. */
static void
test_convert (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *below = g_build_filename (folder, "below", NULL);
  g_autofree char *trace = NULL;

  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  trace = cli_write_file (below, "bench", TRACE);
  {
    g_auto (Result) same = cli_run (below, "convert", "bench", "same.heddle", NULL);
    g_auto (Result) above = cli_run (folder, "convert", "below/bench", "above.heddle", NULL);
    g_auto (Result) again = cli_run (folder, "convert", "above.heddle", "below/again.heddle", NULL);
    g_auto (Result) from = cli_run (NULL, "run", trace, "--digest", "--quiet", NULL);
    static const struct
    {
      const char *name, *file;
    } files[] = { { "below/same.heddle", " file=\"bench\"" }, { "above.heddle", " file=\"below/bench\"" }, { "below/again.heddle", " file=\"bench\"" } };

    assert_contains (same.errors, "bench: guessed: As many routers as the largest coordinate needs (4 x 4)");
    g_assert_cmpint (above.status, ==, 0);
    g_assert_cmpint (again.status, ==, 0);
    for (guint i = 0; i < G_N_ELEMENTS (files); i++)
      {
        g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
        g_autofree char *text = NULL;
        g_auto (Result) run = cli_run (NULL, "run", path, "--digest", "--quiet", NULL);

        g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
        assert_contains (text, files[i].file);
        g_assert_cmpstr (run.output, ==, from.output);
      }
  }
  cli_remove_tree (folder);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/cli/popnet/run", test_run);
  g_test_add_func ("/app/cli/popnet/slips", test_slips);
  g_test_add_func ("/app/cli/popnet/convert", test_convert);
  return g_test_run ();
}
