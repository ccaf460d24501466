/* heddle-parallel-painter.h: points of many values, each a line across as many axes
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"

G_BEGIN_DECLS

#define HEDDLE_PARALLEL_NONE G_MAXUINT

/**
 * HeddleParallelAxis:
 * @low, @high: what its ends stand for
 * @unit: as hd_figure_in () takes it
 * @words: (array zero-terminated=1) (nullable): what is written along it instead of round values
 * @values: (array) (nullable): the value of each word; without it these are 0, 1, 2, ...
 * @is_logarithmic: equal factors are equally far; both ends are above 0 then
 * @is_brushed: points that are not from @brush_low to @brush_high on it are faint
 */
typedef struct
{
  const char *title;
  double low, high;
  const char *unit;
  const char *const *words;
  const double *values;
  gboolean is_logarithmic;
  gboolean is_brushed;
  double brush_low, brush_high;
} HeddleParallelAxis;

/**
 * HeddleParallelPicture:
 * @axes: (array length=n_axes): from left to right
 * @values: (array): @n points one after the other, each with a value for every axis; NaN where it has none, and its line a gap
 * @coloured: the axis whose values are the colours of lines
 * @chosen: a point that lies on top, or %HEDDLE_PARALLEL_NONE
 */
typedef struct
{
  const HeddleParallelAxis *axes;
  guint n_axes;
  const double *values;
  guint n;
  guint coloured;
  guint chosen;
} HeddleParallelPicture;

/** HeddleParallel: lines of one picture, drawn once for each size and theme; @chosen may change, and brushes once it has forgotten what was drawn */
typedef struct _HeddleParallel HeddleParallel;

HeddleParallel *heddle_parallel_new (void);
void heddle_parallel_free (HeddleParallel *self);
void heddle_parallel_forget (HeddleParallel *self);
/** heddle_parallel_prepare: what takes long of a picture without a chosen point, at so many pixels a unit; in any thread, while nobody else has @self */
void heddle_parallel_prepare (HeddleParallel *self,
                              const HeddleParallelPicture *picture,
                              const HeddleTheme *theme,
                              double width,
                              double height,
                              double scale);
/** heddle_parallel_paint: in [0, @width] x [0, @height] */
void heddle_parallel_paint (HeddleParallel *self,
                            HeddleText *text,
                            cairo_t *cr,
                            const HeddleParallelPicture *picture,
                            const HeddleTheme *theme,
                            double width,
                            double height);
/** heddle_parallel_passes: whether a point is within all brushes */
gboolean heddle_parallel_passes (const HeddleParallelPicture *picture,
                                 guint point);
/** heddle_parallel_find_axis: the one near @x, or %HEDDLE_PARALLEL_NONE */
guint heddle_parallel_find_axis (const HeddleParallelPicture *picture,
                                 double width,
                                 double height,
                                 double x);
/** heddle_parallel_get_value: what stands at @y of an axis; beyond its ends what stands there */
double heddle_parallel_get_value (const HeddleParallelPicture *picture,
                                  guint axis,
                                  double width,
                                  double height,
                                  double y);
/** heddle_parallel_find: the point within all brushes whose line is nearest to @x, @y, if one is near; else %HEDDLE_PARALLEL_NONE */
guint heddle_parallel_find (const HeddleParallelPicture *picture,
                            double width,
                            double height,
                            double x,
                            double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleParallel, heddle_parallel_free)

G_END_DECLS
