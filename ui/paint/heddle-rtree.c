/* heddle-rtree.c: which of many boxes meet a rectangle
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-rtree"

#include "heddle-rtree.h"

#include <math.h>
#include <stdlib.h>

/* Packed Hilbert R-tree: I. Kamel and C. Faloutsos, "On packing R-trees", CIKM 1993. Moving boxes keeps the order of the
 * leaves (refit), so that dragging costs one linear pass; queries stay right whatever the order, only slower if all moved far. */

#define FAN_OUT 16
#define MAX_LEVELS 9 /* 16^8 = 2^32 boxes */

struct _HeddleRtree
{
  guint n_boxes;
  guint n_levels;
  guint level_start[MAX_LEVELS + 1]; /* in boxes; level 0 is the leaves */
  guint32 *order;                    /* leaf position to index */
  HeddleBox *boxes;                  /* of leaves in their order, then of every level above */
};

typedef struct
{
  guint32 key;
  guint32 index;
} Keyed;

/* Distance along the Hilbert curve of order 16. */
static guint32
hilbert (guint32 x,
         guint32 y)
{
  guint32 distance = 0;

  for (guint32 s = 1u << 15; s > 0; s >>= 1)
    {
      guint32 rx = (x & s) != 0;
      guint32 ry = (y & s) != 0;

      distance += s * s * ((3 * rx) ^ ry);
      if (ry == 0)
        {
          guint32 swap = x;

          if (rx == 1)
            {
              swap = 0xffff - x;
              y = 0xffff - y;
            }
          x = y;
          y = swap;
        }
    }

  return distance;
}

static int
compare_keyed (const void *a,
               const void *b)
{
  const Keyed *ka = a;
  const Keyed *kb = b;

  if (ka->key != kb->key)
    return ka->key < kb->key ? -1 : 1;

  return ka->index < kb->index ? -1 : 1;
}

static void
extend (HeddleBox       *box,
        const HeddleBox *other)
{
  box->x0 = MIN (box->x0, other->x0);
  box->y0 = MIN (box->y0, other->y0);
  box->x1 = MAX (box->x1, other->x1);
  box->y1 = MAX (box->y1, other->y1);
}

static guint32
scaled (double value,
        double low,
        double high)
{
  double share = high > low ? (value - low) / (high - low) : 0.0;

  return (guint32) (CLAMP (share, 0.0, 1.0) * 65535.0);
}

static void
sort_leaves (HeddleRtree     *self,
             const HeddleBox *boxes)
{
  g_autofree Keyed *keyed = g_new (Keyed, MAX (self->n_boxes, 1));
  HeddleBox all = { INFINITY, INFINITY, -INFINITY, -INFINITY };

  for (guint i = 0; i < self->n_boxes; i++)
    extend (&all, &boxes[i]);

  for (guint i = 0; i < self->n_boxes; i++)
    {
      keyed[i].key = hilbert (scaled ((boxes[i].x0 + boxes[i].x1) / 2, all.x0, all.x1),
                              scaled ((boxes[i].y0 + boxes[i].y1) / 2, all.y0, all.y1));
      keyed[i].index = i;
    }
  qsort (keyed, self->n_boxes, sizeof *keyed, compare_keyed);
  for (guint i = 0; i < self->n_boxes; i++)
    self->order[i] = keyed[i].index;
}

/**
 * heddle_rtree_new:
 * @boxes: (array length=n_boxes): boxes, without NaN
 * @n_boxes: their number
 *
 * Returns: (transfer full): an index over them; O(n log n)
 */
HeddleRtree *
heddle_rtree_new (const HeddleBox *boxes,
                  guint            n_boxes)
{
  HeddleRtree *self = g_new0 (HeddleRtree, 1);
  guint n = n_boxes;
  guint total = n_boxes;

  self->n_boxes = n_boxes;
  self->n_levels = 1;
  self->level_start[1] = total;
  while (n > FAN_OUT)
    {
      n = (n + FAN_OUT - 1) / FAN_OUT;
      total += n;
      self->level_start[++self->n_levels] = total;
    }

  self->order = g_new (guint32, MAX (n_boxes, 1));
  self->boxes = g_new (HeddleBox, MAX (total, 1));
  sort_leaves (self, boxes);
  heddle_rtree_refit (self, boxes);

  return self;
}

void
heddle_rtree_free (HeddleRtree *self)
{
  if (self == NULL)
    return;

  g_free (self->boxes);
  g_free (self->order);
  g_free (self);
}

/**
 * heddle_rtree_size:
 * @self: (nullable): an index
 *
 * Returns: the number of boxes it was made from
 */
guint
heddle_rtree_size (const HeddleRtree *self)
{
  return self != NULL ? self->n_boxes : 0;
}

/**
 * heddle_rtree_refit:
 * @self: an index
 * @boxes: as many boxes as it was made from
 *
 * Takes over new positions, O(n).
 */
void
heddle_rtree_refit (HeddleRtree     *self,
                    const HeddleBox *boxes)
{
  for (guint i = 0; i < self->n_boxes; i++)
    self->boxes[i] = boxes[self->order[i]];

  for (guint level = 1; level < self->n_levels; level++)
    {
      const HeddleBox *below = self->boxes + self->level_start[level - 1];
      guint n_below = self->level_start[level] - self->level_start[level - 1];
      HeddleBox *here = self->boxes + self->level_start[level];

      for (guint i = 0; i < n_below; i++)
        {
          if (i % FAN_OUT == 0)
            here[i / FAN_OUT] = below[i];
          else
            extend (&here[i / FAN_OUT], &below[i]);
        }
    }
}

/* Whether @box has all boxes in it, as often when a drawing fits the window. */
static gboolean
contains_all (const HeddleRtree *self,
              const HeddleBox   *box)
{
  guint top = self->n_levels - 1;

  for (guint i = self->level_start[top]; i < self->level_start[top + 1]; i++)
    {
      const HeddleBox *inner = &self->boxes[i];

      if (!(box->x0 <= inner->x0 && box->y0 <= inner->y0 && box->x1 >= inner->x1 && box->y1 >= inner->y1))
        return FALSE;
    }
  return TRUE;
}

static void
query_range (const HeddleRtree *self,
             const HeddleBox   *box,
             guint              level,
             guint              begin,
             GArray            *out_indices)
{
  const HeddleBox *boxes = self->boxes + self->level_start[level];
  guint end = MIN (begin + FAN_OUT, self->level_start[level + 1] - self->level_start[level]);

  for (guint i = begin; i < end; i++)
    {
      if (boxes[i].x1 < box->x0 || boxes[i].x0 > box->x1 || boxes[i].y1 < box->y0 || boxes[i].y0 > box->y1)
        continue;
      if (level == 0)
        g_array_append_val (out_indices, self->order[i]);
      else
        query_range (self, box, level - 1, i * FAN_OUT, out_indices);
    }
}

/* Ends at the first that is found. */
static gboolean
meets_range (const HeddleRtree *self,
             const HeddleBox   *box,
             guint              level,
             guint              begin)
{
  const HeddleBox *boxes = self->boxes + self->level_start[level];
  guint end = MIN (begin + FAN_OUT, self->level_start[level + 1] - self->level_start[level]);

  for (guint i = begin; i < end; i++)
    if (boxes[i].x1 >= box->x0 && boxes[i].x0 <= box->x1 && boxes[i].y1 >= box->y0 && boxes[i].y0 <= box->y1
        && (level == 0 || meets_range (self, box, level - 1, i * FAN_OUT)))
      return TRUE;
  return FALSE;
}

static int
compare_index (const void *a,
               const void *b)
{
  guint32 ia = *(const guint32 *) a;
  guint32 ib = *(const guint32 *) b;

  return (ia > ib) - (ia < ib);
}

/* Ascending order: by marking and collecting where that is less work than sorting. */
static void
sort_indices (const HeddleRtree *self,
              GArray            *indices)
{
  guint32 *found = (guint32 *) indices->data;

  if (indices->len > self->n_boxes / 16)
    {
      g_autofree guint8 *marks = g_malloc0 (self->n_boxes);
      guint n = 0;

      for (guint i = 0; i < indices->len; i++)
        marks[found[i]] = 1;
      for (guint32 i = 0; i < self->n_boxes; i++)
        if (marks[i])
          found[n++] = i;
    }
  else
    g_array_sort (indices, compare_index);
}

/**
 * heddle_rtree_query:
 * @self: (nullable): an index
 * @box: a rectangle
 * @out_indices: (element-type guint32): replaced by the indices of all boxes that meet @box, ascending
 */
void
heddle_rtree_query (const HeddleRtree *self,
                    HeddleBox          box,
                    GArray            *out_indices)
{
  g_array_set_size (out_indices, 0);
  if (self == NULL || self->n_boxes == 0)
    return;

  if (contains_all (self, &box))
    {
      g_array_set_size (out_indices, self->n_boxes);
      for (guint32 i = 0; i < self->n_boxes; i++)
        g_array_index (out_indices, guint32, i) = i;
      return;
    }
  query_range (self, &box, self->n_levels - 1, 0, out_indices);
  sort_indices (self, out_indices);
}

/**
 * heddle_rtree_meets:
 * @self: (nullable): an index
 * @box: a rectangle
 *
 * Returns: whether any box meets @box. About O(log n)
 */
gboolean
heddle_rtree_meets (const HeddleRtree *self,
                    HeddleBox          box)
{
  return self != NULL && self->n_boxes > 0 && meets_range (self, &box, self->n_levels - 1, 0);
}
