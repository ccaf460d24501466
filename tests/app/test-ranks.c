/* test-ranks.c: one run in several processes, started by mpirun
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: any number of ranks gives the digest, the samples, the lanes and the files of a serial run; what no process can mend ends all of them, with one clear sentence and
 * within seconds: ranks with different projects, a synchronisation that works in one process, a limit that is reached, a rank that is killed.
 * Skipped without mpirun; not built without MPI.
 */
#include <signal.h>
#include <string.h>

#include <gio/gio.h>

#define SECONDS_TO_END 10

/* Longer than any test waits; what is written on the way would fill the largest file first. */
#define ENDLESS "--until '1000 s' --set 'a[*].log=false'"

/* Two rings of pingers with fast links, joined by two slow ones; pings of a carry buffers. */
#define RINGS \
  "<heddle version=\"1\" name=\"rings\">\n" \
  "  <link-class id=\"F\" bandwidth=\"1 GB/s\" latency=\"20 ns\" sharing=\"split\"/>\n" \
  "  <link-class id=\"S\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"hello.pinger\" count=\"8\" period=\"(a + 3) * 10 ns\" handling=\"(a + 1) * 7 ns\" log=\"true\" size=\"(a + 1) * 100 B\"/>\n" \
  "    <component id=\"b\" type=\"hello.pinger\" count=\"8\" period=\"(b + 2) * %s ns\"/>\n" \
  "    <link from=\"a[i].out\" to=\"a[i + 1].in\" for=\"i=0..6\" class=\"F\"/>\n" \
  "    <link from=\"b[i].out\" to=\"b[i + 1].in\" for=\"i=0..6\" class=\"F\"/>\n" \
  "    <link from=\"a[7].out\" to=\"b[0].in\" class=\"S\"/>\n" \
  "    <link from=\"b[7].out\" to=\"a[0].in\" class=\"S\"/>\n" \
  "  </top>\n" \
  "  <probes><probe of=\"a[0].received\"/><probe of=\"b[3].received\"/></probes>\n" \
  "  <run until=\"200 us\"/>\n" \
  "</heddle>\n"

typedef struct
{
  char *directory;
  char *rings;
  char *others; /* with another parameter */
  char *program;
} Fixture;

static char *
write_project (const char *directory,
               const char *name,
               const char *period)
{
  char *path = g_build_filename (directory, name, NULL);
  g_autofree char *text = g_strdup_printf (RINGS, period);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->directory = g_dir_make_tmp ("heddle-ranks-XXXXXX", NULL);
  fixture->rings = write_project (fixture->directory, "rings.heddle", "15");
  fixture->others = write_project (fixture->directory, "others.heddle", "16");
  fixture->program = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "app", "heddle", NULL);
}

/* ---- processes ------------------------------------------------------------------------------------------------------ */

static GSubprocess *
start (const char *command)
{
  g_auto (GStrv) argv = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_assert_true (g_shell_parse_argv (command, NULL, &argv, &error));
  process = g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  return process;
}

/* Until the first rank tells its progress: then the others have joined it. */
static void
wait_until_running (GSubprocess *process)
{
  g_autoptr (GString) got = g_string_new (NULL);

  while (strstr (got->str, "simulated") == NULL)
    {
      char buffer[256];
      gssize n = g_input_stream_read (g_subprocess_get_stderr_pipe (process), buffer, sizeof buffer, NULL, NULL);

      if (n <= 0)
        g_error ("the run ended before it told its progress: “%s”", got->str);
      g_string_append_len (got, buffer, n);
    }
}

typedef struct
{
  char *output;
  char *errors;
  gboolean succeeded;
  double seconds;
} Result;

static void
result_clear (Result *self)
{
  g_free (self->output);
  g_free (self->errors);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

static Result
finish (GSubprocess *process)
{
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (GError) error = NULL;
  Result result = { 0 };

  g_subprocess_communicate_utf8 (process, NULL, NULL, &result.output, &result.errors, &error);
  g_assert_no_error (error);
  result.succeeded = g_subprocess_get_successful (process);
  result.seconds = g_timer_elapsed (timer, NULL);
  return result;
}

static Result run (const char *format,
                   ...) G_GNUC_PRINTF (1, 2);

static Result
run (const char *format,
     ...)
{
  g_autofree char *command = NULL;
  g_autoptr (GSubprocess) process = NULL;
  va_list arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  process = start (command);
  return finish (process);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_auto (Result) removed = run ("rm -r %s", fixture->directory);

  g_assert_true (removed.succeeded);
  g_free (fixture->directory);
  g_free (fixture->rings);
  g_free (fixture->others);
  g_free (fixture->program);
}

static void
check_end (const Result *result,
           const char *text)
{
  const char *found = strstr (result->errors, text);

  g_assert_false (result->succeeded);
  if (found == NULL || strstr (found + 1, text) != NULL)
    g_error ("“%s” does not say “%s” once", result->errors, text);
  g_assert_cmpfloat (result->seconds, <, SECONDS_TO_END);
}

/* ---- tests ---------------------------------------------------------------------------------------------------------- */

static void
test_digest (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Result) serial = run ("%s run --quiet --digest --vcd %s/serial.vcd --csv %s/serial --files %s/serial/files %s", fixture->program,
                                fixture->directory, fixture->directory, fixture->directory, fixture->rings);
  g_autofree char *waves = NULL, *path = g_build_filename (fixture->directory, "serial.vcd", NULL);

  g_assert_true (serial.succeeded);
  g_assert_true (g_file_get_contents (path, &waves, NULL, NULL));
  g_assert_cmpuint (strlen (waves), >, 10000);
  for (guint n = 2; n <= 4; n++)
    {
      g_auto (Result) result = run ("mpirun -n %u %s run --quiet --digest --threads %u --vcd %s/ranks.vcd --csv %s/ranks --files %s/ranks/files %s", n, fixture->program, n - 1,
                                    fixture->directory, fixture->directory, fixture->directory, fixture->rings);
      g_auto (Result) difference = run ("diff -r --exclude=metrics.csv %s/serial %s/ranks", fixture->directory, fixture->directory);
      g_autofree char *same = NULL, *of_ranks = g_build_filename (fixture->directory, "ranks.vcd", NULL);

      g_assert_cmpstr (result.output, ==, serial.output); /* told once */
      g_assert_cmpstr (result.errors, ==, "");
      g_assert_true (result.succeeded);
      g_assert_true (g_file_get_contents (of_ranks, &same, NULL, NULL));
      g_assert_cmpstr (waves, ==, same);
      g_assert_cmpstr (difference.output, ==, "");
    }
}

/* Pings over the drawn network are flows, which one rank carries, and which is told. */
static void
test_dispatches (Fixture *fixture,
                 gconstpointer data)
{
  static const char text[] =
    "<heddle version='1' name='pings'><link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>"
    "<component id='a' type='hello.pinger' count='2' to='a[1]'/><component id='s' type='fabric.switch'/>"
    "<link from='a[i].net' to='s.port[i]' for='i=0..1' class='L'/></top><run until='100 us'/></heddle>";
  g_autofree char *path = g_build_filename (fixture->directory, "pings.heddle", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  {
    g_auto (Result) serial = run ("%s run --quiet --digest %s", fixture->program, path);
    g_auto (Result) result = run ("mpirun -n 2 %s run --quiet --digest %s", fixture->program, path);

    g_assert_true (serial.succeeded && result.succeeded);
    g_assert_cmpstr (result.output, ==, serial.output);
    g_assert_nonnull (strstr (result.errors, "One process does all of it"));
  }
}

/* What the project's file has; the rank that runs a component does not matter for any figure of it. */
static void
check_project (Fixture *fixture,
               const char *name)
{
  const char *root = g_getenv ("HEDDLE_SOURCE_ROOT");
  g_auto (Result) serial = run ("%s run --quiet --digest --csv %s/serial %s/projects/%s", fixture->program, fixture->directory, root, name);
  g_auto (Result) result = run ("mpirun -n 2 %s run --quiet --digest --csv %s/ranks %s/projects/%s", fixture->program, fixture->directory, root,
                                name);
  g_auto (Result) difference = run ("diff -r --exclude=metrics.csv %s/serial %s/ranks", fixture->directory,
                                    fixture->directory);

  g_assert_true (serial.succeeded && result.succeeded);
  g_assert_cmpstr (result.output, ==, serial.output);
  g_assert_cmpstr (difference.output, ==, "");
  g_assert_true (difference.succeeded);
}

/* Work is one partition, so the other ranks have nothing to do. */
static void
test_work (Fixture *fixture,
           gconstpointer data)
{
  check_project (fixture, "small/star.heddle");
}

static void
test_blocks (Fixture *fixture,
             gconstpointer data)
{
  check_project (fixture, "bdsim/mesh-4x4.heddle");
  check_project (fixture, "bdsim/system-1024-cores.heddle --set '$columns=4' --set '$rows=4' --set '$instructions=2000' --set 'run:trace=core[*][1]'");
}

/* What says how the run was divided is another thing. */
static char *
read_metrics (const char *directory,
              const char *which)
{
  static const char *const divided[] = { "partitions,", "ranks,", "threads,", "crossing_messages,", "null_messages,", "requests,", "longest_queue,", "efficiency," };
  g_autofree char *path = g_build_filename (directory, which, "metrics.csv", NULL), *text = NULL;
  g_auto (GStrv) lines = NULL;
  GString *kept = g_string_new (NULL);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean is_kept = TRUE;

      for (guint k = 0; k < G_N_ELEMENTS (divided); k++)
        is_kept = is_kept && !g_str_has_prefix (lines[i], divided[k]);
      if (is_kept)
        g_string_append_printf (kept, "%s\n", lines[i]);
    }
  return g_string_free (kept, FALSE);
}

/* @n processes come to all that one does: digest, metrics, loads, spans, samples and files. */
static void
check_agents (Fixture *fixture,
              const char *project,
              const char *settings,
              guint n)
{
  g_auto (Result) removed = run ("rm -rf %s/serial %s/ranks", fixture->directory, fixture->directory);
  g_auto (Result) serial = run ("%s run --quiet --digest --allow-programs --csv %s/serial --vcd %s/serial.vcd --files %s/serial/files %s %s", fixture->program,
                                fixture->directory, fixture->directory, fixture->directory, project, settings);
  g_auto (Result) result = run ("mpirun -n %u %s run --quiet --digest --allow-programs --csv %s/ranks --vcd %s/ranks.vcd --files %s/ranks/files %s %s", n,
                                fixture->program, fixture->directory, fixture->directory, fixture->directory, project, settings);
  g_auto (Result) difference = run ("diff -r --exclude=metrics.csv %s/serial %s/ranks", fixture->directory, fixture->directory);
  g_auto (Result) waves = run ("diff %s/serial.vcd %s/ranks.vcd", fixture->directory, fixture->directory);
  g_autofree char *alone = NULL, *together = NULL;

  g_test_message ("%s %s, %u processes", project, settings, n);
  if (!serial.succeeded || !result.succeeded)
    g_error ("%s%s", serial.errors, result.errors);
  g_assert_cmpstr (result.output, ==, serial.output);
  g_assert_cmpstr (difference.output, ==, "");
  g_assert_cmpstr (waves.output, ==, "");
  alone = read_metrics (fixture->directory, "serial");
  together = read_metrics (fixture->directory, "ranks");
  g_assert_cmpstr (together, ==, alone);
}

#define SQUARE(parts, work, run) \
  "<heddle version='1' name='square'><link-class id='L' bandwidth='32 GB/s' latency='2 ns' sharing='split'/><top>" \
  "<component id='s' type='fabric.switch' count='2 x 2'/>" parts "<link id='e' from='s[i][j].port[0]' to='s[i][j + 1].port[1]' class='L'/>" \
  "<link id='d' from='s[i][j].port[2]' to='s[i + 1][j].port[3]' class='L'/></top>" work \
  "<probes><probe of='e[0].queue'/><probe of='e[0].rate-forward'/><probe of='s[0][0].through'/></probes>" \
  "<run fidelity='flit' header='0' virtual-channels='2' input-buffer='4' " run "/></heddle>"
#define HOSTS "<component id='h' type='fabric.xpu' model='H100' count='2 x 2'/><link from='h[i][j].eth' to='s[i][j].port[4]' class='L'/>"
#define ALL "<communicators><communicator id='all' members='h[*][*]'/></communicators>"

/* Each kind of work, as packets and as flits; messages of many packets, and what components send with and without buffers. */
static void
test_agents (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *text;     /* or that of the next */
    const char *project;
    const char *settings;
  } cases[] = {
    { SQUARE (HOSTS, ALL "<workload type='traffic' on='all' probability='0.1' interval='1 ns' bytes='100 B' measure='2 us' warm-up='1 us' drain='2 us'/>", ""), NULL, "" },
    { SQUARE (HOSTS, ALL "<workload type='transfers' file='list.csv'/>", ""), NULL, "--packet-size '64 B'" },
    { SQUARE (HOSTS, ALL "<workload type='collective' on='all' operation='all-to-all' bytes='20 kB'/>", "iterations='3'"), NULL, "--packet-size '256 B'" },
    { SQUARE (HOSTS, ALL "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='20 kB'/>", ""), NULL, "--set 's[0][*].clock=1 GHz' --until '1500 ns'" },
    { SQUARE ("<component id='h' type='hello.pinger' count='2 x 2' period='(h + 3) * 10 ns' handling='(h + 1) * 7 ns' log='true' size='h * 100 B' to='h[1][0]'/>"
              "<link from='h[i][j].net' to='s[i][j].port[4]' class='L'/>", "", "until='3 us'"), NULL, "" },
    { NULL, "small/ring-4.heddle", "--iterations 2 --set '$bytes=64 kB'" },
    { NULL, "small/star.heddle", "--set '$bytes=64 kB'" },
    { NULL, "aggregation/figure-16.heddle", "" },
    { NULL, "chakra/data-parallel.heddle", "--set '$schedule=late'" },
    { NULL, "chiplets/barrier-cost.heddle", "--until '2 us'" },
  };
  static const char *const lists[] = { "start_s,bytes,source,destination\n0,5000,h[0][0],h[1][1]\n0,5000,h[0][0],h[1][1]\n1e-8,200,h[1][0],h[0][1]\n0,0,h[0][1],h[1][0]\n" };
  g_autofree char *path = g_build_filename (fixture->directory, "square.heddle", NULL), *list = g_build_filename (fixture->directory, "list.csv", NULL);

  g_assert_true (g_file_set_contents (list, lists[0], -1, NULL));
  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      guint c = i / 2;

      if (cases[c].text == NULL && (c + i) % 2 == 0) /* one of both: there are many kinds of work */
        continue;

      g_autofree char *settings = g_strdup_printf ("%s %s", cases[c].settings, i % 2 == 0 ? "--fidelity packet" : "--fidelity flit");
      g_autofree char *shipped = cases[c].project != NULL ? g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", cases[c].project, NULL) : NULL;

      if (cases[c].text != NULL)
        g_assert_true (g_file_set_contents (path, cases[c].text, -1, NULL));
      check_agents (fixture, shipped != NULL ? shipped : path, settings, 2 + (c + i) % 3);
    }
}

/* Packets that wait for each other do so in several processes; all of them end, and one says so. A packet is not followed from one to another. */
static void
test_stuck (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "stuck.heddle", NULL), *list = g_build_filename (fixture->directory, "list.csv", NULL);
  g_autoptr (GString) text = g_string_new ("<heddle version='1' name='stuck'><link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>"
                                           "<component id='s' type='fabric.switch' count='6'/><component id='h' type='fabric.host' count='6'/>"
                                           "<link id='a' from='h[i].port' to='s[i].port[2]' for='i=0..5' class='L'/>"
                                           "<link id='r' from='s[i].port[0]' to='s[(i + 1) % 6].port[1]' for='i=0..5' class='L'/>");
  g_autoptr (GString) lines = g_string_new ("start_s,bytes,source,destination\n");

  for (guint i = 0; i < 6; i++)
    {
      g_string_append_printf (lines, "0,100000,h[%u],h[%u]\n", i, (i + 2) % 6);
      g_string_append_printf (text, "<route from='h[%u]' to='h[%u]' via='a[%u] r[%u] r[%u] a[%u]'/>", i, (i + 2) % 6, i, i, (i + 1) % 6, (i + 2) % 6);
    }
  g_string_append (text, "</top><workload type='transfers' file='list.csv'/><run fidelity='packet' buffer='4 KiB' packet-size='4 KiB'/></heddle>");
  g_assert_true (g_file_set_contents (list, lines->str, -1, NULL));
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  {
    g_auto (Result) serial = run ("%s run --quiet %s", fixture->program, path);
    g_auto (Result) result = run ("mpirun -n 2 %s run --quiet %s", fixture->program, path);
    g_auto (Result) followed = run ("mpirun -n 2 %s run --quiet --fidelity flit --follow 'h[0]:h[2]' %s", fixture->program, path);

    if (serial.succeeded || strstr (serial.errors, "wait for each other") == NULL)
      g_error ("%s%s", serial.output, serial.errors);
    check_end (&result, "wait for each other");
    check_end (&followed, "A packet is followed in one process");
  }
}

static void
test_different (Fixture *fixture,
                gconstpointer data)
{
  g_auto (Result) project = run ("mpirun -n 1 %s run %s : -n 1 %s run %s", fixture->program, fixture->rings, fixture->program, fixture->others);
  g_auto (Result) settings = run ("mpirun -n 1 %s run %s : -n 1 %s run --until '100 us' %s", fixture->program, fixture->rings, fixture->program,
                                  fixture->rings);
  g_auto (Result) steps = run ("mpirun -n 1 %s run %s : -n 1 %s run --steps barrier %s", fixture->program, fixture->rings, fixture->program,
                               fixture->rings);
  g_auto (Result) missing = run ("mpirun -n 1 %s run %s : -n 1 %s run %s/none.heddle", fixture->program, fixture->rings, fixture->program,
                                 fixture->directory);

  check_end (&project, "Rank 1 has another project, other settings or another version than rank 0");
  check_end (&steps, "Rank 1 has another project, other settings or another version than rank 0");
  check_end (&settings, "Rank 1 has another project, other settings or another version than rank 0");
  check_end (&missing, "none.heddle cannot be read");
}

static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  g_auto (Result) request = run ("mpirun -n 2 %s run --sync request %s", fixture->program, fixture->rings);
  g_auto (Result) limit = run ("mpirun -n 2 %s run " ENDLESS " --wall-limit '200 ms' %s", fixture->program, fixture->rings);

  check_end (&request, "The synchronisation “request” works in one process, and 2 were started");
  check_end (&limit, "its limit of 0.2 s of wall time");
}

/* The ranks that mpirun has started and that run. */
static GArray *
find_ranks (GSubprocess *mpirun)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/task/%s/children", g_subprocess_get_identifier (mpirun),
                                           g_subprocess_get_identifier (mpirun));
  GArray *ranks = g_array_new (FALSE, FALSE, sizeof (pid_t));
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  words = g_strsplit (g_strstrip (text), " ", -1);
  for (guint i = 0; words[i] != NULL && words[i][0] != '\0'; i++)
    {
      pid_t rank = (pid_t) atoi (words[i]);

      g_array_append_val (ranks, rank);
    }
  return ranks;
}

/* Not gone and not merely unburied. */
static gboolean
is_running (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strstr (text, ") Z ") == NULL;
}

static void
test_killed (Fixture *fixture,
             gconstpointer data)
{
  for (guint victim = 0; victim < 2; victim++)
    {
      g_autofree char *command = g_strdup_printf ("mpirun -n 2 %s run --progress " ENDLESS " %s", fixture->program, fixture->rings);
      g_autoptr (GSubprocess) process = start (command);
      g_autoptr (GArray) ranks = NULL;
      g_autoptr (GTimer) timer = NULL;
      g_auto (Result) result = { 0 };

      wait_until_running (process);
      ranks = find_ranks (process);
      g_assert_cmpuint (ranks->len, ==, 2);
      timer = g_timer_new ();
      kill (g_array_index (ranks, pid_t, victim), SIGKILL);
      result = finish (process);
      g_assert_false (result.succeeded);
      g_assert_nonnull (strstr (result.errors, "exited on signal 9"));
      for (guint i = 0; i < ranks->len; i++)
        while (is_running (g_array_index (ranks, pid_t, i)) && g_timer_elapsed (timer, NULL) < SECONDS_TO_END)
          g_usleep (10000);
      g_assert_cmpfloat (g_timer_elapsed (timer, NULL), <, SECONDS_TO_END);
    }
}

/* Ctrl+C at the terminal reaches mpirun, which tells the ranks. */
static void
test_interrupted (Fixture *fixture,
                  gconstpointer data)
{
  g_autofree char *command = g_strdup_printf ("mpirun -n 2 %s run --progress " ENDLESS " %s", fixture->program, fixture->rings);
  g_autoptr (GSubprocess) process = start (command);
  g_auto (Result) result = { 0 };

  wait_until_running (process);
  g_subprocess_send_signal (process, SIGINT);
  result = finish (process);
  g_assert_false (result.succeeded);
  g_assert_cmpfloat (result.seconds, <, SECONDS_TO_END);
}

int
main (int argc,
      char **argv)
{
  g_autofree char *mpirun = g_find_program_in_path ("mpirun");
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);

  g_test_init (&argc, &argv, NULL);
  if (mpirun == NULL)
    {
      g_print ("1..0 # SKIP mpirun is missing\n");
      return 0;
    }
  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  /* one machine with few processors, in a container perhaps */
  g_setenv ("OMPI_ALLOW_RUN_AS_ROOT", "1", TRUE);
  g_setenv ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", TRUE);
  g_setenv ("OMPI_MCA_rmaps_base_oversubscribe", "1", TRUE);
  g_setenv ("OMPI_MCA_mpi_yield_when_idle", "1", TRUE);
  g_setenv ("OMPI_MCA_orte_base_help_aggregate", "0", TRUE);

  g_test_add ("/app/ranks/digest", Fixture, NULL, set_up, test_digest, tear_down);
  g_test_add ("/app/ranks/dispatches", Fixture, NULL, set_up, test_dispatches, tear_down);
  g_test_add ("/app/ranks/work", Fixture, NULL, set_up, test_work, tear_down);
  g_test_add ("/app/ranks/blocks", Fixture, NULL, set_up, test_blocks, tear_down);
  g_test_add ("/app/ranks/agents", Fixture, NULL, set_up, test_agents, tear_down);
  g_test_add ("/app/ranks/stuck", Fixture, NULL, set_up, test_stuck, tear_down);
  g_test_add ("/app/ranks/different", Fixture, NULL, set_up, test_different, tear_down);
  g_test_add ("/app/ranks/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/app/ranks/killed", Fixture, NULL, set_up, test_killed, tear_down);
  g_test_add ("/app/ranks/interrupted", Fixture, NULL, set_up, test_interrupted, tear_down);
  return g_test_run ();
}
