/* heddle-commands.h: one function for each subcommand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each takes its own name as argv[0] and returns a HeddleExit.
 */
#pragma once

int heddle_command_run (int argc, char **argv);
int heddle_command_check (int argc, char **argv);
int heddle_command_describe (int argc, char **argv);
int heddle_command_generate (int argc, char **argv);
int heddle_command_compare (int argc, char **argv);
int heddle_command_convert (int argc, char **argv);
int heddle_command_grade (int argc, char **argv);
int heddle_command_render (int argc, char **argv);
int heddle_command_study (int argc, char **argv);
int heddle_command_tree (int argc, char **argv);
int heddle_command_why (int argc, char **argv);
