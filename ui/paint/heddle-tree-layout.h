/* heddle-tree-layout.h: a tree by levels, tidy, in little room
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Children that have children stand side by side under their parent; those without, or with one, are a block, so that a tree of hundreds stays readable.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HEDDLE_TREE_NONE G_MAXUINT32

/* All borrowed, one element for each vertex. */
typedef struct
{
  guint32 n;
  const guint32 *parents; /* HEDDLE_TREE_NONE for the root */
  const guint32 *levels;
  const guint32 *order;   /* root first, level by level */
  const guint32 *groups;  /* for colours, HEDDLE_TREE_NONE for none */
  guint32 first_switch;   /* vertices from here on are switches */
} HeddleTreeShape;

/* Children of one parent that have none themselves, or one that has none. */
typedef struct
{
  guint32 parent;
  guint32 n;
  guint32 n_crossing; /* of another group than the parent */
  guint32 columns;
  guint32 cell;       /* rows that each takes: 2 if there is a pair among them */
  double x, y, width, height;
} HeddleTreeBlock;

typedef struct
{
  double width, height;
  double *x, *y;       /* centres of vertices */
  guint32 *block;      /* of vertices, HEDDLE_TREE_NONE for those that stand alone */
  guint8 *hangs;       /* of vertices: in a block, just below its parent */
  GArray *blocks;      /* HeddleTreeBlock */
} HeddleTreeLayout;

#define HEDDLE_TREE_PITCH 13.0  /* between the nodes of a block */
#define HEDDLE_TREE_RADIUS 9.0  /* of a node that stands alone */

/* O(n). */
HeddleTreeLayout *heddle_tree_layout_new  (const HeddleTreeShape *shape);
void              heddle_tree_layout_free (HeddleTreeLayout      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleTreeLayout, heddle_tree_layout_free)

/* Whether a vertex and its parent are of different groups. */
gboolean          heddle_tree_shape_crosses (const HeddleTreeShape *shape,
                                             guint32                vertex);

G_END_DECLS
