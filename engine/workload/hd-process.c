/* hd-process.c: processes that execute their programs on the nodes of the packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * States of parts and tokens of edges lie in arrays of all; each is touched by the agent of the node where the part is alone. What ends is noted in a
 * log of the node's partition.
 */
#define G_LOG_DOMAIN "hd-process"

#include "hd-process.h"

#include <inttypes.h>
#include <math.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-processor.h"

#define MAX_LISTED 20
#define MAX_COMPLETIONS_AT_ONCE 100000 /* and a hundred more for each part */
#define STEP_BITS 24
#define RUN_BITS 16
#define N_PIECES 256                   /* in which a memory with a bandwidth gives a volume, at most */
#define LEAST_PIECE 65536.0

typedef enum
{
  PACKET_STEP,    /* part << 40 | run << 24 | step */
  PACKET_TOKEN,   /* edge */
  PACKET_REQUEST, /* part */
  PACKET_DATA,    /* part << 1 | whether it is the last piece */
  N_KINDS,
} Packet;

/* What a part has under way, a bit for each. */
typedef enum
{
  TASK_COMPUTE = 1,
  TASK_MEMORY = 2,
  TASK_MOVE = 4,
  TASK_COMM = 8,
} Task;

typedef struct
{
  guint32 missing;     /* edges without token */
  guint32 n_runs;      /* begun */
  guint32 cause;       /* part */
  guint8 tasks;
  gboolean running;
  gboolean parked;     /* starts iterations, after the last one */
  gboolean is_ready;   /* waits for its channel */
  HdTime start;        /* of this run; of a communication when it has its channel */
  HdTime compute_start;
  HdTime memory_start;
  /* of a communication */
  guint32 turn;        /* of its rank's */
  guint32 step;        /* of that turn */
  guint32 n_received;  /* in this step */
  GHashTable *early;   /* (run << 24 | step) + 1 -> messages that came before their step; NULL before the first */
} State;

typedef struct
{
  double per_s;
  HdTime free_at;
  double busy; /* picoseconds that have been given away, also of the future */
} Server;

/* Parts of a node on one channel, in the order in which they use it. */
typedef struct
{
  GArray *parts; /* of guint32; NULL if there are none */
  guint next;
  gboolean is_busy;
} Channel;

typedef struct
{
  HdProcesses *all;
  Server servers[HD_PROCESS_N_SERVERS];
  HdProcessor processor;
  Channel *channels;
  GArray *done;        /* of guint32: parts that have ended and are not completed */
  HdTime now;          /* of the last completion */
  guint64 n_here;      /* completions at that time */
  guint n_computing;
  guint n_communicating;
  HdTime since;        /* that both have been as they are */
  HdTime exposed;
} Process;

struct _HdProcesses
{
  const HdProgram *program; /* borrowed, as the next */
  HdDesign *design;
  HdPacketNetwork *network;
  guint iterations;
  State *states;       /* by part */
  gint32 *tokens;      /* by edge */
  guint32 *nets;       /* by vertex: of the network */
  guint64 *names;      /* by vertex: digests */
  Process **processes; /* by node, or NULL: states of agents, borrowed */
  GArray **logs;       /* by partition: of HdProcessEvent */
  guint64 *n_completions; /* by partition */
  gint64 *n_running;   /* by partition */
  guint n_partitions;
};

static const HdWorkVertex *
get_vertex (const HdProcesses *self,
            guint32 part)
{
  return hd_workload_graph_get_vertex (self->program->graph, self->program->parts[part].vertex);
}

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static void
note (HdProcesses *self,
      HdPacketNode *node,
      guint32 part,
      HdWorkKind kind,
      HdTime start,
      gboolean ends_iteration)
{
  const State *state = &self->states[part];
  const HdProcessEvent event = { part, state->n_runs - 1, kind, ends_iteration, state->cause, start, hd_packet_node_get_now (node) };

  g_array_append_val (self->logs[hd_packet_node_get_partition (node)], event);
}

/* Before one of the counters changes. */
static void
count_exposed (Process *process,
               HdPacketNode *node)
{
  HdTime now = hd_packet_node_get_now (node);

  if (process->n_communicating > 0 && process->n_computing == 0)
    process->exposed += now - process->since;
  process->since = now;
}

/* ---- servers --------------------------------------------------------------------------------------------------------- */

/* When the server is through with @amount, which it begins with at *out_start. */
static HdTime
use_server (Server *server,
            HdTime now,
            double amount,
            HdTime *out_start)
{
  double duration = amount / server->per_s * (double) HD_TICKS_PER_SECOND;
  HdTime start = MAX (now, server->free_at);

  *out_start = start;
  if (!(duration < (double) (HD_TIME_MAX - start)))
    return HD_TIME_MAX;
  server->busy += duration;
  server->free_at = start + (HdTime) llround (duration);
  return server->free_at;
}

static void
wake_at (HdPacketNode *node,
         HdTime time,
         guint32 part,
         Task task)
{
  if (time == HD_TIME_MAX)
    hd_packet_node_fail (node, g_error_new (HD_ERROR, HD_ERROR_LIMIT, _("A computation would end beyond %g s, where simulated time ends. Rates may be too low"),
                                            hd_time_to_seconds (HD_TIME_MAX)));
  else
    hd_packet_node_wake (node, time - hd_packet_node_get_now (node), (guint64) part << 4 | task);
}

/* ---- computations ---------------------------------------------------------------------------------------------------- */

static void
ask_home (HdProcesses *self,
          HdPacketNode *node,
          guint32 part)
{
  const HdPacket request = { .destination = hd_program_find_home (self->program, part, self->design), .kind = PACKET_REQUEST, .data = part };

  hd_packet_node_send (node, &request, 0);
}

/* Computation, and beside it what is read and written. */
static void
start_work (HdProcesses *self,
            HdPacketNode *node,
            Process *process,
            guint32 part,
            gboolean is_local)
{
  const HdWorkVertex *vertex = get_vertex (self, part);
  State *state = &self->states[part];
  HdTime now = hd_packet_node_get_now (node);
  gboolean has_traffic = vertex->volume > 0 && (!is_local || process->servers[HD_PROCESS_LOCAL].per_s > 0);

  if (vertex->work > 0)
    {
      double speed_up = vertex->half_precision ? process->processor.fp16_rate / process->processor.fp32_rate : 1;

      state->tasks |= TASK_COMPUTE;
      wake_at (node, use_server (&process->servers[HD_PROCESS_COMPUTE], now, vertex->work / speed_up, &state->compute_start), part, TASK_COMPUTE);
    }
  else if (!has_traffic)
    {
      note (self, node, part, HD_WORK_COMPUTE, now, FALSE);
    }
  if (has_traffic)
    {
      state->tasks |= TASK_MEMORY;
      state->memory_start = now;
      if (is_local)
        wake_at (node, use_server (&process->servers[HD_PROCESS_LOCAL], now, vertex->volume, &state->memory_start), part, TASK_MEMORY);
      else
        ask_home (self, node, part);
    }
  count_exposed (process, node);
  if (state->tasks != 0)
    process->n_computing++;
  else
    g_array_append_val (process->done, part);
}

static void
launch_computation (HdProcesses *self,
                    HdPacketNode *node,
                    Process *process,
                    guint32 part)
{
  const HdWorkVertex *vertex = get_vertex (self, part);

  if (hd_work_vertex_is_local (vertex, &process->processor))
    {
      start_work (self, node, process, part, TRUE);
    }
  else if (vertex->access == HD_ACCESS_MOVE && vertex->volume > 0)
    {
      self->states[part].tasks = TASK_MOVE;
      count_exposed (process, node);
      process->n_computing++;
      ask_home (self, node, part);
    }
  else
    {
      start_work (self, node, process, part, FALSE);
    }
}

/* A task of a computation has ended. */
static void
end_task (HdProcesses *self,
          HdPacketNode *node,
          Process *process,
          guint32 part,
          Task task)
{
  State *state = &self->states[part];

  state->tasks &= (guint8) ~task;
  if (task == TASK_COMPUTE)
    note (self, node, part, HD_WORK_COMPUTE, state->compute_start, FALSE);
  else if (task == TASK_MEMORY)
    note (self, node, part, HD_WORK_MEMORY, state->memory_start, FALSE);
  else
    note (self, node, part, HD_WORK_MOVE, state->start, FALSE);
  if (state->tasks != 0)
    return;
  count_exposed (process, node);
  process->n_computing--;
  if (task == TASK_MOVE)
    start_work (self, node, process, part, TRUE);
  else
    g_array_append_val (process->done, part);
}

/* The memory on this node gives what a part of another asks for: as it reads it, if that takes time. */
static void
serve_request (HdProcesses *self,
               HdPacketNode *node,
               Process *process,
               const HdPacket *request)
{
  guint32 part = (guint32) request->data;
  Server *server = &process->servers[HD_PROCESS_HOME];
  double volume = get_vertex (self, part)->volume, piece = server->per_s > 0 ? MAX (ceil (volume / N_PIECES), LEAST_PIECE) : volume;
  HdTime now = hd_packet_node_get_now (node), start;

  for (double given = 0; given < volume; given += piece)
    {
      double bytes = MIN (piece, volume - given);
      HdPacket data = { .destination = request->source, .kind = PACKET_DATA, .bytes = (guint64) llround (bytes),
                        .data = (guint64) part << 1 | (given + piece >= volume) };
      HdTime read = server->per_s > 0 ? use_server (server, now, bytes, &start) : now;

      if (read == HD_TIME_MAX)
        {
          wake_at (node, read, part, TASK_MEMORY); /* which says so */
          return;
        }
      hd_packet_node_send (node, &data, read - now);
    }
}

/* ---- communications -------------------------------------------------------------------------------------------------- */

static gpointer
make_early_key (guint32 run,
                guint32 step)
{
  return (gpointer) (guintptr) (((guint64) (run & ((1u << RUN_BITS) - 1)) << STEP_BITS | step) + 1);
}

static const HdTurn *
get_turn (HdProcesses *self,
          guint32 part)
{
  const HdRankTurns *turns = hd_program_get_turns (self->program, self->program->parts[part].vertex);
  guint32 number = turns->first_turn[self->program->parts[part].rank] + self->states[part].turn;

  return number < turns->first_turn[self->program->parts[part].rank + 1] ? &turns->turns[number] : NULL;
}

/* Sends what leaves in this step, and takes what has come for it before. */
static void
begin_step (HdProcesses *self,
            HdPacketNode *node,
            guint32 part,
            const HdTurn *turn)
{
  const HdProgramPart *program_part = &self->program->parts[part];
  const HdRankTurns *turns = hd_program_get_turns (self->program, program_part->vertex);
  State *state = &self->states[part];
  guint32 step = turn->first_step + state->step;
  gpointer key = make_early_key (state->n_runs - 1, step);

  for (guint32 i = turn->first_send; i < turn->first_send + turn->n_sends; i++)
    {
      guint32 to = self->program->first_part[program_part->vertex] + turns->sends[i].destination;
      HdPacket packet = { .destination = self->program->parts[to].node, .kind = PACKET_STEP, .net = self->nets[program_part->vertex] };

      packet.bytes = (guint64) llround (get_vertex (self, part)->bytes * turns->sends[i].n_chunks / turns->n_chunks);
      packet.data = (guint64) to << (STEP_BITS + RUN_BITS) | (guint64) ((state->n_runs - 1) & ((1u << RUN_BITS) - 1)) << STEP_BITS | step;
      hd_packet_node_send (node, &packet, 0);
    }
  state->n_received = state->early != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (state->early, key)) : 0;
  if (state->n_received > 0)
    g_hash_table_remove (state->early, key);
}

/* Through all steps that have what they wait for. */
static void
walk (HdProcesses *self,
      HdPacketNode *node,
      Process *process,
      guint32 part)
{
  State *state = &self->states[part];
  const HdTurn *turn = get_turn (self, part);

  while (turn != NULL && state->n_received == turn->n_receives)
    {
      if (++state->step == turn->n_steps)
        {
          state->step = 0;
          state->turn++;
          turn = get_turn (self, part);
        }
      if (turn != NULL)
        begin_step (self, node, part, turn);
    }
  if (turn == NULL)
    g_array_append_val (process->done, part);
}

static void
launch_communication (HdProcesses *self,
                      HdPacketNode *node,
                      Process *process,
                      guint32 part)
{
  State *state = &self->states[part];
  const HdTurn *turn;

  state->tasks = TASK_COMM;
  state->start = hd_packet_node_get_now (node);
  state->turn = state->step = 0;
  count_exposed (process, node);
  process->n_communicating++;
  turn = get_turn (self, part);
  if (turn != NULL)
    begin_step (self, node, part, turn);
  walk (self, node, process, part);
}

static void
receive_step (HdProcesses *self,
              HdPacketNode *node,
              Process *process,
              guint64 data)
{
  guint32 part = (guint32) (data >> (STEP_BITS + RUN_BITS));
  guint32 run = (guint32) (data >> STEP_BITS) & ((1u << RUN_BITS) - 1), step = data & ((1u << STEP_BITS) - 1);
  State *state = &self->states[part];
  const HdTurn *turn = (state->tasks & TASK_COMM) != 0 ? get_turn (self, part) : NULL;
  gpointer key = make_early_key (run, step);

  if (turn != NULL && make_early_key (state->n_runs - 1, turn->first_step + state->step) == key)
    {
      state->n_received++;
      walk (self, node, process, part);
      return;
    }
  if (state->early == NULL)
    state->early = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (state->early, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (state->early, key)) + 1));
}

/* The next on the channel, if it is ready. */
static void
serve_channel (HdProcesses *self,
               HdPacketNode *node,
               Process *process,
               Channel *channel)
{
  guint32 part = g_array_index (channel->parts, guint32, channel->next);

  if (channel->is_busy || !self->states[part].is_ready)
    return;
  channel->is_busy = TRUE;
  self->states[part].is_ready = FALSE;
  channel->next = (channel->next + 1) % channel->parts->len;
  launch_communication (self, node, process, part);
}

/* ---- the program ----------------------------------------------------------------------------------------------------- */

static void
launch (HdProcesses *self,
        HdPacketNode *node,
        Process *process,
        guint32 part)
{
  const HdWorkVertex *vertex = get_vertex (self, part);
  State *state = &self->states[part];

  state->running = TRUE;
  state->n_runs++;
  state->start = hd_packet_node_get_now (node);
  state->tasks = 0;
  self->n_running[hd_packet_node_get_partition (node)]++;
  if (vertex->kind == HD_VERTEX_COMPUTE)
    {
      launch_computation (self, node, process, part);
    }
  else if (vertex->channel == HD_NO_ID)
    {
      launch_communication (self, node, process, part);
    }
  else
    {
      state->is_ready = TRUE;
      serve_channel (self, node, process, &process->channels[vertex->channel]);
    }
}

/* What starts iterations is reached again. Its last entry ends the last iteration and launches nothing. */
static gboolean
re_enter (HdProcesses *self,
          HdPacketNode *node,
          guint32 part)
{
  State *state = &self->states[part];

  note (self, node, part, HD_WORK_COMPUTE, 0, TRUE);
  if (state->n_runs < self->iterations)
    return FALSE;
  state->parked = TRUE;
  return TRUE;
}

/* Takes a token from each edge and launches. */
static void
enter (HdProcesses *self,
       HdPacketNode *node,
       Process *process,
       guint32 part);

static void
give_token (HdProcesses *self,
            HdPacketNode *node,
            Process *process,
            guint32 edge,
            guint32 cause)
{
  guint32 part = self->program->edges[edge].to;
  State *state = &self->states[part];

  if (self->tokens[edge]++ == 0)
    {
      state->missing--;
      state->cause = cause;
    }
  if (state->missing == 0 && !state->running && !state->parked)
    enter (self, node, process, part);
}

static void
enter (HdProcesses *self,
       HdPacketNode *node,
       Process *process,
       guint32 part)
{
  State *state = &self->states[part];

  for (guint32 i = self->program->parts[part].first_in; i < self->program->parts[part + 1].first_in; i++)
    state->missing += --self->tokens[self->program->incoming[i]] == 0;
  if (!get_vertex (self, part)->start || state->n_runs == 0 || !re_enter (self, node, part))
    launch (self, node, process, part);
}

static gboolean
has_predecessors (const HdProcesses *self,
                  guint32 part)
{
  return self->program->parts[part].first_in < self->program->parts[part + 1].first_in;
}

static gboolean
may_follow_itself (const HdProcesses *self,
                   guint32 part)
{
  return self->program->graph->stop == HD_STOP_ITERATIONS && (get_vertex (self, part)->start || self->states[part].n_runs < self->iterations);
}

static void
complete (HdProcesses *self,
          HdPacketNode *node,
          Process *process,
          guint32 part)
{
  const HdProgram *program = self->program;
  const HdWorkVertex *vertex = get_vertex (self, part);
  State *state = &self->states[part];

  if (vertex->kind == HD_VERTEX_COMM)
    {
      note (self, node, part, HD_WORK_COLLECTIVE, state->start, FALSE);
      count_exposed (process, node);
      process->n_communicating--;
      state->tasks = 0;
    }
  state->running = FALSE;
  self->n_running[hd_packet_node_get_partition (node)]--;
  self->n_completions[hd_packet_node_get_partition (node)]++;
  hd_packet_node_record (node, 0, self->names[program->parts[part].vertex] ^ state->n_runs);
  if (vertex->kind == HD_VERTEX_COMM && vertex->channel != HD_NO_ID)
    {
      process->channels[vertex->channel].is_busy = FALSE;
      serve_channel (self, node, process, &process->channels[vertex->channel]);
    }
  for (guint32 e = program->parts[part].first_out; e < program->parts[part + 1].first_out; e++)
    {
      guint32 there = program->parts[program->edges[e].to].node;

      if (there == hd_packet_node_get_id (node))
        give_token (self, node, process, e, part);
      else
        hd_packet_node_send (node, &(HdPacket){ .destination = there, .kind = PACKET_TOKEN, .data = e }, 0);
    }
  /* what became ready while it ran; and what nothing leads to follows itself */
  if (state->running || state->parked)
    return;
  if (has_predecessors (self, part) ? state->missing == 0 : may_follow_itself (self, part))
    {
      state->cause = part;
      enter (self, node, process, part);
    }
}

/* Completes what has ended, until nothing more does at this time. */
static void
settle (HdProcesses *self,
        HdPacketNode *node,
        Process *process)
{
  HdTime now = hd_packet_node_get_now (node);

  if (now != process->now)
    process->n_here = 0;
  process->now = now;
  for (guint i = 0; i < process->done->len; i++)
    {
      complete (self, node, process, g_array_index (process->done, guint32, i));
      if (++process->n_here <= MAX_COMPLETIONS_AT_ONCE + G_GUINT64_CONSTANT (100) * self->program->n_parts)
        continue;
      hd_packet_node_fail (node, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                              _("Time stands still at %.12g s: vertices that take no time release each other for ever"),
                                              hd_time_to_seconds (now)));
      break;
    }
  g_array_set_size (process->done, 0);
}

/* ---- the agent ------------------------------------------------------------------------------------------------------- */

static void
start (HdPacketNode *node,
       gpointer state)
{
  HdProcesses *self = hd_packet_node_get_data (node);
  Process *process = state;

  for (guint32 p = self->program->first_on_node[hd_packet_node_get_id (node)]; p != HD_NO_ID; p = self->program->parts[p].next_on_node)
    if (get_vertex (self, p)->start || !has_predecessors (self, p))
      enter (self, node, process, p);
  settle (self, node, process);
}

static void
receive (HdPacketNode *node,
         gpointer state,
         const HdPacket *packet)
{
  HdProcesses *self = hd_packet_node_get_data (node);
  Process *process = state;
  guint32 part = (guint32) (packet->data >> 1);

  switch ((Packet) packet->kind)
    {
    case PACKET_STEP:
      receive_step (self, node, process, packet->data);
      break;
    case PACKET_TOKEN:
      give_token (self, node, process, (guint32) packet->data, HD_NO_ID);
      break;
    case PACKET_REQUEST:
      serve_request (self, node, process, packet);
      break;
    case PACKET_DATA:
      if ((packet->data & 1) != 0)
        end_task (self, node, process, part, (self->states[part].tasks & TASK_MOVE) != 0 ? TASK_MOVE : TASK_MEMORY);
      break;
    case N_KINDS:
    default:
      g_assert_not_reached ();
    }
  settle (self, node, process);
}

static void
wake (HdPacketNode *node,
      gpointer state,
      guint64 data)
{
  HdProcesses *self = hd_packet_node_get_data (node);

  end_task (self, node, state, (guint32) (data >> 4), data & 15);
  settle (self, node, state);
}

static void
clear (gpointer state)
{
  Process *process = state;

  if (process->all == NULL)
    return;
  for (guint c = 0; c < process->all->program->graph->channels->len; c++)
    g_clear_pointer (&process->channels[c].parts, g_array_unref);
  g_free (process->channels);
  g_array_unref (process->done);
}

static const HdPacketAgent agent = {
  .state_size = sizeof (Process), .n_kinds = N_KINDS, .start = start, .receive = receive, .wake = wake, .clear = clear,
};

/* ---- preparing ------------------------------------------------------------------------------------------------------- */

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const HdProgram *program = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  guint32 place_x = program->channel_places[program->parts[x].vertex], place_y = program->channel_places[program->parts[y].vertex];

  if (place_x != place_y)
    return place_x < place_y ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
prepare_process (HdProcesses *self,
                 guint32 node,
                 guint number)
{
  const HdProgram *program = self->program;
  Process *process = hd_packet_network_get_agent_state (self->network, node, number);
  double bandwidth = hd_design_get_parameter (self->design, node, "bandwidth", INFINITY);
  gboolean is_endpoint = hd_design_get_nodes (self->design)[node].type->role == HD_ROLE_ENDPOINT;

  self->processes[node] = process;
  process->all = self;
  process->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  process->channels = g_new0 (Channel, program->graph->channels->len + 1);
  hd_processor_get (self->design, node, &process->processor);
  process->servers[HD_PROCESS_COMPUTE].per_s = process->processor.fp32_rate;
  process->servers[HD_PROCESS_LOCAL].per_s = isfinite (process->processor.local_bandwidth) ? process->processor.local_bandwidth : 0;
  process->servers[HD_PROCESS_HOME].per_s = !is_endpoint && isfinite (bandwidth) ? bandwidth : 0;
  for (guint32 p = program->first_on_node[node]; p != HD_NO_ID; p = program->parts[p].next_on_node)
    {
      const HdWorkVertex *vertex = get_vertex (self, p);
      Channel *channel = vertex->kind == HD_VERTEX_COMM && vertex->channel != HD_NO_ID ? &process->channels[vertex->channel] : NULL;

      if (channel == NULL)
        continue;
      if (channel->parts == NULL)
        channel->parts = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (channel->parts, p);
    }
  for (guint c = 0; c < program->graph->channels->len; c++)
    if (process->channels[c].parts != NULL)
      g_array_sort_with_data (process->channels[c].parts, compare_places, (gpointer) program);
}

/* Nodes that have parts, and memories that these read, if they are of the network. */
static gboolean *
find_processes (HdProcesses *self)
{
  const HdProgram *program = self->program;
  gboolean *takes_part = g_new0 (gboolean, program->n_nodes + 1);

  for (guint32 p = 0; p < program->n_parts; p++)
    {
      guint32 home = hd_program_find_home (program, p, self->design);

      takes_part[program->parts[p].node] = hd_packet_network_has_node (self->network, program->parts[p].node);
      if (home != HD_NO_ID)
        takes_part[home] = hd_packet_network_has_node (self->network, home);
    }
  return takes_part;
}

static void
set_agents (HdProcesses *self)
{
  g_autofree gboolean *takes_part = find_processes (self);

  for (guint32 i = 0; i < self->program->n_nodes; i++)
    if (takes_part[i])
      prepare_process (self, i, hd_packet_network_set_agent (self->network, i, &agent, self));
}

static gboolean
add_nets (HdProcesses *self,
          GError **error)
{
  const HdWorkloadGraph *graph = self->program->graph;

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);
      const HdClassSet *net = vertex->kind == HD_VERTEX_COMM ? hd_workload_graph_get_net (graph, vertex->net) : NULL;

      self->names[v] = g_str_hash (vertex->name);
      if (net == NULL)
        continue;
      self->nets[v] = hd_packet_network_add_net (self->network, net->classes, net->n_classes);
      if (self->nets[v] != HD_NO_ID)
        continue;
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("More than %u sets of link classes are used by communications"), HD_PACKET_MAX_NETS);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_limits (HdProcesses *self,
              GError **error)
{
  if (self->iterations > HD_PROCESS_MAX_ITERATIONS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%u iterations; at packet fidelity at most %u are possible"), self->iterations,
                   HD_PROCESS_MAX_ITERATIONS);
      return FALSE;
    }
  for (guint i = 0; i < self->program->turns->len; i++)
    {
      const HdRankTurns *turns = g_ptr_array_index (self->program->turns, i);

      if (turns->algorithm->count_steps (turns->n_ranks) < 1u << STEP_BITS)
        continue;
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("“%s” of %u members takes %u steps; at packet fidelity at most %u are possible"), turns->algorithm->id,
                   turns->n_ranks, turns->algorithm->count_steps (turns->n_ranks), (1u << STEP_BITS) - 1);
      return FALSE;
    }
  return hd_budget_take (hd_budget_get_current (), self->program->n_parts, sizeof (State), _("States of processes"), error);
}

static void
prepare_states (HdProcesses *self)
{
  const HdProgram *program = self->program;

  for (guint32 e = 0; e < program->n_edges; e++)
    {
      self->tokens[e] = program->edges[e].first_ignored;
      self->states[program->edges[e].to].missing += !program->edges[e].first_ignored;
    }
  for (guint32 p = 0; p < program->n_parts; p++)
    self->states[p].cause = HD_NO_ID;
}

HdProcesses *
hd_processes_new (const HdProgram *program,
                  HdDesign *design,
                  HdPacketNetwork *network,
                  guint iterations,
                  GError **error)
{
  g_autoptr (HdProcesses) self = g_new0 (HdProcesses, 1);
  guint n_vertices = hd_workload_graph_get_n_vertices (program->graph);

  self->program = program;
  self->design = design;
  self->network = network;
  self->iterations = iterations;
  if (!check_limits (self, error))
    return NULL;
  self->states = g_new0 (State, program->n_parts + 1);
  self->tokens = g_new0 (gint32, program->n_edges + 1);
  self->nets = g_new0 (guint32, n_vertices + 1);
  self->names = g_new0 (guint64, n_vertices + 1);
  self->processes = g_new0 (Process *, program->n_nodes + 1);
  self->n_partitions = hd_packet_network_get_n_partitions (network);
  self->logs = g_new0 (GArray *, self->n_partitions + 1);
  for (guint i = 0; i < self->n_partitions; i++)
    self->logs[i] = g_array_new (FALSE, FALSE, sizeof (HdProcessEvent));
  self->n_completions = g_new0 (guint64, self->n_partitions + 1);
  self->n_running = g_new0 (gint64, self->n_partitions + 1);
  prepare_states (self);
  if (!add_nets (self, error))
    return NULL;
  set_agents (self);
  return g_steal_pointer (&self);
}

void
hd_processes_free (HdProcesses *self)
{
  for (guint32 p = 0; self->states != NULL && p < self->program->n_parts; p++)
    g_clear_pointer (&self->states[p].early, g_hash_table_unref);
  for (guint i = 0; self->logs != NULL && i < self->n_partitions; i++)
    g_array_unref (self->logs[i]);
  g_free (self->states);
  g_free (self->tokens);
  g_free (self->nets);
  g_free (self->names);
  g_free (self->processes);
  g_free (self->logs);
  g_free (self->n_completions);
  g_free (self->n_running);
  g_free (self);
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  const HdProcessEvent *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  if (x->run != y->run)
    return x->run < y->run ? -1 : 1;
  return x->ends_iteration != y->ends_iteration ? x->ends_iteration - y->ends_iteration : (int) x->kind - (int) y->kind;
}

void
hd_processes_take_events (HdProcesses *self,
                          GArray *events)
{
  for (guint i = 0; i < self->n_partitions; i++)
    {
      g_array_append_vals (events, self->logs[i]->data, self->logs[i]->len);
      g_array_set_size (self->logs[i], 0);
    }
  g_array_sort (events, compare_events);
}

static void
add_running (GArray *events,
             guint32 part,
             const State *state,
             HdWorkKind kind,
             HdTime start,
             HdTime time)
{
  const HdProcessEvent event = { part, state->n_runs - 1, kind, FALSE, state->cause, start, time };

  if (start <= time)
    g_array_append_val (events, event);
}

void
hd_processes_add_running (HdProcesses *self,
                          HdTime time,
                          GArray *events)
{
  for (guint32 p = 0; p < self->program->n_parts; p++)
    {
      const State *state = &self->states[p];

      if ((state->tasks & TASK_COMPUTE) != 0)
        add_running (events, p, state, HD_WORK_COMPUTE, state->compute_start, time);
      if ((state->tasks & TASK_MEMORY) != 0)
        add_running (events, p, state, HD_WORK_MEMORY, state->memory_start, time);
      if ((state->tasks & TASK_MOVE) != 0)
        add_running (events, p, state, HD_WORK_MOVE, state->start, time);
      if ((state->tasks & TASK_COMM) != 0)
        add_running (events, p, state, HD_WORK_COLLECTIVE, state->start, time);
    }
}

gboolean
hd_processes_is_idle (HdProcesses *self)
{
  gint64 n = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    n += self->n_running[i];
  return n == 0;
}

guint64
hd_processes_get_n_completions (HdProcesses *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_partitions; i++)
    n += self->n_completions[i];
  return n;
}

static void
append_waiting (HdProcesses *self,
                guint32 part,
                GString *text)
{
  const HdProgram *program = self->program;
  g_autofree char *path = hd_design_dup_node_path (self->design, program->parts[part].node);
  const char *separator = "";

  g_string_append_printf (text, "%s%s, %s (", text->len > 0 ? "; " : "", get_vertex (self, part)->name, path);
  for (guint32 i = program->parts[part].first_in; i < program->parts[part + 1].first_in; i++)
    {
      guint32 e = program->incoming[i];

      if (self->tokens[e] > 0)
        continue;
      g_string_append_printf (text, "%s%s", separator, get_vertex (self, program->edges[e].from)->name);
      separator = ", ";
    }
  g_string_append_c (text, ')');
}

char *
hd_processes_dup_waiting (HdProcesses *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint32 p = 0; p < self->program->n_parts; p++)
    {
      const State *state = &self->states[p];
      gboolean waits = state->running || (state->missing > 0 && !state->parked && state->n_runs < self->iterations);

      if (!waits)
        continue;
      if (n++ == MAX_LISTED)
        {
          g_string_append (text, "; …");
          break;
        }
      append_waiting (self, p, text);
    }
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

HdTime
hd_processes_get_exposed (HdProcesses *self)
{
  HdTime exposed = 0;

  for (guint32 i = 0; i < self->program->n_nodes; i++)
    if (self->processes[i] != NULL)
      exposed = MAX (exposed, self->processes[i]->exposed);
  return exposed;
}

double
hd_processes_get_rate (HdProcesses *self,
                       guint32 node,
                       HdProcessServer server)
{
  return self->processes[node] != NULL ? self->processes[node]->servers[server].per_s : 0;
}

/* What was given away for times from @time on is one piece: it began before. */
double
hd_processes_get_amount (HdProcesses *self,
                         guint32 node,
                         HdProcessServer server,
                         HdTime time)
{
  const Server *used = &self->processes[node]->servers[server];

  return (used->busy - (double) MAX (used->free_at - time, 0)) * used->per_s / (double) HD_TICKS_PER_SECOND;
}
