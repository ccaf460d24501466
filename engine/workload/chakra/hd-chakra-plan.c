/* hd-chakra-plan.c: the traces of a job on a design: which paths their work takes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What takes a time that the trace tells goes over a resource of 10^12 a second of which each flow has all: a picosecond for each unit, whatever
 * runs beside it. So the network alone keeps the time, and shows how busy components are.
 */
#define G_LOG_DOMAIN "hd-chakra-plan"

#include "hd-chakra-plan.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-processor.h"

typedef struct
{
  guint32 compute, host, local; /* of the quotient */
  guint32 load, store;          /* of the table */
  guint32 resource, memory;
} RankFlows;

typedef struct
{
  HdChakraPlan *plan;
  const HdChakraJob *job;
  HdQuotient *quotient;
  HdFlowTable *table;
  RankFlows *flows;
  guint32 *message_flows;
} Builder;

/* ---- what ranks need ---------------------------------------------------------------------------------------------------- */

static guint32
add_own (Builder *self,
         HdFlowKind kind,
         double capacity,
         guint32 *out_resource)
{
  guint32 resource = hd_quotient_add_resource (self->quotient, kind, capacity);
  HdFlowUse use = { resource, kind == HD_FLOW_PROCESSOR ? 1 : self->plan->flows->cross_den };

  *out_resource = resource;
  return hd_quotient_add_flow (self->quotient, 0, 0, &use, 1);
}

/* Routed flows, before routes are found. */
static void
add_home_flows (Builder *self,
                guint32 rank)
{
  guint32 node = self->plan->order->nodes[rank], home = hd_chakra_order_find_home (self->plan->order, self->plan->design, rank);
  RankFlows *flows = &self->flows[rank];

  if (home == HD_NO_ID)
    return;
  flows->load = hd_flow_table_add (self->table, home, node, HD_NO_ID, HD_NO_ID);
  flows->store = hd_flow_table_add (self->table, node, home, HD_NO_ID, HD_NO_ID);
}

static void
add_own_flows (Builder *self,
               guint32 rank,
               const HdProcessor *processor,
               HdProblemList *problems)
{
  const HdChakraRank *trace = self->job->ranks[rank];
  RankFlows *flows = &self->flows[rank];

  flows->host = add_own (self, HD_FLOW_PIPE, HD_TICKS_PER_SECOND, &flows->resource);
  flows->compute = flows->host;
  if (hd_chakra_order_computes (self->plan->order, rank))
    {
      if (processor->fp32_rate > 0)
        flows->compute = add_own (self, HD_FLOW_PROCESSOR, processor->fp32_rate, &flows->resource);
      else
        hd_chakra_order_report_rate (self->plan->order, self->plan->design, rank, problems);
    }
  else
    flows->compute = add_own (self, HD_FLOW_PIPE, HD_TICKS_PER_SECOND, &flows->resource);
  if (isfinite (processor->local_bandwidth) && hd_chakra_rank_needs (trace, HD_CHAKRA_COMPUTE, HD_CHAKRA_STORE, FALSE))
    flows->local = add_own (self, HD_FLOW_LINK, processor->local_bandwidth, &flows->memory);
}

/* ---- communications ----------------------------------------------------------------------------------------------------- */

/* Ranks of a schedule count from the root. */
static guint32
add_team (Builder *self,
          const HdChakraMeeting *meeting)
{
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);
  g_autofree guint32 *nodes = g_new (guint32, group->n_ranks);
  guint first = hd_chakra_order_get_first (self->plan->order, meeting);

  for (guint i = 0; i < group->n_ranks; i++)
    nodes[i] = self->plan->order->nodes[group->ranks[(first + i) % group->n_ranks]];
  return hd_workload_graph_add_team (self->plan->graph, nodes, group->n_ranks);
}

typedef struct
{
  guint32 group, root;
  guint32 type;
} PatternKey;

static guint
hash_key (gconstpointer data)
{
  const PatternKey *key = data;

  return (key->group * 31 + key->root) * 31 + key->type;
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const PatternKey *x = a, *y = b;

  return x->group == y->group && x->root == y->root && x->type == y->type;
}

static gboolean
add_patterns (Builder *self,
              HdProblemList *problems,
              GError **error)
{
  HdChakraPlan *plan = self->plan;
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (hash_key, key_equal, g_free, NULL);

  plan->meeting_patterns = g_new (guint32, self->job->meetings->len + 1);
  for (guint32 i = 0; i < self->job->meetings->len; i++)
    {
      const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, i);
      PatternKey key = { meeting->group, meeting->root, meeting->type };
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, &key, NULL, &number))
        {
          HdCommPattern *pattern = hd_comm_pattern_new (hd_chakra_order_get_algorithm (self->plan->order, meeting->type), add_team (self, meeting), HD_NO_ID);

          number = GUINT_TO_POINTER (plan->patterns->len);
          g_ptr_array_add (plan->patterns, pattern);
          if (!hd_comm_pattern_mark_flows (pattern, plan->graph, GPOINTER_TO_UINT (number), HD_NO_ID, self->table, problems, error))
            return FALSE;
          g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), number);
        }
      plan->meeting_patterns[i] = GPOINTER_TO_UINT (number);
    }
  return TRUE;
}

static void
add_messages (Builder *self)
{
  const guint32 *nodes = self->plan->order->nodes;

  self->message_flows = g_new (guint32, self->job->messages->len + 1);
  for (guint32 i = 0; i < self->job->messages->len; i++)
    {
      const HdChakraMessage *message = hd_chakra_job_get_message (self->job, i);

      self->message_flows[i] = hd_flow_table_add (self->table, nodes[message->source], nodes[message->destination], HD_NO_ID, HD_NO_ID);
    }
}

/* ---- paths -------------------------------------------------------------------------------------------------------------- */

static guint32
get_path (const Builder *self,
          guint32 node)
{
  return node != HD_NO_ID ? hd_quotient_get_path (self->quotient, node) : HD_NO_ID;
}

static guint32
get_routed_path (const Builder *self,
                 guint32 flow)
{
  return flow != HD_NO_ID ? get_path (self, hd_flow_table_get_node (self->table, flow)) : HD_NO_ID;
}

static gboolean
find_paths (Builder *self,
            const HdProcessor *processors,
            GError **error)
{
  HdChakraPlan *plan = self->plan;
  const HdRunSettings *settings = hd_design_get_run_settings (plan->design);

  hd_flow_table_get_node_resources (self->table, self->quotient, plan->node_resources);
  plan->paths = g_new (HdChakraPaths, self->job->n_ranks + 1);
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      const RankFlows *flows = &self->flows[rank];
      guint32 *resources = plan->node_resources + 2 * (gsize) plan->order->nodes[rank];

      plan->paths[rank] = (HdChakraPaths) {
        .compute = get_path (self, flows->compute),
        .host = get_path (self, flows->host),
        .local = get_path (self, flows->local),
        .load = get_routed_path (self, flows->load),
        .store = get_routed_path (self, flows->store),
        .speed_up = plan->order->half_precision ? processors[rank].fp16_rate / processors[rank].fp32_rate : 1,
      };
      resources[0] = hd_quotient_get_resource (self->quotient, flows->resource);
      if (flows->memory != HD_NO_ID)
        resources[1] = hd_quotient_get_resource (self->quotient, flows->memory);
    }
  plan->message_paths = g_new (guint32, self->job->messages->len + 1);
  for (guint32 i = 0; i < self->job->messages->len; i++)
    plan->message_paths[i] = get_routed_path (self, self->message_flows[i]);
  hd_flow_table_get_link_resources (self->table, self->quotient, plan->link_resources);
  for (guint i = 0; i < plan->patterns->len; i++)
    if (!hd_comm_pattern_find_paths (g_ptr_array_index (plan->patterns, i), plan->graph, settings, self->table, self->quotient, error))
      return FALSE;
  for (guint i = 0; i < plan->patterns->len; i++)
    hd_comm_pattern_add_start (g_ptr_array_index (plan->patterns, i), plan->graph, plan->design, plan->flows);
  return TRUE;
}

static gboolean
build (Builder *self,
       HdProblemList *problems,
       GError **error)
{
  HdChakraPlan *plan = self->plan;
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  g_autofree HdProcessor *processors = g_new (HdProcessor, self->job->n_ranks + 1);

  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      self->flows[rank] = (RankFlows) { HD_NO_ID, HD_NO_ID, HD_NO_ID, HD_NO_ID, HD_NO_ID, HD_NO_ID, HD_NO_ID };
      hd_processor_get (plan->design, plan->order->nodes[rank], &processors[rank]);
      add_home_flows (self, rank);
    }
  add_messages (self);
  if (!add_patterns (self, problems, error) || !hd_flow_table_route (self->table, plan->flows, self->quotient, problems, error))
    return FALSE;
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    add_own_flows (self, rank, &processors[rank], problems);
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
      return FALSE;
    }
  if (!hd_quotient_build (self->quotient, FALSE, plan->flows, error))
    return FALSE;
  hd_flow_table_set_ends (self->table, self->quotient, plan->flows);
  return find_paths (self, processors, error);
}

HdChakraPlan *
hd_chakra_plan_new (HdDesign *design,
                    const HdChakraOrder *order,
                    HdProblemList *problems,
                    GError **error)
{
  g_autoptr (HdChakraPlan) self = g_new0 (HdChakraPlan, 1);
  g_autoptr (HdQuotient) quotient = hd_quotient_new ();
  g_autoptr (HdFlowTable) table = NULL;
  Builder builder = { .plan = self, .job = order->job, .quotient = quotient };
  HdFlowRules rules;
  gboolean built;

  hd_work_rules_get (design, &rules);
  self->design = design;
  self->order = order;
  self->graph = hd_workload_graph_new ();
  self->flows = hd_flow_model_new (&rules);
  self->patterns = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_comm_pattern_free);
  self->link_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_links (design) + 1);
  self->node_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_nodes (design) + 1);
  builder.table = table = hd_flow_table_new (design, self->graph);
  builder.flows = g_new (RankFlows, order->job->n_ranks + 1);
  built = build (&builder, problems, error);
  g_free (builder.flows);
  g_free (builder.message_flows);
  return built ? g_steal_pointer (&self) : NULL;
}

void
hd_chakra_plan_free (HdChakraPlan *self)
{
  g_ptr_array_unref (self->patterns);
  hd_flow_model_free (self->flows);
  hd_workload_graph_free (self->graph);
  g_free (self->paths);
  g_free (self->message_paths);
  g_free (self->meeting_patterns);
  g_free (self->link_resources);
  g_free (self->node_resources);
  g_free (self);
}
