/* hd-simgrid-pairs.c: between whom a platform has routes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid-pairs"

#include "hd-simgrid-pairs.h"

#include <heddle/hd-pair-hash.h>
#include <heddle/hd-simgrid-xml.h>

#include "hd-i18n.h"
#include "hd-workload-private.h"

void
hd_simgrid_tell (HdDesign *design,
                 HdProblemList *problems,
                 const char *object,
                 const char *format,
                 ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_IMPORT, HD_SEVERITY_WARNING, object, 0, NULL, hd_design_get_file (design), 0, NULL, "%s", message));
}

static gboolean
add (HdSimgridPairs *self,
     guint32 from,
     guint32 to,
     const HdClassSet *net,
     gboolean needed,
     GError **error)
{
  guint64 key = (guint64) from << 32 | to;
  HdSimgridPair pair = { from, to, { 0 } };

  if (from == to || g_hash_table_contains (self->seen, &key))
    return TRUE;
  if (!hd_router_find (self->router, from, to, net != NULL ? net->classes : NULL, net != NULL ? net->n_classes : 0, &pair.route, needed ? error : NULL))
    return !needed;
  g_hash_table_add (self->seen, g_memdup2 (&key, sizeof key));
  g_array_append_val (self->pairs, pair);
  self->hosts[from] = self->hosts[to] = TRUE;
  for (guint i = 0; i < pair.route.n_hops; i++)
    self->used[pair.route.links[i]] = TRUE;
  return TRUE;
}

/* ---- what workloads send ------------------------------------------------------------------------------------------ */

/* Sends that differ: steps that are alike have the same. */
static guint64
count_sends (const HdCollective *algorithm,
             guint32 n_ranks)
{
  guint32 n_steps = algorithm->count_steps (n_ranks);
  guint64 n = 0;

  for (guint32 step = 0; step < n_steps; step += algorithm->count_alike (n_ranks, step))
    n += algorithm->count_sends (n_ranks, step);
  return n;
}

static gboolean
add_sends (HdSimgridPairs *self,
           const HdCollective *algorithm,
           const HdTeam *team,
           const HdClassSet *net,
           GError **error)
{
  guint32 n_steps = algorithm->count_steps (team->n_nodes);

  for (guint32 step = 0; step < n_steps; step += algorithm->count_alike (team->n_nodes, step))
    for (guint32 i = 0; i < algorithm->count_sends (team->n_nodes, step); i++)
      {
        HdSend send;

        algorithm->get_send (team->n_nodes, step, i, &send);
        if (!add (self, team->nodes[send.source], team->nodes[send.destination], net, TRUE, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
add_communication (HdSimgridPairs *self,
                   const HdWorkloadGraph *graph,
                   const HdWorkVertex *vertex,
                   HdProblemList *problems,
                   GError **error)
{
  const HdTeam *team = hd_workload_graph_get_team (graph, vertex->team);
  g_autofree char *key = g_strdup_printf ("%s %u %u", vertex->algorithm->id, vertex->team, vertex->net);
  g_autofree char *n_routes = NULL;
  guint64 n_sends = count_sends (vertex->algorithm, team->n_nodes);

  if (g_hash_table_contains (self->spread, key))
    return TRUE;
  g_hash_table_add (self->spread, g_steal_pointer (&key));
  if (n_sends <= HD_SIMGRID_MOST_ROUTES)
    return add_sends (self, vertex->algorithm, team, hd_workload_graph_get_net (graph, vertex->net), error);
  if (problems == NULL)
    return TRUE;
  n_routes = g_strdup_printf ("%" G_GUINT64_FORMAT, n_sends);
  hd_simgrid_tell (self->design, problems, vertex->name,
                   _("%s among %u members needs %s routes, of which the platform has those between ring neighbours: it holds at most %d for one"),
                   vertex->algorithm->id, team->n_nodes, n_routes, HD_SIMGRID_MOST_ROUTES);
  return TRUE;
}

static gboolean
is_communication (const HdWorkloadGraph *graph,
                  const HdWorkVertex *vertex)
{
  return vertex->kind == HD_VERTEX_COMM && vertex->algorithm != NULL && vertex->team != HD_NO_ID
         && hd_workload_graph_get_team (graph, vertex->team)->n_nodes > 1;
}

/* What cannot be read as a graph (trees, traces and lists) has no sends here. */
static gboolean
add_workload (HdSimgridPairs *self,
              const HdElement *workload,
              HdProblemList *problems,
              GError **error)
{
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  g_autoptr (HdProblemList) faults = hd_problem_list_new ();

  _hd_workload_read (self->design, workload, graph, faults);
  if (problems != NULL && (hd_problem_list_has_errors (faults) || hd_workload_graph_get_n_vertices (graph) == 0))
    hd_simgrid_tell (self->design, problems, hd_element_get_text (workload, "id"),
                     _("what a workload of the type %s sends is not known before it runs: of its routes the platform has those between ring neighbours"),
                     hd_element_get_text (workload, "type"));
  g_hash_table_remove_all (self->spread); /* teams and nets are numbered by each graph anew */
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    {
      const HdWorkVertex *vertex = hd_workload_graph_get_vertex (graph, v);

      if (is_communication (graph, vertex) && !add_communication (self, graph, vertex, problems, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- communicators ------------------------------------------------------------------------------------------------- */

/* The link classes that the first workload on a communicator names; none: all may be used. */
static GArray *
find_classes (HdDesign *design,
              const char *communicator)
{
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint w = 0; w < hd_design_get_n_workloads (design); w++)
    {
      const HdElement *workload = hd_design_get_workload (design, w);
      const HdValue *on = hd_element_get (workload, "on");
      const HdValue *net = hd_element_get (workload, "net");
      g_auto (GStrv) names = NULL;

      if (on == NULL || g_strcmp0 (on->word, communicator) != 0)
        continue;
      if (net != NULL && net->kind == HD_VALUE_WORD)
        names = g_strsplit_set (net->word, " ,", -1);
      for (guint32 c = 0; names != NULL && c < hd_design_get_n_link_classes (design); c++)
        if (g_strv_contains ((const char *const *) names, hd_design_get_link_class (design, c)->id))
          g_array_append_val (classes, c);
      break;
    }
  return classes;
}

static gboolean
add_communicator (HdSimgridPairs *self,
                  const HdCommunicator *communicator,
                  GError **error)
{
  g_autoptr (GArray) classes = find_classes (self->design, communicator->id);
  const HdClassSet net = { (guint32 *) (void *) classes->data, classes->len };
  const HdClassSet *only = net.n_classes > 0 ? &net : NULL;
  const HdNode *nodes = hd_design_get_nodes (self->design);

  for (guint i = 0; i < communicator->n_members; i++)
    {
      guint32 member = communicator->members[i];
      guint32 next = communicator->members[(i + 1) % communicator->n_members];
      guint32 home = nodes[member].home;

      if (!add (self, member, next, only, TRUE, error) || !add (self, next, member, only, TRUE, error))
        return FALSE;
      if (home != HD_NO_ID && (!add (self, home, member, NULL, TRUE, error) || !add (self, member, home, NULL, TRUE, error)))
        return FALSE;
    }
  return TRUE;
}

/* ---- all ------------------------------------------------------------------------------------------------------------ */

static void
add_all_pairs (HdSimgridPairs *self,
               const GArray *ends)
{
  for (guint i = 0; i < ends->len; i++)
    {
      self->hosts[g_array_index (ends, guint32, i)] = TRUE;
      for (guint j = 0; j < ends->len; j++)
        add (self, g_array_index (ends, guint32, i), g_array_index (ends, guint32, j), NULL, FALSE, NULL);
    }
}

/* Where all pairs follow anyway, nothing is missing that a warning could name. */
static gboolean
collect (HdSimgridPairs *self,
         HdProblemList *problems,
         GError **error)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (nodes[i].type->role != HD_ROLE_SWITCH)
      g_array_append_val (ends, i);
  for (guint i = 0; i < hd_design_get_n_communicators (self->design); i++)
    if (!add_communicator (self, hd_design_get_communicator (self->design, i), error))
      return FALSE;
  for (guint i = 0; i < hd_design_get_n_workloads (self->design); i++)
    if (!add_workload (self, hd_design_get_workload (self->design, i), ends->len > HD_SIMGRID_ALL_PAIRS ? problems : NULL, error))
      return FALSE;
  if (ends->len <= HD_SIMGRID_ALL_PAIRS)
    add_all_pairs (self, ends);
  return TRUE;
}

HdSimgridPairs *
hd_simgrid_pairs_new (HdDesign *design,
                      HdProblemList *problems,
                      GError **error)
{
  g_autoptr (HdSimgridPairs) self = g_new (HdSimgridPairs, 1);

  *self = (HdSimgridPairs){
    .design = design,
    .router = hd_router_new (design),
    .pairs = g_array_new (FALSE, FALSE, sizeof (HdSimgridPair)),
    .seen = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL),
    .spread = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .hosts = g_new0 (gboolean, hd_design_get_n_nodes (design) + 1),
    .used = g_new0 (gboolean, hd_design_get_n_links (design) + 1),
  };
  return collect (self, problems, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_simgrid_pairs_free (HdSimgridPairs *self)
{
  hd_router_free (self->router);
  g_array_unref (self->pairs);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->spread);
  g_free (self->hosts);
  g_free (self->used);
  g_free (self);
}
