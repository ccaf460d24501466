/* replay.c: what one chiplet asked for, from a trace of all
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "#noi-trace 2"
#define MOST_CYCLE UINT64_C (1000000000000000)
#define MOST_STEPS (UINT32_C (1) << 28)

typedef struct
{
  uint64_t id, dependence;
  uint32_t flits;
} Answer;

/* Of a line. */
typedef struct
{
  uint64_t cycle, flits, id, dependence;
  ReplayPlace source, destination;
  char kind;
} Packet;

/* What is known by its id: a step, or an answer to one; sorted. */
typedef struct
{
  uint64_t id;
  uint32_t step;
} Known;

typedef struct
{
  Lines *lines;
  Replay *replay;
  Answer *answers;
  uint32_t n_answers;
  unsigned n_dimensions;
} Reader;

int
replay_read_place (const char *text,
                   size_t length,
                   ReplayPlace *out)
{
  const char *end = text + length;

  *out = (ReplayPlace){ 0 };
  while (out->n < REPLAY_DIMENSIONS)
    {
      const char *comma = memchr (text, ',', (size_t) (end - text));

      if (!lines_read_number (text, (size_t) ((comma != NULL ? comma : end) - text), &out->at[out->n++]))
        return 0;
      if (comma == NULL)
        return 1;
      text = comma + 1;
    }
  return 0;
}

static int
is_same (const ReplayPlace *one,
         const ReplayPlace *other)
{
  return one->n == other->n && memcmp (one->at, other->at, one->n * sizeof *one->at) == 0;
}

static uint32_t
find_place (const ReplayPlace *places,
            uint32_t n_places,
            const ReplayPlace *wanted)
{
  for (uint32_t i = 0; i < n_places; i++)
    if (is_same (&places[i], wanted))
      return i;
  return REPLAY_NONE;
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

/* A number of cycles, maybe with a fraction: then the next whole one. */
static int
take_time (Lines *lines,
           uint64_t *out_cycle)
{
  const char *field, *point;
  size_t length = (lines_has_field (lines), lines_take (lines, &field)), n_whole;
  int is_more = 0, is_good = 1;

  point = memchr (field, '.', length);
  n_whole = point != NULL ? (size_t) (point - field) : length;
  for (size_t i = n_whole + 1; i < length; i++)
    {
      is_good &= field[i] >= '0' && field[i] <= '9';
      is_more |= field[i] != '0';
    }
  if (!is_good || !lines_read_number (field, n_whole, out_cycle) || *out_cycle > MOST_CYCLE || (n_whole > 1 && field[1] == 'x'))
    return lines_fail (lines, "the time is “%.*s”; it is a number of cycles from 0 to %" PRIu64, (int) (length < 32 ? length : 32), field, MOST_CYCLE);
  *out_cycle += (uint64_t) is_more;
  return 1;
}

static int
take_place (Lines *lines,
            unsigned n,
            ReplayPlace *out)
{
  *out = (ReplayPlace){ .n = n };
  for (unsigned i = 0; i < n; i++)
    if (!lines_take_number (lines, "a coordinate", 0, REPLAY_MOST_FLITS, &out->at[i]))
      return 0;
  return 1;
}

static int
take_kind (Lines *lines,
           char *out_kind)
{
  const char *field;
  size_t length = (lines_has_field (lines), lines_take (lines, &field));

  if (length != 1 || memchr ("RWADB", *field, 5) == NULL)
    return lines_fail (lines, "the kind is “%.*s”; it is R, W, A, D or B", (int) (length < 32 ? length : 32), field);
  *out_kind = *field;
  return 1;
}

static int
take_packet (Reader *self,
             Packet *out)
{
  Lines *lines = self->lines;
  unsigned n = lines_count (lines);

  if (self->n_dimensions == 0 && n >= 7 && n % 2 == 1 && (n - 5) / 2 <= REPLAY_DIMENSIONS)
    self->n_dimensions = (n - 5) / 2;
  if (self->n_dimensions == 0)
    return lines_fail (lines, "%u fields; they are a time, coordinates of source and destination, flits, kind, id, and the id that it waits for", n);
  if (n != 2 * self->n_dimensions + 5)
    return lines_fail (lines, "%u fields, expected %u", n, 2 * self->n_dimensions + 5);
  return take_time (lines, &out->cycle) && take_place (lines, self->n_dimensions, &out->source) && take_place (lines, self->n_dimensions, &out->destination)
         && lines_take_number (lines, "the number of flits", 1, REPLAY_MOST_FLITS, &out->flits) && take_kind (lines, &out->kind)
         && lines_take_number (lines, "the id", 0, UINT64_MAX, &out->id) && lines_take_number (lines, "the id that it waits for", 0, UINT64_MAX, &out->dependence);
}

/* Room for one more of @n, whose number doubles. */
static int
grow (Lines *lines,
      void *array,
      uint32_t n,
      size_t size)
{
  void **at = array, *wider;

  if ((n & (n - 1)) != 0)
    return 1;
  wider = n < MOST_STEPS ? realloc (*at, (n == 0 ? 1 : 2 * (size_t) n) * size) : NULL;
  if (wider == NULL)
    return lines_fail (lines, "there is no memory for more lines");
  *at = wider;
  return 1;
}

static int
add_step (Reader *self,
          const Packet *packet,
          const ReplayPlace *places,
          uint32_t n_places)
{
  Replay *replay = self->replay;
  uint32_t place = packet->kind == 'B' ? REPLAY_NONE : find_place (places, n_places, &packet->destination);

  if (packet->kind != 'B' && place == REPLAY_NONE)
    return lines_fail (self->lines, "it goes to a place where no memory is");
  if (packet->kind == 'W' && packet->flits < 2)
    return lines_fail (self->lines, "a write has one flit; it has a header and at least one flit of data");
  if (packet->id == 0)
    return lines_fail (self->lines, "the id is 0, which stands for none");
  if (!grow (self->lines, &replay->steps, replay->n, sizeof *replay->steps))
    return 0;
  replay->steps[replay->n++] = (ReplayStep){ .cycle = packet->cycle, .id = packet->id, .dependence = packet->dependence, .after = REPLAY_NONE,
                                             .flits = packet->kind == 'W' ? (uint32_t) packet->flits : 0, .line = self->lines->line, .place = place, .kind = packet->kind };
  return 1;
}

static int
read_line (Reader *self,
           const ReplayPlace *source,
           const ReplayPlace *places,
           uint32_t n_places)
{
  Packet packet;

  if (!take_packet (self, &packet))
    return 0;
  if (source->n != self->n_dimensions)
    return lines_fail (self->lines, "places of the trace have %u coordinates, that of the chiplet has %u", self->n_dimensions, source->n);
  if (is_same (&packet.source, source) && packet.kind != 'A' && packet.kind != 'D')
    return add_step (self, &packet, places, n_places);
  if (is_same (&packet.destination, source) && packet.kind != 'R' && packet.kind != 'W' && packet.dependence != 0)
    {
      if (!grow (self->lines, &self->answers, self->n_answers, sizeof *self->answers))
        return 0;
      self->answers[self->n_answers++] = (Answer){ packet.id, packet.dependence, packet.kind == 'D' ? (uint32_t) packet.flits : 0 };
    }
  return 1;
}

/* ---- who waits for whom -------------------------------------------------------------------------------------------- */

static int
compare_steps (const void *a,
               const void *b)
{
  const ReplayStep *x = a, *y = b;

  if (x->cycle != y->cycle)
    return x->cycle < y->cycle ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static int
compare_known (const void *a,
               const void *b)
{
  const Known *x = a, *y = b;

  return x->id < y->id ? -1 : x->id > y->id;
}

static uint32_t
find_known (const Known *known,
            uint32_t n,
            uint64_t id)
{
  const Known *found = n > 0 ? bsearch (&(Known){ .id = id }, known, n, sizeof *known, compare_known) : NULL;

  return found != NULL ? found->step : REPLAY_NONE;
}

/* Answers of others' steps, whose ids are none of its own, mean nothing here. */
static uint32_t
learn_answers (const Reader *self,
               const Known *own,
               Known *out_known)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < self->n_answers; i++)
    {
      const Answer *answer = &self->answers[i];
      uint32_t step = find_known (own, self->replay->n, answer->dependence);

      if (step == REPLAY_NONE)
        continue;
      if (answer->flits > 1 && self->replay->steps[step].kind == 'R')
        self->replay->steps[step].flits = answer->flits;
      out_known[n++] = (Known){ answer->id, step };
    }
  qsort (out_known, n, sizeof *out_known, compare_known);
  return n;
}

static int
link_steps (Reader *self,
            Known *own,
            Known *answers)
{
  Replay *replay = self->replay;
  uint32_t n_answers;

  for (uint32_t i = 0; i < replay->n; i++)
    own[i] = (Known){ replay->steps[i].id, i };
  qsort (own, replay->n, sizeof *own, compare_known);
  for (uint32_t i = 1; i < replay->n; i++)
    if (own[i].id == own[i - 1].id)
      {
        self->lines->line = replay->steps[own[i].step].line;
        return lines_fail (self->lines, "another line of the chiplet has id %" PRIu64 " too", own[i].id);
      }
  n_answers = learn_answers (self, own, answers);
  for (uint32_t i = 0; i < replay->n; i++)
    {
      ReplayStep *step = &replay->steps[i];

      if (step->dependence == 0)
        continue;
      step->after = find_known (own, replay->n, step->dependence);
      if (step->after == REPLAY_NONE)
        step->after = find_known (answers, n_answers, step->dependence);
      self->lines->line = step->line;
      if (step->after == REPLAY_NONE)
        return lines_fail (self->lines, "it waits for %" PRIu64 ", which is nothing that the chiplet asked for, nor an answer to that", step->dependence);
      if (step->after >= i)
        return lines_fail (self->lines, "it waits for %" PRIu64 ", which comes later", step->dependence);
    }
  return 1;
}

static int
link_all (Reader *self)
{
  Known *own = malloc ((self->replay->n + (size_t) 1) * sizeof *own), *answers = malloc ((self->n_answers + (size_t) 1) * sizeof *answers);
  int is_good;

  if (self->replay->n > 0)
    qsort (self->replay->steps, self->replay->n, sizeof *self->replay->steps, compare_steps);
  is_good = own != NULL && answers != NULL ? link_steps (self, own, answers) : lines_fail (self->lines, "there is no memory for its ids");
  free (own);
  free (answers);
  return is_good;
}

int
replay_read (Replay *self,
             Lines *lines,
             const ReplayPlace *source,
             const ReplayPlace *places,
             uint32_t n_places)
{
  Reader reader = { .lines = lines, .replay = self };
  size_t n_head = strlen (HEAD);
  int is_good = 1;

  if ((size_t) (lines->end - lines->at) < n_head || memcmp (lines->at, HEAD, n_head) != 0)
    return lines_fail (lines, "the first line is not %s", HEAD);
  while (is_good && lines_next (lines))
    is_good = read_line (&reader, source, places, n_places);
  is_good = is_good && link_all (&reader);
  free (reader.answers);
  return is_good;
}

void
replay_clear (Replay *self)
{
  free (self->steps);
  *self = (Replay){ 0 };
}
