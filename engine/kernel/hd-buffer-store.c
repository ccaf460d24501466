/* hd-buffer-store.c: buffers that components share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A buffer is counted, and in the list of its store besides: components need not let go of what they hold when a run ends.
 */
#define G_LOG_DOMAIN "hd-buffer-store"

#include "hd-buffer-store.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-i18n.h"

#define SHOWN_DIGITS 3

struct _HdBuffer
{
  HdBuffer *next, *previous; /* in the store */
  HdBufferStore *store;
  gint references;           /* atomic */
  gsize size;
  _Alignas (max_align_t) char bytes[];
};

struct _HdBufferStore
{
  pthread_mutex_t lock;
  HdBuffer *first;
  gsize n;
  guint64 limit;   /* bytes; 0 for none */
  guint64 n_bytes; /* atomic */
};

HdBufferStore *
hd_buffer_store_new (void)
{
  HdBufferStore *self = g_new0 (HdBufferStore, 1);

  pthread_mutex_init (&self->lock, NULL);
  return self;
}

void
hd_buffer_store_free (HdBufferStore *self)
{
  for (HdBuffer *buffer = self->first, *next; buffer != NULL; buffer = next)
    {
      next = buffer->next;
      g_free (buffer);
    }
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

gsize
hd_buffer_store_get_n (HdBufferStore *self)
{
  gsize n;

  pthread_mutex_lock (&self->lock);
  n = self->n;
  pthread_mutex_unlock (&self->lock);
  return n;
}

void
hd_buffer_store_set_limit (HdBufferStore *self,
                           guint64 bytes)
{
  self->limit = bytes;
}

gboolean
hd_buffer_store_check_room (HdBufferStore *self,
                            guint64 bytes,
                            GError **error)
{
  guint64 all = __atomic_load_n (&self->n_bytes, __ATOMIC_RELAXED) + bytes;
  g_autofree char *all_text = NULL;
  g_autofree char *limit_text = NULL;

  if (self->limit == 0 || all <= self->limit)
    return TRUE;
  all_text = hd_figure_in ((double) all, "B", SHOWN_DIGITS);
  limit_text = hd_figure_in ((double) self->limit, "B", SHOWN_DIGITS);
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
               _("What components hold and send would take %s, and may take %s; let go of buffers, or raise the memory limit of the run"), all_text, limit_text);
  return FALSE;
}

void
hd_buffer_store_count (HdBufferStore *self,
                       gint64 bytes)
{
  __atomic_fetch_add (&self->n_bytes, (guint64) bytes, __ATOMIC_RELAXED);
}

HdBuffer *
hd_buffer_new (HdBufferStore *store,
               gconstpointer data,
               gsize size)
{
  HdBuffer *self = g_malloc (sizeof *self + size);

  *self = (HdBuffer){ .store = store, .references = 1, .size = size };
  if (size > 0)
    memcpy (self->bytes, data, size);
  pthread_mutex_lock (&store->lock);
  self->next = store->first;
  if (store->first != NULL)
    store->first->previous = self;
  store->first = self;
  store->n++;
  pthread_mutex_unlock (&store->lock);
  hd_buffer_store_count (store, (gint64) (sizeof *self + size));
  return self;
}

HdBuffer *
hd_buffer_hold (HdBuffer *self)
{
  g_atomic_int_inc (&self->references);
  return self;
}

void
hd_buffer_drop (HdBuffer *self)
{
  HdBufferStore *store = self->store;

  if (!g_atomic_int_dec_and_test (&self->references))
    return;
  pthread_mutex_lock (&store->lock);
  if (self->previous != NULL)
    self->previous->next = self->next;
  else
    store->first = self->next;
  if (self->next != NULL)
    self->next->previous = self->previous;
  store->n--;
  pthread_mutex_unlock (&store->lock);
  hd_buffer_store_count (store, -(gint64) (sizeof *self + self->size));
  g_free (self);
}

gconstpointer
hd_buffer_peek (const HdBuffer *self,
                gsize *out_size)
{
  *out_size = self->size;
  return self->bytes;
}
