/* heddle-scene-detour.c: links go round what they do not join
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene-detour"

#include "heddle-scene.h"

#include "heddle-scene-geometry.h"
#include "heddle-scene-private.h"

/* A link that would run behind a component which it does not join seems to end at it. Such a link is led round by right angles, as in a floor plan of
 * wires: over the lines that run beside the components near by, and in the middle between those that stand close. Shortest ways, where a bend counts
 * as BEND, and a place of an edge far from the usual one as if it were further. Those that come to lie on each other are then moved into lanes. */

#define MARGIN 12.0    /* between a component and a line beside it */
#define BEND 36.0
#define MOST_LINES 400 /* in each direction, of the ground that one way is looked for on */
#define MOST_HIDDEN 1500   /* links of a scene: where more are, as in a machine room that is drawn flat, they stay as they are, */
#define MOST_STEPS 1000000 /* likewise those for which it would take more than this, some 0.2 s; they are dashed where they are hidden */
#define ALIKE 0.3      /* of the links of one pattern have to go round, and the others do too, for the looks of it */

static const double reaches[] = { 60, 240, 1200 }; /* around the link, until there is a way */

typedef struct
{
  double left, top, right, bottom;
  gboolean is_end;
} Obstacle;

/* A place of the ground: where the lines x and y cross; the way has come there level or upright. */
typedef struct
{
  double cost, left; /* left: with what is still to come at least */
  guint32 place;     /* 2 * (y * n_x + x) + upright */
} Step;

typedef struct
{
  HeddleScene *scene;
  GArray *found;     /* guint32 */
  GArray *obstacles; /* Obstacle */
  GArray *x, *y;     /* double: lines */
  GArray *heap;      /* Step */
  double *cost;      /* by place */
  double *rest;      /* by place: from there to the end, straight on; INFINITY if it is not there */
  guint32 *before;   /* by place: where the way came from; one on an edge that it begins at, from itself */
  guint32 *last;     /* by place: where the end is */
  guint8 *blocked;   /* by crossing: 1: to the right, 2: downwards */
  gsize room;        /* of these, crossings */
  guint64 steps;
} Ground;

typedef struct
{
  HeddleRect rect;
  HeddlePoint usual;   /* where the link would end without a detour */
  gboolean has_side;
  HeddleSide side;
} End;

static double
line (GArray *lines,
      guint   i)
{
  return g_array_index (lines, double, i);
}

/* ---- what is in the way ------------------------------------------------------------------------------------------------------------ */

/* As heddle_geometry_crosses (), of a rectangle that is smaller by @less on each side. */
static gboolean
crosses (HeddlePoint a,
         HeddlePoint b,
         HeddleRect  r,
         double      less)
{
  return heddle_geometry_crosses (a, b, (HeddleRect) { r.x + less, r.y + less, r.width - 2 * less, r.height - 2 * less });
}

static guint32
node_at (HeddleScene    *scene,
         HeddleSceneEnd  end)
{
  return end.port != HEDDLE_NO_INDEX ? g_array_index (scene->ports, HeddleScenePort, end.port).node : end.node;
}

/**
 * heddle_scene_link_is_hidden:
 * @self: a scene
 * @link: a link
 * @scratch: (element-type guint32): for the search
 *
 * Returns: whether it runs behind a node that it does not join
 */
gboolean
heddle_scene_link_is_hidden (HeddleScene *self,
                             guint32      link,
                             GArray      *scratch)
{
  const HeddleSceneLink *it = heddle_scene_link (self, link);
  guint32 from = node_at (self, it->from), to = node_at (self, it->to);
  HeddlePoint p[HEDDLE_MAX_POLYLINE];
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (self, link, &n, &cubic);

  n = heddle_geometry_flatten (points, n, cubic, p, G_N_ELEMENTS (p));
  for (guint i = 1; i < n; i++)
    {
      HeddleRect box = { MIN (p[i].x, p[i - 1].x), MIN (p[i].y, p[i - 1].y), fabs (p[i].x - p[i - 1].x), fabs (p[i].y - p[i - 1].y) };

      heddle_scene_nodes_in (self, &box, scratch);
      for (guint k = 0; k < scratch->len; k++)
        {
          guint32 node = g_array_index (scratch, guint32, k);

          if (node != from && node != to && crosses (p[i - 1], p[i], heddle_scene_node_rect (heddle_scene_node (self, node)), 1))
            return TRUE;
        }
    }
  return FALSE;
}

/* ---- the ground -------------------------------------------------------------------------------------------------------------------- */

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
add_line (GArray *lines,
          double  at,
          double  low,
          double  high)
{
  if (at >= low && at <= high)
    g_array_append_val (lines, at);
}

static void
sort_lines (GArray *lines)
{
  guint n = 0;

  g_array_sort (lines, compare);
  for (guint i = 0; i < lines->len; i++)
    if (n == 0 || line (lines, i) - line (lines, n - 1) > HEDDLE_DETOUR_SAME)
      g_array_index (lines, double, n++) = line (lines, i);
  g_array_set_size (lines, n);
}

/* Beside each edge, and in the middle of each gap that is too narrow for that. */
static void
add_lines_of (GArray       *lines,
              const GArray *obstacles,
              gboolean      upright,
              double        low,
              double        high)
{
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (double));
  guint next = 0;

  for (guint i = 0; i < obstacles->len; i++)
    {
      const Obstacle *o = &g_array_index (obstacles, Obstacle, i);

      g_array_append_val (begins, *(upright ? &o->left : &o->top));
      g_array_append_val (ends, *(upright ? &o->right : &o->bottom));
    }
  sort_lines (begins);
  sort_lines (ends);
  for (guint i = 0; i < ends->len; i++)
    {
      double at = line (ends, i);

      while (next < begins->len && line (begins, next) <= at)
        next++;
      add_line (lines, at + MARGIN, low, high);
      for (guint k = next; k < begins->len && line (begins, k) < at + 2 * MARGIN; k++)
        if (line (begins, k) > at + 2 * HEDDLE_DETOUR_CLEARANCE)
          add_line (lines, (line (begins, k) + at) / 2, low, high);
    }
  for (guint i = 0; i < begins->len; i++)
    add_line (lines, line (begins, i) - MARGIN, low, high);
}

static void
add_lines_of_end (Ground           *ground,
                  const End        *end,
                  const HeddleRect *area)
{
  double right = area->x + area->width, bottom = area->y + area->height;

  add_line (ground->x, end->usual.x, area->x, right);
  add_line (ground->y, end->usual.y, area->y, bottom);
  if (end->has_side)
    return;
  add_line (ground->x, end->rect.x, area->x, right);
  add_line (ground->x, end->rect.x + end->rect.width / 2, area->x, right);
  add_line (ground->x, end->rect.x + end->rect.width, area->x, right);
  add_line (ground->y, end->rect.y, area->y, bottom);
  add_line (ground->y, end->rect.y + end->rect.height / 2, area->y, bottom);
  add_line (ground->y, end->rect.y + end->rect.height, area->y, bottom);
}

/* The first line that is larger than @at. */
static guint
find_line (GArray *lines,
           double  at)
{
  guint low = 0, high = lines->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (line (lines, middle) > at)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static void
block (Ground         *ground,
       const Obstacle *o)
{
  guint n_x = ground->x->len, n_y = ground->y->len;
  double left = o->left - HEDDLE_DETOUR_CLEARANCE, right = o->right + HEDDLE_DETOUR_CLEARANCE, top = o->top - HEDDLE_DETOUR_CLEARANCE, bottom = o->bottom + HEDDLE_DETOUR_CLEARANCE;
  guint x0 = find_line (ground->x, left), y0 = find_line (ground->y, top);

  /* The stretch to the right of line i reaches into what begins before line i + 1. */
  for (guint y = y0; y < n_y && line (ground->y, y) < bottom; y++)
    for (guint x = x0 > 0 ? x0 - 1 : 0; x < n_x && line (ground->x, x) < right; x++)
      if (x + 1 < n_x && line (ground->x, x + 1) > left)
        ground->blocked[(gsize) y * n_x + x] |= 1;
  for (guint x = x0; x < n_x && line (ground->x, x) < right; x++)
    for (guint y = y0 > 0 ? y0 - 1 : 0; y < n_y && line (ground->y, y) < bottom; y++)
      if (y + 1 < n_y && line (ground->y, y + 1) > top)
        ground->blocked[(gsize) y * n_x + x] |= 2;
}

/* %FALSE if it is too much. */
static gboolean
lay_out (Ground           *ground,
         const End        *from,
         const End        *to,
         guint32           from_node,
         guint32           to_node,
         const HeddleRect *area)
{
  gsize n;

  g_array_set_size (ground->x, 0);
  g_array_set_size (ground->y, 0);
  g_array_set_size (ground->obstacles, 0);
  heddle_scene_nodes_in (ground->scene, area, ground->found);
  for (guint i = 0; i < ground->found->len; i++)
    {
      guint32 node = g_array_index (ground->found, guint32, i);
      HeddleRect r = heddle_scene_node_rect (heddle_scene_node (ground->scene, node));
      Obstacle o = { r.x, r.y, r.x + r.width, r.y + r.height, node == from_node || node == to_node };

      g_array_append_val (ground->obstacles, o);
    }
  add_lines_of (ground->x, ground->obstacles, TRUE, area->x, area->x + area->width);
  add_lines_of (ground->y, ground->obstacles, FALSE, area->y, area->y + area->height);
  add_lines_of_end (ground, from, area);
  add_lines_of_end (ground, to, area);
  sort_lines (ground->x);
  sort_lines (ground->y);
  if (ground->x->len < 2 || ground->y->len < 2 || ground->x->len > MOST_LINES || ground->y->len > MOST_LINES)
    return FALSE;

  n = (gsize) ground->x->len * ground->y->len;
  if (n > ground->room)
    {
      ground->room = n;
      ground->cost = g_renew (double, ground->cost, 2 * n);
      ground->rest = g_renew (double, ground->rest, 2 * n);
      ground->before = g_renew (guint32, ground->before, 2 * n);
      ground->last = g_renew (guint32, ground->last, 2 * n);
      ground->blocked = g_renew (guint8, ground->blocked, n);
    }
  for (gsize i = 0; i < 2 * n; i++)
    ground->cost[i] = ground->rest[i] = INFINITY;
  for (gsize i = 0; i < n; i++)
    ground->blocked[i] = 0;
  ground->steps += n;
  for (guint i = 0; i < ground->obstacles->len; i++)
    block (ground, &g_array_index (ground->obstacles, Obstacle, i));
  return TRUE;
}

/* ---- the shortest way -------------------------------------------------------------------------------------------------------------- */

static void
push (GArray *heap,
      Step    step)
{
  guint i = heap->len;

  g_array_set_size (heap, i + 1);
  while (i > 0 && g_array_index (heap, Step, (i - 1) / 2).left > step.left)
    {
      g_array_index (heap, Step, i) = g_array_index (heap, Step, (i - 1) / 2);
      i = (i - 1) / 2;
    }
  g_array_index (heap, Step, i) = step;
}

static Step
pop (GArray *heap)
{
  Step first = g_array_index (heap, Step, 0), last = g_array_index (heap, Step, heap->len - 1);
  guint i = 0, n = heap->len - 1;

  for (guint child = 1; child < n; child = 2 * i + 1)
    {
      if (child + 1 < n && g_array_index (heap, Step, child + 1).left < g_array_index (heap, Step, child).left)
        child++;
      if (g_array_index (heap, Step, child).left >= last.left)
        break;
      g_array_index (heap, Step, i) = g_array_index (heap, Step, child);
      i = child;
    }
  if (n > 0)
    g_array_index (heap, Step, i) = last;
  g_array_set_size (heap, n);
  return first;
}

/* Whether a link may end there: on an edge, not at a corner; @out_side: on which. */
static gboolean
is_on_edge (const End  *end,
            double      x,
            double      y,
            HeddleSide *out_side)
{
  const HeddleRect *r = &end->rect;
  double inset_x = MIN (HEDDLE_DETOUR_INSET, r->width / 4), inset_y = MIN (HEDDLE_DETOUR_INSET, r->height / 4);

  if (end->has_side)
    {
      *out_side = end->side;
      return fabs (x - end->usual.x) <= HEDDLE_DETOUR_SAME && fabs (y - end->usual.y) <= HEDDLE_DETOUR_SAME;
    }
  if (x >= r->x + inset_x && x <= r->x + r->width - inset_x)
    {
      *out_side = HEDDLE_SIDE_TOP;
      if (fabs (y - r->y) <= HEDDLE_DETOUR_SAME)
        return TRUE;
      *out_side = HEDDLE_SIDE_BOTTOM;
      if (fabs (y - r->y - r->height) <= HEDDLE_DETOUR_SAME)
        return TRUE;
    }
  if (y >= r->y + inset_y && y <= r->y + r->height - inset_y)
    {
      *out_side = HEDDLE_SIDE_LEFT;
      if (fabs (x - r->x) <= HEDDLE_DETOUR_SAME)
        return TRUE;
      *out_side = HEDDLE_SIDE_RIGHT;
      if (fabs (x - r->x - r->width) <= HEDDLE_DETOUR_SAME)
        return TRUE;
    }
  return FALSE;
}

/* A long side is as good anywhere, nearly; a link should leave a short one in its middle. */
static double
cost_of_edge (const End *end,
              double     x,
              double     y,
              HeddleSide side)
{
  gboolean across = side == HEDDLE_SIDE_TOP || side == HEDDLE_SIDE_BOTTOM;
  double length = across ? end->rect.width : end->rect.height;
  double middle = across ? fabs (x - end->rect.x - end->rect.width / 2) : fabs (y - end->rect.y - end->rect.height / 2);
  double usual = across ? fabs (x - end->usual.x) : fabs (y - end->usual.y);

  if (end->has_side)
    return 0;
  /* Of two that are as good the left one. */
  return (length < 100 ? middle : 0.15 * MIN (usual, length)) + (side == HEDDLE_SIDE_RIGHT ? 1 : 0);
}

static double
distance_to (const End *end,
             double     x,
             double     y)
{
  double dx = MAX (MAX (end->rect.x - x, x - end->rect.x - end->rect.width), 0);
  double dy = MAX (MAX (end->rect.y - y, y - end->rect.y - end->rect.height), 0);

  return dx + dy;
}

static void
reach (Ground    *ground,
       const End *to,
       guint      x,
       guint      y,
       gboolean   upright,
       double     cost,
       guint32    before)
{
  guint32 place = 2 * (y * ground->x->len + x) + (upright ? 1 : 0);

  if (cost >= ground->cost[place])
    return;
  ground->cost[place] = cost;
  ground->before[place] = before;
  push (ground->heap, (Step) { cost, cost + distance_to (to, line (ground->x, x), line (ground->y, y)), place });
}

/* The crossing that comes next on that side; %FALSE if there is none. */
static gboolean
next_to (const Ground *ground,
         guint         x,
         guint         y,
         HeddleSide    side,
         guint        *out_x,
         guint        *out_y)
{
  *out_x = x;
  *out_y = y;
  switch (side)
    {
    case HEDDLE_SIDE_TOP:
      *out_y = y - 1;
      return y > 0;
    case HEDDLE_SIDE_BOTTOM:
      *out_y = y + 1;
      return y + 1 < ground->y->len;
    case HEDDLE_SIDE_LEFT:
      *out_x = x - 1;
      return x > 0;
    case HEDDLE_SIDE_RIGHT:
    default:
      *out_x = x + 1;
      return x + 1 < ground->x->len;
    }
}

/* Between two that follow each other. */
static gboolean
is_free (const Ground *ground,
         guint         x,
         guint         y,
         guint         next_x,
         guint         next_y)
{
  gsize first = (gsize) MIN (y, next_y) * ground->x->len + MIN (x, next_x);

  return (ground->blocked[first] & (y != next_y ? 2 : 1)) == 0;
}

static double
distance (const Ground *ground,
          guint         x,
          guint         y,
          guint         to_x,
          guint         to_y)
{
  return fabs (line (ground->x, to_x) - line (ground->x, x)) + fabs (line (ground->y, to_y) - line (ground->y, y));
}

/* From an edge straight on to where other ways may be; %FALSE if something else is there. */
static gboolean
find_stub (const Ground *ground,
           guint         x,
           guint         y,
           HeddleSide    side,
           guint        *out_x,
           guint        *out_y)
{
  HeddlePoint a = { line (ground->x, x), line (ground->y, y) }, b;

  *out_x = x;
  *out_y = y;
  do
    if (!next_to (ground, *out_x, *out_y, side, out_x, out_y))
      return FALSE;
  while (distance (ground, x, y, *out_x, *out_y) <= HEDDLE_DETOUR_CLEARANCE);

  b = (HeddlePoint) { line (ground->x, *out_x), line (ground->y, *out_y) };
  for (guint i = 0; i < ground->obstacles->len; i++)
    {
      const Obstacle *o = &g_array_index (ground->obstacles, Obstacle, i);

      if (crosses (a, b, (HeddleRect) { o->left, o->top, o->right - o->left, o->bottom - o->top }, o->is_end ? 0 : -HEDDLE_DETOUR_CLEARANCE))
        return FALSE;
    }
  return TRUE;
}

static guint32
place_of (const Ground *ground,
          guint         x,
          guint         y,
          gboolean      upright)
{
  return 2 * (y * ground->x->len + x) + (upright ? 1 : 0);
}

/* Where ways may begin, and where they may end and at what cost. A place on an edge is before itself. */
static void
lay_stubs (Ground    *ground,
           const End *from,
           const End *to)
{
  g_array_set_size (ground->heap, 0);
  for (guint y = 0; y < ground->y->len; y++)
    for (guint x = 0; x < ground->x->len; x++)
      for (guint k = 0; k < 2; k++)
        {
          const End *end = k == 0 ? from : to;
          double at_x = line (ground->x, x), at_y = line (ground->y, y), cost;
          HeddleSide side;
          guint stub_x, stub_y;
          guint32 edge = place_of (ground, x, y, FALSE), stub;
          gboolean upright;

          if (!is_on_edge (end, at_x, at_y, &side) || !find_stub (ground, x, y, side, &stub_x, &stub_y))
            continue;
          upright = side == HEDDLE_SIDE_TOP || side == HEDDLE_SIDE_BOTTOM;
          stub = place_of (ground, stub_x, stub_y, upright);
          cost = cost_of_edge (end, at_x, at_y, side) + distance (ground, x, y, stub_x, stub_y);
          ground->before[edge] = edge;
          if (k == 0)
            reach (ground, to, stub_x, stub_y, upright, cost, edge);
          else if (cost < ground->rest[stub])
            {
              ground->rest[stub] = cost;
              ground->last[stub] = edge;
            }
        }
}

/* The last place, or %G_MAXUINT32. */
static guint32
search (Ground    *ground,
        const End *from,
        const End *to)
{
  guint32 best = G_MAXUINT32;
  double best_cost = INFINITY;
  guint n_x = ground->x->len;

  lay_stubs (ground, from, to);
  while (ground->heap->len > 0)
    {
      Step step = pop (ground->heap);
      guint x = step.place / 2 % n_x, y = step.place / 2 / n_x;
      gboolean upright = step.place & 1;

      if (step.left >= best_cost)
        break;
      if (step.cost > ground->cost[step.place])
        continue;
      ground->steps++;
      for (guint turns = 0; turns < 2; turns++)
        {
          guint32 stub = step.place ^ turns;
          double cost = step.cost + ground->rest[stub] + turns * BEND;

          if (cost < best_cost)
            {
              best_cost = cost;
              best = ground->last[stub];
              ground->before[best] = step.place;
            }
        }
      for (HeddleSide side = HEDDLE_SIDE_TOP; side <= HEDDLE_SIDE_LEFT; side++)
        {
          gboolean is_upright = side == HEDDLE_SIDE_TOP || side == HEDDLE_SIDE_BOTTOM;
          guint next_x, next_y;

          if (next_to (ground, x, y, side, &next_x, &next_y) && is_free (ground, x, y, next_x, next_y))
            reach (ground, to, next_x, next_y, is_upright, step.cost + distance (ground, x, y, next_x, next_y) + (is_upright != upright ? BEND : 0),
                   step.place);
        }
    }
  return best;
}

/* From the end to the beginning; points of straight stretches are left out. */
static void
collect (Ground  *ground,
         guint32  last,
         GArray  *out_points)
{
  guint n_x = ground->x->len;
  guint32 at = last;

  g_array_set_size (out_points, 0);
  for (guint i = 0; i < 4 * HEDDLE_MAX_POLYLINE; i++)
    {
      HeddlePoint p = { line (ground->x, at / 2 % n_x), line (ground->y, at / 2 / n_x) };
      guint n = out_points->len;
      const HeddlePoint *points = (const HeddlePoint *) (gconstpointer) out_points->data;

      if (n >= 2 && ((points[n - 1].x == p.x && points[n - 2].x == p.x) || (points[n - 1].y == p.y && points[n - 2].y == p.y)))
        g_array_index (out_points, HeddlePoint, n - 1) = p;
      else
        g_array_append_val (out_points, p);
      if (ground->before[at] == at)
        break;
      at = ground->before[at];
    }
  for (guint i = 0; i < out_points->len / 2; i++)
    {
      HeddlePoint p = g_array_index (out_points, HeddlePoint, i);

      g_array_index (out_points, HeddlePoint, i) = g_array_index (out_points, HeddlePoint, out_points->len - 1 - i);
      g_array_index (out_points, HeddlePoint, out_points->len - 1 - i) = p;
    }
}

static End
end_of (HeddleScene    *scene,
        HeddleSceneEnd  end,
        HeddlePoint     usual)
{
  HeddleAttachment it = heddle_scene_attachment (scene, &end);

  return (End) { it.rect, it.has_side ? (HeddlePoint) { it.rect.x, it.rect.y } : usual, it.has_side, it.side };
}

static gboolean
find_way (Ground  *ground,
          guint32  index,
          GArray  *out_points)
{
  const HeddleSceneLink *link = heddle_scene_link (ground->scene, index);
  gboolean cubic;
  guint n;
  const HeddlePoint *points = heddle_scene_link_points (ground->scene, index, &n, &cubic);
  HeddlePoint a = points[0], b = points[n - 1];
  End from = end_of (ground->scene, link->from, a), to = end_of (ground->scene, link->to, b);

  for (guint i = 0; i < G_N_ELEMENTS (reaches) && ground->steps < MOST_STEPS; i++)
    {
      double r = reaches[i];
      HeddleRect area = { MIN (a.x, b.x) - r, MIN (a.y, b.y) - r, fabs (a.x - b.x) + 2 * r, fabs (a.y - b.y) + 2 * r };
      guint32 last;

      if (!lay_out (ground, &from, &to, node_at (ground->scene, link->from), node_at (ground->scene, link->to), &area))
        continue; /* nothing but itself is near, or too much */
      last = search (ground, &from, &to);
      if (last != G_MAXUINT32)
        {
          collect (ground, last, out_points);
          return out_points->len >= 2 && out_points->len <= HEDDLE_MAX_POLYLINE;
        }
    }
  return FALSE;
}

/* ---- all of a scene ---------------------------------------------------------------------------------------------------------------- */

/* Of each link, whether it is hidden; %FALSE if that is too many. */
static gboolean
find_hidden (HeddleScene *self,
             GArray      *out_hidden,
             GArray      *found)
{
  guint n = 0;

  g_array_set_size (out_hidden, self->links->len);
  for (guint32 i = 0; i < self->links->len && n <= MOST_HIDDEN; i++)
    n += g_array_index (out_hidden, gboolean, i) = heddle_scene_link_is_hidden (self, i, found);
  return n <= MOST_HIDDEN;
}

static void
set_detour (HeddleScene *self,
            guint32      index,
            GArray      *way)
{
  HeddleDetour none = { 0 };

  while (self->detours->len < self->links->len)
    g_array_append_val (self->detours, none);
  g_array_index (self->detours, HeddleDetour, index)
    = (HeddleDetour) { self->detour_points->len, way->len, heddle_scene_attachment (self, &heddle_scene_link (self, index)->from).rect,
                       heddle_scene_attachment (self, &heddle_scene_link (self, index)->to).rect };
  g_array_append_vals (self->detour_points, way->data, way->len);
}

/**
 * heddle_scene_find_detours:
 * @self: a scene whose nodes, ports and links are there
 *
 * Leads all links round nodes that they do not join, as far as there is a way and it is not too much. A detour holds until one of its ends is moved.
 */
void
heddle_scene_find_detours (HeddleScene *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  g_autoptr (GArray) hidden = g_array_new (FALSE, FALSE, sizeof (gboolean));
  Ground ground = { .scene = self };
  guint n_links, n_detours = 0;

  g_array_set_size (self->detours, 0);
  g_array_set_size (self->detour_points, 0);
  self->stale = TRUE;
  n_links = find_hidden (self, hidden, found) ? self->links->len : 0;
  ground.found = g_array_new (FALSE, FALSE, sizeof (guint32));
  ground.obstacles = g_array_new (FALSE, FALSE, sizeof (Obstacle));
  ground.x = g_array_new (FALSE, FALSE, sizeof (double));
  ground.y = g_array_new (FALSE, FALSE, sizeof (double));
  ground.heap = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint32 first = 0, end = 0; first < n_links; first = end)
    {
      guint n_hidden = 0;

      for (; end < n_links && heddle_scene_link (self, end)->id == heddle_scene_link (self, first)->id; end++)
        n_hidden += g_array_index (hidden, gboolean, end);
      for (guint32 i = first; i < end && n_hidden > 0; i++)
        if ((g_array_index (hidden, gboolean, i) || n_hidden >= ALIKE * (end - first)) && ground.steps < MOST_STEPS && find_way (&ground, i, way))
          {
            set_detour (self, i, way);
            n_detours++;
          }
    }
  if (n_detours > 0)
    heddle_scene_assign_lanes (self, found);

  g_array_unref (ground.found);
  g_array_unref (ground.obstacles);
  g_array_unref (ground.x);
  g_array_unref (ground.y);
  g_array_unref (ground.heap);
  g_free (ground.cost);
  g_free (ground.rest);
  g_free (ground.before);
  g_free (ground.last);
  g_free (ground.blocked);
}
