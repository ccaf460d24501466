/* ingress.c: where packets enter a network processor
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each gets as many cells of the packet buffer as its bytes take, which are free again when it has left; one that there are no cells for is dropped. It also gets its place among
 * all packets, and in its flow, so that order can be kept where they leave. Packets that come in one cycle enter in the order of their links, and of their numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "alarm.h"
#include "clock.h"
#include "credits.h"
#include "intake.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

enum { PARAMETER_CLOCK, PARAMETER_MEMORY, PARAMETER_CELL, PARAMETER_DEPTH, PARAMETER_ADMISSION };
enum { PORT_IN, PORT_OUT, PORT_RELEASE };
enum { PROBE_PACKETS, PROBE_NO_CELLS, PROBE_CELLS, PROBE_CELLS_MAXIMUM, PROBE_CELLS_MEAN, PROBE_WAITING };

typedef struct
{
  uint64_t cycle;
  HdBuffer *buffer;
  const Packet *packet;
  const uint8_t *bytes;
  uint32_t port;
} Coming;

typedef struct
{
  HdBuffer *buffer;
  uint32_t port; /* that it came by */
  int is_followed;
} Waiting;

typedef struct
{
  Clock clock;
  uint64_t cell, n_cells, depth, admission, alarm;
  uint64_t next_show, shown_cells, shown_waiting; /* levels are shown as they change */
  Credits credits;
  uint64_t n_used, most_used, n_inside, n_packets, n_dropped, order;
  uint64_t counted;         /* cycle up to which cells are */
  double sum;               /* of cells, over cycles */
  uint64_t turns[PACKET_FLOWS];
  Intake intake;
  Waiting *waiting; /* a ring */
  uint32_t first, n, n_places;
} Ingress;

static int
compare (const void *a,
         const void *b)
{
  const Coming *x = a, *y = b;

  return x->port != y->port ? (x->port < y->port ? -1 : 1) : (x->packet->id > y->packet->id) - (x->packet->id < y->packet->id);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Ingress *self = state;

  self->clock = clock_make ((uint64_t) host->parameter (context, PARAMETER_CLOCK));
  self->cell = (uint64_t) host->parameter (context, PARAMETER_CELL);
  self->n_cells = (uint64_t) host->parameter (context, PARAMETER_MEMORY) / self->cell;
  self->depth = (uint64_t) host->parameter (context, PARAMETER_DEPTH);
  self->admission = (uint64_t) host->parameter (context, PARAMETER_ADMISSION);
  self->alarm = UINT64_MAX;
  self->n_places = (uint32_t) self->depth * host->links (context, PORT_IN);
  self->waiting = calloc (self->n_places + 1, sizeof *self->waiting);
  intake_init (&self->intake, sizeof (Coming), compare);
  credits_init (&self->credits);
  if (self->waiting == NULL)
    {
      host->fail (context, "there is no memory for what waits");
      return;
    }
  for (uint32_t i = 0; i < host->links (context, PORT_IN); i++)
    host->send (context, PORT_IN | i << 16, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->depth } });
}

/* Before the number of cells changes. */
static void
count_cells (Ingress *self,
             uint64_t cycle)
{
  self->sum += (double) self->n_used * (double) (cycle - self->counted);
  self->counted = cycle;
}

static void
give_back (Ingress *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t port,
           uint64_t cycle)
{
  host->send (context, port, clock_get_time (&self->clock, cycle + 1) - host->now (context), &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1 } });
}

static void
enter (Ingress *self,
       const HdHost *host,
       HdComponentContext *context,
       const Coming *coming,
       uint64_t cycle)
{
  Packet packet = *coming->packet;
  uint64_t n = (packet.length + self->cell - 1) / self->cell;

  n += n == 0;
  if (n > self->n_cells - self->n_used)
    {
      self->n_dropped++;
      give_back (self, host, context, coming->port, cycle);
      return;
    }
  self->n_used += n;
  self->most_used = self->n_used > self->most_used ? self->n_used : self->most_used;
  self->n_packets++;
  packet.cells = (uint32_t) n;
  packet.order = ++self->order;
  packet.flow = packet_get_flow (coming->bytes, packet.length);
  packet.turn = ++self->turns[packet.flow];
  self->waiting[(self->first + self->n++) % self->n_places] = (Waiting){ packet_share (host, context, &packet, coming->bytes), coming->port, packet.followed > 0 };
}

static void
send_on (Ingress *self,
         const HdHost *host,
         HdComponentContext *context,
         uint64_t cycle)
{
  Waiting *waiting = &self->waiting[self->first];
  int64_t leaves = clock_get_time (&self->clock, cycle + 1);

  if (waiting->buffer != NULL && waiting->is_followed)
    waiting->buffer = packet_note_moment (host, context, waiting->buffer, (TrailMoment){ leaves, TRAIL_LINK, 0 });
  if (waiting->buffer != NULL)
    host->send_shared (context, PORT_OUT, leaves - host->now (context), &(HdMessage){ .kind = PACKET_ARRIVAL }, waiting->buffer);
  host->drop (context, waiting->buffer);
  give_back (self, host, context, waiting->port, cycle);
  credits_use (&self->credits);
  self->n_inside++;
  self->first = (self->first + 1) % self->n_places;
  self->n--;
}

static void
show_levels (Ingress *self,
             const HdHost *host,
             HdComponentContext *context)
{
  if (self->n_used != self->shown_cells)
    host->sample (context, PROBE_CELLS, (double) self->n_used);
  if (self->n != self->shown_waiting)
    host->sample (context, PROBE_WAITING, self->n);
  self->shown_cells = self->n_used;
  self->shown_waiting = self->n;
}

static void
show (const Ingress *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_PACKETS, (double) self->n_packets);
  host->sample (context, PROBE_NO_CELLS, (double) self->n_dropped);
  host->sample (context, PROBE_CELLS_MAXIMUM, (double) self->most_used);
  host->sample (context, PROBE_CELLS_MEAN, self->counted > 0 ? self->sum / (double) self->counted : 0);
}

static void
act (Ingress *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  uint32_t n = intake_count (&self->intake, cycle);

  self->alarm = UINT64_MAX;
  credits_take (&self->credits, cycle);
  count_cells (self, cycle);
  for (uint32_t i = 0; i < n; i++)
    {
      const Coming *coming = (const Coming *) self->intake.items + i;

      enter (self, host, context, coming, cycle);
      host->drop (context, coming->buffer);
    }
  intake_drop (&self->intake, n);
  while (self->n > 0 && self->credits.now > 0 && (self->admission == 0 || self->n_inside < self->admission))
    send_on (self, host, context, cycle);
  alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->intake));
  if (self->n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->credits.coming));
  show_levels (self, host, context);
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  show_levels (state, host, context);
  show (state, host, context);
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static int
has_room (const Ingress *self)
{
  return self->n + self->intake.n < self->n_places;
}

static void
take_packet (Ingress *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t port,
             int64_t time)
{
  Coming coming = { .cycle = clock_get_cycle (&self->clock, time), .port = port };

  coming.packet = packet_take (host, context, TRAIL_INGRESS, 0, time, &coming.buffer, &coming.bytes);
  if (coming.packet == NULL)
    return;
  if (has_room (self) && intake_add (&self->intake, &coming, sizeof coming))
    alarm_set (&self->alarm, host, context, &self->clock, coming.cycle);
  else
    host->fail (context, "a packet comes that it has no room for");
}

static void
take_credits (Ingress *self,
              const HdHost *host,
              HdComponentContext *context,
              uint64_t n,
              uint64_t cycle)
{
  if (!credits_foresee (&self->credits, n, cycle))
    host->fail (context, "there is no memory for what comes");
  else if (self->n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, cycle);
}

static void
take_release (Ingress *self,
              const HdMessage *message,
              uint64_t cycle)
{
  count_cells (self, cycle);
  self->n_used -= message->payload[0];
  self->n_inside -= message->payload[1];
}

/* Cells are free when that is told, which is the last of a packet: so it stays an event. */
static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Ingress *self = state;

  if (self->waiting == NULL)
    return 1;
  if (message->port == PORT_RELEASE || ((message->port & 0xffff) == PORT_IN && !has_room (self)))
    return 0;
  if (message->port == PORT_OUT)
    take_credits (self, host, context, message->payload[0], clock_get_cycle (&self->clock, time));
  else
    take_packet (self, host, context, message->port, time);
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Ingress *self = state;
  uint64_t cycle;

  if (self->waiting == NULL)
    return;
  cycle = clock_get_cycle (&self->clock, host->now (context));
  if (message->port == HD_NO_PORT)
    act (self, host, context, self->alarm);
  else if ((message->port & 0xffff) == PORT_IN)
    take_packet (self, host, context, message->port, host->now (context));
  else if (message->port == PORT_OUT)
    take_credits (self, host, context, message->payload[0], cycle);
  else
    {
      take_release (self, message, cycle);
      if (self->n > 0)
        alarm_set (&self->alarm, host, context, &self->clock, cycle);
      else
        show_levels (self, host, context);
    }
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  const Ingress *self = state;

  *out_value = message->kind;
  if ((message->port & 0xffff) == PORT_IN)
    return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
  if (message->port == PORT_OUT)
    return message->kind == PACKET_CREDIT ? NULL : N_("the kind must be 2 (credits)");
  if (message->kind != PACKET_RELEASE)
    return N_("the kind must be 7 (cells that are free)");
  *out_value = message->payload[0];
  return message->payload[0] <= self->n_used && message->payload[1] <= self->n_inside ? NULL : N_("no more cells and packets can leave than are there");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Ingress *self = state;

  if (self->n == 0)
    return 0;
  *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_OUT, .n = self->n, .what = N_("room for packets") };
  return 1;
}

static void
clear (void *state)
{
  Ingress *self = state;

  intake_clear (&self->intake);
  credits_clear (&self->credits);
  free (self->waiting);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_MEMORY] = { .size = sizeof (HdParameter), .key = "memory", .title = N_("Memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "1 MiB", .minimum = 1,
    .maximum = 1099511627776.0, .pleasant_minimum = 65536, .pleasant_maximum = 16777216, .help = N_("Of the packet buffer."), .source = "Neptune, table 1" },
  [PARAMETER_CELL] = { .size = sizeof (HdParameter), .key = "cell", .title = N_("Cell"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "64 B", .minimum = 1,
    .maximum = 16384, .pleasant_minimum = 32, .pleasant_maximum = 512, .help = N_("A packet takes whole cells.") },
  [PARAMETER_DEPTH] = { .size = sizeof (HdParameter), .key = "depth", .title = N_("Depth"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "64", .minimum = 1,
    .maximum = 65536, .pleasant_minimum = 1, .pleasant_maximum = 256, .help = N_("Packets of each that sends to it that wait here at most.") },
  [PARAMETER_ADMISSION] = { .size = sizeof (HdParameter), .key = "admission", .title = N_("Admission"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0",
    .maximum = 1e9, .pleasant_maximum = 4096, .help = N_("Packets that have entered and not left at most; others wait. 0: any number.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .mandatory = 1, .numbered = 1 },
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [PORT_RELEASE] = { .size = sizeof (HdPort), .name = "release", .title = N_("Release"), .protocol = "netproc-release", .mandatory = 1, .numbered = 1,
    .help = N_("From where packets leave: their cells are free again.") },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_PACKETS] = { .size = sizeof (HdProbe), .name = "packets", .title = N_("Packets"), .unit = "", .help = N_("that have entered"), .summary = HD_SUMMARY_SUM },
  [PROBE_NO_CELLS] = { .size = sizeof (HdProbe), .name = "no-cells", .title = N_("No cells"), .unit = "", .help = N_("packets that were dropped because too few cells were free"),
    .summary = HD_SUMMARY_SUM },
  [PROBE_CELLS] = { .size = sizeof (HdProbe), .name = "cells", .title = N_("Cells"), .unit = "", .help = N_("that are taken"), .summary = HD_SUMMARY_SUM },
  [PROBE_CELLS_MAXIMUM] = { .size = sizeof (HdProbe), .name = "cells-maximum", .title = N_("Most cells"), .unit = "", .help = N_("that were taken at once"),
    .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_CELLS_MEAN] = { .size = sizeof (HdProbe), .name = "cells-mean", .title = N_("Mean of cells"), .unit = "", .help = N_("that were taken, over all cycles so far"),
    .summary = HD_SUMMARY_MAXIMUM },
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("packets that wait for room, or to be admitted") },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 78;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Ingress), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_ingress = {
  .size = sizeof (HdComponentType), .id = "ingress", .title = N_("Ingress"), .category = NETPROC_CATEGORY, .symbol = "traffic-source",
  .help = N_("Where packets enter a network processor, and get cells of its packet buffer."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
