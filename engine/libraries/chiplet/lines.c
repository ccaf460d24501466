/* lines.c: records of a text, a line each
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static int
is_end (const Lines *self)
{
  return self->at == self->end || *self->at == '\n' || *self->at == '#' || (self->separator != 0 && *self->at == self->separator);
}

static void
skip_blanks (Lines *self)
{
  while (self->at < self->end && is_blank (*self->at))
    self->at++;
}

static void
skip_remark (Lines *self)
{
  const char *end;

  if (self->at == self->end || *self->at != '#')
    return;
  end = memchr (self->at, '\n', (size_t) (self->end - self->at));
  self->at = end != NULL ? end : self->end;
}

int
lines_next (Lines *self)
{
  for (;;)
    {
      skip_blanks (self);
      skip_remark (self);
      if (self->at == self->end)
        return 0;
      if (!is_end (self))
        return 1;
      self->line += *self->at++ == '\n';
    }
}

int
lines_has_field (Lines *self)
{
  skip_blanks (self);
  return !is_end (self);
}

size_t
lines_take (Lines *self,
            const char **out_field)
{
  *out_field = self->at;
  while (!is_end (self) && !is_blank (*self->at))
    self->at++;
  return (size_t) (self->at - *out_field);
}

unsigned
lines_count (const Lines *self)
{
  Lines copy = *self;
  const char *field;
  unsigned n = 0;

  for (; lines_has_field (&copy); n++)
    lines_take (&copy, &field);
  return n;
}

static int
digit_value (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

int
lines_read_number (const char *field,
                   size_t length,
                   uint64_t *out_value)
{
  int base = length > 2 && field[0] == '0' && (field[1] == 'x' || field[1] == 'X') ? 16 : 10;
  unsigned __int128 value = 0;

  for (size_t i = base == 16 ? 2 : 0; i < length; i++)
    {
      if (digit_value (field[i]) >= base)
        return 0;
      value = value * (unsigned) base + (unsigned) digit_value (field[i]);
      if (value > UINT64_MAX)
        return 0;
    }
  *out_value = (uint64_t) value;
  return length > 0;
}

int
lines_take_number (Lines *self,
                   const char *what,
                   uint64_t minimum,
                   uint64_t maximum,
                   uint64_t *out_value)
{
  const char *field;
  size_t length;

  if (!lines_has_field (self))
    return lines_fail (self, "%s is missing", what);
  length = lines_take (self, &field);
  if (lines_read_number (field, length, out_value) && *out_value >= minimum && *out_value <= maximum)
    return 1;
  return lines_fail (self, "%s is “%.*s”; it is a whole number from %" PRIu64 " to %" PRIu64, what, (int) (length < 32 ? length : 32), field, minimum, maximum);
}

int
lines_fail (Lines *self,
            const char *format,
            ...)
{
  va_list arguments;
  int n = snprintf (self->why, self->n_why, "%s: line %u: ", self->name, self->line);

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < self->n_why)
    vsnprintf (self->why + n, self->n_why - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}
