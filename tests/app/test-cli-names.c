/* test-cli-names.c: what was imported keeps its names
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the name that a host has in the file of another program is accepted wherever a path is, before and after the project is saved; a list of
 * transfers comes back row by row as it was written, with the ends.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"

#define PLATFORM                                                                                                                                    \
  "<?xml version='1.0'?><!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"                                                             \
  "<platform version=\"4.1\"><zone id=\"site\" routing=\"Full\">\n"                                                                                    \
  "<cluster id=\"griffon_cluster\" prefix=\"griffon-\" suffix=\".nancy.grid5000.fr\" radical=\"1-29,58\" speed=\"16.6Gf\" bw=\"125MBps\" lat=\"5us\"/>\n" \
  "</zone></platform>\n"

/* Names that no id can be: with blanks, brackets, quotes and dots. */
#define GRAPH                                                                                                                                       \
  "<graphml><graph edgedefault=\"undirected\"><node id=\"GPU 0\"/><node id=\"core[1]\"/><node id=\"Ann's [a.b]\"/><node id=\"hub\"/>\n"              \
  "<edge source=\"GPU 0\" target=\"hub\"/><edge source=\"core[1]\" target=\"hub\"/><edge source=\"Ann's [a.b]\" target=\"hub\"/></graph></graphml>\n"

/* Later lines end sooner; one line lacks its last field, one has quotes and space. */
#define LIST                                                                                                                                        \
  "job,start_s,bytes,destination,source,remark\r\n"                                                                                                  \
  "# the slow one first\n"                                                                                                                           \
  "a,0,1e9,griffon-2.nancy.grid5000.fr,griffon-1.nancy.grid5000.fr,\"slow, as it is\"\n"                                                              \
  "b,0.50,1000,griffon-4.nancy.grid5000.fr,griffon-3.nancy.grid5000.fr\n"                                                                             \
  "\n"                                                                                                                                              \
  "c, 0.1 ,1e3, \"griffon-58.nancy.grid5000.fr\" ,griffon-3.nancy.grid5000.fr,ok\n"

typedef struct
{
  char *directory;
  char *platform;
  char *list;
  char *table;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-names-XXXXXX", NULL);
  fixture->platform = cli_write_file (fixture->directory, "platform.xml", PLATFORM);
  fixture->list = cli_write_file (fixture->directory, "list.csv", LIST);
  fixture->table = g_build_filename (fixture->directory, "out", "transfers.csv", NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->platform);
  g_free (fixture->list);
  g_free (fixture->table);
}

/* The project that a file of another program becomes, with @probes. */
static char *
convert (Fixture *fixture,
         const char *source,
         const char *probes)
{
  char *project = g_build_filename (fixture->directory, "project.heddle", NULL);
  g_auto (Result) result = cli_run (fixture->directory, "convert", source, project, NULL);
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;
  char *end;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (project, &text, NULL, NULL));
  end = strstr (text, "</heddle>");
  g_assert_nonnull (end);
  *end = '\0';
  whole = g_strconcat (text, probes, "</heddle>", NULL);
  g_assert_true (g_file_set_contents (project, whole, -1, NULL));
  return project;
}

static void
assert_row (const char *row,
            const char *written)
{
  double end;

  if (!g_str_has_prefix (row, written))
    g_error ("“%s” does not begin with “%s”", row, written);
  end = g_ascii_strtod (row + strlen (written), NULL);
  g_assert_cmpfloat (end, >, 0);
  g_assert_null (strchr (row + strlen (written), ','));
}

static void
test_transfers (Fixture *fixture,
                gconstpointer options)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  g_auto (Result) result = cli_run (fixture->directory, "run", fixture->platform, "--transfers", fixture->list, "--csv", "out", "--quiet", options, NULL);

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (fixture->table, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 5);
  g_assert_cmpstr (rows[0], ==, "job,start_s,bytes,destination,source,remark,end_s");
  assert_row (rows[1], "a,0,1e9,griffon-2.nancy.grid5000.fr,griffon-1.nancy.grid5000.fr,\"slow, as it is\",");
  assert_row (rows[2], "b,0.50,1000,griffon-4.nancy.grid5000.fr,griffon-3.nancy.grid5000.fr,,");
  assert_row (rows[3], "c, 0.1 ,1e3, \"griffon-58.nancy.grid5000.fr\" ,griffon-3.nancy.grid5000.fr,ok,");
  g_assert_cmpstr (rows[4], ==, "");
}

/* What comes out may go in again: the ends take the place of those that were there. */
static void
test_again (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *first = NULL, *second = NULL;

  test_transfers (fixture, NULL);
  g_assert_true (g_file_get_contents (fixture->table, &first, NULL, NULL));
  {
    g_auto (Result) result = cli_run (fixture->directory, "run", fixture->platform, "--transfers", fixture->table, "--csv", "out", "--quiet", NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (fixture->table, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second);
}

/* A transfer that never ends has no end, but its row. */
static void
test_unfinished (Fixture *fixture,
                 gconstpointer data)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  g_auto (Result) result = cli_run (fixture->directory, "run", fixture->platform, "--transfers", fixture->list, "--csv", "out", "--quiet", "--until", "1 s", NULL);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (g_file_get_contents (fixture->table, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (rows[1], ==, "a,0,1e9,griffon-2.nancy.grid5000.fr,griffon-1.nancy.grid5000.fr,\"slow, as it is\",");
  assert_row (rows[2], "b,0.50,1000,griffon-4.nancy.grid5000.fr,griffon-3.nancy.grid5000.fr,,");
}

/* In probes, communicators and settings, after the project was saved. */
static void
test_addresses (Fixture *fixture,
                gconstpointer data)
{
  g_autofree char *project = convert (fixture, fixture->platform, "<communicators><communicator id=\"two\" members=\"griffon-7.nancy.grid5000.fr griffon-58.nancy.grid5000.fr\"/>"
                                               "</communicators><workload type=\"collective\" on=\"two\" bytes=\"1 MB\"/>"
                                               "<probes><probe of=\"griffon-58.nancy.grid5000.fr.busy\"/></probes>");
  g_autofree char *series = g_build_filename (fixture->directory, "out", "series.csv", NULL);
  g_autofree char *text = NULL;

  {
    g_auto (Result) result = cli_run (fixture->directory, "check", project, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  {
    g_auto (Result) result = cli_run (fixture->directory, "run", project, "--csv", "out", "--quiet", "--set", "griffon-7.nancy.grid5000.fr.fp32 = 1 GFLOP/s", NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (series, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\ngriffon-58.nancy.grid5000.fr.busy,"));
}

/* Whatever a node is called, it is found by that: in lists of members quotes hold blanks together. */
static void
test_any_name (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *graph = cli_write_file (fixture->directory, "graph.graphml", GRAPH);
  g_autofree char *list = cli_write_file (fixture->directory, "graph.csv",
                                          "start_s,bytes,source,destination\n0,1e9,GPU 0,core[1]\n0,1e9,Ann's [a.b],GPU 0\n");
  g_autofree char *project = convert (fixture, graph, "<communicators><communicator id=\"three\" members=\"'GPU 0' core[1], 'Ann''s [a.b]'\"/>"
                                                      "</communicators><workload type=\"collective\" on=\"three\" bytes=\"1 MB\"/>"
                                                      "<probes><probe of=\"GPU 0.busy\"/><probe of=\"core[1].busy\"/><probe of=\"Ann's [a.b].busy\"/></probes>");
  g_autofree char *series = g_build_filename (fixture->directory, "out", "series.csv", NULL);
  g_autofree char *text = NULL;

  {
    g_auto (Result) result = cli_run (fixture->directory, "check", project, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  {
    g_auto (Result) result = cli_run (fixture->directory, "run", project, "--csv", "out", "--quiet", "--set", "core[1].fp32 = 1 GFLOP/s",
                                      "--set", "Ann's [a.b].fp32 = 2 GFLOP/s", NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (series, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\ncore[1].busy,"));
  {
    g_auto (Result) result = cli_run (fixture->directory, "run", graph, "--transfers", list, "--csv", "out", "--quiet", NULL);

    g_assert_cmpint (result.status, ==, 0);
  }
}

static void
test_faults (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *bad = cli_write_file (fixture->directory, "bad.csv", "start_s,bytes,source,destination\n0,1,griffon-1.nancy.grid5000.fr,grifon-2.nancy.grid5000.fr\n");
  g_autofree char *wide = cli_write_file (fixture->directory, "wide.csv", "start_s,bytes,source,destination\n"
                                                         "0,1,griffon-1.nancy.grid5000.fr,griffon-2.nancy.grid5000.fr,more\n");
  g_auto (Result) unknown = cli_run (fixture->directory, "run", fixture->platform, "--transfers", bad, "--quiet", NULL);
  g_auto (Result) fields = cli_run (fixture->directory, "run", fixture->platform, "--transfers", wide, "--quiet", NULL);
  g_auto (Result) setting = cli_run (fixture->directory, "run", fixture->platform, "--transfers", fixture->list, "--set", "griffon-99.nancy.grid5000.fr.fp32=1 FLOP/s", NULL);
  g_auto (Result) variable = cli_run (fixture->directory, "run", fixture->platform, "--transfers", fixture->list, "--set", "xpus=8", NULL);

  g_assert_cmpint (unknown.status, !=, 0);
  g_assert_nonnull (strstr (unknown.errors, "bad.csv:2: destination: there is no component “grifon-2.nancy.grid5000.fr” (Did you mean “griffon-"));
  g_assert_cmpint (fields.status, !=, 0);
  g_assert_nonnull (strstr (fields.errors, "wide.csv:2: The line has 5 fields, but the first line names 4 columns"));
  g_assert_cmpint (setting.status, !=, 0);
  g_assert_nonnull (strstr (setting.errors, "griffon-99.nancy.grid5000.fr"));
  g_assert_cmpint (variable.status, !=, 0);
  g_assert_nonnull (strstr (variable.errors, "or $VARIABLE=VALUE"));
}

#define ADD(path, function, data) g_test_add ("/app/names/" path, Fixture, data, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("transfers", test_transfers, NULL);
  ADD ("transfers-again", test_again, NULL);
  ADD ("transfers-unfinished", test_unfinished, NULL);
  ADD ("addresses", test_addresses, NULL);
  ADD ("any-name", test_any_name, NULL);
  ADD ("faults", test_faults, NULL);
  return g_test_run ();
}
