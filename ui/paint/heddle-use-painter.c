/* heddle-use-painter.c: how many links are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-use-painter"

#include "heddle-use-painter.h"

#include <math.h>

#include <glib/gi18n.h>
#include <heddle/hd-figure.h>

#include "heddle-colour-map.h"
#include "heddle-painting.h"

#define LEFT 16.0
#define RIGHT 16.0
#define TOP 44.0 /* with the title */
#define TITLE_FOOT 16.0
#define FOOT 24.0
#define GAP 2.0

guint
heddle_use_find_column (double share)
{
  return (guint) CLAMP (floor (share * HEDDLE_USE_COLUMNS), 0, HEDDLE_USE_COLUMNS - 1);
}

int
heddle_use_column_at (double width,
                      double height,
                      double x,
                      double y)
{
  double column = floor ((x - LEFT) / MAX (width - LEFT - RIGHT, 1) * HEDDLE_USE_COLUMNS);

  return y < 0 || y > height || column < 0 || column >= HEDDLE_USE_COLUMNS ? -1 : (int) column;
}

/**
 * heddle_use_paint:
 *
 * Paints a column for each 5 % of use, in the colour that the canvas has for it, with its count; the highest fills the height.
 */
void
heddle_use_paint (HeddleText             *text,
                  cairo_t                *cr,
                  const HeddleUsePicture *picture,
                  const HeddleTheme      *theme,
                  double                  width,
                  double                  height)
{
  const HeddleColourMap *map = heddle_colour_map_get (picture->past ? HEDDLE_MAP_PAST : HEDDLE_MAP_UTILISATION, theme->dark);
  double step = (width - LEFT - RIGHT) / HEDDLE_USE_COLUMNS, base = height - FOOT, room = MAX (base - TOP, 1);
  HeddleTextLook title_look = { .size = 11, .colour = theme->dim };
  HeddleTextLook look = { .size = 11, .align = HEDDLE_TEXT_CENTRE, .colour = theme->dim }, count_look = { .size = 11, .align = HEDDLE_TEXT_CENTRE, .colour = theme->text };
  guint most = 1;

  for (guint c = 0; c < HEDDLE_USE_COLUMNS; c++)
    most = MAX (most, picture->counts[c]);
  for (guint c = 0; c < HEDDLE_USE_COLUMNS; c++)
    {
      double tall = room * picture->counts[c] / most, x = LEFT + c * step;
      g_autofree char *count = hd_figure_count (picture->counts[c]);

      if (picture->hovered == (int) c)
        {
          cairo_rectangle (cr, x, 0, step, base);
          heddle_colour_set (cr, heddle_colour_with_alpha (theme->accent, 0.1));
          cairo_fill (cr);
        }
      if (picture->counts[c] == 0)
        continue;
      cairo_rectangle (cr, x + GAP / 2, base - MAX (tall, 1), step - GAP, MAX (tall, 1));
      heddle_colour_set (cr, heddle_colour_map_colour (map, (c + 0.5) / HEDDLE_USE_COLUMNS));
      cairo_fill (cr);
      if (heddle_text_width (text, count, count_look.size, FALSE) < step + 8)
        heddle_text_paint (text, cr, x + step / 2, base - tall - 5, count, &count_look);
    }
  title_look.max_width = width - LEFT - RIGHT;
  heddle_text_paint (text, cr, LEFT, TITLE_FOOT, _("Number of links, media and memories by their use"), &title_look);
  heddle_colour_set (cr, theme->dim);
  cairo_rectangle (cr, LEFT, base, width - LEFT - RIGHT, 1);
  cairo_fill (cr);
  for (guint percent = 0; percent <= 100; percent += 20)
    {
      g_autofree char *label = g_strdup_printf ("%u" HD_FIGURE_SPACE "%%", percent);
      double x = LEFT + (width - LEFT - RIGHT) * percent / 100;

      cairo_rectangle (cr, round (x), base, 1, 4);
      cairo_fill (cr);
      heddle_text_paint (text, cr, CLAMP (x, LEFT + 4, width - RIGHT - 8), base + 16, label, &look);
      heddle_colour_set (cr, theme->dim);
    }
}
