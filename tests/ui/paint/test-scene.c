/* test-scene.c: finding things in a scene agrees with looking at each of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: queries and hit tests through the R-tree give what a plain loop over all elements gives, before and after
 * nodes moved. Open: how fast they are (bench-paint).
 */
#include "heddle-scene.h"

#include <string.h>

#include "heddle-colour-map.h"

#define SIDE 1000.0

static int
compare_indexes (gconstpointer a,
                 gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

static HeddleSceneEnd
at_node (guint32 node)
{
  return (HeddleSceneEnd) { HEDDLE_NO_INDEX, node };
}

static HeddleScene *
random_scene (guint n_nodes,
              guint n_links)
{
  HeddleScene *scene = heddle_scene_new ();

  for (guint i = 0; i < n_nodes; i++)
    {
      HeddleSceneNode node = {
        .id = i + 1,
        .x = g_test_rand_double_range (0, SIDE),
        .y = g_test_rand_double_range (0, SIDE),
        .width = g_test_rand_double_range (4, 60),
        .height = g_test_rand_double_range (4, 60),
        .symbol = -1,
        .category = -1,
        .name = "n",
        .busy = -1,
      };

      heddle_scene_add_node (scene, &node);
    }
  for (guint i = 0; i < n_links; i++)
    {
      HeddleSceneLink link = {
        .from = at_node (g_test_rand_int_range (0, n_nodes)),
        .to = at_node (g_test_rand_int_range (0, n_nodes)),
        .style = g_test_rand_int_range (HEDDLE_LINK_STRAIGHT, HEDDLE_LINK_CURVED + 1),
        .heat = g_test_rand_bit () ? HEDDLE_HEAT_UNUSED : 0.5f,
        .bytes = g_test_rand_double_range (1e9, 1e12),
      };

      heddle_scene_add_link (scene, &link);
    }

  return scene;
}

static gboolean
meets (HeddleRect a,
       HeddleRect b)
{
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

static HeddleRect
box_of_link (HeddleScene *scene,
             guint32      link)
{
  gboolean cubic;
  guint n;
  const HeddlePoint *p = heddle_scene_link_points (scene, link, &n, &cubic);
  double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

  for (guint i = 0; i < n; i++)
    {
      x0 = MIN (x0, p[i].x);
      y0 = MIN (y0, p[i].y);
      x1 = MAX (x1, p[i].x);
      y1 = MAX (y1, p[i].y);
    }

  return (HeddleRect) { x0, y0, x1 - x0, y1 - y0 };
}

static void
check_queries (HeddleScene *scene)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint round = 0; round < 50; round++)
    {
      HeddleRect rect = { g_test_rand_double_range (-50, SIDE), g_test_rand_double_range (-50, SIDE),
                          g_test_rand_double_range (0, 300), g_test_rand_double_range (0, 300) };
      guint k = 0;

      heddle_scene_nodes_in (scene, &rect, found);
      g_assert_cmpint (heddle_scene_has_node_in (scene, &rect), ==, found->len > 0);
      for (guint i = 0; i < heddle_scene_n_nodes (scene); i++)
        if (meets (rect, heddle_scene_node_rect (heddle_scene_node (scene, i))))
          {
            g_assert_cmpuint (k, <, found->len);
            g_assert_cmpuint (g_array_index (found, guint32, k++), ==, i);
          }
      g_assert_cmpuint (k, ==, found->len);

      k = 0;
      heddle_scene_links_in (scene, &rect, found);
      for (guint i = 0; i < heddle_scene_n_links (scene); i++)
        if (meets (rect, box_of_link (scene, i)))
          {
            g_assert_cmpuint (k, <, found->len);
            g_assert_cmpuint (g_array_index (found, guint32, k++), ==, i);
          }
      g_assert_cmpuint (k, ==, found->len);
    }
}

static void
test_queries (void)
{
  guint sizes[] = { 0, 1, 15, 16, 17, 256, 257, 2000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (HeddleScene) scene = random_scene (sizes[s], sizes[s] > 0 ? sizes[s] * 2 : 0);

      check_queries (scene);
      for (guint i = 0; i < sizes[s] / 2; i++)
        heddle_scene_move_node (scene, i, g_test_rand_double_range (0, SIDE), g_test_rand_double_range (0, SIDE));
      check_queries (scene);
    }
}

/* Brute force: distance to a link is the least over 201 points on it; the last node that holds the point wins. */
static void
test_hits (void)
{
  g_autoptr (HeddleScene) scene = random_scene (100, 100);
  const double tolerance = 3.0;
  guint n_links_hit = 0;

  for (guint round = 0; round < 300; round++)
    {
      double x = g_test_rand_double_range (0, SIDE);
      double y = g_test_rand_double_range (0, SIDE);
      HeddleHit hit = heddle_scene_hit (scene, x, y, tolerance);
      guint32 node = HEDDLE_NO_INDEX;
      double best = INFINITY;
      double slack = INFINITY;

      for (guint i = 0; i < heddle_scene_n_nodes (scene); i++)
        if (meets ((HeddleRect) { x, y, 0, 0 }, heddle_scene_node_rect (heddle_scene_node (scene, i))))
          node = i;
      if (node != HEDDLE_NO_INDEX)
        {
          g_assert_cmpint (hit.kind, ==, HEDDLE_HIT_NODE);
          g_assert_cmpuint (hit.index, ==, node);
          continue;
        }

      for (guint i = 0; i < heddle_scene_n_links (scene); i++)
        {
          double distance = INFINITY;

          for (guint k = 0; k <= 200; k++)
            {
              HeddlePoint p = heddle_scene_link_at (scene, i, k / 200.0, NULL);

              distance = MIN (distance, hypot (p.x - x, p.y - y));
            }
          slack = MIN (slack, distance - tolerance - heddle_scene_link_width (scene, i) / 2);
          if (distance <= tolerance + heddle_scene_link_width (scene, i) / 2)
            best = MIN (best, distance);
        }
      /* Sampling finds distances up to half a sample spacing too large. */
      if (best < INFINITY)
        {
          g_assert_cmpint (hit.kind, ==, HEDDLE_HIT_LINK);
          n_links_hit++;
        }
      else if (slack > 5.0)
        g_assert_cmpint (hit.kind, ==, HEDDLE_HIT_NOTHING);
    }
  g_assert_cmpuint (n_links_hit, >, 5);
}

static void
test_ports (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  HeddleSceneNode node = { .x = 100, .y = 50, .width = 80, .height = 40, .symbol = -1, .category = -1, .name = "a", .busy = -1 };
  HeddleScenePort port = { .id = 7, .side = HEDDLE_SIDE_BOTTOM, .position = 0.25, .label = "out" };
  HeddleRect frame = { 0, 0, 300, 200 };
  HeddlePoint p, direction;
  guint32 on_frame, on_node;
  HeddleSceneLink link;
  gboolean cubic;
  guint n;

  heddle_scene_set_frame (scene, &frame, "Rack");
  port.node = heddle_scene_add_node (scene, &node);
  on_node = heddle_scene_add_port (scene, &port);
  port.node = HEDDLE_NO_INDEX;
  port.position = 0.5;
  on_frame = heddle_scene_add_port (scene, &port);

  p = heddle_scene_port_point (scene, on_node);
  g_assert_cmpfloat (p.x, ==, 80);
  g_assert_cmpfloat (p.y, ==, 70);
  g_assert_cmpint (heddle_scene_hit (scene, 83, 72, 1).kind, ==, HEDDLE_HIT_PORT);
  g_assert_cmpuint (heddle_scene_hit (scene, 83, 72, 1).index, ==, on_node);
  g_assert_cmpuint (heddle_scene_hit (scene, 150, 200, 0).index, ==, on_frame);
  g_assert_cmpint (heddle_scene_hit (scene, 100, 45, 1).kind, ==, HEDDLE_HIT_NODE);

  link = (HeddleSceneLink) { .from = { on_node, HEDDLE_NO_INDEX }, .to = { on_frame, HEDDLE_NO_INDEX }, .style = HEDDLE_LINK_ORTHOGONAL,
                             .heat = HEDDLE_HEAT_NO_RUN };
  heddle_scene_add_link (scene, &link);
  g_assert_nonnull (heddle_scene_link_points (scene, 0, &n, &cubic));
  g_assert_cmpuint (n, ==, 4);
  g_assert_false (cubic);
  p = heddle_scene_link_at (scene, 0, 0.5, &direction);
  g_assert_cmpfloat_with_epsilon (p.x, 115, 1e-9);
  g_assert_cmpfloat_with_epsilon (p.y, 135, 1e-9);
  g_assert_cmpfloat (direction.x, ==, 1);
}

static void
assert_same_links (HeddleScene *scene,
                   HeddleScene *other)
{
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    {
      gboolean cubic, other_cubic;
      guint n, other_n;
      const HeddlePoint *points = heddle_scene_link_points (scene, i, &n, &cubic), *others = heddle_scene_link_points (other, i, &other_n, &other_cubic);

      g_assert_cmpuint (n, ==, other_n);
      g_assert_cmpint (cubic, ==, other_cubic);
      g_assert_cmpmem (points, n * sizeof (HeddlePoint), others, n * sizeof (HeddlePoint));
    }
}

/* What follows nodes that move, of which some hold links by ports, is what a scene of the same places has; also where something is added between moves. */
static void
test_moves (void)
{
  g_autoptr (HeddleScene) scene = random_scene (60, 100);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32)), expected = g_array_new (FALSE, FALSE, sizeof (guint32));
  HeddleRect frame = { -50, -50, SIDE + 100, SIDE + 100 };

  heddle_scene_set_frame (scene, &frame, "Rack");
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (HeddleScene) same = NULL;
      HeddleRect area = { g_test_rand_double_range (0, SIDE), g_test_rand_double_range (0, SIDE), 200, 200 };

      for (int i = g_test_rand_int_range (0, 12); i > 0; i--)
        heddle_scene_move_node (scene, g_test_rand_int_range (0, heddle_scene_n_nodes (scene)), g_test_rand_double_range (0, SIDE), g_test_rand_double_range (0, SIDE));
      if (round % 20 == 7)
        {
          HeddleScenePort port = { .id = round, .node = round % 3 == 0 ? HEDDLE_NO_INDEX : (guint32) g_test_rand_int_range (0, heddle_scene_n_nodes (scene)),
                                   .side = g_test_rand_int_range (HEDDLE_SIDE_TOP, HEDDLE_SIDE_LEFT + 1), .position = 0.5, .label = "p" };
          HeddleSceneLink link = { .from = { heddle_scene_add_port (scene, &port), HEDDLE_NO_INDEX }, .to = at_node (g_test_rand_int_range (0, heddle_scene_n_nodes (scene))),
                                   .style = HEDDLE_LINK_ORTHOGONAL, .heat = HEDDLE_HEAT_NO_RUN };

          heddle_scene_add_link (scene, &link);
        }
      same = heddle_scene_copy (scene);
      assert_same_links (scene, same);
      heddle_scene_nodes_in (scene, &area, found);
      heddle_scene_nodes_in (same, &area, expected);
      g_array_sort (found, compare_indexes);
      g_array_sort (expected, compare_indexes);
      g_assert_cmpmem (found->data, found->len * sizeof (guint32), expected->data, expected->len * sizeof (guint32));
      heddle_scene_links_in (scene, &area, found);
      heddle_scene_links_in (same, &area, expected);
      g_array_sort (found, compare_indexes);
      g_array_sort (expected, compare_indexes);
      g_assert_cmpmem (found->data, found->len * sizeof (guint32), expected->data, expected->len * sizeof (guint32));
    }
}

/* Links between a narrow card and a wide bar are straight up and down at the middle of the card. */
static void
test_facing (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  HeddleSceneNode bar = { .x = 300, .y = 20, .width = 600, .height = 40, .symbol = -1, .category = -1, .name = "bar", .busy = -1 };
  HeddleSceneNode card = { .x = 500, .y = 150, .width = 70, .height = 50, .symbol = -1, .category = -1, .name = "card", .busy = -1 };
  HeddleSceneLink link = { .heat = HEDDLE_HEAT_NO_RUN };
  const HeddlePoint *p;
  gboolean cubic;
  guint n;

  link.from = at_node (heddle_scene_add_node (scene, &card));
  link.to = at_node (heddle_scene_add_node (scene, &bar));
  heddle_scene_add_link (scene, &link);
  p = heddle_scene_link_points (scene, 0, &n, &cubic);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (p[0].x, ==, 500);
  g_assert_cmpfloat (p[0].y, ==, 125);
  g_assert_cmpfloat (p[1].x, ==, 500);
  g_assert_cmpfloat (p[1].y, ==, 40);

  heddle_scene_move_node (scene, 0, 900, 150);
  p = heddle_scene_link_points (scene, 0, &n, &cubic);
  g_assert_cmpfloat (p[1].x, >, 570);
  g_assert_cmpfloat (p[1].x, <=, 600);
}

static void
test_bounds_and_strings (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  char name[] = "first";
  float strip[] = { 0.5f, 1.0f };
  HeddleSceneNode node = { .x = 10, .y = 10, .width = 20, .height = 20, .symbol = -1, .category = -1, .name = name, .busy = -1,
                           .strip = strip, .n_strip = 2 };
  HeddleRect bounds = heddle_scene_bounds (scene);

  g_assert_cmpfloat (bounds.width, ==, 0);
  heddle_scene_add_node (scene, &node);
  memset (name, 'x', 5);
  strip[0] = 9;
  g_assert_cmpstr (heddle_scene_node (scene, 0)->name, ==, "first");
  g_assert_cmpfloat (heddle_scene_node (scene, 0)->strip[0], ==, 0.5f);
  heddle_scene_set_node_text (scene, 0, "sub", NULL);
  g_assert_cmpstr (heddle_scene_node (scene, 0)->subtitle, ==, "sub");
  heddle_scene_set_strip (scene, 0, strip, 1);
  g_assert_cmpuint (heddle_scene_node (scene, 0)->n_strip, ==, 1);
  bounds = heddle_scene_bounds (scene);
  g_assert_cmpfloat (bounds.width, ==, 20);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/scene/queries", test_queries);
  g_test_add_func ("/ui/paint/scene/hits", test_hits);
  g_test_add_func ("/ui/paint/scene/ports", test_ports);
  g_test_add_func ("/ui/paint/scene/moves", test_moves);
  g_test_add_func ("/ui/paint/scene/facing", test_facing);
  g_test_add_func ("/ui/paint/scene/bounds-and-strings", test_bounds_and_strings);

  return g_test_run ();
}
