/* test-colour-map.c: ends of the scales, monotone lightness, line widths
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: more is always further from the background in lightness, and differences are symmetric about a neutral
 * middle. Open: distances between hues, which viridis' authors checked.
 */
#include "heddle-colour-map.h"

#include <math.h>

static guint
hex (HeddleColour c)
{
  return (guint) lround (c.red * 255) << 16 | (guint) lround (c.green * 255) << 8 | (guint) lround (c.blue * 255);
}

static void
test_ends (void)
{
  const HeddleColourMap *light = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, FALSE);
  const HeddleColourMap *dark = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, TRUE);
  const HeddleColourMap *difference = heddle_colour_map_get (HEDDLE_MAP_DIFFERENCE, FALSE);

  g_assert_cmphex (hex (heddle_colour_map_colour (light, 0)), ==, 0xbddf26);
  g_assert_cmphex (hex (heddle_colour_map_colour (light, 1)), ==, 0x440154);
  g_assert_cmphex (hex (heddle_colour_map_colour (light, 7)), ==, 0x440154);
  g_assert_cmphex (hex (heddle_colour_map_colour (dark, 1)), ==, 0xfde725);
  g_assert_cmphex (hex (heddle_colour_map_colour (difference, -1)), ==, 0x08468f);
  g_assert_cmphex (hex (heddle_colour_map_colour (difference, 0)), ==, 0xc9c7c4);
  g_assert_cmphex (hex (heddle_colour_map_colour (difference, 1)), ==, 0xa63c00);
  g_assert_cmpuint (heddle_colour_map_index (difference, -5), ==, 0);
  g_assert_cmpuint (heddle_colour_map_index (light, 1), ==, HEDDLE_MAP_ENTRIES - 1);
  g_assert_cmphex (hex (heddle_colour_map_entry (light, 0)), ==, 0xbddf26);
  g_assert_cmphex (hex (heddle_colour_map_entry (light, HEDDLE_MAP_ENTRIES - 1)), ==, 0x440154);
}

static void
test_lightness (void)
{
  for (guint dark = 0; dark < 2; dark++)
    {
      const HeddleColourMap *heat = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, dark);
      const HeddleColourMap *difference = heddle_colour_map_get (HEDDLE_MAP_DIFFERENCE, dark);
      double sign = dark ? 1 : -1;

      for (guint i = 1; i < HEDDLE_MAP_ENTRIES; i++)
        {
          double before = heddle_colour_lightness (heddle_colour_map_entry (heat, i - 1));
          double here = heddle_colour_lightness (heddle_colour_map_entry (heat, i));

          g_assert_cmpfloat (sign * here, >, sign * before);
        }
      /* Up to the first stop hue says more than lightness, which may then stay level. */
      for (double v = 0.02; v <= 1; v += 0.02)
        for (int side = -1; side <= 1; side += 2)
          {
            double before = heddle_colour_lightness (heddle_colour_map_colour (difference, side * (v - 0.02)));
            double here = heddle_colour_lightness (heddle_colour_map_colour (difference, side * v));

            g_assert_cmpfloat (sign * here, >, sign * before - (v < 0.35 ? 0.25 : 0.0));
          }
    }
}

static void
test_width (void)
{
  g_assert_cmpfloat (heddle_link_width (30e9, 30e9), ==, 6);
  g_assert_cmpfloat_with_epsilon (heddle_link_width (300e9, 30e9), 11, 1e-9);
  g_assert_cmpfloat (heddle_link_width (0, 30e9), ==, 1.6);
  g_assert_cmpfloat (heddle_link_width (1e30, 30e9), ==, 20);
  g_assert_cmpfloat_with_epsilon (heddle_link_width_reference (25e9), 30e9, 1);
  g_assert_cmpfloat_with_epsilon (heddle_link_width_reference (1.5e6), 1e6, 1);
  g_assert_cmpfloat_with_epsilon (heddle_link_width_reference (8e3), 1e4, 1e-6);
  g_assert_cmpfloat (heddle_link_width_reference (0), ==, 30e9);
}

/* Texts are readable: WCAG 2.1 contrast of at least 4.5 for text and 3 for what identifies a category. */
static double
luminance (HeddleColour c)
{
  double l = heddle_colour_lightness (c);

  return l > 8 ? pow ((l + 16) / 116, 3) : l * 27 / 24389;
}

static double
contrast (HeddleColour a,
          HeddleColour b)
{
  HeddleColour seen = heddle_colour_mix (b, heddle_colour_with_alpha (a, 1), a.alpha);
  double la = luminance (seen);
  double lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

static void
test_contrast (void)
{
  for (guint style = 0; style < HEDDLE_N_STYLES; style++)
    {
      const HeddleTheme *theme = heddle_theme_get (style);
      HeddleColour grounds[] = { theme->view_bg, theme->frame_bg, theme->card_bg, theme->node_fill };

      g_assert_cmpint (theme->style, ==, style);
      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          g_assert_cmpfloat (contrast (theme->text, grounds[i]), >=, 7.0);
          g_assert_cmpfloat (contrast (theme->dim, grounds[i]), >=, 4.5);
        }
      g_assert_cmpfloat (contrast (theme->accent_text, theme->view_bg), >=, 4.5);
      g_assert_cmpfloat (contrast (theme->error_text, theme->view_bg), >=, 4.5);
      g_assert_cmpfloat (contrast (theme->warning_text, theme->view_bg), >=, 4.5);
      for (guint i = 0; i < HEDDLE_N_CATEGORIES; i++)
        g_assert_cmpfloat (contrast (theme->category[i], theme->view_bg), >=, 3.0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/colour-map/ends", test_ends);
  g_test_add_func ("/ui/paint/colour-map/lightness", test_lightness);
  g_test_add_func ("/ui/paint/colour-map/width", test_width);
  g_test_add_func ("/ui/paint/theme/contrast", test_contrast);

  return g_test_run ();
}
