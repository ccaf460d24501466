/* cache.c: a set-associative cache in front of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Write-back, write-allocate, least recently used. A hit is answered `hit` cycles after its arrival. A miss fetches its line from the memory that
 * holds it; accesses to a line that is on its way wait for it; at most `misses` lines are on their way, further misses wait in their order. A dirty line that makes room is
 * written back. Accesses and lines come through different ports, and which of them comes first within a cycle says nothing: lines are taken when all of
 * the cycle's accesses are there.
 */
#include <stdlib.h>

#include "manycore.h"
#include "memory-map.h"
#include "outlet.h"

#define MAX_MISSES 64
#define MAX_WAITING 64 /* accesses of one core under way */

enum { PORT_CORE, PORT_NET };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_SIZE,
  PARAMETER_WAYS,
  PARAMETER_LINE,
  PARAMETER_HIT,
  PARAMETER_MISSES,
  PARAMETER_COLUMN,
  PARAMETER_ROW,
  PARAMETER_COLUMNS,
  PARAMETER_ROWS,
  PARAMETER_MEMORIES,
  PARAMETER_INTERLEAVE,
  PARAMETER_WIDTH,
};
enum { PROBE_ACCESSES, PROBE_MISSES, PROBE_WRITE_BACKS, PROBE_LATENCY, PROBE_HOPS };

typedef struct
{
  uint64_t line; /* address / line size plus 1, 0 for none */
  uint32_t used; /* when, by accesses */
  int is_dirty;
} Way;

typedef struct
{
  uint64_t line;
  int64_t begin;
  int is_write;
  int is_used;
  int is_here; /* the line came in this cycle */
} Miss;

typedef struct
{
  Outlet net;
  uint32_t core_link;
  uint32_t place, line, sets, ways, hit, max_misses, n_misses, width, line_flits;
  MemoryMap map;
  Way *lines; /* [set][way] */
  Miss misses[MAX_MISSES];
  Packet waiting[MAX_WAITING]; /* accesses whose line is on its way or must still be asked for, in their order */
  uint32_t n_waiting;
  Packet here[MAX_MISSES]; /* lines that came in this cycle, in their order */
  uint32_t n_here;
  uint32_t clock;
  uint64_t accesses, missed, write_backs, latency, answered, hops;
} Cache;

typedef struct
{
  uint32_t n;
  Cache *caches;
} Caches;

static int
create_element (Cache *cache, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  uint64_t size = (uint64_t) host->parameter (context, element, PARAMETER_SIZE);

  cache->core_link = host->link (context, element, PORT_CORE);
  cache->net.link = host->link (context, element, PORT_NET);
  cache->line = manycore_whole (host, context, element, PARAMETER_LINE);
  cache->ways = manycore_whole (host, context, element, PARAMETER_WAYS);
  cache->hit = manycore_whole (host, context, element, PARAMETER_HIT);
  cache->max_misses = manycore_whole (host, context, element, PARAMETER_MISSES);
  cache->width = manycore_whole (host, context, element, PARAMETER_WIDTH);
  cache->place = place_in_mesh (manycore_whole (host, context, element, PARAMETER_COLUMN), manycore_whole (host, context, element, PARAMETER_ROW),
                                EXIT_CORE);
  cache->map = (MemoryMap){
    .kind = MAP_CORNERS,
    .columns = manycore_whole (host, context, element, PARAMETER_COLUMNS),
    .rows = manycore_whole (host, context, element, PARAMETER_ROWS),
    .memories = manycore_whole (host, context, element, PARAMETER_MEMORIES),
    .interleave = (uint64_t) host->parameter (context, element, PARAMETER_INTERLEAVE),
  };
  cache->line_flits = 1 + (cache->line + FLIT_BYTES - 1) / FLIT_BYTES;
  cache->sets = (uint32_t) (size / ((uint64_t) cache->line * cache->ways));
  if (cache->sets == 0 || (uint64_t) cache->sets * cache->line * cache->ways != size)
    {
      host->fail (context, element, "its size is not a whole number of sets: size must be a multiple of line times ways");
      return 0;
    }
  cache->lines = calloc ((size_t) cache->sets * cache->ways, sizeof (Way));
  if (cache->lines != NULL)
    return 1;
  host->fail (context, element, "out of memory");
  return 0;
}

static uint64_t
measure (const HdBlockHost *host, HdBlockContext *context, uint32_t n)
{
  uint64_t bytes = n * sizeof (Cache);

  for (uint32_t e = 0; e < n; e++)
    bytes += (uint64_t) (host->parameter (context, e, PARAMETER_SIZE) / host->parameter (context, e, PARAMETER_LINE)) * sizeof (Way);
  return bytes;
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Caches *self = state;

  self->caches = calloc (n, sizeof (Cache));
  if (self->caches == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    if (!create_element (&self->caches[e], host, context, e))
      return 0;
  return 1;
}

/* ---- lines ---------------------------------------------------------------------------------------------------------- */

static Way *
find_line (Cache *cache, uint64_t line)
{
  Way *ways = &cache->lines[(line - 1) % cache->sets * cache->ways];

  for (uint32_t w = 0; w < cache->ways; w++)
    if (ways[w].line == line)
      return &ways[w];
  return NULL;
}

/* The way that makes room for @line: a free one, else the one that was used longest ago. */
static Way *
find_room (Cache *cache, uint64_t line)
{
  Way *ways = &cache->lines[(line - 1) % cache->sets * cache->ways];
  Way *oldest = ways;

  for (uint32_t w = 0; w < cache->ways; w++)
    {
      if (ways[w].line == 0)
        return &ways[w];
      if (cache->clock - ways[w].used > cache->clock - oldest->used)
        oldest = &ways[w];
    }
  return oldest;
}

static void
push (Cache *cache, const HdBlockHost *host, HdBlockContext *context, uint32_t element, Operation operation, uint64_t line, uint32_t tag)
{
  uint64_t address = (line - 1) * cache->line;
  const Packet packet = {
    .address = address, .source = cache->place, .destination = memory_map_find (&cache->map, address), .tag = (uint16_t) tag,
    .size = (uint16_t) cache->line, .flits = (uint8_t) (operation == OPERATION_WRITE ? cache->line_flits : 1), .operation = (uint8_t) operation,
  };

  if (!outlet_push (&cache->net, &packet))
    host->fail (context, element, "out of memory for packets");
}

/* ---- accesses ------------------------------------------------------------------------------------------------------- */

static void
answer (Cache *cache, const HdBlockHost *host, HdBlockContext *context, const Packet *access, uint32_t delay)
{
  HdMessage message = { 0 };
  Packet packet = packet_answer (access, access->operation == OPERATION_WRITE ? OPERATION_WRITE_REPLY : OPERATION_READ_REPLY, 1);

  packet_write (&packet, &message);
  host->send (context, cache->core_link, delay, access->size, &message);
}

static void
use_line (Cache *cache, Way *way, const Packet *access)
{
  way->used = ++cache->clock;
  way->is_dirty |= access->operation == OPERATION_WRITE;
}

static Miss *
find_miss (Cache *cache, uint64_t line)
{
  for (uint32_t m = 0; m < cache->max_misses; m++)
    if (cache->misses[m].is_used && cache->misses[m].line == line)
      return &cache->misses[m];
  return NULL;
}

/* Asks for lines that accesses wait for, as many as may be on their way. */
static void
ask (Cache *cache, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  for (uint32_t i = 0; i < cache->n_waiting && cache->n_misses < cache->max_misses; i++)
    {
      uint64_t line = cache->waiting[i].address / cache->line + 1;
      uint32_t m = 0;

      if (find_miss (cache, line) != NULL)
        continue;
      while (cache->misses[m].is_used)
        m++;
      cache->misses[m] = (Miss){ .line = line, .begin = cycle, .is_used = 1 };
      cache->n_misses++;
      push (cache, host, context, element, OPERATION_READ, line, m);
    }
}

static int64_t
take_access (Cache *cache, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *access)
{
  Way *way = find_line (cache, access->address / cache->line + 1);

  cache->accesses++;
  if (way != NULL)
    {
      use_line (cache, way, access);
      answer (cache, host, context, access, cache->hit);
      return HD_NEVER;
    }
  cache->missed++;
  cache->waiting[cache->n_waiting++] = *access;
  ask (cache, host, context, element, cycle);
  return cycle;
}

static void
take_line (Cache *cache, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *packet)
{
  Miss *miss = &cache->misses[packet->tag];
  Way *way = find_room (cache, miss->line);
  uint32_t n = 0;

  if (way->line != 0 && way->is_dirty)
    {
      cache->write_backs++;
      push (cache, host, context, element, OPERATION_WRITE, way->line, 0);
    }
  *way = (Way){ .line = miss->line };
  cache->latency += (uint64_t) (cycle - miss->begin);
  cache->answered++;
  cache->hops += place_hops (packet->source, cache->place);
  miss->is_used = 0;
  miss->is_here = 0;
  cache->n_misses--;
  for (uint32_t i = 0; i < cache->n_waiting; i++)
    {
      const Packet access = cache->waiting[i];

      if (access.address / cache->line + 1 == miss->line)
        {
          use_line (cache, way, &access);
          answer (cache, host, context, &access, cache->hit);
        }
      else
        {
          cache->waiting[n++] = access;
        }
    }
  cache->n_waiting = n;
  host->record (context, element, OPERATION_READ_REPLY, packet->address);
  ask (cache, host, context, element, cycle);
}

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  const Cache *cache = &((const Caches *) state)->caches[element];
  Packet packet = packet_read (message);
  const char *rule;

  if (message->port == PORT_CORE)
    {
      rule = packet_accept (&packet, TAKES_ACCESSES, out_value);
      *out_value = rule == NULL ? cache->n_waiting : *out_value;
      return rule != NULL || cache->n_waiting < MAX_WAITING ? rule : N_("the accesses that wait must be fewer than 64");
    }
  rule = outlet_accept (&cache->net, message, TAKES_REPLIES, out_value);
  if (rule != NULL || message_is_credit (message) || (message->kind & MESSAGE_TAIL) == 0 || packet.operation != OPERATION_READ_REPLY
      || (packet.tag < MAX_MISSES && cache->misses[packet.tag].is_used && !cache->misses[packet.tag].is_here))
    return rule;
  *out_value = packet.address;
  return N_("the address must be that of a line that it waits for");
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  const Cache *cache = &((const Caches *) state)->caches[element];

  if (outlet_waits (&cache->net, PORT_NET, out_wait))
    return 1;
  out_wait->n = cache->n_misses;
  out_wait->what = N_("lines of memory");
  return cache->n_misses > 0;
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Cache *cache = &((Caches *) state)->caches[element];
  Packet packet;

  if (message->port == PORT_CORE)
    {
      packet = packet_read (message);
      return take_access (cache, host, context, element, cycle, &packet);
    }
  if (message_is_credit (message))
    {
      outlet_credit (&cache->net, message);
      return outlet_length (&cache->net) > 0 ? cycle : HD_NEVER;
    }
  if ((message->kind & MESSAGE_TAIL) == 0)
    return HD_NEVER;
  packet = packet_read (message);
  if (packet.operation != OPERATION_READ_REPLY)
    return HD_NEVER; /* a write-back is done, whatever its tag */
  cache->misses[packet.tag].is_here = 1;
  cache->here[cache->n_here++] = packet;
  return cycle;
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      Cache *cache = &((Caches *) state)->caches[active[i]];

      if (cycle == 0)
        outlet_announce (host, context, cache->net.link);
      for (uint32_t n = 0; n < cache->n_here; n++)
        take_line (cache, host, context, active[i], cycle, &cache->here[n]);
      cache->n_here = 0;
      next[i] = outlet_send (&cache->net, host, context, cycle, cache->width);
    }
}

static void
finish (const HdBlockHost *host, HdBlockContext *context, void *state)
{
  Caches *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    {
      host->record (context, e, 0, self->caches[e].accesses);
      host->record (context, e, 1, self->caches[e].missed);
    }
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  const Cache *cache = &((const Caches *) state)->caches[element];

  switch (probe)
    {
    case PROBE_ACCESSES:
      *out_value = (double) cache->accesses;
      break;
    case PROBE_MISSES:
      *out_value = 100 * (double) cache->missed;
      *out_weight = (double) cache->accesses;
      break;
    case PROBE_WRITE_BACKS:
      *out_value = (double) cache->write_backs;
      break;
    case PROBE_LATENCY:
      *out_value = (double) cache->latency;
      *out_weight = (double) cache->answered;
      break;
    case PROBE_HOPS:
      *out_value = (double) cache->hops;
      *out_weight = (double) cache->answered;
      break;
    default:
      break;
    }
}

static void
clear (void *state)
{
  Caches *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    {
      outlet_clear (&self->caches[e].net);
      free (self->caches[e].lines);
    }
  free (self->caches);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_SIZE] = MANYCORE_NUMBER ("size", N_("Size"), "B", "16 KiB", 16, 1e9, N_("Bytes of data; a multiple of line times ways.")),
  [PARAMETER_WAYS] = MANYCORE_INTEGER ("ways", N_("Ways"), "4", 1, 64, N_("Lines of one set.")),
  [PARAMETER_LINE] = MANYCORE_NUMBER ("line", N_("Line"), "B", "64 B", 4, 512, N_("Bytes that are fetched together.")),
  [PARAMETER_HIT] = MANYCORE_INTEGER ("hit", N_("Hit time"), "1", 0, 1000, N_("Cycles from an access to the answer's departure.")),
  [PARAMETER_MISSES] = MANYCORE_COUNT ("misses", N_("Misses at once"), "8", 1, MAX_MISSES, N_("Lines that may be on their way.")),
  [PARAMETER_COLUMN] = MANYCORE_INTEGER ("column", N_("Column"), "0", 0, 255, N_("Of its router in the mesh.")),
  [PARAMETER_ROW] = MANYCORE_INTEGER ("row", N_("Row"), "0", 0, 255, N_("Of its router in the mesh.")),
  [PARAMETER_COLUMNS] = MANYCORE_INTEGER ("mesh-columns", N_("Columns of the mesh"), "4", 1, 256, N_("How wide the mesh is.")),
  [PARAMETER_ROWS] = MANYCORE_INTEGER ("mesh-rows", N_("Rows of the mesh"), "4", 1, 256, N_("How high the mesh is.")),
  [PARAMETER_MEMORIES] = MANYCORE_INTEGER ("memories", N_("Memories"), "4", 1, 4, N_("At the corners of the mesh.")),
  [PARAMETER_INTERLEAVE] = MANYCORE_NUMBER ("interleave", N_("Interleave"), "B", "64 B", 1, 1e12, N_("Consecutive bytes in one memory.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 1, 1024, N_("Flits that may leave in a cycle.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_CORE] = MANYCORE_PORT ("core", N_("Core"), "cache", 1, N_("To the core that it serves.")),
  [PORT_NET] = MANYCORE_PORT ("net", N_("Network"), "chip", 1, N_("To a router.")),
  { 0 },
};

static const HdProbe probes[] = {
  [PROBE_ACCESSES] = MANYCORE_PROBE ("accesses", N_("Accesses"), "", HD_SUMMARY_SUM, N_("reads and writes of the core")),
  [PROBE_MISSES] = MANYCORE_PROBE ("misses", N_("Miss rate"), "%", HD_SUMMARY_MEAN, N_("share of the accesses whose line was not there")),
  [PROBE_WRITE_BACKS] = MANYCORE_PROBE ("write-backs", N_("Written back"), "", HD_SUMMARY_SUM, N_("dirty lines that made room")),
  [PROBE_LATENCY] = MANYCORE_PROBE ("latency", N_("Mean miss latency"), "cycle", HD_SUMMARY_MEAN, N_("cycles from asking for a line to its arrival")),
  [PROBE_HOPS] = MANYCORE_PROBE ("hops", N_("Mean hops"), "", HD_SUMMARY_MEAN, N_("links between routers on the way of a line")),
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (Caches),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .finish = finish,
  .read = read_probe,
  .clear = clear,
  .accept = accept,
  .waits = waits,
  .measure = measure,
};

const HdComponentType manycore_cache = {
  .size = sizeof (HdComponentType),
  .id = "cache",
  .title = N_("Cache"),
  .category = MANYCORE_MEMORY,
  .symbol = "cache",
  .help = N_("A set-associative write-back cache between a core and a mesh."),
  .source = N_("After BDSim"),
  .role = HD_ROLE_SWITCH,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
