/* hd-workload-orders.c: the collectives of a design, for agents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-orders"

#include "hd-workload-orders.h"

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-tree-network.h"
#include "hd-workload-private.h"

/* What a fault of a tree or its members is called where projects are checked. */
static HdProblemCode
code_of (const GError *error)
{
  if (error->domain != HD_TREE_ERROR)
    return g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT) ? HD_PROBLEM_LIMIT : HD_PROBLEM_VALUE;
  switch ((HdTreeError) error->code)
    {
    case HD_TREE_ERROR_EMPTY:
    case HD_TREE_ERROR_DUPLICATE:
      return HD_PROBLEM_GROUP;
    case HD_TREE_ERROR_NO_NIC:
    case HD_TREE_ERROR_NIC_FORWARDS:
      return HD_PROBLEM_KIND;
    case HD_TREE_ERROR_DISCONNECTED:
      return HD_PROBLEM_NO_ROUTE;
    case HD_TREE_ERROR_DEGREE:
    case HD_TREE_ERROR_INFEASIBLE:
    case HD_TREE_ERROR_SLOTS:
    case HD_TREE_ERROR_ENTRIES:
    case HD_TREE_ERROR_OVERFLOW:
      return HD_PROBLEM_LIMIT;
    case HD_TREE_ERROR_WIDTH:
    case HD_TREE_ERROR_PARAMETER:
    case HD_TREE_ERROR_OPERATION:
    case HD_TREE_ERROR_ALGORITHM:
    case HD_TREE_ERROR_INVALID:
    default:
      return HD_PROBLEM_VALUE;
    }
}

static void
warn (HdWorkloadReader *reader,
      const char *reason)
{
  hd_problem_list_take (reader->problems,
                        hd_problem_new (HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, hd_element_get_text (reader->element, "id"), reader->element->origin_uid,
                                        "algorithm", hd_design_get_file (reader->design), reader->element->line, NULL,
                                        _("A tree of type I stands in, hierarchical k-nomial: %s"), reason));
}

static void
add (HdCollectives *collectives,
     HdWorkloadReader *reader,
     HdWorkloadGraph *graph)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  HdCollectiveOrder order;
  const char *hint;

  if (!_hd_workload_collective_read (reader, graph, &order))
    return;
  if (order.name == NULL)
    order.name = name = g_strdup_printf ("collective-%u", hd_collectives_get_n (collectives) + 1);
  if (!hd_collectives_add (collectives, &order, &error))
    {
      if (!hd_budget_look (hd_budget_get_current (), NULL))
        return; /* no fault of this one */

      hint = g_error_matches (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES) ? _("Give switches more tree-entries, or let it fall back") : NULL;
      hd_workload_reader_report (reader, code_of (error), NULL, hint, "%s", error->message);
      return;
    }
  if (hd_collectives_get_reason (collectives, hd_collectives_get_n (collectives) - 1) != NULL)
    warn (reader, hd_collectives_get_reason (collectives, hd_collectives_get_n (collectives) - 1));
}

static gboolean
has_nics (HdWorkloadReader *reader)
{
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  guint32 number = hd_workload_reader_get_team (reader, graph, "on");
  const HdTeam *team = number != HD_NO_ID ? hd_workload_graph_get_team (graph, number) : NULL;
  g_autofree guint32 *nics = team != NULL ? g_new (guint32, team->n_nodes + 1) : NULL;
  g_autoptr (GError) error = NULL;
  HdTreeNetwork *network;
  gboolean found;

  if (team == NULL)
    return TRUE;
  network = hd_tree_network_new (reader->design);
  found = hd_tree_network_find_nics (network, team->nodes, team->n_nodes, nics, &error);
  hd_tree_network_free (network);
  return found || !g_error_matches (error, HD_TREE_ERROR, HD_TREE_ERROR_NO_NIC);
}

gboolean
hd_workload_is_tree (HdDesign *design,
                     const HdElement *workload)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdWorkloadReader reader = { design, problems, workload, _hd_workload_collective.type.parameters };
  HdTreeAlgorithm tree;
  const char *algorithm;

  if (g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_collective.type.id) != 0)
    return FALSE;
  algorithm = hd_workload_reader_get_text (&reader, "algorithm");
  return algorithm != NULL && hd_tree_algorithm_find (algorithm, &tree, NULL);
}

/* Says nothing of what is wrong: the workload is read again when it is to run, and told of then. */
gboolean
hd_workload_is_order (HdDesign *design,
                      const HdElement *workload)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdWorkloadReader reader = { design, problems, workload, _hd_workload_collective.type.parameters };
  const char *operation, *algorithm;
  HdTreeOperation known;
  const HdCollective *schedule;

  if (g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_collective.type.id) != 0)
    return FALSE;
  operation = hd_workload_reader_get_text (&reader, "operation");
  algorithm = hd_workload_reader_get_text (&reader, "algorithm");
  if (hd_workload_is_tree (design, workload))
    return TRUE;
  if (hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLOW)
    return FALSE;
  if (operation != NULL && !hd_tree_operation_find (operation, &known, NULL))
    return FALSE;
  schedule = hd_collective_find (operation, algorithm);
  if (schedule == NULL)
    return TRUE;
  return !schedule->is_shared && hd_workload_reader_get_text (&reader, "net") == NULL && has_nics (&reader);
}

gboolean
hd_workload_has_trees (HdDesign *design)
{
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    if (hd_workload_is_tree (design, hd_design_get_workload (design, i)))
      return TRUE;
  return FALSE;
}

gboolean
hd_workload_has_messages (HdDesign *design)
{
  return _hd_design_has_senders (design) || hd_workload_has_trees (design);
}

HdCollectives *
hd_workload_order_collectives (HdDesign *design,
                               HdProblemList *problems,
                               GError **error)
{
  static const char *const common[] = { "type", "id", "title", NULL };
  g_autoptr (HdCollectives) collectives = hd_collectives_new (design);
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  HdBudget *budget = hd_budget_get_current ();

  for (guint i = 0; i < hd_design_get_n_workloads (design) && hd_budget_look (budget, NULL); i++)
    {
      HdWorkloadReader reader = { design, problems, hd_design_get_workload (design, i), _hd_workload_collective.type.parameters };

      if (!hd_workload_is_order (design, reader.element))
        continue;
      hd_workload_reader_check_names (&reader, common);
      add (collectives, &reader, graph);
    }
  if (!hd_budget_look (budget, error))
    return NULL;
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors)
    return g_steal_pointer (&collectives);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return NULL;
}
