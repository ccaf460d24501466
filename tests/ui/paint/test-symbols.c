/* test-symbols.c: every symbol is found by name and paints inside its square
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: no symbol is empty, none paints outside its square, all scale. Open: whether they look right.
 */
#include "heddle-symbols.h"

#include <string.h>

/* Sum of alpha over a rectangle of an A8 picture. */
static guint
ink (cairo_surface_t *surface,
     int              x0,
     int              y0,
     int              x1,
     int              y1)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);
  guint sum = 0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      sum += data[y * stride + x];

  return sum;
}

static void
test_all (void)
{
  const int sizes[] = { 16, 24, 48, 96 };

  g_assert_cmpuint (heddle_symbol_count (), >=, 21);
  for (guint i = 0; i < heddle_symbol_count (); i++)
    {
      g_assert_cmpint (heddle_symbol_find (heddle_symbol_name (i)), ==, i);
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          int size = sizes[s];
          cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 3 * size, 3 * size);
          cairo_t *cr = cairo_create (surface);
          guint all, inside;

          heddle_symbol_paint (i, cr, size, size, size, (HeddleColour) { 0, 0, 0, 1 });
          cairo_destroy (cr);
          cairo_surface_flush (surface);
          all = ink (surface, 0, 0, 3 * size, 3 * size);
          inside = ink (surface, size, size, 2 * size, 2 * size);
          g_assert_cmpuint (all, ==, inside);
          g_assert_cmpuint (inside, >, size * size * 255 / 12);
          g_assert_cmpuint (inside, <, size * size * 255 * 3 / 4);
          cairo_surface_destroy (surface);
        }
    }
}

static void
test_unknown (void)
{
  g_assert_cmpint (heddle_symbol_find ("no-such-symbol"), ==, HEDDLE_SYMBOL_NONE);
  g_assert_cmpint (heddle_symbol_find (NULL), ==, HEDDLE_SYMBOL_NONE);
  g_assert_cmpint (heddle_symbol_find ("cxl-switch"), >=, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/symbols/all", test_all);
  g_test_add_func ("/ui/paint/symbols/unknown", test_unknown);

  return g_test_run ();
}
