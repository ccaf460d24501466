/* heddle-tree-painter.h: draws a tree that is laid out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"
#include "heddle-tree-layout.h"

G_BEGIN_DECLS

/* With its upper left corner at (@x, @y). Nodes have the colour of their group, switches corners; edges between groups are in the accent colour, and
 * beside a block stands how many of its nodes have such an edge. */
void heddle_tree_paint (cairo_t                *cr,
                        HeddleText             *text,
                        const HeddleTheme      *theme,
                        const HeddleTreeShape  *shape,
                        const HeddleTreeLayout *layout,
                        double                  x,
                        double                  y);

G_END_DECLS
