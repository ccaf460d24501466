/* hd-heap-pool.c: many small heaps that can be melded, in one array
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-heap-pool"

#include "hd-heap-pool.h"

void
hd_heap_pool_init (HdHeapPool *self)
{
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HdHeapNode));
}

void
hd_heap_pool_clear (HdHeapPool *self)
{
  g_array_unref (self->nodes);
}

static guint32
rank_of (HdHeapPool *self,
         guint32 node)
{
  return node == HD_NO_HEAP ? 0 : hd_heap_pool_get (self, node)->rank;
}

guint32
hd_heap_pool_meld (HdHeapPool *self,
                   guint32 a,
                   guint32 b)
{
  HdHeapNode *x, *y;

  if (a == HD_NO_HEAP)
    return b;
  if (b == HD_NO_HEAP)
    return a;
  x = hd_heap_pool_get (self, a);
  y = hd_heap_pool_get (self, b);
  if (y->key < x->key || (y->key == x->key && y->tie < x->tie))
    {
      guint32 swap = a;

      a = b;
      b = swap;
      x = y;
    }
  x->right = hd_heap_pool_meld (self, x->right, b);
  if (rank_of (self, x->left) < rank_of (self, x->right))
    {
      guint32 swap = x->left;

      x->left = x->right;
      x->right = swap;
    }
  x->rank = rank_of (self, x->right) + 1;
  return a;
}

guint32
hd_heap_pool_push (HdHeapPool *self,
                   guint32 heap,
                   guint64 key,
                   guint64 tie,
                   guint32 value)
{
  HdHeapNode node = { key, tie, value, HD_NO_HEAP, HD_NO_HEAP, 1 };

  g_array_append_val (self->nodes, node);
  return hd_heap_pool_meld (self, heap, self->nodes->len - 1);
}

guint32
hd_heap_pool_pop (HdHeapPool *self,
                  guint32 heap)
{
  const HdHeapNode *top = hd_heap_pool_get (self, heap);

  return hd_heap_pool_meld (self, top->left, top->right);
}

void
hd_heap_pool_list (HdHeapPool *self,
                   guint32 heap,
                   GArray *list)
{
  guint next = list->len;

  if (heap == HD_NO_HEAP)
    return;
  g_array_append_val (list, heap);
  for (; next < list->len; next++)
    {
      const HdHeapNode *node = hd_heap_pool_get (self, g_array_index (list, guint32, next));

      if (node->left != HD_NO_HEAP)
        g_array_append_val (list, node->left);
      if (node->right != HD_NO_HEAP)
        g_array_append_val (list, node->right);
    }
}
