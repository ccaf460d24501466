/* paint-fixture.c: a picture that is painted, pixel by pixel
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "paint-fixture.h"

#include <math.h>

void
paint_fixture_set_up (PaintFixture *f,
                      gconstpointer data)
{
  f->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE);
  f->text = heddle_text_new (NULL, NULL);
  f->painter = heddle_scene_painter_new (f->text);
}

void
paint_fixture_tear_down (PaintFixture *f,
                         gconstpointer data)
{
  heddle_scene_painter_free (f->painter);
  heddle_text_free (f->text);
  cairo_surface_destroy (f->surface);
}

guint
paint_fixture_hex (HeddleColour c)
{
  return (guint) lround (c.red * 255) << 16 | (guint) lround (c.green * 255) << 8 | (guint) lround (c.blue * 255);
}

guint
paint_fixture_pixel (PaintFixture *f,
                     int x,
                     int y)
{
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (f->surface);

  return pixels[y * (cairo_image_surface_get_stride (f->surface) / 4) + x] & 0xffffff;
}

guint
paint_fixture_count (PaintFixture *f,
                     HeddleColour colour)
{
  guint n = 0;

  for (int y = 0; y < PAINT_FIXTURE_SIZE; y++)
    for (int x = 0; x < PAINT_FIXTURE_SIZE; x++)
      n += paint_fixture_pixel (f, x, y) == paint_fixture_hex (colour);

  return n;
}

/* The largest difference of a channel. */
int
paint_fixture_apart (guint a,
                     guint b)
{
  int most = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    most = MAX (most, ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)));

  return most;
}

void
paint_fixture_assert_near (guint a,
                           guint b)
{
  g_assert_cmpint (paint_fixture_apart (a, b), <=, 1);
}

void
paint_fixture_paint (PaintFixture *f,
                     HeddleScene *scene,
                     double zoom,
                     const HeddlePaintOptions *options)
{
  cairo_t *cr = cairo_create (f->surface);
  HeddleViewport view = { 0, 0, zoom, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };

  heddle_scene_painter_paint (f->painter, cr, scene, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view, options);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

guint32
paint_fixture_add_node (HeddleScene *scene,
                        double x,
                        double y,
                        guint state)
{
  HeddleSceneNode node = { .x = x, .y = y, .width = 60, .height = 50, .symbol = -1, .category = -1, .name = "n", .busy = -1, .state = state };

  return heddle_scene_add_node (scene, &node);
}
