/* hd-chakra-process-read.c: what ranks have done, and whom they wait for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process-private.h"

#include <inttypes.h>

#include "hd-absences.h"
#include "hd-i18n.h"

#define MAX_LISTED 10

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

static gpointer
get_ended (gpointer data,
           guint32 partition,
           guint32 *out_partition)
{
  *out_partition = partition;
  return &((HdChakraProcesses *) data)->n_ended[partition];
}

static gboolean
is_here (const HdChakraProcesses *self,
         guint32 rank)
{
  return hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, self->order->nodes[rank]));
}

void
hd_chakra_processes_take_events (HdChakraProcesses *self,
                                 GArray *events)
{
  hd_node_log_take (self->log, events);
  hd_agent_network_mirror (self->network, self->n_partitions, sizeof *self->n_ended, get_ended, self);
  g_array_sort (events, compare_events);
}

static void
add_running (const HdChakraProcess *process,
             guint32 number,
             HdWorkKind kind,
             HdTime start,
             HdTime time,
             GArray *events)
{
  const HdChakraEvent event = _hd_chakra_process_make_event (process, number, kind, start, time);

  if (start <= time)
    g_array_append_val (events, event);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const HdChakraEvent *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (int) x->kind - (int) y->kind;
}

void
hd_chakra_processes_add_running (HdChakraProcesses *self,
                                 HdTime time,
                                 GArray *events)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      HdChakraProcess *process = self->processes[self->order->nodes[rank]];

      if (!is_here (self, rank))
        continue;
      hd_overlap_count (&process->overlap, MAX (time, process->overlap.since));
      for (guint32 i = 0; i < self->job->ranks[rank]->n_nodes; i++)
        {
          const HdChakraState *state = &process->states[i];

          if ((state->tasks & HD_CHAKRA_TASK_COMPUTE) != 0)
            add_running (process, i, HD_WORK_COMPUTE, state->compute_start, time, events);
          if ((state->tasks & HD_CHAKRA_TASK_MEMORY) != 0)
            add_running (process, i, HD_WORK_MEMORY, state->memory_start, time, events);
          if ((state->tasks & (HD_CHAKRA_TASK_COMM | HD_CHAKRA_TASK_QUEUED | HD_CHAKRA_TASK_CALL)) != 0)
            add_running (process, i, hd_chakra_kind_get_work (_hd_chakra_process_get_node (process, i)->kind), state->start, time, events);
        }
    }
  hd_agent_network_gather (events);
  g_array_sort (events, compare_numbers);
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

static gboolean
is_communicating (const HdChakraState *state)
{
  return (state->tasks & (HD_CHAKRA_TASK_COMM | HD_CHAKRA_TASK_QUEUED | HD_CHAKRA_TASK_CALL)) != 0;
}

void
hd_chakra_processes_find_waiting (HdChakraProcesses *self,
                                  GArray *nodes)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      const HdChakraProcess *process = self->processes[self->order->nodes[rank]];
      guint32 i = 0;

      if (!is_here (self, rank))
        continue;
      while (i < self->job->ranks[rank]->n_nodes && !is_communicating (&process->states[i]))
        i++;
      if (i < self->job->ranks[rank]->n_nodes)
        g_array_append_val (nodes, self->order->nodes[rank]);
    }
}

char *
hd_chakra_processes_dup_waiting (HdChakraProcesses *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint32 rank = 0; rank < self->job->n_ranks && n <= MAX_LISTED; rank++)
    for (guint32 i = 0; i < self->job->ranks[rank]->n_nodes && n <= MAX_LISTED; i++)
      {
        const HdChakraProcess *process = self->processes[self->order->nodes[rank]];
        const HdChakraNode *node = _hd_chakra_process_get_node (process, i);

        if (!is_here (self, rank) || !is_communicating (&process->states[i]))
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

typedef struct
{
  HdChakraProcesses *all;
  GArray *ranks;
} Ranks;

static gpointer
get_rank (gpointer data,
          guint32 rank,
          guint32 *out_partition)
{
  Ranks *self = data;

  *out_partition = hd_agent_network_get_partition (self->all->network, self->all->order->nodes[rank]);
  return &g_array_index (self->ranks, HdExecutionRank, rank);
}

void
hd_chakra_processes_read_ranks (HdChakraProcesses *self,
                                GArray *ranks)
{
  g_array_set_size (ranks, 0);
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      guint32 node = self->order->nodes[rank];
      const HdChakraProcess *process = self->processes[node];
      const HdExecutionRank one = { node, process->overlap.computed, process->overlap.exposed, process->end };

      g_array_append_val (ranks, one);
    }
  hd_agent_network_mirror (self->network, ranks->len, sizeof (HdExecutionRank), get_rank, &(Ranks){ self, ranks });
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
  const HdChakraProcess *process = self->processes[node];

  return process->timed
         + (double) process->n_timed
               * (double) MAX (time - process->timed_since - hd_absences_measure (process->servers[HD_NODE_COMPUTE].absences, process->timed_since, time), 0);
}
