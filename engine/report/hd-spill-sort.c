/* hd-spill-sort.c: puts more items into order than memory holds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * External merge sort: when memory is full, its items go in order to a temporary file that has no name any more; the ends of these runs are
 * merged through a heap. What fits into memory touches no file.
 */
#define G_LOG_DOMAIN "hd-spill-sort"

#include "hd-spill-sort.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "hd-heap.h"
#include "hd-i18n.h"

#define ITEMS_READ_AT_ONCE 256

/* A run of items in order: in the file from here, and what of it is in memory. */
typedef struct
{
  const HdSpillSort *of;
  guint64 at;     /* bytes into the file */
  guint64 n_left; /* items still there */
  guint8 *items;
  gsize n;
  gsize next;
} Run;

struct _HdSpillSort
{
  GCompareFunc compare;
  gsize item_size;
  gsize n_in_memory;

  /*< owned >*/
  GByteArray *items;
  GArray *runs; /* a heap while items are taken */
  guint8 *taken;
  int file;     /* -1 before it is needed */

  guint64 file_bytes;
  gboolean taking;
};

HdSpillSort *
hd_spill_sort_new (gsize item_size,
                   GCompareFunc compare,
                   gsize n_in_memory)
{
  HdSpillSort *self = g_new0 (HdSpillSort, 1);

  self->compare = compare;
  self->item_size = item_size;
  self->n_in_memory = n_in_memory;
  self->items = g_byte_array_new ();
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  self->taken = g_malloc (item_size);
  self->file = -1;
  return self;
}

void
hd_spill_sort_free (HdSpillSort *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    g_free (g_array_index (self->runs, Run, i).items);
  g_array_unref (self->runs);
  g_byte_array_unref (self->items);
  g_free (self->taken);
  if (self->file >= 0)
    close (self->file);
  g_free (self);
}

static gboolean
fail (GError **error)
{
  int code = errno;

  g_set_error (error, G_IO_ERROR, (gint) g_io_error_from_errno (code), _("temporary file: %s"), g_strerror (code));
  return FALSE;
}

static gboolean
open_file (HdSpillSort *self,
           GError **error)
{
  g_autofree char *path = NULL;

  if (self->file < 0)
    self->file = g_file_open_tmp ("heddle-XXXXXX", &path, error);
  if (path != NULL)
    g_unlink (path);
  return self->file >= 0;
}

static gboolean
spill (HdSpillSort *self,
       GError **error)
{
  Run run = { .of = self, .at = self->file_bytes, .n_left = self->items->len / self->item_size };
  gsize done = 0;

  if (!open_file (self, error))
    return FALSE;
  qsort (self->items->data, run.n_left, self->item_size, self->compare);
  while (done < self->items->len)
    {
      gssize n = pwrite (self->file, self->items->data + done, self->items->len - done, (off_t) (self->file_bytes + done));

      if (n < 0 && errno != EINTR)
        return fail (error);
      done += n > 0 ? (gsize) n : 0;
    }
  self->file_bytes += done;
  g_byte_array_set_size (self->items, 0);
  g_array_append_val (self->runs, run);
  return TRUE;
}

gboolean
hd_spill_sort_add (HdSpillSort *self,
                   gconstpointer item,
                   GError **error)
{
  g_assert (!self->taking);
  g_byte_array_append (self->items, item, (guint) self->item_size);
  return self->items->len < self->n_in_memory * self->item_size || spill (self, error);
}

/* ---- merging ----------------------------------------------------------------------------------------------------------------------- */

/* Items of the run for memory, if it has any left. */
static gboolean
load (HdSpillSort *self,
      Run *run,
      GError **error)
{
  gsize n = MIN (run->n_left, ITEMS_READ_AT_ONCE), done = 0;

  if (run->next < run->n || n == 0)
    return TRUE;
  if (run->items == NULL)
    run->items = g_malloc (ITEMS_READ_AT_ONCE * self->item_size);
  while (done < n * self->item_size)
    {
      gssize got = pread (self->file, run->items + done, n * self->item_size - done, (off_t) (run->at + done));

      if (got == 0)
        errno = EIO; /* it was there */
      if (got == 0 || (got < 0 && errno != EINTR))
        return fail (error);
      done += got > 0 ? (gsize) got : 0;
    }
  run->at += done;
  run->n_left -= n;
  run->n = n;
  run->next = 0;
  return TRUE;
}

static gconstpointer
peek (const Run *run)
{
  return run->items + run->next * run->of->item_size;
}

static gboolean
is_less (const Run *a,
         const Run *b)
{
  return a->of->compare (peek (a), peek (b)) < 0;
}

HD_DEFINE_HEAP (heap, Run, is_less)

/* What is in memory is a run too, and needs no file. */
static gboolean
begin (HdSpillSort *self,
       GError **error)
{
  Run rest = { .of = self, .n = self->items->len / self->item_size };

  self->taking = TRUE;
  for (guint i = 0; i < self->runs->len; i++)
    if (!load (self, &g_array_index (self->runs, Run, i), error))
      return FALSE;
  if (rest.n > 0)
    {
      gsize bytes;

      qsort (self->items->data, rest.n, self->item_size, self->compare);
      rest.items = g_byte_array_steal (self->items, &bytes);
      g_array_append_val (self->runs, rest);
    }
  heap_build ((Run *) (gpointer) self->runs->data, self->runs->len);
  return TRUE;
}

gconstpointer
hd_spill_sort_next (HdSpillSort *self,
                    GError **error)
{
  Run *first;

  if (!self->taking && !begin (self, error))
    return NULL;
  if (self->runs->len == 0)
    return NULL;
  first = &g_array_index (self->runs, Run, 0);
  memcpy (self->taken, peek (first), self->item_size);
  first->next++;
  if (!load (self, first, error))
    return NULL;
  if (first->next == first->n)
    {
      g_free (first->items);
      g_array_remove_index_fast (self->runs, 0);
    }
  if (self->runs->len > 0)
    heap_sink (first, self->runs->len, 0, *first);
  return self->taken;
}
