/* hd-agent-part.c: the work of a design by agents, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Agents of different nodes may run at the same time, so nothing is told while they do: where frames of the record end the kernel rests, whatever
 * its strategy; then the work is asked what has ended, and links are read, in one thread.
 */
#define G_LOG_DOMAIN "hd-agent-part"

#include "hd-agent-part.h"

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-pairs.h>

#include "hd-agent-work.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-link-watch.h"
#include "hd-message-trace.h"
#include "hd-probes.h"
#include "hd-ranks-private.h"
#include "hd-span-states.h"
#include "hd-spread.h"
#include "hd-summary.h"
#include "hd-work-record.h"

#define TIME_DIGITS 6

typedef struct
{
  HdTime start, end;
} Pause;

typedef struct
{
  HdRunPart parent;
  HdDesign *design; /* borrowed, as the next */
  HdKernel *kernel;
  HdRecord *record;
  HdProblemList *problems;
  const HdAgentCarrier *carrier;
  HdAgentNetwork *network; /* owned */
  GPtrArray *works;       /* of HdAgentWork */
  HdWorkPlace *places;    /* of each */
  guint at;               /* the one that tells */
  GArray *pauses;         /* of Pause: of the one that has such, when there are others, and not counted yet */
  guint pausing;          /* that one */
  HdTime paused;          /* nothing of any work was timed, and counts as no time */
  Pause last_pause;       /* of that */
  HdLinkWatch *watch;
  guint32 first_resource; /* of links */
  HdMeterWatch *meters;   /* NULL where nothing is counted */
  guint32 first_meter;
  int iteration_series;
  GArray *lane_nodes;     /* of guint32, by lane class of the record from @first_class on */
  guint32 first_class;
  HdSpanStates *states;
  guint64 n_iterations;
  gboolean is_mixed, has_pairs;
  HdExecution *beside;    /* borrowed: other work; NULL if there is none */
  double progress;        /* atomic */
} AgentPart;

/* ---- what the work tells --------------------------------------------------------------------------------------------- */

/* Whether more than one piece of work is in the run. */
static gboolean
has_others (const AgentPart *self)
{
  return self->works->len > 1 || self->beside != NULL;
}

static void
on_span (gpointer data,
         const HdWorkSpan *span)
{
  AgentPart *self = data;
  const HdWorkPlace *place = &self->places[self->at];

  const HdSpan ended = hd_work_record_make_span (place, span);

  _hd_record_append_span (self->record, place->first_class + span->lane_class, &ended);
  hd_span_states_end (self->states, place->first_class - self->first_class + span->lane_class, ended.name, span->start, span->end);
}

static void
on_transfer (gpointer data,
             const HdTransferList *list,
             guint64 number,
             HdTime end)
{
  hd_work_record_transfer (((AgentPart *) data)->record, list, number, end);
}

static void
on_iteration (gpointer data,
              HdTime end)
{
  AgentPart *self = data;

  if (self->at > 0 || self->beside != NULL) /* the first work that has iterations is that whose iterations count */
    return;
  hd_work_record_iteration (self->record, self->iteration_series, ++self->n_iterations, end);
}

/* Where other work, or components that act, go on in the meantime, links are busy then, and it belongs to the record as any time. */
static void
on_pause (gpointer data,
          HdTime start,
          HdTime end)
{
  AgentPart *self = data;

  self->pausing = self->at;
  if (has_others (self))
    g_array_append_val (self->pauses, ((Pause){ start, end }));
  else if (!self->is_mixed)
    _hd_record_append_pause (self->record, start, end);
}

static const HdAgentWorkObserver observer = { .span = on_span, .transfer = on_transfer, .iteration = on_iteration, .pause = on_pause };

static HdAgentWork *
get_work (AgentPart *self,
          guint n)
{
  return g_ptr_array_index (self->works, n);
}

/* All work has told what there was before @time, so that which has not ended goes on longer than any pause that was over by then. */
static void
count_pauses (AgentPart *self,
              HdTime time,
              gboolean is_last)
{
  guint n = 0;

  for (; n < self->pauses->len && (is_last || g_array_index (self->pauses, Pause, n).end <= time); n++)
    {
      Pause pause = g_array_index (self->pauses, Pause, n);

      if (self->beside != NULL)
        pause.start = MAX (pause.start, hd_execution_is_ended (self->beside) ? hd_execution_get_end (self->beside) : HD_TIME_MAX);
      for (guint k = 0; k < self->works->len; k++)
        {
          HdAgentWork *work = get_work (self, k);
          gboolean is_ended = work->class->is_ended (work);
          HdTime end = is_ended ? work->class->get_end (work) : HD_TIME_MAX;

          if (k != self->pausing)
            pause.start = MAX (pause.start, end);
          else if (pause.start >= end)
            pause.start = pause.end; /* nothing follows it */
        }
      if (pause.start >= pause.end)
        continue;
      self->paused += pause.end - pause.start;
      self->last_pause = pause;
    }
  g_array_remove_range (self->pauses, 0, n);
}

/* The kernel has run everything before @time. */
static void
listen (AgentPart *self,
        HdTime time,
        gboolean is_last)
{
  double progress = 1;
  guint64 n_untold = 0;

  for (self->at = 0; self->at < self->works->len; self->at++)
    {
      HdAgentWork *work = get_work (self, self->at);

      work->class->tell (work, time, is_last, &observer, self);
      progress = MIN (progress, work->class->get_progress (work));
      n_untold += work->class->get_n_untold != NULL ? work->class->get_n_untold (work) : 0;
    }
  count_pauses (self, time, is_last);
  _hd_record_set_n_untold (self->record, n_untold);
  __atomic_store (&self->progress, &progress, __ATOMIC_RELAXED);
}

/* ---- preparing ------------------------------------------------------------------------------------------------------- */

/* Packets know switches that forward at once; a medium limits or delays what passes. */
static gboolean
check_media (HdRunContext *context)
{
  HdDesign *design = context->design;
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = NULL;

      if (nodes[i].type->role != HD_ROLE_SWITCH
          || (isinf (hd_design_get_property (design, i, HD_PROPERTY_BANDWIDTH, INFINITY)) && hd_design_get_property (design, i, HD_PROPERTY_LATENCY, 0) == 0))
        continue;
      path = hd_design_dup_node_path (design, i);
      _hd_design_report_run (design, context->problems, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "fidelity", _("Use flow"),
                             _("“%s” is a medium with a bandwidth or latency of its own, which packets cannot pass in this version"), path);
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_agent_part_check_design (HdRunContext *context)
{
  return check_media (context);
}

static void
agent_part_free (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;

  g_clear_pointer (&self->watch, hd_link_watch_free);
  g_clear_pointer (&self->meters, hd_meter_watch_free);
  if (self->carrier->free != NULL)
    self->carrier->free (self->network);
  g_clear_pointer (&self->works, g_ptr_array_unref);
  g_array_unref (self->pauses);
  g_free (self->places);
  g_clear_pointer (&self->lane_nodes, g_array_unref);
  g_clear_pointer (&self->states, hd_span_states_free);
  g_free (self);
}

/* Components of the kernel that stand for nodes. */
static void
own_nodes (AgentPart *self,
           HdRunContext *context)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (hd_agent_network_has_node (self->network, i))
      hd_run_context_own (context, hd_agent_network_get_kernel_id (self->network, i), i);
}

static void
lay_out_work (AgentPart *self,
              HdAgentWork *work,
              HdWorkPlace *place,
              HdRunLayout *layout)
{
  HdAgentWorkLayout own = { 0 };

  work->class->get_layout (work, &own);
  place->first_name = hd_run_layout_add_names (layout, own.names, own.name_members, own.n_name_members, own.n_names);
  for (guint i = 0; own.name_collectives != NULL && i < own.n_names; i++)
    hd_run_layout_set_collective (layout, place->first_name + i, own.name_collectives[i]);
  place->first_class = hd_run_layout_add_classes (layout, own.n_lanes);
  for (guint32 i = 0; i < own.n_lanes; i++)
    {
      gboolean is_trace = own.first_trace_lane > 0 && i >= own.first_trace_lane;
      guint32 at_work = is_trace ? HD_NO_ID : own.lane_nodes[i]; /* what is sent is no state of its node */

      hd_run_layout_add_lane (layout, own.lane_nodes[i], own.lane_titles[i], own.lane_logs != NULL ? own.lane_logs[i] : NULL,
                              place->first_class + i, is_trace);
      g_array_append_val (self->lane_nodes, at_work);
    }
  place->first_resource = hd_run_layout_add_resources (layout, own.capacities, own.n_resources);
  place->n_resources = own.n_resources;
  if (own.node_resources != NULL)
    hd_run_layout_use_nodes (layout, own.node_resources, place->first_resource);
}

static void
agent_part_lay_out (HdRunPart *part,
                     HdRunLayout *layout)
{
  AgentPart *self = (AgentPart *) part;

  for (guint i = 0; i < self->works->len; i++)
    lay_out_work (self, get_work (self, i), &self->places[i], layout);
  self->first_class = self->places[0].first_class;
  if (self->watch != NULL)
    self->first_resource = hd_link_watch_lay_out (self->watch, layout);
  if (self->meters != NULL)
    self->first_meter = hd_meter_watch_lay_out (self->meters, layout);
}

/* Each of several processes would know its own alone. */
static void
watch_pairs (AgentPart *self)
{
  g_autoptr (GArray) ends = NULL;
  guint group;

  if (hd_ranks_get_n () > 1)
    return;
  ends = hd_agent_network_count_pairs (self->network, HD_PAIRS_MOST, &group);
  self->has_pairs = ends->len > 0;
  if (self->has_pairs)
    _hd_record_set_pair_ends (self->record, (const guint32 *) (gconstpointer) ends->data, ends->len, group);
}

static void
note_pairs (AgentPart *self,
            HdTime time,
            gboolean is_last)
{
  if (self->has_pairs && (is_last || _hd_record_wants_pairs (self->record, time)))
    _hd_record_take_pairs (self->record, time, hd_agent_network_read_pairs (self->network));
}

static void
agent_part_connect (HdRunPart *part,
                     const HdRunLayout *layout,
                     gboolean frames_are_ended)
{
  AgentPart *self = (AgentPart *) part;

  self->states = hd_span_states_new (self->design, self->record, (const guint32 *) (gpointer) self->lane_nodes->data, self->lane_nodes->len);
  if (self->beside == NULL)
    watch_pairs (self);
}

/* ---- running --------------------------------------------------------------------------------------------------------- */

/* Asking the processes what they do costs more than hearing what they did. */
static void
agent_part_tell_open (HdRunPart *part,
                       HdTime time,
                       GArray *spans)
{
  AgentPart *self = (AgentPart *) part;

  for (guint i = 0; i < self->works->len; i++)
    {
      HdOpenWork open = { &self->places[i], spans };

      get_work (self, i)->class->tell_open (get_work (self, i), time, hd_work_record_open, &open);
    }
}

/* What one process finds is so for all. */
static gboolean
pass_on (GError **own,
         GError **error)
{
  if (hd_spread_share_error (own))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (own));
  return FALSE;
}

static gboolean
agent_part_rest (HdRunPart *part,
                  HdTime time,
                  GError **error)
{
  AgentPart *self = (AgentPart *) part;

  g_autoptr (GError) own = NULL;

  listen (self, time, FALSE);
  note_pairs (self, time, FALSE);
  if (self->carrier->watch == NULL)
    return TRUE;
  self->carrier->watch (self->network, time, &own);
  return pass_on (&own, error);
}

static HdTime
agent_part_get_next_change (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;

  return self->carrier->get_next_change != NULL ? self->carrier->get_next_change (self->network) : HD_TIME_MAX;
}

static void
agent_part_change (HdRunPart *part,
                   HdTime time)
{
  AgentPart *self = (AgentPart *) part;

  self->carrier->change (self->network, time);
}

static void
agent_part_read (HdRunPart *part,
                  HdTime time,
                  double *amounts)
{
  AgentPart *self = (AgentPart *) part;

  for (guint i = 0; i < self->works->len; i++)
    if (get_work (self, i)->class->read != NULL)
      {
        double *own = amounts + self->places[i].first_resource;

        get_work (self, i)->class->read (get_work (self, i), time, own);
        hd_ranks_add (own, self->places[i].n_resources);
      }
  if (self->watch != NULL)
    hd_link_watch_read (self->watch, time, amounts + self->first_resource);
  if (self->meters != NULL)
    hd_meter_watch_read (self->meters, time, amounts + self->first_meter);
}

static gboolean
agent_part_is_ended (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;

  for (guint i = 0; i < self->works->len; i++)
    if (!get_work (self, i)->class->is_ended (get_work (self, i)))
      return FALSE;
  return TRUE;
}

/* Of all work. */
static HdTime
agent_part_get_limit (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;
  HdTime limit = 0;

  for (guint i = 0; i < self->works->len; i++)
    limit = MAX (limit, hd_agent_work_get_limit (get_work (self, i)));
  return limit;
}

static double
agent_part_get_progress (HdRunPart *part)
{
  double progress;

  __atomic_load (&((AgentPart *) part)->progress, &progress, __ATOMIC_RELAXED);
  return progress;
}

/* Who waits for whom, as far as the work knows. */
static char *
dup_waiting (AgentPart *self)
{
  for (guint i = 0; i < self->works->len; i++)
    {
      HdAgentWork *work = get_work (self, i);
      char *waiting = work->class->dup_waiting != NULL && !work->class->is_ended (work) ? work->class->dup_waiting (work) : NULL;

      if (waiting != NULL)
        return waiting;
    }
  return NULL;
}

/* Nothing is left to happen: it ought to be because the work is done. */
static gboolean
agent_part_check (HdRunPart *part,
                   GError **error)
{
  AgentPart *self = (AgentPart *) part;
  HdTime now = hd_kernel_get_time (self->kernel);
  g_autofree char *waiting = NULL, *when = NULL;
  g_autoptr (GError) own = NULL;

  listen (self, now, FALSE);
  if (self->carrier->check != NULL)
    self->carrier->check (self->network, &own);
  if (!pass_on (&own, error))
    return FALSE;
  if (agent_part_is_ended (part))
    return TRUE;
  waiting = dup_waiting (self);
  when = hd_figure_time (now, TIME_DIGITS);
  if (waiting != NULL)
    g_set_error (&own, HD_ERROR, HD_ERROR_DEADLOCK, _("Deadlock at %s: %s"), when, waiting);
  if (!pass_on (&own, error))
    return FALSE;
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("At %s nothing is under way, but the work is not done: %.3g %% of it is"), when,
               100 * agent_part_get_progress (part));
  return FALSE;
}

static void
agent_part_find_waiting (HdRunPart *part,
                         GArray *nodes,
                         GArray *links)
{
  AgentPart *self = (AgentPart *) part;

  if (self->carrier->find_waiting != NULL)
    self->carrier->find_waiting (self->network, nodes, links);
  hd_agent_network_gather (nodes);
  hd_agent_network_gather (links);
  if (nodes->len > 0) /* what waits in the network is the cause */
    return;
  for (guint i = 0; i < self->works->len; i++)
    {
      HdAgentWork *work = get_work (self, i);

      if (work->class->find_waiting != NULL && !work->class->is_ended (work))
        work->class->find_waiting (work, nodes);
    }
  hd_agent_network_gather (nodes);
}

static HdTime
agent_part_get_end (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;

  HdTime end = 0;

  for (guint i = 0; i < self->works->len; i++)
    end = MAX (end, get_work (self, i)->class->get_end (get_work (self, i)));
  return end;
}

/* Of all work, without what counts as no time. */
static HdTime
get_timed (AgentPart *self)
{
  HdTime own = agent_part_get_end (&self->parent), end = self->beside != NULL ? MAX (own, hd_execution_get_end (self->beside)) : own;
  HdTime never = self->last_pause.start >= end ? self->last_pause.end - self->last_pause.start : 0;

  return end - (self->paused - never);
}

static guint64
count_completions (AgentPart *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->works->len; i++)
    n += get_work (self, i)->class->get_n_completions (get_work (self, i));
  return n;
}

static gboolean
count_trace_steps (AgentPart *self,
                   guint64 *out_n)
{
  gboolean traced = FALSE;
  guint64 n;

  *out_n = 0;
  for (guint i = 0; i < self->works->len; i++)
    if (get_work (self, i)->class->count_steps != NULL && get_work (self, i)->class->count_steps (get_work (self, i), &n))
      {
        traced = TRUE;
        *out_n += n;
      }
  return traced;
}

static gboolean
agent_part_count (HdRunPart *part,
                   HdStep step,
                   guint64 *out_n)
{
  AgentPart *self = (AgentPart *) part;

  if (step == HD_STEP_COLLECTIVE && count_trace_steps (self, out_n))
    return TRUE;
  *out_n = count_completions (self);
  return step == HD_STEP_VERTEX || step == HD_STEP_COLLECTIVE;
}

static void
agent_part_add_counters (HdRunPart *part,
                          HdCounters *counters)
{
  AgentPart *self = (AgentPart *) part;

  counters->transfers += count_completions (self);
  if (self->carrier->count != NULL)
    counters->events = self->carrier->count (self->network, counters->events);
}

static void
write_followed (AgentPart *self,
                HdTime time)
{
  const HdFollowTarget *target = _hd_record_get_follow (self->record);
  g_autofree char *source = NULL, *destination = NULL;
  HdFollowed *followed;

  if (target == NULL)
    return;
  followed = self->carrier->dup_followed (self->network, time);
  if (followed != NULL)
    {
      _hd_record_take_followed (self->record, followed);
      return;
    }
  source = hd_design_dup_node_path (self->design, target->source);
  destination = hd_design_dup_node_path (self->design, target->destination);
  _hd_design_report_run (self->design, self->problems, HD_PROBLEM_NO_EFFECT, HD_SEVERITY_WARNING, NULL, NULL,
                         _("“%s” sent no message to “%s” that could be followed"), source, destination);
}

static void
warn_of_untold (AgentPart *self)
{
  guint64 n = hd_record_get_n_untold (self->record);
  g_autofree char *untold = NULL, *told = NULL;

  if (n == 0)
    return;
  untold = hd_figure_count (n);
  told = hd_figure_count (HD_MESSAGE_TRACE_MAX);
  _hd_design_report_run (self->design, self->problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "trace", _("Trace fewer members, or a shorter time (trace-from, trace-until)"),
                         _("%s messages of traced members came after the first %s: neither the timeline nor what moves on the links has them"), untold, told);
}

static void
agent_part_finish (HdRunPart *part,
                    HdTime time)
{
  listen ((AgentPart *) part, time, TRUE);
  hd_span_states_finish (((AgentPart *) part)->states);
  write_followed ((AgentPart *) part, time);
  warn_of_untold ((AgentPart *) part);
  note_pairs ((AgentPart *) part, time, TRUE);
}

/* ---- histograms ------------------------------------------------------------------------------------------------------ */

static void
clear_histogram (gpointer data)
{
  g_free ((gpointer) ((HdHistogram *) data)->bins);
}

static void
write_histograms (AgentPart *self)
{
  g_autoptr (GArray) histograms = g_array_new (FALSE, FALSE, sizeof (HdHistogram));

  g_array_set_clear_func (histograms, clear_histogram);
  for (guint i = 0; i < self->works->len; i++)
    if (get_work (self, i)->class->get_histograms != NULL)
      get_work (self, i)->class->get_histograms (get_work (self, i), histograms);
  for (guint i = 0; i < histograms->len; i++)
    _hd_record_add_histogram (self->record, &g_array_index (histograms, HdHistogram, i));
}

/* ---- metrics --------------------------------------------------------------------------------------------------------- */

static void
agent_part_write_metrics (HdRunPart *part,
                          HdTime time)
{
  AgentPart *self = (AgentPart *) part;
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric)), own = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric));
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (HdExecutionRank));
  HdFollowTarget slowest;
  const HdExecutionMetric untold = { "messages_untold", N_("Messages that the trace leaves out"), "", (double) hd_record_get_n_untold (self->record) };
  const HdExecutionMetric total = { "time_total", N_("Total time"), "s", hd_time_to_seconds (get_timed (self)) };

  for (guint i = 0; i < self->works->len; i++)
    get_work (self, i)->class->get_metrics (get_work (self, i), metrics);
  if (has_others (self))
    g_array_append_val (metrics, total);
  if (untold.value > 0)
    g_array_append_val (metrics, untold);
  hd_summary_write_metrics (self->record, metrics);
  for (guint i = 0; i < self->works->len; i++)
    if (get_work (self, i)->class->get_ranks != NULL)
      get_work (self, i)->class->get_ranks (get_work (self, i), ranks);
  hd_summary_write_ranks (self->record, (const HdExecutionRank *) (gpointer) ranks->data, ranks->len);
  if (self->carrier->get_slowest != NULL && self->carrier->get_slowest (self->network, &slowest))
    _hd_record_set_slowest (self->record, &slowest);
  if (self->carrier->add_metrics != NULL)
    self->carrier->add_metrics (self->network, time, own);
  for (guint i = 0; i < own->len; i++)
    {
      const HdExecutionMetric *metric = &g_array_index (own, HdExecutionMetric, i);

      _hd_record_set_metric (self->record, metric->name, metric->title, metric->unit, metric->value);
    }
  write_histograms (self);
  hd_summary_write_processors (self->record);
  hd_summary_write_links (self->record);
}

static gboolean
agent_part_has_followed (HdRunPart *part)
{
  AgentPart *self = (AgentPart *) part;
  const HdFollowTarget *target = _hd_record_get_follow (self->record);

  return target != NULL && target->stops && self->carrier->has_arrived (self->network);
}

static const HdRunPartClass agent_part_class = {
  .free = agent_part_free,
  .lay_out = agent_part_lay_out,
  .connect = agent_part_connect,
  .rest = agent_part_rest,
  .tell_open = agent_part_tell_open,
  .read = agent_part_read,
  .get_next_change = agent_part_get_next_change,
  .change = agent_part_change,
  .check = agent_part_check,
  .find_waiting = agent_part_find_waiting,
  .is_ended = agent_part_is_ended,
  .get_limit = agent_part_get_limit,
  .get_end = agent_part_get_end,
  .get_progress = agent_part_get_progress,
  .count = agent_part_count,
  .add_counters = agent_part_add_counters,
  .finish = agent_part_finish,
  .write_metrics = agent_part_write_metrics,
  .has_followed = agent_part_has_followed,
};

static gboolean
start_following (AgentPart *self,
                 HdRunContext *context,
                 GError **error)
{
  const HdFollowTarget *target = _hd_record_get_follow (self->record);

  if (target == NULL)
    return TRUE;
  if (hd_ranks_get_n () > 1)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("A packet is followed in one process; it goes the same way there"));
      return FALSE;
    }
  if (self->carrier->follow == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("A packet can be followed at flit fidelity alone"));
      return FALSE;
    }
  self->carrier->follow (self->network, target);
  return TRUE;
}

HdRunPart *
hd_agent_part_create (HdRunContext *context,
                      const HdAgentCarrier *carrier,
                      GError **error)
{
  HdAgentNetwork *network = carrier->create (context, error);

  return network != NULL ? hd_agent_part_create_on (context, carrier, network, NULL, error) : NULL;
}

HdRunPart *
hd_agent_part_create_on (HdRunContext *context,
                         const HdAgentCarrier *carrier,
                         HdAgentNetwork *network,
                         HdExecution *beside,
                         GError **error)
{
  AgentPart *self = g_new0 (AgentPart, 1);

  self->parent.class = &agent_part_class;
  self->carrier = carrier;
  self->parent.is_read_at_rest = TRUE;
  self->design = context->design;
  self->kernel = context->kernel;
  self->record = context->record;
  self->problems = context->problems;
  self->is_mixed = context->is_mixed;
  self->beside = beside;
  self->pauses = g_array_new (FALSE, FALSE, sizeof (Pause));
  self->iteration_series = hd_probes_find_workload (self->design, "iteration");
  self->lane_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->network = network;
  if (!start_following (self, context, error))
    {
      agent_part_free (&self->parent);
      return NULL;
    }
  own_nodes (self, context);
  hd_post_office_open (context->post, self->network);
  self->works = hd_agent_work_create_all (self->design, context->transfers, self->network, context->problems, context->progress, error);
  if (self->works == NULL || (carrier->seal != NULL && !carrier->seal (self->network, context, error)))
    {
      agent_part_free (&self->parent);
      return NULL;
    }
  for (guint i = 0; i < self->works->len; i++)
    {
      if (hd_agent_work_get_transfers (get_work (self, i)) != NULL)
        _hd_record_set_transfers (self->record, hd_agent_work_get_transfers (get_work (self, i)));
      self->parent.goes_on |= hd_agent_work_get_limit (get_work (self, i)) < HD_TIME_MAX;
    }
  self->places = g_new0 (HdWorkPlace, self->works->len + 1);
  _hd_record_set_has_noise (self->record);
  if (carrier->reader.get_carried != NULL)
    self->watch = hd_link_watch_new (self->design, self->network, &carrier->reader, self->record);
  if (carrier->meters.read_router != NULL)
    self->meters = hd_meter_watch_new (self->design, self->network, &carrier->meters);
  return &self->parent;
}
