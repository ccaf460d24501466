/* test-scene-painter.c: what is painted where, in px
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: colours that carry meaning (heat, unused, selection) appear exactly, near and far out, for few and for many
 * links; the same scene gives the same bytes. Open: looks, which are compared by eye.
 */
#include "heddle-scene-painter.h"

#include <string.h>

#include <cairo-svg.h>

#include "heddle-picture.h"
#include "paint-fixture.h"

/* Two rows of nodes with an upright link between each pair: at x = 50 unused, at 150 heat 0.3, at 250 heat 1, at 350 wire.
 * @n_extra invisible links make the scene crowded. */
static HeddleScene *
make_scene (guint n_extra)
{
  const float heat[] = { HEDDLE_HEAT_UNUSED, 0.3f, 1.0f, HEDDLE_HEAT_NO_RUN };
  HeddleScene *scene = heddle_scene_new ();

  for (guint i = 0; i < 4; i++)
    {
      HeddleSceneLink link = { .heat = heat[i], .bytes = 300e9 };

      link.from = (HeddleSceneEnd) { HEDDLE_NO_INDEX, paint_fixture_add_node (scene, 50 + 100 * i, 60, i == 0 ? HEDDLE_STATE_SELECTED : 0) };
      link.to = (HeddleSceneEnd) { HEDDLE_NO_INDEX, paint_fixture_add_node (scene, 50 + 100 * i, 340, 0) };
      heddle_scene_add_link (scene, &link);
    }
  for (guint i = 0; i < n_extra; i++)
    {
      HeddleSceneLink link = { .from = { HEDDLE_NO_INDEX, 0 }, .to = { HEDDLE_NO_INDEX, 2 }, .heat = HEDDLE_HEAT_UNUSED };

      heddle_scene_add_link (scene, &link);
    }

  return scene;
}

static void
check_colours (PaintFixture *f,
               HeddleScene *scene,
               double zoom,
               const HeddlePaintOptions *options)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  int y = (int) (200 * zoom);
  guint third = paint_fixture_hex (heddle_colour_map_entry (map, heddle_colour_map_index (map, 0.3)));
  guint full = paint_fixture_hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1));

  paint_fixture_paint (f, scene, zoom, options);
  paint_fixture_assert_near (paint_fixture_pixel (f, (int) (150 * zoom), y), third);
  paint_fixture_assert_near (paint_fixture_pixel (f, (int) (250 * zoom), y), full);
  g_assert_cmpuint (paint_fixture_count (f, theme->accent), >, zoom >= 1 ? 150 : 10);
  /* Unused: neutral, whatever the antialiasing of a thin line makes of its lightness. */
  for (int x = (int) (50 * zoom) - 3; x <= (int) (50 * zoom) + 3; x++)
    {
      guint p = paint_fixture_pixel (f, x, y);

      g_assert_cmpint (ABS ((int) (p >> 16 & 255) - (int) (p & 255)), <=, 6);
    }
}

static void
test_heat (PaintFixture *f,
           gconstpointer data)
{
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint extras[] = { 0, 400 };

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  options.pills = 0;
  for (guint i = 0; i < G_N_ELEMENTS (extras); i++)
    {
      g_autoptr (HeddleScene) scene = make_scene (extras[i]);

      check_colours (f, scene, 1.0, &options);
      check_colours (f, scene, 0.5, &options);
      check_colours (f, scene, 0.15, &options);
      options.full_detail = TRUE;
      check_colours (f, scene, 1.0, &options);
      options.full_detail = FALSE;
    }
}

/* Thousands that are selected are told by a rim, and keep their colours. */
static void
test_marked_crowd (PaintFixture *f,
                   gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  g_autoptr (HeddleScene) scene = make_scene (400);
  guint unmarked;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  options.pills = 0;
  paint_fixture_paint (f, scene, 1.0, &options);
  unmarked = paint_fixture_count (f, theme->accent);
  for (guint32 i = 0; i < 4; i++)
    heddle_scene_link (scene, i)->state = HEDDLE_STATE_SELECTED;
  paint_fixture_paint (f, scene, 1.0, &options);
  g_assert_cmpuint (paint_fixture_pixel (f, 250, 85), ==, paint_fixture_hex (theme->accent_fg)); /* where one of few ends */
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    heddle_scene_link (scene, i)->state = HEDDLE_STATE_SELECTED;
  paint_fixture_paint (f, scene, 1.0, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 250, 130), paint_fixture_hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1))); /* in the middle stands its figure */
  g_assert_cmpuint (paint_fixture_count (f, theme->accent), >, unmarked + 4 * 200); /* beside four links of some 200 px */
  g_assert_cmpuint (paint_fixture_pixel (f, 250, 87), !=, paint_fixture_hex (theme->accent_fg)); /* no time for as many ends */
}

static void
test_heat_off (PaintFixture *f,
               gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;

  paint_fixture_paint (f, scene, 1.0, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 150, 200), paint_fixture_hex (theme->wire));
  paint_fixture_assert_near (paint_fixture_pixel (f, 250, 200), paint_fixture_hex (theme->wire));
}

static void
test_widths (PaintFixture *f,
             gconstpointer data)
{
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  guint full = paint_fixture_hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1));
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  for (double bytes = 30e9; bytes < 1e13; bytes *= 10)
    {
      guint n = 0;

      heddle_scene_link (scene, 2)->bytes = bytes;
      paint_fixture_paint (f, scene, 1.0, &options);
      for (int x = 200; x < 300; x++)
        n += paint_fixture_pixel (f, x, 200) == full;
      g_assert_cmpint (ABS ((int) n - (int) heddle_link_width (bytes, 30e9)), <=, 1);
    }
}

static void
test_same_bytes (PaintFixture *f,
                 gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (200);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  gsize length = (gsize) cairo_image_surface_get_stride (f->surface) * PAINT_FIXTURE_SIZE;
  g_autofree guint8 *first = NULL;

  options.heat = HEDDLE_HEAT_UTILISATION;
  paint_fixture_paint (f, scene, 0.8, &options);
  first = g_memdup2 (cairo_image_surface_get_data (f->surface), length);
  paint_fixture_paint (f, scene, 0.3, &options);
  paint_fixture_paint (f, scene, 0.8, &options);
  g_assert_cmpmem (first, length, cairo_image_surface_get_data (f->surface), length);

  paint_fixture_tear_down (f, NULL);
  paint_fixture_set_up (f, NULL);
  paint_fixture_paint (f, scene, 0.8, &options);
  g_assert_cmpmem (first, length, cairo_image_surface_get_data (f->surface), length);
}

/* Every state, layout, style and zoom once: nothing fails and nothing is left unpainted. */
static void
test_everything (PaintFixture *f,
                 gconstpointer data)
{
  const double zooms[] = { 0.02, 0.1, 0.3, 0.6, 1, 2.5, 8 };
  float strip[200];

  for (guint i = 0; i < G_N_ELEMENTS (strip); i++)
    strip[i] = i % 7 == 0 ? NAN : i / 200.0f;
  for (guint style = 0; style < HEDDLE_N_STYLES; style++)
    for (guint z = 0; z < G_N_ELEMENTS (zooms); z++)
      for (guint mode = HEDDLE_HEAT_OFF; mode <= HEDDLE_HEAT_DIFFERENCE; mode++)
        {
          g_autoptr (HeddleScene) scene = heddle_scene_new ();
          HeddlePaintOptions options = { .heat = mode, .grid = TRUE, .background = TRUE, .ports = HEDDLE_PORTS_ALL, .pills = 100, .device_scale = 2 };
          HeddleViewport view = { -20, -20, zooms[z], PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
          HeddleRect frame = { 0, 0, 350, 350 };
          const HeddlePoint points[] = { { 0, 1 }, { 0.5, 0.4 }, { 1, 0 } };
          const HeddleSceneKnob turned = { .share = 0.5, .value = "16 GB/s", .low = "4 GB/s", .high = "64 GB/s", .metric = "Time", .most = "1 s", .points = points, .n_points = 3 };
          HeddleSceneNote knob = { .rect = { 150, 300, HEDDLE_KNOB_WIDTH, HEDDLE_KNOB_HEIGHT }, .text = "$rate", .knob = &turned };
          HeddleSceneNote note = { .rect = { 10, 300, 100, 40 }, .text = "a note of several words", .state = HEDDLE_STATE_SELECTED };
          HeddleSceneDot dot = { 0, 0.5f, -1, 1, { 1, 0, 0, 1 } };
          cairo_t *cr;

          heddle_scene_set_frame (scene, &frame, "title");
          heddle_scene_add_note (scene, &note);
          heddle_scene_add_note (scene, &knob);
          for (guint i = 0; i < 16; i++)
            {
              HeddleSceneNode node = { .x = 40 + 80 * (i % 4), .y = 40 + 80 * (i / 4), .width = 10 + i * 12, .height = 10 + i * 5,
                                       .layout = i % 5, .symbol = (int) i - 1, .category = (int) (i % 9) - 1, .count = i * i,
                                       .name = "name", .subtitle = i % 2 ? "subtitle" : NULL, .figure = "1 GB/s",
                                       .state = 1u << (i % 8), .busy = i / 8.0f - 1, .strip = strip, .n_strip = i % 3 ? 0 : 200 };
              HeddleScenePort port = { .node = heddle_scene_add_node (scene, &node), .side = i % 4, .position = 0.3, .label = "p",
                                       .state = 1u << (i % 8) };

              heddle_scene_add_port (scene, &port);
              port.node = HEDDLE_NO_INDEX;
              heddle_scene_add_port (scene, &port);
            }
          for (guint i = 0; i < 200; i++)
            {
              HeddleSceneLink link = { .from = { i % 32, HEDDLE_NO_INDEX }, .to = { HEDDLE_NO_INDEX, i % 16 }, .style = i % 3,
                                       .count = i, .heat = i % 4 ? i / 100.0f - 1 : HEDDLE_HEAT_NO_RUN, .bytes = i * 1e10,
                                       .label = "link", .state = i % 16 ? 0 : 1u << (i / 16 % 8), .shift = i % 3 };

              heddle_scene_add_link (scene, &link);
            }
          heddle_scene_set_dots (scene, &dot, 1);

          for (guint detail = 0; detail < 2; detail++)
            {
              options.full_detail = detail == 1;
              cr = cairo_create (f->surface);
              heddle_scene_painter_paint (f->painter, cr, scene, heddle_theme_get (style), &view, &options);
              g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
              cairo_destroy (cr);
              cairo_surface_flush (f->surface);
              g_assert_cmphex (*(guint32 *) cairo_image_surface_get_data (f->surface) >> 24, ==, 255);
            }
        }
}

static void
test_legend (PaintFixture *f,
             gconstpointer data)
{
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  HeddleLegend legend = { .heat = HEDDLE_HEAT_UTILISATION, .title = "U", .width_reference_bytes = 0 };
  cairo_t *cr = cairo_create (f->surface);
  double width, height;
  guint n = 0;

  heddle_legend_size (f->text, &legend, &width, &height);
  g_assert_cmpfloat (width, <, PAINT_FIXTURE_SIZE);
  heddle_legend_paint (f->text, cr, 0, 0, &legend, heddle_theme_get (HEDDLE_STYLE_LIGHT));
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  /* Both ends of the scale are there, and the grey of what is not on it. */
  for (int x = 0; x < PAINT_FIXTURE_SIZE; x++)
    {
      n |= paint_fixture_apart (paint_fixture_pixel (f, x, 15), paint_fixture_hex (heddle_colour_map_entry (map, 0))) <= 4 ? 1 : 0;
      n |= paint_fixture_apart (paint_fixture_pixel (f, x, 15), paint_fixture_hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1))) <= 4 ? 2 : 0;
    }
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (paint_fixture_count (f, heddle_theme_get (HEDDLE_STYLE_LIGHT)->idle_link), >, 10);
}

static cairo_status_t
collect (void *closure,
         const unsigned char *data,
         unsigned int length)
{
  g_string_append_len (closure, (const char *) data, length);

  return CAIRO_STATUS_SUCCESS;
}

/* A file of shapes holds no pictures of px, however many links there are. */
static void
test_vector (PaintFixture *f,
             gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (400);
  g_autoptr (GString) text = g_string_new (NULL);
  HeddleViewport view = { 0, 0, 0.2, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (collect, text, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE);
  cairo_t *cr = cairo_create (surface);

  heddle_scene_painter_paint (f->painter, cr, scene, heddle_theme_get (HEDDLE_STYLE_DARK), &view, NULL);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (surface);
  g_assert_nonnull (strstr (text->str, "<path"));
  g_assert_null (strstr (text->str, "<image"));
}

static gpointer
paint_elsewhere (gpointer data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE);
  cairo_t *cr = cairo_create (surface);

  heddle_picture_paint (data, cr, 1, 1);
  cairo_destroy (cr);
  return surface;
}

/* A picture is the scene as it was, whatever becomes of it, but for the selection; drawn in any thread. */
static void
test_picture (PaintFixture *f,
              gconstpointer data)
{
  const HeddleRect part = { 0, 0, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
  const HeddleViewport view = { 0, 0, 1, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
  const HeddlePictureLook look = { .theme = heddle_theme_get (HEDDLE_STYLE_LIGHT), .part = &part, .heat = HEDDLE_HEAT_UTILISATION };
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleScene *scene = make_scene (0);
  g_autoptr (HeddlePicture) picture = heddle_picture_new (scene, &look);
  cairo_surface_t *drawn;
  cairo_t *cr = cairo_create (f->surface);
  double width, height;

  heddle_scene_node (scene, 0)->state = HEDDLE_STATE_NONE;
  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  options.full_detail = TRUE;
  heddle_scene_painter_paint (f->painter, cr, scene, look.theme, &view, &options);
  cairo_destroy (cr);
  heddle_scene_link (scene, 1)->heat = 1;
  heddle_scene_move_node (scene, 1, 200, 200);
  heddle_scene_unref (scene);

  heddle_picture_get_size (picture, &width, &height);
  g_assert_cmpfloat (width, ==, PAINT_FIXTURE_SIZE);
  g_assert_cmpfloat (height, ==, PAINT_FIXTURE_SIZE);
  drawn = g_thread_join (g_thread_new ("painter", paint_elsewhere, picture));
  cairo_surface_flush (drawn);
  cairo_surface_flush (f->surface);
  g_assert_cmpmem (cairo_image_surface_get_data (drawn), PAINT_FIXTURE_SIZE * cairo_image_surface_get_stride (drawn), cairo_image_surface_get_data (f->surface),
                   PAINT_FIXTURE_SIZE * cairo_image_surface_get_stride (f->surface));
  cairo_surface_destroy (drawn);
}

static void
test_viewport (void)
{
  HeddleRect rect = { 100, 100, 2000, 500 };
  HeddleViewport view = heddle_viewport_fit (&rect, 400, 300, 20);
  HeddleViewport zoomed;
  HeddlePoint p = heddle_viewport_to_target (&view, 100, 350);
  HeddlePoint before, after;

  g_assert_cmpfloat_with_epsilon (p.x, 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (p.y, 150, 1e-9);
  zoomed = heddle_viewport_zoom_at (&view, 33, 44, 1.7);
  before = heddle_viewport_to_scene (&view, 33, 44);
  after = heddle_viewport_to_scene (&zoomed, 33, 44);
  g_assert_cmpfloat_with_epsilon (before.x, after.x, 1e-9);
  g_assert_cmpfloat_with_epsilon (before.y, after.y, 1e-9);
}

/* Also where nodes are so small that they are plain rectangles; in a crowd of them signs would hide all. */
static void
test_signs (PaintFixture *f,
            gconstpointer data)
{
  const HeddlePaintOptions options = { .heat = HEDDLE_HEAT_OFF };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  static const guint states[] = { HEDDLE_STATE_NONE, HEDDLE_STATE_WARNING, HEDDLE_STATE_ERROR, HEDDLE_STATE_WARNING | HEDDLE_STATE_SELECTED };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      paint_fixture_add_node (scene, 1000, 1000, states[i]);
      paint_fixture_paint (f, scene, 0.1, &options);
      g_assert_cmpint (paint_fixture_count (f, theme->warning) > 10, ==, (states[i] & HEDDLE_STATE_WARNING) != 0);
      g_assert_cmpint (paint_fixture_count (f, theme->error) > 10, ==, (states[i] & HEDDLE_STATE_ERROR) != 0);
    }
}

/* What has come of the first piece makes it whole, and stands as high as it is; what was there is half as high, and pale. */
static void
test_pieces (PaintFixture *f,
             gconstpointer data)
{
  const HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);

  for (guint above = 0; above < 2; above++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      guint32 node = paint_fixture_add_node (scene, 200, 100, 0);
      HeddleScenePiece pieces[] = {
        { .node = node, .above = above, .place = 0, .n = 2, .width = 40, .category = 0, .level = 0.5, .next_level = 1, .share = 0.25 },
        { .node = node, .above = above, .place = 1, .n = 2, .width = 40, .category = 1, .level = 0.5, .next_level = 0.5 },
      };
      HeddleRect row;
      int top, bottom;

      heddle_scene_set_pieces (scene, pieces, G_N_ELEMENTS (pieces));
      row = heddle_piece_rect (scene, &pieces[0]);
      g_assert_cmpfloat (row.x, ==, 160);
      g_assert_cmpfloat (above ? row.y + row.height : -row.y, <, above ? 75 : -125);
      top = (int) row.y + 3;
      bottom = (int) (row.y + row.height) - 3;
      paint_fixture_paint (f, scene, 1, &options);
      paint_fixture_assert_near (paint_fixture_pixel (f, 165, top), paint_fixture_hex (theme->category[0]));
      paint_fixture_assert_near (paint_fixture_pixel (f, 165, bottom), paint_fixture_hex (theme->category[0]));
      paint_fixture_assert_near (paint_fixture_pixel (f, 185, top), paint_fixture_hex (theme->node_fill));
      paint_fixture_assert_near (paint_fixture_pixel (f, 185, bottom), paint_fixture_hex (heddle_colour_over (theme->node_fill, heddle_colour_with_alpha (theme->category[0], 0.5))));
      paint_fixture_assert_near (paint_fixture_pixel (f, 225, top), paint_fixture_hex (theme->node_fill));
      paint_fixture_assert_near (paint_fixture_pixel (f, 225, bottom), paint_fixture_hex (heddle_colour_over (theme->node_fill, heddle_colour_with_alpha (theme->category[1], 0.5))));
      paint_fixture_paint (f, scene, 0.2, &options);
      g_assert_cmpuint (paint_fixture_count (f, theme->category[0]), ==, 0); /* far out there is no room for them */
    }
}

/* Figures do not hop between links that are nearly as hot as each other: what had one keeps it until another is clearly hotter. */
static void
test_steady_figures (PaintFixture *f,
                     gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  const float left[] = { 0.50f, 0.505f, 0.495f, 0.52f, 0.3f }, right[] = { 0.51f, 0.50f, 0.52f, 0.51f, 0.9f };
  gboolean on_left = FALSE;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 1;
  for (guint i = 0; i < G_N_ELEMENTS (left); i++)
    {
      guint n[2] = { 0, 0 };

      heddle_scene_link (scene, 1)->heat = left[i];
      heddle_scene_link (scene, 2)->heat = right[i];
      paint_fixture_paint (f, scene, 1, &options);
      for (guint k = 0; k < 2; k++)
        for (int x = 155 + 100 * (int) k + 4; x < 155 + 100 * (int) k + 12; x++)
          n[k] += paint_fixture_pixel (f, x, 200) != paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg);
      g_assert_true ((n[0] > 4) != (n[1] > 4));
      if (i == 0)
        on_left = n[0] > 4;
      else
        g_assert_cmpint (n[0] > 4, ==, i == 4 ? FALSE : on_left);
    }
  g_assert_true (on_left);
}

/* No figure lies on another one, nor on a node, nor on another link where there is a place without. */
static void
test_figures_apart (PaintFixture *f,
                    gconstpointer data)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 a = paint_fixture_add_node (scene, 40, 200, 0), b = paint_fixture_add_node (scene, 360, 200, 0), c = paint_fixture_add_node (scene, 200, 40, 0), d = paint_fixture_add_node (scene, 200, 360, 0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint32 ends[][2] = { { a, b }, { c, d } };

  /* Two that cross in their middles: the figure of each lies where the other one is not. */
  for (guint i = 0; i < 2; i++)
    heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, ends[i][0] }, .to = { HEDDLE_NO_INDEX, ends[i][1] }, .heat = 1, .bytes = 30e9 });
  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  paint_fixture_paint (f, scene, 1, &options);
  for (int i = -8; i <= 8; i++)
    {
      if (ABS (i) < 5)
        continue;
      /* Beside the crossing there is nothing but the two lines. */
      g_assert_cmpuint (paint_fixture_pixel (f, 200 + i, 200 + i), ==, paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg));
    }
}

/* Each direction in its own colour, on the right of where it goes; one figure for both far out, and where there is one capacity. */
static void
test_two_ways (PaintFixture *f,
               gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddleSceneLink *link = heddle_scene_link (scene, 2); /* down at x = 250 */
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  guint full = paint_fixture_hex (heddle_colour_map_colour (map, 1)), some = paint_fixture_hex (heddle_colour_map_entry (map, heddle_colour_map_index (map, 0.3)));

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  paint_fixture_paint (f, scene, 1, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 247, 200), full);
  paint_fixture_assert_near (paint_fixture_pixel (f, 253, 200), full);

  link->two_ways = TRUE;
  link->ways[0] = 1;
  link->ways[1] = 0.3f;
  paint_fixture_paint (f, scene, 1, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 247, 200), full); /* on the right of what goes down */
  paint_fixture_assert_near (paint_fixture_pixel (f, 253, 200), some);

  link->ways[0] = HEDDLE_HEAT_UNUSED;
  link->ways[1] = 1;
  paint_fixture_paint (f, scene, 1, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 247, 200), paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->idle_link));
  paint_fixture_assert_near (paint_fixture_pixel (f, 253, 200), full);

  paint_fixture_paint (f, scene, 0.3, &options);
  paint_fixture_assert_near (paint_fixture_pixel (f, 75, 60), full);
}

/* What was recorded stays as it was painted, however much is painted after it, and costs no copy of the window. */
static void
test_recorded (PaintFixture *f,
               gconstpointer data)
{
  const cairo_rectangle_t extents = { 0, 0, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  g_autoptr (HeddleScene) scene = make_scene (400);
  cairo_surface_t *recorded[8];

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      HeddleViewport view = { 0, 0, 1 - i / 16.0, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE };
      cairo_t *cr;

      recorded[i] = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &extents);
      cr = cairo_create (recorded[i]);
      heddle_scene_painter_paint (f->painter, cr, scene, theme, &view, &options);
      cairo_destroy (cr);
    }
  for (guint i = 0; i < G_N_ELEMENTS (recorded); i++)
    {
      cairo_surface_t *again = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, PAINT_FIXTURE_SIZE, PAINT_FIXTURE_SIZE);
      cairo_t *cr = cairo_create (again);

      cairo_set_source_surface (cr, recorded[i], 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
      cairo_surface_flush (again);
      paint_fixture_paint (f, scene, 1 - i / 16.0, &options);
      g_assert_cmpmem (cairo_image_surface_get_data (again), (gsize) cairo_image_surface_get_stride (again) * PAINT_FIXTURE_SIZE,
                       cairo_image_surface_get_data (f->surface), (gsize) cairo_image_surface_get_stride (f->surface) * PAINT_FIXTURE_SIZE);
      cairo_surface_destroy (again);
      cairo_surface_destroy (recorded[i]);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/ui/paint/scene-painter/" name, PaintFixture, NULL, paint_fixture_set_up, func, paint_fixture_tear_down)
  ADD ("heat", test_heat);
  ADD ("marked-crowd", test_marked_crowd);
  ADD ("heat-off", test_heat_off);
  ADD ("widths", test_widths);
  ADD ("same-bytes", test_same_bytes);
  ADD ("everything", test_everything);
  ADD ("legend", test_legend);
  ADD ("signs", test_signs);
  ADD ("pieces", test_pieces);
  ADD ("steady-figures", test_steady_figures);
  ADD ("figures-apart", test_figures_apart);
  ADD ("two-ways", test_two_ways);
  ADD ("vector", test_vector);
  ADD ("picture", test_picture);
  ADD ("recorded", test_recorded);
  g_test_add_func ("/ui/paint/scene-painter/viewport", test_viewport);

  return g_test_run ();
}
