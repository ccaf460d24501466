/* golden.c: the programs of engines on the host, without any time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * golden TABLES IN SENT CONTROL: compiled together with one program, defining GOLDEN, it does with each packet of a capture what that program says. Tables are lists that are
 * gone through from one end to the other, and buckets of meters are always full; nothing here is from the simulator.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "packet.h"

#define MOST_BYTES 9216
#define KINDS 5

typedef struct
{
  uint32_t table, n, length; /* @length: of a prefix, bits */
  uint8_t key[32], value[16];
} Row;

typedef struct
{
  Row *rows;
  size_t n;
} List;

typedef struct
{
  uint8_t key[32], value[16];
  uint32_t control, status;
} Slot;

uint8_t golden_core[1024] __attribute__ ((aligned (16)));
static struct { List exact, routes, meters; Slot slots[KINDS]; uint8_t bytes[MOST_BYTES * 2]; uint32_t length, port_in, verdict; int32_t cut; jmp_buf sent; } self;

static void __attribute__ ((noreturn))
give_up (const char *what)
{
  fprintf (stderr, "golden: %s\n", what);
  exit (1);
}

/* ---- tables -------------------------------------------------------------------------------------------------------- */

static Row *
add (List *list)
{
  list->rows = realloc (list->rows, (list->n + 1) * sizeof (Row));
  memset (&list->rows[list->n], 0, sizeof (Row));
  return &list->rows[list->n++];
}

static FILE *
open_table (const char *folder,
            const char *name)
{
  char path[1024];
  FILE *file;

  snprintf (path, sizeof path, "%s/%s.txt", folder, name);
  file = fopen (path, "r");
  if (file == NULL)
    give_up (path);
  return file;
}

static uint32_t
read_address (const char *word,
              uint8_t *bytes)
{
  unsigned a, b, c, d, groups[8] = { 0 }, n = 0, last = 8;

  if (sscanf (word, "%u.%u.%u.%u", &a, &b, &c, &d) == 4)
    {
      bytes[0] = (uint8_t) a, bytes[1] = (uint8_t) b, bytes[2] = (uint8_t) c, bytes[3] = (uint8_t) d;
      return 4;
    }
  while (*word != '\0' && *word != '/' && n < 8)
    {
      char *end;

      if (word[0] == ':' && word[1] == ':')
        {
          last = n;
          word += 2;
          continue;
        }
      groups[n++] = (unsigned) strtoul (word, &end, 16);
      word = end[0] == ':' && end[1] != ':' ? end + 1 : end;
    }
  if (last < 8)
    {
      memmove (groups + 8 - (n - last), groups + last, (n - last) * sizeof *groups);
      memset (groups + last, 0, (8 - n) * sizeof *groups);
    }
  for (unsigned i = 0; i < 8; i++)
    {
      bytes[2 * i] = (uint8_t) (groups[i] >> 8);
      bytes[2 * i + 1] = (uint8_t) groups[i];
    }
  return 16;
}

static void
read_exact (const char *folder,
            const char *name,
            uint32_t table)
{
  FILE *file = open_table (folder, name);
  char line[512];

  while (fgets (line, sizeof line, file) != NULL)
    {
      uint8_t *to = NULL;
      uint32_t *n = NULL, rest = 0;

      for (char *word = strtok (line, " \n"); word != NULL && *word != '#'; word = strtok (NULL, " \n"))
        {
          if (to == NULL)
            {
              Row *row = add (&self.exact);

              row->table = table;
              to = row->key;
              n = &row->n;
            }
          if (*word == '=')
            {
              to = self.exact.rows[self.exact.n - 1].value;
              n = &rest;
            }
          else if (strchr (word, '.') != NULL || strchr (word, ':') != NULL)
            *n += read_address (word, to + *n);
          else
            for (int i = atoi (strchr (word, '/') + 1) - 1; i >= 0; i--)
              to[(*n)++] = (uint8_t) (strtoul (word, NULL, 10) >> 8 * i);
        }
    }
  fclose (file);
}

static void
read_routes (const char *folder)
{
  FILE *file = open_table (folder, "routes");
  char line[512], prefix[64];
  unsigned port;

  while (fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "%63s %u", prefix, &port) == 2 && *prefix != '#')
      {
        Row *row = add (&self.routes);

        row->n = read_address (prefix, row->key);
        row->length = (uint32_t) atoi (strchr (prefix, '/') + 1);
        memcpy (row->value, &port, 4);
      }
  fclose (file);
}

/* A packet is red if it is longer than the burst. */
static void
read_meters (const char *folder)
{
  FILE *file = open_table (folder, "meters");
  char line[512];
  unsigned number, burst;
  char unit;

  while (fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "%u %*s %*s %*s %u%c", &number, &burst, &unit) == 3)
      {
        Row *row = add (&self.meters);

        row->table = number;
        row->length = burst * (unit == 'k' ? 1000 : unit == 'M' ? 1000000 : 1);
      }
  fclose (file);
}

static Row *
find_exact (const Slot *slot)
{
  for (size_t i = 0; i < self.exact.n; i++)
    if (self.exact.rows[i].table == (slot->control & 0xffff) && self.exact.rows[i].n == slot->control >> 16 && memcmp (self.exact.rows[i].key, slot->key, slot->control >> 16) == 0)
      return &self.exact.rows[i];
  return NULL;
}

static int
begins_with (const uint8_t *address,
             const Row *row)
{
  for (uint32_t i = 0; i < row->length; i++)
    if (((address[i / 8] ^ row->key[i / 8]) >> (7 - i % 8) & 1) != 0)
      return 0;
  return 1;
}

static Row *
find_route (const Slot *slot)
{
  Row *found = NULL;

  for (size_t i = 0; i < self.routes.n; i++)
    if (self.routes.rows[i].n == slot->control >> 16 && begins_with (slot->key, &self.routes.rows[i]) && (found == NULL || self.routes.rows[i].length > found->length))
      found = &self.routes.rows[i];
  return found;
}

/* ---- the processor ------------------------------------------------------------------------------------------------- */

static void
look (Slot *slot,
      uint32_t unit,
      uint32_t command)
{
  Row *row = unit == EXACT ? find_exact (slot) : unit == LPM ? find_route (slot) : NULL;
  uint32_t hash = 2166136261u, number, n, colour = 0;

  if (unit == EXACT && command == PUT)
    {
      row = row != NULL ? row : add (&self.exact);
      row->table = slot->control & 0xffff;
      row->n = slot->control >> 16;
      memcpy (row->key, slot->key, row->n);
      memcpy (row->value, slot->value, 16);
      return;
    }
  memset (slot->value, 0, 16);
  slot->status = row != NULL;
  if (row != NULL)
    memcpy (slot->value, row->value, 16);
  if (unit == METER)
    {
      memcpy (&number, slot->key, 4);
      memcpy (&n, slot->key + 4, 4);
      for (size_t i = 0; i < self.meters.n; i++)
        if (self.meters.rows[i].table == number && n > self.meters.rows[i].length)
          colour = 2;
      memcpy (slot->value, &colour, 4);
    }
  if (unit == HASH)
    {
      if (command != HASH_KEY)
        give_up ("it adds up nothing");
      for (uint32_t i = 0; i < slot->control >> 16; i++)
        hash = (hash ^ slot->key[i]) * 16777619u;
      hash ^= hash >> 16;
      memcpy (slot->value, &hash, 4);
    }
}

uint32_t
golden_load (uint32_t address)
{
  uint32_t unit = (address - 0x40000100u) / 0x40, offset = (address - 0x40000100u) % 0x40, word;

  if (address == 0x40000000u)
    return self.length;
  if (address == 0x40000004u)
    return self.port_in;
  if (address == 0x4000000cu)
    return 0;
  if (unit < KINDS && offset >= 0x28 && offset <= 0x30)
    {
      if (offset == 0x30)
        return self.slots[unit].status;
      memcpy (&word, self.slots[unit].value + offset - 0x28, 4);
      return word;
    }
  give_up ("a load from nowhere");
}

void
golden_store (uint32_t address,
              uint32_t value)
{
  uint32_t unit = (address - 0x40000100u) / 0x40, offset = (address - 0x40000100u) % 0x40;

  if (address == 0x40000008u)
    return;
  if (address == 0x4000001cu)
    self.cut = (int32_t) value;
  else if (unit < KINDS && offset < 0x20)
    memcpy (self.slots[unit].key + offset, &value, 4);
  else if (unit < KINDS && offset == 0x20)
    self.slots[unit].control = value;
  else if (unit < KINDS && offset == 0x24)
    look (&self.slots[unit], unit, value);
  else if (unit < KINDS && offset != 0x30 && offset <= 0x38)
    memcpy (self.slots[unit].value + offset - (offset < 0x30 ? 0x28 : 0x2c), &value, 4);
  else
    give_up ("a store to nowhere");
}

void
golden_send (uint32_t word)
{
  self.verdict = word & 255;
  longjmp (self.sent, 1);
}

/* ---- captures ------------------------------------------------------------------------------------------------------ */

static void
do_packet (void)
{
  uint32_t n = self.length < WINDOW_BYTES ? self.length : WINDOW_BYTES;

  memset (golden_core, 0, sizeof golden_core);
  memset (self.slots, 0, sizeof self.slots);
  memcpy (golden_core, self.bytes, n);
  self.cut = 0;
  if (setjmp (self.sent) == 0)
    start (golden_core, golden_core + WINDOW_BYTES, 0);
  memcpy (self.bytes, golden_core, WINDOW_BYTES < self.length ? WINDOW_BYTES : self.length);
  memmove (self.bytes, self.bytes + self.cut, self.length - (uint32_t) self.cut);
  self.length -= (uint32_t) self.cut;
}

int
main (int argc,
      char **argv)
{
  uint32_t head[6], record[4];
  FILE *in = argc == 5 ? fopen (argv[2], "rb") : NULL, *sent = argc == 5 ? fopen (argv[3], "wb") : NULL, *control = argc == 5 ? fopen (argv[4], "wb") : NULL;

  if (in == NULL || sent == NULL || control == NULL || fread (head, sizeof head, 1, in) != 1)
    give_up ("it is called as golden TABLES IN SENT CONTROL");
  read_exact (argv[1], "rules", 0);
  read_exact (argv[1], "connections", 1);
  read_exact (argv[1], "tunnels", 2);
  read_routes (argv[1]);
  read_meters (argv[1]);
  fwrite (head, sizeof head, 1, sent);
  fwrite (head, sizeof head, 1, control);
  while (fread (record, sizeof record, 1, in) == 1)
    {
      FILE *to;

      self.length = record[2];
      if (self.length > MOST_BYTES || fread (self.bytes, 1, self.length, in) != self.length)
        give_up ("a damaged capture");
      do_packet ();
      to = self.verdict == EGRESS || self.verdict == NEXT ? sent : self.verdict == PUNT ? control : NULL;
      record[2] = record[3] = self.length;
      if (to != NULL)
        {
          fwrite (record, sizeof record, 1, to);
          fwrite (self.bytes, 1, self.length, to);
        }
    }
  fclose (in);
  return fclose (sent) != 0 || fclose (control) != 0;
}
