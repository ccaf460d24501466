/* heddle-ring-painter.c: how much of something is done, as a ring
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-ring-painter"

#include "heddle-ring-painter.h"

#include <math.h>

#define WIDTH 0.13 /* of the size */

static void
paint_tick (cairo_t *cr,
            double size,
            const HeddleTheme *theme)
{
  cairo_arc (cr, size / 2, size / 2, size / 2, 0, 2 * G_PI);
  heddle_colour_set (cr, theme->success_text);
  cairo_fill (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, size * WIDTH * 0.85);
  cairo_move_to (cr, size * 0.29, size * 0.52);
  cairo_line_to (cr, size * 0.44, size * 0.67);
  cairo_line_to (cr, size * 0.71, size * 0.36);
  heddle_colour_set (cr, theme->view_bg);
  cairo_stroke (cr);
}

void
heddle_ring_paint (cairo_t *cr,
                   double size,
                   double share,
                   const HeddleTheme *theme)
{
  double width = size * WIDTH, radius = (size - width) / 2;

  cairo_save (cr);
  if (share >= 1)
    paint_tick (cr, size, theme);
  else
    {
      cairo_set_line_width (cr, width);
      cairo_arc (cr, size / 2, size / 2, radius, 0, 2 * G_PI);
      heddle_colour_set (cr, heddle_colour_with_alpha (theme->text, 0.16));
      cairo_stroke (cr);
      cairo_arc (cr, size / 2, size / 2, radius, -G_PI / 2, -G_PI / 2 + 2 * G_PI * share);
      heddle_colour_set (cr, theme->accent);
      if (share > 0)
        cairo_stroke (cr);
    }
  cairo_restore (cr);
}
