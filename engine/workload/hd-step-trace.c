/* hd-step-trace.c: the steps of chosen members, each as a span
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A step is told when it has ended, all of it in the order of sends, so that spans have the same numbers whatever shortcuts were taken. Rounds that a
 * network advances at once equal the last one it simulated, so that the ends of their transfers are those of that one, moved in time. What holds of
 * communications without barriers stands in hd-order-trace.c.
 */
#define G_LOG_DOMAIN "hd-step-trace"

#include "hd-step-trace.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-step-trace-private.h"

#define NEEDED (HD_NO_ID - 1) /* a lane that is yet to be added */

/* ---- lanes ----------------------------------------------------------------------------------------------------------------- */

static guint32
add_lane (HdStepTrace *self,
          guint32 node,
          char *title)
{
  HdTracedLane lane = { node, title };
  guint64 none = 0;

  g_array_append_val (self->lanes, lane);
  g_array_append_val (self->n_lane_spans, none);
  return self->lanes->len - 1;
}

static guint32 *
find_member_lane (HdStepTrace *self,
                  guint32 node,
                  guint channel)
{
  return &self->member_lanes[(gsize) self->numbers[node] * self->n_channels + channel];
}

guint
_hd_step_trace_get_channel (const HdStepTrace *self,
                            guint32 vertex)
{
  guint32 channel = hd_workload_graph_get_vertex (self->model->graph, vertex)->channel;

  return channel != HD_NO_ID ? channel : self->n_channels - 1;
}

const HdCommPattern *
_hd_step_trace_get_pattern (const HdStepTrace *self,
                            guint32 vertex)
{
  return g_ptr_array_index (self->model->patterns, self->model->vertex_patterns[vertex]);
}

/* Marks the lanes that the communications on each channel need. */
static void
mark_lanes (HdStepTrace *self,
            const HdWorkloadGraph *graph)
{
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);
      const HdTeam *team;

      if (vertex->kind != HD_VERTEX_COMM || _hd_step_trace_get_pattern (self, v)->sends->len == 0)
        continue;
      team = hd_workload_graph_get_team (graph, vertex->team);
      self->step_lanes[_hd_step_trace_get_channel (self, v)] = NEEDED;
      for (guint i = 0; i < team->n_nodes; i++)
        if (self->numbers[team->nodes[i]] != HD_NO_ID)
          *find_member_lane (self, team->nodes[i], _hd_step_trace_get_channel (self, v)) = NEEDED;
    }
}

/* Channels are named where there are several. Without barriers no step is one of all members, so there is no lane of steps. */
static void
add_lanes (HdStepTrace *self,
           HdDesign *design)
{
  const HdWorkloadGraph *graph = self->model != NULL ? self->model->graph : NULL;
  guint n_named = 0;

  for (guint c = 0; c < self->n_channels; c++)
    n_named += self->step_lanes[c] == NEEDED;
  for (guint i = 0; i < self->settings->n_traced; i++)
    for (guint c = 0; c < self->n_channels; c++)
      {
        guint32 node = self->settings->traced[i];
        g_autofree char *path = hd_design_dup_node_path (design, node);
        const char *channel = n_named < 2 ? NULL : c < graph->channels->len ? g_ptr_array_index (graph->channels, c) : _("Communication");

        if (*find_member_lane (self, node, c) != NEEDED)
          continue;
        *find_member_lane (self, node, c) = add_lane (self, node, channel != NULL ? g_strdup_printf (_("%s, sends, %s"), path, channel)
                                                                                  : g_strdup_printf (_("%s, sends"), path));
        add_lane (self, node, channel != NULL ? g_strdup_printf (_("%s, receives, %s"), path, channel)
                                              : g_strdup_printf (_("%s, receives"), path));
      }
  for (guint c = 0; c < self->n_channels; c++)
    if (self->settings->steps == HD_STEPS_NEIGHBOURS)
      self->step_lanes[c] = HD_NO_ID;
    else if (self->step_lanes[c] == NEEDED)
      self->step_lanes[c] = add_lane (self, HD_NO_ID, g_strdup_printf (_("%s, steps"), c < graph->channels->len
                                                                       ? (const char *) g_ptr_array_index (graph->channels, c)
                                                                       : _("Communication")));
}

HdStepTrace *
hd_step_trace_new (HdDesign *design,
                   const HdWorkModel *model,
                   const HdFlowModel *flows,
                   guint first_class)
{
  HdStepTrace *self = g_new0 (HdStepTrace, 1);

  self->settings = hd_design_get_run_settings (design);
  self->model = model;
  self->flows = flows;
  self->first_class = first_class;
  self->lanes = g_array_new (FALSE, FALSE, sizeof (HdTracedLane));
  self->n_lane_spans = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->actives = g_array_new (FALSE, TRUE, sizeof (HdActiveTrace));
  self->n_channels = model != NULL ? model->graph->channels->len + 1 : 1;
  self->numbers = hd_numbers_new (hd_design_get_n_nodes (design), HD_NO_ID);
  for (guint i = 0; i < self->settings->n_traced; i++)
    self->numbers[self->settings->traced[i]] = i;
  self->step_lanes = hd_numbers_new (self->n_channels, HD_NO_ID);
  self->member_lanes = hd_numbers_new ((gsize) self->settings->n_traced * self->n_channels, model != NULL ? HD_NO_ID : NEEDED);
  if (model != NULL)
    mark_lanes (self, model->graph);
  add_lanes (self, design);
  return self;
}

void
hd_step_trace_free (HdStepTrace *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    g_free (g_array_index (self->lanes, HdTracedLane, i).title);
  for (guint i = 0; i < self->actives->len; i++)
    {
      g_free (g_array_index (self->actives, HdActiveTrace, i).ends);
      g_free (g_array_index (self->actives, HdActiveTrace, i).last);
      g_clear_pointer (&g_array_index (self->actives, HdActiveTrace, i).order, _hd_order_trace_free);
    }
  g_array_unref (self->lanes);
  g_array_unref (self->n_lane_spans);
  g_array_unref (self->actives);
  g_free (self->numbers);
  g_free (self->member_lanes);
  g_free (self->step_lanes);
  g_free (self);
}

guint
hd_step_trace_get_n_lanes (const HdStepTrace *self)
{
  return self->lanes->len;
}

const HdTracedLane *
hd_step_trace_get_lane (const HdStepTrace *self,
                        guint n)
{
  return &g_array_index (self->lanes, HdTracedLane, n);
}

void
hd_step_trace_connect (HdStepTrace *self,
                       const HdExecutionObserver *observer,
                       gpointer user_data)
{
  self->observer = observer;
  self->user_data = user_data;
}

/* ---- telling ------------------------------------------------------------------------------------------------------------------ */

gboolean
_hd_step_trace_is_in_window (const HdStepTrace *self,
                             HdTime start,
                             HdTime end)
{
  return end >= self->settings->trace_from && start <= self->settings->trace_until;
}

static HdTraceCause
tell (HdStepTrace *self,
      guint32 lane,
      HdWorkSpan *span,
      const HdTraceCause *cause)
{
  guint64 *n = &g_array_index (self->n_lane_spans, guint64, lane);
  HdTraceCause told = { self->first_class + lane, *n };

  self->full = self->full || self->n_spans == HD_STEP_TRACE_MAX;
  if (self->full)
    return *cause;
  span->lane_class = told.lane_class;
  span->cause_class = cause->lane_class;
  span->cause_index = cause->index;
  self->n_spans++;
  (*n)++;
  if (self->observer != NULL && self->observer->end != NULL)
    self->observer->end (self->user_data, span);
  return told;
}

/* What a transfer is to its two ends, as far as they are traced. */
void
_hd_step_trace_tell_transfer (HdStepTrace *self,
                              guint channel,
                              const HdWorkSpan *about,
                              const HdTracedTransfer *transfer,
                              HdTraceCause cause,
                              HdTraceCause *out_sent,
                              HdTraceCause *out_received)
{
  guint32 source = transfer->source, destination = transfer->destination;
  guint32 send_lane = self->numbers[source] != HD_NO_ID ? *find_member_lane (self, source, channel) : HD_NO_ID;
  guint32 receive_lane = self->numbers[destination] != HD_NO_ID ? *find_member_lane (self, destination, channel) + 1 : HD_NO_ID;
  HdWorkSpan span = *about;

  *out_sent = *out_received = cause;
  if (send_lane != HD_NO_ID)
    {
      span.kind = HD_WORK_SEND;
      span.peer = destination;
      span.start = transfer->left;
      span.end = transfer->out;
      *out_sent = *out_received = tell (self, send_lane, &span, &cause);
    }
  if (receive_lane == HD_NO_ID || transfer->left + transfer->latency > transfer->end)
    return;
  span.kind = HD_WORK_RECEIVE;
  span.peer = source;
  span.start = transfer->left + transfer->latency;
  span.end = transfer->end;
  *out_received = tell (self, receive_lane, &span, out_sent);
  if (!transfer->reduces || about->unfinished)
    return;
  span.kind = HD_WORK_REDUCE;
  span.start = span.end;
  *out_received = tell (self, receive_lane, &span, out_received);
}

/* One step: @ends are after its begin; what has not ended is cut off at @end. */
static void
tell_step (HdStepTrace *self,
           HdActiveTrace *active,
           HdTime start,
           HdTime end,
           const HdTime *ends,
           gboolean unfinished)
{
  const HdCommPattern *pattern = _hd_step_trace_get_pattern (self, active->vertex);
  const HdTeam *team = hd_workload_graph_get_team (self->model->graph, pattern->team);
  guint channel = _hd_step_trace_get_channel (self, active->vertex);
  HdWorkSpan span = { .name = active->vertex, .iteration = active->iteration, .step = active->step, .start = start, .peer = HD_NO_ID };
  HdTraceCause cause = active->cause;

  if (!_hd_step_trace_is_in_window (self, start, end))
    return;
  for (guint i = 0; i < active->stretch->n_sends; i++)
    {
      const HdCommSend *kept = &g_array_index (pattern->sends, HdCommSend, active->stretch->first_send + i);
      const HdCommTransfer *transfer = &g_array_index (pattern->transfers, HdCommTransfer, active->stretch->first_transfer + kept->transfer);
      HdTraceCause sent, received;
      HdTime arrival;
      HdSend send;

      pattern->algorithm->get_send (team->n_nodes, active->step, kept->send, &send);
      span.unfinished = ends[kept->transfer] == HD_NOT_ENDED;
      arrival = span.unfinished ? end : start + ends[kept->transfer];
      _hd_step_trace_tell_transfer (self, channel, &span,
                                    &(HdTracedTransfer) { team->nodes[send.source], team->nodes[send.destination], start, arrival, arrival,
                                                          hd_flow_model_get_path (self->flows, transfer->path)->latency_ps,
                                                          send.action == HD_SEND_REDUCE },
                                    cause, &sent, &received);
    }
  span.kind = HD_WORK_STEP;
  span.end = end;
  span.unfinished = unfinished;
  active->cause = tell (self, self->step_lanes[channel], &span, &cause);
}

/* ---- communications ----------------------------------------------------------------------------------------------------------- */

HdActiveTrace *
_hd_step_trace_find_active (HdStepTrace *self,
                            guint32 number)
{
  HdActiveTrace *active = number < self->actives->len ? &g_array_index (self->actives, HdActiveTrace, number) : NULL;

  return active != NULL && active->live ? active : NULL;
}

static void
forget_ends (HdActiveTrace *active)
{
  for (guint i = 0; i < active->stretch->n_transfers; i++)
    active->ends[i] = HD_NOT_ENDED;
}

void
hd_step_trace_begin (HdStepTrace *self,
                     guint32 number,
                     guint32 vertex,
                     guint32 iteration,
                     guint32 cause_class,
                     guint64 cause_index)
{
  HdActiveTrace *active;

  if (_hd_step_trace_get_pattern (self, vertex)->sends->len == 0)
    return;
  if (number >= self->actives->len)
    g_array_set_size (self->actives, number + 1);
  active = &g_array_index (self->actives, HdActiveTrace, number);
  active->live = TRUE;
  active->vertex = vertex;
  active->iteration = iteration;
  active->cause = (HdTraceCause) { cause_class, cause_index };
  active->stretch = NULL;
  if (_hd_step_trace_get_pattern (self, vertex)->waits != NULL)
    active->order = _hd_order_trace_new (_hd_step_trace_get_pattern (self, vertex));
}

void
hd_step_trace_start_stretch (HdStepTrace *self,
                             guint32 number,
                             guint32 stretch,
                             HdTime time)
{
  HdActiveTrace *active = _hd_step_trace_find_active (self, number);

  if (active == NULL)
    return;
  active->stretch = &g_array_index (_hd_step_trace_get_pattern (self, active->vertex)->stretches, HdCommStretch, stretch);
  active->step = active->stretch->first_step;
  active->start = time;
  if (active->n_allocated < active->stretch->n_transfers)
    {
      active->n_allocated = active->stretch->n_transfers;
      active->ends = g_renew (HdTime, active->ends, active->n_allocated);
      active->last = g_renew (HdTime, active->last, active->n_allocated);
    }
  forget_ends (active);
}

void
hd_step_trace_transfer (HdStepTrace *self,
                        guint32 number,
                        guint transfer,
                        HdTime time)
{
  HdActiveTrace *active = _hd_step_trace_find_active (self, number);

  if (active != NULL && active->stretch != NULL)
    active->ends[transfer] = time - active->start;
}

void
hd_step_trace_round (HdStepTrace *self,
                     guint32 number,
                     HdTime time)
{
  HdActiveTrace *active = _hd_step_trace_find_active (self, number);
  HdTime *ends;

  if (active == NULL || active->stretch == NULL) /* it has no step under way yet */
    return;
  tell_step (self, active, active->start, time, active->ends, FALSE);
  ends = active->last;
  active->last = active->ends;
  active->ends = ends;
  active->start = time;
  active->step++;
  forget_ends (active);
}

void
hd_step_trace_rounds (HdStepTrace *self,
                      guint32 number,
                      HdTime begin,
                      HdTime period,
                      guint64 n_rounds)
{
  HdActiveTrace *active = _hd_step_trace_find_active (self, number);
  guint32 first_step;
  guint64 k = 0;

  if (active == NULL)
    return;
  first_step = active->step;
  if (period > 0 && begin < self->settings->trace_from)
    k = (guint64) MAX ((self->settings->trace_from - begin) / period - 1, 0);
  for (; k < n_rounds && begin + (HdTime) k * period <= self->settings->trace_until && !self->full; k++)
    {
      active->step = first_step + (guint32) k;
      tell_step (self, active, begin + (HdTime) k * period, begin + (HdTime) (k + 1) * period, active->last, FALSE);
    }
  active->step = first_step + (guint32) n_rounds;
  active->start = begin + (HdTime) n_rounds * period;
}

void
hd_step_trace_end (HdStepTrace *self,
                   guint32 number)
{
  HdActiveTrace *active = _hd_step_trace_find_active (self, number);

  if (active == NULL)
    return;
  if (active->order != NULL)
    _hd_order_trace_end (self, number);
  g_clear_pointer (&active->order, _hd_order_trace_free);
  active->live = FALSE;
}

void
hd_step_trace_cut (HdStepTrace *self,
                   HdTime time)
{
  for (guint32 number = 0; number < self->actives->len; number++)
    {
      HdActiveTrace *active = _hd_step_trace_find_active (self, number);

      if (active != NULL && active->order != NULL)
        _hd_order_trace_cut (self, number, time);
      if (active == NULL || active->stretch == NULL)
        continue;
      tell_step (self, active, active->start, time, active->ends, TRUE);
      active->live = FALSE;
    }
}

/* ---- lists of transfers -------------------------------------------------------------------------------------------------------- */

void
hd_step_trace_listed (HdStepTrace *self,
                      guint32 source,
                      guint32 destination,
                      guint32 path,
                      HdTime start,
                      HdTime end,
                      gboolean unfinished)
{
  HdWorkSpan span = { .unfinished = unfinished };
  HdTraceCause sent, received;

  if (_hd_step_trace_is_in_window (self, start, end))
    _hd_step_trace_tell_transfer (self, 0, &span,
                                  &(HdTracedTransfer) { source, destination, start, end, end,
                                                        hd_flow_model_get_path (self->flows, path)->latency_ps, FALSE },
                                  (HdTraceCause) { 0, HD_NO_CAUSE }, &sent, &received);
}

/* ---- budget ---------------------------------------------------------------------------------------------------------------------- */

gboolean
hd_step_trace_check (HdStepTrace *self,
                     HdTime time,
                     GError **error)
{
  if (!self->full)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
               _("The trace is full at %.12g s: it has %u spans, and %u members are traced. Trace fewer members (trace), or a shorter time "
                 "(trace-from, trace-until)"),
               hd_time_to_seconds (time), HD_STEP_TRACE_MAX, self->settings->n_traced);
  return FALSE;
}
