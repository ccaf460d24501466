/* hd-unit-private.h: the closed list of units
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-quantity.h>

G_BEGIN_DECLS

/**
 * HdUnit: one unit as it is written
 * @decimal: power of ten of its prefixes
 * @scale: what remains, a power of two times a power of sixty
 *
 * A quantity is value * 10^decimal * scale. The two are kept apart because the first can be taken into the number's text
 * before it is rounded, and a power of two rounds nothing.
 */
typedef struct
{
  HdDimension dimension;
  int decimal;
  double scale;
} HdUnit;

/** _hd_unit_starts: whether a unit may begin here: a letter, a micro sign, or `1/` */
gboolean _hd_unit_starts (const char *text);

/**
 * _hd_unit_scan:
 * @out_end: the first character behind the unit
 *
 * Takes the longest unit at the start of @text. A `/` is part of it only where a known unit follows directly.
 */
gboolean _hd_unit_scan (const char *text,
                        HdUnit *out_unit,
                        const char **out_end,
                        GError **error);

/**
 * _hd_unit_for_display:
 * @exponent: power of ten of the number's first digit
 * @out_decimal: power of ten of the prefix in the result
 *
 * Returns: (transfer full): the unit with the prefix that leaves one to three digits before the point, where there is one
 */
char *_hd_unit_for_display (HdDimension dimension,
                            int exponent,
                            int *out_decimal);

G_END_DECLS
