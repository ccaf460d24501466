/* test-cli.c: the command line as a user types it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs the built program in its own process and looks at exit status, standard output, standard error and files. Exit statuses are those of
 * the manual: 0 done, 1 project has errors, 2 wrong usage, 3 run failed, 4 file trouble.
 */
#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "cli-fixture.h"

typedef struct
{
  char *directory;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-cli-XXXXXX", NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  cli_remove_tree (fixture->directory);
  g_free (fixture->directory);
}

static char *
project (const char *name)
{
  return g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
}

static char *
in (Fixture *fixture,
    const char *name)
{
  return g_build_filename (fixture->directory, name, NULL);
}

static void
assert_contains (const char *text,
                 const char *part)
{
  if (strstr (text, part) == NULL)
    {
      g_test_message ("“%s” is not in: %s", part, text);
      g_test_fail ();
    }
}

static JsonObject *
parse_json (JsonParser *parser,
            const char *text)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static double
metric (JsonObject *result,
        const char *name)
{
  JsonObject *metrics = json_object_get_object_member (result, "metrics");

  g_assert_true (json_object_has_member (metrics, name));
  return json_object_get_double_member (json_object_get_object_member (metrics, name), "value");
}

/* ---- run -------------------------------------------------------------------------------------------------------------- */

/* The value is the specification's reference for 64 H100 with a classic ring, table 6. */
static void
test_run_json (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$xpus=64", "--json", "-", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object;

  g_assert_cmpstr (result.errors, ==, "");
  g_assert_cmpint (result.status, ==, 0);
  object = parse_json (parser, result.output);
  g_assert_cmpfloat_with_epsilon (metric (object, "throughput"), 7.982, 0.01 * 7.982);
  g_assert_cmpstr (json_object_get_string_member (json_object_get_object_member (json_object_get_object_member (object, "metrics"), "throughput"), "unit"),
                   ==, "batch/s");
  g_assert_cmpint (strlen (json_object_get_string_member (object, "digest")), ==, 32);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "links")), >, 15000);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (object, "problems")), ==, 0);
}

static void
test_run_set (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_auto (Result) wide = cli_run (NULL, "run", file, "--set", "$xpus=8", "--json", "-", NULL);
  g_auto (Result) narrow = cli_run (NULL, "run", file, "--set", "$xpus=8", "--set", "class:CXL_link.bandwidth=32 GB/s", "--json", "-", NULL);
  g_autoptr (JsonParser) wide_parser = json_parser_new ();
  g_autoptr (JsonParser) narrow_parser = json_parser_new ();

  g_assert_cmpint (wide.status, ==, 0);
  g_assert_cmpint (narrow.status, ==, 0);
  g_assert_cmpfloat (metric (parse_json (narrow_parser, narrow.output), "throughput"), <,
                     0.5 * metric (parse_json (wide_parser, wide.output), "throughput"));
}

/* A result says all that is needed to have it again, and of no other project. */
/* A result has the paths of what waits. */
static void
test_run_deadlock (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *file = cli_write_file (fixture->directory, "deadlock.heddle",
                                          "<heddle version=\"1\" name=\"deadlock\"><top><component id=\"x\" type=\"fabric.xpu\" count=\"3\" fp32=\"1 TFLOP/s\"/></top>"
                                          "<workload type=\"graph\"><vertex id=\"S\" kind=\"compute\" work=\"1 TFLOP\" place=\"x[1]\" start=\"true\"/>"
                                          "<vertex id=\"V\" kind=\"compute\" place=\"x[0]\"/><vertex id=\"W\" kind=\"compute\" place=\"x[2]\"/>"
                                          "<edge from=\"V\" to=\"S\" first=\"ignore\"/><edge from=\"S\" to=\"V\"/><edge from=\"W\" to=\"V\"/>"
                                          "<edge from=\"V\" to=\"W\"/></workload><run static-check=\"false\"/></heddle>");
  g_auto (Result) result = cli_run (NULL, "run", file, "--partial", "--json", "-", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *problems = json_object_get_array_member (parse_json (parser, result.output), "problems"), *waiting;
  JsonObject *problem;

  g_assert_cmpuint (json_array_get_length (problems), ==, 1);
  problem = json_array_get_object_element (problems, 0);
  waiting = json_object_get_array_member (problem, "waiting_components");
  g_assert_cmpstr (json_object_get_string_member (problem, "code"), ==, "deadlock");
  g_assert_cmpuint (json_array_get_length (waiting), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("x[%u]", i);

      g_assert_cmpstr (json_array_get_string_element (waiting, i), ==, path);
    }
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (problem, "waiting_links")), ==, 0);
}

static void
test_run_like (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *file = project ("small/two-racks.heddle");
  g_autofree char *other = project ("small/star.heddle");
  g_autofree char *result = g_build_filename (fixture->directory, "result.json", NULL);
  g_autofree char *empty = cli_write_file (fixture->directory, "empty.json", "{}");
  g_auto (Result) first = cli_run (NULL, "run", file, "--set", "$bytes=1 MB", "--fidelity", "packet", "--seed", "7", "--iterations", "3", "--quiet", "--digest",
                                   "--json", result, NULL);
  g_auto (Result) again = cli_run (NULL, "run", file, "--like", result, "--quiet", "--digest", NULL);
  g_auto (Result) changed = cli_run (NULL, "run", file, "--like", result, "--iterations", "1", "--quiet", "--digest", NULL);
  g_auto (Result) foreign = cli_run (NULL, "run", other, "--like", result, "--quiet", NULL);
  g_auto (Result) nothing = cli_run (NULL, "run", file, "--like", empty, "--quiet", NULL);
  g_autofree char *text = NULL, *changed_text = NULL, *older = NULL;

  g_assert_cmpint (first.status, ==, 0);
  g_assert_cmpint (again.status, ==, 0);
  g_assert_cmpstr (again.output, ==, first.output);
  g_assert_cmpstr (again.errors, ==, "");
  g_assert_cmpint (changed.status, ==, 0);
  g_assert_cmpstr (changed.output, !=, first.output);
  g_assert_cmpint (foreign.status, ==, 1);
  g_assert_nonnull (strstr (foreign.errors, "is not the project that"));
  g_assert_cmpint (nothing.status, ==, 1);
  g_assert_nonnull (strstr (nothing.errors, "empty.json: is no result"));

  g_assert_true (g_file_get_contents (result, &text, NULL, NULL));
  changed_text = g_strdup_printf ("{\"heddle\": \"0.0.1\", %s", strstr (text, "\"project\""));
  older = cli_write_file (fixture->directory, "older.json", changed_text);
  {
    g_auto (Result) of_older = cli_run (NULL, "run", file, "--like", older, "--quiet", "--digest", NULL);

    g_assert_cmpint (of_older.status, ==, 0);
    g_assert_cmpstr (of_older.output, ==, first.output);
    g_assert_nonnull (strstr (of_older.errors, "older.json” was made by another version of Heddle (“0.0.1”"));
  }
}

/* Shortcuts change nothing that the digest sees, nor does --progress or a second run. */
static void
test_run_digest (Fixture *fixture,
                 gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_auto (Result) first = cli_run (NULL, "run", file, "--set", "$xpus=8", "--iterations", "1", "--digest", "--quiet", NULL);
  g_auto (Result) second = cli_run (NULL, "run", file, "--set", "$xpus=8", "--iterations", "1", "--digest", "--quiet", "--progress", NULL);
  g_auto (Result) plain = cli_run (NULL, "run", file, "--set", "$xpus=8", "--iterations", "1", "--digest", "--quiet", "--set", "run:symmetry=false",
                               "--set", "run:fast-forward=false", "--set", "run:incremental=false", NULL);

  g_assert_cmpint (first.status, ==, 0);
  g_assert_cmpint (strlen (first.output), ==, 33);
  g_assert_cmpstr (second.output, ==, first.output);
  g_assert_cmpstr (plain.output, ==, first.output);
}

static void
test_run_files (Fixture *fixture,
                gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_autofree char *json = in (fixture, "r.json");
  g_autofree char *csv = in (fixture, "csv");
  g_autofree char *vcd = in (fixture, "r.vcd");
  g_autofree char *fst = in (fixture, "r.fst");
  g_autofree char *perfetto = in (fixture, "trace.json");
  g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$xpus=8", "--iterations", "1", "--json", json, "--csv", csv, "--vcd", vcd, "--fst", fst,
                                "--perfetto", perfetto, NULL);
  const char *const tables[] = { "metrics.csv", "links.csv", "components.csv", "series.csv", "spans.csv" };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;
  g_autofree char *dump = NULL;
  g_autofree char *fst2vcd = g_find_program_in_path ("fst2vcd");
  JsonArray *events;

  g_assert_cmpint (result.status, ==, 0);
  assert_contains (result.output, "HCSim figure 6b");
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_build_filename (csv, tables[i], NULL);
      g_autofree char *content = NULL;
      g_auto (GStrv) lines = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      lines = g_strsplit (content, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), >, 3);
    }

  g_assert_true (g_file_get_contents (perfetto, &text, NULL, NULL));
  events = json_object_get_array_member (parse_json (parser, text), "traceEvents");
  g_assert_cmpuint (json_array_get_length (events), >, 1000);

  g_assert_true (g_file_get_contents (vcd, &dump, NULL, NULL));
  assert_contains (dump, "$timescale");
  assert_contains (dump, "xpu");

  if (fst2vcd == NULL)
    {
      if (g_getenv ("CI") != NULL)
        g_test_fail_printf ("fst2vcd is missing");
      else
        g_test_skip ("fst2vcd is missing: FST not read back");
      return;
    }
  else
    {
      g_autoptr (GError) error = NULL;
      const char *const to_vcd[] = { "fst2vcd", fst, NULL };
      g_autofree char *back = NULL;
      int status;

      g_spawn_sync (NULL, (char **) to_vcd, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &back, NULL, &status, &error);
      g_assert_no_error (error);
      g_assert_cmpint (status, ==, 0);
      assert_contains (back, "$timescale");
      assert_contains (back, "real");
      assert_contains (back, "xpu");
    }
}

/* Programs are started if the user allows it, and told of beside the files. */
static void
test_run_programs (Fixture *fixture,
                   gconstpointer unused)
{
  g_autofree char *kin = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "tests", "engine", "run", "kin", NULL);
  g_autofree char *body = g_strdup_printf ("<heddle version=\"1\" name=\"kin\"><top>"
                                           "<component id=\"a\" type=\"kin.talker\" count=\"2\" program=\"%s\" arguments=\"exit 3\"/>"
                                           "</top></heddle>", g_getenv ("HEDDLE_CHILD_PROGRAM"));
  g_autofree char *file = cli_write_file (fixture->directory, "kin.heddle", body);
  g_autofree char *folder = in (fixture, "files"), *table = g_build_filename (folder, "programs.tsv", NULL), *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_setenv ("HEDDLE_LIBRARY_PATH", kin, TRUE);
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", NULL);

    g_assert_cmpint (result.status, ==, 1);
    assert_contains (result.errors, "“a[0]” would start a program, which nobody has allowed: ");
    assert_contains (result.errors, "--allow-programs");
  }
  {
    g_auto (Result) result = cli_run (NULL, "check", file, NULL);

    g_assert_cmpint (result.status, ==, 0);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--allow-programs", "--files", folder, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_cmpstr (lines[0], ==, "chiplet\tpid\tprogram\tstate\texit");
  g_assert_true (g_str_has_prefix (lines[1], "a[0]\t"));
  g_assert_true (g_str_has_suffix (lines[1], "/child-program\tended\t3"));
  g_assert_true (g_str_has_prefix (lines[2], "a[1]\t"));
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--sweep", "a.rounds=0..1:2", NULL);

    g_assert_cmpint (result.status, !=, 0);
    assert_contains (result.errors, "nobody has allowed");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--sweep", "a.rounds=0..1:2", "--allow-programs", NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
}

/* A run that fails leaves nothing, unless what it has is asked for: that says itself that it is not whole. */
static void
test_run_partial (Fixture *fixture,
                  gconstpointer unused)
{
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autofree char *file = cli_write_file (fixture->directory, "endless.heddle",
                                          "<heddle version=\"1\" name=\"endless\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>"
                                          "<component id=\"a\" type=\"hello.pinger\" count=\"2\" log=\"true\"/>"
                                          "<link from=\"a[i].out\" to=\"a[1 - i].in\" for=\"i=0..1\" class=\"L\"/></top></heddle>");
  g_autofree char *json = in (fixture, "r.json"), *folder = in (fixture, "files"), *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object, *problem;

  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--json", json, "--files", folder, NULL);

    g_assert_cmpint (result.status, ==, 3);
    g_assert_false (g_file_test (json, G_FILE_TEST_EXISTS));
    g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--partial", "--json", json, "--files", folder, NULL);

    g_assert_cmpint (result.status, ==, 3);
    assert_contains (result.errors, "wrote more than");
  }
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  g_assert_true (g_file_get_contents (json, &text, NULL, NULL));
  object = parse_json (parser, text);
  g_assert_cmpfloat (json_object_get_double_member (object, "simulated_time_s"), >, 0.01);
  g_assert_cmpfloat (metric (object, "pinger.received"), >, 10000);
  problem = json_array_get_object_element (json_object_get_array_member (object, "problems"), 0);
  g_assert_cmpstr (json_object_get_string_member (problem, "severity"), ==, "error");
  assert_contains (json_object_get_string_member (problem, "message"), "wrote more than");
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
}

static void
test_run_transfers (Fixture *fixture,
                    gconstpointer data)
{
  g_autofree char *file = project ("small/star.heddle");
  g_autofree char *list = cli_write_file (fixture->directory, "list.csv",
                                          "start_s,bytes,source,destination\n0,1e9,xpu[0],xpu[1]\n0,1e9,xpu[2],xpu[3]\n");
  g_autofree char *csv = in (fixture, "csv");
  g_autofree char *table = g_build_filename (csv, "transfers.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--transfers", list, "--csv", csv, "--quiet", NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "start_s,bytes,source,destination,end_s");
  g_assert_true (g_str_has_prefix (lines[1], "0,1e9,xpu[0],xpu[1],"));
}

/* What components write goes where it is wanted, and who wants it nowhere is told that it is gone. */
static void
test_run_outputs (Fixture *fixture,
                  gconstpointer data)
{
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autofree char *file = cli_write_file (fixture->directory, "pings.heddle",
                                          "<heddle version=\"1\" name=\"pings\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>"
                                          "<component id=\"a\" type=\"hello.pinger\" count=\"2\" log=\"true\"/>"
                                          "<link from=\"a[0].out\" to=\"a[1].in\" class=\"L\"/><link from=\"a[1].out\" to=\"a[0].in\" class=\"L\"/></top>"
                                          "<run until=\"5 us\"/></heddle>\n");
  g_autofree char *folder = in (fixture, "files"), *log = g_build_filename (folder, "a[1].pings.csv", NULL), *text = NULL;

  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", NULL);

    g_assert_cmpint (result.status, ==, 0);
    assert_contains (result.errors, "Components wrote 2 files, which are not kept");
    assert_contains (result.errors, "--files DIR keeps them");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--files", folder, NULL);

    g_assert_cmpstr (result.errors, ==, "");
    g_assert_cmpint (result.status, ==, 0);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--files", file, NULL);

    g_assert_cmpint (result.status, ==, 4);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--files", "-", NULL);

    g_assert_cmpint (result.status, ==, 4);
    assert_contains (result.errors, "“-” is standard output, which is no directory");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--quiet", "--files", folder, "--set", "run:trace=a[1]", "--set", "run:fidelity=packet", NULL);

    g_assert_cmpint (result.status, ==, 0); /* its lane is there without being traced */
    assert_contains (result.errors, "“a[1]” is traced, but has no lanes with details");
  }
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  g_assert_true (g_file_get_contents (log, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "1000000,0,1\n2000000,0,2\n3000000,0,3\n4000000,0,4\n5000000,0,5\n");
}

static void
test_run_faults (Fixture *fixture,
                 gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_autofree char *list = cli_write_file (fixture->directory, "bad.csv", "start_s,bytes,source,destination\n0,1e9,rack[0]/server[0]/xpu[0]\n");

  {
    g_auto (Result) result = cli_run (NULL, "run", NULL);
    g_assert_cmpint (result.status, ==, 2);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--no-such-option", NULL);
    g_assert_cmpint (result.status, ==, 2);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", "/nonexistent/file.heddle", NULL);
    g_assert_cmpint (result.status, ==, 4);
    assert_contains (result.errors, "/nonexistent/file.heddle");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$xpus=5000", NULL);
    g_assert_cmpint (result.status, ==, 1);
    assert_contains (result.errors, "5000");
    assert_contains (result.errors, "4096");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$nonsense=1", NULL);
    g_assert_cmpint (result.status, !=, 0);
    assert_contains (result.errors, "nonsense");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--iterations", "0", NULL);
    g_assert_cmpint (result.status, ==, 1);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$xpus=4", "--iterations", "1", "--json", "/dev/full", NULL);
    g_assert_cmpint (result.status, ==, 4);
    assert_contains (result.errors, "/dev/full");
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--set", "$xpus=4", "--iterations", "1", "--csv", "/proc/no", NULL);
    g_assert_cmpint (result.status, ==, 4);
  }
  {
    g_auto (Result) result = cli_run (NULL, "run", file, "--transfers", list, NULL);
    g_assert_cmpint (result.status, !=, 0);
    assert_contains (result.errors, "bad.csv:2");
  }
  {
    g_auto (Result) result = cli_run (NULL, "nonsense", NULL);
    g_assert_cmpint (result.status, ==, 2);
    assert_contains (result.errors, "nonsense");
  }
}

/* Reads until @text has come; what a program says tells how far it is. */
static void
wait_for_text (GInputStream *stream,
               const char *text)
{
  g_autoptr (GString) got = g_string_new (NULL);

  while (strstr (got->str, text) == NULL)
    {
      char buffer[256];
      gssize n = g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL);

      g_assert_cmpint (n, >, 0);
      g_string_append_len (got, buffer, n);
    }
}

/* Ctrl+C ends the run in order: status 3, no file. */
static void
test_run_interrupt (Fixture *fixture,
                    gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_autofree char *executable = cli_dup_program ();
  g_autofree char *json = in (fixture, "r.json");
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, executable, "run", file, "--progress",
                              "--set", "$xpus=64", "--iterations", "1000", "--set", "run:symmetry=false", "--set", "run:fast-forward=false", "--json", json, NULL);
  g_assert_no_error (error);
  wait_for_text (g_subprocess_get_stderr_pipe (process), "simulated");
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 3);
  g_assert_false (g_file_test (json, G_FILE_TEST_EXISTS));
}

/* ---- the others --------------------------------------------------------------------------------------------------------- */

static void
test_check (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *good = project ("hcsim/figure-6a.heddle");
  g_autofree char *bad = cli_write_file (fixture->directory, "bad.heddle",
                                         "<heddle version=\"1\" name=\"bad\">\n"
                                         "  <link-class id=\"l\" bandwidth=\"-1 GB/s\" latency=\"1 us\"/>\n"
                                         "  <top>\n"
                                         "    <component id=\"a\" type=\"fabric.switch\"/>\n"
                                         "    <component id=\"b\" type=\"fabric.switch\"/>\n"
                                         "    <link from=\"a.port[0]\" to=\"b.port[0]\" class=\"l\"/>\n"
                                         "  </top>\n"
                                         "</heddle>\n");

  {
    g_auto (Result) result = cli_run (NULL, "check", good, NULL);
    g_assert_cmpint (result.status, ==, 0);
    g_assert_cmpstr (result.errors, ==, "");
  }
  {
    g_auto (Result) result = cli_run (NULL, "check", bad, NULL);
    g_assert_cmpint (result.status, ==, 1);
    assert_contains (result.errors, "bad.heddle:2: error:");
    assert_contains (result.errors, "-1 GB/s");
  }
}

/* Too few channels are the project's fault, told where they are, once. */
static void
test_check_channels (Fixture *fixture,
                     gconstpointer data)
{
  g_autofree char *ring = cli_write_file (fixture->directory, "ring.heddle",
                                          "<heddle version=\"1\" name=\"ring\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\"/><top>"
                                          "<component id=\"s\" type=\"fabric.switch\" count=\"5\"/><component id=\"x\" type=\"fabric.host\" count=\"5\"/>"
                                          "<link for=\"i=0..4\" from=\"x[i].port\" to=\"s[i].port[2]\" class=\"L\"/>"
                                          "<link for=\"i=0..4\" from=\"s[i].port[0]\" to=\"s[(i + 1) % 5].port[1]\" class=\"L\"/></top>"
                                          "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
                                          "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"64 kB\"/>"
                                          "<run fidelity=\"flit\" virtual-channels=\"1\"/></heddle>");
  g_auto (Result) result = cli_run (NULL, "check", ring, NULL);

  g_assert_cmpint (result.status, ==, 1);
  assert_contains (result.errors, "ring.heddle:1: error: s[1]: Flits could wait for each other");
  g_assert_null (strstr (strstr (result.errors, "could wait") + 1, "could wait"));
}

static void
test_describe (Fixture *fixture,
               gconstpointer data)
{
  g_auto (Result) list = cli_run (NULL, "describe", NULL);
  g_auto (Result) xpu = cli_run (NULL, "describe", "fabric.xpu", NULL);
  g_auto (Result) library = cli_run (NULL, "describe", "manycore", NULL);
  g_auto (Result) unknown = cli_run (NULL, "describe", "fabric.nonsense", NULL);

  g_assert_cmpint (list.status, ==, 0);
  assert_contains (list.output, "fabric.cxl-switch");
  g_assert_cmpint (xpu.status, ==, 0);
  assert_contains (xpu.output, "fp32");
  assert_contains (xpu.output, "67 TFLOP/s");
  g_assert_cmpint (library.status, ==, 0);
  assert_contains (library.output, "\nmanycore.router: Router\n");
  assert_contains (library.output, "\nmanycore.mcu: Memory controller\n");
  g_assert_cmpint (unknown.status, ==, 2);
}

/* Each setting that is described has an option, in the same order; a wrong value of it is told by its name. Speed is for who watches. */
static void
test_settings (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *star = project ("small/star.heddle");
  g_auto (Result) described = cli_run (NULL, "describe", "run", NULL);
  g_auto (Result) options = cli_run (NULL, "run", "--options", NULL);
  g_auto (GStrv) lines = g_strsplit (described.output, "\n", -1);
  const char *at = options.output;
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *colon = strstr (lines[i], ": ");
      g_autofree char *name = NULL;
      g_autofree char *option = NULL;
      g_autofree char *word = NULL;
      g_autofree char *fault = NULL;

      if (!g_str_has_prefix (lines[i], "  ") || lines[i][2] == ' ' || colon == NULL || g_str_has_prefix (lines[i], "  speed: "))
        continue;
      name = g_strndup (lines[i] + 2, (gsize) (colon - lines[i] - 2));
      option = g_strdup_printf ("\noption\t%s\t", name);
      word = g_strdup_printf ("--%s=nonsense[", name);
      fault = g_strdup_printf ("error: run.%s: ", name);
      at = strstr (at, option);
      g_assert_nonnull (at);
      {
        g_auto (Result) wrong = cli_run (NULL, "run", "--quiet", word, star, NULL);

        g_assert_cmpint (wrong.status, ==, 1);
        assert_contains (wrong.errors, fault);
      }
      n++;
    }
  g_assert_cmpuint (n, >=, 29);
  g_assert_null (strstr (options.output, "\noption\tspeed\t"));
}

/* What is generated, checks and runs. */
static void
test_generate (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *file = in (fixture, "ring.heddle");
  g_auto (Result) made = cli_run (NULL, "generate", "ring", "switches=8", "-o", file, NULL);
  g_auto (Result) unknown = cli_run (NULL, "generate", "moebius", "-o", file, NULL);
  g_auto (Result) wrong = cli_run (NULL, "generate", "ring", "switches=-1", "-o", file, NULL);
  g_auto (Result) checked = cli_run (NULL, "check", file, NULL);

  g_assert_cmpstr (made.errors, ==, "");
  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (unknown.status, ==, 2);
  assert_contains (unknown.errors, "moebius");
  g_assert_cmpint (wrong.status, ==, 2);
  g_assert_cmpint (checked.status, ==, 0);
}

static void
test_convert (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *file = project ("small/ring-4.heddle");
  g_autofree char *xml = in (fixture, "ring.simgrid.xml");
  g_autofree char *copy = in (fixture, "copy.heddle");
  g_autofree char *text = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_auto (Result) simgrid = cli_run (NULL, "convert", file, xml, NULL);
  g_auto (Result) same = cli_run (NULL, "convert", file, copy, NULL);

  g_assert_cmpstr (simgrid.errors, ==, "");
  g_assert_cmpint (simgrid.status, ==, 0);
  g_assert_true (g_file_get_contents (xml, &text, NULL, NULL));
  assert_contains (text, "<platform version=\"4.1\">");
  g_assert_cmpint (same.status, ==, 0);
  g_assert_true (g_file_get_contents (file, &before, NULL, NULL));
  g_assert_true (g_file_get_contents (copy, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

/* What --map says counts in whatever format is written; where it can't, it is refused. */
static void
test_convert_map (Fixture *fixture,
                  gconstpointer data)
{
  g_autofree char *graph = in (fixture, "pair.graphml");
  g_autofree char *xml = in (fixture, "pair.simgrid.xml");
  g_autofree char *copy = in (fixture, "pair.heddle");
  g_autofree char *file = project ("small/ring-4.heddle");
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (graph,
                                      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
                                      "<key id=\"s\" for=\"edge\" attr.name=\"speed\" attr.type=\"double\"/>"
                                      "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
                                      "<edge source=\"a\" target=\"b\"><data key=\"s\">5</data></edge></graph></graphml>",
                                      -1, NULL));
  {
    g_auto (Result) simgrid = cli_run (NULL, "convert", graph, xml, "--map", "speed=bandwidth:GB/s", NULL);
    g_auto (Result) nonsense = cli_run (NULL, "convert", graph, copy, "--map", "nonsense", NULL);
    g_auto (Result) without_unit = cli_run (NULL, "convert", graph, copy, "--map", "speed=bandwidth:", NULL);
    g_auto (Result) no_graph = cli_run (NULL, "convert", file, copy, "--map", "speed=bandwidth", NULL);

    assert_contains (simgrid.errors, "guessed");
    g_assert_cmpint (simgrid.status, ==, 0);
    g_assert_true (g_file_get_contents (xml, &text, NULL, NULL));
    assert_contains (text, "bandwidth=\"5000000000Bps\"");
    assert_contains (nonsense.errors, "KEY=PARAMETER");
    g_assert_cmpint (nonsense.status, ==, 2);
    g_assert_cmpint (without_unit.status, ==, 2);
    assert_contains (no_graph.errors, "ring-4.heddle");
    g_assert_cmpint (no_graph.status, ==, 2);
    g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));
  }
}

static void
test_render (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *file = project ("hcsim/figure-6b.heddle");
  g_autofree char *svg = in (fixture, "rack.svg");
  g_autofree char *pdf = in (fixture, "rack.pdf");
  g_autofree char *png = in (fixture, "rack.png");
  g_autofree char *text = NULL;
  g_auto (Result) as_svg = cli_run (NULL, "render", file, "--module", "rack[0]", "-o", svg, NULL);
  g_auto (Result) as_pdf = cli_run (NULL, "render", file, "-o", pdf, NULL);
  g_auto (Result) as_png = cli_run (NULL, "render", file, "--heat", "--set", "$xpus=8", "-o", png, NULL);
  g_auto (Result) unknown = cli_run (NULL, "render", file, "-o", "picture.xyz", NULL);

  g_assert_cmpstr (as_svg.errors, ==, "");
  g_assert_cmpint (as_svg.status, ==, 0);
  g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
  assert_contains (text, "<svg");
  g_clear_pointer (&text, g_free);
  g_assert_cmpint (as_pdf.status, ==, 0);
  g_assert_true (g_file_get_contents (pdf, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "%PDF"));
  g_clear_pointer (&text, g_free);
  g_assert_cmpint (as_png.status, ==, 0);
  g_assert_true (g_file_get_contents (png, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "\x89PNG"));
  g_assert_cmpint (unknown.status, ==, 2);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

/* ---- the program ------------------------------------------------------------------------------------------------------ */

/* What a report of a fault should begin with: the version of the build, how it was built, and each library in the version that is loaded. */
static void
test_version (Fixture *fixture,
              gconstpointer data)
{
  static const char *const lines[] = {
    "^heddle \\d+\\.\\d+\\.\\d+$",
    "^Build: \\w+, (gcc|clang) [\\d.]+, \\w+ \\w+$",
    "^GLib \\d+\\.\\d+\\.\\d+, Cairo [\\d.]+, Pango [\\d.]+(, GTK 4\\.[\\d.]+, libadwaita 1\\.[\\d.]+)?$",
    "^libxml2 [\\d.]+, JSON-GLib [\\d.]+, SQLite [\\d.]+, protobuf-c [\\d.]+, METIS [\\d.]+$",
    "^(MPI: [\\d.]+|No MPI: each run is one process\\.)$",
  };
  g_autofree char *glib = g_strdup_printf ("GLib %u.%u.%u,", glib_major_version, glib_minor_version, glib_micro_version);
  g_auto (Result) result = cli_run (NULL, "--version", NULL);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.errors, ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    if (!g_regex_match_simple (lines[i], result.output, G_REGEX_MULTILINE, 0))
      {
        g_test_message ("“%s” is not in: %s", lines[i], result.output);
        g_test_fail ();
      }
  assert_contains (result.output, glib);
  assert_contains (result.output, HEDDLE_VERSION "\n");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/app/cli/run/json", test_run_json);
  ADD ("/app/cli/run/set", test_run_set);
  ADD ("/app/cli/run/like", test_run_like);
  ADD ("/app/cli/run/digest", test_run_digest);
  ADD ("/app/cli/run/files", test_run_files);
  ADD ("/app/cli/run/programs", test_run_programs);
  ADD ("/app/cli/run/partial", test_run_partial);
  ADD ("/app/cli/run/transfers", test_run_transfers);
  ADD ("/app/cli/run/outputs", test_run_outputs);
  ADD ("/app/cli/run/faults", test_run_faults);
  ADD ("/app/cli/run/interrupt", test_run_interrupt);
  ADD ("/app/cli/check", test_check);
  ADD ("/app/cli/check/channels", test_check_channels);
  ADD ("/app/cli/run/deadlock", test_run_deadlock);
  ADD ("/app/cli/describe", test_describe);
  ADD ("/app/cli/settings", test_settings);
  ADD ("/app/cli/generate", test_generate);
  ADD ("/app/cli/convert", test_convert);
  ADD ("/app/cli/convert-map", test_convert_map);
  ADD ("/app/cli/render", test_render);
  ADD ("/app/cli/version", test_version);
  return g_test_run ();
}
