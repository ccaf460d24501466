/* hd-popnet-export.h: a trace that popnet reads
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * hd_popnet_save:
 * @split: also a file for each router, PATH.x.y, with what starts there, and without what popnet itself does not know
 * @problems: (nullable): gets a warning for each kind of thing that popnet does otherwise
 *
 * Writes the design's list of transfers as a trace: between switches that are members of one array, or between what hangs on one of them each. Clock and flit are those
 * of the workload. What is read from the trace again has the same times and sizes, in whole flits.
 *
 * Errors: %HD_ERROR_IO; %HD_ERROR_INVALID, %HD_ERROR_RANGE if something cannot be said in a trace, and those of reading the list
 *
 * Returns: (transfer full): the command line with which popnet simulates it
 */
char *hd_popnet_save (HdDesign *design,
                      const char *path,
                      gboolean split,
                      HdProblemList *problems,
                      GError **error);

G_END_DECLS
