/* heddle-scene-find.c: where the elements of a scene lie, and what lies where
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene-find"

#include "heddle-scene.h"

#include <string.h>

#include "heddle-colour-map.h"
#include "heddle-scene-geometry.h"
#include "heddle-scene-private.h"

/* Link geometry and the two R-trees are made on first use after a change: of all links at once, or, where nodes did nothing but move, of those links
 * that end at one of these. To find them all are looked at, which needs no bookkeeping of who hangs on whom. */

#define PORT_REACH 6.0 /* half the size of a port, and more around for the pointer comes from the tolerance */

/**
 * heddle_scene_port_point:
 * @self: a scene
 * @port: a port
 *
 * Returns: where it lies on the edge of its node or of the frame
 */
HeddlePoint
heddle_scene_port_point (HeddleScene *self,
                         guint32      port)
{
  const HeddleScenePort *it = heddle_scene_port (self, port);
  HeddleRect r = it->node == HEDDLE_NO_INDEX ? self->frame : heddle_scene_node_rect (heddle_scene_node (self, it->node));

  switch (it->side)
    {
    case HEDDLE_SIDE_TOP:
      return (HeddlePoint) { r.x + r.width * it->position, r.y };
    case HEDDLE_SIDE_RIGHT:
      return (HeddlePoint) { r.x + r.width, r.y + r.height * it->position };
    case HEDDLE_SIDE_BOTTOM:
      return (HeddlePoint) { r.x + r.width * it->position, r.y + r.height };
    case HEDDLE_SIDE_LEFT:
    default:
      return (HeddlePoint) { r.x, r.y + r.height * it->position };
    }
}

HeddleAttachment
heddle_scene_attachment (HeddleScene          *self,
                         const HeddleSceneEnd *end)
{
  if (end->port != HEDDLE_NO_INDEX)
    {
      HeddlePoint p = heddle_scene_port_point (self, end->port);
      const HeddleScenePort *port = heddle_scene_port (self, end->port);
      /* A link leaves a node outwards, and the frame inwards. */
      HeddleSide side = port->node != HEDDLE_NO_INDEX ? port->side : (HeddleSide) ((port->side + 2) % 4);

      return (HeddleAttachment) { { p.x, p.y, 0, 0 }, TRUE, side };
    }
  else
    return (HeddleAttachment) { heddle_scene_node_rect (heddle_scene_node (self, end->node)), FALSE, HEDDLE_SIDE_TOP };
}

static gboolean
is_same (const HeddleRect *a,
         const HeddleRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* Puts the points of a link at the end of those of all. */
static HeddleRoute
route (HeddleScene *self,
       guint32      index)
{
  const HeddleSceneLink *link = &g_array_index (self->links, HeddleSceneLink, index);
  HeddleRoute route = { .first = self->points->len };
  HeddleAttachment from = heddle_scene_attachment (self, &link->from);
  HeddleAttachment to = heddle_scene_attachment (self, &link->to);
  const HeddleDetour *detour = index < self->detours->len ? &g_array_index (self->detours, HeddleDetour, index) : NULL;

  if (detour != NULL && detour->n > 0 && is_same (&detour->from, &from.rect) && is_same (&detour->to, &to.rect))
    g_array_append_vals (self->points, &g_array_index (self->detour_points, HeddlePoint, detour->first), detour->n);
  else
    route.cubic = heddle_geometry_route (&from, &to, link, self->points);
  route.n = self->points->len - route.first;
  return route;
}

static void
box_node (HeddleScene *self,
          guint32      index)
{
  HeddleRect r = heddle_scene_node_rect (&g_array_index (self->nodes, HeddleSceneNode, index));

  g_array_index (self->node_boxes, HeddleBox, index) = (HeddleBox) { r.x, r.y, r.x + r.width, r.y + r.height };
}

static void
box_link (HeddleScene *self,
          guint32      index)
{
  const HeddleRoute *route = &g_array_index (self->routes, HeddleRoute, index);
  const HeddlePoint *p = &g_array_index (self->points, HeddlePoint, route->first);
  HeddleBox box = { p->x, p->y, p->x, p->y };

  for (guint k = 1; k < route->n; k++)
    box = (HeddleBox) { MIN (box.x0, p[k].x), MIN (box.y0, p[k].y), MAX (box.x1, p[k].x), MAX (box.y1, p[k].y) };
  g_array_index (self->link_boxes, HeddleBox, index) = box;
}

static void
update_tree (HeddleRtree  **tree,
             const GArray  *boxes)
{
  if (*tree != NULL && heddle_rtree_size (*tree) == boxes->len)
    heddle_rtree_refit (*tree, (const HeddleBox *) (gconstpointer) boxes->data);
  else
    {
      heddle_rtree_free (*tree);
      *tree = heddle_rtree_new ((const HeddleBox *) (gconstpointer) boxes->data, boxes->len);
    }
}

static void
make_all (HeddleScene *self)
{
  g_array_set_size (self->points, 0);
  g_array_set_size (self->routes, self->links->len);
  g_array_set_size (self->node_boxes, self->nodes->len);
  g_array_set_size (self->link_boxes, self->links->len);
  for (guint32 i = 0; i < self->nodes->len; i++)
    box_node (self, i);
  for (guint32 i = 0; i < self->links->len; i++)
    {
      g_array_index (self->routes, HeddleRoute, i) = route (self, i);
      box_link (self, i);
    }
}

static gboolean
end_moved (HeddleScene          *self,
           const HeddleSceneEnd *end)
{
  guint32 node = end->port != HEDDLE_NO_INDEX ? heddle_scene_port (self, end->port)->node : end->node;

  return node != HEDDLE_NO_INDEX && self->is_moved->data[node];
}

/* Makes anew what hangs on nodes that moved, in the places that it has; %FALSE if a link needs more or fewer points than before. */
static gboolean
make_moved (HeddleScene *self)
{
  for (guint i = 0; i < self->moved->len; i++)
    box_node (self, g_array_index (self->moved, guint32, i));
  for (guint32 i = 0; i < self->links->len; i++)
    {
      const HeddleSceneLink *link = &g_array_index (self->links, HeddleSceneLink, i);
      HeddleRoute *old = &g_array_index (self->routes, HeddleRoute, i), new;

      if (!end_moved (self, &link->from) && !end_moved (self, &link->to))
        continue;
      new = route (self, i);
      if (new.n != old->n)
        return FALSE;
      memcpy (&g_array_index (self->points, HeddlePoint, old->first), &g_array_index (self->points, HeddlePoint, new.first), new.n * sizeof (HeddlePoint));
      g_array_set_size (self->points, new.first);
      old->cubic = new.cubic;
      box_link (self, i);
    }
  return TRUE;
}

static void
ensure (HeddleScene *self)
{
  if (!self->stale && self->moved->len == 0)
    return;

  if (self->stale || !make_moved (self))
    make_all (self);
  for (guint i = 0; i < self->moved->len; i++)
    self->is_moved->data[g_array_index (self->moved, guint32, i)] = FALSE;
  g_array_set_size (self->moved, 0);
  self->stale = FALSE;
  update_tree (&self->node_tree, self->node_boxes);
  update_tree (&self->link_tree, self->link_boxes);
}

static void
unite (HeddleRect *all,
       gboolean   *any,
       HeddleRect  r)
{
  double right, bottom;

  if (!*any)
    {
      *all = r;
      *any = TRUE;
      return;
    }

  right = MAX (all->x + all->width, r.x + r.width);
  bottom = MAX (all->y + all->height, r.y + r.height);
  all->x = MIN (all->x, r.x);
  all->y = MIN (all->y, r.y);
  all->width = right - all->x;
  all->height = bottom - all->y;
}

/**
 * heddle_scene_bounds:
 * @self: a scene
 *
 * Returns: the smallest rectangle around nodes, their pieces, links, notes and frame; empty at the origin for an empty scene
 */
HeddleRect
heddle_scene_bounds (HeddleScene *self)
{
  HeddleRect all = { 0, 0, 0, 0 };
  gboolean any = FALSE;

  ensure (self);
  if (self->has_frame)
    unite (&all, &any, self->frame);
  for (guint i = 0; i < self->nodes->len; i++)
    unite (&all, &any, heddle_scene_node_rect (&g_array_index (self->nodes, HeddleSceneNode, i)));
  for (guint i = 0; i < self->notes->len; i++)
    unite (&all, &any, g_array_index (self->notes, HeddleSceneNote, i).rect);
  for (guint i = 0; i < self->pieces->len; i++)
    unite (&all, &any, heddle_piece_rect (self, &g_array_index (self->pieces, HeddleScenePiece, i)));
  for (guint i = 0; i < self->points->len; i++)
    {
      HeddlePoint p = g_array_index (self->points, HeddlePoint, i);

      unite (&all, &any, (HeddleRect) { p.x, p.y, 0, 0 });
    }

  return all;
}

/**
 * heddle_scene_link_points:
 * @self: a scene
 * @link: a link
 * @out_n_points: (out): number of points, at least 2
 * @out_cubic: (out): whether they are the four control points of a cubic curve, or else a polyline
 *
 * Returns: (transfer none): the points from `from` to `to`, valid until the scene changes
 */
const HeddlePoint *
heddle_scene_link_points (HeddleScene *self,
                          guint32      link,
                          guint       *out_n_points,
                          gboolean    *out_cubic)
{
  const HeddleRoute *route;

  g_return_val_if_fail (link < self->links->len, NULL);

  ensure (self);
  route = &g_array_index (self->routes, HeddleRoute, link);
  *out_n_points = route->n;
  *out_cubic = route->cubic;

  return &g_array_index (self->points, HeddlePoint, route->first);
}

static guint
flatten (HeddleScene *self,
         guint32      link,
         HeddlePoint *out_points)
{
  gboolean cubic = FALSE;
  guint n = 0;
  const HeddlePoint *points = heddle_scene_link_points (self, link, &n, &cubic);

  return heddle_geometry_flatten (points, n, cubic, out_points, HEDDLE_MAX_POLYLINE);
}

/**
 * heddle_scene_link_at:
 * @self: a scene
 * @link: a link
 * @position: 0 at its beginning, 1 at its end, by length
 * @out_direction: (out) (optional): unit vector along the link there
 *
 * Returns: the point on the link
 */
HeddlePoint
heddle_scene_link_at (HeddleScene *self,
                      guint32      link,
                      double       position,
                      HeddlePoint *out_direction)
{
  HeddlePoint p[HEDDLE_MAX_POLYLINE];
  guint n = flatten (self, link, p);
  double total = 0;
  double left;
  guint i;

  for (i = 1; i < n; i++)
    total += hypot (p[i].x - p[i - 1].x, p[i].y - p[i - 1].y);

  left = CLAMP (position, 0.0, 1.0) * total;
  for (i = 1; i < n - 1; i++)
    {
      double length = hypot (p[i].x - p[i - 1].x, p[i].y - p[i - 1].y);

      if (left <= length)
        break;
      left -= length;
    }

  {
    double dx = p[i].x - p[i - 1].x;
    double dy = p[i].y - p[i - 1].y;
    double length = hypot (dx, dy);
    double t = length > 0 ? MIN (left / length, 1.0) : 0.0;

    if (out_direction != NULL)
      *out_direction = length > 0 ? (HeddlePoint) { dx / length, dy / length } : (HeddlePoint) { 1, 0 };

    return (HeddlePoint) { p[i - 1].x + dx * t, p[i - 1].y + dy * t };
  }
}

static gboolean
hit_port_of (HeddleScene *self,
             guint32      first,
             double       x,
             double       y,
             double       reach,
             HeddleHit   *hit)
{
  for (guint32 port = first; port != HEDDLE_NO_INDEX; port = g_array_index (self->next_port, guint32, port))
    {
      HeddlePoint p = heddle_scene_port_point (self, port);

      if (fabs (p.x - x) <= reach && fabs (p.y - y) <= reach)
        {
          *hit = (HeddleHit) { HEDDLE_HIT_PORT, port };
          return TRUE;
        }
    }

  return FALSE;
}

static HeddleBox
around (double x,
        double y,
        double reach)
{
  return (HeddleBox) { x - reach, y - reach, x + reach, y + reach };
}

static gboolean
hit_link (HeddleScene *self,
          double       x,
          double       y,
          double       tolerance,
          HeddleHit   *hit)
{
  const double widest = heddle_link_width (INFINITY, 1.0);
  double best = INFINITY;

  heddle_rtree_query (self->link_tree, around (x, y, tolerance + widest / 2), self->found);
  for (guint k = 0; k < self->found->len; k++)
    {
      guint32 link = g_array_index (self->found, guint32, k);
      HeddlePoint p[HEDDLE_MAX_POLYLINE];
      guint n = flatten (self, link, p);
      double reach = tolerance + heddle_scene_link_width (self, link) / 2;

      for (guint i = 1; i < n; i++)
        {
          double distance = heddle_geometry_distance ((HeddlePoint) { x, y }, p[i - 1], p[i]);

          if (distance <= reach && distance < best)
            {
              best = distance;
              *hit = (HeddleHit) { HEDDLE_HIT_LINK, link };
            }
        }
    }

  return best < INFINITY;
}

/**
 * heddle_scene_hit:
 * @self: a scene
 * @x: a point, scene units
 * @y: a point, scene units
 * @tolerance: how far from a port or link the point may be, scene units (pointer px / zoom)
 *
 * Ports lie above nodes, nodes above links, links above notes; of several nodes the last added is found, of several links the nearest.
 *
 * Returns: what is there
 */
HeddleHit
heddle_scene_hit (HeddleScene *self,
                  double       x,
                  double       y,
                  double       tolerance)
{
  HeddleHit hit = { HEDDLE_HIT_NOTHING, HEDDLE_NO_INDEX };
  double reach = tolerance + PORT_REACH;

  ensure (self);
  if (hit_port_of (self, self->first_frame_port, x, y, reach, &hit))
    return hit;

  heddle_rtree_query (self->node_tree, around (x, y, reach), self->found);
  for (guint k = self->found->len; k-- > 0;)
    {
      guint32 node = g_array_index (self->found, guint32, k);

      if (hit_port_of (self, g_array_index (self->first_port, guint32, node), x, y, reach, &hit))
        return hit;
    }
  for (guint k = self->found->len; k-- > 0;)
    {
      guint32 node = g_array_index (self->found, guint32, k);
      HeddleRect r = heddle_scene_node_rect (heddle_scene_node (self, node));

      if (x >= r.x && x <= r.x + r.width && y >= r.y && y <= r.y + r.height)
        return (HeddleHit) { HEDDLE_HIT_NODE, node };
    }

  if (hit_link (self, x, y, tolerance, &hit))
    return hit;

  for (guint32 i = self->notes->len; i-- > 0;)
    {
      HeddleRect r = g_array_index (self->notes, HeddleSceneNote, i).rect;

      if (x >= r.x && x <= r.x + r.width && y >= r.y && y <= r.y + r.height)
        return (HeddleHit) { HEDDLE_HIT_NOTE, i };
    }

  return hit;
}

static HeddleBox
box_of (const HeddleRect *rect)
{
  return (HeddleBox) { rect->x, rect->y, rect->x + rect->width, rect->y + rect->height };
}

/**
 * heddle_scene_nodes_in:
 * @self: a scene
 * @rect: a rectangle
 * @out_indices: (element-type guint32): replaced by the nodes that meet it, ascending
 */
void
heddle_scene_nodes_in (HeddleScene      *self,
                       const HeddleRect *rect,
                       GArray           *out_indices)
{
  ensure (self);
  heddle_rtree_query (self->node_tree, box_of (rect), out_indices);
}

/**
 * heddle_scene_has_node_in:
 * @self: a scene
 * @rect: a rectangle
 *
 * Returns: whether any node meets it
 */
gboolean
heddle_scene_has_node_in (HeddleScene      *self,
                          const HeddleRect *rect)
{
  ensure (self);
  return heddle_rtree_meets (self->node_tree, box_of (rect));
}

/**
 * heddle_scene_links_in:
 * @self: a scene
 * @rect: a rectangle
 * @out_indices: (element-type guint32): replaced by the links whose bounding box meets it, ascending
 */
void
heddle_scene_links_in (HeddleScene      *self,
                       const HeddleRect *rect,
                       GArray           *out_indices)
{
  ensure (self);
  heddle_rtree_query (self->link_tree, box_of (rect), out_indices);
}
