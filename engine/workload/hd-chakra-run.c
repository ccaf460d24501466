/* hd-chakra-run.c: runs Chakra traces on the flow network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rules: a node starts when its dependencies have ended, whatever else its rank does. A send starts its transfer at once and ends with it; a
 * receive ends when it has started and the data are there. A collective starts when all members have, and those of one process group follow
 * each other. All that ends at one time is handled in the order of what it is and then of traces, so the order in which a network tells does
 * not matter.
 */
#define G_LOG_DOMAIN "hd-chakra-run"

#include "hd-chakra-run.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-work-digest.h"

#define TICKS_PER_US 1000000.0

/* What a token of the network counts. */
typedef enum
{
  TOKEN_COMPUTE, /* slots */
  TOKEN_MEMORY,
  TOKEN_MESSAGE,
  TOKEN_MEETING,
} TokenKind;

/* A node that may start, and what released it. */
typedef struct
{
  guint32 rank;
  guint32 node;
  guint32 cause_class;
  guint64 cause_index;
} Entry;

/* A node under way. */
typedef struct
{
  Entry entry;
  HdTime start;
  guint8 parts; /* a bit for TOKEN_COMPUTE, TOKEN_MEMORY; 0 for communications */
  guint8 in_use;
} Slot;

typedef struct
{
  guint32 send_slot;
  guint32 receive_slot; /* HD_NO_ID until the receive has started */
  gboolean has_arrived;
} Message;

typedef struct
{
  GArray *waiting; /* of guint32, meetings in order */
  guint first;     /* of them */
  guint32 meeting; /* under way, or HD_NO_ID */
  guint32 next_run;
  HdTime last_end; /* of a meeting */
} Group;

typedef struct
{
  guint n_computing;
  guint n_communicating;
  HdTime since; /* these have held */
  HdChakraTimes times;
  guint64 n_spans[2];     /* ended, by lane class */
  HdWorkDigest digests[2];
} Rank;

struct _HdChakraRun
{
  const HdChakraPlan *plan;
  const HdChakraJob *job;
  HdNetwork *network;
  const HdExecutionObserver *observer;
  gpointer user_data;
  HdTime now;

  guint32 **missing; /* by rank and node: dependencies that have not ended */
  GArray *slots;     /* of Slot */
  GArray *free_slots; /* of guint32 */
  Message *messages;
  guint32 *members_missing; /* by meeting */
  guint32 *member_slots;    /* as members of the job */
  Group *groups;
  Rank *ranks;
  guint64 *name_digests;

  GArray *agenda; /* of Entry: starts now, from @first_entry on */
  guint first_entry;
  GArray *ready;  /* of guint32: meetings of which all members have started now */
  GArray *due;    /* of guint32: groups that may go on */
  GArray *ended;  /* of guint64, tokens */
  GArray *batch;  /* of HdTransfer, scratch */
  guint n_under_way; /* in the network */
  guint64 n_ended;
  guint64 n_parts_ended;
};

static inline Slot *
get_slot (HdChakraRun *self,
          guint32 slot)
{
  return &g_array_index (self->slots, Slot, slot);
}

static inline const HdChakraNode *
get_node (const HdChakraRun *self,
          const Entry *entry)
{
  return &self->job->ranks[entry->rank]->nodes[entry->node];
}

/* ---- accounts of a rank -------------------------------------------------------------------------------------------------- */

static void
account (HdChakraRun *self,
         guint32 rank)
{
  Rank *account = &self->ranks[rank];
  HdTime span = self->now - account->since;

  account->since = self->now;
  if (account->n_computing > 0)
    account->times.computed += span;
  else if (account->n_communicating > 0)
    account->times.exposed += span;
}

/* What runs on the host is work of neither kind. */
static void
count_in (HdChakraRun *self,
          const Entry *entry,
          int change)
{
  const HdChakraNode *node = get_node (self, entry);

  if (node->is_host)
    return;
  account (self, entry->rank);
  if (node->kind >= HD_CHAKRA_SEND)
    self->ranks[entry->rank].n_communicating += (guint) change;
  else
    self->ranks[entry->rank].n_computing += (guint) change;
}

/* ---- spans --------------------------------------------------------------------------------------------------------------- */

static HdWorkKind
get_work_kind (HdChakraKind kind)
{
  switch (kind)
    {
    case HD_CHAKRA_LOAD:
    case HD_CHAKRA_STORE:
      return HD_WORK_MEMORY;
    case HD_CHAKRA_SEND:
      return HD_WORK_SEND;
    case HD_CHAKRA_RECEIVE:
      return HD_WORK_RECEIVE;
    case HD_CHAKRA_COLLECTIVE:
      return HD_WORK_COLLECTIVE;
    case HD_CHAKRA_NOTE:
    case HD_CHAKRA_COMPUTE:
      break;
    }
  return HD_WORK_COMPUTE;
}

static guint
get_lane_class (const HdChakraRun *self,
                const Entry *entry)
{
  return get_node (self, entry)->kind >= HD_CHAKRA_SEND ? self->job->n_ranks + entry->rank : entry->rank;
}

static void
fill_span (const HdChakraRun *self,
           const Slot *slot,
           HdWorkKind kind,
           HdWorkSpan *out_span)
{
  const HdChakraNode *node = get_node (self, &slot->entry);

  *out_span = (HdWorkSpan) {
    .lane_class = get_lane_class (self, &slot->entry),
    .name = node->name,
    .kind = kind,
    .start = slot->start,
    .end = HD_TIME_MAX,
    .cause_class = slot->entry.cause_class,
    .cause_index = slot->entry.cause_index,
  };
  if (kind >= HD_WORK_SEND)
    out_span->peer = self->plan->order->nodes[hd_chakra_job_get_comm (self->job, slot->entry.rank, node->detail)->peer];
}

static void
tell_begin (HdChakraRun *self,
            const Slot *slot,
            HdWorkKind kind)
{
  HdWorkSpan span;

  if (self->observer == NULL || self->observer->begin == NULL)
    return;
  fill_span (self, slot, kind, &span);
  self->observer->begin (self->user_data, &span);
}

static void
tell_end (HdChakraRun *self,
          const Slot *slot,
          HdWorkKind kind,
          gboolean unfinished)
{
  HdWorkSpan span;

  self->ranks[slot->entry.rank].n_spans[get_node (self, &slot->entry)->kind >= HD_CHAKRA_SEND]++;
  if (self->observer == NULL || self->observer->end == NULL)
    return;
  fill_span (self, slot, kind, &span);
  span.end = self->now;
  span.unfinished = unfinished;
  self->observer->end (self->user_data, &span);
}

/* ---- ends ---------------------------------------------------------------------------------------------------------------- */

/* Those that wait for the node miss one thing less. */
static void
release (HdChakraRun *self,
         const Entry *entry,
         guint32 cause_class,
         guint64 cause_index)
{
  const HdChakraRank *trace = self->job->ranks[entry->rank];

  self->n_ended++;
  for (guint32 i = trace->first_out[entry->node]; i < trace->first_out[entry->node + 1]; i++)
    if (--self->missing[entry->rank][trace->out[i]] == 0)
      {
        Entry released = { entry->rank, trace->out[i], cause_class, cause_index };

        g_array_append_val (self->agenda, released);
      }
}

static void
end_node (HdChakraRun *self,
          guint32 number)
{
  Slot *slot = get_slot (self, number);
  Entry entry = slot->entry;
  const HdChakraNode *node = get_node (self, &entry);
  Rank *rank = &self->ranks[entry.rank];
  guint side = node->kind >= HD_CHAKRA_SEND;

  count_in (self, &entry, -1);
  rank->times.end = self->now;
  hd_work_digest_add (&rank->digests[side], self->name_digests[node->name], node->id, slot->start, self->now);
  slot->in_use = FALSE;
  g_array_append_val (self->free_slots, number);
  release (self, &entry, get_lane_class (self, &entry), rank->n_spans[side] - 1);
}

/* What was told to begin has one span. */
static void
end_whole (HdChakraRun *self,
           guint32 number)
{
  const Slot *slot = get_slot (self, number);

  tell_end (self, slot, get_work_kind (get_node (self, &slot->entry)->kind), FALSE);
  end_node (self, number);
}

/* ---- starts -------------------------------------------------------------------------------------------------------------- */

static guint32
take_slot (HdChakraRun *self,
           const Entry *entry)
{
  guint32 number;

  if (self->free_slots->len > 0)
    {
      number = g_array_index (self->free_slots, guint32, self->free_slots->len - 1);
      g_array_set_size (self->free_slots, self->free_slots->len - 1);
    }
  else
    {
      number = self->slots->len;
      g_array_set_size (self->slots, number + 1);
    }
  *get_slot (self, number) = (Slot) { *entry, self->now, 0, TRUE };
  return number;
}

static void
start_transfer (HdChakraRun *self,
                guint32 path,
                double size,
                TokenKind kind,
                guint32 number)
{
  HdTransfer transfer = { path, size };

  hd_network_start (self->network, &transfer, 1, 1, (guint64) number << 2 | kind);
  self->n_under_way++;
}

static void
start_part (HdChakraRun *self,
            guint32 number,
            guint32 path,
            double size,
            TokenKind kind)
{
  Slot *slot = get_slot (self, number);

  slot->parts |= 1u << kind;
  tell_begin (self, slot, kind == TOKEN_MEMORY ? HD_WORK_MEMORY : HD_WORK_COMPUTE);
  start_transfer (self, path, size, kind, number);
}

/* A computation, and beside it its traffic; or an access. What has neither operations nor bytes that count here takes its duration. */
static void
start_work (HdChakraRun *self,
            guint32 number)
{
  Slot *slot = get_slot (self, number);
  const HdChakraNode *node = get_node (self, &slot->entry);
  const HdChakraPaths *paths = &self->plan->paths[slot->entry.rank];
  gboolean computes = node->kind == HD_CHAKRA_COMPUTE;
  HdChakraWork work = { 0 };
  guint32 home = node->kind == HD_CHAKRA_LOAD ? paths->load : paths->store;

  if (node->detail != HD_CHAKRA_NO_DETAIL && (!computes || self->plan->order->roofline))
    work = g_array_index (self->job->ranks[slot->entry.rank]->works, HdChakraWork, node->detail);
  if (work.operations > 0)
    start_part (self, number, paths->compute, work.operations / paths->speed_up, TOKEN_COMPUTE);
  if (work.bytes > 0 && !computes && home != HD_NO_ID)
    start_part (self, number, home, work.bytes, TOKEN_MEMORY);
  else if (work.bytes > 0 && paths->local != HD_NO_ID)
    start_part (self, number, paths->local, work.bytes, TOKEN_MEMORY);
  if (slot->parts == 0 && node->duration_us > 0)
    start_part (self, number, computes && !node->is_host && !self->plan->order->roofline ? paths->compute : paths->host,
                (double) node->duration_us * TICKS_PER_US, computes ? TOKEN_COMPUTE : TOKEN_MEMORY);
  else if (slot->parts == 0)
    {
      tell_begin (self, slot, get_work_kind (node->kind));
      end_whole (self, number);
    }
}

static void
start_send (HdChakraRun *self,
            guint32 number,
            guint32 message)
{
  self->messages[message].send_slot = number;
  start_transfer (self, self->plan->message_paths[message], hd_chakra_job_get_message (self->job, message)->bytes, TOKEN_MESSAGE, message);
}

static void
start_receive (HdChakraRun *self,
               guint32 number,
               guint32 message)
{
  self->messages[message].receive_slot = number;
  if (self->messages[message].has_arrived)
    end_whole (self, number);
}

static void
start_member (HdChakraRun *self,
              guint32 number,
              guint32 meeting_number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, meeting_number);
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);
  guint place = 0;

  hd_chakra_group_has (group, get_slot (self, number)->entry.rank, &place);
  self->member_slots[meeting->first_member + place] = number;
  if (--self->members_missing[meeting_number] == 0)
    g_array_append_val (self->ready, meeting_number);
}

static void
start_node (HdChakraRun *self,
            const Entry *entry)
{
  const HdChakraNode *node = get_node (self, entry);
  guint32 number, link;

  if (node->kind == HD_CHAKRA_NOTE)
    {
      release (self, entry, entry->cause_class, entry->cause_index);
      return;
    }
  number = take_slot (self, entry);
  count_in (self, entry, 1);
  if (node->kind < HD_CHAKRA_SEND)
    {
      start_work (self, number);
      return;
    }
  tell_begin (self, get_slot (self, number), get_work_kind (node->kind));
  link = self->job->links[entry->rank][node->detail];
  if (node->kind == HD_CHAKRA_SEND)
    start_send (self, number, link);
  else if (node->kind == HD_CHAKRA_RECEIVE)
    start_receive (self, number, link);
  else
    start_member (self, number, link);
}

/* ---- collectives --------------------------------------------------------------------------------------------------------- */

/* The next steps that are alike, as one batch; FALSE if there are none left. */
static gboolean
launch_run (HdChakraRun *self,
            Group *group)
{
  const HdCommPattern *pattern = g_ptr_array_index (self->plan->patterns, self->plan->meeting_patterns[group->meeting]);
  double bytes = hd_chakra_plan_get_bytes (self->plan, hd_chakra_job_get_meeting (self->job, group->meeting));
  const HdCommRun *run;

  if (group->next_run == pattern->runs->len)
    return FALSE;
  run = &g_array_index (pattern->runs, HdCommRun, group->next_run++);
  g_array_set_size (self->batch, 0);
  for (guint i = 0; i < run->n_transfers; i++)
    {
      const HdCommTransfer *planned = &g_array_index (pattern->transfers, HdCommTransfer, run->first_transfer + i);
      HdTransfer transfer = { planned->path, planned->share * bytes };

      g_array_append_val (self->batch, transfer);
    }
  hd_network_start (self->network, (const HdTransfer *) (void *) self->batch->data, self->batch->len, run->rounds,
                    (guint64) group->meeting << 2 | TOKEN_MEETING);
  self->n_under_way++;
  return TRUE;
}

static void
end_meeting (HdChakraRun *self,
             guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  guint n_members = hd_chakra_groups_get (self->job->groups, meeting->group)->n_ranks;

  self->groups[meeting->group].meeting = HD_NO_ID;
  self->groups[meeting->group].last_end = self->now;
  g_array_append_val (self->due, meeting->group);
  for (guint i = 0; i < n_members; i++)
    end_whole (self, self->member_slots[meeting->first_member + i]);
}

/* A member that queued behind another collective of its group has waited for that; its own begins afterwards. */
static void
begin_meeting (HdChakraRun *self,
               Group *group,
               guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  guint n_members = hd_chakra_groups_get (self->job->groups, meeting->group)->n_ranks;

  group->meeting = number;
  group->next_run = 0;
  for (guint i = 0; i < n_members; i++)
    {
      Slot *slot = get_slot (self, self->member_slots[meeting->first_member + i]);

      slot->start = MAX (slot->start, group->last_end);
    }
  if (!launch_run (self, group))
    end_meeting (self, number);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static void
serve_group (HdChakraRun *self,
             Group *group)
{
  while (group->meeting == HD_NO_ID && group->first < group->waiting->len)
    {
      guint32 meeting = g_array_index (group->waiting, guint32, group->first++);

      if (group->first == group->waiting->len)
        {
          g_array_set_size (group->waiting, 0);
          group->first = 0;
        }
      begin_meeting (self, group, meeting);
    }
}

/* What became ready queues in the order of traces. */
static void
serve_groups (HdChakraRun *self)
{
  g_array_sort (self->ready, compare_numbers);
  for (guint i = 0; i < self->ready->len; i++)
    {
      guint32 meeting = g_array_index (self->ready, guint32, i);
      guint32 group = hd_chakra_job_get_meeting (self->job, meeting)->group;

      g_array_append_val (self->groups[group].waiting, meeting);
      g_array_append_val (self->due, group);
    }
  g_array_set_size (self->ready, 0);
  g_array_sort (self->due, compare_numbers);
  for (guint i = 0; i < self->due->len; i++)
    serve_group (self, &self->groups[g_array_index (self->due, guint32, i)]);
  g_array_set_size (self->due, 0);
}

/* ---- one time ------------------------------------------------------------------------------------------------------------ */

static void
end_token (HdChakraRun *self,
           guint64 token)
{
  guint32 number = (guint32) (token >> 2);
  Message *message;
  Slot *slot;
  Group *group;

  switch ((TokenKind) (token & 3))
    {
    case TOKEN_COMPUTE:
    case TOKEN_MEMORY:
      slot = get_slot (self, number);
      self->n_parts_ended++;
      slot->parts &= ~(1u << (token & 3));
      tell_end (self, slot, (token & 3) == TOKEN_MEMORY ? HD_WORK_MEMORY : HD_WORK_COMPUTE, FALSE);
      if (slot->parts == 0)
        end_node (self, number);
      break;
    case TOKEN_MESSAGE:
      message = &self->messages[number];
      message->has_arrived = TRUE;
      end_whole (self, message->send_slot);
      if (message->receive_slot != HD_NO_ID)
        end_whole (self, message->receive_slot);
      break;
    case TOKEN_MEETING:
      group = &self->groups[hd_chakra_job_get_meeting (self->job, number)->group];
      if (!launch_run (self, group))
        end_meeting (self, number);
      break;
    }
}

static int
compare_tokens (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
start_agenda (HdChakraRun *self)
{
  while (self->first_entry < self->agenda->len)
    {
      Entry entry = g_array_index (self->agenda, Entry, self->first_entry++);

      start_node (self, &entry);
    }
  g_array_set_size (self->agenda, 0);
  self->first_entry = 0;
}

static gboolean
is_ended (gpointer data)
{
  HdChakraRun *self = data;

  return self->n_ended == self->job->n_nodes;
}

static gboolean
settle (gpointer data,
        HdTime time,
        GError **error)
{
  HdChakraRun *self = data;

  self->now = time;
  g_array_sort (self->ended, compare_tokens);
  for (guint i = 0; i < self->ended->len; i++)
    end_token (self, g_array_index (self->ended, guint64, i));
  g_array_set_size (self->ended, 0);
  do
    {
      start_agenda (self);
      serve_groups (self);
    }
  while (self->agenda->len > 0);
  if (self->n_under_way > 0 || is_ended (self))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("The traces stopped at %.12g s, though nothing keeps them from going on"),
               hd_time_to_seconds (time));
  return FALSE;
}

static void
done (gpointer data,
      guint64 token,
      HdTime time)
{
  HdChakraRun *self = data;

  self->n_under_way--;
  g_array_append_val (self->ended, token);
}

/* ---- the carrier --------------------------------------------------------------------------------------------------------- */

HdChakraRun *
hd_chakra_run_new (const HdChakraPlan *plan)
{
  HdChakraRun *self = g_new0 (HdChakraRun, 1);
  const HdChakraJob *job = plan->order->job;
  guint n_groups = hd_chakra_groups_get_length (job->groups);

  self->plan = plan;
  self->job = job;
  self->missing = g_new (guint32 *, job->n_ranks + 1);
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      self->missing[rank] = g_new (guint32, job->ranks[rank]->n_nodes + 1);
      for (guint32 node = 0; node < job->ranks[rank]->n_nodes; node++)
        self->missing[rank][node] = job->ranks[rank]->nodes[node].n_deps;
    }
  self->slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  self->free_slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->messages = g_new (Message, job->messages->len + 1);
  for (guint32 i = 0; i < job->messages->len; i++)
    self->messages[i] = (Message) { HD_NO_ID, HD_NO_ID, FALSE };
  self->members_missing = g_new (guint32, job->meetings->len + 1);
  for (guint32 i = 0; i < job->meetings->len; i++)
    self->members_missing[i] = hd_chakra_groups_get (job->groups, hd_chakra_job_get_meeting (job, i)->group)->n_ranks;
  self->member_slots = g_new (guint32, job->members->len + 1);
  self->groups = g_new (Group, n_groups);
  for (guint g = 0; g < n_groups; g++)
    self->groups[g] = (Group) { g_array_new (FALSE, FALSE, sizeof (guint32)), 0, HD_NO_ID, 0, 0 };
  self->ranks = g_new0 (Rank, job->n_ranks + 1);
  self->name_digests = g_new (guint64, hd_name_pool_get_length (job->names) + 1);
  for (guint32 i = 0; i < hd_name_pool_get_length (job->names); i++)
    self->name_digests[i] = hd_work_digest_text (hd_name_pool_get (job->names, i));
  self->agenda = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->due = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ended = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->batch = g_array_new (FALSE, FALSE, sizeof (HdTransfer));
  return self;
}

void
hd_chakra_run_free (HdChakraRun *self)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    g_free (self->missing[rank]);
  g_free (self->missing);
  g_array_unref (self->slots);
  g_array_unref (self->free_slots);
  g_free (self->messages);
  g_free (self->members_missing);
  g_free (self->member_slots);
  for (guint g = 0; g < hd_chakra_groups_get_length (self->job->groups); g++)
    g_array_unref (self->groups[g].waiting);
  g_free (self->groups);
  g_free (self->ranks);
  g_free (self->name_digests);
  g_array_unref (self->agenda);
  g_array_unref (self->ready);
  g_array_unref (self->due);
  g_array_unref (self->ended);
  g_array_unref (self->batch);
  g_free (self);
}

void
hd_chakra_run_get_times (const HdChakraRun *self,
                         guint32 rank,
                         HdChakraTimes *out_times)
{
  *out_times = self->ranks[rank].times;
}

guint64
hd_chakra_run_get_n_parts_ended (const HdChakraRun *self)
{
  return self->n_parts_ended;
}

static gboolean
start (gpointer data,
       HdNetwork *network,
       HdStepTrace *trace,
       const HdExecutionObserver *observer,
       gpointer user_data,
       GError **error)
{
  HdChakraRun *self = data;

  self->network = network;
  self->observer = observer;
  self->user_data = user_data;
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    for (guint32 node = 0; node < self->job->ranks[rank]->n_nodes; node++)
      {
        Entry entry = { rank, node, 0, HD_NO_CAUSE };

        if (self->missing[rank][node] == 0)
          g_array_append_val (self->agenda, entry);
      }
  return settle (self, 0, error);
}

static HdTime
get_next (gpointer data)
{
  return HD_TIME_MAX;
}

static void
cut (gpointer data,
     HdTime time)
{
  HdChakraRun *self = data;

  self->now = time;
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    account (self, rank);
  for (guint32 i = 0; i < self->slots->len; i++)
    {
      const Slot *slot = get_slot (self, i);

      if (!slot->in_use)
        continue;
      if (slot->parts & 1u << TOKEN_COMPUTE)
        tell_end (self, slot, HD_WORK_COMPUTE, TRUE);
      if (slot->parts & 1u << TOKEN_MEMORY)
        tell_end (self, slot, HD_WORK_MEMORY, TRUE);
      if (slot->parts == 0)
        tell_end (self, slot, get_work_kind (get_node (self, &slot->entry)->kind), TRUE);
    }
}

static guint64
get_n_completions (gpointer data)
{
  return ((HdChakraRun *) data)->n_ended;
}

static double
get_progress (gpointer data)
{
  HdChakraRun *self = data;

  return self->job->n_nodes > 0 ? (double) self->n_ended / (double) self->job->n_nodes : 1;
}

static void
get_digest (gpointer data,
            guint lane_class,
            guint64 *out_digest)
{
  HdChakraRun *self = data;
  const HdWorkDigest *digest = &self->ranks[lane_class % self->job->n_ranks].digests[lane_class / self->job->n_ranks];

  out_digest[0] = digest->sum[0];
  out_digest[1] = digest->sum[1];
}

static void
free_run (gpointer data)
{
  hd_chakra_run_free (data);
}

const HdCarrierClass hd_chakra_run_carrier = {
  .start = start,
  .done = done,
  .settle = settle,
  .get_next = get_next,
  .is_ended = is_ended,
  .cut = cut,
  .get_n_completions = get_n_completions,
  .get_progress = get_progress,
  .get_digest = get_digest,
  .free = free_run,
};
