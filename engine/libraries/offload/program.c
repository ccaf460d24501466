/* program.c: sequences of descriptors that a project gives
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "program.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* @open: the sequence whose last descriptor has not come, or NULL; @n_sources: that wait for the next one's first. */
typedef struct
{
  Program *program;
  ProgramSequence *open;
  SequenceWanted sources[TRIGGER_MOST];
  uint32_t n_sources, rank, n_room;
  int has_card;
  unsigned line;
  char *why;
  size_t n_why;
} Reader;

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
check_range (Reader *self,
             const TextLine *line)
{
  if (line->from > line->to)
    return fail (self, "from is %" PRIu64 ", and to is %" PRIu64 ": an element behind the last is not before the first", line->from, line->to);
  if (line->to > self->program->highest)
    self->program->highest = line->to;
  return 1;
}

static int
read_card (Reader *self,
           const TextLine *line)
{
  if (self->open != NULL)
    return fail (self, "UNTERMINATED_SEQ: the sequence that begins in line %u has no descriptor with CT", self->open->line);
  if (self->n_sources > 0)
    return fail (self, "no sequence follows the sources before it");
  self->has_card = 1;
  self->rank = line->rank;
  return 1;
}

static int
read_source (Reader *self,
             const TextLine *line)
{
  uint32_t n_sources = 0;

  if (self->open != NULL)
    return fail (self, "a source stands before the first descriptor of its sequence, not in it");
  if (self->n_sources == TRIGGER_MOST)
    return fail (self, "SEQ_RANGE: a sequence takes in %u packets at most", TRIGGER_MOST);
  if (line->fields.at[FIELD_SEQUENCE] != self->n_sources)
    return fail (self, "SeqID is %" PRIu32 "; it is %" PRIu32 ", the next", line->fields.at[FIELD_SEQUENCE], self->n_sources);
  if (!check_range (self, line))
    return 0;
  self->sources[self->n_sources++] = (SequenceWanted){ line->fields.at[FIELD_NODE], line->from, line->to, (int) line->fields.at[FIELD_REDUCE] };
  for (uint32_t i = 0; i < self->n_sources; i++)
    {
      uint32_t before = 0;

      while (self->sources[before].rank != self->sources[i].rank)
        before++;
      n_sources += before == i;
    }
  return n_sources <= SEQUENCE_MOST_SOURCES || fail (self, "TOO_MANY_SOURCES %" PRIu32 " > %u", n_sources, SEQUENCE_MOST_SOURCES);
}

static int
begin (Reader *self,
       uint32_t job)
{
  ProgramSequence *opened;

  if (self->program->n == self->n_room)
    {
      ProgramSequence *all = realloc (self->program->all, (self->n_room = 2 * self->n_room + 8) * sizeof *all);

      if (all == NULL)
        return fail (self, "there is no memory for so many sequences");
      self->program->all = all;
    }
  opened = &self->program->all[self->program->n++];
  *opened = (ProgramSequence){ .rank = self->rank, .job = job, .line = self->line };
  memcpy (opened->sequence.wanted, self->sources, self->n_sources * sizeof *self->sources);
  opened->sequence.n_wanted = self->n_sources;
  self->n_sources = 0;
  self->open = opened;
  return 1;
}

static int
append (Reader *self,
        const TextLine *line)
{
  Sequence *sequence = &self->open->sequence;
  Fields *descriptors = realloc (sequence->descriptors, (sequence->n + 1) * sizeof *descriptors);
  SequenceRange *ranges;

  if (descriptors != NULL)
    sequence->descriptors = descriptors;
  ranges = realloc (sequence->ranges, (sequence->n + 1) * sizeof *ranges);
  if (ranges != NULL)
    sequence->ranges = ranges;
  if (descriptors == NULL || ranges == NULL)
    return fail (self, "there is no memory for a sequence");
  sequence->descriptors[sequence->n] = line->fields;
  sequence->ranges[sequence->n++] = (SequenceRange){ line->from, line->to };
  return 1;
}

static int
check_descriptor (Reader *self,
                  const TextLine *line)
{
  const Fields *fields = &line->fields;
  const Sequence *sequence = self->open != NULL ? &self->open->sequence : NULL;
  uint32_t least = sequence != NULL && sequence->n > 0 ? sequence->descriptors[sequence->n - 1].at[FIELD_COUNT] : 0, count = fields->at[FIELD_COUNT];
  uint64_t bytes = (line->to - line->from) * sizeof (double);

  if (!fields->at[FIELD_COLLECTIVE])
    return fail (self, "C is missing: a program has collective descriptors alone");
  if (fields->at[FIELD_HEAD] && self->open != NULL)
    return fail (self, "NESTED_SEQ: the sequence that begins in line %u has no descriptor with CT yet", self->open->line);
  if (!fields->at[FIELD_HEAD] && self->open == NULL)
    return fail (self, "ORPHAN_DESC: a collective descriptor is in no sequence; the first has CH");
  if (sequence != NULL && fields->at[FIELD_JOB] != self->open->job)
    return fail (self, "JobID is %" PRIu32 "; it is %" PRIu32 ", as in the rest of its sequence", fields->at[FIELD_JOB], self->open->job);
  if (count < least || count > TRIGGER_MOST)
    return fail (self, "BAD_CPCOUNT desc %" PRIu32 ": CPCount is %" PRIu32 "; it is %" PRIu32 " to %u", sequence != NULL ? sequence->n : 0, count, least, TRIGGER_MOST);
  if (fields->at[FIELD_LENGTH] != 0 && fields->at[FIELD_LENGTH] != bytes)
    return fail (self, "LENGTH_MISMATCH want %" PRIu64 " got %" PRIu32 ": len is not that of the elements", bytes, fields->at[FIELD_LENGTH]);
  if (!fields->at[FIELD_TRIGGERS] && line->to > line->from)
    return fail (self, "CP is missing, or elements from and to are too many: what sends has CP");
  return 1;
}

static int
read_descriptor (Reader *self,
                 const TextLine *line)
{
  if (!self->has_card)
    return fail (self, "no line says of which card it is: “card rank=0”");
  if (!check_range (self, line) || !check_descriptor (self, line))
    return 0;
  if (line->fields.at[FIELD_HEAD] && !begin (self, line->fields.at[FIELD_JOB]))
    return 0;
  if (!append (self, line))
    return 0;
  if (line->fields.at[FIELD_TAIL])
    self->open = NULL;
  return 1;
}

static int
read_line (Reader *self,
           const TextLine *line)
{
  self->line = line->line;
  switch (line->kind)
    {
    case TEXT_CARD:
      return read_card (self, line);
    case TEXT_SOURCE:
      return read_source (self, line);
    case TEXT_DESCRIPTOR:
      return read_descriptor (self, line);
    default:
      return fail (self, "a program has no packets");
    }
}

int
program_read (Program *self,
              const char *text,
              size_t length,
              char *why,
              size_t n_why)
{
  Reader reader = { .program = self, .why = why, .n_why = n_why };
  Text lines = { 0 };
  int is_read = text_read (&lines, text, length, why, n_why);

  for (size_t i = 0; is_read && i < lines.n; i++)
    is_read = read_line (&reader, &lines.lines[i]);
  if (is_read && reader.open != NULL)
    is_read = fail (&reader, "UNTERMINATED_SEQ: the sequence that begins in line %u has no descriptor with CT", reader.open->line);
  if (is_read && reader.n_sources > 0)
    is_read = fail (&reader, "no sequence follows the sources before it");
  text_clear (&lines);
  return is_read;
}

void
program_clear (Program *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    sequence_clear (&self->all[i].sequence);
  free (self->all);
  *self = (Program){ 0 };
}

int
program_check (const char *text,
               char *why,
               size_t n_why)
{
  Program read = { 0 };
  int is_read = program_read (&read, text, strlen (text), why, n_why);

  program_clear (&read);
  return is_read;
}

uint32_t
program_count (const Program *self,
               uint32_t rank,
               uint32_t job)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < self->n; i++)
    n += self->all[i].rank == rank && self->all[i].job == job;
  return n;
}

const ProgramSequence *
program_get (const Program *self,
             uint32_t rank,
             uint32_t job,
             uint32_t index)
{
  uint32_t i = 0;

  for (uint32_t left = index + 1; left > 0; i++)
    left -= self->all[i].rank == rank && self->all[i].job == job;
  return &self->all[i - 1];
}
