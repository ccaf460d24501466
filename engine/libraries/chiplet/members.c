/* members.c: a chiplet's side of barriers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "members.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOWHERE UINT32_MAX

int
members_init (Members *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t port,
              const MembersOwner *class,
              void *owner)
{
  *self = (Members){ .class = class, .owner = owner, .port = port, .n = host->links (context, port) };
  self->barriers = calloc (self->n + 1, sizeof *self->barriers);
  self->is_greeted = calloc (self->n + 1, 1);
  if (self->barriers != NULL && self->is_greeted != NULL)
    return 1;
  host->fail (context, "there is no memory for its barriers");
  return 0;
}

void
members_clear (Members *self)
{
  free (self->barriers);
  free (self->is_greeted);
}

static uint32_t
find_barrier (const Members *self,
              uint32_t id)
{
  for (uint32_t i = 0; i < self->n; i++)
    if (self->is_greeted[i] && self->barriers[i].id == id)
      return i;
  return NOWHERE;
}

/* Over the network at the end of the cycle, as requests are. */
static void
tell (Members *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t link)
{
  const MembersGreeting *barrier = &self->barriers[link];
  MembersCall call = { barrier->id, barrier->link };
  int64_t left = self->since - host->now (context), delay = left > 0 ? left : 0;

  self->was_told = 1;
  if (barrier->over_network)
    host->dispatch (context, delay + 1, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = barrier->component, .kind = CHIPLET_ARRIVE, .bytes = barrier->header,
                                                       .payload = &call, .payload_bytes = sizeof call });
  else
    host->send (context, self->port | link << 16, delay, &(HdMessage){ .kind = MEMBERS_ARRIVAL, .payload = { barrier->id, host->self (context) } });
}

/* Once all barriers have said who they are, there is no other. */
static int
try_to_tell (Members *self,
             const HdHost *host,
             HdComponentContext *context)
{
  uint32_t link = find_barrier (self, self->wanted);
  char why[96];

  if (link != NOWHERE)
    tell (self, host, context, link);
  else if (self->n_greeted == self->n)
    {
      snprintf (why, sizeof why, "it comes to barrier %" PRIu32 ", and is linked to none of that number", self->wanted);
      host->fail (context, why);
      return 0;
    }
  return 1;
}

int
members_arrive (Members *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t id,
                int64_t delay)
{
  self->wanted = id;
  self->since = host->now (context) + delay;
  self->is_waiting = 1;
  self->was_told = 0;
  return try_to_tell (self, host, context);
}

static void
tell_all (Members *self,
          const HdHost *host,
          HdComponentContext *context,
          uint32_t kind)
{
  for (uint32_t i = 0; i < self->n; i++)
    host->send (context, self->port | i << 16, 0, &(HdMessage){ .kind = kind, .payload = { 0, host->self (context) } });
}

void
members_end (Members *self,
             const HdHost *host,
             HdComponentContext *context)
{
  self->is_waiting = 0;
  tell_all (self, host, context, MEMBERS_END);
}

void
members_leave (Members *self,
               const HdHost *host,
               HdComponentContext *context)
{
  self->is_waiting = 0;
  tell_all (self, host, context, MEMBERS_LEAVE);
}

/* ---- what barriers say --------------------------------------------------------------------------------------------- */

const char *
members_accept (const HdMessage *message,
                uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == MEMBERS_GREETING || message->kind == MEMBERS_RELEASE ? NULL : N_("the kind must be what a barrier says to its members");
}

static void
hear_greeting (Members *self,
               const HdHost *host,
               HdComponentContext *context,
               const HdMessage *message)
{
  MembersGreeting greeting = members_unpack (message);
  uint32_t link = message->port >> 16;
  char why[96];

  if (link >= self->n || self->is_greeted[link] || find_barrier (self, greeting.id) != NOWHERE)
    {
      snprintf (why, sizeof why, "two barriers that it is linked to have number %" PRIu32, greeting.id);
      host->fail (context, why);
      return;
    }
  self->barriers[link] = greeting;
  self->is_greeted[link] = 1;
  self->n_greeted++;
  if (self->is_waiting && !self->was_told)
    try_to_tell (self, host, context);
}

static void
release (Members *self,
         const HdHost *host,
         HdComponentContext *context,
         uint32_t id)
{
  if (!self->is_waiting || !self->was_told || id != self->wanted)
    {
      host->fail (context, "a barrier at which it is not says that it may go on");
      return;
    }
  self->is_waiting = 0;
  self->class->released (host, context, self->owner, id);
}

int
members_receive (Members *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 const HdMessage *message)
{
  if ((message->port & 0xffff) != self->port)
    return 0;
  if (message->kind == MEMBERS_GREETING)
    hear_greeting (self, host, context, message);
  else
    release (self, host, context, (uint32_t) message->payload[0]);
  return 1;
}

int
members_deliver (Members *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 const HdDispatch *dispatch)
{
  MembersCall call;

  if (dispatch->kind != CHIPLET_RELEASE || dispatch->payload_bytes != sizeof call)
    return 0;
  memcpy (&call, dispatch->payload, sizeof call);
  release (self, host, context, call.id);
  return 1;
}

int
members_waits (const Members *self,
               HdWait *out_wait)
{
  uint32_t link = find_barrier (self, self->wanted);

  out_wait->port = self->port | (link != NOWHERE ? link : 0) << 16;
  out_wait->n = 1;
  out_wait->what = N_("all others at the barrier");
  return self->is_waiting;
}
