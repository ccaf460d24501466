/* test-detours.c: links go round what they do not join
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "heddle-scene.h"

#define N_SCENES 300
#define PITCH 130

static guint32
add_node (HeddleScene *scene,
          double       x,
          double       y,
          double       width,
          double       height)
{
  return heddle_scene_add_node (scene, &(HeddleSceneNode) { .x = x, .y = y, .width = width, .height = height, .category = -1, .busy = -1 });
}

static guint32
add_link (HeddleScene    *scene,
          guint32         from,
          guint32         to,
          HeddleLinkStyle style)
{
  return heddle_scene_add_link (scene, &(HeddleSceneLink) { .id = heddle_scene_n_links (scene) + 1, .from = { HEDDLE_NO_INDEX, from },
                                                            .to = { HEDDLE_NO_INDEX, to }, .style = style, .heat = HEDDLE_HEAT_NO_RUN });
}

static gboolean
is_hidden (HeddleScene *scene,
           guint32      link)
{
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));

  return heddle_scene_link_is_hidden (scene, link, scratch);
}

static void
assert_on_edge (const HeddleSceneNode *node,
                HeddlePoint            p)
{
  HeddleRect r = heddle_scene_node_rect (node);
  double dx = MIN (fabs (p.x - r.x), fabs (p.x - r.x - r.width)), dy = MIN (fabs (p.y - r.y), fabs (p.y - r.y - r.height));

  g_assert_cmpfloat (p.x, >=, r.x - 0.5);
  g_assert_cmpfloat (p.x, <=, r.x + r.width + 0.5);
  g_assert_cmpfloat (p.y, >=, r.y - 0.5);
  g_assert_cmpfloat (p.y, <=, r.y + r.height + 0.5);
  g_assert_cmpfloat (MIN (dx, dy), <, 0.5);
}

/* Three in a row: what joins the outer ones does not seem to end at the middle one. */
static void
test_row (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 a = add_node (scene, 0, 0, 72, 78), b = add_node (scene, 200, 0, 72, 78), c = add_node (scene, 400, 0, 72, 78);
  guint32 near = add_link (scene, a, b, HEDDLE_LINK_STRAIGHT), far = add_link (scene, a, c, HEDDLE_LINK_STRAIGHT);
  const HeddlePoint *points;
  gboolean cubic;
  guint n;

  g_assert_true (is_hidden (scene, far));
  heddle_scene_find_detours (scene);
  g_assert_false (is_hidden (scene, far));
  g_assert_false (is_hidden (scene, near));

  points = heddle_scene_link_points (scene, near, &n, &cubic);
  g_assert_cmpuint (n, ==, 2); /* as it was */
  points = heddle_scene_link_points (scene, far, &n, &cubic);
  g_assert_false (cubic);
  g_assert_cmpuint (n, ==, 4); /* out, along, in */
  for (guint i = 1; i < n; i++)
    g_assert_true (points[i].x == points[i - 1].x || points[i].y == points[i - 1].y);
  assert_on_edge (heddle_scene_node (scene, a), points[0]);
  assert_on_edge (heddle_scene_node (scene, c), points[n - 1]);

  /* While an end is dragged the link follows it, and is back where the end is back. */
  heddle_scene_move_node (scene, c, 400, 300);
  heddle_scene_link_points (scene, far, &n, &cubic);
  g_assert_cmpuint (n, ==, 2);
  heddle_scene_move_node (scene, c, 400, 0);
  heddle_scene_link_points (scene, far, &n, &cubic);
  g_assert_cmpuint (n, ==, 4);
}

/* A bar over columns of four: links go down between columns, each in a lane of its own. */
static void
test_columns (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 bar = add_node (scene, 0, 0, 480, 40);

  for (int i = 0; i < 16; i++)
    add_link (scene, bar, add_node (scene, (i / 4 - 1.5) * 110, 100 + i % 4 * 90, 72, 56), HEDDLE_LINK_STRAIGHT);
  heddle_scene_find_detours (scene);
  for (guint32 i = 0; i < 16; i++)
    {
      gboolean cubic;
      guint n;
      const HeddlePoint *p = heddle_scene_link_points (scene, i, &n, &cubic);

      g_assert_false (is_hidden (scene, i));
      assert_on_edge (heddle_scene_node (scene, bar), p[0]);
      assert_on_edge (heddle_scene_node (scene, i + 1), p[n - 1]);
      g_assert_cmpuint (n, <=, 3); /* down, and to the side at most */
      for (guint32 k = 0; k < i; k++)
        {
          const HeddlePoint *q = heddle_scene_link_points (scene, k, &n, &cubic);

          g_assert_cmpfloat (fabs (p[0].x - q[0].x), >=, 3);
        }
    }
}

/* Wherever components stand on free ground, whatever joins them in whatever style. */
static void
test_random (void)
{
  guint n_detours = 0;

  for (guint s = 0; s < N_SCENES; s++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      guint side = g_test_rand_int_range (2, 7), n = side * side, n_hidden = 0;

      for (guint i = 0; i < n; i++)
        {
          gboolean wide = g_test_rand_int_range (0, 6) == 0;
          double width = wide ? 110 : g_test_rand_double_range (30, 100), height = g_test_rand_double_range (30, 100);

          add_node (scene, i % side * PITCH + g_test_rand_double_range (-5, 5), i / side * PITCH + g_test_rand_double_range (-9, 9), width, height);
        }
      for (guint i = 0; i < 2 * n; i++)
        {
          guint32 a = g_test_rand_int_range (0, n), b = g_test_rand_int_range (0, n);

          if (a != b)
            n_hidden += is_hidden (scene, add_link (scene, a, b, (HeddleLinkStyle) g_test_rand_int_range (0, 3)));
        }
      heddle_scene_find_detours (scene);
      for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
        {
          const HeddleSceneLink *link = heddle_scene_link (scene, i);
          gboolean cubic;
          guint n_points;
          const HeddlePoint *points = heddle_scene_link_points (scene, i, &n_points, &cubic);

          g_assert_false (is_hidden (scene, i));
          assert_on_edge (heddle_scene_node (scene, link->from.node), points[0]);
          assert_on_edge (heddle_scene_node (scene, link->to.node), points[n_points - 1]);
        }
      n_detours += n_hidden;
    }
  g_assert_cmpuint (n_detours, >, 1000); /* else nothing was tried */
}

/* What is in the way may be so large that there is nothing near by but itself. */
static void
test_wide (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 bar = add_node (scene, 84, 25, 224, 40), card, link;

  add_node (scene, 84, 135, 168, 50);
  card = add_node (scene, 84, 245, 168, 50);
  link = add_link (scene, card, bar, HEDDLE_LINK_STRAIGHT);
  g_assert_true (is_hidden (scene, link));
  heddle_scene_find_detours (scene);
  g_assert_false (is_hidden (scene, link));
}

/* Where there is no way, as between components that touch, the link is what it was. */
static void
test_walled_in (void)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 middle = add_node (scene, 0, 0, 50, 50), outer = add_node (scene, 400, 0, 50, 50), link;

  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      if (x != 0 || y != 0)
        add_node (scene, x * 50, y * 50, 50, 50);
  link = add_link (scene, middle, outer, HEDDLE_LINK_STRAIGHT);
  heddle_scene_find_detours (scene);
  g_assert_true (is_hidden (scene, link));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui-paint/detours/row", test_row);
  g_test_add_func ("/ui-paint/detours/columns", test_columns);
  g_test_add_func ("/ui-paint/detours/random", test_random);
  g_test_add_func ("/ui-paint/detours/wide", test_wide);
  g_test_add_func ("/ui-paint/detours/walled-in", test_walled_in);
  return g_test_run ();
}
