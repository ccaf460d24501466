/* hd-workload-collective.c: one collective, again and again
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-collective"

#include "hd-workload-private.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-random.h"
#include "hd-workload-orders.h"

/* A barrier carries nothing and needs no volume. */
static double
read_bytes (HdWorkloadReader *reader)
{
  gboolean is_barrier = g_strcmp0 (hd_workload_reader_get_text (reader, "operation"), "barrier") == 0;

  return is_barrier && !hd_workload_reader_has (reader, "bytes") ? 0 : hd_workload_reader_get_number (reader, "bytes");
}

/* Who is which rank: as listed, or by chance (Fisher and Yates), the same in each run with the same seed. */
static void
place (HdWorkloadReader *reader,
       guint32 *nodes,
       guint32 n_nodes)
{
  HdRandom random;

  if (hd_workload_reader_get_choice (reader, "placement") == 0)
    return;
  hd_random_init (&random, hd_design_get_run_settings (reader->design)->seed, hd_workload_reader_get_text (reader, "on"), "placement");
  for (guint32 i = n_nodes; i > 1; i--)
    {
      guint32 j = (guint32) hd_random_below (&random, i), node = nodes[j];

      nodes[j] = nodes[i - 1];
      nodes[i - 1] = node;
    }
}

/* The members from the root on: ranks count from it. */
static guint32
read_team (HdWorkloadReader *reader,
           HdWorkloadGraph *graph)
{
  guint32 number = hd_workload_reader_get_team (reader, graph, "on");
  guint32 root = (guint32) hd_workload_reader_get_number (reader, "root");
  const HdTeam *team;
  g_autofree guint32 *listed = NULL, *nodes = NULL;

  if (number == HD_NO_ID)
    return HD_NO_ID;
  team = hd_workload_graph_get_team (graph, number);
  if (root >= MAX (team->n_nodes, 1))
    {
      hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "root", NULL, _("The root %u is no rank: there are %u members, from 0"), root,
                                 team->n_nodes);
      return HD_NO_ID;
    }
  listed = g_memdup2 (team->nodes, team->n_nodes * sizeof *listed);
  nodes = g_new (guint32, team->n_nodes + 1);
  place (reader, listed, team->n_nodes);
  for (guint32 i = 0; i < team->n_nodes; i++)
    nodes[i] = listed[(i + root) % team->n_nodes];
  return hd_workload_graph_add_team (graph, nodes, team->n_nodes);
}

/* ---- as flows ---------------------------------------------------------------------------------------------------------- */

/* Several at once are several workloads, but where members share what they have among them. */
static gboolean
check_tasks (HdWorkloadReader *reader)
{
  if (hd_workload_reader_get_number (reader, "tasks") == 1)
    return TRUE;
  hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "tasks", _("Add a workload for each, or let members carry them out: algorithm=\"offload\" or \"host\""),
                             _("A collective that Heddle carries is one task"));
  return FALSE;
}

static void
build_sends (HdWorkloadReader *reader,
             HdWorkloadGraph *graph)
{
  const HdCollective *algorithm = hd_workload_reader_get_algorithm (reader);
  double bytes = read_bytes (reader);
  guint32 team = read_team (reader, graph);
  guint repeat = (guint) hd_workload_reader_get_number (reader, "repeat");
  guint32 net = hd_workload_reader_get_net (reader, graph, "net");
  guint32 first = HD_NO_ID, last = HD_NO_ID;

  if (!check_tasks (reader) || algorithm == NULL || team == HD_NO_ID)
    return;
  for (guint i = 0; i < repeat; i++)
    {
      g_autofree char *name = repeat > 1 ? g_strdup_printf ("%s %u", algorithm->id, i + 1) : g_strdup (algorithm->id);
      guint32 vertex;
      HdWorkVertex *comm = hd_workload_graph_add_vertex (graph, HD_VERTEX_COMM, name, &vertex);

      comm->origin_uid = reader->element->origin_uid;
      comm->line = reader->element->line;
      comm->start = i == 0;
      comm->algorithm = algorithm;
      comm->bytes = bytes;
      comm->team = team;
      comm->net = net;
      if (i == 0)
        first = vertex;
      else
        hd_workload_graph_add_edge (graph, last, vertex, FALSE);
      last = vertex;
    }
  hd_workload_graph_add_edge (graph, last, first, TRUE);
}

/* What goes along a tree is done by NICs and switches, and is no graph. */
static void
build (HdWorkloadReader *reader,
       HdWorkloadGraph *graph)
{
  if (!hd_workload_is_tree (reader->design, reader->element))
    build_sends (reader, graph);
}

/* ---- by agents -------------------------------------------------------------------------------------------------------- */

static void
report_algorithm (HdWorkloadReader *reader,
                  const char *operation,
                  const char *name)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    if (strcmp ((*all)->operation, operation) == 0)
      g_string_append_printf (known, "%s, ", (*all)->algorithm);
  for (HdTreeAlgorithm tree = 0; tree < HD_TREE_N_ALGORITHMS; tree++)
    g_string_append_printf (known, "%s%s", tree > 0 ? ", " : "", hd_tree_algorithm_get_id (tree));
  hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "algorithm", NULL, _("At packet and flit fidelity %s has no algorithm “%s”; there are %s"), operation,
                             name, known->str);
}

/* A tree, or sends. */
static gboolean
read_algorithm (HdWorkloadReader *reader,
                HdCollectiveOrder *order)
{
  const char *operation = hd_workload_reader_get_text (reader, "operation");
  const char *name = hd_workload_reader_get_text (reader, "algorithm");

  if (operation == NULL || !hd_tree_operation_find (operation, &order->operation, NULL))
    return FALSE;
  if (name != NULL && hd_tree_algorithm_find (name, &order->tree, NULL))
    return TRUE;
  order->schedule = hd_collective_find (hd_tree_operation_get_id (order->operation), name);
  if (order->schedule != NULL)
    return TRUE;
  report_algorithm (reader, hd_tree_operation_get_id (order->operation), name);
  return FALSE;
}

gboolean
_hd_workload_collective_read (HdWorkloadReader *reader,
                              HdWorkloadGraph *graph,
                              HdCollectiveOrder *out_order)
{
  const HdRunSettings *settings = hd_design_get_run_settings (reader->design);
  guint n_errors = hd_problem_list_count (reader->problems, HD_SEVERITY_ERROR);
  double repeat = hd_workload_reader_get_number (reader, "repeat");
  HdCollectiveOrder order = {
    .name = hd_element_get_text (reader->element, "id"),
    .bytes = read_bytes (reader),
    .width = (guint32) hd_workload_reader_get_number (reader, "k"),
    .broadcast = hd_workload_reader_get_choice (reader, "back") == 0 ? HD_TREE_MULTICAST : HD_TREE_REVERSE_TREE,
    .may_fall_back = hd_workload_reader_get_flag (reader, "fall-back"),
    .repeats = (guint32) MIN (repeat * settings->iterations, G_MAXUINT32 - 1),
  };
  gboolean known = read_algorithm (reader, &order) && check_tasks (reader);
  guint32 team = read_team (reader, graph);

  if (!known || team == HD_NO_ID || hd_problem_list_count (reader->problems, HD_SEVERITY_ERROR) > n_errors)
    return FALSE;
  order.members = hd_workload_graph_get_team (graph, team)->nodes;
  order.n_members = hd_workload_graph_get_team (graph, team)->n_nodes;
  *out_order = order;
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------------------------------------- */

static const char *const operations[] = { "all-reduce", "all-gather", "reduce-scatter", "broadcast", "reduce", "barrier", "all-to-all", "point-to-point", NULL };

static const char *const placements[] = { "listed", "shuffled", NULL };
static const char *const ways_back[] = { "multicast", "reverse-tree", NULL };

static const HdParameter parameters[] = {
  HD_WORK_TEXT ("on", N_("Communicator"), NULL, N_("Communicator or address of the members, in rank order.")),
  HD_WORK_CHOICE ("operation", N_("Operation"), "all-reduce", operations, N_("What the members do together.")),
  HD_WORK_TEXT ("algorithm", N_("Algorithm"), "",
                N_("How they do it, such as ring or ring-coherent; or along a tree, such as hierarchical-k-nomial. Without one, the "
                   "usual way.")),
  { HD_WORK_PARAMETER ("k", N_("Tree width"), INTEGER), .unit = "", .default_text = "0", .minimum = 0, .maximum = 1000000, .pleasant_minimum = 2,
    .pleasant_maximum = 64, .help = N_("k of a tree, at least 2; 0 for the best of the cost model.") },
  { HD_WORK_PARAMETER ("root", N_("Root"), INTEGER), .unit = "", .default_text = "0", .minimum = 0, .maximum = 16777215, .pleasant_minimum = 0,
    .pleasant_maximum = 511, .help = N_("Member that sends a broadcast or gets a reduction; ranks count from it.") },
  HD_WORK_CHOICE ("placement", N_("Placement"), "listed", placements,
                  N_("Which member is which rank: in the order of the communicator, or shuffled by the seed of the run.")),
  HD_WORK_CHOICE ("back", N_("Result path"), "multicast", ways_back,
                  N_("How the result of a tree reaches the members: along multicast routes, or down the tree.")),
  HD_WORK_FLAG ("fall-back", N_("Fall back"), "true", N_("Whether NICs do the work where switches have no table entries left.")),
  { HD_WORK_PARAMETER ("bytes", N_("Volume"), QUANTITY), .unit = "B", .maximum = 1e18, .pleasant_minimum = 1e3, .pleasant_maximum = 1e11,
    .help = N_("Size of each member's vector; a barrier has none.") },
  { HD_WORK_PARAMETER ("repeat", N_("Repeat"), INTEGER), .unit = "", .default_text = "1", .minimum = 1, .maximum = 10000, .pleasant_minimum = 1,
    .pleasant_maximum = 100, .help = N_("Collectives that follow each other in one iteration.") },
  { HD_WORK_PARAMETER ("tasks", N_("Tasks"), INTEGER), .unit = "", .default_text = "1", .minimum = 1, .maximum = 256, .pleasant_minimum = 1,
    .pleasant_maximum = 32,
    .help = N_("Collectives at once, each with vectors of its own; more than one where members carry them out by themselves (offload, host).") },
  HD_WORK_TEXT ("net", N_("Link classes"), "", N_("Link classes that the traffic may use, separated by spaces; all if empty.")),
  { .key = NULL },
};

const HdWorkloadBuilder _hd_workload_collective = {
  .type = {
    .id = "collective",
    .title = N_("Collective"),
    .help = N_("One collective operation on a communicator, once or several times in each iteration."),
    .parameters = parameters,
  },
  .build = build,
};
