/* drawing-topologies.h: systems whose structure is given, and whose sizes and parameters are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_add_topology: a generated one */
void sketch_add_topology (Sketch *self);
/** sketch_add_chip: a mesh with sources of traffic or cores and caches, and memories at its corners: what is drawn at random seldom gets that far */
void sketch_add_chip (Sketch *self);
/** sketch_add_bus: cores behind tables that collect their accesses, on crossbars of two levels with memory controllers at the upper: several ports of
 * most of them are busy in the same cycles */
void sketch_add_bus (Sketch *self);
/** sketch_add_cluster: accelerators or computers on a chain of switches, some beside components that send over the network */
void sketch_add_cluster (Sketch *self);

G_END_DECLS
