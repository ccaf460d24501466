/* hd-numbers.h: arrays of numbers, and their order
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_numbers_new: (array length=n) (transfer full) (not nullable): each is @value */
guint32 *hd_numbers_new (gsize n,
                         guint32 value);
/** hd_compare_numbers: of 32 bits, for qsort () and g_array_sort () */
int hd_compare_numbers (gconstpointer a,
                        gconstpointer b);
/** hd_compare_words: likewise of 64 bits */
int hd_compare_words (gconstpointer a,
                      gconstpointer b);

G_END_DECLS
