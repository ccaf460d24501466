/* hd-workload-check.c: what can be known about a workload without running it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-check"

#include "hd-workload-check.h"

#include <math.h>

#include "hd-absences.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-processor.h"

#define MAX_LISTED 20

static void report (const HdWorkloadGraph *self, HdProblemList *problems, HdProblemCode code, const HdWorkVertex *vertex, const char *hint,
                    const char *format, ...) G_GNUC_PRINTF (6, 7);

static void
report (const HdWorkloadGraph *self,
        HdProblemList *problems,
        HdProblemCode code,
        const HdWorkVertex *vertex,
        const char *hint,
        const char *format,
        ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (problems,
                        hd_problem_new (code, HD_SEVERITY_ERROR, vertex->name, vertex->origin_uid, NULL, self->file, vertex->line, hint, "%s",
                                        message));
}

/* ---- structure -------------------------------------------------------------------------------------------------------- */

typedef enum { UNSEEN, OPEN, DONE } Mark;

/* The vertices from the first @vertex of the path on: "A → B → A". */
static char *
format_cycle (const HdWorkloadGraph *self,
              GArray *path,
              guint32 vertex)
{
  GString *text = g_string_new (NULL);
  guint first = path->len;
  guint length;

  while (g_array_index (path, guint32, first - 1) != vertex)
    first--;
  first--;
  length = path->len - first;
  for (guint i = 0; i < length; i++)
    {
      if (i == MAX_LISTED)
        {
          g_string_append (text, "… → ");
          break;
        }
      g_string_append_printf (text, "%s → ", hd_workload_graph_get_vertex (self, g_array_index (path, guint32, first + i))->name);
    }
  g_string_append (text, hd_workload_graph_get_vertex (self, vertex)->name);
  return g_string_free (text, FALSE);
}

/* Depth first over the edges that count from the beginning; the path is kept apart from the call stack. Reports the first cycle. */
static void
check_cycle (const HdWorkloadGraph *self,
             HdProblemList *problems)
{
  guint n = hd_workload_graph_get_n_vertices (self);
  g_autofree guint8 *marks = g_new0 (guint8, n + 1);
  g_autofree guint32 *next = g_memdup2 (self->first_out, (n + 1) * sizeof (guint32));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 root = 0; root < n; root++)
    {
      if (marks[root] != UNSEEN)
        continue;
      g_array_append_val (path, root);
      marks[root] = OPEN;
      while (path->len > 0)
        {
          guint32 vertex = g_array_index (path, guint32, path->len - 1);
          const HdWorkEdge *edge;

          if (next[vertex] == self->first_out[vertex + 1])
            {
              marks[vertex] = DONE;
              g_array_set_size (path, path->len - 1);
              continue;
            }
          edge = hd_workload_graph_get_edge (self, next[vertex]++);
          if (edge->first_ignored || marks[edge->to] == DONE)
            continue;
          if (marks[edge->to] == OPEN)
            {
              g_autofree char *cycle = format_cycle (self, path, edge->to);

              report (self, problems, HD_PROBLEM_WORKLOAD_CYCLE, hd_workload_graph_get_vertex (self, edge->to),
                      _("Let one edge of the cycle not count the first time: first=\"ignore\""),
                      _("The work can never start around the cycle %s"), cycle);
              return;
            }
          marks[edge->to] = OPEN;
          g_array_append_val (path, edge->to);
        }
    }
}

static void
check_reachable (const HdWorkloadGraph *self,
                 HdProblemList *problems)
{
  guint n = hd_workload_graph_get_n_vertices (self);
  g_autofree guint8 *reached = g_new0 (guint8, n + 1);
  g_autoptr (GArray) agenda = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 v = 0; v < n; v++)
    if (hd_workload_graph_get_vertex (self, v)->start)
      {
        reached[v] = TRUE;
        g_array_append_val (agenda, v);
      }
  while (agenda->len > 0)
    {
      guint32 vertex = g_array_index (agenda, guint32, agenda->len - 1);

      g_array_set_size (agenda, agenda->len - 1);
      for (guint32 e = self->first_out[vertex]; e < self->first_out[vertex + 1]; e++)
        {
          guint32 to = hd_workload_graph_get_edge (self, e)->to;

          if (!reached[to])
            {
              reached[to] = TRUE;
              g_array_append_val (agenda, to);
            }
        }
    }
  for (guint32 v = 0; v < n; v++)
    if (!reached[v])
      report (self, problems, HD_PROBLEM_WORKLOAD_UNREACHABLE, hd_workload_graph_get_vertex (self, v), NULL,
              _("“%s” can never run: no start vertex leads to it"), hd_workload_graph_get_vertex (self, v)->name);
}

static void
check_starts (const HdWorkloadGraph *self,
              HdProblemList *problems)
{
  guint n = hd_workload_graph_get_n_vertices (self);
  g_autofree gboolean *has_incoming = g_new0 (gboolean, n + 1);

  for (guint32 e = 0; e < self->edges->len; e++)
    {
      const HdWorkEdge *edge = hd_workload_graph_get_edge (self, e);
      const HdWorkVertex *to = hd_workload_graph_get_vertex (self, edge->to);

      has_incoming[edge->to] = TRUE;
      if (to->start && !edge->first_ignored)
        report (self, problems, HD_PROBLEM_WORKLOAD_START_DEPENDENCY, to, _("Mark the edge with first=\"ignore\""),
                _("The start vertex “%s” waits for “%s” the first time already"), to->name,
                hd_workload_graph_get_vertex (self, edge->from)->name);
    }
  for (guint32 v = 0; v < n; v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self, v);

      if (vertex->start && !has_incoming[v] && self->stop == HD_STOP_ITERATIONS)
        report (self, problems, HD_PROBLEM_WORKLOAD_NO_LOOP, vertex,
                _("Lead an edge back to it, or let the work drain: stop=\"drain\""),
                _("Nothing leads back to the start vertex “%s”, so iterations never end"), vertex->name);
    }
}

void
hd_workload_check_structure (const HdWorkloadGraph *self,
                             HdProblemList *problems)
{
  guint n_starts = 0;

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self); v++)
    n_starts += hd_workload_graph_get_vertex (self, v)->start;
  check_cycle (self, problems);
  if (n_starts == 0)
    {
      hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_WORKLOAD_START, HD_SEVERITY_ERROR, "workload", self->origin_uid, NULL, self->file, self->line,
                                                      _("Give at least one vertex start=\"true\""),
                                                      _("The workload has no start vertex")));
      return;
    }
  check_starts (self, problems);
  check_reachable (self, problems);
}

/* ---- places ------------------------------------------------------------------------------------------------------------- */

static gboolean
has_role (HdDesign *design,
          guint32 node,
          HdRole role)
{
  return hd_design_get_nodes (design)[node].type->role == role;
}

typedef struct
{
  const HdWorkloadGraph *graph;
  HdDesign *design;
  HdProblemList *problems;
  double *local;  /* resident bytes in the local memory of each node */
  double *remote; /* resident bytes in each memory node */

  GHashTable *failed;         /* nodes that are needed all the same */
  guint32 first_failed;       /* of them */
  const HdWorkVertex *needs;  /* by which vertex */
} Places;

/* All that have failed are one problem: of a module there may be many, and each is needed by all that runs there. */
static gboolean
check_alive (Places *self,
             const HdWorkVertex *vertex,
             guint32 node)
{
  if (!hd_absences_has_left (self->design, node))
    return TRUE;
  if (g_hash_table_add (self->failed, GUINT_TO_POINTER (node + 1)) && self->needs == NULL)
    {
      self->needs = vertex;
      self->first_failed = node;
    }
  return FALSE;
}

static void
report_failed (const Places *self)
{
  guint n = g_hash_table_size (self->failed);
  g_autofree char *path = NULL;
  const char *hint = _("Give its work to others, or let it be repaired");

  if (n == 0)
    return;
  path = hd_design_dup_node_path (self->design, self->first_failed);
  if (n == 1)
    report (self->graph, self->problems, HD_PROBLEM_VALUE, self->needs, hint, _("“%s” needs %s, which has failed"), self->needs->name, path);
  else
    report (self->graph, self->problems, HD_PROBLEM_VALUE, self->needs, hint,
            ngettext ("“%s” needs %s, which has failed, as has %u other that the work needs", "“%s” needs %s, which has failed, as have %u others that the work needs", n - 1),
            self->needs->name, path, n - 1);
}

static gboolean
check_endpoint (Places *self,
                const HdWorkVertex *vertex,
                guint32 node)
{
  g_autofree char *path = NULL;

  if (has_role (self->design, node, HD_ROLE_ENDPOINT))
    return check_alive (self, vertex, node);
  path = hd_design_dup_node_path (self->design, node);
  report (self->graph, self->problems, HD_PROBLEM_KIND, vertex, NULL, _("“%s” cannot run on %s: it is a %s"), vertex->name, path,
          hd_design_get_nodes (self->design)[node].type->title);
  return FALSE;
}

static void
check_team (Places *self,
            const HdWorkVertex *vertex)
{
  const HdTeam *team = hd_workload_graph_get_team (self->graph, vertex->team);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean transfer = g_str_equal (vertex->algorithm->id, "point-to-point");

  if (team->n_nodes == 0)
    report (self->graph, self->problems, HD_PROBLEM_GROUP, vertex, NULL, _("The communication “%s” has no members"), vertex->name);
  for (guint i = 0; i < team->n_nodes; i++)
    {
      /* data may be sent from and to memories, but they do not take part in collectives */
      if (!transfer || !has_role (self->design, team->nodes[i], HD_ROLE_MEMORY))
        check_endpoint (self, vertex, team->nodes[i]);
      else
        check_alive (self, vertex, team->nodes[i]);
      if (!transfer && !g_hash_table_add (seen, GUINT_TO_POINTER (team->nodes[i] + 1)))
        {
          g_autofree char *path = hd_design_dup_node_path (self->design, team->nodes[i]);

          report (self->graph, self->problems, HD_PROBLEM_GROUP, vertex, NULL, _("%s is a member of “%s” more than once"), path, vertex->name);
        }
    }
}

/* What the templates of a group keep on a member; members with equal local memories keep the same. */
typedef struct
{
  double local_capacity;
  double local, remote;
  const HdWorkVertex *needs_home; /* one of the vertices that do, or NULL */
} Share;

static gboolean
needs_home (const HdWorkVertex *vertex)
{
  return vertex->home == HD_NO_ID && (vertex->volume > 0 || vertex->resident > 0);
}

static void
add_to_home (Places *self,
             const HdWorkVertex *vertex,
             guint32 node,
             guint32 home,
             double bytes)
{
  g_autofree char *path = NULL;

  if (home == HD_NO_ID)
    {
      path = hd_design_dup_node_path (self->design, node);
      report (self->graph, self->problems, HD_PROBLEM_UNKNOWN_NAME, vertex, _("Give the component or the vertex a home"),
              _("“%s” needs memory for its data, but %s has no home"), vertex->name, path);
    }
  else if (!has_role (self->design, home, HD_ROLE_MEMORY))
    {
      path = hd_design_dup_node_path (self->design, home);
      report (self->graph, self->problems, HD_PROBLEM_KIND, vertex, NULL, _("The home of “%s” is not a memory: %s is a %s"), vertex->name, path,
              hd_design_get_nodes (self->design)[home].type->title);
    }
  else
    self->remote[home] += bytes;
}

static void
add_single (Places *self,
            const HdWorkVertex *vertex)
{
  HdProcessor processor;

  hd_processor_get (self->design, vertex->place, &processor);
  if (hd_work_vertex_is_local (vertex, &processor))
    self->local[vertex->place] += vertex->resident;
  else if (needs_home (vertex))
    add_to_home (self, vertex, vertex->place, processor.home, vertex->resident);
  else if (vertex->home != HD_NO_ID)
    add_to_home (self, vertex, vertex->place, vertex->home, vertex->resident);
}

static Share
measure_share (const HdWorkloadGraph *graph,
               guint32 group,
               const HdProcessor *processor)
{
  Share share = { .local_capacity = processor->local_capacity };

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);

      if (vertex->group != group)
        continue;
      if (hd_work_vertex_is_local (vertex, processor))
        share.local += vertex->resident;
      else if (needs_home (vertex))
        {
          share.remote += vertex->resident;
          share.needs_home = vertex;
        }
    }
  return share;
}

/* By the first of the vertices that run on it. */
static void
note_failed_member (Places *self,
                    guint32 group,
                    guint32 node)
{
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self->graph); v++)
    if (hd_workload_graph_get_vertex (self->graph, v)->kind != HD_VERTEX_COMM && hd_workload_graph_get_vertex (self->graph, v)->group == group)
      {
        check_alive (self, hd_workload_graph_get_vertex (self->graph, v), node);
        return;
      }
}

static void
add_group (Places *self,
           guint32 group)
{
  const HdTeam *team = hd_workload_graph_get_team (self->graph, group);
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (Share));

  for (guint i = 0; i < team->n_nodes; i++)
    {
      HdProcessor processor;
      const Share *share = NULL;

      if (hd_absences_has_left (self->design, team->nodes[i]))
        note_failed_member (self, group, team->nodes[i]);
      hd_processor_get (self->design, team->nodes[i], &processor);
      for (guint k = 0; k < shares->len && share == NULL; k++)
        if (g_array_index (shares, Share, k).local_capacity == processor.local_capacity)
          share = &g_array_index (shares, Share, k);
      if (share == NULL)
        {
          Share fresh = measure_share (self->graph, group, &processor);

          g_array_append_val (shares, fresh);
          share = &g_array_index (shares, Share, shares->len - 1);
        }
      self->local[team->nodes[i]] += share->local;
      if (share->needs_home != NULL)
        add_to_home (self, share->needs_home, team->nodes[i], processor.home, share->remote);
    }
}

static void
check_capacity (Places *self,
                guint32 node,
                double need,
                double capacity)
{
  guint64 uid = hd_design_get_nodes (self->design)[node].origin_uid;
  g_autofree char *path = NULL, *needed = NULL, *there = NULL;

  if (need <= capacity)
    return;
  path = hd_design_dup_node_path (self->design, node);
  needed = hd_quantity_format ((HdQuantity) { need, HD_DIMENSION_BYTES }, 4);
  there = hd_quantity_format ((HdQuantity) { capacity, HD_DIMENSION_BYTES }, 4);
  hd_problem_list_take (self->problems,
                        hd_problem_new (HD_PROBLEM_MEMORY_OVERFLOW, HD_SEVERITY_ERROR, path, uid, NULL, self->graph->file, hd_design_get_line (self->design, uid), NULL,
                                        _("The data kept in %s needs %s, but its memory holds %s"), path, needed, there));
}

void
hd_workload_check_places (const HdWorkloadGraph *self,
                          HdDesign *design,
                          HdProblemList *problems)
{
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree double *local = g_new0 (double, n_nodes + 1);
  g_autofree double *remote = g_new0 (double, n_nodes + 1);
  g_autofree gboolean *is_group = g_new0 (gboolean, self->teams->len + 1);
  g_autoptr (GHashTable) failed = g_hash_table_new (NULL, NULL);
  Places places = { self, design, problems, local, remote, failed };

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (self); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self, v);

      if (vertex->kind == HD_VERTEX_COMM)
        check_team (&places, vertex);
      else if (vertex->group != HD_NO_ID)
        is_group[vertex->group] = TRUE;
      else if (check_endpoint (&places, vertex, vertex->place))
        add_single (&places, vertex);
    }
  for (guint32 group = 0; group < self->teams->len; group++)
    if (is_group[group])
      add_group (&places, group);
  report_failed (&places);
  for (guint32 node = 0; node < n_nodes; node++)
    {
      HdProcessor processor;

      if (local[node] > 0)
        {
          hd_processor_get (design, node, &processor);
          check_capacity (&places, node, local[node], processor.local_capacity);
        }
      if (remote[node] > 0)
        check_capacity (&places, node, remote[node], hd_design_get_property (design, node, HD_PROPERTY_CAPACITY, INFINITY));
    }
}

/* ---- settings --------------------------------------------------------------------------------------------------------- */

void
hd_workload_check_iterations (const HdWorkloadGraph *self,
                              HdDesign *design,
                              HdProblemList *problems)
{
  guint iterations = hd_design_get_run_settings (design)->iterations;

  if (iterations < 1)
    _hd_design_report_run (design, problems, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "iterations", NULL,
                           _("The number of iterations is 0; it must be at least 1"));
  else if (self->stop == HD_STOP_DRAIN && iterations != 1)
    _hd_design_report_run (design, problems, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "iterations", NULL,
                           _("A workload with stop=\"drain\" runs once, but iterations is %u"), iterations);
}
