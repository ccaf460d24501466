/* hd-chakra-process.c: ranks that execute their Chakra traces on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * States of traces' nodes belong to the agent of the rank's node, which alone touches them, as it does the arrivals of messages to it. What ends is
 * noted in a log of the node's partition.
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process-private.h"

#include <string.h>

/* ---- queues ---------------------------------------------------------------------------------------------------------- */

static gboolean
take (HdChakraAgenda *self,
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

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static guint
get_side (const HdChakraProcess *process,
          guint32 number)
{
  return _hd_chakra_process_get_node (process, number)->kind >= HD_CHAKRA_SEND;
}

void
_hd_chakra_process_note (HdChakraProcess *process,
                         HdAgentNode *node,
                         guint32 number,
                         HdWorkKind kind,
                         HdTime start)
{
  const HdChakraEvent event = _hd_chakra_process_make_event (process, number, kind, start, hd_agent_node_get_now (node));

  hd_node_log_add (process->all->log, node, &event);
  process->n_events++;
  process->n_spans[get_side (process, number)]++;
  process->states[number].is_told = TRUE;
}

/* What runs on the host is work of neither kind. */
static void
count_in (HdChakraProcess *process,
          HdTime now,
          guint32 number,
          int change)
{
  if (_hd_chakra_process_get_node (process, number)->is_host)
    return;
  hd_overlap_count (&process->overlap, now);
  if (get_side (process, number))
    process->overlap.n_communicating += (guint) change;
  else
    process->overlap.n_computing += (guint) change;
}

/* ---- the trace ------------------------------------------------------------------------------------------------------- */

/* Those that wait for the node miss one thing less. */
static void
release (HdChakraProcess *process,
         HdAgentNode *node,
         guint32 number,
         guint32 cause_class,
         guint64 cause_index)
{
  const HdChakraRank *trace = process->all->job->ranks[process->rank];

  process->all->n_ended[hd_agent_node_get_partition (node)]++;
  for (guint32 i = trace->first_out[number]; i < trace->first_out[number + 1]; i++)
    if (--process->states[trace->out[i]].missing == 0)
      {
        const HdChakraEntry entry = { process->rank, trace->out[i], cause_class, cause_index };

        g_array_append_val (process->agenda.entries, entry);
      }
}

static void
start_node (HdChakraProcess *process,
            HdAgentNode *node,
            const HdChakraEntry *entry)
{
  const HdChakraNode *trace_node = _hd_chakra_process_get_node (process, entry->node);
  HdChakraState *state = &process->states[entry->node];
  guint32 link;

  state->has_started = TRUE;
  if (trace_node->kind == HD_CHAKRA_NOTE)
    {
      release (process, node, entry->node, entry->cause_class, entry->cause_index);
      return;
    }
  state->cause_class = entry->cause_class;
  state->cause_index = entry->cause_index;
  state->start = hd_agent_node_get_now (node);
  count_in (process, state->start, entry->node, 1);
  if (trace_node->kind < HD_CHAKRA_SEND)
    {
      _hd_chakra_process_start_work (process, node, entry->node);
      return;
    }
  state->tasks = HD_CHAKRA_TASK_COMM;
  link = process->all->job->links[process->rank][trace_node->detail];
  if (trace_node->kind == HD_CHAKRA_SEND)
    _hd_chakra_process_start_send (process, node, link);
  else if (trace_node->kind == HD_CHAKRA_COLLECTIVE)
    _hd_chakra_process_start_member (process, node, entry->node, link);
  else if (process->all->has_arrived[link])
    _hd_chakra_process_put_ended (process, entry->node);
}

static void
finish_node (HdChakraProcess *process,
             HdAgentNode *node,
             guint32 number)
{
  const HdChakraProcesses *self = process->all;
  const HdChakraNode *trace_node = _hd_chakra_process_get_node (process, number);
  HdChakraState *state = &process->states[number];
  guint side = get_side (process, number);
  guint32 lane_class = process->rank + side * self->job->n_ranks;
  HdChakraUnitKind unit = hd_chakra_unit_find (trace_node);

  state->tasks = 0;
  if (!state->is_told)
    _hd_chakra_process_note (process, node, number, hd_chakra_kind_get_work (trace_node->kind), state->start);
  process->end = hd_agent_node_get_now (node);
  count_in (process, process->end, number, -1);
  hd_agent_node_record (node, 0, self->names[trace_node->name] ^ trace_node->id);
  if (self->order->one_each && unit < HD_CHAKRA_N_UNITS)
    hd_chakra_unit_release (&process->units[unit], lane_class, process->n_spans[side] - 1);
  release (process, node, number, lane_class, process->n_spans[side] - 1);
  if (trace_node->kind == HD_CHAKRA_COLLECTIVE)
    _hd_chakra_process_end_member (process, node, self->job->links[process->rank][trace_node->detail], lane_class, process->n_spans[side] - 1);
}

static void
issue (HdChakraProcess *process,
       HdAgentNode *node,
       const HdChakraEntry *entry)
{
  const HdChakraNode *trace_node = _hd_chakra_process_get_node (process, entry->node);
  HdChakraUnitKind unit = hd_chakra_unit_find (trace_node);

  if (process->all->order->one_each && unit < HD_CHAKRA_N_UNITS)
    hd_chakra_unit_push (&process->units[unit], entry, trace_node->id, hd_agent_node_get_now (node));
  else
    start_node (process, node, entry);
}

static gboolean
serve_units (HdChakraProcess *process,
             HdAgentNode *node)
{
  HdChakraEntry entry;

  for (guint i = 0; i < HD_CHAKRA_N_UNITS; i++)
    if (process->units[i].waiting != NULL && hd_chakra_unit_take (&process->units[i], hd_agent_node_get_now (node), &entry))
      {
        start_node (process, node, &entry);
        return TRUE;
      }
  return FALSE;
}

/* Until nothing more happens at this time. All that may start is known before a unit chooses. */
static void
settle (HdChakraProcess *process,
        HdAgentNode *node)
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
start (HdAgentNode *node,
       gpointer state)
{
  HdChakraProcess *process = state;

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
end_access (HdChakraProcess *process,
            HdAgentNode *node,
            guint32 number)
{
  if (_hd_chakra_process_get_node (process, number)->kind == HD_CHAKRA_SEND)
    _hd_chakra_process_put_ended (process, number);
  else
    _hd_chakra_process_end_task (process, node, number, HD_CHAKRA_TASK_MEMORY);
}

static void
receive (HdAgentNode *node,
         gpointer state,
         const HdParcel *parcel)
{
  HdChakraProcess *process = state;

  switch ((HdChakraPacketKind) parcel->kind)
    {
    case HD_CHAKRA_PACKET_STEP:
      _hd_chakra_process_receive_step (process, node, parcel);
      break;
    case HD_CHAKRA_PACKET_MESSAGE:
      _hd_chakra_process_receive_message (process, node, parcel);
      break;
    case HD_CHAKRA_PACKET_REQUEST:
      _hd_chakra_process_serve (process, node, parcel);
      break;
    case HD_CHAKRA_PACKET_STORE:
      _hd_chakra_process_keep (process, node, parcel);
      break;
    case HD_CHAKRA_PACKET_DONE:
      if ((parcel->data & 1) != 0)
        end_access (process, node, (guint32) (parcel->data >> 1));
      break;
    case HD_CHAKRA_N_PACKET_KINDS:
    default:
      g_assert_not_reached ();
    }
  settle (process, node);
}

static void
wake (HdAgentNode *node,
      gpointer state,
      guint64 data)
{
  HdChakraProcess *process = state;

  if (hd_node_has_stopped (node, process->all->design, data))
    return;
  if ((data & HD_CHAKRA_STORED) != 0)
    _hd_chakra_process_say_done (node, process->all->order->nodes[(data & ~HD_CHAKRA_STORED) >> 32], (guint32) data);
  else if ((data & 15) == HD_CHAKRA_TASK_COMM)
    _hd_chakra_process_begin_steps (process, node, (guint32) (data >> 4));
  else
    _hd_chakra_process_end_task (process, node, (guint32) (data >> 4), data & 15);
  settle (process, node);
}

static void
clear (gpointer state)
{
  HdChakraProcess *process = state;

  if (process->all == NULL)
    return;
  for (guint i = 0; i < HD_CHAKRA_N_UNITS; i++)
    hd_chakra_unit_clear (&process->units[i]);
  g_array_unref (process->agenda.entries);
  g_array_unref (process->ended.entries);
  g_clear_pointer (&process->early, g_hash_table_unref);
}

const HdAgent _hd_chakra_process_agent = {
  .state_size = sizeof (HdChakraProcess), .n_kinds = HD_CHAKRA_N_PACKET_KINDS,
  .messages = 1u << HD_CHAKRA_PACKET_STEP | 1u << HD_CHAKRA_PACKET_MESSAGE, .start = start, .receive = receive, .wake = wake, .clear = clear,
};
