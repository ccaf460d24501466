/* parser.c: a pipeline that finds the headers of packets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet takes the same time whatever its headers are. What was found goes with it to programs, and the stage that would have found it is not among those that it goes to.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alarm.h"
#include "clock.h"
#include "credits.h"
#include "intake.h"
#include "layers.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

#define LINE_BYTES 64

enum { PARAMETER_CLOCK, PARAMETER_PIPES, PARAMETER_FIXED, PARAMETER_LAYER, PARAMETER_INTERVAL, PARAMETER_DEPTH, PARAMETER_STAGE, PARAMETER_CAPTURE };
enum { PORT_IN, PORT_OUT };
enum { PROBE_PACKETS, PROBE_LAYERS, PROBE_MALFORMED, PROBE_BUSY, PROBE_WAITING };
enum { OUTPUT_LAYERS };

typedef struct
{
  uint64_t cycle; /* in which it came, then in which it is through */
  HdBuffer *buffer;
  const Packet *packet;
  const uint8_t *bytes;
} Parsed;

typedef struct
{
  Clock clock;
  uint64_t latency, interval, depth, alarm;
  Credits credits;
  uint32_t n_pipes, skipped; /* @skipped: bits of stages */
  uint64_t *free; /* of each pipe: the cycle from which on it takes another */
  Intake intake;
  Parsed *line; /* a ring: those that are in a pipe, or wait for room */
  uint32_t first, n;
  uint64_t next_show, n_packets, n_layers, n_malformed, busy, counts[LAYERS_ALL + 1];
} Parser;

static int
compare (const void *a,
         const void *b)
{
  const Parsed *x = a, *y = b;

  return (x->packet->id > y->packet->id) - (x->packet->id < y->packet->id);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Parser *self = state;

  self->clock = clock_make ((uint64_t) host->parameter (context, PARAMETER_CLOCK));
  self->n_pipes = (uint32_t) host->parameter (context, PARAMETER_PIPES);
  self->latency = (uint64_t) (host->parameter (context, PARAMETER_FIXED) + LAYERS_MOST * host->parameter (context, PARAMETER_LAYER));
  self->interval = (uint64_t) host->parameter (context, PARAMETER_INTERVAL);
  self->depth = (uint64_t) host->parameter (context, PARAMETER_DEPTH);
  self->skipped = host->parameter (context, PARAMETER_STAGE) < 0 ? 0 : 1u << (uint32_t) host->parameter (context, PARAMETER_STAGE);
  self->alarm = UINT64_MAX;
  intake_init (&self->intake, sizeof (Parsed), compare);
  credits_init (&self->credits);
  self->free = calloc (self->n_pipes, sizeof *self->free);
  self->line = calloc (self->depth, sizeof *self->line);
  if (self->free == NULL || self->line == NULL)
    {
      host->fail (context, "there is no memory for its pipes");
      return;
    }
  host->send (context, PORT_IN, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->depth } });
}

static uint32_t
find_pipe (const Parser *self)
{
  uint32_t found = 0;

  for (uint32_t i = 1; i < self->n_pipes; i++)
    if (self->free[i] < self->free[found])
      found = i;
  return found;
}

/* Pipes take the same time each, so packets are through in the order in which they entered. */
static void
enter (Parser *self,
       const Parsed *parsed)
{
  uint32_t pipe = find_pipe (self);
  uint64_t begin = self->free[pipe] > parsed->cycle ? self->free[pipe] : parsed->cycle;

  self->free[pipe] = begin + self->interval;
  self->busy += self->interval;
  self->line[(self->first + self->n) % self->depth] = *parsed;
  self->line[(self->first + self->n++) % self->depth].cycle = begin + self->latency;
}

static void
send_on (Parser *self,
         const HdHost *host,
         HdComponentContext *context,
         uint64_t cycle)
{
  Parsed *parsed = &self->line[self->first];
  int64_t leaves = clock_get_time (&self->clock, cycle);
  Packet packet = *parsed->packet;
  HdBuffer *buffer;
  Layers layers;

  layers_find (&layers, parsed->bytes, packet.length);
  layers_write (&layers, packet.notes);
  packet.skipped |= self->skipped;
  self->n_packets++;
  self->n_layers += layers.n;
  self->n_malformed += (layers.flags & LAYERS_MALFORMED) != 0;
  self->counts[layers.n]++;
  buffer = packet_share (host, context, &packet, parsed->bytes);
  if (buffer != NULL && packet.followed > 0)
    buffer = packet_note_moment (host, context, buffer, (TrailMoment){ leaves, TRAIL_LINK, 0 });
  if (buffer != NULL)
    host->send_shared (context, PORT_OUT, leaves - host->now (context), &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->send (context, PORT_IN, leaves - host->now (context), &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1 } });
  host->drop (context, buffer);
  host->drop (context, parsed->buffer);
  credits_use (&self->credits);
  self->first = (self->first + 1) % (uint32_t) self->depth;
  self->n--;
}

static void
show (const Parser *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_PACKETS, (double) self->n_packets);
  host->sample (context, PROBE_LAYERS, self->n_packets > 0 ? (double) self->n_layers / (double) self->n_packets : 0);
  host->sample (context, PROBE_MALFORMED, (double) self->n_malformed);
  host->sample (context, PROBE_BUSY, (double) self->busy);
  host->sample (context, PROBE_WAITING, self->n);
}

/* In the middle of a cycle: what is through at the end of it leaves then. */
static void
act (Parser *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  uint32_t n = intake_count (&self->intake, cycle);

  self->alarm = UINT64_MAX;
  credits_take (&self->credits, cycle);
  for (uint32_t i = 0; i < n; i++)
    enter (self, (const Parsed *) self->intake.items + i);
  intake_drop (&self->intake, n);
  while (self->n > 0 && self->credits.now > 0 && self->line[self->first].cycle <= cycle + 1)
    send_on (self, host, context, cycle + 1);
  alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->intake));
  if (self->n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, self->credits.now > 0 ? self->line[self->first].cycle - 1 : intake_get_first (&self->credits.coming));
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
}

static int
has_room (const Parser *self)
{
  return self->n + self->intake.n < self->depth;
}

static void
take (Parser *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdMessage *message,
      int64_t time)
{
  Parsed parsed = { .cycle = clock_get_cycle (&self->clock, time) };

  if (message->port == PORT_OUT)
    {
      if (!credits_foresee (&self->credits, message->payload[0], parsed.cycle))
        host->fail (context, "there is no memory for what comes");
      else if (self->n > 0 && self->credits.now == 0)
        alarm_set (&self->alarm, host, context, &self->clock, parsed.cycle);
      return;
    }
  parsed.packet = packet_take (host, context, TRAIL_PARSER, 0, time, &parsed.buffer, &parsed.bytes);
  if (parsed.packet == NULL)
    return;
  if (has_room (self) && intake_add (&self->intake, &parsed, sizeof parsed))
    alarm_set (&self->alarm, host, context, &self->clock, parsed.cycle);
  else
    host->fail (context, "a packet comes that it has no room for");
}

static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Parser *self = state;

  if (self->free == NULL || self->line == NULL)
    return 1;
  if (message->port == PORT_IN && !has_room (self))
    return 0;
  take (self, host, context, message, time);
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Parser *self = state;

  if (self->free == NULL || self->line == NULL)
    return;
  if (message->port == HD_NO_PORT)
    act (self, host, context, self->alarm);
  else
    take (self, host, context, message, host->now (context));
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  (void) state;
  *out_value = message->kind;
  if (message->port == PORT_IN)
    return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
  return message->kind == PACKET_CREDIT ? NULL : N_("the kind must be 2 (credits)");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Parser *self = state;

  if (self->n == 0)
    return 0;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_OUT, .n = self->n, .what = N_("room for packets") };
  return 1;
}

/* How many packets had how many layers. */
static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  static const char head[] = "layers,packets\n";
  Parser *self = state;
  char line[LINE_BYTES];

  show (self, host, context);
  if (self->n_packets == 0 || host->parameter (context, PARAMETER_CAPTURE) == 0)
    return;
  host->write (context, OUTPUT_LAYERS, head, sizeof head - 1);
  for (uint32_t i = 0; i <= LAYERS_ALL; i++)
    if (self->counts[i] > 0)
      host->write (context, OUTPUT_LAYERS, line, (size_t) snprintf (line, sizeof line, "%" PRIu32 ",%" PRIu64 "\n", i, self->counts[i]));
}

static void
clear (void *state)
{
  Parser *self = state;

  free (self->free);
  free (self->line);
  intake_clear (&self->intake);
  credits_clear (&self->credits);
}

#define NUMBER(key_, title_, default_, minimum_, maximum_, pleasant_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = default_, .minimum = minimum_, .maximum = maximum_, \
    .pleasant_minimum = minimum_, .pleasant_maximum = pleasant_, .help = help_, \
  }
static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_PIPES] = NUMBER ("pipes", N_("Pipes"), "8", 1, 256, 16, N_("Side by side; a packet takes the one that is free first.")),
  [PARAMETER_PIPES].property = HD_PROPERTY_PARALLEL,
  [PARAMETER_FIXED] = NUMBER ("fixed", N_("Fixed"), "2", 1, 10000, 16, N_("Cycles of a packet besides those of layers.")),
  [PARAMETER_LAYER] = NUMBER ("layer", N_("Layer"), "6", 0, 1000, 16, N_("Cycles for each of eleven layers, whether the packet has it or not.")),
  [PARAMETER_INTERVAL] = NUMBER ("interval", N_("Interval"), "6", 1, 10000, 16, N_("Cycles from one packet of a pipe to its next.")),
  [PARAMETER_DEPTH] = NUMBER ("depth", N_("Depth"), "128", 1, 65536, 256, N_("Packets that are there at most, in pipes and behind them.")),
  [PARAMETER_DEPTH].property = HD_PROPERTY_PARALLEL,
  [PARAMETER_STAGE] = NUMBER ("stage", N_("Stage"), "0", -1, PACKET_STAGES - 1, 3, N_("Which packets do not go to, as what it does was done here; -1: they go to all.")),
  [PARAMETER_CAPTURE] = NETPROC_FILE_PARAMETER,
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_PACKETS] = { .size = sizeof (HdProbe), .name = "packets", .title = N_("Packets"), .unit = "", .help = N_("that are through"), .summary = HD_SUMMARY_SUM },
  [PROBE_LAYERS] = { .size = sizeof (HdProbe), .name = "layers", .title = N_("Layers"), .unit = "", .help = N_("of a packet, in the mean"), .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_MALFORMED] = { .size = sizeof (HdProbe), .name = "malformed", .title = N_("Malformed"), .unit = "", .help = N_("packets whose headers claim more than there is"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_BUSY] = { .size = sizeof (HdProbe), .name = "busy", .title = N_("Busy"), .unit = "cycle", .help = N_("of pipes that took no other packet"), .summary = HD_SUMMARY_SUM },
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("packets that are there") },
  { 0 },
};
static const HdOutput outputs[] = {
  [OUTPUT_LAYERS] = { .size = sizeof (HdOutput), .name = "layers.csv", .title = N_("Layers"), .help = N_("How many packets had how many layers."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 54;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Parser), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_parser = {
  .size = sizeof (HdComponentType), .id = "parser", .title = N_("Parser"), .category = NETPROC_CATEGORY, .symbol = "parser",
  .help = N_("A pipeline that finds the headers of packets before programs see them."), .source = "Neptune, table 3", .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .outputs = outputs, .handlers = &handlers,
};
