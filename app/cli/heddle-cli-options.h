/* heddle-cli-options.h: the option tables, as programs that write manuals and completions read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What asks for them; no one types it, so no help shows it. */
#define HEDDLE_CLI_OPTIONS "--options"

/**
 * heddle_cli_print_options:
 * @entries: (array zero-terminated=1): of one subcommand
 * @summary: what it does
 *
 * Prints a line for the summary and for each entry, fields apart by tabs: "summary" and the text; "option", long name, letter, kind,
 * argument and help; "arguments", kind and names. A kind is flag, number, text or file, with an s where it may be repeated.
 */
void heddle_cli_print_options (const GOptionEntry *entries,
                               const char *summary);

G_END_DECLS
