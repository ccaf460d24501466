/* heddle-sweep.c: runs of one project that differ in one value, and the table of their metrics
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The runs are jobs of one queue, and end in any order. What they say is kept until all have ended, and told in the order of their values.
 */
#define G_LOG_DOMAIN "heddle-sweep"

#include "heddle-sweep.h"

#include <glib-unix.h>
#include <glib/gstdio.h>

#include "heddle-sweep.h"

#define PROGRESS_INTERVAL_MS 250
#define CSV_NAME "sweep.csv"

/* ---- runs ------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdSweepRun *run;
  guint n;
  char **told;        /* by row: what it is set to, then what it has said; owned */
  HeddleExit *states; /* by row */
  HdSweepTable *table;
  gboolean shown;
} Runs;

static char *
dup_problems (HdProblemList *problems,
              const char *setting,
              const char *reason)
{
  GString *text = g_string_new (NULL);

  if (reason != NULL && !hd_problem_list_has_errors (problems))
    g_string_append_printf (text, "%s: %s\n", setting, reason);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

      g_string_append_printf (text, "%s: %s\n", setting, line);
    }
  return g_string_free (text, FALSE);
}

static void
on_ended (HdSweepRun *run,
          guint row,
          HdRunJob *job,
          gpointer data)
{
  Runs *self = data;
  const GError *error = hd_run_job_get_error (job);
  g_autofree char *setting = g_steal_pointer (&self->told[row]), *reason = NULL;

  if (hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED)
    hd_sweep_table_set_metrics (self->table, row, hd_run_job_get_record (job));
  else
    {
      reason = hd_run_job_dup_reason (job);
      hd_sweep_table_set_error (self->table, row, reason);
      self->states[row] = error == NULL ? HEDDLE_EXIT_RUN : heddle_cli_status_of_run (error);
    }
  self->told[row] = dup_problems (hd_run_job_get_problems (job), setting, reason);
}

static gboolean
on_interrupt (gpointer data)
{
  hd_sweep_run_cancel (((Runs *) data)->run);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_progress (gpointer data)
{
  Runs *self = data;

  self->shown = TRUE;
  heddle_cli_clear_line ();
  g_printerr (_("%u of %u runs have ended, %.0f %% of all   "), self->n - hd_sweep_run_count_left (self->run), self->n, 100 * hd_sweep_run_get_progress (self->run));
  return G_SOURCE_CONTINUE;
}

static void
wait_for_all (Runs *self,
              gboolean shows_progress)
{
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, self);
  guint terminate = g_unix_signal_add (SIGTERM, on_interrupt, self);
  guint timer = shows_progress ? g_timeout_add (PROGRESS_INTERVAL_MS, on_progress, self) : 0;

  while (hd_sweep_run_count_left (self->run) > 0)
    g_main_context_iteration (NULL, TRUE);
  if (timer != 0)
    g_source_remove (timer);
  if (self->shown)
    heddle_cli_clear_line ();
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

/* ---- what came of them --------------------------------------------------------------------------------------------------------- */

static gboolean
save_csv (HdSweepTable *table,
          const char *directory,
          const char *name,
          GError **error)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autofree char *text = hd_sweep_table_to_csv (table);

  g_mkdir_with_parents (directory, 0777); /* else the file says it */
  return hd_file_write (path, text, -1, NULL, error);
}

HeddleExit
heddle_sweep_write (HdSweepTable *table,
                    const char *name,
                    const HeddleSweepOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = hd_sweep_table_to_text (table, options->metrics, &error);

  if (options->csv != NULL)
    {
      g_autoptr (GError) reason = NULL;

      if (!save_csv (table, options->csv, name, &reason))
        return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", reason->message);
    }
  if (text == NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
  if (!options->is_quiet)
    g_print ("%s", text);
  return HEDDLE_EXIT_DONE;
}

HeddleExit
heddle_sweep_run (const HdSweep *self,
                  const HeddleSweepOptions *options)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE, written;
  g_autoptr (HdDocument) document = heddle_cli_load (options->file, options->loading, problems, &status);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdSweepTable) table = NULL;
  g_autoptr (HdSweepRun) run = NULL;
  g_auto (GStrv) told = NULL;
  g_autofree HeddleExit *states = NULL;
  Runs runs;

  if (document == NULL)
    return status;
  if (!heddle_cli_check_output (options->csv, TRUE))
    return HEDDLE_EXIT_FILE;
  snapshot = hd_document_snapshot (document);
  table = hd_sweep_table_new (self->range.name);
  for (guint i = 0; self->values[i] != NULL; i++)
    hd_sweep_table_insert (table, i, self->values[i]);
  run = hd_sweep_run_new (catalog, snapshot, options->settings, self, options->jobs);
  hd_sweep_run_allow_programs (run, options->permit);
  runs = (Runs){ .run = run, .n = self->n, .table = table };
  runs.told = told = g_new0 (char *, runs.n + 1);
  for (guint i = 0; i < runs.n; i++)
    told[i] = g_strdup_printf ("%s=%s", self->range.name, self->values[i]);
  runs.states = states = g_new0 (HeddleExit, runs.n + 1);
  g_signal_connect (run, "ended", G_CALLBACK (on_ended), &runs);
  wait_for_all (&runs, options->shows_progress);
  for (guint i = 0; i < runs.n; i++)
    {
      g_printerr ("%s", told[i]);
      status = status == HEDDLE_EXIT_DONE ? states[i] : status;
    }
  written = heddle_sweep_write (table, CSV_NAME, options);
  return written != HEDDLE_EXIT_DONE ? written : status;
}
