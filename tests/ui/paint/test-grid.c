/* test-grid.c: values over two others as colours, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the least value has the first colour, the greatest the last, on a logarithmic scale the geometric mean the one in the middle; what has no value has
 * no colour; a place is found where it is drawn. Open: looks, which are compared by eye.
 */
#include "heddle-grid-painter.h"

#include <math.h>

#include "heddle-colour-map.h"

#define WIDTH 400
#define HEIGHT 200
#define STEP 4

static const char *const columns[] = { "a", "b", "c" }, *const rows[] = { "low", "high" };

static cairo_surface_t *
paint (const HeddleGridPicture *picture)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  cairo_t *cr = cairo_create (surface);

  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_grid_paint (text, cr, picture, theme, WIDTH, HEIGHT);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
has_colour (cairo_surface_t *surface,
            int x,
            int y,
            HeddleColour colour)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  guint32 value = pixels[y * (cairo_image_surface_get_stride (surface) / 4) + x];

  return fabs ((value >> 16 & 0xff) / 255.0 - colour.red) + fabs ((value >> 8 & 0xff) / 255.0 - colour.green) + fabs ((value & 0xff) / 255.0 - colour.blue) < 0.02;
}

/* The middle of what is found as @place, and its size in px²: each look lays the whole picture out, so only one place in STEP is looked at. */
static guint
find_middle (const HeddleGridPicture *picture,
             guint place,
             int *out_x,
             int *out_y)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  guint n = 0, sum_x = 0, sum_y = 0;

  for (guint y = 0; y < HEIGHT; y += STEP)
    for (guint x = 0; x < WIDTH; x += STEP)
      if (heddle_grid_find (text, picture, WIDTH, HEIGHT, x, y) == place)
        {
          n++;
          sum_x += x;
          sum_y += y;
        }
  *out_x = n > 0 ? (int) (sum_x / n) : 0;
  *out_y = n > 0 ? (int) (sum_y / n) : 0;
  return n * STEP * STEP;
}

static void
check_colour (const HeddleGridPicture *picture,
              guint place,
              double share)
{
  HeddleColour wanted = heddle_colour_map_colour (heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE), share);
  cairo_surface_t *surface = paint (picture);
  int x, y;

  g_assert_cmpuint (find_middle (picture, place, &x, &y), >, 50 * 50);
  g_assert_true (has_colour (surface, x, y - 20, wanted)); /* above its figure */
  cairo_surface_destroy (surface);
}

static void
test_colours (void)
{
  const double values[] = { 1, 10, 100, NAN, 50.5, -3 };
  HeddleGridPicture picture = { values, 3, 2, columns, rows, FALSE, "t", "", HEDDLE_GRID_NONE };
  cairo_surface_t *surface;
  int x, y, right, top;

  check_colour (&picture, 5, 0);
  check_colour (&picture, 2, 1);
  check_colour (&picture, 1, 13.0 / 103);
  picture.is_logarithmic = TRUE; /* of which -3 is no part */
  check_colour (&picture, 0, 0);
  check_colour (&picture, 1, 0.5);
  check_colour (&picture, 2, 1);
  g_assert_cmpuint (find_middle (&picture, 5, &x, &y), ==, 0);
  g_assert_cmpuint (find_middle (&picture, 3, &x, &y), ==, 0); /* not a number */
  find_middle (&picture, 0, &x, &y);
  find_middle (&picture, 4, &right, &top);
  g_assert_cmpint (top, <, y); /* the lowest row comes first */
  surface = paint (&picture);
  g_assert_true (has_colour (surface, x, top - 20, heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg));
  cairo_surface_destroy (surface);
}

/* All of one value, of one place, and of none at all. */
static void
test_little (void)
{
  const double same[] = { 7, 7 }, none[] = { NAN, NAN };
  HeddleGridPicture picture = { same, 2, 1, columns, rows, FALSE, "t", "", 1 };
  int x, y;

  check_colour (&picture, 0, 0.5);
  picture.n_columns = 1;
  picture.chosen = 0;
  check_colour (&picture, 0, 0.5);
  picture.values = none;
  cairo_surface_destroy (paint (&picture));
  g_assert_cmpuint (find_middle (&picture, 0, &x, &y), ==, 0);
}

/* More rows and columns than there is room for their names. */
static void
test_many (void)
{
  const guint n = 300;
  g_autofree double *values = g_new (double, n * n);
  g_autofree const char **names = g_new (const char *, n);
  HeddleGridPicture picture = { values, n, n, names, names, FALSE, "t", "s", HEDDLE_GRID_NONE };
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  guint place;

  for (guint i = 0; i < n; i++)
    names[i] = "name";
  for (guint i = 0; i < n * n; i++)
    values[i] = i;
  cairo_surface_destroy (paint (&picture));
  place = heddle_grid_find (text, &picture, WIDTH, HEIGHT, WIDTH / 2, HEIGHT / 2);
  g_assert_cmpuint (place % n, >, n / 4);
  g_assert_cmpuint (place % n, <, 3 * n / 4);
  g_assert_cmpuint (place / n, >, n / 4);
  g_assert_cmpuint (place / n, <, 3 * n / 4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/grid/colours", test_colours);
  g_test_add_func ("/ui/paint/grid/little", test_little);
  g_test_add_func ("/ui/paint/grid/many", test_many);
  return g_test_run ();
}
