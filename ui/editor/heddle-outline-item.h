/* heddle-outline-item.h: one line of the outline
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-outline-lines.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_OUTLINE_ITEM (heddle_outline_item_get_type ())
G_DECLARE_FINAL_TYPE (HeddleOutlineItem, heddle_outline_item, HEDDLE, OUTLINE_ITEM, GObject)

/** heddle_outline_item_new: @object: of @snapshot; @scope: in which it is seen, or HD_NO_ID */
HeddleOutlineItem *heddle_outline_item_new (HdSnapshot *snapshot,
                                            HdDesign *design,
                                            HdCatalog *catalog,
                                            const HdObject *object,
                                            guint32 scope,
                                            guint depth);
/** heddle_outline_item_new_roots: the lines at the top for a project: <top> first, then workloads, communicators, probes, variables */
HeddleOutlineLines *heddle_outline_item_new_roots (HdSnapshot *snapshot,
                                                   HdDesign *design,
                                                   HdCatalog *catalog);
/** heddle_outline_item_dup_children: (nullable) (transfer full): made on demand */
HeddleOutlineLines *heddle_outline_item_dup_children (HeddleOutlineItem *self);
/** heddle_outline_item_find_all: every line, below modules too, whose name holds @needle; each object once */
HeddleOutlineLines *heddle_outline_item_find_all (HdSnapshot *snapshot,
                                                  HdDesign *design,
                                                  HdCatalog *catalog,
                                                  const char *needle);

const HdObject *heddle_outline_item_get_object (HeddleOutlineItem *self);
const char *heddle_outline_item_get_title (HeddleOutlineItem *self);
/** heddle_outline_item_get_count: members, or 0 where a count says nothing */
guint heddle_outline_item_get_count (HeddleOutlineItem *self);
/** heddle_outline_item_get_symbol: name of its picture */
const char *heddle_outline_item_get_symbol (HeddleOutlineItem *self);

G_END_DECLS
