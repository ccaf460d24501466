/* heddle-snap.h: where something that is moved comes to lie: in line with others, or on the grid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-overlay-painter.h"

G_BEGIN_DECLS

/**
 * HeddleSnap:
 * @dx, @dy: how far to move, after snapping
 * @guides: what it is in line with: at most one for each direction
 */
typedef struct
{
  double dx, dy;
  HeddleGuide guides[2];
  guint n_guides;
} HeddleSnap;

/**
 * heddle_snap_find:
 * @moving: what is moved, where it was
 * @anchor: the point of it that lies on the grid
 * @dx, @dy: how far the pointer has moved it
 * @others: (array length=n_others): what stands still
 * @grid: pitch; 0 for none
 * @reach: how near an edge or centre draws; 0 for none
 *
 * Edges and centres of @others within @reach come before the grid, the nearest first. O(n_others).
 */
void heddle_snap_find (const HeddleRect *moving,
                       HeddlePoint anchor,
                       double dx,
                       double dy,
                       const HeddleRect *others,
                       guint n_others,
                       double grid,
                       double reach,
                       HeddleSnap *out_snap);

G_END_DECLS
