/* barrier.c: where chiplets wait for each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Its members are the chiplets that are linked to it. When all are there all may go on. In mode ideal both are said over the links, which take what they are drawn
 * with, at best nothing; in mode noi each arrival and each release is a message of `header` bytes over the network, which has to get through as any other.
 */
#include "members.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 8
#define NAME_BYTES 128

enum { PARAMETER_NUMBER, PARAMETER_MODE, PARAMETER_HEADER };
enum { PORT_MEMBERS, PORT_NET };
enum { PROBE_WAITING, PROBE_RELEASES };
enum { LANE_BARRIER };
enum { ACTIVITY_FILLING };
enum { MODE_IDEAL, MODE_NOI };
typedef enum { AWAY, THERE, ENDED, GONE } Place;

typedef struct
{
  Place place;
  uint32_t component; /* of whom has said where it is */
} Member;

typedef struct
{
  Member *members;
  uint32_t n, n_there, n_ended, n_gone;
  uint32_t id, mode, header;
  uint64_t n_releases;
} Barrier;

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Barrier *self = state;

  self->id = (uint32_t) host->parameter (context, PARAMETER_NUMBER);
  self->mode = (uint32_t) host->parameter (context, PARAMETER_MODE);
  self->header = (uint32_t) host->parameter (context, PARAMETER_HEADER);
  self->n = host->links (context, PORT_MEMBERS);
  self->members = calloc (self->n + 1, sizeof *self->members);
  if (self->members == NULL)
    {
      host->fail (context, "there is no memory for its members");
      return;
    }
  for (uint32_t i = 0; i < self->n; i++)
    {
      MembersGreeting greeting = { self->id, i, host->self (context), self->header, self->mode == MODE_NOI };
      HdMessage message = { .kind = MEMBERS_GREETING };

      members_pack (&greeting, &message);
      host->send (context, PORT_MEMBERS | i << 16, 0, &message);
    }
}

static void
clear (void *state)
{
  free (((Barrier *) state)->members);
}

/* ---- what cannot be ------------------------------------------------------------------------------------------------ */

/* "a, b and 3 more" of those at @place. */
static size_t
name_members (const HdHost *host,
              HdComponentContext *context,
              const Barrier *self,
              Place place,
              char *out,
              size_t room)
{
  uint32_t n = 0;
  size_t used = 0;
  char name[NAME_BYTES];

  out[0] = '\0';
  for (uint32_t i = 0; i < self->n; i++)
    if (self->members[i].place == place && n++ < MOST_NAMED)
      {
        host->path (context, self->members[i].component, name, sizeof name);
        used += (size_t) snprintf (out + used, room - used, "%s%s", n > 1 ? ", " : "", name);
      }
  if (n > MOST_NAMED)
    used += (size_t) snprintf (out + used, room - used, " and %" PRIu32 " more", n - MOST_NAMED);
  return used;
}

/* A member that has ended does not come any more. */
static void
fail_to_fill (const HdHost *host,
              HdComponentContext *context,
              const Barrier *self)
{
  enum { ROOM = MOST_NAMED * (NAME_BYTES + 2) + 32 };
  char there[ROOM], ended[ROOM], why[2 * ROOM + 96];

  name_members (host, context, self, THERE, there, sizeof there);
  name_members (host, context, self, ENDED, ended, sizeof ended);
  snprintf (why, sizeof why, "barrier %" PRIu32 " cannot fill: %s %s, %s %s ended", self->id, there, self->n_there == 1 ? "waits" : "wait", ended,
            self->n_ended == 1 ? "has" : "have");
  host->fail (context, why);
}

/* ---- members come and go ------------------------------------------------------------------------------------------- */

static void
release_member (const HdHost *host,
                HdComponentContext *context,
                const Barrier *self,
                uint32_t i)
{
  MembersCall call = { self->id, i };

  if (self->mode == MODE_NOI)
    host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = self->members[i].component, .kind = CHIPLET_RELEASE, .bytes = self->header,
                                               .payload = &call, .payload_bytes = sizeof call });
  else
    host->send (context, PORT_MEMBERS | i << 16, 0, &(HdMessage){ .kind = MEMBERS_RELEASE, .payload = { self->id } });
}

static void
release (const HdHost *host,
         HdComponentContext *context,
         Barrier *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    if (self->members[i].place == THERE)
      {
        self->members[i].place = AWAY;
        release_member (host, context, self, i);
      }
  self->n_there = 0;
  self->n_releases++;
  host->state (context, LANE_BARRIER, HD_IDLE, host->now (context));
  host->record (context, CHIPLET_RELEASE, self->n_releases);
  host->sample (context, PROBE_RELEASES, (double) self->n_releases);
}

/* After somebody has come or gone. */
static void
look (const HdHost *host,
      HdComponentContext *context,
      Barrier *self)
{
  if (self->n_there > 0 && self->n_ended > 0)
    fail_to_fill (host, context, self);
  else if (self->n_there > 0 && self->n_there + self->n_gone == self->n)
    release (host, context, self);
  host->sample (context, PROBE_WAITING, self->n_there);
}

static void
move (const HdHost *host,
      HdComponentContext *context,
      Barrier *self,
      uint32_t i,
      uint32_t component,
      Place place)
{
  char name[NAME_BYTES], why[NAME_BYTES + 64];

  if (self->members[i].place != AWAY && !(self->members[i].place == THERE && place != THERE))
    {
      host->path (context, component, name, sizeof name);
      snprintf (why, sizeof why, "“%s” comes though it is there already, or has gone", name);
      host->fail (context, why);
      return;
    }
  self->n_there -= self->members[i].place == THERE;
  if (place == THERE && self->n_there == 0)
    host->state (context, LANE_BARRIER, ACTIVITY_FILLING, host->now (context));
  self->members[i] = (Member){ place, component };
  self->n_there += place == THERE;
  self->n_ended += place == ENDED;
  self->n_gone += place == GONE;
  host->record (context, CHIPLET_ARRIVE, (uint64_t) place << 32 | i);
  look (host, context, self);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  const Barrier *self = state;

  *out_value = message->kind;
  if (message->kind != MEMBERS_ARRIVAL && message->kind != MEMBERS_END && message->kind != MEMBERS_LEAVE)
    return N_("the kind must be what a member says to a barrier");
  *out_value = message->payload[0];
  return message->kind != MEMBERS_ARRIVAL || (message->payload[0] == self->id && self->mode == MODE_IDEAL) ? NULL
                                                                                                        : N_("the number must be that of the barrier, and its mode ideal");
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Place place = message->kind == MEMBERS_ARRIVAL ? THERE : message->kind == MEMBERS_END ? ENDED : GONE;

  move (host, context, state, message->port >> 16, (uint32_t) message->payload[1], place);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Barrier *self = state;
  MembersCall call = { 0 };

  if (dispatch->payload_bytes == sizeof call)
    memcpy (&call, dispatch->payload, sizeof call);
  if (dispatch->kind != CHIPLET_ARRIVE || dispatch->payload_bytes != sizeof call || call.id != self->id || call.link >= self->n || self->mode != MODE_NOI)
    host->fail (context, "over the network it takes arrivals of its members");
  else
    move (host, context, self, call.link, dispatch->peer, THERE);
}

/* The first member that is missing stands for all. */
static int
waits (const void *state,
       HdWait *out_wait)
{
  const Barrier *self = state;
  uint32_t missing = 0;

  while (missing < self->n && self->members[missing].place != AWAY)
    missing++;
  out_wait->port = PORT_MEMBERS | missing << 16;
  out_wait->n = self->n - self->n_there - self->n_gone;
  out_wait->what = N_("members that have not come");
  return self->n_there > 0;
}

static const char *const modes[] = { "ideal", "noi", NULL };

static const HdParameter parameters[] = {
  [PARAMETER_NUMBER] = { .size = sizeof (HdParameter), .key = "number", .title = N_("Number"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0",
    .maximum = 4294967295.0, .help = N_("By which its members call it.") },
  [PARAMETER_MODE] = { .size = sizeof (HdParameter), .key = "mode", .title = N_("Mode"), .kind = HD_PARAMETER_CHOICE, .default_text = "ideal", .choices = modes,
    .help = N_("How members and barrier speak: ideal: over the links between them; noi: over the network on the interposer.") },
  [PARAMETER_HEADER] = { .size = sizeof (HdParameter), .key = "header", .title = N_("Header"), .kind = HD_PARAMETER_QUANTITY, .unit = "B",
    .default_text = "32 B", .minimum = 1, .maximum = 4096, .help = N_("Bytes of an arrival and of a release over the network.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_MEMBERS] = { .size = sizeof (HdPort), .name = "members", .title = N_("Members"), .protocol = MEMBERS_PROTOCOL, .mandatory = 1, .numbered = 1,
    .help = N_("To the chiplets that wait for each other.") },
  [PORT_NET] = { .size = sizeof (HdPort), .name = "net", .title = N_("Network"), .protocol = "*", .help = N_("To the network on the interposer; mode noi needs it.") },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("members that are there") },
  [PROBE_RELEASES] = { .size = sizeof (HdProbe), .name = "releases", .title = N_("Releases"), .unit = "", .help = N_("times at which all were there"),
    .summary = HD_SUMMARY_SUM },
  { 0 },
};
static const HdLane lanes[] = {
  [LANE_BARRIER] = { .size = sizeof (HdLane), .name = "barrier", .title = N_("barrier"), .help = N_("From the first member that is there to the last.") },
  { 0 },
};
static const HdActivity activities[] = {
  [ACTIVITY_FILLING] = { .size = sizeof (HdActivity), .name = "filling", .title = N_("filling"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Barrier), .start = start, .receive = receive, .accept = accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType chiplet_barrier = {
  .size = sizeof (HdComponentType), .id = "barrier", .title = N_("Barrier"), .category = CHIPLET_CATEGORY, .symbol = "barrier",
  .help = N_("Where the chiplets that are linked to it wait for each other."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = NULL, .handlers = &handlers,
};
