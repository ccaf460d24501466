/* dispatcher.c: what sends packets from stage to stage
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet has a list of the stages that are left to it; programs may put more in front, and take some out. The dispatcher sends it to a cluster that does the first. Clusters
 * say which stage they do when they say how much they have room for; those that do not know are told. Of packets that could go on the one goes first that came first; those of
 * one cycle by their numbers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alarm.h"
#include "allotment.h"
#include "clock.h"
#include "credits.h"
#include "intake.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

#define OUT PACKET_STAGES /* where packets go that are left no stage */
#define UNKNOWN (PACKET_STAGES + 1) /* stage of a cluster that has not said anything */
#define WHY_BYTES 512

enum { PARAMETER_CLOCK, PARAMETER_STAGES, PARAMETER_PATH, PARAMETER_ALLOTMENT, PARAMETER_COSTS, PARAMETER_COSTS_OF, PARAMETER_POLICY, PARAMETER_RATE, PARAMETER_DEPTH };
enum { PORT_IN, PORT_CLUSTERS, PORT_OUT };
enum { PROBE_DECISIONS, PROBE_WAITING, PROBE_BLOCKED };
enum { POLICY_TURNS, POLICY_LEAST, POLICY_FLOW, POLICY_FIRST };

typedef struct
{
  uint64_t cycle;
  HdBuffer *buffer;
  const Packet *packet;
  uint64_t path; /* of one that is new */
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
  Credits credits;
  uint32_t stage;
} ClusterLink;

typedef struct
{
  Clock clock;
  uint64_t next_show, rate, depth, alarm, n_decisions, n_blocked, blocked_since;
  Credits out;
  uint32_t n_path, policy, n_clusters, n_greeted, n_waiting, n_shown;
  int is_told, is_blocked, is_sorted;
  uint32_t stages; /* bits: which ones a cluster does */
  uint32_t *by_stage, n_before[PACKET_STAGES + 1]; /* clusters in the order of their stages, and how many do those before a stage */
  uint64_t more; /* the cycle from whose middle on there is more room, UINT64_MAX if none is under way */
  uint32_t filled; /* bits of lines in which something waits */
  uint32_t path[PACKET_EVENTS]; /* stages of a packet that is new */
  uint32_t last[PACKET_STAGES]; /* cluster that got a packet, for each stage */
  ClusterLink *clusters;
  Intake fresh; /* of cycles that are not over */
  Line lines[PACKET_STAGES + 1];
} Dispatcher;

/* ---- settings ------------------------------------------------------------------------------------------------------ */

static int
fail (const HdHost *host,
      HdComponentContext *context,
      const char *why)
{
  host->fail (context, why);
  return 0;
}

/* Stages with blanks between them; without them, all in turn. */
static int
read_path (Dispatcher *self,
           const HdHost *host,
           HdComponentContext *context)
{
  const char *text = host->text (context, PARAMETER_PATH);
  uint32_t n_stages = (uint32_t) host->parameter (context, PARAMETER_STAGES);
  char why[WHY_BYTES];

  if (*text == '\0')
    for (; self->n_path < n_stages; self->n_path++)
      self->path[self->n_path] = self->n_path;
  while (*text != '\0')
    {
      char *end;
      unsigned long stage = strtoul (text, &end, 10);

      if (end == text || *text < '0' || *text > '9' || (*end != ' ' && *end != '\0') || stage >= n_stages || self->n_path == PACKET_EVENTS)
        {
          snprintf (why, sizeof why, "its path is “%s”; it must be at most %d stages from 0 to %" PRIu32 ", as “0 1 3”", host->text (context, PARAMETER_PATH), PACKET_EVENTS,
                    n_stages - 1);
          return fail (host, context, why);
        }
      self->path[self->n_path++] = (uint32_t) stage;
      text = end + (*end == ' ');
    }
  return 1;
}

static int
compare (const void *a,
         const void *b)
{
  const Waiting *x = a, *y = b;

  return (x->packet->id > y->packet->id) - (x->packet->id < y->packet->id);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Dispatcher *self = state;

  self->clock = clock_make ((uint64_t) host->parameter (context, PARAMETER_CLOCK));
  self->policy = (uint32_t) host->parameter (context, PARAMETER_POLICY);
  self->rate = (uint64_t) host->parameter (context, PARAMETER_RATE);
  self->depth = (uint64_t) host->parameter (context, PARAMETER_DEPTH);
  self->n_clusters = host->links (context, PORT_CLUSTERS);
  self->alarm = UINT64_MAX;
  intake_init (&self->fresh, sizeof (Waiting), compare);
  if (!read_path (self, host, context))
    return;
  self->more = UINT64_MAX;
  self->by_stage = calloc (self->n_clusters + 1, sizeof *self->by_stage);
  self->clusters = self->by_stage != NULL ? calloc (self->n_clusters + 1, sizeof *self->clusters) : NULL;
  if (self->clusters == NULL)
    {
      host->fail (context, "there is no memory for its clusters");
      return;
    }
  credits_init (&self->out);
  for (uint32_t i = 0; i < self->n_clusters; i++)
    {
      credits_init (&self->clusters[i].credits);
      self->clusters[i].stage = UNKNOWN;
    }
  for (uint32_t i = 0; i < host->links (context, PORT_IN); i++)
    host->send (context, PORT_IN | i << 16, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->depth } });
}

/* ---- clusters that are told their stage ---------------------------------------------------------------------------- */

static int
read_costs (const HdHost *host,
            HdComponentContext *context,
            uint32_t n_stages,
            uint64_t costs[PACKET_STAGES])
{
  char why[WHY_BYTES];
  const char *text;
  Table table;
  size_t size;

  if (*host->text (context, PARAMETER_COSTS) == '\0')
    {
      for (uint32_t i = 0; i < n_stages; i++)
        costs[i] = 1;
      return 1;
    }
  if (!host->load (context, PARAMETER_COSTS, &text, &size))
    return 0;
  table_open (&table, host->text (context, PARAMETER_COSTS), text, size, why, sizeof why);
  return allotment_read_costs (&table, host->text (context, PARAMETER_COSTS_OF), n_stages, costs) || fail (host, context, why);
}

/* How many of @n clusters do each stage. */
static int
find_allotment (const HdHost *host,
                HdComponentContext *context,
                uint32_t n,
                uint32_t n_each[PACKET_STAGES])
{
  const char *text = host->text (context, PARAMETER_ALLOTMENT);
  uint32_t n_stages = (uint32_t) host->parameter (context, PARAMETER_STAGES), sum = 0;
  uint64_t costs[PACKET_STAGES];
  char why[WHY_BYTES];

  if (strcmp (text, "auto") == 0)
    {
      if (!read_costs (host, context, n_stages, costs))
        return 0;
      if (allotment_divide (costs, n_stages, n, n_each))
        return 1;
      snprintf (why, sizeof why, "%" PRIu32 " clusters are too few for the stages that cost something", n);
      return fail (host, context, why);
    }
  if (!allotment_parse (text, n_stages, n_each))
    {
      snprintf (why, sizeof why, "the allotment is “%s”; it must be auto, or how many clusters do each of %" PRIu32 " stages, as “5,8,0,3”", text, n_stages);
      return fail (host, context, why);
    }
  for (uint32_t i = 0; i < n_stages; i++)
    sum += n_each[i];
  if (sum == n)
    return 1;
  snprintf (why, sizeof why, "the allotment “%s” is of %" PRIu32 " clusters; %" PRIu32 " are to be told their stage", text, sum, n);
  return fail (host, context, why);
}

/* Some may have said what they do before others. */
static void
sort_clusters (Dispatcher *self)
{
  uint32_t n = 0;

  self->is_sorted = 1;
  for (uint32_t stage = 0; stage < PACKET_STAGES; stage++)
    {
      self->n_before[stage] = n;
      for (uint32_t i = 0; i < self->n_clusters; i++)
        if (self->clusters[i].stage == stage)
          self->by_stage[n++] = i;
      if (n > self->n_before[stage])
        self->stages |= 1u << stage;
    }
  self->n_before[PACKET_STAGES] = n;
}

/* Once all have said what they do. */
static int
tell_stages (Dispatcher *self,
             const HdHost *host,
             HdComponentContext *context)
{
  int64_t now = host->now (context), delay = clock_get_time (&self->clock, clock_get_cycle (&self->clock, now) + 1) - now;
  uint32_t n_each[PACKET_STAGES] = { 0 }, n = 0, stage = 0;

  self->is_told = 1;
  for (uint32_t i = 0; i < self->n_clusters; i++)
    n += self->clusters[i].stage == PACKET_ANY_STAGE;
  if (n > 0 && !find_allotment (host, context, n, n_each))
    return 0;
  for (uint32_t i = 0; i < self->n_clusters; i++)
    if (self->clusters[i].stage == PACKET_ANY_STAGE)
      {
        while (n_each[stage] == 0)
          stage++;
        n_each[stage]--;
        self->clusters[i].stage = stage;
        host->send (context, PORT_CLUSTERS | i << 16, delay, &(HdMessage){ .kind = PACKET_STAGE, .payload = { stage } });
      }
  self->is_sorted = 0;
  return 1;
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

/* Always the same for a flow, if it has room. */
static uint32_t
choose_by_flow (const Dispatcher *self,
                const uint32_t *clusters,
                uint32_t n,
                const Waiting *waiting)
{
  uint32_t chosen = clusters[packet_get_flow ((const uint8_t *) (waiting->packet + 1), waiting->packet->length) % n];

  return self->clusters[chosen].credits.now > 0 ? chosen : self->n_clusters;
}

/* A cluster that does the stage and has room, or n_clusters. */
static uint32_t
choose (const Dispatcher *self,
        uint32_t stage,
        const Waiting *waiting)
{
  const uint32_t *clusters = self->by_stage + self->n_before[stage];
  uint32_t n = self->n_before[stage + 1] - self->n_before[stage], chosen = self->n_clusters, begin = 0;

  if (n == 0)
    return chosen;
  if (self->policy == POLICY_FLOW)
    return choose_by_flow (self, clusters, n, waiting);
  while (self->policy == POLICY_TURNS && begin < n && clusters[begin] <= self->last[stage])
    begin++;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t at = clusters[begin + i < n ? begin + i : begin + i - n];

      if (self->clusters[at].credits.now == 0)
        continue;
      if (self->policy != POLICY_LEAST)
        return at;
      if (chosen == self->n_clusters || self->clusters[at].credits.now > self->clusters[chosen].credits.now)
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
    return self->out.now > 0 ? PORT_OUT : HD_NO_PORT;
  cluster = choose (self, line, waiting);
  return cluster < self->n_clusters ? PORT_CLUSTERS | cluster << 16 : HD_NO_PORT;
}

static uint32_t
get_line (const Waiting *waiting)
{
  const Packet *packet = waiting->packet;

  if (packet->verdict != PACKET_NEXT)
    return OUT;
  if (!packet->is_routed)
    return waiting->path > 0 ? packet_get_path_stage (waiting->path) : OUT;
  return packet->n_events == 0 ? OUT : PACKET_EVENT_STAGE (packet->events[0]);
}

/* ---- sending ------------------------------------------------------------------------------------------------------- */

/* What came until @cycle goes to the lines of its stages. */
static int
sort_fresh (Dispatcher *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t cycle)
{
  uint32_t n = intake_count (&self->fresh, cycle);
  const Waiting *fresh = (const Waiting *) self->fresh.items;

  self->n_waiting += n;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t line = get_line (&fresh[i]);

      if (!line_add (&self->lines[line], &fresh[i]))
        return fail (host, context, "there is no memory for what waits");
      self->filled |= 1u << line;
    }
  intake_drop (&self->fresh, n);
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
  int64_t leaves = clock_get_time (&self->clock, cycle + 1), delay = leaves - host->now (context);
  HdBuffer *buffer = waiting->buffer;

  credits_use (port == PORT_OUT ? &self->out : &self->clusters[port >> 16].credits);
  if (port != PORT_OUT)
    self->last[self->clusters[port >> 16].stage] = port >> 16;
  if (waiting->packet->followed > 0)
    buffer = packet_note_moment (host, context, buffer, (TrailMoment){ leaves, TRAIL_LINK, 0 });
  if (buffer != NULL)
    host->send_shared (context, port, delay, &(HdMessage){ .kind = PACKET_ARRIVAL, .payload = { waiting->path } }, buffer);
  host->send (context, waiting->port, delay, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1 } });
  host->drop (context, buffer);
  self->n_waiting--;
  self->n_decisions++;
}

/* Of the lines whose first can go on, that whose first came first; OUT + 1 if there is none. Where to is to be decided of what is left a stage. */
static uint32_t
find_line (const Dispatcher *self,
           int may_decide,
           uint32_t *out_port)
{
  uint32_t found = OUT + 1;

  for (uint32_t left = may_decide ? self->filled : self->filled & 1u << OUT; left > 0; left &= left - 1)
    {
      uint32_t i = (uint32_t) __builtin_ctz (left), port;
      const Waiting *waiting = get_first (&self->lines[i]), *best = found <= OUT ? get_first (&self->lines[found]) : NULL;

      if (best != NULL && ( best->cycle < waiting->cycle || (best->cycle == waiting->cycle && best->packet->id < waiting->packet->id)))
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
  uint32_t lost = self->is_told ? self->filled & ~self->stages & ~(1u << OUT) : 0, line;
  char why[WHY_BYTES];

  if (lost == 0)
    return 1;
  line = (uint32_t) __builtin_ctz (lost);
  snprintf (why, sizeof why, "packet %" PRIu64 " is to go to stage %" PRIu32 ", which no cluster does", get_first (&self->lines[line])->packet->id, line);
  return fail (host, context, why);
}

/* Whether something is there that has nowhere to go, since @cycle. */
static void
watch_block (Dispatcher *self,
             int is_blocked,
             uint64_t cycle)
{
  if (is_blocked == self->is_blocked)
    return;
  if (is_blocked)
    self->blocked_since = cycle;
  else
    self->n_blocked += cycle - self->blocked_since;
  self->is_blocked = is_blocked;
}

static void
show (const Dispatcher *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_DECISIONS, (double) self->n_decisions);
  host->sample (context, PROBE_BLOCKED, (double) self->n_blocked);
}

/* Room of which it was told before, and when there is more. */
static void
take_room (Dispatcher *self,
           uint64_t cycle)
{
  if (self->more > cycle)
    return;
  credits_take (&self->out, cycle);
  self->more = intake_get_first (&self->out.coming);
  for (uint32_t i = 0; i < self->n_clusters; i++)
    {
      Credits *credits = &self->clusters[i].credits;
      uint64_t first;

      credits_take (credits, cycle);
      first = intake_get_first (&credits->coming);
      self->more = first < self->more ? first : self->more;
    }
}

/* When there is something to decide, or, if something waits, more room. */
static void
look_later (Dispatcher *self,
            const HdHost *host,
            HdComponentContext *context,
            int is_limited,
            uint64_t cycle)
{
  alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->fresh));
  if (self->n_waiting > 0)
    alarm_set (&self->alarm, host, context, &self->clock, is_limited ? cycle + 1 : self->more);
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
  take_room (self, cycle);
  if (!self->is_sorted)
    sort_clusters (self);
  if (!sort_fresh (self, host, context, cycle) || !check_stages (self, host, context))
    return;
  while ((line = find_line (self, n < self->rate, &port)) <= OUT)
    {
      send_on (self, host, context, get_first (&self->lines[line]), port, cycle);
      line_drop_first (&self->lines[line]);
      if (self->lines[line].n == 0)
        self->filled &= ~(1u << line);
      n += line != OUT;
    }
  watch_block (self, n < self->rate && self->n_waiting > 0, cycle);
  look_later (self, host, context, n == self->rate, cycle);
  if (self->n_waiting != self->n_shown)
    host->sample (context, PROBE_WAITING, self->n_waiting);
  self->n_shown = self->n_waiting;
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  show (state, host, context);
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static void
take_packet (Dispatcher *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t port,
             int64_t time)
{
  Waiting waiting = { .cycle = clock_get_cycle (&self->clock, time), .port = port };
  const uint8_t *bytes;

  waiting.packet = packet_take (host, context, TRAIL_DISPATCHER, 0, time, &waiting.buffer, &bytes);
  if (waiting.packet == NULL)
    return;
  if (!waiting.packet->is_routed)
    waiting.path = packet_pack_path (self->path, self->n_path, waiting.packet->skipped);
  if (intake_add (&self->fresh, &waiting, sizeof waiting))
    alarm_set (&self->alarm, host, context, &self->clock, waiting.cycle);
  else
    fail (host, context, "there is no memory for what waits");
}

/* The first of a cluster tell its stage. */
static void
take_credits (Dispatcher *self,
              const HdHost *host,
              HdComponentContext *context,
              const HdMessage *message,
              uint64_t cycle)
{
  ClusterLink *cluster = message->port != PORT_OUT ? &self->clusters[message->port >> 16] : NULL;

  if (cluster != NULL)
    {
      self->n_greeted += cluster->stage == UNKNOWN;
      self->is_sorted = self->is_sorted && cluster->stage != UNKNOWN;
      cluster->stage = cluster->stage == UNKNOWN ? (uint32_t) message->payload[1] : cluster->stage;
    }
  if (!credits_foresee (cluster != NULL ? &cluster->credits : &self->out, message->payload[0], cycle))
    {
      fail (host, context, "there is no memory for what comes");
      return;
    }
  self->more = cycle < self->more ? cycle : self->more;
  if ((self->is_told || self->n_greeted < self->n_clusters || tell_stages (self, host, context)) && self->n_waiting > 0)
    alarm_set (&self->alarm, host, context, &self->clock, cycle);
}

static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Dispatcher *self = state;

  if (self->clusters == NULL)
    return 1;
  if ((message->port & 0xffff) == PORT_IN)
    take_packet (self, host, context, message->port, time);
  else if (self->is_told)
    take_credits (self, host, context, message, clock_get_cycle (&self->clock, time));
  else
    return 0;
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Dispatcher *self = state;

  if (self->clusters == NULL)
    return;
  if (message->port == HD_NO_PORT)
    act (self, host, context, self->alarm);
  else if ((message->port & 0xffff) == PORT_IN)
    take_packet (self, host, context, message->port, host->now (context));
  else
    take_credits (self, host, context, message, clock_get_cycle (&self->clock, host->now (context)));
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  (void) state;
  *out_value = message->kind;
  if ((message->port & 0xffff) == PORT_IN)
    return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
  if (message->kind != PACKET_CREDIT)
    return N_("the kind must be 2 (credits)");
  *out_value = message->payload[1];
  return message->payload[1] <= PACKET_ANY_STAGE ? NULL : N_("the stage must be at most 16");
}

/* At the cluster that the first of a line waits for, if it waits for a certain one. */
static int
waits (const void *state,
       HdWait *out_wait)
{
  const Dispatcher *self = state;
  uint32_t port = PORT_OUT;

  if (self->n_waiting == 0)
    return 0;
  for (uint32_t i = 0; i < self->n_clusters && port == PORT_OUT; i++)
    if (self->clusters[i].stage < OUT && self->lines[self->clusters[i].stage].n > 0)
      port = PORT_CLUSTERS | i << 16;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = port, .n = self->n_waiting, .what = N_("room for packets") };
  return 1;
}

static void
clear (void *state)
{
  Dispatcher *self = state;

  for (uint32_t i = 0; i < self->n_clusters && self->clusters != NULL; i++)
    credits_clear (&self->clusters[i].credits);
  credits_clear (&self->out);
  free (self->by_stage);
  free (self->clusters);
  intake_clear (&self->fresh);
  for (uint32_t i = 0; i <= OUT; i++)
    free (self->lines[i].all);
}

static const char *const policies[] = { "turns", "least", "flow", "first", NULL };
static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_STAGES] = { .size = sizeof (HdParameter), .key = "stages", .title = N_("Stages"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .minimum = 1,
    .maximum = PACKET_EVENTS, .pleasant_minimum = 1, .pleasant_maximum = 4, .help = N_("A packet goes through them in turn, unless its path or a program says otherwise.") },
  [PARAMETER_PATH] = { .size = sizeof (HdParameter), .key = "path", .title = N_("Path"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("Stages of a packet that is new, as “0 1 3”: programs may put others between them. Without it, all in turn.") },
  [PARAMETER_ALLOTMENT] = { .size = sizeof (HdParameter), .key = "allotment", .title = N_("Allotment"), .kind = HD_PARAMETER_TEXT, .default_text = "auto",
    .help = N_("How many of the clusters that are told their stage do each, as “5,8,0,3”; or auto: so that the slowest stage is as fast as it can be.") },
  [PARAMETER_COSTS] = { .size = sizeof (HdParameter), .key = "costs", .title = N_("Costs"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("A file whose lines have a name, and what a packet costs each stage, for auto; without it all cost the same.") },
  [PARAMETER_COSTS_OF] = { .size = sizeof (HdParameter), .key = "costs-of", .title = N_("Costs of"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("The name of the line that counts.") },
  [PARAMETER_POLICY] = { .size = sizeof (HdParameter), .key = "policy", .title = N_("Policy"), .kind = HD_PARAMETER_CHOICE, .default_text = "least", .choices = policies,
    .help = N_("Which cluster of a stage gets a packet: each in turn, that with the least to do, always the same for a flow, or the first with room.") },
  [PARAMETER_RATE] = { .size = sizeof (HdParameter), .key = "rate", .title = N_("Decisions"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = 1024, .pleasant_minimum = 1, .pleasant_maximum = 16, .help = N_("Packets that it sends to clusters in a cycle at most.") },
  [PARAMETER_DEPTH] = { .size = sizeof (HdParameter), .key = "depth", .title = N_("Depth"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "64", .minimum = 1,
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
  [PROBE_BLOCKED] = { .size = sizeof (HdProbe), .name = "blocked", .title = N_("Blocked"), .unit = "cycle", .help = N_("in which packets were there that had nowhere to go"),
    .summary = HD_SUMMARY_SUM },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 81;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Dispatcher), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_dispatcher = {
  .size = sizeof (HdComponentType), .id = "dispatcher", .title = N_("Dispatcher"), .category = NETPROC_CATEGORY, .symbol = "dispatcher",
  .help = N_("Sends packets from stage to stage, to clusters of engines that do it."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
