/* heddle-tree-bands.h: a tree in bands, one for each level, its vertices side by side by group
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For a given room: every band uses its whole width, so that hundreds of vertices stay in sight, and one of tens of thousands is a bar for each group.
 */
#pragma once

#include "heddle-theme.h"
#include "heddle-tree-layout.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_TREE_PROCESS,
  HEDDLE_TREE_SWITCH, /* works for the tree */
  HEDDLE_TREE_PRUNED, /* lies on the way and does not; it has no parent */
} HeddleTreeKind;

/* How far a vertex has come, where that is shown. */
typedef enum
{
  HEDDLE_TREE_WAITS,
  HEDDLE_TREE_PASSED, /* on what is below it */
  HEDDLE_TREE_TOLD,   /* the result */
} HeddleTreeState;

/* All borrowed, one element for each vertex; the last two for each group. */
typedef struct
{
  guint32 n;
  const guint32 *parents; /* HEDDLE_TREE_NONE for the root, and for what is pruned */
  const guint32 *levels;  /* bands, from 0 */
  const guint32 *order;   /* root first, band by band */
  const guint32 *groups;  /* below n_groups, in the order of places; HEDDLE_TREE_NONE for none */
  const guint8 *crosses;  /* whether the edge to the parent does so */
  const guint8 *kinds;    /* HeddleTreeKind */
  guint32 n_levels;
  guint32 n_groups;
} HeddleBandShape;

/* What one group has in one band. */
typedef struct
{
  guint32 level;
  guint32 group;   /* n_groups for those without */
  guint32 first, n; /* of vertices, in HeddleBands.vertices */
  guint32 columns;
  gboolean collapsed;
  double x, y, width, height;
} HeddleBandCell;

typedef struct
{
  double y, height;
  double pitch;    /* between vertices */
  guint32 rows;
  guint32 first, n_cells;
  guint32 n;       /* vertices */
} HeddleBand;

/* Edges from one vertex, or one collapsed cell, to one vertex, or to a cell of several rows. */
typedef struct
{
  guint32 from;   /* vertex, HEDDLE_TREE_NONE if from_cell is collapsed */
  guint32 to;     /* likewise */
  guint32 from_cell, to_cell;
  guint32 n, n_crossing;
  double from_x, from_y, to_x, to_y;
} HeddleBandEdge;

typedef struct
{
  double width, height;
  guint32 *vertices;  /* by cell */
  guint32 *cell_of;   /* of each vertex */
  guint32 *place_of;  /* of each vertex, in its cell */
  GArray *bands;      /* HeddleBand */
  GArray *cells;      /* HeddleBandCell */
  GArray *edges;      /* HeddleBandEdge */
} HeddleBands;

/**
 * heddle_bands_new:
 * @collapsed: (nullable): one element for each group and one more: whether its vertices are shown as one bar
 * @width, @height: the room; a tree that needs more gets more
 *
 * O(n), and O(n log n) for edges between collapsed cells.
 */
HeddleBands *heddle_bands_new (const HeddleBandShape *shape,
                               const guint8 *collapsed,
                               double width,
                               double height);
void heddle_bands_free (HeddleBands *self);
/** heddle_bands_get_place: the middle of a vertex, or of the bar that it is in */
void heddle_bands_get_place (const HeddleBands *self,
                             guint32 vertex,
                             double *out_x,
                             double *out_y);
/** heddle_bands_find: the vertex at a place, HEDDLE_TREE_NONE if there is none; @out_cell likewise, set also for bars */
guint32 heddle_bands_find (const HeddleBands *self,
                           double x,
                           double y,
                           guint32 *out_cell);

static inline const HeddleBandCell *
heddle_bands_cell (const HeddleBands *self,
                   guint32 cell)
{
  return &g_array_index (self->cells, HeddleBandCell, cell);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleBands, heddle_bands_free)

G_END_DECLS
