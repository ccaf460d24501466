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

static const char *const kinds[TEXT_N_KINDS] = { "descriptor", "packet", "source", "card" };

/* Places of what is in no word, behind those of fields. */
enum { PLACE_FROM = FIELDS_N, PLACE_TO, PLACE_RANK, N_PLACES };

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

/* What a kind of line calls it, NULL if it has it not. */
static const char *
get_name (TextKind kind,
          unsigned place)
{
  static const char *const outside[] = { "from", "to", "rank" };

  if (place >= FIELDS_N)
    return (place == PLACE_RANK) == (kind == TEXT_CARD) && kind != TEXT_PACKET ? outside[place - FIELDS_N] : NULL;
  if (kind == TEXT_SOURCE)
    return place == FIELD_SEQUENCE || place == FIELD_NODE || place == FIELD_REDUCE ? fields_layout[place].names[FIELDS_PACKET] : NULL;
  return kind == TEXT_CARD ? NULL : fields_layout[place].names[kind == TEXT_DESCRIPTOR ? FIELDS_DESCRIPTOR : FIELDS_PACKET];
}

static uint64_t
get_maximum (unsigned place)
{
  return place < FIELDS_N ? fields_maximum ((Field) place) : place == PLACE_RANK ? (UINT64_C (1) << 24) - 1 : UINT64_C (1) << 30;
}

static uint64_t
get_value (const TextLine *line,
           unsigned place)
{
  switch (place)
    {
    case PLACE_FROM:
      return line->from;
    case PLACE_TO:
      return line->to;
    case PLACE_RANK:
      return line->rank;
    default:
      return line->fields.at[place];
    }
}

static void
set_value (TextLine *line,
           unsigned place,
           uint64_t value)
{
  switch (place)
    {
    case PLACE_FROM:
      line->from = value;
      break;
    case PLACE_TO:
      line->to = value;
      break;
    case PLACE_RANK:
      line->rank = (uint32_t) value;
      break;
    default:
      line->fields.at[place] = (uint32_t) value;
    }
}

static int
is_flag (unsigned place)
{
  return place < FIELDS_N && fields_layout[place].bits == 1;
}

size_t
text_write (const TextLine *line,
            char out[TEXT_MOST_BYTES])
{
  size_t length = (size_t) snprintf (out, TEXT_MOST_BYTES, "%s", kinds[line->kind]);

  for (unsigned place = 0; place < N_PLACES; place++)
    {
      const char *name = get_name (line->kind, place);
      uint64_t value = get_value (line, place);

      if (value == 0 || name == NULL)
        continue;
      length += (size_t) snprintf (out + length, TEXT_MOST_BYTES - length, " %s", name);
      if (!is_flag (place))
        length += (size_t) snprintf (out + length, TEXT_MOST_BYTES - length, "=%" PRIu64, value);
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
  while (self->at < self->end && !is_blank (*self->at) && *self->at != '\n' && *self->at != '#' && *self->at != ';')
    self->at++;
  piece.length = (size_t) (self->at - piece.at);
  return piece;
}

/* Behind the end of the line, and of a remark before it. A semicolon ends one too. */
static void
end_line (Reader *self)
{
  const char *end = self->at < self->end ? memchr (self->at, '\n', (size_t) (self->end - self->at)) : NULL;

  self->line++;
  if (self->at < self->end && *self->at == ';')
    self->at++;
  else
    self->at = end != NULL ? end + 1 : self->end;
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
  unsigned place = 0;

  while (place < N_PLACES && !is_same (name, get_name (line->kind, place)))
    place++;
  if (place == N_PLACES)
    return fail (self, "a %s has no field “%.*s”", kinds[line->kind], shown (name), name.at);
  if ((*seen >> place & 1) != 0)
    return fail (self, "%.*s is there twice", (int) name.length, name.at);
  *seen |= UINT32_C (1) << place;
  if (equals == NULL && !is_flag (place))
    return fail (self, "%.*s has no value; it is 0 to %" PRIu64, (int) name.length, name.at, get_maximum (place));
  if (equals != NULL)
    {
      Piece number = { equals + 1, piece.length - name.length - 1 };

      if (!read_number (number, &value))
        return fail (self, "%.*s is “%.*s”; it is a whole number from 0 to %" PRIu64, (int) name.length, name.at, shown (number), number.at, get_maximum (place));
      if (value > get_maximum (place))
        return fail (self, "FIELD_RANGE field=%.*s value=%.*s; it is 0 to %" PRIu64, (int) name.length, name.at, shown (number), number.at, get_maximum (place));
    }
  set_value (line, place, value);
  return 1;
}

static int
read_line (Reader *self,
           Piece word,
           TextLine *out_line)
{
  uint32_t seen = 0;

  *out_line = (TextLine){ .line = self->line };
  while (out_line->kind < TEXT_N_KINDS && !is_same (word, kinds[out_line->kind]))
    out_line->kind++;
  if (out_line->kind == TEXT_N_KINDS)
    return fail (self, "it begins with “%.*s”; a line is a card, a source, a descriptor or a packet", shown (word), word.at);
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
