/* hd-threshold.h: how much a metric may differ between two runs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-comparison.h>

G_BEGIN_DECLS

/** HdThresholdOrder: how the difference stands to the bound */
typedef enum
{
  HD_THRESHOLD_LESS,
  HD_THRESHOLD_AT_MOST,
  HD_THRESHOLD_MORE,
  HD_THRESHOLD_AT_LEAST,
} HdThresholdOrder;

/** HdThreshold: @metric: its name; @bound: as written: @value, and @unit, which may be "%" or "points" or end what hd_quantity_parse () takes */
typedef struct
{
  char *metric;
  HdThresholdOrder order;
  char *bound;
  double value;
  char *unit;
} HdThreshold;

/**
 * hd_threshold_parse:
 * @text: METRIC < BOUND, or with <=, > or >=: `throughput < -2 %`, `time_total > 5 ms`, `busy < -3 points`
 *
 * What is held against the bound is by how much the metric of the second run is more than that of the first. A bound in percent is a share of the
 * first; one in points is of a metric that is in percent itself; any other has the metric's unit, or one of its dimension.
 *
 * Errors: %HD_ERROR_SYNTAX.
 */
gboolean hd_threshold_parse (const char *text,
                             HdThreshold *out_threshold,
                             GError **error);
/** hd_threshold_clear: frees what it holds, not itself; one of zeros holds nothing */
void hd_threshold_clear (HdThreshold *self);
/**
 * hd_threshold_check:
 * @out_holds: whether the metric differs so
 *
 * Errors: %HD_ERROR_NAME if not both runs have the metric; %HD_ERROR_DIMENSION if the bound is of another kind.
 */
gboolean hd_threshold_check (const HdThreshold *self,
                             const HdComparison *comparison,
                             gboolean *out_holds,
                             GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdThreshold, hd_threshold_clear)

G_END_DECLS
