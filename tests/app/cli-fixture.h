/* cli-fixture.h: the built program, run in a process of its own
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

typedef struct
{
  int status;
  char *output;
  char *errors;
} Result;

void result_clear (Result *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

/** cli_dup_program: its path */
char *cli_dup_program (void);
/** cli_spawn: runs a program to its end, in @directory (nullable) */
Result cli_spawn (const char *directory,
                  const char *const *argv);
/** cli_run: the built program with these arguments */
Result cli_run (const char *directory,
                const char *first,
                ...) G_GNUC_NULL_TERMINATED;
/** cli_write_file: returns the path */
char *cli_write_file (const char *directory,
                      const char *name,
                      const char *text);
/** cli_remove_tree: a file or a folder with all that is in it */
void cli_remove_tree (const char *path);
