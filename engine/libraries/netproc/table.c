/* table.c: tables of network processors as text: lines of words
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "table.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
table_open (Table *self,
            const char *name,
            const char *text,
            size_t size,
            char *why,
            size_t n_why)
{
  *self = (Table){ .name = name, .at = text, .end = text + size, .why = why, .n_why = n_why };
  *why = '\0';
}

int
table_fail (Table *self,
            const char *format,
            ...)
{
  int n = self->name != NULL ? snprintf (self->why, self->n_why, "%s:%" PRIu32 ": ", self->name, self->line)
                             : snprintf (self->why, self->n_why, "line %" PRIu32 ": ", self->line);
  va_list arguments;

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < self->n_why)
    vsnprintf (self->why + n, self->n_why - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}

static int
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static int
is_end (const Table *self)
{
  return *self->at == '\n' || self->at == self->end;
}

static int
read_words (Table *self)
{
  self->n_words = 0;
  for (;;)
    {
      size_t n = 0;

      while (is_blank (*self->at))
        self->at++;
      if (is_end (self) || *self->at == '#')
        break;
      for (; self->at + n < self->end && !is_blank (self->at[n]) && self->at[n] != '\n' && self->at[n] != '#'; n++)
        if ((unsigned char) self->at[n] < ' ' || (unsigned char) self->at[n] > '~')
          return table_fail (self, "a character of code %u stands where none may", (unsigned char) self->at[n]);
      if (n >= TABLE_WORD_BYTES)
        return table_fail (self, "a word of %zu characters; it may have %d", n, TABLE_WORD_BYTES - 1);
      if (self->n_words == TABLE_WORDS)
        return table_fail (self, "more than %d words", TABLE_WORDS);
      memcpy (self->words[self->n_words], self->at, n);
      self->words[self->n_words++][n] = '\0';
      self->at += n;
    }
  while (!is_end (self))
    self->at++;
  return 1;
}

int
table_next (Table *self)
{
  while (self->at < self->end)
    {
      self->line++;
      if (!read_words (self))
        return 0;
      self->at += self->at < self->end;
      if (self->n_words > 0)
        return 1;
    }
  return 0;
}

/* Digits at the beginning of @text; what is behind them, NULL if there are none, or too many. */
static const char *
read_digits (const char *text,
             uint64_t *out_number)
{
  size_t n = strspn (text, "0123456789");

  if (n == 0 || n > 19)
    return NULL;
  *out_number = strtoull (text, NULL, 10);
  return text + n;
}

int
table_read_number (Table *self,
                   uint32_t at,
                   const char *what,
                   uint64_t most,
                   uint64_t *out_number)
{
  const char *end = read_digits (self->words[at], out_number);

  if (end != NULL && *end == '\0' && *out_number <= most)
    return 1;
  return table_fail (self, "%s is “%s”; it must be a whole number from 0 to %" PRIu64, what, self->words[at], most);
}

int
table_read_amount (Table *self,
                   uint32_t at,
                   const char *what,
                   const char *unit,
                   uint64_t most,
                   uint64_t *out_amount)
{
  static const struct { const char *name; uint64_t factor; } prefixes[] = {
    { "", 1 }, { "k", 1000 }, { "M", 1000000 }, { "G", 1000000000 }, { "Ki", UINT64_C (1) << 10 }, { "Mi", UINT64_C (1) << 20 }, { "Gi", UINT64_C (1) << 30 },
  };
  uint64_t number;
  const char *end = read_digits (self->words[at], &number);

  for (size_t i = 0; end != NULL && i < sizeof prefixes / sizeof *prefixes; i++)
    {
      size_t n = strlen (prefixes[i].name);

      if (strncmp (end, prefixes[i].name, n) == 0 && strcmp (end + n, unit) == 0 && number <= most / prefixes[i].factor)
        {
          *out_amount = number * prefixes[i].factor;
          return 1;
        }
    }
  return table_fail (self, "%s is “%s”; it must be a whole number with its unit, as “20k%s”, up to %" PRIu64 "%s", what, self->words[at], unit, most, unit);
}

/* ---- addresses ----------------------------------------------------------------------------------------------------- */

static int
read_ip4 (const char *text,
          uint8_t *out_bytes)
{
  for (unsigned i = 0; i < 4; i++)
    {
      size_t n = strspn (text, "0123456789");
      unsigned long value = n >= 1 && n <= 3 ? strtoul (text, NULL, 10) : 256;

      if (value > 255 || text[n] != (i < 3 ? '.' : '\0'))
        return 0;
      out_bytes[i] = (uint8_t) value;
      text += n + 1;
    }
  return 1;
}

/* Groups up to the end or to "::", which is left; how many, 9 if something else stands there. */
static unsigned
read_groups (const char **text,
             uint16_t groups[8])
{
  unsigned n = 0;

  if (**text == '\0' || strncmp (*text, "::", 2) == 0)
    return 0;
  for (; n < 8; (*text)++)
    {
      size_t digits = strspn (*text, "0123456789abcdefABCDEF");

      if (digits < 1 || digits > 4)
        return 9;
      groups[n++] = (uint16_t) strtoul (*text, NULL, 16);
      *text += digits;
      if (**text == '\0' || strncmp (*text, "::", 2) == 0)
        return n;
      if (**text != ':')
        return 9;
    }
  return 9;
}

/* RFC 4291, 2.2, forms 1 and 2. */
static int
read_ip6 (const char *text,
          uint8_t *out_bytes)
{
  uint16_t first[8] = { 0 }, last[8] = { 0 };
  unsigned n_first = read_groups (&text, first), n_last = 0;
  int is_short = *text == ':';

  if (n_first > 8)
    return 0;
  if (is_short)
    {
      text += 2;
      n_last = read_groups (&text, last);
    }
  if (*text != '\0' || (is_short ? n_first + n_last > 7 : n_first != 8))
    return 0;
  for (unsigned i = 0; i < n_last; i++)
    first[8 - n_last + i] = last[i];
  for (unsigned i = 0; i < 8; i++)
    {
      out_bytes[2 * i] = (uint8_t) (first[i] >> 8);
      out_bytes[2 * i + 1] = (uint8_t) first[i];
    }
  return 1;
}

uint32_t
table_read_address (const char *text,
                    uint8_t out_bytes[16])
{
  if (read_ip4 (text, out_bytes))
    return 4;
  return strchr (text, ':') != NULL && read_ip6 (text, out_bytes) ? 16 : 0;
}
