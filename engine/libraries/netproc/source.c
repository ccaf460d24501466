/* source.c: where packets come from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "frames.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

enum { PARAMETER_TRAFFIC, PARAMETER_PACKETS, PARAMETER_INTERVAL, PARAMETER_FLOWS, PARAMETER_FILE, PARAMETER_REPEAT, PARAMETER_AS_CAPTURED, PARAMETER_FOLLOW };
enum { PORT_OUT };
enum { PROBE_OFFERED, PROBE_LOST };

#define MIX FRAMES_N
#define WHY_BYTES 512
#define FOLLOWED_MOST 1000000000000ull
#define SHOWN_PICOSECONDS 1000 /* a source has no clock */

typedef struct
{
  uint64_t n, count, credits, n_lost, next_show;
  uint32_t type, flows, port_in;
  int64_t interval; /* 0: as soon as there is room */
  int is_file, is_timed, has_begun;
  uint32_t n_followed;
  uint64_t followed[TRAIL_PACKETS]; /* numbers of packets */
  Capture capture;
  CaptureFrame frame; /* the next */
  uint64_t first_ns;  /* of the first in the file */
  int64_t begin;      /* when that came, picoseconds */
  uint8_t *made; /* those of each type and flow, as they are needed */
  uint8_t *is_made;
  char why[WHY_BYTES];
} Source;

/* ---- packets ------------------------------------------------------------------------------------------------------- */

/* The numbers of those to follow. Returns 0 if @text is something else. */
static int
read_followed (const char *text,
               uint64_t out_followed[TRAIL_PACKETS],
               uint32_t *out_n)
{
  uint32_t n = 0;

  for (text += strspn (text, " "); *text != '\0'; text += strspn (text, " "))
    {
      char *end;
      unsigned long long number = strtoull (text, &end, 10);

      if (*text < '0' || *text > '9' || (*end != ' ' && *end != '\0') || number > FOLLOWED_MOST || n == TRAIL_PACKETS)
        return 0;
      out_followed[n++] = number;
      text = end;
    }
  *out_n = n;
  return 1;
}

static int
check_followed (const char *text,
                char *why,
                size_t room)
{
  uint64_t followed[TRAIL_PACKETS];
  uint32_t n;

  if (read_followed (text, followed, &n))
    return 1;
  snprintf (why, room, "at most %d numbers of packets, from 0 on, with blanks between them", TRAIL_PACKETS);
  return 0;
}

/* Its place among those that are followed, from 1 on, or 0. */
static uint32_t
find_followed (const Source *self,
               uint64_t number)
{
  for (uint32_t i = 0; i < self->n_followed; i++)
    if (self->followed[i] == number)
      return i + 1;
  return 0;
}

/* Looks at the whole file, so that what is wrong with it is told before anything happens. */
static int
read_file (Source *self,
           const HdHost *host,
           HdComponentContext *context)
{
  const char *bytes;
  uint64_t n = 0;
  size_t size;

  if (!host->load (context, PARAMETER_FILE, &bytes, &size))
    return 0;
  if (capture_open (&self->capture, host->text (context, PARAMETER_FILE), (const uint8_t *) bytes, size, self->why, sizeof self->why))
    for (; capture_next (&self->capture, PACKET_MAXIMUM_BYTES, &self->frame); n++)
      self->first_ns = n == 0 ? self->frame.ns : self->first_ns;
  if (*self->why != '\0')
    {
      host->fail (context, self->why);
      return 0;
    }
  self->count = n * (uint64_t) host->parameter (context, PARAMETER_REPEAT);
  return 1;
}

/* The next frame of the file, from its beginning once it is over. */
static void
read_next (Source *self)
{
  Capture *capture = &self->capture;

  if (capture_next (capture, PACKET_MAXIMUM_BYTES, &self->frame))
    return;
  capture_open (capture, capture->name, capture->bytes, capture->size, self->why, sizeof self->why);
  capture_next (capture, PACKET_MAXIMUM_BYTES, &self->frame);
}

static void
make_next (Source *self)
{
  uint64_t type = self->type == MIX ? self->n % FRAMES_N : self->type, turn = self->type == MIX ? self->n / FRAMES_N : self->n;

  uint64_t at = type * self->flows + turn % self->flows;
  uint8_t *bytes = self->made + at * FRAMES_BYTES;

  if (!self->is_made[at])
    frames_make ((FramesType) type, (uint8_t) (1 + turn % self->flows), bytes);
  self->is_made[at] = 1;
  self->frame = (CaptureFrame){ bytes, FRAMES_BYTES, 0 };
  self->port_in = type == FRAMES_PASSTHROUGH;
}

static void
prepare_next (Source *self)
{
  if (self->is_file)
    read_next (self);
  else
    make_next (self);
}

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
  self->is_file = *host->text (context, PARAMETER_FILE) != '\0';
  self->is_timed = self->is_file && host->parameter (context, PARAMETER_AS_CAPTURED) > 0;
  self->made = calloc (FRAMES_N * self->flows, FRAMES_BYTES);
  self->is_made = calloc (FRAMES_N * self->flows, 1);
  if (self->made == NULL || self->is_made == NULL)
    {
      host->fail (context, "there is no memory for its packets");
      self->count = 0;
    }
  else if (!read_followed (host->text (context, PARAMETER_FOLLOW), self->followed, &self->n_followed))
    {
      host->fail (context, "packets to follow must be at most 8 numbers, from 0 on, with blanks between them");
      self->count = 0;
    }
  else if (self->is_file && !read_file (self, host, context))
    self->count = 0;
  else if (self->count > 0)
    prepare_next (self);
}

/* ---- sending ------------------------------------------------------------------------------------------------------- */

static void
send_one (Source *self,
          const HdHost *host,
          HdComponentContext *context)
{
  Packet packet = { .id = self->n, .arrived = host->now (context), .length = self->frame.length, .port_in = self->port_in, .followed = find_followed (self, self->n) };
  HdBuffer *buffer = packet_share (host, context, &packet, self->frame.bytes);

  if (buffer == NULL)
    return;
  host->send_shared (context, PORT_OUT, 0, &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->drop (context, buffer);
}

static void
show (const Source *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_OFFERED, (double) self->n);
  host->sample (context, PROBE_LOST, (double) self->n_lost);
}

/* One that there is no room for is lost. */
static void
offer (Source *self,
       const HdHost *host,
       HdComponentContext *context)
{
  self->n_lost += self->credits == 0;
  if (self->credits > 0)
    {
      send_one (self, host, context);
      self->credits -= self->credits != PACKET_ENDLESS;
    }
  self->n++;
  if (show_is_due (&self->next_show, (uint64_t) host->now (context) / SHOWN_PICOSECONDS))
    show (self, host, context);
  if (self->n < self->count)
    prepare_next (self);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  show (state, host, context);
}

/* From now to the next packet of a source that has its own pace. A time stamp of the past, as when a file begins anew, means now. */
static int64_t
get_delay (const Source *self,
           int64_t now)
{
  int64_t due;

  if (!self->is_timed)
    return self->interval;
  if (self->frame.ns < self->first_ns || self->frame.ns - self->first_ns > INT64_MAX / 2000)
    return 0;
  due = self->begin + (int64_t) (self->frame.ns - self->first_ns) * 1000;
  return due > now ? due - now : 0;
}

static int
has_pace (const Source *self)
{
  return self->is_timed || self->interval > 0;
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
        host->wake (context, get_delay (self, host->now (context)), message);
      return;
    }
  self->credits = message->payload[0] == PACKET_ENDLESS ? PACKET_ENDLESS : self->credits + message->payload[0];
  if (has_pace (self) && !self->has_begun && self->count > 0)
    {
      self->begin = host->now (context);
      host->wake (context, 0, &(HdMessage){ 0 });
    }
  self->has_begun = 1;
  while (!has_pace (self) && self->credits > 0 && self->n < self->count)
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

static void
clear (void *state)
{
  Source *self = state;

  free (self->made);
  free (self->is_made);
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
  [PARAMETER_FILE] = { .size = sizeof (HdParameter), .key = "file", .title = N_("File"), .kind = HD_PARAMETER_TEXT, .default_text = "", .property = HD_PROPERTY_CAPTURE,
    .help = N_("A capture of Ethernet frames, pcap or pcapng, whose packets it offers instead.") },
  [PARAMETER_REPEAT] = { .size = sizeof (HdParameter), .key = "repeat", .title = N_("Repeat"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .minimum = 1,
    .maximum = 1e6, .pleasant_minimum = 1, .pleasant_maximum = 100, .help = N_("How many times it offers all packets of the file.") },
  [PARAMETER_AS_CAPTURED] = { .size = sizeof (HdParameter), .key = "as-captured", .title = N_("As captured"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether packets of the file come as far apart as they were captured; else as the interval says.") },
  [PARAMETER_FOLLOW] = { .size = sizeof (HdParameter), .key = "follow", .title = N_("Follow"), .kind = HD_PARAMETER_TEXT, .default_text = "0 1 2 3 4 5 6 7", .check = check_followed,
    .help = N_("Numbers of packets, from 0 on, with blanks between them, at most eight: where they leave, if run:trace names that, the timeline has what became of each.") },
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
static double
estimate_activity (const double *values)
{
  return 28;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Source), .start = start, .receive = receive, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_source = {
  .size = sizeof (HdComponentType), .id = "source", .title = N_("Packet source"), .category = NETPROC_CATEGORY, .symbol = "traffic-source",
  .help = N_("Offers packets to a network processor: of twelve types, or those of a capture."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
