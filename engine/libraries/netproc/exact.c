/* exact.c: tables that are asked for a key as a whole
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * There are three: access rules, connections and tunnels, with lines of one form. Programs may also put entries there; a cluster tells all units that it has links to.
 */
#include <string.h>

#include "entries.h"
#include "unit.h"

#define WHY_BYTES 512
#define TABLES 3
#define MOST_ROOM 16777216

enum { PARAMETER_RULES = UNIT_N_PARAMETERS, PARAMETER_CONNECTIONS, PARAMETER_TUNNELS, PARAMETER_ROOM };
enum { PROBE_HITS = UNIT_N_PROBES, PROBE_MISSES, PROBE_PUT, PROBE_FULL };

typedef struct
{
  Unit unit;
  Entries entries;
  uint64_t n_hits, n_misses, n_put, n_full;
} Exact;

static void
make_key (const UnitRequest *request,
          EntryKey *out_key)
{
  *out_key = (EntryKey){ .table = request->table, .n = request->n_key };
  memcpy (out_key->bytes, request->key, request->n_key);
}

static int
put (Exact *self,
     const UnitRequest *request)
{
  EntryKey key;

  make_key (request, &key);
  if (entries_put (&self->entries, &key, request->value) >= ENTRIES_FULL)
    self->n_full++;
  else
    self->n_put++;
  return 0;
}

static int
serve (Unit *unit,
       const UnitRequest *request,
       uint64_t cycle,
       UnitAnswer *out_answer,
       uint64_t *out_more)
{
  Exact *self = (Exact *) unit;
  const uint8_t *value;
  EntryKey key;

  (void) cycle;
  (void) out_more;
  if (request->command == UNIT_PUT)
    return put (self, request);
  make_key (request, &key);
  value = entries_find (&self->entries, &key);
  self->n_hits += value != NULL;
  self->n_misses += value == NULL;
  out_answer->status = value != NULL;
  if (value != NULL)
    memcpy (out_answer->value, value, UNIT_VALUE);
  return 1;
}

static void
show (const Unit *unit,
      const HdHost *host,
      HdComponentContext *context)
{
  const Exact *self = (const Exact *) unit;

  host->sample (context, PROBE_HITS, (double) self->n_hits);
  host->sample (context, PROBE_MISSES, (double) self->n_misses);
  host->sample (context, PROBE_PUT, (double) self->n_put);
  host->sample (context, PROBE_FULL, (double) self->n_full);
}

static int
read_table (Exact *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t number)
{
  uint32_t parameter = PARAMETER_RULES + number;
  char why[WHY_BYTES];
  const char *text;
  Table table;
  size_t size;

  if (*host->text (context, parameter) == '\0')
    return 1;
  if (!host->load (context, parameter, &text, &size))
    return 0;
  table_open (&table, host->text (context, parameter), text, size, why, sizeof why);
  if (entries_read (&self->entries, number, &table))
    return 1;
  host->fail (context, why);
  return 0;
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Exact *self = state;

  unit_start (&self->unit, host, context);
  entries_init (&self->entries, (uint32_t) host->parameter (context, PARAMETER_ROOM));
  for (uint32_t i = 0; i < TABLES; i++)
    if (!read_table (self, host, context, i))
      return;
  self->unit.serve = serve;
  self->unit.show = show;
}

static void
clear (void *state)
{
  Exact *self = state;

  unit_clear (&self->unit);
  entries_clear (&self->entries);
}

/* A line is of a key alone, so that what one table holds is no matter of another. */
static int
check_entries (const char *text,
               char *why,
               size_t room)
{
  Entries entries;
  Table table;
  int good;

  entries_init (&entries, MOST_ROOM);
  table_open (&table, NULL, text, strlen (text), why, room);
  good = entries_read (&entries, 0, &table);
  entries_clear (&entries);
  return good;
}

static const HdFormField entry_fields[] = {
  UNIT_FIELD ("key", N_("Key"), N_("What is asked for as a whole: addresses, and numbers with their bytes, as 203.0.113.1 6/1 443/2.")),
  UNIT_FIELD ("value", N_("Value"), N_("What programs get for it, likewise, as 1/1 2/1.")),
  { 0 },
};
static const HdForm forms[] = {
  { .size = sizeof (HdForm), .name = "entry", .title = N_("Entry"), .help = N_("A key, =, and its value."), .fields = entry_fields, .between = "=" },
  { 0 },
};
static const HdParameter parameters[] = {
  UNIT_PARAMETERS ("8", N_("Cycles of a look-up, without those of the links to and from the unit.")),
  [PARAMETER_RULES] = UNIT_TABLES ("rules", N_("Access rules"), N_("Table 0: a file of keys and values, as “203.0.113.1 6/1 443/2 = 1/1”; a number stands in as many bytes as are behind its slash."), "entry", check_entries),
  [PARAMETER_CONNECTIONS] = UNIT_TABLES ("connections", N_("Connections"), N_("Table 1: a file of keys and values, likewise."), "entry", check_entries),
  [PARAMETER_TUNNELS] = UNIT_TABLES ("tunnels", N_("Tunnels"), N_("Table 2: a file of keys and values, likewise."), "entry", check_entries),
  [PARAMETER_ROOM] = { .size = sizeof (HdParameter), .key = "room", .title = N_("Room"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "65536", .minimum = 1,
    .maximum = MOST_ROOM, .pleasant_minimum = 256, .pleasant_maximum = 1048576, .help = N_("Entries of all its tables at most.") },
  { 0 },
};
static const HdPort ports[] = { UNIT_PORT ("netproc-exact"), { 0 } };
static const HdProbe probes[] = {
  UNIT_PROBES,
  [PROBE_HITS] = UNIT_COUNT ("hits", N_("Hits"), N_("requests whose key was there")),
  [PROBE_MISSES] = UNIT_COUNT ("misses", N_("Misses"), N_("requests whose key was not there")),
  [PROBE_PUT] = UNIT_COUNT ("put", N_("Put"), N_("entries that programs added or changed")),
  [PROBE_FULL] = UNIT_COUNT ("full", N_("No room"), N_("entries that there was no room for")),
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 20;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Exact), .start = start, .receive = unit_receive, .foresee = unit_foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = unit_finish, .accept = unit_accept, .clear = clear,
};
const HdComponentType netproc_exact = {
  .size = sizeof (HdComponentType), .id = "exact", .title = N_("Exact match"), .category = NETPROC_CATEGORY, .symbol = "table",
  .help = N_("Tables of a network processor that are asked for a key as a whole: access rules, connections, tunnels."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers, .forms = forms,
};
