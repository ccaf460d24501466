/* drawing-workloads.h: what a drawing is to do: its members, their work, the run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_add_communicator: of most places; all work is on it */
void sketch_add_communicator (Sketch *self);
void sketch_add_workload (Sketch *self);
/** sketch_add_run: its settings; limits of time are short */
void sketch_add_run (Sketch *self);

G_END_DECLS
