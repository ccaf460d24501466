/* hd-packet-fair.c: who goes next at a port that serves all who send through it alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Virtual time, in picoseconds of the link, is the start of the packet that goes; while none does, the end of all that went. Queues with something in
 * them lie in a heap by the start of their first packet, among equals by which of them was there first, so that the order is a matter of this port
 * alone. A queue is kept when it is empty: a route that was used is used again, and so is a sender.
 */
#define G_LOG_DOMAIN "hd-packet-fair"

#include "hd-packet-fair.h"

#include "hd-heap.h"

typedef struct
{
  HdPacketItems items;
  guint64 start; /* of the first */
  guint64 end;   /* of what went last */
  guint64 order;
} Queue;

typedef Queue *QueuePointer;

static inline gboolean
goes_before (const QueuePointer *a,
             const QueuePointer *b)
{
  return (*a)->start != (*b)->start ? (*a)->start < (*b)->start : (*a)->order < (*b)->order;
}

HD_DEFINE_HEAP (queues, QueuePointer, goes_before)

struct _HdPacketFair
{
  GHashTable *queues; /* party -> Queue */
  GArray *heap;       /* of QueuePointer */
  guint64 present;
  guint64 served;
  guint64 n_joined;
};

static void
queue_free (gpointer data)
{
  Queue *queue = data;

  hd_packet_items_clear (&queue->items);
  g_free (queue);
}

HdPacketFair *
hd_packet_fair_new (void)
{
  HdPacketFair *self = g_new0 (HdPacketFair, 1);

  self->queues = g_hash_table_new_full (NULL, NULL, NULL, queue_free);
  self->heap = g_array_new (FALSE, FALSE, sizeof (QueuePointer));
  return self;
}

void
hd_packet_fair_free (HdPacketFair *self)
{
  g_array_unref (self->heap);
  g_hash_table_unref (self->queues);
  g_free (self);
}

void
hd_packet_fair_add (HdPacketFair *self,
                    guint32 party,
                    const HdPacketItem *item,
                    gboolean is_idle)
{
  Queue *queue = g_hash_table_lookup (self->queues, GUINT_TO_POINTER (party));

  if (queue == NULL)
    {
      queue = g_new0 (Queue, 1);
      g_hash_table_insert (self->queues, GUINT_TO_POINTER (party), queue);
    }
  if (is_idle && self->heap->len == 0)
    self->present = self->served;
  hd_packet_items_push (&queue->items, item);
  if (queue->items.n > 1)
    return;
  queue->start = MAX (self->present, queue->end);
  queue->order = self->n_joined++;
  queues_push (self->heap, queue);
}

HdPacketItem *
hd_packet_fair_peek (HdPacketFair *self)
{
  return self->heap->len > 0 ? hd_packet_items_peek (&g_array_index (self->heap, QueuePointer, 0)->items) : NULL;
}

void
hd_packet_fair_take (HdPacketFair *self,
                     HdTime service,
                     gboolean is_whole)
{
  Queue *queue = g_array_index (self->heap, QueuePointer, 0);

  self->present = queue->start;
  queue->end = queue->start + (guint64) service;
  self->served = MAX (self->served, queue->end);
  queue->start = queue->end;
  if (is_whole)
    hd_packet_items_pop (&queue->items);
  if (queue->items.n == 0)
    queues_pop (self->heap);
  else
    queues_sink ((QueuePointer *) (gpointer) self->heap->data, self->heap->len, 0, queue);
}

gboolean
hd_packet_fair_holds (const HdPacketFair *self,
                      guint32 in_port)
{
  for (guint i = 0; i < self->heap->len; i++)
    if (hd_packet_items_has (&g_array_index (self->heap, QueuePointer, i)->items, in_port))
      return TRUE;
  return FALSE;
}
