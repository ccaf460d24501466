/* test-chakra-reading.c: while the Chakra traces of a run are read
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: the share that is read is told and ends; who stops waits for no file. Left open: a single sort of a file is not interrupted.
 */
#include "chakra-fixture.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

/* A run that reads its ranks up to the third, which is a pipe that @writer fills. */
typedef struct
{
  Traces traces;
  Fixture *fixture;
  char *pipe;
  char *rest; /* what the pipe stands for */
  gsize length;
  int writer;
  HdRun *run;
} HalfRead;

static void
half_read_init (HalfRead *self)
{
  traces_init (&self->traces);
  for (guint rank = 0; rank < N_RANKS; rank++)
    for (guint64 id = 0; id < 1000; id++)
      chakra_writer_compute (self->traces.ranks[rank], id, id > 0 ? id - 1 : NONE, 10);
  self->fixture = traces_compile (&self->traces, "all", "", "");
  g_assert_no_error (self->fixture->error);
  self->pipe = g_strdup_printf ("%s.2.et", self->traces.prefix);
  g_assert_true (g_file_get_contents (self->pipe, &self->rest, &self->length, NULL));
  g_assert_cmpint (g_unlink (self->pipe), ==, 0);
  g_assert_cmpint (mkfifo (self->pipe, 0600), ==, 0);
  self->run = hd_run_new (self->fixture->design, NULL);
  g_assert_cmpfloat (hd_run_get_reading (self->run), ==, -1);
  hd_run_start (self->run);
  self->writer = open (self->pipe, O_WRONLY); /* waits for the reader */
  g_assert_cmpint (self->writer, >=, 0);
}

static void
half_read_write (HalfRead *self,
                 gsize length)
{
  g_assert_cmpint (write (self->writer, self->rest, length), ==, length);
  close (self->writer);
}

static void
half_read_clear (HalfRead *self)
{
  g_object_unref (self->run);
  g_free (self->pipe);
  g_free (self->rest);
  fixture_free (self->fixture);
  traces_clear (&self->traces);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HalfRead, half_read_clear)

/* Two of three files that have a size: the pipe has none. */
static void
test_progress (void)
{
  g_auto (HalfRead) half = { .writer = -1 };
  g_autoptr (GError) error = NULL;

  half_read_init (&half);
  g_assert_cmpfloat_with_epsilon (hd_run_get_reading (half.run), 0.85 * 2 / 3, 1e-3);
  half_read_write (&half, half.length);
  g_assert_true (hd_run_wait (half.run, &error));
  g_assert_no_error (error);
  g_assert_cmpint (hd_record_get_time (hd_run_get_record (half.run)), ==, 10000 * US);
  g_assert_cmpfloat (hd_run_get_reading (half.run), ==, -1);
}

/* All is read and matched: nothing is left of the progress. */
static void
test_progress_ends (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  g_autoptr (HdProgress) progress = hd_progress_new ();
  g_autoptr (HdExecution) execution = NULL;

  traces_init (&traces);
  chakra_writer_compute (traces.ranks[0], 1, NONE, 10);
  fixture = traces_compile (&traces, "all", "", "");
  execution = hd_execution_new (fixture->design, NULL, fixture->problems, progress, &fixture->error);
  g_assert_no_error (fixture->error);
  g_assert_cmpfloat (hd_progress_get (progress), ==, 1);
}

/* Who stops a run while it reads has not to wait for the files that are left: the last is one that cannot be read. */
static void
test_stopped_half (void)
{
  g_auto (HalfRead) half = { .writer = -1 };
  g_autofree char *last = NULL;

  half_read_init (&half);
  last = g_strdup_printf ("%s.3.et", half.traces.prefix);
  g_assert_true (g_file_set_contents (last, "no trace", -1, NULL));
  hd_run_stop (half.run);
  half_read_write (&half, 1);
  g_assert_false (hd_run_wait (half.run, NULL));
  g_assert_cmpint (hd_run_get_state (half.run), ==, HD_RUN_CANCELLED);
  g_assert_cmpfloat (hd_run_get_reading (half.run), ==, -1);
  g_assert_cmpuint (hd_problem_list_get_length (hd_run_get_problems (half.run)), ==, 0);
}

/* Who stops a run need not wait until all traces are read. */
static void
test_stopped (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (Fixture) fixture = NULL;

  traces_init (&traces);
  g_cancellable_cancel (cancellable);
  g_cancellable_push_current (cancellable);
  fixture = traces_compile (&traces, "all", "", "");
  g_cancellable_pop_current (cancellable);
  g_assert_null (fixture->execution);
  g_assert_error (fixture->error, HD_ERROR, HD_ERROR_CANCELLED);
  g_assert_cmpuint (hd_problem_list_get_length (fixture->problems), ==, 0);
}

/* A run is stopped while it reads, or before or after: it ends as stopped. */
static void
test_stopped_run (void)
{
  g_auto (Traces) traces = { NULL };
  g_autoptr (Fixture) fixture = NULL;
  g_autoptr (HdRun) run = NULL;

  traces_init (&traces);
  for (guint64 id = 0; id < 100000; id++)
    chakra_writer_compute (traces.ranks[0], id, id > 0 ? id - 1 : NONE, 10);
  fixture = traces_compile (&traces, "all", "", "");
  g_assert_no_error (fixture->error);
  run = hd_run_new (fixture->design, NULL);
  hd_run_start (run);
  hd_run_stop (run);
  while (hd_run_get_state (run) < HD_RUN_FINISHED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
  g_assert_false (hd_problem_list_has_errors (hd_run_get_problems (run)));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/chakra/stopped", test_stopped);
  g_test_add_func ("/engine/workload/chakra/stopped-run", test_stopped_run);
  g_test_add_func ("/engine/workload/chakra/progress", test_progress);
  g_test_add_func ("/engine/workload/chakra/progress-ends", test_progress_ends);
  g_test_add_func ("/engine/workload/chakra/stopped-half", test_stopped_half);
  return g_test_run ();
}
