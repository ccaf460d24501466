/* multicast.c: the way of one packet to many
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every receiver is there, each node once, parents before children, each edge is a link, and nobody is farther from the root than by its unicast
 * route; where routes part at the top of a fat tree, each link is used once.
 */
#include <string.h>

#include "hd-multicast.h"
#include "tree-fixture.h"

static gboolean
are_linked (HdDesign *design,
            guint32 a,
            guint32 b)
{
  const HdLink *links = hd_design_get_links (design);

  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    if ((links[i].from == a && links[i].to == b) || (links[i].from == b && links[i].to == a))
      return TRUE;
  return FALSE;
}

typedef struct
{
  HdRouter *router;
  guint32 root;
  const guint32 *receivers;
} Ways;

static gboolean
find (gpointer data,
      guint32 receiver,
      HdRoute *out_route,
      GError **error)
{
  const Ways *ways = data;

  return hd_router_find (ways->router, ways->root, ways->receivers[receiver], NULL, 0, out_route, error);
}

static void
check (HdDesign *design,
       HdRouter *router,
       guint32 root,
       const guint32 *receivers,
       guint32 n_receivers)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdMulticast) self = hd_multicast_new (design, root, receivers, n_receivers, find, &(Ways){ router, root, receivers }, &error);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree guint32 *hops = g_new (guint32, n_nodes); /* plus 1; 0 for nodes that are not there */
  guint32 n_edges = 0;

  g_assert_no_error (error);
  memset (hops, 0, n_nodes * sizeof *hops);
  g_assert_cmpuint (self->nodes[0], ==, root);
  hops[root] = 1;
  for (guint32 i = 0; i < self->n; i++)
    {
      g_assert_cmpuint (hops[self->nodes[i]], >, 0);
      for (guint32 c = self->first_child[i]; c < self->first_child[i + 1]; c++)
        {
          guint32 child = self->children[c];

          g_assert_cmpuint (child, >, i);
          g_assert_cmpuint (hops[self->nodes[child]], ==, 0);
          g_assert_true (are_linked (design, self->nodes[i], self->nodes[child]));
          hops[self->nodes[child]] = hops[self->nodes[i]] + 1;
          n_edges++;
        }
    }
  g_assert_cmpuint (n_edges, ==, self->n - 1);
  for (guint32 i = 0; i < n_receivers; i++)
    {
      HdRoute route;

      g_assert_true (hd_router_find (router, root, receivers[i], NULL, 0, &route, NULL));
      g_assert_cmpuint (hops[receivers[i]], ==, route.n_hops + 1);
    }
}

static void
test_figure_16 (void)
{
  static const char *const tops[] = { "$tops=1", "$tops=16" };

  for (guint t = 0; t < G_N_ELEMENTS (tops); t++)
    {
      g_autoptr (HdDesign) design = fixture_figure_16 ("$processes=64", tops[t]);
      g_autoptr (HdRouter) router = hd_router_new (design);
      const HdCommunicator *world = hd_design_find_communicator (design, "world");

      check (design, router, world->members[0], world->members, world->n_members);
      check (design, router, world->members[37], world->members, world->n_members);
      check (design, router, hd_design_find_node (design, "top[0]"), world->members, world->n_members);
      check (design, router, world->members[5], world->members + 5, 1);
    }
}

/* One leaf with two hosts, another with one: 1 + 2 links down. */
static void
test_copies (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate ("<link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='t' type='test.switch'/>"
                                                   "<component id='l' type='test.switch' count='2'/><component id='h' type='test.host' count='4'/>"
                                                   "<link for='i=0..1' from='l[i].west' to='t.port[i]' class='L'/>"
                                                   "<link for='i=0..3' from='h[i].net' to='l[floor (i / 2)].port[i % 2]' class='L'/></top>", NULL);
  g_autoptr (HdRouter) router = hd_router_new (design);
  guint32 receivers[3], root = hd_design_find_node (design, "h[0]");
  g_autoptr (HdMulticast) self = NULL;

  for (guint32 i = 0; i < 3; i++)
    receivers[i] = hd_design_find_node (design, "h[1]") + i;
  self = hd_multicast_new (design, root, receivers, 3, find, &(Ways){ router, root, receivers }, NULL);
  g_assert_cmpuint (self->n, ==, 7);
  g_assert_cmpuint (self->first_child[1] - self->first_child[0], ==, 1); /* into l[0] */
  g_assert_cmpuint (self->first_child[2] - self->first_child[1], ==, 2); /* to h[1] and up */
}

static void
test_unreachable (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate ("<top><component id='h' type='test.host' count='2'/></top>", NULL);
  g_autoptr (HdRouter) router = hd_router_new (design);
  const guint32 receivers[] = { 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_multicast_new (design, 0, receivers, 1, find, &(Ways){ router, 0, receivers }, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/multicast/figure-16", test_figure_16);
  g_test_add_func ("/engine/collective/multicast/copies", test_copies);
  g_test_add_func ("/engine/collective/multicast/unreachable", test_unreachable);
  return g_test_run ();
}
