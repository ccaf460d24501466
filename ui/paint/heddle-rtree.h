/* heddle-rtree.h: which of many boxes meet a rectangle
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x0, y0, x1, y1; /* x0 <= x1, y0 <= y1; touching counts as meeting */
} HeddleBox;

/* A packed R-tree: leaves in the order of a Hilbert curve, 16 children a node, no pointers. */
typedef struct _HeddleRtree HeddleRtree;

HeddleRtree *heddle_rtree_new   (const HeddleBox   *boxes,
                                 guint              n_boxes);
void         heddle_rtree_free  (HeddleRtree       *self);
guint        heddle_rtree_size  (const HeddleRtree *self);
void         heddle_rtree_refit (HeddleRtree       *self,
                                 const HeddleBox   *boxes);
void         heddle_rtree_query (const HeddleRtree *self,
                                 HeddleBox          box,
                                 GArray            *out_indices);
gboolean     heddle_rtree_meets (const HeddleRtree *self,
                                 HeddleBox          box);

G_END_DECLS
