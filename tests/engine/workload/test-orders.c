/* test-orders.c: collectives of a project, for the packet network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what is wrong with a collective is a problem with its code, the line and the name of the culprit, and then there is nothing to run; a tree
 * that finds no entries falls back with a warning, unless that is forbidden; at flow fidelity trees alone are orders. Left open: what a run of
 * them does, and members that are there twice, whom elaboration refuses.
 */
#include <string.h>

#include "design-fixture.h"
#include "hd-workload-graph.h"
#include "hd-workload-orders.h"
#include "hd-workload-private.h"

#define PLATFORM \
  "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>" \
  "<component id='x' type='fabric.xpu' count='4'/><component id='lonely' type='fabric.xpu'/><component id='s' type='fabric.switch' tree-entries='1'/>" \
  "<link from='x[i].cxl' to='s.port[i]' for='i=0..3' class='L'/></top>" \
  "<communicators><communicator id='all' members='x[*]'/><communicator id='some' members='x[*] lonely'/></communicators>"
#define WORK(attributes) PLATFORM "<workload type='collective' on='all' bytes='8 B' " attributes "/><run fidelity='packet'/>"

typedef struct
{
  const char *name;
  const char *body;
  HdProblemCode code;
  const char *message;
} Case;

static const Case cases[] = {
  { "no-bytes", PLATFORM "<workload type='collective' on='all' bytes='0 B' operation='broadcast'/><run fidelity='packet'/>", HD_PROBLEM_VALUE,
    "A message of 0 B: broadcast needs at least 1 B; only a barrier carries nothing" },
  { "algorithm", WORK ("operation='barrier' algorithm='magic'"), HD_PROBLEM_VALUE,
    "At packet and flit fidelity barrier has no algorithm “magic”; there are dissemination, binomial, k-ary, k-nomial, hierarchical-k-nomial, physical, "
    "minimum-cost, selected" },
  { "width", WORK ("algorithm='k-ary' k='1'"), HD_PROBLEM_VALUE, "The tree width k = 1 must be an integer of at least 2" },
  { "width-half", WORK ("algorithm='k-ary' k='2.5'"), HD_PROBLEM_VALUE, NULL },
  { "root", WORK ("root='4'"), HD_PROBLEM_VALUE, "The root 4 is no rank: there are 4 members, from 0" },
  { "no-nic", PLATFORM "<workload type='collective' on='some' bytes='8 B' algorithm='k-ary'/>", HD_PROBLEM_KIND,
    "The process “lonely” is on no NIC: nothing joins it to a switch" },
  { "entries", PLATFORM "<workload type='collective' on='all' bytes='8 B' algorithm='physical'/>"
                        "<workload type='collective' on='all' bytes='8 B' algorithm='physical' fall-back='false'/>", HD_PROBLEM_LIMIT, NULL },
  { "repeat", WORK ("repeat='20000'"), HD_PROBLEM_VALUE, "“repeat” is 20000; it must be between 1 and 10000" },
  { "repeat-word", WORK ("repeat='often'"), HD_PROBLEM_VALUE, "repeat=\"often\" is not a number" },
};

static void
test_case (gconstpointer data)
{
  const Case *fault = data;
  g_autoptr (HdDesign) design = fixture_elaborate (fault->body, NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  const HdProblem *problem;

  g_assert_null (hd_workload_order_collectives (design, problems, NULL));
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  problem = hd_problem_list_get (problems, 0);
  g_test_message ("%s", problem->message);
  g_assert_cmpint (problem->code, ==, fault->code);
  g_assert_cmpint (problem->line, >, 0);
  if (fault->message != NULL)
    g_assert_cmpstr (problem->message, ==, fault->message);
}

/* What NICs and switches have no part in is no order, but a program of each process. */
static void
test_programs (void)
{
  static const struct
  {
    const char *body;
    gboolean is_order;
  } all[] = {
    { WORK (""), TRUE },
    { WORK ("algorithm='k-ary'"), TRUE },
    { WORK ("algorithm='magic'"), TRUE },
    { WORK ("operation='all-to-all'"), FALSE },
    { WORK ("algorithm='ring-coherent'"), FALSE },
    { WORK ("net='L'"), FALSE },
    { PLATFORM "<workload type='collective' on='some' bytes='8 B' algorithm='k-ary'/>", TRUE },
    { PLATFORM "<workload type='collective' on='some' bytes='8 B' algorithm='ring'/>", FALSE },
    { PLATFORM "<workload type='llama2-13b' on='all'/>", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (HdDesign) design = fixture_elaborate (all[i].body, NULL);

      g_assert_cmpint (hd_workload_is_order (design, hd_design_get_workload (design, 0)), ==, all[i].is_order);
    }
}

/* The second tree finds the one entry of the switch taken. */
static void
test_fallback (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (PLATFORM "<workload type='collective' id='a' on='all' bytes='8 B' algorithm='minimum-cost'/>"
                                                            "<workload type='collective' id='b' on='all' bytes='8 B' algorithm='minimum-cost'/>"
                                                            "<workload type='collective' on='all' bytes='8 B'/><run fidelity='packet'/>", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCollectives) collectives = hd_workload_order_collectives (design, problems, NULL);

  g_assert_nonnull (collectives);
  g_assert_cmpuint (hd_collectives_get_n (collectives), ==, 3);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->severity, ==, HD_SEVERITY_WARNING);
  g_assert_cmpstr (hd_problem_list_get (problems, 0)->object, ==, "b");
  g_assert_cmpint (hd_tree_get_algorithm (hd_collectives_get_tree (collectives, 0)), ==, HD_TREE_MINIMUM_COST);
  g_assert_cmpint (hd_tree_get_algorithm (hd_collectives_get_tree (collectives, 1)), ==, HD_TREE_HIERARCHICAL);
  g_assert_cmpint (hd_tree_get_fallback (hd_collectives_get_tree (collectives, 1)), ==, HD_TREE_FALLBACK_ENTRIES);
  g_assert_null (hd_collectives_get_tree (collectives, 2));
  g_assert_cmpstr (hd_collectives_get_name (collectives, 0), ==, "a");
  g_assert_cmpstr (hd_collectives_get_name (collectives, 2), ==, "collective-3");
}

static HdCollectives *
order_with_seed (const char *body,
                 const char *seed)
{
  const char *settings[] = { seed, NULL };
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdCollectives *collectives = hd_workload_order_collectives (design, problems, NULL);

  g_assert_nonnull (collectives);
  return collectives;
}

static const guint32 *
get_nodes (HdCollectives *collectives,
           guint32 n)
{
  return hd_tree_get_nodes (hd_collectives_get_tree (collectives, n));
}

/* Which rank is which node: by the seed, or in order from the root; nodes of the array x follow each other. */
static void
test_ranks (void)
{
  const char *body = PLATFORM "<workload type='collective' on='all' bytes='8 B' algorithm='k-ary' root='2' placement='shuffled'/>"
                              "<workload type='collective' on='all' bytes='8 B' algorithm='k-ary' root='2'/>";
  g_autoptr (HdCollectives) one = order_with_seed (body, "run:seed=3");
  g_autoptr (HdCollectives) same = order_with_seed (body, "run:seed=3");
  guint n_different = 0;

  g_assert_cmpmem (get_nodes (one, 0), 4 * sizeof (guint32), get_nodes (same, 0), 4 * sizeof (guint32));
  for (guint seed = 4; seed < 10; seed++)
    {
      g_autofree char *setting = g_strdup_printf ("run:seed=%u", seed);
      g_autoptr (HdCollectives) other = order_with_seed (body, setting);

      n_different += memcmp (get_nodes (one, 0), get_nodes (other, 0), 4 * sizeof (guint32)) != 0;
      g_assert_cmpmem (get_nodes (one, 1), 4 * sizeof (guint32), get_nodes (other, 1), 4 * sizeof (guint32));
    }
  g_assert_cmpuint (n_different, >, 3);
  for (guint32 i = 0; i < 4; i++)
    g_assert_cmpuint (get_nodes (one, 1)[i], ==, get_nodes (one, 1)[2] + (i + 2) % 4);
}

/* Trees are work of agents at flow fidelity too; they are no graph. */
static void
test_flow (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (PLATFORM "<workload type='collective' on='all' bytes='8 B' algorithm='k-ary'/><workload type='collective' on='all' bytes='8 B'/>", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  g_autoptr (HdCollectives) collectives = NULL;
  g_autoptr (GError) error = NULL;

  _hd_workload_read (design, hd_design_get_workload (design, 0), graph, problems);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  g_assert_cmpuint (hd_workload_graph_get_n_vertices (graph), ==, 0);
  g_assert_true (hd_workload_is_order (design, hd_design_get_workload (design, 0)));
  g_assert_false (hd_workload_is_order (design, hd_design_get_workload (design, 1)));
  collectives = hd_workload_order_collectives (design, problems, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_collectives_get_n (collectives), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/workload/orders/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/engine/workload/orders/programs", test_programs);
  g_test_add_func ("/engine/workload/orders/fallback", test_fallback);
  g_test_add_func ("/engine/workload/orders/ranks", test_ranks);
  g_test_add_func ("/engine/workload/orders/flow", test_flow);
  return g_test_run ();
}
