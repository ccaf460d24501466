/* test-scene-far.c: what is left of nodes, names and figures where they are small
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a box says what its card says, by colour where there is no room for words; a name is there as a whole or not at all, and lies on nothing that
 * is read; a field of small things keeps the heat of what is in it. Open: looks, which are compared by eye.
 */
#include <string.h>

#include "paint-fixture.h"

/* Far out nodes are plain rectangles, by Cairo for few and by the raster for many: the same but for rounding. What is selected lies above. */
static void
test_boxes (PaintFixture *f,
            gconstpointer data)
{
  const guint states[] = { 0, HEDDLE_STATE_FADED, HEDDLE_STATE_SELECTED };
  g_autofree guint *few = g_new (guint, PAINT_FIXTURE_SIZE * PAINT_FIXTURE_SIZE);

  for (guint crowd = 0; crowd < 2; crowd++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      for (guint i = 0; i < 30; i++)
        paint_fixture_add_node (scene, 40 + 87.3 * i, 100 + 61.7 * (i % 7), states[i % G_N_ELEMENTS (states)]);
      for (guint i = 0; i < (crowd ? 600 : 1); i++)
        paint_fixture_add_node (scene, 1500, 1300, 0);
      paint_fixture_add_node (scene, 1510, 1310, HEDDLE_STATE_SELECTED);
      paint_fixture_add_node (scene, 1515, 1320, 0);
      paint_fixture_paint (f, scene, 0.13, NULL);
      for (guint i = 0; i < PAINT_FIXTURE_SIZE * PAINT_FIXTURE_SIZE; i++)
        if (crowd)
          paint_fixture_assert_near (paint_fixture_pixel (f, (int) i % PAINT_FIXTURE_SIZE, (int) i / PAINT_FIXTURE_SIZE), few[i]);
        else
          few[i] = paint_fixture_pixel (f, (int) i % PAINT_FIXTURE_SIZE, (int) i / PAINT_FIXTURE_SIZE);
    }
  g_assert_cmpuint (paint_fixture_count (f, heddle_theme_get (HEDDLE_STYLE_LIGHT)->accent), >, 40);
}

/* A small card has its subtitle whole or not at all: three letters of it say less than its symbol. */
static void
test_small_card (PaintFixture *f,
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
      paint_fixture_paint (f, scene, 1, NULL);
      for (int y = 74; y < 102; y++)
        for (int x = 68; x < 132; x++)
          n_dark[i] += paint_fixture_apart (paint_fixture_pixel (f, x, y), paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill)) > 60;
    }
  g_assert_cmpuint (n_dark[1], >, n_dark[0]);
  g_assert_cmpuint (n_dark[2], ==, n_dark[0]);
}

/* A link that runs behind a node shows on it, but not on the nodes that it joins. */
static void
test_hidden (PaintFixture *f,
             gconstpointer data)
{
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  guint32 ends[2] = { paint_fixture_add_node (scene, 100, 60, 0), paint_fixture_add_node (scene, 100, 340, 0) };
  guint fill = paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill), n_marked[3] = { 0 };
  HeddleSceneLink link = { .from = { HEDDLE_NO_INDEX, ends[0] }, .to = { HEDDLE_NO_INDEX, ends[1] }, .heat = HEDDLE_HEAT_NO_RUN };

  paint_fixture_add_node (scene, 100, 200, 0);
  heddle_scene_add_link (scene, &link);
  paint_fixture_paint (f, scene, 1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (n_marked); i++)
    for (int y = 60 + 140 * (int) i + 10; y < 60 + 140 * (int) i + 20; y++)
      n_marked[i] += paint_fixture_pixel (f, 100, y) != fill;
  g_assert_cmpuint (n_marked[0], ==, 0);
  g_assert_cmpuint (n_marked[1], >, 2);
  g_assert_cmpuint (n_marked[1], <, 10); /* dashes */
  g_assert_cmpuint (n_marked[2], ==, 0);
}

/* Far out a switch is told from what it joins, and with heat what is busy from what is idle; few and many alike. */
static void
test_box_meaning (PaintFixture *f,
                  gconstpointer data)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleColourMap *scale = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  HeddlePaintOptions heat = HEDDLE_PAINT_OPTIONS_INIT;

  heat.heat = HEDDLE_HEAT_UTILISATION;
  for (guint crowd = 0; crowd < 2; crowd++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();
      guint forwards = paint_fixture_add_node (scene, 400, 200, 0), busy = paint_fixture_add_node (scene, 600, 200, 0);

      paint_fixture_add_node (scene, 200, 200, 0);
      heddle_scene_node (scene, forwards)->forwards = TRUE;
      heddle_scene_node (scene, busy)->busy = 1;
      for (guint i = 0; i < (crowd ? 600 : 0); i++)
        paint_fixture_add_node (scene, 2500, 2300, 0);
      paint_fixture_paint (f, scene, 0.15, NULL);
      paint_fixture_assert_near (paint_fixture_pixel (f, 30, 30), paint_fixture_hex (theme->node_fill));
      g_assert_cmpuint (paint_fixture_pixel (f, 26, 30), !=, paint_fixture_hex (theme->node_fill)); /* its outline */
      g_assert_cmpint (paint_fixture_apart (paint_fixture_pixel (f, 60, 30), paint_fixture_hex (theme->node_fill)), >, 100);
      paint_fixture_assert_near (paint_fixture_pixel (f, 90, 30), paint_fixture_hex (theme->node_fill)); /* nothing is shown of loads */
      heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, forwards }, .to = { HEDDLE_NO_INDEX, busy }, .heat = 0.5 });
      heddle_scene_add_link (scene, &(HeddleSceneLink) { .from = { HEDDLE_NO_INDEX, busy }, .to = { HEDDLE_NO_INDEX, forwards }, .heat = 0.2 });
      paint_fixture_paint (f, scene, 0.15, &heat);
      paint_fixture_assert_near (paint_fixture_pixel (f, 60, 30), paint_fixture_hex (heddle_colour_map_entry (scale, heddle_colour_map_index (scale, 0.5))));
      paint_fixture_assert_near (paint_fixture_pixel (f, 30, 30), paint_fixture_hex (theme->node_fill));
      paint_fixture_assert_near (paint_fixture_pixel (f, 90, 30), paint_fixture_hex (heddle_colour_map_entry (scale, HEDDLE_MAP_ENTRIES - 1)));
    }
}

/* A link's label gives way to a node that stands where it would be; where there is no room, it is left out. */
static void
test_label (PaintFixture *f,
            gconstpointer data)
{
  const HeddlePaintOptions options = { .heat = HEDDLE_HEAT_OFF };
  gsize length = (gsize) cairo_image_surface_get_stride (f->surface) * PAINT_FIXTURE_SIZE;

  for (guint crowded = 0; crowded < 3; crowded++)
    {
      g_autofree guint8 *without = NULL;
      guint n_changed = 0;

      for (guint labelled = 0; labelled < 2; labelled++)
        {
          g_autoptr (HeddleScene) scene = heddle_scene_new ();
          HeddleSceneLink link = { .heat = HEDDLE_HEAT_NO_RUN, .label = labelled ? "a wire of 10 GB/s" : NULL };

          link.from = (HeddleSceneEnd) { HEDDLE_NO_INDEX, paint_fixture_add_node (scene, 200, 40, 0) };
          link.to = (HeddleSceneEnd) { HEDDLE_NO_INDEX, paint_fixture_add_node (scene, 200, 360, 0) };
          heddle_scene_add_link (scene, &link);
          for (guint i = 0; crowded == 2 && i < 8; i++)
            paint_fixture_add_node (scene, 140 + 120 * (i % 2), 110 + 54 * (i / 2), 0);
          if (crowded == 1)
            paint_fixture_add_node (scene, 260, 200, 0);
          cairo_surface_flush (f->surface);
          memset (cairo_image_surface_get_data (f->surface), 0, length);
          cairo_surface_mark_dirty (f->surface);
          paint_fixture_paint (f, scene, 1, &options);
          if (!labelled)
            without = g_memdup2 (cairo_image_surface_get_data (f->surface), length);
        }
      for (int y = 0; y < PAINT_FIXTURE_SIZE; y++)
        for (int x = 0; x < PAINT_FIXTURE_SIZE; x++)
          if (paint_fixture_pixel (f, x, y) != (((const guint32 *) (gpointer) without)[y * PAINT_FIXTURE_SIZE + x] & 0xffffff))
            {
              n_changed++;
              g_assert_false (crowded == 1 && x > 200);
            }
      g_assert_cmpint (n_changed > 0, ==, crowded < 2);
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
nearest (PaintFixture *f,
         int x,
         int y,
         int around,
         HeddleColour colour)
{
  int least = 255;

  for (int j = MAX (y - around, 0); j < MIN (y + around, PAINT_FIXTURE_SIZE); j++)
    for (int i = MAX (x - around, 0); i < MIN (x + around, PAINT_FIXTURE_SIZE); i++)
      least = MIN (least, paint_fixture_apart (paint_fixture_pixel (f, i, j), paint_fixture_hex (colour)));

  return least;
}

/* Far out what cannot be told apart is a field, in which the one that is hot stays hot where it is; the array has its name. Nearer, links are links. */
static void
test_field (PaintFixture *f,
            gconstpointer data)
{
  g_autoptr (HeddleScene) scene = make_field (30);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  guint n_ink = 0;

  options.heat = HEDDLE_HEAT_UTILISATION;
  options.pills = 0;
  paint_fixture_paint (f, scene, 0.1, &options); /* 5 px each; the hot one is at 205, 200 */
  g_assert_cmpint (nearest (f, 205, 200, 8, heddle_colour_map_colour (map, 1)), <, 30);
  g_assert_cmpint (nearest (f, 100, 100, 8, heddle_colour_map_colour (map, 0.1)), <, 12);
  g_assert_cmpint (nearest (f, 100, 100, 8, heddle_colour_map_colour (map, 1)), >, 60);
  paint_fixture_assert_near (paint_fixture_pixel (f, 20, 200), paint_fixture_hex (theme->view_bg)); /* there is nothing */

  for (int y = 32; y < 48; y++)
    for (int x = 45; x < 85; x++)
      n_ink += paint_fixture_apart (paint_fixture_pixel (f, x, y), paint_fixture_hex (theme->text)) < 60;
  g_assert_cmpuint (n_ink, >, 10); /* "host", above */

  paint_fixture_paint (f, scene, 0.2, &options);
  g_assert_cmpint (paint_fixture_apart (paint_fixture_pixel (f, 205, 110), paint_fixture_hex (theme->view_bg)), <, 4); /* between rows */
}

/* A card that is too small for its name as it was drawn has it as large as can be read, and the same in all of its array. */
static void
test_small_names (PaintFixture *f,
                  gconstpointer data)
{
  const char *const names[] = { "a", "host[10]", "a name much too long for it" };
  guint n_ink[G_N_ELEMENTS (names)] = { 0 };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autoptr (HeddleScene) scene = heddle_scene_new ();

      heddle_scene_add_node (scene, &(HeddleSceneNode) { .x = 500, .y = 500, .width = 110, .height = 60, .layout = HEDDLE_NODE_CARD, .symbol = -1,
                                                         .category = -1, .name = names[k], .busy = -1 });
      paint_fixture_paint (f, scene, 0.4, NULL);
      for (int y = 191; y < 209; y++)
        for (int x = 181; x < 219; x++)
          n_ink[k] += paint_fixture_apart (paint_fixture_pixel (f, x, y), paint_fixture_hex (heddle_theme_get (HEDDLE_STYLE_LIGHT)->node_fill)) > 120;
    }
  g_assert_cmpuint (n_ink[0], >, 5);
  g_assert_cmpuint (n_ink[1], >, n_ink[0]);
  g_assert_cmpuint (n_ink[2], ==, 0); /* it stands below */
}

/* The figure of what all share, on the lower edge, does not cover the name above it. */
static void
test_name_and_limit (PaintFixture *f,
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
      paint_fixture_paint (f, scene, 0.61, &options);
      for (int i = 0; i < 50 * 40; i++)
        if (!named)
          without[i] = paint_fixture_pixel (f, 280 + i % 50, 285 + i / 50);
        else if (paint_fixture_apart (paint_fixture_pixel (f, 280 + i % 50, 285 + i / 50), without[i]) > 60)
          {
            n_ink++;
            n_touching += 285 + i / 50 == 314; /* the figure begins in the row below */
          }
    }
  g_assert_cmpuint (n_ink, >, 40);
  g_assert_cmpuint (n_touching, ==, 0);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/ui/paint/scene-far/" name, PaintFixture, NULL, paint_fixture_set_up, func, paint_fixture_tear_down)
  ADD ("boxes", test_boxes);
  ADD ("box-meaning", test_box_meaning);
  ADD ("hidden", test_hidden);
  ADD ("small-card", test_small_card);
  ADD ("label", test_label);
  ADD ("field", test_field);
  ADD ("small-names", test_small_names);
  ADD ("name-and-limit", test_name_and_limit);

  return g_test_run ();
}
