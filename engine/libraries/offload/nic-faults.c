/* nic-faults.c: how a card comes by what the network loses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Numbers of messages and slots make it known what comes twice, and where it belongs. Where something may be lost, a message is kept until its receiver says that all of it
 * has come; a sequence that waits for too long asks for what it lacks. A card whose descriptor has not fired yet answers that it will come, so that a process that is late
 * is not taken for a network that is broken.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic.h"
#include "offload.h"

#define WORD_BITS 32u

/* What asks for slots: a note, and a bit for each that has not come. */
typedef struct
{
  NicNote note;
  uint32_t missing[];
} Request;

void
nic_clear_repair (Nic *self)
{
  while (self->repair.kept != NULL)
    {
      NicMessage *message = self->repair.kept;

      self->repair.kept = message->next;
      nic_free_message (message);
    }
}

/* ---- who waits for too long --------------------------------------------------------------------------------------- */

/* The message that a sequence that is suspended lacks; of several the first. */
uint32_t
nic_get_lacking (const Context *waiting)
{
  const Trigger *trigger = &waiting->trigger;
  uint32_t lacking;

  if (waiting->taking != ENGINE_NONE)
    return waiting->taking;
  if (waiting->wanted != ENGINE_NONE)
    return waiting->wanted;
  lacking = (uint32_t) ((UINT64_C (1) << trigger->descriptors[trigger->at].at[FIELD_COUNT]) - 1) & ~trigger->taken;
  return (uint32_t) __builtin_ctz (lacking);
}

static void
ask_again (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           const Context *waiting)
{
  uint32_t sequence = nic_get_lacking (waiting), granted = 0, n_words;
  const EngineMessage *message = &waiting->messages[sequence];
  const SequenceWanted *wanted = &waiting->sequence.wanted[sequence];
  Fields header = { 0 };
  Request *request;
  size_t size;
  Field field;

  granted = self->grants == NIC_GRANTS_NONE ? message->n_slots : message->granted;
  n_words = (granted + WORD_BITS - 1) / WORD_BITS;
  size = sizeof *request + n_words * sizeof *request->missing;
  request = malloc (size);
  if (request == NULL)
    {
      host->fail (context, "there is no memory to ask for packets again");
      return;
    }
  header.at[FIELD_JOB] = waiting->job;
  header.at[FIELD_SEQUENCE] = sequence;
  header.at[FIELD_NODE] = host->self (context);
  header.at[FIELD_PULSE] = nic_get_pulse_number (self, waiting->job);
  fields_pack (&header, request->note.words, &field);
  request->note.n = message->granted;
  request->note.bytes = (wanted->high - wanted->low) * sizeof (double);
  for (uint32_t i = 0; i < n_words; i++)
    request->missing[i] = ~message->seen[i];
  faults_count_resend (&self->faults, host, context);
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = wanted->rank, .kind = OFFLOAD_RESEND, .bytes = size, .payload = request, .payload_bytes = size });
  free (request);
}

static void
time_out (Nic *self,
          const HdHost *host,
          HdComponentContext *context,
          const Context *waiting)
{
  uint32_t sequence = nic_get_lacking (waiting);
  char why[2 * NIC_WHY_BYTES], node[128];

  host->path (context, waiting->sequence.wanted[sequence].rank, node, sizeof node);
  snprintf (why, sizeof why, "TIMEOUT job=%" PRIu32 " waiting for node %s seq %" PRIu32 ": it was asked for %u times, and there was no answer%s%s", waiting->job, node, sequence,
            FAULTS_MOST_ASKED, self->repair.last[0] != '\0' ? "; the card has dropped: " : "", self->repair.last);
  host->fail (context, why);
}

void
nic_watch (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           Context *waiting)
{
  waiting->since = host->now (context);
  waiting->n_asked = 0;
  if (!self->faults.is_lossy || self->repair.is_watching)
    return;
  self->repair.is_watching = 1;
  host->wake (context, self->faults.patience, &(HdMessage){ .kind = NIC_WATCH });
}

/* Where nothing goes on for long, nobody asks any more: then nothing is left to happen, and the run says who waits for whom. */
void
nic_look (Nic *self,
          const HdHost *host,
          HdComponentContext *context)
{
  int64_t now = host->now (context), next = INT64_MAX;

  for (uint32_t e = 0; e < self->n_engines; e++)
    for (uint32_t i = 0; i < self->engines[e].n; i++)
      {
        Context *waiting = self->engines[e].contexts[i];

        if (waiting->stage != ENGINE_SUSPENDED || nic_get_lacking (waiting) >= waiting->sequence.n_wanted)
          continue;
        if (now - waiting->since >= self->faults.patience)
          {
            if (waiting->n_asked == FAULTS_MOST_ASKED)
              {
                time_out (self, host, context, waiting);
                return;
              }
            ask_again (self, host, context, waiting);
            waiting->n_asked++;
            waiting->since = now;
          }
        next = waiting->since + self->faults.patience < next ? waiting->since + self->faults.patience : next;
      }
  self->repair.is_watching = next != INT64_MAX && now - self->repair.moved < self->faults.despair;
  if (self->repair.is_watching)
    host->wake (context, next - now, &(HdMessage){ .kind = NIC_WATCH });
}

/* ---- what is asked for -------------------------------------------------------------------------------------------- */

void
nic_keep_message (Nic *self,
                  NicMessage *message)
{
  message->next = self->repair.kept;
  self->repair.kept = message;
}

static int
is_message (const NicMessage *message,
            const Fields *header,
            uint32_t peer)
{
  const Fields *descriptor = &message->descriptor;

  return descriptor->at[FIELD_JOB] == header->at[FIELD_JOB] && descriptor->at[FIELD_SEQUENCE] == header->at[FIELD_SEQUENCE]
         && descriptor->at[FIELD_PULSE] == header->at[FIELD_PULSE] && descriptor->at[FIELD_NODE] == peer;
}

static NicMessage *
find_leaving (const Nic *self,
              const Fields *header,
              uint32_t peer)
{
  const NicJob *job = self->jobs[header->at[FIELD_JOB]];

  for (uint32_t i = 0; job != NULL && i < job->n; i++)
    if (job->leaving[i] != NULL && is_message (job->leaving[i], header, peer))
      return job->leaving[i];
  return NULL;
}

static const NicMessage *
find_kept (const Nic *self,
           const Fields *header,
           uint32_t peer)
{
  const NicMessage *message = self->repair.kept;

  while (message != NULL && !is_message (message, header, peer))
    message = message->next;
  return message;
}

static void
let_go (Nic *self,
        const Fields *header,
        uint32_t peer)
{
  for (NicMessage **link = &self->repair.kept; *link != NULL; link = &(*link)->next)
    if (is_message (*link, header, peer))
      {
        NicMessage *message = *link;

        *link = message->next;
        nic_free_message (message);
        return;
      }
}

static void
hear_request (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              const Request *request,
              size_t size,
              const Fields *header,
              uint32_t peer)
{
  const NicMessage *leaving = find_leaving (self, header, peer), *message = leaving != NULL ? leaving : find_kept (self, header, peer);

  if (message == NULL)
    {
      nic_send_note (self, host, context, OFFLOAD_LATER, header, peer, 0, 0);
    }
  else
    {
      nic_send_again (self, host, context, message, request->missing, (size - sizeof *request) / sizeof *request->missing);
      if (leaving != NULL && (self->grants == NIC_GRANTS_ON_REQUEST || nic_is_announced (self, header->at[FIELD_JOB])))
        nic_send_note (self, host, context, OFFLOAD_ASK, header, peer, message->n_slots, request->note.bytes);
    }
  if (request->note.n > 0)
    nic_hear_grant (self, host, context, &request->note, peer, 0);
}

static void
hear_later (Nic *self,
            const Fields *header)
{
  NicJob *job = self->jobs[header->at[FIELD_JOB]];

  if (job != NULL && job->is_open && nic_get_pulse_number (self, header->at[FIELD_JOB]) == header->at[FIELD_PULSE] && job->context.stage == ENGINE_SUSPENDED
      && nic_get_lacking (&job->context) == header->at[FIELD_SEQUENCE])
    job->context.n_asked = 0;
}

int
nic_hear_fault_note (Nic *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     uint32_t kind,
                     const void *payload,
                     size_t size,
                     uint32_t peer)
{
  const NicNote *note = payload;
  Fields header;

  if (size < sizeof *note || (kind != OFFLOAD_RESEND && kind != OFFLOAD_LATER && kind != OFFLOAD_WHOLE))
    return 0;
  fields_unpack (&header, note->words);
  if (!nic_knows_job (self, header.at[FIELD_JOB]))
    {
      header.at[FIELD_NODE] = peer;
      nic_drop (self, host, context, "UNKNOWN_JOB", &header, "the card has no such job");
    }
  else if (kind == OFFLOAD_RESEND)
    {
      hear_request (self, host, context, payload, size, &header, peer);
    }
  else if (kind == OFFLOAD_LATER)
    {
      hear_later (self, &header);
    }
  else
    {
      let_go (self, &header, peer);
    }
  return 1;
}

void
nic_acknowledge (Nic *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 const Fields *header)
{
  if (self->faults.is_lossy)
    nic_send_note (self, host, context, OFFLOAD_WHOLE, header, header->at[FIELD_NODE], 0, 0);
}
