/* tree-faults.c: what cannot be built, and what is said then
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every bad input has its code and a message that names the object; nothing is built and no entry stays taken.
 */
#include "tree-fixture.h"

#include "hd-process-group.h"

#include <math.h>
#include <string.h>

/* Two islands of a switch and three hosts, a host without a link, a server with a NIC of two slots; the rest is up to the test. */
static const char body[] =
  "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/><top>"
  "<component id=\"hub\" type=\"fabric.switch\" count=\"2\"/>"
  "<component id=\"host\" type=\"fabric.xpu\" count=\"2 x 3\"/>"
  "<component id=\"lonely\" type=\"fabric.xpu\"/>"
  "<component id=\"gpu\" type=\"fabric.xpu\" count=\"3\"/>"
  "<component id=\"pci\" type=\"fabric.pcie-switch\"/>"
  "<component id=\"nic\" type=\"fabric.nic\" slots=\"2\"/>"
  "<component id=\"tor\" type=\"fabric.tor-switch\"/>"
  "<link from=\"host[h][i].eth\" to=\"hub[h].port[i]\" class=\"c\"/>"
  "<link from=\"gpu[i].pcie\" to=\"pci.down[i]\" class=\"c\"/>"
  "<link from=\"pci.up[0]\" to=\"nic.pcie\" class=\"c\"/>"
  "<link from=\"nic.eth\" to=\"tor.down[0]\" class=\"c\"/>"
  "</top>";

typedef struct
{
  HdDesign *design;
  HdTreeNetwork *network;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->design = fixture_elaborate (body, NULL);
  fixture->network = hd_tree_network_new (fixture->design);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  hd_tree_network_free (fixture->network);
  hd_design_unref (fixture->design);
}

static void
refuse (Fixture *fixture,
        const char *members,
        const HdTreeOptions *options,
        HdTreeError code,
        const char *const *words)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_auto (GStrv) paths = g_strsplit (members, " ", 0);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      guint32 node = hd_design_find_node (fixture->design, paths[i]);

      g_assert_cmpuint (node, !=, HD_NO_ID);
      g_array_append_val (nodes, node);
    }
  g_assert_null (hd_tree_build (fixture->network, (const guint32 *) (gpointer) nodes->data, nodes->len, options, &error));
  g_assert_error (error, HD_TREE_ERROR, (int) code);
  for (; *words != NULL; words++)
    if (strstr (error->message, *words) == NULL)
      g_error ("“%s” is not in “%s”", *words, error->message);
  for (guint32 i = 0; i < 2; i++)
    {
      guint32 total;

      g_assert_cmpuint (hd_tree_network_get_entries (fixture->network, hd_design_find_node (fixture->design, i == 0 ? "hub[0]" : "hub[1]"), &total), ==, 0);
    }
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define THREE "host[0][0] host[0][1] host[0][2]"

static void
test_width (Fixture *fixture,
            gconstpointer data)
{
  for (guint algorithm = HD_TREE_K_ARY; algorithm <= HD_TREE_HIERARCHICAL; algorithm++)
    for (guint32 k = 0; k < 2; k++)
      {
        HdTreeOptions options = { .algorithm = algorithm, .widths = &k, .n_widths = 1 };
        g_autofree char *value = g_strdup_printf ("k = %u", k);

        refuse (fixture, THREE, &options, HD_TREE_ERROR_WIDTH, WORDS (value, "at least 2"));
      }
}

static void
test_degree (Fixture *fixture,
             gconstpointer data)
{
  const HdTreeOptions three = { .algorithm = HD_TREE_K_ARY, .widths = (const guint32[]){ 3, 4 }, .n_widths = 2 };
  const HdTreeOptions physical = { .algorithm = HD_TREE_PHYSICAL }, minimum = { .algorithm = HD_TREE_MINIMUM_COST };
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_tree_network_set_degrees (fixture->network, 1, 64, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DEGREE);
  g_assert_nonnull (strstr (error->message, "1 of NICs is below 2"));
  g_clear_error (&error);
  g_assert_false (hd_tree_network_set_degrees (fixture->network, 64, 0, &error));
  g_assert_nonnull (strstr (error->message, "0 of switches is below 2"));

  g_assert_true (hd_tree_network_set_degrees (fixture->network, 2, 2, NULL));
  refuse (fixture, "host[0][0] host[0][1] host[0][2]", &physical, HD_TREE_ERROR_INFEASIBLE, WORDS ("hub[0]", "3 children", "limit is 2"));
  refuse (fixture, "host[0][0] host[0][1] host[0][2]", &minimum, HD_TREE_ERROR_INFEASIBLE, WORDS ("2 items", "hub[0]", "too small"));
  g_assert_true (hd_tree_network_set_degrees (fixture->network, 2, 64, NULL));
  {
    /* k-ary needs no more children than there are others, so four members */
    g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=4", NULL);
    g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
    const HdCommunicator *world = hd_design_find_communicator (design, "world");

    g_assert_true (hd_tree_network_set_degrees (network, 2, 64, NULL));
    g_clear_error (&error);
    g_assert_null (hd_tree_build (network, world->members, world->n_members, &three, &error));
    g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_INFEASIBLE);
    g_assert_nonnull (strstr (error->message, "“node[0]/process[0]” needs 3 children, its limit is 2"));
  }
}

/* A degree limit below 2 cannot be drawn: the parameter's range forbids it. */
static void
test_drawn_degree (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *message = fixture_problem ("<top><component id=\"s\" type=\"fabric.switch\" tree-degree=\"1\"/></top>", NULL, HD_PROBLEM_VALUE);

  g_assert_nonnull (strstr (message, "tree-degree"));
}

static void
test_members (Fixture *fixture,
              gconstpointer data)
{
  const HdTreeOptions one = { .algorithm = HD_TREE_K_ARY }, two = { .algorithm = HD_TREE_MINIMUM_COST };
  g_autoptr (GError) error = NULL;

  refuse (fixture, "host[0][0] lonely", &one, HD_TREE_ERROR_NO_NIC, WORDS ("“lonely”", "on no NIC"));
  refuse (fixture, "host[0][0] hub[0]", &one, HD_TREE_ERROR_NO_NIC, WORDS ("“hub[0]”"));
  refuse (fixture, "host[0][0] host[1][2]", &one, HD_TREE_ERROR_DISCONNECTED, WORDS ("host[0][0]", "host[1][2]"));
  refuse (fixture, "host[0][0] host[0][1] host[1][2]", &two, HD_TREE_ERROR_DISCONNECTED, WORDS ("host[0][0]", "host[1][2]"));
  refuse (fixture, "host[0][0] host[0][1] host[0][0]", &one, HD_TREE_ERROR_DUPLICATE, WORDS ("host[0][0]", "twice"));
  refuse (fixture, "gpu[0] gpu[1] gpu[2]", &one, HD_TREE_ERROR_SLOTS, WORDS ("3 processes", "“nic”", "2 slots"));
  g_assert_null (hd_tree_build (fixture->network, NULL, 0, &one, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_EMPTY);
}

static void
test_options (Fixture *fixture,
              gconstpointer data)
{
  static const double sizes[] = { 0, 0.5, -8, NAN, INFINITY };
  HdTreeCost cost = HD_TREE_COST_DEFAULT;
  HdTreeOptions options = { .algorithm = HD_TREE_K_ARY, .cost = &cost };
  HdTreeOperation operation;
  HdTreeAlgorithm algorithm;
  g_autoptr (GError) error = NULL;

  cost.match_s = -1;
  refuse (fixture, THREE, &options, HD_TREE_ERROR_PARAMETER, WORDS ("match_s", "-1"));
  options.cost = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint o = HD_TREE_BROADCAST; o < HD_TREE_N_OPERATIONS; o++)
      {
        options.operation = o;
        options.bytes = sizes[i];
        refuse (fixture, THREE, &options, HD_TREE_ERROR_PARAMETER, WORDS (hd_tree_operation_get_id (o), "at least 1 B"));
      }
  options.operation = HD_TREE_N_OPERATIONS;
  refuse (fixture, THREE, &options, HD_TREE_ERROR_OPERATION, WORDS ("operation"));
  options.operation = HD_TREE_BARRIER;
  options.algorithm = HD_TREE_N_ALGORITHMS;
  refuse (fixture, THREE, &options, HD_TREE_ERROR_ALGORITHM, WORDS ("type of tree"));
  g_assert_false (hd_tree_operation_find ("scatter", &operation, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_OPERATION);
  g_assert_nonnull (strstr (error->message, "barrier"));
  g_clear_error (&error);
  g_assert_false (hd_tree_algorithm_find ("spanning", &algorithm, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ALGORITHM);
  g_assert_nonnull (strstr (error->message, "minimum-cost"));
}

/* Without entries a tree of type II cannot be had; what falls back takes none. */
static void
test_entries (Fixture *fixture,
              gconstpointer data)
{
  for (guint algorithm = HD_TREE_PHYSICAL; algorithm <= HD_TREE_MINIMUM_COST; algorithm++)
    for (guint relaxed = 0; relaxed < 2; relaxed++)
      {
        HdTreeOptions options = { .algorithm = algorithm, .relaxed = relaxed };

        hd_tree_network_set_entries (fixture->network, 0);
        refuse (fixture, THREE, &options, HD_TREE_ERROR_ENTRIES, WORDS ("1 roots tried", "hub[0]"));
      }
}

/* Two groups that take a digit each, of which there is one in 64 bits at that width. */
static void
test_overflow (void)
{
  static const guint32 groups[] = { 0, 0, 1, 1 };
  const guint32 *levels[] = { groups };
  HdNesting nesting = { 4, 1, levels };
  guint64 slots[4];
  guint order;
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_process_groups_place (&nesting, G_MAXUINT32, FALSE, slots, &order, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_OVERFLOW);
  g_assert_nonnull (strstr (error->message, "2^63"));
}

/* A server with two NICs between two networks carries what is not its own. */
static void
test_nic_forwards (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
    "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/><top>"
    "<component id=\"hub\" type=\"fabric.switch\" count=\"2\"/><component id=\"host\" type=\"fabric.xpu\" count=\"2\"/>"
    "<component id=\"nic\" type=\"fabric.nic\" count=\"2\"/><component id=\"pci\" type=\"fabric.pcie-switch\"/>"
    "<link from=\"host[h].eth\" to=\"hub[h].port[0]\" class=\"c\"/><link from=\"nic[n].eth\" to=\"hub[n].port[1]\" class=\"c\"/>"
    "<link from=\"nic[n].pcie\" to=\"pci.down[n]\" class=\"c\"/></top>"
    "<communicators><communicator id=\"world\" members=\"host[1] host[0]\"/></communicators>", NULL);
  g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);
  const HdCommunicator *world = hd_design_find_communicator (design, "world");
  const HdTreeOptions options = { .algorithm = HD_TREE_K_ARY };
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_tree_build (network, world->members, world->n_members, &options, &error));
  g_assert_error (error, HD_TREE_ERROR, HD_TREE_ERROR_NIC_FORWARDS);
  g_assert_nonnull (strstr (error->message, "“nic[0]” is a NIC"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/engine/collective/tree-faults/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("width", test_width);
  ADD ("degree", test_degree);
  ADD ("drawn-degree", test_drawn_degree);
  ADD ("members", test_members);
  ADD ("options", test_options);
  ADD ("entries", test_entries);
  g_test_add_func ("/engine/collective/tree-faults/overflow", test_overflow);
  g_test_add_func ("/engine/collective/tree-faults/nic-forwards", test_nic_forwards);
  return g_test_run ();
}
