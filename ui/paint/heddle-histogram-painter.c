/* heddle-histogram-painter.c: how many took how long
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Labels of marks stand in a row each, so that marks may be as close as they are: a line begins below the labels of those before it.
 */
#define G_LOG_DOMAIN "heddle-histogram-painter"

#include "heddle-histogram-painter.h"

#include <math.h>

#include <heddle/hd-figure.h>

#include "heddle-plot-frame.h"

#define ROW 15.0 /* of labels of marks */
#define TOP (HEDDLE_HISTOGRAM_MARKS * ROW + 6)
#define TICK_WIDTH 70.0
#define TICK_HEIGHT 36.0
#define GAP 5.0

typedef struct
{
  HeddlePlotFrame frame;
  const HeddleHistogramPicture *picture;
} Painting;

static double
find_highest (const HeddleHistogramPicture *picture)
{
  double highest = 0;

  for (guint i = 0; i < picture->n; i++)
    highest = MAX (highest, MAX (picture->shares[i], picture->before != NULL ? picture->before[i] : 0));
  return MAX (highest, 1e-9);
}

static void
make_share_axis (double highest,
                 double height,
                 HeddleAxis *axis)
{
  heddle_axis_values (0, highest, (guint) CLAMP (height / TICK_HEIGHT, 3, 8), axis);
  for (guint i = 0; i < axis->n; i++)
    {
      g_autofree char *label = hd_figure_percent (axis->ticks[i].position);

      g_strlcpy (axis->ticks[i].label, label, sizeof axis->ticks[i].label);
    }
}

/* In cycles the ticks are numbers; in the frame they stand at their times all the same. */
static void
make_time_axis (const Painting *self,
                HeddleAxis *axis)
{
  const HeddlePlotFrame *frame = &self->frame;
  guint most = (guint) CLAMP ((frame->right - frame->left) / TICK_WIDTH, 2, 24);
  double cycle = self->picture->cycle_ps;

  if (!(cycle > 0))
    {
      heddle_axis_times ((gint64) frame->low_x, (gint64) frame->high_x, most, axis);
      return;
    }
  heddle_axis_values (frame->low_x / cycle, frame->high_x / cycle, most, axis);
  for (guint i = 0; i < axis->n; i++)
    axis->ticks[i].position *= cycle;
}

static double
column_x (const Painting *self,
          guint column)
{
  return heddle_plot_frame_x (&self->frame, self->picture->first_ps + column * self->picture->step_ps);
}

static void
paint_columns (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  double gap = column_x (self, 1) - column_x (self, 0) > 4 ? 1 : 0;

  for (guint i = 0; i < self->picture->n; i++)
    {
      double from = column_x (self, i), to = column_x (self, i + 1) - gap, y = heddle_plot_frame_y (frame, self->picture->shares[i]);

      if (self->picture->shares[i] > 0) /* a single one among many is seen */
        cairo_rectangle (frame->cr, from, MIN (y, frame->bottom - 1), to - from, MAX (frame->bottom - y, 1));
    }
  heddle_colour_set (frame->cr, heddle_colour_with_alpha (frame->theme->accent, 0.7));
  cairo_fill (frame->cr);
}

/* A band from top to bottom, so that low columns stand out as well, and the whole column. */
static void
paint_selected (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  guint column = self->picture->selected - 1;
  double from, width;

  if (self->picture->selected == 0)
    return;
  from = column_x (self, column);
  width = MAX (column_x (self, column + 1) - from, 2);
  cairo_rectangle (frame->cr, from - 1, frame->top, width + 2, frame->bottom - frame->top);
  heddle_colour_set (frame->cr, heddle_colour_with_alpha (frame->theme->accent, 0.22));
  cairo_fill (frame->cr);
  cairo_rectangle (frame->cr, from, MIN (heddle_plot_frame_y (frame, self->picture->shares[column]), frame->bottom - 2), width,
                   MAX (frame->bottom - heddle_plot_frame_y (frame, self->picture->shares[column]), 2));
  heddle_colour_set (frame->cr, frame->theme->accent);
  cairo_fill (frame->cr);
}

static void
paint_before (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;

  if (self->picture->before == NULL)
    return;
  for (guint i = 0; i < self->picture->n; i++)
    {
      double y = heddle_plot_frame_y (frame, self->picture->before[i]);

      cairo_line_to (frame->cr, column_x (self, i), y);
      cairo_line_to (frame->cr, column_x (self, i + 1), y);
    }
  cairo_set_line_width (frame->cr, 1.5);
  cairo_set_line_join (frame->cr, CAIRO_LINE_JOIN_ROUND);
  heddle_colour_set (frame->cr, frame->theme->neutral);
  cairo_stroke (frame->cr);
}

static void
paint_line (const Painting *self,
            double time_ps,
            double top,
            gboolean dashed,
            HeddleColour colour)
{
  static const double dashes[] = { 3, 3 };
  cairo_t *cr = self->frame.cr;
  double x = floor (heddle_plot_frame_x (&self->frame, time_ps)) + 0.5;

  cairo_save (cr);
  if (dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 1);
  heddle_colour_set (cr, colour);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x, self->frame.bottom);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* At the right of its line, or at the left where there is no room. */
static void
paint_label (const Painting *self,
             double time_ps,
             double y,
             const char *label)
{
  const HeddlePlotFrame *frame = &self->frame;
  double x = heddle_plot_frame_x (frame, time_ps), width = heddle_text_width (frame->text, label, HEDDLE_PLOT_WORDS, TRUE);
  gboolean fits = x + GAP + width <= frame->right;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = fits ? HEDDLE_TEXT_LEFT : HEDDLE_TEXT_RIGHT, .bold = TRUE, .colour = frame->theme->text };

  cairo_rectangle (frame->cr, fits ? x + GAP - 2 : x - GAP - width - 2, y + 1, width + 4, ROW - 2);
  heddle_colour_set (frame->cr, frame->theme->view_bg);
  cairo_fill (frame->cr);
  heddle_text_paint (frame->text, frame->cr, fits ? x + GAP : x - GAP, y + ROW - 4, label, &look);
}

static void
paint_marks (const Painting *self)
{
  for (guint i = 0; i < HEDDLE_HISTOGRAM_MARKS && self->picture->before != NULL; i++)
    paint_line (self, self->picture->marks_before_ps[i], self->frame.top, TRUE, self->frame.theme->neutral);
  for (guint i = 0; i < HEDDLE_HISTOGRAM_MARKS; i++)
    paint_line (self, self->picture->marks[i].time_ps, i * ROW + 2, FALSE, self->frame.theme->text);
  for (guint i = 0; i < HEDDLE_HISTOGRAM_MARKS; i++)
    paint_label (self, self->picture->marks[i].time_ps, i * ROW, self->picture->marks[i].label);
}

static void
paint_rest (const Painting *self)
{
  const HeddlePlotFrame *frame = &self->frame;
  HeddleTextLook look = { .size = HEDDLE_PLOT_WORDS, .align = HEDDLE_TEXT_RIGHT, .colour = frame->theme->dim };

  if (self->picture->rest != NULL)
    heddle_text_paint (frame->text, frame->cr, frame->right, frame->bottom - 8, self->picture->rest, &look);
}

/* Without the axis of times. */
static void
lay_out (Painting *self,
         double width,
         double height,
         HeddleAxis *out_shares)
{
  self->frame.low_x = self->picture->first_ps;
  self->frame.high_x = self->picture->first_ps + self->picture->n * self->picture->step_ps;
  self->frame.high_y = find_highest (self->picture) * 1.03;
  make_share_axis (self->frame.high_y, height - TOP, out_shares);
  heddle_plot_frame_inset (&self->frame, width, height, TOP, out_shares);
}

void
heddle_histogram_paint (HeddleText *text,
                        cairo_t *cr,
                        const HeddleHistogramPicture *picture,
                        const HeddleTheme *theme,
                        double width,
                        double height)
{
  Painting self = { { text, cr, theme }, picture };
  HeddleAxis shares, times;

  lay_out (&self, width, height, &shares);
  make_time_axis (&self, &times);
  cairo_save (cr);
  heddle_plot_frame_paint (&self.frame, &times, &shares);
  cairo_new_path (cr);
  paint_columns (&self);
  paint_selected (&self);
  paint_before (&self);
  paint_marks (&self);
  paint_rest (&self);
  cairo_restore (cr);
}

guint
heddle_histogram_find (HeddleText *text,
                       const HeddleHistogramPicture *picture,
                       double width,
                       double height,
                       double x)
{
  Painting self = { { text, NULL, NULL }, picture };
  HeddleAxis shares;
  double column;

  lay_out (&self, width, height, &shares);
  column = (x - self.frame.left) / (self.frame.right - self.frame.left) * picture->n;
  return column >= 0 && column < picture->n ? (guint) column + 1 : 0;
}
