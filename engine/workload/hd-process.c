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
#include "hd-node-log.h"
#include "hd-overlap.h"
#include "hd-turn-walk.h"

#define MAX_LISTED 20
#define MAX_COMPLETIONS_AT_ONCE 100000 /* and a hundred more for each part */
#define RUN_BITS 16

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
  HdTurnPlace place;
  GHashTable *early;   /* messages that came before their step; NULL before the first */
} State;

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
  HdNodeServer servers[HD_NODE_N_SERVERS];
  HdProcessor processor;
  Channel *channels;
  guint n_channels;
  GArray *done;        /* of guint32: parts that have ended and are not completed */
  HdTime now;          /* of the last completion */
  guint64 n_here;      /* completions at that time */
  HdOverlap overlap;
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
  HdNodeLog *log;      /* of HdProcessEvent */
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

  hd_node_log_add (self->log, node, &event);
}

/* ---- computations ---------------------------------------------------------------------------------------------------- */

static guint64
make_wake (guint32 part,
           Task task)
{
  return (guint64) part << 4 | task;
}

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
  gboolean has_traffic = vertex->volume > 0 && (!is_local || process->servers[HD_NODE_LOCAL].per_s > 0);

  if (vertex->work > 0)
    {
      double speed_up = vertex->half_precision ? process->processor.fp16_rate / process->processor.fp32_rate : 1;

      state->tasks |= TASK_COMPUTE;
      hd_node_wake_at (node, hd_node_server_use (&process->servers[HD_NODE_COMPUTE], now, vertex->work / speed_up, &state->compute_start),
                       make_wake (part, TASK_COMPUTE));
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
        hd_node_wake_at (node, hd_node_server_use (&process->servers[HD_NODE_LOCAL], now, vertex->volume, &state->memory_start),
                         make_wake (part, TASK_MEMORY));
      else
        ask_home (self, node, part);
    }
  hd_overlap_count (&process->overlap, hd_packet_node_get_now (node));
  if (state->tasks != 0)
    process->overlap.n_computing++;
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
      hd_overlap_count (&process->overlap, hd_packet_node_get_now (node));
      process->overlap.n_computing++;
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
  hd_overlap_count (&process->overlap, hd_packet_node_get_now (node));
  process->overlap.n_computing--;
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
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  const HdPacket data = { .destination = request->source, .kind = PACKET_DATA };

  hd_node_send_volume (node, server, server->per_s > 0, &data, part, get_vertex (self, part)->volume);
}

/* ---- communications -------------------------------------------------------------------------------------------------- */

/* As messages carry it: those of so many runs are never under way at once. */
static guint32
wrap_run (guint32 run)
{
  return run & ((1u << RUN_BITS) - 1);
}

/* A rank that sends. */
typedef struct
{
  HdProcesses *all;
  HdPacketNode *node;
  guint32 part;
} Sender;

static void
send_step (gpointer data,
           const HdTurnSend *send,
           guint32 step)
{
  const Sender *sender = data;
  HdProcesses *self = sender->all;
  guint32 vertex = self->program->parts[sender->part].vertex;
  guint32 to = self->program->first_part[vertex] + send->destination;
  HdPacket packet = { .destination = self->program->parts[to].node, .kind = PACKET_STEP, .net = self->nets[vertex] };

  packet.bytes = (guint64) llround (get_vertex (self, sender->part)->bytes * send->n_chunks / hd_program_get_turns (self->program, vertex)->n_chunks);
  packet.data = (guint64) to << (HD_TURN_STEP_BITS + RUN_BITS) | (guint64) wrap_run (self->states[sender->part].n_runs - 1) << HD_TURN_STEP_BITS | step;
  hd_packet_node_send (sender->node, &packet, 0);
}

static HdTurnWay
make_way (Sender *sender,
          guint32 run)
{
  HdProcesses *self = sender->all;
  const HdProgramPart *part = &self->program->parts[sender->part];

  return (HdTurnWay){ hd_program_get_turns (self->program, part->vertex), part->rank, run, &self->states[sender->part].early, send_step, sender };
}

static void
launch_communication (HdProcesses *self,
                      HdPacketNode *node,
                      Process *process,
                      guint32 part)
{
  State *state = &self->states[part];
  Sender sender = { self, node, part };
  HdTurnWay way = make_way (&sender, wrap_run (state->n_runs - 1));

  state->tasks = TASK_COMM;
  state->start = hd_packet_node_get_now (node);
  hd_overlap_count (&process->overlap, state->start);
  process->overlap.n_communicating++;
  if (hd_turn_walk_begin (&state->place, &way))
    g_array_append_val (process->done, part);
}

static void
receive_step (HdProcesses *self,
              HdPacketNode *node,
              Process *process,
              guint64 data)
{
  guint32 part = (guint32) (data >> (HD_TURN_STEP_BITS + RUN_BITS));
  guint32 run = wrap_run ((guint32) (data >> HD_TURN_STEP_BITS)), step = data & ((1u << HD_TURN_STEP_BITS) - 1);
  State *state = &self->states[part];
  gboolean is_under_way = (state->tasks & TASK_COMM) != 0 && wrap_run (state->n_runs - 1) == run;
  Sender sender = { self, node, part };
  HdTurnWay way = make_way (&sender, run);

  if (hd_turn_walk_receive (is_under_way ? &state->place : NULL, &way, step))
    g_array_append_val (process->done, part);
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
      hd_overlap_count (&process->overlap, hd_packet_node_get_now (node));
      process->overlap.n_communicating--;
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
  for (guint c = 0; c < process->n_channels; c++) /* the graph may be gone */
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

  self->processes[node] = process;
  process->all = self;
  process->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  process->n_channels = program->graph->channels->len;
  process->channels = g_new0 (Channel, process->n_channels + 1);
  hd_processor_get (self->design, node, &process->processor);
  hd_node_servers_init (process->servers, self->design, node, &process->processor);
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
    if (!hd_turn_walk_check (g_ptr_array_index (self->program->turns, i), error))
      return FALSE;
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
  self->log = hd_node_log_new (network, sizeof (HdProcessEvent));
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
  g_clear_pointer (&self->log, hd_node_log_free);
  g_free (self->states);
  g_free (self->tokens);
  g_free (self->nets);
  g_free (self->names);
  g_free (self->processes);
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
  hd_node_log_take (self->log, events);
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
      exposed = MAX (exposed, self->processes[i]->overlap.exposed);
  return exposed;
}

double
hd_processes_get_rate (HdProcesses *self,
                       guint32 node,
                       HdNodeServerKind server)
{
  return self->processes[node] != NULL ? self->processes[node]->servers[server].per_s : 0;
}

double
hd_processes_get_amount (HdProcesses *self,
                         guint32 node,
                         HdNodeServerKind server,
                         HdTime time)
{
  return hd_node_server_get_amount (&self->processes[node]->servers[server], time);
}
