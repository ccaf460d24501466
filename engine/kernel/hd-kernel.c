/* hd-kernel.c: components that exchange events in simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-kernel"

#include "hd-kernel.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"
#include "hd-spread.h"

typedef struct
{
  HdExternalClock ask;
  gpointer data;
} Clock;

#define DEFAULT_CHANNEL_BOUND (1 << 20)
#define DEFAULT_PATIENCE_US (30 * G_USEC_PER_SEC)

#define HEAP_BYTES (2 * sizeof (gpointer)) /* that the heap adds to each piece of memory */

/* Components lie in an array that is copied when it doubles: at worst three times as much for a moment. */
double
hd_kernel_measure (double n,
                   double path_bytes,
                   double n_connections)
{
  return n * (3 * sizeof (HdComponent) + HEAP_BYTES + sizeof (guint32)) + path_bytes + n_connections * sizeof (HdConnection);
}

HdKernel *
hd_kernel_new (guint64 seed)
{
  HdKernel *self = g_new0 (HdKernel, 1);

  self->seed = seed;
  self->strategy = hd_strategy_serial ();
  self->direct_delay = HD_TIME_MAX;
  self->deadline_us = G_MAXINT64;
  hd_kernel_set_options (self, &(HdKernelOptions){ 0 });
  self->connections = g_array_new (FALSE, FALSE, sizeof (HdConnection));
  self->clocks = g_array_new (FALSE, FALSE, sizeof (Clock));
  return self;
}

void
hd_kernel_free (HdKernel *self)
{
  if (self->strategy_state != NULL)
    self->strategy->end (self, self->strategy_state);
  for (guint32 i = 0; i < self->n_components; i++)
    {
      HdComponent *component = &self->components[i];

      if (component->state != NULL && component->model->clear != NULL)
        component->model->clear (component->state);
      g_free (component->path);
    }
  g_aligned_free (self->components);
  for (guint i = 0; i < self->n_partitions; i++)
    {
      hd_partition_clear (&self->partitions[i]);
      g_aligned_free (self->states[i]);
    }
  g_aligned_free (self->partitions);
  g_free (self->states);
  g_clear_pointer (&self->board, hd_board_unref);
  g_free (self->by_rank);
  g_array_unref (self->connections);
  g_array_unref (self->clocks);
  g_free (self);
}

/* ---- before the start ------------------------------------------------------------------------------------------- */

void
hd_kernel_set_strategy (HdKernel *self,
                        const HdStrategy *strategy)
{
  g_return_if_fail (!self->is_started);

  self->strategy = strategy != NULL ? strategy : hd_strategy_serial ();
}

const HdStrategy *
hd_kernel_get_strategy (HdKernel *self)
{
  return self->strategy;
}

void
hd_kernel_set_options (HdKernel *self,
                       const HdKernelOptions *options)
{
  g_return_if_fail (!self->is_started);

  self->options = *options;
  self->options.threads = MAX (options->threads, 1);
  self->options.channel_bound = options->channel_bound > 0 ? options->channel_bound : DEFAULT_CHANNEL_BOUND;
  self->options.patience_us = options->patience_us > 0 ? options->patience_us : DEFAULT_PATIENCE_US;
}

void
hd_kernel_set_limits (HdKernel *self,
                      const HdKernelLimits *limits)
{
  g_return_if_fail (!self->is_started);

  self->limits = *limits;
  self->wall_used_us = limits->wall_spent_us;
}

static void
grow_components (HdKernel *self)
{
  guint32 capacity = MAX (2 * self->capacity, 64);
  HdComponent *components = g_aligned_alloc (capacity, sizeof (HdComponent), HD_LINE);

  if (self->n_components > 0)
    memcpy (components, self->components, self->n_components * sizeof (HdComponent));
  g_aligned_free (self->components);
  self->components = components;
  self->capacity = capacity;
}

guint32
hd_kernel_add_component (HdKernel *self,
                         const char *path,
                         const HdModel *model,
                         guint32 partition,
                         gpointer data)
{
  guint32 id = self->n_components;

  g_return_val_if_fail (!self->is_started, G_MAXUINT32);
  g_return_val_if_fail (path != NULL && model != NULL, G_MAXUINT32);

  if (id == self->capacity)
    grow_components (self);
  self->components[id] = (HdComponent){
    .id = id,
    .path = g_strdup (path),
    .model = model,
    .partition_index = partition,
    .data = data,
    .digest = HD_DIGEST_INIT,
  };
  self->n_components++;
  return id;
}

void
hd_kernel_set_reaction (HdKernel *self,
                        guint32 component,
                        HdTime reaction)
{
  g_return_if_fail (!self->is_started && component < self->n_components && reaction >= 0);

  self->components[component].reaction = reaction;
}

void
hd_kernel_connect (HdKernel *self,
                   guint32 from,
                   guint32 from_port,
                   guint32 to,
                   guint32 to_port,
                   HdTime latency)
{
  HdConnection connection = { from, from_port, to, to_port, latency };

  g_return_if_fail (!self->is_started);

  g_array_append_val (self->connections, connection);
}

void
hd_kernel_allow_direct (HdKernel *self,
                        HdTime minimum_delay)
{
  g_return_if_fail (!self->is_started && minimum_delay >= 0);

  self->allows_direct = TRUE;
  self->direct_delay = MIN (self->direct_delay, minimum_delay);
}

void
hd_kernel_set_sample_func (HdKernel *self,
                           HdSampleFunc func,
                           gpointer data)
{
  self->sample = func;
  self->sample_data = data;
}

void
hd_kernel_set_lane_keeper (HdKernel *self,
                           HdLaneKeeper *keeper)
{
  self->lanes = keeper;
}

void
hd_kernel_set_output_keeper (HdKernel *self,
                             HdOutputKeeper *keeper)
{
  self->outputs = keeper;
}

void
hd_kernel_set_program_keeper (HdKernel *self,
                              HdProgramKeeper *keeper)
{
  self->programs = keeper;
}

void
hd_kernel_set_buffers (HdKernel *self,
                       HdBufferStore *buffers)
{
  self->buffers = buffers;
}

void
hd_kernel_add_clock (HdKernel *self,
                     HdExternalClock clock,
                     gpointer data)
{
  Clock added = { clock, data };

  g_return_if_fail (clock != NULL);

  g_array_append_val (self->clocks, added);
}

/* ---- failures ------------------------------------------------------------------------------------------------------ */

/* The error that a serial run would have met first, else cancellation. */
static gboolean
report_failure (HdKernel *self,
                GError **error)
{
  HdPartition *first = NULL;

  for (guint i = 0; i < self->n_partitions; i++)
    if (self->partitions[i].error != NULL && (first == NULL || hd_event_before (&self->partitions[i].failed_at, &first->failed_at)))
      first = &self->partitions[i];
  if (first != NULL)
    {
      self->has_failed = TRUE;
      g_propagate_error (error, g_steal_pointer (&first->error));
      return TRUE;
    }
  if ((__atomic_load_n (&self->requests, __ATOMIC_RELAXED) & HD_REQUEST_CANCEL) != 0)
    {
      self->has_failed = TRUE;
      g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("The run was cancelled"));
      return TRUE;
    }
  return FALSE;
}

static void
start_wall_clock (HdKernel *self)
{
  if (self->limits.wall_time_us > 0)
    self->deadline_us = g_get_monotonic_time () + self->limits.wall_time_us - self->wall_used_us;
}

static void
stop_wall_clock (HdKernel *self)
{
  if (self->limits.wall_time_us > 0)
    self->wall_used_us = self->limits.wall_time_us - (self->deadline_us - g_get_monotonic_time ());
}

gboolean
hd_kernel_start (HdKernel *self,
                 GError **error)
{
  g_return_val_if_fail (!self->is_started, FALSE);

  self->is_started = TRUE;
  self->has_failed = TRUE;
  if (!_hd_kernel_prepare (self, error))
    return FALSE;
  self->has_failed = FALSE;

  if (self->strategy->begin != NULL)
    self->strategy_state = self->strategy->begin (self);
  start_wall_clock (self);
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (component->model->start != NULL)
        component->model->start (component, component->state);
      if (component->partition->error != NULL)
        break;
    }
  stop_wall_clock (self);
  hd_spread_leave (self);
  self->has_begun = !report_failure (self, error);
  return self->has_begun;
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* Of the last event of all partitions. */
static HdTime
get_last_time (HdKernel *self)
{
  HdTime time = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    time = MAX (time, self->partitions[i].now);
  return hd_spread_find_last (time);
}

/* No partition has anything left before @time. */
static void
level_time (HdKernel *self,
            HdTime time)
{
  for (guint i = 0; i < self->n_partitions; i++)
    hd_partition_reach (&self->partitions[i], time);
}

HdKernelStatus
hd_kernel_run (HdKernel *self,
               HdTime until,
               GError **error)
{
  HdKernelStatus status;

  g_return_val_if_fail (self->is_started && !self->has_failed && !self->is_finished, HD_KERNEL_FAILED);

  start_wall_clock (self);
  status = self->strategy->run (self, self->strategy_state, until);
  if (status == HD_KERNEL_UNTIL || status == HD_KERNEL_DONE)
    level_time (self, status == HD_KERNEL_UNTIL ? until : get_last_time (self));
  stop_wall_clock (self);

  if (status == HD_KERNEL_PAUSED)
    hd_spread_share_failure (self);
  if (report_failure (self, error))
    return HD_KERNEL_FAILED;
  if (status == HD_KERNEL_PAUSED)
    __atomic_fetch_and (&self->requests, ~HD_REQUEST_PAUSE, __ATOMIC_RELAXED);
  return status;
}

/* The partition whose next event comes first, or NULL if there are none. */
static HdPartition *
find_first (HdKernel *self)
{
  HdPartition *first = NULL;

  for (guint i = 0; i < self->n_partitions; i++)
    {
      HdPartition *partition = &self->partitions[i];

      if (hd_partition_peek (partition) != NULL &&
          (first == NULL || hd_event_before (hd_partition_peek (partition), hd_partition_peek (first))))
        first = partition;
    }
  return first;
}

HdKernelStatus
hd_kernel_step (HdKernel *self,
                GError **error)
{
  HdPartition *first;
  HdTime next;

  g_return_val_if_fail (self->is_started && !self->has_failed && !self->is_finished, HD_KERNEL_FAILED);

  if (report_failure (self, error))
    return HD_KERNEL_FAILED;
  first = find_first (self);
  if (first == NULL)
    return HD_KERNEL_DONE;
  next = hd_partition_peek (first)->time;
  if (_hd_kernel_get_limit (self, HD_TIME_MAX, next) < next)
    return HD_KERNEL_HELD;

  hd_partition_execute (first);
  level_time (self, next);
  if (report_failure (self, error))
    return HD_KERNEL_FAILED;
  return find_first (self) != NULL ? HD_KERNEL_UNTIL : HD_KERNEL_DONE;
}

void
hd_kernel_pass_time (HdKernel *self,
                     HdTime time)
{
  g_return_if_fail (self->is_started && time < _hd_kernel_get_next (self));

  level_time (self, time);
}

static void
finish_components (HdKernel *self)
{
  self->is_finished = TRUE;
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (component->model->finish != NULL && !component->partition->is_elsewhere)
        component->model->finish (component, component->state);
    }
}

gboolean
hd_kernel_finish (HdKernel *self,
                  GError **error)
{
  g_return_val_if_fail (self->is_started && !self->has_failed && !self->is_finished, FALSE);

  finish_components (self);
  hd_spread_share_results (self);
  return !report_failure (self, error);
}

void
hd_kernel_abandon (HdKernel *self)
{
  g_return_if_fail (!self->is_finished);

  if (self->has_begun)
    finish_components (self);
  self->has_failed = TRUE;
}

void
hd_kernel_cancel (HdKernel *self)
{
  __atomic_fetch_or (&self->requests, HD_REQUEST_CANCEL, __ATOMIC_RELAXED);
}

void
hd_kernel_pause (HdKernel *self)
{
  __atomic_fetch_or (&self->requests, HD_REQUEST_PAUSE, __ATOMIC_RELAXED);
}

/* ---- questions -------------------------------------------------------------------------------------------------- */

HdTime
hd_kernel_get_time (HdKernel *self)
{
  HdTime time = HD_TIME_MAX, last = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    {
      HdTime now = __atomic_load_n (&self->partitions[i].now, __ATOMIC_ACQUIRE);
      HdTime clock = hd_board_get (&self->board->lines[i].clock);

      time = MIN (time, MAX (now, clock));
      last = MAX (last, now);
    }
  return time < HD_TIME_MAX ? time : last;
}

guint64
hd_kernel_get_n_events (HdKernel *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    n += __atomic_load_n (&self->partitions[i].n_events, __ATOMIC_RELAXED);
  return n;
}

guint64
hd_kernel_get_n_marks (HdKernel *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    n += self->partitions[i].n_marks;
  return n;
}

HdTime
hd_kernel_get_next_time (HdKernel *self)
{
  return _hd_kernel_get_next (self);
}

guint
hd_kernel_get_n_partitions (HdKernel *self)
{
  return self->n_partitions;
}

void
hd_kernel_read_partition (HdKernel *self,
                          guint partition,
                          HdPartitionStatistics *out_statistics)
{
  g_return_if_fail (self->is_started && partition < self->n_partitions);

  hd_board_read (self->board, partition, out_statistics);
}

HdBoard *
hd_kernel_get_board (HdKernel *self)
{
  return self->board;
}

guint32
hd_kernel_get_n_components (HdKernel *self)
{
  return self->n_components;
}

gpointer
hd_kernel_get_state (HdKernel *self,
                     guint32 component)
{
  g_return_val_if_fail (self->is_started && component < self->n_components, NULL);

  return _hd_kernel_get_component (self, component)->state;
}

HdDigest
hd_kernel_get_digest (HdKernel *self)
{
  const HdDigest nothing = HD_DIGEST_INIT;
  HdDigest digest = HD_DIGEST_INIT;

  g_return_val_if_fail (self->is_started, digest);

  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (component->digest.low == nothing.low && component->digest.high == nothing.high)
        continue;
      hd_digest_add_string (&digest, component->path);
      hd_digest_add_digest (&digest, &component->digest);
    }
  return digest;
}

/* ---- for strategies --------------------------------------------------------------------------------------------- */

HdPartition *
_hd_kernel_get_partition (HdKernel *self,
                          guint index)
{
  return &self->partitions[index];
}

HdTime
_hd_kernel_get_limit (HdKernel *self,
                      HdTime until,
                      HdTime next)
{
  for (guint i = 0; i < self->clocks->len; i++)
    {
      const Clock *clock = &g_array_index (self->clocks, Clock, i);
      HdTime allowed = clock->ask (clock->data, next);

      until = MIN (until, allowed);
    }
  return until;
}

HdTime
_hd_kernel_get_next (HdKernel *self)
{
  HdTime next = HD_TIME_MAX;

  for (guint i = 0; i < self->n_partitions; i++)
    {
      const HdEvent *event = hd_partition_peek (&self->partitions[i]);

      next = event != NULL ? MIN (next, event->time) : next;
    }
  return next;
}
