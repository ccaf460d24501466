/* mact-table.c: the memory-access collecting table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * From the paper: regions of 1,024 bytes, one bit for each byte, a deadline from the first access on, refusal when no entry is free, a read's entry is
 * free when its data arrive, a write's when it leaves.
 * Own decisions where it says nothing: the number of entries is a parameter; an access over two regions is accepted or refused as a whole; a
 * full bitmap leaves at once; an access to a region whose request has left joins it if all its bytes are on the way, otherwise it begins a new
 * entry; an entry remembers at most 256 accesses.
 */
#include "mact-table.h"

#include <stdlib.h>
#include <string.h>

#define N_WORDS (MACT_REGION / 64)
#define MAX_ACCESSES 256
#define NONE UINT32_MAX

typedef enum { ENTRY_FREE, ENTRY_COLLECTING, ENTRY_SENT } EntryState;

typedef struct
{
  uint64_t bitmap[N_WORDS];
  uint64_t base;
  int64_t deadline;
  EntryState state;
  uint32_t n_accesses;
  uint16_t accesses[MAX_ACCESSES];
} Entry;

typedef struct
{
  uint32_t tag;
  uint32_t parts; /* entries that it waits for; free: the next free one */
} Access;

struct _MactTable
{
  uint32_t n_entries, window;
  int keeps_sent;
  uint32_t n_used;
  Entry *entries;
  Access *accesses;
  uint32_t free_access;
};

MactTable *
mact_table_new (uint32_t n_entries, uint32_t window, int keeps_sent)
{
  MactTable *self = calloc (1, sizeof (MactTable));
  uint32_t n_accesses = n_entries * MAX_ACCESSES;

  if (self == NULL)
    return NULL;
  *self = (MactTable){ .n_entries = n_entries, .window = window, .keeps_sent = keeps_sent };
  if (n_accesses > UINT16_MAX)
    n_accesses = UINT16_MAX;
  self->entries = calloc (n_entries, sizeof (Entry));
  self->accesses = calloc (n_accesses, sizeof (Access));
  if (self->entries == NULL || self->accesses == NULL)
    {
      mact_table_free (self);
      return NULL;
    }
  for (uint32_t i = 0; i < n_accesses; i++)
    self->accesses[i].parts = i + 1 < n_accesses ? i + 1 : NONE;
  return self;
}

void
mact_table_free (MactTable *self)
{
  free (self->entries);
  free (self->accesses);
  free (self);
}

/* ---- entries -------------------------------------------------------------------------------------------------------- */

/* A part of an access that lies in one region. */
typedef struct
{
  uint64_t base;
  uint32_t first, end; /* bytes of the region */
  uint32_t entry;
} Part;

static uint64_t
mask_of (const Part *part, uint32_t word)
{
  uint32_t first = part->first > word * 64 ? part->first - word * 64 : 0;
  uint32_t end = part->end < (word + 1) * 64 ? part->end - word * 64 : 64;

  return ~(uint64_t) 0 << first & ~(uint64_t) 0 >> (64 - end);
}

static int
is_covered (const Entry *entry, const Part *part)
{
  for (uint32_t w = part->first / 64; w <= (part->end - 1) / 64; w++)
    if ((mask_of (part, w) & ~entry->bitmap[w]) != 0)
      return 0;
  return 1;
}

/* The entry that @part can join, else a free one, else NONE. @taken is no longer free. */
static uint32_t
find_entry (const MactTable *self, const Part *part, uint32_t taken)
{
  uint32_t found = NONE;

  for (uint32_t i = 0; i < self->n_entries; i++)
    {
      const Entry *entry = &self->entries[i];

      if (entry->state == ENTRY_FREE && i != taken && found == NONE)
        found = i;
      else if (entry->state != ENTRY_FREE && entry->base == part->base && entry->n_accesses < MAX_ACCESSES
               && (entry->state == ENTRY_COLLECTING || is_covered (entry, part)))
        return i;
    }
  return found;
}

static void
join (MactTable *self, const Part *part, uint32_t access, int64_t cycle)
{
  Entry *entry = &self->entries[part->entry];
  int is_full = 1;

  if (entry->state == ENTRY_FREE)
    {
      memset (entry->bitmap, 0, sizeof entry->bitmap);
      entry->base = part->base;
      entry->deadline = cycle + self->window;
      entry->state = ENTRY_COLLECTING;
      entry->n_accesses = 0;
      self->n_used++;
    }
  entry->accesses[entry->n_accesses++] = (uint16_t) access;
  for (uint32_t w = part->first / 64; w <= (part->end - 1) / 64; w++)
    entry->bitmap[w] |= mask_of (part, w);
  for (uint32_t w = 0; w < N_WORDS && is_full; w++)
    is_full = entry->bitmap[w] == ~(uint64_t) 0;
  if (is_full && entry->state == ENTRY_COLLECTING)
    entry->deadline = cycle;
}

MactAnswer
mact_table_add (MactTable *self, uint64_t address, uint32_t size, int64_t cycle, uint32_t tag)
{
  uint32_t offset = (uint32_t) (address % MACT_REGION);
  uint32_t end = offset + size < MACT_REGION ? offset + size : MACT_REGION;
  Part parts[2] = {
    { .base = address - offset, .first = offset, .end = end },
    { .base = address - offset + MACT_REGION, .first = 0, .end = offset + size - end },
  };
  uint32_t n_parts = parts[1].end > 0 ? 2 : 1;
  uint32_t access = self->free_access;

  parts[0].entry = find_entry (self, &parts[0], NONE);
  parts[1].entry = n_parts == 2 ? find_entry (self, &parts[1], parts[0].entry) : 0;
  if (access == NONE || parts[0].entry == NONE || parts[1].entry == NONE)
    return MACT_REFUSED;
  self->free_access = self->accesses[access].parts;
  self->accesses[access] = (Access){ tag, n_parts };
  for (uint32_t i = 0; i < n_parts; i++)
    join (self, &parts[i], access, cycle);
  return MACT_ACCEPTED;
}

int
mact_table_is_sent (const MactTable *self, uint32_t entry)
{
  return entry < self->n_entries && self->entries[entry].state == ENTRY_SENT;
}

int64_t
mact_table_next (const MactTable *self)
{
  int64_t next = INT64_MAX;

  for (uint32_t i = 0; i < self->n_entries; i++)
    if (self->entries[i].state == ENTRY_COLLECTING && self->entries[i].deadline < next)
      next = self->entries[i].deadline;
  return next;
}

static void
release (MactTable *self, Entry *entry, void (*answer) (void *data, uint32_t tag), void *data)
{
  for (uint32_t i = 0; i < entry->n_accesses; i++)
    {
      Access *access = &self->accesses[entry->accesses[i]];

      if (--access->parts > 0)
        continue;
      if (answer != NULL)
        answer (data, access->tag);
      access->parts = self->free_access;
      self->free_access = entry->accesses[i];
    }
  entry->state = ENTRY_FREE;
  self->n_used--;
}

int
mact_table_take (MactTable *self, int64_t cycle, MactRequest *out_request)
{
  Entry *first = NULL;

  for (uint32_t i = 0; i < self->n_entries; i++)
    if (self->entries[i].state == ENTRY_COLLECTING && self->entries[i].deadline <= cycle
        && (first == NULL || self->entries[i].deadline < first->deadline))
      first = &self->entries[i];
  if (first == NULL)
    return 0;
  *out_request = (MactRequest){ .base = first->base, .n_accesses = first->n_accesses, .entry = (uint32_t) (first - self->entries) };
  for (uint32_t w = 0; w < N_WORDS; w++)
    out_request->n_bytes += (uint32_t) __builtin_popcountll (first->bitmap[w]);
  first->state = ENTRY_SENT;
  if (!self->keeps_sent)
    release (self, first, NULL, NULL);
  return 1;
}

void
mact_table_reply (MactTable *self, uint32_t entry, void (*answer) (void *data, uint32_t tag), void *data)
{
  if (mact_table_is_sent (self, entry))
    release (self, &self->entries[entry], answer, data);
}

uint32_t
mact_table_get_n_used (const MactTable *self)
{
  return self->n_used;
}
