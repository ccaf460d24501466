/* hd-packet-fair.c: who goes next at a port that serves all who send through it alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Virtual time, in picoseconds of the link, is the start of the packet that goes; while none does, the end of all that went. Queues with something in
 * them lie in a heap by the start of their first packet, among equals by which of them was there first, so that the order is a matter of this port
 * alone. A queue is kept when it is empty: a route that was used is used again.
 */
#define G_LOG_DOMAIN "hd-packet-fair"

#include "hd-packet-fair.h"

typedef struct
{
  HdPacketItems items;
  guint64 start; /* of the first */
  guint64 end;   /* of what went last */
  guint64 order;
} Queue;

struct _HdPacketFair
{
  GHashTable *queues; /* route -> Queue */
  GPtrArray *heap;    /* of Queue, borrowed */
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
  self->heap = g_ptr_array_new ();
  return self;
}

void
hd_packet_fair_free (HdPacketFair *self)
{
  g_ptr_array_unref (self->heap);
  g_hash_table_unref (self->queues);
  g_free (self);
}

static gboolean
goes_before (const Queue *a,
             const Queue *b)
{
  return a->start != b->start ? a->start < b->start : a->order < b->order;
}

static void
rise (HdPacketFair *self,
      guint at)
{
  gpointer *heap = self->heap->pdata, queue = heap[at];

  for (; at > 0 && goes_before (queue, heap[(at - 1) / 2]); at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = queue;
}

static void
sink (HdPacketFair *self)
{
  gpointer *heap = self->heap->pdata, queue = heap[0];
  guint at = 0, n = self->heap->len;

  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && goes_before (heap[child + 1], heap[child]))
        child++;
      if (!goes_before (heap[child], queue))
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = queue;
}

void
hd_packet_fair_add (HdPacketFair *self,
                    guint32 route,
                    const HdPacketItem *item,
                    gboolean is_idle)
{
  Queue *queue = g_hash_table_lookup (self->queues, GUINT_TO_POINTER (route));

  if (queue == NULL)
    {
      queue = g_new0 (Queue, 1);
      g_hash_table_insert (self->queues, GUINT_TO_POINTER (route), queue);
    }
  if (is_idle && self->heap->len == 0)
    self->present = self->served;
  hd_packet_items_push (&queue->items, item);
  if (queue->items.n > 1)
    return;
  queue->start = MAX (self->present, queue->end);
  queue->order = self->n_joined++;
  g_ptr_array_add (self->heap, queue);
  rise (self, self->heap->len - 1);
}

HdPacketItem *
hd_packet_fair_peek (HdPacketFair *self)
{
  Queue *queue = self->heap->len > 0 ? g_ptr_array_index (self->heap, 0) : NULL;

  return queue != NULL ? hd_packet_items_peek (&queue->items) : NULL;
}

void
hd_packet_fair_take (HdPacketFair *self,
                     HdTime service,
                     gboolean is_whole)
{
  Queue *queue = g_ptr_array_index (self->heap, 0);

  self->present = queue->start;
  queue->end = queue->start + (guint64) service;
  self->served = MAX (self->served, queue->end);
  queue->start = queue->end;
  if (is_whole)
    hd_packet_items_pop (&queue->items);
  if (queue->items.n == 0)
    g_ptr_array_remove_index_fast (self->heap, 0);
  if (self->heap->len > 0)
    sink (self);
}

gboolean
hd_packet_fair_holds (const HdPacketFair *self,
                      guint32 in_port)
{
  for (guint i = 0; i < self->heap->len; i++)
    if (hd_packet_items_has (&((Queue *) g_ptr_array_index (self->heap, i))->items, in_port))
      return TRUE;
  return FALSE;
}
