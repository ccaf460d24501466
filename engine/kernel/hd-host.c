/* hd-host.c: components of libraries in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-host"

#include "hd-host.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-ranks.h>

#include "hd-door.h"
#include "hd-i18n.h"
#include "hd-kernel-private.h"
#include "hd-spread.h"

#define MAX_STREAMS 4096
#define MOST_PATIENCE_MS (G_MAXINT64 / 2000000)

/* The last sample of a probe. */
typedef struct
{
  double value;
  gboolean is_set;
} Last;

struct _HdComponentContext
{
  HdComponent *component;
  const HdHosted *hosted;
  gpointer state;
  gpointer stage;    /* of a program that another rank has started, or NULL */
  HdBuffer *carried; /* with the message that is being received */
  HdRandom *streams;
  guint32 n_streams;
  guint n_probes;
  Last *last; /* by probe; NULL before one was sampled */
};

static int64_t
now (HdComponentContext *context)
{
  return hd_component_get_now (context->component);
}

static void
send (HdComponentContext *context,
      uint32_t port,
      int64_t delay,
      const HdMessage *message)
{
  hd_component_send (context->component, port, delay, message);
}

static void
wake (HdComponentContext *context,
      int64_t delay,
      const HdMessage *message)
{
  HdMessage woken = *message;

  woken.port = HD_NO_PORT;
  hd_component_wake (context->component, delay, &woken);
}

static void fail_with (HdComponentContext *context,
                       const char *format,
                       ...) G_GNUC_PRINTF (2, 3);

static void
fail_with (HdComponentContext *context,
           const char *format,
           ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_component_fail (context->component, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, "“%s”: %s",
                                                      hd_component_get_path (context->component), message));
}

/* Whether @bytes that the component holds or sends fit beside all others. */
static gboolean
has_room (HdComponentContext *context,
          guint64 bytes)
{
  GError *error = NULL;

  if (hd_buffer_store_check_room (context->hosted->surroundings->buffers, context->component->partition->index, bytes, &error))
    return TRUE;
  g_prefix_error (&error, "“%s”: ", hd_component_get_path (context->component));
  hd_component_fail (context->component, error);
  return FALSE;
}

static uint64_t
random_number (HdComponentContext *context,
               uint32_t stream)
{
  if (stream >= MAX_STREAMS)
    {
      fail_with (context, _("asked for random stream %u; there are %d"), stream, MAX_STREAMS);
      return 0;
    }
  if (stream >= context->n_streams)
    {
      context->streams = g_renew (HdRandom, context->streams, stream + 1);
      for (guint32 i = context->n_streams; i <= stream; i++)
        {
          char name[16];

          g_snprintf (name, sizeof name, "%u", i);
          hd_component_init_random (context->component, name, &context->streams[i]);
        }
      context->n_streams = stream + 1;
    }
  return hd_random_next (&context->streams[stream]);
}

static double
parameter (HdComponentContext *context,
           uint32_t index)
{
  if (index < context->hosted->n_parameters)
    return context->hosted->parameters[index];
  fail_with (context, _("asked for parameter %u of %u"), index, context->hosted->n_parameters);
  return NAN;
}

static guint
count_probes (const HdProbe *probes)
{
  guint n = 0;

  while (probes[n].name != NULL)
    n++;
  return n;
}

static void
keep_last (HdComponentContext *context,
           guint32 probe,
           double value)
{
  if (context->last == NULL)
    context->last = g_new0 (Last, context->n_probes);
  context->last[probe] = (Last){ value, TRUE };
}

static void
sample (HdComponentContext *context,
        uint32_t probe,
        double value)
{
  const HdProbe *probes = context->hosted->probes;

  hd_component_sample (context->component, probe, value);
  if (probe < context->n_probes && probes[probe].summary != HD_SUMMARY_NONE)
    keep_last (context, probe, value);
}

static void
record (HdComponentContext *context,
        uint32_t kind,
        uint64_t value)
{
  hd_component_record (context->component, kind, value);
}

static void
fail (HdComponentContext *context,
      const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message != NULL ? message : "", -1);

  fail_with (context, "%s", valid);
}

static const char *
text (HdComponentContext *context,
      uint32_t index)
{
  const HdHosted *hosted = context->hosted;
  const char *found = NULL;

  if (index >= hosted->n_parameters)
    fail_with (context, _("asked for parameter %u of %u"), index, hosted->n_parameters);
  else if (hosted->surroundings != NULL)
    found = hosted->surroundings->text (hosted->surroundings, hosted->node, index);
  return found != NULL ? found : "";
}

static int
load (HdComponentContext *context,
      uint32_t index,
      const char **out_data,
      size_t *out_size)
{
  HdSurroundings *surroundings = context->hosted->surroundings;
  const char *name = text (context, index);
  GError *error = NULL;

  if (surroundings == NULL)
    fail_with (context, _("asked for a file, but there are none around it"));
  else if (surroundings->load (surroundings, name, out_data, out_size, &error))
    return 1;
  else
    {
      g_prefix_error (&error, "“%s”: ", hd_component_get_path (context->component));
      hd_component_fail (context->component, error);
    }
  return 0;
}

static uint32_t
get_self (HdComponentContext *context)
{
  return context->hosted->surroundings != NULL ? context->hosted->node : HD_NO_NODE;
}

static uint32_t
find (HdComponentContext *context,
      const char *path)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  return surroundings != NULL && path != NULL ? surroundings->find (surroundings, path) : HD_NO_NODE;
}

static void
dispatch (HdComponentContext *context,
          int64_t delay,
          const HdDispatch *given)
{
  const HdHosted *hosted = context->hosted;
  HdDispatch whole = { .size = sizeof whole };
  GError *error = NULL;

  memcpy (&whole, given, MIN (given->size, sizeof whole));
  if (delay < 0)
    fail_with (context, _("sent a dispatch %" PRId64 " ps into the past"), -delay);
  else if (whole.bytes >= HD_DISPATCH_MAXIMUM_BYTES || whole.payload_bytes > HD_DISPATCH_MAXIMUM_PAYLOAD)
    fail_with (context, _("sent a dispatch of %" PRIu64 " B with a payload of %" PRIu64 " B; it has less than %" PRIu64 " B, its payload at most %" PRIu64 " B"),
               whole.bytes, whole.payload_bytes, HD_DISPATCH_MAXIMUM_BYTES, HD_DISPATCH_MAXIMUM_PAYLOAD);
  else if (whole.buffer != NULL && whole.payload_bytes > 0)
    fail_with (context, _("sent a dispatch with a buffer and a payload; it has one of them"));
  else if (hosted->surroundings == NULL || hosted->handlers->deliver == NULL)
    fail_with (context, _("sent a dispatch, but takes no part in the network"));
  else if (has_room (context, whole.payload_bytes) && !hosted->surroundings->dispatch (hosted->surroundings, hosted->node, delay, &whole, &error))
    hd_component_fail (context->component, error);
}

static int
shows (HdComponentContext *context,
       uint32_t lane)
{
  return hd_component_shows (context->component, lane);
}

static void
state (HdComponentContext *context,
       uint32_t lane,
       uint32_t activity,
       int64_t start)
{
  hd_component_state (context->component, lane, activity, start);
}

static void
span (HdComponentContext *context,
      uint32_t lane,
      uint32_t activity,
      int64_t start,
      int64_t end)
{
  hd_component_span (context->component, lane, activity, start, end);
}

static void
write_output (HdComponentContext *context,
              uint32_t output,
              const void *data,
              size_t size)
{
  hd_component_write (context->component, output, data, size);
}

static uint32_t
count_links (HdComponentContext *context,
             uint32_t port)
{
  return hd_component_count_links (context->component, port);
}

static HdBuffer *
share (HdComponentContext *context,
       const void *data,
       size_t size)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  if (surroundings == NULL)
    fail_with (context, _("shares a buffer, but nobody is around it"));
  else if (size > HD_DISPATCH_MAXIMUM_PAYLOAD)
    fail_with (context, _("shares a buffer of %zu B; it has at most %" PRIu64 " B"), size, HD_DISPATCH_MAXIMUM_PAYLOAD);
  else if (has_room (context, size))
    return hd_buffer_new (surroundings->buffers, context->component->partition->index, data, size);
  return NULL;
}

/* Who goes on with what `share` could not give it has failed already. */
static void
hold (HdComponentContext *context,
      HdBuffer *buffer)
{
  if (buffer != NULL)
    hd_buffer_hold (buffer, context->component->partition->index);
}

static void
drop (HdComponentContext *context,
      HdBuffer *buffer)
{
  if (buffer != NULL)
    hd_buffer_drop (buffer, context->component->partition->index);
}

static const void *
peek (HdComponentContext *context,
      HdBuffer *buffer,
      size_t *out_size)
{
  *out_size = 0;
  return buffer != NULL ? hd_buffer_peek (buffer, out_size) : NULL;
}

static void
send_shared (HdComponentContext *context,
             uint32_t port,
             int64_t delay,
             const HdMessage *message,
             HdBuffer *buffer)
{
  if (buffer != NULL)
    hd_component_send_shared (context->component, port, delay, message, buffer);
  else
    fail_with (context, _("sent a message with a buffer that is not there"));
}

static HdBuffer *
get_carried (HdComponentContext *context)
{
  return context->carried;
}

/* ---- programs ------------------------------------------------------------------------------------------------------- */

static HdProgramKeeper *
get_programs (HdComponentContext *context)
{
  return context->component->partition->kernel->programs;
}

/* All ranks start all components, and each goes on with its own, whose programs it starts. */
static gboolean
is_of_another_rank (HdComponentContext *context)
{
  HdPartition *partition = context->component->partition;

  return hd_ranks_get_n () > 1 && hd_spread_get_rank_of (partition->kernel, (guint) (partition - partition->kernel->partitions)) != hd_ranks_get_rank ();
}

static int
launch (HdComponentContext *context,
        const HdProgram *given,
        void **out_stage)
{
  HdProgramKeeper *keeper = get_programs (context);
  HdProgram whole = { .size = sizeof whole };
  GError *error = NULL;

  memcpy (&whole, given, MIN (given->size, sizeof whole));
  *out_stage = NULL;
  if (keeper == NULL || context->hosted->surroundings == NULL)
    {
      fail_with (context, _("starts a program, but there is nobody here who does"));
      return 0;
    }
  if (!has_room (context, whole.stage_bytes))
    return 0;
  if (is_of_another_rank (context))
    {
      g_free (context->stage);
      *out_stage = context->stage = whole.stage_bytes > 0 ? g_try_malloc0 (whole.stage_bytes) : NULL;
      return 1;
    }
  if (!keeper->launch (keeper, hd_component_get_id (context->component), &whole, out_stage, &error))
    {
      hd_component_fail_as (context->component, error);
      return 0;
    }
  hd_buffer_store_count (context->hosted->surroundings->buffers, context->component->partition->index, (gint64) whole.stage_bytes);
  return 1;
}

static HdHeard
listen_to (HdComponentContext *context,
           int64_t patience_ms,
           void *datagram,
           size_t *size)
{
  HdPartition *partition = context->component->partition;
  HdKernel *kernel = partition->kernel;
  gint64 until_us = patience_ms >= 0 ? g_get_monotonic_time () + MIN (patience_ms, MOST_PATIENCE_MS) * 1000 : G_MAXINT64;
  GError *error = NULL;
  HdHeard heard;

  if (kernel->programs == NULL)
    return HD_HEARD_END;
  if (is_of_another_rank (context))
    return HD_HEARD_STOP;
  __atomic_fetch_add (&kernel->n_listening, 1, __ATOMIC_RELAXED);
  heard = kernel->programs->listen (kernel->programs, hd_component_get_id (context->component), MIN (until_us, kernel->deadline_us), datagram, size, &error);
  __atomic_fetch_sub (&kernel->n_listening, 1, __ATOMIC_RELAXED);
  if (error != NULL)
    hd_component_fail_as (context->component, error);
  if (heard == HD_HEARD_NOTHING && until_us > kernel->deadline_us && !hd_partition_check_wall_time (partition))
    return HD_HEARD_STOP;
  return heard;
}

static int
tell (HdComponentContext *context,
      const void *datagram,
      size_t size)
{
  HdProgramKeeper *keeper = get_programs (context);

  return keeper != NULL && keeper->tell (keeper, hd_component_get_id (context->component), datagram, size);
}

static void
dismiss (HdComponentContext *context)
{
  HdProgramKeeper *keeper = get_programs (context);

  if (keeper != NULL)
    keeper->dismiss (keeper, hd_component_get_id (context->component));
}

static int
has_ended (HdComponentContext *context,
           HdProgramEnd *out_end)
{
  HdProgramKeeper *keeper = get_programs (context);
  HdProgramEnd end = { .size = sizeof end };

  if (keeper == NULL || !keeper->ended (keeper, hd_component_get_id (context->component), &end))
    return 0;
  end.size = MIN (out_end->size, sizeof end);
  memcpy (out_end, &end, end.size);
  return 1;
}

static void
write_path (HdComponentContext *context,
            uint32_t number,
            char *out_path,
            size_t room)
{
  HdSurroundings *surroundings = context->hosted->surroundings;
  g_autofree char *path = surroundings != NULL ? surroundings->dup_path (surroundings, number) : NULL;

  g_strlcpy (out_path, path != NULL ? path : "", room);
}

static uint32_t
find_member (HdComponentContext *context,
             const char *name,
             uint32_t rank)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  return surroundings != NULL && name != NULL ? surroundings->find_member (surroundings, name, rank) : HD_NO_NODE;
}

static int
find_order (HdComponentContext *context,
            uint32_t index,
            HdOrder *out_order)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  return surroundings != NULL && surroundings->find_order (surroundings, context->hosted->node, index, out_order);
}

static void
tell_done (HdComponentContext *context,
           uint32_t index)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  if (surroundings != NULL)
    surroundings->tell_done (surroundings, context->hosted->node, index, hd_component_get_now (context->component));
}

static void
tell_exchange (HdComponentContext *context,
               const HdExchange *exchange)
{
  HdSurroundings *surroundings = context->hosted->surroundings;

  if (surroundings != NULL)
    surroundings->tell_exchange (surroundings, context->hosted->node, exchange, hd_component_get_now (context->component));
}

static void
mark (HdComponentContext *context)
{
  context->component->partition->n_marks++;
}

static const char *
translate (const char *text)
{
  return *text != '\0' ? _(text) : text;
}

static void
set_alarm (HdComponentContext *context,
           int64_t time,
           const HdMessage *message)
{
  HdMessage woken = *message;

  woken.port = HD_NO_PORT;
  hd_component_set_alarm (context->component, time, &woken);
}

static const HdHost host = {
  .size = sizeof (HdHost),
  .now = now,
  .send = send,
  .wake = wake,
  .random = random_number,
  .parameter = parameter,
  .sample = sample,
  .record = record,
  .fail = fail,
  .text = text,
  .load = load,
  .self = get_self,
  .find = find,
  .dispatch = dispatch,
  .shows = shows,
  .state = state,
  .span = span,
  .write = write_output,
  .links = count_links,
  .share = share,
  .hold = hold,
  .drop = drop,
  .peek = peek,
  .send_shared = send_shared,
  .carried = get_carried,
  .launch = launch,
  .listen = listen_to,
  .tell = tell,
  .dismiss = dismiss,
  .ended = has_ended,
  .path = write_path,
  .member = find_member,
  .mark = mark,
  .order = find_order,
  .done = tell_done,
  .translate = translate,
  .exchange = tell_exchange,
  .alarm = set_alarm,
};

/* ---- the model that stands for every library's components ------------------------------------------------------- */

static void
start_hosted (HdComponent *self,
              gpointer state)
{
  HdComponentContext *context = state;

  context->component = self;
  context->hosted = hd_component_get_data (self);
  context->n_probes = context->hosted->probes != NULL ? count_probes (context->hosted->probes) : 0;
  context->state = g_malloc0 (MAX (context->hosted->handlers->state_size, 1));
  if (context->hosted->handlers->start != NULL)
    context->hosted->handlers->start (&host, context, context->state);
}

static void
pass_on (HdComponent *self,
         HdComponentContext *context,
         const HdMessage *message)
{
  const HdHandlers *handlers = context->hosted->handlers;
  const char *rule = NULL;
  uint64_t value = 0;

  if (handlers->accept != NULL && message->port != HD_NO_PORT)
    rule = handlers->accept (context->state, message, &value);
  if (rule != NULL)
    _hd_door_refuse (self, _hd_door_find_sender (self), context->hosted->ports, message->port, rule, value);
  else if (handlers->receive != NULL)
    handlers->receive (&host, context, context->state, message);
}

static void
receive_hosted (HdComponent *self,
                gpointer state,
                const HdMessage *message)
{
  HdComponentContext *context = state;
  HdMessage received;

  if (G_LIKELY (_hd_message_peek_buffer (message) == NULL))
    {
      pass_on (self, context, message);
      return;
    }
  received = *message;
  context->carried = hd_component_take_buffer (&received);
  pass_on (self, context, &received);
  hd_buffer_drop (context->carried, self->partition->index);
  context->carried = NULL;
}

/* What the door does not let in comes as an event, and ends the run when it arrives. */
static gboolean
foresee_hosted (HdComponent *self,
                gpointer state,
                const HdMessage *message,
                HdTime time)
{
  HdComponentContext *context = state;
  const HdHandlers *handlers = context->hosted->handlers;
  HdBuffer *buffer = _hd_message_peek_buffer (message), *carried = context->carried; /* the latter of what it receives while it sends to itself */
  HdMessage without;
  gboolean is_taken;
  uint64_t value;

  if (buffer != NULL)
    {
      without = *message;
      hd_component_take_buffer (&without);
      message = &without;
    }
  context->carried = buffer;
  is_taken = (handlers->accept == NULL || handlers->accept (context->state, message, &value) == NULL) && handlers->foresee (&host, context, context->state, message, time);
  if (is_taken && buffer != NULL)
    hd_buffer_drop (buffer, context->component->partition->index);
  context->carried = carried;
  return is_taken;
}

static void
finish_hosted (HdComponent *self,
               gpointer state)
{
  HdComponentContext *context = state;

  if (context->hosted->handlers->finish != NULL)
    context->hosted->handlers->finish (&host, context, context->state);
}

static void
clear_hosted (gpointer state)
{
  HdComponentContext *context = state;

  if (context->state != NULL && context->hosted->handlers->clear != NULL)
    context->hosted->handlers->clear (context->state);
  g_free (context->state);
  g_free (context->stage);
  g_free (context->streams);
  g_free (context->last);
}

#define HOSTED \
  .state_size = sizeof (HdComponentContext), .start = start_hosted, .receive = receive_hosted, .finish = finish_hosted, .clear = clear_hosted, .takes_buffers = TRUE
static const HdModel hosted_model = { HOSTED }, foreseeing_model = { HOSTED, .foresee = foresee_hosted };

guint32
hd_host_add_component (HdKernel *kernel,
                       const char *path,
                       guint32 partition,
                       const HdHosted *hosted)
{
  guint32 id;

  g_return_val_if_fail (hosted != NULL && hosted->handlers != NULL, G_MAXUINT32);

  id = hd_kernel_add_component (kernel, path, hosted->handlers->foresee != NULL ? &foreseeing_model : &hosted_model, partition, (gpointer) hosted);
  if (hosted->handlers->reaction != NULL)
    hd_kernel_set_reaction (kernel, id, MAX (hosted->handlers->reaction (hosted->parameters), 0));
  return id;
}

void
hd_host_deliver (HdKernel *kernel,
                 guint32 component,
                 const HdDispatch *arrived)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  context->hosted->handlers->deliver (&host, context, context->state, arrived);
}

gpointer
hd_host_get_state (HdKernel *kernel,
                   guint32 component)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  return context->state;
}

gboolean
hd_host_find_wait (HdKernel *kernel,
                   guint32 component,
                   HdWait *out_wait)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  return context->state != NULL && !context->component->partition->is_elsewhere && context->hosted->handlers->waits != NULL
         && context->hosted->handlers->waits (context->state, out_wait);
}

gboolean
hd_host_find_errand (HdKernel *kernel,
                     guint32 component,
                     guint32 index,
                     HdErrand *out_errand)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  *out_errand = (HdErrand){ .size = sizeof (HdErrand), .peer = HD_NO_NODE };
  return context->state != NULL && !context->component->partition->is_elsewhere && context->hosted->handlers->errand != NULL
         && context->hosted->handlers->errand (&host, context, context->state, index, out_errand);
}

void
hd_host_read_errand_line (HdKernel *kernel,
                          guint32 component,
                          guint64 number,
                          guint32 line,
                          char *out_text,
                          gsize room)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  *out_text = '\0';
  if (context->hosted->handlers->errand_line != NULL)
    context->hosted->handlers->errand_line (&host, context, context->state, number, line, out_text, room);
}

void
hd_host_show (HdKernel *kernel,
              guint32 component)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);

  if (context->state != NULL && !context->component->partition->is_elsewhere && context->hosted->handlers->show != NULL)
    context->hosted->handlers->show (&host, context, context->state);
}

void
hd_host_read_probe (HdKernel *kernel,
                    guint32 component,
                    guint probe,
                    double *out_value,
                    double *out_weight)
{
  HdComponentContext *context = hd_kernel_get_state (kernel, component);
  gboolean is_set = context->last != NULL && context->last[probe].is_set;

  *out_value = is_set ? context->last[probe].value : 0;
  *out_weight = is_set ? 1 : 0;
}
