/* hd-figure.h: numbers as people read them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include <heddle/hd-quantity.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/* What a window shows is made here; what is read back (files, tables, JSON, entries) by hd_quantity_format(). Figures have a
 * true minus sign, a micro sign, and powers of ten instead of an exponent; a number is never parted from its unit. */

/** HD_FIGURE_SPACE: what stands between a number and its unit: a narrow space at which no line breaks */
#define HD_FIGURE_SPACE "\342\200\257"

/**
 * hd_figure_format:
 * @quantity: in SI units of its dimension
 * @digits: significant digits, 1 to 17; 3 or 4 are read at a glance
 *
 * With the SI prefix that suits: "12.5 GB/s", "5 µs", "1.12 Mflit". Whole plain numbers have all their digits: "4,096".
 *
 * Returns: (transfer full): the figure; "–" for what is not a number, "∞" for infinity
 */
char *hd_figure_format (HdQuantity quantity,
                        int digits);

/**
 * hd_figure_in:
 * @value: a number
 * @unit: (nullable): what it counts: a unit as hd_unit_parse() takes it, "%", or a word of any kind ("batch/s")
 * @digits: significant digits
 *
 * Returns: (transfer full): as hd_figure_format(); "%" as hd_figure_percent() for up to four digits, and as a number for more; a word gets no prefix
 */
char *hd_figure_in (double value,
                    const char *unit,
                    int digits);

/** hd_figure_time: "97.7 ms" */
char *hd_figure_time (HdTime time,
                      int digits);

/** hd_figure_count: "4,096" */
char *hd_figure_count (guint64 n);

/** hd_figure_percent: a share of 1: "67 %", with a digit more below 10; "< 0.1 %" for what is not quite nothing */
char *hd_figure_percent (double share);

/** hd_figure_change: how much more or less @to is, as a share of @from: "+14 %", "−6.2 %"; "–" where nothing became something */
char *hd_figure_change (double from,
                        double to);

/** hd_figure_difference: by how much @to is more or less than @from: "+3.2 ms", "0 s"; with "%" in points, to a tenth: "−0.2 points" */
char *hd_figure_difference (double from,
                            double to,
                            const char *unit,
                            int digits);

/** hd_figure_range: "12 % to 48 %", or "48 %" where both figures read alike */
char *hd_figure_range (const char *low,
                       const char *high);

G_END_DECLS
