/* hd-chakra-process-work.c: computations of traces, their accesses to memory, and the memory of others
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process-private.h"

#include "hd-absences.h"

#define TICKS_PER_US 1000000.0

/* ---- computations and accesses --------------------------------------------------------------------------------------- */

/* Whether the time of a computation is what shows how busy its component is. */
static gboolean
is_timed (const HdChakraProcess *process,
          guint32 number)
{
  const HdChakraNode *node = _hd_chakra_process_get_node (process, number);

  return node->kind == HD_CHAKRA_COMPUTE && !node->is_host && !process->all->order->roofline;
}

static void
count_timed (HdChakraProcess *process,
             HdTime now,
             int change)
{
  HdTime absent = hd_absences_measure (process->servers[HD_NODE_COMPUTE].absences, process->timed_since, now);

  process->timed += (double) process->n_timed * (double) (now - process->timed_since - absent);
  process->timed_since = now;
  process->n_timed += (guint) change;
}

static void
start_operations (HdChakraProcess *process,
                  HdAgentNode *node,
                  guint32 number,
                  double operations)
{
  HdChakraState *state = &process->states[number];
  double speed_up = process->all->order->half_precision ? process->processor.fp16_rate / process->processor.fp32_rate : 1;
  HdTime now = hd_agent_node_get_now (node);

  state->tasks |= HD_CHAKRA_TASK_COMPUTE;
  hd_node_wake_at (node, &process->servers[HD_NODE_COMPUTE],
                   hd_node_server_use (&process->servers[HD_NODE_COMPUTE], now, operations / speed_up, &state->compute_start),
                   _hd_chakra_process_make_wake (number, HD_CHAKRA_TASK_COMPUTE));
}

static void
start_local (HdChakraProcess *process,
             HdAgentNode *node,
             guint32 number,
             double bytes)
{
  HdChakraState *state = &process->states[number];
  HdTime now = hd_agent_node_get_now (node);

  state->tasks |= HD_CHAKRA_TASK_MEMORY;
  hd_node_wake_at (node, &process->servers[HD_NODE_LOCAL], hd_node_server_use (&process->servers[HD_NODE_LOCAL], now, bytes, &state->memory_start),
                   _hd_chakra_process_make_wake (number, HD_CHAKRA_TASK_MEMORY));
}

/* A memory that takes its time gets data in pieces, of which it keeps the first while the next come. */
static void
start_remote (HdChakraProcess *process,
              HdAgentNode *node,
              guint32 number,
              double bytes)
{
  HdChakraState *state = &process->states[number];
  guint32 home = process->processor.home;
  HdParcel parcel = { .destination = home, .kind = HD_CHAKRA_PACKET_REQUEST, .data = number };

  state->tasks |= HD_CHAKRA_TASK_MEMORY;
  state->memory_start = hd_agent_node_get_now (node);
  if (_hd_chakra_process_get_node (process, number)->kind == HD_CHAKRA_LOAD)
    {
      hd_agent_node_send (node, &parcel, 0);
      return;
    }
  parcel.kind = HD_CHAKRA_PACKET_STORE;
  hd_node_send_volume (node, NULL, process->all->processes[home]->servers[HD_NODE_HOME].per_s > 0, &parcel, number, bytes);
}

static void
start_duration (HdChakraProcess *process,
                HdAgentNode *node,
                guint32 number)
{
  const HdChakraNode *trace_node = _hd_chakra_process_get_node (process, number);
  HdChakraState *state = &process->states[number];
  double duration = (double) trace_node->duration_us * TICKS_PER_US;
  HdChakraTask task = trace_node->kind == HD_CHAKRA_COMPUTE ? HD_CHAKRA_TASK_COMPUTE : HD_CHAKRA_TASK_MEMORY;
  const HdNodeServer *server = &process->servers[HD_NODE_COMPUTE]; /* which is not asked for it, but stands still when it does */
  HdTime now = hd_agent_node_get_now (node), start = now;

  state->tasks |= task;
  state->compute_start = state->memory_start = now;
  if (is_timed (process, number))
    count_timed (process, now, 1);
  hd_node_wake_at (node, server, duration < (double) (HD_TIME_MAX - now) ? hd_absences_pass (server->absences, &start, (HdTime) duration) : HD_TIME_MAX,
                   _hd_chakra_process_make_wake (number, task));
}

/* A computation, and beside it its traffic; or an access. What has neither operations nor bytes that count here takes its duration. */
void
_hd_chakra_process_start_work (HdChakraProcess *process,
                               HdAgentNode *node,
                               guint32 number)
{
  const HdChakraNode *trace_node = _hd_chakra_process_get_node (process, number);
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
    _hd_chakra_process_put_ended (process, number);
}

void
_hd_chakra_process_end_task (HdChakraProcess *process,
                             HdAgentNode *node,
                             guint32 number,
                             HdChakraTask task)
{
  HdChakraState *state = &process->states[number];
  gboolean computes = task == HD_CHAKRA_TASK_COMPUTE;

  if (computes && is_timed (process, number))
    count_timed (process, hd_agent_node_get_now (node), -1);
  state->tasks &= (guint8) ~task;
  _hd_chakra_process_note (process, node, number, computes ? HD_WORK_COMPUTE : HD_WORK_MEMORY, computes ? state->compute_start : state->memory_start);
  if (state->tasks == 0)
    _hd_chakra_process_put_ended (process, number);
}

/* ---- the memory of others -------------------------------------------------------------------------------------------- */

void
_hd_chakra_process_say_done (HdAgentNode *node,
                             guint32 destination,
                             guint32 number)
{
  hd_agent_node_send (node, &(HdParcel){ .destination = destination, .kind = HD_CHAKRA_PACKET_DONE, .data = (guint64) number << 1 | 1 }, 0);
}

void
_hd_chakra_process_serve (HdChakraProcess *process,
                          HdAgentNode *node,
                          const HdParcel *request)
{
  const HdChakraProcess *asking = process->all->processes[request->source];
  guint32 number = (guint32) request->data;
  const HdChakraRank *trace = process->all->job->ranks[asking->rank];
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  const HdParcel data = { .destination = request->source, .kind = HD_CHAKRA_PACKET_DONE };

  hd_node_send_volume (node, server, server->per_s > 0, &data, number, g_array_index (trace->works, HdChakraWork, trace->nodes[number].detail).bytes);
}

void
_hd_chakra_process_keep (HdChakraProcess *process,
                         HdAgentNode *node,
                         const HdParcel *piece)
{
  HdNodeServer *server = &process->servers[HD_NODE_HOME];
  HdTime now = hd_agent_node_get_now (node), start, end = now;

  if (server->per_s > 0)
    end = hd_node_server_use (server, now, (double) piece->bytes, &start);
  if (end == HD_TIME_MAX || ((piece->data & 1) != 0 && end > now))
    hd_node_wake_at (node, server, end, HD_CHAKRA_STORED | (guint64) process->all->processes[piece->source]->rank << 32 | piece->data >> 1);
  else if ((piece->data & 1) != 0)
    _hd_chakra_process_say_done (node, piece->source, (guint32) (piece->data >> 1));
}
