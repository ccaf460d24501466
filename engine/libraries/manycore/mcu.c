/* mcu.c: a memory controller behind a bus
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One request at a time, in the order of arrival. With open rows a request for the row that the last one used saves `row-miss` cycles.
 */
#include "banks.h"
#include "manycore.h"

enum { PORT_BUS };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_LATENCY,
  PARAMETER_SERVICE,
  PARAMETER_ROW,
  PARAMETER_ROW_MISS,
  PARAMETER_REPLY_FLITS,
  PARAMETER_WIDTH,
};

typedef struct
{
  Banks *banks;
} Controllers;

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Controllers *self = state;

  self->banks = banks_new (n);
  if (self->banks == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  for (uint32_t e = 0; e < n; e++)
    {
      const BanksSetup setup = {
        .port = PORT_BUS,
        .banks = 1,
        .interleave = 1,
        .latency = manycore_whole (host, context, e, PARAMETER_LATENCY),
        .service = manycore_whole (host, context, e, PARAMETER_SERVICE),
        .row = (uint64_t) host->parameter (context, e, PARAMETER_ROW),
        .row_miss = manycore_whole (host, context, e, PARAMETER_ROW_MISS),
        .reply_flits = manycore_whole (host, context, e, PARAMETER_REPLY_FLITS),
        .width = manycore_whole (host, context, e, PARAMETER_WIDTH),
      };

      if (!banks_set_up (self->banks, host, context, e, &setup))
        return 0;
    }
  return 1;
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  return banks_receive (((Controllers *) state)->banks, host, context, element, cycle, message);
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  banks_tick (((Controllers *) state)->banks, host, context, cycle, active, n_active, next);
}

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  return banks_accept (((const Controllers *) state)->banks, element, message, out_value);
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  return banks_waits (((const Controllers *) state)->banks, element, out_wait);
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  banks_read (((const Controllers *) state)->banks, element, (BanksProbe) probe, out_value, out_weight);
}

static void
clear (void *state)
{
  if (((Controllers *) state)->banks != NULL)
    banks_free (((Controllers *) state)->banks);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_LATENCY] = MANYCORE_INTEGER ("latency", N_("Latency"), "100", 1, 1000000, N_("Cycles from the start of an access to its answer.")),
  [PARAMETER_SERVICE] = MANYCORE_INTEGER ("service", N_("Service"), "4", 1, 1000000, N_("Cycles for which an access keeps the next one waiting.")),
  [PARAMETER_ROW] = MANYCORE_NUMBER ("row", N_("Row"), "B", "0 B", 0, 1e9, N_("Bytes of an open row; 0 B if rows make no difference.")),
  [PARAMETER_ROW_MISS] = MANYCORE_INTEGER ("row-miss", N_("Row miss"), "0", 0, 1000000, N_("Cycles more if another row is open.")),
  [PARAMETER_REPLY_FLITS] = MANYCORE_INTEGER ("reply-flits", N_("Flits of an answer"), "1", 1, 63, N_("Of a read.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 1, 1024, N_("Flits that may leave in a cycle.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_BUS] = MANYCORE_PORT ("bus", N_("Bus"), "chip", 1, N_("To a crossbar.")),
  { 0 },
};

static const HdProbe probes[] = {
  [BANKS_REQUESTS] = MANYCORE_PROBE ("requests", N_("Requests"), "", HD_SUMMARY_SUM, N_("reads and writes that have arrived")),
  [BANKS_CONFLICTS] = MANYCORE_PROBE ("conflicts", N_("Share that waited"), "", HD_SUMMARY_MEAN, N_("share of the requests that found their bank busy")),
  [BANKS_LATENCY] = MANYCORE_PROBE ("latency", N_("Mean latency"), "cycle", HD_SUMMARY_MEAN, N_("cycles from a request's arrival to its answer")),
  [BANKS_QUEUE] = MANYCORE_PROBE ("queue", N_("Most at once"), "", HD_SUMMARY_MAXIMUM, N_("most requests that ever were under way here")),
  [BANKS_ROW_MISSES] = MANYCORE_PROBE ("row-misses", N_("Share of row misses"), "", HD_SUMMARY_MEAN, N_("share of the requests for which another row was open")),
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (Controllers),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .read = read_probe,
  .clear = clear,
  .accept = accept,
  .waits = waits,
};

const HdComponentType manycore_mcu = {
  .size = sizeof (HdComponentType),
  .id = "mcu",
  .title = N_("Memory controller"),
  .symbol = "memory-controller",
  .help = N_("A memory controller: serves requests one after another, faster while they stay in one row."),
  .source = N_("After the MCU of BDSim"),
  .category = MANYCORE_MEMORY,
  .role = HD_ROLE_MEMORY,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
