/* engines.c: which thread of an engine issues when
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One thread of an engine issues at a time; when it waits for something outside of its core, the next that is ready goes on. Nothing can reach a thread between two accesses
 * to what lies outside, so all of that is executed at once, and the access leaves at its own time; stepping by cycles executes each instruction in its cycle, which must give
 * the same. A load of what a unit has not answered is looked at once more when it has been issued: whether the answer is there then does not depend on the stepping. Where an
 * engine has one thread, which nothing else can come before, its program begins when the packet is taken, ahead of the hand-over, and such a load waits for the answer alone.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cluster.h"

/* The kind of a unit that has not answered in @cycle. */
static uint32_t
find_asked (const Thread *thread,
            uint64_t cycle)
{
  uint32_t kind = 0;

  while (kind + 1 < UNIT_COUNTER && thread->slots[kind].ready <= cycle)
    kind++;
  return kind;
}

/* What an engine that does not issue waits for from @cycle on: that of the thread that waits longest. */
static unsigned
get_reason (const Cluster *self,
            uint32_t engine,
            uint64_t cycle)
{
  static const uint8_t reasons[] = {
    [THREAD_FREE] = CLUSTER_PROBE_IDLE, [THREAD_HAND_OVER] = CLUSTER_PROBE_HAND_OVER, [THREAD_READY] = CLUSTER_PROBE_SWITCH, [THREAD_STEPPING] = CLUSTER_PROBE_SWITCH,
    [THREAD_AT_BUFFER] = CLUSTER_PROBE_STALL_BUFFER, [THREAD_AT_UNIT] = CLUSTER_PROBE_STALL_UNITS, [THREAD_SENDING] = CLUSTER_PROBE_SWITCH,
    [THREAD_AT_SEND] = CLUSTER_PROBE_STALL_SEND, [THREAD_DRAINING] = CLUSTER_PROBE_STALL_UNITS,
  };
  const Thread *oldest = NULL;

  for (uint32_t i = 0; i < self->n_threads; i++)
    {
      const Thread *thread = &self->threads[engine * self->n_threads + i];

      if (thread->state != THREAD_FREE && (oldest == NULL || thread->since < oldest->since))
        oldest = thread;
    }
  if (oldest == NULL)
    return CLUSTER_PROBE_IDLE;
  return reasons[oldest->state] + (oldest->state == THREAD_AT_UNIT ? oldest->kind : oldest->state == THREAD_DRAINING ? find_asked (oldest, cycle) : 0);
}

/* On the lane of an engine: from the middle of @cycle on, as it is looked at there, until something else is said. */
static void
tell (const Cluster *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t engine,
      unsigned probe,
      uint64_t cycle)
{
  if (engine < self->n_traced)
    host->state (context, engine, probe < CLUSTER_PROBE_IDLE ? probe - CLUSTER_PROBE_ISSUE : HD_IDLE, clock_get_middle (&self->clock, cycle));
}

void
cluster_tell_engine (const Cluster *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     uint32_t engine,
                     uint64_t cycle)
{
  uint64_t counted = self->engines[engine].counted;

  if (engine < self->n_traced)
    tell (self, host, context, engine, get_reason (self, engine, cycle), counted > cycle ? counted : cycle);
}

void
cluster_count_cycles (Cluster *self,
                      uint32_t number,
                      uint64_t cycle)
{
  Engine *engine = &self->engines[number];

  if (cycle <= engine->counted)
    return;
  self->cycles[get_reason (self, number, engine->counted) - CLUSTER_PROBE_ISSUE] += cycle - engine->counted;
  engine->counted = cycle;
}

void
cluster_set_state (Cluster *self,
                   uint32_t thread,
                   ThreadState state,
                   uint64_t cycle)
{
  static const uint8_t whats[] = {
    [THREAD_HAND_OVER] = TRAIL_HAND_OVER, [THREAD_READY] = TRAIL_ENGINE, [THREAD_STEPPING] = TRAIL_ISSUE, [THREAD_AT_BUFFER] = TRAIL_BUFFER, [THREAD_AT_UNIT] = TRAIL_UNITS,
    [THREAD_SENDING] = TRAIL_ROOM, [THREAD_AT_SEND] = TRAIL_ROOM, [THREAD_DRAINING] = TRAIL_LINK,
  };
  Thread *changed = &self->threads[thread];

  changed->state = state;
  changed->since = cycle;
  cluster_note (self, changed, whats[state] + (state == THREAD_AT_UNIT ? changed->kind : 0), cycle);
}

/* ---- the end of a program ------------------------------------------------------------------------------------------ */

/* The program of a thread is over: it has sent its packet, or what it did cannot be done. */
static void
end_program (Cluster *self,
             uint32_t number,
             PacketVerdict verdict,
             uint32_t reason,
             uint64_t cycle)
{
  Thread *thread = &self->threads[number];

  thread->packet->verdict = verdict;
  thread->packet->reason = reason;
  cluster_set_state (self, number, THREAD_SENDING, cycle);
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
  char why[CLUSTER_WHY_BYTES];

  if (self->is_strict)
    {
      snprintf (why, sizeof why, "engine %" PRIu32 ", thread %" PRIu32 ", packet %" PRIu64 ": at 0x%" PRIx32 " its program %s", cluster_get_engine (self, number),
                number % self->n_threads, thread->packet->id, thread->core.pc, what);
      cluster_fail (host, context, why);
    }
  end_program (self, number, PACKET_DROP, thread->core.n_done >= self->watchdog ? PACKET_WATCHDOG : PACKET_TRAP, cycle);
}

/* ---- issuing ------------------------------------------------------------------------------------------------------- */

/* What it reached for in the cycle before @now. Returns whether the thread goes on at once. */
static int
reach (Cluster *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t number,
       int is_store,
       uint64_t now)
{
  Thread *thread = &self->threads[number];

  switch (cluster_reach_out (self, host, context, number, is_store, now - 1))
    {
    case REACH_DONE:
      return 1;
    case REACH_BUFFER:
      thread->is_answered = 0;
      cluster_set_state (self, number, THREAD_AT_BUFFER, now);
      return 0;
    case REACH_UNIT:
      return 0;
    case REACH_SEND:
      end_program (self, number, (PacketVerdict) (thread->access.value & 255), thread->access.value >> 8 & 255, now);
      return 0;
    case REACH_NOTHING:
    default:
      thread->core.pc -= 4;
      trap (self, host, context, number, "reaches for an address that is none, or not like that", now);
      return 0;
    }
}

/* From @now on up to where it cannot go on, or by one instruction; the cycle that it has come to then. */
static uint64_t
execute (Cluster *self,
         const HdHost *host,
         HdComponentContext *context,
         uint32_t number,
         int is_single,
         uint64_t now)
{
  Thread *thread = &self->threads[number];
  int goes_on = 1;

  while (goes_on)
    {
      uint64_t left = self->watchdog - thread->core.n_done;
      Rv32Stop stop;

      thread->core.n_cycles = 0;
      stop = left == 0 ? RV32_LIMIT : rv32_run (&self->program->program, &thread->core, is_single ? 1 : left, &thread->access);
      now += thread->core.n_cycles;
      if (stop == RV32_LOAD || stop == RV32_STORE)
        goes_on = reach (self, host, context, number, stop == RV32_STORE, now);
      else
        {
          goes_on = 0;
          if (stop != RV32_LIMIT)
            trap (self, host, context, number, stop == RV32_ADDRESS ? "reaches for an address that is none" : "comes to what is no instruction of RV32IM, or a call", ++now);
          else if (thread->core.n_done >= self->watchdog)
            trap (self, host, context, number, "has executed as many instructions as the watchdog allows", left == 0 ? ++now : now);
        }
      if (is_single)
        break;
    }
  return now;
}

/* Until the unit answers, which may be known by now. */
static void
wait_for_unit (Cluster *self,
               uint32_t number,
               uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  uint64_t ready = thread->slots[thread->kind].ready;

  cluster_set_state (self, number, THREAD_AT_UNIT, cycle);
  if (ready < UINT64_MAX)
    schedule_put (&self->schedule, number, ready > cycle ? ready : cycle);
}

/* Whenever there may be something to choose. */
static void
remind (Cluster *self,
        uint32_t number,
        uint64_t cycle)
{
  Engine *engine = &self->engines[number];

  if (engine->n_ready == 0 || engine->is_due || self->threads[engine->last].state == THREAD_STEPPING)
    return;
  engine->is_due = 1;
  schedule_put (&self->schedule, cluster_count_threads (self) + number, engine->free > cycle ? engine->free : cycle);
}

static void
get_ready (Cluster *self,
           uint32_t number,
           uint64_t cycle)
{
  cluster_set_state (self, number, THREAD_READY, cycle);
  self->engines[cluster_get_engine (self, number)].n_ready++;
}

static void
issue (Cluster *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t number,
       uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  Engine *engine = &self->engines[cluster_get_engine (self, number)];
  uint64_t begin = cycle, before = thread->core.n_done, now;
  int takes_turns = self->by_turns && self->n_threads > 1;

  if (engine->last != number && self->switching > 0 && thread->state != THREAD_STEPPING)
    {
      self->cycles[CLUSTER_PROBE_SWITCH - CLUSTER_PROBE_ISSUE] += self->switching;
      tell (self, host, context, cluster_get_engine (self, number), CLUSTER_PROBE_SWITCH, cycle);
      begin = cycle + self->switching;
    }
  engine->last = number;
  cluster_set_state (self, number, THREAD_STEPPING, begin);
  now = execute (self, host, context, number, self->by_cycles || takes_turns, begin);
  if (thread->state == THREAD_STEPPING && takes_turns && thread->kind == UNIT_KINDS)
    get_ready (self, number, now);
  else if (thread->state == THREAD_STEPPING && thread->kind < UNIT_KINDS && cluster_runs_ahead (self))
    wait_for_unit (self, number, now);
  else if (thread->state == THREAD_STEPPING)
    schedule_put (&self->schedule, number, now);
  self->n_instructions += thread->core.n_done - before;
  self->cycles[0] += now - begin;
  engine->free = engine->counted = now;
  tell (self, host, context, cluster_get_engine (self, number), CLUSTER_PROBE_ISSUE, begin);
  cluster_tell_engine (self, host, context, cluster_get_engine (self, number), now);
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
  cluster_count_cycles (self, number, cycle);
  do
    thread = base + (thread - base + 1) % self->n_threads;
  while (self->threads[thread].state != THREAD_READY);
  engine->n_ready--;
  issue (self, host, context, thread, cycle);
}

void
cluster_begin_program (Cluster *self,
                       const HdHost *host,
                       HdComponentContext *context,
                       uint32_t number,
                       uint64_t cycle)
{
  Engine *engine = &self->engines[cluster_get_engine (self, number)];

  if (!cluster_runs_ahead (self))
    {
      cluster_set_state (self, number, THREAD_HAND_OVER, cycle);
      cluster_tell_engine (self, host, context, cluster_get_engine (self, number), cycle);
      schedule_put (&self->schedule, number, cycle + self->hand_over);
      return;
    }
  self->cycles[CLUSTER_PROBE_HAND_OVER - CLUSTER_PROBE_ISSUE] += self->hand_over;
  tell (self, host, context, cluster_get_engine (self, number), CLUSTER_PROBE_HAND_OVER, cycle);
  engine->counted = cycle + self->hand_over;
  cluster_note (self, &self->threads[number], TRAIL_HAND_OVER, cycle);
  issue (self, host, context, number, cycle + self->hand_over);
}

/* A thread that has something before it: an engine with one thread has nothing to choose. */
static void
resume (Cluster *self,
        const HdHost *host,
        HdComponentContext *context,
        uint32_t number,
        uint64_t cycle)
{
  if (self->n_threads == 1)
    issue (self, host, context, number, cycle);
  else
    get_ready (self, number, cycle);
}

/* Within what it issues; or it has issued the load of an answer, which is there by now, or is not. */
static void
step (Cluster *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t number,
      uint64_t cycle)
{
  Thread *thread = &self->threads[number];

  if (thread->kind < UNIT_KINDS && thread->slots[thread->kind].ready > cycle)
    {
      wait_for_unit (self, number, cycle);
      return;
    }
  if (thread->kind < UNIT_KINDS)
    {
      cluster_end_wait (thread);
      if (self->by_turns)
        {
          resume (self, host, context, number, cycle);
          return;
        }
    }
  issue (self, host, context, number, cycle);
}

static void
go_on (Cluster *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t number,
       uint64_t cycle)
{
  Thread *thread = &self->threads[number];

  if (thread->state == THREAD_STEPPING)
    {
      step (self, host, context, number, cycle);
      return;
    }
  cluster_count_cycles (self, cluster_get_engine (self, number), cycle);
  if (self->program->waits != NULL && (thread->state == THREAD_AT_UNIT || thread->state == THREAD_AT_BUFFER))
    self->program->waits[thread->core.pc / 4 - 1] += cycle - thread->since;
  if (thread->state == THREAD_SENDING)
    {
      if (thread->packet->reason >= PACKET_TRAP)
        host->record (context, CLUSTER_RECORD_TRAP, thread->core.pc);
      cluster_set_state (self, number, THREAD_AT_SEND, cycle);
      self->senders[cluster_go_round (self->first_sender, self->n_senders++, cluster_count_threads (self))] = number;
    }
  else if (thread->state == THREAD_DRAINING)
    cluster_free_thread (self, host, context, number, cycle);
  else
    {
      if (thread->state == THREAD_AT_UNIT)
        cluster_end_wait (thread);
      resume (self, host, context, number, cycle);
    }
}

void
cluster_go_on (Cluster *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t number,
               uint64_t cycle)
{
  uint32_t n = cluster_count_threads (self), engine = number < n ? cluster_get_engine (self, number) : number - n;

  if (number < n)
    go_on (self, host, context, number, cycle);
  else
    choose (self, host, context, engine, cycle);
  cluster_tell_engine (self, host, context, engine, cycle);
  if (self->n_threads > 1)
    remind (self, engine, cycle);
}
