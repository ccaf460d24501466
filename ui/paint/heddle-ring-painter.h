/* heddle-ring-painter.h: how much of something is done, as a ring
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-theme.h"

G_BEGIN_DECLS

/** heddle_ring_paint: in [0, @size] x [0, @size]; @share: 0 to 1, which is a full disc with a tick */
void heddle_ring_paint (cairo_t *cr,
                        double size,
                        double share,
                        const HeddleTheme *theme);

G_END_DECLS
