/* test-moments.c: transfers from and to memories, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what was written and then read is one row of both, in which what lies between is cut out, and no part is before the one to its left; each part is as wide as its share of the axis, in the row and at the place where the pointer finds it; rows above and below what is seen are not
 * painted, and a million of them take no more time than a thousand; the moment that is looked at is marked in those rows alone that are under way then; rows stand in the order that is given. Open: looks, which are compared by eye.
 */
#include "heddle-moments-painter.h"

#include <math.h>
#include <time.h>

#define WIDTH 800
#define HEIGHT 200

static const char *const names[] = { "chip", "memory" };

static HdMoments
make (HdTime asked,
      const HdTime parts[HD_N_MOMENTS - 1])
{
  HdMoments moments = { .bytes = 128, .component = 0, .memory = 1, .writer = HD_NO_ID, .source = HD_NO_ID, .n_moments = HD_N_MOMENTS, .times = { asked } };

  for (guint i = 0; i + 1 < HD_N_MOMENTS; i++)
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
  static const HdTime fast[] = { 0, 0, 0, 100, 0, 0, 100, 0 }, slow[] = { 0, 0, 0, 400, 100, 0, 500, 0 };
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

/* At @time of the axis; HEDDLE_N_MOMENTS_PARTS before and after it all. */
static HeddleMomentsPart
find_part (const HdMoments *source,
           const HdMoments *moments,
           double time)
{
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  const HeddleMomentsBar *bar = heddle_moments_find_bar (bars, heddle_moments_lay_out (source, moments, bars), time);

  return bar != NULL ? bar->part : HEDDLE_N_MOMENTS_PARTS;
}

static HeddleMomentsPart
find_longest (const HdMoments *source,
              const HdMoments *moments)
{
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];

  return heddle_moments_find_longest (bars, heddle_moments_lay_out (source, moments, bars))->part;
}

/* The eight steps of a transfer. */
static void
test_linked (void)
{
  static const HdTime write[] = { 100, 10, 20, 30, 40, 5, 15, 0 }, read[] = { 0, 11, 21, 31, 41, 6, 16, 101 };
  HdMoments all[] = { make (1000, write), make (1000000, read), make (1150, read) };
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  static const guint32 order[] = { 1 };
  HeddleMomentsPicture picture = { .moments = all, .order = order, .n_rows = 1, .is_linked = TRUE, .names = names, .to = 427, .selected = -1, .moment = 1000, .asked = "a", .total = "t" };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  guint32 mark = (guint32) lround (theme->playhead.red * 255) << 16 | (guint32) lround (theme->playhead.green * 255) << 8 | (guint32) lround (theme->playhead.blue * 255);
  cairo_surface_t *surface;
  guint n;

  all[1].source = all[2].source = 0;
  g_assert_true (heddle_moments_get_source (&picture, 0) == &all[0]);
  n = heddle_moments_lay_out (&all[0], &all[1], bars);
  g_assert_cmpint (bars[0].begin, ==, 1000);
  g_assert_cmpint (bars[n - 1].end, ==, 1000227);
  for (guint i = 1; i < n; i++)
    {
      g_assert_cmpint (bars[i].begin, ==, bars[i - 1].end);
      g_assert_cmpint (bars[i].at, ==, heddle_moments_get_length (bars, i));
    }
  g_assert_cmpint (heddle_moments_get_length (bars, n), ==, 200 + 227); /* until it is in the memory, and all of the read */
  g_assert_cmpint (find_part (&all[0], &all[1], 99), ==, HEDDLE_MOMENTS_TAKE);
  g_assert_cmpint (find_part (&all[0], &all[1], 199), ==, HEDDLE_MOMENTS_MEMORY);
  g_assert_cmpint (find_part (&all[0], &all[1], 200), ==, HEDDLE_MOMENTS_QUEUE);
  g_assert_cmpint (find_part (&all[0], &all[1], 426), ==, HEDDLE_MOMENTS_STORE);
  g_assert_cmpint (find_longest (&all[0], &all[1]), ==, HEDDLE_MOMENTS_STORE);
  /* A read that was asked for before the data were there is shown from then on: at 1200 it is on its way there. */
  n = heddle_moments_lay_out (&all[0], &all[2], bars);
  g_assert_cmpint (heddle_moments_get_length (bars, n), ==, 1150 + 227 - 1000);
  g_assert_cmpint (find_part (&all[0], &all[2], 200), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (bars[n - 1].end - bars[0].begin, ==, heddle_moments_get_length (bars, n));
  /* Where the moment is: in the first half, in the second, and at the cut while it lies in the memory. */
  for (guint i = 0; i < 3; i++)
    {
      static const struct { HdTime moment; double at; } moments[] = { { 1050, 50 }, { 1000100, 300 }, { 500000, 200 } };

      picture.moment = moments[i].moment;
      surface = paint (&picture);
      g_assert_cmpuint (get_pixel (surface, round (find_x (&picture, moments[i].at)), find_y (text, &picture, 0)), ==, mark);
      cairo_surface_destroy (surface);
    }
}

static void
test_moment (void)
{
  static const HdTime fast[] = { 0, 0, 0, 100, 0, 0, 100, 0 }, slow[] = { 0, 0, 0, 400, 100, 0, 500, 0 };
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
  g_assert_cmpint (find_part (NULL, &all[1], -1), ==, HEDDLE_N_MOMENTS_PARTS);
  g_assert_cmpint (find_part (NULL, &all[1], 0), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (find_part (NULL, &all[1], 399), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (find_part (NULL, &all[1], 400), ==, HEDDLE_MOMENTS_MEMORY);
  g_assert_cmpint (find_part (NULL, &all[1], 500), ==, HEDDLE_MOMENTS_BACK);
  g_assert_cmpint (find_part (NULL, &all[1], 1000), ==, HEDDLE_N_MOMENTS_PARTS);
  g_assert_cmpint (find_longest (NULL, &all[0]), ==, HEDDLE_MOMENTS_OUT);
  g_assert_cmpint (find_longest (NULL, &all[1]), ==, HEDDLE_MOMENTS_BACK);
}

/* Of what was not done when the run ended, at 700: where it is nobody knows while it is on its way; what it is at in private memory is known. */
static void
test_open (void)
{
  static const HdTime taking[HD_N_MOMENTS - 1] = { 700 }, sent[HD_N_MOMENTS - 1] = { 100, 0, 600 }, storing[] = { 100, 0, 20, 200, 80, 0, 100, 200 };
  HdMoments all[] = { make (0, taking), make (0, sent), make (0, storing) };
  static const guint n_moments[] = { HD_MOMENT_ASKED + 1, HD_MOMENT_SENT + 1, HD_MOMENT_ANSWERED + 1 };
  static const HeddleMomentsPart parts[] = { HEDDLE_MOMENTS_TAKE, HEDDLE_MOMENTS_OPEN, HEDDLE_MOMENTS_STORE };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];

      all[i].n_moments = n_moments[i];
      g_assert_cmpint (find_part (NULL, &all[i], 699), ==, parts[i]);
      g_assert_cmpint (find_part (NULL, &all[i], 700), ==, HEDDLE_N_MOMENTS_PARTS);
      g_assert_cmpint (heddle_moments_get_length (bars, heddle_moments_lay_out (NULL, &all[i], bars)), ==, 700);
    }
  g_assert_cmpint (find_part (NULL, &all[1], 50), ==, HEDDLE_MOMENTS_TAKE);
}

/* Seconds of processor time, of the best of five. */
static double
measure (const HdMoments *all,
         guint n,
         double first)
{
  HeddleMomentsPicture picture = { .moments = all, .n_rows = n, .names = names, .to = 1000, .first = first, .selected = -1, .moment = -1, .asked = "a", .total = "t" };
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < 5; i++)
    {
      clock_t start = clock ();

      cairo_surface_destroy (paint (&picture));
      best = MIN (best, (double) (clock () - start) / CLOCKS_PER_SEC);
    }
  return best;
}

static void
test_many (void)
{
  static const HdTime parts[] = { 0, 100, 200, 300, 100, 100, 200, 0 };
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
  g_test_add_func ("/ui/paint/moments/linked", test_linked);
  g_test_add_func ("/ui/paint/moments/moment", test_moment);
  g_test_add_func ("/ui/paint/moments/open", test_open);
  g_test_add_func ("/ui/paint/moments/parts", test_parts);
  g_test_add_func ("/ui/paint/moments/many", test_many);
  return g_test_run ();
}
