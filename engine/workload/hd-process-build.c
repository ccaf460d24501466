/* hd-process-build.c: processes of a program on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-process"

#include "hd-process-private.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-software-costs.h"

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const HdWorkProgram *program = data;
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
  const HdWorkProgram *program = self->program;
  HdProcess *process = hd_agent_network_get_agent_state (self->network, node, number);
  HdSoftwareCosts costs;

  self->processes[node] = process;
  process->all = self;
  process->done = g_array_new (FALSE, FALSE, sizeof (guint32));
  process->n_channels = program->graph->channels->len;
  process->channels = g_new0 (HdPartChannel, process->n_channels + 1);
  hd_processor_get (self->design, node, &process->processor);
  hd_software_costs_get (self->design, node, &costs);
  process->call = costs.start;
  hd_node_servers_init (process->servers, self->design, node, &process->processor);
  for (guint32 p = program->first_on_node[node]; p != HD_NO_ID; p = program->parts[p].next_on_node)
    {
      const HdWorkVertex *vertex = _hd_processes_get_vertex (self, p);
      HdPartChannel *channel = vertex->kind == HD_VERTEX_COMM && vertex->channel != HD_NO_ID ? &process->channels[vertex->channel] : NULL;

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
  const HdWorkProgram *program = self->program;
  gboolean *takes_part = g_new0 (gboolean, program->n_nodes + 1);

  for (guint32 p = 0; p < program->n_parts; p++)
    {
      guint32 home = hd_work_program_find_home (program, p, self->design);

      takes_part[program->parts[p].node] = hd_agent_network_has_node (self->network, program->parts[p].node);
      if (home != HD_NO_ID)
        takes_part[home] = hd_agent_network_has_node (self->network, home);
    }
  return takes_part;
}

static void
set_agents (HdProcesses *self)
{
  g_autofree gboolean *takes_part = find_processes (self);

  for (guint32 i = 0; i < self->program->n_nodes; i++)
    if (takes_part[i])
      prepare_process (self, i, hd_agent_network_set_agent (self->network, i, &_hd_process_agent, self));
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
      self->nets[v] = hd_agent_network_add_net (self->network, net->classes, net->n_classes);
      if (self->nets[v] != HD_NO_ID)
        continue;
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("More than %u sets of link classes are used by communications"), HD_AGENT_MAX_NETS);
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
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%u iterations; at packet and flit fidelity at most %u are possible"), self->iterations,
                   HD_PROCESS_MAX_ITERATIONS);
      return FALSE;
    }
  for (guint i = 0; i < self->program->turns->len; i++)
    if (!hd_turn_walk_check (g_ptr_array_index (self->program->turns, i), error))
      return FALSE;
  return hd_budget_take (hd_budget_get_current (), self->program->n_parts, sizeof (HdPartState), _("States of processes"), error);
}

static void
prepare_states (HdProcesses *self)
{
  const HdWorkProgram *program = self->program;

  for (guint32 e = 0; e < program->n_edges; e++)
    {
      self->tokens[e] = program->edges[e].first_ignored;
      self->states[program->edges[e].to].missing += !program->edges[e].first_ignored;
    }
  for (guint32 p = 0; p < program->n_parts; p++)
    self->states[p].cause = HD_NO_ID;
}

HdProcesses *
hd_processes_new (const HdWorkProgram *program,
                  HdDesign *design,
                  HdAgentNetwork *network,
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
  self->states = g_new0 (HdPartState, program->n_parts + 1);
  self->tokens = g_new0 (gint32, program->n_edges + 1);
  self->nets = g_new0 (guint32, n_vertices + 1);
  self->names = g_new0 (guint64, n_vertices + 1);
  self->processes = g_new0 (HdProcess *, program->n_nodes + 1);
  self->n_partitions = hd_agent_network_get_n_partitions (network);
  self->log = hd_node_log_new (network, sizeof (HdProcessEvent));
  self->n_completions = g_new0 (guint64, self->n_partitions + 1);
  prepare_states (self);
  if (!add_nets (self, error))
    return NULL;
  set_agents (self);
  return g_steal_pointer (&self);
}

void
hd_processes_watch (HdProcesses *self,
                    HdMessageLog *log)
{
  self->messages = log;
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
  g_free (self);
}
