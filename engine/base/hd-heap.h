/* hd-heap.h: a binary heap
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The usual one, for entries that are put in and taken out, and no more. Not for those that are found again by a number and moved (hd-alarms.h,
 * hd-flow-solver.h), for heaps that are melded (hd-heap-pool.h), nor for events, whose layout in memory counts (hd-event-heap.h).
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HD_DEFINE_HEAP:
 * @before: a function (const Type *a, const Type *b): whether a is nearer to the top; inlined if it can be
 *
 * Defines, for a heap in an array with its top in front:
 *
 * - NAME_sink (entries, n, at, entry): puts @entry, in place of what stands at @at, there or below, where it belongs
 * - NAME_build (entries, n): makes a heap of any array
 * - NAME_push (heap, entry), NAME_pop (heap): of a GArray of Type; there must be one to pop
 *
 * In which order entries come that are equal for @before depends on how they were put in, and on nothing else.
 */
#define HD_DEFINE_HEAP(name, Type, before)                                                   \
  G_GNUC_UNUSED static inline void                                                           \
  name##_sink (Type *entries, guint n, guint at, Type entry)                                 \
  {                                                                                          \
    for (guint child = 2 * at + 1; child < n; child = 2 * at + 1)                            \
      {                                                                                      \
        if (child + 1 < n && before (&entries[child + 1], &entries[child]))                  \
          child++;                                                                           \
        if (!before (&entries[child], &entry))                                               \
          break;                                                                             \
        entries[at] = entries[child];                                                        \
        at = child;                                                                          \
      }                                                                                      \
    entries[at] = entry;                                                                     \
  }                                                                                          \
                                                                                             \
  G_GNUC_UNUSED static inline void                                                           \
  name##_build (Type *entries, guint n)                                                      \
  {                                                                                          \
    for (guint i = n / 2; i-- > 0;)                                                          \
      name##_sink (entries, n, i, entries[i]);                                               \
  }                                                                                          \
                                                                                             \
  G_GNUC_UNUSED static inline void                                                           \
  name##_push (GArray *heap, Type entry)                                                     \
  {                                                                                          \
    guint at = heap->len;                                                                    \
    Type *entries;                                                                           \
                                                                                             \
    g_array_set_size (heap, at + 1);                                                         \
    entries = (Type *) (gpointer) heap->data;                                                \
    for (; at > 0 && before (&entry, &entries[(at - 1) / 2]); at = (at - 1) / 2)             \
      entries[at] = entries[(at - 1) / 2];                                                   \
    entries[at] = entry;                                                                     \
  }                                                                                          \
                                                                                             \
  G_GNUC_UNUSED static inline Type                                                           \
  name##_pop (GArray *heap)                                                                  \
  {                                                                                          \
    Type *entries = (Type *) (gpointer) heap->data;                                          \
    Type top = entries[0], last = entries[heap->len - 1];                                    \
                                                                                             \
    g_array_set_size (heap, heap->len - 1);                                                  \
    if (heap->len > 0)                                                                       \
      name##_sink (entries, heap->len, 0, last);                                             \
    return top;                                                                              \
  }

G_END_DECLS
