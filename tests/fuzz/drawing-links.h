/* drawing-links.h: classes of links, and links between ports that fit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "drawing-sketch.h"

G_BEGIN_DECLS

/** sketch_add_link_classes: "l0" and others */
void sketch_add_link_classes (Sketch *self);
/** sketch_add_ends: the ports of the component at @place, which comes next among the places */
void sketch_add_ends (Sketch *self,
                      const HdComponentType *type,
                      const char *place);
/** sketch_add_links: most ports that must have a link get one, and some of the others */
void sketch_add_links (Sketch *self);

G_END_DECLS
