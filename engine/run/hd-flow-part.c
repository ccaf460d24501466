/* hd-flow-part.c: the work of a design as flows: one component of the kernel, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The flow network keeps one pending event in the kernel: an alarm at the time at which the first transfer or computation ends. Handling it moves
 * it to the next. A transfer that ends has no lookahead, so network and workload are one component, and any strategy runs it alike.
 *
 * Alone in a run, it ends the frames of the record itself, at their very boundaries, without stopping the kernel there, and stops the kernel when
 * the work is done.
 *
 * Collectives along trees are work of agents, as at the other fidelities, whose parcels are flows beside all others.
 */
#define G_LOG_DOMAIN "hd-flow-part"

#include "hd-run-part.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-agent-part.h"
#include "hd-design-private.h"
#include "hd-execution.h"
#include "hd-flow-courier.h"
#include "hd-i18n.h"
#include "hd-probes.h"
#include "hd-run-changes.h"
#include "hd-states.h"
#include "hd-summary.h"
#include "hd-usage.h"
#include "hd-work-record.h"
#include "hd-workload-orders.h"

#define PATH "(workload)" /* which no component of a design has */

typedef struct
{
  HdRunPart parent;
  HdDesign *design; /* borrowed, as the next */
  HdKernel *kernel;
  HdRecord *record;
  HdExecution *execution;
  HdFlowCourier *courier; /* of what agents send: of components, and along trees; NULL if there are none */
  HdRunPart *trees;       /* collectives along trees; NULL if there are none */
  HdUsage *usage;
  HdStates *states;
  HdComponent *component; /* once it has started */
  HdWorkPlace place;
  int iteration_series;
  gboolean has_work;      /* beside trees */
  gboolean stops_kernel;
  gboolean ends_frames; /* alone in the run, which does not rest where it could be asked what is open */
  double progress; /* atomic */
} FlowPart;

/* ---- what the work tells --------------------------------------------------------------------------------------------- */

static void
on_begin (gpointer data,
          const HdWorkSpan *span)
{
  FlowPart *self = data;

  hd_states_begin (self->states, span->lane_class, self->place.first_name + span->name, span->start);
}

static void
on_end (gpointer data,
        const HdWorkSpan *span)
{
  FlowPart *self = data;
  HdSpan ended = hd_work_record_make_span (&self->place, span);

  hd_states_end (self->states, span->lane_class, span->end);
  _hd_record_append_span (self->record, self->place.first_class + span->lane_class, &ended);
}

static void
on_iteration (gpointer data,
              guint iteration,
              HdTime end)
{
  FlowPart *self = data;

  hd_work_record_iteration (self->record, self->iteration_series, (guint64) iteration + 1, end);
}

static void
on_transfer (gpointer data,
             guint64 n,
             HdTime end)
{
  FlowPart *self = data;

  hd_work_record_transfer (self->record, hd_execution_get_transfers (self->execution), n, end);
}

static void
on_delivered (gpointer data,
              guint32 number,
              HdTime time)
{
  FlowPart *self = data;

  hd_flow_courier_end (self->courier, self->component, number);
}

static void
on_rate (gpointer data,
         guint32 resource,
         HdTime time,
         double rate)
{
  hd_usage_rate (((FlowPart *) data)->usage, resource, time, rate);
}

static void
on_average (gpointer data,
            guint32 resource,
            HdTime begin,
            HdTime end,
            double average)
{
  hd_usage_average (((FlowPart *) data)->usage, resource, begin, end, average);
}

static const HdExecutionObserver observer = {
  .begin = on_begin,
  .end = on_end,
  .iteration = on_iteration,
  .transfer = on_transfer,
  .delivered = on_delivered,
  .network = { .rate = on_rate, .average = on_average },
};

/* ---- what is under way ------------------------------------------------------------------------------------------------- */

static void
flow_part_tell_open (HdRunPart *part,
                     HdTime time,
                     GArray *spans)
{
  FlowPart *self = (FlowPart *) part;
  HdOpenWork open = { &self->place, spans };

  hd_execution_tell_open (self->execution, hd_work_record_open, &open);
  if (self->trees != NULL)
    self->trees->class->tell_open (self->trees, time, spans);
}

static void
tell_open_alone (FlowPart *self,
                 HdTime time)
{
  GArray *spans;

  if (!self->ends_frames || !_hd_record_wants_open_spans (self->record))
    return;
  spans = g_array_new (FALSE, FALSE, sizeof (HdOpenSpan));
  flow_part_tell_open (&self->parent, time, spans);
  _hd_record_take_open_spans (self->record, spans);
}

/* ---- the component --------------------------------------------------------------------------------------------------- */

/* Publishes what happened and sets the alarm for what comes. */
static void
go_on (FlowPart *self)
{
  HdTime now = hd_execution_get_now (self->execution);
  HdTime next = hd_execution_get_next (self->execution);
  double progress = hd_execution_get_progress (self->execution);
  GError *error = NULL;

  hd_states_advance (self->states, now);
  hd_usage_advance (self->usage, now);
  tell_open_alone (self, now);
  _hd_record_publish (self->record, now);
  __atomic_store (&self->progress, &progress, __ATOMIC_RELAXED);
  if (self->stops_kernel && hd_execution_is_ended (self->execution))
    {
      hd_kernel_pause (self->kernel);
    }
  else if (!_hd_record_check_room (self->record, now, &error))
    {
      hd_component_fail (self->component, error);
    }
  else if (next < HD_TIME_MAX)
    {
      hd_component_set_alarm (self->component, next, &(HdMessage){ 0 });
    }
}

static void
start (HdComponent *component,
       gpointer state)
{
  FlowPart *self = hd_component_get_data (component);
  GError *error = NULL;

  self->component = component;
  if (hd_execution_start (self->execution, &observer, self, &error))
    go_on (self);
  else
    hd_component_fail (component, error);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  FlowPart *self = hd_component_get_data (component);
  GError *error = NULL;

  if (!hd_execution_advance (self->execution, hd_component_get_now (component), &error))
    {
      hd_component_fail (component, error);
      return;
    }
  if (message->port == HD_FLOW_COURIER_PORT)
    hd_flow_courier_begin (self->courier, component, message);
  go_on (self);
}

static const HdModel model = { .start = start, .receive = receive };

/* ---- the part -------------------------------------------------------------------------------------------------------- */

/* Flows find the capacity that noise leaves; they do not wait behind its packets. */
static void
warn_of_noise (HdRunContext *context)
{
  HdDesign *design = context->design;

  for (guint i = 0; i < hd_design_get_n_link_classes (design); i++)
    {
      const HdLinkClass *class = hd_design_get_link_class (design, i);

      if (class->noise > 0)
        hd_problem_list_take (context->problems,
                              hd_problem_new (HD_PROBLEM_NO_EFFECT, HD_SEVERITY_WARNING, class->id, class->origin_uid, "noise", hd_design_get_file (design),
                                              hd_design_get_line (design, class->origin_uid),
                                              _("Use fidelity=\"packet\", or cross-traffic for a share that is lost to others"),
                                              _("At flow fidelity noise takes its share of the links of “%s”, but nothing waits behind its packets"), class->id));
    }
}

static void
flow_part_free (HdRunPart *part)
{
  FlowPart *self = (FlowPart *) part;

  g_clear_pointer (&self->usage, hd_usage_free);
  g_clear_pointer (&self->states, hd_states_free);
  g_clear_pointer (&self->courier, hd_flow_courier_free); /* with what is of its agents */
  if (self->trees != NULL)
    self->trees->class->free (self->trees);
  g_clear_pointer (&self->execution, hd_execution_free);
  g_free (self);
}

static void
flow_part_lay_out (HdRunPart *part,
                   HdRunLayout *layout)
{
  FlowPart *self = (FlowPart *) part;
  const HdExecutionLayout *own = hd_execution_get_layout (self->execution);

  self->place.first_name = hd_run_layout_add_names (layout, own->names, own->name_members, own->n_name_members, own->n_names);
  for (guint i = 0; i < own->n_names; i++)
    hd_run_layout_set_collective (layout, self->place.first_name + i, hd_execution_get_collective (self->execution, i));
  self->place.first_class = hd_run_layout_add_classes (layout, own->n_lane_classes);
  for (guint i = 0; i < own->n_lanes; i++)
    hd_run_layout_add_lane (layout, own->lane_nodes[i], own->lane_titles[i], NULL, self->place.first_class + own->lane_classes[i],
                            i >= own->first_trace_lane);
  self->place.first_resource = hd_run_layout_add_resources (layout, own->capacities, own->n_resources);
  hd_run_layout_use_links (layout, own->link_resources, self->place.first_resource);
  hd_run_layout_use_nodes (layout, own->node_resources, self->place.first_resource);
  if (self->trees != NULL)
    self->trees->class->lay_out (self->trees, layout);
}

static void
watch (gpointer data,
       guint series,
       HdUsageWhole whole,
       const HdUsageTerm *terms,
       guint n_terms)
{
  hd_usage_watch (data, series, whole, terms, n_terms);
}

static void
flow_part_connect (HdRunPart *part,
                   const HdRunLayout *layout,
                   gboolean frames_are_ended)
{
  FlowPart *self = (FlowPart *) part;
  const HdExecutionLayout *own = hd_execution_get_layout (self->execution);

  self->usage = hd_usage_new (self->record, own->n_resources, !frames_are_ended);
  self->states = hd_states_new (self->record, own->n_lane_classes);
  self->ends_frames = !frames_are_ended;
  hd_probes_connect_states (self->design, own, self->states);
  if (!frames_are_ended)
    hd_probes_find_loads (self->design, layout, watch, self->usage);
  if (self->trees != NULL)
    self->trees->class->connect (self->trees, layout, frames_are_ended);
}

static gboolean
flow_part_rest (HdRunPart *part,
                HdTime time,
                GError **error)
{
  FlowPart *self = (FlowPart *) part;

  if (!hd_execution_advance (self->execution, time, error))
    return FALSE;
  hd_execution_catch_up (self->execution);
  go_on (self);
  return self->trees == NULL || self->trees->class->rest (self->trees, time, error);
}

/* Nothing is left to happen: trees ought to be done. */
static gboolean
flow_part_check (HdRunPart *part,
                 GError **error)
{
  FlowPart *self = (FlowPart *) part;

  return self->trees == NULL || !hd_execution_is_ended (self->execution) || self->trees->class->check (self->trees, error);
}

static void
flow_part_read (HdRunPart *part,
                HdTime time,
                double *amounts)
{
  FlowPart *self = (FlowPart *) part;

  hd_usage_read (self->usage, time, amounts + self->place.first_resource);
  if (self->trees != NULL)
    self->trees->class->read (self->trees, time, amounts);
}

static void
flow_part_find_waiting (HdRunPart *part,
                        GArray *nodes,
                        GArray *links)
{
  FlowPart *self = (FlowPart *) part;

  hd_execution_find_waiting (self->execution, nodes);
  if (self->trees != NULL)
    self->trees->class->find_waiting (self->trees, nodes, links);
}

static gboolean
flow_part_is_ended (HdRunPart *part)
{
  FlowPart *self = (FlowPart *) part;

  return hd_execution_is_ended (self->execution) && (self->trees == NULL || self->trees->class->is_ended (self->trees));
}

static double
flow_part_get_progress (HdRunPart *part)
{
  double progress;

  FlowPart *self = (FlowPart *) part;

  __atomic_load (&self->progress, &progress, __ATOMIC_RELAXED);
  return self->trees != NULL ? MIN (progress, self->trees->class->get_progress (self->trees)) : progress;
}

static gboolean
flow_part_count (HdRunPart *part,
                 HdStep step,
                 guint64 *out_n)
{
  FlowPart *self = (FlowPart *) part;
  HdNetworkCounters counters;
  guint64 n = 0;

  if (self->trees != NULL)
    self->trees->class->count (self->trees, step, &n);
  if (step == HD_STEP_VERTEX)
    {
      *out_n = hd_execution_get_n_completions (self->execution) + n;
      return TRUE;
    }
  hd_execution_get_counters (self->execution, &counters);
  *out_n = counters.rounds + n;
  return step == HD_STEP_COLLECTIVE;
}

static void
flow_part_add_counters (HdRunPart *part,
                        HdCounters *counters)
{
  FlowPart *self = (FlowPart *) part;
  HdNetworkCounters network;

  hd_execution_get_counters (self->execution, &network);
  counters->rounds += network.rounds;
  counters->rounds_jumped += network.rounds_skipped;
  counters->solver_calls += network.solver_calls;
  counters->rates_visited += network.rates_visited;
  counters->rates_changed += network.rates_changed;
  counters->transfers += network.transfers_ended;
  counters->lane_classes += hd_execution_get_layout (self->execution)->n_node_classes;
  if (self->trees != NULL)
    self->trees->class->add_counters (self->trees, counters);
}

static void
flow_part_finish (HdRunPart *part,
                  HdTime time)
{
  FlowPart *self = (FlowPart *) part;

  /* Time may go on to the end of the run with nothing happening; an error here has been told before. */
  if (time > hd_execution_get_now (self->execution))
    hd_execution_advance (self->execution, time, NULL);
  hd_execution_catch_up (self->execution);
  hd_execution_finish (self->execution);
  hd_states_advance (self->states, HD_TIME_MAX);
  hd_usage_finish (self->usage, time);
  if (self->trees != NULL)
    self->trees->class->finish (self->trees, time);
}

static void
flow_part_write_metrics (HdRunPart *part,
                         HdTime time)
{
  FlowPart *self = (FlowPart *) part;

  if (self->has_work)
    hd_summary_write (self->record, self->execution);
  if (self->trees != NULL)
    self->trees->class->write_metrics (self->trees, time); /* its total is that of all work */
  if (!self->has_work)
    hd_summary_write_links (self->record);
  if (self->courier != NULL)
    _hd_record_set_metric (self->record, "messages", N_("Messages delivered"), "", (double) hd_execution_get_n_delivered (self->execution));
}

static void
flow_part_add_digest (HdRunPart *part,
                      HdDigest *digest)
{
  g_autofree char *work = hd_execution_dup_digest (((FlowPart *) part)->execution);

  hd_digest_add_string (digest, work);
}

static const HdRunPartClass flow_part_class = {
  .free = flow_part_free,
  .lay_out = flow_part_lay_out,
  .connect = flow_part_connect,
  .rest = flow_part_rest,
  .check = flow_part_check,
  .tell_open = flow_part_tell_open,
  .read = flow_part_read,
  .find_waiting = flow_part_find_waiting,
  .is_ended = flow_part_is_ended,
  .get_progress = flow_part_get_progress,
  .count = flow_part_count,
  .add_counters = flow_part_add_counters,
  .finish = flow_part_finish,
  .write_metrics = flow_part_write_metrics,
  .add_digest = flow_part_add_digest,
};

/* The courier is the flow part's own, and so are links. */
static const HdAgentCarrier tree_carrier = { 0 };

/* Agents send over the ways that they were told before the run. */
static gboolean
check_changes (HdRunContext *context,
               GError **error)
{
  for (guint i = 0; i < hd_design_get_n_changes (context->design); i++)
    {
      const HdRunChange *change = hd_design_get_change (context->design, i);

      if (!change->fails && !change->repairs)
        continue;
      hd_run_changes_refuse (context->design, context->problems, change, _("Use packet fidelity, or let the link fail for the whole run"),
                             _("as flows, trees of collectives go the ways that they were built for, so that no link can fail or be repaired while they are used"));
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
add_trees (FlowPart *self,
           HdRunContext *context,
           GError **error)
{
  if (!check_changes (context, error))
    return FALSE;
  self->parent.is_read_at_rest = TRUE; /* agents are asked while the kernel rests */
  self->stops_kernel = FALSE;
  self->trees = hd_agent_part_create_on (context, &tree_carrier, (HdAgentNetwork *) self->courier, self->has_work ? self->execution : NULL, error);
  return self->trees != NULL;
}

/* Whether there is work beside what goes along trees. */
static gboolean
has_graph (HdRunContext *context)
{
  HdDesign *design = context->design;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    if (!hd_workload_is_tree (design, hd_design_get_workload (design, i)))
      return TRUE;
  return context->transfers != NULL;
}

HdRunPart *
_hd_flow_part_create (HdRunContext *context,
                      GError **error)
{
  FlowPart *self;
  HdExecution *execution;
  guint32 component;
  gboolean has_trees = context->transfers == NULL && hd_workload_has_trees (context->design);

  warn_of_noise (context);
  execution = hd_execution_new (context->design, context->transfers, context->problems, context->progress, error);
  if (execution == NULL)
    return NULL;
  self = g_new0 (FlowPart, 1);
  self->parent.class = &flow_part_class;
  self->design = context->design;
  self->kernel = context->kernel;
  self->record = context->record;
  _hd_record_set_has_noise (self->record);
  self->execution = execution;
  self->has_work = has_graph (context);
  self->stops_kernel = context->has_work && !context->is_mixed;
  self->iteration_series = hd_probes_find_workload (self->design, "iteration");
  _hd_record_set_transfers (self->record, hd_execution_get_transfers (execution));
  component = hd_kernel_add_component (self->kernel, PATH, &model, 0, self);
  if (_hd_design_has_senders (self->design) || has_trees)
    self->courier = hd_flow_courier_new (self->design, self->kernel, execution, component);
  if (self->courier != NULL && !has_trees)
    hd_post_office_open (context->post, (HdAgentNetwork *) self->courier);
  if (has_trees && !add_trees (self, context, error))
    {
      flow_part_free (&self->parent);
      return NULL;
    }
  return &self->parent;
}
