/* hd-work-model.c: a workload on a design, as classes of lanes and of flows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-work-model"

#include "hd-work-model.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "hd-budget.h"
#include "hd-colours.h"
#include "hd-design-private.h"
#include "hd-flow-table.h"
#include "hd-comm-pattern.h"
#include "hd-numbers.h"
#include "hd-workload-orders.h"

/* Marks of the flows that a lane has, and labels of how they stand to it. */
enum
{
  FLOW_COMPUTE = 1,
  FLOW_LOCAL,
  FLOW_HOME, /* and upwards: one for each home */
};

typedef struct
{
  HdProcessor processor;
  guint32 node;
  guint32 lane_node;    /* of the quotient */
  guint32 compute_node; /* likewise, flows */
  guint32 local_node;
  guint32 resource_node;
  guint32 memory_node;
} Lane;

typedef struct
{
  HdWorkModel *model;
  HdQuotient *quotient;
  HdFlowTable *table;
  HdColours *colours;
  Lane *lanes;
  guint32 *lane_of_node;
  guint64 *lane_colours;
  guint32 *home_nodes;    /* by home, HD_NO_ID for home 0 */
  guint32 *home_flows;    /* by lane and home: in the table, or HD_NO_ID */
} Builder;

/* ---- lanes ------------------------------------------------------------------------------------------------------------ */

typedef void (*LaneFunc) (Builder *self,
                          guint32 lane,
                          guint32 vertex);

static void
foreach_lane (Builder *self,
              guint32 v,
              LaneFunc func)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, v);
  const HdTeam *team;

  if (vertex->group == HD_NO_ID)
    {
      func (self, self->lane_of_node[vertex->place], v);
      return;
    }
  team = hd_workload_graph_get_team (self->model->graph, vertex->group);
  for (guint i = 0; i < team->n_nodes; i++)
    func (self, self->lane_of_node[team->nodes[i]], v);
}

static void
collect_lanes (Builder *self)
{
  HdWorkModel *model = self->model;
  HdWorkloadGraph *graph = model->graph;
  guint n_nodes = hd_design_get_n_nodes (model->design);
  g_autofree guint8 *works = g_new0 (guint8, n_nodes + 1);
  g_autofree guint8 *is_group = g_new0 (guint8, graph->teams->len + 1);

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);

      if (vertex->kind == HD_VERTEX_COMPUTE && vertex->group != HD_NO_ID)
        is_group[vertex->group] = TRUE;
      else if (vertex->kind == HD_VERTEX_COMPUTE)
        works[vertex->place] = TRUE;
    }
  for (guint t = 0; t < graph->teams->len; t++)
    for (guint i = 0; is_group[t] && i < hd_workload_graph_get_team (graph, t)->n_nodes; i++)
      works[hd_workload_graph_get_team (graph, t)->nodes[i]] = TRUE;

  self->lane_of_node = hd_numbers_new (n_nodes, HD_NO_ID);
  model->lane_nodes = g_new (guint32, n_nodes + 1);
  for (guint32 node = 0; node < n_nodes; node++)
    if (works[node])
      {
        self->lane_of_node[node] = model->n_lanes;
        model->lane_nodes[model->n_lanes++] = node;
      }
}

/* Lanes look alike if they are the same kind of processor, are members of the same groups and run no vertex of their own. */
static void
colour_lanes (Builder *self)
{
  HdWorkModel *model = self->model;
  g_autofree guint8 *done = g_new0 (guint8, model->graph->teams->len + 1);

  self->lanes = g_new0 (Lane, model->n_lanes + 1);
  self->lane_colours = g_new0 (guint64, model->n_lanes + 1);
  for (guint32 i = 0; i < model->n_lanes; i++)
    {
      Lane *lane = &self->lanes[i];
      guint64 colour = 0;

      lane->node = model->lane_nodes[i];
      hd_processor_get (model->design, lane->node, &lane->processor);
      colour = hd_colours_mix_double (self->colours, colour, lane->processor.fp32_rate);
      colour = hd_colours_mix_double (self->colours, colour, lane->processor.fp16_rate);
      colour = hd_colours_mix_double (self->colours, colour, lane->processor.local_capacity);
      self->lane_colours[i] = hd_colours_mix_double (self->colours, colour, lane->processor.local_bandwidth);
    }
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (model->graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);
      const HdTeam *team;

      if (vertex->kind != HD_VERTEX_COMPUTE)
        continue;
      if (vertex->group == HD_NO_ID)
        {
          guint64 *colour = &self->lane_colours[self->lane_of_node[vertex->place]];

          *colour = hd_colours_mix (self->colours, *colour, (guint64) vertex->place << 32 | 1);
          continue;
        }
      if (done[vertex->group])
        continue;
      done[vertex->group] = TRUE;
      team = hd_workload_graph_get_team (model->graph, vertex->group);
      for (guint i = 0; i < team->n_nodes; i++)
        {
          guint64 *colour = &self->lane_colours[self->lane_of_node[team->nodes[i]]];

          *colour = hd_colours_mix (self->colours, *colour, (guint64) vertex->group << 32 | 2);
        }
    }
}

/* ---- flows -------------------------------------------------------------------------------------------------------------- */

static void
number_homes (Builder *self)
{
  HdWorkModel *model = self->model;
  guint n_vertices = hd_workload_graph_get_n_vertices (model->graph);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);

  model->vertex_homes = g_new0 (guint32, n_vertices + 1);
  self->home_nodes = g_new (guint32, n_vertices + 1);
  self->home_nodes[0] = HD_NO_ID;
  model->n_homes = 1;
  for (guint32 v = 0; v < n_vertices; v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);
      guint number;

      if (vertex->kind != HD_VERTEX_COMPUTE || vertex->home == HD_NO_ID)
        continue;
      number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (vertex->home + 1)));
      if (number == 0)
        {
          number = model->n_homes++;
          self->home_nodes[number] = vertex->home;
          g_hash_table_insert (numbers, GUINT_TO_POINTER (vertex->home + 1), GUINT_TO_POINTER (number));
        }
      model->vertex_homes[v] = number;
    }
  self->home_flows = hd_numbers_new ((gsize) model->n_lanes * model->n_homes, HD_NO_ID);
}

static void
add_home_flow (Builder *self,
               guint32 lane,
               guint32 v)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, v);
  guint32 home = self->model->vertex_homes[v];
  guint32 *flow = &self->home_flows[(gsize) lane * self->model->n_homes + home];
  const HdProcessor *processor = &self->lanes[lane].processor;

  if (*flow != HD_NO_ID || hd_work_vertex_is_local (vertex, processor))
    return;
  *flow = hd_flow_table_add (self->table, home == 0 ? processor->home : self->home_nodes[home], self->lanes[lane].node, HD_NO_ID, v);
  hd_flow_table_mark (self->table, *flow, FLOW_HOME + home);
}

/* For each pair of group and home one vertex is enough, but for first fit, where it depends on the lane whether a vertex needs it. */
static void
add_home_flows (Builder *self)
{
  HdWorkModel *model = self->model;
  g_autoptr (GHashTable) done = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (model->graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);
      gint64 key = (gint64) ((guint64) vertex->group << 32 | model->vertex_homes[v]);

      if (vertex->kind != HD_VERTEX_COMPUTE || vertex->volume == 0 || vertex->access == HD_ACCESS_LOCAL)
        continue;
      if (vertex->group != HD_NO_ID && vertex->local_from == INFINITY && !g_hash_table_add (done, g_memdup2 (&key, sizeof key)))
        continue;
      foreach_lane (self, v, add_home_flow);
    }
}

static gboolean
add_patterns (Builder *self,
              HdProblemList *problems,
              GError **error)
{
  HdWorkModel *model = self->model;
  guint n_vertices = hd_workload_graph_get_n_vertices (model->graph);

  model->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_comm_pattern_free);
  model->vertex_patterns = hd_numbers_new (n_vertices, HD_NO_ID);
  for (guint32 v = 0; v < n_vertices; v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);
      guint32 number = 0;

      if (vertex->kind != HD_VERTEX_COMM)
        continue;
      for (; number < model->patterns->len; number++)
        {
          const HdCommPattern *known = g_ptr_array_index (model->patterns, number);

          if (known->algorithm == vertex->algorithm && known->team == vertex->team && known->net == vertex->net)
            break;
        }
      model->vertex_patterns[v] = number;
      if (number < model->patterns->len)
        continue;
      g_ptr_array_add (model->patterns, hd_comm_pattern_new (vertex->algorithm, vertex->team, vertex->net));
      if (!hd_comm_pattern_mark_flows (g_ptr_array_index (model->patterns, number), model->graph, number, v, self->table, problems, error))
        return FALSE;
    }
  return TRUE;
}

/* Whom agents will send something is not known, so that no two links are sure to carry the same; nor whose way is another once a link fails. Links that only become
 * slower or faster are told apart by that. */
static gboolean
is_symmetric (HdDesign *design)
{
  for (guint i = 0; i < hd_design_get_n_changes (design); i++)
    if (hd_design_get_change (design, i)->fails || hd_design_get_change (design, i)->repairs)
      return FALSE;
  return hd_design_get_run_settings (design)->symmetry && !hd_workload_has_messages (design);
}

/* Without barriers members are equal only if they wait for equal ones. */
static gboolean
join_patterns (Builder *self,
               GError **error)
{
  HdWorkModel *model = self->model;
  const HdRunSettings *settings = hd_design_get_run_settings (model->design);

  if (settings->steps == HD_STEPS_BARRIER || !is_symmetric (model->design))
    return TRUE;
  for (guint i = 0; i < model->patterns->len; i++)
    if (!hd_comm_pattern_join_flows (g_ptr_array_index (model->patterns, i), model->graph, i, self->table, self->colours, self->quotient, error))
      return FALSE;
  return TRUE;
}

/* ---- the quotient ------------------------------------------------------------------------------------------------------- */

static guint32
add_own_flow (Builder *self,
              HdFlowKind kind,
              double capacity,
              guint32 lane_node,
              guint64 mark,
              guint32 *out_resource_node)
{
  guint32 resource = hd_quotient_add_resource (self->quotient, kind, capacity);
  HdFlowUse use = { resource, kind == HD_FLOW_LINK ? self->model->flows->cross_den : 1 };
  guint32 flow = hd_quotient_add_flow (self->quotient, mark, 0, &use, 1);

  hd_quotient_join (self->quotient, lane_node, flow, mark);
  *out_resource_node = resource;
  return flow;
}

static void
add_lanes (Builder *self)
{
  HdWorkModel *model = self->model;

  for (guint32 i = 0; i < model->n_lanes; i++)
    {
      Lane *lane = &self->lanes[i];

      lane->lane_node = hd_quotient_add_node (self->quotient, self->lane_colours[i]);
      lane->compute_node = add_own_flow (self, HD_FLOW_PROCESSOR, lane->processor.fp32_rate, lane->lane_node, FLOW_COMPUTE,
                                         &lane->resource_node);
      lane->local_node = lane->memory_node = HD_NO_ID;
      if (isfinite (lane->processor.local_bandwidth))
        lane->local_node = add_own_flow (self, HD_FLOW_LINK, lane->processor.local_bandwidth, lane->lane_node, FLOW_LOCAL,
                                         &lane->memory_node);
      for (guint home = 0; home < model->n_homes; home++)
        {
          guint32 flow = self->home_flows[(gsize) i * model->n_homes + home];

          if (flow != HD_NO_ID)
            hd_quotient_join (self->quotient, lane->lane_node, hd_flow_table_get_node (self->table, flow), FLOW_HOME + home);
        }
    }
}

static void
read_lane_class (Builder *self,
                 guint32 lane_number,
                 HdLaneClass *class)
{
  const Lane *lane = &self->lanes[lane_number];
  guint n_homes = self->model->n_homes;

  class->first_lane = lane_number;
  class->processor = lane->processor;
  class->compute_path = hd_quotient_get_path (self->quotient, lane->compute_node);
  class->local_path = lane->local_node != HD_NO_ID ? hd_quotient_get_path (self->quotient, lane->local_node) : HD_NO_ID;
  class->home_paths = hd_numbers_new (n_homes, HD_NO_ID);
  for (guint home = 0; home < n_homes; home++)
    {
      guint32 flow = self->home_flows[(gsize) lane_number * n_homes + home];

      if (flow != HD_NO_ID)
        class->home_paths[home] = hd_quotient_get_path (self->quotient, hd_flow_table_get_node (self->table, flow));
    }
}

static void
read_classes (Builder *self)
{
  HdWorkModel *model = self->model;
  g_autofree guint32 *numbers = hd_numbers_new (hd_quotient_get_n_classes (self->quotient), HD_NO_ID);

  model->lane_classes = g_new (guint32, model->n_lanes + 1);
  model->classes = g_new0 (HdLaneClass, model->n_lanes + 1);
  for (guint32 i = 0; i < model->n_lanes; i++)
    {
      guint32 *number = &numbers[hd_quotient_get_class (self->quotient, self->lanes[i].lane_node)];

      if (*number == HD_NO_ID)
        {
          *number = model->n_classes++;
          read_lane_class (self, i, &model->classes[*number]);
        }
      model->lane_classes[i] = *number;
      model->classes[*number].n_lanes++;
    }
}

static void
read_groups (Builder *self)
{
  HdWorkModel *model = self->model;
  g_autofree guint32 *seen = hd_numbers_new (model->n_classes, HD_NO_ID);

  model->group_classes = g_new0 (guint32 *, model->graph->teams->len + 1);
  model->place_classes = hd_numbers_new (hd_workload_graph_get_n_vertices (model->graph), HD_NO_ID);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (model->graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);
      const HdTeam *team;
      guint32 *classes;
      guint n = 0;

      if (vertex->kind != HD_VERTEX_COMPUTE)
        continue;
      if (vertex->group == HD_NO_ID)
        {
          model->place_classes[v] = model->lane_classes[self->lane_of_node[vertex->place]];
          continue;
        }
      if (model->group_classes[vertex->group] != NULL)
        continue;
      team = hd_workload_graph_get_team (model->graph, vertex->group);
      classes = hd_numbers_new (model->n_classes + 1, HD_NO_ID);
      for (guint i = 0; i < team->n_nodes; i++)
        {
          guint32 class = model->lane_classes[self->lane_of_node[team->nodes[i]]];

          if (seen[class] == vertex->group)
            continue;
          seen[class] = vertex->group;
          classes[n++] = class;
        }
      model->group_classes[vertex->group] = classes;
    }
}

static void
read_resources (Builder *self)
{
  HdWorkModel *model = self->model;

  model->link_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_links (model->design) + 1);
  hd_flow_table_get_link_resources (self->table, self->quotient, model->link_resources);
  model->node_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_nodes (model->design) + 1);
  hd_flow_table_get_node_resources (self->table, self->quotient, model->node_resources);
  for (guint32 i = 0; i < model->n_lanes; i++)
    {
      const Lane *lane = &self->lanes[i];
      guint32 *resources = model->node_resources + 2 * (gsize) lane->node;

      resources[0] = hd_quotient_get_resource (self->quotient, lane->resource_node);
      if (lane->memory_node != HD_NO_ID)
        resources[1] = hd_quotient_get_resource (self->quotient, lane->memory_node);
    }
}

static void
offer_latency (HdFlowRules *rules,
               HdTime latency_ps)
{
  if (latency_ps > 0 && (rules->shortest_ps == 0 || latency_ps < rules->shortest_ps))
    rules->shortest_ps = latency_ps;
}

void
hd_work_rules_get (HdDesign *design,
                   HdFlowRules *out_rules)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);

  *out_rules = (HdFlowRules) { settings->fairness, settings->cross_traffic, 0 };
  for (guint32 link = 0; link < hd_design_get_n_links (design); link++)
    offer_latency (out_rules, hd_design_get_links (design)[link].latency_ps);
  for (guint32 node = 0; node < hd_design_get_n_nodes (design); node++)
    if (hd_design_get_nodes (design)[node].type->role == HD_ROLE_SWITCH) /* a medium delays what passes */
      offer_latency (out_rules, llround (hd_design_get_property (design, node, HD_PROPERTY_LATENCY, 0) * HD_TICKS_PER_SECOND));
}

static gboolean
build (Builder *self,
       HdProblemList *problems,
       GError **error)
{
  HdWorkModel *model = self->model;

  collect_lanes (self);
  colour_lanes (self);
  number_homes (self);
  add_home_flows (self);
  if (!add_patterns (self, problems, error) || !hd_flow_table_route (self->table, model->flows, self->quotient, problems, error) ||
      !join_patterns (self, error))
    return FALSE;
  add_lanes (self);
  if (!hd_quotient_build (self->quotient, is_symmetric (model->design), model->flows, error))
    return FALSE;
  hd_flow_table_set_ends (self->table, self->quotient, model->flows);
  read_classes (self);
  read_groups (self);
  read_resources (self);
  for (guint i = 0; i < model->patterns->len; i++)
    if (!hd_comm_pattern_find_paths (g_ptr_array_index (model->patterns, i), model->graph, hd_design_get_run_settings (model->design), self->table,
                                     self->quotient, error))
      return FALSE;
  for (guint i = 0; i < model->patterns->len; i++)
    hd_comm_pattern_add_start (g_ptr_array_index (model->patterns, i), model->graph, model->design, model->flows);
  return hd_budget_may_go_on (hd_budget_get_current (), error);
}

HdWorkModel *
hd_work_model_new (HdDesign *design,
                   HdWorkloadGraph *graph,
                   HdProblemList *problems,
                   GError **error)
{
  HdFlowRules rules;
  g_autoptr (HdWorkModel) model = g_new0 (HdWorkModel, 1);
  g_autoptr (HdQuotient) quotient = hd_quotient_new ();
  g_autoptr (HdFlowTable) table = hd_flow_table_new (design, graph);
  g_autoptr (HdColours) colours = hd_colours_new ();
  Builder builder = { .model = model, .quotient = quotient, .table = table, .colours = colours };
  gboolean built;

  hd_work_rules_get (design, &rules);
  model->design = hd_design_ref (design);
  model->graph = graph;
  model->flows = hd_flow_model_new (&rules);
  built = build (&builder, problems, error);
  g_free (builder.lanes);
  g_free (builder.lane_of_node);
  g_free (builder.lane_colours);
  g_free (builder.home_nodes);
  g_free (builder.home_flows);
  return built ? g_steal_pointer (&model) : NULL;
}

void
hd_work_model_free (HdWorkModel *self)
{
  for (guint i = 0; i < self->n_classes; i++)
    g_free (self->classes[i].home_paths);
  for (guint i = 0; self->group_classes != NULL && i < self->graph->teams->len; i++)
    g_free (self->group_classes[i]);
  g_clear_pointer (&self->patterns, g_ptr_array_unref);
  g_clear_pointer (&self->flows, hd_flow_model_free);
  g_free (self->lane_nodes);
  g_free (self->lane_classes);
  g_free (self->classes);
  g_free (self->vertex_homes);
  g_free (self->group_classes);
  g_free (self->place_classes);
  g_free (self->vertex_patterns);
  g_free (self->link_resources);
  g_free (self->node_resources);
  hd_design_unref (self->design);
  g_free (self);
}
