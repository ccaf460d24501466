/* test-queue.c: a queue of runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: whatever the budget, jobs begin in the order of their priority and submission, no more are in flight than it allows, each gives the digest
 * of a lone run, and one that fails or is cancelled ends no other. Left open: memory that work takes beyond what was measured.
 */
#include <heddle/heddle.h>

#include "catalog-fixture.h"
#include "run-fixture.h"

#define N_JOBS 12

/* What can be divided. */
#define PACKETS \
  "<heddle version=\"1\" name=\"packets\">\n" \
  "  <link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"hub\" type=\"fabric.switch\"/>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" count=\"4\"/>\n" \
  "    <link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>\n" \
  "  <workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 MB\"/>\n" \
  "  <run fidelity=\"packet\" sync=\"request\"/>\n" \
  "</heddle>\n"

/* Longer than a test waits, unless it is stopped. */
#define ENDLESS "run:iterations=100000000"

typedef struct
{
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  HdRunQueue *queue;
  GPtrArray *jobs;    /* owned, as submitted */
  GPtrArray *begun;   /* HdRunJob, borrowed, as they began */
  GPtrArray *ended;   /* likewise, as they ended */
  guint most_threads; /* at the same time, preparing included */
  guint64 most_bytes; /* of those that run or are paused */
} Fixture;

static HdSnapshot *
make_snapshot (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "queue.heddle", NULL, &error);

  g_assert_no_error (error);
  return hd_document_snapshot (document);
}

static void
set_up (Fixture *fixture,
        const char *project,
        guint threads,
        guint64 memory_bytes)
{
  *fixture = (Fixture) { 0 };
  fixture->catalog = catalog_fixture_new ();
  fixture->snapshot = make_snapshot (project);
  fixture->queue = hd_run_queue_new (fixture->catalog, threads, memory_bytes);
  fixture->jobs = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->begun = g_ptr_array_new ();
  fixture->ended = g_ptr_array_new ();
}

static void
tear_down (Fixture *fixture)
{
  g_clear_object (&fixture->queue);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_ptr_array_unref (fixture->jobs);
  g_ptr_array_unref (fixture->begun);
  g_ptr_array_unref (fixture->ended);
  hd_snapshot_unref (fixture->snapshot);
  g_object_unref (fixture->catalog);
}

static void
on_ended (HdRunQueue *queue,
          HdRunJob *job,
          gpointer data)
{
  Fixture *fixture = data;

  g_assert_true (hd_run_job_has_ended (job));
  g_ptr_array_add (fixture->ended, job);
}

/* Looks at all jobs whenever one has changed. */
static void
on_state (HdRunJob *job,
          GParamSpec *pspec,
          gpointer data)
{
  Fixture *fixture = data;
  guint threads = 0;
  guint64 bytes = 0;

  if (hd_run_job_get_state (job) == HD_RUN_JOB_RUNNING && !g_ptr_array_find (fixture->begun, job, NULL))
    g_ptr_array_add (fixture->begun, job);
  for (guint i = 0; i < fixture->jobs->len; i++)
    {
      HdRunJob *each = fixture->jobs->pdata[i];
      HdRunJobState state = hd_run_job_get_state (each);

      threads += state == HD_RUN_JOB_PREPARING ? 1 : state == HD_RUN_JOB_RUNNING ? hd_run_job_get_threads (each) : 0;
      bytes += state == HD_RUN_JOB_RUNNING || state == HD_RUN_JOB_PAUSED ? hd_run_job_get_bytes (each) : 0;
    }
  fixture->most_threads = MAX (fixture->most_threads, threads);
  fixture->most_bytes = MAX (fixture->most_bytes, bytes);
}

static HdRunJob *
submit (Fixture *fixture,
        const char *setting,
        int priority)
{
  const char *const settings[] = { setting, NULL };
  HdRunJob *job = hd_run_queue_submit (fixture->queue, fixture->snapshot, settings, priority);

  g_signal_connect (job, "notify::state", G_CALLBACK (on_state), fixture);
  g_ptr_array_add (fixture->jobs, job);
  return job;
}

static void
wait_for (HdRunJob *job,
          HdRunJobState state)
{
  while (hd_run_job_get_state (job) != state)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for_all (Fixture *fixture)
{
  for (guint i = 0; i < fixture->jobs->len; i++)
    hd_run_job_wait (fixture->jobs->pdata[i], NULL);
}

static char *
dup_setting (guint i)
{
  return g_strdup_printf ("$xpus=%u", 2 + i % 4);
}

/* ---- tests ------------------------------------------------------------------------------------------------------------- */

/* One at a time: in the order of submission; several: that of beginning is the same, and each as if alone. */
static void
test_order (void)
{
  g_autofree char *digests[4] = { NULL };

  for (guint threads = 1; threads <= 4; threads += 3)
    {
      Fixture fixture;

      set_up (&fixture, RUN_FIXTURE_STAR, threads, 0);
      g_signal_connect (fixture.queue, "ended", G_CALLBACK (on_ended), &fixture);
      for (guint i = 0; i < N_JOBS; i++)
        {
          g_autofree char *setting = dup_setting (i);

          submit (&fixture, setting, 0);
        }
      g_assert_cmpfloat (hd_run_queue_get_progress (fixture.queue), <, 1);
      wait_for_all (&fixture);
      g_assert_cmpfloat (hd_run_queue_get_progress (fixture.queue), ==, 1);
      g_assert_cmpuint (fixture.most_threads, <=, threads);
      g_assert_cmpuint (fixture.ended->len, ==, N_JOBS);
      for (guint i = 0; i < N_JOBS; i++)
        {
          HdRunJob *job = fixture.jobs->pdata[i];
          g_autofree char *digest = hd_record_dup_digest (hd_run_job_get_record (job));

          g_assert_cmpint (hd_run_job_get_state (job), ==, HD_RUN_JOB_FINISHED);
          g_assert_null (hd_run_job_get_run (job));
          g_assert_true (fixture.begun->pdata[i] == job);
          if (threads == 1)
            g_assert_true (fixture.ended->pdata[i] == job);
          if (digests[i % 4] == NULL)
            {
              g_autofree char *setting = dup_setting (i);
              const char *const settings[] = { setting, NULL };
              g_autoptr (HdRecord) lone = run_fixture_record (RUN_FIXTURE_STAR, settings);

              digests[i % 4] = hd_record_dup_digest (lone);
            }
          g_assert_cmpstr (digest, ==, digests[i % 4]);
        }
      tear_down (&fixture);
    }
  for (guint i = 0; i < G_N_ELEMENTS (digests); i++)
    g_clear_pointer (&digests[i], g_free);
}

static void
test_priority (void)
{
  Fixture fixture;
  HdRunJob *first, *middle, *last;

  set_up (&fixture, RUN_FIXTURE_STAR, 1, 0);
  first = submit (&fixture, ENDLESS, -1);
  wait_for (first, HD_RUN_JOB_RUNNING);
  last = submit (&fixture, NULL, 0);
  middle = submit (&fixture, NULL, 1);
  /* What is urgent has the only thread before it is prepared, and gives it back. */
  wait_for (first, HD_RUN_JOB_PAUSED);
  g_assert_cmpint (hd_run_job_get_state (middle), <=, HD_RUN_JOB_PREPARING);
  g_assert_true (hd_run_job_wait (middle, NULL));
  g_assert_true (hd_run_job_wait (last, NULL));
  wait_for (first, HD_RUN_JOB_RUNNING);
  g_assert_cmpuint (fixture.most_threads, <=, 1);
  g_assert_cmpuint (hd_run_queue_count (fixture.queue, HD_RUN_JOB_RUNNING), ==, 1);
  hd_run_job_cancel (first);
  g_assert_false (hd_run_job_wait (first, NULL));
  g_assert_cmpint (hd_run_job_get_state (first), ==, HD_RUN_JOB_CANCELLED);
  tear_down (&fixture);
}

/* A run on two threads has both to itself; one on more than there are, too. */
static void
test_threads (void)
{
  static const char *const wants[] = { "1", "2", "8", "1", "2" };
  g_autofree char *digest = NULL;
  Fixture fixture;

  set_up (&fixture, PACKETS, 2, 0);
  for (guint i = 0; i < G_N_ELEMENTS (wants); i++)
    {
      g_autofree char *threads = g_strdup_printf ("run:threads=%s", wants[i]);

      submit (&fixture, threads, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wants); i++)
    {
      g_autofree char *own = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (hd_run_job_wait (fixture.jobs->pdata[i], &error));
      g_assert_no_error (error);
      own = hd_record_dup_digest (hd_run_job_get_record (fixture.jobs->pdata[i]));
      if (digest == NULL)
        digest = g_strdup (own);
      g_assert_cmpstr (own, ==, digest);
    }
  g_assert_cmpuint (fixture.most_threads, >=, 2);
  g_assert_cmpuint (fixture.most_threads, <=, 8); /* that one, which counts with more than the queue has, ran by itself */
  tear_down (&fixture);
}

/* Where there are threads for all but memory for one, one runs at a time; what is urgent and lacks memory lets those go on that have it. */
static void
test_memory (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/bdsim/mesh-4x4.heddle", NULL);
  g_autofree char *mesh = NULL;
  Fixture fixture;
  guint64 bytes;

  g_assert_true (g_file_get_contents (path, &mesh, NULL, NULL));
  set_up (&fixture, mesh, 4, 0);
  g_assert_true (hd_run_job_wait (submit (&fixture, NULL, 0), NULL));
  bytes = hd_run_job_get_bytes (fixture.jobs->pdata[0]);
  g_assert_cmpuint (bytes, >, 0);
  g_assert_cmpuint (hd_design_get_run_settings (hd_run_job_get_design (fixture.jobs->pdata[0]))->memory_limit, ==, 0);
  tear_down (&fixture);

  for (guint threads = 1; threads <= 4; threads += 3)
    {
      set_up (&fixture, mesh, threads, bytes * 19 / 10);
      wait_for (submit (&fixture, NULL, 0), HD_RUN_JOB_RUNNING);
      for (guint i = 0; i < 3; i++)
        submit (&fixture, NULL, (int) i % 2);
      wait_for_all (&fixture);
      for (guint i = 0; i < 4; i++)
        g_assert_cmpint (hd_run_job_get_state (fixture.jobs->pdata[i]), ==, HD_RUN_JOB_FINISHED);
      g_assert_true (fixture.begun->pdata[1] == fixture.jobs->pdata[2]);
      g_assert_cmpuint (fixture.most_bytes, ==, bytes);
      g_assert_cmpuint (fixture.most_threads, <=, threads);
      tear_down (&fixture);
    }
}

/* What a job may take is what the others leave, or less where it says so. */
static void
test_limits (void)
{
  Fixture fixture;

  set_up (&fixture, RUN_FIXTURE_STAR, 4, G_GUINT64_CONSTANT (1) << 30);
  for (guint i = 0; i < 4; i++)
    submit (&fixture, i == 0 ? "run:memory-limit=64 MB" : i == 1 ? "run:memory-limit=64 GB" : NULL, 0);
  wait_for_all (&fixture);
  for (guint i = 0; i < 4; i++)
    {
      guint64 limit = hd_design_get_run_settings (hd_run_job_get_design (fixture.jobs->pdata[i]))->memory_limit;

      g_assert_cmpint (hd_run_job_get_state (fixture.jobs->pdata[i]), ==, HD_RUN_JOB_FINISHED);
      g_assert_cmpuint (limit, >, 0);
      g_assert_cmpuint (limit, <=, i == 0 ? 64000000 : G_GUINT64_CONSTANT (1) << 30);
    }
  tear_down (&fixture);
}

static void
test_failures (void)
{
  static const struct
  {
    const char *setting;
    HdRunJobState state;
    HdError error;
  } cases[] = {
    { NULL, HD_RUN_JOB_FINISHED, 0 },
    { "$xpus=none", HD_RUN_JOB_FAILED, HD_ERROR_INVALID },
    { "$$$", HD_RUN_JOB_FAILED, HD_ERROR_SYNTAX },
    { "run:memory-limit=1 B", HD_RUN_JOB_FAILED, HD_ERROR_INVALID },
    { "run:buffer=1 B", HD_RUN_JOB_FINISHED, 0 },
    { "$xpus=2", HD_RUN_JOB_FINISHED, 0 },
  };
  Fixture fixture;

  set_up (&fixture, RUN_FIXTURE_STAR, 2, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    submit (&fixture, cases[i].setting, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (hd_run_job_wait (fixture.jobs->pdata[i], &error) == (cases[i].state == HD_RUN_JOB_FINISHED));
      g_assert_cmpint (hd_run_job_get_state (fixture.jobs->pdata[i]), ==, cases[i].state);
      if (cases[i].state == HD_RUN_JOB_FAILED)
        g_assert_true (error != NULL && error->domain == HD_ERROR);
      else
        g_assert_no_error (error);
    }
  /* What elaborating warns of is there though the run finds nothing wrong. */
  g_assert_cmpuint (hd_problem_list_count (hd_run_job_get_problems (fixture.jobs->pdata[4]), HD_SEVERITY_WARNING), ==, 1);
  tear_down (&fixture);
}

/* Wherever it is: before it begins, while it is prepared, while it runs, while it is paused. The others end as if it had never been. */
static void
test_cancelled (void)
{
  Fixture fixture;
  HdRunJob *preparing, *running, *paused, *waiting, *other;

  set_up (&fixture, RUN_FIXTURE_STAR, 1, 0);
  preparing = submit (&fixture, NULL, 0);
  wait_for (preparing, HD_RUN_JOB_PREPARING);
  hd_run_job_cancel (preparing);
  running = submit (&fixture, ENDLESS, 0);
  waiting = submit (&fixture, ENDLESS, 0);
  other = submit (&fixture, NULL, 0);
  wait_for (preparing, HD_RUN_JOB_CANCELLED);
  wait_for (running, HD_RUN_JOB_RUNNING);
  hd_run_job_cancel (waiting);
  g_assert_cmpint (hd_run_job_get_state (waiting), ==, HD_RUN_JOB_CANCELLED);
  hd_run_job_cancel (running);
  g_assert_true (hd_run_job_wait (other, NULL));
  g_assert_cmpint (hd_run_job_get_state (running), ==, HD_RUN_JOB_CANCELLED);
  g_assert_nonnull (hd_run_job_get_record (running));

  paused = submit (&fixture, ENDLESS, 0);
  wait_for (paused, HD_RUN_JOB_RUNNING);
  other = submit (&fixture, NULL, 1);
  wait_for (paused, HD_RUN_JOB_PAUSED);
  hd_run_job_cancel (paused);
  g_assert_true (hd_run_job_wait (other, NULL));
  wait_for (paused, HD_RUN_JOB_CANCELLED);
  hd_run_job_cancel (paused); /* has no effect any more */

  for (guint i = 0; i < 3; i++)
    submit (&fixture, ENDLESS, 0);
  wait_for (fixture.jobs->pdata[fixture.jobs->len - 3], HD_RUN_JOB_RUNNING);
  hd_run_queue_cancel (fixture.queue);
  wait_for_all (&fixture);
  g_assert_cmpuint (hd_run_queue_count (fixture.queue, HD_RUN_JOB_RUNNING), ==, 0);
  g_assert_cmpuint (fixture.begun->len, ==, 5);
  tear_down (&fixture);
}

/* Whatever is asked of it, in any order: all jobs end, and those in flight keep to the budget. */
static void
test_random (void)
{
  for (guint round = 0; round < 3; round++)
    {
      guint threads = (guint) g_test_rand_int_range (1, 4);
      Fixture fixture;

      set_up (&fixture, PACKETS, threads, g_test_rand_int_range (0, 2) == 0 ? 0 : (guint64) g_test_rand_int_range (1000, 20000000));
      for (guint i = 0; i < 30; i++)
        {
          g_autofree char *setting = g_strdup_printf ("run:threads=%d", g_test_rand_int_range (1, (gint) threads + 1));

          submit (&fixture, i % 10 == 9 ? "run:iterations=100000" : setting, g_test_rand_int_range (-1, 2));
          for (gint n = g_test_rand_int_range (0, 20); n > 0; n--)
            g_main_context_iteration (NULL, FALSE);
          if (g_test_rand_int_range (0, 4) == 0)
            hd_run_job_cancel (fixture.jobs->pdata[g_test_rand_int_range (0, (gint) fixture.jobs->len)]);
        }
      for (guint i = 9; i < fixture.jobs->len; i += 10)
        hd_run_job_cancel (fixture.jobs->pdata[i]);
      wait_for_all (&fixture);
      g_assert_cmpuint (fixture.most_threads, <=, threads);
      for (HdRunJobState state = HD_RUN_JOB_WAITING; state < HD_RUN_JOB_FINISHED; state++)
        g_assert_cmpuint (hd_run_queue_count (fixture.queue, state), ==, 0);
      tear_down (&fixture);
    }
}

/* Jobs outlive their queue, as cancelled; and a queue its owner's interest in a job. */
static void
test_freed (void)
{
  for (guint n_turns = 0; n_turns < 40; n_turns += 8)
    {
      Fixture fixture;

      set_up (&fixture, RUN_FIXTURE_STAR, 2, 0);
      for (guint i = 0; i < 4; i++)
        submit (&fixture, ENDLESS, 0);
      for (guint i = 0; i < n_turns; i++)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (200);
        }
      g_clear_object (&fixture.queue);
      for (guint i = 0; i < 4; i++)
        g_assert_cmpint (hd_run_job_get_state (fixture.jobs->pdata[i]), ==, HD_RUN_JOB_CANCELLED);
      tear_down (&fixture);
    }
  {
    Fixture fixture;

    set_up (&fixture, RUN_FIXTURE_STAR, 1, 0);
    g_object_unref (hd_run_queue_submit (fixture.queue, fixture.snapshot, NULL, 0));
    g_assert_true (hd_run_job_wait (submit (&fixture, NULL, 0), NULL));
    tear_down (&fixture);
  }
}

static void
drop_queue (HdRunQueue *queue,
            HdRunJob *job,
            gpointer data)
{
  HdRunQueue **own = data;

  g_clear_object (own);
}

/* Who hears that a job has ended may drop the queue, and submit another job before. */
static void
test_dropped_at_end (void)
{
  Fixture fixture;
  HdRunJob *first, *second;

  set_up (&fixture, RUN_FIXTURE_STAR, 1, 0);
  first = submit (&fixture, NULL, 0);
  second = submit (&fixture, NULL, 0);
  g_signal_connect (fixture.queue, "ended", G_CALLBACK (drop_queue), &fixture.queue);
  g_assert_true (hd_run_job_wait (first, NULL));
  g_assert_null (fixture.queue);
  g_assert_false (hd_run_job_wait (second, NULL));
  tear_down (&fixture);
}

/* A design that is elaborated already, with transfers instead of its work. */
static void
test_design (void)
{
  static const char *const lines = "0,1000,xpu[0],xpu[1]\n";
  g_autoptr (HdDesign) design = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, lines);
  g_autoptr (HdRun) lone = run_fixture_run (RUN_FIXTURE_STAR, NULL, lines);
  g_autofree char *expected = hd_record_dup_digest (hd_run_get_record (lone));
  g_autofree char *digest = NULL;
  g_autoptr (HdRunJob) job = NULL;
  Fixture fixture;

  set_up (&fixture, RUN_FIXTURE_STAR, 1, 0);
  job = hd_run_queue_submit_design (fixture.queue, design, list, 0);
  g_assert_true (hd_run_job_wait (job, NULL));
  g_assert_true (hd_run_job_get_design (job) == design);
  digest = hd_record_dup_digest (hd_run_job_get_record (job));
  g_assert_cmpstr (digest, ==, expected);
  tear_down (&fixture);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/queue/order", test_order);
  g_test_add_func ("/engine/run/queue/priority", test_priority);
  g_test_add_func ("/engine/run/queue/threads", test_threads);
  g_test_add_func ("/engine/run/queue/memory", test_memory);
  g_test_add_func ("/engine/run/queue/limits", test_limits);
  g_test_add_func ("/engine/run/queue/failures", test_failures);
  g_test_add_func ("/engine/run/queue/cancelled", test_cancelled);
  g_test_add_func ("/engine/run/queue/random", test_random);
  g_test_add_func ("/engine/run/queue/freed", test_freed);
  g_test_add_func ("/engine/run/queue/dropped-at-end", test_dropped_at_end);
  g_test_add_func ("/engine/run/queue/design", test_design);
  return g_test_run ();
}
