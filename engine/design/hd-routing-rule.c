/* hd-routing-rule.c: routes that a module lays down for all its members
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-router"

#include "hd-routing-rule.h"

HdRoutingRule
hd_routing_rule_parse (const char *text)
{
  return g_strcmp0 (text, "dimension-order") == 0      ? HD_ROUTING_DIMENSION_ORDER
         : g_strcmp0 (text, "first-dimension") == 0    ? HD_ROUTING_FIRST_DIMENSION
         : g_strcmp0 (text, "destination-modulo") == 0 ? HD_ROUTING_DESTINATION_MODULO
                                                       : HD_ROUTING_SHORTEST;
}

HdRoutingRule
hd_routing_rule_find (HdDesign *design,
                      guint32 from,
                      guint32 to)
{
  const GArray *rules = design->data->rules;
  const HdNode *nodes = hd_design_get_nodes (design);
  guint low = 0, high = rules->len;

  if (rules->len == 0 || nodes[from].scope != nodes[to].scope)
    return HD_ROUTING_SHORTEST;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (rules, HdScopeRule, middle).scope < nodes[from].scope)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == rules->len || g_array_index (rules, HdScopeRule, low).scope != nodes[from].scope)
    return HD_ROUTING_SHORTEST;
  return g_array_index (rules, HdScopeRule, low).rule;
}

/* ---- dimension order ------------------------------------------------------------------------------------------------------- */

/* The link by which a node is joined to a switch beside it, and that switch; a switch itself is there already. */
static guint32
find_switch (const HdNode *nodes,
             const HdRouteGraph *graph,
             guint32 node,
             guint32 *out_link)
{
  guint n;
  const HdArc *arcs = hd_route_graph_get_arcs (graph, node, &n);

  *out_link = HD_NO_ID;
  if (hd_route_graph_is_switch (graph, node))
    return node;
  for (guint i = 0; i < n; i++)
    if (nodes[arcs[i].node].scope == nodes[node].scope && hd_route_graph_is_switch (graph, arcs[i].node))
      {
        *out_link = arcs[i].link;
        return arcs[i].node;
      }
  return HD_NO_ID;
}

/* The shorter way round; at equal length straight on, or as SimGrid has it. */
static gboolean
grows (HdRoutingRule rule,
       guint32 from,
       guint32 to,
       guint32 size)
{
  if (rule == HD_ROUTING_FIRST_DIMENSION)
    return to > from ? to - from <= size - (to - from) : from - to > size - (from - to);
  return to > from ? to <= from + size / 2 : from > size / 2 && (from + size / 2) % size >= to;
}

/* The links from @at to where its index in dimension @d is @wanted. */
static gboolean
walk (const HdRouteGraph *graph,
      const HdShape *shape,
      guint d,
      guint32 stride,
      gboolean up,
      guint32 place,
      guint32 wanted,
      guint32 *at,
      GArray *links)
{
  guint32 size = shape->size[d], here = *at, arc = 0;
  guint32 n = up ? (wanted + size - place) % size : (place + size - wanted) % size;
  guint before = links->len;

  g_array_set_size (links, before + n);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 next_place = up ? (place + 1 < size ? place + 1 : 0) : (place > 0 ? place : size) - 1;
      guint32 next = here + next_place * stride - place * stride;
      guint32 link = hd_route_graph_find_link (graph, here, next, &arc);

      if (link == HD_NO_ID)
        {
          g_array_set_size (links, before);
          return FALSE;
        }
      g_array_index (links, guint32, before + i) = link;
      here = next;
      place = next_place;
    }
  *at = here;
  return TRUE;
}

gboolean
hd_routing_rule_append_dimensions (HdDesign *design,
                                   const HdRouteGraph *graph,
                                   HdRoutingRule rule,
                                   guint32 from,
                                   guint32 to,
                                   GArray *links)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  guint32 leave, enter, strides[HD_MAX_DIMENSIONS];
  guint32 at = find_switch (nodes, graph, from, &leave), end = find_switch (nodes, graph, to, &enter);
  guint before = links->len;
  const HdShape *shape;

  if (at == HD_NO_ID || end == HD_NO_ID || nodes[at].scope != nodes[end].scope || nodes[at].origin_uid != nodes[end].origin_uid)
    return FALSE;
  shape = _hd_design_get_shape (design, at);
  if (leave != HD_NO_ID)
    g_array_append_val (links, leave);
  for (guint d = shape->n_dimensions; d > 0; d--)
    strides[d - 1] = d == shape->n_dimensions ? 1 : strides[d] * shape->size[d];
  for (guint i = 0; i < shape->n_dimensions; i++)
    {
      guint d = rule == HD_ROUTING_FIRST_DIMENSION ? i : shape->n_dimensions - 1 - i;
      guint32 place = nodes[at].index / strides[d] % shape->size[d], wanted = nodes[end].index / strides[d] % shape->size[d];
      gboolean up = grows (rule, place, wanted, shape->size[d]);

      /* In a mesh there is no way round. */
      if (!walk (graph, shape, d, strides[d], up, place, wanted, &at, links) && !walk (graph, shape, d, strides[d], !up, place, wanted, &at, links))
        {
          g_array_set_size (links, before);
          return FALSE;
        }
    }
  if (enter != HD_NO_ID)
    g_array_append_val (links, enter);
  return TRUE;
}
