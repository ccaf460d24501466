/* text.c: descriptors and packets as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SHOWN 32

static const char *const kinds[FIELDS_N_KINDS] = { "descriptor", "packet" };

typedef struct
{
  const char *at, *end;
  unsigned line;
  char *why;
  size_t n_why;
} Reader;

/* A piece of the text. */
typedef struct
{
  const char *at;
  size_t length;
} Piece;

size_t
text_write (const Fields *fields,
            FieldsKind kind,
            char out[TEXT_MOST_BYTES])
{
  size_t length = (size_t) snprintf (out, TEXT_MOST_BYTES, "%s", kinds[kind]);

  for (Field field = 0; field < FIELDS_N; field++)
    {
      const FieldLayout *layout = &fields_layout[field];

      if (fields->at[field] == 0 || layout->names[kind] == NULL)
        continue;
      length += (size_t) snprintf (out + length, TEXT_MOST_BYTES - length, " %s", layout->names[kind]);
      if (layout->bits > 1)
        length += (size_t) snprintf (out + length, TEXT_MOST_BYTES - length, "=%" PRIu32, fields->at[field]);
    }
  return length;
}

/* ---- pieces -------------------------------------------------------------------------------------------------------- */

static int fail (Reader *self, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

static int
fail (Reader *self,
      const char *format,
      ...)
{
  va_list arguments;
  int n = snprintf (self->why, self->n_why, "line %u: ", self->line);

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < self->n_why)
    vsnprintf (self->why + n, self->n_why - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}

static int
shown (Piece piece)
{
  return (int) (piece.length < MOST_SHOWN ? piece.length : MOST_SHOWN);
}

static int
is_same (Piece piece,
         const char *name)
{
  return name != NULL && strlen (name) == piece.length && memcmp (name, piece.at, piece.length) == 0;
}

static int
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* The next piece of the line; one of no length at its end. */
static Piece
take (Reader *self)
{
  Piece piece;

  while (self->at < self->end && is_blank (*self->at))
    self->at++;
  piece = (Piece){ .at = self->at };
  while (self->at < self->end && !is_blank (*self->at) && *self->at != '\n' && *self->at != '#')
    self->at++;
  piece.length = (size_t) (self->at - piece.at);
  return piece;
}

/* Behind the end of the line, and of a remark before it. */
static void
end_line (Reader *self)
{
  const char *end = self->at < self->end ? memchr (self->at, '\n', (size_t) (self->end - self->at)) : NULL;

  self->at = end != NULL ? end + 1 : self->end;
  self->line++;
}

/* Values above 32 bits stay at the largest of 64, which no field has room for. */
static int
read_number (Piece piece,
             uint64_t *out_value)
{
  unsigned base = piece.length > 2 && piece.at[0] == '0' && piece.at[1] == 'x' ? 16 : 10;

  *out_value = 0;
  for (size_t i = base == 16 ? 2 : 0; i < piece.length; i++)
    {
      const char *digits = "0123456789abcdef", *digit = memchr (digits, piece.at[i] | (piece.at[i] >= 'A' ? 0x20 : 0), base);

      if (digit == NULL)
        return 0;
      *out_value = *out_value > UINT32_MAX ? UINT64_MAX : *out_value * base + (uint64_t) (digit - digits);
    }
  return piece.length > 0;
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

static int
read_field (Reader *self,
            Piece piece,
            TextLine *line,
            uint32_t *seen)
{
  const char *equals = memchr (piece.at, '=', piece.length);
  Piece name = { piece.at, equals != NULL ? (size_t) (equals - piece.at) : piece.length };
  uint64_t value = 1;
  Field field = 0;

  while (field < FIELDS_N && !is_same (name, fields_layout[field].names[line->kind]))
    field++;
  if (field == FIELDS_N)
    return fail (self, "a %s has no field “%.*s”", kinds[line->kind], shown (name), name.at);
  if ((*seen >> field & 1) != 0)
    return fail (self, "%.*s is there twice", (int) name.length, name.at);
  *seen |= UINT32_C (1) << field;
  if (equals == NULL && fields_layout[field].bits > 1)
    return fail (self, "%.*s has no value; it is 0 to %" PRIu32, (int) name.length, name.at, fields_maximum (field));
  if (equals != NULL)
    {
      Piece number = { equals + 1, piece.length - name.length - 1 };

      if (!read_number (number, &value))
        return fail (self, "%.*s is “%.*s”; it is a whole number from 0 to %" PRIu32, (int) name.length, name.at, shown (number), number.at, fields_maximum (field));
      if (value > fields_maximum (field))
        return fail (self, "FIELD_RANGE field=%.*s value=%.*s; it is 0 to %" PRIu32, (int) name.length, name.at, shown (number), number.at, fields_maximum (field));
    }
  line->fields.at[field] = (uint32_t) value;
  return 1;
}

static int
read_line (Reader *self,
           Piece word,
           TextLine *out_line)
{
  uint32_t seen = 0;

  *out_line = (TextLine){ .line = self->line };
  while (out_line->kind < FIELDS_N_KINDS && !is_same (word, kinds[out_line->kind]))
    out_line->kind++;
  if (out_line->kind == FIELDS_N_KINDS)
    return fail (self, "it begins with “%.*s”; a line is a descriptor or a packet", shown (word), word.at);
  for (Piece piece = take (self); piece.length > 0; piece = take (self))
    if (!read_field (self, piece, out_line, &seen))
      return 0;
  return 1;
}

int
text_read (Text *self,
           const char *text,
           size_t length,
           char *why,
           size_t n_why)
{
  Reader reader = { .at = text, .end = text + length, .line = 1, .why = why, .n_why = n_why };

  for (size_t n_room = 0; reader.at < reader.end; end_line (&reader))
    {
      Piece word = take (&reader);

      if (word.length == 0)
        continue;
      if (self->n == n_room)
        {
          TextLine *lines = realloc (self->lines, (n_room = n_room * 2 + 16) * sizeof *lines);

          if (lines == NULL)
            return fail (&reader, "there is no memory for so many lines");
          self->lines = lines;
        }
      if (!read_line (&reader, word, &self->lines[self->n]))
        return 0;
      self->n++;
    }
  return 1;
}

void
text_clear (Text *self)
{
  free (self->lines);
  *self = (Text){ 0 };
}
