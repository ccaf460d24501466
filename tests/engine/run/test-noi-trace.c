/* test-noi-trace.c: traces of popnet as work between routers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: routers themselves send and receive, at any fidelity, when the trace says so, or once what they wait for has come; partitions change nothing.
 * Times of flows are worked by hand: 1 ns a hop, 32 B in a nanosecond.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "run-fixture.h"

#define GRID \
  "<heddle version='1'><variables><variable name='clock' value='1 GHz'/></variables>" \
  "<link-class id='wire' bandwidth='32 B * $clock' latency='1 / $clock' sharing='split'/>" \
  "<module id='grid' routing='dimension-order'><component id='router' type='fabric.switch' count='4x4'/>" \
  "<link from='router[i][j].port[1]' to='router[i + 1][j].port[0]' class='wire'/>" \
  "<link from='router[i][j].port[3]' to='router[i][j + 1].port[2]' class='wire'/></module>" \
  "<top><instance id='noi' of='grid'/></top><workload type='transfers' file='%s' %s/></heddle>"

typedef struct
{
  char *path, *text;
} Project;

static void
project_clear (Project *self)
{
  g_unlink (self->path);
  g_free (self->path);
  g_free (self->text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Project, project_clear)

static void
project_init (Project *self,
              const char *trace,
              const char *attributes)
{
  g_autoptr (GError) error = NULL;
  int file = g_file_open_tmp ("heddle-XXXXXX", &self->path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (self->path, trace, -1, &error);
  g_assert_no_error (error);
  self->text = g_strdup_printf (GRID, self->path, attributes);
}

static void
check_ends (HdRecord *record,
            const HdTime *ends,
            guint n)
{
  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, n);
  for (guint i = 0; i < n; i++)
    {
      HdTransferResult transfer;

      g_assert_true (hd_record_get_transfer (record, i, &transfer));
      g_assert_cmpint (transfer.end, ==, ends[transfer.number]);
    }
}

/* To oneself in no time; three hops and 64 B; six hops and 160 B, half a cycle later. */
static void
test_plain (void)
{
  static const HdTime flow[] = { 1000, 10000, 21500 };
  static const char *const flows[] = { "run:fidelity=flow", NULL }, *const packets[] = { "run:fidelity=packet", NULL };
  static const char trace[] = "10.5 0 0 3 3 5\n1 1 0 1 0 5\n2 0 3 3 0 2\n";
  g_auto (Project) project = { NULL };
  g_autoptr (HdRun) run = NULL, again = NULL;
  HdTransferResult transfer;

  project_init (&project, trace, "routers='noi/router[*][*]' clock='$clock' flit='32 B'");
  run = run_fixture_run (project.text, flows, NULL);
  check_ends (hd_run_get_record (run), flow, 3);
  again = run_fixture_run (project.text, packets, NULL);
  g_assert_cmpuint (hd_record_get_n_transfers (hd_run_get_record (again)), ==, 3);
  g_assert_true (hd_record_get_transfer (hd_run_get_record (again), 2, &transfer));
  g_assert_cmpint (transfer.end, ==, 10500 + 6 * (5000 + 1000)); /* stored and forwarded six times */
}

/* An answer sets out when its request has come, and not before its own time. */
static void
test_waiting (void)
{
  static const HdTime flow[] = { 17000, 31000, 29000, 307000 };
  static const char trace[] = "#noi-trace 2\n10 0 0 3 3 1 R 1 0\n11 3 3 0 0 5 D 2 1\n300 0 0 1 1 5 A 3 2\n20 3 3 3 2 5 W 5 1\n";
  static const char *const flows[] = { "run:fidelity=flow", NULL };
  static const char *const packets[][4] = {
    { "run:fidelity=packet", NULL },
    { "run:fidelity=packet", "run:partitions=4", "run:sync=window", NULL },
    { "run:fidelity=packet", "run:partitions=3", "run:sync=request", NULL },
  };
  g_auto (Project) project = { NULL };
  g_autoptr (HdRun) run = NULL;
  g_autofree char *digest = NULL;

  project_init (&project, trace, "");
  run = run_fixture_run (project.text, flows, NULL);
  check_ends (hd_run_get_record (run), flow, 4);
  for (guint i = 0; i < G_N_ELEMENTS (packets); i++)
    {
      g_autoptr (HdRun) other = run_fixture_run (project.text, packets[i], NULL);
      HdTransferResult first, second;

      run_fixture_check_digest (hd_run_get_record (other), &digest);
      g_assert_true (hd_record_get_transfer (hd_run_get_record (other), 0, &first));
      g_assert_true (hd_record_get_transfer (hd_run_get_record (other), 1, &second));
      g_assert_cmpint (first.end, ==, 10000 + 6 * (1000 + 1000));
      g_assert_cmpint (second.end, ==, first.end + 5000 + 5000 + 1000); /* behind the one that set out to the same side at that time */
    }
}

/* A slower clock, larger flits; a start is not before the cycle before which it was not, whatever the period. */
static void
test_clock (void)
{
  static const char *const flows[] = { "run:fidelity=flow", NULL };
  g_auto (Project) project = { NULL };
  g_autoptr (HdRun) run = NULL;
  HdTransferResult transfer;

  project_init (&project, "7 0 0 0 0 5\n", "clock='700 MHz' flit='64 B'");
  run = run_fixture_run (project.text, flows, NULL);
  g_assert_true (hd_record_get_transfer (hd_run_get_record (run), 0, &transfer));
  g_assert_cmpint (transfer.start, ==, 10000);
  g_assert_cmpfloat (transfer.bytes, ==, 320);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *trace, *attributes, *words;
  } cases[] = {
    { "1 0 4 0 0 5\n", "", ":1: The source (0,4) is not within the 4 x 4 routers" },
    { "1 0 0 0 0 1\n", "compat='popnet'", ":1: The packet has one flit, and popnet counts no such packets" },
    { "x 0 0 0 0 5\n", "compat='popnet'", ":1: The time “x” is not a number" }, /* it is no list either, but held to be a trace */
    { "1 0 0 0 0 0 0 5\n", "", "Coordinates of the trace have 3 dimensions, as have 0 arrays of switches" },
    { "1 0 0 0 0 5\n", "routers='noi/router[0][*]'", "“noi/router[0][*]” are not all members of an array" },
    { "1 0 0 0 0 5\n", "routers='x[*]'", "x" },
    { "1 0 0 0 0 5\n", "clock='3 m'", "clock" },
    { "1 0 0 0 0 5\n", "compat='booksim'", "booksim" },
    { "9e12 0 0 0 0 5\n", "clock='100 kHz'", ":1: The packet starts after 9e+07 s, it must start before 9e+06 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Project) project = { NULL };
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (HdRun) run = NULL;
      g_autoptr (GError) error = NULL;

      project_init (&project, cases[i].trace, cases[i].attributes);
      design = run_fixture_design (project.text, NULL);
      run = run_fixture_wait (design, &error);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

/* Told, with its line, and ignored: at each fidelity. */
static void
test_unknown (void)
{
  static const char *const settings[][2] = { { "run:fidelity=flow", NULL }, { "run:fidelity=flit", NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_auto (Project) project = { NULL };
      g_autoptr (HdRun) run = NULL;
      HdProblemList *problems;
      const HdProblem *problem;

      project_init (&project, "1 0 0 0 0 5\n", "flitt='32 B'");
      run = run_fixture_run (project.text, settings[i], NULL);
      problems = hd_run_get_problems (run);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      problem = hd_problem_list_get (problems, 0);
      g_assert_cmpint (problem->code, ==, HD_PROBLEM_UNKNOWN_ATTRIBUTE);
      g_assert_cmpint (problem->severity, ==, HD_SEVERITY_WARNING);
      g_assert_cmpstr (problem->attribute, ==, "flitt");
      g_assert_cmpint (problem->line, ==, 1);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/noi-trace/plain", test_plain);
  g_test_add_func ("/engine/run/noi-trace/waiting", test_waiting);
  g_test_add_func ("/engine/run/noi-trace/clock", test_clock);
  g_test_add_func ("/engine/run/noi-trace/faults", test_faults);
  g_test_add_func ("/engine/run/noi-trace/unknown", test_unknown);
  return g_test_run ();
}
