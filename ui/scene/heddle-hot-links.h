/* heddle-hot-links.h: the hottest links of a run, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-drawing.h"
#include "heddle-load-table.h"

G_BEGIN_DECLS

#define HEDDLE_HOT_LINKS_MAX 100

/** HeddleHotLink: @share of its capacity that is used, the mean or the peak as the loads say; @bytes carried since the start */
typedef struct
{
  guint32 link;
  float share;
  double bytes;
} HeddleHotLink;

/** heddle_hot_links_find: @out has room for @most links and one more; those that carried nothing are left out. Returns how many there are. */
guint heddle_hot_links_find (HdDesign *design,
                             const HeddleLoads *loads,
                             guint most,
                             HeddleHotLink *out);
/** heddle_hot_link_describe: as a row of the table, to be cleared */
void heddle_hot_link_describe (HdDesign *design,
                               const HeddleLoads *loads,
                               const HeddleHotLink *hot,
                               HeddleLinkRow *out_row);
void heddle_link_row_clear (HeddleLinkRow *row);
/** heddle_hot_links_get_head: of a column but the first, translated */
const char *heddle_hot_links_get_head (HeddleLinkColumn column);

G_END_DECLS
