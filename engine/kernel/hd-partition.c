/* hd-partition.c: components that run serially together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-partition"

#include "hd-partition.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"

#define NO_MESSAGE G_MAXUINT32
#define FIRST_MESSAGES 1024
#define EVENTS_PER_WALL_CHECK 1024
#define BYTES_PER_EVENT (sizeof (HdEvent) + sizeof (HdMessage))
#define PENDING_GRANT 1024 /* events a partition may hold more, each time that it asks */

void
hd_partition_init (HdPartition *self,
                   HdKernel *kernel,
                   guint index,
                   HdBoardLine *line)
{
  *self = (HdPartition){ .kernel = kernel, .index = index, .line = line, .free_message = NO_MESSAGE };
  self->queue = hd_event_queue_new ();
  hd_alarms_init (&self->alarms);
}

void
hd_partition_clear (HdPartition *self)
{
  hd_event_queue_free (self->queue);
  hd_alarms_clear (&self->alarms);
  g_free (self->messages);
  g_clear_error (&self->error);
}

void
hd_partition_leave (HdPartition *self)
{
  self->is_elsewhere = TRUE;
  hd_event_queue_free (self->queue);
  hd_alarms_clear (&self->alarms);
  self->queue = hd_event_queue_new ();
  hd_alarms_init (&self->alarms);
}

void
hd_partition_fail (HdPartition *self,
                   GError *error)
{
  if (self->error != NULL)
    {
      g_error_free (error);
      return;
    }
  self->error = error;
  self->failed_at = self->current;
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

static void
grow_messages (HdPartition *self)
{
  guint32 old = self->n_messages;

  self->n_messages = old == 0 ? FIRST_MESSAGES : old * 2;
  self->messages = g_renew (HdMessage, self->messages, self->n_messages);
  for (guint32 i = old; i < self->n_messages; i++)
    self->messages[i].port = i + 1 < self->n_messages ? i + 1 : NO_MESSAGE;
  self->free_message = old;
}

static guint32
store_message (HdPartition *self,
               const HdMessage *message)
{
  guint32 place;

  if (G_UNLIKELY (self->free_message == NO_MESSAGE))
    grow_messages (self);
  place = self->free_message;
  self->free_message = self->messages[place].port;
  self->messages[place] = *message;
  return place;
}

static HdMessage
take_message (HdPartition *self,
              guint32 place)
{
  HdMessage message = self->messages[place];

  self->messages[place].port = self->free_message;
  self->free_message = place;
  return message;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

/* Asks the kernel for room for more events: the limit is one for all partitions. */
static gboolean
grow_pending (HdPartition *self)
{
  HdKernel *kernel = self->kernel;
  guint64 limit = kernel->limits.bytes / BYTES_PER_EVENT;
  guint64 held = __atomic_load_n (&kernel->n_pending_held, __ATOMIC_RELAXED);
  guint64 more;

  if (kernel->limits.bytes == 0)
    {
      self->max_pending = G_MAXUINT64;
      return TRUE;
    }
  do
    {
      more = MIN (kernel->n_partitions > 1 ? PENDING_GRANT : G_MAXUINT64, limit - held);
      if (more == 0)
        {
          hd_partition_fail (self, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                                _("The events that are pending need more than %" PRIu64 " bytes"), kernel->limits.bytes));
          return FALSE;
        }
    }
  while (!__atomic_compare_exchange_n (&kernel->n_pending_held, &held, held + more, FALSE, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  self->max_pending += more;
  return TRUE;
}

void
hd_partition_push (HdPartition *self,
                   const HdEvent *event,
                   const HdMessage *message)
{
  HdEvent full;

  if (_hd_component_foresee (_hd_kernel_get_component (self->kernel, event->destination), event, message))
    return;
  if (G_UNLIKELY (hd_event_queue_get_length (self->queue) >= self->max_pending) && !grow_pending (self))
    return;
  full = *event;
  full.payload = store_message (self, message);
  hd_event_queue_push (self->queue, &full);
}

const HdEvent *
hd_partition_peek (HdPartition *self)
{
  const HdEvent *event = hd_event_queue_peek (self->queue);
  const HdAlarm *alarm = hd_alarms_peek (&self->alarms);

  if (alarm != NULL && (event == NULL || hd_event_before (&alarm->event, event)))
    return &alarm->event;
  return event;
}

/* @event is what hd_partition_peek () gave: the first alarm, or the first of the queue. */
static void
execute (HdPartition *self,
         const HdEvent *event)
{
  HdComponent *component = _hd_kernel_get_component (self->kernel, event->destination);
  const HdAlarm *alarm = hd_alarms_get (&self->alarms, event->destination);
  HdMessage message;

  __atomic_store_n (&self->now, event->time, __ATOMIC_RELEASE);
  self->current = *event;
  if (alarm != NULL && event == &alarm->event)
    {
      message = alarm->message;
      hd_alarms_unset (&self->alarms, event->destination);
    }
  else
    {
      message = take_message (self, event->payload);
      hd_event_queue_drop (self->queue);
    }

  __atomic_store_n (&self->n_events, self->n_events + 1, __ATOMIC_RELAXED);
  if (component->model->receive != NULL)
    component->model->receive (component, component->state, &message);
}

void
hd_partition_execute (HdPartition *self)
{
  execute (self, hd_partition_peek (self));
}

/* Events that all partitions have run. */
static guint64
count_events (HdPartition *self)
{
  return self->kernel->n_partitions == 1 ? self->n_events : hd_kernel_get_n_events (self->kernel);
}

gboolean
hd_partition_check_wall_time (HdPartition *self)
{
  const HdKernel *kernel = self->kernel;

  if (kernel->deadline_us == G_MAXINT64 || g_get_monotonic_time () <= kernel->deadline_us)
    return TRUE;
  hd_partition_fail (self, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                        _("The run has reached its limit of %g s of wall time"),
                                        (double) kernel->limits.wall_time_us * 1e-6));
  return FALSE;
}

static gboolean
check_limits (HdPartition *self)
{
  const HdKernelLimits *limits = &self->kernel->limits;

  if (limits->events != 0 && count_events (self) >= limits->events)
    hd_partition_fail (self, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                          _("The run has reached its limit of %" PRIu64 " events"), limits->events));
  else if (self->n_events % EVENTS_PER_WALL_CHECK == 0)
    hd_partition_check_wall_time (self);
  return self->error == NULL;
}

HdPartitionStatus
hd_partition_run (HdPartition *self,
                  HdTime limit,
                  guint64 n)
{
  const HdEvent *event;

  for (; n > 0; n--)
    {
      if (G_UNLIKELY (__atomic_load_n (&self->kernel->requests, __ATOMIC_RELAXED) != HD_REQUEST_NONE))
        return HD_PARTITION_STOPPED;
      event = hd_partition_peek (self);
      if (event == NULL)
        return HD_PARTITION_EMPTY;
      if (event->time > limit)
        return HD_PARTITION_LIMIT;
      if (G_UNLIKELY (!check_limits (self)))
        return HD_PARTITION_STOPPED;
      execute (self, event);
      if (G_UNLIKELY (self->error != NULL))
        return HD_PARTITION_STOPPED;
    }
  return HD_PARTITION_BATCH;
}

/* ---- for strategies --------------------------------------------------------------------------------------------- */

void
hd_partition_reach (HdPartition *self,
                    HdTime time)
{
  __atomic_store_n (&self->now, MAX (self->now, time), __ATOMIC_RELEASE);
  hd_partition_report (self);
}

void
hd_partition_report (HdPartition *self)
{
  const HdEvent *next = hd_partition_peek (self);

  hd_board_set (&self->line->clock, self->now);
  hd_board_set (&self->line->next, next != NULL ? next->time : HD_TIME_MAX);
  hd_board_set (&self->line->events, self->n_events);
  hd_board_set (&self->line->pending, hd_event_queue_get_length (self->queue));
}

void
hd_partition_defer (HdPartition *self,
                    HdEvent *event,
                    HdTime quantum)
{
  HdTime end = (self->now / quantum + 1) * quantum;
  HdTime lateness = end - event->time;

  if (lateness <= 0)
    return;
  event->time = end;
  hd_board_add (&self->line->late, 1);
  hd_board_add (&self->line->lateness, lateness);
  if (lateness > hd_board_get (&self->line->largest_lateness))
    hd_board_set (&self->line->largest_lateness, lateness);
}
