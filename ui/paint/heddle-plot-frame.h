/* heddle-plot-frame.h: the axes of a plot that has a value on each
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-axis.h"
#include "heddle-text.h"

G_BEGIN_DECLS

#define HEDDLE_PLOT_WORDS 11.0 /* px, of all that is written */

/** HeddlePlotFrame: @left to @bottom: of the area inside the axes, px; @low_x to @high_y: what its edges stand for */
typedef struct
{
  HeddleText *text;
  cairo_t *cr;
  const HeddleTheme *theme;
  double left, top, right, bottom;
  double low_x, high_x, low_y, high_y;
} HeddlePlotFrame;

double heddle_plot_frame_x (const HeddlePlotFrame *self,
                            double value);
double heddle_plot_frame_y (const HeddlePlotFrame *self,
                            double value);
/** heddle_plot_frame_inset: from @width x @height: leaves @top px, room for the labels of @y at the left, and for those of an axis below */
void heddle_plot_frame_inset (HeddlePlotFrame *self,
                              double width,
                              double height,
                              double top,
                              const HeddleAxis *y);
/** heddle_plot_frame_paint: grid lines at the ticks of @y, and the labels of both */
void heddle_plot_frame_paint (const HeddlePlotFrame *self,
                              const HeddleAxis *x,
                              const HeddleAxis *y);
/** heddle_plot_frame_words: whose foot is at @y; kept inside of the area's left and right ends */
void heddle_plot_frame_words (const HeddlePlotFrame *self,
                              double x,
                              double y,
                              const char *text,
                              gboolean bold,
                              HeddleColour colour);

G_END_DECLS
