/* hd-chunked-array.h: an array that one thread appends to while others read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HdChunkedArray HdChunkedArray;

HdChunkedArray *hd_chunked_array_new (gsize element_size);
void hd_chunked_array_free (HdChunkedArray *self);

/* One writer. */
void hd_chunked_array_append (HdChunkedArray *self,
                              gconstpointer element);

/* Any number of readers. */
guint64 hd_chunked_array_get_length (HdChunkedArray *self);
gconstpointer hd_chunked_array_peek (HdChunkedArray *self,
                                     guint64 index,
                                     guint64 *out_n);

G_END_DECLS
