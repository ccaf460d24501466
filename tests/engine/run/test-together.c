/* test-together.c: random projects in which several things are done at once, and all that is done with their runs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: bytes of transfers and rings, counted by hand; the run in one partition.
 *
 * Invariants: any partitions, threads and exact synchronisation, steps and pauses, and a packet that is followed change nothing of a record; a run that is cut off tells the same up to there; one that is stopped
 * ends, and reports of it are whole; what is refused, or fails, has a problem that leads to an object; every report is written; a run that is compared with itself, with its file or with
 * what is kept of it is the same; why it takes so long is said. Nothing warns. GLib's test framework prints the seed; `test-run-together FIRST COUNT` runs other cells.
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include <heddle/hd-error.h>

#include "catalog-fixture.h"
#include "cell.h"
#include "record-same.h"
#include "run-fixture.h"

#define N_CELLS 40
#define PATIENCE_S 120
#define ROUNDING 0.5 /* bytes: flows end at whole picoseconds */

/* What came of all cells; a test that looks at none would prove nothing. */
typedef struct
{
  guint n_refused, n_failed, n_finished, n_counted, n_explained, n_followed, n_stopped, n_cut;
} Tally;

typedef struct
{
  HdCatalog *catalog;
  const char *folder;
  Tally *tally;
  GRand *random;
  Cell cell;
  HdSnapshot *snapshot;
  HdDesign *design;
  HdRecord *record; /* of its run in one partition */
} Case;

/* For the handler of signals, which can reach nothing else. */
static char message[512];

static void
on_signal (int number)
{
  if (write (STDERR_FILENO, message, strlen (message)) < 0)
    _exit (1);
  signal (number, SIG_DFL);
  raise (number);
}

static guint
below (Case *self,
       guint n)
{
  return (guint) g_rand_int_range (self->random, 0, (gint32) n);
}

/* ---- runs ---------------------------------------------------------------------------------------------------------------------- */

static void
check_problems (HdProblemList *problems,
                const GError *error,
                const char *words)
{
  const HdProblem *found = NULL;

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->severity == HD_SEVERITY_ERROR)
      found = hd_problem_list_get (problems, i);
  if (found == NULL)
    g_error ("%s: %s: no problem says why", words, error->message);
  if (found->object_uid == 0)
    g_error ("%s: %s leads nowhere", words, found->message);
}

static HdDesign *
elaborate (Case *self,
           const char *const *settings)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (self->snapshot, self->catalog, settings, problems, NULL, &error);

  if (design == NULL)
    check_problems (problems, error, "refused");
  return design;
}

/* %NULL: it failed. */
static HdRecord *
finish (HdRun *run,
        GError **error)
{
  gboolean is_finished = hd_run_wait (run, error);

  g_assert_cmpint (hd_run_get_state (run), ==, is_finished ? HD_RUN_FINISHED : HD_RUN_FAILED);
  return is_finished ? hd_record_ref (hd_run_get_record (run)) : NULL;
}

static HdRecord *
run_with (Case *self,
          const char *const *settings,
          GError **error)
{
  g_autoptr (HdDesign) design = elaborate (self, settings);
  g_autoptr (HdRun) run = NULL;
  HdRecord *record;

  g_assert_nonnull (design);
  run = hd_run_new (design, NULL);
  hd_run_start (run);
  record = finish (run, error);
  if (record == NULL)
    check_problems (hd_run_get_problems (run), *error, "failed");
  return record;
}

static void
check_partitions (Case *self,
                  const GError *failure)
{
  static const char *const syncs[] = { "run:sync=window", "run:sync=null-message", "run:sync=request" };

  for (guint n = 2; n <= 4; n++)
    {
      g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", n);
      const char *settings[] = { partitions, below (self, 2) == 0 ? "run:threads=1" : "run:threads=2", syncs[below (self, 3)], NULL };
      g_autofree char *words = g_strjoinv (" ", (char **) settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRecord) record = run_with (self, settings, &error);

      if ((record == NULL) != (failure != NULL))
        g_error ("%s: %s, not %s", words, record == NULL ? error->message : "finished", failure != NULL ? failure->message : "finished");
      if (record != NULL)
        {
          record_same_check (self->record, record, words);
          record_same_check_events (self->record, record, words);
        }
      else if (!g_str_equal (error->message, failure->message))
        g_error ("%s: %s, not %s", words, error->message, failure->message);
    }
}

/* ---- otherwise than to the end --------------------------------------------------------------------------------------------------- */

static void
wait_for_rest (HdRun *run)
{
  while (hd_run_get_state (run) == HD_RUN_RUNNING || hd_run_get_state (run) == HD_RUN_READY)
    g_main_context_iteration (NULL, TRUE);
}

/* The run hears a microsecond later that collectives by agents have ended, and it ends with the last frame of that. */
static gboolean
is_late (Case *self)
{
  return strstr (self->cell.text, "\"collective\"") != NULL;
}

static void
check_steps (Case *self)
{
  static const HdStep kinds[] = { HD_STEP_EVENT, HD_STEP_COLLECTIVE, HD_STEP_VERTEX, HD_STEP_MARK, HD_STEP_ITERATION };
  g_autoptr (HdRun) run = hd_run_new (self->design, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRecord) record = NULL;

  for (guint n = 1 + below (self, 6); n > 0 && (hd_run_get_state (run) == HD_RUN_READY || hd_run_get_state (run) == HD_RUN_PAUSED); n--)
    {
      hd_run_step (run, kinds[below (self, G_N_ELEMENTS (kinds))]);
      wait_for_rest (run);
    }
  if (hd_run_get_state (run) == HD_RUN_PAUSED)
    {
      HdTime now = hd_record_get_time (hd_run_get_record (run)), end = hd_record_get_time (self->record);

      if (now < end)
        {
          hd_run_until (run, now + 1 + (HdTime) (g_rand_double (self->random) * (double) (end - now)));
          wait_for_rest (run);
        }
    }
  if (hd_run_get_state (run) == HD_RUN_PAUSED)
    hd_run_resume (run);
  record = finish (run, &error);
  g_assert_no_error (error);
  if (hd_record_get_time (record) == hd_record_get_time (self->record) || !is_late (self))
    record_same_check (self->record, record, "step by step");
}

static void
check_cut (Case *self)
{
  HdTime end = hd_record_get_time (self->record);
  g_autofree char *until = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRecord) record = NULL;

  if (end < 10)
    return;
  until = g_strdup_printf ("run:until=%" G_GINT64_FORMAT " ps", 1 + (HdTime) (g_rand_double (self->random) * (double) (end - 1)));
  record = run_with (self, (const char *const[]){ until, NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hd_record_get_time (record), <=, end);
  record_same_check_prefix (self->record, record, until);
  self->tally->n_cut++;
}

/* Either it was there in time, or nothing is left of it. */
static void
check_saved (const char *path,
             gboolean is_saved,
             const GError *error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *found;
  guint n = 0;

  while ((found = g_dir_read_name (directory)) != NULL)
    {
      if (g_str_has_prefix (found, name) || strstr (found, ".tmp") != NULL || found[0] == '.')
        g_assert_cmpstr (found, ==, name);
      n += g_str_equal (found, name);
    }
  g_assert_cmpuint (n, ==, is_saved);
  if (!is_saved)
    g_assert_true (g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED));
  g_remove (path);
}

static gboolean
can_report (HdRecord *record,
            HdReportKind kind)
{
  return kind <= HD_REPORT_HISTOGRAMS && (kind != HD_REPORT_FST || hd_record_get_n_series (record) > 0);
}

static gpointer
cancel_later (gpointer cancellable)
{
  g_usleep (g_random_int_range (0, 300));
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
check_stopped (Case *self)
{
  g_autoptr (HdRun) run = hd_run_new (self->design, NULL);
  g_autofree char *path = g_build_filename (self->folder, "stopped.out", NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  if (below (self, 2) == 0)
    hd_run_set_speed (run, 1e-7);
  g_usleep (below (self, 2000));
  hd_run_stop (run);
  if (!hd_run_wait (run, &error))
    g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_CANCELLED);
  self->tally->n_stopped += error != NULL;
  g_clear_error (&error);
  for (guint kind = HD_REPORT_TEXT; kind <= HD_REPORT_HISTOGRAMS; kind += 1 + below (self, 4))
    {
      g_autoptr (GCancellable) cancellable = NULL;
      g_autoptr (GThread) thread = NULL;
      gboolean is_saved;

      if (!can_report (hd_run_get_record (run), kind))
        continue;
      cancellable = g_cancellable_new ();
      thread = g_thread_new ("cancel", cancel_later, cancellable);
      is_saved = hd_report_save (hd_run_get_record (run), kind, hd_run_get_problems (run), path, cancellable, &error);

      check_saved (path, is_saved, error);
      g_clear_error (&error);
      g_thread_join (g_steal_pointer (&thread));
    }
}

static void
check_followed (Case *self)
{
  HdFollowTarget target;
  g_autoptr (HdRun) run = NULL;
  g_autoptr (HdRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  const HdFollowed *followed;
  HdTime time;

  if (!hd_record_get_slowest (self->record, &target))
    return;
  run = hd_run_new (self->design, NULL);
  target.stops = FALSE;
  hd_run_follow (run, &target);
  hd_run_start (run);
  record = finish (run, &error);
  g_assert_no_error (error);
  record_same_check (self->record, record, "followed");
  followed = hd_record_get_followed (record);
  g_assert_nonnull (followed);
  time = followed->start;
  for (guint i = 0; i < followed->n_parts; i++)
    {
      g_assert_cmpint (followed->parts[i].start, ==, time);
      time = followed->parts[i].end;
    }
  g_assert_cmpint (time, ==, followed->end);
  self->tally->n_followed++;
}

/* ---- what is known by hand -------------------------------------------------------------------------------------------------------- */

static void
check_bytes (Case *self)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  const HdLink *links = hd_design_get_links (self->design);
  gboolean is_exact = settings->fidelity != HD_FIDELITY_FLIT; /* whose flits are full */
  guint member = 0;

  if (!self->cell.is_counted || self->cell.n_members == 0 || settings->until != HD_TIME_MAX || hd_design_get_n_changes (self->design) > 0)
    return;
  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      g_autofree char *path = hd_design_dup_link_path (self->design, l);
      HdLoad load;
      double sent, received;

      if (!g_str_has_prefix (path, "up["))
        continue;
      member = (guint) atoi (path + 3);
      load = hd_record_read_link (self->record, l, 0, HD_TIME_MAX);
      sent = self->cell.sent[member];
      received = self->cell.received[member];
      g_test_message ("%s: %.17g B, by hand %.17g B", path, load.amount, sent + received);
      if (is_exact)
        g_assert_cmpfloat_with_epsilon (load.amount, sent + received, 1e-6 * (sent + received) + ROUNDING);
      else
        g_assert_cmpfloat (load.amount, >=, sent + received - 1e-6);
      if (links[l].sharing == HD_SHARING_SPLIT && is_exact)
        g_assert_cmpfloat_with_epsilon (load.ways[0].amount, sent, 1e-6 * sent + ROUNDING);
      if (sent + received > 0)
        g_assert_cmpfloat (load.mean, >, 0);
    }
  self->tally->n_counted++;
}

/* ---- what is done with a run ---------------------------------------------------------------------------------------------------- */

static void
check_reports (Case *self)
{
  for (guint kind = HD_REPORT_TEXT; kind <= HD_REPORT_POPNET; kind++)
    {
      g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
      g_autoptr (GError) error = NULL;

      if (!can_report (self->record, kind))
        continue;
      if (!hd_report_write (self->record, kind, NULL, stream, NULL, &error))
        g_error ("report %u: %s", kind, error->message);
    }
}

static void
check_no_difference (HdOutcome *a,
                     HdOutcome *b)
{
  g_autoptr (HdComparison) comparison = hd_comparison_new (a, b);
  g_autofree char *text = hd_comparison_to_text (comparison, "a", "b", 10), *html = hd_comparison_to_html (comparison, "a", "b", 10), *json = hd_comparison_to_json (comparison, "a", "b");

  for (guint i = 0; i < comparison->metrics->len; i++)
    {
      const HdMetricPair *pair = &g_array_index (comparison->metrics, HdMetricPair, i);

      if (pair->a == NULL || pair->b == NULL)
        g_error ("%s is of one run alone", (pair->a != NULL ? pair->a : pair->b)->name);
      if (pair->a->value != pair->b->value && !(isnan (pair->a->value) && isnan (pair->b->value)))
        g_error ("%s is %.17g and %.17g", pair->a->name, pair->a->value, pair->b->value);
    }
  g_assert_cmpuint (comparison->links->len, ==, 0);
  g_assert_cmpuint (comparison->differences->len, ==, 0);
  g_assert_nonnull (strstr (html, "</html>"));
  g_assert_true (*text != '\0' && *json == '{');
}

static void
check_outcomes (Case *self)
{
  g_autofree char *path = g_build_filename (self->folder, "result.json", NULL);
  g_autofree char *hash = hd_design_dup_project_hash (self->design);
  g_autofree char *sha256 = NULL, *version = NULL, *inputs = NULL;
  g_auto (GStrv) overrides = NULL;
  g_autoptr (GError) error = NULL;
  HdOutcome *loaded;

  check_no_difference (hd_outcome_new (self->record), hd_outcome_new (self->record));
  hd_report_save (self->record, HD_REPORT_JSON, NULL, path, NULL, &error);
  g_assert_no_error (error);
  loaded = hd_outcome_load (path, &error);
  g_assert_no_error (error);
  check_no_difference (hd_outcome_new (self->record), loaded);
  g_assert_true (hd_report_load_request (path, &overrides, &sha256, &version, &inputs, &error));
  g_assert_cmpstr (sha256, ==, hash);
  g_assert_cmpuint (g_strv_length (overrides), ==, 0);
}

static void
check_kept (Case *self)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.sqlite", NULL);
  g_autoptr (HdKeptRun) run = hd_kept_run_new (self->record, "");
  g_autofree char *digest = hd_record_dup_digest (self->record), *project = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRunStore) store = hd_run_store_open (path, &error);
  g_autoptr (GPtrArray) list = NULL;
  const HdKeptRun *found;
  HdMetric metric;

  g_assert_no_error (error);
  g_assert_true (hd_run_store_add (store, run, self->cell.text, 100, 1000000, &error));
  g_clear_pointer (&store, hd_run_store_free);
  store = hd_run_store_open (path, &error);
  g_assert_no_error (error);
  list = hd_run_store_list (store, &error);
  g_assert_no_error (error);
  found = g_ptr_array_index (list, 0);
  g_assert_cmpstr (found->digest, ==, digest);
  for (guint i = 0; hd_record_get_metric (self->record, i, &metric); i++)
    {
      const HdMetric *kept = hd_kept_run_find_metric (found, metric.name);

      if (kept == NULL || (kept->value != metric.value && !isnan (metric.value)))
        g_error ("%s is not kept as it was", metric.name);
    }
  project = hd_run_store_dup_project (store, found->number, &error);
  g_assert_cmpstr (project, ==, self->cell.text);
}

static void
check_path (HdWhy *why,
            HdRecord *record)
{
  HdPath *path = hd_why_get_path (why);
  guint n = hd_path_get_n_parts (path);

  for (guint i = 0; i < n; i++)
    {
      const HdPathPart *part = hd_path_get_part (path, i);

      g_assert_cmpint (part->end, >=, part->start);
      g_assert_cmpint (part->end, <=, hd_record_get_time (record));
      if (i > 0)
        g_assert_cmpint (part->start, ==, hd_path_get_part (path, i - 1)->end);
    }
  for (guint i = 0; i < hd_why_get_n_bounds (why); i++)
    g_assert_cmpfloat (hd_why_get_bound (why, i)->share, <=, 1.001);
  for (guint i = 0; i < hd_why_get_n_floors (why); i++)
    if (hd_why_get_floor (why, i)->took > 0)
      g_assert_cmpfloat ((double) hd_why_get_floor (why, i)->least, <=, 1.000001 * (double) hd_why_get_floor (why, i)->took);
}

static void
check_why (Case *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdWhy) why = NULL;
  g_autoptr (HdRunQueue) queue = NULL;
  g_autofree char *text = NULL, *json = NULL;
  HdMerit merit;

  if (!hd_merit_choose (self->record, NULL, &merit, &error))
    {
      g_assert_true (g_error_matches (error, HD_ERROR, HD_ERROR_INVALID) && *error->message != '\0');
      return;
    }
  why = hd_why_new (self->record, self->snapshot, &merit, 2);
  check_path (why, self->record);
  queue = hd_run_queue_new (self->catalog, 1, 0);
  hd_why_check (why, queue, below (self, 3));
  while (hd_why_count (why, HD_TRIAL_RUNNING) > 0)
    g_main_context_iteration (NULL, TRUE);
  text = hd_why_to_text (why);
  json = hd_why_to_json (why);
  g_assert_true (*text != '\0' && *json == '{');
  for (guint i = 0; i < hd_why_get_n_trials (why); i++)
    {
      const HdTrial *trial = hd_why_get_trial (why, i);
      g_autoptr (HdRecord) record = NULL;

      if (trial->state != HD_TRIAL_CHECKED)
        continue;
      record = run_with (self, (const char *const *) trial->settings, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (hd_merit_read (&merit, record), ==, trial->checked);
      self->tally->n_explained++;
    }
}

/* ---- cells ------------------------------------------------------------------------------------------------------------------------ */

static void
check_finished (Case *self)
{
  self->tally->n_finished++;
  check_bytes (self);
  check_steps (self);
  check_cut (self);
  check_stopped (self);
  check_followed (self);
  check_reports (self);
  check_outcomes (self);
  check_kept (self);
  check_why (self);
}

static void
check_cell (HdCatalog *catalog,
            const char *folder,
            guint32 seed,
            Tally *tally)
{
  Case self = { .catalog = catalog, .folder = folder, .tally = tally, .random = g_rand_new_with_seed (seed + 1) };
  g_autofree char *path = g_build_filename (folder, "cell.heddle", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (GError) error = NULL, failure = NULL;

  cell_draw (&self.cell, seed, folder);
  g_file_set_contents (path, self.cell.text, -1, &error);
  g_assert_no_error (error);
  snprintf (message, sizeof message, "# seed %u, cell in %s\n", seed, path);
  alarm (PATIENCE_S);
  document = hd_document_load_from_data (self.cell.text, -1, path, problems, &error);
  g_assert_no_error (error);
  self.snapshot = hd_document_snapshot (document);
  self.design = elaborate (&self, NULL);
  if (self.design != NULL)
    {
      self.record = run_with (&self, NULL, &failure);
      check_partitions (&self, failure);
      if (self.record != NULL)
        check_finished (&self);
      else
        tally->n_failed++;
    }
  else
    tally->n_refused++;
  alarm (0);
  g_clear_pointer (&self.record, hd_record_unref);
  g_clear_pointer (&self.design, hd_design_unref);
  hd_snapshot_unref (self.snapshot);
  g_rand_free (self.random);
  cell_clear (&self.cell);
}

/* Whatever runs of cells have left there. */
static void
remove_files (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

typedef struct
{
  guint32 first, count;
} Seeds;

static void
test_cells (gconstpointer data)
{
  const Seeds *seeds = data;
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-cells-XXXXXX", &error);
  Tally tally = { 0 };

  g_assert_no_error (error);
  for (guint32 i = 0; i < seeds->count; i++)
    check_cell (catalog, folder, seeds->first + i, &tally);
  g_test_message ("%u refused, %u failed, %u finished; %u counted, %u explained, %u followed, %u stopped, %u cut", tally.n_refused, tally.n_failed, tally.n_finished, tally.n_counted, tally.n_explained,
                  tally.n_followed, tally.n_stopped, tally.n_cut);
  g_assert_cmpuint (tally.n_finished, >=, seeds->count / 2);
  remove_files (folder);
}

int
main (int argc,
      char **argv)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM };
  Seeds seeds;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], on_signal);
  seeds.first = argc > 2 ? (guint32) atoi (argv[1]) : (guint32) g_test_rand_int_range (0, 1000000);
  seeds.count = argc > 2 ? (guint32) atoi (argv[2]) : N_CELLS;
  g_test_add_data_func ("/engine/run/together", &seeds, test_cells);
  return g_test_run ();
}
