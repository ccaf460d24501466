/* hd-quantity-private.h: a quantity inside a longer text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-quantity.h>

G_BEGIN_DECLS

/**
 * _hd_number_starts:
 *
 * Whether an unsigned number begins here: a digit, or a point before a digit.
 */
gboolean _hd_number_starts (const char *text);

/**
 * _hd_quantity_scan:
 * @out_end: the first character behind the quantity
 *
 * Takes an unsigned number, and a unit if one follows after blanks. The words `and` and `or` behind a number are not units.
 */
gboolean _hd_quantity_scan (const char *text,
                            HdQuantity *out_quantity,
                            const char **out_end,
                            GError **error);

G_END_DECLS
