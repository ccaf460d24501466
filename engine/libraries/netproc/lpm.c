/* lpm.c: routes, by the longest prefix of an address
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <string.h>

#include "routes.h"
#include "unit.h"

#define WHY_BYTES 512
#define MOST_ROUTES 16777216

enum { PARAMETER_ROUTES = UNIT_N_PARAMETERS };
enum { PROBE_HITS = UNIT_N_PROBES, PROBE_MISSES };

typedef struct
{
  Unit unit;
  Routes routes;
  uint64_t n_hits, n_misses;
} Lpm;

/* The number of the route, and the length of its prefix. */
static int
serve (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle,
       UnitAnswer *out_answer,
       uint64_t *out_more)
{
  Lpm *self = (Lpm *) unit;
  uint32_t number = 0, length = 0;

  (void) cycle;
  (void) out_more;
  out_answer->status = (request->n_key == 4 || request->n_key == 16) && routes_find (&self->routes, request->key, request->n_key, &number, &length);
  self->n_hits += out_answer->status;
  self->n_misses += !out_answer->status;
  unit_put_word (out_answer->value, number);
  unit_put_word (out_answer->value + 4, length);
  return request->command == UNIT_ASK;
}

static void
show (const Unit *unit,
      const HdHost *host,
      HdComponentContext *context)
{
  const Lpm *self = (const Lpm *) unit;

  host->sample (context, PROBE_HITS, (double) self->n_hits);
  host->sample (context, PROBE_MISSES, (double) self->n_misses);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Lpm *self = state;
  char why[WHY_BYTES];
  const char *text;
  Table table;
  size_t size;

  unit_start (&self->unit, host, context);
  routes_init (&self->routes, MOST_ROUTES);
  if (*host->text (context, PARAMETER_ROUTES) != '\0')
    {
      if (!host->load (context, PARAMETER_ROUTES, &text, &size))
        return;
      table_open (&table, host->text (context, PARAMETER_ROUTES), text, size, why, sizeof why);
      if (!routes_read (&self->routes, &table))
        {
          host->fail (context, why);
          return;
        }
    }
  self->unit.serve = serve;
  self->unit.show = show;
}

static void
clear (void *state)
{
  Lpm *self = state;

  unit_clear (&self->unit);
  routes_clear (&self->routes);
}

static int
check_routes (const char *text,
              char *why,
              size_t room)
{
  Routes routes;
  Table table;
  int good;

  routes_init (&routes, MOST_ROUTES);
  table_open (&table, NULL, text, strlen (text), why, room);
  good = routes_read (&routes, &table);
  routes_clear (&routes);
  return good;
}

static const HdFormField route_fields[] = {
  UNIT_FIELD ("prefix", N_("Prefix"), N_("An address of IPv4 or IPv6, and how many of its bits count, as 10.2.0.0/16.")),
  UNIT_FIELD ("number", N_("Leads to"), N_("The number that programs get: of a port, if they take it for one.")),
  { 0 },
};
static const HdForm forms[] = {
  { .size = sizeof (HdForm), .name = "route", .title = N_("Route"), .help = N_("A prefix, and the number that it leads to."), .fields = route_fields, .between = " " },
  { 0 },
};
static const HdParameter parameters[] = {
  UNIT_PARAMETERS ("16", N_("Cycles of a look-up, without those of the links to and from the unit.")),
  [PARAMETER_ROUTES] = UNIT_TABLES ("routes", N_("Routes"), N_("A file of prefixes of IPv4 and IPv6, each with the number that it leads to, as “10.2.0.0/16 2”."), "route", check_routes),
  { 0 },
};
static const HdPort ports[] = { UNIT_PORT ("netproc-lpm"), { 0 } };
static const HdProbe probes[] = {
  UNIT_PROBES,
  [PROBE_HITS] = UNIT_COUNT ("hits", N_("Hits"), N_("addresses with a route")),
  [PROBE_MISSES] = UNIT_COUNT ("misses", N_("Misses"), N_("addresses without a route")),
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 14;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Lpm), .start = start, .receive = unit_receive, .foresee = unit_foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = unit_finish, .accept = unit_accept, .clear = clear,
};
const HdComponentType netproc_lpm = {
  .size = sizeof (HdComponentType), .id = "lpm", .title = N_("Longest prefix"), .category = NETPROC_CATEGORY, .symbol = "table",
  .help = N_("Routes of a network processor, of which the one with the longest prefix of an address is found."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers, .forms = forms,
};
