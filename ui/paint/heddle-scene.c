/* heddle-scene.c: what is drawn on the canvas, as plain data
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-scene"

#include "heddle-scene.h"

#include <string.h>

#include "heddle-colour-map.h"
#include "heddle-rtree.h"
#include "heddle-scene-geometry.h"

/* Link geometry and the two R-trees are made on first use after a change: all links at once, which for 20,000 links
 * takes about a millisecond and needs no bookkeeping of who hangs on whom. */

#define PORT_REACH 6.0 /* half the size of a port, and more around for the pointer comes from the tolerance */

typedef struct
{
  guint32 first, n; /* points in HeddleScene.points */
  gboolean cubic;
} Route;

struct _HeddleScene
{
  gatomicrefcount references;

  /* owned */
  GStringChunk *strings;
  GArray *nodes;       /* HeddleSceneNode; subtitle, figure and strip are owned by the scene */
  GArray *ports;       /* HeddleScenePort */
  GArray *links;       /* HeddleSceneLink */
  GArray *notes;       /* HeddleSceneNote */
  GArray *dots;        /* HeddleSceneDot */
  GArray *first_port;  /* guint32 per node: its last added port, HEDDLE_NO_INDEX if none */
  GArray *next_port;   /* guint32 per port: another port of the same node */
  GArray *routes;      /* Route per link */
  GArray *points;      /* HeddlePoint */
  GArray *found;       /* guint32, scratch of hit tests */
  HeddleRtree *node_tree;
  HeddleRtree *link_tree;

  guint32 first_frame_port;
  gboolean has_frame;
  HeddleRect frame;
  const char *frame_title;
  double width_reference;
  gboolean stale; /* routes and trees */
};

/**
 * heddle_scene_new:
 *
 * Returns: (transfer full): an empty scene
 */
HeddleScene *
heddle_scene_new (void)
{
  HeddleScene *self = g_new0 (HeddleScene, 1);

  g_atomic_ref_count_init (&self->references);
  self->strings = g_string_chunk_new (4096);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HeddleSceneNode));
  self->ports = g_array_new (FALSE, FALSE, sizeof (HeddleScenePort));
  self->links = g_array_new (FALSE, FALSE, sizeof (HeddleSceneLink));
  self->notes = g_array_new (FALSE, FALSE, sizeof (HeddleSceneNote));
  self->dots = g_array_new (FALSE, FALSE, sizeof (HeddleSceneDot));
  self->first_port = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->next_port = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->routes = g_array_new (FALSE, FALSE, sizeof (Route));
  self->points = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  self->found = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first_frame_port = HEDDLE_NO_INDEX;
  self->width_reference = heddle_link_width_reference (0);
  self->stale = TRUE;

  return self;
}

HeddleScene *
heddle_scene_ref (HeddleScene *self)
{
  g_atomic_ref_count_inc (&self->references);

  return self;
}

void
heddle_scene_unref (HeddleScene *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      HeddleSceneNode *node = &g_array_index (self->nodes, HeddleSceneNode, i);

      g_free ((char *) node->subtitle);
      g_free ((char *) node->figure);
      g_free ((float *) node->strip);
    }
  for (guint i = 0; i < self->links->len; i++)
    g_free ((HeddlePoint *) g_array_index (self->links, HeddleSceneLink, i).bends);

  g_string_chunk_free (self->strings);
  g_array_unref (self->nodes);
  g_array_unref (self->ports);
  g_array_unref (self->links);
  g_array_unref (self->notes);
  g_array_unref (self->dots);
  g_array_unref (self->first_port);
  g_array_unref (self->next_port);
  g_array_unref (self->routes);
  g_array_unref (self->points);
  g_array_unref (self->found);
  heddle_rtree_free (self->node_tree);
  heddle_rtree_free (self->link_tree);
  g_free (self);
}

static const char *
keep (HeddleScene *self,
      const char  *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->strings, text) : NULL;
}

/**
 * heddle_scene_add_node:
 * @self: a scene
 * @node: a node; everything it points to is copied
 *
 * Returns: its index
 */
guint32
heddle_scene_add_node (HeddleScene           *self,
                       const HeddleSceneNode *node)
{
  HeddleSceneNode copy = *node;
  guint32 none = HEDDLE_NO_INDEX;

  g_return_val_if_fail (isfinite (node->x) && isfinite (node->y), HEDDLE_NO_INDEX);
  g_return_val_if_fail (node->width >= 0 && node->height >= 0, HEDDLE_NO_INDEX);

  copy.name = keep (self, node->name != NULL ? node->name : "");
  copy.subtitle = g_strdup (node->subtitle);
  copy.figure = g_strdup (node->figure);
  copy.strip = g_memdup2 (node->strip, node->n_strip * sizeof (float));
  g_array_append_val (self->nodes, copy);
  g_array_append_val (self->first_port, none);
  self->stale = TRUE;

  return self->nodes->len - 1;
}

/**
 * heddle_scene_add_port:
 * @self: a scene
 * @port: a port on an earlier node, or on the frame
 *
 * Returns: its index
 */
guint32
heddle_scene_add_port (HeddleScene           *self,
                       const HeddleScenePort *port)
{
  HeddleScenePort copy = *port;
  guint32 *head;

  g_return_val_if_fail (port->node == HEDDLE_NO_INDEX || port->node < self->nodes->len, HEDDLE_NO_INDEX);

  copy.label = keep (self, port->label);
  g_array_append_val (self->ports, copy);
  head = port->node == HEDDLE_NO_INDEX ? &self->first_frame_port : &g_array_index (self->first_port, guint32, port->node);
  g_array_append_val (self->next_port, *head);
  *head = self->ports->len - 1;
  self->stale = TRUE;

  return self->ports->len - 1;
}

static gboolean
end_exists (HeddleScene          *self,
            const HeddleSceneEnd *end)
{
  return end->port != HEDDLE_NO_INDEX ? end->port < self->ports->len : end->node < self->nodes->len;
}

/**
 * heddle_scene_add_link:
 * @self: a scene
 * @link: a link between earlier nodes or ports
 *
 * Returns: its index
 */
guint32
heddle_scene_add_link (HeddleScene           *self,
                       const HeddleSceneLink *link)
{
  HeddleSceneLink copy = *link;

  g_return_val_if_fail (end_exists (self, &link->from) && end_exists (self, &link->to), HEDDLE_NO_INDEX);
  g_return_val_if_fail (link->n_bends <= HEDDLE_MAX_POLYLINE - 2, HEDDLE_NO_INDEX);

  copy.label = keep (self, link->label);
  copy.bends = g_memdup2 (link->bends, link->n_bends * sizeof (HeddlePoint));
  g_array_append_val (self->links, copy);
  self->stale = TRUE;

  return self->links->len - 1;
}

void
heddle_scene_add_note (HeddleScene           *self,
                       const HeddleSceneNote *note)
{
  HeddleSceneNote copy = *note;

  copy.text = keep (self, note->text);
  g_array_append_val (self->notes, copy);
}

/**
 * heddle_scene_set_frame:
 * @self: a scene
 * @rect: (nullable): the dashed frame of the module that is drawn; %NULL for none
 * @title: (nullable): written at its top left
 */
void
heddle_scene_set_frame (HeddleScene      *self,
                        const HeddleRect *rect,
                        const char       *title)
{
  self->has_frame = rect != NULL;
  if (rect != NULL)
    self->frame = *rect;
  self->frame_title = keep (self, title);
  self->stale = TRUE;
}

guint
heddle_scene_n_nodes (const HeddleScene *self)
{
  return self->nodes->len;
}

guint
heddle_scene_n_ports (const HeddleScene *self)
{
  return self->ports->len;
}

guint
heddle_scene_n_links (const HeddleScene *self)
{
  return self->links->len;
}

guint
heddle_scene_n_notes (const HeddleScene *self)
{
  return self->notes->len;
}

HeddleSceneNode *
heddle_scene_node (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->nodes->len, NULL);

  return &g_array_index (self->nodes, HeddleSceneNode, index);
}

HeddleScenePort *
heddle_scene_port (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->ports->len, NULL);

  return &g_array_index (self->ports, HeddleScenePort, index);
}

HeddleSceneLink *
heddle_scene_link (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->links->len, NULL);

  return &g_array_index (self->links, HeddleSceneLink, index);
}

const HeddleSceneNote *
heddle_scene_note (HeddleScene *self,
                   guint32      index)
{
  g_return_val_if_fail (index < self->notes->len, NULL);

  return &g_array_index (self->notes, HeddleSceneNote, index);
}

/**
 * heddle_scene_get_frame:
 * @self: a scene
 * @out_rect: (out): the frame
 * @out_title: (out) (transfer none) (nullable): its title
 *
 * Returns: %TRUE if there is a frame
 */
gboolean
heddle_scene_get_frame (HeddleScene  *self,
                        HeddleRect   *out_rect,
                        const char  **out_title)
{
  if (!self->has_frame)
    return FALSE;

  *out_rect = self->frame;
  *out_title = self->frame_title;

  return TRUE;
}

/* Moves a node's centre; links follow. */
void
heddle_scene_move_node (HeddleScene *self,
                        guint32      index,
                        double       x,
                        double       y)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL && isfinite (x) && isfinite (y));

  node->x = x;
  node->y = y;
  self->stale = TRUE;
}

static void
replace_text (const char **place,
              const char  *text)
{
  if (g_strcmp0 (*place, text) == 0)
    return;

  g_free ((char *) *place);
  *place = g_strdup (text);
}

/**
 * heddle_scene_set_node_text:
 * @self: a scene
 * @index: a node
 * @subtitle: (nullable): new subtitle
 * @figure: (nullable): new figure
 */
void
heddle_scene_set_node_text (HeddleScene *self,
                            guint32      index,
                            const char  *subtitle,
                            const char  *figure)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);

  g_return_if_fail (node != NULL);

  replace_text (&node->subtitle, subtitle);
  replace_text (&node->figure, figure);
}

/**
 * heddle_scene_set_strip:
 * @self: a scene
 * @index: a node
 * @values: (array length=n_values) (nullable): 0 to 1 per member, NAN is a gap; copied
 * @n_values: their number; 0 removes the strip
 */
void
heddle_scene_set_strip (HeddleScene *self,
                        guint32      index,
                        const float *values,
                        guint        n_values)
{
  HeddleSceneNode *node = heddle_scene_node (self, index);
  float *strip;

  g_return_if_fail (node != NULL);

  strip = (float *) node->strip;
  if (n_values != node->n_strip)
    {
      g_free (strip);
      strip = n_values > 0 ? g_new (float, n_values) : NULL;
    }
  if (n_values > 0)
    memcpy (strip, values, n_values * sizeof (float));
  node->strip = strip;
  node->n_strip = n_values;
}

/**
 * heddle_scene_set_width_reference:
 * @self: a scene
 * @bytes: what a link of 6 px carries: heddle_link_width_reference() of the run; 30 GB at first
 */
void
heddle_scene_set_width_reference (HeddleScene *self,
                                  double       bytes)
{
  g_return_if_fail (bytes > 0);

  self->width_reference = bytes;
}

/**
 * heddle_scene_link_width:
 * @self: a scene
 * @link: a link
 *
 * Returns: its width with heat shown, in scene units
 */
double
heddle_scene_link_width (HeddleScene *self,
                         guint32      link)
{
  const HeddleSceneLink *it = heddle_scene_link (self, link);

  return isfinite (it->heat) ? heddle_link_width (it->bytes, self->width_reference) : heddle_link_width (0, self->width_reference);
}

/* Replaces all dots; copied. */
void
heddle_scene_set_dots (HeddleScene          *self,
                       const HeddleSceneDot *dots,
                       guint                 n_dots)
{
  g_array_set_size (self->dots, 0);
  g_array_append_vals (self->dots, dots, n_dots);
}

const HeddleSceneDot *
heddle_scene_get_dots (HeddleScene *self,
                       guint       *out_n_dots)
{
  *out_n_dots = self->dots->len;

  return (const HeddleSceneDot *) self->dots->data;
}

HeddleRect
heddle_scene_node_rect (const HeddleSceneNode *node)
{
  return (HeddleRect) { node->x - node->width / 2, node->y - node->height / 2, node->width, node->height };
}

/**
 * heddle_scene_node_layout:
 * @node: a node
 *
 * Returns: its layout, with HEDDLE_NODE_AUTO resolved from its size
 */
HeddleNodeLayout
heddle_scene_node_layout (const HeddleSceneNode *node)
{
  if (node->layout != HEDDLE_NODE_AUTO)
    return node->layout;
  else if (node->height <= 46 && node->width >= 120)
    return HEDDLE_NODE_BAR;
  else if (node->width >= 120)
    return HEDDLE_NODE_CARD;
  else
    return node->height >= 64 ? HEDDLE_NODE_TILE : HEDDLE_NODE_COMPACT;
}

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

static HeddleAttachment
attachment (HeddleScene          *self,
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

static void
route_all (HeddleScene *self)
{
  g_array_set_size (self->points, 0);
  g_array_set_size (self->routes, self->links->len);
  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleSceneLink *link = &g_array_index (self->links, HeddleSceneLink, i);
      Route *route = &g_array_index (self->routes, Route, i);
      HeddleAttachment from = attachment (self, &link->from);
      HeddleAttachment to = attachment (self, &link->to);

      route->first = self->points->len;
      route->cubic = heddle_geometry_route (&from, &to, link, self->points);
      route->n = self->points->len - route->first;
    }
}

static void
update_tree (HeddleRtree     **tree,
             const HeddleBox  *boxes,
             guint             n_boxes)
{
  if (*tree != NULL && heddle_rtree_size (*tree) == n_boxes)
    heddle_rtree_refit (*tree, boxes);
  else
    {
      heddle_rtree_free (*tree);
      *tree = heddle_rtree_new (boxes, n_boxes);
    }
}

static void
ensure (HeddleScene *self)
{
  g_autofree HeddleBox *boxes = NULL;

  if (!self->stale)
    return;

  self->stale = FALSE;
  route_all (self);
  boxes = g_new (HeddleBox, MAX (MAX (self->nodes->len, self->links->len), 1));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      HeddleRect r = heddle_scene_node_rect (&g_array_index (self->nodes, HeddleSceneNode, i));

      boxes[i] = (HeddleBox) { r.x, r.y, r.x + r.width, r.y + r.height };
    }
  update_tree (&self->node_tree, boxes, self->nodes->len);

  for (guint i = 0; i < self->links->len; i++)
    {
      const Route *route = &g_array_index (self->routes, Route, i);
      const HeddlePoint *p = &g_array_index (self->points, HeddlePoint, route->first);

      boxes[i] = (HeddleBox) { p->x, p->y, p->x, p->y };
      for (guint k = 1; k < route->n; k++)
        boxes[i] = (HeddleBox) { MIN (boxes[i].x0, p[k].x), MIN (boxes[i].y0, p[k].y),
                                 MAX (boxes[i].x1, p[k].x), MAX (boxes[i].y1, p[k].y) };
    }
  update_tree (&self->link_tree, boxes, self->links->len);
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
 * Returns: the smallest rectangle around nodes, links, notes and frame; empty at the origin for an empty scene
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
  const Route *route;

  g_return_val_if_fail (link < self->links->len, NULL);

  ensure (self);
  route = &g_array_index (self->routes, Route, link);
  *out_n_points = route->n;
  *out_cubic = route->cubic;

  return &g_array_index (self->points, HeddlePoint, route->first);
}

static guint
flatten (HeddleScene *self,
         guint32      link,
         HeddlePoint *out_points)
{
  gboolean cubic;
  guint n;
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
 * Ports lie above nodes, nodes above links; of several nodes the last added is found, of several links the nearest.
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

  hit_link (self, x, y, tolerance, &hit);

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
