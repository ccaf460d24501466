/* nic-turns.c: engines of a card run their sequences by turns: one packet, or one descriptor, each
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "nic.h"

#define SLOT_CYCLES (SLOTS_BYTES / ENGINE_BYTES_OF_A_CYCLE)

/* Slots of a message that takes the place of values. */
static void
write_result (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t job,
              uint64_t n_elements,
              uint32_t place,
              uint32_t n_slots)
{
  uint64_t low = (uint64_t) place * NIC_SLOT_ELEMENTS, high = low + (uint64_t) n_slots * NIC_SLOT_ELEMENTS;

  high = high < n_elements ? high : n_elements;
  tasks_write_memory (&self->node, host->now (context), (high - low) * sizeof (double));
  nic_get_pulse (self, job)->n_written += high - low;
}

/* When the values are there that the next slots of a message meet. */
static int64_t
get_met (const Nic *self,
         const Context *reader,
         uint32_t sequence)
{
  const SequenceWanted *wanted = &reader->sequence.wanted[sequence];
  uint64_t low = wanted->low + (uint64_t) reader->messages[sequence].taken * NIC_SLOT_ELEMENTS, high = low + (uint64_t) engine_count_next (reader, sequence) * NIC_SLOT_ELEMENTS;

  return wanted->is_combined ? nic_get_fetched (self, reader->job, low, high < wanted->high ? high : wanted->high) : 0;
}

/* Slots are met as they come, from when the engine's last turn has ended: when all of a packet is there, the last of them is left. Cycles that it has had for the others. */
static uint32_t
get_spared (const Nic *self,
            const Context *reader,
            uint32_t sequence,
            uint32_t n)
{
  const EngineMessage *message = &reader->messages[sequence];
  int64_t free = self->engines[reader->engine].free, since = message->since > free ? message->since : free, cycles;

  if (n < 2 || since >= message->heard)
    return 0;
  cycles = (message->heard - since) / self->cycle;
  return cycles < (n - 1) * SLOT_CYCLES ? (uint32_t) cycles : (n - 1) * SLOT_CYCLES;
}

static uint32_t
take (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *reader)
{
  void *owners[ENGINE_TURN];
  uint32_t sequence = reader->taking;
  const SequenceWanted *wanted = &reader->sequence.wanted[sequence];
  uint32_t before = reader->messages[sequence].taken, n, cycles;
  int64_t met = get_met (self, reader, sequence);

  if (host->now (context) < met)
    {
      reader->stage = ENGINE_LOADING;
      host->wake (context, met - host->now (context), &(HdMessage){ .kind = NIC_LOADED, .payload = { reader->job } });
      return 1;
    }
  cycles = engine_take (&self->engines[reader->engine], reader, owners, &n);
  cycles -= get_spared (self, reader, sequence, n);
  for (uint32_t i = 0; i < n; i++)
    host->drop (context, owners[i]);
  if (!wanted->is_combined && !reader->is_moved && tasks_gets (&nic_get_order (self, reader->job)->tasks))
    write_result (self, host, context, reader->job, wanted->high - wanted->low, before, n);
  if (reader->messages[sequence].taken < reader->messages[sequence].n_slots)
    {
      reader->wanted = sequence;
      reader->stage = engine_has_next (reader, sequence) ? ENGINE_LOADED : ENGINE_SUSPENDED;
    }
  else
    {
      reader->taking = ENGINE_NONE;
      nic_tell_exchange (self, host, context, reader->job, wanted->is_combined ? HD_EXCHANGE_ADD : HD_EXCHANGE_REPLACE, wanted->rank, wanted->low, wanted->high);
      host->mark (context);
    }
  self->repair.moved = host->now (context);
  if (n > 0)
    {
      nic_send_grants (self, host, context, reader->engine);
      nic_open_port (self, host, context);
    }
  return cycles;
}

/* One thing that a sequence does. Returns the cycles that it takes. */
static uint32_t
step (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *runner,
      uint32_t *out_activity)
{
  uint32_t number = 0;

  *out_activity = NIC_READING;
  if (runner->taking != ENGINE_NONE)
    return take (self, host, context, runner);
  *out_activity = NIC_SENDING;
  switch (trigger_step (&runner->trigger, engine_get_present (runner), &number))
    {
    case TRIGGER_TAKE:
      *out_activity = NIC_READING;
      runner->taking = number;
      return take (self, host, context, runner);
    case TRIGGER_FIRE:
      self->repair.moved = host->now (context);
      nic_fire (self, host, context, runner, number);
      host->mark (context);
      return 1;
    case TRIGGER_WAIT:
      runner->stage = ENGINE_SUSPENDED;
      runner->wanted = self->order == TRIGGER_ORDERED ? number : ENGINE_NONE;
      host->mark (context);
      return 1;
    default:
      if (runner->n_leaving > 0)
        runner->stage = ENGINE_LEAVING;
      return 0;
    }
}

void
nic_run_turns (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t engine)
{
  Engine *runs = &self->engines[engine];
  Context *runner;
  uint32_t cycles = 0, activity = HD_IDLE;

  if (runs->is_busy)
    return;
  while (cycles == 0 && (runner = engine_next (runs)) != NULL)
    {
      uint32_t job = runner->job;

      cycles = step (self, host, context, runner, &activity);
      nic_show_job (self, host, context, job, cycles > 0 && runner->stage == ENGINE_LOADED ? activity : HD_IDLE);
      if (cycles == 0 && runner->stage == ENGINE_LOADED)
        nic_end_sequence (self, host, context, runner);
      else if (runner->stage == ENGINE_LOADED)
        engine_wake (runs, runner);
      else if (runner->stage == ENGINE_SUSPENDED)
        nic_watch (self, host, context, runner);
    }
  runs->is_busy = cycles > 0;
  nic_show_lanes (self, host, context, engine, cycles > 0 ? activity : runs->n > 0 ? NIC_WAITING : HD_IDLE);
  if (cycles == 0)
    return;
  runs->free = host->now (context) + cycles * self->cycle;
  host->wake (context, cycles * self->cycle, &(HdMessage){ .kind = NIC_TURN, .payload = { engine } });
}
