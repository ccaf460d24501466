/* training.c: training on the shipped platforms against SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: every accelerator of figure 6a (moving) and 6b (coherent) ends its iteration when SimGrid's CM02 without TCP window says, within
 * 1e-6 or 2 ns, at 1, 8, 16 and 32 accelerators. The peer is given resources, routes and each lane's tasks as plain numbers and
 * runs them with its own actors. It must be told to recompute everything (network/optim:Full): its default follows changes lazily and is off by
 * up to 6e-5 where flows of different latency meet.
 */
#include "study.h"

#include <math.h>
#include <string.h>

#include "hd-processor.h"
#include "hd-workload-private.h"

typedef struct
{
  HdDesign *design;
  HdRouter *router;
  const HdWorkloadGraph *graph;
  GString *text;
  guint32 *link_numbers; /* by link and direction */
  guint n_links;
} Export;

static guint32
export_link (Export *self,
             guint32 link,
             guint direction)
{
  const HdLink *drawn = &hd_design_get_links (self->design)[link];
  guint32 *numbers = &self->link_numbers[2 * link];
  char bandwidth[G_ASCII_DTOSTR_BUF_SIZE], latency[G_ASCII_DTOSTR_BUF_SIZE];

  if (numbers[direction] == HD_NO_ID)
    {
      numbers[direction] = self->n_links++;
      if (drawn->sharing == HD_SHARING_SHARED)
        numbers[1 - direction] = numbers[direction];
      g_string_append_printf (self->text, "link %s %s\n", g_ascii_dtostr (bandwidth, sizeof bandwidth, drawn->bandwidth),
                              g_ascii_dtostr (latency, sizeof latency, hd_time_to_seconds (drawn->latency_ps)));
    }
  return numbers[direction];
}

static void
export_route (Export *self,
              guint32 from,
              guint32 to,
              guint32 net,
              guint source,
              guint destination)
{
  const HdClassSet *classes = hd_workload_graph_get_net (self->graph, net);
  g_autoptr (GString) route = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  HdRoute found;

  hd_router_find (self->router, from, to, classes != NULL ? classes->classes : NULL, classes != NULL ? classes->n_classes : 0, &found, &error);
  g_assert_no_error (error);
  for (guint hop = 0; hop < found.n_hops; hop++)
    g_string_append_printf (route, " %u", export_link (self, found.links[hop], found.directions[hop]));
  g_string_append_printf (self->text, "route %u %u %u%s\n", source, destination, found.n_hops, route->str);
}

/* Accelerators are the even hosts, their homes the odd ones. */
static void
export_platform (Export *self,
                 const HdTeam *team,
                 guint32 net)
{
  for (guint i = 0; i < team->n_nodes; i++)
    {
      HdProcessor processor;
      char number[G_ASCII_DTOSTR_BUF_SIZE];

      hd_processor_get (self->design, team->nodes[i], &processor);
      g_string_append_printf (self->text, "host %s\nhost 1\n", g_ascii_dtostr (number, sizeof number, processor.fp32_rate));
      g_string_append_printf (self->text, "lane %u %u %s\n", 2 * i, 2 * i + 1, g_ascii_dtostr (number, sizeof number, processor.local_bandwidth));
    }
  for (guint i = 0; i < team->n_nodes; i++)
    {
      guint next = (i + 1) % team->n_nodes;

      export_route (self, hd_design_get_nodes (self->design)[team->nodes[i]].home, team->nodes[i], HD_NO_ID, 2 * i + 1, 2 * i);
      if (next != i)
        export_route (self, team->nodes[i], team->nodes[next], net, 2 * i, 2 * next);
    }
}

/* The lane's vertices are numbered as its chain runs them; the syncs as they become ready. */
static void
export_work (Export *self,
             guint n_members)
{
  guint n_vertices = hd_workload_graph_get_n_vertices (self->graph);
  g_autofree int *signals = g_new (int, n_vertices);
  g_autofree int *waits = g_new (int, n_vertices);
  g_autofree int *numbers = g_new (int, n_vertices);
  int n_syncs = 0;

  for (guint32 v = 0; v < n_vertices; v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, v);
      char bytes[G_ASCII_DTOSTR_BUF_SIZE];

      signals[v] = waits[v] = -1;
      if (vertex->kind != HD_VERTEX_COMM)
        continue;
      numbers[v] = n_syncs++;
      g_string_append_printf (self->text, "sync %s %u\n", g_ascii_dtostr (bytes, sizeof bytes, vertex->bytes / n_members),
                              vertex->algorithm->count_steps (n_members));
    }
  for (guint e = 0; e < self->graph->edges->len; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (self->graph, e);

      if (hd_workload_graph_get_vertex (self->graph, edge->to)->kind == HD_VERTEX_COMM)
        signals[edge->from] = numbers[edge->to];
      else if (hd_workload_graph_get_vertex (self->graph, edge->from)->kind == HD_VERTEX_COMM)
        waits[edge->to] = numbers[edge->from];
    }
  for (guint32 v = 0; v < n_vertices; v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->graph, v);
      char work[G_ASCII_DTOSTR_BUF_SIZE], bytes[G_ASCII_DTOSTR_BUF_SIZE];

      if (vertex->kind == HD_VERTEX_COMPUTE)
        g_string_append_printf (self->text, "task %s %s %d %d\n", g_ascii_dtostr (work, sizeof work, vertex->work),
                                g_ascii_dtostr (bytes, sizeof bytes, vertex->volume), signals[v], waits[v]);
    }
}

static char *
export_training (HdDesign *design,
                 gboolean moves)
{
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autofree guint32 *numbers = g_new (guint32, 2 * hd_design_get_n_links (design));
  Export self = { design, router, graph, g_string_new (NULL), numbers, 0 };
  guint32 net = HD_NO_ID;

  memset (numbers, 0xff, 2 * hd_design_get_n_links (design) * sizeof *numbers);
  _hd_workload_read (design, hd_design_get_workload (design, 0), graph, problems);
  g_assert_false (hd_problem_list_has_errors (problems));
  hd_workload_graph_seal (graph);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    if (hd_workload_graph_get_vertex (graph, v)->kind == HD_VERTEX_COMM)
      net = hd_workload_graph_get_vertex (graph, v)->net;
  export_platform (&self, hd_workload_graph_get_team (graph, 0), net);
  g_string_append_printf (self.text, "move %d\n", moves);
  export_work (&self, hd_workload_graph_get_team (graph, 0)->n_nodes);
  return g_string_free (self.text, FALSE);
}

static char **
run_simgrid (const char *input)
{
  const char *const argv[] = {
    g_getenv ("HEDDLE_TRAINING_SIMGRID"), "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
    "--cfg=network/optim:Full", "--cfg=cpu/optim:Full", "--log=root.thres:critical", NULL,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) peer =
      g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_autofree char *output = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (peer, input, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (peer));
  return g_strsplit (g_strchomp (output), "\n", -1);
}

static void
on_end (gpointer data,
        const HdWorkSpan *span)
{
  GArray *ends = data;

  if (span->kind == HD_WORK_COLLECTIVE)
    return;
  if (span->lane_class >= ends->len)
    g_array_set_size (ends, span->lane_class + 1);
  g_array_index (ends, HdTime, span->lane_class) = span->end;
}

typedef struct
{
  const char *name;
  Study study;
  const char *settings;
} Case;

static const Case cases[] = {
  { "coherent-1", STUDY_6B, "$xpus=1" },
  { "coherent-8", STUDY_6B, "$xpus=8" },
  { "coherent-16", STUDY_6B, "$xpus=16" },
  { "coherent-32", STUDY_6B, "$xpus=32;$ring=coherent" },
  { "moving-1", STUDY_6A, "$xpus=1" },
  { "moving-8", STUDY_6A, "$xpus=8" },
  { "moving-16", STUDY_6A, "$xpus=16" },
  { "moving-32", STUDY_6A, "$xpus=32" },
};

static void
test_case (gconstpointer data)
{
  static const HdExecutionObserver observer = { .end = on_end };
  const Case *c = data;
  g_autofree char *settings = g_strconcat (c->settings, ";run:fairness=rtt;run:iterations=1", NULL);
  g_autoptr (HdDesign) design = study_elaborate (c->study, settings);
  g_autoptr (GArray) ends = g_array_new (FALSE, TRUE, sizeof (HdTime));
  g_autoptr (HdExecution) execution = NULL;
  const HdExecutionLayout *layout;
  g_autofree char *input = NULL;
  g_auto (GStrv) lines = NULL;
  double largest = 0;

  if (g_getenv ("HEDDLE_TRAINING_SIMGRID") == NULL)
    {
      g_test_skip ("SimGrid is not installed");
      g_assert_null (g_getenv ("CI"));
      return;
    }
  execution = study_run (c->study, settings, &observer, ends);
  input = export_training (design, c->study == STUDY_6A);
  lines = run_simgrid (input);
  layout = hd_execution_get_layout (execution);
  for (guint lane = 0; lane < layout->n_lanes && layout->lane_nodes[lane] != HD_NO_ID; lane++)
    {
      double ours = hd_time_to_seconds (g_array_index (ends, HdTime, layout->lane_classes[lane]));
      double theirs = g_ascii_strtod (lines[lane], NULL);

      largest = MAX (largest, fabs (ours - theirs));
      g_assert_cmpfloat (fabs (ours - theirs), <=, MAX (1e-6 * theirs, 2e-9));
    }
  g_test_message ("%s: %s s, largest difference %.3g s", c->name, lines[0], largest);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/reference/hcsim/simgrid/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
