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

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Validates projects. Problems are told as file:line: severity: message (hint).")))
    return HEDDLE_EXIT_USAGE;
  if (files == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("check needs a file"));
  catalog = heddle_cli_catalog ();
  for (guint i = 0; files[i] != NULL; i++)
    {
      HeddleExit status = check_file (files[i], (const char *const *) settings, catalog);

      worst = MAX (worst, status);
    }
  return worst;
}
