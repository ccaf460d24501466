/* hd-mailbox.h: letters between processes that have runs of their own
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdMailbox: of this process, after hd_ranks_join (); of one thread. Letters of one process to another come in the order in which they were sent. */
typedef struct _HdMailbox HdMailbox;

HdMailbox *hd_mailbox_new (void);
/** hd_mailbox_free: waits until all that was sent has been taken */
void hd_mailbox_free (HdMailbox *self);
/** hd_mailbox_get_n: processes that mpirun has started, this one included, whether they have parted or not */
guint hd_mailbox_get_n (HdMailbox *self);
/** hd_mailbox_send: waits for nobody */
void hd_mailbox_send (HdMailbox *self,
                      guint to,
                      GBytes *letter);
/** hd_mailbox_take: (nullable): the next letter that is there, and which process sent it */
GBytes *hd_mailbox_take (HdMailbox *self,
                         guint *out_from);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMailbox, hd_mailbox_free)

G_END_DECLS
