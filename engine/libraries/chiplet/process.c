/* process.c: a chiplet that is a real program
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The program computes in real time and says at which cycle of its own it wants what; Heddle simulates up to there. How far that is safe is known from what
 * the program said last: it asks for nothing before talk.low. At that time, and not before, the component waits for the next message, a picosecond
 * after all that happens there; so all programs that may go on at one time go on together, and how fast each is shows nowhere.
 *
 * A program that runs ahead by posted writes does not notice that the request queue is full. The chiplet does: it stands still until there is room, and all
 * that its program says later happens later by as much (`shift`), until it waits for an answer, which tells it the time.
 */
#include "chiplet.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <endian.h>

#include "clock.h"
#include "members.h"
#include "requests.h"
#include "talk.h"

#define MOST_AT_ONCE 65536 /* messages without time going on */
#define GOODBYE_MS 10000   /* from BYE to the end of the process */
#define WHY_BYTES 512
#define NOT_LOADED 127 /* what loaders and env end with */

enum
{
  PROGRAM = REQUESTS_N_PARAMETERS,
  ARGUMENTS,
  NUMBER,
  WINDOW,
  STAGE,
  HANDSHAKE,
  SILENCE,
  MEMORY_LIMIT,
  PROCESSOR_LIMIT,
  ON_FAULT,
};
enum { PORT_BARRIER = REQUESTS_N_PORTS };
enum { PROBE_END = REQUESTS_N_PROBES, PROBE_TIME, PROBE_WORK };
enum { LANE_CHIPLET = REQUESTS_N_LANES };
enum { COMPUTE = REQUESTS_N_ACTIVITIES, WAIT, AT_BARRIER };
enum { OUTPUT_TEXT = REQUESTS_N_OUTPUTS, OUTPUT_ERRORS };
enum { WAKE_LISTEN = REQUESTS_N_WAKES, WAKE_ACT };
enum { FAULT_STOP, FAULT_DROP };

/* What the chiplet waits for. */
typedef enum
{
  NOTHING,  /* the program computes */
  ANSWER,   /* to what it asked */
  ROOM,     /* in the request queue */
  READ,     /* that all is there which it has read posted */
  WRITTEN,  /* that all which it has written is there, before a barrier or the end */
  BARRIER,
  ITS_TIME, /* of what the program has said */
  OVER,
} Waiting;

/* Tags of accesses; those of posted reads have their place in the stage and their size. */
enum { TAG_ANSWERED, TAG_POSTED_WRITE, TAG_POSTED_READ };
#define TAG_SIZES (2 * (uint64_t) CHIP_MAXIMUM_REQUEST)

typedef struct
{
  Requests requests;
  Members members;
  Talk talk;
  ChipMessage held; /* what it waits about, or what is to be done at its time */
  Waiting waiting;
  uint64_t shift;   /* cycles by which the chiplet is behind its program */
  uint64_t begun;   /* from where its time counts */
  uint64_t granted, window;
  uint64_t busy_cycle; /* of the last message */
  uint32_t n_at_once;  /* messages since */
  uint32_t n_reading;  /* posted reads that are not answered */
  unsigned char *stage;
  int was_dropped;
} Process;

/* ---- faults -------------------------------------------------------------------------------------------------------- */

static void
end_talk (const HdHost *host,
          HdComponentContext *context,
          Process *self)
{
  unsigned char datagram[sizeof (ChipMessage)];

  talk_say (&self->talk, (ChipMessage){ .type = CHIP_FAIL, .status = 1 }, datagram);
  host->tell (context, datagram, sizeof datagram);
  host->dismiss (context);
  self->waiting = OVER;
  host->state (context, LANE_CHIPLET, HD_IDLE, host->now (context));
}

__attribute__ ((format (printf, 4, 5)))
static void
fault (const HdHost *host,
       HdComponentContext *context,
       Process *self,
       const char *format,
       ...)
{
  char why[WHY_BYTES], whole[WHY_BYTES + 64];
  va_list arguments;

  va_start (arguments, format);
  vsnprintf (why, sizeof why, format, arguments);
  va_end (arguments);
  end_talk (host, context, self);
  snprintf (whole, sizeof whole, "chiplet %" PRIu32 ": %s", self->talk.number, why);
  if (host->parameter (context, ON_FAULT) == FAULT_STOP)
    {
      host->fail (context, whole);
      return;
    }
  strcat (whole, "\n");
  host->write (context, OUTPUT_ERRORS, whole, strlen (whole));
  self->was_dropped = 1;
  members_leave (&self->members, host, context);
}

/* How a program ended that ought not to have, or ended badly. */
static void
report_end (const HdHost *host,
            HdComponentContext *context,
            Process *self)
{
  HdProgramEnd end = { .size = sizeof end };
  uint64_t cycle = clock_get_begun (self->requests.hertz, host->now (context));

  if (!host->ended (context, &end))
    fault (host, context, self, "the program has closed its socket, at cycle %" PRIu64, cycle);
  else if (end.signal != 0)
    fault (host, context, self, "the program ended: signal %d, at cycle %" PRIu64, end.signal, cycle);
  else
    fault (host, context, self, "the program ended: exit %d%s, at cycle %" PRIu64, end.exit_code,
           end.exit_code == 0 ? " without BYE" : end.exit_code == NOT_LOADED ? " (a library or an interpreter was not found: its errors say which)" : "", cycle);
}

/* ---- time ---------------------------------------------------------------------------------------------------------- */

/* The cycle at whose beginning the chiplet knows what happens now. What it does in a cycle it does a picosecond after, and belongs to that. */
static uint64_t
get_cycle (const HdHost *host,
           HdComponentContext *context,
           const Process *self)
{
  return clock_get_cycle (self->requests.hertz, host->now (context) - 1);
}

/* After all that happens at the beginning of @cycle of the chiplet. */
static void
wake_at (const HdHost *host,
         HdComponentContext *context,
         const Process *self,
         uint64_t cycle,
         uint32_t kind)
{
  int64_t time = clock_get_time (self->requests.hertz, cycle);

  if (time < INT64_MAX - 1)
    host->wake (context, time + 1 > host->now (context) ? time + 1 - host->now (context) : 0, &(HdMessage){ .kind = kind });
}

static void
say (const HdHost *host,
     HdComponentContext *context,
     Process *self,
     ChipMessage message)
{
  unsigned char datagram[sizeof (ChipMessage)];

  if (message.type != CHIP_WELCOME)
    message.stage_off = self->talk.taken;
  talk_say (&self->talk, message, datagram);
  host->tell (context, datagram, sizeof datagram); /* who does not hear it has ended, or will be silent: both come out when it is listened to */
}

/* A program may be a window ahead of what it has promised. */
static void
grant (const HdHost *host,
       HdComponentContext *context,
       Process *self,
       int is_asked)
{
  uint64_t to = self->talk.low < UINT64_MAX - self->window ? self->talk.low + self->window : UINT64_MAX;

  if (to > self->granted && to - self->granted > self->window / 2)
    self->granted = to;
  else if (!is_asked)
    return;
  say (host, context, self, (ChipMessage){ .type = CHIP_GRANT, .promise = self->granted });
}

/* The program goes on by itself; it is listened to when it can ask for something again. */
static void
go_on (const HdHost *host,
       HdComponentContext *context,
       Process *self)
{
  self->waiting = NOTHING;
  wake_at (host, context, self, self->talk.low + self->shift, WAKE_LISTEN);
}

/* The program is told that it is now, which it takes for its own time. */
static void
let_go (const HdHost *host,
        HdComponentContext *context,
        Process *self,
        uint16_t type)
{
  uint64_t now = get_cycle (host, context, self), asked = self->held.t + self->shift;

  self->shift = 0;
  self->talk.low = self->talk.told = now > asked ? now : asked;
  if (self->granted < self->talk.low + self->window / 2)
    {
      self->granted = self->talk.low + self->window;
      say (host, context, self, (ChipMessage){ .type = CHIP_GRANT, .promise = self->granted });
    }
  say (host, context, self, (ChipMessage){ .type = type, .t = self->talk.low });
  host->state (context, LANE_CHIPLET, COMPUTE, host->now (context));
  go_on (host, context, self);
}

/* ---- what a program asks ------------------------------------------------------------------------------------------ */

static void
welcome (const HdHost *host,
         HdComponentContext *context,
         Process *self)
{
  const Requests *requests = &self->requests;
  const ChipWelcome words = { htole64 (requests->private_size), htole64 (requests->shared_base), htole64 (requests->shared_size), htole64 (requests->hertz),
                              htole64 (self->window) };

  memcpy (self->stage, &words, sizeof words);
  self->granted = self->window;
  say (host, context, self, (ChipMessage){ .type = CHIP_WELCOME, .promise = self->granted, .size = (uint32_t) self->talk.stage_bytes });
}

static uint64_t
get_tag (const ChipMessage *message)
{
  if ((message->flags & CHIP_POSTED) == 0)
    return TAG_ANSWERED;
  return message->type == CHIP_WRITE ? TAG_POSTED_WRITE : TAG_POSTED_READ + message->stage_off * TAG_SIZES + message->size;
}

/* Returns 0 after a fault. */
static int
begin_access (const HdHost *host,
              HdComponentContext *context,
              Process *self)
{
  const ChipMessage *message = &self->held;
  const unsigned char *place = self->stage + message->stage_off % self->talk.stage_bytes;
  int is_read = message->type == CHIP_READ, is_posted = (message->flags & CHIP_POSTED) != 0;
  char why[256];

  if (!requests_check (&self->requests, message->addr, message->size, why, sizeof why))
    {
      fault (host, context, self, "%s, at cycle %" PRIu64, why, message->t);
      return 0;
    }
  self->waiting = is_posted ? ROOM : ANSWER;
  if (!is_read)
    talk_take (&self->talk, message);
  else if (is_posted)
    talk_pin (&self->talk);
  self->n_reading += is_read && is_posted;
  if (!is_posted)
    host->state (context, LANE_CHIPLET, is_read ? REQUESTS_READING : REQUESTS_WRITING, host->now (context));
  if (requests_begin (&self->requests, host, context, message->t + self->shift,
                      &(RequestsAccess){ .tag = get_tag (message), .address = message->addr, .size = message->size, .data = is_read ? NULL : place }) && is_posted)
    self->waiting = NOTHING;
  else if (is_posted)
    host->state (context, LANE_CHIPLET, WAIT, host->now (context));
  return 1;
}

/* All that was read posted is there, and the program takes it. */
static void
end_reading (const HdHost *host,
             HdComponentContext *context,
             Process *self)
{
  talk_take_all (&self->talk);
  let_go (host, context, self, CHIP_DONE);
}

static void
arrive (const HdHost *host,
        HdComponentContext *context,
        Process *self)
{
  self->waiting = BARRIER;
  host->state (context, LANE_CHIPLET, AT_BARRIER, host->now (context));
  members_arrive (&self->members, host, context, (uint32_t) self->held.addr, 0);
}

/* All that it has written is there. The process ends by itself, and how tells whether its work went well. */
static void
take_leave (const HdHost *host,
            HdComponentContext *context,
            Process *self)
{
  char nothing[1];
  size_t size = sizeof nothing;
  HdProgramEnd end = { .size = sizeof end };

  host->sample (context, PROBE_END, (double) get_cycle (host, context, self));
  host->sample (context, PROBE_TIME, (double) (get_cycle (host, context, self) - self->begun));
  host->sample (context, PROBE_WORK, (double) self->talk.worked);
  host->record (context, CHIP_BYE, get_cycle (host, context, self));
  switch (host->listen (context, GOODBYE_MS, nothing, &size))
    {
    case HD_HEARD_STOP:
      return;
    case HD_HEARD_END:
      if (host->ended (context, &end) && (end.signal != 0 || end.exit_code != 0))
        {
          report_end (host, context, self);
          return;
        }
      break;
    case HD_HEARD_DATAGRAM:
      fault (host, context, self, "protocol error: a message after BYE");
      return;
    default:
      fault (host, context, self, "the program has said BYE, and has not ended in %d s", GOODBYE_MS / 1000);
      return;
    }
  self->waiting = OVER;
  host->state (context, LANE_CHIPLET, HD_IDLE, host->now (context));
  members_end (&self->members, host, context);
}

static void
do_fenced (const HdHost *host,
           HdComponentContext *context,
           Process *self)
{
  if (self->held.type == CHIP_BARRIER)
    arrive (host, context, self);
  else
    take_leave (host, context, self);
}

/* Does what the program has said, at its time. Returns whether the program goes on and may say more at once. */
static int
act (const HdHost *host,
     HdComponentContext *context,
     Process *self)
{
  self->waiting = NOTHING;
  switch (self->held.type)
    {
    case CHIP_HELLO:
      welcome (host, context, self);
      return 1;
    case CHIP_ADVANCE:
      if ((self->held.flags & CHIP_BEGIN) != 0)
        {
          self->begun = self->held.t + self->shift;
          self->talk.worked = 0;
        }
      grant (host, context, self, (self->held.flags & CHIP_ASK) != 0);
      return 1;
    case CHIP_READ:
    case CHIP_WRITE:
      if (!begin_access (host, context, self))
        return 0;
      if (self->waiting == NOTHING)
        grant (host, context, self, 0);
      return self->waiting == NOTHING;
    case CHIP_WAIT:
      self->waiting = READ;
      host->state (context, LANE_CHIPLET, REQUESTS_READING, host->now (context));
      if (self->n_reading == 0)
        end_reading (host, context, self);
      return 0;
    default: /* CHIP_BARRIER, CHIP_BYE */
      self->waiting = WRITTEN;
      if (self->requests.n_open == 0)
        do_fenced (host, context, self);
      else
        host->state (context, LANE_CHIPLET, REQUESTS_WRITING, host->now (context));
      return 0;
    }
}

/* ---- listening ----------------------------------------------------------------------------------------------------- */

/* Whether there is a message; else all has been said about why not. */
static int
hear (const HdHost *host,
      HdComponentContext *context,
      Process *self)
{
  int is_greeting = self->talk.n_heard == 0;
  double patience = host->parameter (context, is_greeting ? HANDSHAKE : SILENCE);
  unsigned char datagram[sizeof (ChipMessage)];
  size_t size = sizeof datagram;
  char why[TALK_WHY_BYTES];

  switch (host->listen (context, (int64_t) (patience * 1000), datagram, &size))
    {
    case HD_HEARD_STOP:
      return 0;
    case HD_HEARD_END:
      report_end (host, context, self);
      return 0;
    case HD_HEARD_NOTHING:
      if (is_greeting)
        fault (host, context, self, "no handshake in %g s", patience);
      else
        fault (host, context, self, "no message for %g s, at cycle %" PRIu64, patience, get_cycle (host, context, self));
      return 0;
    default:
      break;
    }
  if (talk_hear (&self->talk, datagram, size, &self->held, why))
    return 1;
  fault (host, context, self, "%s", why);
  return 0;
}

static int
is_flood (Process *self)
{
  if (self->talk.told != self->busy_cycle)
    self->n_at_once = 0;
  self->busy_cycle = self->talk.told;
  return ++self->n_at_once > MOST_AT_ONCE;
}

/* Hears what there is until the program has said when it asks for something next, and that is later. What it says of a later time waits for it; but how far
 * it goes on is of use at once. */
static void
listen (const HdHost *host,
        HdComponentContext *context,
        Process *self)
{
  uint64_t now = clock_get_begun (self->requests.hertz, host->now (context));

  while (hear (host, context, self))
    {
      if (is_flood (self))
        {
          fault (host, context, self, "message flood: more than %d messages at cycle %" PRIu64, MOST_AT_ONCE, self->talk.told);
          return;
        }
      if (self->held.type != CHIP_ADVANCE && self->held.t + self->shift > now)
        {
          self->waiting = ITS_TIME;
          wake_at (host, context, self, self->held.t + self->shift, WAKE_ACT);
          return;
        }
      if (!act (host, context, self))
        return;
      if (self->talk.low + self->shift > now)
        {
          go_on (host, context, self);
          return;
        }
    }
}

/* ---- the end of the run -------------------------------------------------------------------------------------------- */

static int
wants_answer (const ChipMessage *message)
{
  switch (message->type)
    {
    case CHIP_ADVANCE:
      return (message->flags & CHIP_ASK) != 0;
    case CHIP_READ:
    case CHIP_WRITE:
      return (message->flags & CHIP_POSTED) == 0;
    default:
      return 1;
    }
}

static int
stands_still (const Process *self)
{
  switch (self->waiting)
    {
    case NOTHING:
    case ROOM:
      return 0;
    case ITS_TIME:
      return wants_answer (&self->held);
    default:
      return 1;
    }
}

/* A program that is not done goes on until it wants an answer: how far it comes, and what it prints, has nothing to do with how fast it is. */
static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  Process *self = state;
  int64_t patience_ms = (int64_t) (host->parameter (context, SILENCE) * 1000);
  int is_over = stands_still (self);

  requests_finish (&self->requests, host, context);
  for (uint32_t i = 0; i < MOST_AT_ONCE && !is_over; i++)
    {
      unsigned char datagram[sizeof (ChipMessage)];
      size_t size = sizeof datagram;
      char why[TALK_WHY_BYTES];

      is_over = host->listen (context, patience_ms, datagram, &size) != HD_HEARD_DATAGRAM || !talk_hear (&self->talk, datagram, size, &self->held, why) ||
                wants_answer (&self->held);
    }
}

/* ---- what the network brings ------------------------------------------------------------------------------------- */

/* What is posted has its place: from here on the chiplet is as much later than its program as it had to wait. */
static void
accepted (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint64_t tag)
{
  Process *self = owner;
  uint64_t now = get_cycle (host, context, self);

  if (self->waiting != ROOM)
    return;
  if (now > self->held.t + self->shift)
    self->shift = now - self->held.t;
  host->state (context, LANE_CHIPLET, COMPUTE, host->now (context));
  grant (host, context, self, 0);
  go_on (host, context, self);
}

static void
done (const HdHost *host,
      HdComponentContext *context,
      void *owner,
      uint64_t tag,
      const unsigned char *data)
{
  Process *self = owner;
  int is_posted_read = tag >= TAG_POSTED_READ;

  if (self->waiting == OVER)
    return;
  if (is_posted_read)
    memcpy (self->stage + (tag - TAG_POSTED_READ) / TAG_SIZES % self->talk.stage_bytes, data, (size_t) ((tag - TAG_POSTED_READ) % TAG_SIZES));
  else if (data != NULL)
    memcpy (self->stage + self->held.stage_off % self->talk.stage_bytes, data, self->held.size);
  self->n_reading -= is_posted_read;
  if (tag == TAG_ANSWERED && self->waiting == ANSWER)
    {
      if (data != NULL)
        talk_take (&self->talk, &self->held);
      let_go (host, context, self, CHIP_DONE);
    }
  else if (self->waiting == READ && self->n_reading == 0)
    {
      end_reading (host, context, self);
    }
  else if (self->waiting == WRITTEN && self->requests.n_open == 0)
    {
      do_fenced (host, context, self);
    }
}

static void
released (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint32_t id)
{
  Process *self = owner;

  if (self->waiting == BARRIER)
    let_go (host, context, self, CHIP_RELEASE);
}

/* ---- handlers ------------------------------------------------------------------------------------------------------ */

static void
launch (const HdHost *host,
        HdComponentContext *context,
        Process *self)
{
  const HdProgram program = {
    .size = sizeof program, .program = PROGRAM, .arguments = ARGUMENTS, .stage_bytes = self->talk.stage_bytes, .output = OUTPUT_TEXT, .errors = OUTPUT_ERRORS,
    .memory_bytes = (uint64_t) host->parameter (context, MEMORY_LIMIT), .processor_seconds = (uint32_t) host->parameter (context, PROCESSOR_LIMIT),
  };
  void *stage;

  if (!host->launch (context, &program, &stage))
    return;
  self->stage = stage;
  host->state (context, LANE_CHIPLET, COMPUTE, host->now (context));
  host->wake (context, 0, &(HdMessage){ .kind = WAKE_LISTEN });
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  static const RequestsOwner requests_class = { accepted, done };
  static const MembersOwner members_class = { released };
  Process *self = state;

  self->talk.number = (uint32_t) host->parameter (context, NUMBER);
  self->talk.stage_bytes = (uint64_t) host->parameter (context, STAGE);
  self->window = (uint64_t) host->parameter (context, WINDOW);
  if (!requests_init (&self->requests, host, context, &requests_class, self) ||
      !members_init (&self->members, host, context, PORT_BARRIER, &members_class, self))
    return;
  if (self->requests.is_to_any)
    host->fail (context, "“target” is random, by which a program would not find again what it has written; it must be address");
  else if (*host->text (context, PROGRAM) == '\0')
    host->fail (context, "“program” names no program");
  else
    launch (host, context, self);
}

static void
clear (void *state)
{
  Process *self = state;

  requests_clear (&self->requests);
  members_clear (&self->members);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Process *self = state;

  if (message->port != HD_NO_PORT)
    members_receive (&self->members, host, context, message);
  else if (message->kind < REQUESTS_N_WAKES)
    requests_wake (&self->requests, host, context, message->kind);
  else if (self->waiting == OVER)
    return;
  else if (message->kind == WAKE_LISTEN)
    listen (host, context, self);
  else if (act (host, context, self))
    go_on (host, context, self);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Process *self = state;

  if (!requests_deliver (&self->requests, host, context, dispatch) && !members_deliver (&self->members, host, context, dispatch))
    host->fail (context, "it takes answers of memories and of barriers to what it asked");
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  return members_accept (message, out_value);
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Process *self = state;

  if (self->waiting == BARRIER)
    return members_waits (&self->members, out_wait);
  if (self->waiting == OVER)
    return 0;
  *out_wait = (HdWait){ .size = sizeof *out_wait, .port = REQUESTS_NET, .n = self->requests.n_open, .what = N_("answers of memories") };
  return 1;
}

/* ---- tables -------------------------------------------------------------------------------------------------------- */

static const char *const on_fault[] = { "stop", "drop", NULL };
static const HdParameter parameters[] = {
  REQUESTS_PARAMETERS,
  [PROGRAM] = { .size = sizeof (HdParameter), .key = "program", .title = N_("Program"), .kind = HD_PARAMETER_TEXT, .property = HD_PROPERTY_PROGRAM,
    .help = N_("File of the program: beside the project, or one of those that come with Heddle."), .group = N_("What it runs") },
  [ARGUMENTS] = { .size = sizeof (HdParameter), .key = "arguments", .title = N_("Arguments"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .property = HD_PROPERTY_ARGUMENTS, .help = N_("What it is started with, in words as in a shell; there is no shell."), .group = N_("What it runs") },
  [NUMBER] = { .size = sizeof (HdParameter), .key = "number", .title = N_("Number"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 4294967295.0,
    .help = N_("What its program hears as its number."), .group = N_("What it runs") },
  [WINDOW] = { .size = sizeof (HdParameter), .key = "window", .title = N_("Window"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "10000",
    .minimum = 1, .maximum = 1e12, .help = N_("Cycles that the program may run ahead; results do not depend on it."), .group = N_("What it runs") },
  [STAGE] = { .size = sizeof (HdParameter), .key = "stage", .title = N_("Stage"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "1 MiB",
    .minimum = CHIP_MINIMUM_STAGE, .maximum = 1073741824.0, .help = N_("Memory through which its data pass; results do not depend on it."), .group = N_("What it runs") },
  [HANDSHAKE] = { .size = sizeof (HdParameter), .key = "handshake", .title = N_("Handshake"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "10 s",
    .minimum = 0.001, .maximum = 86400, .help = N_("Real time in which it has to make itself known."), .group = N_("Limits") },
  [SILENCE] = { .size = sizeof (HdParameter), .key = "timeout", .title = N_("Timeout"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "60 s",
    .minimum = 0.001, .maximum = 86400, .help = N_("Real time for which it may say nothing while it computes."), .group = N_("Limits") },
  [MEMORY_LIMIT] = { .size = sizeof (HdParameter), .key = "memory-limit", .title = N_("Memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "1 GiB",
    .maximum = 1099511627776.0, .help = N_("Address space that it may have; 0 B for no limit."), .group = N_("Limits") },
  [PROCESSOR_LIMIT] = { .size = sizeof (HdParameter), .key = "processor-limit", .title = N_("Processor time"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "600 s",
    .maximum = 4e9, .help = N_("That it may compute; 0 s for no limit."), .group = N_("Limits") },
  [ON_FAULT] = { .size = sizeof (HdParameter), .key = "on-fault", .title = N_("On a fault"), .kind = HD_PARAMETER_CHOICE, .default_text = "stop", .choices = on_fault,
    .help = N_("Whether the run stops when the program does something wrong, or goes on without the chiplet."), .group = N_("Limits") },
  { 0 },
};
static const HdPort ports[] = { REQUESTS_PORTS, MEMBERS_PORT (PORT_BARRIER), { 0 } };
static const HdProbe probes[] = {
  REQUESTS_PROBES,
  [PROBE_END] = { .size = sizeof (HdProbe), .name = "end", .title = N_("End"), .unit = "cycle", .help = N_("the cycle at which its program was done"), .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_TIME] = { .size = sizeof (HdProbe), .name = "time", .title = N_("Time"), .unit = "cycle",
    .help = N_("cycles to its end from where its program says that it begins, or else from the start"), .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_TIME },
  [PROBE_WORK] = { .size = sizeof (HdProbe), .name = "work", .title = N_("Own work"), .unit = "cycle", .help = N_("cycles that its program has counted itself, without those for which it waited"),
    .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_WORK },
  { 0 },
};
static const HdLane lanes[] = {
  REQUESTS_LANES,
  [LANE_CHIPLET] = { .size = sizeof (HdLane), .name = "chiplet", .title = N_("chiplet"), .help = N_("What it is at.") },
  { 0 },
};
static const HdActivity activities[] = {
  REQUESTS_ACTIVITIES,
  [COMPUTE] = { .size = sizeof (HdActivity), .name = "compute", .title = N_("compute"), .kind = HD_ACTIVITY_COMPUTE },
  [WAIT] = { .size = sizeof (HdActivity), .name = "wait", .title = N_("wait for room"), .kind = HD_ACTIVITY_WAIT },
  [AT_BARRIER] = { .size = sizeof (HdActivity), .name = "barrier", .title = N_("at a barrier"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdOutput outputs[] = {
  REQUESTS_OUTPUTS,
  [OUTPUT_TEXT] = { .size = sizeof (HdOutput), .name = "output.txt", .title = N_("Output"), .help = N_("What the program prints."), .maximum_bytes = 1 << 26 },
  [OUTPUT_ERRORS] = { .size = sizeof (HdOutput), .name = "errors.txt", .title = N_("Errors"), .help = N_("What the program prints as errors."), .maximum_bytes = 1 << 24 },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Process), .start = start, .receive = receive, .finish = finish, .accept = accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType chiplet_process = {
  .size = sizeof (HdComponentType), .id = "process", .title = N_("Program"), .category = CHIPLET_CATEGORY, .symbol = "xpu",
  .help = N_("A chiplet that is a real program: it computes, and reads and writes shared memory over the network."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
