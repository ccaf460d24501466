/* hd-process-read.c: what processes have done, and whom they wait for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-process"

#include "hd-process-private.h"

#include "hd-ranks-private.h"

#define MAX_LISTED 20

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

static gpointer
get_completions (gpointer data,
                 guint32 partition,
                 guint32 *out_partition)
{
  *out_partition = partition;
  return &((HdProcesses *) data)->n_completions[partition];
}

static gboolean
is_here (const HdProcesses *self,
         guint32 part)
{
  return hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, self->program->parts[part].node));
}

void
hd_processes_take_events (HdProcesses *self,
                          GArray *events)
{
  hd_node_log_take (self->log, events);
  hd_agent_network_mirror (self->network, self->n_partitions, sizeof *self->n_completions, get_completions, self);
  g_array_sort (events, compare_events);
}

static void
add_running (GArray *events,
             guint32 part,
             const HdPartState *state,
             HdWorkKind kind,
             HdTime start,
             HdTime time)
{
  const HdProcessEvent event = { part, state->n_runs - 1, kind, FALSE, state->cause, start, time };

  if (start <= time)
    g_array_append_val (events, event);
}

/* Tasks of one part, too, in the order in which they are added. */
static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const HdProcessEvent *x = a, *y = b;

  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  return (int) x->kind - (int) y->kind;
}

void
hd_processes_add_running (HdProcesses *self,
                          HdTime time,
                          GArray *events)
{
  for (guint32 p = 0; p < self->program->n_parts; p++)
    {
      const HdPartState *state = &self->states[p];

      if (!is_here (self, p))
        continue;
      if ((state->tasks & HD_TASK_COMPUTE) != 0)
        add_running (events, p, state, HD_WORK_COMPUTE, state->compute_start, time);
      if ((state->tasks & HD_TASK_MEMORY) != 0)
        add_running (events, p, state, HD_WORK_MEMORY, state->memory_start, time);
      if ((state->tasks & HD_TASK_MOVE) != 0)
        add_running (events, p, state, HD_WORK_MOVE, state->start, time);
      if ((state->tasks & (HD_TASK_COMM | HD_TASK_CALL)) != 0)
        add_running (events, p, state, HD_WORK_COLLECTIVE, state->start, time);
    }
  hd_agent_network_gather (events);
  g_array_sort (events, compare_parts);
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
  const HdWorkProgram *program = self->program;
  g_autofree char *path = hd_design_dup_node_path (self->design, program->parts[part].node);
  const char *separator = "";

  g_string_append_printf (text, "%s%s, %s (", text->len > 0 ? "; " : "", _hd_processes_get_vertex (self, part)->name, path);
  for (guint32 i = program->parts[part].first_in; i < program->parts[part + 1].first_in; i++)
    {
      guint32 e = program->incoming[i];

      if (self->tokens[e] > 0)
        continue;
      g_string_append_printf (text, "%s%s", separator, _hd_processes_get_vertex (self, program->edges[e].from)->name);
      separator = ", ";
    }
  g_string_append_c (text, ')');
}

static gboolean
is_waiting (const HdProcesses *self,
            guint32 part)
{
  const HdPartState *state = &self->states[part];

  return state->running || (state->missing > 0 && !state->parked && state->n_runs < self->iterations);
}

void
hd_processes_find_waiting (HdProcesses *self,
                           GArray *nodes)
{
  for (guint32 p = 0; p < self->program->n_parts; p++)
    if (is_here (self, p) && is_waiting (self, p))
      g_array_append_val (nodes, self->program->parts[p].node);
}

char *
hd_processes_dup_waiting (HdProcesses *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint32 p = 0; p < self->program->n_parts; p++)
    {
      if (!is_here (self, p) || !is_waiting (self, p))
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
    if (self->processes[i] != NULL && hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, i)))
      exposed = MAX (exposed, self->processes[i]->overlap.exposed);
  return -hd_ranks_find_minimum (-exposed);
}

const HdNodeServer *
hd_processes_get_server (HdProcesses *self,
                         guint32 node,
                         HdNodeServerKind kind)
{
  return self->processes[node] != NULL ? &self->processes[node]->servers[kind] : NULL;
}
