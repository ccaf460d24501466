/* hd-path-work.c: what the names of a record stand for in the work of its design
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-work.h"

#include "hd-workload-orders.h"
#include "hd-workload-private.h"

static void
add (HdPathWorks *self,
     const char *name,
     const HdPathWork *work)
{
  if (!g_hash_table_contains (self->by_name, name))
    g_hash_table_insert (self->by_name, g_strdup (name), g_memdup2 (work, sizeof *work));
}

static void
add_vertex (HdPathWorks *self,
            const HdWorkloadGraph *graph,
            const HdWorkVertex *vertex)
{
  HdPathWork work = { .vertex = vertex };

  if (vertex->kind == HD_VERTEX_COMM)
    {
      const HdTeam *team = vertex->team != HD_NO_ID ? hd_workload_graph_get_team (graph, vertex->team) : NULL;

      work = (HdPathWork){
        .algorithm = vertex->algorithm,
        .members = team != NULL ? team->nodes : NULL,
        .n_members = team != NULL ? team->n_nodes : 0,
        .bytes = vertex->bytes,
        .net = hd_workload_graph_get_net (graph, vertex->net),
      };
    }
  add (self, vertex->name, &work);
}

static void
add_graph (HdPathWorks *self,
           HdDesign *design,
           const HdElement *workload,
           HdProblemList *faults)
{
  HdWorkloadGraph *graph = hd_workload_graph_new ();

  g_ptr_array_add (self->graphs, graph);
  _hd_workload_read (design, workload, graph, faults);
  for (guint32 v = 0; v < hd_workload_graph_get_n_vertices (graph); v++)
    add_vertex (self, graph, hd_workload_graph_get_vertex (graph, v));
}

/* Ranks count from the root. */
static const guint32 *
rotate (HdWorkloadGraph *graph,
        const HdCollectiveOrder *order)
{
  g_autofree guint32 *members = g_new (guint32, order->n_members + 1);

  for (guint32 i = 0; i < order->n_members; i++)
    members[i] = order->members[(i + order->root) % order->n_members];
  return hd_workload_graph_get_team (graph, hd_workload_graph_add_team (graph, members, order->n_members))->nodes;
}

/* Orders without a name are numbered, as agents do. */
static void
add_order (HdPathWorks *self,
           HdDesign *design,
           const HdElement *workload,
           HdProblemList *faults,
           guint number)
{
  HdWorkloadGraph *graph = hd_workload_graph_new ();
  HdWorkloadReader reader = { design, faults, workload, _hd_workload_collective.type.parameters };
  HdCollectiveOrder order;
  g_autofree char *name = NULL;
  HdPathWork work;

  g_ptr_array_add (self->graphs, graph);
  if (!_hd_workload_collective_read (&reader, graph, &order))
    return;
  name = order.name != NULL ? g_strdup (order.name) : g_strdup_printf ("collective-%u", number);
  work = (HdPathWork){ .algorithm = order.schedule, .members = rotate (graph, &order), .n_members = order.n_members, .bytes = order.bytes };
  add (self, name, &work);
}

void
hd_path_works_init (HdPathWorks *self,
                    HdDesign *design)
{
  g_autoptr (HdProblemList) faults = hd_problem_list_new ();
  guint n_orders = 0;

  *self = (HdPathWorks){ g_ptr_array_new_with_free_func ((GDestroyNotify) hd_workload_graph_free), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), FALSE };
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      const char *type = hd_element_get_text (workload, "type");

      self->has_traffic |= g_strcmp0 (type, _hd_workload_traffic.type.id) == 0;
      if (hd_workload_is_order (design, workload))
        add_order (self, design, workload, faults, ++n_orders);
      else
        add_graph (self, design, workload, faults);
    }
}

void
hd_path_works_clear (HdPathWorks *self)
{
  g_ptr_array_unref (self->graphs);
  g_hash_table_unref (self->by_name);
}

const HdPathWork *
hd_path_works_find (const HdPathWorks *self,
                    HdRecord *record,
                    guint32 name)
{
  return g_hash_table_lookup (self->by_name, hd_record_get_name (record, name));
}
