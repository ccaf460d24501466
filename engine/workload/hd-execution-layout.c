/* hd-execution-layout.c: lanes, names and resources of an execution, as the record shows them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-execution"

#include "hd-execution-private.h"

#include <string.h>

#include "hd-i18n.h"

static void
add_name (HdExecution *self,
          const char *name,
          const HdTeam *team)
{
  guint n = team != NULL ? team->n_nodes : 0;

  g_ptr_array_add (self->names, (gpointer) name);
  g_ptr_array_add (self->members, team != NULL ? team->nodes : NULL);
  g_array_append_val (self->n_members, n);
}

static void
add_lane (HdExecution *self,
          guint32 node,
          const char *title,
          guint32 class)
{
  g_array_append_val (self->lane_nodes, node);
  g_array_append_val (self->lane_classes, class);
  g_ptr_array_add (self->titles, (gpointer) title);
  self->class_sizes[class]++;
}

static void
lay_out_workload (HdExecution *self)
{
  const HdWorkModel *model = self->model;
  const HdWorkloadGraph *graph = self->graph;
  guint n_channels = graph->channels->len;
  gboolean has_loose = FALSE;

  self->layout.n_lane_classes = hd_executor_get_n_lane_classes (model);
  self->layout.n_node_classes = model->n_classes;
  self->class_sizes = g_new0 (guint32, self->layout.n_lane_classes);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);

      add_name (self, vertex->name, vertex->kind == HD_VERTEX_COMM ? hd_workload_graph_get_team (graph, vertex->team) : NULL);
      has_loose = has_loose || (vertex->kind == HD_VERTEX_COMM && vertex->channel == HD_NO_ID);
    }
  for (guint i = 0; i < model->n_lanes; i++)
    add_lane (self, model->lane_nodes[i], NULL, model->lane_classes[i]);
  for (guint i = 0; i < n_channels; i++)
    add_lane (self, HD_NO_ID, g_ptr_array_index (graph->channels, i), model->n_classes + i);
  if (has_loose)
    add_lane (self, HD_NO_ID, _("Communication"), model->n_classes + n_channels);
  self->link_resources = model->link_resources;
  self->node_resources = model->node_resources;
}

static void
lay_out_transfers (HdExecution *self)
{
  self->layout.n_lane_classes = 1;
  self->class_sizes = g_new0 (guint32, 1);
  add_name (self, _("Transfer"), NULL);
  add_lane (self, HD_NO_ID, _("Transfers"), 0);
}

/* What ranks compute, then what they communicate. */
static void
lay_out_chakra (HdExecution *self)
{
  const HdChakraOrder *order = &self->order;
  guint n_ranks = order->job->n_ranks;

  self->layout.n_lane_classes = 2 * n_ranks;
  self->layout.n_node_classes = n_ranks;
  self->class_sizes = g_new0 (guint32, 2 * n_ranks);
  for (guint32 i = 0; i < hd_name_pool_get_length (order->job->names); i++)
    add_name (self, hd_name_pool_get (order->job->names, i), NULL);
  for (guint32 rank = 0; rank < n_ranks; rank++)
    add_lane (self, order->nodes[rank], NULL, rank);
  for (guint32 rank = 0; rank < n_ranks; rank++)
    {
      g_autofree char *path = hd_design_dup_node_path (self->design, order->nodes[rank]);
      char *title = g_strdup_printf (_("Communication of %s"), path);

      g_ptr_array_add (self->own_titles, title);
      add_lane (self, HD_NO_ID, title, n_ranks + rank);
    }
  self->link_resources = self->plan->link_resources;
  self->node_resources = self->plan->node_resources;
}

/* Lanes of traces show each send and receive already. */
static void
lay_out_trace (HdExecution *self)
{
  guint first_class = self->layout.n_lane_classes;
  guint n;

  self->layout.first_trace_lane = self->lane_nodes->len;
  if (hd_design_get_run_settings (self->design)->n_traced == 0 || self->chakra != NULL)
    return;
  self->trace = hd_step_trace_new (self->design, self->model, self->flows, first_class);
  n = hd_step_trace_get_n_lanes (self->trace);
  self->layout.n_lane_classes += n;
  self->class_sizes = g_renew (guint32, self->class_sizes, self->layout.n_lane_classes);
  memset (self->class_sizes + first_class, 0, n * sizeof (guint32));
  for (guint i = 0; i < n; i++)
    add_lane (self, hd_step_trace_get_lane (self->trace, i)->node, hd_step_trace_get_lane (self->trace, i)->title, first_class + i);
}

void
_hd_execution_lay_out (HdExecution *self)
{
  HdExecutionLayout *layout = &self->layout;

  self->names = g_ptr_array_new ();
  self->members = g_ptr_array_new ();
  self->n_members = g_array_new (FALSE, FALSE, sizeof (guint));
  self->titles = g_ptr_array_new ();
  self->own_titles = g_ptr_array_new_with_free_func (g_free);
  self->lane_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lane_classes = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (self->transfers != NULL)
    lay_out_transfers (self);
  else if (self->chakra != NULL)
    lay_out_chakra (self);
  else
    lay_out_workload (self);
  lay_out_trace (self);
  layout->names = (const char *const *) self->names->pdata;
  layout->n_names = self->names->len;
  layout->name_members = (const guint32 *const *) self->members->pdata;
  layout->n_name_members = (const guint *) (void *) self->n_members->data;
  layout->lane_nodes = (const guint32 *) (void *) self->lane_nodes->data;
  layout->lane_titles = (const char *const *) self->titles->pdata;
  layout->lane_classes = (const guint32 *) (void *) self->lane_classes->data;
  layout->n_lanes = self->lane_nodes->len;
  layout->class_sizes = self->class_sizes;
  layout->n_resources = hd_flow_model_get_n_resources (self->flows);
  self->capacities = g_new (double, layout->n_resources + 1);
  for (guint32 r = 0; r < layout->n_resources; r++)
    self->capacities[r] = (double) hd_flow_model_get_capacity (self->flows, r) / hd_flow_model_get_scale (self->flows, r);
  layout->capacities = self->capacities;
  layout->link_resources = self->link_resources;
  layout->node_resources = self->node_resources;
}
