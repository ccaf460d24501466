/* heddle-palette-item.h: one thing that can be put into a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

#define HEDDLE_TYPE_PALETTE_ITEM (heddle_palette_item_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePaletteItem, heddle_palette_item, HEDDLE, PALETTE_ITEM, GObject)

/**
 * heddle_palette_item_new_of_catalog:
 *
 * Component types by library and category, then generated topologies and the note. Items of one section follow each other.
 *
 * Returns: (transfer full): a list of #HeddlePaletteItem
 */
GListModel *heddle_palette_item_new_of_catalog (HdCatalog *catalog);
/** heddle_palette_item_new_of_project: (transfer full): the modules of a project */
GListModel *heddle_palette_item_new_of_project (HdSnapshot *snapshot,
                                                HdDesign *design);
/** heddle_palette_item_get_what: as it is dragged and added: "heddle-type:fabric.xpu" */
const char *heddle_palette_item_get_what (HeddlePaletteItem *self);
const char *heddle_palette_item_get_section (HeddlePaletteItem *self);
const char *heddle_palette_item_get_title (HeddlePaletteItem *self);
/** heddle_palette_item_get_id: the id that it gets in a drawing: "xpu" */
const char *heddle_palette_item_get_id (HeddlePaletteItem *self);
const char *heddle_palette_item_get_symbol (HeddlePaletteItem *self);
/** heddle_palette_item_get_help: (nullable) */
const char *heddle_palette_item_get_help (HeddlePaletteItem *self);
/** heddle_palette_item_get_count: of a module: how many instances the system has */
guint heddle_palette_item_get_count (HeddlePaletteItem *self);
/** heddle_palette_item_get_component_type, _generator: (nullable): what it is one of */
const HdComponentType *heddle_palette_item_get_component_type (HeddlePaletteItem *self);
const HdGenerator *heddle_palette_item_get_generator (HeddlePaletteItem *self);
/** heddle_palette_item_matches: whether title, name, category or help hold @needle, which is casefolded */
gboolean heddle_palette_item_matches (HeddlePaletteItem *self,
                                      const char *needle_folded);

G_END_DECLS
