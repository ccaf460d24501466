/* hd-chunked-array.c: an array that one thread appends to while others read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Elements never move: chunk k holds FIRST_CHUNK << k of them, so a fixed table of 48 chunk pointers is enough for any length, and growing
 * copies nothing. The writer fills an element, then publishes it by a release store of the length; a reader that has seen the length by an
 * acquire load therefore sees the chunk pointer and everything in the elements below it. No lock, no retry, and no reader can slow the writer.
 */
#define G_LOG_DOMAIN "hd-chunked-array"

#include "hd-chunked-array.h"

#include <stdatomic.h>
#include <string.h>

#define FIRST_CHUNK_BITS 8
#define FIRST_CHUNK (G_GUINT64_CONSTANT (1) << FIRST_CHUNK_BITS)
#define N_CHUNKS 48

struct _HdChunkedArray
{
  _Atomic guint64 length;
  gsize element_size;
  char *chunks[N_CHUNKS];
};

HdChunkedArray *
hd_chunked_array_new (gsize element_size)
{
  HdChunkedArray *self;

  g_return_val_if_fail (element_size > 0, NULL);

  self = g_new0 (HdChunkedArray, 1);
  self->element_size = element_size;
  return self;
}

void
hd_chunked_array_free (HdChunkedArray *self)
{
  for (guint i = 0; i < N_CHUNKS; i++)
    g_free (self->chunks[i]);
  g_free (self);
}

/* Chunk k starts at FIRST_CHUNK * (2^k - 1). */
static inline guint
chunk_of (guint64 index)
{
  return 63 - (guint) __builtin_clzll ((index >> FIRST_CHUNK_BITS) + 1);
}

static inline guint64
chunk_start (guint chunk)
{
  return ((G_GUINT64_CONSTANT (1) << chunk) - 1) << FIRST_CHUNK_BITS;
}

/** hd_chunked_array_append: @element is copied. O(1), and allocates O(log length) times in all */
void
hd_chunked_array_append (HdChunkedArray *self,
                         gconstpointer element)
{
  guint64 length = atomic_load_explicit (&self->length, memory_order_relaxed);
  guint chunk = chunk_of (length);
  guint64 offset = length - chunk_start (chunk);

  if (offset == 0)
    self->chunks[chunk] = g_malloc_n (FIRST_CHUNK << chunk, self->element_size);
  memcpy (self->chunks[chunk] + offset * self->element_size, element, self->element_size);
  atomic_store_explicit (&self->length, length + 1, memory_order_release);
}

guint64
hd_chunked_array_get_length (HdChunkedArray *self)
{
  return atomic_load_explicit (&self->length, memory_order_acquire);
}

/**
 * hd_chunked_array_peek:
 * @out_n: (out): how many published elements lie side by side from @index on, at least 1
 *
 * Returns: element @index, which stays where it is for the life of the array; %NULL, with @out_n 0, if it is not published yet
 */
gconstpointer
hd_chunked_array_peek (HdChunkedArray *self,
                       guint64 index,
                       guint64 *out_n)
{
  guint64 length = hd_chunked_array_get_length (self);
  guint chunk;

  *out_n = 0;
  if (index >= length)
    return NULL;
  chunk = chunk_of (index);
  *out_n = MIN (length, chunk_start (chunk + 1)) - index;
  return self->chunks[chunk] + (index - chunk_start (chunk)) * self->element_size;
}
