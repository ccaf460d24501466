/* heddle-time-marks.h: what becomes different at moments of a run, for axes of time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-wave-painter.h"

G_BEGIN_DECLS

/**
 * heddle_time_marks_new:
 * @design: that ran
 *
 * Returns: (transfer full) (element-type HeddleTimeMark): its changes in order of time, with the uids of the objects that say so; they own their texts
 */
GArray *heddle_time_marks_new (HdDesign *design);

G_END_DECLS
