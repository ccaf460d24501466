/* hd-event-queue.h: the pending events of one partition
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-event.h"

G_BEGIN_DECLS

/**
 * HdEventQueue:
 *
 * Push in any order, pop in the order of hd_event_before (). One thread at a time. An event takes about the same time however many are pending.
 */
typedef struct _HdEventQueue HdEventQueue;

HdEventQueue *hd_event_queue_new (void);
void hd_event_queue_free (HdEventQueue *self);
void hd_event_queue_push (HdEventQueue *self,
                          const HdEvent *event);
/** hd_event_queue_peek: the first one, or %NULL; valid until the queue is changed */
const HdEvent *hd_event_queue_peek (HdEventQueue *self);
/** hd_event_queue_drop: takes the first one out; there must be one */
void hd_event_queue_drop (HdEventQueue *self);
gsize hd_event_queue_get_length (HdEventQueue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdEventQueue, hd_event_queue_free)

G_END_DECLS
