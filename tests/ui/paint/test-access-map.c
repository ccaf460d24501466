/* test-access-map.c: who has read and written which blocks of addresses, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a row for each component and a column for each block that was touched; what several memories count of one block is one; the upper half of a
 * row is what was read, the lower half what was written, and what was touched more often is further from the background; what is found below the pointer is what is
 * painted there; many blocks on one pixel leave none out; a name stands in the middle of its row, and addresses below the last row. Open: looks, which are compared by eye.
 */
#include "heddle-access-map.h"

#include <math.h>

#include <heddle/heddle.h>

#define WIDTH 400
#define HEIGHT 124

static HdDesign *
new_design (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (
    "<heddle version=\"1\"><top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/></top></heddle>", -1, "map.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  HdDesign *design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

  g_assert_no_error (error);
  return design;
}

static void
add (GArray *accesses,
     guint64 address,
     guint32 component,
     guint32 memory,
     guint64 read,
     guint64 written)
{
  HdMemoryAccess access = { address, 128, component, memory, read, written };

  g_array_append_val (accesses, access);
}

/* How far a pixel is from the background. */
static double
get_distance (cairo_surface_t *surface,
              int x,
              int y,
              gboolean *out_is_blue)
{
  const guint32 *pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  guint32 value = pixels[y * (cairo_image_surface_get_stride (surface) / 4) + x];
  HeddleColour ground = heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg;
  double red = (value >> 16 & 0xff) / 255.0, green = (value >> 8 & 0xff) / 255.0, blue = (value & 0xff) / 255.0;

  *out_is_blue = blue > red;
  return fabs (red - ground.red) + fabs (green - ground.green) + fabs (blue - ground.blue);
}

static cairo_surface_t *
paint (const HeddleAccessMap *map,
       HeddleAccessView *view)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  heddle_colour_set (cr, heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg);
  cairo_paint (cr);
  g_assert_cmpfloat (heddle_access_map_lay_out (map, text, WIDTH, HEIGHT, view), <=, HEIGHT);
  heddle_access_map_paint (map, view, text, cr, heddle_theme_get (HEDDLE_STYLE_LIGHT));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
test_blocks (void)
{
  g_autoptr (HdDesign) design = new_design ();
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));
  HeddleAccessView view = { 0 };
  HeddleAccessCell cell;
  cairo_surface_t *surface;
  gboolean is_blue;
  double once, often, x;

  add (accesses, 0, 0, 0, 128, 0);
  add (accesses, 0, 1, 0, 0, 128);
  add (accesses, 128, 0, 0, 128 * 50, 0);
  add (accesses, 128, 0, 1, 128 * 50, 0); /* another memory counts the same block */
  add (accesses, 4096, 1, 1, 0, 128 * 100);
  {
    g_autoptr (HeddleAccessMap) map = heddle_access_map_new (design, accesses, HD_NO_ID), second = heddle_access_map_new (design, accesses, 1);

    g_assert_cmpuint (map->blocks->len, ==, 3);
    g_assert_cmpuint (map->rows->len, ==, 2);
    g_assert_cmpuint (map->cells->len, ==, 4);
    g_assert_cmpfloat (map->most, ==, 100);
    g_assert_cmpuint (second->blocks->len, ==, 2);
    g_assert_cmpfloat (second->most, ==, 100);
    view.first = 0, view.last = 3;
    surface = paint (map, &view);
    x = (view.width - view.left) / 6; /* half of a block */
    once = get_distance (surface, (int) (view.left + x), (int) (view.row_height * 0.25), &is_blue);
    g_assert_true (is_blue && once > 0.1);
    often = get_distance (surface, (int) (view.left + 3 * x), (int) (view.row_height * 0.25), &is_blue);
    g_assert_true (is_blue && often > 2 * once);
    g_assert_cmpfloat (get_distance (surface, (int) (view.left + 3 * x), (int) (view.row_height * 0.75), &is_blue), <, 0.01);
    g_assert_cmpfloat (get_distance (surface, (int) (view.left + 5 * x), (int) (view.row_height * 1.75), &is_blue), >, 2 * once);
    g_assert_false (is_blue);
    cairo_surface_destroy (surface);
    g_assert_true (heddle_access_map_find (map, &view, view.left + 3 * x, 3, &cell));
    g_assert_cmpuint (cell.read, ==, 12800);
    g_assert_true (heddle_access_map_find (map, &view, view.left + 5 * x, 3, &cell));
    g_assert_cmpuint (cell.block, ==, 2);
    g_assert_cmpuint (cell.read + cell.written, ==, 0);
    g_assert_true (heddle_access_map_find (map, &view, view.left + 5 * x, view.row_height + 3, &cell));
    g_assert_cmpuint (cell.written, ==, 12800);
    g_assert_false (heddle_access_map_find (map, &view, 1, 3, &cell));
    g_assert_false (heddle_access_map_find (map, &view, view.left + x, 2 * view.row_height + 1, &cell));
  }
}

/* 50,000 blocks on 300 pixels: every pixel has some, and the one that was touched most often is seen. */
static void
test_many (void)
{
  g_autoptr (HdDesign) design = new_design ();
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));
  HeddleAccessView view = { .first = 0, .last = 50000 };
  cairo_surface_t *surface;
  gboolean is_blue;

  for (guint i = 0; i < 50000; i++)
    add (accesses, (guint64) i * 128, 0, 0, i == 25000 ? 128 * 1000 : 1, 0);
  {
    g_autoptr (HeddleAccessMap) map = heddle_access_map_new (design, accesses, HD_NO_ID);
    double here, beside;
    int x;

    surface = paint (map, &view);
    x = (int) (view.left + (view.width - view.left) * 25000.5 / 50000);
    here = get_distance (surface, x, 8, &is_blue);
    beside = get_distance (surface, x + 3, 8, &is_blue);
    g_assert_cmpfloat (here, >, 2 * beside);
    for (x = (int) ceil (view.left) + 1; x < WIDTH - 1; x++)
      g_assert_cmpfloat (get_distance (surface, x, 8, &is_blue), >, 0.1);
    cairo_surface_destroy (surface);
  }
}

/* The first and last line of pixels, from @top to @bottom, that have ink between @left and @right. */
static void
find_ink (cairo_surface_t *surface,
          int left,
          int right,
          int top,
          int bottom,
          int *out_first,
          int *out_last)
{
  gboolean is_blue;

  *out_first = *out_last = -1;
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      if (get_distance (surface, x, y, &is_blue) > 1)
        {
          *out_first = *out_first < 0 ? y : *out_first;
          *out_last = y;
        }
}

/* Text is painted from its baseline, not from its top. */
static void
test_words (void)
{
  g_autoptr (HdDesign) design = new_design ();
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));
  HeddleAccessView view = { .first = 0, .last = 1 };
  cairo_surface_t *surface;
  int first, last, foot;

  add (accesses, 0x1000, 0, 0, 128, 0);
  {
    g_autoptr (HeddleAccessMap) map = heddle_access_map_new (design, accesses, HD_NO_ID);

    surface = paint (map, &view);
    foot = (int) view.row_height;
    find_ink (surface, 0, (int) view.left - 1, 0, HEIGHT, &first, &last);
    g_assert_cmpint (first, >=, 0);
    g_assert_cmpint (ABS (first + last - foot), <=, 6);
    find_ink (surface, (int) view.left + 3, WIDTH, foot, HEIGHT, &first, &last);
    g_assert_cmpint (first, >, foot);
    g_assert_cmpint (last - first, >=, 6); /* whole figures */
    cairo_surface_destroy (surface);
  }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/access-map/blocks", test_blocks);
  g_test_add_func ("/ui/paint/access-map/many", test_many);
  g_test_add_func ("/ui/paint/access-map/words", test_words);
  return g_test_run ();
}
