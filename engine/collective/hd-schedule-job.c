/* hd-schedule-job.c: a collective of sends, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-schedule-job"

#include "hd-schedule-job.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"

typedef struct
{
  guint32 step;
  guint32 n_sends;
  guint32 n_receives;
} Turn;

typedef struct
{
  GArray *turns;     /* of Turn */
  GArray *sends;     /* numbers within their steps, in the order of turns */
  GPtrArray *early;  /* HdScheduleMessage: for turns to come */
  double *values;    /* (array length=n_elements): as they are now */
  char *outbox;      /* messages of this repeat */
  gsize outbox_size;
  gsize outbox_fill;
  guint32 turn;
  guint32 next_send;
  guint32 n_received; /* in this turn */
} Rank;

typedef struct
{
  HdCollectiveJob job;
  const HdCollective *algorithm;
  guint32 n_chunks;
  Rank *ranks;
  pthread_mutex_t lock;
  GHashTable *copies; /* messages from other processes that were not taken yet; NULL before the first */
} ScheduleJob;

/* ---- elements and bytes of chunks ------------------------------------------------------------------------------------ */

static guint32
first_element (const ScheduleJob *self,
               guint32 chunk)
{
  return (guint32) hd_chunk_start (self->job.values.n_elements, self->n_chunks, chunk);
}

static guint32
count_elements (const ScheduleJob *self,
                const HdSend *send)
{
  return first_element (self, send->first_chunk + send->n_chunks) - first_element (self, send->first_chunk);
}

static guint64
count_bytes (const ScheduleJob *self,
             const HdSend *send)
{
  __uint128_t bytes = self->job.bytes;

  return (guint64) (bytes * (send->first_chunk + send->n_chunks) / self->n_chunks - bytes * send->first_chunk / self->n_chunks);
}

static gsize
size_of_message (const ScheduleJob *self,
                 const HdSend *send)
{
  return sizeof (HdScheduleMessage) + count_elements (self, send) * sizeof (double);
}

/* ---- who watches ------------------------------------------------------------------------------------------------------ */

/* @rank: of the node on which it happens */
static void
note (ScheduleJob *self,
      HdAgentNode *node,
      guint32 rank,
      guint32 step,
      guint32 source,
      guint32 destination,
      gboolean arrived)
{
  const HdMessageEntry entry = { .work = self->job.number, .run = self->job.repeats[rank], .step = step, .source = source, .destination = destination, .arrived = arrived };

  hd_message_log_note (self->job.log, node, &entry);
}

/* ---- the walk -------------------------------------------------------------------------------------------------------- */

static Turn *
get_turn (Rank *rank)
{
  return &g_array_index (rank->turns, Turn, rank->turn);
}

static void
send_one (ScheduleJob *self,
          HdAgentNode *node,
          Rank *rank,
          const HdSend *send,
          guint32 step)
{
  HdScheduleMessage *message = (HdScheduleMessage *) (gpointer) (rank->outbox + rank->outbox_fill);
  HdParcel parcel = {
    .destination = self->job.sites[send->destination],
    .kind = HD_COLLECTIVE_SEND,
    .bytes = count_bytes (self, send),
    .data = (guint64) (guintptr) message,
  };

  rank->outbox_fill += size_of_message (self, send);
  g_assert (rank->outbox_fill <= rank->outbox_size);
  message->number = self->job.number;
  message->step = step;
  message->destination = send->destination;
  message->first = first_element (self, send->to_chunk);
  message->n = count_elements (self, send);
  message->action = send->action;
  message->is_copy = FALSE;
  memcpy (message->values, rank->values + first_element (self, send->first_chunk), message->n * sizeof (double));
  note (self, node, send->source, step, hd_agent_node_get_id (node), parcel.destination, FALSE);
  hd_agent_node_send (node, &parcel, 0);
}

/* What is a copy is needed no more. */
static void
drop (ScheduleJob *self,
      HdScheduleMessage *message)
{
  if (!message->is_copy)
    return;
  pthread_mutex_lock (&self->lock);
  g_hash_table_remove (self->copies, message);
  pthread_mutex_unlock (&self->lock);
}

static void
take (ScheduleJob *self,
      Rank *rank,
      HdScheduleMessage *message)
{
  double *values = rank->values + message->first;

  for (guint32 i = 0; i < message->n; i++)
    values[i] = message->action == HD_SEND_REDUCE ? values[i] + message->values[i] : message->values[i];
  rank->n_received++;
  drop (self, message);
}

/* Sends what leaves in this turn, then takes in what has come for it before. */
static void
begin_turn (ScheduleJob *self,
            HdAgentNode *node,
            Rank *rank)
{
  const Turn *turn = get_turn (rank);

  rank->n_received = 0;
  for (guint32 i = 0; i < turn->n_sends; i++)
    {
      HdSend send;

      self->algorithm->get_send (self->job.n_ranks, turn->step, g_array_index (rank->sends, guint32, rank->next_send++), &send);
      send_one (self, node, rank, &send, turn->step);
    }
  for (guint i = 0; i < rank->early->len;)
    {
      HdScheduleMessage *message = g_ptr_array_index (rank->early, i);

      if (message->step != turn->step)
        {
          i++;
          continue;
        }
      take (self, rank, message);
      g_ptr_array_remove_index (rank->early, i);
    }
}

/* Through all turns that have what they wait for. */
static void
walk (ScheduleJob *self,
      HdAgentNode *node,
      guint32 number)
{
  Rank *rank = &self->ranks[number];

  while (rank->turn < rank->turns->len && rank->n_received == get_turn (rank)->n_receives)
    if (++rank->turn < rank->turns->len)
      begin_turn (self, node, rank);
  if (rank->turn == rank->turns->len)
    hd_collective_job_end (&self->job, node, number, hd_agent_node_get_now (node),
                           self->job.operation == HD_TREE_BARRIER ? NULL : rank->values);
}

static void
start (HdCollectiveJob *job,
       HdAgentNode *node,
       guint32 number)
{
  ScheduleJob *self = (ScheduleJob *) job;
  Rank *rank = &self->ranks[number];

  hd_collective_values_fill (&job->values, number, job->repeats[number], rank->values);
  rank->turn = rank->next_send = 0;
  rank->outbox_fill = 0;
  if (rank->turns->len > 0)
    begin_turn (self, node, rank);
  walk (self, node, number);
}

static void
receive (HdCollectiveJob *job,
         HdAgentNode *node,
         const HdParcel *parcel)
{
  ScheduleJob *self = (ScheduleJob *) job;
  HdScheduleMessage *message = (HdScheduleMessage *) (gpointer) (guintptr) parcel->data;
  guint32 number = message->destination;
  Rank *rank = &self->ranks[number];

  note (self, node, message->destination, message->step, parcel->source, hd_agent_node_get_id (node), TRUE);
  if (rank->turn == rank->turns->len || message->step != get_turn (rank)->step)
    {
      g_ptr_array_add (rank->early, message);
      return;
    }
  take (self, rank, message);
  walk (self, node, number);
}

/* ---- between processes ----------------------------------------------------------------------------------------------- */

static void
pack (HdCollectiveJob *job,
      HdCollectiveParcel kind,
      guint64 data,
      GByteArray *bytes)
{
  HdScheduleMessage *message = (HdScheduleMessage *) (gpointer) (guintptr) data;

  g_byte_array_append (bytes, (const guint8 *) message, (guint) (sizeof *message + message->n * sizeof (double)));
  drop ((ScheduleJob *) job, message);
}

static guint64
unpack (HdCollectiveJob *job,
        HdCollectiveParcel kind,
        guint64 data,
        const guint8 *bytes,
        gsize size)
{
  ScheduleJob *self = (ScheduleJob *) job;
  HdScheduleMessage *message = g_memdup2 (bytes, size);

  message->is_copy = TRUE;
  if (self->copies == NULL)
    self->copies = g_hash_table_new_full (NULL, NULL, g_free, NULL);
  g_hash_table_add (self->copies, message);
  return (guint64) (guintptr) message;
}

/* ---- construction ---------------------------------------------------------------------------------------------------- */

static Turn *
turn_of (Rank *rank,
         guint32 step)
{
  Turn turn = { .step = step };

  if (rank->turns->len == 0 || g_array_index (rank->turns, Turn, rank->turns->len - 1).step != step)
    g_array_append_val (rank->turns, turn);
  return &g_array_index (rank->turns, Turn, rank->turns->len - 1);
}

static void
lay_out_turns (ScheduleJob *self)
{
  guint32 n = self->job.n_ranks;

  for (guint32 step = 0; step < self->algorithm->count_steps (n); step++)
    for (guint32 i = 0; i < self->algorithm->count_sends (n, step); i++)
      {
        HdSend send;
        Rank *source, *destination;

        self->algorithm->get_send (n, step, i, &send);
        source = &self->ranks[send.source];
        destination = &self->ranks[send.destination];
        turn_of (source, step)->n_sends++;
        g_array_append_val (source->sends, i);
        source->outbox_size += size_of_message (self, &send);
        turn_of (destination, step)->n_receives++;
      }
}

static void
schedule_job_free (HdCollectiveJob *job)
{
  ScheduleJob *self = (ScheduleJob *) job;

  for (guint32 i = 0; i < job->n_ranks; i++)
    {
      g_array_unref (self->ranks[i].turns);
      g_array_unref (self->ranks[i].sends);
      g_ptr_array_unref (self->ranks[i].early);
      g_free (self->ranks[i].values);
      g_free (self->ranks[i].outbox);
    }
  g_free (self->ranks);
  g_clear_pointer (&self->copies, g_hash_table_unref);
  pthread_mutex_destroy (&self->lock);
  hd_collective_job_clear (job);
  g_free (self);
}

static const HdCollectiveProgram program = { .start = start, .receive = receive, .free = schedule_job_free, .pack = pack, .unpack = unpack };

/* A number for each send, a turn for it at most, and its message from the outbox of its sender. */
static gboolean
take_memory (const HdCollective *algorithm,
             guint64 n_sends,
             guint32 n_members,
             GError **error)
{
  g_autofree char *what = g_strdup_printf (_("“%s” of %u members takes %'.0f sends"), algorithm->id, n_members, (double) n_sends);

  double bytes = (double) n_sends * (double) (sizeof (guint32) + sizeof (Turn) + sizeof (HdScheduleMessage)) + n_members * (double) sizeof (Rank);

  return hd_budget_take (hd_budget_get_current (), bytes, 1, what, error);
}

HdCollectiveJob *
hd_schedule_job_new (const HdCollective *algorithm,
                     HdTreeOperation operation,
                     const guint32 *members,
                     guint32 n_members,
                     guint64 bytes,
                     GError **error)
{
  guint64 n_sends = hd_collective_count_all_sends (algorithm, n_members);
  ScheduleJob *self;

  if (n_sends > HD_SCHEDULE_MAX_SENDS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("“%s” of %u members takes %" PRIu64 " sends; at most %u are possible"), algorithm->id,
                   n_members, n_sends, HD_SCHEDULE_MAX_SENDS);
      return NULL;
    }
  if (!take_memory (algorithm, n_sends, n_members, error))
    return NULL;
  self = g_new0 (ScheduleJob, 1);
  self->algorithm = algorithm;
  self->n_chunks = algorithm->count_chunks (n_members);
  pthread_mutex_init (&self->lock, NULL);
  hd_collective_job_init (&self->job, &program, operation, members, n_members, bytes);
  self->ranks = g_new0 (Rank, n_members);
  for (guint32 i = 0; i < n_members; i++)
    {
      self->ranks[i].turns = g_array_new (FALSE, FALSE, sizeof (Turn));
      self->ranks[i].sends = g_array_new (FALSE, FALSE, sizeof (guint32));
      self->ranks[i].early = g_ptr_array_new ();
      self->ranks[i].values = g_new0 (double, self->job.values.n_elements);
    }
  lay_out_turns (self);
  for (guint32 i = 0; i < n_members; i++)
    {
      self->ranks[i].outbox = g_malloc (self->ranks[i].outbox_size + 1);
      self->ranks[i].turn = self->ranks[i].turns->len; /* not started */
    }
  return &self->job;
}
