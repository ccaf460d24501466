/* hd-executor-launch.c: starting what an instance does, and telling of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-executor"

#include "hd-comm-pattern.h"
#include "hd-executor-private.h"

/* ---- spans -------------------------------------------------------------------------------------------------------------- */

void
_hd_executor_fill_span (const HdInstance *instance,
                        HdWorkKind kind,
                        HdTime start,
                        HdWorkSpan *out_span)
{
  *out_span = (HdWorkSpan) {
    .lane_class = instance->lane_class,
    .name = instance->vertex,
    .kind = kind,
    .iteration = instance->n_runs - 1,
    .start = start,
    .end = HD_TIME_MAX,
    .cause_class = instance->cause_class,
    .cause_index = instance->cause_index,
  };
}

static void
tell_begin (HdExecutor *self,
            const HdInstance *instance,
            HdWorkKind kind)
{
  HdWorkSpan span;

  if (self->observer == NULL || self->observer->begin == NULL)
    return;
  _hd_executor_fill_span (instance, kind, self->now, &span);
  self->observer->begin (self->user_data, &span);
}

void
_hd_executor_tell_end (HdExecutor *self,
                       HdInstance *instance,
                       HdWorkKind kind,
                       HdTime start,
                       gboolean unfinished)
{
  HdWorkSpan span;

  instance->last_span = self->n_spans[instance->lane_class]++;
  if (self->observer == NULL || self->observer->end == NULL)
    return;
  _hd_executor_fill_span (instance, kind, start, &span);
  span.end = self->now;
  span.unfinished = unfinished;
  self->observer->end (self->user_data, &span);
}

HdWorkKind
_hd_executor_get_comm_kind (const HdWorkVertex *vertex)
{
  return g_str_equal (vertex->algorithm->id, "point-to-point") ? HD_WORK_TRANSFER : HD_WORK_COLLECTIVE;
}

/* ---- starting ------------------------------------------------------------------------------------------------------------ */

static guint64
make_token (guint32 instance,
            HdPart part)
{
  return (guint64) instance << 2 | part;
}

static void
start_part (HdExecutor *self,
            guint32 instance,
            HdPart part,
            guint32 path,
            double size)
{
  HdTransfer transfer = { path, size };

  hd_network_start (self->network, &transfer, 1, 1, make_token (instance, part));
  self->instances[instance].parts |= 1u << part;
  self->n_computing++;
}

/* Computation, and beside it the memory traffic over @path unless there is none. */
void
_hd_executor_start_work (HdExecutor *self,
                         guint32 number,
                         guint32 path)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdLaneClass *class = &self->model->classes[instance->lane_class];
  double speed_up = vertex->half_precision ? class->processor.fp16_rate / class->processor.fp32_rate : 1;
  gboolean has_traffic = vertex->volume > 0 && path != HD_NO_ID;

  instance->part_start = self->now;
  if (vertex->work > 0 || !has_traffic)
    tell_begin (self, instance, HD_WORK_COMPUTE);
  if (vertex->work > 0)
    start_part (self, number, HD_PART_COMPUTE, class->compute_path, vertex->work / speed_up);
  else if (!has_traffic)
    _hd_executor_tell_end (self, instance, HD_WORK_COMPUTE, self->now, FALSE);
  if (has_traffic)
    {
      tell_begin (self, instance, HD_WORK_MEMORY);
      start_part (self, number, HD_PART_MEMORY, path, vertex->volume);
    }
  if (instance->parts == 0)
    g_array_append_val (self->instant, number);
}

static void
launch_computation (HdExecutor *self,
                    guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdLaneClass *class = &self->model->classes[instance->lane_class];
  guint32 home_path = class->home_paths[self->model->vertex_homes[instance->vertex]];

  if (hd_work_vertex_is_local (vertex, &class->processor))
    _hd_executor_start_work (self, number, class->local_path);
  else if (vertex->access == HD_ACCESS_MOVE && vertex->volume > 0)
    {
      tell_begin (self, instance, HD_WORK_MOVE);
      start_part (self, number, HD_PART_MOVE, home_path, vertex->volume);
    }
  else
    _hd_executor_start_work (self, number, home_path);
}

/* The next steps that are alike, as one batch; or all, if no barrier parts them. */
void
_hd_executor_launch_stretch (HdExecutor *self,
                             guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);
  const HdCommPattern *pattern = g_ptr_array_index (self->model->patterns, self->model->vertex_patterns[instance->vertex]);
  const HdCommStretch *stretch;

  if (!instance->has_called)
    {
      instance->has_called = TRUE;
      instance->parts = 1u << HD_PART_COMM;
      if (hd_comm_pattern_call (pattern, self->network, make_token (number, HD_PART_COMM)))
        return;
      instance->parts = 0;
    }
  if (instance->next_stretch == pattern->stretches->len)
    {
      g_array_append_val (self->instant, number);
      return;
    }
  if (pattern->waits != NULL)
    {
      hd_comm_pattern_start (pattern, self->network, vertex->bytes, make_token (number, HD_PART_COMM), self->ordered);
      instance->next_stretch = pattern->stretches->len;
      instance->parts = 1u << HD_PART_COMM;
      return;
    }
  if (self->trace != NULL)
    hd_step_trace_start_stretch (self->trace, number, instance->next_stretch, self->now);
  stretch = &g_array_index (pattern->stretches, HdCommStretch, instance->next_stretch++);
  g_array_set_size (self->batch, 0);
  for (guint i = 0; i < stretch->n_transfers; i++)
    {
      const HdCommTransfer *planned = &g_array_index (pattern->transfers, HdCommTransfer, stretch->first_transfer + i);
      HdTransfer transfer = { planned->path, planned->share * vertex->bytes };

      g_array_append_val (self->batch, transfer);
    }
  hd_network_start (self->network, (const HdTransfer *) (void *) self->batch->data, self->batch->len, stretch->rounds,
                    make_token (number, HD_PART_COMM));
  instance->parts = 1u << HD_PART_COMM;
}

void
_hd_executor_launch_communication (HdExecutor *self,
                                   guint32 number)
{
  HdInstance *instance = &self->instances[number];

  instance->start = self->now;
  instance->next_stretch = 0;
  instance->has_called = FALSE;
  if (self->trace != NULL)
    hd_step_trace_begin (self->trace, number, instance->vertex, instance->n_runs - 1, instance->cause_class, instance->cause_index);
  self->n_communicating++;
  tell_begin (self, instance, _hd_executor_get_comm_kind (hd_workload_graph_get_vertex (self->model->graph, instance->vertex)));
  _hd_executor_launch_stretch (self, number);
}

/* Among those that became ready at one time the lower vertex goes first. */
static void
queue_communication (HdExecutor *self,
                     GArray *queue,
                     guint32 number)
{
  HdWaiting waiting = { number, self->now };
  guint place = queue->len;

  while (place > 0 && g_array_index (queue, HdWaiting, place - 1).ready == self->now &&
         g_array_index (queue, HdWaiting, place - 1).instance > number)
    place--;
  g_array_insert_val (queue, place, waiting);
}

void
_hd_executor_launch (HdExecutor *self,
                     guint32 number)
{
  HdInstance *instance = &self->instances[number];
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->model->graph, instance->vertex);

  instance->running = TRUE;
  instance->n_runs++;
  instance->start = self->now;
  instance->parts = 0;
  self->n_running++;
  if (vertex->kind == HD_VERTEX_COMPUTE)
    launch_computation (self, number);
  else if (vertex->channel != HD_NO_ID)
    queue_communication (self, self->channels[vertex->channel].queue, number);
  else
    _hd_executor_launch_communication (self, number);
}
