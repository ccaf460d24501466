/* test-parallel.c: points as lines across parallel axes, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a line leads from its value on one axis to that on the next, in the colour of its value on the axis that is chosen; it is found along all of its way;
 * a value that is missing is a gap; what is not brushed is faint; what was drawn before looks the same when it is painted again. Open: looks, which are compared by eye.
 */
#include "heddle-parallel-painter.h"

#include <math.h>
#include <string.h>

#include "heddle-colour-map.h"

#define WIDTH 500
#define HEIGHT 240

static const HeddleParallelAxis axes[] = { { "a", 0, 10, "", NULL }, { "b", 0, 10, "", NULL }, { "c", 0, 10, "", NULL } };

static cairo_surface_t *
paint (HeddleParallel *lines,
       const HeddleParallelPicture *picture)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (surface);

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_parallel_paint (lines, text, cr, picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
has_colour (cairo_surface_t *surface,
            int x,
            int y,
            double share)
{
  HeddleColour colour = heddle_colour_map_colour (heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE), share);
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);

  for (int dy = -1; dy <= 1; dy++)
    {
      guint32 value = pixels[(y + dy) * (cairo_image_surface_get_stride (surface) / 4) + x];

      if (fabs ((value >> 16 & 0xff) / 255.0 - colour.red) + fabs ((value >> 8 & 0xff) / 255.0 - colour.green) + fabs ((value & 0xff) / 255.0 - colour.blue) < 0.6) /* its edges are smooth */
        return TRUE;
    }
  return FALSE;
}

/* The middle of where a point is found in a column; 0 if it is not. */
static int
find_y (const HeddleParallelPicture *picture,
        int x,
        guint point)
{
  int first = 0, last = 0;

  for (int y = 1; y < HEIGHT; y++)
    if (heddle_parallel_find (picture, WIDTH, HEIGHT, x, y) == point)
      {
        first = first == 0 ? y : first;
        last = y;
      }
  return (first + last) / 2;
}

/* From the top down to the bottom, level there, and up to the middle: colours are those of the last axis. */
static void
test_lines (void)
{
  const double values[] = { 10, 0, 10, 5, 5, NAN };
  HeddleParallelPicture picture = { axes, 3, values, 2, 2, HEDDLE_PARALLEL_NONE };
  g_autoptr (HeddleParallel) lines = heddle_parallel_new ();
  cairo_surface_t *surface = paint (lines, &picture);
  int quarter = find_y (&picture, 87, 0), half = find_y (&picture, 225, 0), level = find_y (&picture, 80, 1);

  g_assert_cmpint (quarter, >, 0);
  g_assert_cmpint (half, >, quarter + 50); /* it falls */
  g_assert_cmpint (find_y (&picture, 280, 0), <, half); /* and rises behind the second axis, which is at 230 */
  g_assert_cmpint (ABS (level - find_y (&picture, 200, 1)), <=, 2);
  g_assert_cmpint (find_y (&picture, 300, 1), ==, 0); /* the gap */
  g_assert_cmpint (find_y (&picture, 20, 0), ==, 0); /* beside all axes */
  g_assert_true (has_colour (surface, 87, quarter, 1));
  g_assert_false (has_colour (surface, 87, quarter, 0));
  cairo_surface_destroy (surface);
}

/* A chosen point lies over what was drawn, which is there again once it is let go. */
static void
test_chosen (void)
{
  const double values[] = { 1, 9, 1, 9, 1, 9 };
  HeddleParallelPicture picture = { axes, 3, values, 2, 0, HEDDLE_PARALLEL_NONE };
  g_autoptr (HeddleParallel) lines = heddle_parallel_new ();
  cairo_surface_t *before = paint (lines, &picture), *chosen, *after;
  gsize size = (gsize) cairo_image_surface_get_stride (before) * HEIGHT;

  picture.chosen = 1;
  chosen = paint (lines, &picture);
  picture.chosen = HEDDLE_PARALLEL_NONE;
  after = paint (lines, &picture);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (before), cairo_image_surface_get_data (chosen), size), !=, 0);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (before), cairo_image_surface_get_data (after), size), ==, 0);
  cairo_surface_destroy (before);
  cairo_surface_destroy (chosen);
  cairo_surface_destroy (after);
}

/* The lowest tenth of the first axis is brushed: of two points one is faint and not found any more, until the brush goes. */
static void
test_brush (void)
{
  HeddleParallelAxis brushed[] = { { "a", 1, 100, "", .is_logarithmic = TRUE }, { "b", 0, 10, "" } };
  const double values[] = { 1, 2, 100, 8 };
  HeddleParallelPicture picture = { brushed, 2, values, 2, 1, HEDDLE_PARALLEL_NONE };
  g_autoptr (HeddleParallel) lines = heddle_parallel_new ();
  cairo_surface_t *before = paint (lines, &picture), *after;
  int low = find_y (&picture, 200, 0), high = find_y (&picture, 200, 1);

  g_assert_cmpuint (heddle_parallel_find_axis (&picture, WIDTH, HEIGHT, 42), ==, 0);
  g_assert_cmpuint (heddle_parallel_find_axis (&picture, WIDTH, HEIGHT, 200), ==, HEDDLE_PARALLEL_NONE);
  g_assert_cmpfloat (heddle_parallel_get_value (&picture, 0, WIDTH, HEIGHT, HEIGHT), ==, 1);
  g_assert_cmpfloat_with_epsilon (heddle_parallel_get_value (&picture, 0, WIDTH, HEIGHT, 0.5 * (30 + HEIGHT - 10)), 10, 1e-9); /* between title and foot */
  brushed[0].is_brushed = TRUE;
  brushed[0].brush_low = 1;
  brushed[0].brush_high = 2;
  heddle_parallel_forget (lines);
  after = paint (lines, &picture);
  g_assert_true (heddle_parallel_passes (&picture, 0) && !heddle_parallel_passes (&picture, 1));
  g_assert_cmpint (find_y (&picture, 200, 0), >=, low - 6);
  g_assert_cmpint (find_y (&picture, 200, 1), ==, 0);
  g_assert_true (has_colour (before, 200, high, 0.8));
  g_assert_false (has_colour (after, 200, high, 0.8));
  g_assert_true (has_colour (after, 200, low, 0.2));
  cairo_surface_destroy (before);
  cairo_surface_destroy (after);
}

/* None at all, and values that are all the same, in words. */
static void
test_little (void)
{
  static const char *const words[] = { "only", NULL };
  const HeddleParallelAxis same[] = { { "a", 0, 0, "", words }, { "b", 3, 3, "s", NULL } };
  const double values[] = { 0, 3 };
  HeddleParallelPicture picture = { same, 2, values, 1, 1, 0 };
  g_autoptr (HeddleParallel) lines = heddle_parallel_new (), none = heddle_parallel_new ();

  cairo_surface_destroy (paint (lines, &picture));
  g_assert_cmpint (ABS (find_y (&picture, 200, 0) - HEIGHT / 2), <, 20);
  picture.n_axes = 1; /* nothing leads from it */
  cairo_surface_destroy (paint (none, &picture));
  g_assert_cmpuint (heddle_parallel_find (&picture, WIDTH, HEIGHT, 200, HEIGHT / 2), ==, HEDDLE_PARALLEL_NONE);
  picture.n_axes = 2;
  picture.n = 0;
  picture.chosen = HEDDLE_PARALLEL_NONE;
  cairo_surface_destroy (paint (none, &picture));
  g_assert_cmpuint (heddle_parallel_find (&picture, WIDTH, HEIGHT, 200, HEIGHT / 2), ==, HEDDLE_PARALLEL_NONE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/parallel/lines", test_lines);
  g_test_add_func ("/ui/paint/parallel/chosen", test_chosen);
  g_test_add_func ("/ui/paint/parallel/brush", test_brush);
  g_test_add_func ("/ui/paint/parallel/little", test_little);
  return g_test_run ();
}
