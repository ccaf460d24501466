/* test-moments.c: transfers from and to memories, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each part is as wide as its share of the axis, in the row and at the place where the pointer finds it; rows above and below what is seen are not
 * painted, and a million of them take no more time than a thousand; the moment that is looked at is marked in those rows alone that are under way then; rows stand in the order that is given. Open: looks, which are compared by eye.
 */
#include "heddle-moments-painter.h"

#include <math.h>

#define WIDTH 800
#define HEIGHT 200

static const char *const names[] = { "chip", "memory" };

static HdMoments
make (HdTime asked,
      const HdTime parts[HEDDLE_N_MOMENTS_PARTS])
{
  HdMoments moments = { .bytes = 128, .component = 0, .memory = 1, .times = { asked } };

  for (guint i = 0; i < HEDDLE_N_MOMENTS_PARTS; i++)
    moments.times[i + 1] = moments.times[i] + parts[i];
  return moments;
}

static cairo_surface_t *
paint (const HeddleMomentsPicture *picture)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  heddle_moments_paint (text, cr, picture, heddle_theme_get (HEDDLE_STYLE_LIGHT), WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface,
           double x,
           double y)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);

  return pixels[(int) y * (cairo_image_surface_get_stride (surface) / 4) + (int) x] & 0xffffff;
}

/* Of a colour, not of a shade of grey. */
static gboolean
is_coloured (guint32 pixel)
{
  int red = pixel >> 16 & 0xff, green = pixel >> 8 & 0xff, blue = pixel & 0xff;

  return MAX (MAX (red, green), blue) - MIN (MIN (red, green), blue) > 40;
}

/* The x at which @time stands. */
static double
find_x (const HeddleMomentsPicture *picture,
        double time)
{
  double at_0 = heddle_moments_find_time (picture, WIDTH, 0), at_1 = heddle_moments_find_time (picture, WIDTH, 1);

  return (time - at_0) / (at_1 - at_0);
}

/* The middle of a row. */
static double
find_y (HeddleText *text,
        const HeddleMomentsPicture *picture,
        gint64 row)
{
  double y = 0;

  while (heddle_moments_find_row (text, picture, WIDTH, HEIGHT, y) != row && y < HEIGHT)
    y++;
  return y + 10;
}

static void
test_parts (void)
{
  static const HdTime fast[] = { 0, 0, 100, 0, 0, 100 }, slow[] = { 0, 0, 400, 100, 0, 500 };
  static const guint32 order[] = { 1, 0 };
  const HdMoments all[] = { make (0, fast), make (50, slow) };
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  HeddleMomentsPicture picture = { .moments = all, .n_rows = 2, .names = names, .to = 1000, .selected = -1, .moment = -1, .asked = "a", .total = "t" };
  cairo_surface_t *surface = paint (&picture);
  double first = find_y (text, &picture, 0), second = find_y (text, &picture, 1);
  guint32 out, memory, back;

  g_assert_cmpfloat_with_epsilon (heddle_moments_find_time (&picture, WIDTH, find_x (&picture, 700)), 700, 1e-6);
  g_assert_true (is_coloured (get_pixel (surface, find_x (&picture, 190), first)));
  g_assert_false (is_coloured (get_pixel (surface, find_x (&picture, 210), first)));
  out = get_pixel (surface, find_x (&picture, 390), second);
  memory = get_pixel (surface, find_x (&picture, 450), second);
  back = get_pixel (surface, find_x (&picture, 510), second);
  g_assert_true (is_coloured (out) && is_coloured (back));
  g_assert_cmpuint (out, !=, memory);
  g_assert_cmpuint (memory, !=, back);
  g_assert_cmpuint (back, ==, get_pixel (surface, find_x (&picture, 990), second));
  g_assert_cmpuint (out, ==, get_pixel (surface, find_x (&picture, 10), second));
  cairo_surface_destroy (surface);
  /* The other way round, and the second half of the axis alone. */
  picture.order = order;
  picture.from = 500;
  surface = paint (&picture);
  g_assert_true (heddle_moments_get (&picture, 0) == &all[1]);
  g_assert_cmpuint (back, ==, get_pixel (surface, find_x (&picture, 510), first));
  g_assert_false (is_coloured (get_pixel (surface, find_x (&picture, 700), second)));
  cairo_surface_destroy (surface);
}

static void
test_moment (void)
{
  static const HdTime fast[] = { 0, 0, 100, 0, 0, 100 }, slow[] = { 0, 0, 400, 100, 0, 500 };
  const HdMoments all[] = { make (0, fast), make (50, slow) };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  guint32 mark = (guint32) lround (theme->playhead.red * 255) << 16 | (guint32) lround (theme->playhead.green * 255) << 8 | (guint32) lround (theme->playhead.blue * 255);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  HeddleMomentsPicture picture = { .moments = all, .n_rows = 2, .names = names, .to = 1000, .selected = -1, .moment = 650, .asked = "a", .total = "t" };
  cairo_surface_t *surface = paint (&picture);
  double first = find_y (text, &picture, 0), second = find_y (text, &picture, 1);

  g_assert_cmpuint (get_pixel (surface, round (find_x (&picture, 600)), second), ==, mark);
  g_assert_cmpuint (get_pixel (surface, round (find_x (&picture, 650)), first), !=, mark);
  cairo_surface_destroy (surface);
  picture.moment = 150;
  surface = paint (&picture);
  g_assert_cmpuint (get_pixel (surface, round (find_x (&picture, 150)), first), ==, mark);
  g_assert_cmpuint (get_pixel (surface, round (find_x (&picture, 100)), second), ==, mark);
  cairo_surface_destroy (surface);
  /* What it is at: a part without length is never found. */
  g_assert_cmpint (heddle_moments_find_part (&all[1], -1), ==, HEDDLE_N_MOMENTS_PARTS);
  g_assert_cmpint (heddle_moments_find_part (&all[1], 0), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (heddle_moments_find_part (&all[1], 399), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (heddle_moments_find_part (&all[1], 400), ==, HEDDLE_MOMENTS_MEMORY);
  g_assert_cmpint (heddle_moments_find_part (&all[1], 500), ==, HEDDLE_MOMENTS_BACK);
  g_assert_cmpint (heddle_moments_find_part (&all[1], 1000), ==, HEDDLE_N_MOMENTS_PARTS);
  g_assert_cmpint (heddle_moments_find_longest (&all[0]), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (heddle_moments_find_longest (&all[1]), ==, HEDDLE_MOMENTS_BACK);
}

/* Seconds of the best of five. */
static double
measure (const HdMoments *all,
         guint n,
         double first)
{
  HeddleMomentsPicture picture = { .moments = all, .n_rows = n, .names = names, .to = 1000, .first = first, .selected = -1, .moment = -1, .asked = "a", .total = "t" };
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 5; i++)
    {
      gint64 start = g_get_monotonic_time ();

      cairo_surface_destroy (paint (&picture));
      best = MIN (best, (double) (g_get_monotonic_time () - start) / 1e6);
    }
  return best;
}

static void
test_many (void)
{
  static const HdTime parts[] = { 100, 200, 300, 100, 100, 200 };
  guint n = 1000000;
  g_autofree HdMoments *all = g_new (HdMoments, n);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  HeddleMomentsPicture picture = { .moments = all, .n_rows = n, .names = names, .to = 1000, .selected = -1, .moment = -1, .asked = "a", .total = "t" };
  double few, many;

  for (guint i = 0; i < n; i++)
    all[i] = make (i, parts);
  few = measure (all, 1000, 500);
  many = measure (all, n, 500000.5);
  g_test_message ("a frame of 1,000 rows takes %.3g ms, of 1,000,000 %.3g ms", few * 1e3, many * 1e3);
  g_assert_cmpfloat (many, <, 3 * few + 1e-3);
  picture.first = n - 3;
  g_assert_cmpint (heddle_moments_find_row (text, &picture, WIDTH, HEIGHT, find_y (text, &picture, n - 1)), ==, n - 1);
  g_assert_cmpint (heddle_moments_find_row (text, &picture, WIDTH, HEIGHT, find_y (text, &picture, n - 1) + 20), ==, -1);
  g_assert_cmpint (heddle_moments_find_row (text, &picture, WIDTH, HEIGHT, 2), ==, -1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/moments/moment", test_moment);
  g_test_add_func ("/ui/paint/moments/parts", test_parts);
  g_test_add_func ("/ui/paint/moments/many", test_many);
  return g_test_run ();
}
