/* hd-component.c: what a handler can do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-component"

#include "hd-component.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"

#define MAX_STEP 1000000           /* zero-delay sends one after another at one time */
#define LATE_STEP (1u << 31)       /* added to the step of what comes after all else of its time, and of what follows from it */

HdTime
hd_component_get_now (HdComponent *self)
{
  return self->partition->now;
}

guint32
hd_component_get_id (HdComponent *self)
{
  return self->id;
}

const char *
hd_component_get_path (HdComponent *self)
{
  return self->path;
}

gpointer
hd_component_get_data (HdComponent *self)
{
  return self->data;
}

void
hd_component_fail (HdComponent *self,
                   GError *error)
{
  g_return_if_fail (error != NULL);

  hd_partition_fail (self->partition, error);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

/* Fills in the key of an event at @time, now or later. */
static gboolean
make_event (HdComponent *self,
            HdTime time,
            guint32 destination,
            HdEvent *out_event)
{
  guint64 step = time == self->partition->now ? (guint64) hd_event_get_step (&self->partition->current) + 1 : 0;

  if (G_UNLIKELY ((step & ~(guint64) LATE_STEP) > MAX_STEP))
    {
      hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                            _("“%s”: more than %d events without delay one after another at %" PRId64 " ps"),
                                            self->path, MAX_STEP, time));
      return FALSE;
    }
  *out_event = (HdEvent){
    .time = time,
    .order = step << 32 | self->rank,
    .sequence = self->sequence++,
    .destination = destination,
  };
  return TRUE;
}

/* To another partition. With a quantum the message arrives at the end of the present one or later, which is its only error. */
static void
send_across (HdComponent *self,
             HdComponent *receiver,
             HdEvent *event,
             const HdMessage *message)
{
  HdPartition *from = self->partition;
  HdKernel *kernel = from->kernel;

  if (kernel->quantum > 0)
    hd_partition_defer (from, event, kernel->quantum);
  if (kernel->is_parallel)
    kernel->strategy->deliver (kernel, kernel->strategy_state, from, receiver->partition, event, message);
  else
    hd_partition_push (receiver->partition, event, message);
}

static void
send (HdComponent *self,
      guint32 destination,
      HdTime delay,
      HdTime latency,
      const HdMessage *message)
{
  HdComponent *receiver = _hd_kernel_get_component (self->partition->kernel, destination);
  HdTime time;
  HdEvent event;

  if (G_UNLIKELY (delay < 0))
    {
      hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                            _("“%s” sent an event %" PRId64 " ps into the past, at %" PRId64 " ps"),
                                            self->path, -delay, self->partition->now));
      return;
    }
  if (G_UNLIKELY (__builtin_add_overflow (self->partition->now, delay, &time) || __builtin_add_overflow (time, latency, &time)))
    {
      hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_RANGE,
                                            _("“%s” sent an event beyond the end of simulated time (%" PRId64 " ps)"),
                                            self->path, HD_TIME_MAX));
      return;
    }
  if (!make_event (self, time, destination, &event))
    return;

  if (G_LIKELY (receiver->partition == self->partition))
    hd_partition_push (self->partition, &event, message);
  else
    send_across (self, receiver, &event, message);
}

/* What partitions know of each other rests upon it. */
static gboolean
is_too_soon (HdComponent *self,
             HdTime delay)
{
  if (G_LIKELY (delay >= self->reaction) || delay < 0 || !self->partition->kernel->has_begun)
    return FALSE;
  hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, _("“%s” sent a message after %" PRId64 " ps, and takes %" PRId64 " ps at least, as it says"), self->path,
                                        delay, self->reaction));
  return TRUE;
}

/* The first connection of @port, or of what follows it. Components send over a few ports again and again. */
static inline guint32
find_connection (HdComponent *self,
                 guint32 port)
{
  guint8 *hint = &self->hints[(port ^ port >> 16) % HD_HINTS];
  guint32 low = *hint, high = self->n_connections;

  if (low < high && self->connections[low].from_port == port)
    return low;
  low = 0;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->connections[middle].from_port < port)
        low = middle + 1;
      else
        high = middle;
    }
  if (low <= G_MAXUINT8)
    *hint = (guint8) low;
  return low;
}

void
hd_component_send (HdComponent *self,
                   guint32 port,
                   HdTime delay,
                   const HdMessage *message)
{
  if (is_too_soon (self, delay))
    return;
  for (guint32 i = find_connection (self, port); i < self->n_connections && self->connections[i].from_port == port; i++)
    {
      const HdConnection *connection = &self->connections[i];
      HdMessage received = *message;

      received.port = connection->to_port;
      send (self, connection->to, delay, connection->latency, &received);
    }
}

void
hd_component_send_shared (HdComponent *self,
                          guint32 port,
                          HdTime delay,
                          const HdMessage *message,
                          HdBuffer *buffer)
{
  HdKernel *kernel = self->partition->kernel;

  if (is_too_soon (self, delay))
    return;
  for (guint32 i = find_connection (self, port); i < self->n_connections && self->connections[i].from_port == port; i++)
    {
      const HdConnection *connection = &self->connections[i];
      const HdComponent *receiver = _hd_kernel_get_component (kernel, connection->to);
      HdMessage received = *message;

      if (!receiver->model->takes_buffers)
        {
          hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, _("“%s” sent a buffer to “%s”, which takes none"), self->path, receiver->path));
          return;
        }
      received.port = connection->to_port | HD_PORT_WITH_BUFFER;
      received.payload[1] = (guint64) (guintptr) hd_buffer_hold (buffer, self->partition->index);
      send (self, connection->to, delay, connection->latency, &received);
    }
}

HdBuffer *
hd_component_take_buffer (HdMessage *message)
{
  HdBuffer *buffer = _hd_message_peek_buffer (message);

  if (buffer == NULL)
    return NULL;
  message->port &= ~HD_PORT_WITH_BUFFER;
  message->payload[1] = 0;
  return buffer;
}

guint32
hd_component_count_links (HdComponent *self,
                          guint32 port)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->n_connections; i++)
    n += (self->connections[i].from_port & 0xffff) == port;
  return n;
}

void
hd_component_send_to (HdComponent *self,
                      guint32 component,
                      HdTime delay,
                      const HdMessage *message)
{
  HdKernel *kernel = self->partition->kernel;

  if (G_UNLIKELY (component >= kernel->n_components || !kernel->allows_direct
                  || (delay < kernel->direct_delay && _hd_kernel_get_component (kernel, component)->partition != self->partition)))
    {
      hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                            _("“%s” sent an event to component %u with a delay of %" PRId64 " ps, which is not permitted"),
                                            self->path, component, delay));
      return;
    }
  send (self, component, delay, 0, message);
}

void
hd_component_wake (HdComponent *self,
                   HdTime delay,
                   const HdMessage *message)
{
  send (self, self->id, delay, 0, message);
}

static void
set_alarm (HdComponent *self,
           HdTime time,
           guint64 late_step,
           const HdMessage *message)
{
  HdEvent event;

  if (G_UNLIKELY (time < self->partition->now))
    hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                          _("“%s” set an alarm for %" PRId64 " ps, which is past at %" PRId64 " ps"),
                                          self->path, time, self->partition->now));
  else if (make_event (self, time, self->id, &event))
    {
      event.order |= late_step << 32;
      hd_alarms_set (&self->partition->alarms, &event, message);
    }
}

void
hd_component_set_alarm (HdComponent *self,
                        HdTime time,
                        const HdMessage *message)
{
  set_alarm (self, time, 0, message);
}

void
hd_component_set_late_alarm (HdComponent *self,
                             HdTime time,
                             const HdMessage *message)
{
  set_alarm (self, time, LATE_STEP, message);
}

void
hd_component_unset_alarm (HdComponent *self)
{
  hd_alarms_unset (&self->partition->alarms, self->id);
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

void
hd_component_init_random (HdComponent *self,
                          const char *name,
                          HdRandom *out_random)
{
  hd_random_init (out_random, self->partition->kernel->seed, self->path, name);
}

void
hd_component_record (HdComponent *self,
                     guint32 kind,
                     guint64 value)
{
  hd_digest_add (&self->digest, (guint64) self->partition->now);
  hd_digest_add (&self->digest, kind);
  hd_digest_add (&self->digest, value);
}

void
hd_component_sample (HdComponent *self,
                     guint32 probe,
                     double value)
{
  HdKernel *kernel = self->partition->kernel;

  if (kernel->sample != NULL)
    kernel->sample (kernel->sample_data, self->id, probe, self->partition->now, value);
}

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static HdLaneKeeper *
get_keeper (HdComponent *self)
{
  const HdKernel *kernel = self->partition->kernel;

  return kernel->is_finished ? NULL : kernel->lanes;
}

gboolean
hd_component_shows (HdComponent *self,
                    guint32 lane)
{
  HdLaneKeeper *keeper = get_keeper (self);

  return keeper != NULL && keeper->shows (keeper, self->id, lane);
}

void
hd_component_fail_as (HdComponent *self,
                      GError *error)
{
  g_prefix_error (&error, "“%s”: ", self->path);
  hd_component_fail (self, error);
}

void
hd_component_state (HdComponent *self,
                    guint32 lane,
                    guint32 activity,
                    HdTime start)
{
  HdLaneKeeper *keeper = get_keeper (self);
  HdTime now = self->partition->now;
  GError *error = NULL;

  if (keeper == NULL)
    return;
  if (start < now)
    hd_component_fail_as (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, _("told of a state that begins %" PRId64 " ps in the past, at %" PRId64 " ps"),
                                now - start, now));
  else if (!keeper->state (keeper, self->id, lane, activity, now, start, &error))
    hd_component_fail_as (self, error);
}

void
hd_component_span (HdComponent *self,
                   guint32 lane,
                   guint32 activity,
                   HdTime start,
                   HdTime end)
{
  HdLaneKeeper *keeper = get_keeper (self);
  HdTime now = self->partition->now;
  GError *error = NULL;

  if (keeper == NULL)
    return;
  if (start < 0 || end < start)
    hd_component_fail_as (self, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                _("told at %" PRId64 " ps of a span from %" PRId64 " to %" PRId64 " ps; it must begin at 0 or later, and not end before it begins"), now,
                                start, end));
  else if (!keeper->span (keeper, self->id, lane, activity, now, start, end, &error))
    hd_component_fail_as (self, error);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

void
hd_component_write (HdComponent *self,
                    guint32 output,
                    gconstpointer data,
                    gsize size)
{
  HdOutputKeeper *keeper = self->partition->kernel->outputs;
  GError *error = NULL;

  if (keeper != NULL && !keeper->write (keeper, self->id, output, data, size, &error))
    hd_component_fail_as (self, error);
}
