/* heddle-effects-painter.c: how much each of some causes has to do with what varies, as bars
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a cause has by itself is a full bar; a pale one behind it, of what it has together with others as well, shows how much it acts with them.
 */
#define G_LOG_DOMAIN "heddle-effects-painter"

#include "heddle-effects-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-plot-frame.h"

#define MARGIN 14.0
#define HEAD_FOOT 18.0 /* of the title, px from the top */
#define TOP 30.0
#define ROW 26.0
#define BAR 14.0
#define GAP 12.0
#define FIGURE 84.0 /* px of a column of shares */
#define NAME_SHARE 0.35 /* of the width, at most */
#define PALE 0.35

typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleTheme *theme;
  double names; /* right ends, px: of what is called, and of bars */
  double bars;
} Layout;

static double
find_names (const HeddleEffectsPicture *picture,
            HeddleText *text,
            double width)
{
  double most = 0;

  for (guint i = 0; i < picture->n; i++)
    most = MAX (most, heddle_text_width (text, picture->effects[i].title, HEDDLE_PLOT_WORDS, FALSE));
  return MARGIN + MIN (ceil (most), floor (NAME_SHARE * width));
}

static void
paint_bar (const Layout *self,
           double top,
           double share,
           HeddleColour colour)
{
  double left = self->names + GAP;

  if (!(share > 0)) /* estimates may be below 0 */
    return;
  cairo_rectangle (self->cr, left, top, MAX (1, round ((self->bars - left) * MIN (share, 1))), BAR);
  heddle_colour_set (self->cr, colour);
  cairo_fill (self->cr);
}

static void
paint_share (const Layout *self,
             guint column,
             double foot,
             double share)
{
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = column == 0 ? self->theme->text : self->theme->dim };
  g_autofree char *figure = isnan (share) ? g_strdup ("–") : hd_figure_percent (MAX (share, 0));

  heddle_text_paint (self->text, self->cr, self->bars + (column + 1) * FIGURE, foot, figure, &look);
}

static void
paint_effect (const Layout *self,
              const HeddleEffect *effect,
              double top)
{
  double middle = floor (top + 0.5 * ROW), foot = middle + 4;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .max_width = self->names - MARGIN, .colour = self->theme->text };

  heddle_text_paint (self->text, self->cr, self->names, foot, effect->title, &look);
  cairo_rectangle (self->cr, self->names + GAP, middle - 0.5 * BAR, self->bars - self->names - GAP, BAR);
  heddle_colour_set (self->cr, self->theme->lane_bg);
  cairo_fill (self->cr);
  paint_bar (self, middle - 0.5 * BAR, effect->together, heddle_colour_mix (self->theme->view_bg, self->theme->accent, PALE));
  paint_bar (self, middle - 0.5 * BAR, effect->alone, self->theme->accent);
  paint_share (self, 0, foot, effect->alone);
  paint_share (self, 1, foot, effect->together);
}

static void
paint_heads (const Layout *self,
             const HeddleEffectsPicture *picture)
{
  HeddleTextLook title = { .size = HEDDLE_PLOT_WORDS, .max_width = self->bars - MARGIN, .colour = self->theme->text };
  HeddleTextLook head = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .max_width = FIGURE - 4, .colour = self->theme->dim };

  heddle_text_paint (self->text, self->cr, MARGIN, HEAD_FOOT, picture->title, &title);
  for (guint i = 0; i < G_N_ELEMENTS (picture->heads); i++)
    heddle_text_paint (self->text, self->cr, self->bars + (i + 1) * FIGURE, HEAD_FOOT, picture->heads[i], &head);
}

void
heddle_effects_paint (const HeddleEffectsPicture *picture,
                      HeddleText *text,
                      cairo_t *cr,
                      const HeddleTheme *theme,
                      double width,
                      double height)
{
  Layout layout = { text, cr, theme, find_names (picture, text, width), width - MARGIN - 2 * FIGURE };
  guint n_rows = (guint) CLAMP (floor ((height - TOP) / ROW), 1, G_MAXUINT16), n = picture->n <= n_rows ? picture->n : n_rows - 1;

  paint_heads (&layout, picture);
  for (guint i = 0; i < n; i++)
    paint_effect (&layout, &picture->effects[i], TOP + i * ROW);
  if (n < picture->n)
    {
      HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = theme->dim };
      g_autofree char *rest = g_strdup_printf ("+ %u", picture->n - n);

      heddle_text_paint (text, cr, layout.names, TOP + (n + 0.5) * ROW + 4, rest, &look);
    }
}
