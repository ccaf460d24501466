/* heddle-theme.c: the colours that painters use, for light, dark and high contrast
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-theme"

#include "heddle-theme.h"

#include <math.h>

#define RGBA(hex, a)                                                                                                   \
  { (((hex) >> 16) & 0xff) / 255.0, (((hex) >> 8) & 0xff) / 255.0, ((hex) & 0xff) / 255.0, (a) }
#define RGB(hex) RGBA (hex, 1.0)
#define SPANS { RGB (0x3584e4), RGB (0xe5a50a), RGB (0x8f3b9c), RGB (0x9a9996) }

/* The named colours of libadwaita 1.2 and, where it has none, our own. */
static const HeddleTheme light = {
  .style = HEDDLE_STYLE_LIGHT,
  .dark = FALSE,
  .outline_width = 1.0,
  .view_bg = RGB (0xffffff),
  .frame_bg = RGB (0xfafafa),
  .lane_bg = RGB (0xf6f6f6),
  .card_bg = RGB (0xffffff),
  .card_edge = RGBA (0x000000, 0.15),
  .text = RGBA (0x000000, 0.80),
  .dim = RGBA (0x000000, 0.58),
  .faint = RGBA (0x000000, 0.38),
  .accent = RGB (0x3584e4),
  .accent_text = RGB (0x1a65c2),
  .accent_fg = RGB (0xffffff),
  .error = RGB (0xe01b24),
  .error_text = RGB (0xc01c28),
  .warning = RGB (0xf5c211),
  .warning_text = RGB (0x8f6400),
  .success_text = RGB (0x1b8553),
  .node_fill = RGB (0xffffff),
  .node_outline = RGB (0x9a9996),
  .idle_link = RGB (0xbdbbb8),
  .wire = RGB (0xbdbbb8),
  .grid_dot = RGB (0xdddcda),
  .grid_line = RGBA (0x000000, 0.09),
  .badge_bg = RGB (0x2e3436),
  .badge_fg = RGB (0xffffff),
  .neutral = RGB (0x8b8992),
  .playhead = RGB (0xe01b24),
  .category = { RGB (0x1a65c2), RGB (0xc64600), RGB (0x0e7c86), RGB (0x7d2f95),
                RGB (0x9a7200), RGB (0xb0275f), RGB (0x4d6b1f), RGB (0x5b5b66) },
  .span = SPANS,
};

static const HeddleTheme dark = {
  .style = HEDDLE_STYLE_DARK,
  .dark = TRUE,
  .outline_width = 1.0,
  .view_bg = RGB (0x1e1e1e),
  .frame_bg = RGB (0x222222),
  .lane_bg = RGB (0x242424),
  .card_bg = RGB (0x383838),
  .card_edge = RGBA (0x000000, 0.36),
  .text = RGBA (0xffffff, 0.92),
  .dim = RGBA (0xffffff, 0.64),
  .faint = RGBA (0xffffff, 0.40),
  .accent = RGB (0x3584e4),
  .accent_text = RGB (0x78aeed),
  .accent_fg = RGB (0xffffff),
  .error = RGB (0xe0434b),
  .error_text = RGB (0xff938c),
  .warning = RGB (0xf8e45c),
  .warning_text = RGB (0xf8e45c),
  .success_text = RGB (0x8ff0a4),
  .node_fill = RGB (0x363636),
  .node_outline = RGB (0x77767b),
  .idle_link = RGB (0x5e5c64),
  .wire = RGB (0x8b8992),
  .grid_dot = RGB (0x343434),
  .grid_line = RGBA (0xffffff, 0.10),
  .badge_bg = RGB (0xdeddda),
  .badge_fg = RGB (0x241f31),
  .neutral = RGB (0x8b8992),
  .playhead = RGB (0xff7b63),
  .category = { RGB (0x78aeed), RGB (0xffa348), RGB (0x5bc8c8), RGB (0xdc8add),
                RGB (0xe5c453), RGB (0xf08fb5), RGB (0xa9c97b), RGB (0xb5b4bd) },
  .span = SPANS,
};

/* Differ from their parents only where contrast needs it. */
static const HeddleTheme *
high_contrast (HeddleTheme       *self,
               const HeddleTheme *parent)
{
  const HeddleColour ink = parent->dark ? (HeddleColour) RGB (0xffffff) : (HeddleColour) RGB (0x000000);

  *self = *parent;
  self->style = parent->dark ? HEDDLE_STYLE_DARK_HIGH_CONTRAST : HEDDLE_STYLE_LIGHT_HIGH_CONTRAST;
  self->outline_width = 2.0;
  self->text = ink;
  self->dim = heddle_colour_with_alpha (ink, 0.85);
  self->faint = heddle_colour_with_alpha (ink, 0.65);
  self->card_edge = heddle_colour_with_alpha (ink, 0.6);
  self->node_outline = heddle_colour_mix (parent->node_outline, ink, 0.6);
  self->idle_link = heddle_colour_mix (parent->idle_link, ink, 0.45);
  self->wire = heddle_colour_mix (parent->wire, ink, 0.45);
  self->grid_line = heddle_colour_with_alpha (ink, 0.3);

  return self;
}

/**
 * heddle_theme_get:
 * @style: a style
 *
 * Returns: (transfer none): its colours; lives as long as the program
 */
const HeddleTheme *
heddle_theme_get (HeddleStyle style)
{
  static HeddleTheme contrast[2];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      high_contrast (&contrast[0], &light);
      high_contrast (&contrast[1], &dark);
      g_once_init_leave (&made, 1);
    }

  switch (style)
    {
    case HEDDLE_STYLE_DARK:
      return &dark;
    case HEDDLE_STYLE_LIGHT_HIGH_CONTRAST:
      return &contrast[0];
    case HEDDLE_STYLE_DARK_HIGH_CONTRAST:
      return &contrast[1];
    case HEDDLE_STYLE_LIGHT:
    default:
      return &light;
    }
}

/**
 * heddle_colour_mix:
 * @a: a colour
 * @b: another
 * @share: how much of @b, 0 to 1
 *
 * Returns: the colour between them, channel by channel
 */
HeddleColour
heddle_colour_mix (HeddleColour a,
                   HeddleColour b,
                   double       share)
{
  return (HeddleColour) {
    a.red + (b.red - a.red) * share,
    a.green + (b.green - a.green) * share,
    a.blue + (b.blue - a.blue) * share,
    a.alpha + (b.alpha - a.alpha) * share,
  };
}

/* @top over the opaque @ground. */
HeddleColour
heddle_colour_over (HeddleColour ground,
                    HeddleColour top)
{
  return heddle_colour_with_alpha (heddle_colour_mix (ground, top, top.alpha), 1);
}

HeddleColour
heddle_colour_with_alpha (HeddleColour colour,
                          double       alpha)
{
  colour.alpha = alpha;

  return colour;
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/**
 * heddle_colour_lightness:
 * @colour: a colour; its alpha is ignored
 *
 * Source: CIE 1976 L*, from sRGB (IEC 61966-2-1) with white D65.
 *
 * Returns: perceived lightness, 0 (black) to 100 (white)
 */
double
heddle_colour_lightness (HeddleColour colour)
{
  double y = 0.2126 * linear (colour.red) + 0.7152 * linear (colour.green) + 0.0722 * linear (colour.blue);

  return y <= 216.0 / 24389.0 ? y * 24389.0 / 27.0 : 116.0 * cbrt (y) - 16.0;
}

void
heddle_colour_set (cairo_t      *cr,
                   HeddleColour  colour)
{
  cairo_set_source_rgba (cr, colour.red, colour.green, colour.blue, colour.alpha);
}
