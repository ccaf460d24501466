/* hd-executor.c: runs a workload graph by tokens
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rules (HCSim section 3): an edge holds tokens, one at the beginning if it does not count the first time. A vertex starts when one of its
 * predecessors completes and every incoming edge holds a token, and takes one from each; while it runs it is not started again, but when it ends. A
 * start vertex that would start again has been re-entered; after the last iteration it is not launched any more, and when that holds for all
 * start vertices the work is done.
 *
 * Everything that ends at one time is completed in the order of vertices, then of lane classes; then channels that are free take their next
 * communication. So results do not depend on the order in which a network tells of ends.
 */
#define G_LOG_DOMAIN "hd-executor"

#include "hd-executor.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-executor-private.h"
#include "hd-i18n.h"
#include "hd-numbers.h"

#define MAX_LISTED 20
#define TIME_DIGITS 6
#define MAX_COMPLETIONS_AT_ONCE 100000 /* and a hundred more for each instance */

/* ---- starting ----------------------------------------------------------------------------------------------------------- */

/* A start vertex is entered again. Its last entry ends the last iteration and launches nothing. */
static gboolean
re_enter (HdExecutor *self,
          HdInstance *instance)
{
  guint count = instance->n_runs;

  if (count > self->entered->len)
    g_array_set_size (self->entered, count);
  if (++g_array_index (self->entered, guint, count - 1) == self->n_starts)
    {
      g_array_append_val (self->iteration_ends, self->now);
      if (self->observer != NULL && self->observer->iteration != NULL)
        self->observer->iteration (self->user_data, self->iteration_ends->len - 1, self->now);
    }
  if (count < self->iterations)
    return FALSE;
  instance->parked = TRUE;
  self->n_parked++;
  return TRUE;
}

/* All incoming edges hold a token: takes one from each and launches. Nothing starts once the last iteration has ended. */
static void
enter (HdExecutor *self,
       guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkloadGraph *graph = self->model->graph;
  guint32 v = instance->vertex;
  guint32 k = number - self->first_instance[v];

  if (self->n_parked == self->n_starts)
    return;
  for (guint32 i = self->first_in[v]; i < self->first_in[v + 1]; i++)
    {
      guint32 e = self->incoming[i];
      guint32 first = self->first_token[e], end = self->first_token[e + 1];

      if (_hd_executor_get_width (self, v) > 1)
        {
          first += k;
          end = first + 1;
        }
      for (guint32 token = first; token < end; token++)
        instance->missing += --self->tokens[token] == 0;
    }
  if (!hd_workload_graph_get_vertex (graph, v)->start || instance->n_runs == 0 || !re_enter (self, instance))
    _hd_executor_launch (self, number);
}

/* ---- completing ---------------------------------------------------------------------------------------------------------- */

static gboolean
is_ready (const HdInstance *instance)
{
  return instance->missing == 0 && !instance->running && !instance->parked;
}

/* Of those that end at the time at which it becomes ready, the first one counts as its cause. */
static void
give_token (HdExecutor *self,
            const HdInstance *from,
            guint32 token,
            guint32 number)
{
  HdInstance *to = &self->instances[number];

  if (self->tokens[token]++ == 0)
    {
      to->missing--;
      if (to->last_token != self->now)
        {
          to->last_token = self->now;
          to->giver_class = from->lane_class;
          to->giver_index = from->last_span;
        }
    }
  if (!is_ready (to))
    return;
  to->cause_class = to->giver_class;
  to->cause_index = to->giver_index;
  enter (self, number);
}

static void
complete (HdExecutor *self,
          guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkloadGraph *graph = self->model->graph;
  guint32 v = instance->vertex;
  guint32 k = number - self->first_instance[v];

  instance->running = FALSE;
  self->n_running--;
  self->n_completions++;
  self->n_completions_here++;
  hd_work_digest_add (&self->digests[instance->lane_class], self->name_digests[v], instance->n_runs - 1, instance->start, self->now);
  for (guint32 e = graph->first_out[v]; e < graph->first_out[v + 1]; e++)
    {
      guint32 to = hd_workload_graph_get_edge (graph, e)->to;
      guint32 first = self->first_instance[to];

      if (_hd_executor_get_width (self, v) == 1)
        for (guint32 i = 0; i < _hd_executor_get_width (self, to); i++)
          give_token (self, instance, self->first_token[e] + i, first + i);
      else
        give_token (self, instance, self->first_token[e] + k, first + MIN (k, _hd_executor_get_width (self, to) - 1));
    }
  /* what became ready while it ran */
  if (self->first_in[v] < self->first_in[v + 1] && is_ready (instance))
    {
      instance->cause_class = instance->lane_class;
      instance->cause_index = instance->last_span;
      enter (self, number);
    }
}

static void
finish (HdExecutor *self,
        guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);

  if (vertex->kind == HD_VERTEX_COMM)
    {
      if (self->trace != NULL)
        hd_step_trace_end (self->trace, number);
      _hd_executor_tell_end (self, instance, _hd_executor_get_comm_kind (vertex), instance->start, FALSE);
      self->n_communicating--;
      if (vertex->channel != HD_NO_ID)
        self->channels[vertex->channel].busy = FALSE;
    }
  complete (self, number);
}

static void
end_part (HdExecutor *self,
          guint64 token)
{
  guint32 number = (guint32) (token >> 2);
  HdInstance *instance = &self->instances[number];

  instance->parts &= ~(1u << (token & 3));
  self->n_computing -= (token & 3) != HD_PART_COMM;
  self->n_parts_ended += (token & 3) != HD_PART_COMM;
  switch ((HdPart) (token & 3))
    {
    case HD_PART_COMPUTE:
      _hd_executor_tell_end (self, instance, HD_WORK_COMPUTE, instance->part_start, FALSE);
      break;
    case HD_PART_MEMORY:
      _hd_executor_tell_end (self, instance, HD_WORK_MEMORY, instance->part_start, FALSE);
      break;
    case HD_PART_MOVE:
      _hd_executor_tell_end (self, instance, HD_WORK_MOVE, instance->start, FALSE);
      _hd_executor_start_work (self, number, self->model->classes[instance->lane_class].local_path);
      return;
    case HD_PART_COMM:
      _hd_executor_launch_stretch (self, number);
      return;
    case HD_N_PARTS:
      g_assert_not_reached ();
    }
  if (instance->parts == 0)
    finish (self, number);
}

static void
finish_instant (HdExecutor *self)
{
  g_autoptr (GArray) instant = self->instant;

  self->instant = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_sort (instant, hd_compare_numbers);
  for (guint i = 0; i < instant->len; i++)
    finish (self, g_array_index (instant, guint32, i));
}

static gboolean
serve_channels (HdExecutor *self)
{
  gboolean served = FALSE;

  for (guint c = 0; c < self->model->graph->channels->len; c++)
    {
      HdChannel *channel = &self->channels[c];
      guint32 number;

      if (channel->busy || channel->queue->len == 0)
        continue;
      number = g_array_index (channel->queue, HdWaiting, 0).instance;
      g_array_remove_index (channel->queue, 0);
      channel->busy = TRUE;
      _hd_executor_launch_communication (self, number);
      served = TRUE;
    }
  return served;
}

/* ---- errors --------------------------------------------------------------------------------------------------------------- */

static void
append_missing (HdExecutor *self,
                const HdInstance *instance,
                GString *text)
{
  const HdWorkloadGraph *graph = self->model->graph;
  const char *separator = "";

  for (guint32 i = self->first_in[instance->vertex]; i < self->first_in[instance->vertex + 1]; i++)
    {
      guint32 e = self->incoming[i];
      gboolean empty = FALSE;

      for (guint32 token = self->first_token[e]; token < self->first_token[e + 1]; token++)
        empty = empty || self->tokens[token] == 0;
      if (!empty)
        continue;
      g_string_append_printf (text, "%s%s", separator, hd_workload_graph_get_vertex (graph, hd_workload_graph_get_edge (graph, e)->from)->name);
      separator = ", ";
    }
}

static gboolean
is_waiting (const HdInstance *instance)
{
  return instance->missing > 0 && !instance->parked;
}

/* A template's instance waits on the lanes of its class, another vertex in all its places. */
static void
find_waiting (gpointer data,
              GArray *nodes)
{
  const HdExecutor *self = data;
  const HdWorkModel *model = self->model;

  for (guint i = 0; i < self->n_instances; i++)
    {
      const HdInstance *instance = &self->instances[i];
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, instance->vertex);
      const guint32 *places;
      guint n_places;

      if (!is_waiting (instance))
        continue;
      places = hd_workload_graph_get_places (model->graph, vertex, &n_places);
      if (vertex->group == HD_NO_ID)
        g_array_append_vals (nodes, places, n_places);
      for (guint32 l = 0; vertex->group != HD_NO_ID && l < model->n_lanes; l++)
        if (model->lane_classes[l] == instance->lane_class)
          g_array_append_val (nodes, model->lane_nodes[l]);
    }
}

static void
set_deadlock (HdExecutor *self,
              GError **error)
{
  g_autoptr (GString) waiting = g_string_new (NULL);
  guint n_waiting = 0;

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self->model->graph); v++)
    {
      const HdInstance *instance = &self->instances[self->first_instance[v]];

      for (guint32 i = 1; i < _hd_executor_get_width (self, v) && instance->missing == 0; i++)
        instance++;
      if (!is_waiting (instance) || n_waiting++ >= MAX_LISTED)
        continue;
      g_string_append_printf (waiting, "%s%s (", n_waiting > 1 ? "; " : "", hd_workload_graph_get_vertex (self->model->graph, v)->name);
      append_missing (self, instance, waiting);
      g_string_append_c (waiting, ')');
    }
  if (n_waiting > MAX_LISTED)
    g_string_append (waiting, "; …");

  g_autofree char *when = hd_figure_time (self->now, TIME_DIGITS);

  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("Deadlock at %s: nothing runs, and these vertices wait (for those in brackets): %s"), when,
               waiting->str);
}

static gboolean
stands_still (const HdExecutor *self)
{
  return self->n_completions_here > MAX_COMPLETIONS_AT_ONCE + G_GUINT64_CONSTANT (100) * self->n_instances;
}

/* ---- run -------------------------------------------------------------------------------------------------------------------- */

static gboolean
is_ended (gpointer data)
{
  const HdExecutor *self = data;

  if (self->model->graph->stop == HD_STOP_DRAIN)
    return self->n_running == 0;
  return self->n_parked == self->n_starts;
}

static gboolean
settle (gpointer data,
        HdTime time,
        GError **error)
{
  HdExecutor *self = data;
  gboolean is_later = time > self->now;

  if (is_later)
    self->n_completions_here = 0;
  if (self->n_communicating > 0 && self->n_computing == 0)
    self->exposed += time - self->now;
  self->now = time;
  if (is_later && self->ended->len == 0 && self->instant->len == 0)
    return TRUE; /* a round of something has ended, but nothing that others wait for */
  do
    {
      g_array_sort (self->ended, hd_compare_words);
      for (guint i = 0; i < self->ended->len; i++)
        end_part (self, g_array_index (self->ended, guint64, i));
      g_array_set_size (self->ended, 0);
      while (self->instant->len > 0 && !is_ended (self) && !stands_still (self))
        finish_instant (self);
    }
  while (!is_ended (self) && !stands_still (self) && serve_channels (self));

  if (is_ended (self))
    return TRUE;
  if (stands_still (self))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Time stands still at %.12g s: vertices that take no time release each other for ever"),
                   hd_time_to_seconds (time));
      return FALSE;
    }
  if (self->n_running > 0)
    return TRUE;
  set_deadlock (self, error);
  return FALSE;
}

gboolean
hd_executor_is_communication (guint64 token,
                              guint32 *out_number)
{
  *out_number = (guint32) (token >> 2);
  return (token & 3) == HD_PART_COMM;
}

static void
done (gpointer self,
      guint64 token,
      HdTime time)
{
  g_array_append_val (((HdExecutor *) self)->ended, token);
}

static gboolean
start (gpointer data,
       HdNetwork *network,
       HdStepTrace *trace,
       const HdExecutionObserver *observer,
       gpointer user_data,
       GError **error)
{
  HdExecutor *self = data;

  self->network = network;
  self->trace = trace;
  self->observer = observer;
  self->user_data = user_data;
  for (guint32 i = 0; i < self->n_instances; i++)
    if (hd_workload_graph_get_vertex (self->model->graph, self->instances[i].vertex)->start)
      enter (self, i);
  return settle (self, 0, error);
}

/* Spans that @instance has open. */
static guint
get_open (const HdExecutor *self,
          const HdInstance *instance,
          HdWorkSpan *out_spans)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  guint n = 0;

  if (!instance->running)
    return 0;
  if (instance->parts & 1u << HD_PART_COMPUTE)
    _hd_executor_fill_span (instance, HD_WORK_COMPUTE, instance->part_start, &out_spans[n++]);
  if (instance->parts & 1u << HD_PART_MEMORY)
    _hd_executor_fill_span (instance, HD_WORK_MEMORY, instance->part_start, &out_spans[n++]);
  if (instance->parts & 1u << HD_PART_MOVE)
    _hd_executor_fill_span (instance, HD_WORK_MOVE, instance->start, &out_spans[n++]);
  if (instance->parts & 1u << HD_PART_COMM)
    _hd_executor_fill_span (instance, _hd_executor_get_comm_kind (vertex), instance->start, &out_spans[n++]);
  return n;
}

static void
tell_open (gpointer carrier,
           HdWorkOpen open,
           gpointer data)
{
  HdExecutor *self = carrier;
  HdWorkSpan spans[HD_N_PARTS];

  for (guint32 i = 0; i < self->n_instances; i++)
    for (guint k = 0, n = get_open (self, &self->instances[i], spans); k < n; k++)
      open (data, &spans[k]);
}

static void
cut (gpointer data,
     HdTime time)
{
  HdExecutor *self = data;
  HdWorkSpan spans[HD_N_PARTS];

  self->now = time;
  if (self->trace != NULL)
    hd_step_trace_cut (self->trace, time);
  for (guint32 i = 0; i < self->n_instances; i++)
    for (guint k = 0, n = get_open (self, &self->instances[i], spans); k < n; k++)
      _hd_executor_tell_end (self, &self->instances[i], spans[k].kind, spans[k].start, TRUE);
}

guint
hd_executor_get_n_iterations (HdExecutor *self)
{
  return self->iteration_ends->len;
}

HdTime
hd_executor_get_iteration_end (HdExecutor *self,
                               guint iteration)
{
  return g_array_index (self->iteration_ends, HdTime, iteration);
}

static guint64
get_n_completions (gpointer self)
{
  return ((HdExecutor *) self)->n_completions;
}

HdTime
hd_executor_get_exposed (HdExecutor *self)
{
  return self->exposed;
}

static double
get_progress (gpointer data)
{
  HdExecutor *self = data;
  double all = (double) self->n_instances * self->iterations;

  return is_ended (self) ? 1 : MIN ((double) self->n_completions / all, 1);
}

static void
get_digest (gpointer data,
            guint lane_class,
            guint64 *out_digest)
{
  HdExecutor *self = data;

  memcpy (out_digest, self->digests[lane_class].sum, sizeof self->digests[lane_class].sum);
}

guint64
hd_executor_get_n_parts_ended (HdExecutor *self)
{
  return self->n_parts_ended;
}

const HdCarrierClass hd_executor_carrier_class = {
  .start = start,
  .done = done,
  .settle = settle,
  .is_ended = is_ended,
  .cut = cut,
  .tell_open = tell_open,
  .find_waiting = find_waiting,
  .get_n_completions = get_n_completions,
  .get_progress = get_progress,
  .get_digest = get_digest,
  .free = _hd_executor_free,
};
