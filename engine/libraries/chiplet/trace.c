/* trace.c: a chiplet that asks for what a trace says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It takes its own lines of a trace of all (replay.h), in order. Each is asked for at its time, but not before what it waits for was answered, nor before there is room for it
 * in the request queue; what comes late puts off all that is behind it. At a barrier it stands still until all others are there.
 *
 * A trace says to which memory something goes, and not to which address: lines follow each other in the part of the shared range that this memory has.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "members.h"
#include "replay.h"
#include "requests.h"

#define WHY_BYTES 512
#define PATH_BYTES 256

enum { PARAMETER_FILE = REQUESTS_N_PARAMETERS, PARAMETER_SOURCE, PARAMETER_PLACES, PARAMETER_FLIT, PARAMETER_BARRIER };
enum { PORT_BARRIER = REQUESTS_N_PORTS };
enum { PROBE_STEPS = REQUESTS_N_PROBES, PROBE_END, PROBE_WORK };
enum { LANE_CHIPLET = REQUESTS_N_LANES };
enum { ACTIVITY_COMPUTE = REQUESTS_N_ACTIVITIES, ACTIVITY_WAIT, ACTIVITY_BARRIER };
enum { WAKE = REQUESTS_N_WAKES };
enum { RECORD_STEP = 64, RECORD_END };

typedef struct
{
  Requests requests;
  Members members;
  Replay replay;
  unsigned char *is_done; /* by step */
  uint64_t *used;         /* by memory: bytes of its part that were asked for */
  unsigned char *zeros;   /* what it writes */
  uint64_t flit, shift, held;
  uint32_t next, n_done, arrived; /* steps: the next, that are done, at a barrier */
  uint32_t activity;
  int is_held, is_started, has_ended;
} Trace;

/* ---- settings ------------------------------------------------------------------------------------------------------ */

/* The indices of an array's element are its coordinates: chip[2][0] is at 2,0. */
static int
read_path (const char *path,
           ReplayPlace *out)
{
  const char *name = strrchr (path, '/');

  *out = (ReplayPlace){ 0 };
  for (const char *at = strchr (name != NULL ? name : path, '['); at != NULL && out->n < REPLAY_DIMENSIONS; at = strchr (at + 1, '['))
    {
      const char *end = strchr (at, ']');

      if (end == NULL || !lines_read_number (at + 1, (size_t) (end - at - 1), &out->at[out->n++]))
        return 0;
    }
  return out->n > 0;
}

static int
find_source (const HdHost *host,
             HdComponentContext *context,
             ReplayPlace *out)
{
  const char *text = host->text (context, PARAMETER_SOURCE);
  char path[PATH_BYTES];

  host->path (context, host->self (context), path, sizeof path);
  if (*text != '\0' ? replay_read_place (text, strlen (text), out) : read_path (path, out))
    return 1;
  host->fail (context, *text != '\0' ? "“source” is no place, as 2,0" : "it has no indices that say where it is; “source” can");
  return 0;
}

/* Where its memories are: as “places” says, or by their indices. */
static int
find_places (const Trace *self,
             const HdHost *host,
             HdComponentContext *context,
             ReplayPlace *out)
{
  const char *at = host->text (context, PARAMETER_PLACES);
  char path[PATH_BYTES], why[WHY_BYTES];
  int is_stated = *at != '\0';
  uint32_t n = 0;

  for (; n < self->requests.n_memories; n++)
    {
      size_t length;

      at += strspn (at, " ");
      length = strcspn (at, " ");
      host->path (context, self->requests.memories[n], path, sizeof path);
      if (is_stated ? !replay_read_place (at, length, &out[n]) : !read_path (path, &out[n]))
        break;
      at += length;
    }
  if (n == self->requests.n_memories && at[strspn (at, " ")] == '\0')
    return 1;
  snprintf (why, sizeof why, is_stated ? "“places” has to have a place for each of %" PRIu32 " memories, as 2,0 2,1" : "its %" PRIu32 " memories have no indices that say where they are; “places” can",
            self->requests.n_memories);
  host->fail (context, why);
  return 0;
}

static uint32_t
get_size (const Trace *self,
          const ReplayStep *step)
{
  uint64_t size = step->flits > 1 ? (step->flits - 1) * self->flit : CHIPLET_LINE;

  return size < UINT32_MAX ? (uint32_t) size : UINT32_MAX;
}

static int
check_sizes (const Trace *self,
             const HdHost *host,
             HdComponentContext *context)
{
  uint64_t most = self->requests.interleave * self->requests.n_memories <= self->requests.shared_size ? self->requests.interleave : 0;
  char why[WHY_BYTES];

  for (uint32_t i = 0; i < self->replay.n; i++)
    if (self->replay.steps[i].kind != 'B' && get_size (self, &self->replay.steps[i]) > most)
      {
        snprintf (why, sizeof why, "line %u: %" PRIu32 " bytes; one access has at most %" PRIu64 ", which a memory has before it is the next one's turn",
                  self->replay.steps[i].line, get_size (self, &self->replay.steps[i]), most);
        host->fail (context, why);
        return 0;
      }
  return 1;
}

static int
read_steps (Trace *self,
            const HdHost *host,
            HdComponentContext *context,
            ReplayPlace *places)
{
  ReplayPlace source;
  char why[WHY_BYTES];
  Lines lines = { .name = host->text (context, PARAMETER_FILE), .line = 1, .why = why, .n_why = sizeof why };
  size_t size;

  if (*lines.name == '\0')
    return 1;
  if (!find_source (host, context, &source) || !find_places (self, host, context, places) || !host->load (context, PARAMETER_FILE, &lines.at, &size))
    return 0;
  lines.end = lines.at + size;
  if (replay_read (&self->replay, &lines, &source, places, self->requests.n_memories))
    return check_sizes (self, host, context);
  host->fail (context, why);
  return 0;
}

static int
prepare (Trace *self,
         const HdHost *host,
         HdComponentContext *context)
{
  ReplayPlace *places = calloc (self->requests.n_memories + (size_t) 1, sizeof *places);
  int is_good = places != NULL && read_steps (self, host, context, places);

  free (places);
  self->is_done = calloc (self->replay.n + (size_t) 1, 1);
  self->used = calloc (self->requests.n_memories + (size_t) 1, sizeof *self->used);
  self->zeros = calloc (1, self->requests.interleave);
  if (is_good && (self->is_done == NULL || self->used == NULL || self->zeros == NULL))
    host->fail (context, "there is no memory for its trace");
  return is_good && self->is_done != NULL && self->used != NULL && self->zeros != NULL;
}

/* ---- steps --------------------------------------------------------------------------------------------------------- */

static uint64_t
get_cycle (const Trace *self,
           const HdHost *host,
           HdComponentContext *context)
{
  return clock_get_cycle (self->requests.hertz, host->now (context));
}

static void
show (Trace *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t activity,
      uint64_t cycle)
{
  int64_t time = clock_get_time (self->requests.hertz, cycle), now = host->now (context);

  if (activity == self->activity)
    return;
  self->activity = activity;
  host->state (context, LANE_CHIPLET, activity, time > now ? time : now);
}

/* The next bytes of a memory's part, which do not go over where its turn ends. */
static uint64_t
find_address (Trace *self,
              uint32_t place,
              uint32_t size)
{
  const Requests *requests = &self->requests;
  uint64_t *used = &self->used[place], turn = requests->interleave, address;

  if (*used % turn + size > turn)
    *used += turn - *used % turn;
  address = (*used / turn * requests->n_memories + place) * turn + *used % turn;
  if (address + size > requests->shared_size)
    {
      *used = 0;
      address = place * turn;
    }
  *used += (size + CHIPLET_LINE - 1) / CHIPLET_LINE * CHIPLET_LINE;
  return requests->shared_base + address;
}

static void
take_step (Trace *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  const ReplayStep *step = &self->replay.steps[self->next];
  RequestsAccess access = { .tag = self->next, .size = get_size (self, step), .data = step->kind == 'W' ? self->zeros : NULL };

  self->held = cycle;
  if (step->kind == 'B')
    {
      self->arrived = self->next++;
      show (self, host, context, ACTIVITY_BARRIER, cycle);
      members_arrive (&self->members, host, context, (uint32_t) host->parameter (context, PARAMETER_BARRIER),
                      clock_get_time (self->requests.hertz, cycle) - host->now (context));
      return;
    }
  access.address = find_address (self, step->place, access.size);
  self->next++;
  self->is_held = !requests_begin (&self->requests, host, context, cycle, &access);
}

static void
end (Trace *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  self->has_ended = 1;
  show (self, host, context, HD_IDLE, cycle);
  host->sample (context, PROBE_END, (double) cycle);
  host->sample (context, PROBE_WORK, self->replay.n > 0 ? (double) self->replay.steps[self->replay.n - 1].cycle : 0);
  host->record (context, RECORD_END, cycle);
  members_end (&self->members, host, context);
}

static void
go_on (Trace *self,
       const HdHost *host,
       HdComponentContext *context,
       uint64_t cycle)
{
  while (self->next < self->replay.n && !self->members.is_waiting)
    {
      const ReplayStep *step = &self->replay.steps[self->next];
      uint64_t ready = step->cycle + self->shift;
      int64_t delay;

      if (ready > cycle)
        {
          delay = clock_get_time (self->requests.hertz, ready) - host->now (context);
          show (self, host, context, ACTIVITY_COMPUTE, cycle);
          host->wake (context, delay > 0 ? delay : 0, &(HdMessage){ .kind = WAKE });
          return;
        }
      if (self->is_held || (step->after != REPLAY_NONE && !self->is_done[step->after]))
        {
          show (self, host, context, step->kind == 'R' ? REQUESTS_READING : step->kind == 'W' ? REQUESTS_WRITING : ACTIVITY_WAIT, cycle);
          return;
        }
      self->shift += cycle - ready;
      take_step (self, host, context, cycle);
    }
  if (self->members.is_waiting || self->has_ended)
    return;
  if (self->n_done == self->replay.n)
    end (self, host, context, cycle);
  else
    show (self, host, context, ACTIVITY_WAIT, cycle);
}

static void
finish_step (Trace *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t step)
{
  self->is_done[step] = 1;
  self->n_done++;
  host->sample (context, PROBE_STEPS, self->n_done);
  host->record (context, RECORD_STEP, self->replay.steps[step].id);
  go_on (self, host, context, get_cycle (self, host, context));
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static void
accepted (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint64_t tag)
{
  Trace *self = owner;
  uint64_t cycle = get_cycle (self, host, context);

  self->is_held = 0;
  self->shift += cycle - self->held;
  go_on (self, host, context, cycle);
}

static void
done (const HdHost *host,
      HdComponentContext *context,
      void *owner,
      uint64_t tag,
      const unsigned char *data)
{
  finish_step (owner, host, context, (uint32_t) tag);
}

/* What is behind a barrier keeps its distance from it. */
static void
released (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint32_t id)
{
  Trace *self = owner;

  self->shift += get_cycle (self, host, context) - self->held;
  finish_step (self, host, context, self->arrived);
}

static const RequestsOwner requests_owner = { accepted, done };
static const MembersOwner members_owner = { released };

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Trace *self = state;

  self->activity = HD_IDLE;
  self->flit = (uint64_t) host->parameter (context, PARAMETER_FLIT);
  self->is_started = requests_init (&self->requests, host, context, &requests_owner, self) && members_init (&self->members, host, context, PORT_BARRIER, &members_owner, self)
                     && prepare (self, host, context);
  if (self->is_started)
    go_on (self, host, context, 0);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Trace *self = state;

  if (!self->is_started)
    return;
  if (message->port != HD_NO_PORT)
    members_receive (&self->members, host, context, message);
  else if (message->kind < REQUESTS_N_WAKES)
    requests_wake (&self->requests, host, context, message->kind);
  else if (!self->has_ended)
    go_on (self, host, context, get_cycle (self, host, context));
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  return members_accept (message, out_value);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Trace *self = state;

  if (self->is_started && !requests_deliver (&self->requests, host, context, dispatch) && !members_deliver (&self->members, host, context, dispatch))
    host->fail (context, "over the network it takes answers to what it has asked for");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Trace *self = state;

  if (members_waits (&self->members, out_wait))
    return 1;
  out_wait->port = REQUESTS_NET;
  out_wait->n = self->requests.n_open;
  out_wait->what = N_("answers of shared memory");
  return self->requests.n_open > 0;
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  requests_finish (&((Trace *) state)->requests, host, context);
}

static void
clear (void *state)
{
  Trace *self = state;

  requests_clear (&self->requests);
  members_clear (&self->members);
  replay_clear (&self->replay);
  free (self->is_done);
  free (self->used);
  free (self->zeros);
}

static const HdParameter parameters[] = {
  REQUESTS_PARAMETERS,
  [PARAMETER_FILE] = { .size = sizeof (HdParameter), .key = "file", .title = N_("Trace"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("A trace that begins with #noi-trace 2, of which it takes the lines from its own place; times are cycles of its clock.") },
  [PARAMETER_SOURCE] = { .size = sizeof (HdParameter), .key = "source", .title = N_("Place"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("Its coordinates in the trace, as 2,0; without any, its indices.") },
  [PARAMETER_PLACES] = { .size = sizeof (HdParameter), .key = "places", .title = N_("Places of memories"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("The coordinates of each memory, with spaces between them; without any, their indices.") },
  [PARAMETER_FLIT] = { .size = sizeof (HdParameter), .key = "flit", .title = N_("Data of a flit"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "32 B",
    .minimum = 1, .maximum = 4096, .help = N_("What each flit of the trace carries; the first of a packet is its header.") },
  [PARAMETER_BARRIER] = { .size = sizeof (HdParameter), .key = "barrier-number", .title = N_("Number of the barrier"), .kind = HD_PARAMETER_INTEGER, .unit = "",
    .default_text = "0", .maximum = 4294967295.0, .help = N_("Of that at which it is when the trace has a B.") },
  { 0 },
};
static const HdPort ports[] = { REQUESTS_PORTS, MEMBERS_PORT (PORT_BARRIER), { 0 } };
static const HdProbe probes[] = {
  REQUESTS_PROBES,
  [PROBE_STEPS] = { .size = sizeof (HdProbe), .name = "steps", .title = N_("Steps"), .unit = "", .help = N_("lines of the trace that are done"), .summary = HD_SUMMARY_SUM },
  [PROBE_END] = { .size = sizeof (HdProbe), .name = "end", .title = N_("End"), .unit = "cycle", .help = N_("cycle at which the last line is done"),
    .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_TIME },
  [PROBE_WORK] = { .size = sizeof (HdProbe), .name = "work", .title = N_("Own work"), .unit = "cycle", .help = N_("the cycle of the trace’s last line"), .summary = HD_SUMMARY_MAXIMUM,
    .figure = HD_FIGURE_WORK },
  { 0 },
};
static const HdLane lanes[] = {
  REQUESTS_LANES,
  [LANE_CHIPLET] = { .size = sizeof (HdLane), .name = "chiplet", .title = N_("chiplet"),
    .help = N_("When it computes, when it stands still for room to read or to write, and when it waits for last answers or at a barrier.") },
  { 0 },
};
static const HdActivity activities[] = {
  REQUESTS_ACTIVITIES,
  [ACTIVITY_COMPUTE] = { .size = sizeof (HdActivity), .name = "compute", .title = N_("compute"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_WAIT] = { .size = sizeof (HdActivity), .name = "wait", .title = N_("wait"), .kind = HD_ACTIVITY_WAIT },
  [ACTIVITY_BARRIER] = { .size = sizeof (HdActivity), .name = "barrier", .title = N_("barrier"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdOutput outputs[] = { REQUESTS_OUTPUTS, { 0 } };
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Trace), .start = start, .receive = receive, .finish = finish, .accept = accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType chiplet_trace = {
  .size = sizeof (HdComponentType), .id = "trace", .title = N_("Trace of a chiplet"), .category = CHIPLET_CATEGORY, .symbol = "traffic-source",
  .help = N_("Reads and writes shared memory as a trace says, and waits for the answers."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
