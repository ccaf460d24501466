/* hd-execution.c: a design's work in execution on its network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-execution"

#include "hd-execution-private.h"

#include <heddle/hd-error.h>

#include "hd-absences.h"
#include "hd-design-private.h"
#include "hd-digest.h"
#include "hd-flow-network.h"
#include "hd-i18n.h"
#include "hd-workload-check.h"
#include "hd-workload-orders.h"
#include "hd-workload-private.h"

#define MESSAGE (G_GUINT64_CONSTANT (1) << 63) /* in tokens: not of the carrier */

/* ---- compile ------------------------------------------------------------------------------------------------------------ */

static gboolean
fail_invalid (GError **error)
{
  g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return FALSE;
}

static gboolean
compile_workload (HdExecution *self,
                  HdProblemList *problems,
                  GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  gboolean has_graph = FALSE;

  self->graph = hd_workload_graph_new ();
  self->graph->file = hd_design_get_file (self->design);
  if (hd_design_get_n_workloads (self->design) > 0)
    {
      const HdElement *first = hd_design_get_workload (self->design, 0);

      self->graph->origin_uid = first->origin_uid;
      self->graph->line = first->line;
    }
  for (guint i = 0; i < hd_design_get_n_workloads (self->design); i++)
    if (!hd_workload_is_tree (self->design, hd_design_get_workload (self->design, i))) /* which agents carry */
      {
        _hd_workload_read (self->design, hd_design_get_workload (self->design, i), self->graph, problems);
        has_graph = TRUE;
      }
  hd_workload_check_iterations (self->graph, self->design, problems);
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors)
    return fail_invalid (error);
  hd_workload_graph_seal (self->graph);
  if (settings->static_check && has_graph) /* agents may send without any */
    hd_workload_check_structure (self->graph, problems);
  hd_workload_check_places (self->graph, self->design, problems);
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors)
    return fail_invalid (error);
  self->model = hd_work_model_new (self->design, self->graph, problems, error);
  if (self->model == NULL)
    return FALSE;
  self->flows = self->model->flows;
  self->carrier = self->executor = hd_executor_new (self->model, settings->iterations);
  self->carrier_class = &hd_executor_carrier_class;
  return TRUE;
}

static gboolean
compile_transfers (HdExecution *self,
                   HdTransferList *transfers,
                   HdProblemList *problems,
                   GError **error)
{
  HdFlowRules rules;

  hd_work_rules_get (self->design, &rules);
  self->flows = hd_flow_model_new (&rules);
  self->link_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_links (self->design) + 1);
  self->node_resources = g_new (guint32, 2 * (gsize) hd_design_get_n_nodes (self->design) + 1);
  self->transfers = hd_transfer_carrier_new (self->design, transfers, self->flows, self->link_resources, self->node_resources, problems, error);
  self->carrier = self->transfers;
  self->carrier_class = &hd_transfer_carrier_class;
  return self->transfers != NULL;
}

static gboolean
compile_chakra (HdExecution *self,
                const HdElement *workload,
                HdProblemList *problems,
                HdProgress *progress,
                GError **error)
{
  g_autoptr (GError) stopped = NULL;

  if (!_hd_workload_chakra_read (self->design, workload, TRUE, problems, progress, &self->order, &stopped))
    {
      if (stopped == NULL)
        return fail_invalid (error);
      g_propagate_error (error, g_steal_pointer (&stopped));
      return FALSE;
    }
  self->plan = hd_chakra_plan_new (self->design, &self->order, problems, error);
  if (self->plan == NULL)
    return FALSE;
  self->flows = self->plan->flows;
  self->carrier = self->chakra = hd_chakra_carrier_new (self->plan);
  self->carrier_class = &hd_chakra_carrier_class;
  return TRUE;
}

/* For agents that send, and for links that change. */
static gboolean
open_ways (HdExecution *self,
           GError **error)
{
  guint32 *links = self->link_resources, *nodes = self->node_resources;

  if (!hd_workload_has_messages (self->design) && hd_design_get_n_changes (self->design) == 0)
    return TRUE;
  if (self->model != NULL)
    {
      links = self->model->link_resources;
      nodes = self->model->node_resources;
    }
  else if (self->plan != NULL)
    {
      links = self->plan->link_resources;
      nodes = self->plan->node_resources;
    }
  self->ways = hd_flow_table_new_built (self->design, self->model != NULL ? self->graph : self->plan != NULL ? self->plan->graph : NULL, self->flows, links, nodes,
                                        error);
  return self->ways != NULL;
}

/* ---- what changes at moments ---------------------------------------------------------------------------------------------- */

static void
find_change (HdExecution *self)
{
  self->change = self->n_changed < hd_design_get_n_changes (self->design) ? hd_design_get_change (self->design, self->n_changed)->time : HD_TIME_MAX;
}

/* Whether any link will be repaired. */
static gboolean
is_hopeful (HdExecution *self)
{
  for (guint i = self->n_changed; i < hd_design_get_n_changes (self->design); i++)
    if (hd_design_get_change (self->design, i)->repairs)
      return TRUE;
  return FALSE;
}

/* Whether @path is no way, but what a component does that has failed. */
static gboolean
find_stopped (HdExecution *self,
              guint32 path,
              guint32 *out_node)
{
  const HdFlowPath *p = hd_flow_model_get_path (self->flows, path);
  const HdFlowUse *uses = hd_flow_model_get_uses (self->flows, p->first_use);
  guint32 found = p->n_uses > 0 && uses[0].resource < self->stopped->len ? g_array_index (self->stopped, guint32, uses[0].resource) : 0;

  *out_node = found - 1;
  return found > 0;
}

static guint32
find_turn (gpointer data,
           guint32 path,
           GError **error)
{
  HdExecution *self = data;
  g_autoptr (GError) reason = NULL;
  guint32 turned, node;
  gpointer known;

  if (self->turned == NULL)
    return path;
  if (find_stopped (self, path, &node))
    {
      if (hd_absences_get_end (hd_absences_find (self->design, node)) <= self->now)
        g_propagate_error (error, hd_absences_error (self->design, node, self->now));
      return path;
    }
  known = g_hash_table_lookup (self->turned, GUINT_TO_POINTER (path));
  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  if (hd_flow_table_turn_path (self->ways, path, &turned, &reason))
    {
      g_hash_table_insert (self->turned, GUINT_TO_POINTER (path), GUINT_TO_POINTER (turned + 1));
      return turned;
    }
  if (!is_hopeful (self))
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("At %g s: %s"), hd_time_to_seconds (self->now), reason->message);
  return HD_NO_ID;
}

static gboolean
is_broken (gpointer data,
           guint32 path)
{
  const HdExecution *self = data;
  const HdFlowPath *p = hd_flow_model_get_path (self->flows, path);
  const HdFlowUse *uses = hd_flow_model_get_uses (self->flows, p->first_use);

  for (guint i = 0; i < p->n_uses; i++)
    if (uses[i].resource < self->broken->len
        && (g_array_index (self->broken, gboolean, uses[i].resource) || g_array_index (self->stopped, guint32, uses[i].resource) != 0))
      return TRUE;
  return FALSE;
}

static const guint32 *
get_link_resources (HdExecution *self)
{
  return self->model != NULL ? self->model->link_resources : self->plan != NULL ? self->plan->link_resources : self->link_resources;
}

static void
stop_path (HdExecution *self,
           guint32 path,
           guint32 mark)
{
  const HdFlowPath *p = path != HD_NO_ID ? hd_flow_model_get_path (self->flows, path) : NULL;

  for (guint i = 0; p != NULL && i < p->n_uses; i++)
    g_array_index (self->stopped, guint32, hd_flow_model_get_uses (self->flows, p->first_use)[i].resource) = mark;
}

/* What an endpoint does itself; what goes to it and from it goes over its links. */
static void
stop_node (HdExecution *self,
           guint32 node,
           gboolean stops)
{
  guint32 mark = stops ? node + 1 : 0;

  if (hd_design_get_nodes (self->design)[node].type->role != HD_ROLE_ENDPOINT)
    return;
  for (guint i = 0; self->model != NULL && i < 2; i++)
    if (self->model->node_resources[2 * (gsize) node + i] != HD_NO_ID)
      g_array_index (self->stopped, guint32, self->model->node_resources[2 * (gsize) node + i]) = mark;
  for (guint rank = 0; self->plan != NULL && rank < self->order.job->n_ranks; rank++)
    if (self->order.nodes[rank] == node)
      {
        stop_path (self, self->plan->paths[rank].compute, mark);
        stop_path (self, self->plan->paths[rank].host, mark);
        stop_path (self, self->plan->paths[rank].local, mark);
      }
}

static gboolean
make_change (HdExecution *self,
             GError **error)
{
  guint number = self->n_changed++;
  const HdRunChange *change = hd_design_get_change (self->design, number);

  for (guint i = 0; i < change->n_links; i++)
    for (guint direction = 0; direction < 2; direction++)
      {
        const HdLinkChange *changed = &change->links[i];
        guint32 resource = get_link_resources (self)[2 * (gsize) changed->link + direction];

        g_array_index (self->broken, gboolean, resource) = changed->failed;
        if (!hd_flow_model_set_capacity (self->flows, resource, changed->rate * (1 - hd_design_get_link_noise (self->design, changed->link)), error))
          return FALSE;
      }
  for (guint i = 0; i < change->n_nodes; i++)
    stop_node (self, change->nodes[i].node, change->nodes[i].failed);
  if (_hd_design_get_changed (self->design, number) != NULL)
    {
      hd_flow_table_set_state (self->ways, _hd_design_get_changed (self->design, number));
      g_clear_pointer (&self->turned, g_hash_table_unref);
      self->turned = g_hash_table_new (NULL, NULL);
    }
  find_change (self);
  return TRUE;
}

/* All that are due now. What is known to have happened before goes the ways that there were. */
static gboolean
make_changes (HdExecution *self,
              GError **error)
{
  hd_execution_catch_up (self);
  while (self->change <= self->now)
    if (!make_change (self, error))
      return FALSE;
  if (self->network != NULL)
    hd_flow_network_change (self->network);
  return TRUE;
}

/* Those of time 0 are made before anything is laid out, as if it were drawn so. */
static gboolean
prepare_changes (HdExecution *self,
                 GError **error)
{
  find_change (self);
  if (self->change == HD_TIME_MAX)
    return TRUE;
  self->turns = (HdFlowWays){ find_turn, is_broken, self };
  self->broken = g_array_new (FALSE, TRUE, sizeof (gboolean));
  g_array_set_size (self->broken, hd_flow_model_get_n_resources (self->flows));
  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    for (guint direction = 0; direction < 2; direction++)
      g_array_index (self->broken, gboolean, get_link_resources (self)[2 * (gsize) l + direction]) = hd_design_has_failed (self->design, l);
  self->stopped = g_array_new (FALSE, TRUE, sizeof (guint32));
  g_array_set_size (self->stopped, self->broken->len);
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (hd_design_has_node_failed (self->design, i))
      stop_node (self, i, TRUE);
  return make_changes (self, error);
}

HdExecution *
hd_execution_new (HdDesign *design,
                  HdTransferList *transfers,
                  HdProblemList *problems,
                  HdProgress *progress,
                  GError **error)
{
  g_autoptr (HdExecution) self = g_new0 (HdExecution, 1);
  const HdElement *chakra = transfers == NULL ? _hd_workload_chakra_find (design) : NULL;
  g_autoptr (HdTransferList) listed = NULL;
  gboolean compiled;

  self->design = hd_design_ref (design);
  if (transfers == NULL && chakra == NULL
      && (!_hd_workload_transfers_check (design, TRUE, problems, error) || !hd_transfer_list_find (design, problems, &listed, error)))
    return NULL;
  if (transfers == NULL)
    transfers = listed;
  if (chakra != NULL)
    compiled = compile_chakra (self, chakra, problems, progress, error);
  else if (transfers != NULL)
    compiled = compile_transfers (self, transfers, problems, error);
  else
    compiled = compile_workload (self, problems, error);
  if (!compiled || !open_ways (self, error) || !prepare_changes (self, error))
    return NULL;
  _hd_execution_lay_out (self);
  return g_steal_pointer (&self);
}

void
hd_execution_free (HdExecution *self)
{
  g_clear_pointer (&self->network, hd_network_free);
  g_clear_pointer (&self->ways, hd_flow_table_free);
  g_clear_pointer (&self->broken, g_array_unref);
  g_clear_pointer (&self->stopped, g_array_unref);
  g_clear_pointer (&self->turned, g_hash_table_unref);
  if (self->model == NULL && self->plan == NULL)
    {
      g_clear_pointer (&self->flows, hd_flow_model_free);
      g_free (self->link_resources);
      g_free (self->node_resources);
    }
  if (self->carrier != NULL)
    self->carrier_class->free (self->carrier);
  g_clear_pointer (&self->trace, hd_step_trace_free);
  g_clear_pointer (&self->plan, hd_chakra_plan_free);
  hd_chakra_order_clear (&self->order);
  g_clear_pointer (&self->model, hd_work_model_free);
  g_clear_pointer (&self->graph, hd_workload_graph_free);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->n_members, g_array_unref);
  g_clear_pointer (&self->titles, g_ptr_array_unref);
  g_clear_pointer (&self->own_titles, g_ptr_array_unref);
  g_clear_pointer (&self->lane_nodes, g_array_unref);
  g_clear_pointer (&self->lane_classes, g_array_unref);
  g_free (self->class_sizes);
  g_free (self->capacities);
  hd_design_unref (self->design);
  g_free (self);
}

const HdExecutionLayout *
hd_execution_get_layout (HdExecution *self)
{
  return &self->layout;
}

const HdCollective *
hd_execution_get_collective (HdExecution *self,
                             guint32 name)
{
  const HdWorkVertex *vertex = self->graph != NULL ? hd_workload_graph_get_vertex (self->graph, name) : NULL;

  return vertex != NULL && vertex->kind == HD_VERTEX_COMM ? vertex->algorithm : NULL;
}

HdTransferList *
hd_execution_get_transfers (HdExecution *self)
{
  return self->transfers != NULL ? hd_transfer_carrier_get_list (self->transfers) : NULL;
}

/* ---- run ------------------------------------------------------------------------------------------------------------------ */

static void
on_done (gpointer user_data,
         guint64 token,
         HdTime time)
{
  HdExecution *self = user_data;

  if ((token & MESSAGE) == 0)
    {
      self->carrier_class->done (self->carrier, token, time);
      return;
    }
  self->n_delivered++;
  self->observer->delivered (self->user_data, (guint32) token, time);
}

static void
on_rate (gpointer user_data,
         guint32 resource,
         HdTime time,
         double rate)
{
  HdExecution *self = user_data;

  self->observer->network.rate (self->user_data, resource, time, rate);
}

static void
on_average (gpointer user_data,
            guint32 resource,
            HdTime begin,
            HdTime end,
            double average)
{
  HdExecution *self = user_data;

  self->observer->network.average (self->user_data, resource, begin, end, average);
}

/* Of the work; messages are not traced. */
static gboolean
is_communication (guint64 token,
                  guint32 *out_number)
{
  return (token & MESSAGE) == 0 && hd_executor_is_communication (token, out_number);
}

static void
on_transfer (gpointer user_data,
             guint64 token,
             guint transfer,
             HdTime time)
{
  HdExecution *self = user_data;
  guint32 number;

  if (is_communication (token, &number))
    hd_step_trace_transfer (self->trace, number, transfer, time);
}

static void
on_round (gpointer user_data,
          guint64 token,
          HdTime time)
{
  HdExecution *self = user_data;
  guint32 number;

  if (is_communication (token, &number))
    hd_step_trace_round (self->trace, number, time);
}

static void
on_rounds (gpointer user_data,
           guint64 token,
           HdTime begin,
           HdTime period,
           guint64 n_rounds)
{
  HdExecution *self = user_data;
  guint32 number;

  if (is_communication (token, &number))
    hd_step_trace_rounds (self->trace, number, begin, period, n_rounds);
}

static void
on_left (gpointer user_data,
         guint64 token,
         guint transfer,
         guint round,
         HdTime left,
         HdTime now)
{
  HdExecution *self = user_data;
  guint32 number;

  if (is_communication (token, &number))
    hd_step_trace_left (self->trace, number, transfer, round, left, now);
}

static void
on_arrived (gpointer user_data,
            guint64 token,
            guint transfer,
            guint round,
            HdTime left,
            HdTime time)
{
  HdExecution *self = user_data;
  guint32 number;

  if (is_communication (token, &number))
    hd_step_trace_arrived (self->trace, number, transfer, round, left, time);
}

static HdNetworkObserver
make_forwarder (const HdExecution *self,
                gboolean watched)
{
  HdNetworkObserver forwarder = { NULL };

  if (watched)
    {
      forwarder.rate = on_rate;
      forwarder.average = on_average;
    }
  if (self->trace != NULL && self->executor != NULL)
    {
      forwarder.transfer = on_transfer;
      forwarder.round = on_round;
      forwarder.rounds = on_rounds;
      forwarder.left = on_left;
      forwarder.arrived = on_arrived;
    }
  return forwarder;
}

gboolean
hd_execution_start (HdExecution *self,
                    const HdExecutionObserver *observer,
                    gpointer user_data,
                    GError **error)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  gboolean watched = observer != NULL && observer->network.rate != NULL;
  HdFlowOptions options = { settings->incremental, settings->fast_forward, watched, NULL };

  if (self->broken != NULL)
    options.ways = &self->turns;
  self->observer = observer;
  self->user_data = user_data;
  self->forwarder = make_forwarder (self, watched);
  self->network = hd_flow_network_new (self->flows, &options, &self->forwarder, on_done, self);
  if (self->trace != NULL)
    hd_step_trace_connect (self->trace, observer, user_data);
  return self->carrier_class->start (self->carrier, self->network, self->trace, observer, user_data, error);
}

gboolean
hd_execution_is_ended (HdExecution *self)
{
  return self->carrier_class->is_ended (self->carrier);
}

HdTime
hd_execution_get_next (HdExecution *self)
{
  gboolean is_ended = hd_execution_is_ended (self);
  HdTime carrier = HD_TIME_MAX, network;

  if (is_ended && self->n_sent == self->n_delivered)
    return HD_TIME_MAX;
  if (!is_ended && self->carrier_class->get_next != NULL)
    carrier = self->carrier_class->get_next (self->carrier);
  network = hd_network_get_next (self->network);
  network = MIN (network, self->change);
  return MIN (network, carrier);
}

gboolean
hd_execution_advance (HdExecution *self,
                      HdTime time,
                      GError **error)
{
  gboolean was_ended = hd_execution_is_ended (self);
  HdTime next = hd_execution_get_next (self);

  time = MIN (time, next);
  g_return_val_if_fail (time >= self->now && time < HD_TIME_MAX, FALSE);
  self->now = time;
  if (!hd_network_advance (self->network, time, error))
    return FALSE;
  if (!self->carrier_class->settle (self->carrier, time, error) || (self->change <= time && !make_changes (self, error)))
    return FALSE;
  if (!was_ended)
    self->end = time;
  return self->trace == NULL || hd_step_trace_check (self->trace, time, error);
}

void
hd_execution_catch_up (HdExecution *self)
{
  if (self->network != NULL)
    hd_network_catch_up (self->network);
}

void
hd_execution_tell_open (HdExecution *self,
                        HdWorkOpen open,
                        gpointer data)
{
  self->carrier_class->tell_open (self->carrier, open, data);
}

void
hd_execution_find_waiting (HdExecution *self,
                           GArray *nodes)
{
  if (self->carrier_class->find_waiting != NULL)
    self->carrier_class->find_waiting (self->carrier, nodes);
}

void
hd_execution_finish (HdExecution *self)
{
  self->carrier_class->cut (self->carrier, self->now);
}

gboolean
hd_execution_find_path (HdExecution *self,
                        guint32 from,
                        guint32 to,
                        const HdRoute *way,
                        guint32 *out_path,
                        HdTime *out_latency,
                        GError **error)
{
  return hd_flow_table_find_path (self->ways, from, to, way, out_path, out_latency, error);
}

void
hd_execution_send (HdExecution *self,
                   guint32 path,
                   double bytes,
                   guint32 number)
{
  const HdTransfer message = { path, bytes };

  self->n_sent++;
  hd_network_start (self->network, &message, 1, 1, MESSAGE | number);
}

/* ---- get -------------------------------------------------------------------------------------------------------------------- */

HdTime
hd_execution_get_now (HdExecution *self)
{
  return self->now;
}

HdTime
hd_execution_get_end (HdExecution *self)
{
  guint n = hd_execution_get_n_iterations (self);

  return n > 0 ? hd_execution_get_iteration_end (self, n - 1) : self->end;
}

double
hd_execution_get_progress (HdExecution *self)
{
  return self->carrier_class->get_progress (self->carrier);
}

guint64
hd_execution_get_n_completions (HdExecution *self)
{
  return self->carrier_class->get_n_completions (self->carrier);
}

guint64
hd_execution_get_n_delivered (HdExecution *self)
{
  return self->n_delivered;
}

guint
hd_execution_get_n_iterations (HdExecution *self)
{
  return self->executor != NULL ? hd_executor_get_n_iterations (self->executor) : 0;
}

HdTime
hd_execution_get_iteration_end (HdExecution *self,
                                guint iteration)
{
  return hd_executor_get_iteration_end (self->executor, iteration);
}

void
hd_execution_get_counters (HdExecution *self,
                           HdNetworkCounters *out_counters)
{
  *out_counters = (HdNetworkCounters) { 0 };
  if (self->network == NULL)
    return;
  hd_network_get_counters (self->network, out_counters);
  out_counters->rounds -= self->n_delivered;
  if (self->executor != NULL)
    out_counters->rounds -= hd_executor_get_n_parts_ended (self->executor);
  if (self->chakra != NULL)
    out_counters->rounds -= hd_chakra_carrier_get_n_parts_ended (self->chakra);
}

char *
hd_execution_dup_digest (HdExecution *self)
{
  HdDigest digest = HD_DIGEST_INIT;

  for (guint lane = 0; lane < self->layout.first_trace_lane; lane++)
    {
      guint32 node = self->layout.lane_nodes[lane];
      g_autofree char *path = node != HD_NO_ID ? hd_design_dup_node_path (self->design, node) : NULL;
      guint64 sum[2];

      self->carrier_class->get_digest (self->carrier, self->layout.lane_classes[lane], sum);
      hd_digest_add_string (&digest, path != NULL ? path : "");
      hd_digest_add (&digest, sum[0]);
      hd_digest_add (&digest, sum[1]);
    }
  return hd_digest_to_string (&digest);
}

guint
hd_execution_get_n_ranks (HdExecution *self)
{
  return self->chakra != NULL ? self->order.job->n_ranks : 0;
}

void
hd_execution_get_rank (HdExecution *self,
                       guint rank,
                       HdExecutionRank *out_rank)
{
  HdChakraTimes times;

  hd_chakra_carrier_get_times (self->chakra, rank, &times);
  *out_rank = (HdExecutionRank) { self->order.nodes[rank], times.computed, times.exposed, times.end };
}

void
hd_execution_get_ranks (HdExecution *self,
                        GArray *ranks)
{
  for (guint i = 0; i < hd_execution_get_n_ranks (self); i++)
    {
      HdExecutionRank rank;

      hd_execution_get_rank (self, i, &rank);
      g_array_append_val (ranks, rank);
    }
}

void
hd_execution_add_metrics (GArray *metrics,
                          const HdTime *iteration_ends,
                          guint n_iterations,
                          HdTime end,
                          double samples)
{
  double total = hd_time_to_seconds (n_iterations > 0 ? iteration_ends[n_iterations - 1] : end);
  double first = n_iterations > 0 ? hd_time_to_seconds (iteration_ends[0]) : 0;
  HdExecutionMetric all[] = {
    { "time_total", N_("Total time"), "s", total },
    { "time_iter_first", N_("First iteration"), "s", first },
    { "time_iter", N_("Iteration, mean of the later ones"), "s", n_iterations > 1 ? (total - first) / (n_iterations - 1) : 0 },
    { "throughput", N_("Throughput"), "batch/s", total > 0 ? samples * n_iterations / total : 0 },
  };

  g_array_append_vals (metrics, all, MIN (n_iterations + 1, 3));
  if (n_iterations > 0 && samples > 0 && total > 0)
    g_array_append_val (metrics, all[3]);
}

void
hd_execution_add_ranks (GArray *metrics,
                        const HdExecutionRank *ranks,
                        guint n_ranks)
{
  HdTime computed = 0, exposed = 0;
  HdExecutionMetric busiest;

  for (guint i = 0; i < n_ranks; i++)
    {
      computed = MAX (computed, ranks[i].computed);
      exposed = MAX (exposed, ranks[i].exposed);
    }
  busiest = (HdExecutionMetric) { "compute_time", N_("Computation of the busiest rank"), "s", hd_time_to_seconds (computed) };
  g_array_append_val (metrics, busiest);
  hd_execution_add_exposed (metrics, exposed);
}

void
hd_execution_add_exposed (GArray *metrics,
                          HdTime exposed)
{
  const HdExecutionMetric metric = { "sync_exposed", N_("Communication not hidden by work"), "s", hd_time_to_seconds (exposed) };

  g_array_append_val (metrics, metric);
}

void
hd_execution_get_metrics (HdExecution *self,
                          GArray *metrics)
{
  guint n_iterations = hd_execution_get_n_iterations (self);
  g_autofree HdTime *ends = g_new (HdTime, n_iterations + 1);
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (HdExecutionRank));

  for (guint i = 0; i < n_iterations; i++)
    ends[i] = hd_execution_get_iteration_end (self, i);
  hd_execution_add_metrics (metrics, ends, n_iterations, self->end, self->graph != NULL ? self->graph->samples : 0);
  if (self->chakra != NULL)
    {
      hd_execution_get_ranks (self, ranks);
      hd_execution_add_ranks (metrics, (const HdExecutionRank *) (void *) ranks->data, ranks->len);
    }
  if (self->executor != NULL)
    hd_execution_add_exposed (metrics, hd_executor_get_exposed (self->executor));
}
