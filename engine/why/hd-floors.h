/* hd-floors.h: how long a collective takes at least, on links as they are drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-why.h>

G_BEGIN_DECLS

/**
 * hd_floors_find:
 *
 * Of each collective of the project's work. What must cross a cut between members takes no less than its bytes over the bandwidth of the cut's links, whoever sends
 * what to whom; and nothing gets from one member to another faster than the way between them. Cuts are: each member from all others, each module instance from
 * what is outside, the first members from the rest in the order of the design, the first rows, columns or layers of arrays, and all up to some links from a member. There may be a narrower one, so a
 * floor may be too low, never too high.
 *
 * O(nodes log nodes + links x depth), and a route for each member.
 *
 * Returns: (element-type HdFloor) (transfer full): none of runs whose links change
 */
GArray *hd_floors_find (HdRecord *record);

G_END_DECLS
