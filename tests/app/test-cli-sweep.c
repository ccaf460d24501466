/* test-cli-sweep.c: many runs of a project that differ in one value
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A message crosses two links of 10 GB/s: 100 B take 20 ns and two latencies.
 *
 * Invariants: a row for each value, in their order, however many threads work; figures that are worked by hand; the file has all metrics, with units in
 * the names of columns; one run has a histogram, which is written like its other tables; a run that fails is a row that says why, and decides how the program ends; what cannot be asked for is refused before anything runs.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "cli-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"sweep\"><variables><variable name=\"load\" type=\"quantity\" value=\"0.1\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"300 ns\" sharing=\"split\"/>\n" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"nic\" type=\"fabric.nic\" count=\"8\"/>\n" \
  "<link from=\"nic[i].eth\" to=\"s.port[i]\" for=\"i=0..7\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"nic[*]\"/></communicators>\n" \
  "<workload type=\"traffic\" on=\"all\" load=\"$load\" bytes=\"100 B\" pattern=\"bit-complement\" warm-up=\"1 us\" measure=\"20 us\"/>\n" \
  "<run fidelity=\"packet\"/></heddle>\n"

/* Hardly any latency but that of waiting, of which there is the more the more is sent. */
#define BUSY \
  "<heddle version=\"1\" name=\"busy\"><variables><variable name=\"load\" type=\"quantity\" value=\"0.1\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"1 ns\" sharing=\"split\"/>\n" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"nic\" type=\"fabric.nic\" count=\"8\"/>\n" \
  "<link from=\"nic[i].eth\" to=\"s.port[i]\" for=\"i=0..7\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"nic[*]\"/></communicators>\n" \
  "<workload type=\"traffic\" on=\"all\" load=\"$load\" bytes=\"100 B\" warm-up=\"1 us\" measure=\"50 us\"/>\n" \
  "<run fidelity=\"packet\"/></heddle>\n"

typedef struct
{
  char *directory;
  char *project;
  char *csv;   /* directory */
  char *table; /* in it */
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-sweep-XXXXXX", NULL);
  fixture->project = cli_write_file (fixture->directory, "project.heddle", PROJECT);
  fixture->csv = g_build_filename (fixture->directory, "out", NULL);
  fixture->table = g_build_filename (fixture->csv, "sweep.csv", NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->project);
  g_free (fixture->csv);
  g_free (fixture->table);
}

/* No two messages meet, so that only the latency of links decides. */
static void
test_table (Fixture *fixture,
            gconstpointer data)
{
  g_auto (Result) result = cli_run (NULL, "run", fixture->project, "--sweep", "class:L.latency=100..400 ns:4", "--metrics", "latency_mean,saturated", NULL);

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.output, ==,
                   "class:L.latency  latency_mean  saturated\n"
                   "         100 ns        220\342\200\257ns          0\n"
                   "         200 ns        420\342\200\257ns          0\n"
                   "         300 ns        620\342\200\257ns          0\n"
                   "         400 ns        820\342\200\257ns          0\n");
}

/* A parameter of a component, as --set names it: each further stage of the router is a cycle of its clock. */
static void
test_parameter (Fixture *fixture,
                gconstpointer data)
{
  g_auto (Result) result = cli_run (NULL, "run", fixture->project, "--fidelity", "flit", "--set", "run:flit=100 B", "--set", "run:clock=1 GHz", "--set", "run:header=0",
                                    "--set", "run:input-buffer=100", "--sweep", "s.stages=0..20:3", "--metrics", "latency_mean", NULL);

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.output, ==,
                   "s.stages  latency_mean\n"
                   "       0        626\342\200\257ns\n"
                   "      10        636\342\200\257ns\n"
                   "      20        646\342\200\257ns\n");
}

static void
test_csv (Fixture *fixture,
          gconstpointer data)
{
  g_auto (Result) one = cli_run (NULL, "run", fixture->project, "--sweep", "load=0..0.9:10", "--jobs", "1", "--csv", fixture->csv, NULL);
  g_autofree char *first = NULL, *second = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (one.status, ==, 0);
  g_assert_true (g_file_get_contents (fixture->table, &first, NULL, NULL));
  {
    g_auto (Result) four = cli_run (NULL, "run", fixture->project, "--sweep", "load=0..0.9:10", "--jobs", "4", "--csv", fixture->csv, NULL);

    g_assert_true (g_file_get_contents (fixture->table, &second, NULL, NULL));
    g_assert_cmpstr (one.output, ==, four.output);
    g_assert_cmpstr (first, ==, second);
  }
  lines = g_strsplit (first, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 12); /* the last one is empty */
  g_assert_true (g_str_has_prefix (lines[0], "$load,time_total_s,offered_rate_bytes_per_s,accepted_rate_bytes_per_s,offered_messages,"));
  g_assert_nonnull (strstr (lines[0], ",hop_bytes,"));
  g_assert_nonnull (strstr (lines[0], ",latency_mean_s,"));
  g_assert_true (g_str_has_suffix (lines[0], ",error"));
  for (guint i = 0; i < 10; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i + 1], ",", -1);

      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (fields[0], NULL), 0.1 * i, 1e-12);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (fields[2], NULL), 1e9 * i, 1e8);
    }
}

/* All take 620 ns, which a bin of 2^12 ps holds. */
static void
test_histogram (Fixture *fixture,
                gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->csv, "histograms.csv", NULL), *table = NULL, *line = NULL;
  g_auto (Result) result = cli_run (NULL, "run", fixture->project, "--quiet", "--csv", fixture->csv, "--json", "-", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *histogram;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_true (json_parser_load_from_data (parser, result.output, -1, NULL));
  histogram = json_object_get_object_member (json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)), "histograms"), "latency");
  for (guint i = 0; i < 5; i++)
    {
      static const char *const all[] = { "least_s", "p50_s", "p95_s", "p99_s", "most_s" };

      g_assert_cmpfloat (json_object_get_double_member (histogram, all[i]), ==, 620e-9);
    }
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (histogram, "bins")), ==, 1);
  line = g_strdup_printf ("name,from_s,to_s,count\nlatency,0.000000618496,0.000000622592,%" G_GINT64_FORMAT "\n",
                          json_object_get_int_member (histogram, "count"));
  g_assert_true (g_file_get_contents (path, &table, NULL, NULL));
  g_assert_cmpstr (table, ==, line);
}

static JsonObject *
parse (JsonParser *parser,
       const char *text)
{
  g_assert_true (json_parser_load_from_data (parser, text, -1, NULL));
  return json_node_get_object (json_parser_get_root (parser));
}

static void
test_saturation (Fixture *fixture,
                 gconstpointer data)
{
  g_autofree char *busy = cli_write_file (fixture->directory, "busy.heddle", BUSY), *path = g_build_filename (fixture->csv, "saturation.csv", NULL);
  g_autofree char *table = NULL;
  g_auto (Result) people = cli_run (NULL, "run", busy, "--saturation", "load=0.05..1", "--csv", fixture->csv, NULL);
  g_auto (Result) program = cli_run (NULL, "run", busy, "--saturation", "load=0.05..1:0.002", "--json", "-", NULL);
  g_auto (Result) none = cli_run (NULL, "run", fixture->project, "--saturation", "load=0.05..0.9", "--json", "-", NULL);
  g_autoptr (JsonParser) parser = json_parser_new (), parser_of_none = json_parser_new ();
  JsonObject *result, *found;
  JsonArray *steps;
  g_auto (GStrv) lines = NULL;
  double unloaded, below, above;

  g_assert_cmpint (people.status, ==, 0);
  g_assert_cmpstr (people.errors, ==, "");
  g_assert_nonnull (strstr (people.output, "\nSaturates between $load=0."));
  g_assert_true (g_file_get_contents (path, &table, NULL, NULL));
  lines = g_strsplit (table, "\n", -1);
  for (guint i = 2; lines[i + 1] != NULL; i++) /* a curve */
    g_assert_cmpfloat (g_ascii_strtod (lines[i], NULL), >, g_ascii_strtod (lines[i - 1], NULL));

  g_assert_cmpint (program.status, ==, 0);
  result = parse (parser, program.output);
  found = json_object_get_object_member (result, "saturation");
  below = json_object_get_double_member (found, "below");
  above = json_object_get_double_member (found, "above");
  g_assert_cmpfloat (below, <, above);
  g_assert_cmpfloat (above - below, <=, 0.002 * above);
  g_assert_cmpfloat (below, >, 0.7);
  steps = json_object_get_array_member (result, "steps");
  unloaded = json_object_get_double_member (json_array_get_object_element (steps, 0), "latency_mean_s");
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonObject *step = json_array_get_object_element (steps, i);
      gboolean passes = !json_object_get_boolean_member (step, "all_arrived") || json_object_get_double_member (step, "latency_mean_s") > 3 * unloaded;

      g_assert_cmpint (json_object_get_boolean_member (step, "is_saturated"), ==, passes);
      g_assert_cmpint (json_object_get_double_member (step, "value") >= above, ==, passes);
    }

  /* No two messages meet, however many there are. */
  g_assert_cmpint (none.status, ==, 0);
  g_assert_true (json_object_get_null_member (parse (parser_of_none, none.output), "saturation"));
}

/* The last value cannot be. */
static void
test_failure (Fixture *fixture,
              gconstpointer data)
{
  g_auto (Result) result = cli_run (NULL, "run", fixture->project, "--sweep", "load=0.4..1.2:3", "--metrics", "latency_max", "--csv", fixture->csv, NULL);
  g_autofree char *table = NULL;

  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpstr (result.output, ==,
                   "$load  latency_max\n"
                   "  0.4       620\342\200\257ns\n"
                   "  0.8       620\342\200\257ns\n"
                   "  1.2  “load” is 1.2; it must be between 0 and 1\n");
  g_assert_true (g_str_has_prefix (result.errors, "$load=1.2: "));
  g_assert_true (g_file_get_contents (fixture->table, &table, NULL, NULL));
  g_assert_nonnull (strstr (table, "\n1.2,,"));
  g_assert_true (g_str_has_suffix (table, ",“load” is 1.2; it must be between 0 and 1\n"));
}

static void
test_usage (Fixture *fixture,
            gconstpointer data)
{
  static const struct
  {
    const char *words[4];
    int status;
    const char *message;
  } faults[] = {
    { { "--sweep", "load" }, 2, "“load” is not NAME=FROM..TO:N" },
    { { "--sweep", "=1..2:3" }, 2, "“=1..2:3” is not NAME=FROM..TO:N" },
    { { "--sweep", "load=0..1:1" }, 2, "“1” is no number of values from 2 to 10000" },
    { { "--sweep", "load=0..1:many" }, 2, "“many” is no number of values" },
    { { "--sweep", "load=0 s..1 B:3" }, 2, "There are no values from “0 s” to “1 B”" },
    { { "--sweep", "load=0..inf:3" }, 2, "There are no values from “0” to “inf”" },
    { { "--sweep", "load=a..b:3" }, 2, "“a”" },
    { { "--sweep", "load=0..1:2", "--digest" }, 2, "--sweep makes a table of many runs, and --digest is of one" },
    { { "--sweep", "load=0..0.1:2", "--metrics", "nothing" }, 2, "No run has the metric “nothing”; there are time_total, " },
    { { "--jobs", "2" }, 2, "--jobs needs --sweep or --saturation" },
    { { "--metrics", "latency_mean" }, 2, "--metrics needs --sweep or --saturation" },
    { { "--saturation", "load" }, 2, "“load” is not NAME=FROM..TO or NAME=FROM..TO:PRECISION" },
    { { "--saturation", "load=0.1..1:2" }, 2, "“2” is no precision" },
    { { "--saturation", "load=0.1..1", "--sweep", "load=0..1:2" }, 2, "--sweep and --saturation do not go together" },
    { { "--saturation", "load=0.1..1", "--digest" }, 2, "--saturation makes a table of many runs, and --digest is of one" },
    { { "--saturation", "load=0..0.5" }, 1, "At 0 no message is measured" },
    { { "--saturation", "load=0.5..2" }, 1, "“load” is 2; it must be between 0 and 1" },
    { { "--saturation", "class:L.latency=400..100 ns" }, 3, "The mean latency falls from 820" },
    { { "--sweep", "nothing=0..1:2" }, 1, "$nothing=0: Setting “$nothing=0” changes nothing" },
    { { "--sweep", "s.virtual-channels=60..70:2" }, 1, "s.virtual-channels: “virtual-channels” is 70; it must be between 0 and 64" },
    { { "--sweep", "s.nothing=0..1:2" }, 1, "Setting “s.nothing=0” changes nothing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      const char *const *words = faults[i].words;
      g_auto (Result) result = cli_run (NULL, "run", fixture->project, words[0], words[1], words[2], words[2] != NULL ? words[3] : NULL, NULL);

      g_test_message ("%s", result.errors);
      g_assert_cmpint (result.status, ==, faults[i].status);
      g_assert_nonnull (strstr (result.errors, faults[i].message));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/app/cli-sweep/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("table", test_table);
  ADD ("parameter", test_parameter);
  ADD ("csv", test_csv);
  ADD ("histogram", test_histogram);
  ADD ("saturation", test_saturation);
  ADD ("failure", test_failure);
  ADD ("usage", test_usage);
  return g_test_run ();
}
