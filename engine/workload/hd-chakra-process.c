/* hd-chakra-process.c: ranks that execute their Chakra traces on the nodes of the packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * States of traces' nodes belong to the agent of the rank's node, which alone touches them, as it does the arrivals of messages to it. What ends is
 * noted in a log of the node's partition.
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-chakra-order.h"
#include "hd-chakra-units.h"
#include "hd-i18n.h"
#include "hd-node-log.h"
#include "hd-overlap.h"
#include "hd-turn-walk.h"
#include "hd-work-digest.h"

#define MAX_LISTED 10
#define TICKS_PER_US 1000000.0
#define STORED (G_GUINT64_CONSTANT (1) << 63)

typedef enum
{
  PACKET_STEP,    /* meeting << 24 | step */
  PACKET_MESSAGE, /* its number */
  PACKET_REQUEST, /* node of the asking rank's trace */
  PACKET_STORE,   /* node of the storing rank's trace << 1 | whether it is the last piece */
  PACKET_DONE,    /* node of the receiver's trace << 1 | whether it is the last piece: data of a load, or what says that others are there */
  N_KINDS,
} Packet;

/* What a node has under way, a bit for each. */
typedef enum
{
  TASK_COMPUTE = 1,
  TASK_MEMORY = 2,
  TASK_COMM = 4,
  TASK_QUEUED = 8, /* a collective before its turn in its group */
} Task;

typedef struct
{
  guint32 missing;       /* dependencies that have not ended */
  guint8 tasks;
  guint8 has_started;
  guint8 is_told;        /* parts have spans of their own */
  guint32 cause_class;
  guint64 cause_index;
  HdTime start;          /* of a collective when it has its turn */
  HdTime compute_start;
  HdTime memory_start;
  HdTurnPlace place;     /* of a collective */
} State;

/* A queue that is emptied from its front. */
typedef struct
{
  GArray *entries;
  guint first;
} Queue;

typedef struct
{
  HdChakraProcesses *all;
  guint32 rank;          /* HD_NO_ID for a memory alone */
  State *states;         /* by node of the trace */
  HdProcessor processor;
  HdNodeServer servers[HD_NODE_N_SERVERS];
  HdChakraUnit units[HD_CHAKRA_N_UNITS];
  Queue agenda;          /* of HdChakraEntry: may start */
  Queue ended;           /* of guint32: have nothing more under way */
  GHashTable *early;     /* steps of collectives that came before their time; NULL before the first */
  HdOverlap overlap;
  guint n_timed;         /* computations that take a duration */
  HdTime timed_since;
  double timed;          /* picoseconds before that */
  HdTime end;
  guint64 n_spans[2];    /* by lane */
  guint64 n_events;
} Process;

struct _HdChakraProcesses
{
  const HdChakraOrder *order; /* borrowed, as the next */
  const HdChakraJob *job;
  HdDesign *design;
  HdPacketNetwork *network;
  State *states;            /* of all ranks */
  Process **processes;      /* by node of the design, or NULL: states of agents, borrowed */
  guint8 *has_arrived;      /* by message */
  GPtrArray *turns;         /* of HdRankTurns */
  guint32 *meeting_turns;   /* by meeting */
  guint32 *places;          /* by meeting: its turn in its group */
  guint32 *first_of_group;  /* by group: of the next */
  guint32 *sequence;        /* meetings of each group in their order */
  guint32 *first_member;    /* by group: of the next */
  guint32 *n_joined;        /* by group and member: collectives of the group that have ended there */
  guint64 *names;           /* by name: digests */
  HdNodeLog *log;           /* of HdChakraEvent */
  guint64 *n_ended;         /* by partition */
  guint n_partitions;
};

/* ---- queues ---------------------------------------------------------------------------------------------------------- */

static gboolean
take (Queue *self,
      gpointer out_entry)
{
  guint size = g_array_get_element_size (self->entries);

  if (self->first == self->entries->len)
    return FALSE;
  memcpy (out_entry, self->entries->data + (gsize) size * self->first++, size);
  if (self->first == self->entries->len)
    {
      g_array_set_size (self->entries, 0);
      self->first = 0;
    }
  return TRUE;
}

static void
put_ended (Process *process,
           guint32 number)
{
  g_array_append_val (process->ended.entries, number);
}

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static const HdChakraNode *
get_node (const Process *process,
          guint32 number)
{
  return &process->all->job->ranks[process->rank]->nodes[number];
}

static guint
get_side (const Process *process,
          guint32 number)
{
  return get_node (process, number)->kind >= HD_CHAKRA_SEND;
}

static HdChakraEvent
make_event (const Process *process,
            guint32 number,
            HdWorkKind kind,
            HdTime start,
            HdTime end)
{
  const State *state = &process->states[number];

  return (HdChakraEvent){ process->rank, number, kind, process->n_events, state->cause_class, state->cause_index, start, end };
}

static void
note (Process *process,
      HdPacketNode *node,
      guint32 number,
      HdWorkKind kind,
      HdTime start)
{
  const HdChakraEvent event = make_event (process, number, kind, start, hd_packet_node_get_now (node));

  hd_node_log_add (process->all->log, node, &event);
  process->n_events++;
  process->n_spans[get_side (process, number)]++;
  process->states[number].is_told = TRUE;
}

/* What runs on the host is work of neither kind. */
static void
count_in (Process *process,
          HdTime now,
          guint32 number,
          int change)
{
  if (get_node (process, number)->is_host)
    return;
  hd_overlap_count (&process->overlap, now);
  if (get_side (process, number))
    process->overlap.n_communicating += (guint) change;
  else
    process->overlap.n_computing += (guint) change;
}

/* ---- computations and accesses --------------------------------------------------------------------------------------- */

/* Whether the time of a computation is what shows how busy its component is. */
static gboolean
is_timed (const Process *process,
          guint32 number)
{
  const HdChakraNode *node = get_node (process, number);

  return node->kind == HD_CHAKRA_COMPUTE && !node->is_host && !process->all->order->roofline;
}

static void
count_timed (Process *process,
             HdTime now,
             int change)
{
  process->timed += (double) process->n_timed * (double) (now - process->timed_since);
  process->timed_since = now;
  process->n_timed += (guint) change;
}

static guint64
make_wake (guint32 number,
           Task task)
{
  return (guint64) number << 4 | task;
}

static void
start_operations (Process *process,
                  HdPacketNode *node,
                  guint32 number,
                  double operations)
{
  State *state = &process->states[number];
  double speed_up = process->all->order->half_precision ? process->processor.fp16_rate / process->processor.fp32_rate : 1;
  HdTime now = hd_packet_node_get_now (node);

  state->tasks |= TASK_COMPUTE;
  hd_node_wake_at (node, hd_node_server_use (&process->servers[HD_NODE_COMPUTE], now, operations / speed_up, &state->compute_start),
                   make_wake (number, TASK_COMPUTE));
}

static void
start_local (Process *process,
             HdPacketNode *node,
             guint32 number,
             double bytes)
{
  State *state = &process->states[number];
  HdTime now = hd_packet_node_get_now (node);

  state->tasks |= TASK_MEMORY;
  hd_node_wake_at (node, hd_node_server_use (&process->servers[HD_NODE_LOCAL], now, bytes, &state->memory_start), make_wake (number, TASK_MEMORY));
}

/* A memory that takes its time gets data in pieces, of which it keeps the first while the next come. */
static void
start_remote (Process *process,
              HdPacketNode *node,
              guint32 number,
              double bytes)
{
  State *state = &process->states[number];
  guint32 home = process->processor.home;
  HdPacket packet = { .destination = home, .kind = PACKET_REQUEST, .data = number };

  state->tasks |= TASK_MEMORY;
  state->memory_start = hd_packet_node_get_now (node);
  if (get_node (process, number)->kind == HD_CHAKRA_LOAD)
    {
      hd_packet_node_send (node, &packet, 0);
      return;
    }
  packet.kind = PACKET_STORE;
  hd_node_send_volume (node, NULL, process->all->processes[home]->servers[HD_NODE_HOME].per_s > 0, &packet, number, bytes);
}

static void
start_duration (Process *process,
                HdPacketNode *node,
                guint32 number)
{
  const HdChakraNode *trace_node = get_node (process, number);
  State *state = &process->states[number];
  double duration = (double) trace_node->duration_us * TICKS_PER_US;
  Task task = trace_node->kind == HD_CHAKRA_COMPUTE ? TASK_COMPUTE : TASK_MEMORY;
  HdTime now = hd_packet_node_get_now (node);

  state->tasks |= task;
  state->compute_start = state->memory_start = now;
  if (is_timed (process, number))
    count_timed (process, now, 1);
  hd_node_wake_at (node, duration < (double) (HD_TIME_MAX - now) ? now + (HdTime) duration : HD_TIME_MAX, make_wake (number, task));
}

/* A computation, and beside it its traffic; or an access. What has neither operations nor bytes that count here takes its duration. */
static void
start_work (Process *process,
            HdPacketNode *node,
            guint32 number)
{
  const HdChakraNode *trace_node = get_node (process, number);
  gboolean computes = trace_node->kind == HD_CHAKRA_COMPUTE;
  HdChakraWork work = { 0 };

  if (trace_node->detail != HD_CHAKRA_NO_DETAIL && (!computes || process->all->order->roofline))
    work = g_array_index (process->all->job->ranks[process->rank]->works, HdChakraWork, trace_node->detail);
  if (computes && work.operations > 0)
    start_operations (process, node, number, work.operations);
  if (work.bytes > 0 && !computes && process->processor.home != HD_NO_ID)
    start_remote (process, node, number, work.bytes);
  else if (work.bytes > 0 && process->servers[HD_NODE_LOCAL].per_s > 0)
    start_local (process, node, number, work.bytes);
  if (process->states[number].tasks == 0 && trace_node->duration_us > 0)
    start_duration (process, node, number);
  else if (process->states[number].tasks == 0)
    put_ended (process, number);
}

static void
end_task (Process *process,
          HdPacketNode *node,
          guint32 number,
          Task task)
{
  State *state = &process->states[number];

  if (task == TASK_COMPUTE && is_timed (process, number))
    count_timed (process, hd_packet_node_get_now (node), -1);
  state->tasks &= (guint8) ~task;
  note (process, node, number, task == TASK_COMPUTE ? HD_WORK_COMPUTE : HD_WORK_MEMORY, task == TASK_COMPUTE ? state->compute_start : state->memory_start);
  if (state->tasks == 0)
    put_ended (process, number);
}

/* ---- the memory of others -------------------------------------------------------------------------------------------- */

static void
say_done (HdPacketNode *node,
          guint32 destination,
          guint32 number)
{
  hd_packet_node_send (node, &(HdPacket){ .destination = destination, .kind = PACKET_DONE, .data = (guint64) number << 1 | 1 }, 0);
}

static void
serve_request (Process *process,
               HdPacketNode *node,
               const HdPacket *request)
{
  const Process *asking = process->all->processes[request->source];
  guint32 number = (guint32) request->data;
  const HdChakraRank *trace = process->all->job->ranks[asking->rank];
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  const HdPacket data = { .destination = request->source, .kind = PACKET_DONE };

  hd_node_send_volume (node, server, server->per_s > 0, &data, number, g_array_index (trace->works, HdChakraWork, trace->nodes[number].detail).bytes);
}

static void
keep (Process *process,
      HdPacketNode *node,
      const HdPacket *piece)
{
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  HdTime now = hd_packet_node_get_now (node), start, end = now;

  if (server->per_s > 0)
    end = hd_node_server_use (server, now, (double) piece->bytes, &start);
  if (end == HD_TIME_MAX || ((piece->data & 1) != 0 && end > now))
    hd_node_wake_at (node, end, STORED | (guint64) process->all->processes[piece->source]->rank << 32 | piece->data >> 1);
  else if ((piece->data & 1) != 0)
    say_done (node, piece->source, (guint32) (piece->data >> 1));
}

/* ---- communications -------------------------------------------------------------------------------------------------- */

/* A member of a collective that sends. */
typedef struct
{
  const HdChakraProcesses *all;
  HdPacketNode *node;
  guint32 meeting;
} Sender;

static const HdRankTurns *
get_turns (const HdChakraProcesses *self,
           guint32 meeting)
{
  return g_ptr_array_index (self->turns, self->meeting_turns[meeting]);
}

static const HdChakraGroup *
get_group (const HdChakraProcesses *self,
           guint32 meeting)
{
  return hd_chakra_groups_get (self->job->groups, hd_chakra_job_get_meeting (self->job, meeting)->group);
}

static void
send_step (gpointer data,
           const HdTurnSend *send,
           guint32 step)
{
  const Sender *sender = data;
  const HdChakraOrder *order = sender->all->order;
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (order->job, sender->meeting);
  const HdChakraGroup *group = get_group (sender->all, sender->meeting);
  guint place = (hd_chakra_order_get_first (order, meeting) + send->destination) % group->n_ranks;
  HdPacket packet = { .destination = order->nodes[group->ranks[place]], .kind = PACKET_STEP };

  packet.bytes = (guint64) llround (hd_chakra_order_get_bytes (order, meeting) * send->n_chunks / get_turns (sender->all, sender->meeting)->n_chunks);
  packet.data = (guint64) sender->meeting << HD_TURN_STEP_BITS | step;
  hd_packet_node_send (sender->node, &packet, 0);
}

/* The place of the rank in the group. */
static guint
find_place (const Process *process,
            guint32 meeting)
{
  guint place = 0;

  hd_chakra_group_has (get_group (process->all, meeting), process->rank, &place);
  return place;
}

static guint32
find_member (const Process *process,
             guint32 meeting)
{
  return hd_chakra_job_get_member (process->all->job, hd_chakra_job_get_meeting (process->all->job, meeting)->first_member + find_place (process, meeting));
}

static HdTurnWay
make_way (Process *process,
          Sender *sender)
{
  const HdChakraProcesses *self = process->all;
  guint n_ranks = get_group (self, sender->meeting)->n_ranks;
  guint first = hd_chakra_order_get_first (self->order, hd_chakra_job_get_meeting (self->job, sender->meeting));

  return (HdTurnWay){ .turns = get_turns (self, sender->meeting), .rank = (find_place (process, sender->meeting) + n_ranks - first) % n_ranks,
                      .number = sender->meeting, .early = &process->early, .send = send_step, .data = sender };
}

static void
begin_member (Process *process,
              HdPacketNode *node,
              guint32 number,
              guint32 meeting)
{
  State *state = &process->states[number];
  Sender sender = { process->all, node, meeting };
  HdTurnWay way = make_way (process, &sender);

  state->tasks = TASK_COMM;
  state->start = hd_packet_node_get_now (node);
  if (hd_turn_walk_begin (&state->place, &way))
    put_ended (process, number);
}

static guint32 *
get_n_joined (const Process *process,
              guint32 meeting)
{
  const HdChakraProcesses *self = process->all;

  return &self->n_joined[self->first_member[hd_chakra_job_get_meeting (self->job, meeting)->group] + find_place (process, meeting)];
}

static void
start_member (Process *process,
              HdPacketNode *node,
              guint32 number,
              guint32 meeting)
{
  if (process->all->order->one_each || *get_n_joined (process, meeting) == process->all->places[meeting])
    begin_member (process, node, number, meeting);
  else
    process->states[number].tasks = TASK_QUEUED;
}

/* The next of the group, if it waits for this: then this has released it. */
static void
end_member (Process *process,
            HdPacketNode *node,
            guint32 meeting,
            guint32 cause_class,
            guint64 cause_index)
{
  const HdChakraProcesses *self = process->all;
  guint32 group = hd_chakra_job_get_meeting (self->job, meeting)->group;
  guint32 next = self->first_of_group[group] + ++*get_n_joined (process, meeting), number;

  if (next == self->first_of_group[group + 1])
    return;
  number = find_member (process, self->sequence[next]);
  if ((process->states[number].tasks & TASK_QUEUED) == 0)
    return;
  process->states[number].cause_class = cause_class;
  process->states[number].cause_index = cause_index;
  begin_member (process, node, number, self->sequence[next]);
}

static void
receive_step (Process *process,
              HdPacketNode *node,
              const HdPacket *packet)
{
  Sender sender = { process->all, node, (guint32) (packet->data >> HD_TURN_STEP_BITS) };
  guint32 number = find_member (process, sender.meeting);
  State *state = &process->states[number];
  HdTurnWay way = make_way (process, &sender);

  if (hd_turn_walk_receive ((state->tasks & TASK_COMM) != 0 ? &state->place : NULL, &way, packet->data & ((1u << HD_TURN_STEP_BITS) - 1)))
    put_ended (process, number);
}

static void
start_send (Process *process,
            HdPacketNode *node,
            guint32 link)
{
  const HdChakraMessage *message = hd_chakra_job_get_message (process->all->job, link);
  const HdPacket packet = { .destination = process->all->order->nodes[message->destination], .kind = PACKET_MESSAGE,
                            .bytes = (guint64) llround (message->bytes), .data = link };

  hd_packet_node_send (node, &packet, 0);
}

static void
receive_message (Process *process,
                 HdPacketNode *node,
                 const HdPacket *packet)
{
  const HdChakraMessage *message = hd_chakra_job_get_message (process->all->job, (guint32) packet->data);

  process->all->has_arrived[packet->data] = TRUE;
  say_done (node, packet->source, message->source_node);
  if (process->states[message->destination_node].tasks != 0)
    put_ended (process, message->destination_node);
}

/* ---- the trace ------------------------------------------------------------------------------------------------------- */

/* Those that wait for the node miss one thing less. */
static void
release (Process *process,
         HdPacketNode *node,
         guint32 number,
         guint32 cause_class,
         guint64 cause_index)
{
  const HdChakraRank *trace = process->all->job->ranks[process->rank];

  process->all->n_ended[hd_packet_node_get_partition (node)]++;
  for (guint32 i = trace->first_out[number]; i < trace->first_out[number + 1]; i++)
    if (--process->states[trace->out[i]].missing == 0)
      {
        const HdChakraEntry entry = { process->rank, trace->out[i], cause_class, cause_index };

        g_array_append_val (process->agenda.entries, entry);
      }
}

static void
start_node (Process *process,
            HdPacketNode *node,
            const HdChakraEntry *entry)
{
  const HdChakraNode *trace_node = get_node (process, entry->node);
  State *state = &process->states[entry->node];
  guint32 link;

  state->has_started = TRUE;
  if (trace_node->kind == HD_CHAKRA_NOTE)
    {
      release (process, node, entry->node, entry->cause_class, entry->cause_index);
      return;
    }
  state->cause_class = entry->cause_class;
  state->cause_index = entry->cause_index;
  state->start = hd_packet_node_get_now (node);
  count_in (process, state->start, entry->node, 1);
  if (trace_node->kind < HD_CHAKRA_SEND)
    {
      start_work (process, node, entry->node);
      return;
    }
  state->tasks = TASK_COMM;
  link = process->all->job->links[process->rank][trace_node->detail];
  if (trace_node->kind == HD_CHAKRA_SEND)
    start_send (process, node, link);
  else if (trace_node->kind == HD_CHAKRA_COLLECTIVE)
    start_member (process, node, entry->node, link);
  else if (process->all->has_arrived[link])
    put_ended (process, entry->node);
}

static void
finish_node (Process *process,
             HdPacketNode *node,
             guint32 number)
{
  const HdChakraProcesses *self = process->all;
  const HdChakraNode *trace_node = get_node (process, number);
  State *state = &process->states[number];
  guint side = get_side (process, number);
  guint32 lane_class = process->rank + side * self->job->n_ranks;
  HdChakraUnitKind unit = hd_chakra_unit_find (trace_node);

  state->tasks = 0;
  if (!state->is_told)
    note (process, node, number, hd_chakra_kind_get_work (trace_node->kind), state->start);
  process->end = hd_packet_node_get_now (node);
  count_in (process, process->end, number, -1);
  hd_packet_node_record (node, 0, self->names[trace_node->name] ^ trace_node->id);
  if (self->order->one_each && unit < HD_CHAKRA_N_UNITS)
    hd_chakra_unit_release (&process->units[unit], lane_class, process->n_spans[side] - 1);
  release (process, node, number, lane_class, process->n_spans[side] - 1);
  if (trace_node->kind == HD_CHAKRA_COLLECTIVE)
    end_member (process, node, self->job->links[process->rank][trace_node->detail], lane_class, process->n_spans[side] - 1);
}

static void
issue (Process *process,
       HdPacketNode *node,
       const HdChakraEntry *entry)
{
  const HdChakraNode *trace_node = get_node (process, entry->node);
  HdChakraUnitKind unit = hd_chakra_unit_find (trace_node);

  if (process->all->order->one_each && unit < HD_CHAKRA_N_UNITS)
    hd_chakra_unit_push (&process->units[unit], entry, trace_node->id, hd_packet_node_get_now (node));
  else
    start_node (process, node, entry);
}

static gboolean
serve_units (Process *process,
             HdPacketNode *node)
{
  HdChakraEntry entry;

  for (guint i = 0; i < HD_CHAKRA_N_UNITS; i++)
    if (process->units[i].waiting != NULL && hd_chakra_unit_take (&process->units[i], hd_packet_node_get_now (node), &entry))
      {
        start_node (process, node, &entry);
        return TRUE;
      }
  return FALSE;
}

/* Until nothing more happens at this time. All that may start is known before a unit chooses. */
static void
settle (Process *process,
        HdPacketNode *node)
{
  HdChakraEntry entry;
  guint32 number;

  for (;;)
    if (take (&process->ended, &number))
      finish_node (process, node, number);
    else if (take (&process->agenda, &entry))
      issue (process, node, &entry);
    else if (!serve_units (process, node))
      return;
}

/* ---- the agent ------------------------------------------------------------------------------------------------------- */

static void
start (HdPacketNode *node,
       gpointer state)
{
  Process *process = state;

  if (process->rank == HD_NO_ID)
    return;
  for (guint32 i = 0; i < process->all->job->ranks[process->rank]->n_nodes; i++)
    if (process->states[i].missing == 0)
      {
        const HdChakraEntry entry = { process->rank, i, 0, HD_NO_CAUSE };

        g_array_append_val (process->agenda.entries, entry);
      }
  settle (process, node);
}

static void
end_access (Process *process,
            HdPacketNode *node,
            guint32 number)
{
  if (get_node (process, number)->kind == HD_CHAKRA_SEND)
    put_ended (process, number);
  else
    end_task (process, node, number, TASK_MEMORY);
}

static void
receive (HdPacketNode *node,
         gpointer state,
         const HdPacket *packet)
{
  Process *process = state;

  switch ((Packet) packet->kind)
    {
    case PACKET_STEP:
      receive_step (process, node, packet);
      break;
    case PACKET_MESSAGE:
      receive_message (process, node, packet);
      break;
    case PACKET_REQUEST:
      serve_request (process, node, packet);
      break;
    case PACKET_STORE:
      keep (process, node, packet);
      break;
    case PACKET_DONE:
      if ((packet->data & 1) != 0)
        end_access (process, node, (guint32) (packet->data >> 1));
      break;
    case N_KINDS:
    default:
      g_assert_not_reached ();
    }
  settle (process, node);
}

static void
wake (HdPacketNode *node,
      gpointer state,
      guint64 data)
{
  Process *process = state;

  if ((data & STORED) != 0)
    say_done (node, process->all->order->nodes[(data & ~STORED) >> 32], (guint32) data);
  else
    end_task (process, node, (guint32) (data >> 4), data & 15);
  settle (process, node);
}

static void
clear (gpointer state)
{
  Process *process = state;

  if (process->all == NULL)
    return;
  for (guint i = 0; i < HD_CHAKRA_N_UNITS; i++)
    hd_chakra_unit_clear (&process->units[i]);
  g_array_unref (process->agenda.entries);
  g_array_unref (process->ended.entries);
  g_clear_pointer (&process->early, g_hash_table_unref);
}

static const HdPacketAgent agent = {
  .state_size = sizeof (Process), .n_kinds = N_KINDS, .start = start, .receive = receive, .wake = wake, .clear = clear,
};

/* ---- preparing ------------------------------------------------------------------------------------------------------- */

/* Members of a communicator differ, so a node has one rank. */
static void
add_process (HdChakraProcesses *self,
             guint32 node,
             guint32 rank)
{
  Process *process = self->processes[node];

  if (process == NULL)
    {
      guint number = hd_packet_network_set_agent (self->network, node, &agent, self);

      process = self->processes[node] = hd_packet_network_get_agent_state (self->network, node, number);
      process->all = self;
      process->rank = HD_NO_ID;
      process->agenda.entries = g_array_new (FALSE, FALSE, sizeof (HdChakraEntry));
      process->ended.entries = g_array_new (FALSE, FALSE, sizeof (guint32));
      hd_processor_get (self->design, node, &process->processor);
      hd_node_servers_init (process->servers, self->design, node, &process->processor);
    }
  if (rank == HD_NO_ID)
    return;
  g_assert (process->rank == HD_NO_ID);
  process->rank = rank;
  for (guint i = 0; self->order->one_each && i < HD_CHAKRA_N_UNITS; i++)
    hd_chakra_unit_init (&process->units[i]);
}

/* Ranks, and the memories that they use. */
static void
add_processes (HdChakraProcesses *self)
{
  State *next = self->states;

  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      const HdChakraRank *trace = self->job->ranks[rank];
      guint32 node = self->order->nodes[rank], home = hd_chakra_order_find_home (self->order, self->design, rank);

      add_process (self, node, rank);
      if (home != HD_NO_ID)
        add_process (self, home, HD_NO_ID);
      self->processes[node]->states = next;
      for (guint32 i = 0; i < trace->n_nodes; i++)
        *next++ = (State){ .missing = trace->nodes[i].n_deps };
    }
}

/* Collectives with the same algorithm and as many members have their turns in common. */
static gboolean
add_turns (HdChakraProcesses *self,
           GError **error)
{
  for (guint32 m = 0; m < self->job->meetings->len; m++)
    {
      const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, m);
      const HdCollective *algorithm = hd_chakra_order_get_algorithm (self->order, meeting->type);
      guint n_ranks = hd_chakra_groups_get (self->job->groups, meeting->group)->n_ranks;
      guint t = 0;

      if (!hd_budget_may_go_on (hd_budget_get_current (), error))
        return FALSE;
      for (; t < self->turns->len; t++)
        {
          const HdRankTurns *turns = g_ptr_array_index (self->turns, t);

          if (turns->algorithm == algorithm && turns->n_ranks == n_ranks)
            break;
        }
      self->meeting_turns[m] = t;
      if (t < self->turns->len)
        continue;
      g_ptr_array_add (self->turns, hd_rank_turns_new (algorithm, n_ranks, error));
      if (g_ptr_array_index (self->turns, t) == NULL || !hd_turn_walk_check (g_ptr_array_index (self->turns, t), error))
        return FALSE;
    }
  return TRUE;
}

static void
add_sequences (HdChakraProcesses *self)
{
  guint n_groups = hd_chakra_groups_get_length (self->job->groups);

  hd_chakra_order_find_places (self->job, self->places);
  for (guint32 m = 0; m < self->job->meetings->len; m++)
    self->first_of_group[hd_chakra_job_get_meeting (self->job, m)->group + 1]++;
  for (guint g = 0; g < n_groups; g++)
    {
      self->first_of_group[g + 1] += self->first_of_group[g];
      self->first_member[g + 1] = self->first_member[g] + hd_chakra_groups_get (self->job->groups, g)->n_ranks;
    }
  for (guint32 m = 0; m < self->job->meetings->len; m++)
    self->sequence[self->first_of_group[hd_chakra_job_get_meeting (self->job, m)->group] + self->places[m]] = m;
  self->n_joined = g_new0 (guint32, self->first_member[n_groups] + 1);
}

static void
free_turns (gpointer data)
{
  if (data != NULL)
    hd_rank_turns_free (data);
}

static void
allocate (HdChakraProcesses *self)
{
  guint n_groups = hd_chakra_groups_get_length (self->job->groups), n_meetings = self->job->meetings->len;

  self->states = g_new (State, self->job->n_nodes + 1);
  self->processes = g_new0 (Process *, hd_design_get_n_nodes (self->design) + 1);
  self->has_arrived = g_new0 (guint8, self->job->messages->len + 1);
  self->turns = g_ptr_array_new_with_free_func (free_turns);
  self->meeting_turns = g_new0 (guint32, n_meetings + 1);
  self->places = g_new0 (guint32, n_meetings + 1);
  self->first_of_group = g_new0 (guint32, n_groups + 1);
  self->sequence = g_new0 (guint32, n_meetings + 1);
  self->first_member = g_new0 (guint32, n_groups + 1);
  self->names = g_new (guint64, hd_name_pool_get_length (self->job->names) + 1);
  for (guint32 i = 0; i < hd_name_pool_get_length (self->job->names); i++)
    self->names[i] = hd_work_digest_text (hd_name_pool_get (self->job->names, i));
  self->n_partitions = hd_packet_network_get_n_partitions (self->network);
  self->log = hd_node_log_new (self->network, sizeof (HdChakraEvent));
  self->n_ended = g_new0 (guint64, self->n_partitions + 1);
}

HdChakraProcesses *
hd_chakra_processes_new (const HdChakraOrder *order,
                         HdDesign *design,
                         HdPacketNetwork *network,
                         GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  g_autoptr (HdChakraProcesses) self = NULL;

  if (!hd_budget_take (budget, (double) order->job->n_nodes, sizeof (State), _("States of the nodes of traces"), error))
    return NULL;
  self = g_new0 (HdChakraProcesses, 1);
  self->order = order;
  self->job = order->job;
  self->design = design;
  self->network = network;
  allocate (self);
  if (!add_turns (self, error))
    return NULL;
  add_sequences (self);
  if (!hd_budget_look (budget, error))
    return NULL;
  add_processes (self);
  return g_steal_pointer (&self);
}

void
hd_chakra_processes_free (HdChakraProcesses *self)
{
  hd_node_log_free (self->log);
  g_ptr_array_unref (self->turns);
  g_free (self->states);
  g_free (self->processes);
  g_free (self->has_arrived);
  g_free (self->meeting_turns);
  g_free (self->places);
  g_free (self->first_of_group);
  g_free (self->sequence);
  g_free (self->first_member);
  g_free (self->n_joined);
  g_free (self->names);
  g_free (self->n_ended);
  g_free (self);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  const HdChakraEvent *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

void
hd_chakra_processes_take_events (HdChakraProcesses *self,
                                 GArray *events)
{
  hd_node_log_take (self->log, events);
  g_array_sort (events, compare_events);
}

static void
add_running (const Process *process,
             guint32 number,
             HdWorkKind kind,
             HdTime start,
             HdTime time,
             GArray *events)
{
  const HdChakraEvent event = make_event (process, number, kind, start, time);

  if (start <= time)
    g_array_append_val (events, event);
}

void
hd_chakra_processes_add_running (HdChakraProcesses *self,
                                 HdTime time,
                                 GArray *events)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      Process *process = self->processes[self->order->nodes[rank]];

      hd_overlap_count (&process->overlap, MAX (time, process->overlap.since));
      for (guint32 i = 0; i < self->job->ranks[rank]->n_nodes; i++)
        {
          const State *state = &process->states[i];

          if ((state->tasks & TASK_COMPUTE) != 0)
            add_running (process, i, HD_WORK_COMPUTE, state->compute_start, time, events);
          if ((state->tasks & TASK_MEMORY) != 0)
            add_running (process, i, HD_WORK_MEMORY, state->memory_start, time, events);
          if ((state->tasks & (TASK_COMM | TASK_QUEUED)) != 0)
            add_running (process, i, hd_chakra_kind_get_work (get_node (process, i)->kind), state->start, time, events);
        }
    }
}

guint64
hd_chakra_processes_get_n_ended (HdChakraProcesses *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    n += self->n_ended[i];
  return n;
}

/* The rank that a node under way waits for: of a collective the first that is not in it, or not yet out of it. */
static guint32
find_awaited (const HdChakraProcesses *self,
              guint32 rank,
              const HdChakraNode *node)
{
  const HdChakraComm *comm = hd_chakra_job_get_comm (self->job, rank, node->detail);
  const HdChakraMeeting *meeting;
  const HdChakraGroup *group;

  if (node->kind != HD_CHAKRA_COLLECTIVE)
    return comm->peer;
  meeting = hd_chakra_job_get_meeting (self->job, self->job->links[rank][node->detail]);
  group = hd_chakra_groups_get (self->job->groups, meeting->group);
  for (guint i = 0; i < group->n_ranks; i++)
    {
      guint32 member = hd_chakra_job_get_member (self->job, meeting->first_member + i);

      if (!self->processes[self->order->nodes[group->ranks[i]]]->states[member].has_started)
        return group->ranks[i];
    }
  return rank;
}

char *
hd_chakra_processes_dup_waiting (HdChakraProcesses *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint32 rank = 0; rank < self->job->n_ranks && n <= MAX_LISTED; rank++)
    for (guint32 i = 0; i < self->job->ranks[rank]->n_nodes && n <= MAX_LISTED; i++)
      {
        const Process *process = self->processes[self->order->nodes[rank]];
        const HdChakraNode *node = get_node (process, i);

        if ((process->states[i].tasks & (TASK_COMM | TASK_QUEUED)) == 0)
          continue;
        if (n++ > 0)
          g_string_append (text, "; ");
        if (n > MAX_LISTED)
          g_string_append (text, "…");
        else
          g_string_append_printf (text, _("rank %u at node %" PRIu64 " “%.80s” for rank %u"), rank, node->id, hd_name_pool_get (self->job->names, node->name),
                                  find_awaited (self, rank, node));
      }
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

void
hd_chakra_processes_read_rank (HdChakraProcesses *self,
                               guint32 rank,
                               HdExecutionRank *out_rank)
{
  guint32 node = self->order->nodes[rank];
  const Process *process = self->processes[node];

  *out_rank = (HdExecutionRank){ node, process->overlap.computed, process->overlap.exposed, process->end };
}

const HdNodeServer *
hd_chakra_processes_get_server (HdChakraProcesses *self,
                                guint32 node,
                                HdNodeServerKind kind)
{
  return self->processes[node] != NULL ? &self->processes[node]->servers[kind] : NULL;
}

double
hd_chakra_processes_get_timed (HdChakraProcesses *self,
                               guint32 node,
                               HdTime time)
{
  const Process *process = self->processes[node];

  return process->timed + (double) process->n_timed * (double) MAX (time - process->timed_since, 0);
}
