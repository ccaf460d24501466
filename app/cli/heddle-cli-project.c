/* heddle-cli-project.c: what the subcommands share: loading a project and telling its problems
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cli"

#include "heddle-cli-project.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "heddle-cli-options.h"

gboolean
heddle_cli_parse (int *argc,
                  char ***argv,
                  const GOptionEntry *entries,
                  const char *arguments,
                  const char *summary)
{
  g_autoptr (GOptionContext) context = g_option_context_new (arguments);
  g_autoptr (GError) error = NULL;

  if (*argc == 2 && g_str_equal ((*argv)[1], HEDDLE_CLI_OPTIONS))
    {
      heddle_cli_print_options (entries, summary);
      exit (HEDDLE_EXIT_DONE); /* as GLib does after --help */
    }
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context, summary);
  g_option_context_set_translation_domain (context, "heddle");
  if (g_option_context_parse (context, argc, argv, &error))
    return TRUE;
  heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s", error->message);
  return FALSE;
}

int
heddle_cli_fail (HeddleExit status,
                 const char *format,
                 ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("heddle: %s\n", message);
  return status;
}

HeddleExit
heddle_cli_status_of (const GError *error)
{
  if (error->domain == G_IO_ERROR || error->domain == G_FILE_ERROR || g_error_matches (error, HD_ERROR, HD_ERROR_IO))
    return HEDDLE_EXIT_FILE;
  if (g_error_matches (error, HD_ERROR, HD_ERROR_DEADLOCK) || g_error_matches (error, HD_ERROR, HD_ERROR_INVARIANT)
      || g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED))
    return HEDDLE_EXIT_RUN;
  return HEDDLE_EXIT_PROJECT;
}

HdCatalog *
heddle_cli_catalog (void)
{
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);

  for (guint i = 0; refused != NULL && refused[i] != NULL; i++)
    g_printerr ("heddle: %s\n", refused[i]);
  return catalog;
}

void
heddle_cli_print_problems (HdProblemList *problems)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

      g_printerr ("%s\n", line);
    }
}

HdDocument *
heddle_cli_load (const char *path,
                 const HdLoading *loading,
                 HdProblemList *problems,
                 HeddleExit *out_status)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load_with (file, loading, problems, NULL, &error);

  if (document == NULL)
    {
      heddle_cli_print_problems (problems);
      *out_status = heddle_cli_status_of (error);
      if (!hd_problem_list_has_errors (problems)) /* else it is among them */
        heddle_cli_fail (*out_status, "%s", error->message);
    }
  return document;
}

HdDesign *
heddle_cli_elaborate_snapshot (HdSnapshot *snapshot,
                               const char *const *settings,
                               HdCatalog *catalog,
                               HdProblemList *problems,
                               HeddleExit *out_status)
{
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_problem_list_has_errors (problems) ? NULL : hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);

  if (design != NULL)
    return design;
  heddle_cli_print_problems (problems);
  *out_status = HEDDLE_EXIT_PROJECT;
  /* Text that is no address is wrong usage, not a wrong project. */
  if (error != NULL && g_error_matches (error, HD_ERROR, HD_ERROR_SYNTAX))
    *out_status = HEDDLE_EXIT_USAGE;
  /* Nor is time that is over; what needs too much memory is a problem of the project. */
  if (error != NULL && g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT) && !hd_problem_list_has_errors (problems))
    *out_status = HEDDLE_EXIT_RUN;
  if (!hd_problem_list_has_errors (problems)) /* else it is among them */
    heddle_cli_fail (*out_status, "%s", error->message);
  return NULL;
}

HdDesign *
heddle_cli_elaborate (const char *path,
                      const HdLoading *loading,
                      const char *const *settings,
                      HdCatalog *catalog,
                      HdProblemList *problems,
                      HeddleExit *out_status)
{
  g_autoptr (HdDocument) document = heddle_cli_load (path, loading, problems, out_status);
  g_autoptr (HdSnapshot) snapshot = NULL;

  if (document == NULL)
    return NULL;
  snapshot = hd_document_snapshot (document);
  return heddle_cli_elaborate_snapshot (snapshot, settings, catalog, problems, out_status);
}

void
heddle_cli_clear_line (void)
{
  g_printerr ("\r%60s\r", "");
}

HeddleExit
heddle_cli_status_of_run (const GError *error)
{
  return g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT) ? HEDDLE_EXIT_RUN : heddle_cli_status_of (error);
}

HeddleExit
heddle_cli_fail_run (HdRunJob *job,
                     const GError *error)
{
  HdProblemList *problems = hd_run_job_get_problems (job);
  HeddleExit status = heddle_cli_status_of_run (error);

  heddle_cli_print_problems (problems);
  if (!hd_problem_list_has_errors (problems)) /* else it is among them */
    heddle_cli_fail (status, "%s", error->message);
  return status;
}

gboolean
heddle_cli_check_output (const char *path,
                         gboolean is_directory)
{
  g_autofree char *folder = NULL;

  if (path == NULL || (g_str_equal (path, "-") && !is_directory))
    return TRUE;
  if (g_str_equal (path, "-"))
    {
      heddle_cli_fail (HEDDLE_EXIT_FILE, _("“-” is standard output, which is no directory; ./- would be one"));
      return FALSE;
    }
  if (*path == '\0')
    {
      heddle_cli_fail (HEDDLE_EXIT_FILE, _("“” is the name of no file that could be written"));
      return FALSE;
    }
  if (!is_directory && g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR | G_FILE_TEST_IS_DIR))
    return TRUE;
  folder = is_directory ? g_strdup (path) : g_path_get_dirname (path);
  while (is_directory && !g_file_test (folder, G_FILE_TEST_EXISTS) && strcmp (folder, ".") != 0)
    {
      char *parent = g_path_get_dirname (folder);

      g_free (folder);
      folder = parent;
    }
  errno = 0;
  if (!is_directory && g_file_test (path, G_FILE_TEST_IS_DIR))
    errno = EISDIR;
  else if (g_file_test (folder, G_FILE_TEST_EXISTS) && !g_file_test (folder, G_FILE_TEST_IS_DIR))
    errno = ENOTDIR;
  else if (g_access (folder, W_OK | X_OK) == 0)
    return TRUE;
  heddle_cli_fail (HEDDLE_EXIT_FILE, _("%s cannot be written: %s"), path, g_strerror (errno));
  return FALSE;
}

HeddleExit
heddle_cli_save (const char *path,
                 const char *text)
{
  g_autofree char *whole = g_strconcat (text, g_str_has_suffix (text, "\n") ? NULL : "\n", NULL);
  g_autoptr (GError) error = NULL;

  if (g_str_equal (path, "-"))
    g_print ("%s", whole);
  else if (!hd_file_write (path, whole, -1, NULL, &error))
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}
