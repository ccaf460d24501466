/* drawing-components.h: components of any types
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

void sketch_add_component (Sketch *self);

G_END_DECLS
