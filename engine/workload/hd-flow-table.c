/* hd-flow-table.c: the flows that a run may need, by their ends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-table"

#include "hd-flow-table.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-colours.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-route-graph.h"
#include "hd-project.h"
#include "hd-software-costs.h"

#define MAX_PROBLEMS 20
#define LEAST_HOPS 2 /* of a route, for an estimate */

typedef struct
{
  guint32 from, to, net;
  guint32 vertex;
  guint32 node;
  guint64 colour;
  HdTime latency; /* of the links of its route */
  const HdRoute *way; /* that it is to take; NULL: the router says */
} Flow;

struct _HdFlowTable
{
  HdDesign *design;             /* borrowed */
  const HdWorkloadGraph *graph; /* borrowed */
  GArray *flows;                /* of Flow */
  GHashTable *numbers;          /* Flow by its ends -> number + 1 */
  HdColours *colours;
  guint32 *link_nodes;   /* by link and direction */
  guint32 *own_nodes;    /* by node: its own bandwidth */
  guint64 *link_changes; /* by link: the colour of what it becomes, and when; NULL if nothing changes */
  double n_reserved;     /* flows whose memory is taken */
  HdFlowModel *model;    /* borrowed; resources go there, not into a quotient; or NULL */
  HdRouter *router;      /* of such a table */
};

typedef struct
{
  guint32 from, to, net;
} Ends;

static guint
hash_ends (gconstpointer data)
{
  const Ends *ends = data;
  guint64 mixed = ((guint64) ends->from << 32 | ends->to) + ends->net;

  mixed *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint) (mixed >> 32);
}

static gboolean
ends_equal (gconstpointer a,
            gconstpointer b)
{
  const Ends *x = a, *y = b;

  return x->from == y->from && x->to == y->to && x->net == y->net;
}

HdFlowTable *
hd_flow_table_new (HdDesign *design,
                   const HdWorkloadGraph *graph)
{
  HdFlowTable *self = g_new0 (HdFlowTable, 1);

  self->design = design;
  self->graph = graph;
  self->flows = g_array_new (FALSE, FALSE, sizeof (Flow));
  self->numbers = g_hash_table_new_full (hash_ends, ends_equal, g_free, NULL);
  self->colours = hd_colours_new ();
  self->link_nodes = hd_numbers_new (2 * (gsize) hd_design_get_n_links (design), HD_NO_ID);
  self->own_nodes = hd_numbers_new (hd_design_get_n_nodes (design), HD_NO_ID);
  return self;
}

void
hd_flow_table_free (HdFlowTable *self)
{
  g_array_unref (self->flows);
  g_hash_table_unref (self->numbers);
  hd_colours_free (self->colours);
  g_clear_pointer (&self->router, hd_router_free);
  g_free (self->link_nodes);
  g_free (self->own_nodes);
  g_free (self->link_changes);
  g_free (self);
}

guint32
hd_flow_table_add (HdFlowTable *self,
                   guint32 from,
                   guint32 to,
                   guint32 net,
                   guint32 vertex)
{
  Ends ends = { from, to, net };
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &ends));
  Flow flow = { from, to, net, vertex, HD_NO_ID, 0 };

  if (number > 0)
    return number - 1;
  g_array_append_val (self->flows, flow);
  g_hash_table_insert (self->numbers, g_memdup2 (&ends, sizeof ends), GUINT_TO_POINTER (self->flows->len));
  return self->flows->len - 1;
}

/* A flow, its ends on the heap, and their place in a hash table that grows by doubling. */
static gsize
flow_size (void)
{
  return sizeof (Flow) + sizeof (Ends) + 2 * sizeof (gpointer) + 2 * (2 * sizeof (gpointer) + sizeof (guint));
}

gboolean
hd_flow_table_reserve (HdFlowTable *self,
                       double n_flows,
                       guint32 vertex,
                       HdProblemList *problems,
                       GError **error)
{
  HdBudget *budget = hd_budget_get_current ();
  const HdWorkVertex *drawn = self->graph != NULL && vertex != HD_NO_ID ? hd_workload_graph_get_vertex (self->graph, vertex) : NULL;
  double bytes = n_flows * (double) (flow_size () + hd_quotient_measure_flow (LEAST_HOPS)) + hd_router_measure (n_flows, LEAST_HOPS);
  g_autofree char *what = NULL;
  g_autofree char *shortage = NULL;

  if (budget == NULL || (bytes <= (double) hd_budget_get_left (budget) && hd_budget_try (budget, n_flows * (double) flow_size ())))
    {
      self->n_reserved += n_flows;
      return TRUE;
    }
  what = g_strdup_printf (_("“%s” would send over %'.0f pairs of members"), drawn != NULL ? drawn->name : "", n_flows);
  shortage = hd_budget_dup_shortage (budget, bytes, what);
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_LIMIT, HD_SEVERITY_ERROR, drawn != NULL ? drawn->name : NULL,
                                                  drawn != NULL ? drawn->origin_uid : 0, NULL, hd_design_get_file (self->design),
                                                  drawn != NULL ? drawn->line : 0, _("Use fewer members, or raise the memory limit of the run"), "%s", shortage));
  g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT, shortage);
  return FALSE;
}

void
hd_flow_table_mark (HdFlowTable *self,
                    guint32 flow,
                    guint64 mark)
{
  Flow *marked = &g_array_index (self->flows, Flow, flow);

  marked->colour = hd_colours_mix (self->colours, marked->colour, mark);
}

/* Noise keeps its share however much work there is, and leaves the rest, as a fluid does; its queues are not there. */
static double
get_link_capacity (HdFlowTable *self,
                   guint32 link)
{
  return hd_link_get_rate (&hd_design_get_links (self->design)[link]) * (1 - hd_design_get_link_noise (self->design, link));
}

/* Links that do not change alike are not equal. */
static void
colour_changes (HdFlowTable *self)
{
  guint n_changes = hd_design_get_n_changes (self->design);

  if (n_changes == 0)
    return;
  self->link_changes = g_new0 (guint64, hd_design_get_n_links (self->design));
  for (guint i = 0; i < n_changes; i++)
    {
      const HdRunChange *change = hd_design_get_change (self->design, i);

      for (guint k = 0; k < change->n_links; k++)
        {
          guint64 *colour = &self->link_changes[change->links[k].link];

          *colour = hd_colours_mix_double (self->colours, hd_colours_mix (self->colours, *colour, (guint64) change->time), change->links[k].rate);
        }
    }
}

static guint32
add_link (HdFlowTable *self,
          HdQuotient *quotient,
          guint32 link)
{
  guint32 node = hd_quotient_add_resource (quotient, HD_FLOW_LINK, get_link_capacity (self, link));

  if (self->link_changes != NULL && self->link_changes[link] != 0)
    hd_quotient_join (quotient, hd_quotient_add_node (quotient, self->link_changes[link]), node, 0);
  return node;
}

/* The node of a link's capacity: one for both directions if it is shared. */
static guint32
use_link (HdFlowTable *self,
          HdQuotient *quotient,
          guint32 link,
          guint direction)
{
  guint32 *nodes = &self->link_nodes[2 * (gsize) link];

  if (nodes[direction] == HD_NO_ID)
    {
      nodes[direction] = add_link (self, quotient, link);
      if (hd_design_get_links (self->design)[link].sharing == HD_SHARING_SHARED)
        nodes[1 - direction] = nodes[direction];
    }
  return nodes[direction];
}

#define UNBOUNDED (HD_NO_ID - 1)

static double
get_bandwidth (HdFlowTable *self,
               guint32 node,
               HdFlowKind *out_kind)
{
  *out_kind = hd_design_get_property (self->design, node, HD_PROPERTY_SHARING, 0) == 1 ? HD_FLOW_PIPE : HD_FLOW_LINK;
  return hd_design_get_property (self->design, node, HD_PROPERTY_BANDWIDTH, INFINITY);
}

static guint32
find_own_node (HdFlowTable *self,
               HdQuotient *quotient,
               guint32 node)
{
  HdFlowKind kind;
  double bandwidth = get_bandwidth (self, node, &kind);

  return isinf (bandwidth) ? UNBOUNDED : hd_quotient_add_resource (quotient, kind, bandwidth);
}

static gboolean
is_pipe (HdFlowTable *self,
         HdQuotient *quotient,
         guint32 own)
{
  return quotient != NULL ? hd_quotient_is_pipe (quotient, own) : hd_flow_model_get_kind (self->model, own) == HD_FLOW_PIPE;
}

static gboolean
contains (const GArray *resources,
          guint32 resource)
{
  for (guint i = 0; resources != NULL && i < resources->len; i++)
    if (g_array_index (resources, guint32, i) == resource)
      return TRUE;
  return FALSE;
}

/* A memory is passed by every flow from it and to it, a medium by those through it. A pipe that was passed already limits a flow no further.
 * @way: (nullable): what the flow uses on the way there, on the way back */
static void
use_node (HdFlowTable *self,
          HdQuotient *quotient,
          guint32 node,
          HdRole role,
          const GArray *way,
          GArray *resources)
{
  guint32 own;

  if (hd_design_get_nodes (self->design)[node].type->role != role)
    return;
  if (self->own_nodes[node] == HD_NO_ID)
    self->own_nodes[node] = find_own_node (self, quotient, node);
  own = self->own_nodes[node];
  if (own == UNBOUNDED || (is_pipe (self, quotient, own) && (contains (resources, own) || contains (way, own))))
    return;
  g_array_append_val (resources, own);
}

/* As a router measures: links, and media between them. */
static HdTime
measure_way (HdFlowTable *self,
             const HdRoute *way)
{
  const HdLink *links = hd_design_get_links (self->design);
  HdTime latency = 0;

  for (guint hop = 0; hop < way->n_hops; hop++)
    {
      const HdLink *link = &links[way->links[hop]];
      guint32 end = way->directions[hop] == 0 ? link->to : link->from;
      gboolean passes = hop + 1 < way->n_hops && hd_design_get_nodes (self->design)[end].type->role == HD_ROLE_SWITCH;

      latency = hd_time_add (latency, link->latency_ps + (passes ? hd_latency_to_time (hd_design_get_property (self->design, end, HD_PROPERTY_LATENCY, 0)) : 0));
    }
  return latency;
}

/* The way that is given, turned round on the way back, or the router's. */
static gboolean
find_hops (HdFlowTable *self,
           HdRouter *router,
           const Flow *flow,
           gboolean back,
           HdRoute *out_route,
           GError **error)
{
  const HdClassSet *net = flow->net != HD_NO_ID ? hd_workload_graph_get_net (self->graph, flow->net) : NULL;

  if (flow->way == NULL)
    return hd_router_find (router, back ? flow->to : flow->from, back ? flow->from : flow->to, net != NULL ? net->classes : NULL,
                           net != NULL ? net->n_classes : 0, out_route, error);
  *out_route = *flow->way;
  out_route->latency_ps = measure_way (self, flow->way);
  return TRUE;
}

static gboolean
find_route (HdFlowTable *self,
            HdRouter *router,
            HdQuotient *quotient,
            const Flow *flow,
            const GArray *way,
            GArray *resources,
            HdTime *out_latency,
            GError **error)
{
  const HdLink *links = hd_design_get_links (self->design);
  gboolean back = way != NULL, turned = back && flow->way != NULL;
  guint32 from = back ? flow->to : flow->from, to = back ? flow->from : flow->to;
  HdRoute route;

  g_array_set_size (resources, 0);
  if (!find_hops (self, router, flow, back, &route, error))
    return FALSE;
  if (from != to)
    use_node (self, quotient, from, HD_ROLE_MEMORY, way, resources);
  for (guint hop = 0; hop < route.n_hops; hop++)
    {
      guint at = turned ? route.n_hops - 1 - hop : hop, direction = route.directions[at] ^ (turned ? 1 : 0);
      const HdLink *link = &links[route.links[at]];
      guint32 node = use_link (self, quotient, route.links[at], direction);

      g_array_append_val (resources, node);
      if (hop + 1 < route.n_hops)
        use_node (self, quotient, direction == 0 ? link->to : link->from, HD_ROLE_SWITCH, way, resources);
    }
  if (from != to)
    use_node (self, quotient, to, HD_ROLE_MEMORY, way, resources);
  *out_latency = route.latency_ps;
  return TRUE;
}

/* What a flow uses, with its cross traffic on the way back. */
static gboolean
find_uses (HdFlowTable *self,
           HdRouter *router,
           HdQuotient *quotient,
           HdFlowModel *model,
           const Flow *flow,
           GArray *way,
           GArray *uses,
           HdTime *out_latency,
           GError **error)
{
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (guint32));
  HdTime back_latency;

  if (!find_route (self, router, quotient, flow, NULL, way, out_latency, error) ||
      (model->rules.cross_traffic > 0 && !find_route (self, router, quotient, flow, way, back, &back_latency, error)))
    return FALSE;
  g_array_set_size (uses, way->len + back->len);
  g_array_set_size (uses, hd_flow_model_merge_uses (model, (const guint32 *) (void *) way->data, way->len, (const guint32 *) (void *) back->data,
                                                    back->len, (HdFlowUse *) (void *) uses->data));
  return TRUE;
}

static void
report_route (HdFlowTable *self,
              const Flow *flow,
              const char *reason,
              HdProblemList *problems)
{
  const HdWorkVertex *vertex = flow->vertex != HD_NO_ID ? hd_workload_graph_get_vertex (self->graph, flow->vertex) : NULL;

  if (vertex != NULL)
    hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_ROUTE, HD_SEVERITY_ERROR, vertex->name, vertex->origin_uid, NULL, hd_design_get_file (self->design),
                                                    vertex->line, NULL, _("“%s” cannot run: %s"), vertex->name, reason));
  else
    {
      g_autofree char *path = hd_design_dup_node_path (self->design, flow->from);
      guint64 uid = hd_design_get_nodes (self->design)[flow->from].origin_uid;

      hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_ROUTE, HD_SEVERITY_ERROR, path, uid, NULL, hd_design_get_file (self->design),
                                                      hd_design_get_line (self->design, uid), NULL, "%s", reason));
    }
}

/* Where there is no way at the beginning, the first that repairs make; what goes it waits for them.
 * @routers: of the design, and of what it becomes; made when they are asked for */
static gboolean
find_uses_at_last (HdFlowTable *self,
                   GPtrArray *routers,
                   HdQuotient *quotient,
                   HdFlowModel *model,
                   const Flow *flow,
                   GArray *way,
                   GArray *uses,
                   HdTime *out_latency,
                   GError **error)
{
  if (find_uses (self, routers->pdata[0], quotient, model, flow, way, uses, out_latency, error))
    return TRUE;
  for (guint i = 0; i < hd_design_get_n_changes (self->design); i++)
    {
      if (!hd_design_get_change (self->design, i)->repairs)
        continue;
      if (routers->pdata[i + 1] == NULL)
        routers->pdata[i + 1] = hd_router_new (_hd_design_get_changed (self->design, i));
      if (!find_uses (self, routers->pdata[i + 1], quotient, model, flow, way, uses, out_latency, NULL))
        continue;
      g_clear_error (error);
      return TRUE;
    }
  return FALSE;
}

static void
free_router (gpointer data)
{
  if (data != NULL)
    hd_router_free (data);
}

gboolean
hd_flow_table_route (HdFlowTable *self,
                     HdFlowModel *model,
                     HdQuotient *quotient,
                     HdProblemList *problems,
                     GError **error)
{
  g_autoptr (GPtrArray) routers = g_ptr_array_new_with_free_func (free_router);
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
  HdBudget *budget = hd_budget_get_current ();
  guint n_failed = 0;

  colour_changes (self);
  g_ptr_array_set_size (routers, (gint) hd_design_get_n_changes (self->design) + 1);
  routers->pdata[0] = hd_router_new (self->design);
  if (!hd_budget_take (budget, MAX (self->flows->len - self->n_reserved, 0), flow_size (), _("There would be more flows"), error))
    return FALSE;
  for (guint i = 0; i < self->flows->len && n_failed < MAX_PROBLEMS; i++)
    {
      Flow *flow = &g_array_index (self->flows, Flow, i);
      g_autoptr (GError) reason = NULL;
      HdTime latency, overhead, spacing;

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      if (!find_uses_at_last (self, routers, quotient, model, flow, way, uses, &latency, &reason))
        {
          report_route (self, flow, reason->message, problems);
          n_failed++;
          continue;
        }
      if (!hd_budget_take (budget, (double) hd_quotient_measure_flow (uses->len) + hd_router_measure (1, way->len), 1, _("There would be more routes"),
                           error))
        return FALSE;
      hd_software_costs_get_pair (self->design, flow->from, flow->to, &overhead, &spacing);
      if (overhead > 0 || spacing > 0)
        flow->colour = hd_colours_mix (self->colours, hd_colours_mix (self->colours, flow->colour, (guint64) overhead), (guint64) spacing);
      flow->node = hd_quotient_add_flow (quotient, flow->colour, latency, (const HdFlowUse *) (void *) uses->data, uses->len);
      hd_quotient_slow_flow (quotient, overhead, spacing);
      flow->latency = latency;
    }
  if (n_failed == 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return FALSE;
}

guint32
hd_flow_table_get_node (HdFlowTable *self,
                        guint32 flow)
{
  return g_array_index (self->flows, Flow, flow).node;
}

void
hd_flow_table_get_link_resources (HdFlowTable *self,
                                  HdQuotient *quotient,
                                  guint32 *out_resources)
{
  for (gsize i = 0; i < 2 * (gsize) hd_design_get_n_links (self->design); i++)
    out_resources[i] = self->link_nodes[i] != HD_NO_ID ? hd_quotient_get_resource (quotient, self->link_nodes[i]) : HD_NO_ID;
}

/* Of a pipe each flow has the capacity to itself: there is none in common that could be busy. */
void
hd_flow_table_get_node_resources (HdFlowTable *self,
                                  HdQuotient *quotient,
                                  guint32 *out_resources)
{
  for (gsize i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      guint32 own = self->own_nodes[i];

      out_resources[2 * i] = out_resources[2 * i + 1] = HD_NO_ID;
      if (own != HD_NO_ID && own != UNBOUNDED && !hd_quotient_is_pipe (quotient, own))
        out_resources[2 * i] = hd_quotient_get_resource (quotient, own);
    }
}

/* ---- on a model that is built ------------------------------------------------------------------------------------------- */

static gboolean
take_links (HdFlowTable *self,
            guint32 *resources,
            GError **error)
{
  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    for (guint direction = 0; direction < 2; direction++)
      {
        guint32 *own = &resources[2 * (gsize) l];

        if (own[direction] == HD_NO_ID && !hd_flow_model_add_resource (self->model, HD_FLOW_LINK, get_link_capacity (self, l), &own[direction], error))
          return FALSE;
        if (hd_design_get_links (self->design)[l].sharing == HD_SHARING_SHARED)
          own[1 - direction] = own[direction];
        self->link_nodes[2 * (gsize) l + direction] = own[direction];
      }
  return TRUE;
}

/* Nobody has a pipe in common with others, so these have pipes of their own. */
static gboolean
take_nodes (HdFlowTable *self,
            guint32 *resources,
            GError **error)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      HdRole role = hd_design_get_nodes (self->design)[i].type->role;
      HdFlowKind kind;
      double bandwidth = get_bandwidth (self, i, &kind);

      self->own_nodes[i] = UNBOUNDED;
      if ((role != HD_ROLE_SWITCH && role != HD_ROLE_MEMORY) || isinf (bandwidth))
        continue;
      self->own_nodes[i] = resources[2 * (gsize) i];
      if (self->own_nodes[i] == HD_NO_ID && !hd_flow_model_add_resource (self->model, kind, bandwidth, &self->own_nodes[i], error))
        return FALSE;
      if (kind != HD_FLOW_PIPE)
        resources[2 * (gsize) i] = self->own_nodes[i];
    }
  return TRUE;
}

HdFlowTable *
hd_flow_table_new_built (HdDesign *design,
                         const HdWorkloadGraph *graph,
                         HdFlowModel *model,
                         guint32 *link_resources,
                         guint32 *node_resources,
                         GError **error)
{
  g_autoptr (HdFlowTable) self = hd_flow_table_new (design, graph);

  self->model = model;
  self->router = hd_router_new (design);
  if (!take_links (self, link_resources, error) || !take_nodes (self, node_resources, error))
    return NULL;
  return g_steal_pointer (&self);
}

gboolean
hd_flow_table_find_path (HdFlowTable *self,
                         guint32 from,
                         guint32 to,
                         const HdRoute *given,
                         guint32 *out_path,
                         HdTime *out_latency,
                         GError **error)
{
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
  const Flow flow = { .from = from, .to = to, .net = HD_NO_ID, .way = given };

  if (!find_uses (self, self->router, NULL, self->model, &flow, way, uses, out_latency, error))
    return FALSE;
  *out_path = hd_flow_model_add_path (self->model, *out_latency, (const HdFlowUse *) (void *) uses->data, uses->len, 1);
  hd_flow_model_slow_path (self->model, *out_path, -*out_latency, 0); /* shares go by the latency, which has passed when a flow begins */
  return TRUE;
}

void
hd_flow_table_set_state (HdFlowTable *self,
                         HdDesign *state)
{
  g_clear_pointer (&self->router, hd_router_free);
  self->router = hd_router_new (state);
}

gboolean
hd_flow_table_turn_path (HdFlowTable *self,
                         guint32 path,
                         guint32 *out_path,
                         GError **error)
{
  const HdFlowEnds *ends = hd_flow_model_find_ends (self->model, path);
  g_autoptr (GArray) way = NULL;
  g_autoptr (GArray) uses = NULL;
  HdTime latency;

  *out_path = path;
  if (ends == NULL)
    return TRUE;
  way = g_array_new (FALSE, FALSE, sizeof (guint32));
  uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
  if (!find_uses (self, self->router, NULL, self->model, &(Flow){ .from = ends->from, .to = ends->to, .net = ends->net }, way, uses, &latency, error))
    return FALSE;
  *out_path = hd_flow_model_turn_path (self->model, path, latency, (const HdFlowUse *) (void *) uses->data, uses->len);
  return TRUE;
}

void
hd_flow_table_set_ends (HdFlowTable *self,
                        HdQuotient *quotient,
                        HdFlowModel *model)
{
  if (hd_design_get_n_changes (self->design) == 0)
    return;
  for (guint i = 0; i < self->flows->len; i++)
    {
      const Flow *flow = &g_array_index (self->flows, Flow, i);

      hd_flow_model_set_ends (model, hd_quotient_get_path (quotient, flow->node), &(HdFlowEnds){ flow->from, flow->to, flow->net, flow->latency });
    }
}
