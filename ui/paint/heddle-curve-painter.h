/* heddle-curve-painter.h: measured points over a value, with their intervals of confidence
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleCurvePoint: @half: of its interval of confidence, or 0; @is_hollow: is to be doubted */
typedef struct
{
  double x, y, half;
  gboolean is_hollow;
} HeddleCurvePoint;

/**
 * HeddleCurvePicture:
 * @points, @before: (array): in the order of @x; the second may be none, and are what the first are compared with
 * @low_x, @high_x: ends of the axis, whatever there are points of yet
 * @is_logarithmic: the axis of @y; only points above 0 are then seen
 * @title: what is over what
 * @x_unit, @y_unit: as hd_figure_in () takes them
 */
typedef struct
{
  const HeddleCurvePoint *points;
  guint n_points;
  const HeddleCurvePoint *before;
  guint n_before;
  double low_x, high_x;
  gboolean is_logarithmic;
  const char *title;
  const char *x_unit;
  const char *y_unit;
} HeddleCurvePicture;

/** heddle_curve_paint: in [0, @width] x [0, @height] */
void heddle_curve_paint (HeddleText *text,
                         cairo_t *cr,
                         const HeddleCurvePicture *picture,
                         const HeddleTheme *theme,
                         double width,
                         double height);

G_END_DECLS
