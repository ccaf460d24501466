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
