/* engine.c: one collective engine of a card: sequences that take turns, and the buffer in which their packets wait
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "engine.h"

#include "reduction.h"

#include <stdlib.h>
#include <string.h>

#define MOST_GRANTED 64u     /* slots by one grant */
#define ENGINE_BYTES_OF_A_CYCLE 64u /* through the reduction unit */
#define CYCLES_TO_BEGIN 8u
#define WORD_BITS 32u

void
engine_init (Engine *self,
             uint32_t n_slots,
             uint32_t share,
             uint32_t n_rows,
             SlotsOrder order)
{
  *self = (Engine){ .order = order, .n_slots = n_slots, .pool = n_slots * 9 / 10, .share = share, .n_rows = n_rows };
}

void
engine_clear (Engine *self)
{
  slots_free (self->slots);
  free (self->contexts);
  *self = (Engine){ 0 };
}

/* Rows of the bitmap, in the order in which sources are first expected. */
static void
number_sources (Context *context)
{
  const Sequence *sequence = &context->sequence;
  uint32_t n = 0;

  for (uint32_t i = 0; i < sequence->n_wanted; i++)
    {
      uint32_t before = 0;

      while (sequence->wanted[before].rank != sequence->wanted[i].rank)
        before++;
      context->messages[i].source = before < i ? context->messages[before].source : n++;
    }
}

static uint32_t
count_words (uint32_t n_bits)
{
  return (n_bits + WORD_BITS - 1) / WORD_BITS;
}

/* Many engines never have a sequence. */
static int
make_room (Engine *self)
{
  if (self->slots == NULL)
    self->slots = slots_new (self->n_slots, self->order);
  if (self->n == self->room)
    {
      Context **contexts = realloc (self->contexts, (2 * (size_t) self->room + 4) * sizeof (Context *));

      if (contexts == NULL)
        return 0;
      self->contexts = contexts;
      self->room = 2 * self->room + 4;
    }
  return self->slots != NULL;
}

int
engine_open (Engine *self,
             Context *context)
{
  size_t n_words = 0;
  uint32_t *bits;

  if (!make_room (self))
    return 0;
  for (uint32_t i = 0; i < context->sequence.n_wanted; i++)
    {
      const SequenceWanted *wanted = &context->sequence.wanted[i];

      context->messages[i] = (EngineMessage){ .n_slots = engine_get_slots (wanted->low, wanted->high) };
      n_words += 2 * (size_t) count_words (context->messages[i].n_slots);
    }
  context->bits = bits = calloc (n_words + 1, sizeof *bits);
  if (bits == NULL)
    return 0;
  for (uint32_t i = 0; i < context->sequence.n_wanted; i++)
    {
      EngineMessage *message = &context->messages[i];

      message->seen = bits;
      message->written = bits + count_words (message->n_slots);
      bits += 2 * (size_t) count_words (message->n_slots);
    }
  number_sources (context);
  context->taking = ENGINE_NONE;
  self->contexts[self->n++] = context;
  return 1;
}

void
engine_close (Engine *self,
              Context *context)
{
  uint32_t i = 0;

  while (self->contexts[i] != context)
    i++;
  self->contexts[i] = self->contexts[--self->n];
  free (context->bits);
  context->bits = NULL;
}

void
engine_wake (Engine *self,
             Context *context)
{
  context->stage = ENGINE_LOADED;
  context->next = NULL;
  if (self->ready == NULL)
    self->ready = context;
  else
    self->last->next = context;
  self->last = context;
}

Context *
engine_next (Engine *self)
{
  Context *next = self->ready;

  if (next != NULL)
    self->ready = next->next;
  return next;
}

uint32_t
engine_get_slots (uint64_t low,
                  uint64_t high)
{
  return (uint32_t) (((high - low) * sizeof (double) + SLOTS_BYTES - 1) / SLOTS_BYTES);
}

static uint32_t
least (uint32_t a,
       uint32_t b)
{
  return a < b ? a : b;
}

/* Slots that @context may have for a message of which @rest are not granted. Small grants wait for more room, unless the sequence has nothing else. */
static uint32_t
allow (const Engine *self,
       const Context *context,
       uint32_t rest)
{
  uint32_t room = self->n_held < self->pool ? self->pool - self->n_held : 0, n;

  if (context->is_moved)
    return rest;
  if (self->share > 0)
    room = least (room, self->share > context->n_held ? self->share - context->n_held : 0);
  n = least (least (rest, MOST_GRANTED), room);
  if (n == rest || n >= ENGINE_TURN || (n > 0 && context->n_held == 0))
    return n;
  return context->n_held == 0 && self->n_held < self->n_slots ? 1 : 0;
}

static void
hold (Engine *self,
      Context *context,
      uint32_t sequence,
      uint32_t n,
      EngineGrant *out)
{
  context->messages[sequence].granted += n;
  if (!context->is_moved)
    {
      context->n_held += n;
      self->n_held += n;
    }
  *out = (EngineGrant){ context, sequence, n };
}

static int
grant_to (Engine *self,
          Context *context,
          EngineGrant *out)
{
  const Sequence *sequence = &context->sequence;
  uint32_t rest = 0, n;

  while (context->next_grant < sequence->n_wanted && (rest = context->messages[context->next_grant].n_slots - context->messages[context->next_grant].granted) == 0)
    context->next_grant++;
  if (context->next_grant == sequence->n_wanted || (context->is_announced && (context->announced >> context->next_grant & 1) == 0) || (n = allow (self, context, rest)) == 0)
    return 0;
  hold (self, context, context->next_grant, n, out);
  return 1;
}

int
engine_grant_message (Engine *self,
                      Context *context,
                      uint32_t sequence,
                      EngineGrant *out)
{
  const EngineMessage *message = &context->messages[sequence];
  uint32_t room = self->n_held < self->pool ? self->pool - self->n_held : 0, n = least (least (message->n_slots - message->granted, MOST_GRANTED), room);

  if (context->is_moved)
    n = message->n_slots - message->granted;
  if (n == 0)
    return 0;
  hold (self, context, sequence, n, out);
  return 1;
}

int
engine_grant (Engine *self,
              EngineGrant *out)
{
  for (uint32_t i = 0; i < self->n; i++)
    {
      uint32_t at = (self->next_granted + i) % self->n;

      if (grant_to (self, self->contexts[at], out))
        {
          self->next_granted = at + 1;
          return 1;
        }
    }
  return 0;
}

/* As 48 bits of key and the number of the packet in its message. */
static uint64_t
get_key (const Context *context,
         uint32_t sequence,
         uint32_t place)
{
  const Fields *descriptor = &context->sequence.descriptors[0];

  return fields_make_key (context->job, context->sequence.wanted[sequence].rank, descriptor->at[FIELD_SOURCE_PORT], sequence) << 16 | place;
}

/* Values of a slot meet those that run: these are the first operand. */
static void
combine (const Context *context,
         const SequenceWanted *wanted,
         uint32_t place,
         const void *bytes,
         uint32_t size)
{
  double *values = context->values + wanted->low + (uint64_t) place * (SLOTS_BYTES / sizeof (double));

  if (wanted->is_combined)
    reduction_apply ((ReductionOperation) context->sequence.descriptors[0].at[FIELD_OPERATION], REDUCTION_DOUBLE, values, bytes, size);
  else
    memcpy (values, bytes, size);
}

uint32_t
engine_store (Engine *self,
              Context *context,
              uint32_t sequence,
              uint32_t place,
              const void *bytes,
              uint32_t size,
              void *owner)
{
  EngineMessage *message = &context->messages[sequence];
  uint32_t probes;

  slots_put (self->slots, get_key (context, sequence, place), bytes, size, owner, &probes);
  message->seen[place / WORD_BITS] |= UINT32_C (1) << place % WORD_BITS;
  message->n_stored++;
  self->n_probes += probes;
  self->n_insertions++;
  self->n_used++;
  return probes;
}

int
engine_land (Context *context,
             uint32_t sequence,
             uint32_t place,
             const void *bytes,
             uint32_t size)
{
  EngineMessage *message = &context->messages[sequence];

  combine (context, &context->sequence.wanted[sequence], place, bytes, size);
  message->seen[place / WORD_BITS] |= UINT32_C (1) << place % WORD_BITS;
  return ++message->n_stored == message->n_slots;
}

void
engine_write (Context *context,
              uint32_t sequence,
              uint32_t place,
              uint32_t n)
{
  EngineMessage *message = &context->messages[sequence];

  for (uint32_t i = place; i < place + n; i++)
    message->written[i / WORD_BITS] |= UINT32_C (1) << i % WORD_BITS;
  context->bitmap[message->source] |= UINT32_C (1) << sequence;
}

uint32_t
engine_get_present (const Context *context)
{
  uint32_t present = 0;

  for (uint32_t i = 0; i < SEQUENCE_MOST_SOURCES; i++)
    present |= context->bitmap[i];
  return present;
}

uint32_t
engine_count_next (const Context *context,
                   uint32_t sequence)
{
  const EngineMessage *message = &context->messages[sequence];
  uint32_t n = 0;

  while (n < ENGINE_TURN && message->taken + n < message->n_slots && (message->written[(message->taken + n) / WORD_BITS] >> (message->taken + n) % WORD_BITS & 1) != 0)
    n++;
  return n;
}

int
engine_has_next (const Context *context,
                 uint32_t sequence)
{
  const EngineMessage *message = &context->messages[sequence];

  return message->taken < message->n_slots && (message->written[message->taken / WORD_BITS] >> message->taken % WORD_BITS & 1) != 0;
}

int
engine_has_seen (const Context *context,
                 uint32_t sequence,
                 uint32_t place)
{
  return (context->messages[sequence].seen[place / WORD_BITS] >> place % WORD_BITS & 1) != 0;
}

int64_t
engine_hear (Context *context,
             uint32_t sequence,
             int64_t now)
{
  EngineMessage *message = &context->messages[sequence];

  message->since = message->n_stored > 0 ? message->heard : now;
  message->heard = now;
  return message->since;
}

uint32_t
engine_take (Engine *self,
             Context *context,
             void *owners[ENGINE_TURN],
             uint32_t *out_n)
{
  uint32_t sequence = context->taking, cycles = CYCLES_TO_BEGIN, n = 0, n_next = engine_count_next (context, sequence);

  if (context->is_moved)
    {
      context->messages[sequence].taken = context->messages[sequence].n_slots;
      *out_n = 0;
      return 1;
    }
  while (n < n_next)
    {
      uint32_t place = context->messages[sequence].taken++, probes, size, slot = slots_find (self->slots, get_key (context, sequence, place), &probes);
      const void *bytes = slots_get (self->slots, slot, &size);

      combine (context, &context->sequence.wanted[sequence], place, bytes, size);
      owners[n++] = slots_get_owner (self->slots, slot);
      slots_release (self->slots, slot);
      cycles += probes > size / ENGINE_BYTES_OF_A_CYCLE ? probes : size / ENGINE_BYTES_OF_A_CYCLE;
    }
  context->n_held -= n;
  self->n_held -= n;
  self->n_used -= n;
  *out_n = n;
  return cycles;
}
