/* dispatcher.c: what sends packets from stage to stage
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet has a list of the stages that are left to it; programs may put more in front. The dispatcher takes the first, and chooses a cluster that does that stage. Clusters say
 * which stage they do when they say how much they have room for. Of packets that could go on the one goes first that came first; those of one cycle by their numbers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "netproc.h"
#include "packet.h"

#define OUT PACKET_STAGES /* where packets go that are left no stage */
#define WHY_BYTES 128

enum { PARAMETER_CLOCK, PARAMETER_STAGES, PARAMETER_POLICY, PARAMETER_RATE, PARAMETER_DEPTH };
enum { PORT_IN, PORT_CLUSTERS, PORT_OUT };
enum { PROBE_DECISIONS, PROBE_WAITING };
enum { POLICY_TURNS, POLICY_LEAST, POLICY_FLOW, POLICY_FIRST };

typedef struct
{
  HdBuffer *buffer;
  Packet packet;
  const uint8_t *bytes;
  uint64_t cycle;
  uint32_t port; /* that it came by */
} Waiting;

/* A ring. */
typedef struct
{
  Waiting *all;
  uint32_t first, n, n_places;
} Line;

typedef struct
{
  uint64_t credits;
  uint32_t stage; /* OUT before it has said */
} ClusterLink;

typedef struct
{
  uint64_t hertz, rate, depth, out_credits, alarm, n_decisions;
  uint32_t n_stages, policy, n_clusters, n_greeted, n_waiting;
  uint32_t last[PACKET_STAGES]; /* cluster that got a packet, for each stage */
  ClusterLink *clusters;
  Line fresh; /* of cycles that are not over */
  Line lines[PACKET_STAGES + 1];
} Dispatcher;

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Dispatcher *self = state;

  self->hertz = (uint64_t) host->parameter (context, PARAMETER_CLOCK);
  self->n_stages = (uint32_t) host->parameter (context, PARAMETER_STAGES);
  self->policy = (uint32_t) host->parameter (context, PARAMETER_POLICY);
  self->rate = (uint64_t) host->parameter (context, PARAMETER_RATE);
  self->depth = (uint64_t) host->parameter (context, PARAMETER_DEPTH);
  self->n_clusters = host->links (context, PORT_CLUSTERS);
  self->alarm = UINT64_MAX;
  self->clusters = calloc (self->n_clusters + 1, sizeof *self->clusters);
  if (self->clusters == NULL)
    {
      host->fail (context, "there is no memory for its clusters");
      return;
    }
  for (uint32_t i = 0; i < self->n_clusters; i++)
    self->clusters[i].stage = OUT;
  for (uint32_t i = 0; i < host->links (context, PORT_IN); i++)
    host->send (context, PORT_IN | i << 16, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->depth } });
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

static Waiting *
get_first (const Line *self)
{
  return &self->all[self->first];
}

static int
line_add (Line *self,
          const Waiting *waiting)
{
  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? 64 : self->n_places * 2;
      Waiting *grown = malloc (n * sizeof *grown);

      if (grown == NULL)
        return 0;
      for (uint32_t i = 0; i < self->n; i++)
        grown[i] = self->all[(self->first + i) % self->n_places];
      free (self->all);
      *self = (Line){ grown, 0, self->n, n };
    }
  self->all[(self->first + self->n++) % self->n_places] = *waiting;
  return 1;
}

static void
line_drop_first (Line *self)
{
  self->first = (self->first + 1) % self->n_places;
  self->n--;
}

/* ---- where to ------------------------------------------------------------------------------------------------------ */

/* The same for all packets of a flow: of addresses and ports, where they are IP. */
static uint32_t
get_flow (const Waiting *waiting)
{
  uint32_t type = waiting->packet.length < 58 ? 0 : (uint32_t) waiting->bytes[12] << 8 | waiting->bytes[13], hash = UINT32_C (2166136261);
  uint32_t from = type == 0x0800 ? 26 : type == 0x86dd ? 22 : 0, to = type == 0x0800 ? 38 : type == 0x86dd ? 58 : 12;

  for (uint32_t i = from; i < to && i < waiting->packet.length; i++)
    hash = (hash ^ waiting->bytes[i]) * UINT32_C (16777619);
  return hash ^ hash >> 16;
}

static uint32_t
choose_by_flow (const Dispatcher *self,
                uint32_t stage,
                const Waiting *waiting)
{
  uint32_t n = 0, turn;

  for (uint32_t i = 0; i < self->n_clusters; i++)
    n += self->clusters[i].stage == stage;
  if (n == 0)
    return self->n_clusters;
  turn = get_flow (waiting) % n;
  for (uint32_t i = 0; i < self->n_clusters; i++)
    if (self->clusters[i].stage == stage && turn-- == 0)
      return self->clusters[i].credits > 0 ? i : self->n_clusters;
  return self->n_clusters;
}

/* A cluster that does the stage and has room, or n_clusters. */
static uint32_t
choose (const Dispatcher *self,
        uint32_t stage,
        const Waiting *waiting)
{
  uint32_t chosen = self->n_clusters, begin = self->policy == POLICY_TURNS ? self->last[stage] + 1 : 0;

  if (self->policy == POLICY_FLOW)
    return choose_by_flow (self, stage, waiting);
  for (uint32_t i = 0; i < self->n_clusters; i++)
    {
      uint32_t at = (begin + i) % self->n_clusters;

      if (self->clusters[at].stage != stage || self->clusters[at].credits == 0)
        continue;
      if (self->policy != POLICY_LEAST)
        return at;
      if (chosen == self->n_clusters || self->clusters[at].credits > self->clusters[chosen].credits)
        chosen = at;
    }
  return chosen;
}

/* A port for the first of a line, HD_NO_PORT if there is none now. */
static uint32_t
find_port (const Dispatcher *self,
           uint32_t line,
           const Waiting *waiting)
{
  uint32_t cluster;

  if (line == OUT)
    return self->out_credits > 0 ? PORT_OUT : HD_NO_PORT;
  cluster = choose (self, line, waiting);
  return cluster < self->n_clusters ? PORT_CLUSTERS | cluster << 16 : HD_NO_PORT;
}

static int
is_done (const Dispatcher *self,
         uint32_t stage)
{
  for (uint32_t i = 0; i < self->n_clusters; i++)
    if (self->clusters[i].stage == stage)
      return 1;
  return 0;
}

/* ---- sending ------------------------------------------------------------------------------------------------------- */

/* What is left to a packet: all stages when it is new. */
static uint32_t
take_stage (const Dispatcher *self,
            Packet *packet)
{
  uint32_t stage;

  if (!packet->is_routed)
    {
      packet->is_routed = 1;
      packet->n_stages = self->n_stages;
      for (uint32_t i = 0; i < self->n_stages; i++)
        packet->stages[i] = (uint8_t) i;
    }
  if (packet->verdict != PACKET_NEXT || packet->n_stages == 0)
    return OUT;
  stage = packet->stages[0];
  memmove (packet->stages, packet->stages + 1, --packet->n_stages);
  return stage;
}

static int
compare (const void *a,
         const void *b)
{
  const Waiting *x = a, *y = b;

  return (x->packet.id > y->packet.id) - (x->packet.id < y->packet.id);
}

/* What came until @cycle goes to the lines of its stages. */
static int
sort_fresh (Dispatcher *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t cycle)
{
  uint32_t n = 0;

  while (n < self->fresh.n && self->fresh.all[n].cycle <= cycle)
    n++;
  if (n == 0)
    return 1;
  qsort (self->fresh.all, n, sizeof *self->fresh.all, compare);
  for (uint32_t i = 0; i < n; i++)
    if (!line_add (&self->lines[take_stage (self, &self->fresh.all[i].packet)], &self->fresh.all[i]))
      {
        host->fail (context, "there is no memory for what waits");
        return 0;
      }
  self->fresh.n -= n;
  memmove (self->fresh.all, self->fresh.all + n, self->fresh.n * sizeof *self->fresh.all);
  return 1;
}

static void
send_on (Dispatcher *self,
         const HdHost *host,
         HdComponentContext *context,
         const Waiting *waiting,
         uint32_t port,
         uint64_t cycle)
{
  int64_t delay = clock_get_time (self->hertz, cycle + 1) - host->now (context);
  uint64_t *credits = port == PORT_OUT ? &self->out_credits : &self->clusters[port >> 16].credits;
  HdBuffer *buffer = packet_share (host, context, &waiting->packet, waiting->bytes);

  if (buffer == NULL)
    return;
  *credits -= *credits != PACKET_ENDLESS;
  if (port != PORT_OUT)
    self->last[self->clusters[port >> 16].stage] = port >> 16;
  host->send_shared (context, port, delay, &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->send (context, waiting->port, delay, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1 } });
  host->drop (context, buffer);
  host->drop (context, waiting->buffer);
  self->n_waiting--;
  self->n_decisions++;
}

/* Of the lines whose first can go on, that whose first came first; OUT + 1 if there is none. */
static uint32_t
find_line (const Dispatcher *self,
           uint32_t *out_port)
{
  uint32_t found = OUT + 1;

  for (uint32_t i = 0; i <= OUT; i++)
    {
      const Waiting *waiting = self->lines[i].n > 0 ? get_first (&self->lines[i]) : NULL, *best = found <= OUT ? get_first (&self->lines[found]) : NULL;
      uint32_t port;

      if (waiting == NULL || (best != NULL && (best->cycle < waiting->cycle || (best->cycle == waiting->cycle && best->packet.id < waiting->packet.id))))
        continue;
      port = find_port (self, i, waiting);
      if (port == HD_NO_PORT)
        continue;
      found = i;
      *out_port = port;
    }
  return found;
}

/* Once all clusters have said what they do. */
static int
check_stages (const Dispatcher *self,
              const HdHost *host,
              HdComponentContext *context)
{
  char why[WHY_BYTES];

  for (uint32_t i = 0; i < OUT && self->n_greeted == self->n_clusters; i++)
    if (self->lines[i].n > 0 && !is_done (self, i))
      {
        snprintf (why, sizeof why, "packet %" PRIu64 " is to go to stage %" PRIu32 ", which no cluster does", get_first (&self->lines[i])->packet.id, i);
        host->fail (context, why);
        return 0;
      }
  return 1;
}

static void
set_alarm (Dispatcher *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  if (cycle >= self->alarm)
    return;
  self->alarm = cycle;
  host->wake (context, clock_get_middle (self->hertz, cycle) - host->now (context), &(HdMessage){ .payload = { cycle } });
}

static void
act (Dispatcher *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  uint64_t n = 0;
  uint32_t port, line;

  self->alarm = UINT64_MAX;
  if (!sort_fresh (self, host, context, cycle) || !check_stages (self, host, context))
    return;
  while (n < self->rate && (line = find_line (self, &port)) <= OUT)
    {
      send_on (self, host, context, get_first (&self->lines[line]), port, cycle);
      line_drop_first (&self->lines[line]);
      n++;
    }
  if (n == self->rate && self->n_waiting > self->fresh.n)
    set_alarm (self, host, context, cycle + 1);
  if (self->fresh.n > 0)
    set_alarm (self, host, context, self->fresh.all[0].cycle);
  host->sample (context, PROBE_DECISIONS, (double) self->n_decisions);
  host->sample (context, PROBE_WAITING, self->n_waiting);
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static int
take_packet (Dispatcher *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t port,
             uint64_t cycle)
{
  Waiting waiting = { .buffer = host->carried (context), .cycle = cycle, .port = port };
  const Packet *packet = packet_open (host, context, waiting.buffer, &waiting.bytes);

  if (packet == NULL)
    return 0;
  waiting.packet = *packet;
  if (!line_add (&self->fresh, &waiting))
    {
      host->fail (context, "there is no memory for what waits");
      return 0;
    }
  host->hold (context, waiting.buffer);
  self->n_waiting++;
  return 1;
}

static void
take_credits (Dispatcher *self,
              const HdMessage *message)
{
  uint64_t *credits = &self->out_credits;

  if (message->port != PORT_OUT)
    {
      ClusterLink *cluster = &self->clusters[message->port >> 16];

      self->n_greeted += cluster->stage == OUT;
      cluster->stage = (uint32_t) message->payload[1];
      credits = &cluster->credits;
    }
  *credits = message->payload[0] == PACKET_ENDLESS ? PACKET_ENDLESS : *credits + message->payload[0];
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Dispatcher *self = state;
  uint64_t cycle;

  if (self->clusters == NULL)
    return;
  if (message->port == HD_NO_PORT)
    {
      if (message->payload[0] == self->alarm)
        act (self, host, context, self->alarm);
      return;
    }
  cycle = clock_get_cycle (self->hertz, host->now (context));
  if ((message->port & 0xffff) != PORT_IN)
    take_credits (self, message);
  else if (!take_packet (self, host, context, message->port, cycle))
    return;
  set_alarm (self, host, context, cycle);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  *out_value = message->kind;
  if ((message->port & 0xffff) == PORT_IN)
    return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
  if (message->kind != PACKET_CREDIT)
    return N_("the kind must be 2 (credits)");
  *out_value = message->payload[1];
  return message->payload[1] < PACKET_STAGES ? NULL : N_("the stage must be below 16");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Dispatcher *self = state;

  if (self->n_waiting == 0)
    return 0;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_CLUSTERS, .n = self->n_waiting, .what = N_("room for packets") };
  return 1;
}

static void
clear (void *state)
{
  Dispatcher *self = state;

  free (self->clusters);
  free (self->fresh.all);
  for (uint32_t i = 0; i <= OUT; i++)
    free (self->lines[i].all);
}

static const char *const policies[] = { "turns", "least", "flow", "first", NULL };
static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_STAGES] = { .size = sizeof (HdParameter), .key = "stages", .title = N_("Stages"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .minimum = 1,
    .maximum = PACKET_EVENTS, .pleasant_minimum = 1, .pleasant_maximum = 4, .help = N_("A packet goes through them in turn, unless a program says otherwise.") },
  [PARAMETER_POLICY] = { .size = sizeof (HdParameter), .key = "policy", .title = N_("Policy"), .kind = HD_PARAMETER_CHOICE, .default_text = "least", .choices = policies,
    .help = N_("Which cluster of a stage gets a packet: each in turn, that with the least to do, always the same for a flow, or the first with room.") },
  [PARAMETER_RATE] = { .size = sizeof (HdParameter), .key = "rate", .title = N_("Decisions"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = 1024, .pleasant_minimum = 1, .pleasant_maximum = 16, .help = N_("Packets that it sends on in a cycle at most.") },
  [PARAMETER_DEPTH] = { .size = sizeof (HdParameter), .key = "depth", .title = N_("Depth"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "64", .minimum = 1,
    .maximum = 65536, .pleasant_minimum = 1, .pleasant_maximum = 256, .help = N_("Packets of each that sends to it that wait here at most.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .mandatory = 1, .numbered = 1,
    .help = N_("From where packets enter, and from clusters.") },
  [PORT_CLUSTERS] = { .size = sizeof (HdPort), .name = "clusters", .title = N_("Clusters"), .protocol = "netproc", .mandatory = 1, .numbered = 1 },
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1,
    .help = N_("For packets that are left no stage, or are dropped.") },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_DECISIONS] = { .size = sizeof (HdProbe), .name = "decisions", .title = N_("Decisions"), .unit = "", .help = N_("packets that it sent on"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("packets that are there") },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Dispatcher), .start = start, .receive = receive, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_dispatcher = {
  .size = sizeof (HdComponentType), .id = "dispatcher", .title = N_("Dispatcher"), .category = NETPROC_CATEGORY, .symbol = "dispatcher",
  .help = N_("Sends packets from stage to stage, to clusters of engines that do it."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
