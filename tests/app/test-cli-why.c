/* test-cli-why.c: why a run is slow, on the command line
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A transfer of 1 GB over a link of 10 GB/s takes 100 ms; over one of 20 GB/s 50 ms.
 *
 * Invariants: what is tried is told with what it came to; without trials there are estimates alone; what cannot be asked for is refused before anything runs.
 */
#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-fixture.h"

#define PROJECT(run) \
  "<heddle version=\"1\" name=\"pair\">\n" \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top><component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.xpu\"/>\n" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/>\n" \
  run "</heddle>\n"

typedef struct
{
  char *directory;
  char *pair, *cut; /* projects */
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-why-XXXXXX", NULL);
  fixture->pair = cli_write_file (fixture->directory, "pair.heddle", PROJECT (""));
  fixture->cut = cli_write_file (fixture->directory, "cut.heddle", PROJECT ("<run until=\"1 ms\"/>"));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->pair);
  g_free (fixture->cut);
}

static void
test_text (Fixture *fixture,
           gconstpointer data)
{
  g_auto (Result) result = cli_run (NULL, "why", fixture->pair, NULL);

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_str_has_prefix (result.output, "Total time: "));
  g_assert_nonnull (strstr (result.output, "Bandwidth of links “L” would help most"));
  g_assert_nonnull (strstr (result.output, "Makes no difference: "));
}

/* The trial that has @setting. */
static JsonObject *
find_trial (JsonObject *root,
            const char *setting)
{
  JsonArray *trials = json_object_get_array_member (root, "trials");

  for (guint i = 0; i < json_array_get_length (trials); i++)
    {
      JsonObject *trial = json_array_get_object_element (trials, i);

      if (g_str_equal (json_array_get_string_element (json_object_get_array_member (trial, "settings"), 0), setting))
        return trial;
    }
  g_assert_not_reached ();
}

static void
test_json (Fixture *fixture,
           gconstpointer data)
{
  static const char *const most[] = { "0", "1" };

  for (guint i = 0; i < G_N_ELEMENTS (most); i++)
    {
      g_auto (Result) result = cli_run (NULL, "why", fixture->pair, "--factor", "2", "--trials", most[i], "--json", "-", NULL);
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonObject *root, *trial;

      g_assert_cmpint (result.status, ==, 0);
      g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
      root = json_node_get_object (json_parser_get_root (parser));
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (root, "value"), 0.1, 1e-9);
      trial = find_trial (root, "class:L.bandwidth=20 GB/s");
      g_assert_cmpstr (json_object_get_string_member (trial, "state"), ==, i == 0 ? "waiting" : "checked");
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (trial, "estimate"), 0.05, 1e-6);
      g_assert_true (json_object_get_null_member (trial, "checked") == (i == 0));
      if (i == 1)
        g_assert_cmpfloat_with_epsilon (json_object_get_double_member (trial, "checked"), 0.05, 1e-9);
    }
}

#define assert_refused(expected_status, expected_words, ...) \
  do \
    { \
      g_auto (Result) refused = __VA_ARGS__; \
\
      g_assert_cmpint (refused.status, ==, expected_status); \
      g_assert_nonnull (strstr (refused.errors, expected_words)); \
      g_assert_cmpstr (refused.output, ==, ""); \
    } \
  while (0)

static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  assert_refused (2, "one file", cli_run (NULL, "why", NULL));
  assert_refused (2, "one file", cli_run (NULL, "why", fixture->pair, fixture->pair, NULL));
  assert_refused (2, "--factor", cli_run (NULL, "why", fixture->pair, "--factor", "1", NULL));
  assert_refused (2, "--factor", cli_run (NULL, "why", fixture->pair, "--factor", "nan", NULL));
  assert_refused (2, "--trials", cli_run (NULL, "why", fixture->pair, "--trials", "-2", NULL));
  assert_refused (2, "--jobs", cli_run (NULL, "why", fixture->pair, "--jobs", "-1", NULL));
  assert_refused (2, "“speed”", cli_run (NULL, "why", fixture->pair, "--metric", "speed", NULL));
  assert_refused (2, "--metric NAME", cli_run (NULL, "why", fixture->cut, NULL));
  assert_refused (4, "none.heddle", cli_run (NULL, "why", "none.heddle", NULL));
  assert_refused (4, "cannot be written", cli_run (NULL, "why", fixture->pair, "--json", "/nowhere/w.json", NULL));
}

#define add(name, function) g_test_add ("/cli/why/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("text", test_text);
  add ("json", test_json);
  add ("refused", test_refused);
  return g_test_run ();
}
