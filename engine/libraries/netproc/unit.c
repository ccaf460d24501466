/* unit.c: what engines ask while they go on: tables, meters, checksums, counters
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "unit.h"

#include "alarm.h"

#include <string.h>

#define STATUS_SHIFT 8 /* of a kind: the command of a request, or the status of an answer */
#define WHO_SHIFT 16
#define N_KEY_SHIFT 16 /* of the first word: the table, how many bytes the key has, and those that the second has no room for */
#define KEY_SHIFT 24

/* ---- messages ------------------------------------------------------------------------------------------------------ */

int
unit_send_request (const HdHost *host,
                   HdComponentContext *context,
                   uint32_t port,
                   int64_t delay,
                   const UnitRequest *request)
{
  HdMessage message = { .kind = PACKET_ASK | request->command << STATUS_SHIFT | request->who << WHO_SHIFT, .payload = { request->table | (uint64_t) request->n_key << N_KEY_SHIFT } };
  HdBuffer *buffer;

  if (request->n_key <= UNIT_INLINE && request->command == UNIT_ASK)
    {
      memcpy (&message.payload[1], request->key, sizeof message.payload[1]);
      for (unsigned i = sizeof message.payload[1]; i < UNIT_INLINE; i++)
        message.payload[0] |= (uint64_t) request->key[i] << (KEY_SHIFT + 8 * (i - sizeof message.payload[1]));
      host->send (context, port, delay, &message);
      return 1;
    }
  buffer = host->share (context, request->key, UNIT_KEY + UNIT_VALUE);
  if (buffer == NULL)
    return 0;
  host->send_shared (context, port, delay, &message, buffer);
  host->drop (context, buffer);
  return 1;
}

void
unit_send_answer (const HdHost *host,
                  HdComponentContext *context,
                  uint32_t port,
                  int64_t delay,
                  const UnitAnswer *answer)
{
  HdMessage message = { .kind = PACKET_ANSWER | answer->status << STATUS_SHIFT | answer->who << WHO_SHIFT };

  memcpy (message.payload, answer->value, UNIT_VALUE);
  host->send (context, port, delay, &message);
}

int
unit_read_request (const HdHost *host,
                   HdComponentContext *context,
                   const HdMessage *message,
                   UnitRequest *out_request)
{
  HdBuffer *buffer = host->carried (context);
  size_t size = 0;
  const void *bytes = buffer != NULL ? host->peek (context, buffer, &size) : NULL;

  *out_request = (UnitRequest){
    .who = unit_get_who (message), .command = message->kind >> STATUS_SHIFT & 255, .table = message->payload[0] & 0xffff, .n_key = message->payload[0] >> N_KEY_SHIFT & 255,
  };
  if (out_request->command < UNIT_COMMANDS && buffer == NULL && out_request->n_key <= UNIT_INLINE)
    {
      memcpy (out_request->key, &message->payload[1], sizeof message->payload[1]);
      for (unsigned i = sizeof message->payload[1]; i < UNIT_INLINE; i++)
        out_request->key[i] = (uint8_t) (message->payload[0] >> (KEY_SHIFT + 8 * (i - sizeof message->payload[1])));
      return 1;
    }
  if (out_request->command < UNIT_COMMANDS && buffer != NULL && out_request->n_key <= UNIT_KEY && size == UNIT_KEY + UNIT_VALUE)
    {
      memcpy (out_request->key, bytes, UNIT_KEY + UNIT_VALUE);
      return 1;
    }
  host->fail (context, "what came with a message is no request");
  return 0;
}

UnitAnswer
unit_read_answer (const HdMessage *message)
{
  UnitAnswer answer = { .who = unit_get_who (message), .status = message->kind >> STATUS_SHIFT & 255 };

  memcpy (answer.value, message->payload, UNIT_VALUE);
  return answer;
}

uint32_t
unit_get_who (const HdMessage *message)
{
  return message->kind >> WHO_SHIFT;
}

/* ---- components ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  uint64_t cycle;
  uint32_t port;
  UnitRequest request;
} Asked;

static int
compare (const void *a,
         const void *b)
{
  const Asked *x = a, *y = b;

  return x->port != y->port ? (x->port < y->port ? -1 : 1) : (x->request.who > y->request.who) - (x->request.who < y->request.who);
}

void
unit_start (Unit *self,
            const HdHost *host,
            HdComponentContext *context)
{
  self->clock = clock_make ((uint64_t) host->parameter (context, UNIT_PARAMETER_CLOCK));
  self->service = (uint64_t) host->parameter (context, UNIT_PARAMETER_SERVICE);
  self->interval = (uint64_t) host->parameter (context, UNIT_PARAMETER_INTERVAL);
  self->alarm = UINT64_MAX;
  intake_init (&self->intake, sizeof (Asked), compare);
}

void
unit_clear (Unit *self)
{
  intake_clear (&self->intake);
}

/* A request that begins in cycle c is answered after the service, to the cycle: what the units get in c they could have had at its beginning. */
static void
serve (Unit *self,
       const HdHost *host,
       HdComponentContext *context,
       const Asked *asked)
{
  uint64_t begin = self->free > asked->cycle ? self->free : asked->cycle, more = 0;
  UnitAnswer answer = { .who = asked->request.who };

  if (!self->banked)
    self->free = begin + self->interval;
  if (self->begin != NULL)
    begin = self->begin (self, &asked->request, begin);
  self->n_requests++;
  self->n_waited += begin - asked->cycle;
  if (self->serve (self, &asked->request, begin, &answer, &more))
    unit_send_answer (host, context, asked->port, clock_get_time (&self->clock, begin + self->service + more) - host->now (context), &answer);
}

static void
show (const Unit *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, UNIT_PROBE_REQUESTS, (double) self->n_requests);
  host->sample (context, UNIT_PROBE_WAITED, (double) self->n_waited);
  if (self->show != NULL)
    self->show (self, host, context);
}

/* What comes is looked at as late as an answer to the first of it can leave: together, as there is more than one to an event then. */
static void
look_later (Unit *self,
            const HdHost *host,
            HdComponentContext *context)
{
  if (self->intake.n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->intake) + self->service - 1);
}

static void
serve_all (Unit *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  uint32_t n = intake_count (&self->intake, cycle);

  for (uint32_t i = 0; i < n; i++)
    serve (self, host, context, (const Asked *) self->intake.items + i);
  intake_drop (&self->intake, n);
}

/* Who answers nobody is done with all that has come. */
void
unit_finish (const HdHost *host,
             HdComponentContext *context,
             void *state)
{
  Unit *self = state;

  if (self->serve == NULL)
    return;
  while (self->is_silent && self->intake.n > 0 && clock_get_time (&self->clock, intake_get_first (&self->intake)) <= host->now (context))
    serve_all (self, host, context, intake_get_first (&self->intake));
  show (self, host, context);
}

static void
take (Unit *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdMessage *message,
      int64_t time)
{
  Asked asked = { .cycle = clock_get_cycle (&self->clock, time), .port = message->port };

  if (!unit_read_request (host, context, message, &asked.request))
    return;
  if (intake_add (&self->intake, &asked, sizeof asked))
    look_later (self, host, context);
  else
    host->fail (context, "there is no memory for what waits");
}

int
unit_foresee (const HdHost *host,
              HdComponentContext *context,
              void *state,
              const HdMessage *message,
              int64_t time)
{
  Unit *self = state;

  if (self->serve != NULL)
    take (self, host, context, message, time);
  return 1;
}

void
unit_receive (const HdHost *host,
              HdComponentContext *context,
              void *state,
              const HdMessage *message)
{
  Unit *self = state;

  if (self->serve == NULL)
    return;
  if (message->port != HD_NO_PORT)
    {
      take (self, host, context, message, host->now (context));
      return;
    }
  serve_all (self, host, context, self->alarm);
  if (show_is_due (&self->next_show, self->alarm))
    show (self, host, context);
  self->alarm = UINT64_MAX;
  look_later (self, host, context);
}

const char *
unit_accept (const void *state,
             const HdMessage *message,
             uint64_t *out_value)
{
  (void) state;
  *out_value = UNIT_KIND (message->kind);
  return UNIT_KIND (message->kind) == PACKET_ASK ? NULL : N_("the kind must be 5 (a request of a unit)");
}
