/* nic-send.c: what a card sends: packets, as far as they are granted, and grants
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a descriptor sends is set aside when it fires, and leaves as grants come, while its sequence goes on. A grant says how many slots a message has been granted in all, so
 * that one that comes twice, or before an earlier one, does no harm.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic.h"
#include "offload.h"

#define WORD_BITS 32u

void
nic_free_message (NicMessage *self)
{
  if (self != NULL)
    free (self->values);
  free (self);
}

/* ---- packets ------------------------------------------------------------------------------------------------------ */

/* A cycle later, always, so that packets keep their order; not before its values are there, which is at @time. What is only moved is read from memory now, beside what other processes
 * send. */
static void
send_packet (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const NicMessage *message,
             uint32_t place,
             uint64_t n_elements,
             int64_t time)
{
  int64_t now = host->now (context), delay = time - now;
  size_t size = n_elements * sizeof (double);
  HdDispatch dispatch = { .size = sizeof (HdDispatch), .peer = message->descriptor.at[FIELD_NODE], .kind = OFFLOAD_PACKET, .bytes = TASKS_HEADER_BYTES + size };
  Fields header;
  NicPacket packet;
  Field field;

  fields_make_packet (&message->descriptor, host->self (context), &header);
  header.at[FIELD_PACKET] = place;
  header.at[FIELD_LENGTH] = (uint32_t) size;
  fields_pack (&header, packet.words, &field);
  if (size > 0)
    memcpy (packet.bytes, message->values + (uint64_t) place * NIC_SLOT_ELEMENTS, size);
  dispatch.buffer = host->share (context, &packet, sizeof packet.words + size);
  if (dispatch.buffer == NULL)
    return;
  if (size > 0 && tasks_is_moved (&nic_get_order (self, message->descriptor.at[FIELD_JOB])->tasks))
    reading_add (&self->node.reading, host, context, message->descriptor.at[FIELD_JOB], &dispatch, size, now);
  else
    host->dispatch (context, delay > self->cycle ? delay : self->cycle, &dispatch);
  host->drop (context, dispatch.buffer);
}

/* Elements up to the end of slot number @slot, which is not counted. */
static uint64_t
get_end (const NicMessage *message,
         uint32_t slot)
{
  uint64_t end = (uint64_t) slot * NIC_SLOT_ELEMENTS;

  return end < message->n_elements ? end : message->n_elements;
}

void
nic_send_again (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                const NicMessage *message,
                const uint32_t *missing,
                size_t n_missing)
{
  if (message->n_slots == 0)
    send_packet (self, host, context, message, 0, 0, message->fetched);
  for (uint32_t slot = 0; slot < message->n_sent && slot < n_missing * WORD_BITS;)
    {
      uint32_t end = slot;

      while (end < message->n_sent && end < n_missing * WORD_BITS && end < slot + ENGINE_TURN && (missing[end / WORD_BITS] >> end % WORD_BITS & 1) != 0)
        end++;
      if (end > slot)
        send_packet (self, host, context, message, slot, get_end (message, end) - get_end (message, slot), message->fetched);
      slot = end > slot ? end : slot + 1;
    }
}

/* ---- what has been granted ---------------------------------------------------------------------------------------- */

static NicCredit *
find_credit (const NicCredits *self,
             uint32_t node,
             uint32_t sequence,
             uint32_t pulse)
{
  for (uint32_t i = 0; i < self->n; i++)
    if (self->all[i].node == node && self->all[i].sequence == sequence && self->all[i].pulse == pulse)
      return &self->all[i];
  return NULL;
}

static void
refuse_length (const HdHost *host,
               HdComponentContext *context,
               const Fields *descriptor,
               uint64_t wanted,
               uint64_t got)
{
  char why[NIC_WHY_BYTES], name[128];

  host->path (context, descriptor->at[FIELD_NODE], name, sizeof name);
  snprintf (why, sizeof why, "LENGTH_MISMATCH %s wants %" PRIu64 " B by job=%" PRIu32 " seq=%" PRIu32 " and gets %" PRIu64 " B: members do not all do the same", name, wanted,
            descriptor->at[FIELD_JOB], descriptor->at[FIELD_SEQUENCE], got);
  host->fail (context, why);
}

static void
send_part (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           NicMessage *message,
           uint32_t n)
{
  while (message->n_sent < n)
    {
      uint32_t part = n - message->n_sent < ENGINE_TURN ? n - message->n_sent : ENGINE_TURN;
      uint64_t low = get_end (message, message->n_sent), high = get_end (message, message->n_sent + part);

      send_packet (self, host, context, message, message->n_sent, high - low, nic_get_fetched (self, message->descriptor.at[FIELD_JOB], message->low + low, message->low + high));
      message->n_sent += part;
    }
}

/* As much of what descriptor @number has fired as @n slots have room for. */
static void
send_slots (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            NicJob *job,
            uint32_t number,
            uint32_t n)
{
  NicMessage *message = job->leaving[number];

  send_part (self, host, context, message, n);
  if (message->n_sent < message->n_slots)
    return;
  job->leaving[number] = NULL;
  job->context.n_leaving--;
  if (self->faults.is_lossy)
    nic_keep_message (self, message);
  else
    nic_free_message (message);
}

static void
send_granted (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              NicJob *job,
              uint32_t number)
{
  NicMessage *message = job->leaving[number];
  const Fields *descriptor = &message->descriptor;
  NicCredits *credits = &self->credits[descriptor->at[FIELD_JOB]];
  NicCredit *credit = find_credit (credits, descriptor->at[FIELD_NODE], descriptor->at[FIELD_SEQUENCE], descriptor->at[FIELD_PULSE]);
  uint32_t n;

  if (credit == NULL)
    return;
  if (credit->bytes != message->n_elements * sizeof (double))
    {
      refuse_length (host, context, descriptor, credit->bytes, message->n_elements * sizeof (double));
      return;
    }
  if (credit->is_again && message->is_ahead)
    message->is_ahead = message->n_sent = 0;
  n = credit->n;
  if (message->is_ahead && n < message->n_slots)
    return;
  if (n >= message->n_slots)
    *credit = credits->all[--credits->n];
  send_slots (self, host, context, job, number, n < message->n_slots ? n : message->n_slots);
}

/* What is short does not wait for its grant, by which it is known later whether it was taken in. The source's credits of as many pulses as go at once are there from the start, and regulate
 * what has more: so it is short together with what goes by the others. */
static int
is_unasked (const Nic *self,
            const NicMessage *message)
{
  uint32_t job = message->descriptor.at[FIELD_JOB];
  const Pulses *pulses = &nic_get_task (self, job)->flow.pulses;

  return self->grants == NIC_GRANTS_IN_ORDER && pulses->n <= pulses->at_once && message->n_slots * pulses->n <= self->n_unasked && !nic_is_announced (self, job);
}

static void
send_ahead (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            NicMessage *message)
{
  send_part (self, host, context, message, message->n_slots);
  message->is_ahead = 1;
}

/* A message without content needs no room, and leaves at once, as all do where nothing is granted. */
void
nic_fire (Nic *self,
          const HdHost *host,
          HdComponentContext *context,
          Context *sender,
          uint32_t number)
{
  NicJob *job = self->jobs[sender->job];
  SequenceRange range = sender->sequence.ranges[number];
  NicMessage *message;

  if (!sender->sequence.descriptors[number].at[FIELD_TRIGGERS])
    return;
  message = calloc (1, sizeof *message);
  if (message != NULL)
    {
      *message = (NicMessage){ .descriptor = sender->sequence.descriptors[number], .low = range.low, .n_elements = range.high - range.low,
                                .n_slots = engine_get_slots (range.low, range.high),
                                .fetched = nic_get_pulse (self, sender->job)->fetched };
      message->values = malloc (message->n_elements * sizeof (double) + 1);
    }
  if (message == NULL || message->values == NULL)
    {
      nic_free_message (message);
      host->fail (context, "there is no memory for what a sequence sends");
      return;
    }
  memcpy (message->values, sender->values + range.low, message->n_elements * sizeof (double));
  nic_tell_exchange (self, host, context, sender->job, HD_EXCHANGE_SEND, message->descriptor.at[FIELD_NODE], range.low, range.high);
  job->leaving[number] = message;
  sender->n_leaving++;
  if (message->n_slots == 0)
    {
      send_packet (self, host, context, message, 0, 0, 0);
      send_slots (self, host, context, job, number, 0);
    }
  else if (self->grants == NIC_GRANTS_NONE)
    {
      send_slots (self, host, context, job, number, message->n_slots);
    }
  else
    {
      if (self->grants == NIC_GRANTS_ON_REQUEST || nic_is_announced (self, sender->job))
        nic_send_note (self, host, context, OFFLOAD_ASK, &message->descriptor, message->descriptor.at[FIELD_NODE], message->n_slots, message->n_elements * sizeof (double));
      if (is_unasked (self, message))
        send_ahead (self, host, context, message);
      send_granted (self, host, context, job, number);
    }
}

/* What was fired before its grant came. The card's sequence may have waited for no more than that. */
static void
go_on_sending (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               NicJob *job,
               uint32_t node,
               uint32_t sequence)
{
  for (uint32_t i = 0; i < job->n; i++)
    {
      const NicMessage *message = job->leaving[i];

      if (message != NULL && message->descriptor.at[FIELD_NODE] == node && message->descriptor.at[FIELD_SEQUENCE] == sequence)
        send_granted (self, host, context, job, i);
    }
  if (job->context.stage != ENGINE_LEAVING || job->context.n_leaving > 0)
    return;
  engine_wake (&self->engines[job->context.engine], &job->context);
  nic_run_turns (self, host, context, job->context.engine);
}

/* Whether what a grant is for has left already: then it comes late, or once more. */
static int
has_left (const Nic *self,
          const NicJob *job,
          uint32_t node,
          uint32_t sequence)
{
  const Sequence *fired = &job->context.sequence;

  for (uint32_t i = 0; i < job->context.trigger.at && i < fired->n; i++)
    if (fired->descriptors[i].at[FIELD_TRIGGERS] && fired->descriptors[i].at[FIELD_NODE] == node && fired->descriptors[i].at[FIELD_SEQUENCE] == sequence
        && job->leaving[i] == NULL)
      return 1;
  return 0;
}

void
nic_hear_grant (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                const NicNote *note,
                uint32_t peer,
                int is_again)
{
  Fields header;
  NicCredits *credits;
  NicCredit *credit;
  NicJob *job;
  uint32_t sequence, pulse;
  int is_now;

  fields_unpack (&header, note->words);
  sequence = header.at[FIELD_SEQUENCE];
  pulse = header.at[FIELD_PULSE];
  header.at[FIELD_NODE] = peer;
  if (!nic_knows_job (self, header.at[FIELD_JOB]))
    {
      nic_drop (self, host, context, "UNKNOWN_JOB", &header, "the card has no such job");
      return;
    }
  job = self->jobs[header.at[FIELD_JOB]];
  is_now = job != NULL && job->is_open && pulse == nic_get_pulse_number (self, header.at[FIELD_JOB]);
  if (nic_is_past (self, header.at[FIELD_JOB], pulse) || (is_now && has_left (self, job, peer, sequence)))
    return;
  credits = &self->credits[header.at[FIELD_JOB]];
  credit = find_credit (credits, peer, sequence, pulse);
  if (credit == NULL)
    {
      if (credits->n == credits->room)
        {
          NicCredit *all = realloc (credits->all, (2 * (size_t) credits->room + 4) * sizeof *all);

          if (all == NULL)
            {
              host->fail (context, "there is no memory for grants");
              return;
            }
          credits->all = all;
          credits->room = 2 * credits->room + 4;
        }
      credit = &credits->all[credits->n++];
      *credit = (NicCredit){ peer, sequence, pulse, 0, 0, note->bytes };
    }
  if (note->n > credit->n)
    credit->n = (uint32_t) note->n;
  credit->is_again |= is_again;
  if (is_now)
    go_on_sending (self, host, context, job, peer, sequence);
}

/* ---- grants ------------------------------------------------------------------------------------------------------- */

void
nic_send_note (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t kind,
               const Fields *header,
               uint32_t peer,
               uint64_t n,
               uint64_t bytes)
{
  Fields own = { 0 };
  NicNote note = { .n = n, .bytes = bytes };
  Field field;

  own.at[FIELD_JOB] = header->at[FIELD_JOB];
  own.at[FIELD_SEQUENCE] = header->at[FIELD_SEQUENCE];
  own.at[FIELD_NODE] = host->self (context);
  own.at[FIELD_PULSE] = header->at[FIELD_PULSE];
  fields_pack (&own, note.words, &field);
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = peer, .kind = kind, .bytes = sizeof note, .payload = &note, .payload_bytes = sizeof note });
}

void
nic_send_grant (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                const Context *reader,
                uint32_t sequence)
{
  const SequenceWanted *wanted = &reader->sequence.wanted[sequence];
  Fields header = { 0 };

  header.at[FIELD_JOB] = reader->job;
  header.at[FIELD_SEQUENCE] = sequence;
  header.at[FIELD_PULSE] = nic_get_pulse_number (self, reader->job);
  nic_send_note (self, host, context, (reader->put_off >> sequence & 1) != 0 ? OFFLOAD_AGAIN : OFFLOAD_GRANT, &header, wanted->rank, reader->messages[sequence].granted,
                 (wanted->high - wanted->low) * sizeof (double));
}

/* The first who asked is first, whoever has something to read next: those behind wait, as long as it takes. */
static void
grant_asked (Nic *self,
             const HdHost *host,
             HdComponentContext *context)
{
  for (NicAsk **link = &self->asks; *link != NULL;)
    {
      NicAsk *ask = *link;
      uint32_t job = ask->header.at[FIELD_JOB], sequence = ask->header.at[FIELD_SEQUENCE];
      int is_open = self->jobs[job] != NULL && self->jobs[job]->is_open && nic_get_pulse_number (self, job) == ask->header.at[FIELD_PULSE];
      Context *reader = is_open ? &self->jobs[job]->context : NULL;
      EngineGrant grant;

      if (reader == NULL || sequence >= reader->sequence.n_wanted || reader->sequence.wanted[sequence].rank != ask->header.at[FIELD_NODE]
          || reader->messages[sequence].granted >= reader->messages[sequence].n_slots)
        {
          if (reader == NULL && !nic_is_past (self, job, ask->header.at[FIELD_PULSE]))
            {
              link = &ask->next;
              continue;
            }
          *link = ask->next;
          free (ask);
          continue;
        }
      if (!engine_grant_message (&self->engines[reader->engine], reader, sequence, &grant))
        return;
      nic_send_grant (self, host, context, grant.context, grant.sequence);
    }
}

/* Whether it is about a message of @reader. */
static int
is_about (const Nic *self,
          const Fields *header,
          const Context *reader)
{
  uint32_t sequence = header->at[FIELD_SEQUENCE];

  return header->at[FIELD_JOB] == reader->job && header->at[FIELD_PULSE] == nic_get_pulse_number (self, reader->job) && sequence < reader->sequence.n_wanted
         && reader->sequence.wanted[sequence].rank == header->at[FIELD_NODE];
}

void
nic_take_announcements (Nic *self,
                        Context *reader)
{
  NicAsk **link = &self->asks;

  while (reader->is_announced && *link != NULL)
    if (is_about (self, &(*link)->header, reader))
      {
        NicAsk *ask = *link;

        reader->announced |= UINT32_C (1) << ask->header.at[FIELD_SEQUENCE];
        *link = ask->next;
        free (ask);
      }
    else
      {
        link = &(*link)->next;
      }
}

void
nic_send_grants (Nic *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 uint32_t engine)
{
  EngineGrant grant;

  if (self->grants == NIC_GRANTS_ON_REQUEST)
    grant_asked (self, host, context);
  while (self->grants == NIC_GRANTS_IN_ORDER && engine_grant (&self->engines[engine], &grant))
    nic_send_grant (self, host, context, grant.context, grant.sequence);
  nic_show_fill (self, host, context);
}

void
nic_hear_ask (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              const NicNote *note,
              uint32_t peer)
{
  NicAsk **link = &self->asks, *ask;
  Fields header;
  uint32_t job;

  fields_unpack (&header, note->words);
  header.at[FIELD_NODE] = peer;
  if (!nic_knows_job (self, header.at[FIELD_JOB]))
    {
      nic_drop (self, host, context, "UNKNOWN_JOB", &header, "the card has no such job");
      return;
    }
  job = header.at[FIELD_JOB];
  if (nic_is_announced (self, job) && nic_is_past (self, job, header.at[FIELD_PULSE]))
    return;
  for (; *link != NULL; link = &(*link)->next)
    if (memcmp (&(*link)->header, &header, sizeof header) == 0)
      return;
  ask = malloc (sizeof *ask);
  if (ask == NULL)
    {
      host->fail (context, "there is no memory for who asks for grants");
      return;
    }
  *ask = (NicAsk){ NULL, header };
  *link = ask;
  if (nic_is_announced (self, job) && self->jobs[job] != NULL && self->jobs[job]->is_open)
    {
      nic_take_announcements (self, &self->jobs[job]->context);
      nic_send_grants (self, host, context, self->jobs[job]->context.engine);
      return;
    }
  if (!nic_is_announced (self, job))
    grant_asked (self, host, context);
  nic_show_fill (self, host, context);
}
