/* heddle-palette-card.h: what a thing of the palette is, and how it looks in the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-palette-item.h"

G_BEGIN_DECLS

/** heddle_palette_card_new: help, parameters with defaults, ports and source, from the descriptor */
GtkWidget *heddle_palette_card_new (HdCatalog *catalog,
                                    HeddlePaletteItem *item);
/** heddle_palette_card_new_picture: (transfer full): the card that will lie on the canvas, at 100 %; it follows the pointer of a drag */
GdkPaintable *heddle_palette_card_new_picture (GtkWidget *widget,
                                               HeddlePaletteItem *item);

G_END_DECLS
