/* hd-heap-pool.h: many small heaps that can be melded, in one array
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Leftist heaps: Crane, "Linear lists and priority queues as balanced binary trees", 1972. A heap is the number of its top, HD_NO_HEAP for an
 * empty one. The least key is on top, equal keys by tie. Nodes are never given back; the pool is freed as a whole.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HD_NO_HEAP G_MAXUINT32

typedef struct
{
  guint64 key;
  guint64 tie;
  guint32 value;
  guint32 left, right;
  guint32 rank; /* nodes on the way along `right` */
} HdHeapNode;

typedef struct
{
  GArray *nodes; /* HdHeapNode */
} HdHeapPool;

void hd_heap_pool_init (HdHeapPool *self);
void hd_heap_pool_clear (HdHeapPool *self);
/** hd_heap_pool_get: valid until the next node is added */
static inline HdHeapNode *
hd_heap_pool_get (HdHeapPool *self,
                  guint32 node)
{
  return &g_array_index (self->nodes, HdHeapNode, node);
}
/** hd_heap_pool_meld: O(log n); so is the recursion */
guint32 hd_heap_pool_meld (HdHeapPool *self,
                           guint32 a,
                           guint32 b);
/** hd_heap_pool_push: into @heap; returns the new top */
guint32 hd_heap_pool_push (HdHeapPool *self,
                           guint32 heap,
                           guint64 key,
                           guint64 tie,
                           guint32 value);
/** hd_heap_pool_pop: without its top; returns the new one */
guint32 hd_heap_pool_pop (HdHeapPool *self,
                          guint32 heap);
/** hd_heap_pool_list: appends the nodes of @heap to @list, in no certain order */
void hd_heap_pool_list (HdHeapPool *self,
                        guint32 heap,
                        GArray *list);

G_END_DECLS
