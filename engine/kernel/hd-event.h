/* hd-event.h: what happens when, and in which order
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdEvent:
 * @time: when
 * @order: (step << 32 | rank of the sender); step counts zero-delay sends at one time, from 2^31 on for late alarms and what they cause
 * @sequence: number of the sender's event
 * @destination: component id
 * @payload: number of the message in the partition's pool
 *
 * 32 bytes, by value. The first three are the key: no two events have the same, and none depends on how components are spread over
 * partitions or in which order they were added.
 */
typedef struct
{
  HdTime time;
  guint64 order;
  guint64 sequence;
  guint32 destination;
  guint32 payload;
} HdEvent;

G_STATIC_ASSERT (sizeof (HdEvent) == 32);

static inline gboolean
hd_event_before (const HdEvent *a,
                 const HdEvent *b)
{
  if (G_LIKELY (a->time != b->time))
    return a->time < b->time;
  if (a->order != b->order)
    return a->order < b->order;
  return a->sequence < b->sequence;
}

static inline guint32
hd_event_get_step (const HdEvent *self)
{
  return (guint32) (self->order >> 32);
}

G_END_DECLS
