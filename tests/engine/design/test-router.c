/* test-router.c: routes are the unique shortest ones
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle for random graphs: all simple paths, enumerated here, compared by (latency, hops, list of links). NetworkX checks larger graphs in
 * tests/reference. Left open: nothing of the order; the time that a search takes is in tests/bench.
 */
#include <string.h>

#include "design-fixture.h"
#include "hd-route-graph.h"

#define CLASS "<link-class id=\"a\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><link-class id=\"b\" bandwidth=\"1 GB/s\" latency=\"1 us\"/>"

static char *
route_text (HdDesign *design,
            const char *from,
            const char *to,
            const guint32 *classes,
            guint n_classes)
{
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (NULL);
  HdRoute route;

  if (!hd_router_find (router, hd_design_find_node (design, from), hd_design_find_node (design, to), classes, n_classes, &route, &error))
    {
      g_string_append (text, error->message);
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < route.n_hops; i++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, route.links[i]);

      g_string_append_printf (text, "%s%s%s", i > 0 ? " " : "", route.directions[i] ? "<" : ">", path);
    }
  return g_string_free (text, FALSE);
}

#define assert_route(design, from, to, expected) \
  G_STMT_START { g_autofree char *found_ = route_text (design, from, to, NULL, 0); g_assert_cmpstr (found_, ==, expected); } G_STMT_END

/* What was found over some classes is recalled for these, where it lies; what was not is not looked for. */
static void
test_recall (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (CLASS "<top><component id=\"h\" type=\"test.host\" count=\"2\"/><component id=\"s\" type=\"test.switch\"/>"
                                                         "<link from=\"h[i].net\" to=\"s.port[i]\" class=\"a\"/></top>", NULL);
  g_autoptr (HdRouter) router = hd_router_new (design);
  guint32 from = hd_design_find_node (design, "h[0]"), to = hd_design_find_node (design, "h[1]");
  const guint32 only_a[] = { 0 };
  HdRoute found, recalled;

  g_assert_true (hd_router_recall (router, from, from, NULL, 0, &recalled));
  g_assert_cmpuint (recalled.n_hops, ==, 0);
  g_assert_false (hd_router_recall (router, from, to, NULL, 0, &recalled));
  g_assert_true (hd_router_find (router, from, to, NULL, 0, &found, NULL));
  g_assert_true (hd_router_recall (router, from, to, NULL, 0, &recalled));
  g_assert_cmpuint (recalled.n_hops, ==, 2);
  g_assert_true (recalled.links == found.links && recalled.directions == found.directions);
  g_assert_false (hd_router_recall (router, to, from, NULL, 0, &recalled));
  g_assert_false (hd_router_recall (router, from, to, only_a, 1, &recalled));
}

/* Parallel edges are separate candidates; the first is taken, explicit routes take the k-th. */
static const char parallel[] = CLASS
  "<top><component id=\"h\" type=\"test.host\" count=\"2\"/><component id=\"m\" type=\"test.memory\" count=\"2\"/>"
  "<component id=\"s\" type=\"test.switch\" count=\"2\"/>"
  "<link id=\"in\" from=\"h[i].net\" to=\"s[0].port[i]\" class=\"a\"/>"
  "<link id=\"up\" from=\"s[0].port[10 + k]\" to=\"s[1].port[10 + k]\" for=\"k=0..1\" class=\"a\"/>"
  "<link id=\"mem\" from=\"s[1].port[i]\" to=\"m[i].port\" class=\"b\"/>"
  "%s</top>";

static void
test_explicit (void)
{
  g_autofree char *plain_text = g_strdup_printf (parallel, "");
  g_autofree char *routed_text = g_strdup_printf (parallel, "<route from=\"h[k]\" to=\"m[k]\" via=\"in[k] up[k] mem[k]\"/>");
  g_autoptr (HdDesign) plain = fixture_elaborate (plain_text, NULL);
  g_autoptr (HdDesign) routed = fixture_elaborate (routed_text, NULL);
  const guint32 only_a[] = { 0 };
  g_autofree char *refused = NULL;

  assert_route (plain, "h[1]", "m[1]", ">in[1] >up[0] >mem[1]");
  assert_route (routed, "h[1]", "m[1]", ">in[1] >up[1] >mem[1]");
  assert_route (routed, "m[1]", "h[1]", "<mem[1] <up[1] <in[1]");
  assert_route (routed, "h[1]", "m[0]", ">in[1] >up[0] >mem[0]");
  assert_route (routed, "h[1]", "h[1]", "");
  refused = route_text (routed, "h[1]", "m[1]", only_a, 1);
  g_assert_nonnull (strstr (refused, "h[1]"));
  g_assert_nonnull (strstr (refused, "m[1]"));
  g_assert_nonnull (strstr (refused, "classes a"));
}

/* A route between instances holds for what is inside them, and is continued there; a route between two components wins over it. */
static void
test_between_instances (void)
{
  static const char body[] = CLASS
    "<module id=\"z\"><port id=\"p\" of=\"s.port[8]\"/><port id=\"q\" of=\"s.port[9]\"/>"
    "<component id=\"h\" type=\"test.host\" count=\"2\"/><component id=\"s\" type=\"test.switch\"/>"
    "<link id=\"in\" from=\"h[i].net\" to=\"s.port[i]\" class=\"a\"/></module>"
    "<top><instance id=\"z\" of=\"z\" count=\"3\"/>"
    "<link id=\"short\" from=\"z[0].p\" to=\"z[1].p\" class=\"a\"/>"
    "<link id=\"one\" from=\"z[0].q\" to=\"z[2].p\" class=\"a\"/><link id=\"two\" from=\"z[2].q\" to=\"z[1].q\" class=\"a\"/>"
    "<route from=\"z[0]\" to=\"z[1]\" via=\"one two\" symmetric=\"false\"/>"
    "<route from=\"z[0]/h[1]\" to=\"z[1]/h[1]\" via=\"z[0]/in[1] short z[1]/in[1]\"/></top>";
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);

  assert_route (design, "z[0]/h[0]", "z[1]/h[1]", ">z[0]/in[0] >one >two <z[1]/in[1]");
  assert_route (design, "z[1]/h[1]", "z[0]/h[0]", ">z[1]/in[1] <short <z[0]/in[0]");
  assert_route (design, "z[0]/h[1]", "z[1]/h[1]", ">z[0]/in[1] >short <z[1]/in[1]");
  assert_route (design, "z[0]/h[0]", "z[0]/h[1]", ">z[0]/in[0] <z[0]/in[1]");
}

/* Returns how many pairs of nodes have a route that a rule lays out, which is the one that is found; of the others nothing is said. */
static guint
count_laid_out (HdDesign *design)
{
  g_autoptr (HdRouter) router = hd_router_new (design), finder = hd_router_new (design);
  g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 first_class[] = { 0 };
  guint n = 0;

  g_assert_true (hd_router_lay_out (router, 0, 0, NULL, 0, ways));
  g_assert_false (hd_router_lay_out (router, 0, 1, NULL, 0, ways)); /* it is not open */
  hd_router_open (router, NULL, 0);
  g_assert_false (hd_router_lay_out (router, 0, 1, first_class, 1, ways));
  for (guint32 from = 0; from < hd_design_get_n_nodes (design); from++)
    for (guint32 to = 0; to < hd_design_get_n_nodes (design); to++)
      {
        guint before = ways->len;
        HdRoute route;

        g_assert_true (hd_router_find (finder, from, to, NULL, 0, &route, NULL));
        if (!hd_router_lay_out (router, from, to, NULL, 0, ways))
          {
            g_assert_cmpuint (ways->len, ==, before);
            continue;
          }
        n++;
        g_assert_cmpuint (ways->len - before, ==, route.n_hops);
        for (guint i = 0; i < route.n_hops; i++)
          g_assert_cmpuint (g_array_index (ways, guint32, before + i), ==, 2 * route.links[i] + route.directions[i]);
      }
  return n;
}

static const char torus[] = CLASS
  "<module id=\"t\" routing=\"%s\"><component id=\"s\" type=\"test.switch\" count=\"3x4\"/>"
  "<link id=\"x\" from=\"s[i][j].port[0]\" to=\"s[i][(j + 1) %% 4].port[1]\" for=\"i=0..2 j=0..3\" class=\"a\"/>"
  "<link id=\"y\" from=\"s[i][j].port[2]\" to=\"s[(i + 1) %% 3][j].port[3]\" for=\"i=0..2 j=0..3\" class=\"a\"/></module>"
  "<top><instance id=\"t\" of=\"t\"/></top>";

/* The last dimension first, the shorter way round; halfway round upwards, but from the middle down to the first. */
static void
test_dimension_order (void)
{
  g_autofree char *body = g_strdup_printf (torus, "dimension-order");
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);

  assert_route (design, "t/s[0][0]", "t/s[2][1]", ">t/x[0] <t/y[9]");
  assert_route (design, "t/s[0][0]", "t/s[0][2]", ">t/x[0] >t/x[1]");
  assert_route (design, "t/s[0][2]", "t/s[0][0]", "<t/x[1] <t/x[0]");
  assert_route (design, "t/s[0][1]", "t/s[0][3]", ">t/x[1] >t/x[2]");
  assert_route (design, "t/s[0][3]", "t/s[0][1]", ">t/x[3] >t/x[0]");
}

/* From a border of a mesh nothing leads round. */
static void
test_mesh (void)
{
  static const char body[] = CLASS
    "<module id=\"t\" routing=\"%s\"><component id=\"s\" type=\"test.switch\" count=\"3x4\"/>"
    "<link id=\"x\" from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" class=\"a\"/>"
    "<link id=\"y\" from=\"s[i][j].port[2]\" to=\"s[i + 1][j].port[3]\" class=\"a\"/></module>"
    "<top><instance id=\"t\" of=\"t\"/></top>";
  g_autofree char *last = g_strdup_printf (body, "dimension-order"), *first = g_strdup_printf (body, "first-dimension");
  g_autoptr (HdDesign) from_last = fixture_elaborate (last, NULL);
  g_autoptr (HdDesign) from_first = fixture_elaborate (first, NULL);

  assert_route (from_last, "t/s[0][0]", "t/s[2][3]", ">t/x[0] >t/x[1] >t/x[2] >t/y[3] >t/y[7]");
  assert_route (from_last, "t/s[2][3]", "t/s[0][0]", "<t/x[8] <t/x[7] <t/x[6] <t/y[4] <t/y[0]");
  assert_route (from_first, "t/s[0][0]", "t/s[2][3]", ">t/y[0] >t/y[4] >t/x[6] >t/x[7] >t/x[8]");
}

/* The first dimension first, the shorter way round; halfway round straight on. */
static void
test_first_dimension (void)
{
  g_autofree char *body = g_strdup_printf (torus, "first-dimension");
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);

  assert_route (design, "t/s[0][0]", "t/s[2][1]", "<t/y[8] >t/x[8]");
  assert_route (design, "t/s[0][0]", "t/s[0][3]", "<t/x[3]");
  assert_route (design, "t/s[0][3]", "t/s[0][0]", ">t/x[3]");
  assert_route (design, "t/s[0][0]", "t/s[0][2]", ">t/x[0] >t/x[1]");
  assert_route (design, "t/s[0][3]", "t/s[0][1]", "<t/x[2] <t/x[1]");
}

/* Endpoints are joined to two networks, but do not forward between them. */
static void
test_no_transit (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (
      CLASS "<top><component id=\"h\" type=\"test.host\" count=\"3\"/><component id=\"s\" type=\"test.switch\" count=\"2\"/>"
            "<link id=\"x\" from=\"h[i].lane[0]\" to=\"s[0].port[i]\" for=\"i=0..1\" class=\"a\"/>"
            "<link id=\"y\" from=\"h[i].lane[1]\" to=\"s[1].port[i]\" for=\"i=1..2\" class=\"b\"/></top>", NULL);
  static const guint32 first = 0;
  g_autofree char *text = route_text (design, "h[0]", "h[2]", NULL, 0), *apart = route_text (design, "h[0]", "h[2]", &first, 1);

  assert_route (design, "h[0]", "h[1]", ">x[0] <x[1]");
  assert_route (design, "h[2]", "h[1]", ">y[1] <y[0]");
  assert_route (design, "s[0]", "h[1]", "<x[1]");
  assert_route (design, "h[1]", "s[1]", ">y[0]");
  g_assert_cmpstr (text, ==, "There is no route from “h[0]” to “h[2]”: “h[1]” is between them, but only switches forward");
  g_assert_cmpstr (apart, ==, "There is no route from “h[0]” to “h[2]” over links of the classes a");
}

/* Destination modulo the number of spines: host d of the others goes through spine d mod 2. */
static void
test_equal_paths (void)
{
  static const char body[] = CLASS
    "<top><component id=\"h\" type=\"test.host\" count=\"2x4\"/><component id=\"leaf\" type=\"test.switch\" count=\"2\"/>"
    "<component id=\"spine\" type=\"test.switch\" count=\"2\"/>"
    "<link id=\"in\" from=\"h[i][j].net\" to=\"leaf[i].port[j]\" class=\"a\"/>"
    "<link id=\"up\" from=\"leaf[i].port[4 + s]\" to=\"spine[s].port[i]\" class=\"a\"/></top>";
  const char *settings[] = { "run:equal-paths=2", NULL };
  g_autoptr (HdDesign) one = fixture_elaborate (body, NULL);
  g_autoptr (HdDesign) spread = fixture_elaborate (body, settings);

  assert_route (one, "h[0][0]", "h[1][1]", ">in[0] >up[0] <up[2] <in[5]");
  assert_route (spread, "h[0][0]", "h[1][0]", ">in[0] >up[0] <up[2] <in[4]");
  assert_route (spread, "h[0][0]", "h[1][1]", ">in[0] >up[1] <up[3] <in[5]");
}

/* What is defined elsewhere moves link numbers, but not the order among those that tie. */
static void
test_unrelated (void)
{
  static const char diamond[] = CLASS
    "<top>%s<component id=\"s\" type=\"test.switch\" count=\"4\"/>"
    "<link id=\"p\" from=\"s[0].any\" to=\"s[1].any\" class=\"a\"/><link id=\"q\" from=\"s[0].any\" to=\"s[2].any\" class=\"a\"/>"
    "<link id=\"r\" from=\"s[1].any\" to=\"s[3].any\" class=\"a\"/><link id=\"t\" from=\"s[2].any\" to=\"s[3].any\" class=\"a\"/></top>";
  g_autofree char *plain = g_strdup_printf (diamond, "");
  g_autofree char *more = g_strdup_printf (diamond, "<component id=\"z\" type=\"test.switch\" count=\"2\"/>"
                                                    "<link id=\"zz\" from=\"z[0].any\" to=\"z[1].any\" class=\"a\"/>");
  g_autoptr (HdDesign) a = fixture_elaborate (plain, NULL);
  g_autoptr (HdDesign) b = fixture_elaborate (more, NULL);

  assert_route (a, "s[0]", "s[3]", ">p >r");
  assert_route (b, "s[0]", "s[3]", ">p >r");
}

/* ---- random graphs against enumeration ------------------------------------------------------------------------------ */

typedef struct
{
  HdDesign *design;
  guint32 to;
  gboolean *visited;
  guint32 path[32];
  guint length;
  HdTime latency;
  guint32 best[32];
  guint best_length;
  HdTime best_latency;
  gboolean found;
} Enumeration;

static gboolean
is_better (const Enumeration *self)
{
  if (!self->found || self->latency != self->best_latency)
    return !self->found || self->latency < self->best_latency;
  if (self->length != self->best_length)
    return self->length < self->best_length;
  for (guint i = 0; i < self->length; i++)
    if (self->path[i] != self->best[i])
      return self->path[i] < self->best[i];
  return FALSE;
}

static void
enumerate (Enumeration *self,
           guint32 node)
{
  const HdLink *links = hd_design_get_links (self->design);

  if (node == self->to)
    {
      if (is_better (self))
        {
          memcpy (self->best, self->path, sizeof self->path);
          self->best_length = self->length;
          self->best_latency = self->latency;
          self->found = TRUE;
        }
      return;
    }
  if (self->length > 0 && hd_design_get_nodes (self->design)[node].type->role != HD_ROLE_SWITCH)
    return;
  self->visited[node] = TRUE;
  for (guint i = 0; i < hd_design_get_n_links (self->design); i++)
    {
      guint32 other = links[i].from == node ? links[i].to : links[i].to == node ? links[i].from : node;

      if (other == node || self->visited[other])
        continue;
      self->path[self->length++] = i;
      self->latency += links[i].latency_ps;
      enumerate (self, other);
      self->latency -= links[i].latency_ps;
      self->length--;
    }
  self->visited[node] = FALSE;
}

static char *
random_body (GRand *random)
{
  GString *text = g_string_new ("<top><component id=\"s\" type=\"test.switch\" count=\"6\"/><component id=\"h\" type=\"test.host\" count=\"3\"/>");
  guint n_links = (guint) g_rand_int_range (random, 4, 12);

  for (guint i = 0; i < n_links; i++)
    {
      int a = g_rand_int_range (random, 0, 6), b = g_rand_int_range (random, 0, 5);

      g_string_append_printf (text, "<link from=\"s[%d].any\" to=\"s[%d].any\" bandwidth=\"1 GB/s\" latency=\"%d us\"/>", a, b >= a ? b + 1 : b,
                              g_rand_int_range (random, 0, 3));
    }
  for (guint i = 0; i < 5; i++)
    g_string_append_printf (text, "<link from=\"h[%d].lane[%u]\" to=\"s[%d].any\" bandwidth=\"1 GB/s\" latency=\"%d us\"/>",
                            g_rand_int_range (random, 0, 3), i, g_rand_int_range (random, 0, 6), g_rand_int_range (random, 1, 3));
  if (g_rand_boolean (random))
    g_string_append (text, "<link from=\"h[0].lane[9]\" to=\"h[1].lane[9]\" bandwidth=\"1 GB/s\" latency=\"3 us\"/>");
  return g_string_free (g_string_append (text, "</top>"), FALSE);
}

static void
test_random (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 40; round++)
    {
      g_autofree char *body = random_body (random);
      g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
      g_autoptr (HdRouter) router = hd_router_new (design);
      guint n = hd_design_get_n_nodes (design);
      g_autofree gboolean *visited = g_new0 (gboolean, n);

      for (guint32 from = 0; from < n; from++)
        for (guint32 to = 0; to < n; to++)
          {
            Enumeration all = { .design = design, .to = to, .visited = visited };
            HdRoute route;
            gboolean found = hd_router_find (router, from, to, NULL, 0, &route, NULL);

            enumerate (&all, from);
            g_assert_cmpint (found, ==, all.found);
            if (!found)
              continue;
            g_assert_cmpint (route.latency_ps, ==, all.best_latency);
            g_assert_cmpmem (route.links, route.n_hops * sizeof (guint32), all.best, all.best_length * sizeof (guint32));
          }
    }
}

/* The latencies that HCSim's specification states for ring steps of figure 6a. */
static void
test_hcsim (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6a.heddle", NULL);
  g_autoptr (HdRouter) router = hd_router_new (design);
  static const struct { const char *from, *to; HdTime latency; guint hops; } cases[] = {
    { "rack[0]/server[0]/xpu[0]", "rack[0]/server[0]/xpu[1]", 200000, 2 },
    { "rack[0]/server[0]/xpu[7]", "rack[0]/server[1]/xpu[0]", 11600000, 9 },
    { "rack[0]/server[15]/xpu[7]", "rack[1]/server[0]/xpu[0]", 21600000, 11 },
    { "rack[3]/server[5]/xpu[6]", "rack[3]/server[5]/memory[6]", 500000, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      HdRoute route;

      g_assert_true (hd_router_find (router, hd_design_find_node (design, cases[i].from), hd_design_find_node (design, cases[i].to), NULL, 0,
                                     &route, NULL));
      g_assert_cmpint (route.latency_ps, ==, cases[i].latency);
      g_assert_cmpuint (route.n_hops, ==, cases[i].hops);
    }
}

/* No two accelerators of a PCIe switch meet on the way to external memory (check A13). */
static void
test_hcsim_memory (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6a.heddle", NULL);
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autofree guint8 *used = g_new0 (guint8, hd_design_get_n_links (design));
  g_autoptr (GArray) xpus = hd_design_match_nodes (design, "rack[*]/server[*]/xpu[*]", NULL);

  g_assert_cmpuint (xpus->len, ==, 4096);
  for (guint i = 0; i < xpus->len; i++)
    {
      guint32 xpu = g_array_index (xpus, guint32, i);
      HdRoute route;

      g_assert_true (hd_router_find (router, hd_design_get_nodes (design)[xpu].home, xpu, NULL, 0, &route, NULL));
      for (guint h = 0; h < route.n_hops; h++)
        {
          g_assert_false (used[route.links[h]]);
          used[route.links[h]] = TRUE;
        }
    }
}

/* All of a torus, by either rule; of a mesh with a hole those whose way does not lead through it; none where a route is given, or no rule. */
static void
test_laid_out (void)
{
  static const struct { const char *rule, *more; guint n; } cases[] = {
    { "dimension-order", "", 144 }, { "first-dimension", "", 144 }, { "shortest", "", 12 },
    { "dimension-order", "<route from=\"t/s[0][0]\" to=\"t/s[0][1]\" via=\"t/x[0]\" symmetric=\"false\"/>", 143 },
  };
  static const char line[] = CLASS
    "<module id=\"t\" routing=\"dimension-order\"><component id=\"s\" type=\"test.switch\" count=\"2x3\"/>"
    "<link from=\"s[i][j].port[0]\" to=\"s[i][j + 1].port[1]\" for=\"i=0..1 j=0..1\" where=\"i + j &gt; 0\" class=\"a\"/>"
    "<link from=\"s[0][j].port[2]\" to=\"s[1][j].port[3]\" for=\"j=0..2\" class=\"a\"/></module><top><instance id=\"t\" of=\"t\"/></top>";
  g_autoptr (HdDesign) hole = fixture_elaborate (line, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *body = g_strdup_printf (torus, cases[i].rule);
      g_autoptr (GString) text = g_string_new (body);
      g_autoptr (HdDesign) design = NULL;

      g_string_replace (text, "</top>", cases[i].more, 0);
      g_string_append (text, "</top>");
      design = fixture_elaborate (text->str, NULL);
      g_assert_cmpuint (count_laid_out (design), ==, cases[i].n);
    }
  /* The last index comes first: s[0][0] reaches neither s[.][1] nor s[.][2] so, nor do s[0][1] and s[0][2] reach s[.][0]. */
  g_assert_cmpuint (count_laid_out (hole), ==, 36 - 2 * 4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/design/router/recall", test_recall);
  g_test_add_func ("/engine/design/router/explicit", test_explicit);
  g_test_add_func ("/engine/design/router/between-instances", test_between_instances);
  g_test_add_func ("/engine/design/router/dimension-order", test_dimension_order);
  g_test_add_func ("/engine/design/router/mesh", test_mesh);
  g_test_add_func ("/engine/design/router/laid-out", test_laid_out);
  g_test_add_func ("/engine/design/router/first-dimension", test_first_dimension);
  g_test_add_func ("/engine/design/router/no-transit", test_no_transit);
  g_test_add_func ("/engine/design/router/equal-paths", test_equal_paths);
  g_test_add_func ("/engine/design/router/unrelated", test_unrelated);
  g_test_add_func ("/engine/design/router/random", test_random);
  g_test_add_func ("/engine/design/router/hcsim", test_hcsim);
  g_test_add_func ("/engine/design/router/hcsim-memory", test_hcsim_memory);
  return g_test_run ();
}
