/* platform-fixture.h: transfers over a platform, carried by Heddle and by SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/** platform_has_simgrid: else skips the test, or fails it in continuous integration; @what is then not done */
gboolean platform_has_simgrid (const char *what);
/** platform_stop_simgrid: at the end of the program */
void platform_stop_simgrid (void);
/**
 * platform_ask_simgrid:
 * @input: lines "START BYTES SOURCE DESTINATION"
 *
 * Returns: (transfer full): lines "SOURCE DESTINATION LATENCY BANDWIDTH" of all pairs of hosts, ".", the ends in seconds, "."
 */
char **platform_ask_simgrid (const char *platform,
                             const char *input);
/** platform_elaborate: a project, or what is read as one; fails the test if it has errors */
HdDesign *platform_elaborate (const char *path,
                              const char *const *settings);
/** platform_run: the record of the transfers in the file @list */
HdRecord *platform_run (HdDesign *design,
                        const char *list);
/**
 * platform_compare_ends:
 * @answer: of platform_ask_simgrid ()
 * @n: transfers; the i-th starts between i and i + 1 times @spacing_us, so that its start tells which it is
 *
 * Fails the test where the ends differ by more than max (1e-6 of the duration, 2 ns).
 *
 * Returns: the largest difference, relative to the duration
 */
double platform_compare_ends (HdRecord *record,
                              char **answer,
                              guint n,
                              guint spacing_us);
