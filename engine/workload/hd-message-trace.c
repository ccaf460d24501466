/* hd-message-trace.c: what chosen members send and receive by agents, each as a span
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A send lasts until its message is there; a receive from the latency of the way on. Spans are told in the order of arrivals, then of what the messages are, so that they have the same
 * numbers however the run was divided.
 */
#define G_LOG_DOMAIN "hd-message-trace"

#include "hd-message-trace.h"

#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"
#include "hd-numbers.h"

#define N_RECENT 8 /* receives of a member among which the one is looked for that released a send */
#define RUN_MASK 0xffffu /* of what a receiver knows of the run */

/* A span, and when it ended. */
typedef struct
{
  HdTime end;
  guint32 lane;
  guint64 index;
} Past;

typedef struct
{
  Past received[N_RECENT];
  guint n_received;
} Member;

typedef struct
{
  HdMessageEntry entry; /* of when it set out */
  HdTime end;
} Message;

struct _HdMessageTrace
{
  HdMessageLog *log;
  HdDesign *design;
  HdRouter *router;
  const HdCollective *const *algorithms;
  const guint *n_members;
  guint first_lane;
  GArray *nodes;        /* of guint32 */
  GPtrArray *titles;    /* two for each */
  guint32 *numbers;     /* by node of the design: place in @nodes, or HD_NO_ID */
  guint64 *n_spans;     /* by lane */
  Member *members;      /* by place */
  GHashTable *under_way; /* of HdMessageEntry */
  GHashTable *latencies; /* source << 32 | destination -> HdTime */
  GArray *entries, *arrived; /* scratch */
  guint64 *begun;        /* by work: its last run and step plus 1, as one number */
  guint64 n_told, n_untold, n_steps;
};

/* ---- messages ----------------------------------------------------------------------------------------------------------------- */

static guint
hash_entry (gconstpointer data)
{
  const HdMessageEntry *self = data;

  return ((self->work * 31 + (self->run & RUN_MASK)) * 31 + self->step) * 31 + self->source * 7 + self->destination;
}

static gboolean
equal_entries (gconstpointer a,
               gconstpointer b)
{
  const HdMessageEntry *x = a, *y = b;

  return x->work == y->work && (x->run & RUN_MASK) == (y->run & RUN_MASK) && x->step == y->step && x->source == y->source && x->destination == y->destination;
}

HdMessageTrace *
hd_message_trace_new (HdAgentNetwork *network,
                      guint first_lane,
                      const HdCollective *const *algorithms,
                      const guint *n_members,
                      guint n_works)
{
  HdDesign *design = hd_agent_network_get_design (network);
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  HdMessageTrace *self;
  gboolean has_schedule = FALSE;

  for (guint i = 0; i < n_works; i++)
    has_schedule |= algorithms[i] != NULL;
  if (!has_schedule || settings->n_traced == 0)
    return NULL;
  self = g_new0 (HdMessageTrace, 1);
  self->log = hd_message_log_new (network);
  self->design = hd_design_ref (design);
  self->router = hd_router_new (design);
  self->algorithms = algorithms;
  self->n_members = n_members;
  self->first_lane = first_lane;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->numbers = hd_numbers_new (hd_design_get_n_nodes (design), HD_NO_ID);
  for (guint i = 0; i < settings->n_traced; i++)
    {
      guint32 node = settings->traced[i];
      g_autofree char *path = hd_design_dup_node_path (design, node);

      if (!hd_agent_network_has_node (network, node))
        continue;
      self->numbers[node] = self->nodes->len;
      g_array_append_val (self->nodes, node);
      g_ptr_array_add (self->titles, g_strdup_printf (_("%s, sends"), path));
      g_ptr_array_add (self->titles, g_strdup_printf (_("%s, receives"), path));
    }
  self->begun = g_new0 (guint64, n_works + 1);
  self->n_spans = g_new0 (guint64, 2 * self->nodes->len + 1);
  self->members = g_new0 (Member, self->nodes->len + 1);
  self->under_way = g_hash_table_new_full (hash_entry, equal_entries, NULL, g_free);
  self->latencies = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, g_free);
  self->entries = g_array_new (FALSE, FALSE, sizeof (HdMessageEntry));
  self->arrived = g_array_new (FALSE, FALSE, sizeof (Message));
  return self;
}

void
hd_message_trace_free (HdMessageTrace *self)
{
  hd_message_log_free (self->log);
  hd_router_free (self->router);
  hd_design_unref (self->design);
  g_array_unref (self->nodes);
  g_ptr_array_unref (self->titles);
  g_free (self->numbers);
  g_free (self->n_spans);
  g_free (self->begun);
  g_free (self->members);
  g_hash_table_unref (self->under_way);
  g_hash_table_unref (self->latencies);
  g_array_unref (self->entries);
  g_array_unref (self->arrived);
  g_free (self);
}

HdMessageLog *
hd_message_trace_get_log (HdMessageTrace *self)
{
  return self != NULL ? self->log : NULL;
}

guint64
hd_message_trace_get_n_untold (HdMessageTrace *self)
{
  return self != NULL ? self->n_untold : 0;
}

gboolean
hd_message_trace_count_steps (HdMessageTrace *self,
                              guint64 *out_n)
{
  *out_n = self != NULL ? self->n_steps : 0;
  return self != NULL;
}

guint
hd_message_trace_get_n_lanes (HdMessageTrace *self)
{
  return 2 * self->nodes->len;
}

guint32
hd_message_trace_get_lane (HdMessageTrace *self,
                           guint n,
                           const char **out_title)
{
  *out_title = g_ptr_array_index (self->titles, n);
  return g_array_index (self->nodes, guint32, n / 2);
}

/* ---- telling ------------------------------------------------------------------------------------------------------------------ */

static HdTime
get_latency (HdMessageTrace *self,
             guint32 source,
             guint32 destination)
{
  gint64 key = (gint64) ((guint64) source << 32 | destination);
  HdTime *latency = g_hash_table_lookup (self->latencies, &key);
  HdRoute route = { NULL };

  if (latency != NULL)
    return *latency;
  latency = g_new0 (HdTime, 1);
  if (hd_router_find (self->router, source, destination, NULL, 0, &route, NULL))
    *latency = route.latency_ps;
  g_hash_table_insert (self->latencies, g_memdup2 (&key, sizeof key), latency);
  return *latency;
}

static Past
tell (HdMessageTrace *self,
      guint lane,
      HdWorkSpan *span,
      const Past *cause,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  const Past told = { span->end, self->first_lane + lane, self->n_spans[lane]++ };

  span->lane_class = told.lane;
  span->cause_index = HD_NO_CAUSE;
  if (cause != NULL)
    {
      span->cause_class = cause->lane;
      span->cause_index = cause->index;
    }
  observer->span (data, span);
  return told;
}

/* What had come to its sender when it set out. */
static const Past *
find_cause (HdMessageTrace *self,
            const HdMessageEntry *entry)
{
  guint32 number = self->numbers[entry->source];
  Member *member = number != HD_NO_ID ? &self->members[number] : NULL;

  for (guint i = 0; member != NULL && i < MIN (member->n_received, N_RECENT); i++)
    {
      const Past *past = &member->received[(member->n_received - 1 - i) % N_RECENT];

      if (past->end == entry->time)
        return past;
    }
  return NULL;
}

/* All of a step are added, or none. */
static gboolean
reduces (HdMessageTrace *self,
         const HdMessageEntry *entry)
{
  const HdCollective *algorithm = self->algorithms[entry->work];
  HdSend send;

  if (algorithm == NULL || algorithm->count_sends (self->n_members[entry->work], entry->step) == 0)
    return FALSE;
  algorithm->get_send (self->n_members[entry->work], entry->step, 0, &send);
  return send.action == HD_SEND_REDUCE;
}

static void
tell_message (HdMessageTrace *self,
              const Message *message,
              gboolean unfinished,
              const HdAgentWorkObserver *observer,
              gpointer data)
{
  const HdMessageEntry *entry = &message->entry;
  guint32 source = self->numbers[entry->source], destination = self->numbers[entry->destination];
  HdWorkSpan span = { .name = entry->work, .iteration = entry->run, .step = entry->step, .unfinished = unfinished, .start = entry->time, .end = message->end };
  const Past *cause = find_cause (self, entry);
  Past sent = { 0 }, received;

  if (source != HD_NO_ID)
    {
      span.kind = HD_WORK_SEND;
      span.peer = entry->destination;
      sent = tell (self, 2 * source, &span, cause, observer, data);
      cause = &sent;
    }
  if (destination == HD_NO_ID || unfinished)
    return;
  span.kind = HD_WORK_RECEIVE;
  span.peer = entry->source;
  span.start = MIN (entry->time + get_latency (self, entry->source, entry->destination), message->end);
  received = tell (self, 2 * destination + 1, &span, cause, observer, data);
  if (reduces (self, entry))
    {
      Past before = received;

      span.kind = HD_WORK_REDUCE;
      span.start = span.end;
      received = tell (self, 2 * destination + 1, &span, &before, observer, data);
    }
  self->members[destination].received[self->members[destination].n_received++ % N_RECENT] = received;
}

static int
compare_messages (gconstpointer a,
                  gconstpointer b)
{
  const Message *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  if (x->entry.work != y->entry.work)
    return x->entry.work < y->entry.work ? -1 : 1;
  if (x->entry.run != y->entry.run)
    return x->entry.run < y->entry.run ? -1 : 1;
  if (x->entry.step != y->entry.step)
    return x->entry.step < y->entry.step ? -1 : 1;
  if (x->entry.source != y->entry.source)
    return x->entry.source < y->entry.source ? -1 : 1;
  return x->entry.destination < y->entry.destination ? -1 : x->entry.destination > y->entry.destination;
}

/* A step has begun when the first message of it sets out. */
static void
note_step (HdMessageTrace *self,
           const HdMessageEntry *entry)
{
  guint64 number = ((guint64) entry->run << 32 | entry->step) + 1;

  if (number <= self->begun[entry->work])
    return;
  self->begun[entry->work] = number;
  self->n_steps++;
}

/* What has arrived, with when it set out; both may have happened since the last time. */
static void
join (HdMessageTrace *self)
{
  g_array_set_size (self->entries, 0);
  hd_message_log_take (self->log, self->entries);
  hd_agent_network_gather (self->entries); /* each process knows half of a message */
  for (guint i = 0; i < self->entries->len; i++)
    {
      HdMessageEntry *entry = g_memdup2 (&g_array_index (self->entries, HdMessageEntry, i), sizeof *entry);

      if (entry->arrived)
        {
          g_free (entry);
          continue;
        }
      note_step (self, entry);
      g_hash_table_replace (self->under_way, entry, entry);
    }
  for (guint i = 0; i < self->entries->len; i++)
    {
      const HdMessageEntry *entry = &g_array_index (self->entries, HdMessageEntry, i), *left = entry->arrived ? g_hash_table_lookup (self->under_way, entry) : NULL;

      if (left != NULL)
        {
          const Message message = { *left, entry->time };

          g_array_append_val (self->arrived, message);
          g_hash_table_remove (self->under_way, left);
        }
    }
}

static void
add_under_way (HdMessageTrace *self,
               HdTime time)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->under_way);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Message message = { *(const HdMessageEntry *) value, time };

      g_array_append_val (self->arrived, message);
    }
}

static gboolean
is_in_window (HdMessageTrace *self,
              const Message *message)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);

  return message->end >= settings->trace_from && message->entry.time <= settings->trace_until;
}

static void
tell_all (HdMessageTrace *self,
          gboolean unfinished,
          const HdAgentWorkObserver *observer,
          gpointer data)
{
  g_array_sort (self->arrived, compare_messages);
  for (guint i = 0; i < self->arrived->len; i++)
    {
      const Message *message = &g_array_index (self->arrived, Message, i);

      if (!is_in_window (self, message))
        continue;
      if (self->n_told == HD_MESSAGE_TRACE_MAX)
        {
          self->n_untold++;
          continue;
        }
      self->n_told++;
      tell_message (self, message, unfinished, observer, data);
    }
  g_array_set_size (self->arrived, 0);
}

void
hd_message_trace_tell (HdMessageTrace *self,
                       HdTime time,
                       gboolean is_last,
                       const HdAgentWorkObserver *observer,
                       gpointer data)
{
  if (self == NULL)
    return;
  join (self);
  tell_all (self, FALSE, observer, data);
  if (!is_last)
    return;
  add_under_way (self, time);
  tell_all (self, TRUE, observer, data);
}
