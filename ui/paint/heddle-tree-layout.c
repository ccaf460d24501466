/* heddle-tree-layout.c: a tree by levels, tidy, in little room
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-layout"

#include "heddle-tree-layout.h"

#include <math.h>
#include <string.h>

#define PAD 5.0      /* inside a block */
#define GAP 10.0     /* between neighbours */
#define ROW_GAP 46.0 /* between levels */

typedef struct
{
  const HeddleTreeShape *shape;
  HeddleTreeLayout *layout;
  guint32 *n_children;
  guint8 *is_pair;
  guint32 *block_of; /* of parents */
  double *width;     /* of subtrees */
} Layout;

gboolean
heddle_tree_shape_crosses (const HeddleTreeShape *shape,
                           guint32                vertex)
{
  guint32 parent = shape->parents[vertex];

  return parent != HEDDLE_TREE_NONE
         && (shape->groups[vertex] != shape->groups[parent] || shape->groups[vertex] == HEDDLE_TREE_NONE);
}

/* A vertex is in a block without a child, as a pair with its only child, or as such a child. */
static gboolean
is_in_block (const Layout *self,
             guint32       vertex)
{
  return self->layout->block[vertex] != HEDDLE_TREE_NONE;
}

/* Children without children of their own hang below a parent that has no other and is not the root. */
static void
find_pairs (Layout *self)
{
  const HeddleTreeShape *shape = self->shape;

  for (guint32 v = 0; v < shape->n; v++)
    if (shape->parents[v] != HEDDLE_TREE_NONE)
      self->n_children[shape->parents[v]]++;
  for (guint32 v = 0; v < shape->n; v++)
    {
      guint32 parent = shape->parents[v];

      self->layout->hangs[v] = parent != HEDDLE_TREE_NONE && shape->parents[parent] != HEDDLE_TREE_NONE && self->n_children[v] == 0
                               && self->n_children[parent] == 1;
      if (self->layout->hangs[v])
        self->is_pair[parent] = TRUE;
    }
}

static void
add_to_block (Layout  *self,
              guint32  vertex)
{
  guint32 parent = self->shape->parents[vertex];
  HeddleTreeBlock *block;

  if (self->block_of[parent] == HEDDLE_TREE_NONE)
    {
      HeddleTreeBlock empty = { .parent = parent, .cell = 1 };

      self->block_of[parent] = self->layout->blocks->len;
      g_array_append_val (self->layout->blocks, empty);
    }
  self->layout->block[vertex] = self->block_of[parent];
  block = &g_array_index (self->layout->blocks, HeddleTreeBlock, self->block_of[parent]);
  block->n++;
  block->n_crossing += heddle_tree_shape_crosses (self->shape, vertex);
  if (self->is_pair[vertex])
    block->cell = 2;
}

static void
collect_blocks (Layout *self)
{
  for (guint32 v = 0; v < self->shape->n; v++)
    if (self->shape->parents[v] != HEDDLE_TREE_NONE && !self->layout->hangs[v] && (self->n_children[v] == 0 || self->is_pair[v]))
      add_to_block (self, v);
  for (guint32 v = 0; v < self->shape->n; v++)
    if (self->layout->hangs[v])
      self->layout->block[v] = self->layout->block[self->shape->parents[v]];
  for (guint i = 0; i < self->layout->blocks->len; i++)
    {
      HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, i);
      guint32 rows;

      block->columns = (guint32) ceil (sqrt (block->n * block->cell));
      rows = (block->n + block->columns - 1) / block->columns;
      block->width = block->columns * HEDDLE_TREE_PITCH + 2 * PAD;
      block->height = rows * block->cell * HEDDLE_TREE_PITCH + 2 * PAD;
    }
}

/* Widths from the bottom, then places from the top. */
static void
find_widths (Layout *self)
{
  const HeddleTreeShape *shape = self->shape;

  for (guint32 i = shape->n; i-- > 0;)
    {
      guint32 v = shape->order[i], block = self->block_of[v];

      if (is_in_block (self, v))
        continue;
      if (block != HEDDLE_TREE_NONE)
        self->width[v] += g_array_index (self->layout->blocks, HeddleTreeBlock, block).width + GAP;
      self->width[v] = MAX (self->width[v], 2 * HEDDLE_TREE_RADIUS + GAP);
      if (shape->parents[v] != HEDDLE_TREE_NONE)
        self->width[shape->parents[v]] += self->width[v];
    }
}

static void
find_rows (Layout *self,
           double *rows,
           guint32 n_levels)
{
  g_autofree double *heights = g_new (double, n_levels);

  for (guint32 i = 0; i < n_levels; i++)
    heights[i] = 2 * HEDDLE_TREE_RADIUS;
  for (guint i = 0; i < self->layout->blocks->len; i++)
    {
      const HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, i);
      double *height = &heights[self->shape->levels[block->parent] + 1];

      *height = MAX (*height, block->height);
    }
  rows[0] = 0;
  for (guint32 i = 1; i < n_levels; i++)
    rows[i] = rows[i - 1] + heights[i - 1] + ROW_GAP;
}

static void
place_block_nodes (Layout *self)
{
  g_autofree guint32 *next = g_new0 (guint32, self->layout->blocks->len + 1);

  for (guint32 v = 0; v < self->shape->n; v++)
    if (is_in_block (self, v) && !self->layout->hangs[v])
      {
        const HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, self->layout->block[v]);
        guint32 i = next[self->layout->block[v]]++;

        self->layout->x[v] = block->x + PAD + (i % block->columns + 0.5) * HEDDLE_TREE_PITCH;
        self->layout->y[v] = block->y + PAD + (i / block->columns * block->cell + 0.5) * HEDDLE_TREE_PITCH;
      }
  for (guint32 v = 0; v < self->shape->n; v++)
    if (self->layout->hangs[v])
      {
        self->layout->x[v] = self->layout->x[self->shape->parents[v]];
        self->layout->y[v] = self->layout->y[self->shape->parents[v]] + HEDDLE_TREE_PITCH;
      }
}

static void
place (Layout       *self,
       const double *rows)
{
  const HeddleTreeShape *shape = self->shape;
  g_autofree double *left = g_new0 (double, shape->n); /* of what is still free in a subtree */

  for (guint32 i = 0; i < shape->n; i++)
    {
      guint32 v = shape->order[i], parent = shape->parents[v];

      if (is_in_block (self, v))
        continue;
      if (parent != HEDDLE_TREE_NONE)
        {
          left[v] = left[parent];
          left[parent] += self->width[v];
        }
      self->layout->x[v] = left[v] + self->width[v] / 2;
      self->layout->y[v] = rows[shape->levels[v]] + HEDDLE_TREE_RADIUS;
      if (self->block_of[v] != HEDDLE_TREE_NONE)
        {
          HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, self->block_of[v]);

          block->x = left[v] + GAP / 2;
          block->y = rows[shape->levels[v] + 1];
          left[v] += block->width + GAP;
        }
    }
  place_block_nodes (self);
  self->layout->height = 2 * HEDDLE_TREE_RADIUS;
  for (guint i = 0; i < self->layout->blocks->len; i++)
    {
      const HeddleTreeBlock *block = &g_array_index (self->layout->blocks, HeddleTreeBlock, i);

      self->layout->height = MAX (self->layout->height, block->y + block->height);
    }
}

HeddleTreeLayout *
heddle_tree_layout_new (const HeddleTreeShape *shape)
{
  HeddleTreeLayout *self = g_new0 (HeddleTreeLayout, 1);
  g_autofree guint32 *n_children = g_new0 (guint32, shape->n);
  g_autofree guint8 *is_pair = g_new0 (guint8, shape->n);
  g_autofree guint32 *block_of = g_new (guint32, shape->n);
  g_autofree double *width = g_new0 (double, shape->n);
  guint32 n_levels = shape->levels[shape->order[shape->n - 1]] + 1;
  g_autofree double *rows = g_new (double, n_levels);
  Layout layout = { shape, self, n_children, is_pair, block_of, width };

  self->x = g_new0 (double, shape->n);
  self->y = g_new0 (double, shape->n);
  self->block = g_new (guint32, shape->n);
  self->hangs = g_new0 (guint8, shape->n);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (HeddleTreeBlock));
  memset (self->block, 0xff, sizeof *self->block * shape->n);
  memset (block_of, 0xff, sizeof *block_of * shape->n);
  find_pairs (&layout);
  collect_blocks (&layout);
  find_widths (&layout);
  find_rows (&layout, rows, n_levels);
  place (&layout, rows);
  self->width = width[shape->order[0]];

  return self;
}

void
heddle_tree_layout_free (HeddleTreeLayout *self)
{
  if (self == NULL)
    return;
  g_free (self->x);
  g_free (self->y);
  g_free (self->block);
  g_free (self->hangs);
  g_array_unref (self->blocks);
  g_free (self);
}
