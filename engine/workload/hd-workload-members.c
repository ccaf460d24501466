/* hd-workload-members.c: who takes part in what a design communicates, so that it can be watched
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-members"

#include <heddle/hd-workload.h>

#include "hd-numbers.h"
#include "hd-workload-private.h"

/* Those that @seen does not have yet. */
static void
add_team (const HdTeam *team,
          GHashTable *seen,
          GArray *members)
{
  for (guint i = 0; i < team->n_nodes; i++)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (team->nodes[i])))
      g_array_append_val (members, team->nodes[i]);
}

/* FALSE if they are more than may be. */
static gboolean
list_members (const HdWorkloadGraph *graph,
              guint64 most_messages,
              guint most_members,
              GArray *members)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint64 n_messages = 0;

  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);
      const HdTeam *team;

      if (vertex->kind != HD_VERTEX_COMM || vertex->algorithm == NULL || vertex->team == HD_NO_ID)
        continue;
      team = hd_workload_graph_get_team (graph, vertex->team);
      if (team->n_nodes > most_members)
        return FALSE;
      add_team (team, seen, members);
      n_messages += hd_collective_count_all_sends (vertex->algorithm, team->n_nodes);
      if (members->len > most_members || n_messages > most_messages)
        return FALSE;
    }
  return TRUE;
}

HdDesign *
hd_workload_trace_members (HdDesign *design,
                           guint most_members,
                           guint64 most_messages)
{
  HdRunSettings settings = *hd_design_get_run_settings (design);
  g_autoptr (HdWorkloadGraph) graph = NULL;
  g_autoptr (HdProblemList) faults = NULL;
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (settings.n_traced > 0)
    return NULL;
  graph = hd_workload_graph_new ();
  faults = hd_problem_list_new ();
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    _hd_workload_read (design, hd_design_get_workload (design, i), graph, faults);
  if (hd_problem_list_has_errors (faults) || !list_members (graph, most_messages / settings.iterations, most_members, members) || members->len == 0)
    return NULL;
  g_array_sort (members, hd_compare_numbers);
  settings.traced = (const guint32 *) (gconstpointer) members->data;
  settings.n_traced = members->len;
  return hd_design_with_settings (design, &settings);
}
