/* hd-work-program.c: a graph of work as the programs of processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-work-program"

#include "hd-work-program.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-processor.h"

/* ---- parts ----------------------------------------------------------------------------------------------------------- */

static gboolean
take_memory (const char *what_of,
             double n,
             gsize size,
             GError **error)
{
  g_autofree char *what = g_strdup_printf (_("The work takes %'.0f %s"), n, what_of);

  return hd_budget_take (hd_budget_get_current (), n, size, what, error);
}

static gboolean
make_parts (HdWorkProgram *self,
            GError **error)
{
  guint n_vertices = hd_workload_graph_get_n_vertices (self->graph);
  double n_all = 0;

  self->first_part = g_new0 (guint32, n_vertices + 1);
  for (guint32 v = 0; v < n_vertices; v++)
    {
      guint n;

      hd_workload_graph_get_places (self->graph, hd_workload_graph_get_vertex (self->graph, v), &n);
      n_all += n;
      self->first_part[v + 1] = self->first_part[v] + n;
    }
  if (n_all > HD_WORK_PROGRAM_MAX_PARTS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("The work has %'.0f parts of processes; at most %u are possible at packet and flit fidelity"), n_all,
                   HD_WORK_PROGRAM_MAX_PARTS);
      return FALSE;
    }
  if (!take_memory (_("parts of processes"), n_all, sizeof (HdWorkProgramPart), error))
    return FALSE;
  self->n_parts = self->first_part[n_vertices];
  self->parts = g_new0 (HdWorkProgramPart, self->n_parts + 1);
  for (guint32 v = n_vertices; v-- > 0;)
    {
      guint n;
      const guint32 *places = hd_workload_graph_get_places (self->graph, hd_workload_graph_get_vertex (self->graph, v), &n);

      for (guint k = n; k-- > 0;)
        {
          guint32 number = self->first_part[v] + k;

          self->parts[number] = (HdWorkProgramPart){ .vertex = v, .node = places[k], .rank = k, .next_on_node = self->first_on_node[places[k]] };
          self->first_on_node[places[k]] = number;
        }
    }
  return TRUE;
}

/* ---- edges ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdWorkProgram *self;
  guint32 *part_of_node; /* of the vertex at hand, HD_NO_ID elsewhere */
  GArray *edges;
} Edges;

/* Fills in which part of @vertex is where; FALSE for a node that has two. */
static gboolean
mark (Edges *edges,
      guint32 vertex)
{
  HdWorkProgram *self = edges->self;

  for (guint32 p = self->first_part[vertex]; p < self->first_part[vertex + 1]; p++)
    {
      if (edges->part_of_node[self->parts[p].node] != HD_NO_ID)
        return FALSE;
      edges->part_of_node[self->parts[p].node] = p;
    }
  return TRUE;
}

static void
unmark (Edges *edges,
        guint32 vertex)
{
  HdWorkProgram *self = edges->self;

  for (guint32 p = self->first_part[vertex]; p < self->first_part[vertex + 1]; p++)
    edges->part_of_node[self->parts[p].node] = HD_NO_ID;
}

static void
add_edge (Edges *edges,
          guint32 from,
          guint32 to,
          gboolean first_ignored)
{
  const HdWorkProgramEdge edge = { from, to, first_ignored };

  g_array_append_val (edges->edges, edge);
}

/* From each part to that on its node, or to the first; a computation that none of them is beside waits for the first of them. */
static void
add_edges (Edges *edges,
           const HdWorkEdge *edge)
{
  HdWorkProgram *self = edges->self;
  guint32 first = self->first_part[edge->to], end = self->first_part[edge->to + 1];
  gboolean first_waits = FALSE;

  for (guint32 p = self->first_part[edge->from]; p < self->first_part[edge->from + 1]; p++)
    {
      guint32 beside = edges->part_of_node[self->parts[p].node];

      add_edge (edges, p, beside != HD_NO_ID ? beside : first, edge->first_ignored);
      first_waits = first_waits || beside == HD_NO_ID;
    }
  if (hd_workload_graph_get_vertex (self->graph, edge->to)->kind != HD_VERTEX_COMPUTE)
    return;
  unmark (edges, edge->to);
  mark (edges, edge->from);
  for (guint32 p = first; p < end; p++)
    if (edges->part_of_node[self->parts[p].node] == HD_NO_ID && (p != first || !first_waits))
      add_edge (edges, self->first_part[edge->from], p, edge->first_ignored);
  unmark (edges, edge->from);
  mark (edges, edge->to);
}

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const HdWorkProgramEdge *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* As many as there can be. */
static gboolean
take_edges (HdWorkProgram *self,
            GError **error)
{
  double n = 0;

  for (guint32 e = 0; e < self->graph->edges->len; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (self->graph, e);

      n += self->first_part[edge->from + 1] - self->first_part[edge->from];
      n += self->first_part[edge->to + 1] - self->first_part[edge->to];
    }
  return take_memory (_("edges between parts of processes"), n, 2 * sizeof (HdWorkProgramEdge), error);
}

/* Edges of the graph by the vertex that they lead to. */
static guint32 *
sort_incoming (const HdWorkloadGraph *graph,
               guint32 *first_in)
{
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);
  guint32 *incoming = g_new (guint32, graph->edges->len + 1);
  g_autofree guint32 *next = NULL;

  memset (first_in, 0, (n_vertices + 1) * sizeof *first_in);
  for (guint32 e = 0; e < graph->edges->len; e++)
    first_in[hd_workload_graph_get_edge (graph, e)->to + 1]++;
  for (guint32 v = 0; v < n_vertices; v++)
    first_in[v + 1] += first_in[v];
  next = g_memdup2 (first_in, (n_vertices + 1) * sizeof *next);
  for (guint32 e = 0; e < graph->edges->len; e++)
    incoming[next[hd_workload_graph_get_edge (graph, e)->to]++] = e;
  return incoming;
}

static gboolean
collect_edges (Edges *edges,
               GError **error)
{
  const HdWorkloadGraph *graph = edges->self->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);
  g_autofree guint32 *first_in = g_new (guint32, n_vertices + 1);
  g_autofree guint32 *incoming = sort_incoming (graph, first_in);

  for (guint32 v = 0; v < n_vertices; v++)
    {
      if (!mark (edges, v))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has a member twice, which processes cannot be"),
                       hd_workload_graph_get_vertex (graph, v)->name);
          return FALSE;
        }
      for (guint32 i = first_in[v]; i < first_in[v + 1]; i++)
        add_edges (edges, hd_workload_graph_get_edge (graph, incoming[i]));
      unmark (edges, v);
    }
  return TRUE;
}

static void
sort_in (HdWorkProgram *self)
{
  g_autofree guint32 *next = g_new (guint32, self->n_parts + 1);

  self->incoming = g_new (guint32, self->n_edges + 1);
  for (guint32 e = 0; e < self->n_edges; e++)
    self->parts[self->edges[e].to + 1].first_in++;
  for (guint32 p = 0; p < self->n_parts; p++)
    {
      self->parts[p + 1].first_in += self->parts[p].first_in;
      next[p] = self->parts[p].first_in;
    }
  for (guint32 e = 0; e < self->n_edges; e++)
    self->incoming[next[self->edges[e].to]++] = e;
}

static gboolean
make_edges (HdWorkProgram *self,
            GError **error)
{
  Edges edges = { self, g_new (guint32, self->n_nodes + 1), g_array_new (FALSE, FALSE, sizeof (HdWorkProgramEdge)) };
  gboolean made;
  guint32 e = 0;

  memset (edges.part_of_node, 0xff, self->n_nodes * sizeof (guint32)); /* HD_NO_ID */
  made = take_edges (self, error) && collect_edges (&edges, error);
  g_free (edges.part_of_node);
  g_array_sort (edges.edges, compare_edges);
  self->n_edges = edges.edges->len;
  self->edges = (HdWorkProgramEdge *) (gpointer) g_array_free (edges.edges, FALSE);
  for (guint32 p = 0; p <= self->n_parts; p++)
    {
      while (e < self->n_edges && self->edges[e].from < p)
        e++;
      self->parts[p].first_out = e;
    }
  sort_in (self);
  return made;
}

/* ---- communications --------------------------------------------------------------------------------------------------- */

static gboolean
make_turns (HdWorkProgram *self,
            GError **error)
{
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self->graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, v);
      guint32 n_ranks = self->first_part[v + 1] - self->first_part[v], number = 0;
      HdRankTurns *turns;

      self->vertex_turns[v] = HD_NO_ID;
      if (vertex->kind != HD_VERTEX_COMM)
        continue;
      for (; number < self->turns->len; number++)
        {
          turns = g_ptr_array_index (self->turns, number);
          if (turns->algorithm == vertex->algorithm && turns->n_ranks == n_ranks)
            break;
        }
      self->vertex_turns[v] = number;
      if (number < self->turns->len)
        continue;
      turns = hd_rank_turns_new (vertex->algorithm, n_ranks, error);
      if (turns == NULL)
        return FALSE;
      g_ptr_array_add (self->turns, turns);
    }
  return TRUE;
}

/* ---- the order of channels ---------------------------------------------------------------------------------------------- */

/* Processes that share a channel must agree in which order they use it, as programs of one source do. So the graph is gone through once as if
 * nothing took time: a vertex when all that it waits for has been gone through. */
static void
order_channels (HdWorkProgram *self)
{
  const HdWorkloadGraph *graph = self->graph;
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);
  g_autofree guint32 *missing = g_new0 (guint32, n_vertices + 1);
  g_autofree gboolean *is_done = g_new0 (gboolean, n_vertices + 1);
  g_autoptr (GArray) ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 place = 0;

  for (guint32 e = 0; e < graph->edges->len; e++)
    missing[hd_workload_graph_get_edge (graph, e)->to] += !hd_workload_graph_get_edge (graph, e)->first_ignored;
  for (guint32 v = 0; v < n_vertices; v++)
    if (hd_workload_graph_get_vertex (graph, v)->start)
      {
        is_done[v] = TRUE;
        g_array_append_val (ready, v);
      }
  for (guint i = 0; i < ready->len; i++)
    {
      guint32 v = g_array_index (ready, guint32, i);

      self->channel_places[v] = place++;
      for (guint32 e = graph->first_out[v]; e < graph->first_out[v + 1]; e++)
        {
          const HdWorkEdge *edge = hd_workload_graph_get_edge (graph, e);

          if (edge->first_ignored || --missing[edge->to] > 0 || is_done[edge->to])
            continue;
          is_done[edge->to] = TRUE;
          g_array_append_val (ready, edge->to);
        }
    }
}

/* ---- the whole ---------------------------------------------------------------------------------------------------------- */

HdWorkProgram *
hd_work_program_new (const HdWorkloadGraph *graph,
                     HdDesign *design,
                     GError **error)
{
  g_autoptr (HdWorkProgram) self = g_new0 (HdWorkProgram, 1);
  guint n_vertices = hd_workload_graph_get_n_vertices (graph);

  self->graph = graph;
  self->n_nodes = hd_design_get_n_nodes (design);
  self->first_on_node = g_new (guint32, self->n_nodes + 1);
  memset (self->first_on_node, 0xff, self->n_nodes * sizeof (guint32)); /* HD_NO_ID */
  self->turns = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_rank_turns_free);
  self->vertex_turns = g_new0 (guint32, n_vertices + 1);
  self->channel_places = g_new0 (guint32, n_vertices + 1);
  if (!make_parts (self, error) || !make_edges (self, error) || !make_turns (self, error))
    return NULL;
  order_channels (self);
  return g_steal_pointer (&self);
}

void
hd_work_program_free (HdWorkProgram *self)
{
  g_free (self->parts);
  g_free (self->first_part);
  g_free (self->edges);
  g_free (self->incoming);
  g_free (self->first_on_node);
  g_ptr_array_unref (self->turns);
  g_free (self->vertex_turns);
  g_free (self->channel_places);
  g_free (self);
}

guint32
hd_work_program_find_home (const HdWorkProgram *self,
                           guint32 part,
                           HdDesign *design)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, self->parts[part].vertex);
  HdProcessor processor;

  if (vertex->kind != HD_VERTEX_COMPUTE || !(vertex->volume > 0))
    return HD_NO_ID;
  hd_processor_get (design, self->parts[part].node, &processor);
  if (hd_work_vertex_is_local (vertex, &processor))
    return HD_NO_ID;
  return vertex->home != HD_NO_ID ? vertex->home : processor.home;
}
