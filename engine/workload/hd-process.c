/* hd-process.c: processes that execute their programs on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * States of parts and tokens of edges lie in arrays of all; each is touched by the agent of the node where the part is alone. What ends is noted in a
 * log of the node's partition.
 */
#define G_LOG_DOMAIN "hd-process"

#include "hd-process-private.h"

#include <inttypes.h>
#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_COMPLETIONS_AT_ONCE 100000 /* and a hundred more for each part */
#define RUN_BITS 16

typedef enum
{
  PARCEL_STEP,    /* part << 40 | run << 24 | step */
  PARCEL_TOKEN,   /* edge */
  PARCEL_REQUEST, /* part */
  PARCEL_DATA,    /* part << 1 | whether it is the last piece */
  N_KINDS,
} Parcel;

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static void
note (HdProcesses *self,
      HdAgentNode *node,
      guint32 part,
      HdWorkKind kind,
      HdTime start,
      gboolean ends_iteration)
{
  const HdPartState *state = &self->states[part];
  const HdProcessEvent event = { part, state->n_runs - 1, kind, ends_iteration, state->cause, start, hd_agent_node_get_now (node) };

  hd_node_log_add (self->log, node, &event);
}

/* ---- computations ---------------------------------------------------------------------------------------------------- */

static guint64
make_wake (guint32 part,
           HdPartTask task)
{
  return (guint64) part << 4 | task;
}

static void
ask_home (HdProcesses *self,
          HdAgentNode *node,
          guint32 part)
{
  const HdParcel request = { .destination = hd_work_program_find_home (self->program, part, self->design), .kind = PARCEL_REQUEST, .data = part };

  hd_agent_node_send (node, &request, 0);
}

/* Computation, and beside it what is read and written. */
static void
start_work (HdProcesses *self,
            HdAgentNode *node,
            HdProcess *process,
            guint32 part,
            gboolean is_local)
{
  const HdWorkVertex *vertex = _hd_processes_get_vertex (self, part);
  HdPartState *state = &self->states[part];
  HdTime now = hd_agent_node_get_now (node);
  gboolean has_traffic = vertex->volume > 0 && (!is_local || process->servers[HD_NODE_LOCAL].per_s > 0);

  if (vertex->work > 0)
    {
      double speed_up = vertex->half_precision ? process->processor.fp16_rate / process->processor.fp32_rate : 1;

      state->tasks |= HD_TASK_COMPUTE;
      hd_node_wake_at (node, &process->servers[HD_NODE_COMPUTE],
                       hd_node_server_use (&process->servers[HD_NODE_COMPUTE], now, vertex->work / speed_up, &state->compute_start),
                       make_wake (part, HD_TASK_COMPUTE));
    }
  else if (!has_traffic)
    {
      note (self, node, part, HD_WORK_COMPUTE, now, FALSE);
    }
  if (has_traffic)
    {
      state->tasks |= HD_TASK_MEMORY;
      state->memory_start = now;
      if (is_local)
        hd_node_wake_at (node, &process->servers[HD_NODE_LOCAL],
                         hd_node_server_use (&process->servers[HD_NODE_LOCAL], now, vertex->volume, &state->memory_start),
                         make_wake (part, HD_TASK_MEMORY));
      else
        ask_home (self, node, part);
    }
  hd_overlap_count (&process->overlap, hd_agent_node_get_now (node));
  if (state->tasks != 0)
    process->overlap.n_computing++;
  else
    g_array_append_val (process->done, part);
}

static void
launch_computation (HdProcesses *self,
                    HdAgentNode *node,
                    HdProcess *process,
                    guint32 part)
{
  const HdWorkVertex *vertex = _hd_processes_get_vertex (self, part);

  if (hd_work_vertex_is_local (vertex, &process->processor))
    {
      start_work (self, node, process, part, TRUE);
    }
  else if (vertex->access == HD_ACCESS_MOVE && vertex->volume > 0)
    {
      self->states[part].tasks = HD_TASK_MOVE;
      hd_overlap_count (&process->overlap, hd_agent_node_get_now (node));
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
          HdAgentNode *node,
          HdProcess *process,
          guint32 part,
          HdPartTask task)
{
  HdPartState *state = &self->states[part];

  state->tasks &= (guint8) ~task;
  if (task == HD_TASK_COMPUTE)
    note (self, node, part, HD_WORK_COMPUTE, state->compute_start, FALSE);
  else if (task == HD_TASK_MEMORY)
    note (self, node, part, HD_WORK_MEMORY, state->memory_start, FALSE);
  else
    note (self, node, part, HD_WORK_MOVE, state->start, FALSE);
  if (state->tasks != 0)
    return;
  hd_overlap_count (&process->overlap, hd_agent_node_get_now (node));
  process->overlap.n_computing--;
  if (task == HD_TASK_MOVE)
    start_work (self, node, process, part, TRUE);
  else
    g_array_append_val (process->done, part);
}

/* The memory on this node gives what a part of another asks for: as it reads it, if that takes time. */
static void
serve_request (HdProcesses *self,
               HdAgentNode *node,
               HdProcess *process,
               const HdParcel *request)
{
  guint32 part = (guint32) request->data;
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  const HdParcel data = { .destination = request->source, .kind = PARCEL_DATA };

  hd_node_send_volume (node, server, server->per_s > 0, &data, part, _hd_processes_get_vertex (self, part)->volume);
}

/* ---- communications -------------------------------------------------------------------------------------------------- */

/* The number of a run as messages carry it, without its higher bits: messages of runs that far apart are never under way at once. */
static guint32
wrap_run (guint32 run)
{
  return run & ((1u << RUN_BITS) - 1);
}

/* For who watches: a message of a vertex between two of its parts. */
static void
note_message (HdProcesses *self,
              HdAgentNode *node,
              guint32 from,
              guint32 to,
              guint32 run,
              guint32 step,
              gboolean arrived)
{
  const HdMessageEntry entry = {
    .work = self->program->parts[to].vertex, .run = run, .step = step, .source = from, .destination = self->program->parts[to].node, .arrived = arrived,
  };

  hd_message_log_note (self->messages, node, &entry);
}

/* A rank that sends. */
typedef struct
{
  HdProcesses *all;
  HdAgentNode *node;
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
  HdParcel parcel = { .destination = self->program->parts[to].node, .kind = PARCEL_STEP, .net = self->nets[vertex] };

  parcel.bytes = (guint64) llround (_hd_processes_get_vertex (self, sender->part)->bytes * send->n_chunks / hd_work_program_get_turns (self->program, vertex)->n_chunks);
  parcel.data = (guint64) to << (HD_TURN_STEP_BITS + RUN_BITS) | (guint64) wrap_run (self->states[sender->part].n_runs - 1) << HD_TURN_STEP_BITS | step;
  note_message (self, sender->node, hd_agent_node_get_id (sender->node), to, self->states[sender->part].n_runs - 1, step, FALSE);
  hd_agent_node_send (sender->node, &parcel, 0);
}

static HdTurnWay
make_way (Sender *sender,
          guint32 run)
{
  HdProcesses *self = sender->all;
  const HdWorkProgramPart *part = &self->program->parts[sender->part];

  return (HdTurnWay){ hd_work_program_get_turns (self->program, part->vertex), part->rank, run, &self->states[sender->part].early, send_step, sender };
}

/* Goes on the way, once the collective has started. */
static void
begin_communication (HdProcesses *self,
                     HdAgentNode *node,
                     HdProcess *process,
                     guint32 part)
{
  HdPartState *state = &self->states[part];
  Sender sender = { self, node, part };
  HdTurnWay way = make_way (&sender, wrap_run (state->n_runs - 1));

  state->tasks = HD_TASK_COMM;
  if (hd_turn_walk_begin (&state->place, &way))
    g_array_append_val (process->done, part);
}

static void
launch_communication (HdProcesses *self,
                      HdAgentNode *node,
                      HdProcess *process,
                      guint32 part)
{
  HdPartState *state = &self->states[part];

  state->start = hd_agent_node_get_now (node);
  hd_overlap_count (&process->overlap, state->start);
  process->overlap.n_communicating++;
  if (process->call == 0 || !hd_collective_is_of_many (_hd_processes_get_vertex (self, part)->algorithm))
    {
      begin_communication (self, node, process, part);
      return;
    }
  state->tasks = HD_TASK_CALL;
  hd_agent_node_wake (node, process->call, make_wake (part, HD_TASK_COMM));
}

static void
receive_step (HdProcesses *self,
              HdAgentNode *node,
              HdProcess *process,
              const HdParcel *parcel)
{
  guint64 data = parcel->data;
  guint32 part = (guint32) (data >> (HD_TURN_STEP_BITS + RUN_BITS));
  guint32 run = wrap_run ((guint32) (data >> HD_TURN_STEP_BITS)), step = data & ((1u << HD_TURN_STEP_BITS) - 1);
  HdPartState *state = &self->states[part];
  gboolean is_under_way = (state->tasks & HD_TASK_COMM) != 0 && wrap_run (state->n_runs - 1) == run;
  Sender sender = { self, node, part };
  HdTurnWay way = make_way (&sender, run);

  note_message (self, node, parcel->source, part, run, step, TRUE);
  if (hd_turn_walk_receive (is_under_way ? &state->place : NULL, &way, step))
    g_array_append_val (process->done, part);
}

/* The next on the channel, if it is ready. */
static void
serve_channel (HdProcesses *self,
               HdAgentNode *node,
               HdProcess *process,
               HdPartChannel *channel)
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
        HdAgentNode *node,
        HdProcess *process,
        guint32 part)
{
  const HdWorkVertex *vertex = _hd_processes_get_vertex (self, part);
  HdPartState *state = &self->states[part];

  state->running = TRUE;
  state->n_runs++;
  state->start = hd_agent_node_get_now (node);
  state->tasks = 0;
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
          HdAgentNode *node,
          guint32 part)
{
  HdPartState *state = &self->states[part];

  note (self, node, part, HD_WORK_COMPUTE, 0, TRUE);
  if (state->n_runs < self->iterations)
    return FALSE;
  state->parked = TRUE;
  return TRUE;
}

/* Takes a token from each edge and launches. */
static void
enter (HdProcesses *self,
       HdAgentNode *node,
       HdProcess *process,
       guint32 part);

static void
give_token (HdProcesses *self,
            HdAgentNode *node,
            HdProcess *process,
            guint32 edge,
            guint32 cause)
{
  guint32 part = self->program->edges[edge].to;
  HdPartState *state = &self->states[part];

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
       HdAgentNode *node,
       HdProcess *process,
       guint32 part)
{
  HdPartState *state = &self->states[part];

  for (guint32 i = self->program->parts[part].first_in; i < self->program->parts[part + 1].first_in; i++)
    state->missing += --self->tokens[self->program->incoming[i]] == 0;
  if (!_hd_processes_get_vertex (self, part)->start || state->n_runs == 0 || !re_enter (self, node, part))
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
  return self->program->graph->stop == HD_STOP_ITERATIONS && (_hd_processes_get_vertex (self, part)->start || self->states[part].n_runs < self->iterations);
}

static void
complete (HdProcesses *self,
          HdAgentNode *node,
          HdProcess *process,
          guint32 part)
{
  const HdWorkProgram *program = self->program;
  const HdWorkVertex *vertex = _hd_processes_get_vertex (self, part);
  HdPartState *state = &self->states[part];

  if (vertex->kind == HD_VERTEX_COMM)
    {
      note (self, node, part, HD_WORK_COLLECTIVE, state->start, FALSE);
      hd_overlap_count (&process->overlap, hd_agent_node_get_now (node));
      process->overlap.n_communicating--;
      state->tasks = 0;
    }
  state->running = FALSE;
  self->n_completions[hd_agent_node_get_partition (node)]++;
  hd_agent_node_record (node, 0, self->names[program->parts[part].vertex] ^ state->n_runs);
  if (vertex->kind == HD_VERTEX_COMM && vertex->channel != HD_NO_ID)
    {
      process->channels[vertex->channel].is_busy = FALSE;
      serve_channel (self, node, process, &process->channels[vertex->channel]);
    }
  for (guint32 e = program->parts[part].first_out; e < program->parts[part + 1].first_out; e++)
    {
      guint32 there = program->parts[program->edges[e].to].node;

      if (there == hd_agent_node_get_id (node))
        give_token (self, node, process, e, part);
      else
        hd_agent_node_send (node, &(HdParcel){ .destination = there, .kind = PARCEL_TOKEN, .data = e }, 0);
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
        HdAgentNode *node,
        HdProcess *process)
{
  HdTime now = hd_agent_node_get_now (node);

  if (now != process->now)
    process->n_here = 0;
  process->now = now;
  for (guint i = 0; i < process->done->len; i++)
    {
      complete (self, node, process, g_array_index (process->done, guint32, i));
      if (++process->n_here <= MAX_COMPLETIONS_AT_ONCE + G_GUINT64_CONSTANT (100) * self->program->n_parts)
        continue;
      hd_agent_node_fail (node, g_error_new (HD_ERROR, HD_ERROR_LIMIT,
                                             _("Time stands still at %.12g s: vertices that take no time release each other for ever"),
                                             hd_time_to_seconds (now)));
      break;
    }
  g_array_set_size (process->done, 0);
}

/* ---- the agent ------------------------------------------------------------------------------------------------------- */

static void
start (HdAgentNode *node,
       gpointer state)
{
  HdProcesses *self = hd_agent_node_get_data (node);
  HdProcess *process = state;

  for (guint32 p = self->program->first_on_node[hd_agent_node_get_id (node)]; p != HD_NO_ID; p = self->program->parts[p].next_on_node)
    if (_hd_processes_get_vertex (self, p)->start || !has_predecessors (self, p))
      enter (self, node, process, p);
  settle (self, node, process);
}

static void
receive (HdAgentNode *node,
         gpointer state,
         const HdParcel *parcel)
{
  HdProcesses *self = hd_agent_node_get_data (node);
  HdProcess *process = state;
  guint32 part = (guint32) (parcel->data >> 1);

  switch ((Parcel) parcel->kind)
    {
    case PARCEL_STEP:
      receive_step (self, node, process, parcel);
      break;
    case PARCEL_TOKEN:
      give_token (self, node, process, (guint32) parcel->data, HD_NO_ID);
      break;
    case PARCEL_REQUEST:
      serve_request (self, node, process, parcel);
      break;
    case PARCEL_DATA:
      if ((parcel->data & 1) != 0)
        end_task (self, node, process, part, (self->states[part].tasks & HD_TASK_MOVE) != 0 ? HD_TASK_MOVE : HD_TASK_MEMORY);
      break;
    case N_KINDS:
    default:
      g_assert_not_reached ();
    }
  settle (self, node, process);
}

static void
wake (HdAgentNode *node,
      gpointer state,
      guint64 data)
{
  HdProcesses *self = hd_agent_node_get_data (node);

  if (hd_node_has_stopped (node, self->design, data))
    return;
  if ((data & 15) == HD_TASK_COMM)
    begin_communication (self, node, state, (guint32) (data >> 4));
  else
    end_task (self, node, state, (guint32) (data >> 4), data & 15);
  settle (self, node, state);
}

static void
clear (gpointer state)
{
  HdProcess *process = state;

  if (process->all == NULL)
    return;
  for (guint c = 0; c < process->n_channels; c++) /* the graph may be gone */
    g_clear_pointer (&process->channels[c].parts, g_array_unref);
  g_free (process->channels);
  g_array_unref (process->done);
}

const HdAgent _hd_process_agent = {
  .state_size = sizeof (HdProcess), .n_kinds = N_KINDS, .messages = 1u << PARCEL_STEP, .start = start, .receive = receive, .wake = wake, .clear = clear,
};
