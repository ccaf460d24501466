/* test-children.c: programs that components start
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: nothing starts before it was allowed, and what cannot start is a problem that names component and reason; runs give the same digest and
 * files however they are divided; whoever waits for a program hears of a stop, of the limit of time, and of the program's end; nothing outlives the run.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <glib/gstdio.h>
#include <heddle/hd-error.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define KILLED_RUNS 200
#define SOON_US G_USEC_PER_SEC

/* ---- runs --------------------------------------------------------------------------------------------------------------- */

static HdDesign *
make_design (const char *program,
             const char *arguments,
             guint count,
             guint rounds,
             const char *const *settings)
{
  g_autofree char *text = g_strdup_printf ("<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>"
                                           "<component id='t' type='kin.talker' count='%u' program='%s' arguments='%s' rounds='%u'/>"
                                           "<link for='i=0..%d' from='t[i].net' to='t[i + 1].net' class='L'/></top>",
                                           count, program, arguments, rounds, (int) count - 2);

  return fixture_elaborate (text, settings);
}

static HdRun *
begin (const char *arguments,
       guint count,
       guint rounds,
       const char *const *settings)
{
  g_autoptr (HdDesign) design = make_design (g_getenv ("HEDDLE_CHILD_PROGRAM"), arguments, count, rounds, settings);
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  HdRun *run = hd_run_new (design, NULL);

  hd_run_allow_programs (run, permit);
  hd_run_start (run);
  return run;
}

/* Nothing that was started is there any more. */
static void
check_nothing_left (void)
{
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

static void
check_programs (HdRun *run,
                guint n,
                int exit_code,
                int signal)
{
  g_autoptr (GArray) programs = hd_record_read_programs (hd_run_get_record (run));

  g_assert_cmpuint (programs->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const HdRecordProgram *program = &g_array_index (programs, HdRecordProgram, i);

      g_assert_cmpuint (program->node, ==, i);
      g_assert_cmpint (program->pid, >, 0);
      g_assert_cmpstr (program->file, ==, g_getenv ("HEDDLE_CHILD_PROGRAM"));
      g_assert_true (program->has_ended);
      g_assert_cmpint (program->exit_code, ==, exit_code);
      g_assert_cmpint (program->signal, ==, signal);
    }
}

static const HdProblem *
find_problem (HdProblemList *problems,
              HdProblemCode code)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->code == code)
      return hd_problem_list_get (problems, i);
  return NULL;
}

/* ---- permission ------------------------------------------------------------------------------------------------------------ */

static void
check_refused (HdDesign *design,
               HdPermit *permit,
               HdProblemCode code,
               const char *message)
{
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) programs = NULL;
  const HdProblem *problem;

  hd_run_allow_programs (run, permit);
  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  problem = find_problem (hd_run_get_problems (run), code);
  g_assert_nonnull (problem);
  g_assert_cmpstr (problem->object, ==, "t[0]");
  g_assert_cmpstr (problem->attribute, ==, "program");
  g_assert_cmpstr (problem->message, ==, message);
  programs = hd_record_read_programs (hd_run_get_record (run));
  g_assert_cmpuint (programs->len, ==, 0);
}

static void
test_permission (void)
{
  const char *file = g_getenv ("HEDDLE_CHILD_PROGRAM");
  g_autoptr (HdDesign) design = make_design (file, "say &quot;a  word&quot; 3", 2, 0, NULL);
  g_autoptr (HdDesign) other = make_design (file, "say &quot;a word&quot; 3", 2, 0, NULL);
  g_autofree char *message = g_strdup_printf ("“t[0]” would start a program, which nobody has allowed: %s say 'a  word' 3", file);
  g_autofree char *other_message = g_strdup_printf ("“t[0]” would start a program, which nobody has allowed: %s say 'a word' 3", file);
  g_autoptr (GPtrArray) commands = hd_design_find_programs (design);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdPermit) permit = hd_permit_new (FALSE);
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (commands->len, ==, 2);
  check_refused (design, NULL, HD_PROBLEM_PERMISSION, message);
  check_refused (design, permit, HD_PROBLEM_PERMISSION, message);
  hd_permit_add (permit, g_ptr_array_index (commands, 1));
  check_refused (other, permit, HD_PROBLEM_PERMISSION, other_message); /* another command is another matter */
  hd_run_allow_programs (run, permit);
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  check_programs (run, 2, 0, 0);

  /* who only looks starts nothing, and needs no permission */
  g_assert_true (hd_run_check (design, problems, &error));
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  check_nothing_left ();
}

static void
test_impossible (void)
{
  g_autoptr (HdPermit) all = hd_permit_new (TRUE);
  g_autoptr (HdDesign) missing = make_design ("/nowhere/at/all", "", 2, 0, NULL);
  g_autoptr (HdDesign) unknown = make_design ("no-such-chip", "", 2, 0, NULL);
  g_autoptr (HdDesign) quote = make_design ("/bin/sh", "&quot;open", 2, 0, NULL);
  g_autoptr (HdDesign) folder = make_design ("/", "", 2, 0, NULL);
  g_autoptr (HdRun) run = hd_run_new (folder, NULL);
  g_autoptr (GError) error = NULL;

  check_refused (missing, all, HD_PROBLEM_PROGRAM, "“t[0]” cannot start “/nowhere/at/all”: there is no file “/nowhere/at/all”");
  check_refused (unknown, all, HD_PROBLEM_PROGRAM,
                 "“t[0]” cannot start “no-such-chip”: it is neither in the project’s folder, nor in one of HEDDLE_PROGRAM_PATH, nor does it come with Heddle");
  check_refused (quote, all, HD_PROBLEM_PROGRAM,
                 "“t[0]” cannot start “/bin/sh”: its arguments “\"open” are no words: Text ended before matching quote was found for \". "
                 "(The text was “\"open”)");
  hd_run_allow_programs (run, all);
  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_cmpstr (error->message, ==, "“t[0]”: cannot start “/”: it is a folder");
}

/* ---- what goes on ------------------------------------------------------------------------------------------------------------ */

static void
append_files (HdRecord *record,
              GString *text)
{
  for (guint i = 0; i < hd_record_get_n_files (record); i++)
    {
      const char *name;
      GBytes *bytes;

      g_assert_true (hd_record_get_file (record, i, &name, &bytes));
      g_string_append_printf (text, "%s\n", name);
      g_string_append_len (text, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
    }
}

static void
check_alike (const char *arguments,
             guint rounds)
{
  static const char *const settings[][4] = {
    { NULL },
    { "run:sync=request", "run:partitions=2", "run:threads=2" },
    { "run:sync=request", "run:partitions=4", "run:threads=2" },
    { "run:sync=window", "run:partitions=4", "run:threads=2" },
  };
  g_autofree char *digest = NULL, *files = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (HdRun) run = begin (arguments, 4, rounds, settings[i]);
      g_autoptr (GError) error = NULL;
      GString *text = g_string_new (NULL);

      hd_run_wait (run, &error);
      g_assert_no_error (error);
      run_fixture_check_digest (hd_run_get_record (run), &digest);
      append_files (hd_run_get_record (run), text);
      if (files == NULL)
        files = g_strdup (text->str);
      g_assert_cmpstr (text->str, ==, files);
      g_string_free (text, TRUE);
      check_programs (run, 4, 0, 0);
    }
  g_assert_nonnull (strstr (files, "t[3].output.txt\nbegins\n"));
  check_nothing_left ();
}

static void
test_alike (void)
{
  check_alike ("echo", 50);
  check_alike ("print 300", 0);
}

static void
test_ends (void)
{
  static const struct { const char *arguments; int exit_code; int signal; } ends[] = { { "exit 3", 3, 0 }, { "kill 9", 0, SIGKILL } };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (HdRun) run = begin (ends[i].arguments, 2, 0, NULL);
      g_autoptr (GError) error = NULL;

      hd_run_wait (run, &error);
      g_assert_no_error (error);
      check_programs (run, 2, ends[i].exit_code, ends[i].signal);
    }
}

/* What ends with the run is told so, and has not answered before. */
static void
test_hung_up (void)
{
  g_autoptr (HdRun) run = begin ("silent", 2, 0, (const char *const[]){ "run:wall-limit=50 ms", NULL });
  g_autoptr (GError) error = NULL;
  gint64 begin_us = g_get_monotonic_time ();

  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "0.05 s of wall time"));
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SOON_US);
  check_programs (run, 2, 0, SIGTERM);
}

static void
wait_for_programs (HdRun *run,
                   guint n)
{
  gint64 until_us = g_get_monotonic_time () + 5 * SOON_US;
  guint n_found = 0;

  while (n_found < n && g_get_monotonic_time () < until_us)
    {
      g_autoptr (GArray) programs = hd_record_read_programs (hd_run_get_record (run));

      n_found = programs->len;
      g_usleep (1000);
    }
  g_assert_cmpuint (n_found, >=, n);
}

static void
test_stop (void)
{
  g_autoptr (HdRun) run = begin ("silent", 4, 0, (const char *const[]){ "run:sync=request", "run:partitions=4", "run:threads=2", NULL });
  gint64 begin_us;

  wait_for_programs (run, 4);
  begin_us = g_get_monotonic_time ();
  hd_run_stop (run);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SOON_US / 10);
  hd_run_wait (run, NULL);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SOON_US);
  check_programs (run, 4, 0, SIGTERM);
  check_nothing_left ();
}

/* Who lets go of a run does not wait for programs that will not go. */
static void
test_dropped (void)
{
  HdRun *run = begin ("stubborn", 2, 0, NULL);
  gint64 begin_us;

  wait_for_programs (run, 2);
  g_usleep (20000);
  begin_us = g_get_monotonic_time ();
  hd_run_stop (run);
  g_object_unref (run);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, SOON_US);
  check_nothing_left ();
}

static void
test_flood (void)
{
  g_autoptr (HdRun) run = begin ("print 1000000", 2, 0, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "“t["));
  g_assert_nonnull (strstr (error->message, " B to “"));
  g_assert_nonnull (find_problem (hd_run_get_problems (run), HD_PROBLEM_LIMIT));
}

/* What floods after the run's last look at it is found at the end of the run. */
static void
test_late_flood (void)
{
  g_autoptr (HdRun) run = begin ("say-and-print 1000000", 2, 1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FAILED);
}

static guint
count_open_files (void)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

static void
test_killed (void)
{
  guint n_files = count_open_files ();

  for (guint i = 0; i < KILLED_RUNS; i++)
    {
      g_autoptr (HdRun) run = begin ("echo", 2, 20, NULL);
      g_autoptr (GArray) programs = NULL;
      g_autoptr (GError) error = NULL;

      if (i % 4 != 0)
        wait_for_programs (run, 1);
      g_usleep ((gulong) g_test_rand_int_range (0, 1500));
      programs = hd_record_read_programs (hd_run_get_record (run));
      if (programs->len > 0 && !g_array_index (programs, HdRecordProgram, 0).has_ended)
        kill (g_array_index (programs, HdRecordProgram, 0).pid, SIGKILL);
      hd_run_wait (run, &error);
      g_assert_no_error (error);
    }
  check_nothing_left ();
  g_assert_cmpuint (count_open_files (), <=, n_files);
}

static void
test_queue (void)
{
  g_autoptr (HdDesign) design = make_design (g_getenv ("HEDDLE_CHILD_PROGRAM"), "exit 0", 2, 0, NULL);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 1, 0);
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  g_autoptr (HdRunJob) refused = hd_run_queue_submit_design (queue, design, NULL, 0);
  g_autoptr (HdRunJob) allowed = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_run_job_wait (refused, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  hd_run_queue_allow_programs (queue, permit);
  allowed = hd_run_queue_submit_design (queue, design, NULL, 0);
  hd_run_job_wait (allowed, &error);
  g_assert_no_error (error);
}

int
main (int argc,
      char *argv[])
{
  char temporary[] = "/tmp/heddle-children-XXXXXX";
  int status;

  g_assert_nonnull (g_mkdtemp (temporary));
  g_setenv ("TMPDIR", temporary, TRUE); /* before anybody has asked */
  g_test_init (&argc, &argv, NULL);
  fixture_register (heddle_library ());
  g_test_add_func ("/run/children/permission", test_permission);
  g_test_add_func ("/run/children/impossible", test_impossible);
  g_test_add_func ("/run/children/alike", test_alike);
  g_test_add_func ("/run/children/ends", test_ends);
  g_test_add_func ("/run/children/hung-up", test_hung_up);
  g_test_add_func ("/run/children/stop", test_stop);
  g_test_add_func ("/run/children/dropped", test_dropped);
  g_test_add_func ("/run/children/flood", test_flood);
  g_test_add_func ("/run/children/late-flood", test_late_flood);
  g_test_add_func ("/run/children/killed", test_killed);
  g_test_add_func ("/run/children/queue", test_queue);
  status = g_test_run ();
  g_assert_cmpint (g_rmdir (temporary), ==, 0); /* nothing is left in it */
  return status;
}
