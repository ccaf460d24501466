/* heddle-plot-frame.c: the axes of a plot that has a value on each
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-plot-frame"

#include "heddle-plot-frame.h"

#include <math.h>

#define RIGHT 16.0
#define BOTTOM 20.0
#define GAP 6.0 /* between labels and what they are of */
#define MARK 3.0 /* px of a tick below the axis */

static double
place (double value,
       double low,
       double high,
       double from,
       double to)
{
  return high > low ? from + (to - from) * (value - low) / (high - low) : (from + to) / 2;
}

double
heddle_plot_frame_x (const HeddlePlotFrame *self,
                     double value)
{
  return place (value, self->low_x, self->high_x, self->left, self->right);
}

double
heddle_plot_frame_y (const HeddlePlotFrame *self,
                     double value)
{
  return place (value, self->low_y, self->high_y, self->bottom, self->top);
}

void
heddle_plot_frame_inset (HeddlePlotFrame *self,
                         double width,
                         double height,
                         double top,
                         const HeddleAxis *y)
{
  double widest = 0;

  for (guint i = 0; i < y->n; i++)
    widest = MAX (widest, heddle_text_width (self->text, y->ticks[i].label, HEDDLE_PLOT_WORDS, FALSE));
  self->left = ceil (widest) + 2 * GAP;
  self->right = MAX (self->left + 1, width - RIGHT);
  self->top = top;
  self->bottom = MAX (top + 1, height - BOTTOM);
}

void
heddle_plot_frame_words (const HeddlePlotFrame *self,
                         double x,
                         double y,
                         const char *text,
                         gboolean bold,
                         HeddleColour colour)
{
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_CENTRE, .bold = bold, .colour = colour };
  double half = heddle_text_width (self->text, text, HEDDLE_PLOT_WORDS, bold) / 2;

  heddle_text_paint (self->text, self->cr, CLAMP (x, self->left + half, MAX (self->left + half, self->right - half)), y, text, &look);
}

static void
paint_y (const HeddlePlotFrame *self,
         const HeddleAxis *axis)
{
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = self->theme->dim };

  cairo_set_line_width (self->cr, 1);
  heddle_colour_set (self->cr, self->theme->grid_line);
  for (guint i = 0; i < axis->n; i++)
    {
      double y = floor (heddle_plot_frame_y (self, axis->ticks[i].position)) + 0.5;

      cairo_move_to (self->cr, self->left, y);
      cairo_line_to (self->cr, self->right, y);
      cairo_stroke (self->cr);
    }
  for (guint i = 0; i < axis->n; i++)
    heddle_text_paint (self->text, self->cr, self->left - GAP, floor (heddle_plot_frame_y (self, axis->ticks[i].position)) + 4, axis->ticks[i].label, &look);
}

static double
get_tick_x (const HeddlePlotFrame *self,
            const HeddleAxis *axis,
            guint tick)
{
  return heddle_plot_frame_x (self, (double) axis->origin_ps + axis->ticks[tick].position);
}

/* Each tick has its mark; labels that would touch the one before are left out. */
static void
paint_x (const HeddlePlotFrame *self,
         const HeddleAxis *axis)
{
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_CENTRE, .colour = self->theme->dim };
  double taken = -INFINITY;

  for (guint i = 0; i < axis->n; i++)
    {
      cairo_move_to (self->cr, floor (get_tick_x (self, axis, i)) + 0.5, self->bottom);
      cairo_rel_line_to (self->cr, 0, MARK);
    }
  cairo_set_line_width (self->cr, 1);
  heddle_colour_set (self->cr, self->theme->dim);
  cairo_stroke (self->cr);
  for (guint i = 0; i < axis->n; i++)
    {
      double half = heddle_text_width (self->text, axis->ticks[i].label, HEDDLE_PLOT_WORDS, FALSE) / 2;
      double x = MIN (get_tick_x (self, axis, i), self->right + RIGHT - half);

      if (x - half < taken + GAP)
        continue;
      heddle_text_paint (self->text, self->cr, x, self->bottom + 15, axis->ticks[i].label, &look);
      taken = x + half;
    }
}

void
heddle_plot_frame_paint (const HeddlePlotFrame *self,
                         const HeddleAxis *x,
                         const HeddleAxis *y)
{
  cairo_new_path (self->cr);
  paint_y (self, y);
  cairo_new_path (self->cr);
  paint_x (self, x);
}
