/* egress.c: where packets leave
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Packets that come in one cycle leave in the order of their numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "netproc.h"
#include "packet.h"

enum { PARAMETER_CLOCK, PARAMETER_CAPTURE };
enum { PORT_IN };
enum { PROBE_SENT, PROBE_BYTES, PROBE_CONTROL, PROBE_DROPPED, PROBE_TRAPPED, PROBE_RATE, PROBE_LATENCY, PROBE_LATENCY_MAXIMUM };
enum { OUTPUT_SENT, OUTPUT_CONTROL };
enum { RECORD_PACKET = 1 };

typedef struct
{
  HdBuffer *buffer;
  const Packet *packet;
  const uint8_t *bytes;
  uint64_t cycle;
} Leaving;

typedef struct
{
  uint64_t hertz;
  int is_captured, was_begun[2];
  Leaving *waiting; /* in the order of their cycles */
  uint32_t n, n_places;
  uint64_t n_sent, n_bytes, n_control, n_dropped, n_trapped, first, last; /* cycles */
  double latency, latency_maximum; /* s, of all that was sent */
} Egress;

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Egress *self = state;

  self->hertz = (uint64_t) host->parameter (context, PARAMETER_CLOCK);
  self->is_captured = host->parameter (context, PARAMETER_CAPTURE) > 0;
  for (uint32_t i = 0; i < host->links (context, PORT_IN); i++)
    host->send (context, PORT_IN | i << 16, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { PACKET_ENDLESS } });
}

/* pcap with nanoseconds, in the byte order of the machine, as readers expect it: tcpdump.org, "pcap-savefile". */
static void
capture (Egress *self,
         const HdHost *host,
         HdComponentContext *context,
         uint32_t output,
         const Leaving *leaving)
{
  static const struct { uint32_t magic; uint16_t major, minor; uint32_t zone, accuracy, most, link; } head = { 0xa1b23c4d, 2, 4, 0, 0, PACKET_MAXIMUM_BYTES, 1 };
  uint64_t ns = (uint64_t) clock_get_time (self->hertz, leaving->cycle) / 1000;
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
  double latency = (double) (clock_get_time (self->hertz, leaving->cycle) - leaving->packet->arrived) / 1e12;

  self->first = self->n_sent == 0 ? leaving->cycle : self->first;
  self->last = leaving->cycle;
  self->n_sent++;
  self->n_bytes += leaving->packet->length;
  self->latency += latency;
  self->latency_maximum = latency > self->latency_maximum ? latency : self->latency_maximum;
}

static void
take (Egress *self,
      const HdHost *host,
      HdComponentContext *context,
      const Leaving *leaving)
{
  const Packet *packet = leaving->packet;

  if (packet->verdict == PACKET_DROP)
    {
      self->n_dropped++;
      self->n_trapped += packet->reason == PACKET_TRAP || packet->reason == PACKET_WATCHDOG;
    }
  else if (packet->verdict == PACKET_PUNT)
    self->n_control++;
  else
    count_sent (self, leaving);
  if (self->is_captured && packet->verdict != PACKET_DROP)
    capture (self, host, context, packet->verdict == PACKET_PUNT ? OUTPUT_CONTROL : OUTPUT_SENT, leaving);
  host->record (context, RECORD_PACKET, packet->id << 2 | packet->verdict);
}

static void
show (const Egress *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_SENT, (double) self->n_sent);
  host->sample (context, PROBE_BYTES, (double) self->n_bytes);
  host->sample (context, PROBE_CONTROL, (double) self->n_control);
  host->sample (context, PROBE_DROPPED, (double) self->n_dropped);
  host->sample (context, PROBE_TRAPPED, (double) self->n_trapped);
  if (self->n_sent == 0)
    return;
  host->sample (context, PROBE_LATENCY, self->latency / (double) self->n_sent);
  host->sample (context, PROBE_LATENCY_MAXIMUM, self->latency_maximum);
  if (self->last > self->first)
    host->sample (context, PROBE_RATE, (double) (self->n_sent - 1) * (double) self->hertz / (double) (self->last - self->first));
}

static int
compare (const void *a,
         const void *b)
{
  const Leaving *x = a, *y = b;

  return (x->packet->id > y->packet->id) - (x->packet->id < y->packet->id);
}

static void
take_all (Egress *self,
          const HdHost *host,
          HdComponentContext *context,
          uint64_t cycle)
{
  uint32_t n = 0;

  while (n < self->n && self->waiting[n].cycle <= cycle)
    n++;
  if (n == 0)
    return;
  qsort (self->waiting, n, sizeof *self->waiting, compare);
  for (uint32_t i = 0; i < n; i++)
    {
      take (self, host, context, &self->waiting[i]);
      host->drop (context, self->waiting[i].buffer);
    }
  self->n -= n;
  memmove (self->waiting, self->waiting + n, self->n * sizeof *self->waiting);
  show (self, host, context);
}

static int
make_room (Egress *self)
{
  uint32_t n = self->n_places == 0 ? 64 : self->n_places * 2;
  Leaving *grown;

  if (self->n < self->n_places)
    return 1;
  grown = realloc (self->waiting, n * sizeof *grown);
  if (grown == NULL)
    return 0;
  self->waiting = grown;
  self->n_places = n;
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Egress *self = state;
  Leaving leaving = { .buffer = NULL };

  if (message->port == HD_NO_PORT)
    {
      take_all (self, host, context, message->payload[0]);
      return;
    }
  leaving.buffer = host->carried (context);
  leaving.packet = packet_open (host, context, leaving.buffer, &leaving.bytes);
  if (leaving.packet == NULL)
    return;
  if (!make_room (self))
    {
      host->fail (context, "there is no memory for what leaves");
      return;
    }
  leaving.cycle = clock_get_cycle (self->hertz, host->now (context));
  host->hold (context, leaving.buffer);
  if (self->n == 0 || self->waiting[self->n - 1].cycle < leaving.cycle)
    host->wake (context, clock_get_middle (self->hertz, leaving.cycle) - host->now (context), &(HdMessage){ .payload = { leaving.cycle } });
  self->waiting[self->n++] = leaving;
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
}

static void
clear (void *state)
{
  Egress *self = state;

  free (self->waiting);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_CAPTURE] = { .size = sizeof (HdParameter), .key = "capture", .title = N_("Capture"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether it writes what leaves to files.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .numbered = 1 },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_SENT] = { .size = sizeof (HdProbe), .name = "sent", .title = N_("Sent"), .unit = "", .help = N_("packets that left by a port"), .summary = HD_SUMMARY_SUM },
  [PROBE_BYTES] = { .size = sizeof (HdProbe), .name = "bytes", .title = N_("Bytes"), .unit = "B", .help = N_("of packets that left by a port"), .summary = HD_SUMMARY_SUM },
  [PROBE_CONTROL] = { .size = sizeof (HdProbe), .name = "control", .title = N_("To control"), .unit = "", .help = N_("packets for whoever controls the processor"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_DROPPED] = { .size = sizeof (HdProbe), .name = "dropped", .title = N_("Dropped"), .unit = "", .help = N_("packets that programs dropped, or trapped on"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_TRAPPED] = { .size = sizeof (HdProbe), .name = "trapped", .title = N_("Trapped"), .unit = "", .help = N_("packets whose program trapped, or took too long"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_RATE] = { .size = sizeof (HdProbe), .name = "rate", .title = N_("Rate"), .unit = "Hz", .help = N_("packets that left in a second, from the first to the last"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_LATENCY] = { .size = sizeof (HdProbe), .name = "latency", .title = N_("Latency"), .unit = "s", .help = N_("mean time from arrival to departure"),
    .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_LATENCY_MAXIMUM] = { .size = sizeof (HdProbe), .name = "latency-maximum", .title = N_("Longest latency"), .unit = "s", .help = N_("from arrival to departure"),
    .summary = HD_SUMMARY_MAXIMUM },
  { 0 },
};
static const HdOutput outputs[] = {
  [OUTPUT_SENT] = { .size = sizeof (HdOutput), .name = "sent.pcap", .title = N_("Sent packets"), .help = N_("Packets that left by a port, when they did."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  [OUTPUT_CONTROL] = { .size = sizeof (HdOutput), .name = "control.pcap", .title = N_("Packets to control"), .help = N_("Packets for whoever controls the processor."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Egress), .start = start, .receive = receive, .accept = accept, .clear = clear,
};
const HdComponentType netproc_egress = {
  .size = sizeof (HdComponentType), .id = "egress", .title = N_("Egress"), .category = NETPROC_CATEGORY, .symbol = "sink",
  .help = N_("Where packets leave a network processor; it counts and times them, and writes them to files."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .outputs = outputs, .handlers = &handlers,
};
