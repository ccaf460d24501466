/* heddle-command-study.c: heddle study FILE [NAME]
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study"

#include "heddle-commands.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gstdio.h>

#include "heddle-cli-project.h"

#define PROGRESS_INTERVAL_MS 250
#define MOST_ROWS 40
#define CSV_NAME "points.csv"
#define PUBLISHED_NAME "published.csv"

typedef struct
{
  char **arguments; /* FILE and NAME */
  char **settings;
  char **merged;
  char *results, *csv, *shard, *sensitivity_json;
  guint shard_index, n_shards;
  int jobs;
  gboolean resume, list, sensitivity, quiet, progress, allows_programs;
} Options;

static void
options_clear (Options *self)
{
  g_strfreev (self->arguments);
  g_strfreev (self->settings);
  g_strfreev (self->merged);
  g_free (self->results);
  g_free (self->csv);
  g_free (self->shard);
  g_free (self->sensitivity_json);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* ---- what is asked for ------------------------------------------------------------------------------------------------------- */

static HeddleExit
parse_shard (Options *options)
{
  g_auto (GStrv) parts = g_strsplit (options->shard, "/", 2);
  guint64 index, n;

  if (g_strv_length (parts) != 2 || !g_ascii_string_to_unsigned (parts[1], 10, 1, HD_STUDY_MOST_POINTS, &n, NULL)
      || !g_ascii_string_to_unsigned (parts[0], 10, 1, n, &index, NULL))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--shard: “%s” is not I/N with I from 1 to N"), options->shard);
  options->shard_index = (guint) index - 1;
  options->n_shards = (guint) n;
  return HEDDLE_EXIT_DONE;
}

static HeddleExit
check_usage (Options *options)
{
  guint n = options->arguments != NULL ? g_strv_length (options->arguments) : 0;

  options->n_shards = 1;
  if (n < 1 || n > 2)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("study needs one file, and the name of one of its studies if it has several"));
  if (options->jobs < 0)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--jobs must be at least 1, not %d"), options->jobs);
  if (options->merged != NULL && options->shard != NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--merge and --shard do not go together"));
  return options->shard != NULL ? parse_shard (options) : HEDDLE_EXIT_DONE;
}

/* Beside the project: mesh-8x8-load-curve.sqlite; of a shard, mesh-8x8-load-curve-2of4.sqlite. */
static char *
dup_results_path (const Options *options,
                  HdStudyPlan *plan)
{
  g_autofree char *directory = g_path_get_dirname (options->arguments[0]), *name = g_path_get_basename (options->arguments[0]), *leaf = NULL;
  char *dot = strrchr (name, '.');

  if (options->results != NULL)
    return g_strdup (options->results);
  if (dot != NULL && dot != name)
    *dot = '\0';
  leaf = options->shard != NULL ? g_strdup_printf ("%s-%s-%uof%u.sqlite", name, hd_study_plan_get_id (plan), options->shard_index + 1, options->n_shards)
                                : g_strdup_printf ("%s-%s.sqlite", name, hd_study_plan_get_id (plan));
  return strcmp (directory, ".") == 0 ? g_steal_pointer (&leaf) : g_build_filename (directory, leaf, NULL);
}

static HdStudyPlan *
make_plan (const Options *options,
           HdSnapshot *snapshot,
           const char *id,
           HeddleExit *out_status)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdStudyPlan *plan = hd_study_plan_new (snapshot, id, (const char *const *) options->settings, problems, &error);

  heddle_cli_print_problems (problems);
  if (plan == NULL)
    *out_status = (HeddleExit) heddle_cli_fail (g_error_matches (error, HD_ERROR, HD_ERROR_NAME) ? HEDDLE_EXIT_USAGE : HEDDLE_EXIT_PROJECT, "%s: %s",
                                                options->arguments[0], error->message);
  return plan;
}

/* What would make every point fail is said once, before the first: a path that leads nowhere, a project with errors. Points may fail for what they set. */
static HeddleExit
check_first (HdStudyPlan *plan,
             HdCatalog *catalog)
{
  g_auto (GStrv) settings = hd_study_plan_dup_settings (plan, 0, 0);
  g_autoptr (HdProblemList) problems = hd_problem_list_new (), own = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (hd_study_plan_get_snapshot (plan), catalog, (const char *const *) settings, problems, NULL, &error);

  if (design != NULL || g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    return HEDDLE_EXIT_DONE;
  if (!g_error_matches (error, HD_ERROR, HD_ERROR_INVALID))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", error->message);
  hd_snapshot_validate (hd_study_plan_get_snapshot (plan), catalog, own);
  if (!hd_problem_list_has_errors (own))
    return HEDDLE_EXIT_DONE;
  heddle_cli_print_problems (own);
  return HEDDLE_EXIT_PROJECT;
}

/* ---- running ----------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdStudyRun *run;
  gboolean shown;
  gboolean interrupted;
} Watch;

static gboolean
on_interrupt (gpointer data)
{
  Watch *watch = data;

  watch->interrupted = TRUE;
  hd_study_run_stop (watch->run);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_progress (gpointer data)
{
  Watch *watch = data;
  guint64 n_done, n = hd_study_run_count (watch->run, &n_done);
  g_autofree char *done = hd_figure_count (n_done), *all = hd_figure_count (n);
  double left_s = hd_study_run_get_seconds_left (watch->run);

  watch->shown = TRUE;
  heddle_cli_clear_line ();
  g_printerr (_("%s of %s runs"), done, all);
  if (left_s >= 0)
    {
      g_autofree char *left = hd_figure_in (left_s, "s", 2);

      g_printerr (_(", %s left"), left);
    }
  g_printerr ("   ");
  return G_SOURCE_CONTINUE;
}

static void
wait_for_all (Watch *watch,
              gboolean shows_progress)
{
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, watch);
  guint terminate = g_unix_signal_add (SIGTERM, on_interrupt, watch);
  guint timer = shows_progress ? g_timeout_add (PROGRESS_INTERVAL_MS, on_progress, watch) : 0;

  hd_study_run_start (watch->run);
  while (hd_study_run_get_state (watch->run) == HD_STUDY_RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  if (timer != 0)
    g_source_remove (timer);
  if (watch->shown)
    heddle_cli_clear_line ();
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

static HeddleExit
run_points (const Options *options,
            HdCatalog *catalog,
            HdStudyCrew *crew,
            HdStudyStore *store,
            HdStudyTable *table,
            const char *path)
{
  g_autoptr (HdStudyRun) run = hd_study_run_new (catalog, store, table, (guint) options->jobs);
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  g_autofree char *done = NULL, *all = NULL;
  Watch watch = { .run = run };
  guint64 n, n_done;

  hd_study_run_allow_programs (run, permit);
  hd_study_run_set_shard (run, options->shard_index, options->n_shards);
  if (crew != NULL)
    hd_study_run_employ (run, crew);
  wait_for_all (&watch, options->progress || (!options->quiet && isatty (STDERR_FILENO)));
  if (hd_study_run_get_state (run) == HD_STUDY_RUN_FAILED)
    {
      const GError *error = hd_study_run_get_error (run);

      return (HeddleExit) heddle_cli_fail (g_error_matches (error, HD_ERROR, HD_ERROR_IO) ? HEDDLE_EXIT_FILE : HEDDLE_EXIT_PROJECT, "%s", error->message);
    }
  if (hd_study_run_get_state (run) == HD_STUDY_RUN_FINISHED)
    return HEDDLE_EXIT_DONE;
  n = hd_study_run_count (run, &n_done);
  done = hd_figure_count (n_done);
  all = hd_figure_count (n);
  g_printerr (_("heddle: stopped after %s of %s runs; --resume goes on with “%s”\n"), done, all, path);
  return watch.interrupted ? HEDDLE_EXIT_RUN : HEDDLE_EXIT_DONE;
}

static HeddleExit
merge_all (const Options *options,
           HdStudyStore *store)
{
  for (guint i = 0; options->merged[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      guint n;

      if (!hd_study_store_merge (store, options->merged[i], &n, &error))
        return (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
      if (!options->quiet)
        g_printerr (ngettext ("%s: %u run added\n", "%s: %u runs added\n", n), options->merged[i], n);
    }
  return HEDDLE_EXIT_DONE;
}

/* ---- what came of it ---------------------------------------------------------------------------------------------------------- */

static guint
count_failed (HdStudyTable *table)
{
  guint n = 0;

  for (guint p = 0; p < hd_study_plan_get_n_points (hd_study_table_get_plan (table)); p++)
    n += hd_study_table_get_error (table, p) != NULL;
  return n;
}

static HeddleExit
write_file (const Options *options,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (options->csv, name, NULL);

  return heddle_cli_save (path, text);
}

static HeddleExit
write_csv (const Options *options,
           HdStudyTable *table,
           HdStudyPublished *published)
{
  g_autofree char *points = hd_study_table_to_csv (table), *others = published != NULL ? hd_study_published_to_csv (published, table) : NULL;
  HeddleExit status;

  g_mkdir_with_parents (options->csv, 0777); /* else the file says it */
  status = write_file (options, CSV_NAME, points);
  return status == HEDDLE_EXIT_DONE && others != NULL ? write_file (options, PUBLISHED_NAME, others) : status;
}

static void
print_table (HdStudyTable *table,
             HdStudyPublished *published,
             const char *path)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  g_autofree char *text = hd_study_table_to_text (table, MOST_ROWS), *others = published != NULL ? hd_study_published_to_text (published, table) : NULL;
  guint n_left_out = hd_study_plan_get_n_left_out (plan), n_failed = count_failed (table);

  g_print ("%s\n%s", hd_study_plan_get_title (plan), text);
  if (n_left_out > 0)
    g_print (ngettext ("%u point is left out by the condition\n", "%u points are left out by the condition\n", n_left_out), n_left_out);
  if (n_failed > 0)
    g_print (ngettext ("%u point has failed\n", "%u points have failed\n", n_failed), n_failed);
  if (others != NULL)
    g_print ("%s", others);
  g_print (_("Results: %s\n"), path);
}

/* Some points may fail; if all that were run have, there is nothing to see. */
static HeddleExit
check_any (HdStudyTable *table)
{
  const char *reason = NULL;
  guint n = 0;

  for (guint p = 0; p < hd_study_plan_get_n_points (hd_study_table_get_plan (table)); p++)
    if (hd_study_table_get_error (table, p) != NULL)
      {
        reason = n++ == 0 ? hd_study_table_get_error (table, p) : reason;
      }
    else if (hd_study_table_count (table, p) > 0)
      return HEDDLE_EXIT_DONE;
  if (n == 0)
    return HEDDLE_EXIT_DONE;
  return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_RUN, _("All points have failed; the first: %s"), reason);
}

/* What is wrong is so for the table and for the file. */
static HeddleExit
tell_sensitivity (const Options *options,
                  HdStudyTable *table)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = hd_study_table_sensitivity_to_text (table, &error);
  g_autofree char *json = text != NULL ? hd_study_table_sensitivity_to_json (table, &error) : NULL;

  if (json == NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", error->message);
  if (options->sensitivity)
    g_print ("%s", text);
  return options->sensitivity_json != NULL ? heddle_cli_save (options->sensitivity_json, json) : HEDDLE_EXIT_DONE;
}

static HeddleExit
tell (const Options *options,
      HdStudyTable *table,
      HdStudyPublished *published,
      const char *path)
{
  HeddleExit status = HEDDLE_EXIT_DONE;

  if (!options->quiet)
    print_table (table, published, path);
  if (options->sensitivity || options->sensitivity_json != NULL)
    status = tell_sensitivity (options, table);
  if (status == HEDDLE_EXIT_DONE && options->csv != NULL)
    status = write_csv (options, table, published);
  return status == HEDDLE_EXIT_DONE ? check_any (table) : status;
}

static HeddleExit
run_plan (const Options *options,
          HdStudyPlan *plan,
          HdCatalog *catalog,
          HdStudyCrew *crew)
{
  g_autofree char *path = dup_results_path (options, plan);
  g_autoptr (HdStudyTable) table = NULL;
  g_autoptr (HdStudyStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyPublished) published = hd_study_published_new (plan, &error);
  HeddleExit status = error == NULL ? check_first (plan, catalog) : (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);

  if (status != HEDDLE_EXIT_DONE)
    return status;
  if (!hd_study_run_check_shards (plan, options->n_shards, &error))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", error->message);
  if (!heddle_cli_check_output (options->csv, TRUE) || !heddle_cli_check_output (options->sensitivity_json, FALSE)
      || !heddle_cli_check_output (options->results, FALSE))
    return HEDDLE_EXIT_FILE;
  if (!options->resume && options->merged == NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_FILE, _("%s: there are results already; --resume goes on with them, --results FILE writes others"), path);
  for (guint i = 0; options->merged != NULL && options->merged[i] != NULL; i++) /* before any file is made */
    {
      g_autoptr (HdStudyStore) other = hd_study_store_open (options->merged[i], HD_STUDY_STORE_READ, plan, &error);

      if (other == NULL)
        return (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
    }
  store = hd_study_store_open (path, options->resume || options->merged != NULL ? HD_STUDY_STORE_RESUME : HD_STUDY_STORE_NEW, plan, &error);
  if (store == NULL)
    return (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  status = options->merged != NULL ? merge_all (options, store) : HEDDLE_EXIT_DONE;
  table = hd_study_table_new (plan);
  if (status == HEDDLE_EXIT_DONE && !hd_study_table_load (table, store, &error))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  if (status == HEDDLE_EXIT_DONE && options->merged == NULL)
    status = run_points (options, catalog, crew, store, table, path);
  if (status != HEDDLE_EXIT_DONE)
    return status;
  if (published != NULL && !hd_study_published_check (published, table, &error))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", error->message);
  return tell (options, table, published, path);
}

static int
list_studies (HdSnapshot *snapshot)
{
  g_auto (GStrv) ids = hd_study_list (snapshot);

  for (char **id = ids; *id != NULL; id++)
    {
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdStudyPlan) plan = hd_study_plan_new (snapshot, *id, NULL, problems, NULL);
      guint n = plan != NULL ? hd_study_plan_get_n_points (plan) : 0;

      if (plan != NULL)
        g_print (ngettext ("%s\t%u point\t%s\n", "%s\t%u points\t%s\n", n), *id, n, hd_study_plan_get_title (plan));
      else
        g_print ("%s\t–\t%s\n", *id, hd_problem_list_get_length (problems) > 0 ? hd_problem_list_get (problems, 0)->message : "");
    }
  return HEDDLE_EXIT_DONE;
}

static int
study (const Options *options,
       HdStudyCrew *crew)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDocument) document = heddle_cli_load (options->arguments[0], NULL, problems, &status);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdStudyPlan) plan = NULL;

  if (document == NULL)
    return status;
  snapshot = hd_document_snapshot (document);
  if (options->list)
    return list_studies (snapshot);
  plan = make_plan (options, snapshot, options->arguments[1], &status);
  return plan != NULL ? run_plan (options, plan, catalog, crew) : status;
}

/* ---- in several processes ------------------------------------------------------------------------------------------------------ */

/* The first hears of it as well, and sends this one home. */
static gboolean
on_interrupt_of_another (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* What is wrong with the project the first one says. */
static void
serve (const Options *options)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->arguments[0]);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_with (file, NULL, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  g_autoptr (HdStudyPlan) plan
    = snapshot != NULL ? hd_study_plan_new (snapshot, options->arguments[1], (const char *const *) options->settings, problems, &error) : NULL;

  g_unix_signal_add (SIGINT, on_interrupt_of_another, NULL);
  g_unix_signal_add (SIGTERM, on_interrupt_of_another, NULL);
  hd_study_serve (catalog, plan, error != NULL ? error->message : NULL, permit, MAX ((guint) options->jobs, 1));
}

/* The first of those that mpirun has started has the results, the others make the runs. */
static int
study_in_ranks (const Options *options)
{
  g_autoptr (GError) error = NULL;
  guint n, rank;
  int status = HEDDLE_EXIT_DONE;

  if (!hd_ranks_join (&error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
  n = hd_ranks_get_n ();
  rank = hd_ranks_get_rank ();
  hd_ranks_part ();
  if (rank > 0)
    serve (options);
  else
    {
      g_autoptr (HdStudyCrew) crew = n > 1 ? hd_study_crew_new () : NULL;

      status = study (options, crew);
    }
  hd_ranks_leave ();
  return status;
}

int
heddle_command_study (int argc,
                      char **argv)
{
  g_auto (Options) options = { .jobs = 0 };
  HeddleExit status;
  const GOptionEntry entries[] = {
    { "list", 0, 0, G_OPTION_ARG_NONE, &options.list, N_("List the studies of the project"), NULL },
    { "resume", 0, 0, G_OPTION_ARG_NONE, &options.resume, N_("Go on with the results that there are: no run that has ended is made again"), NULL },
    { "results", 0, 0, G_OPTION_ARG_FILENAME, &options.results, N_("Where results are kept; without it beside the project, PROJECT-STUDY.sqlite"), N_("FILE") },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &options.jobs, N_("Threads that work at the same time, those of the machine without it; with mpirun of each process but the first, one without it"), N_("NUMBER") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable of all points; repeatable"), N_("PATH=VALUE") },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &options.shard, N_("Run each N-th point alone, from the I-th on, with results of its own: for arrays of jobs of a cluster"), N_("I/N") },
    { "merge", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.merged, N_("Run nothing, but add the results of another file, as of a shard; repeatable"), N_("FILE") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &options.csv, N_("Write points.csv into a directory: a row for each point with all metrics; and published.csv, if the study names what others state"), N_("DIR") },
    { "sensitivity", 0, 0, G_OPTION_ARG_NONE, &options.sensitivity, N_("Print how much of the variance of each metric each factor explains"), NULL },
    { "sensitivity-json", 0, 0, G_OPTION_ARG_FILENAME, &options.sensitivity_json, N_("Write the same as JSON; - is standard output"), N_("FILE") },
    { "allow-programs", 0, 0, G_OPTION_ARG_NONE, &options.allows_programs, N_("Let components start the programs that the project names: for projects of people whom you trust"), NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &options.progress, N_("Show progress even if standard error is no terminal"), NULL },
    { "quiet", 0, 0, G_OPTION_ARG_NONE, &options.quiet, N_("No table and no progress"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, N_("FILE [NAME]") },
    { NULL },
  };

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Runs a study of a project: many runs that differ in what the study varies, kept in one file of results.")))
    return HEDDLE_EXIT_USAGE;
  status = check_usage (&options);
  return status == HEDDLE_EXIT_DONE ? study_in_ranks (&options) : (int) status;
}
