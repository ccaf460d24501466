/* heddle-command-run.c: heddle run FILE
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-run"

#include "heddle-commands.h"

#include <string.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib-unix.h>

#include "heddle-build.h"
#include "heddle-cli-project.h"
#include "heddle-cli-settings.h"
#include "heddle-saturation.h"

#define PROGRESS_INTERVAL_MS 250
#define PROGRAMS_NAME "programs.tsv"
/* For rank 0 to say it and end all ranks: long where it must have found the same, however busy the machine is. */
#define GRACE_US (3 * G_USEC_PER_SEC)
#define COMMON_GRACE_US (30 * G_USEC_PER_SEC)

typedef struct
{
  HeddleCliSettings *run; /* stated by options of their own */
  char **settings;
  char **changes;
  char *transfers;
  char *popnet;         /* a command line, or NULL */
  char *like;           /* a result, or NULL */
  char **like_settings; /* that it was made with */
  char *like_sha256;    /* of its project */
  char *like_version;   /* of the program that made it */
  char *like_inputs;    /* files that it has read */
  char *json, *csv, *vcd, *fst, *perfetto, *paje, *outputs;
  char *sweep, *saturation, *metrics;
  char *follow; /* a packet, or "slowest" */
  int jobs;
  gboolean digest, progress, quiet, allows_programs, partial;
  char **files;
} Options;

static void
options_clear (Options *options)
{
  g_strfreev (options->settings);
  g_strfreev (options->changes);
  g_strfreev (options->files);
  g_clear_pointer (&options->run, heddle_cli_settings_free);
  g_free (options->transfers);
  g_free (options->popnet);
  g_free (options->like);
  g_strfreev (options->like_settings);
  g_free (options->like_sha256);
  g_free (options->like_version);
  g_free (options->like_inputs);
  g_free (options->json);
  g_free (options->csv);
  g_free (options->vcd);
  g_free (options->fst);
  g_free (options->perfetto);
  g_free (options->paje);
  g_free (options->outputs);
  g_free (options->sweep);
  g_free (options->saturation);
  g_free (options->metrics);
  g_free (options->follow);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Several ranks need partitions to share; what the user states comes later and so wins. */
static void
add_ranks (GStrvBuilder *builder)
{
  g_autofree char *partitions = g_strdup_printf ("run:partitions=%u", hd_ranks_get_n ());

  g_strv_builder_add (builder, "run:sync=window");
  g_strv_builder_add (builder, partitions);
}

/* Options of the run are settings like any other; they come last and so win. */
static char **
collect_settings (const Options *options)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (hd_ranks_get_n () > 1)
    add_ranks (builder);
  if (options->like_settings != NULL)
    g_strv_builder_addv (builder, (const char **) options->like_settings);
  if (options->settings != NULL)
    g_strv_builder_addv (builder, (const char **) options->settings);
  for (char **change = options->changes; change != NULL && *change != NULL; change++)
    {
      g_autofree char *setting = g_strconcat ("@", *change, NULL);

      g_strv_builder_add (builder, setting);
    }
  heddle_cli_settings_collect (options->run, builder);
  return g_strv_builder_end (builder);
}

typedef struct
{
  HdRunJob *job;
  gboolean shown;
} Watch;

static gboolean
on_interrupt (gpointer data)
{
  Watch *watch = data;

  if (hd_ranks_get_n () > 1)
    hd_ranks_abort (HEDDLE_EXIT_RUN); /* the others wait in the middle of a window */
  hd_run_job_cancel (watch->job);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_progress (gpointer data)
{
  Watch *watch = data;
  HdRun *run = hd_run_job_get_run (watch->job);
  double left, share, reading;
  g_autofree char *time = NULL;

  if (run == NULL)
    return G_SOURCE_CONTINUE;
  share = hd_run_get_progress (run, &left);
  reading = hd_run_get_reading (run);
  time = hd_quantity_format ((HdQuantity){ hd_time_to_seconds (hd_record_get_time (hd_run_get_record (run))), HD_DIMENSION_TIME }, 4);
  watch->shown = TRUE;
  heddle_cli_clear_line ();
  if (reading >= 0)
    g_printerr (_("%3.0f %% of the traces read   "), 100 * reading);
  else if (share < 0)
    g_printerr (_("simulated %s   "), time);
  else if (left < 0)
    g_printerr (_("%3.0f %%, simulated %s   "), 100 * share, time);
  else
    g_printerr (_("%3.0f %%, simulated %s, about %.0f s left   "), 100 * share, time, left);
  return G_SOURCE_CONTINUE;
}

/* Runs to the end; Ctrl+C stops the run in order. */
static gboolean
execute (HdRunJob *job,
         gboolean progress,
         GError **error)
{
  Watch watch = { job, FALSE };
  guint interrupt = g_unix_signal_add (SIGINT, on_interrupt, &watch);
  guint terminate = g_unix_signal_add (SIGTERM, on_interrupt, &watch);
  guint timer = progress ? g_timeout_add (PROGRESS_INTERVAL_MS, on_progress, &watch) : 0;
  gboolean finished = hd_run_job_wait (job, error);

  if (timer != 0)
    g_source_remove (timer);
  if (watch.shown)
    heddle_cli_clear_line ();
  g_source_remove (interrupt);
  g_source_remove (terminate);
  return finished;
}

static gboolean
write_standard_output (HdRecord *record,
                       HdReportKind kind,
                       HdProblemList *problems,
                       GError **error)
{
  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (STDOUT_FILENO, FALSE);

  if (hd_report_write (record, kind, problems, stream, NULL, error))
    return TRUE;
  g_prefix_error (error, "%s: ", _("Standard output cannot be written"));
  return FALSE;
}

/* Where there were any. */
static gboolean
write_programs (const Options *options,
                HdRecord *record,
                GError **error)
{
  g_autoptr (GArray) programs = hd_record_read_programs (record);
  g_autofree char *path = g_build_filename (options->outputs, PROGRAMS_NAME, NULL);

  return programs->len == 0 || hd_report_save_programs (record, path, NULL, error);
}

/* The packet that takes longest in a run of its own, which is told about before the one that follows it. */
static gboolean
find_slowest (HdRunQueue *queue,
              HdDesign *design,
              HdTransferList *transfers,
              const Options *options,
              HdFollowTarget *out_target,
              GError **error)
{
  g_autoptr (HdRunJob) job = hd_run_queue_submit_design (queue, design, transfers, 0);

  if (!execute (job, options->progress || (!options->quiet && isatty (STDERR_FILENO)), error))
    return FALSE;
  if (hd_record_get_slowest (hd_run_job_get_record (job), out_target))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("There is no packet to follow: that takes a run at flit fidelity, in which some arrive"));
  return FALSE;
}

static gboolean
find_followed (HdRunQueue *queue,
               HdDesign *design,
               HdTransferList *transfers,
               const Options *options,
               HdFollowTarget *out_target,
               GError **error)
{
  return strcmp (options->follow, "slowest") == 0 ? find_slowest (queue, design, transfers, options, out_target, error)
                                                  : hd_follow_target_parse (design, options->follow, out_target, error);
}

static gboolean
write_results (const Options *options,
               HdRecord *record,
               HdProblemList *problems,
               GError **error)
{
  const struct
  {
    HdReportKind kind;
    const char *path;
  } files[] = {
    { HD_REPORT_VCD, options->vcd },
    { HD_REPORT_FST, options->fst },
    { HD_REPORT_PERFETTO, options->perfetto },
    { HD_REPORT_PAJE, options->paje },
  };
  gboolean json_to_stdout = g_strcmp0 (options->json, "-") == 0;

  if (!options->quiet && !json_to_stdout && !write_standard_output (record, HD_REPORT_TEXT, NULL, error))
    return FALSE;
  if (options->follow != NULL && !options->quiet && !json_to_stdout && !write_standard_output (record, HD_REPORT_FOLLOWED, NULL, error))
    return FALSE;
  if (options->popnet != NULL && !options->quiet && !json_to_stdout && !write_standard_output (record, HD_REPORT_POPNET, NULL, error))
    return FALSE;
  if (json_to_stdout && !write_standard_output (record, HD_REPORT_JSON, problems, error))
    return FALSE;
  if (options->json != NULL && !json_to_stdout && !hd_report_save (record, HD_REPORT_JSON, problems, options->json, NULL, error))
    return FALSE;
  if (options->csv != NULL && !hd_report_save_csv (record, options->csv, NULL, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (files[i].path != NULL && !hd_report_save (record, files[i].kind, NULL, files[i].path, NULL, error))
      return FALSE;
  if (options->outputs != NULL && (!hd_report_save_files (record, options->outputs, NULL, error) || !write_programs (options, record, error)))
    return FALSE;
  if (options->digest)
    {
      g_autofree char *digest = hd_record_dup_digest (record);

      (json_to_stdout ? g_printerr : g_print) ("%s\n", digest);
    }
  return TRUE;
}

/* An hour of simulation should not end with the word that its result has no place. */
static gboolean
can_write_results (const Options *options)
{
  const struct
  {
    const char *path;
    gboolean is_directory;
  } results[] = {
    { options->json, FALSE }, { options->vcd, FALSE }, { options->fst, FALSE }, { options->perfetto, FALSE }, { options->paje, FALSE },
    { options->csv, TRUE }, { options->outputs, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      if (!heddle_cli_check_output (results[i].path, results[i].is_directory))
        return FALSE;
      for (guint k = 0; k < i && results[i].path != NULL; k++)
        if (g_strcmp0 (results[k].path, results[i].path) == 0 && !g_str_has_prefix (results[i].path, "/dev/")
            && !(results[k].is_directory && results[i].is_directory))
          {
            heddle_cli_fail (HEDDLE_EXIT_FILE, _("%s cannot be written: two results are to have that name"), results[i].path);
            return FALSE;
          }
    }
  return TRUE;
}

/* What components wrote is gone with the process. */
static void
warn_of_files (const Options *options,
               HdRecord *record,
               HdProblemList *problems)
{
  HdDesign *design = hd_record_get_design (record);
  guint n = hd_record_get_n_files (record);
  g_autofree char *message = NULL;

  if (n == 0 || options->outputs != NULL)
    return;
  message = g_strdup_printf (ngettext ("A component wrote %u file, which is not kept", "Components wrote %u files, which are not kept", n), n);
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_EFFECT, HD_SEVERITY_WARNING, "run", hd_design_get_run_uid (design), NULL,
                                                  hd_design_get_file (design), hd_design_get_line (design, hd_design_get_run_uid (design)),
                                                  _("--files DIR keeps them"), "%s", message));
}

/* What all ranks meet: the project's faults, and limits on the clock and of memory. */
static gboolean
is_common (const GError *error)
{
  return g_error_matches (error, HD_ERROR, HD_ERROR_INVALID) || g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT);
}

/* A result can be had again of the very project that it was made of. */
static gboolean
is_like (const Options *options,
         HdDesign *design)
{
  g_autofree char *hash = options->like != NULL ? hd_design_dup_project_hash (design) : NULL;

  return g_strcmp0 (hash, options->like_sha256) == 0;
}

/* It may be made of the same project, and of a trace that has changed since. */
static void
warn_of_inputs (const Options *options)
{
  g_autofree char *folder = g_path_get_dirname (options->files[0]);
  g_autoptr (HdInputCheck) check = hd_input_check_new (folder, NULL);
  g_autofree char *name = options->like != NULL ? hd_input_check_find_changed (check, options->like_inputs) : NULL;

  if (name != NULL)
    g_printerr (_("heddle: “%s” was made with another “%s”, which has changed since, so that this may be another run\n"), options->like, name);
}

/* What was simulated before the fault, with that among its problems. */
static void
write_partial (const Options *options,
               HdRunJob *job,
               HdProblemList *problems,
               const GError *fault)
{
  HdProblemList *found = hd_run_job_get_problems (job);
  HdRecord *record = hd_run_job_get_record (job);
  g_autoptr (GError) error = NULL;

  if (record == NULL || hd_record_get_time (record) == 0)
    return;
  for (guint i = 0; i < hd_problem_list_get_length (found); i++)
    hd_problem_list_take (problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (found, i)));
  if (!hd_problem_list_has_errors (problems))
    hd_problem_list_take (problems, hd_problem_new (g_error_matches (fault, HD_ERROR, HD_ERROR_LIMIT) ? HD_PROBLEM_LIMIT : HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "run", 0,
                                                    NULL, NULL, 0, NULL, "%s", fault->message));
  if (!write_results (options, record, problems, &error))
    heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
}

static int
run_project (const Options *options)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_auto (GStrv) settings = collect_settings (options);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, 0);
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdTransferList) transfers = NULL;
  HeddleExit status = HEDDLE_EXIT_DONE;
  HdFollowTarget target;
  gboolean first;

  design = heddle_cli_elaborate (options->files[0], &(HdLoading){ .popnet = options->popnet }, (const char *const *) settings, catalog, problems, &status);
  if (design == NULL)
    return status;
  if (!is_like (options, design))
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("“%s” is not the project that “%s” was made of: one of them has changed since"), options->files[0],
                            options->like);
  if (options->transfers != NULL)
    {
      transfers = hd_transfer_list_load (design, options->transfers, &error);
      if (transfers == NULL)
        return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
    }
  first = hd_ranks_get_rank () == 0;
  if (first)
    heddle_cli_print_problems (problems); /* warnings */
  if (first && options->like != NULL && strcmp (options->like_version, HEDDLE_VERSION) != 0)
    g_printerr (_("heddle: “%s” was made by another version of Heddle (“%s”, this is “%s”), which may have had other defaults\n"), options->like,
                options->like_version, HEDDLE_VERSION);
  if (first)
    warn_of_inputs (options);

  if (first && !can_write_results (options))
    return HEDDLE_EXIT_FILE;
  hd_run_queue_allow_programs (queue, permit);
  if (options->follow != NULL && !find_followed (queue, design, transfers, options, &target, &error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "--follow: %s", error->message);
  job = hd_run_queue_submit_design (queue, design, transfers, 0);
  if (options->follow != NULL)
    hd_run_job_follow (job, &target);
  if (!execute (job, first && (options->progress || (!options->quiet && isatty (STDERR_FILENO))), &error))
    {
      if (!first) /* mostly ranks fail together: the first says so and ends this one */
        g_usleep (is_common (error) ? COMMON_GRACE_US : GRACE_US);
      else if (options->partial)
        write_partial (options, job, problems, error);
      return heddle_cli_fail_run (job, error);
    }
  if (!first)
    return HEDDLE_EXIT_DONE;

  warn_of_files (options, hd_run_job_get_record (job), hd_run_job_get_problems (job));
  heddle_cli_print_problems (hd_run_job_get_problems (job)); /* warnings */
  for (guint i = 0; i < hd_problem_list_get_length (hd_run_job_get_problems (job)); i++)
    hd_problem_list_take (problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (hd_run_job_get_problems (job), i)));
  if (!write_results (options, hd_run_job_get_record (job), problems, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

/* In all ranks; one that cannot go on ends the others. */
static int
run_ranks (const Options *options)
{
  g_autoptr (GError) error = NULL;
  int status;

  if (!hd_ranks_join (&error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
  status = run_project (options);
  if (status != HEDDLE_EXIT_DONE)
    hd_ranks_abort (status);
  hd_ranks_leave ();
  return status;
}

/* A command line of popnet may be all that there is. */
static gboolean
name_trace (Options *options,
            GError **error)
{
  g_autofree char *trace = NULL;

  if (options->popnet == NULL || options->files != NULL)
    return TRUE;
  trace = hd_import_dup_popnet_trace (options->popnet, error);
  if (trace == NULL)
    return FALSE;
  options->files = g_new0 (char *, 2);
  options->files[0] = g_steal_pointer (&trace);
  return TRUE;
}

/* What one run alone can give, or NULL. */
static const char *
find_single (const Options *options)
{
  const struct
  {
    const char *name;
    gboolean is_given;
  } all[] = {
    { "--like", options->like != NULL }, { "--transfers", options->transfers != NULL }, { "--json", options->json != NULL && options->saturation == NULL },
    { "--vcd", options->vcd != NULL }, { "--fst", options->fst != NULL }, { "--perfetto", options->perfetto != NULL },
    { "--paje", options->paje != NULL }, { "--files", options->outputs != NULL }, { "--digest", options->digest }, { "--follow", options->follow != NULL },
    { "--partial", options->partial },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].is_given)
      return all[i].name;
  return NULL;
}

static int
run_many (const Options *options)
{
  const char *name = options->sweep != NULL ? "--sweep" : "--saturation";
  g_auto (GStrv) settings = collect_settings (options);
  g_auto (HdSweep) sweep = { .values = NULL };
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  g_autoptr (GError) error = NULL;
  const HeddleSweepOptions all = {
    .file = options->files[0],
    .loading = &(HdLoading){ .popnet = options->popnet },
    .settings = (const char *const *) settings,
    .metrics = options->metrics,
    .csv = options->csv,
    .json = options->json,
    .jobs = (guint) options->jobs,
    .permit = permit,
    .is_quiet = options->quiet,
    .shows_progress = options->progress || (!options->quiet && isatty (STDERR_FILENO)),
  };

  if (options->sweep != NULL && options->saturation != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--sweep and --saturation do not go together"));
  if (find_single (options) != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s makes a table of many runs, and %s is of one"), name, find_single (options));
  if (hd_ranks_get_n () > 1)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s runs in one process"), name);
  if (options->saturation != NULL)
    return heddle_saturation_run (options->saturation, &all);
  if (!hd_sweep_parse (options->sweep, &sweep, &error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "--sweep: %s", error->message);
  return heddle_sweep_run (&sweep, &all);
}

int
heddle_command_run (int argc,
                    char **argv)
{
  g_auto (Options) options = { .run = heddle_cli_settings_new () };
  g_autofree GOptionEntry *entries = NULL;
  g_autoptr (GError) error = NULL;
  const GOptionEntry others[] = {
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { "change", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.changes,
      N_("Change links at a moment of the run: their bandwidth, or whether they have failed, as in “2 ms up[0].failed=1”; repeatable"), N_("TIME PATH=VALUE") },
    { "like", 0, 0, G_OPTION_ARG_FILENAME, &options.like, N_("Do again what this JSON result was made with; other options come on top"), N_("RESULT") },
    { "transfers", 0, 0, G_OPTION_ARG_FILENAME, &options.transfers, N_("Carry a list of transfers instead of the workload"), "CSV" },
    { "popnet", 0, 0, G_OPTION_ARG_STRING, &options.popnet, N_("FILE is a trace of popnet, to be run with these of its options; without FILE, they name it"), N_("OPTIONS") },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options.json, N_("Write the whole result, in the form of result.schema.json"), N_("FILE|-") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &options.csv, N_("Write tables into a directory"), N_("DIR") },
    { "vcd", 0, 0, G_OPTION_ARG_FILENAME, &options.vcd, N_("Write the waveforms of the probes"), N_("FILE") },
    { "fst", 0, 0, G_OPTION_ARG_FILENAME, &options.fst, N_("Write the waveforms as FST: compressed, for GTKWave"), N_("FILE") },
    { "perfetto", 0, 0, G_OPTION_ARG_FILENAME, &options.perfetto, N_("Write the timeline as Perfetto and Chrome read it"), N_("FILE") },
    { "paje", 0, 0, G_OPTION_ARG_FILENAME, &options.paje, N_("Write the timeline as a Paje trace"), N_("FILE") },
    { "files", 0, 0, G_OPTION_ARG_FILENAME, &options.outputs, N_("Write what components write into a directory, and as programs.tsv which programs they started"), N_("DIR") },
    { "follow", 0, 0, G_OPTION_ARG_STRING, &options.follow,
      N_("Follow a packet of a message from router to router, at flit fidelity: the last one of the first message that is sent at TIME or later; “slowest” for the packet that takes longest, which is found by a run before"),
      N_("FROM:TO[@TIME][#PACKET]") },
    { "sweep", 0, 0, G_OPTION_ARG_STRING, &options.sweep, N_("Run for each of N values of a variable or parameter, and print a table of metrics"),
      N_("NAME=FROM..TO:N") },
    { "saturation", 0, 0, G_OPTION_ARG_STRING, &options.saturation,
      N_("Find by bisection the load from which on the mean latency of synthetic traffic is more than 3 times that at FROM, or not all messages arrive"),
      N_("NAME=FROM..TO[:PRECISION]") },
    { "metrics", 0, 0, G_OPTION_ARG_STRING, &options.metrics, N_("With --sweep or --saturation: the metrics that are printed, with commas between them"), N_("NAMES") },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &options.jobs, N_("With --sweep or --saturation: threads that work at the same time, those of the machine without it"), N_("NUMBER") },
    { "allow-programs", 0, 0, G_OPTION_ARG_NONE, &options.allows_programs, N_("Let components start the programs that the project names: for projects of people whom you trust"), NULL },
    { "partial", 0, 0, G_OPTION_ARG_NONE, &options.partial, N_("Write the results of a run that fails, too: of what was simulated before, with the error among the problems"), NULL },
    { "digest", 0, 0, G_OPTION_ARG_NONE, &options.digest, N_("Print the trajectory digest"), NULL },
    { "progress", 0, 0, G_OPTION_ARG_NONE, &options.progress, N_("Show progress even if standard error is no terminal"), NULL },
    { "quiet", 0, 0, G_OPTION_ARG_NONE, &options.quiet, N_("No report and no progress"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("FILE") },
    { NULL },
  };

  entries = heddle_cli_settings_make_entries (options.run, others);
  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Runs a project, prints a short report and writes results.")))
    return HEDDLE_EXIT_USAGE;
  if (!name_trace (&options, &error))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "--popnet: %s", error->message);
  if (options.files == NULL || options.files[1] != NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("run needs one file"));
  if (options.sweep == NULL && options.saturation == NULL && (options.metrics != NULL || options.jobs != 0))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s needs --sweep or --saturation"), options.metrics != NULL ? "--metrics" : "--jobs");
  if (options.jobs < 0)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--jobs must be at least 1, not %d"), options.jobs);
  if (options.sweep != NULL || options.saturation != NULL)
    return run_many (&options);
  if (options.like != NULL && !hd_report_load_request (options.like, &options.like_settings, &options.like_sha256, &options.like_version, &options.like_inputs, &error))
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  return run_ranks (&options);
}
