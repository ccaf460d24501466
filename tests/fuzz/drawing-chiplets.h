/* drawing-chiplets.h: chiplets that share memories, and whose parameters, kernels and programs are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_add_chiplets: some are programs where HEDDLE_CHIP_PROGRAM names one */
void sketch_add_chiplets (Sketch *self);

G_END_DECLS
