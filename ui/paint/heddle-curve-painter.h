/* heddle-curve-painter.h: measured points over a value, with their intervals of confidence, as curves or as clouds
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleCurvePoint: @half: of its interval of confidence, or 0; @is_hollow: is to be doubted; @is_marked: has a ring around it */
typedef struct
{
  double x, y, half;
  gboolean is_hollow;
  gboolean is_marked;
} HeddleCurvePoint;

/* Of a curve that is by itself, and of what others are held against. */
#define HEDDLE_CURVE_ACCENT (-1)
#define HEDDLE_CURVE_NEUTRAL (-2)

/**
 * HeddleCurve:
 * @points: (array length=n): in the order of @x if they are joined
 * @category: of its colour; those beyond %HEDDLE_N_CATEGORIES have the same colours again, with dashes; or %HEDDLE_CURVE_ACCENT, %HEDDLE_CURVE_NEUTRAL
 * @title: (nullable): in the key, which is there if any curve has one
 * @is_joined: by lines
 * @is_line: has no dots
 * @is_foreign: comes from elsewhere: squares that stand on a corner, without lines, which are no points to be found
 */
typedef struct
{
  const HeddleCurvePoint *points;
  guint n;
  int category;
  const char *title;
  gboolean is_joined;
  gboolean is_line;
  gboolean is_foreign;
} HeddleCurve;

/**
 * HeddleCurvePicture:
 * @curves: (array length=n_curves): the last one lies on top
 * @low_x, @high_x: ends of the axis, whatever there are points of yet
 * @is_logarithmic: the axis of @y; only points above 0 are then seen
 * @is_x_logarithmic: likewise
 * @x_words: (array zero-terminated=1) (nullable): what is written along the axis of @x instead of round values
 * @x_values: (array) (nullable): in ascending order the @x of each word; without it these are 0, 1, 2, ...
 * @key_title: (nullable): above the key: what its titles are values of
 * @title: what is over what
 * @x_unit, @y_unit: as hd_figure_in () takes them
 */
typedef struct
{
  const HeddleCurve *curves;
  guint n_curves;
  double low_x, high_x;
  gboolean is_logarithmic;
  gboolean is_x_logarithmic;
  const char *const *x_words;
  const double *x_values;
  const char *key_title;
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
/** heddle_curve_find: the point that is nearest to @x, @y, if one is near; those of lines are none */
gboolean heddle_curve_find (HeddleText *text,
                            const HeddleCurvePicture *picture,
                            double width,
                            double height,
                            double x,
                            double y,
                            guint *out_curve,
                            guint *out_point);

G_END_DECLS
