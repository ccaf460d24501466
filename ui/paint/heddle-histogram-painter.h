/* heddle-histogram-painter.h: how many took how long
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

/** HeddleHistogramMark: a time that stands out, and what it is called; in ascending order, @label is borrowed */
typedef struct
{
  double time_ps;
  const char *label;
} HeddleHistogramMark;

#define HEDDLE_HISTOGRAM_MARKS 3

/**
 * HeddleHistogramPicture:
 * @shares: (array length=n): of all, that lie in each column
 * @before: (array length=n) (nullable): likewise, of what it is compared with
 * @first_ps, @step_ps: where the first column begins, and how wide each is
 * @cycle_ps: how long one is where the axis counts cycles, else 0
 * @rest: (nullable): what is said of those beyond the last column
 * @selected: number of the column that stands out, from 1, or 0
 */
typedef struct
{
  const double *shares;
  const double *before;
  guint n;
  double first_ps;
  double step_ps;
  double cycle_ps;
  HeddleHistogramMark marks[HEDDLE_HISTOGRAM_MARKS];
  double marks_before_ps[HEDDLE_HISTOGRAM_MARKS];
  const char *rest;
  guint selected;
} HeddleHistogramPicture;

/** heddle_histogram_paint: in [0, @width] x [0, @height] */
void heddle_histogram_paint (HeddleText *text,
                             cairo_t *cr,
                             const HeddleHistogramPicture *picture,
                             const HeddleTheme *theme,
                             double width,
                             double height);
/** heddle_histogram_find: the column at @x, from 1; 0 where there is none */
guint heddle_histogram_find (HeddleText *text,
                             const HeddleHistogramPicture *picture,
                             double width,
                             double height,
                             double x);

G_END_DECLS
