/* heddle-drawing-wires.c: how links run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "heddle-drawing-private.h"

#define PARALLEL_SHIFT 16.0
#define WAY_ROUND 14.0 /* between a member of an array and a link that passes it */

HeddleLinkStyle
heddle_drawing_choose_style (HeddleDrawing *self,
                             const HeddleDrawnLink *link)
{
  const char *style = hd_object_get (link->object, "style");

  if (g_strcmp0 (style, "orthogonal") == 0)
    return HEDDLE_LINK_ORTHOGONAL;
  if (g_strcmp0 (style, "curved") == 0)
    return HEDDLE_LINK_CURVED;
  if (g_strcmp0 (style, "straight") == 0 || link->from == HEDDLE_NO_INDEX)
    return HEDDLE_LINK_STRAIGHT;
  if (self->wire_style != HEDDLE_WIRE_AUTO)
    return self->wire_style == HEDDLE_WIRE_ORTHOGONAL ? HEDDLE_LINK_ORTHOGONAL
           : self->wire_style == HEDDLE_WIRE_CURVED   ? HEDDLE_LINK_CURVED
                                                      : HEDDLE_LINK_STRAIGHT;

  const HeddleDrawnNode *a = heddle_drawing_node (self, link->from), *b = heddle_drawing_node (self, link->to);
  gboolean bar = a->layout == HEDDLE_NODE_BAR || b->layout == HEDDLE_NODE_BAR;
  gboolean aligned = fabs (a->x - b->x) < 1 || fabs (a->y - b->y) < 1;

  return bar || aligned || a->object == b->object ? HEDDLE_LINK_STRAIGHT : HEDDLE_LINK_CURVED;
}

static guint64
pair_key (const HeddleDrawnLink *link)
{
  guint32 low = MIN (link->from, link->to), high = MAX (link->from, link->to);

  return (guint64) low << 32 | high;
}

double *
heddle_drawing_compute_shifts (HeddleDrawing *self)
{
  double *shifts = g_new0 (double, self->links->len);
  g_autoptr (GHashTable) totals = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->links->len; i++)
    {
      guint64 key = pair_key (heddle_drawing_link (self, i));
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (totals, &key));

      g_hash_table_replace (totals, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < self->links->len; i++)
    {
      guint64 key = pair_key (heddle_drawing_link (self, i));
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (totals, &key));
      guint k = GPOINTER_TO_UINT (g_hash_table_lookup (used, &key));

      g_hash_table_replace (used, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (k + 1));
      shifts[i] = (k - (n - 1) / 2.0) * PARALLEL_SHIFT;
    }
  return shifts;
}

/* ---- past other members ------------------------------------------------------------------------------------------------------------- */

/* Members in the first row of the array that @node belongs to. O(1) for the array asked for last */
static guint
count_columns (HeddleDrawing *self,
               const HeddleDrawnNode *node,
               HeddleRows *rows)
{
  if (rows->object != node->object)
    {
      guint64 uid = hd_object_get_uid (node->object);
      const HeddleOrigin *origin = g_hash_table_lookup (self->origins, &uid);
      guint32 first = origin != NULL ? origin->first : 0, n = origin != NULL ? origin->n : 0;

      rows->object = node->object;
      rows->columns = 1;
      while (rows->columns < n && fabs (heddle_drawing_node (self, first + rows->columns)->y - heddle_drawing_node (self, first)->y) < 1)
        rows->columns++;
    }
  return rows->columns;
}

gboolean
heddle_drawing_find_way_round (HeddleDrawing *self,
                               const HeddleDrawnLink *link,
                               HeddleRows *rows,
                               HeddlePoint out_bends[2])
{
  const HeddleDrawnNode *a = heddle_drawing_node (self, link->from), *b = heddle_drawing_node (self, link->to), *next;
  guint32 low = MIN (link->from, link->to), high = MAX (link->from, link->to), stride;
  gboolean beside = fabs (a->y - b->y) < 1, above = fabs (a->x - b->x) < 1;

  if (a->object != b->object || a == b || beside == above)
    return FALSE;
  stride = beside ? 1 : count_columns (self, a, rows);
  if (high - low <= stride)
    return FALSE;

  /* What comes next in the same row or column lies in between. */
  next = heddle_drawing_node (self, low + stride);
  if (next->object != a->object || (beside ? fabs (next->y - a->y) : fabs (next->x - a->x)) >= 1)
    return FALSE;
  if (beside)
    {
      double y = a->y - MAX (a->height, b->height) / 2 - WAY_ROUND;

      out_bends[0] = (HeddlePoint){ a->x, y };
      out_bends[1] = (HeddlePoint){ b->x, y };
    }
  else
    {
      double x = a->x - MAX (a->width, b->width) / 2 - WAY_ROUND;

      out_bends[0] = (HeddlePoint){ x, a->y };
      out_bends[1] = (HeddlePoint){ x, b->y };
    }
  return TRUE;
}
