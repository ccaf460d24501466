/* heddle-command-check.c: heddle check FILE...
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-check"

#include "heddle-commands.h"

#include "heddle-cli-project.h"

/* What other programs call a platform has nothing to run; its work comes from a list of transfers. */
static gboolean
has_work (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

  return !hd_import_is_platform (file);
}

static HeddleExit
check_file (const char *path,
            const char *const *settings,
            HdCatalog *catalog)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HeddleExit status = HEDDLE_EXIT_DONE;
  g_autoptr (HdDesign) design = heddle_cli_elaborate (path, NULL, settings, catalog, problems, &status);
  g_autoptr (GError) error = NULL;

  if (design == NULL)
    return status;
  if (has_work (path))
    hd_run_check (design, problems, &error);
  heddle_cli_print_problems (problems);
  /* Of what is told already no more is said. */
  if (error != NULL && !g_error_matches (error, HD_ERROR, HD_ERROR_INVALID)
      && !(g_error_matches (error, HD_ERROR, HD_ERROR_DEADLOCK) && hd_problem_list_has_errors (problems)))
    return heddle_cli_fail (heddle_cli_status_of (error), "%s: %s", path, error->message);
  if (hd_problem_list_has_errors (problems))
    return HEDDLE_EXIT_PROJECT;
  g_print (_("%s: %u components, %u links, %u errors, %u warnings\n"), path, hd_design_get_n_nodes (design),
           hd_design_get_n_links (design), hd_problem_list_count (problems, HD_SEVERITY_ERROR),
           hd_problem_list_count (problems, HD_SEVERITY_WARNING));
  return HEDDLE_EXIT_DONE;
}

/* ---- lessons ----------------------------------------------------------------------------------------------------------- */

static void
on_judged (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* That something is right is found by runs, also where nobody answers. */
static gboolean
judge_all (HdLesson *lesson,
           HdCatalog *catalog,
           GError **error)
{
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, 0);
  g_autoptr (HdGrader) grader = hd_grader_new (lesson, queue);

  for (guint i = 0; i < hd_lesson_get_n_questions (lesson); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (HdMark) mark = NULL;

      hd_grader_judge_async (grader, i, "", NULL, NULL, on_judged, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      mark = hd_grader_judge_finish (result, error);
      if (mark == NULL)
        return FALSE;
    }
  return TRUE;
}

static HeddleExit
check_lesson (const char *path,
              HdCatalog *catalog)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = hd_lesson_load (file, &error);

  if (lesson == NULL || !hd_lesson_check (lesson, catalog, &error) || !judge_all (lesson, catalog, &error))
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  if (hd_lesson_has_changed (lesson))
    g_printerr (_("%s: warning: its project was changed since the story was recorded\n"), path);
  g_print (_("%s: %u steps, %u questions, %u points\n"), path, hd_lesson_get_n_steps (lesson), hd_lesson_get_n_questions (lesson), hd_lesson_get_points (lesson));
  return HEDDLE_EXIT_DONE;
}

int
heddle_command_check (int argc,
                      char **argv)
{
  g_auto (GStrv) settings = NULL;
  g_auto (GStrv) files = NULL;
  const GOptionEntry entries[] = {
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings, N_("Override a parameter or variable; repeatable"), N_("PATH=VALUE") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, N_("FILE…") },
    { NULL },
  };
  g_autoptr (HdCatalog) catalog = NULL;
  HeddleExit worst = HEDDLE_EXIT_DONE;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Validates projects and lessons. Problems are told as file:line: severity: message (hint).")))
    return HEDDLE_EXIT_USAGE;
  if (files == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("check needs a file"));
  catalog = heddle_cli_catalog ();
  for (guint i = 0; files[i] != NULL; i++)
    {
      HeddleExit status = g_str_has_suffix (files[i], ".lesson") ? check_lesson (files[i], catalog) : check_file (files[i], (const char *const *) settings, catalog);

      worst = MAX (worst, status);
    }
  return worst;
}
