/* hd-chakra-process-build.c: ranks of traces on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-process"

#include "hd-chakra-process-private.h"

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-software-costs.h"
#include "hd-work-digest.h"

/* Members of a communicator differ, so a node has one rank. */
static void
add_process (HdChakraProcesses *self,
             guint32 node,
             guint32 rank)
{
  HdChakraProcess *process = self->processes[node];
  HdSoftwareCosts costs;

  if (process == NULL)
    {
      guint number = hd_agent_network_set_agent (self->network, node, &_hd_chakra_process_agent, self);

      process = self->processes[node] = hd_agent_network_get_agent_state (self->network, node, number);
      process->all = self;
      process->rank = HD_NO_ID;
      process->agenda.entries = g_array_new (FALSE, FALSE, sizeof (HdChakraEntry));
      process->ended.entries = g_array_new (FALSE, FALSE, sizeof (guint32));
      hd_processor_get (self->design, node, &process->processor);
      hd_software_costs_get (self->design, node, &costs);
      process->call = costs.start;
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
  HdChakraState *next = self->states;

  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    {
      const HdChakraRank *trace = self->job->ranks[rank];
      guint32 node = self->order->nodes[rank], home = hd_chakra_order_find_home (self->order, self->design, rank);

      add_process (self, node, rank);
      if (home != HD_NO_ID)
        add_process (self, home, HD_NO_ID);
      self->processes[node]->states = next;
      for (guint32 i = 0; i < trace->n_nodes; i++)
        *next++ = (HdChakraState){ .missing = trace->nodes[i].n_deps };
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

  self->states = g_new (HdChakraState, self->job->n_nodes + 1);
  self->processes = g_new0 (HdChakraProcess *, hd_design_get_n_nodes (self->design) + 1);
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
  self->n_partitions = hd_agent_network_get_n_partitions (self->network);
  self->log = hd_node_log_new (self->network, sizeof (HdChakraEvent));
  self->n_ended = g_new0 (guint64, self->n_partitions + 1);
}

HdChakraProcesses *
hd_chakra_processes_new (const HdChakraOrder *order,
                         HdDesign *design,
                         HdAgentNetwork *network,
                         GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  g_autoptr (HdChakraProcesses) self = NULL;

  if (!hd_budget_take (budget, (double) order->job->n_nodes, sizeof (HdChakraState), _("States of the nodes of traces"), error))
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
