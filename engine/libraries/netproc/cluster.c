/* cluster.c: engines that execute one program on packets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet waits for a thread of an engine, whose program then runs until it sends the packet on. One thread of an engine issues at a time; when it waits for something
 * outside of its core, the next that is ready goes on. Nothing can reach a thread between two accesses to what lies outside, so all of that is executed at once, and the
 * access leaves at its own time; stepping by cycles executes each instruction in its cycle, which must give the same.
 *
 * What a cycle brings is looked at in its middle: first threads in the order of their numbers, then engines.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "elf.h"
#include "netproc.h"
#include "packet.h"
#include "rv32.h"
#include "schedule.h"

#define WHY_BYTES 512
#define NOTES_AT PACKET_WINDOW                    /* in the core */
#define SCRATCH_AT (PACKET_WINDOW + PACKET_NOTES) /* likewise: variables, and the stack from above */
#define STACK_BYTES 128u                          /* at least */
#define LINE 16u                                  /* bytes of the packet buffer that one access reaches */
#define BUFFER_BASE UINT32_C (0x20000000)
#define REGISTERS_BASE UINT32_C (0x40000000)

enum
{
  PARAMETER_CLOCK,
  PARAMETER_PROGRAM,
  PARAMETER_STAGE,
  PARAMETER_ENGINES,
  PARAMETER_THREADS,
  PARAMETER_DEPTH,
  PARAMETER_POLICY,
  PARAMETER_HAND_OVER,
  PARAMETER_SWITCH,
  PARAMETER_INSTRUCTION_MEMORY,
  PARAMETER_CORE_MEMORY,
  PARAMETER_CORE_OF,
  PARAMETER_WATCHDOG,
  PARAMETER_STRICT,
  PARAMETER_STEPPING,
};
enum { PORT_IN, PORT_OUT, PORT_BUFFER };
enum { PROBE_PACKETS, PROBE_INSTRUCTIONS, PROBE_QUEUE, PROBE_ISSUE, PROBE_HAND_OVER, PROBE_SWITCH, PROBE_STALL_BUFFER, PROBE_STALL_SEND, PROBE_IDLE, PROBE_END };
enum { POLICY_FIRST, POLICY_TURNS };
enum { CORE_OF_THREAD, CORE_OF_ENGINE };
enum { STEPPING_AHEAD, STEPPING_CYCLES };
enum { RECORD_TRAP = 1 };

/* Words at REGISTERS_BASE. */
enum
{
  REGISTER_LENGTH = 0x00,
  REGISTER_PORT_IN = 0x04,
  REGISTER_PORT_OUT = 0x08,
  REGISTER_CYCLE = 0x0c,
  REGISTER_ENGINE = 0x10,
  REGISTER_THREAD = 0x14,
  REGISTER_STAGE = 0x18,
  REGISTER_CUT = 0x1c, /* bytes from the front, or, if below 0, to be put there */
  REGISTER_INSERT = 0x20, /* a stage to which the packet goes next */
  REGISTER_SEND = 0x24,
};

/* What a thread is at; one that has a packet and does not issue waits for something. */
typedef enum
{
  FREE,
  HAND_OVER,
  READY,
  STEPPING, /* within what it issues */
  AT_BUFFER,
  SENDING, /* until it has issued that */
  AT_SEND, /* until there is room */
} State;

typedef struct
{
  Rv32Thread core;
  Rv32Access access;
  Packet packet;
  uint8_t *bytes; /* of the packet */
  uint64_t since; /* the cycle in which its state began */
  int32_t cut;
  State state;
} Thread;

typedef struct
{
  uint64_t free;    /* the cycle from which on it issues again */
  uint64_t counted; /* up to which its cycles are */
  uint32_t last;    /* thread that issued */
  uint32_t n_ready, n_free; /* threads */
  int is_due;
} Engine;

typedef struct
{
  uint64_t hertz, hand_over, switching, watchdog, credits;
  uint32_t n_engines, n_threads, stage, n_places, policy, core_bytes, last;
  int is_strict, by_cycles, has_buffer;
  Elf elf;
  Rv32Program program;
  Rv32Instruction *instructions;
  Engine *engines;
  Thread *threads; /* those of an engine are neighbours */
  uint8_t *cores;
  Schedule schedule; /* of threads, and behind them of engines */
  uint64_t alarm;    /* cycle of the next wake-up */
  HdBuffer **queue; /* a ring of n_places: those that wait and those that have a thread are no more */
  uint32_t first, n;
  uint32_t *senders; /* threads at AT_SEND: a ring in the order of their turns */
  uint32_t first_sender, n_senders, n_busy;
  uint64_t n_packets, n_instructions, cycles[PROBE_IDLE - PROBE_ISSUE + 1], end;
} Cluster;

/* ---- settings ------------------------------------------------------------------------------------------------------ */

static uint32_t
get_number (const HdHost *host,
            HdComponentContext *context,
            uint32_t index)
{
  return (uint32_t) host->parameter (context, index);
}

static int
fail (const HdHost *host,
      HdComponentContext *context,
      const char *why)
{
  host->fail (context, why);
  return 0;
}

static int
read_program (Cluster *self,
              const HdHost *host,
              HdComponentContext *context)
{
  ElfLimits limits = { get_number (host, context, PARAMETER_INSTRUCTION_MEMORY) / 4 * 4, RV32_LOCAL_BASE + SCRATCH_AT, self->core_bytes - SCRATCH_AT - STACK_BYTES };
  char why[WHY_BYTES];
  const char *bytes;
  size_t size;

  if (!host->load (context, PARAMETER_PROGRAM, &bytes, &size))
    return 0;
  if (!elf_read (&self->elf, host->text (context, PARAMETER_PROGRAM), (const uint8_t *) bytes, size, &limits, why, sizeof why))
    return fail (host, context, why);
  self->instructions = calloc (self->elf.n_code / 4, sizeof *self->instructions);
  if (self->instructions == NULL)
    return fail (host, context, "there is no memory for its program");
  rv32_decode (self->elf.code, self->elf.n_code / 4, self->instructions);
  self->program = (Rv32Program){ self->elf.code, self->instructions, self->elf.n_code / 4 };
  return 1;
}

static int
find_core (Cluster *self,
           const HdHost *host,
           HdComponentContext *context)
{
  uint32_t all = get_number (host, context, PARAMETER_CORE_MEMORY);
  char why[WHY_BYTES];

  self->core_bytes = (get_number (host, context, PARAMETER_CORE_OF) == CORE_OF_THREAD ? all : all / self->n_threads) / 16 * 16;
  if (self->core_bytes >= SCRATCH_AT + STACK_BYTES)
    return 1;
  snprintf (why, sizeof why, "a thread has %" PRIu32 " bytes of core memory; it needs %u", self->core_bytes, SCRATCH_AT + STACK_BYTES);
  return fail (host, context, why);
}

static int
make_threads (Cluster *self,
              const HdHost *host,
              HdComponentContext *context)
{
  uint32_t n = self->n_engines * self->n_threads;

  self->engines = calloc (self->n_engines, sizeof *self->engines);
  self->threads = calloc (n, sizeof *self->threads);
  self->cores = calloc (n, self->core_bytes);
  self->queue = calloc (self->n_places, sizeof *self->queue);
  self->senders = calloc (n, sizeof *self->senders);
  if (!schedule_init (&self->schedule, n + self->n_engines) || self->engines == NULL || self->threads == NULL || self->cores == NULL || self->queue == NULL || self->senders == NULL)
    return fail (host, context, "there is no memory for its threads");
  for (uint32_t i = 0; i < self->n_engines; i++)
    self->engines[i] = (Engine){ .last = i * self->n_threads, .n_free = self->n_threads };
  for (uint32_t i = 0; i < n; i++)
    {
      self->threads[i].core.local = self->cores + (size_t) i * self->core_bytes;
      self->threads[i].core.local_size = self->core_bytes;
      memcpy (self->threads[i].core.local + SCRATCH_AT, self->elf.data, self->core_bytes - SCRATCH_AT - STACK_BYTES);
    }
  return 1;
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Cluster *self = state;

  self->hertz = (uint64_t) host->parameter (context, PARAMETER_CLOCK);
  self->hand_over = get_number (host, context, PARAMETER_HAND_OVER);
  self->switching = get_number (host, context, PARAMETER_SWITCH);
  self->watchdog = get_number (host, context, PARAMETER_WATCHDOG);
  self->n_engines = get_number (host, context, PARAMETER_ENGINES);
  self->n_threads = get_number (host, context, PARAMETER_THREADS);
  self->stage = get_number (host, context, PARAMETER_STAGE);
  self->n_places = get_number (host, context, PARAMETER_DEPTH) + self->n_engines * self->n_threads;
  self->policy = get_number (host, context, PARAMETER_POLICY);
  self->is_strict = get_number (host, context, PARAMETER_STRICT) > 0;
  self->by_cycles = get_number (host, context, PARAMETER_STEPPING) == STEPPING_CYCLES;
  self->has_buffer = host->links (context, PORT_BUFFER) > 0;
  self->last = self->n_engines - 1;
  self->alarm = UINT64_MAX;
  if (find_core (self, host, context) && read_program (self, host, context) && make_threads (self, host, context))
    host->send (context, PORT_IN, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->n_places, self->stage } });
}

/* ---- cycles of engines --------------------------------------------------------------------------------------------- */

static uint32_t
get_engine (const Cluster *self,
            uint32_t thread)
{
  return thread / self->n_threads;
}

/* What an engine that does not issue waits for: that of the thread that waits longest. */
static unsigned
get_reason (const Cluster *self,
            uint32_t engine)
{
  static const uint8_t reasons[] = {
    [FREE] = PROBE_IDLE, [HAND_OVER] = PROBE_HAND_OVER, [READY] = PROBE_SWITCH, [STEPPING] = PROBE_SWITCH, [AT_BUFFER] = PROBE_STALL_BUFFER, [SENDING] = PROBE_SWITCH,
    [AT_SEND] = PROBE_STALL_SEND,
  };
  const Thread *oldest = NULL;

  for (uint32_t i = 0; i < self->n_threads; i++)
    {
      const Thread *thread = &self->threads[engine * self->n_threads + i];

      if (thread->state != FREE && (oldest == NULL || thread->since < oldest->since))
        oldest = thread;
    }
  return reasons[oldest != NULL ? oldest->state : FREE];
}

/* Before something changes at an engine in @cycle: what it was at since it was counted last. */
static void
count_cycles (Cluster *self,
              uint32_t number,
              uint64_t cycle)
{
  Engine *engine = &self->engines[number];

  if (cycle <= engine->counted)
    return;
  self->cycles[get_reason (self, number) - PROBE_ISSUE] += cycle - engine->counted;
  engine->counted = cycle;
}

static void
set_state (Cluster *self,
           uint32_t thread,
           State state,
           uint64_t cycle)
{
  self->threads[thread].state = state;
  self->threads[thread].since = cycle;
}

/* ---- what programs see --------------------------------------------------------------------------------------------- */

static int
read_register (const Cluster *self,
               uint32_t number,
               uint64_t cycle,
               uint32_t *out_value)
{
  const Thread *thread = &self->threads[number];

  switch (thread->access.address - REGISTERS_BASE)
    {
    case REGISTER_LENGTH: *out_value = thread->packet.length; return 1;
    case REGISTER_PORT_IN: *out_value = thread->packet.port_in; return 1;
    case REGISTER_PORT_OUT: *out_value = thread->packet.port_out; return 1;
    case REGISTER_CYCLE: *out_value = (uint32_t) cycle; return 1;
    case REGISTER_ENGINE: *out_value = get_engine (self, number); return 1;
    case REGISTER_THREAD: *out_value = number % self->n_threads; return 1;
    case REGISTER_STAGE: *out_value = self->stage; return 1;
    case REGISTER_CUT: *out_value = (uint32_t) thread->cut; return 1;
    default: return 0;
    }
}

/* At most as much as there is, or as a packet may have. */
static int
set_cut (Thread *thread,
         int32_t cut)
{
  if (cut > (int64_t) thread->packet.length || (int64_t) thread->packet.length - cut > PACKET_MAXIMUM_BYTES)
    return 0;
  thread->cut = cut;
  return 1;
}

static int
insert_stage (Packet *packet,
              uint32_t stage)
{
  if (stage >= PACKET_STAGES || packet->n_stages == PACKET_EVENTS)
    return 0;
  memmove (packet->stages + 1, packet->stages, packet->n_stages++);
  packet->stages[0] = (uint8_t) stage;
  return 1;
}

static int
write_register (Thread *thread)
{
  switch (thread->access.address - REGISTERS_BASE)
    {
    case REGISTER_PORT_OUT: thread->packet.port_out = thread->access.value; return 1;
    case REGISTER_INSERT: return insert_stage (&thread->packet, thread->access.value);
    case REGISTER_CUT: return set_cut (thread, (int32_t) thread->access.value);
    default: return 0;
    }
}

static int
is_send (const Thread *thread)
{
  return thread->access.address == REGISTERS_BASE + REGISTER_SEND && thread->access.size == 4 && (thread->access.value & 255) < PACKET_N_VERDICTS;
}

/* Loads and stores in the packet buffer reach what one line of it holds. */
static int
touch_buffer (Thread *thread,
              int is_store)
{
  uint32_t offset = thread->access.address - BUFFER_BASE, value = 0;

  if (offset % LINE + thread->access.size > LINE || offset >= thread->packet.length || thread->packet.length - offset < thread->access.size)
    return 0;
  for (unsigned i = 0; i < thread->access.size; i++)
    if (is_store)
      thread->bytes[offset + i] = (uint8_t) (thread->access.value >> 8 * i);
    else
      value |= (uint32_t) thread->bytes[offset + i] << 8 * i;
  if (!is_store)
    rv32_answer (&thread->core, &thread->access, value);
  return 1;
}

/* ---- issuing ------------------------------------------------------------------------------------------------------- */

static void
ask_buffer (Cluster *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t number,
            uint64_t issued)
{
  const Thread *thread = &self->threads[number];
  uint64_t cell = (thread->access.address - BUFFER_BASE) / PACKET_CELL;

  host->send (context, PORT_BUFFER, clock_get_time (self->hertz, issued + 1) - host->now (context),
              &(HdMessage){ .kind = PACKET_REQUEST, .payload = { number, thread->packet.id + cell } });
}

/* The program of a thread is over: it has sent its packet, or what it did cannot be done. */
static void
end_program (Cluster *self,
             uint32_t number,
             PacketVerdict verdict,
             uint32_t reason,
             uint64_t cycle)
{
  Thread *thread = &self->threads[number];

  thread->packet.verdict = verdict;
  thread->packet.reason = reason;
  set_state (self, number, SENDING, cycle);
  schedule_put (&self->schedule, number, cycle);
}

static void
trap (Cluster *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t number,
      const char *what,
      uint64_t cycle)
{
  const Thread *thread = &self->threads[number];
  char why[WHY_BYTES];

  host->record (context, RECORD_TRAP, thread->core.pc);
  if (self->is_strict)
    {
      snprintf (why, sizeof why, "engine %" PRIu32 ", thread %" PRIu32 ", packet %" PRIu64 ": at 0x%" PRIx32 " its program %s", get_engine (self, number), number % self->n_threads,
                thread->packet.id, thread->core.pc, what);
      fail (host, context, why);
    }
  end_program (self, number, PACKET_DROP, thread->core.n_done >= self->watchdog ? PACKET_WATCHDOG : PACKET_TRAP, cycle);
}

/* What an access to what lies outside of the core becomes, that was issued in @cycle. Returns whether the thread goes on at once. */
static int
reach_out (Cluster *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t number,
           int is_store,
           uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  uint32_t value;

  if (thread->access.address < REGISTERS_BASE && self->has_buffer && touch_buffer (thread, is_store))
    {
      ask_buffer (self, host, context, number, cycle);
      set_state (self, number, AT_BUFFER, cycle + 1);
      return 0;
    }
  if (is_store && is_send (thread))
    {
      end_program (self, number, (PacketVerdict) (thread->access.value & 255), thread->access.value >> 8 & 255, cycle + 1);
      return 0;
    }
  if (thread->access.size == 4 && is_store && write_register (thread))
    return 1;
  if (thread->access.size == 4 && !is_store && read_register (self, number, cycle, &value))
    {
      rv32_answer (&thread->core, &thread->access, value);
      return 1;
    }
  thread->core.pc -= 4;
  trap (self, host, context, number, "reaches for an address that is none, or not like that", cycle + 1);
  return 0;
}

static void
issue (Cluster *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t number,
       uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  Engine *engine = &self->engines[get_engine (self, number)];
  uint64_t begin = cycle, before = thread->core.n_done, now = cycle;
  int goes_on = 1;

  if (engine->last != number && self->switching > 0 && thread->state != STEPPING)
    {
      self->cycles[PROBE_SWITCH - PROBE_ISSUE] += self->switching;
      begin = now = cycle + self->switching;
    }
  engine->last = number;
  set_state (self, number, STEPPING, begin);
  while (goes_on)
    {
      uint64_t left = self->watchdog - thread->core.n_done;
      Rv32Stop stop;

      thread->core.n_cycles = 0;
      stop = left == 0 ? RV32_LIMIT : rv32_run (&self->program, &thread->core, self->by_cycles ? 1 : left, &thread->access);
      now += thread->core.n_cycles;
      if (stop == RV32_LOAD || stop == RV32_STORE)
        goes_on = reach_out (self, host, context, number, stop == RV32_STORE, now - 1);
      else
        {
          goes_on = 0;
          if (stop != RV32_LIMIT)
            trap (self, host, context, number, stop == RV32_ADDRESS ? "reaches for an address that is none" : "comes to what is no instruction of RV32IM, or a call", ++now);
          else if (thread->core.n_done >= self->watchdog)
            trap (self, host, context, number, "has executed as many instructions as the watchdog allows", left == 0 ? ++now : now);
        }
      if (self->by_cycles)
        break;
    }
  if (thread->state == STEPPING)
    schedule_put (&self->schedule, number, now);
  self->n_instructions += thread->core.n_done - before;
  self->cycles[PROBE_ISSUE - PROBE_ISSUE] += now - begin;
  engine->free = engine->counted = now;
}

/* An engine with several threads: of those that are ready the next after the one that issued last. */
static void
choose (Cluster *self,
        const HdHost *host,
        HdComponentContext *context,
        uint32_t number,
        uint64_t cycle)
{
  Engine *engine = &self->engines[number];
  uint32_t base = number * self->n_threads, thread = engine->last;

  engine->is_due = 0;
  if (engine->n_ready == 0)
    return;
  count_cycles (self, number, cycle);
  do
    thread = base + (thread - base + 1) % self->n_threads;
  while (self->threads[thread].state != READY);
  engine->n_ready--;
  issue (self, host, context, thread, cycle);
}

/* Whenever there may be something to choose. */
static void
remind (Cluster *self,
        uint32_t number,
        uint64_t cycle)
{
  Engine *engine = &self->engines[number];

  if (engine->n_ready == 0 || engine->is_due || self->threads[engine->last].state == STEPPING)
    return;
  engine->is_due = 1;
  schedule_put (&self->schedule, self->n_engines * self->n_threads + number, engine->free > cycle ? engine->free : cycle);
}

/* ---- packets ------------------------------------------------------------------------------------------------------- */

/* The window on the packet goes back into it; then its front is cut off, or grows. */
static HdBuffer *
pack (const HdHost *host,
      HdComponentContext *context,
      Thread *thread)
{
  uint32_t length = thread->packet.length, n = length < PACKET_WINDOW ? length : PACKET_WINDOW, more = thread->cut < 0 ? (uint32_t) -(int64_t) thread->cut : 0;

  memcpy (thread->bytes, thread->core.local, n);
  memcpy (thread->packet.notes, thread->core.local + NOTES_AT, PACKET_NOTES);
  if (more > 0)
    {
      uint8_t *grown = realloc (thread->bytes, length + more);

      if (grown == NULL)
        {
          fail (host, context, "there is no memory for a packet");
          return NULL;
        }
      memmove (grown + more, grown, length);
      memset (grown, 0, more);
      thread->bytes = grown;
    }
  thread->packet.length = (uint32_t) ((int64_t) length - thread->cut);
  return packet_share (host, context, &thread->packet, thread->bytes + (more > 0 ? 0 : thread->cut));
}

static void
send_packet (Cluster *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t number,
             uint64_t cycle)
{
  HdBuffer *buffer = pack (host, context, &self->threads[number]);

  if (buffer == NULL)
    return;
  self->credits -= self->credits != PACKET_ENDLESS;
  host->send_shared (context, PORT_OUT, clock_get_time (self->hertz, cycle + 1) - host->now (context), &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->drop (context, buffer);
  count_cycles (self, get_engine (self, number), cycle);
  free (self->threads[number].bytes);
  self->threads[number].bytes = NULL;
  set_state (self, number, FREE, cycle);
  self->engines[get_engine (self, number)].n_free++;
  host->send (context, PORT_IN, clock_get_time (self->hertz, cycle + 1) - host->now (context), &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1, self->stage } });
  self->n_busy--;
  self->n_packets++;
  self->end = cycle;
}

static void
send_packets (Cluster *self,
              const HdHost *host,
              HdComponentContext *context,
              uint64_t cycle)
{
  while (self->credits > 0 && self->n_senders > 0)
    {
      send_packet (self, host, context, self->senders[self->first_sender], cycle);
      self->first_sender = (self->first_sender + 1) % (self->n_engines * self->n_threads);
      self->n_senders--;
    }
}

/* There is a free one. */
static uint32_t
find_thread (Cluster *self)
{
  uint32_t engine = self->policy == POLICY_TURNS ? (self->last + 1) % self->n_engines : 0, thread;

  while (self->engines[engine].n_free == 0)
    engine = (engine + 1) % self->n_engines;
  self->last = engine;
  for (thread = engine * self->n_threads; self->threads[thread].state != FREE;)
    thread++;
  return thread;
}

static int
begin_packet (Cluster *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t number,
              uint64_t cycle)
{
  HdBuffer *buffer = self->queue[self->first];
  Thread *thread = &self->threads[number];
  const uint8_t *bytes;
  const Packet *packet = packet_open (host, context, buffer, &bytes);
  uint32_t n = packet->length < PACKET_WINDOW ? packet->length : PACKET_WINDOW;

  thread->packet = *packet;
  thread->bytes = malloc (packet->length + 1);
  if (thread->bytes == NULL)
    return fail (host, context, "there is no memory for a packet");
  memcpy (thread->bytes, bytes, packet->length);
  memcpy (thread->core.local, bytes, n);
  memset (thread->core.local + n, 0, PACKET_WINDOW - n);
  memcpy (thread->core.local + NOTES_AT, packet->notes, PACKET_NOTES);
  memset (thread->core.x, 0, sizeof thread->core.x);
  thread->core.pc = self->elf.entry;
  thread->core.n_done = 0;
  thread->core.x[2] = RV32_LOCAL_BASE + self->core_bytes;
  thread->core.x[10] = RV32_LOCAL_BASE;
  thread->core.x[11] = RV32_LOCAL_BASE + NOTES_AT;
  thread->cut = 0;
  count_cycles (self, get_engine (self, number), cycle);
  set_state (self, number, HAND_OVER, cycle);
  schedule_put (&self->schedule, number, cycle + self->hand_over);
  self->engines[get_engine (self, number)].n_free--;
  self->n_busy++;

  host->drop (context, buffer);
  self->first = (self->first + 1) % self->n_places;
  self->n--;
  return 1;
}

static void
begin_packets (Cluster *self,
               const HdHost *host,
               HdComponentContext *context,
               uint64_t cycle)
{
  while (self->n > 0 && self->n_busy < self->n_engines * self->n_threads && begin_packet (self, host, context, find_thread (self), cycle))
    continue;
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static void
go_on (Cluster *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t number,
       uint64_t cycle)
{
  uint32_t engine = get_engine (self, number);

  if (self->threads[number].state == STEPPING)
    {
      issue (self, host, context, number, cycle);
      remind (self, engine, cycle);
      return;
    }
  count_cycles (self, engine, cycle);
  if (self->threads[number].state == SENDING)
    {
      set_state (self, number, AT_SEND, cycle);
      self->senders[(self->first_sender + self->n_senders++) % (self->n_engines * self->n_threads)] = number;
      return;
    }
  if (self->n_threads == 1)
    {
      issue (self, host, context, number, cycle);
      return;
    }
  set_state (self, number, READY, cycle);
  self->engines[engine].n_ready++;
  remind (self, engine, cycle);
}

static void
show (Cluster *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_PACKETS, (double) self->n_packets);
  host->sample (context, PROBE_INSTRUCTIONS, (double) self->n_instructions);
  host->sample (context, PROBE_END, (double) self->end);
  for (uint32_t i = 0; i < sizeof self->cycles / sizeof *self->cycles; i++)
    host->sample (context, PROBE_ISSUE + i, (double) self->cycles[i]);
}

static void
set_alarm (Cluster *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  if (cycle >= self->alarm)
    return;
  self->alarm = cycle;
  host->wake (context, clock_get_middle (self->hertz, cycle) - host->now (context), &(HdMessage){ .payload = { cycle } });
}

/* The middle of a cycle. */
static void
act (Cluster *self,
     const HdHost *host,
     HdComponentContext *context,
     uint64_t cycle)
{
  uint64_t n_packets = self->n_packets;
  uint32_t number;

  self->alarm = UINT64_MAX;
  do
    {
      while (schedule_take (&self->schedule, cycle, &number))
        if (number < self->n_engines * self->n_threads)
          go_on (self, host, context, number, cycle);
        else
          {
            choose (self, host, context, number - self->n_engines * self->n_threads, cycle);
            remind (self, number - self->n_engines * self->n_threads, cycle);
          }
      send_packets (self, host, context, cycle);
      begin_packets (self, host, context, cycle);
    }
  while (schedule_get_next (&self->schedule) <= cycle);
  set_alarm (self, host, context, schedule_get_next (&self->schedule));
  host->sample (context, PROBE_QUEUE, self->n);
  if (self->n_packets == n_packets)
    return;
  for (uint32_t i = 0; self->n_busy == 0 && i < self->n_engines; i++)
    count_cycles (self, i, cycle);
  show (self, host, context);
}

static void
take_packet (Cluster *self,
             const HdHost *host,
             HdComponentContext *context)
{
  HdBuffer *buffer = host->carried (context);
  const uint8_t *bytes;

  if (packet_open (host, context, buffer, &bytes) == NULL)
    return;
  if (self->n + self->n_busy == self->n_places)
    {
      fail (host, context, "a packet comes that it has no room for");
      return;
    }
  host->hold (context, buffer);
  self->queue[(self->first + self->n++) % self->n_places] = buffer;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Cluster *self = state;
  uint64_t cycle;

  if (self->schedule.entries == NULL)
    return;
  if (message->port == HD_NO_PORT)
    {
      if (message->payload[0] == self->alarm)
        act (self, host, context, self->alarm);
      return;
    }
  cycle = clock_get_cycle (self->hertz, host->now (context));
  if (message->port == PORT_IN)
    take_packet (self, host, context);
  else if (message->port == PORT_BUFFER)
    schedule_put (&self->schedule, (uint32_t) message->payload[0], cycle);
  else
    self->credits = message->payload[0] == PACKET_ENDLESS ? PACKET_ENDLESS : self->credits + message->payload[0];
  set_alarm (self, host, context, cycle);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  const Cluster *self = state;

  *out_value = message->kind;
  if (message->port == PORT_IN)
    return message->kind == PACKET_ARRIVAL ? NULL : N_("the kind must be 1 (a packet)");
  if (message->port == PORT_OUT)
    return message->kind == PACKET_CREDIT ? NULL : N_("the kind must be 2 (credits)");
  if (message->kind != PACKET_REPLY)
    return N_("the kind must be 4 (a reply)");
  *out_value = message->payload[0];
  if (self->threads == NULL || (message->payload[0] < (uint64_t) self->n_engines * self->n_threads && self->threads[message->payload[0]].state == AT_BUFFER))
    return NULL;
  return N_("it must name a thread that waits for the packet buffer");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Cluster *self = state;

  if (self->n_senders > 0)
    *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_OUT, .n = self->n_senders, .what = N_("room for packets") };
  else if (self->n_busy > 0)
    *out_wait = (HdWait){ .size = sizeof (HdWait), .port = PORT_BUFFER, .n = self->n_busy, .what = N_("answers to loads and stores") };
  return self->n_senders > 0 || self->n_busy > 0;
}

static void
clear (void *state)
{
  Cluster *self = state;

  if (self->threads != NULL)
    for (uint32_t i = 0; i < self->n_engines * self->n_threads; i++)
      free (self->threads[i].bytes);
  elf_clear (&self->elf);
  schedule_clear (&self->schedule);
  free (self->instructions);
  free (self->engines);
  free (self->threads);
  free (self->cores);
  free (self->queue);
  free (self->senders);
}

static const char *const policies[] = { "first", "turns", NULL };
static const char *const cores[] = { "thread", "engine", NULL };
static const char *const steppings[] = { "ahead", "cycles", NULL };
#define NUMBER(key_, title_, default_, minimum_, maximum_, pleasant_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = default_, .minimum = minimum_, .maximum = maximum_, \
    .pleasant_minimum = minimum_, .pleasant_maximum = pleasant_, .help = help_, \
  }
static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_PROGRAM] = { .size = sizeof (HdParameter), .key = "program", .title = N_("Program"), .kind = HD_PARAMETER_TEXT,
    .help = N_("Its file, an executable ELF32 for RV32IM.") },
  [PARAMETER_STAGE] = NUMBER ("stage", N_("Stage"), "0", 0, PACKET_STAGES - 1, 3, N_("Which one of those that a dispatcher sends packets through it does.")),
  [PARAMETER_ENGINES] = NUMBER ("engines", N_("Engines"), "8", 1, 1024, 128, N_("Each executes the program on packets of its own.")),
  [PARAMETER_THREADS] = NUMBER ("threads", N_("Threads"), "1", 1, 16, 8, N_("Of each engine; while one waits, another goes on.")),
  [PARAMETER_DEPTH] = NUMBER ("depth", N_("Depth"), "64", 1, 65536, 256, N_("Packets that wait for a thread at most.")),
  [PARAMETER_POLICY] = { .size = sizeof (HdParameter), .key = "policy", .title = N_("Policy"), .kind = HD_PARAMETER_CHOICE, .default_text = "first", .choices = policies,
    .help = N_("Which engine takes a packet, of those with a free thread: the first, or each in turn.") },
  [PARAMETER_HAND_OVER] = NUMBER ("hand-over", N_("Hand-over"), "2", 0, 10000, 32, N_("Cycles from a packet's coming to a thread until its program begins.")),
  [PARAMETER_SWITCH] = NUMBER ("switch", N_("Switch"), "0", 0, 10000, 16, N_("Cycles that an engine needs to go on with another thread.")),
  [PARAMETER_INSTRUCTION_MEMORY] = { .size = sizeof (HdParameter), .key = "instruction-memory", .title = N_("Instruction memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B",
    .default_text = "32 KiB", .minimum = 64, .maximum = 16777216, .pleasant_minimum = 1024, .pleasant_maximum = 1048576, .help = N_("For the program and what it only reads.") },
  [PARAMETER_CORE_MEMORY] = { .size = sizeof (HdParameter), .key = "core-memory", .title = N_("Core memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B",
    .default_text = "1024 B", .minimum = 512, .maximum = 65536, .pleasant_minimum = 512, .pleasant_maximum = 8192,
    .help = N_("For 256 bytes of the packet, 128 that go with it, variables and the stack."), .source = "Neptune, table 1" },
  [PARAMETER_CORE_OF] = { .size = sizeof (HdParameter), .key = "core-of", .title = N_("Core memory of"), .kind = HD_PARAMETER_CHOICE, .default_text = "thread", .choices = cores,
    .help = N_("Whether each thread has that much, or the threads of an engine share it.") },
  [PARAMETER_WATCHDOG] = NUMBER ("watchdog", N_("Watchdog"), "100000", 1, 1e9, 1e6, N_("Instructions that a program may execute on a packet before that is dropped.")),
  [PARAMETER_STRICT] = { .size = sizeof (HdParameter), .key = "strict", .title = N_("Strict"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether a program that traps ends the run; else its packet is dropped.") },
  [PARAMETER_STEPPING] = { .size = sizeof (HdParameter), .key = "stepping", .title = N_("Stepping"), .kind = HD_PARAMETER_CHOICE, .default_text = "ahead", .choices = steppings,
    .help = N_("Whether it runs ahead to where a program reaches out of its core, or cycle by cycle, which takes longer and gives the same.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [PORT_BUFFER] = { .size = sizeof (HdPort), .name = "buffer", .title = N_("Packet buffer"), .protocol = "netproc-unit", .maximum_links = 1,
    .help = N_("To the memory that holds packets; without it programs see the first 256 bytes of each.") },
  { 0 },
};
#define CYCLES(name_, title_, help_) { .size = sizeof (HdProbe), .name = name_, .title = title_, .unit = "cycle", .help = help_, .summary = HD_SUMMARY_SUM }
static const HdProbe probes[] = {
  [PROBE_PACKETS] = { .size = sizeof (HdProbe), .name = "packets", .title = N_("Packets"), .unit = "", .help = N_("that its programs are done with"), .summary = HD_SUMMARY_SUM },
  [PROBE_INSTRUCTIONS] = { .size = sizeof (HdProbe), .name = "instructions", .title = N_("Instructions"), .unit = "", .help = N_("executed"), .summary = HD_SUMMARY_SUM },
  [PROBE_QUEUE] = { .size = sizeof (HdProbe), .name = "queue", .title = N_("Queue"), .unit = "", .help = N_("packets that wait for a thread") },
  [PROBE_ISSUE] = CYCLES ("issue", N_("Issue"), N_("of engines, in which they executed")),
  [PROBE_HAND_OVER] = CYCLES ("hand-over-wait", N_("Hand-over"), N_("of engines, in which a packet was handed to a thread")),
  [PROBE_SWITCH] = CYCLES ("switching", N_("Switching"), N_("of engines, between threads")),
  [PROBE_STALL_BUFFER] = CYCLES ("buffer-wait", N_("Wait for the packet buffer"), N_("of engines, whose threads all waited")),
  [PROBE_STALL_SEND] = CYCLES ("send-wait", N_("Wait for room"), N_("of engines, whose threads all waited")),
  [PROBE_IDLE] = CYCLES ("idle", N_("Idle"), N_("of engines without a packet")),
  [PROBE_END] = { .size = sizeof (HdProbe), .name = "end", .title = N_("End"), .unit = "cycle", .help = N_("in which it was done with a packet"), .summary = HD_SUMMARY_MAXIMUM },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Cluster), .start = start, .receive = receive, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_cluster = {
  .size = sizeof (HdComponentType), .id = "cluster", .title = N_("Engines"), .category = NETPROC_CATEGORY, .symbol = "packet-engine",
  .help = N_("Engines of a network processor that execute one program, for RV32IM, on packets."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
