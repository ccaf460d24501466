/* hd-buffer-store.h: buffers that components share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/** HdBufferStore: any number of threads may use it, and each of its buffers */
typedef struct _HdBufferStore HdBufferStore;

HdBufferStore *hd_buffer_store_new (void);
/** hd_buffer_store_free: frees all buffers, whoever holds them */
void hd_buffer_store_free (HdBufferStore *self);
/** hd_buffer_store_get_n: that somebody holds */
gsize hd_buffer_store_get_n (HdBufferStore *self);

/** hd_buffer_new: held once; a copy of @data */
HdBuffer *hd_buffer_new (HdBufferStore *store,
                         gconstpointer data,
                         gsize size);
HdBuffer *hd_buffer_hold (HdBuffer *self);
void hd_buffer_drop (HdBuffer *self);
/** hd_buffer_peek: aligned for any type */
gconstpointer hd_buffer_peek (const HdBuffer *self,
                              gsize *out_size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdBufferStore, hd_buffer_store_free)

G_END_DECLS
