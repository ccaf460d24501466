/* hd-buffer-store.c: buffers that components share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A buffer is counted, and in a list of its store besides: components need not let go of what they hold when a run ends. Threads have lists of their own, so that they seldom
 * meet at a lock; what is let go of is kept there for the next of about its size, as who lets go is mostly another than who needs the next. One thread needs no locks at all.
 */
#define G_LOG_DOMAIN "hd-buffer-store"

#include "hd-buffer-store.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-board.h"
#include "hd-i18n.h"

#define SHOWN_DIGITS 3
#define MAX_SHELVES 64
#define UNIT_BYTES 64
#define N_SIZES 16 /* larger ones are not kept */

typedef struct
{
  _Alignas (HD_LINE) pthread_mutex_t lock;
  HdBuffer *first;
  HdBuffer *free[N_SIZES]; /* by size in units, less one */
  gsize n;
} Shelf;

struct _HdBuffer
{
  HdBuffer *next, *previous; /* on its shelf */
  HdBufferStore *store;
  Shelf *shelf;
  gint references; /* atomic, if there are several shelves */
  gsize size;
  _Alignas (max_align_t) char bytes[];
};

struct _HdBufferStore
{
  Shelf *shelves;
  guint n_shelves;
  guint64 limit;   /* bytes; 0 for none */
  guint64 n_bytes; /* likewise */
};

HdBufferStore *
hd_buffer_store_new (guint n_threads)
{
  HdBufferStore *self = g_new0 (HdBufferStore, 1);

  self->n_shelves = CLAMP (n_threads, 1, MAX_SHELVES);
  self->shelves = g_aligned_alloc0 (self->n_shelves, sizeof (Shelf), HD_LINE);
  for (guint i = 0; i < self->n_shelves; i++)
    pthread_mutex_init (&self->shelves[i].lock, NULL);
  return self;
}

static void
free_all (HdBuffer *first)
{
  for (HdBuffer *buffer = first, *next; buffer != NULL; buffer = next)
    {
      next = buffer->next;
      g_free (buffer);
    }
}

void
hd_buffer_store_free (HdBufferStore *self)
{
  for (guint i = 0; i < self->n_shelves; i++)
    {
      free_all (self->shelves[i].first);
      for (guint k = 0; k < N_SIZES; k++)
        free_all (self->shelves[i].free[k]);
      pthread_mutex_destroy (&self->shelves[i].lock);
    }
  g_aligned_free (self->shelves);
  g_free (self);
}

static inline void
lock (const HdBufferStore *self,
      Shelf *shelf)
{
  if (self->n_shelves > 1)
    pthread_mutex_lock (&shelf->lock);
}

static inline void
unlock (const HdBufferStore *self,
        Shelf *shelf)
{
  if (self->n_shelves > 1)
    pthread_mutex_unlock (&shelf->lock);
}

gsize
hd_buffer_store_get_n (HdBufferStore *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->n_shelves; i++)
    {
      lock (self, &self->shelves[i]);
      n += self->shelves[i].n;
      unlock (self, &self->shelves[i]);
    }
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
  if (self->n_shelves > 1)
    __atomic_fetch_add (&self->n_bytes, (guint64) bytes, __ATOMIC_RELAXED);
  else
    self->n_bytes += (guint64) bytes;
}

/* In units, less one. */
static inline gsize
get_class (gsize size)
{
  return (sizeof (HdBuffer) + size - 1) / UNIT_BYTES;
}

HdBuffer *
hd_buffer_new (HdBufferStore *store,
               guint thread,
               gconstpointer data,
               gsize size)
{
  Shelf *shelf = &store->shelves[thread % store->n_shelves];
  gsize class = get_class (size);
  HdBuffer *self = NULL;

  lock (store, shelf);
  if (class < N_SIZES && shelf->free[class] != NULL)
    {
      self = shelf->free[class];
      shelf->free[class] = self->next;
    }
  if (self == NULL)
    self = g_malloc (class < N_SIZES ? (class + 1) * UNIT_BYTES : sizeof *self + size);
  *self = (HdBuffer){ .next = shelf->first, .store = store, .shelf = shelf, .references = 1, .size = size };
  if (shelf->first != NULL)
    shelf->first->previous = self;
  shelf->first = self;
  shelf->n++;
  unlock (store, shelf);
  if (size > 0)
    memcpy (self->bytes, data, size);
  hd_buffer_store_count (store, (gint64) (sizeof *self + size));
  return self;
}

HdBuffer *
hd_buffer_hold (HdBuffer *self)
{
  if (self->store->n_shelves > 1)
    g_atomic_int_inc (&self->references);
  else
    self->references++;
  return self;
}

static gboolean
is_last_hold (HdBuffer *self)
{
  return self->store->n_shelves > 1 ? g_atomic_int_dec_and_test (&self->references) : --self->references == 0;
}

void
hd_buffer_drop (HdBuffer *self)
{
  HdBufferStore *store = self->store;
  Shelf *shelf = self->shelf;
  gsize class = get_class (self->size);

  if (!is_last_hold (self))
    return;
  hd_buffer_store_count (store, -(gint64) (sizeof *self + self->size));
  lock (store, shelf);
  if (self->previous != NULL)
    self->previous->next = self->next;
  else
    shelf->first = self->next;
  if (self->next != NULL)
    self->next->previous = self->previous;
  shelf->n--;
  if (class < N_SIZES)
    {
      self->next = shelf->free[class];
      shelf->free[class] = self;
      self = NULL;
    }
  unlock (store, shelf);
  g_free (self);
}

gconstpointer
hd_buffer_peek (const HdBuffer *self,
                gsize *out_size)
{
  *out_size = self->size;
  return self->bytes;
}
