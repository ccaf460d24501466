/* heddle-cli.h: the subcommands of heddle
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the program ends with, as cli.md says. */
typedef enum
{
  HEDDLE_EXIT_DONE = 0,
  HEDDLE_EXIT_PROJECT = 1, /* the project has errors */
  HEDDLE_EXIT_USAGE = 2,
  HEDDLE_EXIT_RUN = 3,     /* the run failed */
  HEDDLE_EXIT_FILE = 4,    /* a file could not be read or written */
  HEDDLE_EXIT_DIFFERS = 5, /* what was compared differs by more than was permitted */
} HeddleExit;

/** heddle_cli_has_command: whether @word is a subcommand, so that everything else is a file for the window */
gboolean heddle_cli_has_command (const char *word);

/**
 * heddle_cli_main:
 * @argv: (array length=argc): that of the program: argv[1] is the subcommand, or --help or --version
 *
 * Returns: the exit status, a #HeddleExit
 */
int heddle_cli_main (int argc,
                     char **argv);

G_END_DECLS
