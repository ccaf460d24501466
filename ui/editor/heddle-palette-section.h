/* heddle-palette-section.h: a group of the palette
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-palette-item.h"

G_BEGIN_DECLS

/**
 * HeddlePaletteSection:
 *
 * A heading that folds, over tiles or, for modules, rows. Tiles are made when they are first seen.
 *
 * Signals:
 *   activated (HeddlePaletteItem *)
 *   pointed (HeddlePaletteItem *, GtkWidget *)    the pointer or focus has come to the tile, or left it (both %NULL)
 */
#define HEDDLE_TYPE_PALETTE_SECTION (heddle_palette_section_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePaletteSection, heddle_palette_section, HEDDLE, PALETTE_SECTION, GtkWidget)

/** heddle_palette_section_new: @rows: one below the other, with counts, not as tiles */
GtkWidget *heddle_palette_section_new (const char *title,
                                       gboolean rows);
/** heddle_palette_section_set_items: @items: (element-type HeddlePaletteItem) */
void heddle_palette_section_set_items (HeddlePaletteSection *self,
                                       GPtrArray *items);
GPtrArray *heddle_palette_section_get_items (HeddlePaletteSection *self);
void heddle_palette_section_set_open (HeddlePaletteSection *self,
                                      gboolean open);
/** heddle_palette_section_filter: shows what matches; %NULL shows all, folded as the user had it; returns how many */
guint heddle_palette_section_filter (HeddlePaletteSection *self,
                                     const char *needle_folded);
/** heddle_palette_section_get_nth_shown: (nullable) */
HeddlePaletteItem *heddle_palette_section_get_nth_shown (HeddlePaletteSection *self,
                                                         guint n);
/** heddle_palette_section_add_button: at the right end of the heading */
void heddle_palette_section_add_button (HeddlePaletteSection *self,
                                        GtkWidget *button);

G_END_DECLS
