/* heddle-cli-version.h: what this program is made of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/** heddle_cli_print_version: prints the version, how it was built, and the libraries it runs with, for those who report a fault */
void heddle_cli_print_version (void);
