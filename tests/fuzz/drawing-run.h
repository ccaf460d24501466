/* drawing-run.h: the run of a drawing, and what must be true of each
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** drawing_run: the record of a run that finished, or %NULL */
HdRecord *drawing_run (HdDesign *design);

G_END_DECLS
