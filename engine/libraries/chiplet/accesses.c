/* accesses.c: who has read and written which addresses of a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "accesses.h"

#include <stdlib.h>
#include <string.h>

static int
is_empty (const AccessesCount *count)
{
  return count->bytes_read == 0 && count->bytes_written == 0;
}

/* Where that count is, or would be: there is always a free place. */
static AccessesCount *
find_place (AccessesCount *counts,
            size_t n_places,
            uint64_t block,
            uint32_t peer)
{
  uint64_t key = (block * UINT64_C (0x9e3779b97f4a7c15)) ^ (peer * UINT64_C (0xd6e8feb86659fd93));
  size_t at = (size_t) (key ^ key >> 32) & (n_places - 1);

  while (!is_empty (&counts[at]) && (counts[at].block != block || counts[at].peer != peer))
    at = (at + 1) & (n_places - 1);
  return &counts[at];
}

/* Into @n_places, in blocks that are larger by @n_bits. */
static int
move (Accesses *self,
      size_t n_places,
      unsigned n_bits)
{
  AccessesCount *counts = calloc (n_places, sizeof *counts);

  if (counts == NULL)
    return 0;
  self->n = 0;
  for (size_t i = 0; i < self->n_places; i++)
    if (!is_empty (&self->counts[i]))
      {
        const AccessesCount *from = &self->counts[i];
        AccessesCount *to = find_place (counts, n_places, from->block >> n_bits, from->peer);

        self->n += is_empty (to);
        to->block = from->block >> n_bits;
        to->peer = from->peer;
        to->bytes_read += from->bytes_read;
        to->bytes_written += from->bytes_written;
      }
  free (self->counts);
  self->counts = counts;
  self->n_places = n_places;
  self->shift += n_bits;
  return 1;
}

/* So that there is room for one more, and at most half of the places are taken. */
static int
make_room (Accesses *self)
{
  if (2 * (self->n + 1) <= self->n_places)
    return 1;
  if (self->n < ACCESSES_MOST)
    return move (self, self->n_places == 0 ? 64 : 2 * self->n_places, 0);
  while (self->n > ACCESSES_MOST / 2 && self->shift < 63)
    if (!move (self, self->n_places, 1))
      return 0;
  return 1;
}

void
accesses_clear (Accesses *self)
{
  free (self->counts);
}

int
accesses_add (Accesses *self,
              uint64_t address,
              uint32_t size,
              uint32_t peer,
              int is_write)
{
  AccessesCount *count;

  if (!make_room (self))
    return 0;
  count = find_place (self->counts, self->n_places, address >> self->shift, peer);
  self->n += is_empty (count);
  count->block = address >> self->shift;
  count->peer = peer;
  *(is_write ? &count->bytes_written : &count->bytes_read) += size;
  return 1;
}

static int
compare (const void *a,
         const void *b)
{
  const AccessesCount *one = a, *other = b;

  if (one->block != other->block)
    return one->block < other->block ? -1 : 1;
  return one->peer < other->peer ? -1 : one->peer > other->peer;
}

const AccessesCount *
accesses_sort (Accesses *self)
{
  size_t n = 0;

  for (size_t i = 0; i < self->n_places; i++)
    if (!is_empty (&self->counts[i]))
      self->counts[n++] = self->counts[i];
  if (n > 0)
    qsort (self->counts, n, sizeof *self->counts, compare);
  return self->counts;
}

int
accesses_copy (const Accesses *self,
               Accesses *out_copy)
{
  *out_copy = *self;
  out_copy->counts = malloc (self->n_places * sizeof *self->counts + 1);
  if (out_copy->counts == NULL)
    return 0;
  if (self->n_places > 0)
    memcpy (out_copy->counts, self->counts, self->n_places * sizeof *self->counts);
  return 1;
}
