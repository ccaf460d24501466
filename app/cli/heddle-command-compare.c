/* heddle-command-compare.c: heddle compare A B
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-compare"

#include "heddle-commands.h"

#include "heddle-changes.h"
#include "heddle-cli-project.h"

#define MOST_LINKS 10

typedef struct
{
  char **files;
  char **settings[2]; /* of A, of B; beside those of both */
  char **settings_of_both;
  char **conditions;
  char *json, *html;
  int n_links;
  gboolean allows_programs, quiet;
} Options;

static void
options_clear (Options *self)
{
  g_strfreev (self->files);
  g_strfreev (self->settings[0]);
  g_strfreev (self->settings[1]);
  g_strfreev (self->settings_of_both);
  g_strfreev (self->conditions);
  g_free (self->json);
  g_free (self->html);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* What is compared: a result that is read, or a project that is run. */
typedef struct
{
  HdOutcome *outcome;   /* once there */
  HdSnapshot *snapshot; /* of a project */
  HdRunJob *job;        /* likewise */
} Side;

typedef struct
{
  Side of[2];
} Sides;

static void
sides_clear (Sides *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&self->of[i].outcome, hd_outcome_free);
      g_clear_pointer (&self->of[i].snapshot, hd_snapshot_unref);
      g_clear_object (&self->of[i].job);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static gboolean
is_result (const char *path)
{
  g_autofree char *folded = g_ascii_strdown (path, -1);

  return g_str_has_suffix (folded, ".json");
}

/* Those of both come first, and so give way. */
static char **
collect_settings (const Options *options,
                  guint side)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (options->settings_of_both != NULL)
    g_strv_builder_addv (builder, (const char **) options->settings_of_both);
  if (options->settings[side] != NULL)
    g_strv_builder_addv (builder, (const char **) options->settings[side]);
  return g_strv_builder_end (builder);
}

static HeddleExit
load_result (const Options *options,
             guint side,
             Side *out)
{
  g_autoptr (GError) error = NULL;

  if (options->settings[side] != NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("“%s” is a result, and nothing can be set in it any more: %s is for projects"), options->files[side],
                                         side == 0 ? "--set-a" : "--set-b");
  out->outcome = hd_outcome_load (options->files[side], &error);
  return out->outcome != NULL ? HEDDLE_EXIT_DONE : (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
}

static HeddleExit
submit_project (const Options *options,
                guint side,
                HdCatalog *catalog,
                HdRunQueue *queue,
                Side *out)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_auto (GStrv) settings = collect_settings (options, side);
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDocument) document = heddle_cli_load (options->files[side], NULL, problems, &status);
  g_autoptr (HdDesign) design = NULL;

  if (document == NULL)
    return status;
  out->snapshot = hd_document_snapshot (document);
  design = heddle_cli_elaborate_snapshot (out->snapshot, (const char *const *) settings, catalog, problems, &status);
  if (design == NULL)
    return status;
  heddle_cli_print_problems (problems); /* warnings */
  out->job = hd_run_queue_submit_design (queue, design, NULL, 0);
  return HEDDLE_EXIT_DONE;
}

static HeddleExit
finish_project (Side *side)
{
  g_autoptr (GError) error = NULL;

  if (side->job == NULL)
    return HEDDLE_EXIT_DONE;
  if (!hd_run_job_wait (side->job, &error))
    return heddle_cli_fail_run (side->job, error);
  heddle_cli_print_problems (hd_run_job_get_problems (side->job)); /* warnings */
  side->outcome = hd_outcome_new (hd_run_job_get_record (side->job));
  return HEDDLE_EXIT_DONE;
}

/* Both run at the same time where there are threads for it. */
static HeddleExit
gather (const Options *options,
        HdCatalog *catalog,
        Sides *out)
{
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, 0);
  g_autoptr (HdPermit) permit = hd_permit_new (options->allows_programs);
  HeddleExit status = HEDDLE_EXIT_DONE;

  hd_run_queue_allow_programs (queue, permit);
  for (guint i = 0; i < 2 && status == HEDDLE_EXIT_DONE; i++)
    status = is_result (options->files[i]) ? load_result (options, i, &out->of[i]) : submit_project (options, i, catalog, queue, &out->of[i]);
  for (guint i = 0; i < 2 && status == HEDDLE_EXIT_DONE; i++)
    status = finish_project (&out->of[i]);
  return status;
}

static void
add_edits (HdComparison *comparison,
           HdCatalog *catalog,
           const Sides *sides)
{
  g_autoptr (GArray) changes = NULL;

  if (sides->of[0].snapshot == NULL || sides->of[1].snapshot == NULL)
    return;
  changes = heddle_list_file_changes (catalog, sides->of[0].snapshot, sides->of[1].snapshot);
  for (guint i = 0; i < changes->len; i++)
    {
      const HeddleChange *change = &g_array_index (changes, HeddleChange, i);

      hd_comparison_add_difference (comparison, change->subject, change->before, change->after);
    }
}

static HeddleExit
write_all (const Options *options,
           const HdComparison *comparison)
{
  const char *a = options->files[0], *b = options->files[1];
  HeddleExit status = HEDDLE_EXIT_DONE;

  if (!options->quiet && g_strcmp0 (options->json, "-") != 0 && g_strcmp0 (options->html, "-") != 0)
    {
      g_autofree char *text = hd_comparison_to_text (comparison, a, b, (guint) options->n_links);

      g_print ("%s", text);
    }
  if (options->json != NULL)
    {
      g_autofree char *text = hd_comparison_to_json (comparison, a, b);

      status = heddle_cli_save (options->json, text);
    }
  if (options->html != NULL && status == HEDDLE_EXIT_DONE)
    {
      g_autofree char *text = hd_comparison_to_html (comparison, a, b, (guint) options->n_links);

      status = heddle_cli_save (options->html, text);
    }
  return status;
}

/* Whether each condition can be answered at all. */
static HeddleExit
check_metrics (const Options *options,
               const HdThreshold *conditions,
               const HdComparison *comparison)
{
  for (guint i = 0; options->conditions != NULL && options->conditions[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean holds;

      if (!hd_threshold_check (&conditions[i], comparison, &holds, &error))
        return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "--fail-if: %s", error->message);
    }
  return HEDDLE_EXIT_DONE;
}

/* All of them are looked at, so that one who reads the log sees all that hold. */
static HeddleExit
check_conditions (const Options *options,
                  const HdThreshold *conditions,
                  const HdComparison *comparison)
{
  HeddleExit status = HEDDLE_EXIT_DONE;

  for (guint i = 0; options->conditions != NULL && options->conditions[i] != NULL; i++)
    {
      gboolean holds;

      if (hd_threshold_check (&conditions[i], comparison, &holds, NULL) && holds)
        {
          const HdMetric *a = hd_outcome_find_metric (comparison->a, conditions[i].metric), *b = hd_outcome_find_metric (comparison->b, conditions[i].metric);
          g_autofree char *from = hd_figure_in (a->value, a->unit, 6), *to = hd_figure_in (b->value, b->unit, 6);

          status = (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_DIFFERS, _("%s: from %s to %s"), options->conditions[i], from, to);
        }
    }
  return status;
}

static HeddleExit
compare (const Options *options,
         const HdThreshold *conditions)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_auto (Sides) sides = { 0 };
  g_autoptr (HdComparison) comparison = NULL;
  HeddleExit status;

  if (!heddle_cli_check_output (options->json, FALSE) || !heddle_cli_check_output (options->html, FALSE))
    return HEDDLE_EXIT_FILE;
  status = gather (options, catalog, &sides);
  if (status != HEDDLE_EXIT_DONE)
    return status;
  comparison = hd_comparison_new (g_steal_pointer (&sides.of[0].outcome), g_steal_pointer (&sides.of[1].outcome));
  add_edits (comparison, catalog, &sides);
  status = check_metrics (options, conditions, comparison); /* before there is anything to read past */
  if (status == HEDDLE_EXIT_DONE)
    status = write_all (options, comparison);
  return status == HEDDLE_EXIT_DONE ? check_conditions (options, conditions, comparison) : status;
}

/* What is wrong with what was asked for, before anything runs. */
static HeddleExit
check_usage (const Options *options)
{
  if (options->files == NULL || g_strv_length (options->files) != 2)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("compare needs two files: results or projects"));
  if (options->settings_of_both != NULL && is_result (options->files[0]) && is_result (options->files[1]))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("“%s” is a result, and nothing can be set in it any more: %s is for projects"), options->files[0], "--set");
  if (options->n_links < 0)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--links must be at least 0, not %d"), options->n_links);
  if (options->json != NULL && g_strcmp0 (options->json, options->html) == 0)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s cannot be written: two results are to have that name"), options->json);
  return HEDDLE_EXIT_DONE;
}

int
heddle_command_compare (int argc,
                        char **argv)
{
  g_auto (Options) options = { .n_links = MOST_LINKS };
  g_autoptr (GArray) conditions = g_array_new (FALSE, TRUE, sizeof (HdThreshold));
  HeddleExit status;
  const GOptionEntry entries[] = {
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.conditions,
      N_("End with status 5 if a metric of B differs from that of A so: “throughput < -2 %”, as a share of A; “time_total > 5 ms”, in its unit; of a metric in percent “< -3 points”. With <, <=, > or >=; repeatable"),
      N_("CONDITION") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings_of_both, N_("Override a parameter or variable of each project that is run; repeatable"), N_("PATH=VALUE") },
    { "set-a", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings[0], N_("Likewise of A alone"), N_("PATH=VALUE") },
    { "set-b", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.settings[1], N_("Likewise of B alone"), N_("PATH=VALUE") },
    { "links", 0, 0, G_OPTION_ARG_INT, &options.n_links, N_("Show so many of the links that differ most, 10 without it"), N_("NUMBER") },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options.json, N_("Write all of it, in the form of comparison.schema.json"), N_("FILE|-") },
    { "html", 0, 0, G_OPTION_ARG_FILENAME, &options.html, N_("Write it as a page that needs no other file"), N_("FILE|-") },
    { "allow-programs", 0, 0, G_OPTION_ARG_NONE, &options.allows_programs, N_("Let components start the programs that the project names: for projects of people whom you trust"), NULL },
    { "quiet", 0, 0, G_OPTION_ARG_NONE, &options.quiet, N_("No text on standard output"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.files, NULL, N_("A B") },
    { NULL },
  };

  g_array_set_clear_func (conditions, (GDestroyNotify) hd_threshold_clear);
  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Compares two runs: what was changed, each metric, and the links that differ most. A and B are results (.json), or projects, which are run.")))
    return HEDDLE_EXIT_USAGE;
  status = check_usage (&options);
  for (guint i = 0; options.conditions != NULL && options.conditions[i] != NULL && status == HEDDLE_EXIT_DONE; i++)
    {
      g_autoptr (GError) error = NULL;
      HdThreshold condition = { NULL };

      if (hd_threshold_parse (options.conditions[i], &condition, &error))
        g_array_append_val (conditions, condition);
      else
        status = (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "--fail-if: %s", error->message);
    }
  return status == HEDDLE_EXIT_DONE ? (int) compare (&options, (const HdThreshold *) conditions->data) : (int) status;
}
