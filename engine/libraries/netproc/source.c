/* source.c: where packets come from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "frames.h"
#include "netproc.h"
#include "packet.h"

enum { PARAMETER_TRAFFIC, PARAMETER_PACKETS, PARAMETER_INTERVAL, PARAMETER_FLOWS };
enum { PORT_OUT };
enum { PROBE_OFFERED, PROBE_LOST };

#define MIX FRAMES_N

typedef struct
{
  uint64_t n, count, credits, n_lost;
  uint32_t type, flows;
  int64_t interval; /* 0: as soon as there is room */
} Source;

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Source *self = state;

  self->type = (uint32_t) host->parameter (context, PARAMETER_TRAFFIC);
  self->count = (uint64_t) host->parameter (context, PARAMETER_PACKETS);
  self->interval = (int64_t) (host->parameter (context, PARAMETER_INTERVAL) * 1e12 + 0.5);
  self->flows = (uint32_t) host->parameter (context, PARAMETER_FLOWS);
  if (self->interval > 0)
    host->wake (context, self->interval, &(HdMessage){ 0 });
}

static void
send_one (Source *self,
          const HdHost *host,
          HdComponentContext *context)
{
  uint64_t type = self->type == MIX ? self->n % FRAMES_N : self->type, turn = self->type == MIX ? self->n / FRAMES_N : self->n;
  Packet packet = { .id = self->n, .arrived = host->now (context), .length = FRAMES_BYTES, .port_in = type == FRAMES_PASSTHROUGH };
  uint8_t bytes[FRAMES_BYTES];
  HdBuffer *buffer;

  frames_make ((FramesType) type, (uint8_t) (1 + turn % self->flows), bytes);
  buffer = packet_share (host, context, &packet, bytes);
  if (buffer == NULL)
    return;
  host->send_shared (context, PORT_OUT, 0, &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->drop (context, buffer);
}

/* One that there is no room for is lost. */
static void
offer (Source *self,
       const HdHost *host,
       HdComponentContext *context)
{
  if (self->credits == 0)
    host->sample (context, PROBE_LOST, (double) ++self->n_lost);
  else
    {
      send_one (self, host, context);
      self->credits -= self->credits != PACKET_ENDLESS;
    }
  host->sample (context, PROBE_OFFERED, (double) ++self->n);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Source *self = state;

  if (message->port == HD_NO_PORT)
    {
      offer (self, host, context);
      if (self->n < self->count)
        host->wake (context, self->interval, message);
      return;
    }
  self->credits = message->payload[0] == PACKET_ENDLESS ? PACKET_ENDLESS : self->credits + message->payload[0];
  while (self->interval == 0 && self->credits > 0 && self->n < self->count)
    offer (self, host, context);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == PACKET_CREDIT ? NULL : N_("the kind must be 2 (credits)");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Source *self = state;

  if (self->n == self->count)
    return 0;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_OUT, .n = self->count - self->n, .what = N_("room for packets") };
  return 1;
}

static const char *const types[] = { "tunnel-4o4", "tunnel-4o4-miss", "tunnel-4o6", "tunnel-6o4", "tunnel-6o6", "tcp", "tcp-pass", "meter-drop", "meter-pass", "arp", "icmp", "passthrough", "mix", NULL };
static const HdParameter parameters[] = {
  [PARAMETER_TRAFFIC] = { .size = sizeof (HdParameter), .key = "traffic", .title = N_("Traffic"), .kind = HD_PARAMETER_CHOICE, .default_text = "mix", .choices = types,
    .help = N_("Type of its packets, or mix: all twelve in turn."), .source = "Neptune, table 2" },
  [PARAMETER_PACKETS] = { .size = sizeof (HdParameter), .key = "packets", .title = N_("Packets"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1000", .minimum = 1,
    .maximum = 1e9, .pleasant_minimum = 1, .pleasant_maximum = 1e6, .help = N_("Packets that it offers.") },
  [PARAMETER_INTERVAL] = { .size = sizeof (HdParameter), .key = "interval", .title = N_("Interval"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "0 s",
    .maximum = 1, .pleasant_maximum = 1e-6,
    .help = N_("From one packet to the next; one that there is no room for is lost. 0: as soon as there is room, and none is lost.") },
  [PARAMETER_FLOWS] = { .size = sizeof (HdParameter), .key = "flows", .title = N_("Flows"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "16", .minimum = 1,
    .maximum = 250, .help = N_("Of each type; they differ in their addresses and ports.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_OFFERED] = { .size = sizeof (HdProbe), .name = "offered", .title = N_("Offered"), .unit = "", .help = N_("packets so far"), .summary = HD_SUMMARY_SUM },
  [PROBE_LOST] = { .size = sizeof (HdProbe), .name = "lost", .title = N_("Lost"), .unit = "", .help = N_("packets that there was no room for"), .summary = HD_SUMMARY_SUM },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Source), .start = start, .receive = receive, .accept = accept, .waits = waits,
};
const HdComponentType netproc_source = {
  .size = sizeof (HdComponentType), .id = "source", .title = N_("Packet source"), .category = NETPROC_CATEGORY, .symbol = "traffic-source",
  .help = N_("Offers packets of twelve types to a network processor."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
