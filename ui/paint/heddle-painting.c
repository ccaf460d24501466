/* heddle-painting.c: shapes and targets that several painters need
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-painting"

#include "heddle-painting.h"

#include <math.h>

/* @colour as a pixel of CAIRO_FORMAT_ARGB32. */
guint32
heddle_pixel_of (HeddleColour colour)
{
  double a = colour.alpha * 255;

  return (guint32) (a + 0.5) << 24 | (guint32) (colour.red * a + 0.5) << 16 | (guint32) (colour.green * a + 0.5) << 8
         | (guint32) (colour.blue * a + 0.5);
}

/* Whether @cr draws into a file of shapes, in which pictures of px would be out of place. */
gboolean
heddle_is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_PS;
}

void
heddle_path_rounded (cairo_t *cr,
                     double   x,
                     double   y,
                     double   width,
                     double   height,
                     double   radius)
{
  radius = MAX (0, MIN (radius, MIN (width, height) / 2));
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

/* Text colour that is readable on @ground. */
HeddleColour
heddle_ink_on (HeddleColour ground)
{
  if (heddle_colour_lightness (ground) > 58)
    return (HeddleColour) { 0.1, 0.1, 0.12, 1 };
  else
    return (HeddleColour) { 1, 1, 1, 1 };
}
