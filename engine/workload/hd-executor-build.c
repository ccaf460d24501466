/* hd-executor-build.c: an executor's instances, tokens and channels
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-executor"

#include "hd-executor-private.h"

static guint
count_classes (const HdWorkModel *model,
               const HdWorkVertex *vertex)
{
  const guint32 *classes;
  guint n = 0;

  if (vertex->group == HD_NO_ID)
    return 1;
  classes = model->group_classes[vertex->group];
  while (classes[n] != HD_NO_ID)
    n++;
  return n;
}

guint
hd_executor_get_n_lane_classes (const HdWorkModel *model)
{
  return model->n_classes + model->graph->channels->len + 1;
}

static guint32
find_lane_class (const HdWorkModel *model,
                 guint32 v,
                 guint k)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (model->graph, v);

  if (vertex->group != HD_NO_ID)
    return model->group_classes[vertex->group][k];
  if (vertex->kind == HD_VERTEX_COMPUTE)
    return model->place_classes[v];
  return model->n_classes + (vertex->channel != HD_NO_ID ? vertex->channel : model->graph->channels->len);
}

static void
make_instances (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);

  self->first_instance = g_new (guint32, n_vertices + 1);
  self->first_instance[0] = 0;
  for (guint32 v = 0; v < n_vertices; v++)
    self->first_instance[v + 1] = self->first_instance[v] + count_classes (self->model, hd_workload_graph_get_vertex (graph, v));
  self->n_instances = self->first_instance[n_vertices];
  self->instances = g_new0 (HdInstance, self->n_instances + 1);
  for (guint32 v = 0; v < n_vertices; v++)
    for (guint32 i = self->first_instance[v]; i < self->first_instance[v + 1]; i++)
      {
        self->instances[i].vertex = v;
        self->instances[i].lane_class = find_lane_class (self->model, v, i - self->first_instance[v]);
        self->instances[i].cause_index = HD_NO_CAUSE;
        self->instances[i].last_token = -1;
        self->n_starts += hd_workload_graph_get_vertex (graph, v)->start;
      }
}

/* An edge has a token for each class of its wider end. */
static void
make_tokens (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_edges = graph->edges->len;

  self->first_token = g_new (guint32, n_edges + 1);
  self->first_token[0] = 0;
  for (guint32 e = 0; e < n_edges; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (graph, e);

      self->first_token[e + 1] = self->first_token[e] + MAX (_hd_executor_get_width (self, edge->from), _hd_executor_get_width (self, edge->to));
    }
  self->tokens = g_new0 (guint32, self->first_token[n_edges] + 1);
  for (guint32 e = 0; e < n_edges; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (graph, e);
      guint n_tokens = self->first_token[e + 1] - self->first_token[e];

      for (guint k = 0; k < n_tokens; k++)
        {
          HdInstance *to = &self->instances[self->first_instance[edge->to] + MIN (k, _hd_executor_get_width (self, edge->to) - 1)];

          self->tokens[self->first_token[e] + k] = edge->first_ignored;
          to->missing += !edge->first_ignored;
        }
    }
}

static void
sort_incoming (HdExecutor *self)
{
  const HdWorkloadGraph *graph = self->model->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);
  g_autofree guint32 *next = NULL;

  self->first_in = g_new0 (guint32, n_vertices + 1);
  self->incoming = g_new (guint32, graph->edges->len + 1);
  for (guint32 e = 0; e < graph->edges->len; e++)
    self->first_in[hd_workload_graph_get_edge (graph, e)->to + 1]++;
  for (guint32 v = 0; v < n_vertices; v++)
    self->first_in[v + 1] += self->first_in[v];
  next = g_memdup2 (self->first_in, (n_vertices + 1) * sizeof *next);
  for (guint32 e = 0; e < graph->edges->len; e++)
    self->incoming[next[hd_workload_graph_get_edge (graph, e)->to]++] = e;
}

HdExecutor *
hd_executor_new (const HdWorkModel *model,
                 guint iterations)
{
  HdExecutor *self = g_new0 (HdExecutor, 1);
  const HdWorkloadGraph *graph = model->graph;
  guint n_lane_classes = hd_executor_get_n_lane_classes (model);

  self->model = model;
  self->iterations = iterations;
  make_instances (self);
  make_tokens (self);
  sort_incoming (self);
  self->channels = g_new0 (HdChannel, graph->channels->len + 1);
  for (guint i = 0; i < graph->channels->len; i++)
    self->channels[i].queue = g_array_new (FALSE, FALSE, sizeof (HdWaiting));
  self->ended = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->instant = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->batch = g_array_new (FALSE, FALSE, sizeof (HdTransfer));
  self->ordered = g_array_new (FALSE, FALSE, sizeof (HdOrderedTransfer));
  self->entered = g_array_new (FALSE, TRUE, sizeof (guint));
  self->iteration_ends = g_array_new (FALSE, FALSE, sizeof (HdTime));
  self->n_spans = g_new0 (guint64, n_lane_classes);
  self->digests = g_new0 (HdWorkDigest, n_lane_classes);
  self->name_digests = g_new (guint64, hd_workload_graph_get_n_vertices (graph) + 1);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    self->name_digests[v] = hd_work_digest_text (hd_workload_graph_get_vertex (graph, v)->name);
  return self;
}

void
_hd_executor_free (gpointer data)
{
  HdExecutor *self = data;

  for (guint i = 0; i < self->model->graph->channels->len; i++)
    g_array_unref (self->channels[i].queue);
  g_array_unref (self->ended);
  g_array_unref (self->instant);
  g_array_unref (self->batch);
  g_array_unref (self->ordered);
  g_array_unref (self->entered);
  g_array_unref (self->iteration_ends);
  g_free (self->instances);
  g_free (self->first_instance);
  g_free (self->tokens);
  g_free (self->first_token);
  g_free (self->incoming);
  g_free (self->first_in);
  g_free (self->channels);
  g_free (self->n_spans);
  g_free (self->digests);
  g_free (self->name_digests);
  g_free (self);
}
