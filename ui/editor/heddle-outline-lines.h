/* heddle-outline-lines.h: lines of the outline, each made when it is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/* A list model of HeddleOutlineItem. A module may hold a million objects, of which a window shows fifty lines: what is kept of the others is where
 * they are in the project. A list view has some work to do for each line none the less: those of a long list come a few thousand at a time, when
 * nothing else is to be done; "completed" tells of the last. */
#define HEDDLE_TYPE_OUTLINE_LINES (heddle_outline_lines_get_type ())
G_DECLARE_FINAL_TYPE (HeddleOutlineLines, heddle_outline_lines, HEDDLE, OUTLINE_LINES, GObject)

HeddleOutlineLines *heddle_outline_lines_new (HdSnapshot *snapshot,
                                              HdDesign *design,
                                              HdCatalog *catalog);
/** heddle_outline_lines_new_below: what the outline lists of the children of @parent, looked up when it is asked for first */
HeddleOutlineLines *heddle_outline_lines_new_below (HdSnapshot *snapshot,
                                                    HdDesign *design,
                                                    HdCatalog *catalog,
                                                    const HdObject *parent,
                                                    guint32 scope,
                                                    guint depth);
/** heddle_outline_lines_is_listed: whether the outline has a line for such an object below another */
gboolean heddle_outline_lines_is_listed (const HdObject *object);

/** heddle_outline_lines_append: of the snapshot; @scope: in which it is seen, or HD_NO_ID. Before the model is used */
void heddle_outline_lines_append (HeddleOutlineLines *self,
                                  const HdObject *object,
                                  guint32 scope,
                                  guint depth);
/** heddle_outline_lines_get_object: without making a line; @n: of those that came */
const HdObject *heddle_outline_lines_get_object (HeddleOutlineLines *self,
                                                 guint n);
/** heddle_outline_lines_find: among those that came */
gboolean heddle_outline_lines_find (HeddleOutlineLines *self,
                                    guint64 uid,
                                    guint *out_n);

G_END_DECLS
