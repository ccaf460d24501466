/* test-cli-tree.c: heddle tree as a user types it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the built program on figure 16 of the paper and looks at exit status, keys, figures, files and messages.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "cli-fixture.h"

/* heddle tree figure-16.heddle and the words of @arguments */
static Result
run (const char *arguments)
{
  g_autofree char *executable = cli_dup_program ();
  g_autofree char *project = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "aggregation", "figure-16.heddle", NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = g_strsplit (arguments, " ", 0), argv = NULL;

  g_strv_builder_add_many (builder, executable, "tree", project, NULL);
  g_strv_builder_addv (builder, (const char **) words);
  argv = g_strv_builder_end (builder);
  return cli_spawn (NULL, (const char *const *) argv);
}

static void
test_json (void)
{
  static const struct
  {
    const char *algorithm;
    gint64 height, radius, max_children, crossing, up, down;
    double predicted_us;
  } rows[] = {
    { "k-ary", 2, 6, 32, 496, 16, 496, 2.2020 },
    { "k-nomial", 2, 8, 46, 271, 16, 31, 2.5996 },
    { "hierarchical-k-nomial", 3, 6, 39, 31, 1, 31, 2.1324 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("--communicator world --operation reduce --size 8B --algorithm %s --k 32 --json -", rows[i].algorithm);
      g_auto (Result) result = run (arguments);
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autoptr (GError) error = NULL;
      JsonObject *tree, *hottest;

      g_assert_cmpint (result.status, ==, 0);
      g_assert_cmpstr (result.errors, ==, "");
      json_parser_load_from_data (parser, result.output, -1, &error);
      g_assert_no_error (error);
      tree = json_node_get_object (json_parser_get_root (parser));
      hottest = json_object_get_object_member (tree, "hottest_link");
      g_assert_cmpstr (json_object_get_string_member (tree, "algorithm"), ==, rows[i].algorithm);
      g_assert_cmpint (json_object_get_int_member (tree, "members"), ==, 512);
      g_assert_cmpint (json_object_get_int_member (tree, "height"), ==, rows[i].height);
      g_assert_cmpint (json_object_get_int_member (tree, "radius"), ==, rows[i].radius);
      g_assert_cmpint (json_object_get_int_member (tree, "max_children"), ==, rows[i].max_children);
      g_assert_cmpint (json_object_get_int_member (tree, "crossing_packets"), ==, rows[i].crossing);
      g_assert_cmpstr (json_object_get_string_member (hottest, "id"), ==, "up[0]");
      g_assert_cmpint (json_object_get_int_member (hottest, "up"), ==, rows[i].up);
      g_assert_cmpint (json_object_get_int_member (hottest, "down"), ==, rows[i].down);
      g_assert_cmpint (json_object_get_int_member (tree, "entries"), ==, 0);
      g_assert_cmpfloat_with_epsilon (json_object_get_double_member (tree, "predicted_s"), rows[i].predicted_us * 1e-6, 1e-11);
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (tree, "vertices")), ==, 512);
    }
}

static void
test_table (void)
{
  g_auto (Result) result = run ("--costs --operation bcast --size 8B --k 32");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.output, "512 processes on 32 leaf switches, broadcast of 8 B"));
  g_assert_nonnull (strstr (result.output, "hierarchical-k-nomial"));
  g_assert_nonnull (strstr (result.output, "minimum-cost"));
  g_assert_nonnull (strstr (result.output, "the best width is 41.2"));
  g_assert_nonnull (strstr (result.output, "Switches with 32 children are faster than NICs up to 355 B"));
}

static void
test_pictures (void)
{
  g_autofree char *directory = g_dir_make_tmp ("heddle-tree-XXXXXX", NULL);
  g_autofree char *svg = g_build_filename (directory, "trees.svg", NULL), *dot = g_build_filename (directory, "trees.dot", NULL);
  g_autofree char *arguments = g_strdup_printf ("-o %s --dot %s --algorithm hierarchical-k-nomial,minimum-cost", svg, dot);
  g_auto (Result) result = run (arguments);
  g_autofree char *picture = NULL, *graph = NULL;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (svg, &picture, NULL, NULL));
  g_assert_nonnull (strstr (picture, "<svg"));
  g_assert_true (g_file_get_contents (dot, &graph, NULL, NULL));
  g_assert_true (g_str_has_prefix (graph, "digraph \"hierarchical-k-nomial\""));
  g_assert_nonnull (strstr (graph, "subgraph \"cluster leaf[31]\""));
  g_assert_nonnull (strstr (graph, "  16 -> 0 [penwidth=3];")); /* the head of the second leaf switch */
  g_assert_nonnull (strstr (graph, "  17 -> 16;"));
  g_remove (svg);
  g_remove (dot);
  g_rmdir (directory);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *arguments;
    int status;
    const char *message;
  } rows[] = {
    { "--k 1", 2, "k=1 must be an integer of at least 2" },
    { "--k 2.5", 2, "k=2.5 must be" },
    { "--operation scatter", 2, "no operation “scatter”" },
    { "--algorithm oak", 2, "no type of tree “oak”" },
    { "--operation reduce", 2, "reduce needs --size" },
    { "--operation reduce --size 0B", 2, "at least 1 B" },
    { "--operation reduce --size 8", 2, "no number of bytes" },
    { "--communicator moon", 2, "there are world" },
    { "--degree 1", 2, "below 2" },
    { "--algorithm minimum-cost --entries 0", 1, "the first full switch is “leaf[0]”" },
    { "--algorithm physical --degree 3", 1, "its limit is 3" },
    { "-o trees.gif", 2, "gif" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Result) result = run (rows[i].arguments);

      g_test_message ("%s: %s", rows[i].arguments, result.errors);
      g_assert_cmpint (result.status, ==, rows[i].status);
      g_assert_nonnull (strstr (result.errors, rows[i].message));
      g_assert_cmpstr (result.output, ==, "");
    }
}

/* Without --algorithm, what hardware limits rule out is told, and the others are shown. */
static void
test_out_of_reach (void)
{
  g_auto (Result) result = run ("--entries 0");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.errors, "minimum-cost: No free aggregation entries"));
  g_assert_nonnull (strstr (result.output, "hierarchical-k-nomial"));
  g_assert_null (strstr (result.output, "minimum-cost"));
}

/* What falls back says so. */
static void
test_fallback (void)
{
  g_auto (Result) result = run ("--algorithm selected --entries 0");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_nonnull (strstr (result.output, "hierarchical-k-nomial: instead of type II: no free entries"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/cli-tree/json", test_json);
  g_test_add_func ("/app/cli-tree/table", test_table);
  g_test_add_func ("/app/cli-tree/pictures", test_pictures);
  g_test_add_func ("/app/cli-tree/faults", test_faults);
  g_test_add_func ("/app/cli-tree/out-of-reach", test_out_of_reach);
  g_test_add_func ("/app/cli-tree/fallback", test_fallback);
  return g_test_run ();
}
