/* hd-buffer-store.h: buffers that components share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/** HdBufferStore: several threads may use it, each under a number of its own, and each of its buffers */
typedef struct _HdBufferStore HdBufferStore;

/** hd_buffer_store_new: for threads of the numbers below @n_threads */
HdBufferStore *hd_buffer_store_new (guint n_threads);
/** hd_buffer_store_free: frees all buffers, whoever holds them */
void hd_buffer_store_free (HdBufferStore *self);
/** hd_buffer_store_get_n: that somebody holds, while no thread uses it */
gsize hd_buffer_store_get_n (HdBufferStore *self);

/** hd_buffer_store_set_limit: @bytes of all its buffers, and of what is counted beside them; 0 for no limit; before threads use it */
void hd_buffer_store_set_limit (HdBufferStore *self,
                                guint64 bytes);
/** hd_buffer_store_check_room: for @bytes more; several threads may go beyond the limit by less than 64 KiB each. Errors: %HD_ERROR_LIMIT */
gboolean hd_buffer_store_check_room (HdBufferStore *self,
                                     guint thread,
                                     guint64 bytes,
                                     GError **error);
/** hd_buffer_store_count: what components send is there as well, or is gone if @bytes are negative */
void hd_buffer_store_count (HdBufferStore *self,
                            guint thread,
                            gint64 bytes);

/** hd_buffer_store_publish: other threads may know from now on what @thread has made */
void hd_buffer_store_publish (HdBufferStore *self,
                              guint thread);

/** hd_buffer_new: whether there is room or not; held once; a copy of @data */
HdBuffer *hd_buffer_new (HdBufferStore *store,
                         guint thread,
                         gconstpointer data,
                         gsize size);
HdBuffer *hd_buffer_hold (HdBuffer *self,
                          guint thread);
void hd_buffer_drop (HdBuffer *self,
                     guint thread);
/** hd_buffer_peek: aligned for any type */
gconstpointer hd_buffer_peek (const HdBuffer *self,
                              gsize *out_size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdBufferStore, hd_buffer_store_free)

G_END_DECLS
