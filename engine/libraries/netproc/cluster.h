/* cluster.h: what the parts of a cluster of engines share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * settings.c reads what was drawn, programs.c the programs; engines.c says which thread issues when, registers.c what a program reaches outside of its core, packets.c how packets
 * come to threads and leave them. cluster.c takes what comes.
 */
#pragma once

#include "clock.h"
#include "credits.h"
#include "elf.h"
#include "netproc.h"
#include "packet.h"
#include "rv32.h"
#include "schedule.h"
#include "show.h"
#include "unit.h"

#define CLUSTER_WHY_BYTES 512
#define CLUSTER_NOTES_AT PACKET_WINDOW                    /* in the core */
#define CLUSTER_SCRATCH_AT (PACKET_WINDOW + PACKET_NOTES) /* likewise: variables, and the stack from above */
#define CLUSTER_PROGRAMS 4u                               /* that a cluster without a stage of its own has, at most */
#define CLUSTER_ENGINES 1024
#define CLUSTER_THREADS 16

enum
{
  CLUSTER_CLOCK,
  CLUSTER_PROGRAM, /* of its stage, or of stage 0, and then as many as CLUSTER_PROGRAMS */
  CLUSTER_STAGE = CLUSTER_PROGRAM + CLUSTER_PROGRAMS,
  CLUSTER_STAGE_OF,
  CLUSTER_N_ENGINES,
  CLUSTER_N_THREADS,
  CLUSTER_DEPTH,
  CLUSTER_POLICY,
  CLUSTER_SCHEDULE,
  CLUSTER_HAND_OVER,
  CLUSTER_SWITCH,
  CLUSTER_INSTRUCTION_MEMORY,
  CLUSTER_CORE_MEMORY,
  CLUSTER_CORE_OF,
  CLUSTER_WATCHDOG,
  CLUSTER_STRICT,
  CLUSTER_STEPPING,
  CLUSTER_PROFILE,
};
enum { CLUSTER_IN, CLUSTER_OUT, CLUSTER_BUFFER, CLUSTER_UNITS /* and one for each kind of unit */ };
enum
{
  CLUSTER_PROBE_PACKETS,
  CLUSTER_PROBE_INSTRUCTIONS,
  CLUSTER_PROBE_QUEUE,
  CLUSTER_PROBE_FULL,
  CLUSTER_PROBE_ISSUE, /* the first of those that make up all cycles */
  CLUSTER_PROBE_HAND_OVER,
  CLUSTER_PROBE_SWITCH,
  CLUSTER_PROBE_STALL_BUFFER,
  CLUSTER_PROBE_STALL_UNITS, /* and one for each kind of unit that answers */
  CLUSTER_PROBE_STALL_SEND = CLUSTER_PROBE_STALL_UNITS + UNIT_COUNTER,
  CLUSTER_PROBE_IDLE,
  CLUSTER_PROBE_END,
};
#define CLUSTER_CYCLES (CLUSTER_PROBE_END - CLUSTER_PROBE_ISSUE)
#define CLUSTER_ACTIVITIES (CLUSTER_PROBE_IDLE - CLUSTER_PROBE_ISSUE) /* as these probes, but the last */
enum { CLUSTER_RECORD_TRAP = 1 };
enum { CLUSTER_OUTPUT_PROFILE };

/* What a thread is at; one that has a packet and does not issue waits for something. */
typedef enum
{
  THREAD_FREE,
  THREAD_HAND_OVER,
  THREAD_READY,
  THREAD_STEPPING, /* within what it issues */
  THREAD_AT_BUFFER,
  THREAD_AT_UNIT,
  THREAD_SENDING, /* until it has issued that */
  THREAD_AT_SEND, /* until there is room */
  THREAD_DRAINING, /* its packet has left, and something that it asked for is not answered */
} ThreadState;

/* Of a thread and a kind of unit. What programs only store lies as it does for them: @key, and @control, the table's number, and from bit 16 on the bytes of the key */
typedef struct
{
  uint8_t key[UNIT_KEY], control[4];
  uint32_t status;
  uint8_t value[UNIT_VALUE];
  uint64_t ready; /* the cycle from which on it is answered, UINT64_MAX until that is known */
} UnitSlot;

#define CLUSTER_UNITS_BASE UINT32_C (0x40000100)
#define CLUSTER_UNIT_BYTES 0x40u
#define CLUSTER_UNIT_CONTROL 0x20u
_Static_assert (sizeof (UnitSlot) == CLUSTER_UNIT_BYTES && offsetof (UnitSlot, control) == CLUSTER_UNIT_CONTROL && UNIT_KEY == CLUSTER_UNIT_CONTROL, "as programs see it");

typedef struct
{
  Rv32Thread core;
  Rv32Access access;
  Packet *packet; /* and behind it, in the same block, its bytes */
  uint32_t room;  /* for bytes */
  uint32_t engine;
  uint64_t since; /* the cycle in which its state began */
  uint64_t begun; /* likewise: in which it got its packet */
  int32_t cut;
  ThreadState state;
  int is_followed;    /* its packet, which is not sent yet */
  TrailMoment *trail; /* of that; NULL before there was one */
  uint32_t kind; /* of unit that it waits for, or UNIT_KINDS */
  uint32_t n_asked;  /* units that have not answered yet */
  uint64_t answered; /* the cycle from which on those are that have */
  int is_answered; /* by the packet buffer, in this cycle */
  UnitSlot slots[UNIT_KINDS];
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
  Elf elf;
  Rv32Program program;
  Rv32Instruction *instructions;
  uint64_t *waits; /* cycles that threads waited for what an instruction loads or stores; NULL without a profile */
} ClusterProgram;

typedef struct
{
  uint64_t cycle; /* in which it comes */
  HdBuffer *buffer;
  uint64_t path; /* as it came with it */
} QueuedPacket;

typedef struct
{
  Clock clock;
  uint64_t hand_over, switching, watchdog;
  Credits credits;
  uint32_t n_engines, n_threads, stage, n_places, policy, core_bytes, last;
  uint32_t n_units[UNIT_KINDS]; /* links to each kind */
  int is_strict, by_cycles, by_turns, has_buffer;
  ClusterProgram programs[CLUSTER_PROGRAMS], *program; /* NULL before there is a stage */
  Engine *engines;
  Thread *threads; /* those of an engine are neighbours */
  uint8_t *cores;
  Schedule schedule; /* of threads, and behind them of engines */
  uint64_t alarm;    /* cycle of the next wake-up */
  Intake coming;
  QueuedPacket *queue; /* a ring of n_places: those that wait and those that have a thread are no more */
  uint32_t first, n;
  uint32_t *senders; /* threads at AT_SEND: a ring in the order of their turns */
  uint32_t first_sender, n_senders, n_busy;
  uint64_t free[CLUSTER_ENGINES / 64]; /* a bit for each engine: whether a thread of it is free */
  uint64_t n_packets, n_instructions, n_full, full_since, cycles[CLUSTER_CYCLES], end;
  int is_full;
  uint64_t next_show;
  uint32_t n_traced; /* engines, whose lanes are shown */
  uint32_t n_shown; /* packets that wait */
} Cluster;

static inline uint8_t *
cluster_get_bytes (Thread *thread)
{
  return (uint8_t *) (thread->packet + 1);
}

static inline uint32_t
cluster_get_engine (const Cluster *self,
                    uint32_t thread)
{
  return self->threads[thread].engine;
}

/* The place in a ring of @n that is @more, less than @n, behind @place. */
static inline uint32_t
cluster_go_round (uint32_t place,
                  uint32_t more,
                  uint32_t n)
{
  return place + more < n ? place + more : place + more - n;
}

static inline uint32_t
cluster_count_threads (const Cluster *self)
{
  return self->n_engines * self->n_threads;
}

/* Whether nothing can come between what the thread of an engine does, until it waits. */
static inline int
cluster_runs_ahead (const Cluster *self)
{
  return self->n_threads == 1 && !self->by_cycles;
}

/** cluster_read_settings: 0, and the end of the run, if something cannot be */
int cluster_read_settings (Cluster *self,
                           const HdHost *host,
                           HdComponentContext *context);
void cluster_clear (Cluster *self);
int cluster_fail (const HdHost *host,
                  HdComponentContext *context,
                  const char *why);

/** cluster_read_program: number @at; an empty text is none */
int cluster_read_program (Cluster *self,
                          const HdHost *host,
                          HdComponentContext *context,
                          uint32_t at);
/** cluster_set_stage: of one that had none, and which of its programs it executes from now on */
int cluster_set_stage (Cluster *self,
                       const HdHost *host,
                       HdComponentContext *context,
                       uint32_t stage,
                       uint32_t program);

/** cluster_mark_free: after the number of free threads of an engine has changed */
static inline void
cluster_mark_free (Cluster *self,
                   uint32_t engine)
{
  uint64_t bit = UINT64_C (1) << engine % 64;

  if (self->engines[engine].n_free > 0)
    self->free[engine / 64] |= bit;
  else
    self->free[engine / 64] &= ~bit;
}

/** cluster_count_cycles: before something changes at an engine in @cycle: what it was at since it was counted last */
void cluster_count_cycles (Cluster *self,
                           uint32_t engine,
                           uint64_t cycle);
void cluster_set_state (Cluster *self,
                        uint32_t thread,
                        ThreadState state,
                        uint64_t cycle);
/** cluster_tell_engine: on the lane of @engine, what it is at from @cycle on, or from when on it has issued */
void cluster_tell_engine (const Cluster *self,
                          const HdHost *host,
                          HdComponentContext *context,
                          uint32_t engine,
                          uint64_t cycle);
/** cluster_note: that the packet of @thread, if it is followed, is at @what of trail.h from @cycle on */
static inline void
cluster_note (const Cluster *self,
              Thread *thread,
              uint32_t what,
              uint64_t cycle)
{
  if (thread->is_followed)
    thread->packet->n_moments = trail_add (thread->trail, thread->packet->n_moments, (TrailMoment){ clock_get_time (&self->clock, cycle), what, self->stage });
}

/** cluster_write_profile: of what it executed, at the end */
void cluster_write_profile (const Cluster *self,
                            const HdHost *host,
                            HdComponentContext *context);
/** cluster_begin_program: of a thread that is handed its packet from @cycle on */
void cluster_begin_program (Cluster *self,
                            const HdHost *host,
                            HdComponentContext *context,
                            uint32_t thread,
                            uint64_t cycle);
/** cluster_go_on: number @number of what is due, a thread or, behind these, an engine, in @cycle */
void cluster_go_on (Cluster *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint32_t number,
                    uint64_t cycle);

typedef enum
{
  REACH_NOTHING, /* there is no such thing */
  REACH_DONE,    /* the thread goes on at once */
  REACH_BUFFER,  /* it waits for an answer */
  REACH_UNIT,    /* it waits for a unit, if that has not answered until the next cycle */
  REACH_SEND,
} Reach;

/** cluster_reach_out: what an access to what lies outside of the core becomes, that was issued in @cycle */
Reach cluster_reach_out (Cluster *self,
                         const HdHost *host,
                         HdComponentContext *context,
                         uint32_t number,
                         int is_store,
                         uint64_t cycle);
/** cluster_end_wait: gives the load of a thread that waited for a unit its value */
void cluster_end_wait (Thread *thread);
/** cluster_take_answer: of a unit of @kind, which comes in @cycle */
void cluster_take_answer (Cluster *self,
                          uint32_t kind,
                          const HdMessage *message,
                          uint64_t cycle);

/** cluster_take_packet: one that comes at @time, with @path */
void cluster_take_packet (Cluster *self,
                          const HdHost *host,
                          HdComponentContext *context,
                          uint64_t path,
                          int64_t time);
/** cluster_queue_packets: those that have come until @cycle */
void cluster_queue_packets (Cluster *self,
                            uint64_t cycle);
static inline int
cluster_has_room (const Cluster *self)
{
  return self->coming.n + self->n + self->n_busy < self->n_places;
}

/** cluster_free_thread: one that is done with all */
void cluster_free_thread (Cluster *self,
                          const HdHost *host,
                          HdComponentContext *context,
                          uint32_t thread,
                          uint64_t cycle);
/** cluster_send_packets: as there is room; cluster_begin_packets: as there are threads */
void cluster_send_packets (Cluster *self,
                           const HdHost *host,
                           HdComponentContext *context,
                           uint64_t cycle);
void cluster_begin_packets (Cluster *self,
                            const HdHost *host,
                            HdComponentContext *context,
                            uint64_t cycle);
