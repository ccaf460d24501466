/* hd-tree-measure.c: what an aggregation along a tree puts on the links, and how long it takes alone
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-measure"

#include "hd-tree-private.h"

#include <stdlib.h>

#include "hd-numbers.h"

typedef struct
{
  HdTree *tree;
  HdTreeNetwork *network;
  const HdLink *links;
  const HdTreeCost *cost;
  gboolean uniform;
  double up, down; /* bytes of a packet */
  GArray *touched; /* guint32: links that carry packets */
} Measure;

/* ---- ways ------------------------------------------------------------------------------------------------------------ */

static void
count_packet (Measure *self,
              guint32 vertex,
              guint32 link,
              guint direction)
{
  HdTreeLink *count = &self->network->counts[link];

  self->tree->latencies[vertex] += self->links[link].latency_ps;
  if (hd_tree_network_is_inside (self->network, link))
    return;
  self->tree->lengths[vertex]++;
  if (count->up == 0 && count->down == 0)
    g_array_append_val (self->touched, link);
  if (hd_tree_network_points_up (self->network, link, direction))
    count->up++;
  else
    count->down++;
}

/* A packet of a vertex goes over a link. */
typedef struct
{
  Measure *measure;
  guint32 vertex;
} Climber;

static void
count_hop (gpointer data,
           guint32 link,
           guint direction)
{
  Climber *climber = data;

  count_packet (climber->measure, climber->vertex, link, direction);
}

static gboolean
find_ways (Measure *self,
           GError **error)
{
  HdTree *tree = self->tree;

  for (guint32 i = 1; i < tree->n_vertices; i++)
    {
      guint32 v = tree->order[i], parent = tree->parents[v], length;
      HdRoute route;

      if (tree->branches != NULL)
        _hd_tree_climb (tree, self->links, v, parent, count_hop, &(Climber){ self, v });
      else
        {
          if (!hd_tree_network_route (self->network, tree->places[v], tree->places[parent], &route, &length, error))
            return FALSE;
          for (guint h = 0; h < route.n_hops; h++)
            count_packet (self, v, route.links[h], route.directions[h]);
        }
      if (self->uniform)
        tree->latencies[v] = hd_time_from_seconds (tree->lengths[v] * self->cost->link_s);
      tree->distances[v] = tree->distances[parent] + tree->lengths[v];
    }
  return TRUE;
}

/* Takes the counts over from the network, whose scratch is 0 again then. */
static void
collect_links (Measure *self)
{
  g_array_sort (self->touched, hd_compare_numbers);
  for (guint32 i = 0; i < self->touched->len; i++)
    {
      guint32 link = g_array_index (self->touched, guint32, i);
      HdTreeLink *count = &self->network->counts[link];
      HdTreeLink packets = { link, count->up, count->down };

      g_array_append_val (self->tree->links, packets);
      count->up = count->down = 0;
    }
}

/* ---- times ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdTime time_ps;
  guint32 child;
} Arrival;

static int
compare_arrivals (const void *a,
                  const void *b)
{
  const Arrival *x = a, *y = b;

  if (x->time_ps != y->time_ps)
    return x->time_ps < y->time_ps ? -1 : 1;
  return x->child < y->child ? -1 : x->child > y->child;
}

/* From the leaves to the root; packets of children are handled one after another, as they come. */
static void
find_ready (Measure *self)
{
  HdTree *tree = self->tree;
  g_autofree Arrival *arrivals = g_new (Arrival, tree->n_vertices);
  gboolean per_level = self->cost->store == HD_TREE_STORE_PER_LEVEL;

  for (guint32 i = tree->n_vertices; i-- > 0;)
    {
      guint32 v = tree->order[i], n = tree->first_child[v + 1] - tree->first_child[v];
      HdTreeStage stage;
      HdTime handling, time = 0;

      if (n == 0)
        continue;
      stage = hd_tree_network_get_stage (self->network, tree->places[v], self->uniform ? self->cost : NULL);
      handling = hd_time_from_seconds (stage.match_s + self->up * (stage.reduce_s_per_byte + (per_level ? 0 : stage.store_s_per_byte)));
      for (guint32 c = 0; c < n; c++)
        {
          guint32 child = tree->children[tree->first_child[v] + c];

          arrivals[c] = (Arrival){ hd_time_add (tree->ready[child], tree->latencies[child]), child };
        }
      qsort (arrivals, n, sizeof *arrivals, compare_arrivals);
      for (guint32 c = 0; c < n; c++)
        time = hd_time_add (MAX (time, arrivals[c].time_ps), handling);
      tree->ready[v] = hd_time_add (time, per_level ? hd_time_from_seconds (self->up * stage.store_s_per_byte) : 0);
    }
}

typedef struct
{
  const HdLink *links;
  HdTime latency;
  guint32 length;
} Way;

static void
add_hop (gpointer data,
         guint32 link,
         guint direction)
{
  Way *way = data;

  way->latency += way->links[link].latency_ps;
  way->length++;
}

/* The way between the root and a member over the network, or down the physical tree. */
static gboolean
find_direct (Measure *self,
             guint32 member,
             HdTime *out_latency,
             GError **error)
{
  HdTree *tree = self->tree;
  HdRoute route;
  guint32 length = 0;

  *out_latency = 0;
  if (tree->branches != NULL)
    {
      Way way = { self->links };

      _hd_tree_climb (tree, self->links, member, tree->root, add_hop, &way);
      *out_latency = way.latency;
      length = way.length;
    }
  else
    {
      /* towards the root: links have one latency for both directions, and the search is shared */
      if (!hd_tree_network_route (self->network, tree->places[member], tree->places[tree->root], &route, &length, error))
        return FALSE;
      *out_latency = route.latency_ps;
    }
  if (self->uniform)
    *out_latency = hd_time_from_seconds (length * self->cost->link_s);
  return TRUE;
}

static gboolean
find_multicast (Measure *self,
                HdTime copy,
                HdTime *out_time,
                GError **error)
{
  HdTree *tree = self->tree;

  *out_time = 0;
  for (guint32 m = 0; m < tree->n_members; m++)
    {
      HdTime latency;

      if (m == tree->root)
        continue;
      if (!find_direct (self, m, &latency, error))
        return FALSE;
      *out_time = MAX (*out_time, hd_time_add (latency, copy));
    }
  return TRUE;
}

static HdTime
find_reverse (Measure *self)
{
  HdTree *tree = self->tree;
  g_autofree HdTime *reached = g_new0 (HdTime, tree->n_vertices);
  HdTime last = 0;

  for (guint32 i = 0; i < tree->n_vertices; i++)
    {
      guint32 v = tree->order[i], n = tree->first_child[v + 1] - tree->first_child[v];
      HdTreeStage stage = hd_tree_network_get_stage (self->network, tree->places[v], self->uniform ? self->cost : NULL);
      HdTime copy = hd_tree_stage_get_time (&stage, self->down, FALSE), sent = hd_time_add (reached[v], copy);

      for (guint32 c = 0; c < n; c++)
        {
          guint32 child = tree->children[tree->first_child[v] + c];

          reached[child] = hd_time_add (sent, tree->latencies[child]);
          last = MAX (last, reached[child]);
          if (v < tree->n_members) /* a NIC sends one after another */
            sent = hd_time_add (sent, copy);
        }
    }
  return last;
}

static gboolean
find_times (Measure *self,
            GError **error)
{
  HdTree *tree = self->tree;
  HdTreeStage stage = hd_tree_network_get_stage (self->network, tree->places[tree->root], self->uniform ? self->cost : NULL);
  HdTime down = 0;

  find_ready (self);
  if (tree->n_members > 1 && tree->operation == HD_TREE_REDUCE)
    {
      /* the first member is to have the result */
      if (tree->root != 0)
        {
          if (!find_direct (self, 0, &down, error))
            return FALSE;
          down = hd_time_add (down, hd_tree_stage_get_time (&stage, tree->bytes, FALSE));
        }
    }
  else if (tree->n_members > 1 && self->cost->broadcast == HD_TREE_REVERSE_TREE)
    down = find_reverse (self);
  else if (tree->n_members > 1
           && !find_multicast (self, hd_tree_stage_get_time (&stage, self->down, FALSE), &down, error))
    return FALSE;
  tree->time.aggregate_s = hd_time_to_seconds (tree->ready[tree->root]);
  tree->time.broadcast_s = hd_time_to_seconds (down);
  tree->time.total_s = hd_time_to_seconds (hd_time_add (tree->ready[tree->root], down));
  return TRUE;
}

/* ---- metrics --------------------------------------------------------------------------------------------------------- */

static guint32
count_hottest_pair (HdTree *tree)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint32 most = 0, run = 0;

  for (guint32 i = 1; i < tree->n_vertices; i++)
    {
      guint32 v = tree->order[i], a = tree->leaves[v], b = tree->leaves[tree->parents[v]];
      guint64 pair = (guint64) MIN (a, b) << 32 | MAX (a, b);

      if (a != b && a != HD_NO_ID && b != HD_NO_ID)
        g_array_append_val (pairs, pair);
    }
  g_array_sort (pairs, hd_compare_words);
  for (guint32 i = 0; i < pairs->len; i++)
    {
      run = i > 0 && g_array_index (pairs, guint64, i) == g_array_index (pairs, guint64, i - 1) ? run + 1 : 1;
      most = MAX (most, run);
    }
  return most;
}

static void
find_metrics (Measure *self)
{
  HdTree *tree = self->tree;
  HdTreeMetrics *metrics = &tree->metrics;
  guint32 hottest = 0;

  *metrics = (HdTreeMetrics){ .hottest_link = HD_NO_ID, .up_link = HD_NO_ID, .down_link = HD_NO_ID };
  for (guint32 v = 0; v < tree->n_vertices; v++)
    {
      metrics->height = MAX (metrics->height, tree->levels[v]);
      metrics->radius = MAX (metrics->radius, tree->distances[v]);
      metrics->max_children = MAX (metrics->max_children, tree->first_child[v + 1] - tree->first_child[v]);
      if (tree->parents[v] != HD_NO_ID)
        metrics->crossing_packets += tree->leaves[v] != tree->leaves[tree->parents[v]] || tree->leaves[v] == HD_NO_ID;
    }
  for (guint32 i = 0; i < tree->links->len; i++)
    {
      const HdTreeLink *link = &g_array_index (tree->links, HdTreeLink, i);
      const HdLink *drawn = &self->links[link->link];

      if (!self->network->forwards[drawn->from] || !self->network->forwards[drawn->to])
        continue;
      if (link->up > metrics->hottest_up)
        {
          metrics->hottest_up = link->up;
          metrics->up_link = link->link;
        }
      if (link->down > metrics->hottest_down)
        {
          metrics->hottest_down = link->down;
          metrics->down_link = link->link;
        }
      if (MAX (link->up, link->down) > hottest)
        {
          hottest = MAX (link->up, link->down);
          metrics->hottest_link = link->link;
        }
    }
  metrics->hottest_pair = count_hottest_pair (tree);
  metrics->entries = tree->n_vertices - tree->n_members;
}

static double
find_closed_form (Measure *self)
{
  HdTree *tree = self->tree;
  double members = tree->n_members;

  if (tree->n_members < 2)
    return 0;
  if (tree->branches != NULL)
    {
      double d = MAX (tree->metrics.max_children, 2);

      return hd_tree_cost_type_2 (self->cost, d, members, self->up)
             + (tree->operation == HD_TREE_REDUCE ? 0 : hd_tree_cost_broadcast_2 (self->cost, d, members, self->down));
    }
  return hd_tree_cost_type_1 (self->cost, tree->width, members, self->up)
         + (tree->operation == HD_TREE_REDUCE ? 0 : hd_tree_cost_broadcast_1 (self->cost, tree->width, members, self->down));
}

gboolean
_hd_tree_measure (HdTree *tree,
                  HdTreeNetwork *network,
                  const HdTreeCost *cost,
                  gboolean uniform,
                  GError **error)
{
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  Measure self = {
    .tree = tree,
    .network = network,
    .links = hd_design_get_links (network->design),
    .cost = cost,
    .uniform = uniform,
    .touched = touched,
  };
  gboolean found = find_ways (&self, error);

  hd_tree_operation_get_bytes (tree->operation, tree->bytes, &self.up, &self.down);
  collect_links (&self);
  if (!found || !find_times (&self, error))
    return FALSE;
  find_metrics (&self);
  tree->time.closed_form_s = find_closed_form (&self);
  return TRUE;
}
