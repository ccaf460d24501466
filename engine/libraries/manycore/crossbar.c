/* crossbar.c: a crossbar of a tree of buses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Cores and memories are numbered. A crossbar knows which numbers lie below it: cores from `first` on, `span` of them behind each port from 0 on, and
 * memories from `first-memory` on, one behind each port from `memory-port` on. Everything else goes up.
 */
#include <stdlib.h>

#include "manycore.h"
#include "switching.h"

#define MAX_DOWN 31

enum { PORT_UP, PORT_DOWN };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_DOWN,
  PARAMETER_FIRST,
  PARAMETER_SPAN,
  PARAMETER_FIRST_MEMORY,
  PARAMETER_MEMORIES,
  PARAMETER_MEMORY_PORT,
  PARAMETER_DELAY,
  PARAMETER_WIDTH,
  PARAMETER_CHANNELS,
  PARAMETER_DEPTH,
};
enum { PROBE_FLITS, PROBE_PACKETS, PROBE_WAIT, PROBE_BLOCKED, PROBE_LONGEST };

typedef struct
{
  uint32_t down, first, span, first_memory, memories, memory_port;
} Reach;

typedef struct
{
  Reach *reaches;
  Switching *switching;
} Crossbars;

/* Port 0 of the switch leads up, port 1 + i to down[i]. */
static uint32_t
route (const void *data, uint32_t element, uint64_t header)
{
  const Reach *reach = &((const Reach *) data)[element];
  uint32_t destination = header_destination (header);
  uint32_t number;

  if (destination & PLACE_MEMORY)
    {
      number = (destination & ~PLACE_MEMORY) - reach->first_memory;
      return number < reach->memories ? 1 + reach->memory_port + number : 0;
    }
  number = destination - reach->first;
  return number / reach->span < reach->down ? 1 + number / reach->span : 0;
}

/* Ports to cores, then those to memories, which may lie among them or beyond. */
static uint32_t
count_down (const double *parameters)
{
  double memories = parameters[PARAMETER_MEMORIES] > 0 ? parameters[PARAMETER_MEMORY_PORT] + parameters[PARAMETER_MEMORIES] : 0;
  double n = memories > parameters[PARAMETER_DOWN] ? memories : parameters[PARAMETER_DOWN];

  return n > 0 && n < MAX_DOWN ? (uint32_t) n : MAX_DOWN;
}

static int
create_element (Crossbars *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  Reach *reach = &self->reaches[element];
  uint32_t ports[1 + MAX_DOWN] = { PORT_UP };
  uint32_t last;
  SwitchingSetup setup;

  *reach = (Reach){
    .down = manycore_whole (host, context, element, PARAMETER_DOWN),
    .first = manycore_whole (host, context, element, PARAMETER_FIRST),
    .span = manycore_whole (host, context, element, PARAMETER_SPAN),
    .first_memory = manycore_whole (host, context, element, PARAMETER_FIRST_MEMORY),
    .memories = manycore_whole (host, context, element, PARAMETER_MEMORIES),
    .memory_port = manycore_whole (host, context, element, PARAMETER_MEMORY_PORT),
  };
  last = reach->memories > 0 ? reach->memory_port + reach->memories : 0;
  last = last > reach->down ? last : reach->down;
  if (last > MAX_DOWN)
    {
      host->fail (context, element, "a crossbar has at most 31 ports down");
      return 0;
    }
  for (uint32_t p = 0; p < last; p++)
    ports[1 + p] = PORT_DOWN | p << 16;
  setup = (SwitchingSetup){
    .ports = ports,
    .n_ports = 1 + last,
    .delay = manycore_whole (host, context, element, PARAMETER_DELAY),
    .width = manycore_whole (host, context, element, PARAMETER_WIDTH),
    .channels = manycore_whole (host, context, element, PARAMETER_CHANNELS),
    .depth = manycore_whole (host, context, element, PARAMETER_DEPTH),
  };
  return switching_set_up (self->switching, host, context, element, &setup);
}

static uint64_t
measure (const HdBlockHost *host, HdBlockContext *context, uint32_t n)
{
  return n * sizeof (Reach) + switching_measure (n, 1 + MAX_DOWN, ENDPOINT_CHANNELS);
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Crossbars *self = state;

  self->reaches = calloc (n, sizeof (Reach));
  self->switching = self->reaches != NULL ? switching_new (n, 1 + MAX_DOWN, ENDPOINT_CHANNELS, route, self->reaches) : NULL;
  if (self->switching == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  for (uint32_t e = 0; e < n; e++)
    if (!create_element (self, host, context, e))
      return 0;
  return 1;
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  int waits = switching_waits (((const Crossbars *) state)->switching, element, out_wait);

  out_wait->port = out_wait->port == 0 ? PORT_UP : PORT_DOWN | (out_wait->port - 1) << 16;
  return waits;
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  return switching_receive (((Crossbars *) state)->switching, host, context, element, cycle, message);
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  switching_tick (((Crossbars *) state)->switching, host, context, cycle, active, n_active, next);
}

static void
finish (const HdBlockHost *host, HdBlockContext *context, void *state)
{
  switching_finish (((Crossbars *) state)->switching, host, context);
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  switching_read (((const Crossbars *) state)->switching, element, (SwitchingProbe) probe, out_value, out_weight);
}

static void
clear (void *state)
{
  Crossbars *self = state;

  if (self->switching != NULL)
    switching_free (self->switching);
  free (self->reaches);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_DOWN] = MANYCORE_INTEGER ("down-ports", N_("Ports down"), "8", 1, MAX_DOWN, N_("Ports with cores below, from down[0] on.")),
  [PARAMETER_FIRST] = MANYCORE_INTEGER ("first", N_("First core"), "0", 0, 8388607, N_("Lowest number of a core below.")),
  [PARAMETER_SPAN] = MANYCORE_INTEGER ("span", N_("Cores for each port"), "1", 1, 8388607, N_("Cores behind each port down.")),
  [PARAMETER_FIRST_MEMORY] = MANYCORE_INTEGER ("first-memory", N_("First memory"), "0", 0, 8388607, N_("Lowest number of a memory below.")),
  [PARAMETER_MEMORIES] = MANYCORE_INTEGER ("memories", N_("Memories"), "0", 0, MAX_DOWN, N_("Memories below, one for each port.")),
  [PARAMETER_MEMORY_PORT] = MANYCORE_INTEGER ("memory-port", N_("First port to a memory"), "0", 0, MAX_DOWN - 1,
                                              N_("The port down that leads to the first memory.")),
  [PARAMETER_DELAY] = MANYCORE_INTEGER ("delay", N_("Delay"), "1", 1, 1000, N_("Cycles from a flit's arrival to its departure.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 0, 1024,
                                        N_("Flits that each port passes in a cycle; 0 for no limit.")),
  [PARAMETER_CHANNELS] = MANYCORE_COUNT ("channels", N_("Virtual channels"), "2", 1, ENDPOINT_CHANNELS,
                                           N_("Queues of each port; half of them carry requests, half replies.")),
  [PARAMETER_DEPTH] = MANYCORE_COUNT ("depth", N_("Depth"), "8", 0, 4096, N_("Flits that a queue holds; 0 for no limit.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_UP] = MANYCORE_PORT ("up", N_("Up"), "chip", 0, N_("To the crossbar of the level above.")),
  [PORT_DOWN] = { .size = sizeof (HdPort), .name = "down", .title = N_("Down"), .protocol = "chip", .maximum_links = 1, .indexed = 1, .mandatory = 1,
                  .help = N_("To cores, memories or crossbars of the level below."), .count = count_down },
  { 0 },
};

static const HdProbe probes[] = {
  [PROBE_FLITS] = MANYCORE_PROBE ("flits", N_("Flits forwarded"), "flit", HD_SUMMARY_SUM, N_("flits that have passed")),
  [PROBE_PACKETS] = MANYCORE_PROBE ("packets", N_("Packets forwarded"), "packet", HD_SUMMARY_SUM, N_("packets that have passed wholly")),
  [PROBE_WAIT] = MANYCORE_PROBE ("wait", N_("Mean wait"), "cycle", HD_SUMMARY_MEAN, N_("cycles that a flit waits beyond the delay")),
  [PROBE_BLOCKED] = MANYCORE_PROBE ("blocked", N_("Without credit"), "", HD_SUMMARY_SUM, N_("times that a flit found no room beyond its output")),
  [PROBE_LONGEST] = MANYCORE_PROBE ("longest", N_("Longest queue"), "flit", HD_SUMMARY_MAXIMUM, N_("most flits that any queue ever held")),
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (Crossbars),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .finish = finish,
  .read = read_probe,
  .clear = clear,
  .waits = waits,
  .measure = measure,
};

const HdComponentType manycore_crossbar = {
  .size = sizeof (HdComponentType),
  .id = "crossbar",
  .title = N_("Crossbar"),
  .category = MANYCORE_NETWORK,
  .symbol = "crossbar",
  .help = N_("A crossbar bus of a tree: one flit for each port and cycle, to cores and memories below it, or up."),
  .source = N_("After BDSim's system for memory-access collection"),
  .role = HD_ROLE_SWITCH,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
