/* hd-route-graph.c: the part of a system that forwards, prepared for shortest paths
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-router"

#include "hd-route-graph.h"

#include <stdlib.h>
#include <string.h>

#include "hd-core-search.h"
#include "hd-design-private.h"
#include "hd-numbers.h"
#include "hd-project.h"

struct _HdRouteGraph
{
  HdDesign *design;
  guint32 *classes; /* sorted; NULL for all */
  guint n_classes;
  guint32 n_nodes;
  guint32 *first;   /* (array length=n_nodes+1): into arcs */
  HdArc *arcs;
  HdTime *delays;   /* (array length=n_nodes): that a switch adds to each route through it; NULL if none does */
  /* trees; of switches only */
  guint32 *parent;  /* HD_NO_ID: of the core, or not a switch */
  guint32 *root;    /* in the core */
  guint32 *depth;
  HdCost *to_root;
  /* core */
  guint32 *core;    /* core number of a node, or HD_NO_ID; roots of trees that are joined to nothing else are not in the core */
  guint32 n_core;
  guint32 *core_island; /* core nodes of different islands have no way between them */
  guint32 *core_first;
  HdArc *core_arcs; /* node is a core number; parallel links only if equally fast */
  HdCoreSearch *search;
};

guint
hd_choice_take (HdChoice *self,
                guint n)
{
  guint ways = MIN (self->ways, n);
  guint taken;

  if (ways <= 1)
    return 0;
  taken = self->destination % ways;
  self->destination /= ways;
  return taken;
}

/* ---- arcs ---------------------------------------------------------------------------------------------------------- */

static int
compare_arcs (const void *a,
              const void *b)
{
  const HdArc *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->half_ps != y->half_ps)
    return x->half_ps < y->half_ps ? -1 : 1;
  return x->link < y->link ? -1 : x->link > y->link;
}

static gboolean
may_use (const HdRouteGraph *self,
         guint32 number)
{
  const HdLink *link = &hd_design_get_links (self->design)[number];

  if (_hd_design_is_wire (self->design, number) || hd_design_has_failed (self->design, number))
    return FALSE;
  return self->classes == NULL
         || bsearch (&link->link_class, self->classes, self->n_classes, sizeof *self->classes, hd_compare_numbers) != NULL;
}

static void
collect_delays (HdRouteGraph *self)
{
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      double latency = hd_route_graph_is_switch (self, i) ? hd_design_get_property (self->design, i, HD_PROPERTY_LATENCY, 0) : 0;

      if (latency == 0)
        continue;
      if (self->delays == NULL)
        self->delays = g_new0 (HdTime, self->n_nodes);
      self->delays[i] = hd_latency_to_time (latency);
    }
}

HdTime
hd_route_graph_get_delay (const HdRouteGraph *self,
                          guint32 node)
{
  return self->delays != NULL ? self->delays[node] : 0;
}

/* Twice the latency of a link, and once that of the switches it joins: a route through a switch has two links there. */
static HdTime
cost_of_link (const HdRouteGraph *self,
              const HdLink *link)
{
  return 2 * link->latency_ps + hd_route_graph_get_delay (self, link->from) + hd_route_graph_get_delay (self, link->to);
}

static void
collect_arcs (HdRouteGraph *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint n_links = hd_design_get_n_links (self->design);
  g_autofree guint32 *fill = NULL;

  self->first = g_new0 (guint32, self->n_nodes + 1);
  for (guint i = 0; i < n_links; i++)
    if (may_use (self, i))
      {
        self->first[links[i].from + 1]++;
        self->first[links[i].to + 1]++;
      }
  for (guint32 i = 0; i < self->n_nodes; i++)
    self->first[i + 1] += self->first[i];
  self->arcs = g_new (HdArc, self->first[self->n_nodes] + 1); /* one more, so that none can be pointed at */
  fill = g_memdup2 (self->first, sizeof *fill * self->n_nodes);
  for (guint i = 0; i < n_links; i++)
    if (may_use (self, i))
      {
        self->arcs[fill[links[i].from]++] = (HdArc){ links[i].to, i, cost_of_link (self, &links[i]) };
        self->arcs[fill[links[i].to]++] = (HdArc){ links[i].from, i, cost_of_link (self, &links[i]) };
      }
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->first[i + 1] - self->first[i] > 1)
      qsort (self->arcs + self->first[i], self->first[i + 1] - self->first[i], sizeof *self->arcs, compare_arcs);
}

const HdArc *
hd_route_graph_get_arcs (const HdRouteGraph *self,
                         guint32 node,
                         guint *out_n)
{
  *out_n = self->first[node + 1] - self->first[node];
  return self->arcs + self->first[node];
}

gboolean
hd_route_graph_is_switch (const HdRouteGraph *self,
                          guint32 node)
{
  return hd_design_get_nodes (self->design)[node].type->role == HD_ROLE_SWITCH;
}

/* The arcs from @node to @neighbour that are as fast as the fastest, by link number. */
static const HdArc *
find_fastest (const HdRouteGraph *self,
              guint32 node,
              guint32 neighbour,
              guint *out_n)
{
  guint32 low = self->first[node], high = self->first[node + 1], end = high;
  guint n = 1;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->arcs[middle].node < neighbour)
        low = middle + 1;
      else
        high = middle;
    }
  while (low + n < end && self->arcs[low + n].node == neighbour && self->arcs[low + n].half_ps == self->arcs[low].half_ps)
    n++;
  *out_n = n;
  return self->arcs + low;
}

guint32
hd_route_graph_find_link (const HdRouteGraph *self,
                          guint32 from,
                          guint32 to,
                          guint32 *place)
{
  guint32 first = self->first[from], n_arcs = self->first[from + 1] - first;
  const HdArc *arc = &self->arcs[first + *place];
  guint n;

  if (*place < n_arcs && arc->node == to && (*place == 0 || arc[-1].node != to))
    return arc->link;
  arc = find_fastest (self, from, to, &n);
  *place = (guint32) (arc - self->arcs) - first;
  return *place < n_arcs && arc->node == to ? arc->link : HD_NO_ID;
}

/* ---- peeling ------------------------------------------------------------------------------------------------------- */

/* Switches that @node is joined to, each once, that are not peeled yet; the last of them. */
static guint
count_neighbours (const HdRouteGraph *self,
                  const gboolean *peeled,
                  guint32 node,
                  guint32 *out_last)
{
  guint n = 0;
  guint32 previous = HD_NO_ID;

  for (guint32 i = self->first[node]; i < self->first[node + 1]; i++)
    {
      guint32 other = self->arcs[i].node;

      if (other == previous || peeled[other] || !hd_route_graph_is_switch (self, other))
        continue;
      previous = other;
      *out_last = other;
      n++;
    }
  return n;
}

static void
peel (HdRouteGraph *self)
{
  g_autofree gboolean *peeled = g_new0 (gboolean, self->n_nodes);
  g_autofree guint *degree = g_new0 (guint, self->n_nodes);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 last = HD_NO_ID;

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->parent[i] = HD_NO_ID;
      self->root[i] = i;
      if (!hd_route_graph_is_switch (self, i))
        continue;
      degree[i] = count_neighbours (self, peeled, i, &last);
      if (degree[i] == 1)
        g_array_append_val (order, i);
    }
  for (guint k = 0; k < order->len; k++)
    {
      guint32 node = g_array_index (order, guint32, k);

      if (degree[node] != 1) /* its only neighbour was peeled into it: it is the root of its tree */
        continue;
      count_neighbours (self, peeled, node, &last);
      self->parent[node] = last;
      peeled[node] = TRUE;
      degree[node] = 0;
      if (--degree[last] == 1)
        g_array_append_val (order, last);
    }
  for (guint k = order->len; k > 0; k--)
    {
      guint32 node = g_array_index (order, guint32, k - 1);
      guint32 parent = self->parent[node];
      guint n;

      if (parent == HD_NO_ID)
        continue;
      self->root[node] = self->root[parent];
      self->depth[node] = self->depth[parent] + 1;
      self->to_root[node] = hd_cost_add (self->to_root[parent], (HdCost){ find_fastest (self, node, parent, &n)->half_ps, 1 });
    }
}

/* ---- core ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_unpeeled (const HdRouteGraph *self,
             guint32 node)
{
  return self->parent[node] == HD_NO_ID && hd_route_graph_is_switch (self, node);
}

static gboolean
is_core (const HdRouteGraph *self,
         guint32 node)
{
  guint n;
  const HdArc *arcs = hd_route_graph_get_arcs (self, node, &n);

  for (guint i = 0; is_unpeeled (self, node) && i < n; i++)
    if (is_unpeeled (self, arcs[i].node))
      return TRUE;
  return FALSE;
}

static void
append_core_arcs (HdRouteGraph *self,
                  guint32 node,
                  GArray *arcs)
{
  guint n;
  const HdArc *all = hd_route_graph_get_arcs (self, node, &n);
  HdTime fastest = 0;

  for (guint i = 0; i < n; i++)
    {
      HdArc arc = all[i];

      if (i == 0 || all[i - 1].node != arc.node)
        fastest = arc.half_ps;
      if (arc.half_ps > fastest || self->core[arc.node] == HD_NO_ID)
        continue;
      arc.node = self->core[arc.node];
      g_array_append_val (arcs, arc);
    }
}

static void
mark_islands (HdRouteGraph *self)
{
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->core_island = g_new (guint32, self->n_core);
  for (guint32 c = 0; c < self->n_core; c++)
    self->core_island[c] = HD_NO_ID;
  for (guint32 c = 0; c < self->n_core; c++)
    {
      guint k = reached->len;

      if (self->core_island[c] != HD_NO_ID)
        continue;
      self->core_island[c] = c;
      g_array_append_val (reached, c);
      for (; k < reached->len; k++)
        {
          guint32 at = g_array_index (reached, guint32, k);

          for (guint32 i = self->core_first[at]; i < self->core_first[at + 1]; i++)
            if (self->core_island[self->core_arcs[i].node] == HD_NO_ID)
              {
                self->core_island[self->core_arcs[i].node] = c;
                g_array_append_val (reached, self->core_arcs[i].node);
              }
        }
    }
}

static void
make_core (HdRouteGraph *self)
{
  g_autoptr (GArray) arcs = g_array_new (FALSE, FALSE, sizeof (HdArc));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->core[i] = is_core (self, i) ? nodes->len : HD_NO_ID;
      if (self->core[i] != HD_NO_ID)
        g_array_append_val (nodes, i);
    }
  self->n_core = nodes->len;
  self->core_first = g_new0 (guint32, self->n_core + 1);
  for (guint32 c = 0; c < self->n_core; c++)
    {
      append_core_arcs (self, g_array_index (nodes, guint32, c), arcs);
      self->core_first[c + 1] = arcs->len;
    }
  self->core_arcs = (HdArc *) g_array_free (g_steal_pointer (&arcs), FALSE);
  mark_islands (self);
  self->search = hd_core_search_new (self->n_core, self->core_first, self->core_arcs);
}

/* ---- paths --------------------------------------------------------------------------------------------------------- */

/* Where the ways up from two switches of one tree meet. */
static guint32
find_meeting (const HdRouteGraph *self,
              guint32 a,
              guint32 b)
{
  while (a != b)
    {
      if (self->depth[a] >= self->depth[b])
        a = self->parent[a];
      else
        b = self->parent[b];
    }
  return a;
}

HdCost
hd_route_graph_get_cost (HdRouteGraph *self,
                         guint32 from,
                         guint32 to)
{
  guint32 from_root = self->root[from], to_root = self->root[to];
  HdCost across;

  if (from_root == to_root)
    {
      HdCost top = self->to_root[find_meeting (self, from, to)];

      return (HdCost){ self->to_root[from].half_ps + self->to_root[to].half_ps - 2 * top.half_ps,
                       self->to_root[from].hops + self->to_root[to].hops - 2 * top.hops };
    }
  if (self->core[from_root] == HD_NO_ID || self->core[to_root] == HD_NO_ID
      || self->core_island[self->core[from_root]] != self->core_island[self->core[to_root]])
    return HD_COST_NONE;
  across = hd_core_search_get_labels (self->search, self->core[from_root], self->core[to_root])[self->core[from_root]];
  return hd_cost_add (hd_cost_add (self->to_root[from], across), self->to_root[to]);
}

guint64
hd_route_graph_get_effort (const HdRouteGraph *self)
{
  return 1 + self->n_core / 8;
}

static void
append_hop (const HdRouteGraph *self,
            guint32 from,
            guint32 to,
            HdChoice *choice,
            GArray *links)
{
  guint n;
  const HdArc *arcs = find_fastest (self, from, to, &n);

  g_array_append_val (links, arcs[hd_choice_take (choice, n)].link);
}

static int
compare_links (gconstpointer a,
               gconstpointer b)
{
  const HdArc *x = *(const HdArc *const *) a, *y = *(const HdArc *const *) b;

  return x->link < y->link ? -1 : x->link > y->link;
}

/* Each step leads to a node whose label is smaller by the step's cost; any choice among those is a shortest path, and the smallest link
 * number each time gives the smallest list. */
static void
append_core_path (HdRouteGraph *self,
                  guint32 from,
                  guint32 to,
                  HdChoice *choice,
                  GArray *links)
{
  const HdCost *labels = hd_core_search_get_labels (self->search, from, to);
  g_autoptr (GPtrArray) ways = g_ptr_array_new ();

  while (from != to)
    {
      const HdArc *taken;

      g_ptr_array_set_size (ways, 0);
      for (guint32 i = self->core_first[from]; i < self->core_first[from + 1]; i++)
        {
          const HdArc *arc = &self->core_arcs[i];

          if (labels[arc->node].half_ps != HD_TIME_MAX
              && hd_cost_compare (hd_cost_add (labels[arc->node], (HdCost){ arc->half_ps, 1 }), labels[from]) == 0)
            g_ptr_array_add (ways, (gpointer) arc);
        }
      g_ptr_array_sort (ways, compare_links);
      taken = g_ptr_array_index (ways, hd_choice_take (choice, ways->len));
      g_array_append_val (links, taken->link);
      from = taken->node;
    }
}

void
hd_route_graph_append_path (HdRouteGraph *self,
                            guint32 from,
                            guint32 to,
                            HdChoice *choice,
                            GArray *links)
{
  gboolean one_tree = self->root[from] == self->root[to];
  guint32 up_to = one_tree ? find_meeting (self, from, to) : self->root[from];
  guint32 down_from = one_tree ? up_to : self->root[to];
  g_autofree guint32 *down = g_new (guint32, self->depth[to] + 1);
  guint n = 0;

  for (; from != up_to; from = self->parent[from])
    append_hop (self, from, self->parent[from], choice, links);
  if (!one_tree)
    append_core_path (self, self->core[up_to], self->core[down_from], choice, links);
  for (; to != down_from; to = self->parent[to])
    down[n++] = to;
  for (; n > 0; n--)
    append_hop (self, self->parent[down[n - 1]], down[n - 1], choice, links);
}

/* ---- construction -------------------------------------------------------------------------------------------------- */

HdRouteGraph *
hd_route_graph_new (HdDesign *design,
                    const guint32 *classes,
                    guint n_classes)
{
  HdRouteGraph *self = g_new0 (HdRouteGraph, 1);

  self->design = design;
  self->n_nodes = hd_design_get_n_nodes (design);
  if (classes != NULL)
    {
      self->classes = g_new (guint32, MAX (n_classes, 1));
      memcpy (self->classes, classes, sizeof *classes * n_classes);
      qsort (self->classes, n_classes, sizeof *self->classes, hd_compare_numbers);
      self->n_classes = n_classes;
    }
  self->parent = g_new (guint32, self->n_nodes);
  self->root = g_new (guint32, self->n_nodes);
  self->depth = g_new0 (guint32, self->n_nodes);
  self->to_root = g_new0 (HdCost, self->n_nodes);
  self->core = g_new (guint32, self->n_nodes);
  collect_delays (self);
  collect_arcs (self);
  peel (self);
  make_core (self);
  return self;
}

void
hd_route_graph_free (HdRouteGraph *self)
{
  hd_core_search_free (self->search);
  g_free (self->core_arcs);
  g_free (self->core_first);
  g_free (self->core_island);
  g_free (self->core);
  g_free (self->to_root);
  g_free (self->depth);
  g_free (self->root);
  g_free (self->parent);
  g_free (self->arcs);
  g_free (self->delays);
  g_free (self->first);
  g_free (self->classes);
  g_free (self);
}

gboolean
hd_route_graph_has_classes (const HdRouteGraph *self,
                            const guint32 *classes,
                            guint n_classes)
{
  if (classes == NULL || self->classes == NULL)
    return classes == NULL && self->classes == NULL;
  if (n_classes != self->n_classes)
    return FALSE;
  for (guint i = 0; i < n_classes; i++)
    if (bsearch (&classes[i], self->classes, self->n_classes, sizeof *classes, hd_compare_numbers) == NULL)
      return FALSE;
  return TRUE;
}
