/* hd-engine.c: what a run drives on its thread: design, workload, network, kernel and record put together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Components whose types have handlers run in the kernel and talk over the links of the design, with their latencies. The workload, if there is
 * one, is a component beside them; at packet fidelity the components of the network carry it. The run ends when the work is done, when no event is
 * left, or at run:until.
 */
#define G_LOG_DOMAIN "hd-engine"

#include "hd-engine.h"

#include <math.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-block-run.h"
#include "hd-budget.h"
#include "hd-design-private.h"
#include "hd-gather.h"
#include "hd-host.h"
#include "hd-i18n.h"
#include "hd-outstanding.h"
#include "hd-packet-run.h"
#include "hd-probes.h"
#include "hd-ranks-private.h"
#include "hd-record-private.h"
#include "hd-run-size.h"
#include "hd-summary.h"
#include "hd-sync.h"
#include "hd-work-component.h"

#define PICOSECONDS_PER_US 1000000

struct _HdEngine
{
  HdDesign *design;          /* owned */
  HdTransferList *transfers; /* borrowed */
  HdRecord *record;          /* borrowed */
  HdProblemList *problems;   /* borrowed; from preparing on */
  HdKernel *kernel;          /* owned */
  HdExecution *execution;    /* owned; NULL without work */
  HdUsage *usage;            /* owned; NULL without work */
  HdStates *states;          /* owned; NULL without work */
  HdWork work;
  HdBudget *budget;          /* owned */
  HdBlockRun *blocks;        /* owned */
  HdPacketRun *packets;      /* owned; NULL at flow fidelity */
  HdHosted *hosted;          /* by node; those without handlers are unused */
  guint32 *kernel_ids;       /* by node, or HD_NO_ID */
  guint32 *nodes;            /* by kernel id, or HD_NO_ID for the work */
  guint n_hosted;
  guint32 *partitions;       /* by node */
  guint n_partitions;
  guint n_node_classes;      /* of lanes that are nodes */
  double progress;           /* see HdWork; -1 without work */
  gboolean interrupted;      /* atomic */
  gboolean started;
  gboolean failed;
  gboolean finished;
};

HdEngine *
hd_engine_new (HdDesign *design,
               HdTransferList *transfers,
               HdRecord *record)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  HdEngine *self = g_new0 (HdEngine, 1);

  self->design = hd_design_ref (design);
  self->transfers = transfers;
  self->record = record;
  self->progress = -1;
  self->kernel = hd_kernel_new (settings->seed);
  self->blocks = hd_block_run_new (design, self->kernel, record);
  if (settings->fidelity == HD_FIDELITY_PACKET)
    self->packets = hd_packet_run_new (design, self->kernel, record);
  self->budget = hd_budget_new (NULL);
  return self;
}

void
hd_engine_free (HdEngine *self)
{
  g_clear_pointer (&self->kernel, hd_kernel_free);
  hd_block_run_free (self->blocks);
  g_clear_pointer (&self->packets, hd_packet_run_free);
  g_clear_pointer (&self->usage, hd_usage_free);
  g_clear_pointer (&self->states, hd_states_free);
  g_clear_pointer (&self->execution, hd_execution_free);
  g_free (self->hosted);
  g_free (self->kernel_ids);
  g_free (self->nodes);
  g_free (self->partitions);
  hd_design_unref (self->design);
  g_object_unref (self->budget);
  g_free (self);
}

/* ---- preparing ------------------------------------------------------------------------------------------------------ */

static void
report (HdEngine *self,
        HdProblemCode code,
        const char *attribute,
        const char *hint,
        const char *message)
{
  hd_problem_list_take (self->problems, hd_problem_new (code, HD_SEVERITY_ERROR, "run", hd_design_get_run_uid (self->design), attribute,
                                                        hd_design_get_file (self->design), 0, hint, "%s", message));
}

static void
warn (HdEngine *self,
      const char *object,
      guint64 origin_uid,
      const char *hint,
      const char *message)
{
  hd_problem_list_take (self->problems, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, object, origin_uid, "noise",
                                                        hd_design_get_file (self->design), 0, hint, "%s", message));
}

/* Packets know switches that forward at once; a medium limits or delays what passes. */
static gboolean
check_media (HdEngine *self)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      g_autofree char *path = NULL;
      g_autofree char *message = NULL;

      if (nodes[i].type->role != HD_ROLE_SWITCH
          || (isinf (hd_design_get_parameter (self->design, i, "bandwidth", INFINITY)) && hd_design_get_parameter (self->design, i, "latency", 0) == 0))
        continue;
      path = hd_design_dup_node_path (self->design, i);
      message = g_strdup_printf (_("“%s” is a medium with a bandwidth or latency of its own, which packets cannot pass in this version"), path);
      report (self, HD_PROBLEM_VALUE, "fidelity", _("Use flow"), message);
      return FALSE;
    }
  return TRUE;
}

/* Flows find the whole capacity of a link: noise is a queue that packets wait in. */
static void
warn_of_noise (HdEngine *self)
{
  const char *hint = _("Use fidelity=\"packet\", or cross-traffic for a share that is lost to others");

  if (hd_design_get_run_settings (self->design)->noise > 0)
    warn (self, "run", 0, hint, _("Flow fidelity has no noise: the work finds the links without it"));
  for (guint i = 0; i < hd_design_get_n_link_classes (self->design); i++)
    {
      const HdLinkClass *class = hd_design_get_link_class (self->design, i);
      g_autofree char *message = NULL;

      if (class->noise <= 0)
        continue;
      message = g_strdup_printf (_("Flow fidelity has no noise: the work finds the links of “%s” without it"), class->id);
      warn (self, class->id, class->origin_uid, hint, message);
    }
}

/* What is asked for must be what is run. */
static gboolean
check_settings (HdEngine *self)
{
  if (hd_design_get_run_settings (self->design)->fidelity == HD_FIDELITY_PACKET)
    return check_media (self);
  warn_of_noise (self);
  return TRUE;
}

/* Whether anything acts beside the work. */
static gboolean
has_components (HdEngine *self)
{
  return self->n_hosted > 0 || hd_block_run_has_elements (self->blocks);
}

/* One component for each node with handlers or of a block, connected both ways by its links. */
static void
add_components (HdEngine *self)
{
  guint n_nodes = hd_design_get_n_nodes (self->design);
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdLink *links = hd_design_get_links (self->design);

  self->hosted = g_new0 (HdHosted, n_nodes);
  self->kernel_ids = g_new (guint32, n_nodes);
  self->nodes = g_new (guint32, n_nodes + 1);
  for (guint i = 0; i < n_nodes; i++)
    {
      g_autofree char *path = NULL;

      self->kernel_ids[i] = HD_NO_ID;
      if (nodes[i].type->block != NULL)
        {
          self->kernel_ids[i] = hd_block_run_add (self->blocks, i, self->partitions[i]);
          self->nodes[self->kernel_ids[i]] = i;
          continue;
        }
      if (nodes[i].type->handlers == NULL)
        continue;
      path = hd_design_dup_node_path (self->design, i);
      self->hosted[i] = (HdHosted){ nodes[i].type->handlers, hd_design_get_parameters (self->design, i),
                                    hd_component_type_count_parameters (nodes[i].type), nodes[i].type->ports };
      self->kernel_ids[i] = hd_host_add_component (self->kernel, path, self->partitions[i], &self->hosted[i]);
      self->nodes[self->kernel_ids[i]] = i;
      self->n_hosted++;
    }
  for (guint l = 0; has_components (self) && l < hd_design_get_n_links (self->design); l++)
    {
      guint32 from = self->kernel_ids[links[l].from];
      guint32 to = self->kernel_ids[links[l].to];
      guint32 from_port = links[l].from_port | links[l].from_port_index << 16;
      guint32 to_port = links[l].to_port | links[l].to_port_index << 16;

      if (from == HD_NO_ID || to == HD_NO_ID)
        continue;
      if (nodes[links[l].from].type->block != NULL || nodes[links[l].to].type->block != NULL)
        {
          hd_block_run_connect (self->blocks, l, from, to);
          continue;
        }
      hd_kernel_connect (self->kernel, from, from_port, to, to_port, links[l].latency_ps);
      hd_kernel_connect (self->kernel, to, to_port, from, from_port, links[l].latency_ps);
    }
}

static void
on_sample (gpointer data,
           guint32 component,
           guint32 probe,
           HdTime time,
           double value)
{
  HdEngine *self = data;
  guint32 node = self->packets != NULL ? hd_packet_run_find_node (self->packets, component) : self->nodes[component];
  int series = hd_probes_find (self->design, node, probe);

  if (series >= 0)
    _hd_record_append_sample (self->record, (guint) series, time, value);
  _hd_record_publish (self->record, self->n_partitions > 1 ? hd_kernel_get_time (self->kernel) : time);
}

static void
lay_out_record (HdEngine *self,
                const HdExecutionLayout *layout)
{
  HdRecordLayout record_layout = {
    .names = layout->names,
    .n_names = layout->n_names,
    .name_members = layout->name_members,
    .n_name_members = layout->n_name_members,
    .lane_nodes = layout->lane_nodes,
    .lane_titles = layout->lane_titles,
    .lane_classes = layout->lane_classes,
    .n_lanes = layout->n_lanes,
    .n_lane_classes = layout->n_lane_classes,
    .first_trace_lane = layout->first_trace_lane,
    .capacities = layout->capacities,
    .n_resources = layout->n_resources,
    .link_resources = layout->link_resources,
    .node_resources = layout->node_resources,
  };

  hd_probes_prepare (self->record, self->design);
  _hd_record_set_layout (self->record, &record_layout);
}

/* A record of components alone has no lanes and no resources. */
static void
lay_out_without_work (HdEngine *self)
{
  gsize n_links = hd_design_get_n_links (self->design);
  gsize n_nodes = hd_design_get_n_nodes (self->design);
  g_autofree guint32 *nothing = g_malloc (2 * MAX (n_links, n_nodes) * sizeof (guint32));
  HdExecutionLayout layout = { .link_resources = nothing, .node_resources = nothing };

  memset (nothing, 0xff, 2 * MAX (n_links, n_nodes) * sizeof (guint32)); /* HD_NO_ID */
  lay_out_record (self, &layout);
}

static gboolean
prepare_work (HdEngine *self,
              HdProblemList *problems,
              HdProgress *progress,
              GError **error)
{
  const HdExecutionLayout *layout;

  self->execution = hd_execution_new (self->design, self->transfers, problems, progress, error);
  if (self->execution == NULL)
    return FALSE;
  layout = hd_execution_get_layout (self->execution);
  _hd_record_set_transfers (self->record, hd_execution_get_transfers (self->execution));
  lay_out_record (self, layout);
  self->n_node_classes = layout->n_node_classes;
  self->usage = hd_usage_new (self->record, layout->n_resources);
  self->states = hd_states_new (self->record, layout->n_lane_classes);
  hd_probes_connect (self->design, layout, self->usage, self->states);
  self->work = (HdWork){
    .kernel = self->kernel,
    .record = self->record,
    .execution = self->execution,
    .transfers = hd_execution_get_transfers (self->execution),
    .usage = self->usage,
    .states = self->states,
    .iteration_series = hd_probes_find_workload (self->design, "iteration"),
    .progress = &self->progress,
  };
  hd_work_component_add (self->kernel, &self->work);
  return TRUE;
}

/* At flow fidelity transfers share the network, as the work of a project does: they are one partition. */
static gboolean
divide (HdEngine *self,
        GError **error)
{
  gboolean is_one = self->transfers != NULL && self->packets == NULL;

  self->partitions = hd_design_partition (self->design, &self->n_partitions, self->problems);
  for (guint i = 0; is_one && i < hd_design_get_n_nodes (self->design); i++)
    self->partitions[i] = self->partitions[i] != HD_NO_ID ? 0 : HD_NO_ID;
  if (is_one)
    self->n_partitions = 1;
  if (!hd_problem_list_has_errors (self->problems))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The components cannot be divided as the project says"));
  return FALSE;
}

static gboolean
prepare (HdEngine *self,
         HdProblemList *problems,
         HdProgress *progress,
         GError **error)
{
  if (!check_settings (self))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The run settings ask for what this version does not have"));
      return FALSE;
    }
  if (!divide (self, error))
    return FALSE;
  hd_sync_prepare (self->kernel, self->design);
  hd_kernel_set_sample_func (self->kernel, on_sample, self);
  if (self->packets != NULL)
    return hd_packet_run_prepare (self->packets, self->transfers, self->partitions, problems, error);
  add_components (self);
  if (!hd_block_run_prepare (self->blocks, error))
    return FALSE;
  if (hd_design_get_n_workloads (self->design) > 0 || self->transfers != NULL)
    {
      if (!prepare_work (self, problems, progress, error))
        return FALSE;
    }
  else if (hd_block_run_has_elements (self->blocks))
    {
      hd_probes_prepare (self->record, self->design);
      hd_block_run_lay_out (self->blocks);
    }
  else if (self->n_hosted > 0)
    {
      lay_out_without_work (self);
    }
  else
    {
      report (self, HD_PROBLEM_WORKLOAD_START, NULL, _("Add a workload, or components that act"), _("The project has nothing to run"));
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has nothing to run"));
      return FALSE;
    }
  return TRUE;
}

/* What preparing has left of the budget is for events and for what is recorded, and the rest of the time for running. */
static void
hand_budget_on (HdEngine *self)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  guint64 left = MAX (hd_budget_get_left (self->budget) / 2, 1);
  HdKernelLimits limits = { .bytes = left };

  if (settings->wall_limit < HD_TIME_MAX)
    {
      limits.wall_time_us = MAX (settings->wall_limit / PICOSECONDS_PER_US, 1);
      limits.wall_spent_us = limits.wall_time_us - hd_budget_get_wall_left (self->budget);
    }
  hd_kernel_set_limits (self->kernel, &limits);
  _hd_record_set_budget (self->record, MIN (left, _hd_record_get_budget (self->record)));
}

gboolean
hd_engine_prepare (HdEngine *self,
                   HdProblemList *problems,
                   HdProgress *progress,
                   GError **error)
{
  g_autoptr (GError) reason = NULL;
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  gboolean ready;

  self->problems = problems;
  _hd_design_begin_budget (self->design, self->budget);
  g_cancellable_push_current (G_CANCELLABLE (self->budget));
  ready = hd_run_size_take (self->design, self->budget, &reason) && prepare (self, problems, progress, &reason);
  g_cancellable_pop_current (G_CANCELLABLE (self->budget));
  if (ready)
    {
      hand_budget_on (self);
      return TRUE;
    }
  if (g_error_matches (reason, HD_ERROR, HD_ERROR_LIMIT) && hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors)
    report (self, HD_PROBLEM_LIMIT, NULL, NULL, reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

void
hd_engine_cancel (HdEngine *self)
{
  g_cancellable_cancel (G_CANCELLABLE (self->budget));
}

/* ---- running -------------------------------------------------------------------------------------------------------- */

/* What a step has to change. */
static guint64
count_steps (HdEngine *self,
             HdStep step)
{
  HdNetworkCounters counters;

  if (step == HD_STEP_VERTEX && self->packets != NULL)
    return hd_packet_run_get_n_completions (self->packets);
  if (step == HD_STEP_EVENT || self->execution == NULL)
    return hd_kernel_get_n_events (self->kernel);
  if (step == HD_STEP_VERTEX)
    return hd_execution_get_n_completions (self->execution);
  hd_execution_get_counters (self->execution, &counters);
  return counters.rounds;
}

/* Nothing happens before @time any more, and it is published up to there. */
static HdEngineStatus
reach (HdEngine *self,
       HdTime time,
       GError **error)
{
  if (self->execution == NULL)
    _hd_record_publish (self->record, time);
  else if (!hd_work_reach (&self->work, time, error))
    return HD_ENGINE_FAILED;
  return HD_ENGINE_REACHED;
}

/* What is under way would end after the last time that can be told. */
static HdEngineStatus
pass_time (HdEngine *self,
           HdTime until,
           GError **error)
{
  HdEngineStatus status;

  if (until == HD_TIME_MAX)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("At %g s the work would go on beyond %g s, where simulated time ends. Rates may be too low"),
                   hd_time_to_seconds (hd_record_get_time (self->record)), hd_time_to_seconds (HD_TIME_MAX));
      return HD_ENGINE_FAILED;
    }
  status = reach (self, until, error);
  return status == HD_ENGINE_REACHED && until >= hd_design_get_run_settings (self->design)->until ? HD_ENGINE_ENDED : status;
}

static gboolean
find_wait (gpointer data,
           guint32 node,
           HdWait *out_wait)
{
  HdEngine *self = data;

  if (self->kernel_ids[node] == HD_NO_ID)
    return FALSE;
  if (hd_design_get_nodes (self->design)[node].type->block != NULL)
    return hd_block_run_find_wait (self->blocks, node, out_wait);
  return hd_host_find_wait (self->kernel, self->kernel_ids[node], out_wait);
}

/* No event is left, and the work, if there is any, is done: nothing may wait. */
static HdEngineStatus
end (HdEngine *self,
     GError **error)
{
  if (has_components (self) && !hd_outstanding_check (self->design, hd_kernel_get_time (self->kernel), find_wait, self, error))
    return HD_ENGINE_FAILED;
  return HD_ENGINE_ENDED;
}

/* Whether the work is done, in the rank that does it. */
static gboolean
is_ended (HdEngine *self)
{
  return self->execution != NULL && hd_ranks_find_minimum (hd_execution_is_ended (self->execution) ? 0 : 1) == 0;
}

static HdEngineStatus
interpret (HdEngine *self,
           HdKernelStatus status,
           HdTime until,
           GError **error)
{
  switch (status)
    {
    case HD_KERNEL_FAILED:
      return HD_ENGINE_FAILED;
    case HD_KERNEL_DONE:
      return self->execution == NULL || is_ended (self) ? end (self, error) : pass_time (self, until, error);
    case HD_KERNEL_UNTIL:
    case HD_KERNEL_HELD:
      if (until >= hd_design_get_run_settings (self->design)->until)
        return HD_ENGINE_ENDED;
      return reach (self, until, error);
    case HD_KERNEL_PAUSED:
    default:
      return is_ended (self) ? HD_ENGINE_ENDED : HD_ENGINE_INTERRUPTED;
    }
}

/* Takes back what hd_engine_interrupt () asked for. */
static gboolean
take_interrupt (HdEngine *self)
{
  return __atomic_exchange_n (&self->interrupted, FALSE, __ATOMIC_RELAXED);
}

static HdEngineStatus
advance_step (HdEngine *self,
              HdStep step,
              GError **error)
{
  HdTime last = hd_design_get_run_settings (self->design)->until;
  guint64 before = count_steps (self, step);

  while (!take_interrupt (self))
    {
      HdTime next = hd_kernel_get_next_time (self->kernel);
      HdKernelStatus status;

      if (next > last && next < HD_TIME_MAX)
        return HD_ENGINE_ENDED;
      status = self->packets != NULL ? hd_packet_run_step (self->packets, error) : hd_kernel_step (self->kernel, error);
      if (status == HD_KERNEL_FAILED)
        return HD_ENGINE_FAILED;
      if (status == HD_KERNEL_DONE)
        return interpret (self, status, last, error);
      if (count_steps (self, step) != before)
        return HD_ENGINE_REACHED;
    }
  return HD_ENGINE_INTERRUPTED;
}

static HdKernelStatus
run (HdEngine *self,
     HdTime until,
     GError **error)
{
  return self->packets != NULL ? hd_packet_run_advance (self->packets, until, error) : hd_block_run_advance (self->blocks, until, error);
}

HdEngineStatus
hd_engine_advance (HdEngine *self,
                   HdTime until,
                   const HdStep *step,
                   GError **error)
{
  HdEngineStatus status = HD_ENGINE_INTERRUPTED;

  if (!self->started)
    {
      self->started = TRUE;
      if (!hd_kernel_start (self->kernel, error))
        status = HD_ENGINE_FAILED;
      else
        _hd_record_set_board (self->record, hd_kernel_get_board (self->kernel), self->partitions);
    }
  until = MIN (until, hd_design_get_run_settings (self->design)->until);
  if (status != HD_ENGINE_FAILED && step != NULL)
    status = advance_step (self, *step, error);
  else if (status != HD_ENGINE_FAILED)
    status = interpret (self, run (self, until, error), until, error);
  self->failed = status == HD_ENGINE_FAILED;
  if (self->failed && g_error_matches (*error, HD_ERROR, HD_ERROR_DEADLOCK))
    report (self, HD_PROBLEM_DEADLOCK, NULL, NULL, (*error)->message);
  else if (self->failed && g_error_matches (*error, HD_ERROR, HD_ERROR_LIMIT))
    report (self, HD_PROBLEM_LIMIT, NULL, NULL, (*error)->message);
  return status;
}

void
hd_engine_interrupt (HdEngine *self)
{
  __atomic_store_n (&self->interrupted, TRUE, __ATOMIC_RELAXED);
  hd_kernel_pause (self->kernel);
}

double
hd_engine_get_progress (HdEngine *self)
{
  HdTime until = hd_design_get_run_settings (self->design)->until;
  double progress;

  if (self->packets != NULL)
    progress = hd_packet_run_get_progress (self->packets);
  else
    __atomic_load (&self->progress, &progress, __ATOMIC_RELAXED);
  if (until == HD_TIME_MAX)
    return progress;
  return MAX (progress, (double) hd_record_get_time (self->record) / (double) until);
}

void
hd_engine_publish (HdEngine *self,
                   double wall_time_s)
{
  HdCounters counters = { .events = hd_kernel_get_n_events (self->kernel), .wall_time_s = wall_time_s };

  if (self->execution != NULL && self->started)
    {
      HdNetworkCounters network;

      hd_execution_get_counters (self->execution, &network);
      counters.rounds = network.rounds;
      counters.rounds_jumped = network.rounds_skipped;
      counters.solver_calls = network.solver_calls;
      counters.rates_visited = network.rates_visited;
      counters.rates_changed = network.rates_changed;
      counters.transfers = network.transfers_ended;
      counters.lane_classes = self->n_node_classes;
    }
  if (self->packets != NULL && self->started)
    counters.transfers = hd_packet_run_get_n_completions (self->packets);
  _hd_record_set_counters (self->record, &counters);
}

static char *
make_digest (HdEngine *self)
{
  HdDigest digest = hd_kernel_get_digest (self->kernel);

  if (self->execution != NULL)
    {
      g_autofree char *work = hd_execution_dup_digest (self->execution);

      hd_digest_add_string (&digest, work);
    }
  return hd_digest_to_string (&digest);
}

/* Up to where the run has got. Credits that come back after the last packet are no part of it. */
static HdTime
get_end (HdEngine *self)
{
  gboolean is_done = self->packets != NULL && !self->failed && hd_packet_run_is_ended (self->packets);
  HdTime time = is_done ? hd_packet_run_get_end (self->packets) : hd_kernel_get_time (self->kernel);

  return MAX (time, hd_record_get_time (self->record));
}

void
hd_engine_finish (HdEngine *self,
                  double wall_time_s)
{
  HdTime time;

  if (self->finished || !self->started)
    return;
  self->finished = TRUE;
  time = get_end (self);
  if (!self->failed)
    hd_kernel_finish (self->kernel, NULL);
  if (self->execution != NULL)
    hd_work_finish (&self->work, time);
  if (hd_block_run_has_elements (self->blocks))
    hd_block_run_finish (self->blocks, time);
  if (self->packets != NULL)
    hd_packet_run_finish (self->packets, time);
  hd_gather_samples (self->record, self->kernel, self->partitions);
  _hd_record_publish (self->record, time);
  hd_engine_publish (self, wall_time_s);
  hd_summary_write (self->record, self->execution);
  hd_sync_write (self->record, self->kernel, wall_time_s);
  _hd_record_take_digest (self->record, make_digest (self));
}
