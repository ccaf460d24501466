/* nic-hear.c: packets that come to a card: what they may be, and where they wait
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What cannot be is dropped, and told; what members who do not all do the same send ends the run.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic.h"

#define MOST_EARLY 64u /* packets of a job without content */

static void
refuse (const HdHost *host,
        HdComponentContext *context,
        const char *name,
        const Fields *header,
        const char *reason)
{
  char why[NIC_WHY_BYTES], node[128];

  host->path (context, header->at[FIELD_NODE], node, sizeof node);
  snprintf (why, sizeof why, "%s job=%" PRIu32 " node=%s vp=%" PRIu32 " seq=%" PRIu32 ": %s", name, header->at[FIELD_JOB], node, header->at[FIELD_TARGET_PORT],
            header->at[FIELD_SEQUENCE], reason);
  host->fail (context, why);
}

/* All of a message has come: its sender need not keep it. */
static void
acknowledge (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const Context *reader,
             const Fields *header)
{
  const EngineMessage *message = &reader->messages[header->at[FIELD_SEQUENCE]];

  if (message->n_stored == message->n_slots)
    nic_acknowledge (self, host, context, header);
}

/* ---- what is there ------------------------------------------------------------------------------------------------ */

void
nic_arrive (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            Context *reader,
            uint32_t sequence,
            uint32_t place,
            uint32_t n)
{
  engine_write (reader, sequence, place, n);
  if (reader->stage != ENGINE_SUSPENDED || (reader->wanted != ENGINE_NONE && reader->wanted != sequence)
      || (reader->taking == sequence && !engine_has_next (reader, sequence)))
    return;
  engine_wake (&self->engines[reader->engine], reader);
  nic_run_turns (self, host, context, reader->engine);
}

/* Those of its pulse; the rest stays. */
void
nic_take_early (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t job)
{
  NicEarlies *early = &self->early[job];
  Context *opened = &self->jobs[job]->context;
  uint32_t n = 0;

  for (uint32_t i = 0; i < early->n; i++)
    {
      uint32_t sequence = early->all[i].at[FIELD_SEQUENCE];

      if (early->all[i].at[FIELD_PULSE] != nic_get_pulse_number (self, job))
        early->all[n++] = early->all[i];
      else if (sequence >= opened->sequence.n_wanted || opened->sequence.wanted[sequence].rank != early->all[i].at[FIELD_NODE]
               || (opened->messages[sequence].n_slots == 0) != (early->all[i].at[FIELD_LENGTH] == 0))
        nic_drop (self, host, context, "UNEXPECTED_SOURCE", &early->all[i], "the sequence expects nothing, or somebody else's packet, by this number");
      else if (opened->messages[sequence].n_slots > 0)
        opened->put_off |= UINT32_C (1) << sequence;
      else
        engine_write (opened, sequence, 0, 0);
    }
  early->n = n;
}

static void
keep_early (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            const Fields *header)
{
  NicEarlies *early = &self->early[header->at[FIELD_JOB]];

  for (uint32_t i = 0; i < early->n; i++)
    if (memcmp (&early->all[i], header, sizeof *header) == 0)
      {
        nic_drop (self, host, context, "DUPLICATE", header, "it has come before");
        return;
      }
  if (early->all == NULL)
    early->all = malloc (MOST_EARLY * sizeof *early->all);
  if (early->all != NULL && early->n < MOST_EARLY)
    {
      early->all[early->n++] = *header;
      if (header->at[FIELD_LENGTH] == 0)
        nic_acknowledge (self, host, context, header);
    }
  else if (self->faults.is_lossy)
    {
      nic_drop (self, host, context, "EARLY_FULL", header, "64 packets of its job wait for their sequences already");
    }
  else
    {
      refuse (host, context, "EARLY_FULL", header, "64 packets of its job wait for their sequences already");
    }
}

/* Slots that have not come before, to memory. A message is there when all of it is in memory. */
static void
land (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *reader,
      const Fields *header,
      HdBuffer *buffer,
      size_t size)
{
  const NicPacket *packet = host->peek (context, buffer, &(size_t){ 0 });
  uint32_t sequence = header->at[FIELD_SEQUENCE];
  int64_t there;
  size_t landed = 0;
  int is_whole = 0;

  for (size_t at = 0; at < size; at += SLOTS_BYTES)
    {
      uint32_t place = header->at[FIELD_PACKET] + (uint32_t) (at / SLOTS_BYTES), n = (uint32_t) (size - at < SLOTS_BYTES ? size - at : SLOTS_BYTES);

      if (engine_has_seen (reader, sequence, place))
        continue;
      is_whole = engine_land (reader, sequence, place, packet->bytes + at, n);
      landed += n;
    }
  there = tasks_write_memory (&self->node, host->now (context), landed);
  nic_get_pulse (self, reader->job)->n_written += landed / sizeof (double);
  if (is_whole)
    host->wake (context, there, &(HdMessage){ .kind = NIC_WRITTEN, .payload = { reader->job, (uint64_t) sequence << 32 | reader->messages[sequence].n_slots } });
  acknowledge (self, host, context, reader, header);
}

/* A message that begins to come before its sequence is kept once. */
static void
keep_put_off (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              const Fields *header)
{
  const NicEarlies *early = &self->early[header->at[FIELD_JOB]];
  Fields message = *header;

  message.at[FIELD_PACKET] = 0;
  message.at[FIELD_LENGTH] = 1;
  for (uint32_t i = 0; i < early->n; i++)
    if (memcmp (&early->all[i], &message, sizeof message) == 0)
      return;
  keep_early (self, host, context, &message);
}

/* Runs of slots that have not come before. Each is written as it comes, as fast as a place for it is found: when all of a packet is there, the last one is. */
static void
store (Nic *self,
       const HdHost *host,
       HdComponentContext *context,
       Context *reader,
       const Fields *header,
       HdBuffer *buffer,
       size_t size)
{
  const NicPacket *packet = host->peek (context, buffer, &(size_t){ 0 });
  Engine *engine = &self->engines[reader->engine];
  uint32_t sequence = header->at[FIELD_SEQUENCE], first = header->at[FIELD_PACKET], n_slots = (uint32_t) ((size + SLOTS_BYTES - 1) / SLOTS_BYTES);
  int64_t now = host->now (context), since = engine_hear (reader, sequence, now), *free = &self->written[reader->engine];

  for (uint32_t i = 0; i < n_slots; i++)
    {
      uint32_t n = 0, probes = 0;

      for (; i < n_slots && !engine_has_seen (reader, sequence, first + i); i++, n++)
        {
          size_t at = (size_t) i * SLOTS_BYTES;

          host->hold (context, buffer);
          probes += engine_store (engine, reader, sequence, first + i, packet->bytes + at, (uint32_t) (size - at < SLOTS_BYTES ? size - at : SLOTS_BYTES), buffer);
        }
      if (n == 0)
        continue;
      *free = (*free > since ? *free : since) + probes * self->cycle;
      *free = *free > now + self->cycle ? *free : now + self->cycle;
      host->wake (context, *free - now, &(HdMessage){ .kind = NIC_WRITTEN, .payload = { (uint64_t) (first + i - n) << 32 | reader->job, (uint64_t) sequence << 32 | n } });
    }
  nic_show_fill (self, host, context);
  nic_show_probes (self, host, context);
  acknowledge (self, host, context, reader, header);
}

/* ---- the port ----------------------------------------------------------------------------------------------------- */

/* Where nothing is granted, a packet may come to a buffer that is full, or before its sequence. Then it stands at the port, and those behind it too. */
static int
has_room (const Nic *self,
          const Fields *header,
          size_t size)
{
  uint32_t job = header->at[FIELD_JOB], n = (uint32_t) ((size + SLOTS_BYTES - 1) / SLOTS_BYTES);

  if (self->jobs[job] == NULL || !self->jobs[job]->is_open || nic_get_pulse_number (self, job) != header->at[FIELD_PULSE])
    return 0;
  return self->engines[self->jobs[job]->context.engine].n_held + n <= self->engines[self->jobs[job]->context.engine].n_slots;
}

/* Slots that nobody granted are held from when they are taken. */
static void
occupy (Nic *self,
        Context *reader,
        const Fields *header,
        size_t size)
{
  uint32_t n = (uint32_t) ((size + SLOTS_BYTES - 1) / SLOTS_BYTES);

  for (uint32_t i = 0; i < n; i++)
    if (!engine_has_seen (reader, header->at[FIELD_SEQUENCE], header->at[FIELD_PACKET] + i))
      {
        reader->n_held++;
        self->engines[reader->engine].n_held++;
      }
}

static void
hold_packet (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const Fields *header,
             HdBuffer *buffer,
             size_t size)
{
  NicHeld *held = malloc (sizeof *held);

  if (held == NULL)
    {
      host->fail (context, "there is no memory for packets that stand at its port");
      return;
    }
  if (self->port.first == NULL)
    {
      self->port.since = host->now (context);
      self->port.last = &self->port.first;
    }
  host->hold (context, buffer);
  *held = (NicHeld){ NULL, buffer, *header, size };
  *self->port.last = held;
  self->port.last = &held->next;
  host->sample (context, NIC_PROBE_HELD, (double) ++self->port.n_held);
}

/* ---- packets ------------------------------------------------------------------------------------------------------ */

/* Whether a packet of a message of @n_slots may set out without a grant. */
static int
may_be_unasked (const Nic *self,
                const Fields *header,
                uint32_t n_slots)
{
  return self->grants == NIC_GRANTS_IN_ORDER && n_slots <= NIC_MOST_UNASKED && !nic_is_announced (self, header->at[FIELD_JOB]);
}

/* It is not taken in; its grant will say so. */
static void
put_off (Nic *self,
         const HdHost *host,
         HdComponentContext *context,
         Context *reader,
         uint32_t sequence)
{
  if ((reader->put_off >> sequence & 1) != 0)
    return;
  reader->put_off |= UINT32_C (1) << sequence;
  if (reader->messages[sequence].granted > 0)
    nic_send_grant (self, host, context, reader, sequence);
}

/* Why what a packet says cannot be, or NULL. @out_is_wrong: whether members do not all do the same, so that no result can be right. */
static const char *
check_packet (const Nic *self,
              const Context *reader,
              const Fields *header,
              size_t size,
              const char **out_name,
              int *out_is_wrong)
{
  uint32_t sequence = header->at[FIELD_SEQUENCE], place = header->at[FIELD_PACKET], n_slots = engine_get_slots (0, size / sizeof (double)), n_seen = 0;
  const SequenceWanted *wanted = &reader->sequence.wanted[sequence];
  uint64_t end = place * NIC_SLOT_ELEMENTS + size / sizeof (double);

  *out_is_wrong = 0;
  *out_name = "UNEXPECTED_SOURCE";
  if (sequence >= reader->sequence.n_wanted || header->at[FIELD_NODE] != wanted->rank)
    return "the sequence expects nothing, or somebody else's packet, by this number";
  *out_is_wrong = 1;
  *out_name = "LENGTH_MISMATCH";
  if (size != header->at[FIELD_LENGTH] || size % sizeof (double) != 0 || (size == 0) != (wanted->low == wanted->high) || end > wanted->high - wanted->low)
    return "the packet is longer or shorter than what the sequence expects";
  *out_name = "BAD_OP";
  if (header->at[FIELD_OPERATION] != reader->sequence.descriptors[0].at[FIELD_OPERATION] || header->at[FIELD_TYPE] != REDUCTION_DOUBLE
      || header->at[FIELD_REDUCE] != (uint32_t) wanted->is_combined)
    return "its reduction is not that of the sequence";
  *out_is_wrong = 0;
  *out_name = "DUPLICATE";
  for (uint32_t i = 0; i < n_slots; i++)
    n_seen += (uint32_t) engine_has_seen (reader, sequence, place + i);
  if (n_slots == 0 ? (engine_get_present (reader) >> sequence & 1) != 0 : n_seen == n_slots)
    return "it has come before";
  *out_name = "UNGRANTED";
  return self->grants != NIC_GRANTS_NONE && place + n_slots > reader->messages[sequence].granted ? "it has no grant" : NULL;
}

static void
take_in (Nic *self,
         const HdHost *host,
         HdComponentContext *context,
         const Fields *header,
         HdBuffer *buffer,
         size_t size)
{
  Context *reader = &self->jobs[header->at[FIELD_JOB]]->context;
  const char *name, *reason;
  int is_wrong;

  reason = check_packet (self, reader, header, size, &name, &is_wrong);
  if (reason != NULL && is_wrong)
    {
      refuse (host, context, name, header, reason);
    }
  else if (reason != NULL && strcmp (name, "UNGRANTED") == 0 && may_be_unasked (self, header, reader->messages[header->at[FIELD_SEQUENCE]].n_slots))
    {
      put_off (self, host, context, reader, header->at[FIELD_SEQUENCE]);
    }
  else if (reason != NULL)
    {
      if (strcmp (name, "DUPLICATE") != 0 || (reader->put_off >> header->at[FIELD_SEQUENCE] & 1) == 0)
        nic_drop (self, host, context, name, header, reason);
    }
  else if (size == 0)
    {
      acknowledge (self, host, context, reader, header);
      nic_arrive (self, host, context, reader, header->at[FIELD_SEQUENCE], 0, 0);
    }
  else if (reader->is_moved)
    {
      land (self, host, context, reader, header, buffer, size);
    }
  else
    {
      if (self->grants == NIC_GRANTS_NONE)
        occupy (self, reader, header, size);
      store (self, host, context, reader, header, buffer, size);
    }
}

void
nic_open_port (Nic *self,
               const HdHost *host,
               HdComponentContext *context)
{
  while (self->port.first != NULL
         && (has_room (self, &self->port.first->header, self->port.first->size)
             || nic_is_past (self, self->port.first->header.at[FIELD_JOB], self->port.first->header.at[FIELD_PULSE])))
    {
      NicHeld *held = self->port.first;

      self->port.first = held->next;
      if (held->next == NULL)
        {
          self->port.stall += host->now (context) - self->port.since;
          host->sample (context, NIC_PROBE_STALL, (double) self->port.stall / 1e12);
        }
      if (nic_is_past (self, held->header.at[FIELD_JOB], held->header.at[FIELD_PULSE]))
        nic_drop (self, host, context, "DUPLICATE", &held->header, "its sequence has ended");
      else
        take_in (self, host, context, &held->header, held->buffer, held->size);
      host->drop (context, held->buffer);
      free (held);
    }
}

void
nic_hear_packet (Nic *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 HdBuffer *buffer,
                 const void *payload,
                 size_t size,
                 uint32_t peer)
{
  uint64_t words[FIELDS_WORDS];
  Fields header;
  uint32_t job;

  memcpy (words, payload, sizeof words);
  fields_unpack (&header, words);
  header.at[FIELD_NODE] = peer;
  job = header.at[FIELD_JOB];
  if (!nic_knows_job (self, job))
    nic_drop (self, host, context, "UNKNOWN_JOB", &header, "the card has no such job");
  else if (nic_is_past (self, job, header.at[FIELD_PULSE]))
    nic_drop (self, host, context, "DUPLICATE", &header, "its sequence has ended");
  else if (self->grants == NIC_GRANTS_NONE && size > 0 && (self->port.first != NULL || !has_room (self, &header, size)))
    hold_packet (self, host, context, &header, buffer, size);
  else if (self->jobs[job] != NULL && self->jobs[job]->is_open && nic_get_pulse_number (self, job) == header.at[FIELD_PULSE])
    take_in (self, host, context, &header, buffer, size);
  else if (size == 0)
    keep_early (self, host, context, &header);
  else if (may_be_unasked (self, &header, header.at[FIELD_PACKET] + engine_get_slots (0, size / sizeof (double))))
    keep_put_off (self, host, context, &header);
  else
    nic_drop (self, host, context, "UNGRANTED", &header, "its sequence is not there");
}
