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
  g_auto (Result) figures = cli_run (folder, "run", "bench", "--popnet", "-A 4", "--fidelity", "flow", NULL);
  g_auto (Result) flows = cli_run (folder, "run", "bench", "--fidelity", "flow", "--quiet", NULL);

  g_assert_cmpint (alone.status, ==, 0);
  g_assert_cmpstr (alone.output, ==, with.output);
  g_assert_cmpstr (alone.output, ==, named.output);
  g_assert_cmpstr (alone.output, ==, file.output);
  g_assert_cmpint (torus.status, ==, 0);
  g_assert_cmpstr (alone.output, !=, torus.output);
  g_assert_cmpint (flows.status, ==, 0);
  assert_contains (figures.output, "total finished:       3\naverage Delay:        6.33333\n");
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
  g_auto (Result) missing = cli_run (folder, "run", "none", "--popnet", "-A 4", NULL);

  g_assert_cmpint (channels.status, ==, 1);
  assert_contains (channels.errors, "popnet has no option -v; did you mean -V?");
  g_assert_cmpint (input.status, ==, 2);
  assert_contains (input.errors, "--popnet: popnet has no option -l; did you mean -I?");
  g_assert_cmpint (routing.status, ==, 1);
  assert_contains (routing.errors, "popnet has two routings");
  g_assert_cmpint (none.status, ==, 2);
  assert_contains (none.errors, "-I does");
  g_assert_cmpint (outside.status, ==, 1);
  assert_contains (outside.errors, "/bench: error: run: ");
  assert_contains (outside.errors, "/bench:1: The destination (3,3) is not within the 3 x 3 routers");
  g_assert_cmpint (missing.status, ==, 4);
  assert_contains (missing.errors, "/none cannot be read: No such file or directory");
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

static char *
get_text (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Command line and trace, in and out and in again: the same trace, the same project, the same run; each router has a file, if an empty one. @words: as
 * options come out; @router, @part: one that sends something, and what; @idle: one that does not. */
static void
check_round (const char *options,
             const char *trace,
             const char *words,
             const char *router,
             const char *part,
             const char *idle)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *list = cli_write_file (folder, "bench", trace), *line = g_strdup_printf ("popnet %s -I bench\n", options);
  g_autofree char *command = cli_write_file (folder, "a.popnet", line), *expected_line = g_strdup_printf ("popnet %s -I 'out'\n", words);
  g_auto (Result) in = cli_run (folder, "convert", "a.popnet", "a.heddle", NULL);
  g_auto (Result) out = cli_run (folder, "convert", "a.heddle", "out", "--to", "popnet-split", NULL);
  g_autofree char *again = cli_write_file (folder, "b.popnet", out.output);
  g_auto (Result) second = cli_run (folder, "convert", "b.popnet", "b.heddle", NULL);
  g_auto (Result) first_run = cli_run (folder, "run", "a.heddle", "--digest", "--quiet", NULL);
  g_auto (Result) second_run = cli_run (folder, "run", "b.heddle", "--digest", "--quiet", NULL);
  g_auto (Result) first_figures = cli_run (folder, "run", "bench", "--popnet", options, NULL);
  g_auto (Result) second_figures = cli_run (folder, "run", "out", "--popnet", options, NULL);
  g_autofree char *written = get_text (folder, "out"), *of_router = get_text (folder, router), *empty = get_text (folder, idle);
  g_autofree char *a = get_text (folder, "a.heddle"), *b = get_text (folder, "b.heddle");
  g_autoptr (GString) expected = g_string_new (a);

  g_assert_cmpint (in.status, ==, 0);
  g_assert_cmpstr (out.errors, ==, "");
  g_assert_cmpstr (out.output, ==, expected_line);
  g_assert_cmpstr (written, ==, trace);
  g_assert_cmpstr (of_router, ==, part);
  g_assert_cmpstr (empty, ==, "");
  g_string_replace (expected, "file=\"bench\"", "file=\"out\"", 0);
  g_string_replace (expected, "name=\"a\"", "name=\"b\"", 0);
  g_assert_cmpstr (b, ==, expected->str);
  g_assert_cmpint (first_run.status, ==, 0);
  g_assert_cmpstr (first_run.output, ==, second_run.output);
  g_assert_nonnull (strstr (first_figures.output, "total finished:"));
  g_assert_cmpstr (strstr (first_figures.output, "total finished:"), ==, strstr (second_figures.output, "total finished:"));
  cli_remove_tree (folder);
}

static void
test_round (void)
{
  check_round ("-A 4 -c 2 -F 2 -T 2e9 -r 3 -R 1", "0 1 0 1 0 2\n0.333 0 3 3 0 65535\n1.5 2 1 0 0 5\n10.001 0 0 3 3 5\n10.001 0 0 0 3 7\n123456789 3 3 0 0 2\n",
               "-A 4 -c 2 -V 2 -B 64 -O 4 -F 2 -L 1000 -T 2000000000 -r 3 -R 1", "out.0.0", "10.001 0 0 3 3 5\n10.001 0 0 0 3 7\n", "out.3.2");
  check_round ("-A 3 -c 2 -V 1 -B 1 -O 1 -F 4 -L 2500 -T 5000 -R 0", "0.5 0 0 2 2 5\n0.5 0 0 2 2 5\n3 2 2 0 0 2\n3.25 2 0 0 2 31\n", 
               "-A 3 -c 2 -V 1 -B 1 -O 1 -F 4 -L 2500 -T 5000 -r 1 -R 0", "out.0.0", "0.5 0 0 2 2 5\n0.5 0 0 2 2 5\n", "out.1.1");
  check_round ("-A 9 -c 2 -V 3 -B 12 -O 12 -F 4 -L 1000 -T 20000 -r 7 -R 1", "0.5 8 8 0 0 5\n1.5 4 4 4 5 5\n1.5 8 8 0 1 5\n2.5 0 0 8 8 5\n",
               "-A 9 -c 2 -V 3 -B 12 -O 12 -F 4 -L 1000 -T 20000 -r 7 -R 1", "out.8.8", "0.5 8 8 0 0 5\n1.5 8 8 0 1 5\n", "out.2.7");
}

/* Dependencies stay; for popnet itself they cannot, nor can it count packets of one flit. */
static void
test_extended (void)
{
  static const char trace[] = "#noi-trace 2\n10 0 0 3 3 1 R 1 0\n11.25 3 3 0 0 5 D 2 1\n";
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *list = cli_write_file (folder, "bench", trace);
  g_auto (Result) kept = cli_run (folder, "convert", "bench", "kept.popnet", NULL);
  g_auto (Result) plain = cli_run (folder, "convert", "bench", "plain", "--to", "popnet-split", NULL);
  g_autofree char *extended = get_text (folder, "kept.popnet"), *without = get_text (folder, "plain");

  g_assert_cmpint (kept.status, ==, 0);
  g_assert_cmpstr (extended, ==, trace);
  g_assert_cmpstr (without, ==, "10 0 0 3 3 1\n11.25 3 3 0 0 5\n");
  assert_contains (plain.errors, "popnet does not count packets of one flit; here they number 1");
  assert_contains (plain.errors, "popnet does not know of packets that wait for others");
  cli_remove_tree (folder);
}

/* Held to what popnet can do, as with a command line, a run refuses a packet that popnet would not count, by file and line; without that it runs. */
static void
test_one_flit (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *trace = cli_write_file (folder, "bench", "1 0 0 3 3 5\n2.5 0 0 1 1 1\n");
  g_auto (Result) free_run = cli_run (folder, "run", "bench", "--quiet", NULL);
  g_auto (Result) held = cli_run (folder, "run", "bench", "--popnet", "-A 4 -c 2", NULL);
  g_auto (Result) in = cli_run (folder, "convert", "bench", "held.heddle", "--popnet", "-A 4 -c 2", NULL);
  g_auto (Result) project = cli_run (folder, "run", "held.heddle", NULL);

  g_assert_cmpint (free_run.status, ==, 0);
  g_assert_cmpint (held.status, ==, 1);
  assert_contains (held.errors, "bench:2: The packet has one flit, and popnet counts no such packets");
  g_assert_cmpint (in.status, ==, 0);
  g_assert_cmpint (project.status, ==, 1);
  assert_contains (project.errors, "bench:2: The packet has one flit, and popnet counts no such packets");
  cli_remove_tree (folder);
}

#define MESH \
  "<heddle version='1'><link-class id='w' bandwidth='32 GB/s' latency='1 ns'/><top>" \
  "<component id='s' type='fabric.switch' count='2x3'/><component id='x' type='fabric.xpu' count='2x3'/>" \
  "<component id='far' type='fabric.xpu'/><component id='other' type='fabric.switch'/>" \
  "<link from='s[i][j].port[0]' to='s[i][j + 1].port[1]' class='w'/><link from='s[i][j].port[2]' to='s[i + 1][j].port[3]' class='w'/>" \
  "<link from='x[i][j].eth' to='s[i][j].port[4]' class='w'/><link from='far.eth' to='other.port[0]' class='w'/>" \
  "<link from='other.port[1]' to='s[0][0].port[5]' class='w'/></top><workload type='transfers' file='list.csv' clock='700 MHz' flit='64 B'/></heddle>"

/* What hangs on a switch stands where the switch stands. Three cycles of 700 MHz are 4286 ps, as whole ones are written. */
static void
test_hosts (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autofree char *project = cli_write_file (folder, "a.heddle", MESH);
  g_autofree char *list = cli_write_file (folder, "list.csv", "start_s,bytes,source,destination\n4.286e-9,65,x[1][2],s[0][1]\n0,640,x[0][0],x[1][1]\n");

  {
    g_auto (Result) out = cli_run (folder, "convert", "a.heddle", "out.popnet", NULL);
    g_autofree char *written = get_text (folder, "out.popnet");

    g_assert_cmpstr (written, ==, "0 0 0 1 1 10\n3 1 2 0 1 2\n");
    assert_contains (out.errors, "popnet has as many routers in each dimension");
    assert_contains (out.output, "popnet -A 3 -c 2 ");
  }
  {
    g_autofree char *away = cli_write_file (folder, "list.csv", "start_s,bytes,source,destination\n0,65,x[1][2],far\n");
    g_auto (Result) out = cli_run (folder, "convert", "a.heddle", "out.popnet", NULL);

    g_assert_cmpint (out.status, ==, 1);
    assert_contains (out.errors, "“far” is not a member of the one array of switches");
  }
  {
    g_autofree char *large = cli_write_file (folder, "list.csv", "start_s,bytes,source,destination\n0,1e9,x[1][2],x[0][0]\n");
    g_auto (Result) out = cli_run (folder, "convert", "a.heddle", "out.popnet", NULL);

    g_assert_cmpint (out.status, ==, 1);
    assert_contains (out.errors, "Transfer 1 has 1000000000 B, which are 15625000 flits; a packet has 65535 at most");
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
  g_test_add_func ("/app/cli/popnet/round", test_round);
  g_test_add_func ("/app/cli/popnet/extended", test_extended);
  g_test_add_func ("/app/cli/popnet/one-flit", test_one_flit);
  g_test_add_func ("/app/cli/popnet/hosts", test_hosts);
  return g_test_run ();
}
