/* entries.h: keys and their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "table.h"

#define ENTRIES_KEY 32   /* bytes */
#define ENTRIES_VALUE 16 /* likewise */

/** EntryKey: @table: number; @n: bytes, those behind are 0 */
typedef struct
{
  uint32_t table, n;
  uint8_t bytes[ENTRIES_KEY];
} EntryKey;

typedef struct
{
  EntryKey key;
  uint8_t value[ENTRIES_VALUE];
} Entry;

/** Entries: @all: in the order in which they came; @places: open addressing, the number of an entry and 1 */
typedef struct
{
  Entry *all;
  uint32_t *places;
  uint32_t n, n_places, most;
} Entries;

/** entries_init: empty, with room for @most */
void entries_init (Entries *self,
                   uint32_t most);
void entries_clear (Entries *self);
/** entries_find: its value, or NULL */
const uint8_t *entries_find (const Entries *self,
                             const EntryKey *key);
typedef enum
{
  ENTRIES_ADDED,
  ENTRIES_CHANGED,
  ENTRIES_FULL,
  ENTRIES_NO_MEMORY,
} EntriesPut;
EntriesPut entries_put (Entries *self,
                        const EntryKey *key,
                        const uint8_t value[ENTRIES_VALUE]);
/** entries_add: one that @table, where it was read, names once; 0 with a sentence there */
int entries_add (Entries *self,
                 Table *table,
                 const EntryKey *key,
                 const uint8_t value[ENTRIES_VALUE]);

/**
 * entries_read: adds the lines of @table, each of which is the fields of a key, =, and the fields of a value; a field is an address, or a number, a slash, and in how many bytes it
 * stands, as 443/2, in the order of networks. Returns 0 with a sentence in Table.why.
 */
int entries_read (Entries *self,
                  uint32_t number,
                  Table *table);
