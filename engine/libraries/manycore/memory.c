/* memory.c: banked memory at the edge of a mesh
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Consecutive `interleave` bytes lie in one bank; banks work side by side. A bank is busy for `service` cycles with each access.
 */
#include "banks.h"
#include "manycore.h"

enum { PORT_NET };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_BANKS,
  PARAMETER_INTERLEAVE,
  PARAMETER_LATENCY,
  PARAMETER_SERVICE,
  PARAMETER_REPLY_FLITS,
  PARAMETER_WIDTH,
};

typedef struct
{
  Banks *banks;
} Memories;

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Memories *self = state;

  self->banks = banks_new (n);
  if (self->banks == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  for (uint32_t e = 0; e < n; e++)
    {
      const BanksSetup setup = {
        .port = PORT_NET,
        .banks = manycore_whole (host, context, e, PARAMETER_BANKS),
        .interleave = (uint64_t) host->parameter (context, e, PARAMETER_INTERLEAVE),
        .latency = manycore_whole (host, context, e, PARAMETER_LATENCY),
        .service = manycore_whole (host, context, e, PARAMETER_SERVICE),
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
  return banks_receive (((Memories *) state)->banks, host, context, element, cycle, message);
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  banks_tick (((Memories *) state)->banks, host, context, cycle, active, n_active, next);
}

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  return banks_accept (((const Memories *) state)->banks, element, message, out_value);
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  return banks_waits (((const Memories *) state)->banks, element, out_wait);
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  banks_read (((const Memories *) state)->banks, element, (BanksProbe) probe, out_value, out_weight);
}

static void
clear (void *state)
{
  if (((Memories *) state)->banks != NULL)
    banks_free (((Memories *) state)->banks);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_BANKS] = MANYCORE_COUNT ("banks", N_("Banks"), "8", 1, MAX_BANKS, N_("Parts that work at the same time.")),
  [PARAMETER_INTERLEAVE] = MANYCORE_NUMBER ("interleave", N_("Interleave"), "B", "256 B", 1, 1e12, N_("Consecutive bytes in one bank.")),
  [PARAMETER_LATENCY] = MANYCORE_INTEGER ("latency", N_("Latency"), "100", 1, 1000000, N_("Cycles from the start of an access to its answer.")),
  [PARAMETER_SERVICE] = MANYCORE_INTEGER ("service", N_("Service"), "4", 1, 1000000, N_("Cycles that a bank is busy with one access.")),
  [PARAMETER_REPLY_FLITS] = MANYCORE_INTEGER ("reply-flits", N_("Flits of an answer"), "5", 1, 63,
                                              N_("Of a read: a header and the data; 5 carry a line of 64 bytes.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 1, 1024, N_("Flits that may leave in a cycle.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_NET] = MANYCORE_PORT ("net", N_("Network"), "chip", 1, N_("To a free port of a router.")),
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
  .state_size = sizeof (Memories),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .read = read_probe,
  .clear = clear,
  .accept = accept,
  .waits = waits,
};

const HdComponentType manycore_memory = {
  .size = sizeof (HdComponentType),
  .id = "memory",
  .title = N_("Memory"),
  .symbol = "memory",
  .help = N_("Banked memory with a fixed latency; requests for a busy bank wait."),
  .source = N_("After BDSim"),
  .category = MANYCORE_MEMORY,
  .role = HD_ROLE_MEMORY,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
