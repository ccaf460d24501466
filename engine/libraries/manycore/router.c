/* router.c: a router of a mesh
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Packets go along their row first, then along their column (X-Y), which cannot deadlock; x grows to the right, y downwards. At the router of its
 * destination a packet leaves by the port that its destination names: to the core, or at the edge of the mesh to a memory. A free
 * network takes `delay` cycles in each router and its latency in each link.
 */
#include <stdlib.h>

#include "manycore.h"
#include "switching.h"

enum { PORT_UP, PORT_DOWN, PORT_RIGHT, PORT_LEFT, PORT_CORE, N_PORTS };
enum { PARAMETER_CLOCK, PARAMETER_X, PARAMETER_Y, PARAMETER_DELAY, PARAMETER_WIDTH, PARAMETER_CHANNELS, PARAMETER_DEPTH };
enum { PROBE_FLITS, PROBE_PACKETS, PROBE_WAIT, PROBE_BLOCKED, PROBE_LONGEST };

typedef struct
{
  uint32_t n;
  uint16_t *positions; /* x | y << 8 */
  Switching *switching;
} Routers;

static uint32_t
route (const void *data, uint32_t element, uint64_t header)
{
  const uint16_t *positions = data;
  uint32_t destination = header_destination (header);
  uint32_t x = positions[element] & 0xff, y = positions[element] >> 8;

  if (place_x (destination) != x)
    return place_x (destination) > x ? PORT_RIGHT : PORT_LEFT;
  if (place_y (destination) != y)
    return place_y (destination) > y ? PORT_DOWN : PORT_UP;
  return place_exit (destination);
}

static uint64_t
measure (const HdBlockHost *host, HdBlockContext *context, uint32_t n)
{
  return n * sizeof (uint16_t) + switching_measure (n, N_PORTS, MAX_CHANNELS);
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  static const uint32_t ports[N_PORTS] = { PORT_UP, PORT_DOWN, PORT_RIGHT, PORT_LEFT, PORT_CORE };
  Routers *self = state;

  self->n = n;
  self->positions = calloc (n, sizeof (uint16_t));
  self->switching = self->positions != NULL ? switching_new (n, N_PORTS, MAX_CHANNELS, route, self->positions) : NULL;
  if (self->switching == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  for (uint32_t e = 0; e < n; e++)
    {
      const SwitchingSetup setup = {
        .ports = ports,
        .n_ports = N_PORTS,
        .delay = manycore_whole (host, context, e, PARAMETER_DELAY),
        .width = manycore_whole (host, context, e, PARAMETER_WIDTH),
        .channels = manycore_whole (host, context, e, PARAMETER_CHANNELS),
        .depth = manycore_whole (host, context, e, PARAMETER_DEPTH),
      };

      self->positions[e] = (uint16_t) (manycore_whole (host, context, e, PARAMETER_X) | manycore_whole (host, context, e, PARAMETER_Y) << 8);
      if (!switching_set_up (self->switching, host, context, e, &setup))
        return 0;
    }
  return 1;
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  return switching_waits (((const Routers *) state)->switching, element, out_wait);
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  return switching_receive (((Routers *) state)->switching, host, context, element, cycle, message);
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  switching_tick (((Routers *) state)->switching, host, context, cycle, active, n_active, next);
}

static void
finish (const HdBlockHost *host, HdBlockContext *context, void *state)
{
  switching_finish (((Routers *) state)->switching, host, context);
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  switching_read (((const Routers *) state)->switching, element, (SwitchingProbe) probe, out_value, out_weight);
}

static void
clear (void *state)
{
  Routers *self = state;

  if (self->switching != NULL)
    switching_free (self->switching);
  free (self->positions);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_X] = MANYCORE_INTEGER ("column", N_("Column"), "0", 0, 255, N_("In the mesh, from the left.")),
  [PARAMETER_Y] = MANYCORE_INTEGER ("row", N_("Row"), "0", 0, 255, N_("In the mesh, from the top.")),
  [PARAMETER_DELAY] = MANYCORE_INTEGER ("delay", N_("Delay"), "1", 1, 1000, N_("Cycles from a flit's arrival to its departure.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 0, 1024,
                                        N_("Flits that each port passes in a cycle; 0 for no limit.")),
  [PARAMETER_CHANNELS] = MANYCORE_COUNT ("channels", N_("Virtual channels"), "2", 1, MAX_CHANNELS,
                                           N_("Queues of each port; half of them carry requests, half replies.")),
  [PARAMETER_DEPTH] = MANYCORE_COUNT ("depth", N_("Depth"), "8", 0, 4096, N_("Flits that a queue holds; 0 for no limit.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_UP] = MANYCORE_PORT ("up", N_("Up"), "chip", 0, N_("To the router above, or a memory.")),
  [PORT_DOWN] = MANYCORE_PORT ("down", N_("Down"), "chip", 0, N_("To the router below, or a memory.")),
  [PORT_RIGHT] = MANYCORE_PORT ("right", N_("Right"), "chip", 0, N_("To the router on the right, or a memory.")),
  [PORT_LEFT] = MANYCORE_PORT ("left", N_("Left"), "chip", 0, N_("To the router on the left, or a memory.")),
  [PORT_CORE] = MANYCORE_PORT ("core", N_("Core"), "chip", 0, N_("To a core or its cache.")),
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
  .state_size = sizeof (Routers),
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

const HdComponentType manycore_router = {
  .size = sizeof (HdComponentType),
  .id = "router",
  .title = N_("Router"),
  .category = MANYCORE_NETWORK,
  .symbol = "router",
  .help = N_("A mesh router with virtual channels and credits; packets go along the row first, then along the column."),
  .source = N_("After BDSim; input-queued wormhole router as in Dally and Towles, Principles and Practices of Interconnection Networks"),
  .role = HD_ROLE_SWITCH,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
