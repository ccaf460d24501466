/* hd-kernel.c: components that exchange events in simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-kernel"

#include "hd-kernel.h"

#include <inttypes.h>
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
#define STATE_ALIGNMENT 16

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

  self->direct_delay = minimum_delay;
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
hd_kernel_add_clock (HdKernel *self,
                     HdExternalClock clock,
                     gpointer data)
{
  Clock added = { clock, data };

  g_return_if_fail (clock != NULL);

  g_array_append_val (self->clocks, added);
}

/* ---- the start -------------------------------------------------------------------------------------------------- */

static int
compare_paths (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  HdKernel *self = data;

  return strcmp (_hd_kernel_get_component (self, *(const guint32 *) a)->path,
                 _hd_kernel_get_component (self, *(const guint32 *) b)->path);
}

static gboolean
rank_components (HdKernel *self,
                 GError **error)
{
  guint n = self->n_components;

  self->by_rank = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->by_rank[i] = i;
  g_qsort_with_data (self->by_rank, (gint) n, sizeof (guint32), compare_paths, self);

  for (guint32 rank = 0; rank < n; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (rank > 0 && compare_paths (&self->by_rank[rank - 1], &self->by_rank[rank], self) == 0)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("Two components are called “%s”"), component->path);
          return FALSE;
        }
      component->rank = rank;
    }
  return TRUE;
}

static gsize
state_size (const HdComponent *component)
{
  return (MAX (component->model->state_size, 1) + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT * STATE_ALIGNMENT;
}

static void
make_partitions (HdKernel *self)
{
  guint32 last = 0;

  for (guint32 i = 0; i < self->n_components && self->strategy->uses_partitions; i++)
    last = MAX (last, _hd_kernel_get_component (self, i)->partition_index);

  self->n_partitions = last + 1;
  self->partitions = g_aligned_alloc0 (self->n_partitions, sizeof (HdPartition), HD_LINE);
  self->board = hd_board_new (self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    hd_partition_init (&self->partitions[i], self, i, &self->board->lines[i]);
  for (guint32 i = 0; i < self->n_components; i++)
    {
      HdComponent *component = _hd_kernel_get_component (self, i);

      component->partition = &self->partitions[self->strategy->uses_partitions ? component->partition_index : 0];
    }
}

/* The states of a partition lie together, in the order of paths: neighbours mostly talk to each other, and no line is shared with another
 * partition. */
static void
make_states (HdKernel *self)
{
  g_autofree gsize *sizes = g_new0 (gsize, self->n_partitions);

  for (guint32 i = 0; i < self->n_components; i++)
    sizes[self->components[i].partition->index] += state_size (&self->components[i]);
  self->states = g_new (gpointer, self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    self->states[i] = g_aligned_alloc0 (sizes[i] / HD_LINE + 1, HD_LINE, HD_LINE);
  memset (sizes, 0, self->n_partitions * sizeof (gsize));
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);
      guint partition = component->partition->index;

      component->state = (char *) self->states[partition] + sizes[partition];
      sizes[partition] += state_size (component);
    }
}

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

/* By sender and port; receivers in the order of paths, so that it does not matter in which order they were connected. */
static int
compare_connections (gconstpointer a,
                     gconstpointer b,
                     gpointer data)
{
  const HdConnection *x = a, *y = b;
  int order = COMPARE (x->from, y->from);

  if (order == 0)
    order = COMPARE (x->from_port, y->from_port);
  if (order == 0)
    order = COMPARE (_hd_kernel_get_component (data, x->to)->rank, _hd_kernel_get_component (data, y->to)->rank);
  if (order == 0)
    order = COMPARE (x->to_port, y->to_port);
  if (order == 0)
    order = COMPARE (x->latency, y->latency);
  return order;
}

static gboolean
sort_connections (HdKernel *self,
                  GError **error)
{
  HdConnection *connections = (HdConnection *) self->connections->data;
  guint n = self->connections->len;

  for (guint i = 0; i < n; i++)
    if (connections[i].from >= self->n_components || connections[i].to >= self->n_components || connections[i].latency < 0)
      {
        g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                     _("Connection %u (component %u to %u, %" PRId64 " ps) cannot be"),
                     i, connections[i].from, connections[i].to, connections[i].latency);
        return FALSE;
      }

  g_array_sort_with_data (self->connections, compare_connections, self);
  for (guint i = 0; i < n; i++)
    {
      HdComponent *component = _hd_kernel_get_component (self, connections[i].from);

      if (component->n_connections++ == 0)
        component->connections = &connections[i];
    }
  return TRUE;
}

/* Partitions know nothing of each other between two events: what they exchange must take time. */
static gboolean
check_lookahead (HdKernel *self,
                 GError **error)
{
  const HdConnection *connections = (HdConnection *) self->connections->data;

  for (guint i = 0; i < self->connections->len; i++)
    {
      const HdComponent *from = _hd_kernel_get_component (self, connections[i].from);
      const HdComponent *to = _hd_kernel_get_component (self, connections[i].to);

      if (connections[i].latency == 0 && from->partition != to->partition)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                       _("The connection from “%s” (partition %u) to “%s” (partition %u) has no latency; at least 1 ps is needed between "
                         "partitions. Put both into one"),
                       from->path, from->partition->index, to->path, to->partition->index);
          return FALSE;
        }
    }
  if (self->direct_delay == 0 && self->n_partitions > 1)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_RANGE,
                           _("Messages to any component have no smallest delay; at least 1 ps is needed between partitions"));
      return FALSE;
    }
  return TRUE;
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

gboolean
hd_kernel_start (HdKernel *self,
                 GError **error)
{
  g_return_val_if_fail (!self->is_started, FALSE);

  self->is_started = TRUE;
  self->has_failed = TRUE;
  if (!rank_components (self, error) || !sort_connections (self, error))
    return FALSE;
  make_partitions (self);
  make_states (self);
  if (!check_lookahead (self, error) || !hd_spread_check (self, error))
    return FALSE;
  self->has_failed = FALSE;

  if (self->strategy->begin != NULL)
    self->strategy_state = self->strategy->begin (self);
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (component->model->start != NULL)
        component->model->start (component, component->state);
      if (component->partition->error != NULL)
        break;
    }
  hd_spread_leave (self);
  return !report_failure (self, error);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

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

gboolean
hd_kernel_finish (HdKernel *self,
                  GError **error)
{
  g_return_val_if_fail (self->is_started && !self->has_failed && !self->is_finished, FALSE);

  self->is_finished = TRUE;
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (component->model->finish != NULL && !component->partition->is_elsewhere)
        component->model->finish (component, component->state);
    }
  hd_spread_share_results (self);
  return !report_failure (self, error);
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

guint
_hd_kernel_get_n_partitions (HdKernel *self)
{
  return self->n_partitions;
}

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
