/* test-symmetry.c: shortcuts change nothing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: with equal lanes simulated once, equal rounds advanced at once and rates solved by what changed, a run has the digest of the plain one
 * (HCSim's check S7): symmetric ring, ring with one slower link, racks, mixed clusters, every collective, random graphs. The digest holds the times of every
 * vertex in every lane. That holds with a barrier after each step and without; where all members are equal the two are the same, and without one
 * direction on a ring counts too, so that there may be more classes. Left open: more than 64 accelerators, where the plain run takes long.
 */
#include "workload-fixture.h"

#include "../../sanitizers.h"

#define N_TRIALS (UNDER_ADDRESS_SANITIZER ? 12u : 40u)

/* `two` accelerators behind a second class of link, those of every second rack of another model. */
#define PLATFORM                                                                                                                           \
  "<link-class id=\"L\" bandwidth=\"128 GB/s\" latency=\"200 ns\" sharing=\"%s\"/><link-class id=\"SLOW\" bandwidth=\"100 GB/s\" latency=\"300 ns\"/>" \
  "<top>"                                                                                                                                  \
  "<component id=\"x\" type=\"fabric.xpu\" count=\"%u\" model=\"if (floor (x * %u / %u) %% 2 == 0, H100, %s)\" home=\"m[x]\"/>"            \
  "<component id=\"m\" type=\"fabric.memory\" count=\"%u\"/><component id=\"s\" type=\"fabric.switch\" count=\"%u\"/>"                     \
  "<component id=\"core\" type=\"fabric.switch\"/>"                                                                                        \
  "<link from=\"x[i].cxl\" to=\"s[floor (i * %u / %u)].port[2 * i]\" for=\"i=0..%u\" where=\"i &gt;= %u\" class=\"L\"/>"                   \
  "<link from=\"x[i].cxl\" to=\"s[floor (i * %u / %u)].port[2 * i]\" for=\"i=0..%u\" where=\"i &lt; %u\" class=\"SLOW\"/>"                 \
  "<link from=\"m[i].port\" to=\"s[floor (i * %u / %u)].port[2 * i + 1]\" for=\"i=0..%u\" class=\"L\"/>"                                   \
  "<link from=\"core.port[i]\" to=\"s[i].port[%u]\" for=\"i=0..%u\" class=\"L\"/>"                                                         \
  "</top>"                                                                                                                                 \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>%s"

typedef struct
{
  const char *name;
  guint n, racks, slow;
  const char *second;
  const char *sharing;
  const char *workload;
  guint n_classes[2]; /* of accelerators that compute: by HdSteps */
} Case;

#define LLAMA "<workload type=\"llama2-13b\" on=\"all\" decoders=\"2\"/><run iterations=\"2\"/>"
#define MOVING "<workload type=\"llama2-13b\" on=\"all\" decoders=\"2\" access=\"move\" ring=\"coherent\"/><run iterations=\"1\"/>"
#define COLLECTIVE(operation, algorithm)                                                                                                   \
  "<workload type=\"collective\" on=\"all\" operation=\"" operation "\" algorithm=\"" algorithm "\" bytes=\"1 GB\" repeat=\"2\"/><run iterations=\"2\"/>"

static const Case cases[] = {
  { "ring", 64, 1, 0, "H100", "shared", LLAMA, { 1, 1 } },
  { "ring-split", 16, 1, 0, "H100", "split", LLAMA, { 1, 1 } },
  { "ring-moving", 16, 1, 0, "H100", "shared", MOVING, { 1, 1 } },
  { "slow-link", 24, 1, 1, "H100", "shared", LLAMA, { 24, 13 } },
  { "two-racks", 16, 2, 0, "H100", "shared", LLAMA, { 8, 4 } },
  { "two-racks-64", 64, 2, 0, "H100", "shared", LLAMA, { 32, 16 } },
  { "mixed", 16, 2, 0, "A100", "shared", LLAMA, { 16, 8 } },
  { "mixed-racks", 32, 4, 0, "V100", "split", LLAMA, { 16, 4 } },
  { "mixed-slow", 8, 2, 1, "A100", "shared", LLAMA, { 8, 8 } },
  { "all-reduce", 12, 3, 0, "H100", "shared", COLLECTIVE ("all-reduce", "ring"), { 0, 0 } },
  { "all-gather", 12, 3, 0, "H100", "split", COLLECTIVE ("all-gather", "ring"), { 0, 0 } },
  { "broadcast", 13, 1, 0, "H100", "shared", COLLECTIVE ("broadcast", "binomial"), { 0, 0 } },
  { "broadcast-ring", 9, 1, 0, "H100", "shared", COLLECTIVE ("broadcast", "ring"), { 0, 0 } },
  { "reduce", 13, 1, 0, "H100", "shared", COLLECTIVE ("reduce", "binomial"), { 0, 0 } },
  { "recursive-doubling", 16, 2, 0, "H100", "split", COLLECTIVE ("all-reduce", "recursive-doubling"), { 0, 0 } },
  { "rabenseifner", 11, 1, 0, "H100", "shared", COLLECTIVE ("all-reduce", "rabenseifner"), { 0, 0 } },
  { "dissemination", 12, 2, 0, "H100", "shared", COLLECTIVE ("barrier", "dissemination"), { 0, 0 } },
  { "all-to-all", 12, 2, 0, "H100", "shared", COLLECTIVE ("all-to-all", "direct"), { 0, 0 } },
  { "all-to-all-slow", 8, 1, 1, "H100", "split", COLLECTIVE ("all-to-all", "direct"), { 0, 0 } },
};

static char *
describe (const Case *c)
{
  guint last = c->n - 1;

  return g_strdup_printf (PLATFORM, c->sharing, c->n, c->racks, c->n, c->second, c->n, c->racks, c->racks, c->n, last, c->slow, c->racks, c->n, last,
                          c->slow, c->racks, c->n, last, 2 * c->n, c->racks - 1, c->workload);
}

static char *
compare_shortcuts (const Case *c,
                   HdSteps steps)
{
  g_autofree char *body = describe (c);
  g_autofree char *expected = NULL;
  guint64 n_transfers = 0;

  for (guint shortcuts = 0; shortcuts < 8; shortcuts++)
    {
      g_autoptr (Fixture) self = fixture_new_with (body, steps, shortcuts & 1, shortcuts & 2, shortcuts & 4);
      g_autofree char *digest = NULL;
      HdNetworkCounters counters;

      /* tracing is no part of the result */
      g_assert_true (fixture_run (self, shortcuts == 5));
      digest = hd_execution_dup_digest (self->execution);
      hd_execution_get_counters (self->execution, &counters);
      if (shortcuts == 0)
        {
          expected = g_strdup (digest);
          n_transfers = counters.transfers_started;
        }
      g_test_message ("shortcuts %u: %u classes, %s", shortcuts, hd_execution_get_layout (self->execution)->n_node_classes, digest);
      g_assert_cmpstr (digest, ==, expected);
      g_assert_cmpuint (counters.transfers_started, ==, n_transfers);
      if (shortcuts & 1)
        g_assert_cmpuint (hd_execution_get_layout (self->execution)->n_node_classes, ==, c->n_classes[steps]);
    }
  return g_steal_pointer (&expected);
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *neighbours = compare_shortcuts (c, HD_STEPS_NEIGHBOURS);
  g_autofree char *barrier = compare_shortcuts (c, HD_STEPS_BARRIER);

  if (c->n_classes[HD_STEPS_BARRIER] == 1)
    g_assert_cmpstr (neighbours, ==, barrier);
}

static double
random_amount (void)
{
  return g_test_rand_int_range (0, 4) == 0 ? 0 : g_test_rand_int_range (1, 1000);
}

static void
append_vertex (GString *graph,
               guint v,
               guint n)
{
  static const char *const modes[] = { "coherent", "move", "local" };
  static const char *const operations[] = { "all-reduce", "all-gather", "reduce-scatter", "broadcast", "all-to-all" };

  g_string_append_printf (graph, "<vertex id=\"v%u\" start=\"%s\" ", v, v == 0 ? "true" : "false");
  if (v > 0 && g_test_rand_int_range (0, 3) == 0)
    {
      g_string_append_printf (graph, "kind=\"comm\" operation=\"%s\" bytes=\"%g MB\"", operations[g_test_rand_int_range (0, 5)],
                              random_amount ());
      if (g_test_rand_bit ())
        g_string_append_printf (graph, " channel=\"c%d\"", g_test_rand_int_range (0, 2));
    }
  else
    {
      g_string_append_printf (graph, "kind=\"compute\" work=\"%g GFLOP\" access=\"%g MB\" mode=\"%s\"", random_amount () * 100, random_amount (),
                              modes[g_test_rand_int_range (0, 3)]);
      if (g_test_rand_int_range (0, 6) == 0)
        g_string_append_printf (graph, " place=\"x[%d]\"", g_test_rand_int_range (0, (gint32) n));
    }
  g_string_append (graph, "/>");
}

/* Vertices that each wait for earlier ones; what releases nothing else releases the first one again. */
static char *
make_graph (guint n)
{
  GString *graph = g_string_new ("<workload type=\"graph\" on=\"all\">");
  guint n_vertices = g_test_rand_int_range (3, 10);

  for (guint v = 0; v < n_vertices; v++)
    append_vertex (graph, v, n);
  for (guint v = 1; v < n_vertices; v++)
    {
      guint sure = g_test_rand_int_range (0, (gint32) v);

      for (guint u = 0; u < v; u++)
        if (u == sure || g_test_rand_int_range (0, 4) == 0)
          g_string_append_printf (graph, "<edge from=\"v%u\" to=\"v%u\"/>", u, v);
    }
  for (guint v = 0; v < n_vertices; v++)
    if (v == n_vertices - 1 || g_test_rand_int_range (0, 3) == 0)
      g_string_append_printf (graph, "<edge from=\"v%u\" to=\"v0\" first=\"ignore\"/>", v);
  g_string_append (graph, "</workload><run iterations=\"3\"/>");
  return g_string_free (graph, FALSE);
}

static void
test_random (void)
{
  static const char *const types[] = { "H100", "A100", "V100" };

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      guint n = g_test_rand_int_range (1, 10);
      g_autofree char *graph = make_graph (n);
      Case c = { "random", n, g_test_rand_int_range (1, 4), g_test_rand_int_range (0, 2), types[g_test_rand_int_range (0, 3)],
                 g_test_rand_bit () ? "shared" : "split", graph, { 0, 0 } };
      g_autofree char *body = describe (&c);
      g_autofree char *expected = NULL;

      for (guint shortcuts = 0; shortcuts < 8; shortcuts++)
        {
          g_autoptr (Fixture) self = fixture_new_with (body, trial % 2 ? HD_STEPS_BARRIER : HD_STEPS_NEIGHBOURS, shortcuts & 1, shortcuts & 2, shortcuts & 4);
          g_autofree char *digest = NULL;

          g_assert_true (fixture_run (self, FALSE));
          digest = hd_execution_dup_digest (self->execution);
          if (shortcuts == 0)
            expected = g_strdup (digest);
          if (g_strcmp0 (digest, expected) != 0)
            g_test_message ("%s", body);
          g_assert_cmpstr (digest, ==, expected);
        }
    }
}

/* A digest that cannot differ would prove nothing. */
static void
test_digest (void)
{
  Case fast = { "fast", 4, 1, 0, "H100", "shared", LLAMA, { 1, 1 } };
  Case slow = { "slow", 4, 1, 1, "H100", "shared", LLAMA, { 4, 4 } };
  g_autofree char *fast_body = describe (&fast), *slow_body = describe (&slow);
  g_autoptr (Fixture) a = fixture_new_with (fast_body, HD_STEPS_NEIGHBOURS, TRUE, TRUE, TRUE);
  g_autoptr (Fixture) b = fixture_new_with (slow_body, HD_STEPS_NEIGHBOURS, TRUE, TRUE, TRUE);
  g_autofree char *of_a = NULL, *of_b = NULL;

  g_assert_true (fixture_run (a, FALSE));
  g_assert_true (fixture_run (b, FALSE));
  of_a = hd_execution_dup_digest (a->execution);
  of_b = hd_execution_dup_digest (b->execution);
  g_assert_cmpstr (of_a, !=, of_b);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/workload/symmetry/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/engine/workload/symmetry/random", test_random);
  g_test_add_func ("/engine/workload/symmetry/digest", test_digest);
  return g_test_run ();
}
