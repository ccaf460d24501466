/* hd-run-changes.h: what may change at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** hd_run_changes_refuse: reports that @change cannot be made, for @reason. Returns: %FALSE */
gboolean hd_run_changes_refuse (HdDesign *design,
                                HdProblemList *problems,
                                const HdRunChange *change,
                                const char *hint,
                                const char *reason);
/** hd_run_changes_check: @acts: components act. Errors: %HD_ERROR_INVALID: what changes in @design is not defined for such a run; @problems says why */
gboolean hd_run_changes_check (HdDesign *design,
                               HdProblemList *problems,
                               gboolean acts,
                               GError **error);

G_END_DECLS
