/* counter.c: what programs count
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Nothing is answered: a program says what it has to count and goes on.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define LINE_BYTES 96

enum { PARAMETER_COUNTERS = UNIT_N_PARAMETERS, PARAMETER_CAPTURE };
enum { PROBE_SUM = UNIT_N_PROBES, PROBE_UNKNOWN };
enum { OUTPUT_COUNTERS };

typedef struct
{
  uint64_t n, sum;
} Count;

typedef struct
{
  Unit unit;
  Count *counts;
  uint32_t n;
  uint64_t sum, n_unknown;
} Counters;

/* The counter's number, then what is added. */
static int
serve (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle,
       UnitAnswer *out_answer,
       uint64_t *out_more)
{
  Counters *self = (Counters *) unit;
  uint32_t number = unit_get_word (request->key), more = unit_get_word (request->key + 4);

  (void) cycle;
  (void) out_answer;
  (void) out_more;
  if (number >= self->n)
    {
      self->n_unknown++;
      return 0;
    }
  self->counts[number].n++;
  self->counts[number].sum += more;
  self->sum += more;
  return 0;
}

static void
show (const Unit *unit,
      const HdHost *host,
      HdComponentContext *context)
{
  const Counters *self = (const Counters *) unit;

  host->sample (context, PROBE_SUM, (double) self->sum);
  host->sample (context, PROBE_UNKNOWN, (double) self->n_unknown);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Counters *self = state;

  unit_start (&self->unit, host, context);
  self->n = (uint32_t) host->parameter (context, PARAMETER_COUNTERS);
  self->counts = calloc (self->n, sizeof *self->counts);
  if (self->counts == NULL)
    {
      host->fail (context, "there is no memory for its counters");
      return;
    }
  self->unit.is_silent = 1;
  self->unit.serve = serve;
  self->unit.show = show;
}

/* Those that were counted at all. */
static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  static const char head[] = "counter,updates,sum\n";
  Counters *self = state;
  char line[LINE_BYTES];
  int is_begun = 0;

  unit_finish (host, context, state);
  if (host->parameter (context, PARAMETER_CAPTURE) == 0)
    return;
  for (uint32_t i = 0; i < self->n && self->counts != NULL; i++)
    if (self->counts[i].n > 0)
      {
        if (!is_begun)
          host->write (context, OUTPUT_COUNTERS, head, sizeof head - 1);
        is_begun = 1;
        host->write (context, OUTPUT_COUNTERS, line,
                     (size_t) snprintf (line, sizeof line, "%" PRIu32 ",%" PRIu64 ",%" PRIu64 "\n", i, self->counts[i].n, self->counts[i].sum));
      }
}

static void
clear (void *state)
{
  Counters *self = state;

  unit_clear (&self->unit);
  free (self->counts);
}

static const HdParameter parameters[] = {
  UNIT_PARAMETERS ("1", N_("Cycles of an update; nobody waits for it.")),
  [PARAMETER_COUNTERS] = { .size = sizeof (HdParameter), .key = "counters", .title = N_("Counters"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1024",
    .minimum = 1, .maximum = 16777216, .pleasant_minimum = 16, .pleasant_maximum = 65536, .help = N_("From 0; what programs say of others is not counted.") },
  [PARAMETER_CAPTURE] = NETPROC_FILE_PARAMETER,
  { 0 },
};
static const HdPort ports[] = { UNIT_PORT ("netproc-counter"), { 0 } };
static const HdProbe probes[] = {
  UNIT_PROBES,
  [PROBE_SUM] = UNIT_COUNT ("sum", N_("Sum"), N_("of all that was added")),
  [PROBE_UNKNOWN] = UNIT_COUNT ("unknown", N_("Unknown"), N_("updates of counters that are not there")),
  { 0 },
};
static const HdOutput outputs[] = {
  [OUTPUT_COUNTERS] = { .size = sizeof (HdOutput), .name = "counters.csv", .title = N_("Counters"), .help = N_("How often each was added to, and the sum."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 8;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Counters), .start = start, .receive = unit_receive, .foresee = unit_foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = unit_accept, .clear = clear,
};
const HdComponentType netproc_counter = {
  .size = sizeof (HdComponentType), .id = "counter", .title = N_("Counters"), .category = NETPROC_CATEGORY, .symbol = "gauge",
  .help = N_("Counters that programs of a network processor add to."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .outputs = outputs, .handlers = &handlers,
};
