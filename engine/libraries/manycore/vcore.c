/* vcore.c: a virtual core: traffic without instructions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Either sends packets to other cores of a mesh at a given rate, or makes the memory accesses of a program, from stated statistics or from a trace. An
 * access's gap begins when fewer than `outstanding` others wait for an answer (a trace's access leaves at its cycle, or when it may); one that a MACT
 * accepted is no longer waited for.
 */
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "manycore.h"
#include "memory-map.h"
#include "outlet.h"
#include "program.h"

#define MAX_BACKLOG 4096   /* packets that wait at a core; then it makes no more until some have left */
#define RETRY 4            /* cycles from a refusal to the next attempt */
#define N_TAGS 4096        /* accesses under way, those that a MACT accepted too */
#define TAG_WRITE 0x8000u

enum { PORT_NET };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_WORK,
  PARAMETER_NUMBER,
  PARAMETER_COLUMN,
  PARAMETER_ROW,
  PARAMETER_COLUMNS,
  PARAMETER_ROWS,
  PARAMETER_RATE,
  PARAMETER_COUNT,
  PARAMETER_FLITS,
  PARAMETER_WIDTH,
  PARAMETER_OUTSTANDING,
  PARAMETER_WORKING_SET,
  PARAMETER_PLACES,
  PARAMETER_MEMORIES,
  PARAMETER_INTERLEAVE,
  PARAMETER_TRACE,
};
enum { WORK_IDLE, WORK_UNIFORM, WORK_TRANSPOSE, WORK_SEARCH, WORK_WORD_COUNT, WORK_TERA_SORT, WORK_TRACE };
enum { LANE_ACCESSES };
enum { ACTIVITY_WORKING, ACTIVITY_WAITING };
enum { PROBE_SENT, PROBE_RECEIVED, PROBE_LATENCY, PROBE_HOPS, PROBE_LONGEST, PROBE_LAST, PROBE_GAP, PROBE_WRITES };

typedef enum { ACCESS_NONE, ACCESS_WAITED_FOR, ACCESS_ACCEPTED } AccessState;

typedef struct
{
  int64_t begin;
  AccessState state;
} Access;

typedef struct
{
  Packet packet;
  int64_t cycle; /* of the next attempt */
} Refused;

typedef struct
{
  Outlet outlet;
  uint32_t work, place, width, flits;
  uint32_t columns, rows;
  int64_t left; /* packets or accesses still to be made */

  /* packets */
  double rate, decay;
  int64_t next_packet;

  /* accesses */
  MemoryMap map;
  Program program;
  const TraceAccess *trace;
  size_t n_trace;
  uint32_t outstanding, n_waiting;
  TraceAccess access; /* the next one */
  int has_access;
  int64_t due;        /* when it may leave */
  Access *accesses;   /* under way, by tag */
  uint32_t next_tag;
  Refused *refused;   /* ring, in the order of their cycles */
  uint32_t first_refused, n_refused;

  uint64_t sent, received, latency, hops, measured, longest, gaps, writes;
  int64_t last;
  int is_shown; /* somebody looks at its lane */
} VCore;

/* Shared by all that name the same file. */
typedef struct TraceFile
{
  struct TraceFile *next;
  const char *text;
  Trace trace;
} TraceFile;

typedef struct
{
  uint32_t n;
  VCore *cores;
  TraceFile *files;
} VCores;

/* ---- construction --------------------------------------------------------------------------------------------------- */

/* Files are few, so a list will do. Returns NULL if it fails. */
static const Trace *
find_trace (VCores *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  const char *text;
  char error[256];
  char message[1024] = "";
  TraceFile *file;
  size_t size;

  if (!host->load (context, element, PARAMETER_TRACE, &text, &size))
    return NULL;
  for (file = self->files; file != NULL; file = file->next)
    if (file->text == text)
      return &file->trace;
  file = calloc (1, sizeof (TraceFile));
  if (file != NULL && trace_parse (text, size, &file->trace, error, sizeof error))
    {
      file->text = text;
      file->next = self->files;
      self->files = file;
      return &file->trace;
    }
  if (file != NULL)
    {
      strncat (message, host->text (context, element, PARAMETER_TRACE), 512);
      strcat (message, ": ");
      strcat (message, error);
    }
  host->fail (context, element, file != NULL ? message : "out of memory");
  free (file);
  return NULL;
}

static int
load_trace (VCores *self, VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  const Trace *trace = find_trace (self, host, context, element);

  if (trace == NULL)
    return 0;
  core->trace = trace_find (trace, manycore_whole (host, context, element, PARAMETER_NUMBER), &core->n_trace);
  core->left = (int64_t) core->n_trace;
  return 1;
}

static int
create_accesses (VCores *self, VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  uint64_t working_set = (uint64_t) host->parameter (context, element, PARAMETER_WORKING_SET);
  uint32_t number = manycore_whole (host, context, element, PARAMETER_NUMBER);

  core->map = (MemoryMap){
    .kind = manycore_whole (host, context, element, PARAMETER_PLACES),
    .columns = core->columns,
    .rows = core->rows,
    .memories = manycore_whole (host, context, element, PARAMETER_MEMORIES),
    .interleave = (uint64_t) host->parameter (context, element, PARAMETER_INTERLEAVE),
  };
  if (core->map.kind == MAP_NUMBERED)
    core->place = number;
  core->outstanding = manycore_whole (host, context, element, PARAMETER_OUTSTANDING);
  core->accesses = calloc (N_TAGS, sizeof (Access));
  core->refused = calloc (core->outstanding, sizeof (Refused));
  if (core->accesses == NULL || core->refused == NULL)
    {
      host->fail (context, element, "out of memory");
      return 0;
    }
  if (core->work == WORK_TRACE)
    return load_trace (self, core, host, context, element);
  program_init (&core->program, &program_statistics[core->work - WORK_SEARCH], number * working_set, working_set);
  return 1;
}

static int
create_element (VCores *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  VCore *core = &self->cores[element];

  core->outlet.link = host->link (context, element, PORT_NET);
  core->is_shown = host->shows (context, element, LANE_ACCESSES);
  core->work = manycore_whole (host, context, element, PARAMETER_WORK);
  core->columns = manycore_whole (host, context, element, PARAMETER_COLUMNS);
  core->rows = manycore_whole (host, context, element, PARAMETER_ROWS);
  core->place = place_in_mesh (manycore_whole (host, context, element, PARAMETER_COLUMN), manycore_whole (host, context, element, PARAMETER_ROW),
                               EXIT_CORE);
  core->width = manycore_whole (host, context, element, PARAMETER_WIDTH);
  core->flits = manycore_whole (host, context, element, PARAMETER_FLITS);
  core->rate = host->parameter (context, element, PARAMETER_RATE);
  core->left = (int64_t) host->parameter (context, element, PARAMETER_COUNT);
  if (core->left == 0)
    core->left = INT64_MAX;
  if (core->work == WORK_IDLE || (core->rate == 0 && core->work < WORK_SEARCH))
    core->left = 0;
  if (core->rate > 0 && core->rate < 1)
    core->decay = chance_decay (1 / core->rate - 1);
  return core->work < WORK_SEARCH || create_accesses (self, core, host, context, element);
}

static uint64_t
measure (const HdBlockHost *host, HdBlockContext *context, uint32_t n)
{
  uint64_t bytes = n * sizeof (VCore);

  for (uint32_t e = 0; e < n; e++)
    if (manycore_whole (host, context, e, PARAMETER_WORK) >= WORK_SEARCH)
      bytes += N_TAGS * sizeof (Access) + manycore_whole (host, context, e, PARAMETER_OUTSTANDING) * sizeof (Refused);
  return bytes;
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  VCores *self = state;

  self->cores = calloc (n, sizeof (VCore));
  if (self->cores == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    if (!create_element (self, host, context, e))
      return 0;
  return 1;
}

/* ---- packets -------------------------------------------------------------------------------------------------------- */

static uint32_t
choose_destination (const VCore *core, uint64_t bits)
{
  uint32_t number;

  if (core->work == WORK_TRANSPOSE)
    return place_in_mesh (place_y (core->place) % core->columns, place_x (core->place) % core->rows, EXIT_CORE);
  number = (uint32_t) chance_below (bits, (uint64_t) core->columns * core->rows);
  return place_in_mesh (number % core->columns, number / core->columns, EXIT_CORE);
}

static void
make_packet (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  const Packet packet = {
    .address = (uint64_t) cycle, .source = core->place, .flits = (uint8_t) core->flits, .operation = OPERATION_DATA,
    .destination = choose_destination (core, core->work == WORK_UNIFORM ? host->random (context, element) : 0),
  };

  core->sent++;
  core->left--;
  if (!outlet_push (&core->outlet, &packet))
    host->fail (context, element, "out of memory for packets");
}

/* Below one packet a cycle the gaps between packets are geometric; above, each cycle has the whole part and, by chance, one more. Returns
 * when the next packet comes. */
static int64_t
make_packets (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  uint32_t n = 1;

  if (core->left == 0)
    return HD_NEVER;
  if (cycle < core->next_packet)
    return core->next_packet;
  if (core->rate >= 1)
    {
      n = (uint32_t) core->rate;
      n += chance_uniform (host->random (context, element)) < core->rate - n;
      core->next_packet = cycle + 1;
    }
  else
    {
      core->next_packet = cycle + 1 + chance_geometric (host->random (context, element), core->decay);
      n = cycle > 0; /* no burst of all cores at the start */
    }
  for (; n > 0 && core->left > 0 && outlet_length (&core->outlet) < MAX_BACKLOG; n--)
    make_packet (core, host, context, element, cycle);
  return core->left > 0 ? core->next_packet : HD_NEVER;
}

static void
take_packet (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *packet)
{
  uint64_t latency = (uint64_t) cycle - packet->address;

  core->received++;
  core->measured++;
  core->latency += latency;
  core->longest = latency > core->longest ? latency : core->longest;
  core->hops += place_hops (packet->source, packet->destination);
  core->last = cycle;
  host->record (context, element, packet->source, latency);
}

/* ---- accesses ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const HdBlockHost *host;
  HdBlockContext *context;
  uint32_t element;
} Chance;

static uint64_t
draw (void *data)
{
  const Chance *chance = data;

  return chance->host->random (chance->context, chance->element);
}

static void
prepare_access (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  Chance chance = { host, context, element };

  if (core->has_access || core->left == 0)
    return;
  core->has_access = 1;
  core->left--;
  if (core->work == WORK_TRACE)
    {
      core->access = *core->trace++;
      core->due = core->access.cycle;
      return;
    }
  program_next (&core->program, draw, &chance, &core->access);
  core->gaps += (uint64_t) core->access.cycle;
  core->due = cycle + core->access.cycle;
}

static void
push (const HdBlockHost *host, HdBlockContext *context, uint32_t element, VCore *core, const Packet *packet)
{
  if (!outlet_push (&core->outlet, packet))
    host->fail (context, element, "out of memory for packets");
}

static void
push_access (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  const TraceAccess *access = &core->access;
  uint32_t tag = core->next_tag++ % N_TAGS;
  const Packet packet = {
    .address = access->address,
    .source = core->place,
    .destination = memory_map_find (&core->map, access->address),
    .tag = (uint16_t) (access->is_write ? tag | TAG_WRITE : tag),
    .size = access->size,
    .flits = (uint8_t) (access->is_write ? core->flits : 1),
    .operation = access->is_write ? OPERATION_WRITE : OPERATION_READ,
  };

  core->has_access = 0;
  core->n_waiting++;
  core->sent++;
  core->writes += access->is_write;
  core->accesses[tag] = (Access){ cycle, ACCESS_WAITED_FOR };
  push (host, context, element, core, &packet);
}

/* Returns when the next access may leave. */
static int64_t
make_accesses (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  for (; core->n_refused > 0 && core->refused[core->first_refused].cycle <= cycle; core->n_refused--)
    {
      push (host, context, element, core, &core->refused[core->first_refused].packet);
      core->first_refused = (core->first_refused + 1) % core->outstanding;
    }
  while (core->n_waiting < core->outstanding && core->accesses[core->next_tag % N_TAGS].state == ACCESS_NONE)
    {
      prepare_access (core, host, context, element, cycle);
      if (!core->has_access)
        break;
      if (core->due > cycle)
        return core->n_refused > 0 && core->refused[core->first_refused].cycle < core->due ? core->refused[core->first_refused].cycle : core->due;
      push_access (core, host, context, element, cycle);
    }
  return core->n_refused > 0 ? core->refused[core->first_refused].cycle : HD_NEVER;
}

static void
end_access (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *packet)
{
  Access *access = &core->accesses[packet->tag % N_TAGS];
  uint64_t latency = (uint64_t) (cycle - access->begin);

  access->state = ACCESS_NONE;
  core->received++;
  core->last = cycle;
  host->record (context, element, packet->operation, packet->address);
  if (packet->tag & TAG_WRITE)
    return;
  core->latency += latency;
  core->longest = latency > core->longest ? latency : core->longest;
  core->measured++;
}

static int64_t
take_answer (VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *packet)
{
  Access *access = &core->accesses[packet->tag % N_TAGS];
  Refused *refused;

  if (packet->operation == OPERATION_REFUSED)
    {
      refused = &core->refused[(core->first_refused + core->n_refused++) % core->outstanding];
      refused->packet = packet_answer (packet, packet->tag & TAG_WRITE ? OPERATION_WRITE : OPERATION_READ,
                                       packet->tag & TAG_WRITE ? core->flits : 1);
      refused->cycle = cycle + RETRY;
      return refused->cycle;
    }
  if (access->state == ACCESS_WAITED_FOR)
    core->n_waiting--;
  access->state = ACCESS_ACCEPTED;
  /* A write's data have been handed over; a read that is accepted still waits for its own. */
  if (packet->operation != OPERATION_ACCEPTED || packet->tag & TAG_WRITE)
    end_access (core, host, context, element, cycle, packet);
  return cycle;
}

/* ---- the door ------------------------------------------------------------------------------------------------------- */

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  const VCore *core = &((const VCores *) state)->cores[element];
  const char *rule = outlet_accept (&core->outlet, message, core->work >= WORK_SEARCH ? TAKES_ANSWERS : TAKES_DATA, out_value);
  Packet packet = packet_read (message);
  AccessState access;

  if (rule != NULL || core->work < WORK_SEARCH || message_is_credit (message) || (message->kind & MESSAGE_TAIL) == 0)
    return rule;
  access = core->accesses[packet.tag % N_TAGS].state;
  if (access == ACCESS_WAITED_FOR ? packet.operation != OPERATION_REFUSED || core->n_refused < core->outstanding
                                  : access == ACCESS_ACCEPTED && packet.operation == OPERATION_READ_REPLY)
    return NULL;
  *out_value = packet.tag;
  return N_("the tag must be that of an access that waits");
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  const VCore *core = &((const VCores *) state)->cores[element];

  if (outlet_waits (&core->outlet, PORT_NET, out_wait) || core->work < WORK_SEARCH)
    return out_wait->n > 0;
  for (uint32_t tag = 0; tag < N_TAGS; tag++)
    out_wait->n += core->accesses[tag].state != ACCESS_NONE;
  out_wait->what = N_("answers to memory accesses");
  return out_wait->n > 0;
}

/* ---- messages and cycles -------------------------------------------------------------------------------------------- */

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  VCore *core = &((VCores *) state)->cores[element];
  Packet packet;

  if (message_is_credit (message))
    {
      outlet_credit (&core->outlet, message);
      return outlet_length (&core->outlet) > 0 ? cycle : HD_NEVER;
    }
  if ((message->kind & MESSAGE_TAIL) == 0)
    return HD_NEVER;
  packet = packet_read (message);
  if (core->work >= WORK_SEARCH)
    return take_answer (core, host, context, element, cycle, &packet);
  take_packet (core, host, context, element, cycle, &packet);
  return HD_NEVER;
}

/* What it is at from this cycle on: between accesses, or kept from the next one by those that are not answered. */
static void
show (const VCore *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  int is_over = core->left == 0 && !core->has_access;
  uint32_t activity = ACTIVITY_WORKING;

  if (core->n_waiting >= (is_over ? 1 : core->outstanding))
    activity = ACTIVITY_WAITING;
  else if (is_over)
    activity = HD_IDLE;
  host->state (context, element, LANE_ACCESSES, activity, cycle);
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      VCore *core = &((VCores *) state)->cores[active[i]];
      int64_t sending;

      if (cycle == 0)
        outlet_announce (host, context, core->outlet.link);
      if (core->work >= WORK_SEARCH)
        next[i] = make_accesses (core, host, context, active[i], cycle);
      else
        next[i] = make_packets (core, host, context, active[i], cycle);
      if (core->is_shown && core->work >= WORK_SEARCH)
        show (core, host, context, active[i], cycle);
      sending = outlet_send (&core->outlet, host, context, cycle, core->width);
      next[i] = sending < next[i] ? sending : next[i];
    }
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  const VCore *core = &((const VCores *) state)->cores[element];

  switch (probe)
    {
    case PROBE_SENT:
      *out_value = (double) core->sent;
      break;
    case PROBE_RECEIVED:
      *out_value = (double) core->received;
      break;
    case PROBE_LATENCY:
      *out_value = (double) core->latency;
      *out_weight = (double) core->measured;
      break;
    case PROBE_HOPS:
      *out_value = (double) core->hops;
      *out_weight = core->work < WORK_SEARCH ? (double) core->measured : 0;
      break;
    case PROBE_LONGEST:
      *out_value = (double) core->longest;
      break;
    case PROBE_LAST:
      *out_value = (double) core->last;
      break;
    case PROBE_GAP:
      *out_value = (double) core->gaps;
      *out_weight = core->work >= WORK_SEARCH && core->work < WORK_TRACE ? (double) core->sent : 0;
      break;
    case PROBE_WRITES:
      *out_value = (double) core->writes;
      *out_weight = core->work >= WORK_SEARCH ? (double) core->sent : 0;
      break;
    default:
      break;
    }
}

static void
clear (void *state)
{
  VCores *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    {
      outlet_clear (&self->cores[e].outlet);
      free (self->cores[e].accesses);
      free (self->cores[e].refused);
    }
  free (self->cores);
  for (TraceFile *file = self->files, *next; file != NULL; file = next)
    {
      next = file->next;
      trace_clear (&file->trace);
      free (file);
    }
}

/* ---- descriptor ----------------------------------------------------------------------------------------------------- */

static const char *const works[] = { "idle", "uniform", "transpose", "search", "word-count", "tera-sort", "trace", NULL };
static const char *const places[] = { "corners", "numbered", NULL };

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_WORK] = { .size = sizeof (HdParameter), .key = "work", .title = N_("Work"), .kind = HD_PARAMETER_CHOICE, .default_text = "uniform",
                       .choices = works, .help = N_("Packets to any core or to the mirrored place, or the memory accesses of a program or a trace.") },
  [PARAMETER_NUMBER] = MANYCORE_INTEGER ("number", N_("Number"), "0", 0, 8388607, N_("Of this core, in traces and behind crossbars.")),
  [PARAMETER_COLUMN] = MANYCORE_INTEGER ("column", N_("Column"), "0", 0, 255, N_("Of its router in the mesh.")),
  [PARAMETER_ROW] = MANYCORE_INTEGER ("row", N_("Row"), "0", 0, 255, N_("Of its router in the mesh.")),
  [PARAMETER_COLUMNS] = MANYCORE_INTEGER ("mesh-columns", N_("Columns of the mesh"), "4", 1, 256, N_("How wide the mesh is.")),
  [PARAMETER_ROWS] = MANYCORE_INTEGER ("mesh-rows", N_("Rows of the mesh"), "4", 1, 256, N_("How high the mesh is.")),
  [PARAMETER_RATE] = MANYCORE_NUMBER ("rate", N_("Rate"), "", "0.1", 0, 64, N_("Packets made in a cycle, on average.")),
  [PARAMETER_COUNT] = MANYCORE_INTEGER ("count-limit", N_("Packets or accesses"), "0", 0, 1e15, N_("How many it makes; 0 for no end.")),
  [PARAMETER_FLITS] = MANYCORE_INTEGER ("flits", N_("Flits"), "1", 1, 63, N_("Length of a packet, or of a write with its data.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Link width"), "1", 1, 1024, N_("Flits that leave in a cycle.")),
  [PARAMETER_OUTSTANDING] = MANYCORE_COUNT ("outstanding", N_("Outstanding"), "1", 1, 1024, N_("Accesses that may wait for an answer.")),
  [PARAMETER_WORKING_SET] = MANYCORE_NUMBER ("working-set", N_("Working set"), "B", "64 KiB", 1024, 16777216,
                                             N_("Bytes that a program uses; each core has its own.")),
  [PARAMETER_PLACES] = { .size = sizeof (HdParameter), .key = "places", .title = N_("Places of memories"), .kind = HD_PARAMETER_CHOICE,
                         .default_text = "corners", .choices = places, .help = N_("At the corners of the mesh, or numbered behind crossbars.") },
  [PARAMETER_MEMORIES] = MANYCORE_INTEGER ("memories", N_("Memories"), "4", 1, 8388607, N_("How many there are; at the corners at most 4.")),
  [PARAMETER_INTERLEAVE] = MANYCORE_NUMBER ("interleave", N_("Interleave"), "B", "1024 B", 1, 1e12, N_("Consecutive bytes in one memory.")),
  [PARAMETER_TRACE] = { .size = sizeof (HdParameter), .key = "trace", .title = N_("Trace"), .kind = HD_PARAMETER_TEXT, .default_text = "",
                        .help = N_("File with lines of cycle, core, R or W, address and size, beside the project.") },
  { 0 },
};

static const HdPort ports[] = {
  [PORT_NET] = MANYCORE_PORT ("net", N_("Network"), "chip", 1, N_("To a router, a crossbar or a MACT.")),
  { 0 },
};

static const HdProbe probes[] = {
  [PROBE_SENT] = MANYCORE_PROBE ("sent", N_("Sent"), "", HD_SUMMARY_SUM, N_("packets or accesses that it has made")),
  [PROBE_RECEIVED] = MANYCORE_PROBE ("received", N_("Received"), "", HD_SUMMARY_SUM, N_("packets or final answers that have arrived")),
  [PROBE_LATENCY] = MANYCORE_PROBE ("latency", N_("Mean latency"), "cycle", HD_SUMMARY_MEAN,
                                    N_("cycles from making a packet to its arrival, or from a read to its data")),
  [PROBE_HOPS] = MANYCORE_PROBE ("hops", N_("Mean hops"), "", HD_SUMMARY_MEAN, N_("links between routers on a packet's way")),
  [PROBE_LONGEST] = MANYCORE_PROBE ("longest", N_("Longest latency"), "cycle", HD_SUMMARY_MAXIMUM, N_("of any packet or read")),
  [PROBE_LAST] = MANYCORE_PROBE ("last", N_("Last arrival"), "cycle", HD_SUMMARY_MAXIMUM, N_("cycle of the last arrival")),
  [PROBE_GAP] = MANYCORE_PROBE ("gap", N_("Mean gap"), "cycle", HD_SUMMARY_MEAN, N_("cycles between accesses that the program asks for")),
  [PROBE_WRITES] = MANYCORE_PROBE ("writes", N_("Share of writes"), "", HD_SUMMARY_MEAN, N_("share of the accesses that write")),
  { 0 },
};

static const HdLane lanes[] = {
  [LANE_ACCESSES] = { .size = sizeof (HdLane), .name = "accesses", .title = N_("memory accesses"),
                      .help = N_("When a program or a trace goes on, and when it waits for answers."), .is_detailed = 1 },
  { 0 },
};

static const HdActivity activities[] = {
  [ACTIVITY_WORKING] = { .size = sizeof (HdActivity), .name = "working", .title = N_("working"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_WAITING] = { .size = sizeof (HdActivity), .name = "waiting", .title = N_("waiting"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (VCores),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .read = read_probe,
  .clear = clear,
  .accept = accept,
  .waits = waits,
  .measure = measure,
};

const HdComponentType manycore_vcore = {
  .size = sizeof (HdComponentType),
  .id = "vcore",
  .title = N_("Virtual core"),
  .category = MANYCORE_CORES,
  .symbol = "traffic-source",
  .help = N_("Makes packets, or the memory accesses of a program or a trace, without executing instructions."),
  .source = N_("After BDSim's VCore"),
  .role = HD_ROLE_ENDPOINT,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .lanes = lanes,
  .activities = activities,
  .block = &block,
};
