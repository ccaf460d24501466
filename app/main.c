/* main.c: heddle, the window or a subcommand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "heddle-cli.h"
#include "heddle-places.h"

#ifdef HEDDLE_WITH_WINDOW
#include "heddle-application.h"
#endif

#ifdef HEDDLE_WITH_WINDOW
/* No argument, files, or the bus that starts the program as a service: what is no option, no subcommand, and exists or looks like a file's name. */
static gboolean
wants_window (int argc,
              char **argv)
{
  if (argc < 2)
    return TRUE;
  if (strcmp (argv[1], "--gapplication-service") == 0)
    return TRUE;
  if (argv[1][0] == '-' || heddle_cli_has_command (argv[1]))
    return FALSE;
  return strpbrk (argv[1], "./") != NULL || g_file_test (argv[1], G_FILE_TEST_EXISTS);
}
#endif

int
main (int argc,
      char **argv)
{
  heddle_places_prepare ();

#ifdef HEDDLE_WITH_WINDOW
  if (wants_window (argc, argv))
    {
      g_autofree char *projects = heddle_places_dup_projects ();
      HeddleApplication *application = heddle_application_new (projects);
      int status = g_application_run (G_APPLICATION (application), argc, argv);

      g_object_unref (application);
      fflush (NULL);
      /* Workers that were cancelled, or free what was closed, may be on their way still: libraries must not be taken down under them. */
      _exit (status);
    }
#endif
  return heddle_cli_main (argc, argv);
}
