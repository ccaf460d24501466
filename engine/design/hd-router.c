/* hd-router.c: routes between components
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A route between endpoints or memories goes along a link to a switch, through switches, and along a link to its end: endpoints and memories
 * forward nothing, however many links they have.
 */
#define G_LOG_DOMAIN "hd-router"

#include "hd-design-private.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-route-graph.h"
#include "hd-routing-rule.h"

/* A found route; hops follow the struct: links, then directions. */
typedef struct
{
  guint64 key;
  HdTime latency_ps;
  guint n_hops;
  guint32 links[];
} CachedRoute;

typedef struct
{
  HdRouteGraph *graph;
  GHashTable *routes; /* set of CachedRoute by key */
} Network;

struct _HdRouter
{
  HdDesign *design;
  GPtrArray *networks; /* one for each set of classes that was asked for */
  guint32 *ordinals;   /* of a node among those of its role, for destination modulo k; NULL if not needed */
  GArray *links;       /* scratch */
  GArray *best;
  guint n_searches; /* for what lies between two nodes without a route */
};

/* Each goes over all links, and there may be as many pairs without a route as there are pairs. */
#define MOST_SEARCHES 16

static void
network_free (gpointer data)
{
  Network *self = data;

  g_hash_table_unref (self->routes);
  hd_route_graph_free (self->graph);
  g_free (self);
}

HdRouter *
hd_router_new (HdDesign *design)
{
  HdRouter *self = g_new0 (HdRouter, 1);

  self->design = hd_design_ref (design);
  self->networks = g_ptr_array_new_with_free_func (network_free);
  self->links = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->best = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (hd_design_get_run_settings (design)->equal_paths > 0)
    {
      guint n_of_role[3] = { 0 };

      self->ordinals = g_new (guint32, hd_design_get_n_nodes (design));
      for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
        self->ordinals[i] = n_of_role[hd_design_get_nodes (design)[i].type->role]++;
    }
  return self;
}

void
hd_router_free (HdRouter *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->best);
  g_array_unref (self->links);
  g_free (self->ordinals);
  g_ptr_array_unref (self->networks);
  hd_design_unref (self->design);
  g_free (self);
}

/* %NULL if nobody has asked for it yet. */
static Network *
recall_network (const HdRouter *self,
                const guint32 *classes,
                guint n_classes)
{
  for (guint i = 0; i < self->networks->len; i++)
    {
      Network *network = g_ptr_array_index (self->networks, i);

      if (hd_route_graph_has_classes (network->graph, classes, n_classes))
        return network;
    }
  return NULL;
}

static Network *
find_network (HdRouter *self,
              const guint32 *classes,
              guint n_classes)
{
  Network *network = recall_network (self, classes, n_classes);

  if (network != NULL)
    return network;
  network = g_new0 (Network, 1);
  network->graph = hd_route_graph_new (self->design, classes, n_classes);
  network->routes = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  g_ptr_array_add (self->networks, network);
  return network;
}

/* ---- shortest route ------------------------------------------------------------------------------------------------ */

/* Ways between a node and the switches: a switch is there already. */
static const HdArc *
find_accesses (const HdRouteGraph *graph,
               guint32 node,
               HdArc *here,
               guint *out_n)
{
  if (!hd_route_graph_is_switch (graph, node))
    return hd_route_graph_get_arcs (graph, node, out_n);
  *here = (HdArc){ node, HD_NO_ID, 0 };
  *out_n = 1;
  return here;
}

static HdCost
cost_of_access (const HdArc *arc)
{
  return (HdCost){ arc->half_ps, arc->link != HD_NO_ID ? 1 : 0 };
}

static void
list_links (HdRouteGraph *graph,
            const HdArc *leave,
            const HdArc *enter,
            HdChoice *choice,
            GArray *links)
{
  g_array_set_size (links, 0);
  if (leave->link != HD_NO_ID)
    g_array_append_val (links, leave->link);
  if (enter == NULL)
    return;
  hd_route_graph_append_path (graph, leave->node, enter->node, choice, links);
  if (enter->link != HD_NO_ID)
    g_array_append_val (links, enter->link);
}

static int
compare_lists (const GArray *a,
               const GArray *b)
{
  for (guint i = 0; i < MIN (a->len, b->len); i++)
    {
      guint32 x = g_array_index (a, guint32, i), y = g_array_index (b, guint32, i);

      if (x != y)
        return x < y ? -1 : 1;
    }
  return a->len == b->len ? 0 : a->len < b->len ? -1 : 1;
}

/* A candidate: out along @leave, through the switches, in along @enter. */
typedef struct
{
  const HdArc *leave;
  const HdArc *enter; /* NULL: @leave joins both ends */
} Candidate;

typedef struct
{
  GArray *candidates; /* of equal cost */
  HdCost cost;
} Best;

static void
offer (Best *best,
       const HdArc *leave,
       const HdArc *enter,
       HdCost between)
{
  Candidate candidate = { leave, enter };
  HdCost cost = hd_cost_add (between, cost_of_access (leave));
  int order;

  if (enter != NULL)
    cost = hd_cost_add (cost, cost_of_access (enter));
  order = best->candidates->len == 0 ? -1 : hd_cost_compare (cost, best->cost);
  if (order < 0)
    {
      g_array_set_size (best->candidates, 0);
      best->cost = cost;
    }
  if (order <= 0)
    g_array_append_val (best->candidates, candidate);
}

/* All pairs of accesses whose cost is the smallest. */
static GArray *
find_candidates (HdRouteGraph *graph,
                 guint32 from,
                 guint32 to,
                 HdArc *from_here,
                 HdArc *to_here)
{
  Best best = { g_array_new (FALSE, FALSE, sizeof (Candidate)), HD_COST_NONE };
  guint n_leave, n_enter;
  const HdArc *leave = find_accesses (graph, from, from_here, &n_leave);
  const HdArc *enter = find_accesses (graph, to, to_here, &n_enter);

  for (guint i = 0; i < n_leave; i++)
    {
      if (!hd_route_graph_is_switch (graph, leave[i].node))
        {
          if (leave[i].node == to)
            offer (&best, &leave[i], NULL, (HdCost){ 0, 0 });
          continue;
        }
      for (guint j = 0; j < n_enter; j++)
        {
          HdCost between = HD_COST_NONE;

          if (hd_route_graph_is_switch (graph, enter[j].node))
            between = hd_route_graph_get_cost (graph, leave[i].node, enter[j].node);
          if (between.half_ps != HD_TIME_MAX)
            offer (&best, &leave[i], &enter[j], between);
        }
    }
  return best.candidates;
}

static gboolean
find_shortest (HdRouter *self,
               HdRouteGraph *graph,
               guint32 from,
               guint32 to,
               HdChoice choice)
{
  HdArc from_here, to_here;
  g_autoptr (GArray) candidates = find_candidates (graph, from, to, &from_here, &to_here);

  if (candidates->len == 0)
    return FALSE;
  if (choice.ways > 0)
    {
      const Candidate *taken = &g_array_index (candidates, Candidate, hd_choice_take (&choice, candidates->len));

      list_links (graph, taken->leave, taken->enter, &choice, self->best);
      return TRUE;
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      list_links (graph, candidate->leave, candidate->enter, &choice, i == 0 ? self->best : self->links);
      if (i > 0 && compare_lists (self->links, self->best) < 0)
        {
          GArray *better = self->links;

          self->links = self->best;
          self->best = better;
        }
    }
  return TRUE;
}

/* ---- explicit routes ----------------------------------------------------------------------------------------------- */

static gboolean
find_explicit (HdRouter *self,
               guint32 from,
               guint32 to,
               const guint32 *classes,
               guint n_classes)
{
  const HdDesignData *data = self->design->data;
  const HdExplicitRoute *route = _hd_design_find_route (self->design, from, to);

  if (route == NULL)
    return FALSE;
  g_array_set_size (self->best, 0);
  for (guint i = 0; i < route->n_hops; i++)
    {
      guint32 link = g_array_index (data->route_steps, guint32, route->first + i) / 2;
      gboolean fits = classes == NULL;

      if (hd_design_has_failed (self->design, link))
        return FALSE;
      for (guint c = 0; c < n_classes && !fits; c++)
        fits = g_array_index (data->links, HdLink, link).link_class == classes[c];
      if (!fits)
        return FALSE;
      g_array_append_val (self->best, link);
    }
  return TRUE;
}

static void
append_links (GArray *links,
              const HdRoute *route)
{
  g_array_append_vals (links, route->links, route->n_hops);
}

/* The explicit route between what holds @from and @to side by side in one scope, continued inside them. Both continuations lie deeper than that
 * scope, so this ends. */
static gboolean
find_by_scopes (HdRouter *self,
                guint32 from,
                guint32 to,
                const guint32 *classes,
                guint n_classes)
{
  const HdDesignData *data = self->design->data;
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdScope *scopes = hd_design_get_scopes (self->design);
  const HdLink *links = hd_design_get_links (self->design);
  guint32 a = from, b = to, scope_a = nodes[from].scope, scope_b = nodes[to].scope, first, last, start, end;
  g_autoptr (GArray) between = NULL;
  const HdExplicitRoute *explicit;
  HdRoute head, tail;

  if (!data->scope_routes || scope_a == scope_b)
    return FALSE;
  while (scope_a != scope_b)
    if (scope_a > scope_b)
      {
        a = HD_ROUTE_SCOPE | scope_a;
        scope_a = scopes[scope_a].parent;
      }
    else
      {
        b = HD_ROUTE_SCOPE | scope_b;
        scope_b = scopes[scope_b].parent;
      }
  if (!find_explicit (self, a, b, classes, n_classes))
    return FALSE;
  between = g_array_copy (self->best);
  explicit = _hd_design_find_route (self->design, a, b);
  first = g_array_index (data->route_steps, guint32, explicit->first);
  last = g_array_index (data->route_steps, guint32, explicit->first + explicit->n_hops - 1);
  start = first % 2 == 0 ? links[first / 2].from : links[first / 2].to;
  end = last % 2 == 0 ? links[last / 2].to : links[last / 2].from;
  if (!hd_router_find (self, from, start, classes, n_classes, &head, NULL) || !hd_router_find (self, end, to, classes, n_classes, &tail, NULL))
    return FALSE;
  g_array_set_size (self->best, 0);
  append_links (self->best, &head);
  g_array_append_vals (self->best, between->data, between->len);
  append_links (self->best, &tail);
  return TRUE;
}

static gboolean
goes_by_dimensions (HdRoutingRule rule)
{
  return rule == HD_ROUTING_DIMENSION_ORDER || rule == HD_ROUTING_FIRST_DIMENSION;
}

/* Along the rule of the module that both stand in, else the shortest way. */
static gboolean
find_computed (HdRouter *self,
               HdRouteGraph *graph,
               guint32 from,
               guint32 to)
{
  HdRoutingRule rule = hd_routing_rule_find (self->design, from, to);
  HdChoice choice = { hd_design_get_run_settings (self->design)->equal_paths, self->ordinals != NULL ? self->ordinals[to] : 0 };

  g_array_set_size (self->best, 0);
  if (goes_by_dimensions (rule) && hd_routing_rule_append_dimensions (self->design, graph, rule, from, to, self->best))
    return TRUE;
  if (rule == HD_ROUTING_DESTINATION_MODULO)
    choice = (HdChoice){ G_MAXUINT, hd_design_get_nodes (self->design)[to].index };
  return find_shortest (self, graph, from, to, choice);
}

double
hd_router_measure (double n_routes,
                   guint n_hops)
{
  /* a piece of the heap for each, and a set that grows by doubling */
  gsize of_route = sizeof (CachedRoute) + n_hops * (sizeof (guint32) + 1) + 2 * sizeof (gpointer) + 2 * (sizeof (gpointer) + sizeof (guint));

  return n_routes * (double) of_route;
}

/* ---- finding ------------------------------------------------------------------------------------------------------- */

static CachedRoute *
keep_route (HdRouter *self,
            Network *network,
            guint64 key,
            guint32 from)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint n = self->best->len;
  CachedRoute *route = g_malloc (sizeof *route + n * (sizeof (guint32) + 1));
  guint8 *directions = (guint8 *) (route->links + n);

  route->key = key;
  route->n_hops = n;
  route->latency_ps = 0;
  for (guint i = 0; i < n; i++)
    {
      guint32 link = g_array_index (self->best, guint32, i);

      route->links[i] = link;
      directions[i] = links[link].from == from ? 0 : 1;
      from = directions[i] == 0 ? links[link].to : links[link].from;
      route->latency_ps += links[link].latency_ps + (i + 1 < n ? hd_route_graph_get_delay (network->graph, from) : 0);
    }
  g_hash_table_add (network->routes, route);
  return route;
}

static void
add_failed (HdRouter *self,
            GError **error)
{
  const GArray *failed = self->design->data->failed, *nodes = self->design->data->failed_nodes;
  g_autofree char *first = NULL;
  char *message;

  if (error == NULL || failed->len + nodes->len == 0)
    return;
  /* A component takes its links with it. */
  if (nodes->len > 0)
    {
      first = hd_design_dup_node_path (self->design, g_array_index (nodes, guint32, 0));
      message = g_strdup_printf (ngettext ("%s; %u component has failed, “%s”", "%s; %u components have failed, “%s” and others", nodes->len), (*error)->message,
                                 nodes->len, first);
      g_free ((*error)->message);
      (*error)->message = message;
      return;
    }
  first = hd_design_dup_link_path (self->design, g_array_index (failed, guint32, 0));
  message = g_strdup_printf (ngettext ("%s; %u link has failed, “%s”", "%s; %u links have failed, “%s” and others", failed->len), (*error)->message,
                             failed->len, first);
  g_free ((*error)->message);
  (*error)->message = message;
}

/* A node between both that would have to forward and does not: the first from @from on the way over fewest links; %HD_NO_ID if nothing joins them. */
static guint32
find_between (HdRouter *self,
              const HdRouteGraph *graph,
              guint32 from,
              guint32 to)
{
  guint32 n = hd_design_get_n_nodes (self->design), between = HD_NO_ID;
  g_autofree guint32 *before = NULL, *queue = NULL;
  guint32 first = 0, last = 0;

  if (self->n_searches++ >= MOST_SEARCHES)
    return HD_NO_ID;
  before = g_new (guint32, n);
  queue = g_new (guint32, n);
  memset (before, 0xff, n * sizeof *before); /* HD_NO_ID */
  before[from] = from;
  queue[last++] = from;
  while (first < last && before[to] == HD_NO_ID)
    {
      guint n_arcs;
      const HdArc *arcs = hd_route_graph_get_arcs (graph, queue[first], &n_arcs);

      for (guint i = 0; i < n_arcs; i++)
        if (before[arcs[i].node] == HD_NO_ID)
          {
            before[arcs[i].node] = queue[first];
            queue[last++] = arcs[i].node;
          }
      first++;
    }
  if (before[to] == HD_NO_ID)
    return HD_NO_ID;
  for (guint32 node = before[to]; node != from; node = before[node])
    if (!hd_route_graph_is_switch (graph, node))
      between = node;
  return between;
}

static void
add_between (HdRouter *self,
             const HdRouteGraph *graph,
             guint32 from,
             guint32 to,
             GError **error)
{
  guint32 between = error != NULL ? find_between (self, graph, from, to) : HD_NO_ID;
  g_autofree char *path = between != HD_NO_ID ? hd_design_dup_node_path (self->design, between) : NULL;
  char *message;

  if (path == NULL)
    return;
  message = g_strdup_printf (_("%s: “%s” is between them, but only switches forward"), (*error)->message, path);
  g_free ((*error)->message);
  (*error)->message = message;
}

static void
set_no_route (HdRouter *self,
              const HdRouteGraph *graph,
              guint32 from,
              guint32 to,
              const guint32 *classes,
              guint n_classes,
              GError **error)
{
  g_autofree char *from_path = hd_design_dup_node_path (self->design, from);
  g_autofree char *to_path = hd_design_dup_node_path (self->design, to);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; classes != NULL && i < n_classes; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", hd_design_get_link_class (self->design, classes[i])->id);
  if (classes != NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no route from “%s” to “%s” over links of the classes %s"), from_path, to_path,
                 names->str);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no route from “%s” to “%s”"), from_path, to_path);
  add_between (self, graph, from, to, error);
  add_failed (self, error);
}

static void
read_route (const CachedRoute *route,
            HdRoute *out_route)
{
  *out_route = (HdRoute){ route->links, (const guint8 *) (route->links + route->n_hops), route->n_hops, route->latency_ps };
}

gboolean
hd_router_recall (const HdRouter *self,
                  guint32 from,
                  guint32 to,
                  const guint32 *classes,
                  guint n_classes,
                  HdRoute *out_route)
{
  const guint64 key = (guint64) from << 32 | to;
  const Network *network;
  const CachedRoute *route;

  if (from == to)
    {
      *out_route = (HdRoute){ 0 };
      return TRUE;
    }
  network = recall_network (self, classes, n_classes);
  route = network != NULL ? g_hash_table_lookup (network->routes, &key) : NULL;
  if (route != NULL)
    read_route (route, out_route);
  return route != NULL;
}

void
hd_router_open (HdRouter *self,
                const guint32 *classes,
                guint n_classes)
{
  find_network (self, classes, n_classes);
}

gboolean
hd_router_lay_out (const HdRouter *self,
                   guint32 from,
                   guint32 to,
                   const guint32 *classes,
                   guint n_classes,
                   GArray *ways)
{
  const HdLink *links = hd_design_get_links (self->design);
  const HdRoutingRule rule = hd_routing_rule_find (self->design, from, to);
  const Network *network = recall_network (self, classes, n_classes);
  guint first = ways->len;
  guint32 at = from;

  if (from == to)
    return TRUE;
  if (network == NULL || !goes_by_dimensions (rule) || _hd_design_find_route (self->design, from, to) != NULL)
    return FALSE;
  if (!hd_routing_rule_append_dimensions (self->design, network->graph, rule, from, to, ways))
    return FALSE;
  for (guint i = first; i < ways->len; i++)
    {
      guint32 *way = &g_array_index (ways, guint32, i);
      const HdLink *link = &links[*way];
      gboolean is_back = link->from != at;

      at = is_back ? link->from : link->to;
      *way = 2 * *way + is_back;
    }
  return TRUE;
}

gboolean
hd_router_find (HdRouter *self,
                guint32 from,
                guint32 to,
                const guint32 *classes,
                guint n_classes,
                HdRoute *out_route,
                GError **error)
{
  Network *network;

  g_return_val_if_fail (from < hd_design_get_n_nodes (self->design) && to < hd_design_get_n_nodes (self->design), FALSE);

  if (hd_router_recall (self, from, to, classes, n_classes, out_route))
    return TRUE;
  network = find_network (self, classes, n_classes);
  if (!hd_budget_spend (hd_budget_get_current (), hd_route_graph_get_effort (network->graph), error))
    return FALSE;
  if (!find_explicit (self, from, to, classes, n_classes) && !find_by_scopes (self, from, to, classes, n_classes)
      && !find_computed (self, network->graph, from, to))
    {
      set_no_route (self, network->graph, from, to, classes, n_classes, error);
      return FALSE;
    }
  read_route (keep_route (self, network, (guint64) from << 32 | to, from), out_route);
  return TRUE;
}
