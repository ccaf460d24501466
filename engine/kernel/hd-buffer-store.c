/* hd-buffer-store.c: buffers that components share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A buffer is counted. Components need not let go of what they hold when a run ends, so that small ones lie in blocks, which are the store's, and the few that are large in a list.
 *
 * Threads share nothing while they make buffers and let go of them: each has a shelf, of free ones by their sizes and of figures, and who lets go of a buffer keeps it, as it lies in the cache
 * of that processor. Where some make what others let go of, as many as make up a pile go by the store, whole piles at a time.
 *
 * Source: Bonwick and Adams, "Magazines and Vmem: extending the slab allocator to many CPUs and arbitrary resources", 2001.
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
#define UNIT_BYTES 64
#define N_UNITS 16 /* sizes of so many units; those above are so many times larger */
#define N_SIZES (2 * N_UNITS - 1)
#define PILE 32 /* buffers */
#define FIRST_BLOCK 4096
#define LAST_BLOCK 65536
#define SLACK 65536 /* bytes that a thread may take before it looks at what all have */

/* Of the free ones @next is the next of a pile, and @previous of the first of it the next pile; large ones are a list. */
struct _HdBuffer
{
  HdBuffer *next, *previous;
  HdBufferStore *store;
  guint64 mark;    /* its maker's when it was made: as long as the maker has that, no other thread knows it */
  gint references; /* atomic, if there are several shelves */
  gsize size;
  _Alignas (max_align_t) char bytes[];
};

typedef struct _Block Block;

struct _Block
{
  Block *next;
  _Alignas (UNIT_BYTES) char bytes[];
};

/* A thread's own, but what is counted: that others read. */
typedef struct
{
  _Alignas (HD_LINE) gint64 n, n_bytes; /* that it has made, less those that it has let go of */
  gint64 allowed;                       /* bytes, up to which there is room */
  guint64 mark;                         /* of what it makes; no two shelves ever have the same */
  Block *blocks;
  char *room; /* of the first block */
  gsize n_room, block_bytes;
  guint32 n_free[N_SIZES];
  HdBuffer *free[N_SIZES], *pile[N_SIZES]; /* a pile that grows, and a whole one, or NULL */
} Shelf;

struct _HdBufferStore
{
  Shelf *shelves;
  guint n_shelves;
  guint64 limit; /* bytes; 0 for none */
  pthread_mutex_t lock;
  HdBuffer *large;          /* with the lock, as the next */
  HdBuffer *piles[N_SIZES]; /* that wait for a thread that needs them; whether there are any may be read without it */
};

HdBufferStore *
hd_buffer_store_new (guint n_threads)
{
  HdBufferStore *self = g_new0 (HdBufferStore, 1);

  self->n_shelves = MAX (n_threads, 1);
  self->shelves = g_aligned_alloc0 (self->n_shelves, sizeof (Shelf), HD_LINE);
  for (guint i = 0; i < self->n_shelves; i++)
    self->shelves[i].mark = i;
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

static void
free_blocks (Block *first)
{
  for (Block *block = first, *next; block != NULL; block = next)
    {
      next = block->next;
      g_aligned_free (block);
    }
}

void
hd_buffer_store_free (HdBufferStore *self)
{
  for (HdBuffer *buffer = self->large, *next; buffer != NULL; buffer = next)
    {
      next = buffer->next;
      g_free (buffer);
    }
  for (guint i = 0; i < self->n_shelves; i++)
    free_blocks (self->shelves[i].blocks);
  pthread_mutex_destroy (&self->lock);
  g_aligned_free (self->shelves);
  g_free (self);
}

/* ---- what there is ------------------------------------------------------------------------------------------------- */

static inline void
add (gint64 *figure,
     gint64 n)
{
  __atomic_store_n (figure, *figure + n, __ATOMIC_RELAXED);
}

gsize
hd_buffer_store_get_n (HdBufferStore *self)
{
  gint64 n = 0;

  for (guint i = 0; i < self->n_shelves; i++)
    n += __atomic_load_n (&self->shelves[i].n, __ATOMIC_RELAXED);
  return (gsize) n;
}

static guint64
sum_bytes (HdBufferStore *self)
{
  gint64 n = 0;

  for (guint i = 0; i < self->n_shelves; i++)
    n += __atomic_load_n (&self->shelves[i].n_bytes, __ATOMIC_RELAXED);
  return (guint64) MAX (n, 0); /* while others make them and let go of them the sum is of no moment */
}

void
hd_buffer_store_set_limit (HdBufferStore *self,
                           guint64 bytes)
{
  self->limit = bytes;
}

gboolean
hd_buffer_store_check_room (HdBufferStore *self,
                            guint thread,
                            guint64 bytes,
                            GError **error)
{
  Shelf *shelf = &self->shelves[thread];
  g_autofree char *all_text = NULL;
  g_autofree char *limit_text = NULL;
  guint64 all, slack;

  if (self->limit == 0 || shelf->n_bytes + (gint64) bytes <= shelf->allowed)
    return TRUE;
  all = sum_bytes (self) + bytes;
  if (all <= self->limit)
    {
      slack = self->n_shelves > 1 ? MIN (SLACK, (self->limit - all) / (2 * self->n_shelves)) : 0;
      shelf->allowed = shelf->n_bytes + (gint64) (bytes + slack);
      return TRUE;
    }
  all_text = hd_figure_in ((double) all, "B", SHOWN_DIGITS);
  limit_text = hd_figure_in ((double) self->limit, "B", SHOWN_DIGITS);
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
               _("What components hold and send would take %s, and may take %s; let go of buffers, or raise the memory limit of the run"), all_text, limit_text);
  return FALSE;
}

void
hd_buffer_store_count (HdBufferStore *self,
                       guint thread,
                       gint64 bytes)
{
  add (&self->shelves[thread].n_bytes, bytes);
}

/* ---- piles --------------------------------------------------------------------------------------------------------- */

/* The number of a buffer's size; N_SIZES of a large one. */
static inline guint
get_class (gsize size)
{
  gsize units = (sizeof (HdBuffer) + size + UNIT_BYTES - 1) / UNIT_BYTES;

  if (units <= N_UNITS)
    return (guint) units - 1;
  return units <= N_UNITS * N_UNITS ? (guint) (N_UNITS + (units - 1) / N_UNITS - 1) : N_SIZES;
}

static inline gsize
get_class_bytes (guint class)
{
  return class < N_UNITS ? (gsize) (class + 1) * UNIT_BYTES : (gsize) (class - N_UNITS + 2) * N_UNITS * UNIT_BYTES;
}

static HdBuffer *
cut_off (Shelf *shelf,
         guint class)
{
  gsize size = get_class_bytes (class);
  HdBuffer *buffer;

  if (shelf->n_room < size)
    {
      Block *block;

      shelf->block_bytes = CLAMP (shelf->block_bytes * 2, FIRST_BLOCK, LAST_BLOCK);
      shelf->n_room = MAX (shelf->block_bytes, size);
      block = g_aligned_alloc (1, sizeof *block + shelf->n_room, UNIT_BYTES);
      block->next = shelf->blocks;
      shelf->blocks = block;
      shelf->room = block->bytes;
    }
  buffer = (HdBuffer *) (gpointer) shelf->room;
  shelf->room += size;
  shelf->n_room -= size;
  return buffer;
}

static gboolean
take_pile (HdBufferStore *self,
           Shelf *shelf,
           guint class)
{
  shelf->free[class] = shelf->pile[class];
  shelf->pile[class] = NULL;
  if (shelf->free[class] == NULL && __atomic_load_n (&self->piles[class], __ATOMIC_RELAXED) != NULL)
    {
      pthread_mutex_lock (&self->lock);
      shelf->free[class] = self->piles[class];
      if (shelf->free[class] != NULL)
        __atomic_store_n (&self->piles[class], shelf->free[class]->previous, __ATOMIC_RELAXED);
      pthread_mutex_unlock (&self->lock);
    }
  shelf->n_free[class] = PILE;
  return shelf->free[class] != NULL;
}

/* The pile that grew is whole. */
static void
put_pile (HdBufferStore *self,
          Shelf *shelf,
          guint class)
{
  HdBuffer *whole = shelf->pile[class];

  if (whole != NULL)
    {
      pthread_mutex_lock (&self->lock);
      whole->previous = self->piles[class];
      __atomic_store_n (&self->piles[class], whole, __ATOMIC_RELAXED);
      pthread_mutex_unlock (&self->lock);
    }
  shelf->pile[class] = shelf->free[class];
  shelf->free[class] = NULL;
  shelf->n_free[class] = 0;
}

static HdBuffer *
take (HdBufferStore *self,
      Shelf *shelf,
      guint class)
{
  HdBuffer *buffer = shelf->free[class];

  if (buffer == NULL && !(self->n_shelves > 1 && take_pile (self, shelf, class)))
    {
      shelf->n_free[class] = 0;
      return cut_off (shelf, class);
    }
  buffer = shelf->free[class];
  shelf->free[class] = buffer->next;
  shelf->n_free[class]--;
  return buffer;
}

static void
put (HdBufferStore *self,
     Shelf *shelf,
     guint class,
     HdBuffer *buffer)
{
  if (shelf->n_free[class] == PILE && self->n_shelves > 1)
    put_pile (self, shelf, class);
  buffer->next = shelf->free[class];
  shelf->free[class] = buffer;
  shelf->n_free[class]++;
}

/* ---- large ones ---------------------------------------------------------------------------------------------------- */

static HdBuffer *
make_large (HdBufferStore *self,
            gsize size)
{
  HdBuffer *buffer = g_malloc (sizeof *buffer + size);

  pthread_mutex_lock (&self->lock);
  *buffer = (HdBuffer){ .next = self->large };
  if (self->large != NULL)
    self->large->previous = buffer;
  self->large = buffer;
  pthread_mutex_unlock (&self->lock);
  return buffer;
}

static void
free_large (HdBufferStore *self,
            HdBuffer *buffer)
{
  pthread_mutex_lock (&self->lock);
  if (buffer->previous != NULL)
    buffer->previous->next = buffer->next;
  else
    self->large = buffer->next;
  if (buffer->next != NULL)
    buffer->next->previous = buffer->previous;
  pthread_mutex_unlock (&self->lock);
  g_free (buffer);
}

/* ---- buffers ------------------------------------------------------------------------------------------------------- */

HdBuffer *
hd_buffer_new (HdBufferStore *store,
               guint thread,
               gconstpointer data,
               gsize size)
{
  Shelf *shelf = &store->shelves[thread];
  guint class = get_class (size);
  HdBuffer *self = class < N_SIZES ? take (store, shelf, class) : make_large (store, size);

  self->store = store;
  self->mark = shelf->mark;
  self->references = 1;
  self->size = size;
  if (size > 0)
    memcpy (self->bytes, data, size);
  add (&shelf->n, 1);
  add (&shelf->n_bytes, (gint64) (sizeof *self + size));
  return self;
}

void
hd_buffer_store_publish (HdBufferStore *self,
                         guint thread)
{
  self->shelves[thread].mark += self->n_shelves;
}

/* Whether no other thread can hold it, or let go of it, at the same time: locked instructions wait for all that was written before. */
static inline gboolean
is_own (const HdBuffer *self,
        guint thread)
{
  return self->store->n_shelves == 1 || self->mark == self->store->shelves[thread].mark;
}

HdBuffer *
hd_buffer_hold (HdBuffer *self,
                guint thread)
{
  if (is_own (self, thread))
    {
      self->references++;
    }
  else if (__atomic_load_n (&self->references, __ATOMIC_ACQUIRE) == 1) /* who holds it alone is as good as its maker */
    {
      self->references = 2;
      self->mark = self->store->shelves[thread].mark;
    }
  else
    {
      g_atomic_int_inc (&self->references);
    }
  return self;
}

/* Who holds it alone needs to ask nobody. */
static gboolean
is_last_hold (HdBuffer *self,
              guint thread)
{
  if (is_own (self, thread))
    return --self->references == 0;
  return __atomic_load_n (&self->references, __ATOMIC_ACQUIRE) == 1 || g_atomic_int_dec_and_test (&self->references);
}

void
hd_buffer_drop (HdBuffer *self,
                guint thread)
{
  HdBufferStore *store = self->store;
  Shelf *shelf = &store->shelves[thread];
  guint class = get_class (self->size);

  if (!is_last_hold (self, thread))
    return;
  add (&shelf->n, -1);
  add (&shelf->n_bytes, -(gint64) (sizeof *self + self->size));
  if (class < N_SIZES)
    put (store, shelf, class, self);
  else
    free_large (store, self);
}

gconstpointer
hd_buffer_peek (const HdBuffer *self,
                gsize *out_size)
{
  *out_size = self->size;
  return self->bytes;
}
