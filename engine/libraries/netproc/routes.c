/* routes.c: what the longest prefix of an address says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "routes.h"

#include <inttypes.h>
#include <string.h>

void
routes_init (Routes *self,
             uint32_t most)
{
  *self = (Routes){ .is_used = { { 0 } } };
  entries_init (&self->entries, most);
}

void
routes_clear (Routes *self)
{
  entries_clear (&self->entries);
}

static EntryKey
make_prefix (const uint8_t *address,
             uint32_t n_bytes,
             uint32_t length)
{
  EntryKey key = { .table = length, .n = n_bytes };

  memcpy (key.bytes, address, (length + 7) / 8);
  if (length % 8 != 0)
    key.bytes[length / 8] &= (uint8_t) (0xff00 >> length % 8);
  return key;
}

/* What stands behind the slash. */
static int
read_length (Table *table,
             const char *text,
             uint32_t most,
             uint32_t *out_length)
{
  size_t n = strlen (text);

  *out_length = 0;
  if (n < 1 || n > 3 || strspn (text, "0123456789") != n)
    return table_fail (table, "“%s” is no length of a prefix", text);
  for (; *text != '\0'; text++)
    *out_length = 10 * *out_length + (uint32_t) (*text - '0');
  return *out_length <= most || table_fail (table, "a prefix of %" PRIu32 " bits; an address has %" PRIu32, *out_length, most);
}

static int
read_route (Routes *self,
            Table *table)
{
  char *word = table->words[0], *slash = strchr (word, '/');
  uint8_t address[16], value[ENTRIES_VALUE] = { 0 };
  uint32_t n, length;
  uint64_t number;
  EntryKey key;

  if (table->n_words != 2 || slash == NULL)
    return table_fail (table, "it must be a prefix and a number, as 10.2.0.0/16 2");
  *slash = '\0';
  n = table_read_address (word, address);
  if (n == 0)
    return table_fail (table, "“%s” is no address", word);
  if (!read_length (table, slash + 1, 8 * n, &length))
    return 0;
  key = make_prefix (address, n, length);
  if (memcmp (key.bytes, address, n) != 0)
    return table_fail (table, "the address has bits behind the %" PRIu32 " of its prefix", length);
  if (!table_read_number (table, 1, "the number", UINT32_MAX, &number))
    return 0;
  memcpy (value, &(uint32_t){ (uint32_t) number }, sizeof (uint32_t));
  self->is_used[n == 16][length] = 1;
  return entries_add (&self->entries, table, &key, value);
}

int
routes_read (Routes *self,
             Table *table)
{
  while (table_next (table))
    if (!read_route (self, table))
      return 0;
  return *table->why == '\0';
}

int
routes_find (const Routes *self,
             const uint8_t *address,
             uint32_t n_bytes,
             uint32_t *out_number,
             uint32_t *out_length)
{
  for (uint32_t length = 8 * n_bytes + 1; length-- > 0;)
    if (self->is_used[n_bytes == 16][length])
      {
        EntryKey key = make_prefix (address, n_bytes, length);
        const uint8_t *value = entries_find (&self->entries, &key);

        if (value != NULL)
          {
            memcpy (out_number, value, sizeof *out_number);
            *out_length = length;
            return 1;
          }
      }
  return 0;
}
