/* egress.c: where packets leave
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Packets that come in one cycle leave in the order of their numbers. Before that they may have to wait for those that came before them into the processor, of their flow or, so
 * that each port keeps their order, of all; so many begin to leave in a cycle, and then each goes over its port, if that has a rate.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alarm.h"
#include "clock.h"
#include "csv.h"
#include "intake.h"
#include "latencies.h"
#include "netproc.h"
#include "order.h"
#include "packet.h"
#include "schedule.h"
#include "show.h"

#define WHY_BYTES 160
#define LINE_BYTES 256
#define MOST_NAME 64u
#define BLANKS " \t\r\n"
#define MOST_PORTS 256
#define REASONS (PACKET_WATCHDOG + 1)

enum { PARAMETER_CLOCK, PARAMETER_CAPTURE, PARAMETER_ORDER, PARAMETER_RATE, PARAMETER_PORT_RATE, PARAMETER_REASONS };
enum { PORT_IN, PORT_RELEASE };
enum
{
  PROBE_SENT,
  PROBE_BYTES,
  PROBE_CONTROL,
  PROBE_DROPPED,
  PROBE_TRAPPED,
  PROBE_RATE,
  PROBE_THROUGHPUT,
  PROBE_LATENCY,
  PROBE_LATENCY_MEDIAN,
  PROBE_LATENCY_99,
  PROBE_LATENCY_MAXIMUM,
  PROBE_ORDER_WAIT,
  PROBE_WAITING,
  PROBE_STAGES, /* and one for each */
};
enum { OUTPUT_SENT, OUTPUT_CONTROL, OUTPUT_LATENCIES, OUTPUT_DROPS };
enum { RECORD_PACKET = 1 };
#define LANES 2 /* of a packet: where it is, and what it is at there */
#define ACTIVITY_STAGES TRAIL_ALL /* behind those of a trail, and one for each */
enum { ORDER_NONE, ORDER_FLOW, ORDER_PORT };

typedef struct
{
  uint64_t cycle; /* in which it came, then in which it leaves */
  HdBuffer *buffer;
  const Packet *packet;
  const uint8_t *bytes;
} Leaving;

/* A ring. */
typedef struct
{
  Leaving *all;
  uint32_t first, n, n_places;
} Line;

typedef struct
{
  Line line;
  unsigned __int128 free; /* from when on it sends another, in parts of a cycle, of which a second's bytes make one */
} Port;

typedef struct
{
  Clock clock;
  uint64_t rate, port_rate, alarm;
  int is_captured, was_begun[2], order, has_release, is_ready, is_traced;
  uint32_t told;   /* bits of packets that are followed: their trail was */
  Intake intake;
  Order orders[PACKET_FLOWS];
  Line ready;
  Port *ports;
  Schedule departures; /* of the first of each port */
  uint32_t n_inside, n_shown;
  uint64_t next_show;
  uint64_t n_cells_free, n_packets_free; /* in this cycle */
  uint64_t n_sent, n_bytes, n_control, n_dropped, n_trapped, n_waited, first, last, begin, end; /* the last four: cycles, of what was sent, and of all */
  uint64_t reasons[REASONS];
  uint64_t held[PACKET_STAGES]; /* cycles of threads */
  double latency, latency_maximum; /* s, of all that was sent */
  Latencies latencies;
} Egress;

static int
compare (const void *a,
         const void *b)
{
  const Leaving *x = a, *y = b;

  return (x->packet->id > y->packet->id) - (x->packet->id < y->packet->id);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Egress *self = state;

  self->clock = clock_make ((uint64_t) host->parameter (context, PARAMETER_CLOCK));
  self->is_captured = host->parameter (context, PARAMETER_CAPTURE) > 0;
  self->order = (int) host->parameter (context, PARAMETER_ORDER);
  self->rate = (uint64_t) host->parameter (context, PARAMETER_RATE);
  self->port_rate = (uint64_t) host->parameter (context, PARAMETER_PORT_RATE);
  self->has_release = host->links (context, PORT_RELEASE) > 0;
  self->is_traced = host->shows (context, 0);
  self->alarm = UINT64_MAX;
  intake_init (&self->intake, sizeof (Leaving), compare);
  self->ports = calloc (MOST_PORTS, sizeof *self->ports);
  if (self->ports == NULL || !schedule_init (&self->departures, MOST_PORTS))
    {
      host->fail (context, "there is no memory for its ports");
      return;
    }
  self->is_ready = 1;
  for (uint32_t i = 0; i < host->links (context, PORT_IN); i++)
    host->send (context, PORT_IN | i << 16, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { PACKET_ENDLESS } });
}

static int
line_add (Line *self,
          const Leaving *leaving)
{
  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? 64 : self->n_places * 2;
      Leaving *grown = malloc (n * sizeof *grown);

      if (grown == NULL)
        return 0;
      for (uint32_t i = 0; i < self->n; i++)
        grown[i] = self->all[(self->first + i) % self->n_places];
      free (self->all);
      *self = (Line){ grown, 0, self->n, n };
    }
  self->all[(self->first + self->n++) % self->n_places] = *leaving;
  return 1;
}

static Leaving
line_take (Line *self)
{
  Leaving leaving = self->all[self->first];

  self->first = (self->first + 1) % self->n_places;
  self->n--;
  return leaving;
}

/* ---- what has left ------------------------------------------------------------------------------------------------- */

/* pcap with nanoseconds, in the byte order of the machine, as readers expect it: tcpdump.org, "pcap-savefile". */
static void
capture (Egress *self,
         const HdHost *host,
         HdComponentContext *context,
         uint32_t output,
         const Leaving *leaving)
{
  static const struct { uint32_t magic; uint16_t major, minor; uint32_t zone, accuracy, most, link; } head = { 0xa1b23c4d, 2, 4, 0, 0, PACKET_MAXIMUM_BYTES, 1 };
  uint64_t ns = (uint64_t) clock_get_time (&self->clock, leaving->cycle) / 1000;
  uint32_t record[4] = { (uint32_t) (ns / 1000000000), (uint32_t) (ns % 1000000000), leaving->packet->length, leaving->packet->length };

  if (!self->was_begun[output])
    host->write (context, output, &head, sizeof head);
  self->was_begun[output] = 1;
  host->write (context, output, record, sizeof record);
  host->write (context, output, leaving->bytes, leaving->packet->length);
}

static void
count_sent (Egress *self,
            const Leaving *leaving)
{
  int64_t took = clock_get_time (&self->clock, leaving->cycle) - leaving->packet->arrived;
  double latency = (double) took / 1e12;

  self->first = self->n_sent == 0 ? leaving->cycle : self->first;
  self->last = leaving->cycle;
  self->n_sent++;
  self->n_bytes += leaving->packet->length;
  self->latency += latency;
  self->latency_maximum = latency > self->latency_maximum ? latency : self->latency_maximum;
  latencies_add (&self->latencies, took > 0 ? (uint64_t) ((unsigned __int128) (uint64_t) took * self->clock.hertz / CLOCK_PICOSECONDS) : 0);
}

/* ---- trails -------------------------------------------------------------------------------------------------------- */

/* What a moment is on one of the lanes of its packet. */
static uint32_t
get_activity (const TrailMoment *moment,
              uint32_t lane)
{
  if (moment->what < TRAIL_PLACES)
    return lane == 0 ? moment->what : HD_IDLE;
  return lane == 0 ? ACTIVITY_STAGES + moment->stage : moment->what;
}

/* Moments that are the same there are one span. */
static void
tell_lane (const HdHost *host,
           HdComponentContext *context,
           uint32_t number,
           uint32_t lane,
           const TrailMoment *moments,
           uint32_t n,
           int64_t end)
{
  int64_t begin = moments[0].at;

  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t activity = get_activity (&moments[i], lane);
      int64_t until = i + 1 < n ? moments[i + 1].at : end;

      if (i + 1 < n && get_activity (&moments[i + 1], lane) == activity)
        continue;
      if (activity != HD_IDLE && begin < until)
        host->span (context, number * LANES + lane, activity, begin, until);
      begin = until;
    }
}

/* Once it has left. Those of another source may have the same place: they get the next that is free. */
static void
tell_trail (Egress *self,
            const HdHost *host,
            HdComponentContext *context,
            const Leaving *leaving)
{
  const Packet *packet = leaving->packet;
  TrailMoment moments[1 + TRAIL_MOST] = { { packet->arrived, TRAIL_LINK, 0 } };
  int64_t end = clock_get_time (&self->clock, leaving->cycle);
  uint32_t number = packet->followed - 1;

  while (number < TRAIL_PACKETS && (self->told >> number & 1) > 0)
    number++;
  if (number == TRAIL_PACKETS)
    return;
  self->told |= 1u << number;
  memcpy (moments + 1, leaving->bytes + packet->length, packet->n_moments * sizeof *moments);
  for (uint32_t lane = 0; lane < LANES; lane++)
    tell_lane (host, context, number, lane, moments, packet->n_moments + 1, end);
}

static void
take (Egress *self,
      const HdHost *host,
      HdComponentContext *context,
      const Leaving *leaving)
{
  const Packet *packet = leaving->packet;

  self->begin = self->n_sent + self->n_control + self->n_dropped == 0 ? leaving->cycle : self->begin;
  self->end = leaving->cycle;
  if (packet->verdict == PACKET_DROP)
    {
      self->n_dropped++;
      self->n_trapped += packet->reason == PACKET_TRAP || packet->reason == PACKET_WATCHDOG;
      self->reasons[packet->reason < REASONS ? packet->reason : 0]++;
    }
  else if (packet->verdict == PACKET_PUNT)
    self->n_control++;
  else
    count_sent (self, leaving);
  if (self->is_captured && packet->verdict != PACKET_DROP)
    capture (self, host, context, packet->verdict == PACKET_PUNT ? OUTPUT_CONTROL : OUTPUT_SENT, leaving);
  host->record (context, RECORD_PACKET, packet->id << 2 | packet->verdict);
  for (uint32_t i = 0; i < PACKET_STAGES; i++)
    self->held[i] += packet->held[i];
  if (packet->followed > 0 && self->is_traced)
    tell_trail (self, host, context, leaving);
  self->n_cells_free += packet->cells;
  self->n_packets_free++;
  self->n_inside--;
  host->drop (context, leaving->buffer);
}

/* Of stages that were there. */
static void
show_stages (const Egress *self,
             const HdHost *host,
             HdComponentContext *context)
{
  uint64_t sum = 0;

  for (uint32_t i = 0; i < PACKET_STAGES; i++)
    sum += self->held[i];
  for (uint32_t i = 0; i < PACKET_STAGES; i++)
    if (self->held[i] > 0)
      host->sample (context, PROBE_STAGES + i, 100 * (double) self->held[i] / (double) sum);
}

static void
show (const Egress *self,
      const HdHost *host,
      HdComponentContext *context)
{
  show_stages (self, host, context);
  host->sample (context, PROBE_SENT, (double) self->n_sent);
  host->sample (context, PROBE_BYTES, (double) self->n_bytes);
  host->sample (context, PROBE_CONTROL, (double) self->n_control);
  host->sample (context, PROBE_DROPPED, (double) self->n_dropped);
  host->sample (context, PROBE_TRAPPED, (double) self->n_trapped);
  host->sample (context, PROBE_ORDER_WAIT, (double) self->n_waited);
  if (self->end > self->begin)
    host->sample (context, PROBE_THROUGHPUT,
                  (double) (self->n_sent + self->n_control + self->n_dropped - 1) * (double) self->clock.hertz / (double) (self->end - self->begin));
  if (self->n_sent == 0)
    return;
  host->sample (context, PROBE_LATENCY, self->latency / (double) self->n_sent);
  host->sample (context, PROBE_LATENCY_MAXIMUM, self->latency_maximum);
  if (self->last > self->first)
    host->sample (context, PROBE_RATE, (double) (self->n_sent - 1) * (double) self->clock.hertz / (double) (self->last - self->first));
}

/* Whoever gave out the cells of what has left in @cycle hears that they are free. */
static void
release (Egress *self,
         const HdHost *host,
         HdComponentContext *context,
         uint64_t cycle)
{
  if (self->has_release && self->n_packets_free > 0)
    host->send (context, PORT_RELEASE, clock_get_time (&self->clock, cycle + 1) - host->now (context),
                &(HdMessage){ .kind = PACKET_RELEASE, .payload = { self->n_cells_free, self->n_packets_free } });
  self->n_cells_free = self->n_packets_free = 0;
}

/* ---- order --------------------------------------------------------------------------------------------------------- */

static int
no_memory (const HdHost *host,
           HdComponentContext *context)
{
  host->fail (context, "there is no memory for what leaves");
  return 0;
}

/* To those that may leave: itself, and who waited for it. */
static int
keep_order (Egress *self,
            const HdHost *host,
            HdComponentContext *context,
            const Leaving *leaving,
            uint64_t cycle)
{
  Order *order = &self->orders[self->order == ORDER_FLOW ? leaving->packet->flow : 0];
  uint64_t turn = self->order == ORDER_FLOW ? leaving->packet->turn : leaving->packet->order;
  Leaving *kept;

  if (turn <= order->next)
    {
      host->fail (context, "it is to keep packets in order, and one comes that no ingress has given its place, or a place that was taken");
      return 0;
    }
  kept = malloc (sizeof *kept);
  if (kept == NULL || !order_put (order, turn, kept))
    {
      free (kept);
      return no_memory (host, context);
    }
  *kept = *leaving;
  while ((kept = order_take (order)) != NULL)
    {
      int is_added = line_add (&self->ready, kept);

      self->n_waited += cycle - kept->cycle;
      free (kept);
      if (!is_added)
        return no_memory (host, context);
    }
  return 1;
}

static int
take_fresh (Egress *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t cycle)
{
  uint32_t n = intake_count (&self->intake, cycle);

  self->n_inside += n;
  for (uint32_t i = 0; i < n; i++)
    {
      const Leaving *leaving = (const Leaving *) self->intake.items + i;

      if (self->order != ORDER_NONE ? !keep_order (self, host, context, leaving, cycle) : !line_add (&self->ready, leaving) && !no_memory (host, context))
        return 0;
    }
  intake_drop (&self->intake, n);
  return 1;
}

/* ---- ports --------------------------------------------------------------------------------------------------------- */

/* From @cycle on its port sends it after what is before it there; it has left when its last byte has. */
static int
enter_port (Egress *self,
            const HdHost *host,
            HdComponentContext *context,
            Leaving *leaving,
            uint64_t cycle)
{
  uint32_t number = leaving->packet->port_out;
  unsigned __int128 now = (unsigned __int128) cycle * self->port_rate;
  char why[WHY_BYTES];
  Port *port;

  if (number >= MOST_PORTS)
    {
      snprintf (why, sizeof why, "packet %" PRIu64 " is to leave by port %" PRIu32 "; where ports have a rate, they are below %d", leaving->packet->id, number, MOST_PORTS);
      host->fail (context, why);
      return 0;
    }
  port = &self->ports[number];
  port->free = (port->free > now ? port->free : now) + (unsigned __int128) leaving->packet->length * self->clock.hertz;
  leaving->cycle = (uint64_t) ((port->free + self->port_rate - 1) / self->port_rate);
  if (!line_add (&port->line, leaving))
    return no_memory (host, context);
  if (port->line.n == 1)
    schedule_put (&self->departures, number, leaving->cycle);
  return 1;
}

static void
leave_ports (Egress *self,
             const HdHost *host,
             HdComponentContext *context,
             uint64_t cycle)
{
  uint32_t number;

  while (schedule_take (&self->departures, cycle, &number))
    {
      Line *line = &self->ports[number].line;
      Leaving leaving = line_take (line);

      take (self, host, context, &leaving);
      if (line->n > 0)
        schedule_put (&self->departures, number, line->all[line->first].cycle);
    }
}

/* ---- a cycle ------------------------------------------------------------------------------------------------------- */

static void
act (Egress *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  self->alarm = UINT64_MAX;
  if (!take_fresh (self, host, context, cycle))
    return;
  for (uint64_t n = 0; n < self->rate && self->ready.n > 0; n++)
    {
      Leaving leaving = line_take (&self->ready);

      if (self->port_rate > 0 && leaving.packet->verdict != PACKET_DROP && leaving.packet->verdict != PACKET_PUNT)
        {
          if (!enter_port (self, host, context, &leaving, cycle))
            return;
          continue;
        }
      leaving.cycle = cycle;
      take (self, host, context, &leaving);
    }
  leave_ports (self, host, context, cycle);
  release (self, host, context, cycle);
  if (self->n_inside != self->n_shown)
    host->sample (context, PROBE_WAITING, self->n_inside);
  self->n_shown = self->n_inside;
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
  if (self->ready.n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, cycle + 1);
  alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->intake));
  alarm_set (&self->alarm, host, context, &self->clock, schedule_get_next (&self->departures));
}

static void
take_packet (Egress *self,
             const HdHost *host,
             HdComponentContext *context,
             int64_t time)
{
  Leaving leaving = { .cycle = clock_get_cycle (&self->clock, time) };

  leaving.packet = packet_take (host, context, TRAIL_EGRESS, 0, time, &leaving.buffer, &leaving.bytes);
  if (leaving.packet == NULL)
    return;
  if (intake_add (&self->intake, &leaving, sizeof leaving))
    alarm_set (&self->alarm, host, context, &self->clock, leaving.cycle);
  else
    no_memory (host, context);
}

static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Egress *self = state;

  (void) message;
  if (self->is_ready)
    take_packet (self, host, context, time);
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Egress *self = state;

  if (!self->is_ready)
    return;
  if (message->port == HD_NO_PORT)
    act (self, host, context, self->alarm);
  else
    take_packet (self, host, context, host->now (context));
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  (void) state;
  *out_value = message->kind;
  return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
}

/* Packets before them never came. */
static int
waits (const void *state,
       HdWait *out_wait)
{
  const Egress *self = state;

  if (self->n_inside == 0)
    return 0;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_IN, .n = self->n_inside, .what = N_("packets that came before") };
  return 1;
}

/* ---- the end ------------------------------------------------------------------------------------------------------- */

static void
write_latencies (const Egress *self,
                 const HdHost *host,
                 HdComponentContext *context)
{
  static const char head[] = "cycles,packets\n";
  char line[LINE_BYTES];

  host->write (context, OUTPUT_LATENCIES, head, sizeof head - 1);
  for (uint32_t i = 0; i < LATENCIES_PLACES; i++)
    if (self->latencies.counts[i] > 0)
      host->write (context, OUTPUT_LATENCIES, line,
                   (size_t) snprintf (line, sizeof line, "%" PRIu64 ",%" PRIu64 "\n", latencies_get_cycles (i), self->latencies.counts[i]));
}

/* The word of its number, from 1 on, at most %MOST_NAME bytes of it; "" if there is none. */
static const char *
find_reason (const char *words,
             uint32_t number,
             uint32_t *out_n)
{
  size_t n;

  if (number == 0 || number >= PACKET_TRAP)
    words = number == 0 ? "" : number == PACKET_TRAP ? "trap" : "watchdog";
  else
    for (uint32_t i = 1; i < number && *words != '\0'; i++)
      {
        words += strcspn (words, BLANKS);
        words += strspn (words, BLANKS);
      }
  n = strcspn (words, BLANKS);
  *out_n = n < MOST_NAME ? (uint32_t) n : MOST_NAME;
  return words;
}

static void
write_drops (const Egress *self,
             const HdHost *host,
             HdComponentContext *context)
{
  static const char head[] = "reason,name,packets\n";
  char line[LINE_BYTES];

  host->write (context, OUTPUT_DROPS, head, sizeof head - 1);
  for (uint32_t i = 0; i < REASONS; i++)
    {
      char name[2 * MOST_NAME + 3];
      uint32_t n_word;
      const char *word = find_reason (host->text (context, PARAMETER_REASONS), i, &n_word);

      if (self->reasons[i] > 0)
        host->write (context, OUTPUT_DROPS, line,
                     (size_t) snprintf (line, sizeof line, "%" PRIu32 ",%s,%" PRIu64 "\n", i, csv_write (name, sizeof name, word, n_word), self->reasons[i]));
    }
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  Egress *self = state;

  show (self, host, context);
  if (self->n_sent > 0)
    {
      host->sample (context, PROBE_LATENCY_MEDIAN, (double) latencies_get (&self->latencies, 0.5) / (double) self->clock.hertz);
      host->sample (context, PROBE_LATENCY_99, (double) latencies_get (&self->latencies, 0.99) / (double) self->clock.hertz);
    }
  if (self->n_sent > 0 && self->is_captured)
    write_latencies (self, host, context);
  if (self->n_dropped > 0 && self->is_captured)
    write_drops (self, host, context);
}

static void
clear (void *state)
{
  Egress *self = state;
  void *kept;

  for (uint32_t i = 0; i < PACKET_FLOWS; i++)
    {
      for (uint32_t at = 0; at < self->orders[i].n; at++)
        {
          kept = self->orders[i].places[at].item;
          free (kept);
        }
      order_clear (&self->orders[i]);
    }
  for (uint32_t i = 0; self->ports != NULL && i < MOST_PORTS; i++)
    free (self->ports[i].line.all);
  free (self->ports);
  free (self->ready.all);
  schedule_clear (&self->departures);
  intake_clear (&self->intake);
}

static const char *const orders[] = { "none", "flow", "port", NULL };
static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_CAPTURE] = { .size = sizeof (HdParameter), .key = "capture", .title = N_("Capture"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether it writes what leaves to files, with latencies and what was dropped.") },
  [PARAMETER_ORDER] = { .size = sizeof (HdParameter), .key = "order", .title = N_("Order"), .kind = HD_PARAMETER_CHOICE, .default_text = "none", .choices = orders,
    .help = N_("Whether packets leave in the order in which they entered: none, those of a flow, or those of a port.") },
  [PARAMETER_RATE] = { .size = sizeof (HdParameter), .key = "rate", .title = N_("Packets a cycle"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = 1024, .pleasant_minimum = 1, .pleasant_maximum = 16, .help = N_("That begin to leave at most.") },
  [PARAMETER_PORT_RATE] = { .size = sizeof (HdParameter), .key = "port-rate", .title = N_("Rate of a port"), .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .default_text = "0 B/s",
    .maximum = 1e14, .pleasant_maximum = 1e11, .help = N_("0: none of them is ever busy.") },
  [PARAMETER_REASONS] = { .size = sizeof (HdParameter), .key = "reasons", .title = N_("Reasons"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("Why programs drop packets: a word for each number from 1 on, with blanks between them; lines of what was dropped have them.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .numbered = 1 },
  [PORT_RELEASE] = { .size = sizeof (HdPort), .name = "release", .title = N_("Release"), .protocol = "netproc-release", .maximum_links = 1,
    .help = N_("To where packets enter: cells of those that have left are free again.") },
  { 0 },
};
#define STAGE(number_, title_) \
  [PROBE_STAGES + number_] = { .size = sizeof (HdProbe), .name = "stage-" #number_, .title = title_, .unit = "%", \
    .help = N_("of the time for which packets that have left held a thread, with waits and hand-overs"), .summary = HD_SUMMARY_MEAN }
static const HdProbe probes[] = {
  [PROBE_SENT] = { .size = sizeof (HdProbe), .name = "sent", .title = N_("Sent"), .unit = "", .help = N_("packets that left by a port"), .summary = HD_SUMMARY_SUM },
  [PROBE_BYTES] = { .size = sizeof (HdProbe), .name = "bytes", .title = N_("Bytes"), .unit = "B", .help = N_("of packets that left by a port"), .summary = HD_SUMMARY_SUM },
  [PROBE_CONTROL] = { .size = sizeof (HdProbe), .name = "control", .title = N_("To control"), .unit = "", .help = N_("packets for whoever controls the processor"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_DROPPED] = { .size = sizeof (HdProbe), .name = "dropped", .title = N_("Dropped"), .unit = "", .help = N_("packets that programs dropped, or trapped on"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_TRAPPED] = { .size = sizeof (HdProbe), .name = "trapped", .title = N_("Trapped"), .unit = "", .help = N_("packets whose program trapped, or took too long"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_RATE] = { .size = sizeof (HdProbe), .name = "rate", .title = N_("Rate"), .unit = "packet/s", .help = N_("packets that left in a second, from the first to the last"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_THROUGHPUT] = { .size = sizeof (HdProbe), .name = "throughput", .title = N_("Throughput"), .unit = "packet/s",
    .help = N_("packets that it was done with in a second, sent or not, from the first to the last"), .summary = HD_SUMMARY_SUM, .figure = HD_FIGURE_ANSWER },
  [PROBE_LATENCY] = { .size = sizeof (HdProbe), .name = "latency", .title = N_("Latency"), .unit = "s", .help = N_("mean time from arrival to departure"),
    .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_ANSWER },
  [PROBE_LATENCY_MEDIAN] = { .size = sizeof (HdProbe), .name = "latency-median", .title = N_("Median latency"), .unit = "s", .help = N_("in whole cycles; known at the end"),
    .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_LATENCY_99] = { .size = sizeof (HdProbe), .name = "latency-99", .title = N_("Latency of 99 %"), .unit = "s",
    .help = N_("that 99 of 100 packets did not exceed, in whole cycles; known at the end"), .summary = HD_SUMMARY_MAXIMUM,
    .figure = HD_FIGURE_ANSWER },
  [PROBE_LATENCY_MAXIMUM] = { .size = sizeof (HdProbe), .name = "latency-maximum", .title = N_("Longest latency"), .unit = "s", .help = N_("from arrival to departure"),
    .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_ORDER_WAIT] = { .size = sizeof (HdProbe), .name = "order-wait", .title = N_("Wait for order"), .unit = "cycle", .help = N_("of packets for those that entered before"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("packets that are there and have not left") },
  STAGE (0, N_("Time in stage 0")),
  STAGE (1, N_("Time in stage 1")),
  STAGE (2, N_("Time in stage 2")),
  STAGE (3, N_("Time in stage 3")),
  STAGE (4, N_("Time in stage 4")),
  STAGE (5, N_("Time in stage 5")),
  STAGE (6, N_("Time in stage 6")),
  STAGE (7, N_("Time in stage 7")),
  STAGE (8, N_("Time in stage 8")),
  STAGE (9, N_("Time in stage 9")),
  STAGE (10, N_("Time in stage 10")),
  STAGE (11, N_("Time in stage 11")),
  STAGE (12, N_("Time in stage 12")),
  STAGE (13, N_("Time in stage 13")),
  STAGE (14, N_("Time in stage 14")),
  STAGE (15, N_("Time in stage 15")),
  { 0 },
};
#define ACTIVITY(at_, name_, title_, kind_) [at_] = { .size = sizeof (HdActivity), .name = name_, .title = title_, .kind = kind_ }
static const HdActivity activities[] = {
  ACTIVITY (TRAIL_LINK, "link", N_("Link"), HD_ACTIVITY_TRANSFER),
  ACTIVITY (TRAIL_INGRESS, "ingress", N_("Ingress"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_PARSER, "parser", N_("Header parser"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (TRAIL_DISPATCHER, "dispatcher", N_("Dispatcher"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_EGRESS, "egress", N_("Egress"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_QUEUE, "queue", N_("Wait for a thread"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_HAND_OVER, "hand-over", N_("Hand-over"), HD_ACTIVITY_TRANSFER),
  ACTIVITY (TRAIL_ISSUE, "issue", N_("Issue"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (TRAIL_ENGINE, "engine-wait", N_("Wait for the engine"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_BUFFER, "buffer-wait", N_("Wait for the packet buffer"), HD_ACTIVITY_MEMORY),
  ACTIVITY (TRAIL_UNITS, "exact-wait", N_("Wait for exact matches"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_UNITS + 1, "lpm-wait", N_("Wait for longest prefixes"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_UNITS + 2, "meter-wait", N_("Wait for meters"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_UNITS + 3, "hash-wait", N_("Wait for checksums"), HD_ACTIVITY_WAIT),
  ACTIVITY (TRAIL_ROOM, "send-wait", N_("Wait for room"), HD_ACTIVITY_TRANSFER),
  ACTIVITY (TRAIL_UNTOLD, "untold", N_("More than is kept of it"), HD_ACTIVITY_WAIT),
  ACTIVITY (ACTIVITY_STAGES + 0, "stage-0", N_("stage 0"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 1, "stage-1", N_("stage 1"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 2, "stage-2", N_("stage 2"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 3, "stage-3", N_("stage 3"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 4, "stage-4", N_("stage 4"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 5, "stage-5", N_("stage 5"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 6, "stage-6", N_("stage 6"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 7, "stage-7", N_("stage 7"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 8, "stage-8", N_("stage 8"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 9, "stage-9", N_("stage 9"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 10, "stage-10", N_("stage 10"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 11, "stage-11", N_("stage 11"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 12, "stage-12", N_("stage 12"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 13, "stage-13", N_("stage 13"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 14, "stage-14", N_("stage 14"), HD_ACTIVITY_COMPUTE),
  ACTIVITY (ACTIVITY_STAGES + 15, "stage-15", N_("stage 15"), HD_ACTIVITY_COMPUTE),
  { 0 },
};
_Static_assert (sizeof activities / sizeof *activities == ACTIVITY_STAGES + PACKET_STAGES + 1, "a name for each");
#define LANE(name_, title_, help_) { .size = sizeof (HdLane), .name = name_, .title = title_, .help = help_, .is_detailed = 1, .is_later = 1 }
#define IN_PLACE N_("Where one of the packets is that a source follows, from one part to the next; told when it has left.")
#define IN_STAGES N_("What it does or waits for in its stages; told when it has left.")
static const HdLane lanes[] = {
  LANE ("packet-0", N_("followed packet 0"), IN_PLACE),
  LANE ("packet-0-stages", N_("followed packet 0, in its stages"), IN_STAGES),
  LANE ("packet-1", N_("followed packet 1"), IN_PLACE),
  LANE ("packet-1-stages", N_("followed packet 1, in its stages"), IN_STAGES),
  LANE ("packet-2", N_("followed packet 2"), IN_PLACE),
  LANE ("packet-2-stages", N_("followed packet 2, in its stages"), IN_STAGES),
  LANE ("packet-3", N_("followed packet 3"), IN_PLACE),
  LANE ("packet-3-stages", N_("followed packet 3, in its stages"), IN_STAGES),
  LANE ("packet-4", N_("followed packet 4"), IN_PLACE),
  LANE ("packet-4-stages", N_("followed packet 4, in its stages"), IN_STAGES),
  LANE ("packet-5", N_("followed packet 5"), IN_PLACE),
  LANE ("packet-5-stages", N_("followed packet 5, in its stages"), IN_STAGES),
  LANE ("packet-6", N_("followed packet 6"), IN_PLACE),
  LANE ("packet-6-stages", N_("followed packet 6, in its stages"), IN_STAGES),
  LANE ("packet-7", N_("followed packet 7"), IN_PLACE),
  LANE ("packet-7-stages", N_("followed packet 7, in its stages"), IN_STAGES),
  { 0 },
};
_Static_assert (sizeof lanes / sizeof *lanes == TRAIL_PACKETS * LANES + 1, "two lanes for each");
static const HdOutput outputs[] = {
  [OUTPUT_SENT] = { .size = sizeof (HdOutput), .name = "sent.pcap", .title = N_("Sent packets"), .help = N_("Packets that left by a port, when they did."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  [OUTPUT_CONTROL] = { .size = sizeof (HdOutput), .name = "control.pcap", .title = N_("Packets to control"), .help = N_("Packets for whoever controls the processor."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  [OUTPUT_LATENCIES] = { .size = sizeof (HdOutput), .name = "latencies.csv", .title = N_("Latencies"), .help = N_("How many packets took how many cycles."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  [OUTPUT_DROPS] = { .size = sizeof (HdOutput), .name = "drops.csv", .title = N_("Dropped packets"), .help = N_("How many were dropped for which reason."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 27;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Egress), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_egress = {
  .size = sizeof (HdComponentType), .id = "egress", .title = N_("Egress"), .category = NETPROC_CATEGORY, .symbol = "sink",
  .help = N_("Where packets leave a network processor; it counts and times them, and writes them to files."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
