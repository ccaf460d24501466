/* heddle-hot-links.h: the hottest links, media and memories of a run, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-drawing.h"
#include "heddle-load-table.h"

G_BEGIN_DECLS

#define HEDDLE_HOT_LINKS_MAX 100

/** heddle_hot_links_find: hd_hot_spots_find () in the loads that are looked at; @out has room for @most and one more */
guint heddle_hot_links_find (HdDesign *design,
                             const HeddleLoads *loads,
                             guint most,
                             HdHotSpot *out);
/** heddle_hot_link_describe: as a row of the table, to be cleared; by what @loads say now, whatever they said when it was found */
void heddle_hot_link_describe (HdCatalog *catalog,
                               HdDesign *design,
                               const HeddleLoads *loads,
                               const HdHotSpot *hot,
                               HeddleLinkRow *out_row);
void heddle_link_row_clear (HeddleLinkRow *row);
/** heddle_hot_links_get_head: of a column but the first, translated */
const char *heddle_hot_links_get_head (HeddleLinkColumn column);
/** heddle_dup_directions: "→ 47 GB/s  ← 0 B/s" of a split link, else the rate of the one capacity that @load has */
char *heddle_dup_directions (const HdLoad *load,
                             gboolean split);

G_END_DECLS
