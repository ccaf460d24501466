/* heddle-command-why.c: heddle why FILE
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-why"

#include "heddle-commands.h"

#include "heddle-cli-project.h"

#define MOST_FACTOR 1000.0
#define ALL_TRIALS G_MININT /* a number that nobody writes */

typedef struct
{
  char **files;
  char **settings;
  char *metric;
  char *json;
  double factor;
  int n_trials;
  int n_jobs;
  gboolean allows_programs, quiet;
} Options;

static void
options_clear (Options *self)
{
  g_strfreev (self->files);
  g_strfreev (self->settings);
  g_free (self->metric);
  g_free (self->json);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static void
check_all (HdWhy *why,
           HdRunQueue *queue,
           guint most)
{
  hd_why_check (why, queue, most);
  while (hd_why_count (why, HD_TRIAL_RUNNING) > 0)
    g_main_context_iteration (NULL, TRUE);
}

static HeddleExit
write_all (const Options *options,
           HdWhy *why)
{
  gboolean to_output = g_strcmp0 (options->json, "-") == 0;
  g_autofree char *json = options->json != NULL ? hd_why_to_json (why) : NULL, *text = hd_why_to_text (why);

  if (!options->quiet && !to_output)
    g_print ("%s", text);
  return json != NULL ? heddle_cli_save (options->json, json) : HEDDLE_EXIT_DONE;
}

static HeddleExit
ask (const Options *options)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDocument) document = heddle_cli_load (options->files[0], NULL, problems, &status);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRunQueue) queue = NULL;
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (HdWhy) why = NULL;
  g_autoptr (GError) error = NULL;
  HdMerit merit;

  if (snapshot == NULL)
    return status;
  design = heddle_cli_elaborate_snapshot (snapshot, (const char *const *) options->settings, catalog, problems, &status);
  if (design == NULL)
    return status;
  heddle_cli_print_problems (problems); /* warnings */
  queue = hd_run_queue_new (catalog, (guint) options->n_jobs, 0);
  hd_run_queue_allow_programs (queue, permit);
  job = hd_run_queue_submit_design (queue, g_steal_pointer (&design), NULL, 0);
  if (!hd_run_job_wait (job, &error))
    return heddle_cli_fail_run (job, error);
  if (!hd_merit_choose (hd_run_job_get_record (job), options->metric, &merit, &error))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s; --metric NAME", error->message);
  why = hd_why_new (hd_run_job_get_record (job), snapshot, &merit, options->factor);
  check_all (why, queue, options->n_trials == ALL_TRIALS ? G_MAXUINT : (guint) options->n_trials);
  return write_all (options, why);
}

static HeddleExit
check_usage (const Options *options)
{
  if (options->files == NULL || options->files[1] != NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("why needs one file"));
  if (!(options->factor > 1 && options->factor <= MOST_FACTOR))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--factor must be above 1 and at most %g, not %g"), MOST_FACTOR, options->factor);
  if (options->n_trials < 0 && options->n_trials != ALL_TRIALS)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--trials must be at least 0, not %d"), options->n_trials);
  if (options->n_jobs < 0)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--jobs must be at least 0, not %d"), options->n_jobs);
  return heddle_cli_check_output (options->json, FALSE) ? HEDDLE_EXIT_DONE : HEDDLE_EXIT_FILE;
}

int
heddle_command_why (int argc,
                    char **argv)
{
  g_auto (Options) options = { .factor = HD_WHY_FACTOR, .n_trials = ALL_TRIALS };
  HeddleExit status;
  const GOptionEntry entries[] = {
    { "factor", 0, 0, G_OPTION_ARG_DOUBLE, &options.factor, N_("By how much each thing is made better: bandwidths and rates times it, latencies divided by it; 2 without it"), N_("NUMBER") },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &options.metric,
      N_("What counts, such as throughput or time_total; without it, the first that the run has of throughput, latency_mean, time_total and its end"), N_("NAME") },
    { "trials", 0, 0, G_OPTION_ARG_INT, &options.n_trials, N_("Check so many changes by runs, those that promise most first; all without it, none with 0"), N_("NUMBER") },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &options.n_jobs, N_("Threads that work at the same time, those of the machine without it"), N_("NUMBER") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options.json, N_("Write all of it, in the form of why.schema.json"), N_("FILE|-") },
    { "allow-programs", 0, 0, G_OPTION_ARG_NONE, &options.allows_programs, N_("Let components start the programs that the project names: for projects of people whom you trust"), NULL },
    { "quiet", 0, 0, G_OPTION_ARG_NONE, &options.quiet, N_("No text on standard output"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("FILE") },
    { NULL },
  };

  if (!heddle_cli_parse (&argc, &argv, entries, NULL,
                         _("Says why a run takes as long as it does: what was busy, and what it would gain from each thing that the project could have better, each found by a run of its own.")))
    return HEDDLE_EXIT_USAGE;
  status = check_usage (&options);
  return status == HEDDLE_EXIT_DONE ? (int) ask (&options) : (int) status;
}
