/* heddle-sketch-painter.h: what somebody expects, drawn by hand, and what is so
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/**
 * HeddleSketchPicture:
 * @labels: (array length=n): under the columns
 * @drawn: (array length=n): the hand's, in the unit; NaN where it has drawn nothing yet
 * @right: (array length=n) (nullable): what is so, once that may be seen
 * @top: of the scale, which begins at 0
 * @unit: (nullable): as hd_figure_in () takes it
 * @focus: the column that keys move, or -1
 */
typedef struct
{
  const char *const *labels;
  const double *drawn;
  const double *right;
  guint n;
  double top;
  const char *unit;
  int focus;
} HeddleSketchPicture;

/** heddle_sketch_paint: in [0, @width] x [0, @height] */
void heddle_sketch_paint (HeddleText *text,
                          cairo_t *cr,
                          const HeddleSketchPicture *picture,
                          const HeddleTheme *theme,
                          double width,
                          double height);
/** heddle_sketch_find: which column a place is in, and the value at its height, within the scale */
guint heddle_sketch_find (HeddleText *text,
                          const HeddleSketchPicture *picture,
                          double width,
                          double height,
                          double x,
                          double y,
                          double *out_value);

G_END_DECLS
