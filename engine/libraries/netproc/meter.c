/* meter.c: meters, which say whether a packet is within its rate
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Meters are spread over banks by their numbers. A bank begins one request in so many cycles, and one of a meter that is busy waits until that is not.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include "table.h"
#include "unit.h"

#define WHY_BYTES 512
#define MOST_RATE (UINT64_C (1) << 44)

enum { PARAMETER_METERS = UNIT_N_PARAMETERS, PARAMETER_BANKS, PARAMETER_UPDATE };
enum { PROBE_GREEN = UNIT_N_PROBES, PROBE_YELLOW, PROBE_RED, PROBE_UNKNOWN };

typedef struct
{
  uint32_t number, line; /* in its file */
  MeterBuckets buckets;
  uint64_t free; /* the cycle from which on it may be asked again */
} Meter;

typedef struct
{
  Unit unit;
  Meter *meters; /* by their numbers */
  uint32_t n, n_places;
  uint64_t n_banks, update;
  uint64_t *free; /* of each bank */
  uint64_t n_colours[N_COLOURS], n_unknown;
} Meters;

static int
compare (const void *a,
         const void *b)
{
  const Meter *x = a, *y = b;

  return (x->number > y->number) - (x->number < y->number);
}

static int
compare_lines (const void *a,
               const void *b)
{
  const Meter *x = a, *y = b;
  int order = compare (x, y);

  return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static Meter *
find (const Meters *self,
      uint32_t number)
{
  return self->n > 0 ? bsearch (&(Meter){ .number = number }, self->meters, self->n, sizeof *self->meters, compare) : NULL;
}

/* ---- the table ----------------------------------------------------------------------------------------------------- */

static int
read_meter (Meters *self,
            Table *table)
{
  uint64_t number, committed, committed_burst, peak, peak_burst;

  if (table->n_words != 5)
    return table_fail (table, "it must be a meter's number, its committed rate and burst, and its peak rate and burst, as 7 1MB/s 2kB 2MB/s 4kB");
  if (!table_read_number (table, 0, "the number", UINT32_MAX, &number) || !table_read_amount (table, 1, "the committed rate", "B/s", MOST_RATE, &committed)
      || !table_read_amount (table, 2, "the committed burst", "B", MOST_RATE, &committed_burst) || !table_read_amount (table, 3, "the peak rate", "B/s", MOST_RATE, &peak)
      || !table_read_amount (table, 4, "the peak burst", "B", MOST_RATE, &peak_burst))
    return 0;
  if (peak < committed)
    return table_fail (table, "the peak rate, %" PRIu64 "B/s, is below the committed one, %" PRIu64 "B/s", peak, committed);
  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? 64 : self->n_places * 2;
      Meter *grown = realloc (self->meters, n * sizeof *grown);

      if (grown == NULL)
        return table_fail (table, "there is no memory for it");
      self->meters = grown;
      self->n_places = n;
    }
  self->meters[self->n] = (Meter){ .number = (uint32_t) number, .line = table->line };
  meter_buckets_init (&self->meters[self->n++].buckets, committed, committed_burst, peak, peak_burst);
  return 1;
}

/* Sorted, those of one number by their lines. */
static int
sort (Meters *self,
      Table *table)
{
  if (self->n > 0)
    qsort (self->meters, self->n, sizeof *self->meters, compare_lines);
  for (uint32_t i = 1; i < self->n; i++)
    if (self->meters[i].number == self->meters[i - 1].number)
      {
        table->line = self->meters[i].line;
        return table_fail (table, "meter %" PRIu32 " stands there for the second time", self->meters[i].number);
      }
  return 1;
}

static int
read_lines (Meters *self,
            Table *table)
{
  while (table_next (table) && read_meter (self, table))
    continue;
  return *table->why == '\0' && sort (self, table);
}

static int
check_meters (const char *text,
              char *why,
              size_t room)
{
  Meters meters = { .n = 0 };
  Table table;
  int good;

  table_open (&table, NULL, text, strlen (text), why, room);
  good = read_lines (&meters, &table);
  free (meters.meters);
  return good;
}

static int
read_meters (Meters *self,
             const HdHost *host,
             HdComponentContext *context)
{
  char why[WHY_BYTES];
  const char *text;
  Table table;
  size_t size;

  if (*host->text (context, PARAMETER_METERS) == '\0')
    return 1;
  if (!host->load (context, PARAMETER_METERS, &text, &size))
    return 0;
  table_open (&table, host->text (context, PARAMETER_METERS), text, size, why, sizeof why);
  if (read_lines (self, &table))
    return 1;
  host->fail (context, why);
  return 0;
}

/* ---- requests ------------------------------------------------------------------------------------------------------ */

/* The meter's number, then the bytes of the packet. */
static uint64_t
begin (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle)
{
  Meters *self = (Meters *) unit;
  uint32_t number = unit_get_word (request->key);
  uint64_t *bank = &self->free[number % self->n_banks];
  Meter *meter = find (self, number);

  cycle = *bank > cycle ? *bank : cycle;
  if (meter != NULL)
    {
      cycle = meter->free > cycle ? meter->free : cycle;
      meter->free = cycle + self->update;
    }
  *bank = cycle + unit->interval;
  return cycle;
}

static int
serve (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle,
       UnitAnswer *out_answer,
       uint64_t *out_more)
{
  Meters *self = (Meters *) unit;
  Meter *meter = find (self, unit_get_word (request->key));
  Colour colour = COLOUR_GREEN;

  (void) out_more;
  if (meter != NULL)
    {
      colour = meter_buckets_take (&meter->buckets, unit->clock.hertz, cycle, unit_get_word (request->key + 4));
      self->n_colours[colour]++;
    }
  self->n_unknown += meter == NULL;
  out_answer->status = meter != NULL;
  unit_put_word (out_answer->value, colour);
  return request->command == UNIT_ASK;
}

static void
show (const Unit *unit,
      const HdHost *host,
      HdComponentContext *context)
{
  const Meters *self = (const Meters *) unit;

  for (uint32_t i = 0; i < N_COLOURS; i++)
    host->sample (context, PROBE_GREEN + i, (double) self->n_colours[i]);
  host->sample (context, PROBE_UNKNOWN, (double) self->n_unknown);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Meters *self = state;

  unit_start (&self->unit, host, context);
  self->n_banks = (uint64_t) host->parameter (context, PARAMETER_BANKS);
  self->update = (uint64_t) host->parameter (context, PARAMETER_UPDATE);
  self->free = calloc (self->n_banks, sizeof *self->free);
  if (self->free == NULL)
    {
      host->fail (context, "there is no memory for its banks");
      return;
    }
  if (!read_meters (self, host, context))
    return;
  self->unit.banked = 1;
  self->unit.begin = begin;
  self->unit.serve = serve;
  self->unit.show = show;
}

static void
clear (void *state)
{
  Meters *self = state;

  unit_clear (&self->unit);
  free (self->meters);
  free (self->free);
}

static const HdFormField meter_fields[] = {
  UNIT_FIELD ("number", N_("Meter"), N_("Its number, by which programs ask for it.")),
  UNIT_FIELD ("committed-rate", N_("Committed rate"), N_("What is green, as 1MB/s.")),
  UNIT_FIELD ("committed-burst", N_("Committed burst"), N_("What may be green at once, as 2kB.")),
  UNIT_FIELD ("peak-rate", N_("Peak rate"), N_("What is yellow beyond that; no less than the committed rate.")),
  UNIT_FIELD ("peak-burst", N_("Peak burst"), N_("What may be yellow at once.")),
  { 0 },
};
static const HdForm forms[] = {
  { .size = sizeof (HdForm), .name = "meter", .title = N_("Meter"), .help = N_("A number, committed rate and burst, peak rate and burst."), .fields = meter_fields, .between = " " },
  { 0 },
};
static const HdParameter parameters[] = {
  UNIT_PARAMETERS ("8", N_("Cycles of a request, without those of the links to and from the unit.")),
  [PARAMETER_METERS] = UNIT_TABLES ("meters", N_("Meters"),
    N_("A file of meters: number, committed rate and burst, peak rate and burst, as “7 1MB/s 2kB 2MB/s 4kB”."), "meter", check_meters),
  [PARAMETER_BANKS] = { .size = sizeof (HdParameter), .key = "banks", .title = N_("Banks"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "16", .minimum = 1,
    .maximum = 4096, .pleasant_minimum = 1, .pleasant_maximum = 64, .help = N_("Over which meters are spread by their numbers.") },
  [PARAMETER_UPDATE] = { .size = sizeof (HdParameter), .key = "update", .title = N_("Update"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "4", .minimum = 1,
    .maximum = 1000, .pleasant_minimum = 1, .pleasant_maximum = 16, .help = N_("Cycles from the beginning of one request of a meter to that of its next at least.") },
  { 0 },
};
static const HdPort ports[] = { UNIT_PORT ("netproc-meter"), { 0 } };
static const HdProbe probes[] = {
  UNIT_PROBES,
  [PROBE_GREEN] = UNIT_COUNT ("green", N_("Green"), N_("packets within the committed rate")),
  [PROBE_YELLOW] = UNIT_COUNT ("yellow", N_("Yellow"), N_("packets within the peak rate alone")),
  [PROBE_RED] = UNIT_COUNT ("red", N_("Red"), N_("packets beyond both rates")),
  [PROBE_UNKNOWN] = UNIT_COUNT ("unknown", N_("Unknown"), N_("packets of meters that are not there, which are green")),
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 6;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Meters), .start = start, .receive = unit_receive, .foresee = unit_foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = unit_finish, .accept = unit_accept, .clear = clear,
};
const HdComponentType netproc_meter = {
  .size = sizeof (HdComponentType), .id = "meter", .title = N_("Meters"), .category = NETPROC_CATEGORY, .symbol = "gauge",
  .help = N_("Meters of a network processor, with two rates and three colours: green, yellow, red."), .source = "RFC 2698", .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers, .forms = forms,
};
