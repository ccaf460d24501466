/* hd-workload-graph.c: a cyclic graph of computations and communications
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-graph"

#include "hd-workload-graph.h"

#include <math.h>
#include <string.h>

static void
team_free (gpointer data)
{
  HdTeam *team = data;

  g_free (team->nodes);
  g_free (team);
}

static void
class_set_free (gpointer data)
{
  HdClassSet *set = data;

  g_free (set->classes);
  g_free (set);
}

HdWorkloadGraph *
hd_workload_graph_new (void)
{
  HdWorkloadGraph *self = g_new0 (HdWorkloadGraph, 1);

  self->vertices = g_array_new (FALSE, FALSE, sizeof (HdWorkVertex));
  self->edges = g_array_new (FALSE, FALSE, sizeof (HdWorkEdge));
  self->teams = g_ptr_array_new_with_free_func (team_free);
  self->nets = g_ptr_array_new_with_free_func (class_set_free);
  self->channels = g_ptr_array_new ();
  self->strings = g_string_chunk_new (4096);
  return self;
}

void
hd_workload_graph_free (HdWorkloadGraph *self)
{
  g_array_unref (self->vertices);
  g_array_unref (self->edges);
  g_ptr_array_unref (self->teams);
  g_ptr_array_unref (self->nets);
  g_ptr_array_unref (self->channels);
  g_free (self->first_out);
  g_string_chunk_free (self->strings);
  g_free (self);
}

HdWorkVertex *
hd_workload_graph_add_vertex (HdWorkloadGraph *self,
                              HdVertexKind kind,
                              const char *name,
                              guint32 *out_vertex)
{
  HdWorkVertex vertex = {
    .name = g_string_chunk_insert (self->strings, name),
    .kind = kind,
    .group = HD_NO_ID,
    .place = HD_NO_ID,
    .home = HD_NO_ID,
    .local_from = INFINITY,
    .team = HD_NO_ID,
    .channel = HD_NO_ID,
    .net = HD_NO_ID,
  };

  g_array_append_val (self->vertices, vertex);
  if (out_vertex != NULL)
    *out_vertex = self->vertices->len - 1;
  return hd_workload_graph_get_vertex (self, self->vertices->len - 1);
}

void
hd_workload_graph_add_edge (HdWorkloadGraph *self,
                            guint32 from,
                            guint32 to,
                            gboolean first_ignored)
{
  HdWorkEdge edge = { from, to, first_ignored };

  g_array_append_val (self->edges, edge);
}

guint32
hd_workload_graph_add_team (HdWorkloadGraph *self,
                            const guint32 *nodes,
                            guint n_nodes)
{
  HdTeam *team;

  for (guint i = 0; i < self->teams->len; i++)
    {
      team = g_ptr_array_index (self->teams, i);
      if (team->n_nodes == n_nodes && (n_nodes == 0 || memcmp (team->nodes, nodes, n_nodes * sizeof *nodes) == 0))
        return i;
    }
  team = g_new (HdTeam, 1);
  team->nodes = g_memdup2 (nodes, n_nodes * sizeof *nodes);
  team->n_nodes = n_nodes;
  g_ptr_array_add (self->teams, team);
  return self->teams->len - 1;
}

guint32
hd_workload_graph_add_net (HdWorkloadGraph *self,
                           const guint32 *classes,
                           guint n_classes)
{
  HdClassSet *set;

  for (guint i = 0; i < self->nets->len; i++)
    {
      set = g_ptr_array_index (self->nets, i);
      if (set->n_classes == n_classes && memcmp (set->classes, classes, n_classes * sizeof *classes) == 0)
        return i;
    }
  set = g_new (HdClassSet, 1);
  set->classes = g_memdup2 (classes, n_classes * sizeof *classes);
  set->n_classes = n_classes;
  g_ptr_array_add (self->nets, set);
  return self->nets->len - 1;
}

guint32
hd_workload_graph_add_channel (HdWorkloadGraph *self,
                               const char *name)
{
  for (guint i = 0; i < self->channels->len; i++)
    if (strcmp (g_ptr_array_index (self->channels, i), name) == 0)
      return i;
  g_ptr_array_add (self->channels, g_string_chunk_insert (self->strings, name));
  return self->channels->len - 1;
}

void
hd_workload_graph_seal (HdWorkloadGraph *self)
{
  guint n_vertices = self->vertices->len;
  GArray *sorted = g_array_sized_new (FALSE, FALSE, sizeof (HdWorkEdge), self->edges->len);
  g_autofree guint32 *next = NULL;

  g_assert (self->first_out == NULL);
  self->first_out = g_new0 (guint32, n_vertices + 1);
  for (guint e = 0; e < self->edges->len; e++)
    self->first_out[hd_workload_graph_get_edge (self, e)->from + 1]++;
  for (guint v = 0; v < n_vertices; v++)
    self->first_out[v + 1] += self->first_out[v];
  next = g_memdup2 (self->first_out, (n_vertices + 1) * sizeof *next);
  g_array_set_size (sorted, self->edges->len);
  for (guint e = 0; e < self->edges->len; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (self, e);

      g_array_index (sorted, HdWorkEdge, next[edge->from]++) = *edge;
    }
  g_array_unref (self->edges);
  self->edges = sorted;
}
