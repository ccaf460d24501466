/* hd-program-path.h: which file the name of a program is
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_program_path_find:
 * @folder: (nullable): of the project
 *
 * A name with a slash is one from @folder, or absolute, whether there is such a file or not. Any other is looked for in @folder, in the folders of
 * HEDDLE_PROGRAM_PATH, and among the programs that come with Heddle.
 *
 * Returns: (nullable): an absolute path; %NULL if none of these has it
 */
char *hd_program_path_find (const char *name,
                            const char *folder);

G_END_DECLS
