/* heddle-measure.h: what a probe did in a range of time, in five figures
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleFigures: of values that hold until the next sample, weighted by how long they hold */
typedef struct
{
  double mean;
  double p50, p99;
  double min, max;
} HeddleFigures;

/**
 * heddle_measure_series:
 * @series: of steps
 * @from, @to: picoseconds of simulated time; what lies outside the record is left out
 *
 * A quantile is the least value that is not exceeded for that share of the time. O(samples in the range), times their logarithm up to a
 * million; beyond that quantiles are to 1/65536 of the distance between the lowest and the highest value.
 *
 * Returns: %FALSE if the range holds no time of the record
 */
gboolean heddle_measure_series (HdRecord *record,
                                guint series,
                                HdTime from,
                                HdTime to,
                                HeddleFigures *out_figures);

/** heddle_measure_load: likewise of the rate of @link, or of how busy @node (where @link is HD_NO_ID) is, in percent, frame by frame */
gboolean heddle_measure_load (HdRecord *record,
                              guint32 link,
                              guint32 node,
                              HdTime from,
                              HdTime to,
                              HeddleFigures *out_figures);

G_END_DECLS
