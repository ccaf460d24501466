/* test-random-graph.c: random regular graphs are simple, regular, connected and always the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Left open: how near to uniform the draw is, beyond that seeds differ and that triangles are as frequent as theory says.
 */
#include <glib.h>

#include <heddle/hd-error.h>

#include "hd-random-graph.h"

static gboolean
joined (HdRandomGraph *graph,
        guint32 a,
        guint32 b)
{
  guint32 n;
  const guint32 *neighbours = hd_random_graph_get_neighbours (graph, a, &n);

  for (guint32 i = 0; i < n; i++)
    if (neighbours[i] == b)
      return TRUE;
  return FALSE;
}

static guint
reach (HdRandomGraph *graph,
       guint32 node,
       gboolean *seen)
{
  guint32 n;
  const guint32 *neighbours = hd_random_graph_get_neighbours (graph, node, &n);
  guint reached = 1;

  seen[node] = TRUE;
  for (guint32 i = 0; i < n; i++)
    if (!seen[neighbours[i]])
      reached += reach (graph, neighbours[i], seen);
  return reached;
}

static void
check (guint32 nodes,
       guint32 degree,
       gint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRandomGraph) graph = hd_random_graph_new (nodes, degree, seed, &error);
  g_autofree gboolean *seen = g_new0 (gboolean, nodes);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_random_graph_get_n (graph), ==, nodes);
  for (guint32 a = 0; a < nodes; a++)
    {
      guint32 n;
      const guint32 *neighbours = hd_random_graph_get_neighbours (graph, a, &n);

      g_assert_cmpuint (n, ==, degree);
      for (guint32 i = 0; i < n; i++)
        {
          g_assert_cmpuint (neighbours[i], <, nodes);
          g_assert_cmpuint (neighbours[i], !=, a);
          g_assert_true (i == 0 || neighbours[i] > neighbours[i - 1]);
          g_assert_true (joined (graph, neighbours[i], a));
        }
    }
  g_assert_cmpuint (reach (graph, 0, seen), ==, nodes);
}

static void
test_regular (void)
{
  /* every graph that there can be */
  for (guint32 nodes = 3; nodes <= 14; nodes++)
    for (guint32 degree = 2; degree < nodes; degree++)
      if (nodes % 2 == 0 || degree % 2 == 0)
        for (gint64 seed = 0; seed < 5; seed++)
          check (nodes, degree, seed);
  check (2, 1, 0);
  check (64, 31, 1);
  check (64, 60, 1);
  check (1000, 3, 7);
  check (2000, 16, -7);
}

static void
test_same (void)
{
  g_autoptr (HdRandomGraph) a = hd_random_graph_new (50, 4, 3, NULL);
  g_autoptr (HdRandomGraph) b = hd_random_graph_new (50, 4, 3, NULL);
  g_autoptr (HdRandomGraph) other = hd_random_graph_new (50, 4, 4, NULL);
  /* first of each drawing: a drawing that was saved must not change with the next Heddle */
  static const guint32 first[] = { 3, 6, 18, 37 };
  guint differ = 0;

  for (guint32 node = 0; node < 50; node++)
    {
      guint32 n;
      const guint32 *of_a = hd_random_graph_get_neighbours (a, node, &n);
      const guint32 *of_b = hd_random_graph_get_neighbours (b, node, &n);
      const guint32 *of_other = hd_random_graph_get_neighbours (other, node, &n);

      for (guint32 i = 0; i < n; i++)
        {
          g_assert_cmpuint (of_a[i], ==, of_b[i]);
          differ += of_a[i] != of_other[i];
          if (node == 0)
            g_assert_cmpuint (of_a[i], ==, first[i]);
        }
    }
  g_assert_cmpuint (differ, >, 100);
}

/* The number of triangles in a random d-regular graph tends to a Poisson variable of mean (d - 1)^3 / 6 (Bollobas 1980): 4.5 for d = 4. */
static void
test_triangles (void)
{
  guint triangles = 0;

  for (gint64 seed = 0; seed < 200; seed++)
    {
      g_autoptr (HdRandomGraph) graph = hd_random_graph_new (200, 4, seed, NULL);

      for (guint32 a = 0; a < 200; a++)
        {
          guint32 n;
          const guint32 *of = hd_random_graph_get_neighbours (graph, a, &n);

          for (guint32 i = 0; i < n; i++)
            for (guint32 j = i + 1; j < n; j++)
              triangles += of[i] > a && joined (graph, of[i], of[j]);
        }
    }
  /* 900 expected, standard deviation 30 */
  g_assert_cmpuint (triangles, >, 750);
  g_assert_cmpuint (triangles, <, 1050);
}

static void
test_refused (void)
{
  static const struct { gint64 nodes, degree; int code; } bad[] = {
    { 1, 1, HD_ERROR_RANGE }, { 4, 4, HD_ERROR_RANGE }, { 4, 0, HD_ERROR_RANGE }, { 4, 1, HD_ERROR_RANGE }, { 5, 3, HD_ERROR_RANGE },
    { -4, 2, HD_ERROR_RANGE }, { G_MAXINT64, 2, HD_ERROR_LIMIT }, { 1000000, 6, HD_ERROR_LIMIT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (hd_random_graph_new (bad[i].nodes, bad[i].degree, 1, &error));
      g_assert_error (error, HD_ERROR, bad[i].code);
    }
}

static void
test_range (void)
{
  static const char *const wrong[] = {
    "", "0..3", "neighbours", "neighbours (1, 2, 3)", "neighbours (1, 2, 3, 4, 5)", "neighbours (1, 2, 3, 4) + 1", "neighbours (1, 2, (3, 4)",
    "neighbours (1, 2, 3), 4)", "neighboursx (1, 2, 3, 4)",
  };
  g_auto (GStrv) parts = hd_random_graph_split_range (" neighbours ($n, max (1, 2) , 3,a+1 ) ");

  g_assert_nonnull (parts);
  g_assert_cmpstr (parts[0], ==, "$n");
  g_assert_cmpstr (parts[1], ==, "max (1, 2)");
  g_assert_cmpstr (parts[2], ==, "3");
  g_assert_cmpstr (parts[3], ==, "a+1");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_null (hd_random_graph_split_range (wrong[i]));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/random-graph/regular", test_regular);
  g_test_add_func ("/engine/base/random-graph/same", test_same);
  g_test_add_func ("/engine/base/random-graph/triangles", test_triangles);
  g_test_add_func ("/engine/base/random-graph/refused", test_refused);
  g_test_add_func ("/engine/base/random-graph/range", test_range);
  return g_test_run ();
}
