/* core.c: an in-order core
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Retires one instruction a cycle until it meets a load or a store, which it sends to its cache; at most `outstanding` of them may be unanswered, then it
 * stalls. Where they are, and which addresses they use, comes from the stated statistics of a program: the gap is a number of instructions, of which the core
 * skips all cycles. Neither an instruction cache nor branches are modelled.
 */
#include <stdlib.h>

#include "manycore.h"
#include "outlet.h"
#include "program.h"

#define MAX_OUTSTANDING 64 /* bits of a word */

enum { PORT_CACHE };
enum
{
  PARAMETER_CLOCK,
  PARAMETER_PROGRAM,
  PARAMETER_NUMBER,
  PARAMETER_INSTRUCTIONS,
  PARAMETER_GAP,
  PARAMETER_WORKING_SET,
  PARAMETER_OUTSTANDING,
};
enum { LANE_PIPELINE };
enum { ACTIVITY_RUNNING, ACTIVITY_STALLED };
enum { PROBE_INSTRUCTIONS, PROBE_CPI, PROBE_ACCESSES, PROBE_LATENCY, PROBE_LAST };

typedef struct
{
  uint32_t link, outstanding, n_waiting;
  Program program;
  int64_t left;      /* instructions */
  TraceAccess access; /* the next one; its cycle is when it is issued */
  int has_access;
  int64_t ready;     /* cycle after the last instruction that was issued */
  int64_t issued[MAX_OUTSTANDING]; /* of accesses that wait, by tag */
  uint64_t free_tags;
  uint64_t instructions, accesses, latency, answered;
  int64_t last;
  int is_shown; /* somebody looks at its lane */
} Core;

typedef struct
{
  uint32_t n;
  Core *cores;
} Cores;

static void
create_element (Core *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  uint32_t program = manycore_whole (host, context, element, PARAMETER_PROGRAM);
  uint64_t working_set = (uint64_t) host->parameter (context, element, PARAMETER_WORKING_SET);
  ProgramStatistics statistics = program_statistics[program];

  statistics.gap = statistics.run_gap = host->parameter (context, element, PARAMETER_GAP);
  core->link = host->link (context, element, PORT_CACHE);
  core->outstanding = manycore_whole (host, context, element, PARAMETER_OUTSTANDING);
  core->free_tags = ~(uint64_t) 0;
  core->left = (int64_t) host->parameter (context, element, PARAMETER_INSTRUCTIONS);
  core->ready = 1;
  core->is_shown = host->shows (context, element, LANE_PIPELINE);
  program_init (&core->program, &statistics, manycore_whole (host, context, element, PARAMETER_NUMBER) * working_set, working_set);
}

static uint64_t
measure (const HdBlockHost *host, HdBlockContext *context, uint32_t n)
{
  return n * sizeof (Core);
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Cores *self = state;

  self->cores = calloc (n, sizeof (Core));
  if (self->cores == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    create_element (&self->cores[e], host, context, e);
  return 1;
}

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

/* What it is at from @cycle on. */
static inline void
show (const Core *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, uint32_t activity, int64_t cycle)
{
  if (core->is_shown)
    host->state (context, element, LANE_PIPELINE, activity, cycle);
}

/* Retires the instructions up to the next access, which is issued at the cycle in the access. */
static void
go_on (Core *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  Chance chance = { host, context, element };
  int64_t begin = core->ready > cycle ? core->ready : cycle;

  program_next (&core->program, draw, &chance, &core->access);
  core->has_access = core->access.cycle < core->left;
  show (core, host, context, element, ACTIVITY_RUNNING, begin);
  if (!core->has_access)
    {
      show (core, host, context, element, HD_IDLE, begin + core->left);
      core->instructions += (uint64_t) core->left;
      core->last = begin + core->left;
      core->left = 0;
      return;
    }
  core->instructions += (uint64_t) core->access.cycle + 1;
  core->left -= core->access.cycle + 1;
  core->access.cycle += begin;
  core->ready = core->access.cycle + 1;
  core->last = core->ready;
}

static void
issue (Core *core, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  uint32_t tag = (uint32_t) __builtin_ctzll (core->free_tags);
  const Packet packet = {
    .address = core->access.address, .tag = (uint16_t) tag, .size = core->access.size, .flits = 1,
    .operation = core->access.is_write ? OPERATION_WRITE : OPERATION_READ,
  };
  HdMessage message = { 0 };

  core->free_tags &= core->free_tags - 1;
  core->issued[tag] = cycle;
  core->n_waiting++;
  core->accesses++;
  core->has_access = 0;
  packet_write (&packet, &message);
  if (core->link == HD_NO_LINK)
    host->fail (context, element, "it has no cache");
  else
    host->send (context, core->link, 0, packet.size, &message);
}

/* Whether an access with this tag waits for its answer. */
static int
is_waiting (const Core *core, uint32_t tag)
{
  return tag < MAX_OUTSTANDING && (core->free_tags >> tag & 1) == 0;
}

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  const Core *core = &((const Cores *) state)->cores[element];
  Packet packet = packet_read (message);
  const char *rule = packet_accept (&packet, TAKES_REPLIES, out_value);

  if (rule != NULL || is_waiting (core, packet.tag))
    return rule;
  *out_value = packet.tag;
  return N_("the tag must be that of a load or store that waits");
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  const Core *core = &((const Cores *) state)->cores[element];

  out_wait->port = PORT_CACHE;
  out_wait->n = core->n_waiting;
  out_wait->what = N_("answers to loads and stores");
  return core->n_waiting > 0;
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Core *core = &((Cores *) state)->cores[element];
  uint32_t tag = packet_read (message).tag;

  core->latency += (uint64_t) (cycle - core->issued[tag]);
  core->answered++;
  core->free_tags |= (uint64_t) 1 << tag;
  core->last = cycle > core->last ? cycle : core->last;
  /* A stall is over. */
  return core->n_waiting-- == core->outstanding ? cycle : HD_NEVER;
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      Core *core = &((Cores *) state)->cores[active[i]];

      while (core->n_waiting < core->outstanding)
        {
          if (!core->has_access && core->left > 0)
            go_on (core, host, context, active[i], cycle);
          if (!core->has_access)
            break;
          if (core->access.cycle > cycle)
            {
              next[i] = core->access.cycle;
              break;
            }
          issue (core, host, context, active[i], cycle);
        }
      if (core->n_waiting == core->outstanding && core->left > 0)
        show (core, host, context, active[i], ACTIVITY_STALLED, cycle + 1);
    }
}

static void
finish (const HdBlockHost *host, HdBlockContext *context, void *state)
{
  Cores *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    {
      host->record (context, e, 0, self->cores[e].instructions);
      host->record (context, e, 1, (uint64_t) self->cores[e].last);
    }
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  const Core *core = &((const Cores *) state)->cores[element];

  switch (probe)
    {
    case PROBE_INSTRUCTIONS:
      *out_value = (double) core->instructions;
      break;
    case PROBE_CPI:
      *out_value = (double) core->last;
      *out_weight = (double) core->instructions;
      break;
    case PROBE_ACCESSES:
      *out_value = (double) core->accesses;
      break;
    case PROBE_LATENCY:
      *out_value = (double) core->latency;
      *out_weight = (double) core->answered;
      break;
    case PROBE_LAST:
      *out_value = (double) core->last;
      break;
    default:
      break;
    }
}

static void
clear (void *state)
{
  free (((Cores *) state)->cores);
}

static const char *const programs[] = { "search", "word-count", "tera-sort", NULL };

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_PROGRAM] = { .size = sizeof (HdParameter), .key = "program", .title = N_("Program"), .kind = HD_PARAMETER_CHOICE,
                          .default_text = "search", .choices = programs, .help = N_("Whose statistics its loads and stores have.") },
  [PARAMETER_NUMBER] = MANYCORE_INTEGER ("number", N_("Number"), "0", 0, 8388607, N_("Of this core; each has a working set of its own.")),
  [PARAMETER_INSTRUCTIONS] = MANYCORE_INTEGER ("instructions", N_("Instructions"), "1000000", 0, 1e15, N_("How many it retires.")),
  [PARAMETER_GAP] = MANYCORE_NUMBER ("gap", N_("Gap"), "", "2.3", 0, 1e6,
                                     N_("Other instructions between one load or store and the next, on average.")),
  [PARAMETER_WORKING_SET] = MANYCORE_NUMBER ("working-set", N_("Working set"), "B", "64 KiB", 1024, 16777216, N_("Bytes that the program uses.")),
  [PARAMETER_OUTSTANDING] = MANYCORE_COUNT ("outstanding", N_("Outstanding"), "4", 1, MAX_OUTSTANDING,
                                              N_("Loads and stores that may wait for an answer.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_CACHE] = MANYCORE_PORT ("cache", N_("Cache"), "cache", 1, N_("To its cache.")),
  { 0 },
};

static const HdProbe probes[] = {
  [PROBE_INSTRUCTIONS] = MANYCORE_PROBE ("instructions", N_("Instructions"), "", HD_SUMMARY_SUM, N_("instructions that have been retired")),
  [PROBE_CPI] = MANYCORE_PROBE ("cpi", N_("Cycles per instruction"), "cycle", HD_SUMMARY_MEAN, N_("cycles per retired instruction")),
  [PROBE_ACCESSES] = MANYCORE_PROBE ("accesses", N_("Loads and stores"), "", HD_SUMMARY_SUM, N_("loads and stores that have been issued")),
  [PROBE_LATENCY] = MANYCORE_PROBE ("latency", N_("Mean latency"), "cycle", HD_SUMMARY_MEAN, N_("cycles from a load or store to its answer")),
  [PROBE_LAST] = MANYCORE_PROBE ("last", N_("End"), "cycle", HD_SUMMARY_MAXIMUM, N_("cycle of the last instruction")),
  { 0 },
};

static const HdLane lanes[] = {
  [LANE_PIPELINE] = { .size = sizeof (HdLane), .name = "pipeline", .title = N_("pipeline"), .help = N_("When it retires instructions, and when it stalls."),
                      .is_detailed = 1 },
  { 0 },
};

static const HdActivity activities[] = {
  [ACTIVITY_RUNNING] = { .size = sizeof (HdActivity), .name = "running", .title = N_("running"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_STALLED] = { .size = sizeof (HdActivity), .name = "stalled", .title = N_("stalled"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (Cores),
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

const HdComponentType manycore_core = {
  .size = sizeof (HdComponentType),
  .id = "core",
  .title = N_("Core"),
  .category = MANYCORE_CORES,
  .symbol = "core",
  .help = N_("An in-order core: one instruction a cycle, stalls when too many loads and stores wait."),
  .source = N_("After BDSim's core model, simplified: in order, without branches and instruction cache"),
  .role = HD_ROLE_ENDPOINT,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .lanes = lanes,
  .activities = activities,
  .block = &block,
};
