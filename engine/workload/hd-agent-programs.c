/* hd-agent-programs.c: graphs of work as programs of processes on the nodes of a network, and what is told of them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-agent-programs"

#include "hd-agent-work.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>
#include <heddle/hd-pair-hash.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-message-trace.h"
#include "hd-node-resources.h"
#include "hd-process.h"
#include "hd-work-program-size.h"
#include "hd-traffic-order.h"
#include "hd-workload-check.h"
#include "hd-workload-orders.h"
#include "hd-workload-private.h"

/* A communication while its ranks end, by vertex and run; @last_start and @cause: of the rank that joined last, for which the others waited. */
typedef struct
{
  guint64 key;
  HdTime start;
  HdTime end;
  guint n_ended;
  HdTime last_start;
  guint32 cause;
} Gathering;

typedef struct
{
  HdAgentWork parent;

  /* owned */
  HdWorkloadGraph *graph;
  HdWorkProgram *program;
  HdProcesses *processes;
  GHashTable *gatherings; /* of Gathering */
  GArray *events;         /* scratch, of HdProcessEvent */
  guint64 *last_spans;    /* by part: plus 1, of those told; 0 before */
  guint64 *n_spans;       /* by lane */
  guint32 *lane_of_node;
  GArray *lane_nodes;
  GPtrArray *lane_titles;
  GPtrArray *names;
  GPtrArray *members;
  GArray *n_members;
  GPtrArray *algorithms;  /* by vertex, of HdCollective or NULL */
  HdMessageTrace *trace;  /* or NULL */
  guint first_trace_lane;
  HdNodeResources resources;

  guint32 first_channel;  /* lane */
  guint n_starts;         /* parts that start iterations */
  GArray *entered;        /* of guint: starts that were reached for the n-th time */
  GArray *iteration_ends; /* of HdTime */
  guint iterations;
  HdTime last_end;
} Programs;

/* ---- preparing ------------------------------------------------------------------------------------------------------ */

static gboolean
carries (HdDesign *design,
         const HdElement *workload)
{
  const char *type = hd_element_get_text (workload, "type");

  if (type == NULL || hd_workload_types_find (type) == NULL)
    return FALSE;
  return strcmp (type, "transfers") != 0 && strcmp (type, "chakra") != 0 && !hd_workload_is_traffic (workload) && !hd_workload_is_order (design, workload);
}

static void
programs_free (HdAgentWork *work)
{
  Programs *self = (Programs *) work;

  g_clear_pointer (&self->processes, hd_processes_free);
  g_clear_pointer (&self->program, hd_work_program_free);
  g_clear_pointer (&self->graph, hd_workload_graph_free);
  g_hash_table_unref (self->gatherings);
  g_array_unref (self->events);
  g_array_unref (self->lane_nodes);
  g_ptr_array_unref (self->lane_titles);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->members);
  g_array_unref (self->n_members);
  g_ptr_array_unref (self->algorithms);
  g_clear_pointer (&self->trace, hd_message_trace_free);
  hd_node_resources_clear (&self->resources);
  g_array_unref (self->entered);
  g_array_unref (self->iteration_ends);
  g_free (self->last_spans);
  g_free (self->n_spans);
  g_free (self->lane_of_node);
  g_free (self);
}

static gboolean
read_graph (Programs *self,
            HdDesign *design,
            HdProblemList *problems)
{
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);

  self->graph->file = hd_design_get_file (design);
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);

      if (!carries (design, workload))
        continue;
      if (self->graph->origin_uid == 0)
        {
          self->graph->origin_uid = workload->origin_uid;
          self->graph->line = workload->line;
        }
      _hd_workload_read (design, workload, self->graph, problems);
    }
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors)
    return FALSE;
  hd_workload_check_iterations (self->graph, design, problems);
  hd_workload_graph_seal (self->graph);
  if (hd_design_get_run_settings (design)->static_check)
    hd_workload_check_structure (self->graph, problems);
  hd_workload_check_places (self->graph, design, problems);
  return hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors;
}

/* All that send or are sent something have links. What works on its own alone needs none, but a clock of its own it has only in the network. */
static gboolean
check_links (Programs *self,
             HdDesign *design,
             HdAgentNetwork *network,
             HdProblemList *problems)
{
  for (guint32 p = 0; p < self->program->n_parts; p++)
    {
      guint32 node = self->program->parts[p].node, home = hd_work_program_find_home (self->program, p, design);
      const HdWorkVertex *vertex;

      if (hd_agent_network_has_node (network, node) && (home == HD_NO_ID || hd_agent_network_has_node (network, home)))
        continue;
      vertex = hd_workload_graph_get_vertex (self->graph, self->program->parts[p].vertex);
      hd_agent_work_report_no_link (design, vertex->name, vertex->origin_uid, vertex->line, hd_agent_network_has_node (network, node) ? home : node,
                                    problems);
      return FALSE;
    }
  return TRUE;
}

/* A lane for each node that computes, then for each channel, then one for communications without a channel; as at flow fidelity. */
static void
lay_out_lanes (Programs *self,
               HdDesign *design)
{
  guint n_nodes = hd_design_get_n_nodes (design);
  guint32 none = HD_NO_ID;
  gboolean has_loose = FALSE;

  self->lane_of_node = g_new (guint32, n_nodes + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    {
      gboolean computes = FALSE;

      for (guint32 p = self->program->first_on_node[i]; p != HD_NO_ID && !computes; p = self->program->parts[p].next_on_node)
        computes = hd_workload_graph_get_vertex (self->graph, self->program->parts[p].vertex)->kind == HD_VERTEX_COMPUTE;
      self->lane_of_node[i] = HD_NO_ID;
      if (!computes)
        continue;
      self->lane_of_node[i] = self->lane_nodes->len;
      g_array_append_val (self->lane_nodes, i);
      g_ptr_array_add (self->lane_titles, NULL);
    }
  self->first_channel = self->lane_nodes->len;
  for (guint c = 0; c < self->graph->channels->len; c++)
    {
      g_array_append_val (self->lane_nodes, none);
      g_ptr_array_add (self->lane_titles, g_ptr_array_index (self->graph->channels, c));
    }
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self->graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, v);
      const HdTeam *team = vertex->kind == HD_VERTEX_COMM ? hd_workload_graph_get_team (self->graph, vertex->team) : NULL;
      guint n = team != NULL ? team->n_nodes : 0;

      g_ptr_array_add (self->names, (gpointer) vertex->name);
      g_ptr_array_add (self->members, team != NULL ? team->nodes : NULL);
      g_array_append_val (self->n_members, n);
      g_ptr_array_add (self->algorithms, team != NULL ? (gpointer) vertex->algorithm : NULL);
      has_loose = has_loose || (team != NULL && vertex->channel == HD_NO_ID);
      if (vertex->start)
        self->n_starts += self->program->first_part[v + 1] - self->program->first_part[v];
    }
  if (has_loose)
    {
      g_array_append_val (self->lane_nodes, none);
      g_ptr_array_add (self->lane_titles, (gpointer) _("Communication"));
    }
  self->n_spans = g_new0 (guint64, self->lane_nodes->len + 1);
  self->last_spans = g_new0 (guint64, self->program->n_parts + 1);
}

/* Lanes of what traced nodes send and receive, after all others. */
static void
lay_out_trace (Programs *self,
               HdAgentNetwork *network)
{
  self->first_trace_lane = self->lane_nodes->len;
  self->trace = hd_message_trace_new (network, self->lane_nodes->len, (const HdCollective *const *) self->algorithms->pdata,
                                      (const guint *) (gpointer) self->n_members->data, self->algorithms->len);
  hd_processes_watch (self->processes, hd_message_trace_get_log (self->trace));
  for (guint i = 0; self->trace != NULL && i < hd_message_trace_get_n_lanes (self->trace); i++)
    {
      const char *title;
      guint32 node = hd_message_trace_get_lane (self->trace, i, &title);

      g_array_append_val (self->lane_nodes, node);
      g_ptr_array_add (self->lane_titles, (gpointer) title);
    }
}

static void
add_resource (Programs *self,
              guint32 node,
              HdNodeServerKind kind)
{
  hd_node_resources_add (&self->resources, node, kind, hd_processes_get_server (self->processes, node, kind));
}

static void
lay_out_resources (Programs *self,
                   HdDesign *design,
                   HdAgentNetwork *network)
{
  guint n_nodes = hd_design_get_n_nodes (design);

  hd_node_resources_init (&self->resources, network, n_nodes);
  for (guint32 i = 0; i < n_nodes; i++)
    if (self->lane_of_node[i] != HD_NO_ID)
      {
        add_resource (self, i, HD_NODE_COMPUTE);
        add_resource (self, i, HD_NODE_LOCAL);
      }
    else
      {
        add_resource (self, i, HD_NODE_HOME);
      }
}

static gboolean
warn_of_size (Programs *self,
              HdDesign *design,
              HdProblemList *problems,
              GError **error)
{
  double n;

  if (!hd_work_program_count_packets (self->program, design, hd_agent_work_get_unit (design), &n, error))
    return FALSE;
  hd_agent_work_warn_of_size (design, n * self->iterations, problems);
  return TRUE;
}

static HdAgentWork *
programs_create (HdDesign *design,
                 HdTransferList *transfers,
                 HdAgentNetwork *network,
                 HdProblemList *problems,
                 HdProgress *progress,
                 GError **error)
{
  Programs *self = g_new0 (Programs, 1);
  g_autoptr (HdAgentWork) work = &self->parent;

  work->class = &_hd_agent_programs_class;
  self->iterations = hd_design_get_run_settings (design)->iterations;
  self->graph = hd_workload_graph_new ();
  self->gatherings = g_hash_table_new_full (hd_pair_hash, g_int64_equal, NULL, g_free);
  self->events = g_array_new (FALSE, FALSE, sizeof (HdProcessEvent));
  self->lane_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lane_titles = g_ptr_array_new ();
  self->names = g_ptr_array_new ();
  self->members = g_ptr_array_new ();
  self->n_members = g_array_new (FALSE, FALSE, sizeof (guint));
  self->algorithms = g_ptr_array_new ();
  self->entered = g_array_new (FALSE, TRUE, sizeof (guint));
  self->iteration_ends = g_array_new (FALSE, FALSE, sizeof (HdTime));
  if (!read_graph (self, design, problems))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
      return NULL;
    }
  self->program = hd_work_program_new (self->graph, design, error);
  if (self->program == NULL)
    return NULL;
  if (!check_links (self, design, network, problems))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
      return NULL;
    }
  if (!warn_of_size (self, design, problems, error))
    return NULL;
  self->processes = hd_processes_new (self->program, design, network, self->iterations, error);
  if (self->processes == NULL)
    return NULL;
  lay_out_lanes (self, design);
  lay_out_trace (self, network);
  lay_out_resources (self, design, network);
  return g_steal_pointer (&work);
}

static void
get_layout (HdAgentWork *work,
            HdAgentWorkLayout *out_layout)
{
  Programs *self = (Programs *) work;

  *out_layout = (HdAgentWorkLayout){
    .names = (const char *const *) self->names->pdata,
    .n_names = self->names->len,
    .name_members = (const guint32 *const *) self->members->pdata,
    .n_name_members = (const guint *) (gpointer) self->n_members->data,
    .lane_nodes = (const guint32 *) (gpointer) self->lane_nodes->data,
    .lane_titles = (const char *const *) self->lane_titles->pdata,
    .n_lanes = self->lane_nodes->len,
    .first_trace_lane = self->first_trace_lane,
    .name_collectives = (const HdCollective *const *) self->algorithms->pdata,
    .capacities = (const double *) (gpointer) self->resources.capacities->data,
    .n_resources = self->resources.all->len,
    .node_resources = self->resources.of_nodes,
  };
}

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static guint32
find_lane (Programs *self,
           guint32 part)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, self->program->parts[part].vertex);

  if (vertex->kind == HD_VERTEX_COMPUTE)
    return self->lane_of_node[self->program->parts[part].node];
  return self->first_channel + (vertex->channel != HD_NO_ID ? vertex->channel : self->graph->channels->len);
}

/* The cause is the last span of the part that released this one, if it has one: shares of communications have none of their own. */
static void
fill_cause (Programs *self,
            guint32 cause,
            HdWorkSpan *span)
{
  span->cause_index = HD_NO_CAUSE;
  if (cause == HD_NO_ID || self->last_spans[cause] == 0)
    return;
  span->cause_class = find_lane (self, cause);
  span->cause_index = self->last_spans[cause] - 1;
}

static HdWorkSpan
make_span (Programs *self,
           const HdProcessEvent *event,
           HdWorkKind kind,
           HdTime start,
           HdTime end)
{
  HdWorkSpan span = {
    .lane_class = find_lane (self, event->part),
    .name = self->program->parts[event->part].vertex,
    .kind = kind,
    .iteration = event->run,
    .start = start,
    .end = end,
  };

  fill_cause (self, event->cause, &span);
  return span;
}

static void
tell_span (Programs *self,
           const HdProcessEvent *event,
           HdWorkKind kind,
           HdTime start,
           gboolean unfinished,
           const HdAgentWorkObserver *observer,
           gpointer data)
{
  HdWorkSpan span = make_span (self, event, kind, start, event->end);

  span.unfinished = unfinished;
  observer->span (data, &span);
  self->last_spans[event->part] = ++self->n_spans[span.lane_class];
  self->last_end = MAX (self->last_end, event->end);
}

static HdWorkKind
get_comm_kind (Programs *self,
               guint32 vertex)
{
  const char *algorithm = hd_workload_graph_get_vertex (self->graph, vertex)->algorithm->id;

  return strcmp (algorithm, "point-to-point") == 0 ? HD_WORK_TRANSFER : HD_WORK_COLLECTIVE;
}

/* A communication is told when the last of its ranks has ended, or is cut off. */
static void
gather (Programs *self,
        const HdProcessEvent *event,
        gboolean unfinished,
        const HdAgentWorkObserver *observer,
        gpointer data)
{
  guint32 v = self->program->parts[event->part].vertex;
  guint64 key = (guint64) v << 32 | event->run;
  Gathering *gathering = g_hash_table_lookup (self->gatherings, &key);
  HdProcessEvent joined = *event;

  if (gathering == NULL)
    {
      gathering = g_new0 (Gathering, 1);
      *gathering = (Gathering){ key, event->start, event->end, 0, event->start, event->cause };
      g_hash_table_insert (self->gatherings, &gathering->key, gathering);
    }
  gathering->start = MIN (gathering->start, event->start);
  gathering->end = MAX (gathering->end, event->end);
  if (event->start > gathering->last_start)
    {
      gathering->last_start = event->start;
      gathering->cause = event->cause;
    }
  gathering->n_ended++;
  if (!unfinished && gathering->n_ended < self->program->first_part[v + 1] - self->program->first_part[v])
    return;
  joined.cause = gathering->cause;
  tell_span (self, &joined, get_comm_kind (self, v), gathering->start, unfinished, observer, data);
  for (guint32 part = self->program->first_part[v]; part < self->program->first_part[v + 1]; part++)
    self->last_spans[part] = self->last_spans[event->part];
  g_hash_table_remove (self->gatherings, &key);
}

static void
end_iteration (Programs *self,
               const HdProcessEvent *event,
               const HdAgentWorkObserver *observer,
               gpointer data)
{
  guint n = event->run + 1;

  if (n > self->entered->len)
    g_array_set_size (self->entered, n);
  if (++g_array_index (self->entered, guint, n - 1) < self->n_starts)
    return;
  g_array_append_val (self->iteration_ends, event->end);
  observer->iteration (data, event->end);
}

/* Shares of communications that are under way count with those that have ended. */
static void
tell_running (Programs *self,
              HdTime time,
              const HdAgentWorkObserver *observer,
              gpointer data)
{
  g_autoptr (GHashTable) told = g_hash_table_new (NULL, NULL);

  g_array_set_size (self->events, 0);
  hd_processes_add_running (self->processes, time, self->events);
  for (guint i = 0; i < self->events->len; i++)
    {
      const HdProcessEvent *event = &g_array_index (self->events, HdProcessEvent, i);
      guint32 v = self->program->parts[event->part].vertex;

      if (event->kind != HD_WORK_COLLECTIVE)
        tell_span (self, event, event->kind, event->start, TRUE, observer, data);
      else if (g_hash_table_add (told, GUINT_TO_POINTER (v + 1)))
        gather (self, event, TRUE, observer, data);
    }
}

static void
tell (HdAgentWork *work,
      HdTime time,
      gboolean is_last,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  Programs *self = (Programs *) work;

  g_array_set_size (self->events, 0);
  hd_processes_take_events (self->processes, self->events);
  for (guint i = 0; i < self->events->len; i++)
    {
      const HdProcessEvent *event = &g_array_index (self->events, HdProcessEvent, i);

      if (event->ends_iteration)
        end_iteration (self, event, observer, data);
      else if (event->kind == HD_WORK_COLLECTIVE)
        gather (self, event, FALSE, observer, data);
      else
        tell_span (self, event, event->kind, event->start, FALSE, observer, data);
    }
  if (is_last)
    tell_running (self, time, observer, data);
  hd_message_trace_tell (self->trace, time, is_last, observer, data);
}

static HdTime
get_comm_start (Programs *self,
                const HdProcessEvent *event,
                guint32 vertex)
{
  guint64 key = (guint64) vertex << 32 | event->run;
  const Gathering *gathering = g_hash_table_lookup (self->gatherings, &key);

  return gathering != NULL ? MIN (gathering->start, event->start) : event->start;
}

/* A communication is open from the begin of the first of its ranks. Parts of one vertex follow each other. */
static void
tell_open (HdAgentWork *work,
           HdTime time,
           HdWorkOpen open,
           gpointer data)
{
  Programs *self = (Programs *) work;
  HdWorkSpan comm = { 0 };
  gboolean is_in_comm = FALSE;

  g_array_set_size (self->events, 0);
  hd_processes_add_running (self->processes, time, self->events);
  for (guint i = 0; i < self->events->len; i++)
    {
      const HdProcessEvent *event = &g_array_index (self->events, HdProcessEvent, i);
      guint32 v = self->program->parts[event->part].vertex;

      if (event->kind != HD_WORK_COLLECTIVE)
        {
          const HdWorkSpan span = make_span (self, event, event->kind, event->start, HD_TIME_MAX);

          open (data, &span);
        }
      else if (is_in_comm && comm.name == v && comm.iteration == event->run)
        {
          comm.start = MIN (comm.start, event->start);
        }
      else
        {
          if (is_in_comm)
            open (data, &comm);
          comm = make_span (self, event, get_comm_kind (self, v), get_comm_start (self, event, v), HD_TIME_MAX);
          is_in_comm = TRUE;
        }
    }
  if (is_in_comm)
    open (data, &comm);
}

/* ---- how far it is ---------------------------------------------------------------------------------------------------- */

static gboolean
is_ended (HdAgentWork *work)
{
  Programs *self = (Programs *) work;

  if (self->graph->stop == HD_STOP_ITERATIONS)
    return self->iteration_ends->len >= self->iterations;
  return hd_processes_get_n_completions (self->processes) >= self->program->n_parts;
}

static double
get_progress (HdAgentWork *work)
{
  Programs *self = (Programs *) work;
  double all = (double) self->program->n_parts * self->iterations;

  return is_ended (work) ? 1 : MIN ((double) hd_processes_get_n_completions (self->processes) / all, 1);
}

static HdTime
get_end (HdAgentWork *work)
{
  Programs *self = (Programs *) work;

  if (self->graph->stop == HD_STOP_ITERATIONS && is_ended (work))
    return g_array_index (self->iteration_ends, HdTime, self->iterations - 1);
  return self->last_end;
}

static guint64
get_n_completions (HdAgentWork *work)
{
  return hd_processes_get_n_completions (((Programs *) work)->processes);
}

static void
read_amounts (HdAgentWork *work,
              HdTime time,
              double *out_amounts)
{
  hd_node_resources_read (&((Programs *) work)->resources, time, out_amounts);
}

static char *
dup_waiting (HdAgentWork *work)
{
  g_autofree char *waiting = hd_processes_dup_waiting (((Programs *) work)->processes);

  return waiting != NULL ? g_strdup_printf (_("nothing runs, and these vertices wait (for those in brackets): %s"), waiting) : NULL;
}

static void
find_waiting (HdAgentWork *work,
              GArray *nodes)
{
  hd_processes_find_waiting (((Programs *) work)->processes, nodes);
}

static void
get_metrics (HdAgentWork *work,
             GArray *metrics)
{
  Programs *self = (Programs *) work;

  hd_execution_add_metrics (metrics, (const HdTime *) (gpointer) self->iteration_ends->data, self->iteration_ends->len, self->last_end,
                            self->graph->samples);
  hd_execution_add_exposed (metrics, hd_processes_get_exposed (self->processes));
}

static guint64
get_n_untold (HdAgentWork *work)
{
  return hd_message_trace_get_n_untold (((Programs *) work)->trace);
}

static gboolean
count_steps (HdAgentWork *work,
             guint64 *out_n)
{
  return hd_message_trace_count_steps (((Programs *) work)->trace, out_n);
}

const HdAgentWorkClass _hd_agent_programs_class = {
  .carries = carries,
  .create = programs_create,
  .free = programs_free,
  .get_layout = get_layout,
  .tell = tell,
  .tell_open = tell_open,
  .get_progress = get_progress,
  .is_ended = is_ended,
  .get_end = get_end,
  .get_n_completions = get_n_completions,
  .get_n_untold = get_n_untold,
  .count_steps = count_steps,
  .read = read_amounts,
  .dup_waiting = dup_waiting,
  .find_waiting = find_waiting,
  .get_metrics = get_metrics,
};
