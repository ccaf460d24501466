/* heddle-bar-painter.c: bars of what something waited for and what served it, and what their colours stand for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-bar-painter"

#include "heddle-bar-painter.h"

#include <math.h>

#define WORDS 11.0
#define KEY 22.0
#define STRIPE 5.0

void
heddle_bar_paint (cairo_t *cr,
                  HeddleColour colour,
                  gboolean is_wait,
                  double x,
                  double y,
                  double width,
                  double height)
{
  if (!is_wait)
    {
      y += height / 4;
      height /= 2;
    }
  cairo_rectangle (cr, x, y, width, height);
  heddle_colour_set (cr, is_wait ? heddle_colour_with_alpha (colour, 0.55) : colour);
  cairo_fill (cr);
  if (!is_wait)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1.5);
  heddle_colour_set (cr, colour);
  for (double at = floor ((x - height) / STRIPE) * STRIPE; at < x + width; at += STRIPE)
    {
      cairo_move_to (cr, at, y + height);
      cairo_line_to (cr, at + height, y);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

double
heddle_bar_paint_keys (HeddleText *text,
                       cairo_t *cr,
                       const HeddleBarKey *keys,
                       guint n_keys,
                       HeddleColour words,
                       double width,
                       double top)
{
  double x = 8, y = top;

  for (guint i = 0; i < n_keys; i++)
    {
      double room;

      if (keys[i].label == NULL)
        continue;
      room = 18 + heddle_text_width (text, keys[i].label, WORDS, FALSE) + 16;
      if (x > 8 && x + room > width)
        {
          x = 8;
          y += KEY;
        }
      if (cr != NULL)
        {
          heddle_bar_paint (cr, keys[i].colour, keys[i].is_wait, x, y + 5, 13, 12);
          heddle_text_paint (text, cr, x + 18, y + 15, keys[i].label, &(HeddleTextLook){ .size = WORDS, .align = HEDDLE_TEXT_LEFT, .colour = words });
        }
      x += room;
    }
  return y + KEY - top;
}
