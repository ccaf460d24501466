/* software-faults.c: how software comes by what the network loses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * As cards do, by the same times: where something may be lost a message is kept until its receiver says that all of it has come, and a process that waits for too long asks for
 * the parts that it lacks. Who has not sent them yet says so. Asking and answering is the transport's, below the processor: it takes a crossing of PCIe, and what is sent again
 * comes from memory again.
 */
#include "software-private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BITS 32u

/* @missing: a bit for each part that has not come. */
typedef struct
{
  SoftwareHeader header;
  uint32_t missing[];
} Request;

/* ---- what is sent ------------------------------------------------------------------------------------------------- */

static void
send_note (const Software *self,
           const HdHost *host,
           HdComponentContext *context,
           const SoftwareTurn *turn,
           uint32_t kind,
           uint32_t rank,
           const void *payload,
           size_t size,
           int64_t delay)
{
  host->dispatch (context, delay, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = host->member (context, turn->work->tasks.group, rank), .kind = kind,
                                                                .bytes = size, .payload = payload, .payload_bytes = size });
}

int
software_keep (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               const SoftwareHeader *header,
               const SoftwareTurn *turn,
               uint32_t rank,
               int is_announced,
               const void *bytes)
{
  SoftwareKept *kept;

  if (!self->faults->is_lossy && !is_announced)
    return 1;
  kept = malloc (sizeof *kept + header->bytes);
  if (kept == NULL)
    {
      host->fail (context, "there is no memory for messages that may be lost");
      return 0;
    }
  kept->next = self->kept;
  kept->header = *header;
  kept->rank = rank;
  kept->is_announced = is_announced;
  if (header->bytes > 0)
    memcpy (kept->bytes, bytes, header->bytes);
  self->kept = kept;
  if (is_announced)
    send_note (self, host, context, turn, OFFLOAD_MESSAGE_ASK, rank, header, sizeof *header, self->node->build + self->node->crossing);
  return 1;
}

void
software_clear_kept (Software *self)
{
  while (self->kept != NULL)
    {
      SoftwareKept *kept = self->kept;

      self->kept = kept->next;
      free (kept);
    }
}

/* Where the message is that @note is about, to its sender; or where there is NULL. */
static SoftwareKept **
find_kept (Software *self,
           const SoftwareHeader *note)
{
  SoftwareKept **link = &self->kept;

  while (*link != NULL
         && ((*link)->header.work != note->work || (*link)->header.task != note->task || (*link)->rank != note->rank || (*link)->header.number != note->number))
    link = &(*link)->next;
  return link;
}

/* About a message that goes from @rank to the process, or the other way. */
static SoftwareHeader
make_note (const SoftwareTurn *turn,
           uint32_t number,
           uint64_t bytes)
{
  return (SoftwareHeader){ turn->number, turn->task, turn->work->tasks.rank, number, 0, bytes };
}

/* ---- what has come ------------------------------------------------------------------------------------------------ */

static void
tell_whole (const Software *self,
            const HdHost *host,
            HdComponentContext *context,
            const SoftwareTurn *turn,
            const SoftwareHeader *header)
{
  SoftwareHeader note = make_note (turn, header->number, header->bytes);

  send_note (self, host, context, turn, OFFLOAD_MESSAGE_WHOLE, header->rank, &note, sizeof note, self->node->crossing);
}

int
software_has_part (Software *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   const SoftwareTurn *turn,
                   const SoftwarePeer *peer,
                   const SoftwareHeader *header)
{
  const SoftwareArrived *arrived = turn->process->first;

  if (!self->faults->brings_twice)
    return 0;
  if (header->number >= peer->n_taken)
    while (arrived != NULL && (arrived->header.rank != header->rank || arrived->header.number != header->number || arrived->header.at != header->at))
      arrived = arrived->next;
  if (header->number >= peer->n_taken && arrived == NULL)
    return 0;
  faults_count_dropped (self->faults, host, context);
  if (self->faults->is_lossy && header->number < peer->n_taken)
    tell_whole (self, host, context, turn, header);
  return 1;
}

static uint64_t
count_bytes (const SoftwareProcess *self,
             uint32_t rank,
             uint32_t number)
{
  uint64_t bytes = 0;

  for (const SoftwareArrived *arrived = self->first; arrived != NULL; arrived = arrived->next)
    if (arrived->header.rank == rank && arrived->header.number == number)
      bytes += arrived->size;
  return bytes;
}

void
software_acknowledge (Software *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      const SoftwareTurn *turn,
                      const SoftwareHeader *header,
                      uint64_t size)
{
  if (self->faults->is_lossy && (size == header->bytes || count_bytes (turn->process, header->rank, header->number) == header->bytes))
    tell_whole (self, host, context, turn, header);
}

/* ---- who waits for too long --------------------------------------------------------------------------------------- */

void
software_watch (Software *self,
                const HdHost *host,
                HdComponentContext *context,
                const SoftwareTurn *turn)
{
  turn->process->since = host->now (context);
  turn->process->n_asked = 0;
  if (!self->faults->is_lossy || self->is_watching)
    return;
  self->is_watching = 1;
  host->wake (context, self->faults->patience, &(HdMessage){ .kind = self->tables.watch });
}

static void
ask_again (Software *self,
           const HdHost *host,
           HdComponentContext *context,
           const SoftwareTurn *turn,
           const PlanStep *step,
           uint32_t number)
{
  uint64_t bytes = software_get_bytes (step), n_parts = bytes > 0 ? (bytes + SOFTWARE_PART_BYTES - 1) / SOFTWARE_PART_BYTES : 1;
  size_t n_words = (n_parts + WORD_BITS - 1) / WORD_BITS, size = sizeof (Request) + n_words * sizeof (uint32_t);
  Request *request = malloc (size);

  if (request == NULL)
    {
      host->fail (context, "there is no memory to ask for messages again");
      return;
    }
  request->header = make_note (turn, number, bytes);
  memset (request->missing, 0xff, n_words * sizeof *request->missing);
  for (const SoftwareArrived *arrived = turn->process->first; arrived != NULL; arrived = arrived->next)
    {
      uint64_t part = arrived->header.at / SOFTWARE_PART_BYTES;

      if (arrived->header.rank == step->peer && arrived->header.number == number && part < n_parts)
        request->missing[part / WORD_BITS] &= ~(UINT32_C (1) << part % WORD_BITS);
    }
  faults_count_resend (self->faults, host, context);
  send_note (self, host, context, turn, OFFLOAD_MESSAGE_RESEND, step->peer, request, size, self->node->crossing);
  free (request);
}

static void
time_out (const HdHost *host,
          HdComponentContext *context,
          const SoftwareTurn *turn,
          const PlanStep *step,
          uint32_t number)
{
  char why[SOFTWARE_WHY_BYTES + 128], node[128];

  host->path (context, host->member (context, turn->work->tasks.group, step->peer), node, sizeof node);
  snprintf (why, sizeof why, "TIMEOUT task=%" PRIu32 " waiting for node %s message %" PRIu32 ": it was asked for %u times, and there was no answer", turn->task / turn->work->n_strands, node, number,
            FAULTS_MOST_ASKED);
  host->fail (context, why);
}

/* Returns 0 after `fail`. */
static int
look_at (Software *self,
         const HdHost *host,
         HdComponentContext *context,
         const SoftwareTurn *turn)
{
  SoftwareProcess *process = turn->process;
  const PlanStep *step = &process->plan.steps[process->at];
  const SoftwarePeer *peer;

  if (host->now (context) - process->since < self->faults->patience)
    return 1;
  peer = software_get_peer (process, host, context, step->peer);
  if (peer == NULL)
    return 0;
  if (process->n_asked == FAULTS_MOST_ASKED)
    {
      time_out (host, context, turn, step, peer->n_taken);
      return 0;
    }
  process->n_asked++;
  process->since = host->now (context);
  ask_again (self, host, context, turn, step, peer->n_taken);
  return 1;
}

/* Where nothing comes for long, nobody asks any more: then nothing is left to happen, and the run says who waits. */
void
software_look (Software *self,
               const HdHost *host,
               HdComponentContext *context)
{
  int64_t now = host->now (context), next = INT64_MAX;
  SoftwareTurn turn;

  for (uint32_t work = 0; work < self->n; work++)
    for (uint32_t task = 0; software_find (self, work, task, &turn); task++)
      if (turn.process->is_waiting)
        {
          if (!look_at (self, host, context, &turn))
            return;
          next = turn.process->since + self->faults->patience < next ? turn.process->since + self->faults->patience : next;
        }
  self->is_watching = next != INT64_MAX && now - self->moved < self->faults->despair;
  if (self->is_watching)
    host->wake (context, next - now, &(HdMessage){ .kind = self->tables.watch });
}

/* ---- what is asked for -------------------------------------------------------------------------------------------- */

static void
send_again (Software *self,
            const HdHost *host,
            HdComponentContext *context,
            const SoftwareTurn *turn,
            const SoftwareKept *kept,
            const uint32_t *missing,
            size_t n_missing)
{
  SoftwareHeader header = kept->header;

  if (header.bytes <= SOFTWARE_SMALL_BYTES)
    software_send_part (self, host, context, turn, kept->rank, &header, kept->bytes, header.bytes, 0, 0);
  for (uint64_t part = 0; header.bytes > SOFTWARE_SMALL_BYTES && part < n_missing * WORD_BITS && part * SOFTWARE_PART_BYTES < header.bytes; part++)
    if ((missing[part / WORD_BITS] >> part % WORD_BITS & 1) != 0)
      {
        uint64_t size;

        header.at = part * SOFTWARE_PART_BYTES;
        size = header.bytes - header.at < SOFTWARE_PART_BYTES ? header.bytes - header.at : SOFTWARE_PART_BYTES;
        software_send_part (self, host, context, turn, kept->rank, &header, kept->bytes + header.at, size, 0, 1);
      }
}

static void
hear_request (Software *self,
              const HdHost *host,
              HdComponentContext *context,
              const SoftwareTurn *turn,
              const Request *request,
              size_t size)
{
  const SoftwareKept *kept = *find_kept (self, &request->header);
  const SoftwarePeer *peer = software_get_peer (turn->process, host, context, request->header.rank);
  SoftwareHeader note = make_note (turn, request->header.number, request->header.bytes);

  if (kept != NULL)
    send_again (self, host, context, turn, kept, request->missing, (size - sizeof *request) / sizeof *request->missing);
  else if (peer != NULL && peer->n_sent <= request->header.number)
    send_note (self, host, context, turn, OFFLOAD_MESSAGE_LATER, request->header.rank, &note, sizeof note, self->node->crossing);
}

static void
hear_later (const HdHost *host,
            HdComponentContext *context,
            const SoftwareTurn *turn,
            const SoftwareHeader *note)
{
  const SoftwarePeer *peer = software_get_peer (turn->process, host, context, note->rank);

  if (peer != NULL && turn->process->is_waiting && turn->process->plan.steps[turn->process->at].peer == note->rank && peer->n_taken == note->number)
    turn->process->n_asked = 0;
}

/* Where it is to go is known: it may come. */
static void
hear_ask (const Software *self,
          const HdHost *host,
          HdComponentContext *context,
          const SoftwareTurn *turn,
          const SoftwareHeader *asked)
{
  SoftwareHeader note = make_note (turn, asked->number, asked->bytes);

  send_note (self, host, context, turn, OFFLOAD_MESSAGE_READY, asked->rank, &note, sizeof note, self->node->crossing);
}

/* A descriptor for what was announced is built, and fetched, now. */
static void
hear_ready (Software *self,
            const HdHost *host,
            HdComponentContext *context,
            const SoftwareTurn *turn,
            const SoftwareHeader *note)
{
  SoftwareKept **link = find_kept (self, note), *kept = *link;

  if (kept == NULL || !kept->is_announced)
    return;
  kept->is_announced = 0;
  software_send_parts (self, host, context, turn, kept->rank, &kept->header, kept->bytes, self->node->build);
  if (self->faults->is_lossy)
    return;
  *link = kept->next;
  free (kept);
}

static void
let_go (Software *self,
        const SoftwareHeader *note)
{
  SoftwareKept **link = find_kept (self, note), *kept = *link;

  if (kept != NULL)
    *link = kept->next;
  free (kept);
}

int
software_hear_note (Software *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    const HdDispatch *dispatch)
{
  const SoftwareHeader *note = dispatch->payload;
  SoftwareTurn turn;

  if (dispatch->kind < OFFLOAD_MESSAGE_ASK || dispatch->kind > OFFLOAD_MESSAGE_WHOLE || dispatch->payload_bytes < sizeof *note)
    return 0;
  if (!software_find (self, note->work, note->task, &turn))
    host->fail (context, "a message is for a task that it does not have: members do not all do the same");
  else if (dispatch->kind == OFFLOAD_MESSAGE_ASK)
    hear_ask (self, host, context, &turn, note);
  else if (dispatch->kind == OFFLOAD_MESSAGE_READY)
    hear_ready (self, host, context, &turn, note);
  else if (dispatch->kind == OFFLOAD_MESSAGE_RESEND)
    hear_request (self, host, context, &turn, dispatch->payload, dispatch->payload_bytes);
  else if (dispatch->kind == OFFLOAD_MESSAGE_LATER)
    hear_later (host, context, &turn, note);
  else
    let_go (self, note);
  return 1;
}
