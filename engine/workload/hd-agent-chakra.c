/* hd-agent-chakra.c: Chakra traces executed by agents, and what is told of them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-agent-chakra"

#include "hd-agent-work.h"

#include <heddle/hd-error.h>

#include "hd-chakra-process.h"
#include "hd-i18n.h"
#include "hd-node-resources.h"
#include "hd-workload-private.h"

typedef struct
{
  HdAgentWork parent;

  /* owned */
  HdChakraOrder order;
  HdChakraProcesses *processes;
  GArray *events;       /* scratch, of HdChakraEvent */
  GPtrArray *names;     /* borrowed texts */
  guint *n_members;     /* of names: 0 */
  const guint32 **members;
  GPtrArray *titles;    /* by lane; NULL for that of a component */
  guint32 *lane_nodes;
  HdNodeResources resources;

  guint64 n_ended;      /* that were told */
  HdTime last_end;
} Traces;

/* ---- preparing ------------------------------------------------------------------------------------------------------- */

static gboolean
carries (HdDesign *design,
         const HdElement *workload)
{
  return g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_chakra.type.id) == 0;
}

static void
traces_free (HdAgentWork *work)
{
  Traces *self = (Traces *) work;

  g_clear_pointer (&self->processes, hd_chakra_processes_free);
  hd_chakra_order_clear (&self->order);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->titles, g_ptr_array_unref);
  hd_node_resources_clear (&self->resources);
  g_free (self->n_members);
  g_free (self->members);
  g_free (self->lane_nodes);
  g_free (self);
}

/* All have links, and can compute what they have to. */
static gboolean
check_ranks (Traces *self,
             HdDesign *design,
             HdAgentNetwork *network,
             HdProblemList *problems)
{
  for (guint32 rank = 0; rank < self->order.job->n_ranks; rank++)
    {
      guint32 node = self->order.nodes[rank], home = hd_chakra_order_find_home (&self->order, design, rank);

      if (!hd_agent_network_has_node (network, node) || (home != HD_NO_ID && !hd_agent_network_has_node (network, home)))
        {
          hd_agent_work_report_no_link (design, "workload", self->order.origin_uid, self->order.line,
                                        hd_agent_network_has_node (network, node) ? home : node, problems);
          return FALSE;
        }
      if (hd_chakra_order_computes (&self->order, rank) && !(hd_design_get_property (design, node, HD_PROPERTY_FP32_RATE, 0) > 0))
        {
          hd_chakra_order_report_rate (&self->order, design, rank, problems);
          return FALSE;
        }
    }
  return TRUE;
}

/* What ranks compute, then what they communicate; as at flow fidelity. */
static void
lay_out_lanes (Traces *self,
               HdDesign *design)
{
  const HdChakraJob *job = self->order.job;
  guint n_names = hd_name_pool_get_length (job->names);

  self->names = g_ptr_array_new ();
  for (guint32 i = 0; i < n_names; i++)
    g_ptr_array_add (self->names, (gpointer) hd_name_pool_get (job->names, i));
  self->n_members = g_new0 (guint, n_names + 1);
  self->members = g_new0 (const guint32 *, n_names + 1);
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->lane_nodes = g_new (guint32, 2 * (gsize) job->n_ranks + 1);
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      self->lane_nodes[rank] = self->order.nodes[rank];
      self->lane_nodes[job->n_ranks + rank] = HD_NO_ID;
      g_ptr_array_add (self->titles, NULL);
    }
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      g_autofree char *path = hd_design_dup_node_path (design, self->order.nodes[rank]);

      g_ptr_array_add (self->titles, g_strdup_printf (_("Communication of %s"), path));
    }
}

static void
add_resource (Traces *self,
              guint32 node,
              HdNodeServerKind kind)
{
  hd_node_resources_add (&self->resources, node, kind, hd_chakra_processes_get_server (self->processes, node, kind));
}

/* Of a rank what its computations use, and its local memory; of a memory what others read and write. */
static void
lay_out_resources (Traces *self,
                   HdDesign *design,
                   HdAgentNetwork *network)
{
  guint n_nodes = hd_design_get_n_nodes (design);

  hd_node_resources_init (&self->resources, network, n_nodes);
  for (guint32 i = 0; i < n_nodes; i++)
    add_resource (self, i, HD_NODE_HOME);
  for (guint32 rank = 0; rank < self->order.job->n_ranks; rank++)
    {
      if (!self->order.roofline)
        hd_node_resources_add_time (&self->resources, self->order.nodes[rank]);
      else if (hd_chakra_order_computes (&self->order, rank))
        add_resource (self, self->order.nodes[rank], HD_NODE_COMPUTE);
      if (hd_chakra_rank_needs (self->order.job->ranks[rank], HD_CHAKRA_COMPUTE, HD_CHAKRA_STORE, FALSE))
        add_resource (self, self->order.nodes[rank], HD_NODE_LOCAL);
    }
}

static HdAgentWork *
traces_create (HdDesign *design,
               HdTransferList *transfers,
               HdAgentNetwork *network,
               HdProblemList *problems,
               HdProgress *progress,
               GError **error)
{
  Traces *self = g_new0 (Traces, 1);
  g_autoptr (HdAgentWork) work = &self->parent;
  g_autoptr (GError) stopped = NULL;

  work->class = &_hd_agent_chakra_class;
  if (!_hd_workload_chakra_read (design, _hd_workload_chakra_find (design), FALSE, problems, progress, &self->order, &stopped)
      || !check_ranks (self, design, network, problems))
    {
      if (stopped != NULL)
        g_propagate_error (error, g_steal_pointer (&stopped));
      else
        g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
      return NULL;
    }
  self->processes = hd_chakra_processes_new (&self->order, design, network, error);
  if (self->processes == NULL)
    return NULL;
  self->events = g_array_new (FALSE, FALSE, sizeof (HdChakraEvent));
  lay_out_lanes (self, design);
  lay_out_resources (self, design, network);
  return g_steal_pointer (&work);
}

static void
get_layout (HdAgentWork *work,
            HdAgentWorkLayout *out_layout)
{
  Traces *self = (Traces *) work;

  *out_layout = (HdAgentWorkLayout){
    .names = (const char *const *) self->names->pdata,
    .n_names = self->names->len,
    .name_members = self->members,
    .n_name_members = self->n_members,
    .lane_nodes = self->lane_nodes,
    .lane_titles = (const char *const *) self->titles->pdata,
    .n_lanes = self->titles->len,
    .capacities = (const double *) (gpointer) self->resources.capacities->data,
    .n_resources = self->resources.all->len,
    .node_resources = self->resources.of_nodes,
  };
}

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static HdWorkSpan
make_span (Traces *self,
           const HdChakraEvent *event,
           HdTime end)
{
  const HdChakraJob *job = self->order.job;
  const HdChakraNode *node = &job->ranks[event->rank]->nodes[event->node];
  HdWorkSpan span = {
    .lane_class = event->rank + (node->kind >= HD_CHAKRA_SEND ? job->n_ranks : 0),
    .name = node->name,
    .kind = event->kind,
    .start = event->start,
    .end = end,
    .cause_class = event->cause_class,
    .cause_index = event->cause_index,
  };

  if (event->kind >= HD_WORK_SEND)
    span.peer = self->order.nodes[hd_chakra_job_get_comm (job, event->rank, node->detail)->peer];
  return span;
}

static void
tell_span (Traces *self,
           const HdChakraEvent *event,
           gboolean unfinished,
           const HdAgentWorkObserver *observer,
           gpointer data)
{
  HdWorkSpan span = make_span (self, event, event->end);

  span.unfinished = unfinished;
  observer->span (data, &span);
  self->last_end = MAX (self->last_end, event->end);
}

static void
tell (HdAgentWork *work,
      HdTime time,
      gboolean is_last,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  Traces *self = (Traces *) work;

  g_array_set_size (self->events, 0);
  hd_chakra_processes_take_events (self->processes, self->events);
  for (guint i = 0; i < self->events->len; i++)
    tell_span (self, &g_array_index (self->events, HdChakraEvent, i), FALSE, observer, data);
  self->n_ended = hd_chakra_processes_get_n_ended (self->processes);
  if (!is_last)
    return;
  g_array_set_size (self->events, 0);
  hd_chakra_processes_add_running (self->processes, time, self->events);
  for (guint i = 0; i < self->events->len; i++)
    tell_span (self, &g_array_index (self->events, HdChakraEvent, i), TRUE, observer, data);
}

static void
tell_open (HdAgentWork *work,
           HdTime time,
           HdWorkOpen open,
           gpointer data)
{
  Traces *self = (Traces *) work;

  g_array_set_size (self->events, 0);
  hd_chakra_processes_add_running (self->processes, time, self->events);
  for (guint i = 0; i < self->events->len; i++)
    {
      const HdWorkSpan span = make_span (self, &g_array_index (self->events, HdChakraEvent, i), HD_TIME_MAX);

      open (data, &span);
    }
}

/* ---- how far it is --------------------------------------------------------------------------------------------------- */

static gboolean
is_ended (HdAgentWork *work)
{
  Traces *self = (Traces *) work;

  return hd_chakra_processes_get_n_ended (self->processes) == self->order.job->n_nodes;
}

static double
get_progress (HdAgentWork *work)
{
  Traces *self = (Traces *) work;

  return self->order.job->n_nodes > 0 ? (double) self->n_ended / (double) self->order.job->n_nodes : 1;
}

static HdTime
get_end (HdAgentWork *work)
{
  return ((Traces *) work)->last_end;
}

static guint64
get_n_completions (HdAgentWork *work)
{
  return hd_chakra_processes_get_n_ended (((Traces *) work)->processes);
}

static void
read_amounts (HdAgentWork *work,
              HdTime time,
              double *out_amounts)
{
  Traces *self = (Traces *) work;

  hd_node_resources_read (&self->resources, time, out_amounts);
  for (guint i = 0; i < self->resources.all->len; i++)
    {
      const HdNodeResource *resource = &g_array_index (self->resources.all, HdNodeResource, i);

      if (resource->server == NULL && hd_node_resources_has (&self->resources, resource->node))
        out_amounts[i] = hd_chakra_processes_get_timed (self->processes, resource->node, time);
    }
}

/* With issue="all" none waits for ever, or reading would have said so. */
static char *
dup_waiting (HdAgentWork *work)
{
  g_autofree char *waiting = hd_chakra_processes_dup_waiting (((Traces *) work)->processes);

  if (waiting == NULL)
    return NULL;
  return g_strdup_printf (_("ranks wait for each other, as issue=\"one-each\" lets each communicate once at a time: %s. With issue=\"all\" they would go on"),
                          waiting);
}

static void
find_waiting (HdAgentWork *work,
              GArray *nodes)
{
  hd_chakra_processes_find_waiting (((Traces *) work)->processes, nodes);
}

static void
get_ranks (HdAgentWork *work,
           GArray *ranks)
{
  Traces *self = (Traces *) work;

  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (HdExecutionRank));

  hd_chakra_processes_read_ranks (self->processes, own);
  g_array_append_vals (ranks, own->data, own->len);
}

static void
get_metrics (HdAgentWork *work,
             GArray *metrics)
{
  Traces *self = (Traces *) work;
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (HdExecutionRank));

  get_ranks (work, ranks);
  hd_execution_add_metrics (metrics, NULL, 0, self->last_end, 0);
  hd_execution_add_ranks (metrics, (const HdExecutionRank *) (gpointer) ranks->data, ranks->len);
}

const HdAgentWorkClass _hd_agent_chakra_class = {
  .carries = carries,
  .create = traces_create,
  .free = traces_free,
  .get_layout = get_layout,
  .tell = tell,
  .tell_open = tell_open,
  .get_progress = get_progress,
  .is_ended = is_ended,
  .get_end = get_end,
  .get_n_completions = get_n_completions,
  .read = read_amounts,
  .dup_waiting = dup_waiting,
  .find_waiting = find_waiting,
  .get_metrics = get_metrics,
  .get_ranks = get_ranks,
};
