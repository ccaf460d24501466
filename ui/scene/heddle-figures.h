/* heddle-figures.h: values and names as people read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** heddle_dup_parameter: value of a parameter of a node in the design: "80 GB", "H100", "unlimited" */
char *heddle_dup_parameter (HdDesign *design,
                            guint32 node,
                            const HdParameter *parameter,
                            guint index);
/** heddle_has_changed: so much that heddle_dup_change () can say by how much */
gboolean heddle_has_changed (const HdMetric *before,
                             const HdMetric *now);
/** heddle_dup_change: by how much @now is more or less than @before: "+14 %"; of shares in points: "+3.2 points" */
char *heddle_dup_change (const HdMetric *before,
                         const HdMetric *now);
/** heddle_get_symbol_name: the picture of an object's type or kind, "unknown" if the type is not known */
const char *heddle_get_symbol_name (HdSnapshot *snapshot,
                                    HdCatalog *catalog,
                                    const HdObject *object);
/** heddle_get_object_title: title, else id or name, else the kind's title */
const char *heddle_get_object_title (const HdObject *object);
/** heddle_get_sort_title: what objects of its sort are called: the component type's title, else the kind's */
const char *heddle_get_sort_title (HdCatalog *catalog,
                                   const HdObject *object);
/** heddle_dup_model: model of a node ("H100"), or its title if it has none */
char *heddle_dup_model (HdCatalog *catalog,
                        HdDesign *design,
                        guint32 node);
/** heddle_dup_endpoints: what does work in [first, end): "8 XPU", "5 Host"; "9 endpoints" if they are of several types; %NULL if nothing does */
char *heddle_dup_endpoints (HdCatalog *catalog,
                            HdDesign *design,
                            guint32 first,
                            guint32 end);
/** heddle_count_endpoints: nodes in [first, end) that do work */
guint heddle_count_endpoints (HdDesign *design,
                              guint32 first,
                              guint32 end);

G_END_DECLS
