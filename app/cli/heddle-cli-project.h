/* heddle-cli-project.h: what the subcommands share: loading a project and telling its problems
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gi18n.h> /* before heddle.h, which has an N_ of its own for component libraries */

#include <heddle/heddle.h>

#include "heddle-cli.h"

G_BEGIN_DECLS

/** heddle_cli_parse: @entries of one subcommand; prints what is wrong to standard error and returns %FALSE */
gboolean heddle_cli_parse (int *argc,
                           char ***argv,
                           const GOptionEntry *entries,
                           const char *arguments,
                           const char *summary);

/** heddle_cli_fail: prints "heddle: MESSAGE" to standard error; returns @status */
int heddle_cli_fail (HeddleExit status,
                     const char *format,
                     ...) G_GNUC_PRINTF (2, 3);

/** heddle_cli_status_of: the exit status that an engine error means */
HeddleExit heddle_cli_status_of (const GError *error);

/** heddle_cli_catalog: with every library; refused ones are told on standard error */
HdCatalog *heddle_cli_catalog (void);

/** heddle_cli_print_problems: to standard error, one a line */
void heddle_cli_print_problems (HdProblemList *problems);

/** heddle_cli_load: a project file, in the way of @loading (nullable); on failure prints why and sets @out_status */
HdDocument *heddle_cli_load (const char *path,
                             const HdLoading *loading,
                             HdProblemList *problems,
                             HeddleExit *out_status);

/** heddle_cli_elaborate: loads, validates and elaborates; on failure prints every problem and sets @out_status */
HdDesign *heddle_cli_elaborate (const char *path,
                                const HdLoading *loading,
                                const char *const *settings,
                                HdCatalog *catalog,
                                HdProblemList *problems,
                                HeddleExit *out_status);

/** heddle_cli_elaborate_snapshot: as heddle_cli_elaborate (), of what is loaded already */
HdDesign *heddle_cli_elaborate_snapshot (HdSnapshot *snapshot,
                                         const char *const *settings,
                                         HdCatalog *catalog,
                                         HdProblemList *problems,
                                         HeddleExit *out_status);

/**
 * heddle_cli_check_output:
 * @path: (nullable): of a file, or of a directory that may have to be made, which "-" is not; files "-" and devices are left to whoever writes
 *
 * Whether something could be written there now: to be asked before what takes long, not after. Prints why not.
 */
gboolean heddle_cli_check_output (const char *path,
                                  gboolean is_directory);

/** heddle_cli_save: writes @text to the file @path, or to standard output if that is "-", and ends its last line; prints why not */
HeddleExit heddle_cli_save (const char *path,
                            const char *text);

/** heddle_cli_clear_line: of progress on standard error, which may be longer than what is written there next */
void heddle_cli_clear_line (void);

/** heddle_cli_status_of_run: as heddle_cli_status_of (), of a run that has failed */
HeddleExit heddle_cli_status_of_run (const GError *error);

/** heddle_cli_fail_run: tells why a run has failed; returns what that means */
HeddleExit heddle_cli_fail_run (HdRunJob *job,
                                const GError *error);

G_END_DECLS
