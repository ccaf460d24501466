/* heddle-colour-map.c: from a value to a colour, and from bytes to a line width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-colour-map"

#include "heddle-colour-map.h"

#include <math.h>

/* Utilisation is viridis (S. van der Walt and N. Smith, matplotlib 1.5, CC0), turned so that more is further from the
 * background: perceptually uniform, readable for colour-blind people and in grey. In the dark style the darkest 13 %
 * are cut off, because they would not stand out. Differences are blue, neutral, orange: told apart with any common
 * colour blindness, symmetric in lightness. The past is utilisation with 78 % of the colour taken out, as light as that. */

#define MAX_STOPS 11

struct _HeddleColourMap
{
  double low;   /* value of the first colour; the last is at 1 */
  double first; /* share of the stops that is cut off at the lower end */
  guint n_stops;
  guint32 stops[MAX_STOPS];
};

static const HeddleColourMap maps[3][2] = {
  [HEDDLE_MAP_UTILISATION] = {
    { 0.0, 0.0, 10, { 0xbddf26, 0x7ad151, 0x44bf70, 0x22a884, 0x21918c, 0x2a788e, 0x355f8d, 0x414487, 0x482878, 0x440154 } },
    { 0.0, 0.13, 11, { 0x440154, 0x482878, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725 } },
  },
  [HEDDLE_MAP_PAST] = {
    { 0.0, 0.0, 10, { 0xcdd4ab, 0xaec1a5, 0x93ae9c, 0x7c9991, 0x6d8685, 0x607176, 0x545d67, 0x494958, 0x3d3648, 0x2c1d30 } },
    { 0.0, 0.13, 11, { 0x2c1d30, 0x3d3648, 0x494958, 0x545d67, 0x607176, 0x6d8685, 0x7c9991, 0x93ae9c, 0xaec1a5, 0xcdd4ab, 0xeae5bb } },
  },
  [HEDDLE_MAP_DIFFERENCE] = {
    { -1.0, 0.0, 7, { 0x08468f, 0x3b82cf, 0x9cc4ec, 0xc9c7c4, 0xf5bf8a, 0xe0802f, 0xa63c00 } },
    { -1.0, 0.0, 7, { 0x7db8f5, 0x4a8fdc, 0x35608f, 0x55545a, 0x8f5a2c, 0xd97f2e, 0xffb066 } },
  },
};

/**
 * heddle_colour_map_get:
 * @kind: what values mean
 * @dark: whether the background is dark
 *
 * Returns: (transfer none): the map; lives as long as the program
 */
const HeddleColourMap *
heddle_colour_map_get (HeddleMapKind kind,
                       gboolean      dark)
{
  return &maps[kind][dark ? 1 : 0];
}

static HeddleColour
from_hex (guint32 hex)
{
  return (HeddleColour) { ((hex >> 16) & 0xff) / 255.0, ((hex >> 8) & 0xff) / 255.0, (hex & 0xff) / 255.0, 1.0 };
}

/**
 * heddle_colour_map_colour:
 * @self: a map
 * @value: a value; beyond the ends of the scale the colour of the end is given
 *
 * Returns: its colour, without quantisation
 */
HeddleColour
heddle_colour_map_colour (const HeddleColourMap *self,
                          double                 value)
{
  double share = CLAMP ((value - self->low) / (1.0 - self->low), 0.0, 1.0);
  double at = (self->first + share * (1.0 - self->first)) * (self->n_stops - 1);
  guint below = MIN ((guint) at, self->n_stops - 2);

  return heddle_colour_mix (from_hex (self->stops[below]), from_hex (self->stops[below + 1]), at - below);
}

/**
 * heddle_colour_map_index:
 * @self: a map
 * @value: a value
 *
 * Returns: the nearest entry, below %HEDDLE_MAP_ENTRIES
 */
guint
heddle_colour_map_index (const HeddleColourMap *self,
                         double                 value)
{
  double share = CLAMP ((value - self->low) / (1.0 - self->low), 0.0, 1.0);

  return (guint) (share * (HEDDLE_MAP_ENTRIES - 1) + 0.5);
}

/**
 * heddle_colour_map_entry:
 * @self: a map
 * @index: below %HEDDLE_MAP_ENTRIES
 *
 * Returns: the quantised colour; the first and last entries are exactly the ends of the scale
 */
HeddleColour
heddle_colour_map_entry (const HeddleColourMap *self,
                         guint                  index)
{
  double share = index / (double) (HEDDLE_MAP_ENTRIES - 1);

  return heddle_colour_map_colour (self, self->low + share * (1.0 - self->low));
}

/**
 * heddle_link_width:
 * @bytes: what a link carried in the window shown
 * @reference_bytes: heddle_link_width_reference() of the run, above 0
 *
 * Source: own; 5 px per power of ten, so that a factor of two is just seen.
 *
 * Returns: a width in px at 100 % zoom, 1.6 to 20
 */
double
heddle_link_width (double bytes,
                   double reference_bytes)
{
  if (!(bytes > 0.0))
    return 1.6;

  return CLAMP (6.0 + 5.0 * log10 (bytes / reference_bytes), 1.6, 20.0);
}

/**
 * heddle_link_width_reference:
 * @median_bytes: median of what the links of a run carried that carried anything
 *
 * Returns: that, rounded to 1 or 3 times a power of ten; 30e9 if it is not above 0
 */
double
heddle_link_width_reference (double median_bytes)
{
  double power, mantissa;

  if (!(median_bytes > 0.0) || !isfinite (median_bytes))
    return 30e9;

  power = pow (10.0, floor (log10 (median_bytes)));
  mantissa = median_bytes / power;

  /* The borders are the geometric means: of 1 and 3, and of 3 and 10. */
  return (mantissa < sqrt (3.0) ? 1.0 : mantissa < sqrt (30.0) ? 3.0 : 10.0) * power;
}
