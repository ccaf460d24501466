/* test-cli-compare.c: two runs beside each other, on the command line
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A transfer of 1 GB over a link of 10 GB/s takes 100 ms; over one of 8 GB/s 125 ms.
 *
 * Invariants: a result and the project that it was made of are the same run; a condition that holds is an exit status of its own, told on standard
 * error; edits between two files are found by names; what cannot be asked for is refused before anything runs.
 */
#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-fixture.h"

#define PROJECT(comment, bandwidth, extra) \
  "<heddle version=\"1\" name=\"pair\">" comment "\n" \
  "<link-class id=\"L\" bandwidth=\"" bandwidth "\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top>" extra "<component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.xpu\"/>\n" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/>\n" \
  "<run fidelity=\"flow\"/></heddle>\n"

typedef struct
{
  char *directory;
  char *fast, *slow; /* projects */
  char *result;      /* of the fast one */
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-compare-XXXXXX", NULL);
  fixture->fast = cli_write_file (fixture->directory, "fast.heddle", PROJECT ("", "10 GB/s", ""));
  fixture->slow = cli_write_file (fixture->directory, "slow.heddle", PROJECT ("<variables/>", "8 GB/s", "<note x=\"0\" y=\"0\">of no effect</note>"));
  fixture->result = g_build_filename (fixture->directory, "fast.json", NULL);
  {
    g_auto (Result) made = cli_run (NULL, "run", fixture->fast, "--quiet", "--json", fixture->result, NULL);

    g_assert_cmpstr (made.errors, ==, "");
    g_assert_cmpint (made.status, ==, 0);
  }
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->fast);
  g_free (fixture->slow);
  g_free (fixture->result);
}

static void
test_projects (Fixture *fixture,
               gconstpointer data)
{
  g_auto (Result) result = cli_run (NULL, "compare", fixture->fast, fixture->slow, NULL);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.output, "The runs are not the same."));
  g_assert_nonnull (strstr (result.output, "  L · Bandwidth  10 GB/s  8 GB/s\n"));
  g_assert_null (strstr (result.output, "Note")); /* though uids behind it are others */
  g_assert_nonnull (strstr (result.output, "100\342\200\257ms"));
  g_assert_nonnull (strstr (result.output, "125\342\200\257ms"));
  g_assert_nonnull (strstr (result.output, "+25\342\200\257ms"));
}

static void
test_result (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Result) same = cli_run (NULL, "compare", fixture->result, fixture->fast, "--fail-if", "time_total > 0 %", NULL);
  g_auto (Result) set = cli_run (NULL, "compare", fixture->result, fixture->fast, "--set-b", "class:L.bandwidth=8 GB/s", NULL);

  g_assert_cmpint (same.status, ==, 0);
  g_assert_nonnull (strstr (same.output, "The runs are the same"));
  g_assert_cmpint (set.status, ==, 0);
  g_assert_nonnull (strstr (set.output, "  class:L.bandwidth  –  8 GB/s\n"));
  g_assert_null (strstr (set.output, "wire")); /* it carries as much, and is as busy as long as it takes */
}

static void
test_conditions (Fixture *fixture,
                 gconstpointer data)
{
  g_auto (Result) holds = cli_run (NULL, "compare", fixture->fast, fixture->slow, "--quiet", "--fail-if", "time_total > 20 %", "--fail-if", "time_total < 0 %",
                                   "--fail-if", "time_total > 20 ms", NULL);
  g_auto (Result) none = cli_run (NULL, "compare", fixture->fast, fixture->slow, "--quiet", "--fail-if", "time_total > 26 %", NULL);
  g_auto (Result) unknown = cli_run (NULL, "compare", fixture->fast, fixture->slow, "--fail-if", "speed > 26 %", NULL);

  g_assert_cmpstr (holds.output, ==, "");
  g_assert_cmpstr (holds.errors, ==,
                   "heddle: time_total > 20 %: from 100\342\200\257ms to 125\342\200\257ms\nheddle: time_total > 20 ms: from 100\342\200\257ms to 125\342\200\257ms\n");
  g_assert_cmpint (holds.status, ==, 5);
  g_assert_cmpstr (none.errors, ==, "");
  g_assert_cmpint (none.status, ==, 0);
  g_assert_cmpstr (unknown.output, ==, ""); /* the error is not to be looked for behind tables */
  g_assert_nonnull (strstr (unknown.errors, "No run has the metric “speed”"));
  g_assert_cmpint (unknown.status, ==, 2);
}

static void
test_json (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *page = g_build_filename (fixture->directory, "page.html", NULL), *text = NULL;
  g_auto (Result) result = cli_run (NULL, "compare", fixture->fast, fixture->slow, "--json", "-", "--html", page, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root, *time;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
  root = json_node_get_object (json_parser_get_root (parser));
  time = json_object_get_object_member (json_object_get_object_member (root, "metrics"), "time_total");
  g_assert_false (json_object_get_boolean_member (root, "same"));
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (time, "difference"), 0.025, 1e-12);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (time, "difference_ratio"), 0.25, 1e-12);
  g_assert_true (g_file_get_contents (page, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "<!DOCTYPE html>"));
}

static void
assert_refused (int status,
                const char *word,
                Result result)
{
  g_assert_cmpstr (result.output, ==, "");
  g_assert_nonnull (strstr (result.errors, word));
  g_assert_cmpint (result.status, ==, status);
  result_clear (&result);
}

static void
test_faults (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *bad = cli_write_file (fixture->directory, "bad.json", "{}");
  g_autofree char *wrong = cli_write_file (fixture->directory, "wrong.heddle", PROJECT ("", "10 s", ""));

  assert_refused (2, "two files", cli_run (NULL, "compare", fixture->fast, NULL));
  assert_refused (2, "two files", cli_run (NULL, "compare", fixture->fast, fixture->fast, fixture->fast, NULL));
  assert_refused (2, "throughput < -2 %", cli_run (NULL, "compare", fixture->fast, fixture->slow, "--fail-if", "time_total", NULL));
  assert_refused (2, "--set-a is for projects", cli_run (NULL, "compare", fixture->result, fixture->slow, "--set-a", "run:seed=2", NULL));
  assert_refused (2, "--set is for projects", cli_run (NULL, "compare", fixture->result, fixture->result, "--set", "run:seed=2", NULL));
  assert_refused (2, "--links", cli_run (NULL, "compare", fixture->fast, fixture->slow, "--links", "-1", NULL));
  assert_refused (2, "two results are to have that name", cli_run (NULL, "compare", fixture->fast, fixture->slow, "--json", "-", "--html", "-", NULL));
  assert_refused (1, "no result of a run", cli_run (NULL, "compare", bad, fixture->slow, NULL));
  assert_refused (1, "wrong.heddle", cli_run (NULL, "compare", fixture->fast, wrong, NULL));
  assert_refused (4, "none.json", cli_run (NULL, "compare", "none.json", fixture->slow, NULL));
  assert_refused (4, "none.heddle", cli_run (NULL, "compare", fixture->fast, "none.heddle", NULL));
  assert_refused (4, "cannot be written", cli_run (NULL, "compare", fixture->fast, fixture->slow, "--json", "/nowhere/c.json", NULL));
}

#define add(name, function) g_test_add ("/cli/compare/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("projects", test_projects);
  add ("result", test_result);
  add ("conditions", test_conditions);
  add ("json", test_json);
  add ("faults", test_faults);
  return g_test_run ();
}
