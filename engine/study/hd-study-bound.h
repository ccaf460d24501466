/* hd-study-bound.h: a value of a metric, as people write it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/**
 * hd_study_bound_parse:
 * @out_value: in the unit of @metric, which may be a word that no quantity has: "120 batch/s", "80 %"
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_DIMENSION.
 */
gboolean hd_study_bound_parse (const char *text,
                               const HdMetric *metric,
                               double *out_value,
                               GError **error);

G_END_DECLS
