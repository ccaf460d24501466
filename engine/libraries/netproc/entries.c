/* entries.c: keys and their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "entries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PLACES 64 /* a power of two */

void
entries_init (Entries *self,
              uint32_t most)
{
  *self = (Entries){ .most = most };
}

void
entries_clear (Entries *self)
{
  free (self->all);
  free (self->places);
}

/* FNV-1a over what counts. */
static uint32_t
get_hash (const EntryKey *key)
{
  uint32_t hash = (UINT32_C (2166136261) ^ key->table) * UINT32_C (16777619);

  hash = (hash ^ key->n) * UINT32_C (16777619);
  for (uint32_t i = 0; i < key->n; i++)
    hash = (hash ^ key->bytes[i]) * UINT32_C (16777619);
  return hash ^ hash >> 15;
}

/* Where it is, or would be. */
static uint32_t
find_place (const Entries *self,
            const EntryKey *key)
{
  uint32_t place = get_hash (key) & (self->n_places - 1);

  while (self->places[place] != 0)
    {
      const EntryKey *other = &self->all[self->places[place] - 1].key;

      if (other->table == key->table && other->n == key->n && memcmp (other->bytes, key->bytes, key->n) == 0)
        break;
      place = (place + 1) & (self->n_places - 1);
    }
  return place;
}

const uint8_t *
entries_find (const Entries *self,
              const EntryKey *key)
{
  uint32_t number = self->n_places > 0 ? self->places[find_place (self, key)] : 0;

  return number > 0 ? self->all[number - 1].value : NULL;
}

/* At most half of the places are taken. */
static int
make_room (Entries *self)
{
  uint32_t n = self->n_places == 0 ? FIRST_PLACES : self->n_places * 2;
  uint32_t *places;
  Entry *grown;

  if (self->n < self->n_places / 2)
    return 1;
  grown = realloc (self->all, n / 2 * sizeof *grown);
  if (grown == NULL)
    return 0;
  self->all = grown;
  places = calloc (n, sizeof *places);
  if (places == NULL)
    return 0;
  free (self->places);
  self->places = places;
  self->n_places = n;
  for (uint32_t i = 0; i < self->n; i++)
    self->places[find_place (self, &self->all[i].key)] = i + 1;
  return 1;
}

EntriesPut
entries_put (Entries *self,
             const EntryKey *key,
             const uint8_t value[ENTRIES_VALUE])
{
  uint32_t place;

  if (!make_room (self))
    return ENTRIES_NO_MEMORY;
  place = find_place (self, key);
  if (self->places[place] != 0)
    {
      memcpy (self->all[self->places[place] - 1].value, value, ENTRIES_VALUE);
      return ENTRIES_CHANGED;
    }
  if (self->n == self->most)
    return ENTRIES_FULL;
  self->all[self->n].key = *key;
  memcpy (self->all[self->n].value, value, ENTRIES_VALUE);
  self->places[place] = ++self->n;
  return ENTRIES_ADDED;
}

/* ---- text ---------------------------------------------------------------------------------------------------------- */

int
entries_add (Entries *self,
             Table *table,
             const EntryKey *key,
             const uint8_t value[ENTRIES_VALUE])
{
  if (entries_find (self, key) != NULL)
    return table_fail (table, "the key stands there for the second time");
  switch (entries_put (self, key, value))
    {
    case ENTRIES_FULL:
      return table_fail (table, "there is room for %" PRIu32 " entries", self->most);
    case ENTRIES_NO_MEMORY:
      return table_fail (table, "there is no memory for it");
    case ENTRIES_ADDED:
    case ENTRIES_CHANGED:
    default:
      return 1;
    }
}

/* Word @at, behind the @n bytes that are there. */
static int
read_field (Table *table,
            uint32_t at,
            uint8_t *bytes,
            uint32_t *n,
            uint32_t most)
{
  char *word = table->words[at], *slash = strchr (word, '/');
  uint8_t address[16];
  uint32_t n_more = table_read_address (word, address);
  uint64_t number = 0, size = n_more;

  if (n_more == 0)
    {
      if (slash == NULL || strspn (slash + 1, "12345678") != 1 || slash[2] != '\0' || strspn (word, "0123456789") != (size_t) (slash - word) || slash == word)
        return table_fail (table, "“%s” must be an address, or a number with its bytes, from 1 to 8, as 443/2", word);
      size = (uint64_t) (slash[1] - '0');
      *slash = '\0';
      if (!table_read_number (table, at, "the number", size < 8 ? (UINT64_C (1) << 8 * size) - 1 : UINT64_MAX, &number))
        return 0;
    }
  if (size > most - *n)
    return table_fail (table, "its fields have more than %" PRIu32 " bytes", most);
  for (uint32_t i = 0; i < size; i++)
    bytes[(*n)++] = n_more > 0 ? address[i] : (uint8_t) (number >> 8 * (size - 1 - i));
  return 1;
}

int
entries_read (Entries *self,
              uint32_t number,
              Table *table)
{
  while (table_next (table))
    {
      EntryKey key = { .table = number };
      uint8_t value[ENTRIES_VALUE] = { 0 };
      uint32_t n_value = 0, at = 0;

      for (; at < table->n_words && strcmp (table->words[at], "=") != 0; at++)
        if (!read_field (table, at, key.bytes, &key.n, ENTRIES_KEY))
          return 0;
      if (at == 0 || at + 1 >= table->n_words)
        return table_fail (table, "it must be the fields of a key, “=” and the fields of a value");
      for (at++; at < table->n_words; at++)
        if (!read_field (table, at, value, &n_value, ENTRIES_VALUE))
          return 0;
      if (!entries_add (self, table, &key, value))
        return 0;
    }
  return *table->why == '\0';
}
