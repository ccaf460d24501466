/* drawing-offload.h: nodes that run collective operations
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_add_offload: cards or software at a few switches, all of them members of the communicator */
void sketch_add_offload (Sketch *self);

G_END_DECLS
