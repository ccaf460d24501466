/* hash.c: what adds up packets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It knows when a checksum or hash is there; the bytes are with the engine, as those of the packet buffer are.
 */
#include "unit.h"

enum { PARAMETER_WIDTH = UNIT_N_PARAMETERS };
enum { PROBE_BYTES = UNIT_N_PROBES };

typedef struct
{
  Unit unit;
  uint64_t width, n_bytes;
} Hash;

/* How many bytes it is of. */
static int
serve (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle,
       UnitAnswer *out_answer,
       uint64_t *out_more)
{
  Hash *self = (Hash *) unit;
  uint32_t n = unit_get_word (request->key);

  (void) cycle;
  self->n_bytes += n;
  *out_more = (n + self->width - 1) / self->width;
  out_answer->status = 1;
  return request->command == UNIT_ASK;
}

static void
show (const Unit *unit,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_BYTES, (double) ((const Hash *) unit)->n_bytes);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Hash *self = state;

  unit_start (&self->unit, host, context);
  self->width = (uint64_t) host->parameter (context, PARAMETER_WIDTH);
  self->unit.serve = serve;
  self->unit.show = show;
}

static void
clear (void *state)
{
  unit_clear (state);
}

static const HdParameter parameters[] = {
  UNIT_PARAMETERS ("4", N_("Cycles of a request besides those of its bytes, and without those of the links to and from the unit.")),
  [PARAMETER_WIDTH] = { .size = sizeof (HdParameter), .key = "width", .title = N_("Width"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "16", .minimum = 1,
    .maximum = 1024, .pleasant_minimum = 4, .pleasant_maximum = 64, .help = N_("Bytes that it takes in a cycle.") },
  { 0 },
};
static const HdPort ports[] = { UNIT_PORT ("netproc-hash"), { 0 } };
static const HdProbe probes[] = {
  UNIT_PROBES,
  [PROBE_BYTES] = { .size = sizeof (HdProbe), .name = "bytes", .title = N_("Bytes"), .unit = "B", .help = N_("that it took"), .summary = HD_SUMMARY_SUM },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 3;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Hash), .start = start, .receive = unit_receive, .foresee = unit_foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = unit_finish, .accept = unit_accept, .clear = clear,
};
const HdComponentType netproc_hash = {
  .size = sizeof (HdComponentType), .id = "hash", .title = N_("Checksum and hash"), .category = NETPROC_CATEGORY, .symbol = "sum",
  .help = N_("Adds up bytes of packets and keys for the engines of a network processor."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
