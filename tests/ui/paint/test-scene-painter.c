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

#define SIZE 400

typedef struct
{
  cairo_surface_t *surface;
  HeddleText *text;
  HeddleScenePainter *painter;
} Fixture;

static void
set_up (Fixture      *f,
        gconstpointer data)
{
  f->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  f->text = heddle_text_new (NULL, NULL);
  f->painter = heddle_scene_painter_new (f->text);
}

static void
tear_down (Fixture      *f,
           gconstpointer data)
{
  heddle_scene_painter_free (f->painter);
  heddle_text_free (f->text);
  cairo_surface_destroy (f->surface);
}

static guint
hex (HeddleColour c)
{
  return (guint) lround (c.red * 255) << 16 | (guint) lround (c.green * 255) << 8 | (guint) lround (c.blue * 255);
}

static guint
pixel (Fixture *f,
       int      x,
       int      y)
{
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (f->surface);

  return pixels[y * (cairo_image_surface_get_stride (f->surface) / 4) + x] & 0xffffff;
}

static guint
count (Fixture     *f,
       HeddleColour colour)
{
  guint n = 0;

  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++)
      n += pixel (f, x, y) == hex (colour);

  return n;
}

/* The largest difference of a channel. */
static int
apart (guint a,
       guint b)
{
  int most = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    most = MAX (most, ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)));

  return most;
}

static void
assert_near (guint a,
             guint b)
{
  g_assert_cmpint (apart (a, b), <=, 1);
}

static void
paint (Fixture                  *f,
       HeddleScene              *scene,
       double                    zoom,
       const HeddlePaintOptions *options)
{
  cairo_t *cr = cairo_create (f->surface);
  HeddleViewport view = { 0, 0, zoom, SIZE, SIZE };

  heddle_scene_painter_paint (f->painter, cr, scene, heddle_theme_get (HEDDLE_STYLE_LIGHT), &view, options);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
}

static guint32
add_node (HeddleScene *scene,
          double       x,
          double       y,
          guint        state)
{
  HeddleSceneNode node = { .x = x, .y = y, .width = 60, .height = 50, .symbol = -1, .category = -1, .name = "n", .busy = -1, .state = state };

  return heddle_scene_add_node (scene, &node);
}

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

      link.from = (HeddleSceneEnd) { HEDDLE_NO_INDEX, add_node (scene, 50 + 100 * i, 60, i == 0 ? HEDDLE_STATE_SELECTED : 0) };
      link.to = (HeddleSceneEnd) { HEDDLE_NO_INDEX, add_node (scene, 50 + 100 * i, 340, 0) };
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
check_colours (Fixture                  *f,
               HeddleScene              *scene,
               double                    zoom,
               const HeddlePaintOptions *options)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  int y = (int) (200 * zoom);
  guint third = hex (heddle_colour_map_entry (map, heddle_colour_map_index (map, 0.3)));
  guint full = hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1));

  paint (f, scene, zoom, options);
  assert_near (pixel (f, (int) (150 * zoom), y), third);
  assert_near (pixel (f, (int) (250 * zoom), y), full);
  g_assert_cmpuint (count (f, theme->accent), >, zoom >= 1 ? 150 : 10);
  /* Unused: neutral, whatever the antialiasing of a thin line makes of its lightness. */
  for (int x = (int) (50 * zoom) - 3; x <= (int) (50 * zoom) + 3; x++)
    {
      guint p = pixel (f, x, y);

      g_assert_cmpint (ABS ((int) (p >> 16 & 255) - (int) (p & 255)), <=, 6);
    }
}

static void
test_heat (Fixture      *f,
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
test_marked_crowd (Fixture      *f,
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
  paint (f, scene, 1.0, &options);
  unmarked = count (f, theme->accent);
  for (guint32 i = 0; i < 4; i++)
    heddle_scene_link (scene, i)->state = HEDDLE_STATE_SELECTED;
  paint (f, scene, 1.0, &options);
  g_assert_cmpuint (pixel (f, 250, 85), ==, hex (theme->accent_fg)); /* where one of few ends */
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    heddle_scene_link (scene, i)->state = HEDDLE_STATE_SELECTED;
  paint (f, scene, 1.0, &options);
  assert_near (pixel (f, 250, 130), hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1))); /* in the middle stands its figure */
  g_assert_cmpuint (count (f, theme->accent), >, unmarked + 4 * 200); /* beside four links of some 200 px */
  g_assert_cmpuint (pixel (f, 250, 87), !=, hex (theme->accent_fg)); /* no time for as many ends */
}

static void
test_heat_off (Fixture      *f,
               gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;

  paint (f, scene, 1.0, &options);
  assert_near (pixel (f, 150, 200), hex (theme->wire));
  assert_near (pixel (f, 250, 200), hex (theme->wire));
}

static void
test_widths (Fixture      *f,
             gconstpointer data)
{
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  guint full = hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1));
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  for (double bytes = 30e9; bytes < 1e13; bytes *= 10)
    {
      guint n = 0;

      heddle_scene_link (scene, 2)->bytes = bytes;
      paint (f, scene, 1.0, &options);
      for (int x = 200; x < 300; x++)
        n += pixel (f, x, 200) == full;
      g_assert_cmpint (ABS ((int) n - (int) heddle_link_width (bytes, 30e9)), <=, 1);
    }
}

static void
test_same_bytes (Fixture      *f,
                 gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (200);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  gsize length = (gsize) cairo_image_surface_get_stride (f->surface) * SIZE;
  g_autofree guint8 *first = NULL;

  options.heat = HEDDLE_HEAT_UTILISATION;
  paint (f, scene, 0.8, &options);
  first = g_memdup2 (cairo_image_surface_get_data (f->surface), length);
  paint (f, scene, 0.3, &options);
  paint (f, scene, 0.8, &options);
  g_assert_cmpmem (first, length, cairo_image_surface_get_data (f->surface), length);

  tear_down (f, NULL);
  set_up (f, NULL);
  paint (f, scene, 0.8, &options);
  g_assert_cmpmem (first, length, cairo_image_surface_get_data (f->surface), length);
}

/* Every state, layout, style and zoom once: nothing fails and nothing is left unpainted. */
static void
test_everything (Fixture      *f,
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
          HeddleViewport view = { -20, -20, zooms[z], SIZE, SIZE };
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
test_legend (Fixture      *f,
             gconstpointer data)
{
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  HeddleLegend legend = { .heat = HEDDLE_HEAT_UTILISATION, .title = "U", .width_reference_bytes = 0 };
  cairo_t *cr = cairo_create (f->surface);
  double width, height;
  guint n = 0;

  heddle_legend_size (f->text, &legend, &width, &height);
  g_assert_cmpfloat (width, <, SIZE);
  heddle_legend_paint (f->text, cr, 0, 0, &legend, heddle_theme_get (HEDDLE_STYLE_LIGHT));
  cairo_destroy (cr);
  cairo_surface_flush (f->surface);
  /* Both ends of the scale are there, and the grey of what is not on it. */
  for (int x = 0; x < SIZE; x++)
    {
      n |= apart (pixel (f, x, 15), hex (heddle_colour_map_entry (map, 0))) <= 4 ? 1 : 0;
      n |= apart (pixel (f, x, 15), hex (heddle_colour_map_entry (map, HEDDLE_MAP_ENTRIES - 1))) <= 4 ? 2 : 0;
    }
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (count (f, heddle_theme_get (HEDDLE_STYLE_LIGHT)->idle_link), >, 10);
}

static cairo_status_t
collect (void                *closure,
         const unsigned char *data,
         unsigned int         length)
{
  g_string_append_len (closure, (const char *) data, length);

  return CAIRO_STATUS_SUCCESS;
}

/* A file of shapes holds no pictures of px, however many links there are. */
static void
test_vector (Fixture      *f,
             gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (400);
  g_autoptr (GString) text = g_string_new (NULL);
  HeddleViewport view = { 0, 0, 0.2, SIZE, SIZE };
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (collect, text, SIZE, SIZE);
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
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);

  heddle_picture_paint (data, cr, 1, 1);
  cairo_destroy (cr);
  return surface;
}

/* A picture is the scene as it was, whatever becomes of it, but for the selection; drawn in any thread. */
static void
test_picture (Fixture      *f,
              gconstpointer data)
{
  const HeddleRect part = { 0, 0, SIZE, SIZE };
  const HeddleViewport view = { 0, 0, 1, SIZE, SIZE };
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
  g_assert_cmpfloat (width, ==, SIZE);
  g_assert_cmpfloat (height, ==, SIZE);
  drawn = g_thread_join (g_thread_new ("painter", paint_elsewhere, picture));
  cairo_surface_flush (drawn);
  cairo_surface_flush (f->surface);
  g_assert_cmpmem (cairo_image_surface_get_data (drawn), SIZE * cairo_image_surface_get_stride (drawn), cairo_image_surface_get_data (f->surface),
                   SIZE * cairo_image_surface_get_stride (f->surface));
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

/* Far out nodes are plain rectangles, by Cairo for few and by the raster for many: the same but for rounding. What is selected lies above. */
static void
test_boxes (Fixture      *f,
            gconstpointer data)
{
  const guint states[] = { 0, HEDDLE_STATE_FADED, HEDDLE_STATE_SELECTED };
  g_autofree guint *few = g_new (guint, SIZE * SIZE);

  for (guint crowd = 0; crowd < 2; crowd++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      for (guint i = 0; i < 30; i++)
        add_node (scene, 40 + 87.3 * i, 100 + 61.7 * (i % 7), states[i % G_N_ELEMENTS (states)]);
      for (guint i = 0; i < (crowd ? 600 : 1); i++)
        add_node (scene, 1500, 1300, 0);
      add_node (scene, 1510, 1310, HEDDLE_STATE_SELECTED);
      add_node (scene, 1515, 1320, 0);
      paint (f, scene, 0.13, NULL);
      for (guint i = 0; i < SIZE * SIZE; i++)
        if (crowd)
          assert_near (pixel (f, (int) i % SIZE, (int) i / SIZE), few[i]);
        else
          few[i] = pixel (f, (int) i % SIZE, (int) i / SIZE);
    }
  g_assert_cmpuint (count (f, heddle_theme_get (HEDDLE_STYLE_LIGHT)->accent), >, 40);
}

/* A small card has its subtitle whole or not at all: three letters of it say less than its symbol. */
static void
test_small_card (Fixture      *f,
                 gconstpointer data)
{
  const char *const subtitles[] = { NULL, "8", "A long word" };
  guint n_dark[G_N_ELEMENTS (subtitles)] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (subtitles); i++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      HeddleSceneNode node = { .x = 100, .y = 100, .width = 72, .height = 56, .layout = HEDDLE_NODE_COMPACT, .symbol = -1, .category = -1,
                               .name = "n", .subtitle = subtitles[i], .busy = -1 };

      heddle_scene_add_node (scene, &node);
      paint (f, scene, 1, NULL);
      for (int y = 74; y < 102; y++)
        for (int x = 68; x < 132; x++)
          n_dark[i] += apart (pixel (f, x, y), hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill)) > 60;
    }
  g_assert_cmpuint (n_dark[1], >, n_dark[0]);
  g_assert_cmpuint (n_dark[2], ==, n_dark[0]);
}

/* A link that runs behind a node shows on it, but not on the nodes that it joins. */
static void
test_hidden (Fixture      *f,
             gconstpointer data)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 ends[2] = { add_node (scene, 100, 60, 0), add_node (scene, 100, 340, 0) };
  guint fill = hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill), n_marked[3] = { 0 };
  HeddleSceneLink link = { .from = { HEDDLE_NO_INDEX, ends[0] }, .to = { HEDDLE_NO_INDEX, ends[1] }, .heat = HEDDLE_HEAT_NO_RUN };

  add_node (scene, 100, 200, 0);
  heddle_scene_add_link (scene, &link);
  paint (f, scene, 1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (n_marked); i++)
    for (int y = 60 + 140 * (int) i + 10; y < 60 + 140 * (int) i + 20; y++)
      n_marked[i] += pixel (f, 100, y) != fill;
  g_assert_cmpuint (n_marked[0], ==, 0);
  g_assert_cmpuint (n_marked[1], >, 2);
  g_assert_cmpuint (n_marked[1], <, 10); /* dashes */
  g_assert_cmpuint (n_marked[2], ==, 0);
}

/* Far out a switch is told from what it joins, and with heat what is busy from what is idle; few and many alike. */
static void
test_box_meaning (Fixture      *f,
                  gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleColourMap *scale = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  HeddlePaintOptions heat = HEDDLE_PAINT_OPTIONS_INIT;

  heat.heat = HEDDLE_HEAT_UTILISATION;
  for (guint crowd = 0; crowd < 2; crowd++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      guint forwards = add_node (scene, 400, 200, 0), busy = add_node (scene, 600, 200, 0);

      add_node (scene, 200, 200, 0);
      heddle_scene_node (scene, forwards)->forwards = TRUE;
      heddle_scene_node (scene, busy)->busy = 1;
      for (guint i = 0; i < (crowd ? 600 : 0); i++)
        add_node (scene, 2500, 2300, 0);
      paint (f, scene, 0.15, NULL);
      assert_near (pixel (f, 30, 30), hex (theme->node_fill));
      g_assert_cmpuint (pixel (f, 26, 30), !=, hex (theme->node_fill)); /* its outline */
      g_assert_cmpint (apart (pixel (f, 60, 30), hex (theme->node_fill)), >, 100);
      assert_near (pixel (f, 90, 30), hex (theme->node_fill)); /* nothing is shown of loads */
      heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, forwards }, .to = { HEDDLE_NO_INDEX, busy }, .heat = 0.5 });
      heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, busy }, .to = { HEDDLE_NO_INDEX, forwards }, .heat = 0.2 });
      paint (f, scene, 0.15, &heat);
      assert_near (pixel (f, 60, 30), hex (heddle_colour_map_entry (scale, heddle_colour_map_index (scale, 0.5))));
      assert_near (pixel (f, 30, 30), hex (theme->node_fill));
      assert_near (pixel (f, 90, 30), hex (heddle_colour_map_entry (scale, HEDDLE_MAP_ENTRIES - 1)));
    }
}

/* A link's label gives way to a node that stands where it would be; where there is no room, it is left out. */
static void
test_label (Fixture      *f,
            gconstpointer data)
{
  const HeddlePaintOptions options = { .heat = HEDDLE_HEAT_OFF };
  gsize length = (gsize) cairo_image_surface_get_stride (f->surface) * SIZE;

  for (guint crowded = 0; crowded < 3; crowded++)
    {
      g_autofree guint8 *without = NULL;
      guint n_changed = 0;

      for (guint labelled = 0; labelled < 2; labelled++)
        {
          g_autoptr (HeddleScene) scene = heddle_scene_new ();
          HeddleSceneLink link = { .heat = HEDDLE_HEAT_NO_RUN, .label = labelled ? "a wire of 10 GB/s" : NULL };

          link.from = (HeddleSceneEnd) { HEDDLE_NO_INDEX, add_node (scene, 200, 40, 0) };
          link.to = (HeddleSceneEnd) { HEDDLE_NO_INDEX, add_node (scene, 200, 360, 0) };
          heddle_scene_add_link (scene, &link);
          for (guint i = 0; crowded == 2 && i < 8; i++)
            add_node (scene, 140 + 120 * (i % 2), 110 + 54 * (i / 2), 0);
          if (crowded == 1)
            add_node (scene, 260, 200, 0);
          cairo_surface_flush (f->surface);
          memset (cairo_image_surface_get_data (f->surface), 0, length);
          cairo_surface_mark_dirty (f->surface);
          paint (f, scene, 1, &options);
          if (!labelled)
            without = g_memdup2 (cairo_image_surface_get_data (f->surface), length);
        }
      for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
          if (pixel (f, x, y) != (((const guint32 *) (gpointer) without)[y * SIZE + x] & 0xffffff))
            {
              n_changed++;
              g_assert_false (crowded == 1 && x > 200);
            }
      g_assert_cmpint (n_changed > 0, ==, crowded < 2);
    }
}

/* Also where nodes are so small that they are plain rectangles; in a crowd of them signs would hide all. */
static void
test_signs (Fixture      *f,
            gconstpointer data)
{
  const HeddlePaintOptions options = { .heat = HEDDLE_HEAT_OFF };
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  static const guint states[] = { HEDDLE_STATE_NONE, HEDDLE_STATE_WARNING, HEDDLE_STATE_ERROR, HEDDLE_STATE_WARNING | HEDDLE_STATE_SELECTED };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      add_node (scene, 1000, 1000, states[i]);
      paint (f, scene, 0.1, &options);
      g_assert_cmpint (count (f, theme->warning) > 10, ==, (states[i] & HEDDLE_STATE_WARNING) != 0);
      g_assert_cmpint (count (f, theme->error) > 10, ==, (states[i] & HEDDLE_STATE_ERROR) != 0);
    }
}

/* What has come of the first piece makes it whole, and stands as high as it is; what was there is half as high, and pale. */
static void
test_pieces (Fixture      *f,
             gconstpointer data)
{
  const HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);

  for (guint above = 0; above < 2; above++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      guint32 node = add_node (scene, 200, 100, 0);
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
      paint (f, scene, 1, &options);
      assert_near (pixel (f, 165, top), hex (theme->category[0]));
      assert_near (pixel (f, 165, bottom), hex (theme->category[0]));
      assert_near (pixel (f, 185, top), hex (theme->node_fill));
      assert_near (pixel (f, 185, bottom), hex (heddle_colour_over (theme->node_fill, heddle_colour_with_alpha (theme->category[0], 0.5))));
      assert_near (pixel (f, 225, top), hex (theme->node_fill));
      assert_near (pixel (f, 225, bottom), hex (heddle_colour_over (theme->node_fill, heddle_colour_with_alpha (theme->category[1], 0.5))));
      paint (f, scene, 0.2, &options);
      g_assert_cmpuint (count (f, theme->category[0]), ==, 0); /* far out there is no room for them */
    }
}

/* Of @side rows and columns, 100 apart, each linked to the next of its row; the link in the middle is hot. */
static HeddleScene *
make_field (guint side)
{
  HeddleScene *scene = heddle_scene_new ();

  for (guint i = 0; i < side * side; i++)
    {
      g_autofree char *name = g_strdup_printf ("host[%u]", i);

      heddle_scene_add_node (scene, &(HeddleSceneNode) { .id = 1, .x = i % side * 100 + 500, .y = i / side * 100 + 500, .width = 60, .height = 50,
                                                         .symbol = -1, .category = -1, .name = name, .busy = -1 });
    }
  for (guint i = 0; i < side * side; i++)
    if ((i + 1) % side != 0)
      heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, i }, .to = { HEDDLE_NO_INDEX, i + 1 }, .bytes = 30e9,
                                                         .heat = i == side * side / 2 + side / 2 ? 1 : 0.1f });

  return scene;
}

/* The least distance of a channel from @colour, in a square around a place. */
static int
nearest (Fixture     *f,
         int          x,
         int          y,
         int          around,
         HeddleColour colour)
{
  int least = 255;

  for (int j = MAX (y - around, 0); j < MIN (y + around, SIZE); j++)
    for (int i = MAX (x - around, 0); i < MIN (x + around, SIZE); i++)
      least = MIN (least, apart (pixel (f, i, j), hex (colour)));

  return least;
}

/* Far out what cannot be told apart is a field, in which the one that is hot stays hot where it is; the array has its name. Nearer, links are links. */
static void
test_field (Fixture      *f,
            gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_field (30);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint n_ink = 0;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  paint (f, scene, 0.1, &options); /* 5 px each; the hot one is at 205, 200 */
  g_assert_cmpint (nearest (f, 205, 200, 8, heddle_colour_map_colour (map, 1)), <, 30);
  g_assert_cmpint (nearest (f, 100, 100, 8, heddle_colour_map_colour (map, 0.1)), <, 12);
  g_assert_cmpint (nearest (f, 100, 100, 8, heddle_colour_map_colour (map, 1)), >, 60);
  assert_near (pixel (f, 20, 200), hex (theme->view_bg)); /* there is nothing */

  for (int y = 32; y < 48; y++)
    for (int x = 45; x < 85; x++)
      n_ink += apart (pixel (f, x, y), hex (theme->text)) < 60;
  g_assert_cmpuint (n_ink, >, 10); /* "host", above */

  paint (f, scene, 0.2, &options);
  g_assert_cmpint (apart (pixel (f, 205, 110), hex (theme->view_bg)), <, 4); /* between rows */
}

/* A card that is too small for its name as it was drawn has it as large as can be read, and the same in all of its array. */
static void
test_small_names (Fixture      *f,
                  gconstpointer data)
{
  const char *const names[] = { "a", "host[10]", "a name much too long for it" };
  guint n_ink[G_N_ELEMENTS (names)] = { 0 };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      heddle_scene_add_node (scene, &(HeddleSceneNode) { .x = 500, .y = 500, .width = 110, .height = 60, .layout = HEDDLE_NODE_CARD, .symbol = -1,
                                                         .category = -1, .name = names[k], .busy = -1 });
      paint (f, scene, 0.4, NULL);
      for (int y = 191; y < 209; y++)
        for (int x = 181; x < 219; x++)
          n_ink[k] += apart (pixel (f, x, y), hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill)) > 120;
    }
  g_assert_cmpuint (n_ink[0], >, 5);
  g_assert_cmpuint (n_ink[1], >, n_ink[0]);
  g_assert_cmpuint (n_ink[2], ==, 0); /* it stands below */
}

/* The figure of what all share, on the lower edge, does not cover the name above it. */
static void
test_name_and_limit (Fixture      *f,
                     gconstpointer data)
{
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleSceneNode node = { .x = 500, .y = 500, .width = 70, .height = 54, .layout = HEDDLE_NODE_COMPACT, .symbol = 1, .category = -1, .busy = 0, .limits = TRUE };
  guint without[50 * 40], n_ink = 0, n_touching = 0;

  options.heat = HEDDLE_HEAT_UTILISATION;
  for (guint named = 0; named < 2; named++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      node.name = named ? "r[0][0]" : "";
      heddle_scene_add_node (scene, &node);
      paint (f, scene, 0.61, &options);
      for (int i = 0; i < 50 * 40; i++)
        if (!named)
          without[i] = pixel (f, 280 + i % 50, 285 + i / 50);
        else if (apart (pixel (f, 280 + i % 50, 285 + i / 50), without[i]) > 60)
          {
            n_ink++;
            n_touching += 285 + i / 50 == 314; /* the figure begins in the row below */
          }
    }
  g_assert_cmpuint (n_ink, >, 40);
  g_assert_cmpuint (n_touching, ==, 0);
}

/* Figures do not hop between links that are nearly as hot as each other: what had one keeps it until another is clearly hotter. */
static void
test_steady_figures (Fixture      *f,
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
      paint (f, scene, 1, &options);
      for (guint k = 0; k < 2; k++)
        for (int x = 155 + 100 * (int) k + 4; x < 155 + 100 * (int) k + 12; x++)
          n[k] += pixel (f, x, 200) != hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg);
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
test_figures_apart (Fixture      *f,
                    gconstpointer data)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 a = add_node (scene, 40, 200, 0), b = add_node (scene, 360, 200, 0), c = add_node (scene, 200, 40, 0), d = add_node (scene, 200, 360, 0);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint32 ends[][2] = { { a, b }, { c, d } };

  /* Two that cross in their middles: the figure of each lies where the other one is not. */
  for (guint i = 0; i < 2; i++)
    heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, ends[i][0] }, .to = { HEDDLE_NO_INDEX, ends[i][1] }, .heat = 1, .bytes = 30e9 });
  options.heat = HEDDLE_HEAT_UTILISATION;
  options.grid = FALSE;
  paint (f, scene, 1, &options);
  for (int i = -8; i <= 8; i++)
    {
      if (ABS (i) < 5)
        continue;
      /* Beside the crossing there is nothing but the two lines. */
      g_assert_cmpuint (pixel (f, 200 + i, 200 + i), ==, hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->view_bg));
    }
}

/* Each direction in its own colour, on the right of where it goes; one figure for both far out, and where there is one capacity. */
static void
test_two_ways (Fixture      *f,
               gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_scene (0);
  HeddleSceneLink *link = heddle_scene_link (scene, 2); /* down at x = 250 */
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  guint full = hex (heddle_colour_map_colour (map, 1)), some = hex (heddle_colour_map_entry (map, heddle_colour_map_index (map, 0.3)));

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  paint (f, scene, 1, &options);
  assert_near (pixel (f, 247, 200), full);
  assert_near (pixel (f, 253, 200), full);

  link->two_ways = TRUE;
  link->ways[0] = 1;
  link->ways[1] = 0.3f;
  paint (f, scene, 1, &options);
  assert_near (pixel (f, 247, 200), full); /* on the right of what goes down */
  assert_near (pixel (f, 253, 200), some);

  link->ways[0] = HEDDLE_HEAT_UNUSED;
  link->ways[1] = 1;
  paint (f, scene, 1, &options);
  assert_near (pixel (f, 247, 200), hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->idle_link));
  assert_near (pixel (f, 253, 200), full);

  paint (f, scene, 0.3, &options);
  assert_near (pixel (f, 75, 60), full);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/ui/paint/scene-painter/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("heat", test_heat);
  ADD ("marked-crowd", test_marked_crowd);
  ADD ("heat-off", test_heat_off);
  ADD ("widths", test_widths);
  ADD ("same-bytes", test_same_bytes);
  ADD ("everything", test_everything);
  ADD ("boxes", test_boxes);
  ADD ("box-meaning", test_box_meaning);
  ADD ("hidden", test_hidden);
  ADD ("small-card", test_small_card);
  ADD ("legend", test_legend);
  ADD ("label", test_label);
  ADD ("signs", test_signs);
  ADD ("pieces", test_pieces);
  ADD ("field", test_field);
  ADD ("small-names", test_small_names);
  ADD ("name-and-limit", test_name_and_limit);
  ADD ("steady-figures", test_steady_figures);
  ADD ("figures-apart", test_figures_apart);
  ADD ("two-ways", test_two_ways);
  ADD ("vector", test_vector);
  ADD ("picture", test_picture);
  g_test_add_func ("/ui/paint/scene-painter/viewport", test_viewport);

  return g_test_run ();
}
