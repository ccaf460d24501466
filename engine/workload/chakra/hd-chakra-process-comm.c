/* hd-chakra-process-comm.c: members of collectives, and messages, of traces
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process-private.h"

#include <math.h>

/* A member of a collective that sends. */
typedef struct
{
  const HdChakraProcesses *all;
  HdAgentNode *node;
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
  HdParcel parcel = { .destination = order->nodes[group->ranks[place]], .kind = HD_CHAKRA_PACKET_STEP };

  parcel.bytes = (guint64) llround (hd_chakra_order_get_bytes (order, meeting) * send->n_chunks / get_turns (sender->all, sender->meeting)->n_chunks);
  parcel.data = (guint64) sender->meeting << HD_TURN_STEP_BITS | step;
  hd_agent_node_send (sender->node, &parcel, 0);
}

/* The place of the rank in the group. */
static guint
find_place (const HdChakraProcess *process,
            guint32 meeting)
{
  guint place = 0;

  hd_chakra_group_has (get_group (process->all, meeting), process->rank, &place);
  return place;
}

static guint32
find_member (const HdChakraProcess *process,
             guint32 meeting)
{
  return hd_chakra_job_get_member (process->all->job, hd_chakra_job_get_meeting (process->all->job, meeting)->first_member + find_place (process, meeting));
}

static HdTurnWay
make_way (HdChakraProcess *process,
          Sender *sender)
{
  const HdChakraProcesses *self = process->all;
  guint n_ranks = get_group (self, sender->meeting)->n_ranks;
  guint first = hd_chakra_order_get_first (self->order, hd_chakra_job_get_meeting (self->job, sender->meeting));

  return (HdTurnWay){ .turns = get_turns (self, sender->meeting), .rank = (find_place (process, sender->meeting) + n_ranks - first) % n_ranks,
                      .number = sender->meeting, .early = &process->early, .send = send_step, .data = sender };
}

void
_hd_chakra_process_begin_steps (HdChakraProcess *process,
                                HdAgentNode *node,
                                guint32 number)
{
  HdChakraState *state = &process->states[number];
  Sender sender = { process->all, node, process->all->job->links[process->rank][_hd_chakra_process_get_node (process, number)->detail] };
  HdTurnWay way = make_way (process, &sender);

  state->tasks = HD_CHAKRA_TASK_COMM;
  if (hd_turn_walk_begin (&state->place, &way))
    _hd_chakra_process_put_ended (process, number);
}

static void
begin_member (HdChakraProcess *process,
              HdAgentNode *node,
              guint32 number)
{
  HdChakraState *state = &process->states[number];

  state->start = hd_agent_node_get_now (node);
  if (process->call == 0)
    {
      _hd_chakra_process_begin_steps (process, node, number);
      return;
    }
  state->tasks = HD_CHAKRA_TASK_CALL;
  hd_agent_node_wake (node, process->call, _hd_chakra_process_make_wake (number, HD_CHAKRA_TASK_COMM));
}

static guint32 *
get_n_joined (const HdChakraProcess *process,
              guint32 meeting)
{
  const HdChakraProcesses *self = process->all;

  return &self->n_joined[self->first_member[hd_chakra_job_get_meeting (self->job, meeting)->group] + find_place (process, meeting)];
}

void
_hd_chakra_process_start_member (HdChakraProcess *process,
                                 HdAgentNode *node,
                                 guint32 number,
                                 guint32 meeting)
{
  if (process->all->order->one_each || *get_n_joined (process, meeting) == process->all->places[meeting])
    begin_member (process, node, number);
  else
    process->states[number].tasks = HD_CHAKRA_TASK_QUEUED;
}

/* The next of the group, if it waits for this: then this has released it. */
void
_hd_chakra_process_end_member (HdChakraProcess *process,
                               HdAgentNode *node,
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
  if ((process->states[number].tasks & HD_CHAKRA_TASK_QUEUED) == 0)
    return;
  process->states[number].cause_class = cause_class;
  process->states[number].cause_index = cause_index;
  begin_member (process, node, number);
}

void
_hd_chakra_process_receive_step (HdChakraProcess *process,
                                 HdAgentNode *node,
                                 const HdParcel *parcel)
{
  Sender sender = { process->all, node, (guint32) (parcel->data >> HD_TURN_STEP_BITS) };
  guint32 number = find_member (process, sender.meeting);
  HdChakraState *state = &process->states[number];
  HdTurnWay way = make_way (process, &sender);

  if (hd_turn_walk_receive ((state->tasks & HD_CHAKRA_TASK_COMM) != 0 ? &state->place : NULL, &way, parcel->data & ((1u << HD_TURN_STEP_BITS) - 1)))
    _hd_chakra_process_put_ended (process, number);
}

void
_hd_chakra_process_start_send (HdChakraProcess *process,
                               HdAgentNode *node,
                               guint32 link)
{
  const HdChakraMessage *message = hd_chakra_job_get_message (process->all->job, link);
  const HdParcel parcel = { .destination = process->all->order->nodes[message->destination], .kind = HD_CHAKRA_PACKET_MESSAGE,
                            .bytes = (guint64) llround (message->bytes), .data = link };

  hd_agent_node_send (node, &parcel, 0);
}

void
_hd_chakra_process_receive_message (HdChakraProcess *process,
                                    HdAgentNode *node,
                                    const HdParcel *parcel)
{
  const HdChakraMessage *message = hd_chakra_job_get_message (process->all->job, (guint32) parcel->data);

  process->all->has_arrived[parcel->data] = TRUE;
  _hd_chakra_process_say_done (node, parcel->source, message->source_node);
  if (process->states[message->destination_node].tasks != 0)
    _hd_chakra_process_put_ended (process, message->destination_node);
}
