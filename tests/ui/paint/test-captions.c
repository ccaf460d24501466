/* test-captions.c: what is said of nodes stands beside them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: of two captions that would run into each other the second stands beside the first, on the side of its own node, and clear of the line that leaves that upwards; where the view has no
 * room for it there, farther up. Worked by hand from the lines of a caption, 16 px each, and 6 px around.
 */
#include "paint-fixture.h"

#define FIRST "1: first, of some width\nsecond line\nthird line"

/* Bounds of what the second caption has changed. */
static void
find_second (PaintFixture *f,
             double first_x,
             double second_x,
             const char *text,
             int *out_left,
             int *out_top,
             int *out_right)
{
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleScene *scene = heddle_scene_new ();
  HeddleSceneCaption captions[] = { { .node = 0, .is_first = TRUE, .above = TRUE, .text = FIRST }, { .node = 1, .above = TRUE } };
  g_autofree guint *before = g_new (guint, PAINT_FIXTURE_SIZE * PAINT_FIXTURE_SIZE);

  options.grid = FALSE;
  g_strlcpy (captions[1].text, text, sizeof captions[1].text);
  paint_fixture_add_node (scene, first_x, 300, 0);
  paint_fixture_add_node (scene, second_x, 300, 0);
  heddle_scene_set_captions (scene, captions, 1);
  paint_fixture_paint (f, scene, 1, &options);
  for (int i = 0; i < PAINT_FIXTURE_SIZE * PAINT_FIXTURE_SIZE; i++)
    before[i] = paint_fixture_pixel (f, i % PAINT_FIXTURE_SIZE, i / PAINT_FIXTURE_SIZE);
  heddle_scene_set_captions (scene, captions, 2);
  paint_fixture_paint (f, scene, 1, &options);
  *out_left = *out_top = PAINT_FIXTURE_SIZE;
  *out_right = -1;
  for (int i = 0; i < PAINT_FIXTURE_SIZE * PAINT_FIXTURE_SIZE; i++)
    if (paint_fixture_pixel (f, i % PAINT_FIXTURE_SIZE, i / PAINT_FIXTURE_SIZE) != before[i])
      {
        *out_left = MIN (*out_left, i % PAINT_FIXTURE_SIZE);
        *out_right = MAX (*out_right, i % PAINT_FIXTURE_SIZE);
        *out_top = MIN (*out_top, i / PAINT_FIXTURE_SIZE);
      }
  heddle_scene_unref (scene);
}

static void
test_beside (PaintFixture *f,
             gconstpointer data)
{
  int left, top, right;
  double node_top = 300 - 25;

  find_second (f, 60, 130, "at right", &left, &top, &right);
  g_assert_cmpint (left, >, 130);
  g_assert_cmpint (top, >=, (int) (node_top - 6 - 28 - 1));
  find_second (f, 200, 130, "at the left side", &left, &top, &right);
  g_assert_cmpint (right, <, 130);
  g_assert_cmpint (top, >=, (int) (node_top - 6 - 28 - 1));
  /* No room at the right edge, nor at the left one: above the first, whose three lines take 60 px. */
  find_second (f, 220, 290, "of which the words are far too many for what is left", &left, &top, &right);
  g_assert_cmpint (top, <, (int) (node_top - 6 - 60));
  find_second (f, 100, 30, "of many words", &left, &top, &right);
  g_assert_cmpint (top, <, (int) (node_top - 6 - 60));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/captions/beside", PaintFixture, NULL, paint_fixture_set_up, test_beside, paint_fixture_tear_down);
  return g_test_run ();
}
