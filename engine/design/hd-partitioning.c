/* hd-partitioning.c: which components of a design run together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Components that are linked without latency form a group, which is a vertex of a graph; its weight is the activity to be expected, as its types say, else one
 * for each component and one for each of its links. An edge weighs the more, the more links it stands for and the less latency they have: what is cut becomes the lookahead
 * of a channel. METIS divides the graph (Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs",
 * 1998) from a fixed seed, so that the same design is always divided alike; no result of a run depends on it.
 */
#define G_LOG_DOMAIN "hd-partitioning"

#include <heddle/hd-design.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-metis.h"
#include "hd-numbers.h"

#define IMBALANCE 30           /* per mille */
#define LATENCY_WEIGHT 15      /* of the smallest latency in the design, beside 1 for any link */
#define MAX_EDGE_WEIGHT 1000000
#define MAX_ACTIVITY 1000000

typedef struct
{
  HdDesign *design;
  guint n_nodes;
  guint32 *group_of; /* by node, then numbered; HD_NO_ID for those that do not act */
  guint32 *stated;   /* by group: node whose partition the document states, or HD_NO_ID */
  guint n_groups;
} Groups;

/* Where agents carry the work all components that have links forward or send; the others do no harm. */
static gboolean
acts (const Groups *self,
      const HdNode *node)
{
  return node->type->handlers != NULL || node->type->block != NULL || hd_design_get_run_settings (self->design)->fidelity != HD_FIDELITY_FLOW;
}

/* Whether mail over the link may arrive at the moment at which it was sent. Elements of blocks answer in a later cycle. Packets of both directions
 * take turns on a shared link. */
static gboolean
binds (const Groups *self,
       const HdLink *link,
       const HdNode *nodes)
{
  if (link->sharing == HD_SHARING_SHARED && hd_design_get_run_settings (self->design)->fidelity != HD_FIDELITY_FLOW)
    return TRUE;
  return link->latency_ps == 0 && nodes[link->from].type->block == NULL && nodes[link->to].type->block == NULL;
}

/* ---- groups ---------------------------------------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parents,
           guint32 node)
{
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

static void
report_conflict (Groups *self,
                 HdProblemList *problems,
                 guint32 node,
                 guint32 other)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  g_autofree char *path = hd_design_dup_node_path (self->design, node);
  g_autofree char *other_path = hd_design_dup_node_path (self->design, other);
  g_autofree char *message = NULL;

  if (hd_design_get_run_settings (self->design)->fidelity != HD_FIDELITY_FLOW)
    message = g_strdup_printf (_("“%s” (partition %u) and “%s” (partition %u) are joined by a link without latency, or by one that both directions share; "
                                 "between partitions at least 1 ps is needed, and a link for each direction"),
                               path, nodes[node].partition, other_path, nodes[other].partition);
  else
    message = g_strdup_printf (_("“%s” (partition %u) and “%s” (partition %u) are linked without latency; at least 1 ps is "
                                 "needed between partitions"),
                               path, nodes[node].partition, other_path, nodes[other].partition);
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_LOOKAHEAD, HD_SEVERITY_ERROR, path, nodes[node].origin_uid, "partition",
                                                  hd_design_get_file (self->design), hd_design_get_line (self->design, nodes[node].origin_uid),
                                                  _("Put both into one partition, or give the link latency"), "%s", message));
}

static void
number_groups (Groups *self,
               guint32 *parents,
               HdProblemList *problems)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);

  self->stated = g_new (guint32, self->n_nodes + 1);
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (acts (self, &nodes[i]) && find_root (parents, i) == i)
      {
        self->stated[self->n_groups] = HD_NO_ID;
        self->group_of[i] = self->n_groups++;
      }
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      guint32 group;

      if (!acts (self, &nodes[i]))
        continue;
      group = self->group_of[i] = self->group_of[find_root (parents, i)];
      if (nodes[i].partition == HD_NO_ID)
        continue;
      if (self->stated[group] == HD_NO_ID)
        self->stated[group] = i;
      else if (problems != NULL && nodes[self->stated[group]].partition != nodes[i].partition)
        report_conflict (self, problems, self->stated[group], i);
    }
}

static void
find_groups (Groups *self,
             HdProblemList *problems)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdLink *links = hd_design_get_links (self->design);
  g_autofree guint32 *parents = g_new (guint32, self->n_nodes + 1);

  self->group_of = g_new (guint32, self->n_nodes + 1);
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      parents[i] = i;
      self->group_of[i] = HD_NO_ID;
    }
  /* the first node of a group is its root, so that groups are numbered in the order of nodes */
  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    if (acts (self, &nodes[links[l].from]) && acts (self, &nodes[links[l].to]) && binds (self, &links[l], nodes))
      {
        guint32 a = find_root (parents, links[l].from), b = find_root (parents, links[l].to);

        parents[MAX (a, b)] = MIN (a, b);
      }
  number_groups (self, parents, problems);
}

/* ---- the graph ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 from, to; /* groups */
  idx_t weight;
} Edge;

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const Edge *x = a, *y = b;

  return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to != y->to ? (x->to < y->to ? -1 : 1) : 0;
}

static HdTime
find_smallest_latency (Groups *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  HdTime smallest = HD_TIME_MAX;

  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    if (links[l].latency_ps > 0)
      smallest = MIN (smallest, links[l].latency_ps);
  return smallest;
}

static gboolean
says_activity (const HdNode *node)
{
  return node->type->handlers != NULL && node->type->handlers->activity != NULL;
}

static void
sum_activities (Groups *self,
                idx_t *activities)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->group_of[i] != HD_NO_ID)
      activities[self->group_of[i]] +=
        says_activity (&nodes[i]) ? (idx_t) CLAMP (nodes[i].type->handlers->activity (hd_design_get_parameters (self->design, i)) + 0.5, 1, MAX_ACTIVITY) : 1;
  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      guint32 a = self->group_of[links[l].from], b = self->group_of[links[l].to];

      if (a == HD_NO_ID || b == HD_NO_ID)
        continue;
      activities[a] += !says_activity (&nodes[links[l].from]);
      activities[b] += !says_activity (&nodes[links[l].to]);
    }
}

/* Both directions of all links between groups, sorted; those of one pair are one. */
static GArray *
collect_edges (Groups *self)
{
  const HdLink *links = hd_design_get_links (self->design);
  HdTime smallest = find_smallest_latency (self);
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  guint n = 0;

  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      guint32 a = self->group_of[links[l].from], b = self->group_of[links[l].to];
      HdTime latency = MAX (links[l].latency_ps, 1);
      idx_t weight = 1 + (idx_t) (LATENCY_WEIGHT * MIN (1.0, (double) smallest / (double) latency));

      if (a == HD_NO_ID || b == HD_NO_ID || a == b)
        continue;
      g_array_append_val (edges, ((Edge){ a, b, weight }));
      g_array_append_val (edges, ((Edge){ b, a, weight }));
    }
  g_array_sort (edges, compare_edges);
  for (guint i = 0; i < edges->len; i++)
    {
      Edge *edge = &g_array_index (edges, Edge, i), *last = &g_array_index (edges, Edge, MAX (n, 1) - 1);

      if (n > 0 && compare_edges (edge, last) == 0)
        last->weight = MIN (last->weight + edge->weight, MAX_EDGE_WEIGHT);
      else
        g_array_index (edges, Edge, n++) = *edge;
    }
  g_array_set_size (edges, n);
  return edges;
}

static gboolean
divide (Groups *self,
        guint n_parts,
        idx_t *parts,
        GError **error)
{
  HdMetisGraph *graph = g_new0 (HdMetisGraph, 1);
  g_autoptr (GArray) edges = NULL;

  graph->n = (idx_t) self->n_groups;
  graph->weights = g_new0 (idx_t, self->n_groups + 1);
  graph->starts = g_new0 (idx_t, self->n_groups + 1);
  sum_activities (self, graph->weights);
  edges = collect_edges (self);
  graph->ends = g_new (idx_t, edges->len + 1);
  graph->end_weights = g_new (idx_t, edges->len + 1);
  for (guint i = 0; i < edges->len; i++)
    {
      const Edge *edge = &g_array_index (edges, Edge, i);

      graph->starts[edge->from + 1] = (idx_t) i + 1;
      graph->ends[i] = (idx_t) edge->to;
      graph->end_weights[i] = edge->weight;
    }
  for (guint i = 0; i < self->n_groups; i++)
    graph->starts[i + 1] = MAX (graph->starts[i + 1], graph->starts[i]);
  return hd_metis_divide (graph, n_parts, IMBALANCE, parts, error);
}

/* ---- together -------------------------------------------------------------------------------------------------------- */

/* The end of a flow depends on all others at once, so that flows give nobody lookahead. */
static guint
count_wanted (Groups *self,
              HdProblemList *problems)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  guint wanted = settings->partitions > 1 ? settings->partitions : settings->threads;

  if (settings->sync == HD_SYNC_SERIAL || self->n_groups == 0)
    return 1;
  if (settings->fidelity == HD_FIDELITY_FLOW && (hd_design_get_n_workloads (self->design) > 0 || _hd_design_has_senders (self->design)))
    return 1;
  if (wanted <= self->n_groups)
    return wanted;
  if (problems != NULL)
    _hd_design_report_run (self->design, problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "partitions", NULL,
                           _("%u partitions are wanted, but only %u groups of components can be placed"), wanted, self->n_groups);
  return self->n_groups;
}

/* Partitions that got nothing are left out. */
static guint
renumber (guint32 *partitions,
          guint n_nodes,
          guint n)
{
  g_autofree guint32 *numbers = hd_numbers_new (n, HD_NO_ID);
  guint used = 0;

  for (guint i = 0; i < n_nodes; i++)
    if (partitions[i] != HD_NO_ID)
      numbers[partitions[i]] = 0;
  for (guint i = 0; i < n; i++)
    if (numbers[i] != HD_NO_ID)
      numbers[i] = used++;
  for (guint i = 0; i < n_nodes; i++)
    if (partitions[i] != HD_NO_ID)
      partitions[i] = numbers[partitions[i]];
  return MAX (used, 1);
}

gboolean
hd_design_can_divide (HdDesign *self)
{
  Groups groups = { .design = self, .n_nodes = hd_design_get_n_nodes (self) };
  guint n;

  find_groups (&groups, NULL);
  n = count_wanted (&groups, NULL);
  g_free (groups.group_of);
  g_free (groups.stated);
  return n > 1;
}

guint32 *
hd_design_partition (HdDesign *self,
                     guint *out_n,
                     HdProblemList *problems,
                     GError **error)
{
  Groups groups = { .design = self, .n_nodes = hd_design_get_n_nodes (self) };
  const HdNode *nodes = hd_design_get_nodes (self);
  guint32 *partitions;
  g_autofree idx_t *parts = NULL;
  guint n;

  find_groups (&groups, hd_design_get_run_settings (self)->sync != HD_SYNC_SERIAL ? problems : NULL);
  n = count_wanted (&groups, problems);
  parts = g_new0 (idx_t, groups.n_groups + 1);
  partitions = groups.group_of;
  if (n > 1 && !divide (&groups, n, parts, error))
    {
      g_free (partitions);
      g_free (groups.stated);
      return NULL;
    }
  for (guint i = 0; i < groups.n_nodes; i++)
    {
      guint32 group = groups.group_of[i];

      if (group != HD_NO_ID)
        partitions[i] = groups.stated[group] != HD_NO_ID ? nodes[groups.stated[group]].partition % n : (guint32) parts[group];
    }
  g_free (groups.stated);
  *out_n = renumber (partitions, groups.n_nodes, n);
  return partitions;
}
