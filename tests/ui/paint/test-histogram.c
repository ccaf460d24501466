/* test-histogram.c: columns of a histogram, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: columns are as high as their shares, and a column with next to nothing is seen; what it is compared with stands over it, and is not taken
 * for it; a mark stands at its time; a column that is selected stands out, and is found where it is. Open: looks, which are compared by eye.
 */
#include "heddle-histogram-painter.h"

#include <math.h>
#include <string.h>

#define WIDTH 500
#define HEIGHT 260
#define N 10

static const double shares[N] = { 0, 0.5, 0.25, 0.2499, 0, 1e-4, 0, 0, 0, 0 };
static const double before[N] = { 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0, 0 };

typedef struct
{
  cairo_surface_t *surface;
  HeddleText *text;
} Fixture;

static void
set_up (Fixture *f,
        gconstpointer data)
{
  f->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  f->text = heddle_text_new (NULL, NULL);
}

static void
tear_down (Fixture *f,
           gconstpointer data)
{
  heddle_text_free (f->text);
  cairo_surface_destroy (f->surface);
}

static void
paint_selected (Fixture *f,
                const double *baseline,
                guint selected)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (f->surface);
  HeddleHistogramPicture picture = { .shares = shares, .before = baseline, .n = N, .first_ps = 0, .step_ps = 1000,
                                     .marks = { { 4200, "p50" }, { 7500, "p95" }, { 8500, "p99" } }, .selected = selected };

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_histogram_paint (f->text, cr, &picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

static void
paint (Fixture *f,
       const double *baseline)
{
  paint_selected (f, baseline, 0);
}

static HeddleColour
pixel (Fixture *f,
       int x,
       int y)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (f->surface);
  guint32 value = pixels[y * (cairo_image_surface_get_stride (f->surface) / 4) + x];

  return (HeddleColour){ (value >> 16 & 0xff) / 255.0, (value >> 8 & 0xff) / 255.0, (value & 0xff) / 255.0, 1 };
}

/* How many pixels of a column of pixels have a colour. */
static guint
count (Fixture *f,
       int x,
       HeddleColour colour)
{
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    {
      HeddleColour found = pixel (f, x, y);

      n += fabs (found.red - colour.red) + fabs (found.green - colour.green) + fabs (found.blue - colour.blue) < 0.06;
    }
  return n;
}

static HeddleColour
get_column_colour (void)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);

  return heddle_colour_over (theme->view_bg, heddle_colour_with_alpha (theme->accent, 0.7));
}

/* Where the columns are is found by their colour: a third of them each, as five in ten hold any. */
static int
find_column (Fixture *f,
             guint column)
{
  int first = 0, end = WIDTH - 16; /* the margin at the right */
  double step;

  while (count (f, first, get_column_colour ()) < 20)
    g_assert_cmpint (++first, <, WIDTH);
  /* the first that is seen is number 1 */
  step = (end - first) / (N - 1.0);
  return (int) lround (first + (column - 0.5) * step);
}

static void
test_columns (Fixture *f,
              gconstpointer data)
{
  HeddleColour colour = get_column_colour ();
  double high, half;

  paint (f, NULL);
  high = count (f, find_column (f, 1), colour);
  half = count (f, find_column (f, 2), colour);
  g_assert_cmpfloat (high, >, 150);
  g_assert_cmpfloat (fabs (half - high / 2), <=, 3);
  g_assert_cmpuint (count (f, find_column (f, 4) + 8, colour), ==, 0);
  g_assert_cmpuint (count (f, find_column (f, 5), colour), >=, 1);
  g_assert_cmpuint (count (f, find_column (f, 5), colour), <=, 2);
  g_assert_cmpuint (count (f, find_column (f, 9), colour), ==, 0);
}

static void
test_before (Fixture *f,
             gconstpointer data)
{
  HeddleColour neutral = heddle_theme_get (HEDDLE_STYLE_LIGHT)->neutral;
  guint alone;

  paint (f, NULL);
  alone = count (f, find_column (f, 6), neutral);
  paint (f, before);
  g_assert_cmpuint (alone, ==, 0);
  g_assert_cmpuint (count (f, find_column (f, 6), neutral), >=, 1);
  g_assert_cmpuint (count (f, find_column (f, 6), get_column_colour ()), ==, 0);
}

/* At 0.2 of column 4. */
static void
test_marks (Fixture *f,
            gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  HeddleColour text = heddle_colour_over (theme->view_bg, theme->text);
  guint most = 0;
  int x, at;

  paint (f, NULL);
  x = find_column (f, 4);
  at = x - 100;
  for (int i = x - 40; i < x + 20; i++)
    if (count (f, i, text) > most)
      {
        most = count (f, i, text);
        at = i;
      }
  g_assert_cmpuint (most, >, 200);
  g_assert_cmpfloat (fabs (at - (x - 0.3 * (find_column (f, 5) - x))), <=, 2);
}

/* One that holds next to nothing has a band; it is found where it is painted, and none beside them. */
static void
test_selected (Fixture *f,
               gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  HeddleColour band = heddle_colour_over (theme->view_bg, heddle_colour_with_alpha (theme->accent, 0.22));
  HeddleHistogramPicture picture = { .shares = shares, .n = N, .first_ps = 0, .step_ps = 1000 };

  paint (f, NULL);
  for (guint i = 0; i < N; i++)
    g_assert_cmpuint (heddle_histogram_find (f->text, &picture, WIDTH, HEIGHT, find_column (f, i)), ==, i + 1);
  g_assert_cmpuint (heddle_histogram_find (f->text, &picture, WIDTH, HEIGHT, 1), ==, 0);
  g_assert_cmpuint (heddle_histogram_find (f->text, &picture, WIDTH, HEIGHT, WIDTH - 1), ==, 0);
  g_assert_cmpuint (count (f, find_column (f, 5), band), ==, 0);
  paint_selected (f, NULL, 6);
  g_assert_cmpuint (count (f, find_column (f, 5), band), >, 100);
  g_assert_cmpuint (count (f, find_column (f, 5), theme->accent), >=, 2);
  g_assert_cmpuint (count (f, find_column (f, 2), band), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/ui/paint/histogram/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("columns", test_columns);
  ADD ("before", test_before);
  ADD ("marks", test_marks);
  ADD ("selected", test_selected);
  return g_test_run ();
}
