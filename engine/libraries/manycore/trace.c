/* trace.c: memory accesses of many cores, as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CYCLE ((uint64_t) 1 << 62)
#define MAX_ADDRESS ((uint64_t) 1 << 48)

typedef struct
{
  const char *at, *end;
  unsigned line;
  char *error;
  size_t error_size;
} Reader;

static int fail (Reader *reader, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

static int
fail (Reader *reader, const char *format, ...)
{
  va_list arguments;
  int n = snprintf (reader->error, reader->error_size, "line %u: ", reader->line);

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < reader->error_size)
    vsnprintf (reader->error + n, reader->error_size - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}

static void
skip_blanks (Reader *reader)
{
  while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r'))
    reader->at++;
}

static int
at_line_end (const Reader *reader)
{
  return reader->at == reader->end || *reader->at == '\n' || *reader->at == '#';
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

/* A number from @minimum to below @limit, with a blank or the line's end behind it. */
static int
read_number (Reader *reader, const char *what, uint64_t minimum, uint64_t limit, uint64_t *out_value)
{
  uint64_t value = 0;
  int base = 10, n = 0;

  skip_blanks (reader);
  if (at_line_end (reader))
    return fail (reader, "%s is missing; a line has cycle, core, R or W, address and size", what);
  if (reader->end - reader->at > 2 && reader->at[0] == '0' && (reader->at[1] == 'x' || reader->at[1] == 'X'))
    {
      base = 16;
      reader->at += 2;
    }
  for (; reader->at < reader->end && digit_value (*reader->at) < base; reader->at++, n++)
    {
      value = value * (uint64_t) base + (uint64_t) digit_value (*reader->at);
      if (value >= limit)
        return fail (reader, "%s is %llu or more; it must be below %llu", what, (unsigned long long) value, (unsigned long long) limit);
    }
  if (n == 0 || (!at_line_end (reader) && *reader->at != ' ' && *reader->at != '\t' && *reader->at != '\r'))
    return fail (reader, "%s is not a number", what);
  if (value < minimum)
    return fail (reader, "%s is %llu; it must be at least %llu", what, (unsigned long long) value, (unsigned long long) minimum);
  *out_value = value;
  return 1;
}

static int
read_kind (Reader *reader, uint8_t *out_is_write)
{
  skip_blanks (reader);
  if (reader->end - reader->at < 2 || (reader->at[0] != 'R' && reader->at[0] != 'W') || (reader->at[1] != ' ' && reader->at[1] != '\t'))
    return fail (reader, "after cycle and core comes R or W");
  *out_is_write = *reader->at++ == 'W';
  return 1;
}

static int
read_access (Reader *reader, TraceAccess *out_access)
{
  uint64_t cycle, core, address, size;

  if (!read_number (reader, "the cycle", 0, MAX_CYCLE, &cycle) || !read_number (reader, "the core", 0, TRACE_MAX_CORE + 1, &core)
      || !read_kind (reader, &out_access->is_write) || !read_number (reader, "the address", 0, MAX_ADDRESS, &address)
      || !read_number (reader, "the size", 1, TRACE_MAX_SIZE + 1, &size))
    return 0;
  if (size > MAX_ADDRESS - address)
    return fail (reader, "the access goes beyond 2^48");
  skip_blanks (reader);
  if (!at_line_end (reader))
    return fail (reader, "something follows the size");
  out_access->cycle = (int64_t) cycle;
  out_access->core = (uint32_t) core;
  out_access->address = address;
  out_access->size = (uint16_t) size;
  return 1;
}

static void
next_line (Reader *reader)
{
  const char *end = memchr (reader->at, '\n', (size_t) (reader->end - reader->at));

  reader->at = end != NULL ? end + 1 : reader->end;
  reader->line++;
}

/* With the line's number in place of the order, until they are sorted. */
typedef struct
{
  TraceAccess access;
  unsigned line;
} Numbered;

static int
compare (const void *a, const void *b)
{
  const Numbered *x = a, *y = b;

  if (x->access.core != y->access.core)
    return x->access.core < y->access.core ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static int
read_all (Reader *reader, Numbered **accesses, size_t *n)
{
  size_t capacity = 0;

  for (; reader->at < reader->end; next_line (reader))
    {
      skip_blanks (reader);
      if (at_line_end (reader))
        continue;
      if (*n == capacity)
        {
          Numbered *grown = realloc (*accesses, (capacity = capacity > 0 ? 2 * capacity : 256) * sizeof (Numbered));

          if (grown == NULL)
            return fail (reader, "out of memory");
          *accesses = grown;
        }
      (*accesses)[*n].line = reader->line;
      if (!read_access (reader, &(*accesses)[*n].access))
        return 0;
      ++*n;
    }
  return 1;
}

int
trace_parse (const char *text, size_t size, Trace *out_trace, char *out_error, size_t error_size)
{
  Reader reader = { .at = text, .end = text + size, .line = 1, .error = out_error, .error_size = error_size };
  Numbered *accesses = NULL;
  TraceAccess *sorted;
  size_t n = 0;
  int good = read_all (&reader, &accesses, &n);

  if (good && n > 0)
    qsort (accesses, n, sizeof (Numbered), compare);
  for (size_t i = 1; good && i < n; i++)
    if (accesses[i].access.core == accesses[i - 1].access.core && accesses[i].access.cycle < accesses[i - 1].access.cycle)
      {
        reader.line = accesses[i].line;
        good = fail (&reader, "the cycle is %lld; core %u has been at %lld already", (long long) accesses[i].access.cycle,
                     accesses[i].access.core, (long long) accesses[i - 1].access.cycle);
      }
  sorted = good ? malloc ((n > 0 ? n : 1) * sizeof (TraceAccess)) : NULL;
  if (good && sorted == NULL)
    good = fail (&reader, "out of memory");
  for (size_t i = 0; good && i < n; i++)
    sorted[i] = accesses[i].access;
  free (accesses);
  if (good)
    *out_trace = (Trace){ sorted, n };
  return good;
}

const TraceAccess *
trace_find (const Trace *self, uint32_t core, size_t *out_n)
{
  size_t low = 0, high = self->n, end;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (self->accesses[middle].core < core)
        low = middle + 1;
      else
        high = middle;
    }
  for (end = low; end < self->n && self->accesses[end].core == core; end++)
    ;
  *out_n = end - low;
  return self->accesses + low;
}

void
trace_clear (Trace *self)
{
  free (self->accesses);
  *self = (Trace){ 0 };
}
