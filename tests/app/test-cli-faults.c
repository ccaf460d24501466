/* test-cli-faults.c: wrong input as an architect meets it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every fault ends the built program with the exit status of the manual and one message that names file and line, the object, the
 * value with its unit and what is permitted; nothing is printed on standard output and nothing written. A sound project is made wrong in one
 * place at a time. Problem codes are asserted by the tests of the rooms that find them.
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cli-fixture.h"

#define PROJECT                                                                                        \
  "<heddle version=\"1\" name=\"Sound\">\n"                                                            \
  "<link-class id=\"wire\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n"               \
  "<top>\n"                                                                                            \
  "<component id=\"hub\" type=\"fabric.switch\"/>\n"                                                   \
  "<component id=\"xpu\" type=\"fabric.xpu\" count=\"4\" fp32=\"67 TFLOP/s\"/>\n"                      \
  "<link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" for=\"i=0..3\" class=\"wire\"/>\n"         \
  "</top>\n"                                                                                           \
  "<communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n"                     \
  "<workload type=\"graph\" on=\"all\">\n"                                                             \
  "<vertex id=\"A\" kind=\"compute\" work=\"1 TFLOP\" place=\"xpu[0]\" mode=\"local\" start=\"true\"/>\n" \
  "<vertex id=\"B\" kind=\"comm\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 GB\"/>\n"      \
  "<edge from=\"A\" to=\"B\"/>\n"                                                                      \
  "<edge from=\"B\" to=\"A\" first=\"ignore\"/>\n"                                                     \
  "</workload>\n"                                                                                      \
  "<run iterations=\"2\"/>\n"                                                                          \
  "</heddle>\n"

typedef struct
{
  const char *name;
  const char *from; /* of PROJECT */
  const char *to;
  int status;
  const char *words[6]; /* of the message; the first follows the file's name */
} Fault;

static const Fault faults[] = {
  { "bandwidth-negative", "10 GB/s", "-10 GB/s", 1, { ":2: error: ", "wire", "-10 GB/s", "more than 0" } },
  { "bandwidth-zero", "10 GB/s", "0 GB/s", 1, { ":2: error: ", "wire", "bandwidth", "more than 0" } },
  { "bandwidth-nan", "10 GB/s", "nan", 1, { ":2: error: ", "wire", "nan" } },
  { "latency-negative", "1 us", "-1 us", 1, { ":2: error: ", "wire", "-1 µs", "at least 0" } },
  { "unit-unknown", "10 GB/s", "10 GX/s", 1, { ":2: error: ", "wire", "GX/s", "GB/s" } },
  { "dimension-missing", "10 GB/s", "10", 1, { ":2: error: ", "wire", "10", "without a unit", "B/s" } },
  { "dimension-wrong", "10 GB/s", "10 GB", 1, { ":2: error: ", "wire", "10 GB", "B/s" } },
  { "rate-zero", "67 TFLOP/s", "0 TFLOP/s", 1, { ":5: error: ", "xpu", "fp32", "more than 0" } },
  { "index", "i=0..3", "i=0..4", 1, { ":6: error: ", "xpu[i]", "4", "0..3" } },
  { "count", "count=\"4\"", "count=\"1000000000\"", 1, { ":5: error: ", "xpu", "1000000000", "16777216" } },
  { "pattern-empty", "members=\"xpu[*]\"", "members=\"gpu[*]\"", 1, { ":8: error: ", "all", "gpu", "xpu" } },
  { "member-index", "members=\"xpu[*]\"", "members=\"xpu[2..7]\"", 1, { ":8: error: ", "all", "7", "0 to 3" } },
  { "limit", "members=\"xpu[*]\"", "members=\"xpu[*]\" limit=\"5\"", 1, { ":8: error: ", "limit 5", "1 to 4" } },
  { "member-twice", "members=\"xpu[*]\"", "members=\"xpu[0] xpu[0]\"", 1, { ":8: error: ", "xpu[0]", "all" } },
  { "place-unknown", "place=\"xpu[0]\"", "place=\"tpu\"", 1, { ":10: error: ", "A", "tpu" } },
  { "place-outside", "place=\"xpu[0]\"", "place=\"xpu[4]\"", 1, { ":10: error: ", "A", "xpu[4]" } },
  { "place-switch", "place=\"xpu[0]\"", "place=\"hub\"", 1, { ":10: error: ", "A", "hub", "Switch" } },
  { "work-negative", "1 TFLOP\"", "-5 FLOP\"", 1, { ":10: error: ", "A", "-5 FLOP", "at least 0" } },
  { "no-route", "i=0..3", "i=0..2", 1, { ":11: error: ", "B", "xpu[2]", "xpu[3]" } },
  { "port-full", "xpu[i].eth", "xpu[0].eth", 1, { ":5: error: ", "xpu[0]", "eth", "4", "1" } },
  { "link-itself", "xpu[i].eth\" to=\"hub.port[i]", "hub.port[4 + i]\" to=\"hub.port[i]", 1, { ":6: error: ", "hub", "itself" } },
  { "cycle", " first=\"ignore\"", "", 1, { ":10: error: ", "A → B → A", "first=" } },
  { "no-start", "start=\"true\"", "", 1, { ":9: error: ", "start" } },
  { "no-loop", "<edge from=\"B\" to=\"A\" first=\"ignore\"/>", "", 1, { ":10: error: ", "A", "start vertex" } },
  { "unreachable", "<edge from=\"A\" to=\"B\"/>", "", 1, { ":11: error: ", "B", "never" } },
  { "memory", "mode=\"local\"", "mode=\"local\" resident=\"362.2 GB\"", 1, { ":5: error: ", "xpu[0]", "362.2 GB", "80 GB" } },
  { "library", "fabric.switch", "fabrik.switch", 1, { ":4: error: ", "hub", "fabrik" } },
  { "type", "fabric.switch", "fabric.swich", 1, { ":4: error: ", "hub", "swich", "switch" } },
  { "operation", "all-reduce", "all-deduce", 1, { ":11: error: ", "all-deduce", "all-reduce, all-gather" } },
  { "iterations", "iterations=\"2\"", "iterations=\"0\"", 1, { ":15: error: ", "iterations", "between 1 and" } },
  { "fidelity", "iterations=\"2\"", "fidelity=\"phit\"", 1, { ":15: error: ", "fidelity", "phit", "flow", "packet", "flit" } },
  { "half", "</workload>", "<", 1, { ":14: error: ", "XML" } },
  { "entities", "<heddle version=\"1\" name=\"Sound\">", "<!DOCTYPE a [<!ENTITY b \"c\">]><heddle version=\"1\" name=\"&b;\">", 1, { ":1: error: ", "entities" } },
  { "deadlock", "<edge from=\"A\" to=\"B\"/>", "<vertex id=\"V\" kind=\"compute\" place=\"xpu[0]\"/><vertex id=\"W\" kind=\"compute\" place=\"xpu[0]\"/>"
    "<edge from=\"V\" to=\"W\"/><edge from=\"W\" to=\"V\"/><edge from=\"A\" to=\"V\"/><edge from=\"V\" to=\"B\"/>", 1,
    { ":12: error: ", "V → W → V" } },
  { "endless", "10 GB/s", "1 B/s", 3, { "", "0.0149", "simulated time ends" } },
};

/* Runs the program in a directory; arguments are separated by blanks. */
static Result
run (const char *directory,
     const char *arguments)
{
  g_autofree char *program = cli_dup_program ();
  g_autofree char *line = g_strdup_printf ("'%s' %s", program, arguments);
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  Result result;

  g_shell_parse_argv (line, NULL, &argv, &error);
  g_assert_no_error (error);
  result = cli_spawn (directory, (const char *const *) argv);
  g_test_message ("%s: %d\n%s", arguments, result.status, result.errors);
  return result;
}

typedef struct
{
  char *directory;
} Fixture;

static void
write_file (Fixture *fixture,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-faults-XXXXXX", NULL);
  write_file (fixture, "sound.heddle", PROJECT);
}

/* Also asserts that nothing lies there but what the test itself wrote. */
static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  static const char *const own[] = { "sound.heddle", "wrong.heddle", "list.csv", "folder.heddle", "full.heddle", NULL };
  g_autoptr (GDir) directory = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->directory, name, NULL);

      if (!g_strv_contains (own, name))
        g_test_fail_printf ("%s was left behind", name);
      g_remove (path);
    }
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

static void
test_fault (Fixture *fixture,
            gconstpointer data)
{
  const Fault *fault = data;
  const char *at = strstr (PROJECT, fault->from);
  g_autofree char *text = NULL;
  g_autofree char *start = NULL;

  g_assert_nonnull (at);
  text = g_strdup_printf ("%.*s%s%s", (int) (at - PROJECT), PROJECT, fault->to, at + strlen (fault->from));
  write_file (fixture, "wrong.heddle", text);
  {
    g_auto (Result) checked = run (fixture->directory, "check wrong.heddle");
    g_auto (Result) result = run (fixture->directory, "run wrong.heddle --json result.json --vcd result.vcd --fst result.fst --perfetto trace.json --paje trace.paje --csv tables");

    g_assert_cmpint (checked.status, ==, fault->status == 3 ? 0 : fault->status); /* a run that breaks down was sound before */
    g_assert_cmpint (result.status, ==, fault->status);
    g_assert_cmpstr (result.output, ==, "");
    if (fault->status == 1)
      g_assert_cmpstr (checked.errors, ==, result.errors);
    start = g_strconcat ("wrong.heddle", fault->words[0], NULL);
    if (fault->words[0][0] != '\0')
      g_assert_nonnull (strstr (result.errors, start));
    for (guint i = 1; i < G_N_ELEMENTS (fault->words) && fault->words[i] != NULL; i++)
      if (strstr (result.errors, fault->words[i]) == NULL)
        g_test_fail_printf ("“%s” is missing in %s", fault->words[i], result.errors);
    g_assert_cmpuint (count_lines (result.errors), <=, 2);
  }
}

/* The project that all the faults are made from is sound. */
static void
test_sound (Fixture *fixture,
            gconstpointer data)
{
  g_auto (Result) checked = run (fixture->directory, "check sound.heddle");
  g_auto (Result) result = run (fixture->directory, "run sound.heddle");

  g_assert_cmpint (checked.status, ==, 0);
  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.errors, ==, "");
}

/* ---- arguments and files ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *arguments;
  int status;
  const char *words;
} Call;

static const Call calls[] = {
  { "command", "rum sound.heddle", 2, "rum" },
  { "option", "run sound.heddle --jason x", 2, "--jason" },
  { "no-file", "run", 2, "one file" },
  { "two-files", "run sound.heddle sound.heddle", 2, "one file" },
  { "check-nothing", "check", 2, "file" },
  { "setting-syntax", "run sound.heddle --set rubbish", 2, "rubbish" },
  { "setting-check", "check sound.heddle --set rubbish", 2, "rubbish" },
  { "setting-unknown", "run sound.heddle --set class:wyre.bandwidth='1 GB/s'", 1, "class:wyre.bandwidth" },
  { "setting-index", "run sound.heddle --set xpu[4].fp32='1 TFLOP/s'", 1, "xpu[4].fp32" },
  { "setting-value", "run sound.heddle --set class:wire.bandwidth=0", 1, "comes from a setting" },
  { "setting-range", "run sound.heddle --set xpu[*].fp32='-1 TFLOP/s'", 1, "-1 TFLOP/s" },
  { "iterations", "run sound.heddle --iterations many", 1, "many" },
  { "until", "run sound.heddle --until 5", 1, "without a unit" },
  { "run-object", "run sound.heddle --buffer x", 1, "run.buffer: “buffer” is the word “x”, not a number with a unit (“x” comes from a setting)" },
  { "run-loose", "run sound.heddle --sync loose:x", 1, "run.sync: “quantum” is the word “x”" },
  { "run-loose-range", "run sound.heddle --sync 'loose:0 s'", 1, "run.sync: “quantum” is 0 s; it must be more than 0 s and at most 9000000 s" },
  { "run-flag", "run sound.heddle --symmetry=-1", 1, "run.symmetry: “symmetry” is -1; it must be true or false" },
  { "run-seed", "run sound.heddle --seed 9007199254740992", 1, "between 0 and 9007199254740991" },
  { "missing", "run nothing.heddle", 4, "nothing.heddle" },
  { "folder", "run folder.heddle", 4, "folder.heddle" },
  { "device", "run /dev/full", 1, "NUL" },
  { "check-two", "check sound.heddle nothing.heddle", 4, "nothing.heddle" },
  { "json-no-folder", "run sound.heddle --quiet --json no/such/folder/x.json", 4, "no/such/folder/x.json" },
  { "json-folder", "run sound.heddle --quiet --json folder.heddle", 4, "folder.heddle" },
  { "json-before-run", "run sound.heddle --json no/such/folder/x.json", 4, "no/such/folder/x.json" },
  { "paje-before-run", "run sound.heddle --paje sound.heddle/x.trace", 4, "sound.heddle/x.trace" },
  { "csv-before-run", "run sound.heddle --csv sound.heddle/new/tables", 4, "sound.heddle/new/tables" },
  { "json-full", "run sound.heddle --quiet --json /dev/full", 4, "/dev/full" },
  { "json-unnamed", "run sound.heddle --quiet --json ''", 4, "“” is the name of no file" },
  { "json-csv-before-run", "run sound.heddle --json x --csv x", 4, "x cannot be written: two results" },
  { "vcd-full", "run sound.heddle --quiet --vcd /dev/full", 4, "/dev/full" },
  { "fst-full", "run sound.heddle --quiet --fst /dev/full", 4, "/dev/full" },
  { "paje-full", "run sound.heddle --quiet --paje /dev/full", 4, "/dev/full" },
  { "csv-on-file", "run sound.heddle --quiet --csv sound.heddle", 4, "sound.heddle" },
  { "transfers-missing", "run sound.heddle --transfers nothing.csv", 4, "nothing.csv" },
  { "transfers-empty", "run sound.heddle --transfers /dev/null", 1, "empty" },
  { "generate-kind", "generate moebius -o x.heddle", 2, "moebius" },
  { "generate-value", "generate ring switches=-1 -o x.heddle", 2, "switches" },
  { "generate-key", "generate ring colour=red -o x.heddle", 2, "colour" },
  { "generate-no-folder", "generate ring -o no/such/folder.heddle", 4, "no/such/folder.heddle" },
  { "convert-format", "convert sound.heddle x.doc", 2, "x.doc" },
  { "render-format", "render sound.heddle -o x.doc", 2, "doc" },
  { "render-module", "render sound.heddle --module rack[0] -o x.svg", 2, "rack[0]" },
  { "render-no-folder", "render sound.heddle -o no/such/folder.svg", 4, "no/such/folder.svg" },
  { "describe-type", "describe fabric.toaster", 2, "fabric.toaster" },
};

static void
test_call (Fixture *fixture,
           gconstpointer data)
{
  const Call *call = data;
  g_autofree char *folder = g_build_filename (fixture->directory, "folder.heddle", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  {
    g_auto (Result) result = run (fixture->directory, call->arguments);

    g_assert_cmpint (result.status, ==, call->status);
    if (strstr (result.errors, call->words) == NULL)
      g_test_fail_printf ("“%s” is missing in %s", call->words, result.errors);
    g_assert_cmpuint (count_lines (result.errors), ==, 1);
    if (g_str_has_suffix (call->name, "-before-run"))
      g_assert_cmpstr (result.output, ==, "");
  }
}

/* What writes a file, and where that file's name goes. */
typedef struct
{
  const char *name;
  const char *arguments; /* with %s */
} Writer;

static const Writer writers[] = {
  { "json", "run sound.heddle --quiet --json %s" },
  { "vcd", "run sound.heddle --quiet --vcd %s" },
  { "perfetto", "run sound.heddle --quiet --perfetto %s" },
  { "paje", "run sound.heddle --quiet --paje %s" },
  { "heddle", "convert sound.heddle %s --to heddle" },
  { "graphml", "convert sound.heddle %s --to graphml" },
  { "dot", "convert sound.heddle %s --to dot" },
  { "simgrid", "convert sound.heddle %s --to simgrid" },
  { "workload-graphml", "convert sound.heddle %s --to workload-graphml" },
  { "workload-dot", "convert sound.heddle %s --to workload-dot" },
  { "picture", "render sound.heddle --size 100 -o %s" },
  { "generate", "generate ring -o %s" },
  { "compare-json", "compare sound.heddle sound.heddle --quiet --json %s" },
  { "compare-html", "compare sound.heddle sound.heddle --quiet --html %s" },
  { "why", "why sound.heddle --trials 0 --quiet --json %s" },
};

/* A file that a component reads and that is not there is told with who reads it. */
static void
test_component_file (Fixture *fixture,
                     gconstpointer data)
{
  g_autofree char *arguments = g_strdup_printf ("run '%s/projects/neptune/single-phase.heddle' --quiet --set lpm.routes=nowhere.txt", g_getenv ("HEDDLE_SOURCE_ROOT"));
  g_auto (Result) result = run (fixture->directory, arguments);

  g_assert_cmpint (result.status, !=, 0);
  g_assert_nonnull (strstr (result.errors, "“lpm[0]”: "));
  g_assert_nonnull (strstr (result.errors, "nowhere.txt”: No such file or directory"));
  g_assert_cmpuint (count_lines (result.errors), ==, 1);
}

/* Whoever writes says in one way why it cannot, with the name that was given and no other; a device is written to, not replaced. Nor does a folder that is missing come
 * out only when all the work is done. */
static void
test_writer (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *path;
    const char *words;
  } places[] = {
    { "folder.heddle", "folder.heddle cannot be written: Is a directory" },
    { "no/such/folder/x", "no/such/folder/x cannot be written: No such file or directory" },
    { "sound.heddle/x", "sound.heddle/x cannot be written: Not a directory" },
    { "''", "“” is the name of no file that could be written" },
    { "full.heddle", "full.heddle cannot be written: Error writing to file descriptor: No space left on device" },
  };
  const Writer *writer = data;
  g_autofree char *folder = g_build_filename (fixture->directory, "folder.heddle", NULL), *full = g_build_filename (fixture->directory, "full.heddle", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("/dev/full", full), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *arguments = g_strdup_printf (writer->arguments, places[i].path);
      g_auto (Result) result = run (fixture->directory, arguments);

      g_assert_cmpint (result.status, ==, 4);
      g_assert_cmpstr (result.output, ==, "");
      if (strstr (result.errors, places[i].words) == NULL)
        g_test_fail_printf ("“%s” is missing in %s", places[i].words, result.errors);
      g_assert_cmpuint (count_lines (result.errors), ==, 1);
      g_assert_true (g_file_test (full, G_FILE_TEST_IS_SYMLINK));
    }
}

/* What can be written as text goes to standard output if it is asked to, and no file is called "-". */
static void
test_dash (Fixture *fixture,
           gconstpointer data)
{
  static const char *const formats[] = { "heddle", "graphml", "dot", "simgrid", "workload-graphml", "workload-dot" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("convert sound.heddle - --to %s", formats[i]);
      g_auto (Result) result = run (fixture->directory, arguments);

      g_assert_cmpint (result.status, ==, 0);
      g_assert_cmpuint (count_lines (result.output), >, 5);
    }
}

/* What goes to a full disk does not get lost without a word. */
static void
test_full_output (Fixture *fixture,
                  gconstpointer data)
{
  static const char *const commands[] = { "run sound.heddle", "run sound.heddle --quiet --digest", "run sound.heddle --quiet --json -", "describe run" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *program = cli_dup_program ();
      g_autofree char *line = g_strdup_printf ("'%s' %s > /dev/full", program, commands[i]);
      const char *const argv[] = { "sh", "-c", line, NULL };
      g_auto (Result) result = cli_spawn (fixture->directory, argv);

      g_assert_cmpint (result.status, ==, 4);
      g_assert_nonnull (strstr (result.errors, "heddle: Standard output cannot be written"));
      g_assert_cmpuint (count_lines (result.errors), ==, 1);
    }
}

/* ---- lists of transfers ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *name;
  const char *text;
  const char *words;
} List;

#define HEADER "start_s,bytes,source,destination\n"

static const List lists[] = {
  { "header", "1,2,3,4\n", "list.csv:1" },
  { "columns", HEADER "0,1e9,xpu[0]\n", "list.csv:2" },
  { "number", HEADER "0,1e9,xpu[0],xpu[1]\nsoon,1,xpu[0],xpu[1]\n", "list.csv:3" },
  { "unit", HEADER "0,1 GB,xpu[0],xpu[1]\n", "1 GB" },
  { "negative", HEADER "0,-1,xpu[0],xpu[1]\n", "-1" },
  { "nan", HEADER "nan,1,xpu[0],xpu[1]\n", "nan" },
  { "huge", HEADER "0,1e300,xpu[0],xpu[1]\n", "1e300" },
  { "unknown", HEADER "0,1,xpu[0],xpu[7]\n", "xpu[7]" },
};

static void
test_list (Fixture *fixture,
           gconstpointer data)
{
  const List *list = data;

  write_file (fixture, "list.csv", list->text);
  {
    g_auto (Result) result = run (fixture->directory, "run sound.heddle --transfers list.csv --csv tables");

    g_assert_cmpint (result.status, ==, 1);
    g_assert_nonnull (strstr (result.errors, "list.csv"));
    g_assert_nonnull (strstr (result.errors, list->words));
    g_assert_cmpuint (count_lines (result.errors), ==, 1);
  }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/app/cli-faults/sound", Fixture, NULL, set_up, test_sound, tear_down);
  g_test_add ("/app/cli-faults/dash", Fixture, NULL, set_up, test_dash, tear_down);
  g_test_add ("/app/cli-faults/component-file", Fixture, NULL, set_up, test_component_file, tear_down);
  g_test_add ("/app/cli-faults/full-output", Fixture, NULL, set_up, test_full_output, tear_down);
#define ADD(table, function, group)                                                                   \
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)                                                    \
    {                                                                                                 \
      g_autofree char *path = g_strconcat ("/app/cli-faults/" group "/", table[i].name, NULL);        \
                                                                                                      \
      g_test_add (path, Fixture, &table[i], set_up, function, tear_down);                             \
    }
  ADD (faults, test_fault, "project")
  ADD (calls, test_call, "call")
  ADD (writers, test_writer, "writer")
  ADD (lists, test_list, "transfers")
#undef ADD
  return g_test_run ();
}
