/* test-study-run.c: the runs of a study
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each run of a study has the digest of that run by itself, on any number of threads; one that fails is kept with its reason and stops none; what was
 * stopped, paused, limited or divided among shards comes to the same in the end, and nothing is run twice. Left open: how long runs take.
 */
#include "study-fixture.h"

#include <string.h>

#include "catalog-fixture.h"

typedef struct
{
  HdCatalog *catalog;
  HdStudyPlan *plan;
  char *path;
  HdStudyStore *store;
  HdStudyTable *table;
  HdStudyRun *run;
  guint n_ended;
  guint stop_after; /* or 0 */
} Fixture;

static void
on_ended (Fixture *self)
{
  self->n_ended++;
  if (self->n_ended == self->stop_after)
    hd_study_run_stop (self->run);
}

/* With the results that are there. */
static void
open_all (Fixture *self,
          guint threads)
{
  g_autoptr (GError) error = NULL;

  self->store = hd_study_store_open (self->path, HD_STUDY_STORE_RESUME, self->plan, &error);
  g_assert_no_error (error);
  self->table = hd_study_table_new (self->plan);
  g_assert_true (hd_study_table_load (self->table, self->store, &error));
  self->run = hd_study_run_new (self->catalog, self->store, self->table, threads);
  g_signal_connect_swapped (self->run, "ended", G_CALLBACK (on_ended), self);
  self->n_ended = self->stop_after = 0;
}

static void
close_all (Fixture *self)
{
  g_clear_object (&self->run);
  g_clear_pointer (&self->table, hd_study_table_free);
  g_clear_pointer (&self->store, hd_study_store_free);
}

static void
set_up (Fixture *self,
        const char *study,
        guint threads)
{
  *self = (Fixture){ .catalog = catalog_fixture_new (), .plan = study_fixture_plan (study, NULL), .path = study_fixture_path () };
  open_all (self, threads);
}

static void
tear_down (Fixture *self)
{
  close_all (self);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  study_fixture_remove (self->path);
  g_free (self->path);
  hd_study_plan_unref (self->plan);
  g_object_unref (self->catalog);
}

static HdStudyRunState
finish (Fixture *self)
{
  hd_study_run_start (self->run);
  while (hd_study_run_get_state (self->run) == HD_STUDY_RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  return hd_study_run_get_state (self->run);
}

static void
append_result (const HdStudyResult *result,
               gpointer data)
{
  g_string_append_printf (data, "%u.%u %s %s", result->point, result->repeat, result->digest, result->error);
  for (guint i = 0; i < result->metrics->len; i++)
    g_string_append_printf (data, " %s=%a", g_array_index (result->metrics, HdMetric, i).name, g_array_index (result->metrics, HdMetric, i).value);
  g_string_append_c (data, '\n');
}

static char *
dup_results (Fixture *self)
{
  GString *text = g_string_new (NULL);

  g_assert_true (hd_study_store_foreach (self->store, append_result, text, NULL));
  return g_string_free (text, FALSE);
}

#define GRID "<study id='a' repeats='2'><factor of='xpus' from='2' to='6' steps='5'/><factor of='bandwidth' values='1 GB/s, 10 GB/s'/><metric of='time_total' direction='minimise'/></study>"
#define GRID_RUNS 20

/* What each run gives alone. */
static char *
dup_alone (HdStudyPlan *plan,
           HdCatalog *catalog,
           guint point,
           guint repeat)
{
  g_auto (GStrv) settings = hd_study_plan_dup_settings (plan, point, repeat);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (hd_study_plan_get_snapshot (plan), catalog, (const char *const *) settings, problems, NULL, &error);
  g_autoptr (HdRun) run = NULL;

  g_assert_no_error (error);
  run = hd_run_new (design, NULL);
  hd_run_start (run);
  g_assert_true (hd_run_wait (run, &error));
  return hd_record_dup_digest (hd_run_get_record (run));
}

static void
check_digest (const HdStudyResult *result,
              gpointer data)
{
  Fixture *self = data;
  g_autofree char *alone = dup_alone (self->plan, self->catalog, result->point, result->repeat);

  g_assert_cmpstr (result->digest, ==, alone);
}

static void
test_threads (void)
{
  g_autofree char *first = NULL;

  for (guint threads = 1; threads <= 4; threads *= 2)
    {
      g_autofree char *results = NULL;
      Fixture fixture;
      guint64 n_done;

      set_up (&fixture, GRID, threads);
      g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FINISHED);
      g_assert_cmpuint (fixture.n_ended, ==, GRID_RUNS);
      g_assert_cmpuint (hd_study_run_count (fixture.run, &n_done), ==, GRID_RUNS);
      g_assert_cmpuint (n_done, ==, GRID_RUNS);
      results = dup_results (&fixture);
      if (first == NULL)
        {
          g_assert_true (hd_study_store_foreach (fixture.store, check_digest, &fixture, NULL));
          first = g_steal_pointer (&results);
        }
      else
        g_assert_cmpstr (results, ==, first);
      tear_down (&fixture);
    }
}

static void
test_stopped (void)
{
  g_autofree char *results = NULL, *whole = NULL;
  Fixture fixture, other;
  guint n = 0, n_before;

  set_up (&other, GRID, 2);
  g_assert_cmpint (finish (&other), ==, HD_STUDY_RUN_FINISHED);
  whole = dup_results (&other);
  tear_down (&other);
  set_up (&fixture, GRID, 3);
  for (fixture.stop_after = 3; finish (&fixture) == HD_STUDY_RUN_LIMITED; fixture.stop_after = 3)
    {
      g_assert_cmpuint (fixture.n_ended, ==, 3); /* those that ran are lost */
      n_before = n;
      n = hd_study_store_count (fixture.store);
      g_assert_cmpuint (n, ==, n_before + 3);
      close_all (&fixture);
      open_all (&fixture, 3);
    }
  g_assert_cmpuint (n, ==, 18);
  g_assert_cmpuint (fixture.n_ended, ==, 2);
  results = dup_results (&fixture);
  g_assert_cmpstr (results, ==, whole);
  tear_down (&fixture);
}

static void
test_paused (void)
{
  Fixture fixture;
  guint n;

  set_up (&fixture, GRID, 1);
  hd_study_run_start (fixture.run);
  while (fixture.n_ended < 4)
    g_main_context_iteration (NULL, TRUE);
  hd_study_run_pause (fixture.run);
  g_assert_cmpint (hd_study_run_get_state (fixture.run), ==, HD_STUDY_RUN_PAUSED);
  for (guint i = 0; i < 50; i++) /* what was submitted ends, and nothing more */
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  n = fixture.n_ended;
  g_assert_cmpuint (n, <=, 4 + 3);
  g_usleep (50000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture.n_ended, ==, n);
  hd_study_run_resume (fixture.run);
  while (hd_study_run_get_state (fixture.run) == HD_STUDY_RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (fixture.n_ended, ==, GRID_RUNS);
  tear_down (&fixture);
}

static void
test_failed (void)
{
  Fixture fixture;
  HdStudyFigure figure;

  /* a value that the variable does not permit, a word that it does not have */
  set_up (&fixture, "<study id='a'><factor of='xpus' values='4, 99, 8'/><factor of='ring' values='ring, rang'/></study>", 2);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FINISHED);
  g_assert_cmpuint (fixture.n_ended, ==, 6);
  g_assert_null (hd_study_table_get_error (fixture.table, 0));
  g_assert_nonnull (strstr (hd_study_table_get_error (fixture.table, 1), "rang"));
  g_assert_nonnull (strstr (hd_study_table_get_error (fixture.table, 2), "16"));
  g_assert_null (hd_study_table_get_error (fixture.table, 4));
  g_assert_true (hd_study_table_get (fixture.table, 4, 0, &figure));
  g_assert_false (hd_study_table_get (fixture.table, 1, 0, &figure));
  close_all (&fixture); /* that they have failed is remembered */
  open_all (&fixture, 1);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FINISHED);
  g_assert_cmpuint (fixture.n_ended, ==, 0);
  tear_down (&fixture);
}

static void
test_unknown_metric (void)
{
  Fixture fixture;

  set_up (&fixture, "<study id='a'><factor of='xpus' from='2' to='16' steps='15'/><metric of='nothing'/></study>", 1);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FAILED);
  g_assert_error (hd_study_run_get_error (fixture.run), HD_ERROR, HD_ERROR_NAME);
  g_assert_cmpuint (hd_study_store_count (fixture.store), ==, 1); /* it is said after the first, which is kept */
  tear_down (&fixture);
}

/* Runs without chance are as precise as can be after three. */
static void
test_precision (void)
{
  Fixture fixture;

  set_up (&fixture, "<study id='a' repeats='50' precision='0.01'><factor of='xpus' values='2, 4'/><metric of='time_total'/></study>", 2);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FINISHED);
  g_assert_cmpuint (fixture.n_ended, ==, 6);
  close_all (&fixture);
  open_all (&fixture, 2);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FINISHED);
  g_assert_cmpuint (fixture.n_ended, ==, 0);
  tear_down (&fixture);
}

static void
test_limit (void)
{
  Fixture fixture;
  gint64 start = g_get_monotonic_time ();

  set_up (&fixture, "<study id='a' repeats='1000' limit='100 ms'><factor of='bytes' from='1 MB' to='2 MB' steps='1000'/></study>", 1);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_LIMITED);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 100000);
  g_assert_null (hd_study_run_get_error (fixture.run));
  g_assert_cmpuint (fixture.n_ended, <, 1000000);
  tear_down (&fixture);
}

static void
test_shards (void)
{
  g_autofree char *whole = NULL, *merged = NULL;
  Fixture all, shards[3];
  guint64 n = 0, n_done;

  set_up (&all, GRID, 2);
  g_assert_cmpint (finish (&all), ==, HD_STUDY_RUN_FINISHED);
  whole = dup_results (&all);
  for (guint i = 0; i < 3; i++)
    {
      set_up (&shards[i], GRID, 2);
      hd_study_run_set_shard (shards[i].run, i, 3);
      n += hd_study_run_count (shards[i].run, &n_done);
      g_assert_cmpint (finish (&shards[i]), ==, HD_STUDY_RUN_FINISHED);
      g_assert_cmpuint (hd_study_store_count (shards[i].store), ==, hd_study_run_count (shards[i].run, &n_done));
    }
  g_assert_cmpuint (n, ==, GRID_RUNS);
  for (guint i = 1; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (hd_study_store_merge (shards[0].store, shards[i].path, NULL, &error));
      g_assert_no_error (error);
    }
  merged = dup_results (&shards[0]);
  g_assert_cmpstr (merged, ==, whole);
  for (guint i = 0; i < 3; i++)
    tear_down (&shards[i]);
  tear_down (&all);
}

#define HALVED "<study id='a' repeats='9' halving='3'><factor of='bytes' from='1 MB' to='10 MB' steps='10'/><metric of='time_total' direction='minimise'/></study>"
#define HALVED_RUNS (10 + 4 * 2 + 2 * 6)

/* More bytes take longer: the two least are run nine times, the next two three times. On any number of threads, and stopped after each few runs. */
static void
test_halving (void)
{
  static const guint counts[] = { 9, 9, 3, 3, 1, 1, 1, 1, 1, 1 };
  g_autofree char *first = NULL;

  for (guint threads = 1; threads <= 4; threads++)
    {
      g_autofree char *results = NULL;
      Fixture fixture;
      guint64 n_done;

      set_up (&fixture, HALVED, threads);
      g_assert_cmpuint (hd_study_store_count (fixture.store), ==, 0);
      for (fixture.stop_after = threads == 4 ? 5 : 0; finish (&fixture) == HD_STUDY_RUN_LIMITED; fixture.stop_after = 5)
        {
          close_all (&fixture);
          open_all (&fixture, threads);
        }
      g_assert_cmpint (hd_study_run_get_state (fixture.run), ==, HD_STUDY_RUN_FINISHED);
      g_assert_cmpuint (hd_study_store_count (fixture.store), ==, HALVED_RUNS);
      g_assert_cmpuint (hd_study_run_count (fixture.run, &n_done), ==, HALVED_RUNS);
      g_assert_cmpuint (n_done, ==, HALVED_RUNS);
      for (guint p = 0; p < G_N_ELEMENTS (counts); p++)
        g_assert_cmpuint (hd_study_table_count (fixture.table, p), ==, counts[p]);
      results = dup_results (&fixture);
      if (first == NULL)
        first = g_steal_pointer (&results);
      else
        g_assert_cmpstr (results, ==, first);
      tear_down (&fixture);
    }
}

static void
test_halving_of_a_shard (void)
{
  Fixture fixture;

  set_up (&fixture, HALVED, 1);
  hd_study_run_set_shard (fixture.run, 0, 2);
  g_assert_cmpint (finish (&fixture), ==, HD_STUDY_RUN_FAILED);
  g_assert_error (hd_study_run_get_error (fixture.run), HD_ERROR, HD_ERROR_INVALID);
  tear_down (&fixture);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-run/threads", test_threads);
  g_test_add_func ("/study-run/stopped", test_stopped);
  g_test_add_func ("/study-run/paused", test_paused);
  g_test_add_func ("/study-run/failed", test_failed);
  g_test_add_func ("/study-run/unknown-metric", test_unknown_metric);
  g_test_add_func ("/study-run/precision", test_precision);
  g_test_add_func ("/study-run/limit", test_limit);
  g_test_add_func ("/study-run/shards", test_shards);
  g_test_add_func ("/study-run/halving", test_halving);
  g_test_add_func ("/study-run/halving-of-a-shard", test_halving_of_a_shard);
  return g_test_run ();
}
