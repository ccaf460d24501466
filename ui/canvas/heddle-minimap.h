/* heddle-minimap.h: the whole drawing, small, with what is seen of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_MINIMAP (heddle_minimap_get_type ())
G_DECLARE_FINAL_TYPE (HeddleMinimap, heddle_minimap, HEDDLE, MINIMAP, GtkWidget)

/** heddle_minimap_new: a press or drag on it moves what @canvas shows */
GtkWidget *heddle_minimap_new (HeddleCanvas *canvas);

G_END_DECLS
