/* heddle-scene-lanes.c: detours beside each other
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene-lanes"

#include "heddle-scene.h"

#include <stdlib.h>
#include <string.h>

#include "heddle-scene-private.h"

#define LANE 5.0
#define ROOM 40.0 /* as far as it is looked how much free ground there is beside a way */

/* A stretch of a way that may be moved sideways. */
typedef struct
{
  guint32 way, first; /* from its point @first to the next */
  gboolean upright;
  double at, low, high;
  double less, more;  /* free ground on both sides */
  double order;
  int lane;
} Stretch;

static int
compare_stretches (gconstpointer a,
                   gconstpointer b)
{
  const Stretch *s = a, *t = b;

  if (s->upright != t->upright)
    return s->upright - t->upright;
  if (fabs (s->at - t->at) > HEDDLE_DETOUR_SAME)
    return s->at < t->at ? -1 : 1;
  if (s->low != t->low)
    return s->low < t->low ? -1 : 1;
  return s->way != t->way ? (s->way < t->way ? -1 : 1) : s->first < t->first ? -1 : 1;
}

static int
compare_orders (gconstpointer a,
                gconstpointer b)
{
  const Stretch *s = *(const Stretch *const *) a, *t = *(const Stretch *const *) b;

  return s->order != t->order ? (s->order < t->order ? -1 : 1) : s->way < t->way ? -1 : s->way > t->way;
}

/* How far a stretch may move before it, or what it goes on by and then reaches as far, comes too near to a node: from @low to @high along it. */
static void
find_room (HeddleScene *scene,
           Stretch     *s,
           double       low,
           double       high,
           GArray      *found)
{
  HeddleRect area = s->upright ? (HeddleRect) { s->at - ROOM, low, 2 * ROOM, high - low } : (HeddleRect) { low, s->at - ROOM, high - low, 2 * ROOM };

  s->less = s->more = ROOM;
  heddle_scene_nodes_in (scene, &area, found);
  for (guint i = 0; i < found->len; i++)
    {
      HeddleRect r = heddle_scene_node_rect (heddle_scene_node (scene, g_array_index (found, guint32, i)));
      double begin = s->upright ? r.x : r.y, end = begin + (s->upright ? r.width : r.height);
      double from = s->upright ? r.y : r.x, to = from + (s->upright ? r.height : r.width);

      if (to <= low || from >= high)
        continue;
      if (begin >= s->at)
        s->more = MIN (s->more, MAX (begin - s->at - HEDDLE_DETOUR_CLEARANCE, 0));
      else if (end <= s->at)
        s->less = MIN (s->less, MAX (s->at - end - HEDDLE_DETOUR_CLEARANCE, 0));
      else
        s->less = s->more = 0;
    }
}

static void
limit_at_end (Stretch          *s,
              const HeddleRect *r)
{
  double begin = s->upright ? r->x : r->y, length = s->upright ? r->width : r->height;
  double inset = MIN (HEDDLE_DETOUR_INSET, length / 4);

  s->less = MIN (s->less, MAX (s->at - begin - inset, 0));
  s->more = MIN (s->more, MAX (begin + length - inset - s->at, 0));
}

static double
coordinate (HeddlePoint p,
            gboolean    of_y)
{
  return of_y ? p.y : p.x;
}

static void
add_stretches (HeddleScene         *scene,
               guint32              index,
               const HeddleDetour  *detour,
               GArray              *stretches,
               GArray              *found)
{
  const HeddleSceneLink *link = heddle_scene_link (scene, index);
  const HeddlePoint *p = &g_array_index (scene->detour_points, HeddlePoint, detour->first);
  HeddleAttachment from = heddle_scene_attachment (scene, &link->from), to = heddle_scene_attachment (scene, &link->to);

  for (guint i = 0; i + 1 < detour->n; i++)
    {
      gboolean upright = p[i].x == p[i + 1].x, first = i == 0, last = i + 2 == detour->n;
      double a = coordinate (p[i], upright), b = coordinate (p[i + 1], upright);
      Stretch s = { .way = index, .first = i, .upright = upright, .at = coordinate (p[i], !upright), .low = MIN (a, b), .high = MAX (a, b) };
      /* Where the way goes on: what turns off soonest lies outermost. */
      double turn = !last ? coordinate (p[i + 2], !upright) - s.at : first ? 0 : s.at - coordinate (p[i - 1], !upright);

      if ((first && from.has_side) || (last && to.has_side))
        continue;
      /* A node that it ends at is no obstacle. */
      find_room (scene, &s, s.low + ((a < b ? first : last) ? 1 : -HEDDLE_DETOUR_CLEARANCE), s.high - ((a < b ? last : first) ? 1 : -HEDDLE_DETOUR_CLEARANCE),
                 found);
      if (first)
        limit_at_end (&s, &from.rect);
      if (last)
        limit_at_end (&s, &to.rect);
      s.order = turn > 0 ? 1e9 - (s.high - s.low) : turn < 0 ? (s.high - s.low) - 1e9 : 0;
      g_array_append_val (stretches, s);
    }
}

static void
part (HeddleScene *scene,
      Stretch     *stretches,
      guint        n)
{
  g_autofree Stretch **order = g_new (Stretch *, n);
  guint lanes = 0;
  double less = INFINITY, more = INFINITY, step;

  for (guint i = 0; i < n; i++)
    {
      order[i] = &stretches[i];
      less = MIN (less, stretches[i].less);
      more = MIN (more, stretches[i].more);
    }
  qsort (order, n, sizeof *order, compare_orders);
  for (guint i = 0; i < n; i++)
    {
      int lane = 0;

      for (guint k = 0; k < i; k++)
        if (order[k]->low < order[i]->high && order[i]->low < order[k]->high && order[k]->way != order[i]->way)
          lane = MAX (lane, order[k]->lane + 1);
      order[i]->lane = lane;
      lanes = MAX (lanes, (guint) lane + 1);
    }
  if (lanes < 2)
    return;

  step = MIN (LANE, (less + more) / (lanes - 1));
  for (guint i = 0; i < n; i++)
    {
      const HeddleDetour *detour = &g_array_index (scene->detours, HeddleDetour, stretches[i].way);
      HeddlePoint *p = &g_array_index (scene->detour_points, HeddlePoint, detour->first + stretches[i].first);
      double middle = CLAMP (0, step * (lanes - 1) / 2 - less, more - step * (lanes - 1) / 2);
      double by = middle + (stretches[i].lane - (lanes - 1) / 2.0) * step;

      for (guint k = 0; k < 2; k++)
        *(stretches[i].upright ? &p[k].x : &p[k].y) = stretches[i].at + by;
    }
}

/* Two stretches of one way that both move may meet a node that neither would: such a way stays where it was. */
static void
take_back (HeddleScene  *scene,
           const GArray *before,
           GArray       *found)
{
  scene->stale = TRUE;
  for (guint32 i = 0; i < scene->detours->len; i++)
    {
      const HeddleDetour *detour = &g_array_index (scene->detours, HeddleDetour, i);

      if (detour->n > 0 && heddle_scene_link_is_hidden (scene, i, found))
        memcpy (&g_array_index (scene->detour_points, HeddlePoint, detour->first), &g_array_index (before, HeddlePoint, detour->first),
                detour->n * sizeof (HeddlePoint));
    }
  scene->stale = TRUE;
}

/**
 * heddle_scene_assign_lanes:
 * @scene: a scene with detours
 * @found: (element-type guint32): for searches
 *
 * Stretches of several detours that lie on each other are moved sideways, as far as there is room.
 */
void
heddle_scene_assign_lanes (HeddleScene *scene,
                           GArray      *found)
{
  g_autoptr (GArray) stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  g_autoptr (GArray) before = g_array_copy (scene->detour_points);
  Stretch *all;

  for (guint32 i = 0; i < scene->detours->len; i++)
    {
      const HeddleDetour *detour = &g_array_index (scene->detours, HeddleDetour, i);

      if (detour->n > 0)
        add_stretches (scene, i, detour, stretches, found);
    }
  g_array_sort (stretches, compare_stretches);
  all = (Stretch *) (gpointer) stretches->data;

  /* Those on one line, as far as each begins before all of them have ended. */
  for (guint first = 0, end; first < stretches->len; first = end)
    {
      double high = all[first].high;

      for (end = first + 1; end < stretches->len && all[end].upright == all[first].upright && fabs (all[end].at - all[first].at) <= HEDDLE_DETOUR_SAME
                            && all[end].low < high; end++)
        high = MAX (high, all[end].high);
      if (end - first > 1)
        part (scene, all + first, end - first);
    }
  take_back (scene, before, found);
}
