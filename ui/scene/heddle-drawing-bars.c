/* heddle-drawing-bars.c: members beside what they are joined to, and bars as wide as what hangs on them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>
#include <stdlib.h>

#define BAR_HEIGHT 40.0
#define BAR_MARGIN 20.0
#define BAR_OVERHANG 22.0
#define BESIDE_WIDTH 44.0
#define BESIDE_HEIGHT 36.0
#define ROWS_APART 32.0 /* what differs less in height stands in one row */

/* ---- beside -------------------------------------------------------------------------------------------------------------- */

/* Small, below and to the right of the node that each is linked to. */
static void
place_beside (HeddleDrawing *self,
              const HdObject *object,
              const HdObject *anchor,
              const HdObject *access)
{
  guint64 uid = hd_object_get_uid (object), anchor_uid = hd_object_get_uid (anchor);
  const HeddleOrigin *own = g_hash_table_lookup (self->origins, &uid), *theirs = g_hash_table_lookup (self->origins, &anchor_uid);
  const HdLink *links = hd_design_get_links (self->design);
  g_autofree guint8 *beside = g_new0 (guint8, self->nodes->len);
  guint32 first;
  guint n = hd_design_find_links (self->design, self->scope, hd_object_get_uid (access), &first);

  if (own == NULL || theirs == NULL)
    return;
  for (guint32 i = first; i < first + n; i++)
    {
      guint32 a = heddle_drawing_find_node (self, self->scope, links[i].from), b = heddle_drawing_find_node (self, self->scope, links[i].to);

      if (a == HEDDLE_NO_INDEX || b == HEDDLE_NO_INDEX)
        continue;

      HeddleDrawnNode *node = heddle_drawing_node (self, heddle_drawing_node (self, a)->object == object ? a : b);
      guint32 at = heddle_drawing_node (self, a)->object == object ? b : a;
      const HeddleDrawnNode *to = heddle_drawing_node (self, at);

      node->width = BESIDE_WIDTH;
      node->height = BESIDE_HEIGHT;
      node->layout = HEDDLE_NODE_COMPACT;
      node->x = to->x + (to->width + BESIDE_WIDTH) / 2 + 8 + beside[at] * 6;
      node->y = to->y + (to->height + BESIDE_HEIGHT) / 2 + 8 + beside[at] * 6;
      beside[at]++;
    }
}

void
heddle_drawing_place_beside (HeddleDrawing *self)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);
      const HdObject *anchor, *access = node->beside && node->first == 0 ? heddle_drawing_find_access_link (self, node->object, &anchor) : NULL;

      if (access != NULL)
        place_beside (self, node->object, anchor, access);
    }
}

static double
round_off (double number)
{
  return round (number * 100) / 100;
}

/* The first row ends where the next member stands lower. */
static void
find_grid (HeddleDrawing *self,
           guint32 first,
           guint n,
           HeddleBeside *out)
{
  const HeddleDrawnNode *origin = heddle_drawing_node (self, first);
  double spacing = n > 1 ? heddle_drawing_node (self, first + 1)->x - origin->x : 0, row_spacing = 0;
  guint columns = 1, rows;

  while (columns < n && fabs (heddle_drawing_node (self, first + columns)->y - origin->y) < 1)
    columns++;
  rows = (n + columns - 1) / columns;
  if (rows > 1)
    row_spacing = heddle_drawing_node (self, first + columns)->y - origin->y;
  for (guint i = 0; i < n; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, first + i);

      if (fabs (node->x - origin->x - i % columns * spacing) >= 1 || fabs (node->y - origin->y - i / columns * row_spacing) >= 1)
        return;
    }
  if (columns < 2 || spacing <= 0 || row_spacing < 0)
    return;
  out->x = round_off (origin->x + (columns - 1) * spacing / 2);
  out->y = round_off (origin->y + (rows - 1) * row_spacing / 2);
  out->columns = columns;
  out->spacing = round_off (spacing);
  out->row_spacing = round_off (row_spacing);
}

GArray *
heddle_drawing_list_beside (HeddleDrawing *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (HeddleBeside));

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *node = heddle_drawing_node (self, i);
      const HdObject *anchor, *access = node->beside && node->first == 0 ? heddle_drawing_find_access_link (self, node->object, &anchor) : NULL;
      HeddleRect drawn;

      if (access == NULL || !heddle_drawing_get_rect (self, hd_object_get_uid (node->object), &drawn))
        continue;

      HeddleBeside beside = {
        .uid = hd_object_get_uid (node->object),
        .anchor = hd_object_get_uid (anchor),
        .access = hd_object_get_uid (access),
        .x = round_off (drawn.x + drawn.width / 2),
        .y = round_off (drawn.y + drawn.height / 2),
      };
      guint32 first;
      guint n = heddle_drawing_find_nodes (self, beside.uid, &first);

      find_grid (self, first, n, &beside);
      g_array_append_val (list, beside);
    }
  return list;
}

/* ---- bars --------------------------------------------------------------------------------------------------------------- */

/* Nodes by height, so that those beside one are found without looking at all */
typedef struct
{
  double y;
  guint32 node;
} Level;

static int
compare_levels (const void *a,
                const void *b)
{
  const Level *x = a, *y = b;

  return x->y != y->y ? (x->y > y->y ? 1 : -1) : (x->node > y->node) - (x->node < y->node);
}

static Level *
sort_levels (HeddleDrawing *self,
             double *out_tallest)
{
  Level *levels = g_new (Level, self->nodes->len + 1);

  *out_tallest = 0;
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      levels[i] = (Level){ heddle_drawing_node (self, i)->y, i };
      *out_tallest = MAX (*out_tallest, heddle_drawing_node (self, i)->height);
    }
  qsort (levels, self->nodes->len, sizeof *levels, compare_levels);
  return levels;
}

static guint32
first_level (const Level *levels,
             guint32 n,
             double y)
{
  guint32 low = 0;

  while (low < n)
    {
      guint32 middle = low + (n - low) / 2;

      if (levels[middle].y < y)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

/* A bar may not run into what stands beside it; members of one array share the room between them. */
static double
free_half_width (HeddleDrawing *self,
                 const Level *levels,
                 double tallest,
                 guint32 index)
{
  const HeddleDrawnNode *node = heddle_drawing_node (self, index);
  double reach = (tallest + node->height) / 2 + 6, half = G_MAXDOUBLE;

  for (guint32 k = first_level (levels, self->nodes->len, node->y - reach); k < self->nodes->len && levels[k].y <= node->y + reach; k++)
    {
      guint32 i = levels[k].node;
      const HeddleDrawnNode *other = heddle_drawing_node (self, i);

      if (i == index || fabs (other->y - node->y) >= (other->height + node->height) / 2 + 6)
        continue;
      half = MIN (half, other->object == node->object ? fabs (other->x - node->x) / 2 - BAR_MARGIN / 2
                                                      : fabs (other->x - node->x) - other->width / 2 - BAR_MARGIN);
    }
  return half;
}

static int
compare_numbers (const void *a,
                 const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static guint
count_rows (double *heights,
            guint n)
{
  guint rows = n > 0;

  qsort (heights, n, sizeof *heights, compare_numbers);
  for (guint i = 1; i < n; i++)
    rows += heights[i] - heights[i - 1] > ROWS_APART;
  return rows;
}

/* In how many rows what each node joins stands. */
static guint *
find_rows (HeddleDrawing *self,
           const guint *joins)
{
  guint *rows = g_new (guint, MAX (self->nodes->len, 1));
  g_autofree guint *next = g_new (guint, self->nodes->len + 1);
  g_autofree double *heights = g_new (double, 2 * self->links->len + 1);

  next[0] = 0;
  for (guint i = 0; i < self->nodes->len; i++)
    next[i + 1] = next[i] + joins[i];
  for (guint i = self->links->len; i > 0; i--)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i - 1);

      if (link->from == HEDDLE_NO_INDEX || link->to == HEDDLE_NO_INDEX)
        continue;
      heights[--next[link->from + 1]] = heddle_drawing_node (self, link->to)->y;
      heights[--next[link->to + 1]] = heddle_drawing_node (self, link->from)->y;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    rows[i] = count_rows (&heights[next[i + 1]], joins[i]);
  return rows;
}

/* The bar that runs along rows shows what it joins. Amid a graph that was laid out by springs it would run over others. */
static gboolean
are_rows (guint rows,
          guint joins)
{
  return rows <= 2 || 2 * rows <= joins;
}

void
heddle_drawing_widen_bars (HeddleDrawing *self)
{
  g_autofree double *reach = g_new0 (double, self->nodes->len);
  g_autofree guint *joins = g_new0 (guint, self->nodes->len);
  g_autofree guint *hang = g_new0 (guint, self->nodes->len); /* of these, not in the same row */
  double tallest;
  g_autofree Level *levels = sort_levels (self, &tallest);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *link = heddle_drawing_link (self, i);

      if (link->from == HEDDLE_NO_INDEX || link->to == HEDDLE_NO_INDEX)
        continue;

      const HeddleDrawnNode *a = heddle_drawing_node (self, link->from), *b = heddle_drawing_node (self, link->to);
      double distance = fabs (a->x - b->x);

      reach[link->from] = MAX (reach[link->from], distance + b->width / 2);
      reach[link->to] = MAX (reach[link->to], distance + a->width / 2);
      joins[link->from]++;
      joins[link->to]++;
      hang[link->from] += fabs (a->y - b->y) > ROWS_APART;
      hang[link->to] += fabs (a->y - b->y) > ROWS_APART;
    }

  g_autofree guint *rows = find_rows (self, joins);

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      HeddleDrawnNode *node = heddle_drawing_node (self, i);
      gboolean forwards = node->kind == HEDDLE_DRAWN_COMPONENT && node->type != NULL && node->type->role == HD_ROLE_SWITCH;

      if (!forwards || node->n > 1 || joins[i] < 3 || hang[i] < 2 || !are_rows (rows[i], joins[i]))
        continue;

      /* Past a row nearby links go down on the outside too. */
      double half = MIN (reach[i] + (rows[i] > 1 ? BAR_OVERHANG : 0), free_half_width (self, levels, tallest, i));

      if (2 * half > HEDDLE_DRAWING_CARD_WIDTH)
        {
          node->layout = HEDDLE_NODE_BAR;
          node->width = 2 * half;
          node->height = BAR_HEIGHT;
        }
    }
}
