/* hd-spill-sort.h: puts more items into order than memory holds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** HdSpillSort: items of one size, without pointers */
typedef struct _HdSpillSort HdSpillSort;

/**
 * hd_spill_sort_new:
 * @compare: never 0 for different items
 * @n_in_memory: items from which on a temporary file is used
 */
HdSpillSort *hd_spill_sort_new (gsize item_size,
                                GCompareFunc compare,
                                gsize n_in_memory);
void hd_spill_sort_free (HdSpillSort *self);

/** hd_spill_sort_add: until the first hd_spill_sort_next (). Errors: of files */
gboolean hd_spill_sort_add (HdSpillSort *self,
                            gconstpointer item,
                            GError **error);
/** hd_spill_sort_next: the items in order, %NULL after the last or on an error; valid until the next call. Errors: of files */
gconstpointer hd_spill_sort_next (HdSpillSort *self,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSpillSort, hd_spill_sort_free)

G_END_DECLS
