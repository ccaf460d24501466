/* heddle-cli.c: finds the subcommand and hands over to it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cli"

#include "heddle-cli.h"

#include <string.h>

#include <glib/gi18n.h>
#include <glib/gprintf.h>

#include "heddle-cli-options.h"
#include "heddle-cli-project.h"
#include "heddle-cli-version.h"
#include "heddle-commands.h"

typedef struct
{
  const char *name;
  const char *help; /* translatable */
  int (*run) (int argc,
              char **argv);
} Command;

static const Command commands[] = {
  { "run", N_("run a project, print a short report, write results"), heddle_command_run },
  { "compare", N_("two runs: what was changed, metrics and links"), heddle_command_compare },
  { "study", N_("many runs that differ in what a study varies"), heddle_command_study },
  { "check", N_("validate projects"), heddle_command_check },
  { "describe", N_("component types, or one type's parameters, ports and probes"), heddle_command_describe },
  { "generate", N_("make a topology"), heddle_command_generate },
  { "convert", N_("between formats, by extension"), heddle_command_convert },
  { "grade", N_("answers to a lesson: points and reasons"), heddle_command_grade },
  { "render", N_("draw any view as SVG, PDF or PNG, without a display"), heddle_command_render },
  { "tree", N_("build, measure, print and draw aggregation trees"), heddle_command_tree },
  { "why", N_("why a run is slow: what was busy, and what would help"), heddle_command_why },
  { NULL, NULL, NULL },
};

static const Command *
find_command (const char *word)
{
  for (const Command *command = commands; command->name != NULL; command++)
    if (strcmp (command->name, word) == 0)
      return command;
  return NULL;
}

static void
print_usage (void)
{
  g_print ("%s\n", _("Usage: heddle [FILE...]"));
  for (const Command *command = commands; command->name != NULL; command++)
    g_print ("  heddle %-10s %s\n", command->name, _(command->help));
}

static void
print_commands (void)
{
  for (const Command *command = commands; command->name != NULL; command++)
    g_print ("command\t%s\t%s\n", command->name, _(command->help));
}

gboolean
heddle_cli_has_command (const char *word)
{
  return find_command (word) != NULL;
}

static int
run_command (int argc,
             char **argv)
{
  const char *word = argc > 1 ? argv[1] : "--help";
  const Command *command = find_command (word);

  if (command != NULL)
    {
      g_autofree char *name = g_strdup_printf ("heddle %s", word);

      g_set_prgname (name); /* as usage lines show it */
      return command->run (argc - 1, argv + 1);
    }

  if (strcmp (word, "--version") == 0)
    {
      heddle_cli_print_version ();
      return HEDDLE_EXIT_DONE;
    }
  if (strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0)
    {
      print_usage ();
      return HEDDLE_EXIT_DONE;
    }
  if (strcmp (word, HEDDLE_CLI_OPTIONS) == 0)
    {
      print_commands ();
      return HEDDLE_EXIT_DONE;
    }
  g_printerr (_("heddle: there is no command “%s”; “heddle --help” lists them\n"), word);
  return HEDDLE_EXIT_USAGE;
}

int
heddle_cli_main (int argc,
                 char **argv)
{
  int status = run_command (argc, argv);

  /* g_print () keeps to itself that a disk is full. */
  if (status == HEDDLE_EXIT_DONE && (fflush (stdout) != 0 || ferror (stdout) != 0))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", _("Standard output cannot be written"));
  return status;
}
