/* nic-jobs.c: sequences and pulses of a card: how they are opened, and how they end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Jobs have their numbers by turns, so that all members of a communicator have the same: a pulse waits for the one that has its number. Sequences of a pulse that follow each
 * other have one job and different pulse numbers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic.h"

#define MOST_TRIES 8u /* for a counter, after the first */

NicOrder *
nic_get_order (const Nic *self,
               uint32_t job)
{
  return &self->orders[job / self->jobs_each];
}

static uint32_t
get_job (const NicOrder *order,
         uint32_t task,
         uint64_t pulse,
         uint32_t strand)
{
  return order->base + (task * order->at_once + (uint32_t) (pulse % order->at_once)) * order->n_strands + strand;
}

static uint32_t
get_task_number (const NicOrder *order,
                 uint32_t job)
{
  return (job - order->base) / order->n_strands / order->at_once;
}

NicTask *
nic_get_task (const Nic *self,
              uint32_t job)
{
  NicOrder *order = nic_get_order (self, job);

  return &order->all[get_task_number (order, job)];
}

NicPulse *
nic_get_pulse (const Nic *self,
               uint32_t job)
{
  const NicOrder *order = nic_get_order (self, job);

  return &nic_get_task (self, job)->pulses[(job - order->base) / order->n_strands % order->at_once];
}

uint32_t
nic_get_pulse_number (const Nic *self,
                      uint32_t job)
{
  const NicJob *known = self->jobs[job];

  return (uint32_t) ((nic_get_pulse (self, job)->number * known->context.sequence.n_parts + known->part) & fields_maximum (FIELD_PULSE));
}

void
nic_tell_exchange (const Nic *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint32_t job,
                   HdExchangeKind kind,
                   uint32_t peer,
                   uint64_t low,
                   uint64_t high)
{
  const NicOrder *order = nic_get_order (self, job);
  uint64_t first = nic_get_pulse (self, job)->low;

  if (get_task_number (order, job) == 0)
    exchange_tell (&order->tasks, host, context, kind, peer, first + low, first + high);
}

int
nic_knows_job (const Nic *self,
               uint32_t job)
{
  const NicOrder *order;

  if (job / self->jobs_each >= self->n_orders)
    return 0;
  order = nic_get_order (self, job);
  return order->all != NULL && job - order->base < order->tasks.n * order->at_once * order->n_strands;
}

/* Numbers go in a circle, and those that are known are close together. */
int
nic_is_past (const Nic *self,
             uint32_t job,
             uint32_t number)
{
  const NicJob *known = self->jobs[job];
  uint32_t behind;

  if (known == NULL || !known->was_open)
    return 0;
  behind = (nic_get_pulse_number (self, job) - number) & fields_maximum (FIELD_PULSE);
  return behind > 0 && behind <= fields_maximum (FIELD_PULSE) / 2;
}

/* ---- sequences ---------------------------------------------------------------------------------------------------- */

static int
find_node (const char *group,
           const HdHost *host,
           HdComponentContext *context,
           const char *field,
           uint32_t *rank)
{
  uint32_t node = host->member (context, group, *rank);
  char why[NIC_WHY_BYTES];

  if (node != HD_NO_NODE)
    {
      *rank = node;
      return 1;
    }
  snprintf (why, sizeof why, "%s is %" PRIu32 ", which is no rank of “%.128s”", field, *rank, group);
  host->fail (context, why);
  return 0;
}

/* Numbers of nodes in place of ranks, and every value has room. Returns 0 after `fail`. */
static int
name_nodes (const char *group,
            const HdHost *host,
            HdComponentContext *context,
            Sequence *sequence)
{
  uint64_t words[FIELDS_WORDS];
  char why[NIC_WHY_BYTES];
  Field field;

  for (uint32_t i = 0; i < sequence->n_wanted; i++)
    if (!find_node (group, host, context, "NodeID", &sequence->wanted[i].rank))
      return 0;
  for (uint32_t i = 0; i < sequence->n; i++)
    {
      if (sequence->descriptors[i].at[FIELD_TRIGGERS] && !find_node (group, host, context, "DestID", &sequence->descriptors[i].at[FIELD_NODE]))
        return 0;
      if (!fields_pack (&sequence->descriptors[i], words, &field))
        {
          snprintf (why, sizeof why, "FIELD_RANGE field=%s value=%" PRIu32 "; it is 0 to %" PRIu32, fields_layout[field].names[FIELDS_DESCRIPTOR],
                    sequence->descriptors[i].at[field], fields_maximum (field));
          host->fail (context, why);
          return 0;
        }
    }
  return 1;
}

/* Descriptors of a sequence go through the card's dispatch, which says to which engine. */
static int
choose_engine (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               Context *opened)
{
  DispatchLoad loads[DISPATCH_MOST_ENGINES];
  char why[NIC_WHY_BYTES];

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      const Engine *engine = &self->engines[i];

      loads[i] = (DispatchLoad){ .n_slots = engine->n_held, .is_full = engine->n >= engine->n_rows };
      for (uint32_t c = 0; c < engine->n; c++)
        loads[i].n_descriptors += engine->contexts[c]->sequence.n - engine->contexts[c]->trigger.at;
    }
  for (uint32_t i = 0; i < opened->sequence.n; i++)
    if (!dispatch_next (&self->dispatch, &opened->sequence.descriptors[i], loads, &opened->engine, why, sizeof why))
      {
        host->fail (context, why);
        return 0;
      }
  return 1;
}

void
nic_clear_job (NicJob *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    nic_free_message (self->leaving[i]);
  free (self->leaving);
  free (self->context.bits);
  self->leaving = NULL;
  self->context.bits = NULL;
  self->n = 0;
  sequence_clear (&self->context.sequence);
}

/* Of a program: all is where values of the pulse are, and can be done. */
static int
check_given (const ProgramSequence *given,
             uint64_t n_elements,
             char *why,
             size_t n_why)
{
  const Sequence *sequence = &given->sequence;

  for (uint32_t i = 0; i < sequence->n_wanted; i++)
    if (sequence->wanted[i].high > n_elements)
      {
        snprintf (why, n_why, "LENGTH_MISMATCH want %" PRIu64 " got %" PRIu64 ": source %" PRIu32 " of the sequence in line %u is longer than the vector", n_elements,
                  sequence->wanted[i].high, i, given->line);
        return 0;
      }
  for (uint32_t i = 0; i < sequence->n; i++)
    {
      if (sequence->ranges[i].high > n_elements)
        {
          snprintf (why, n_why, "LENGTH_MISMATCH want %" PRIu64 " got %" PRIu64 ": descriptor %" PRIu32 " of the sequence in line %u is longer than the vector", n_elements,
                    sequence->ranges[i].high, i, given->line);
          return 0;
        }
      if (!reduction_check (sequence->descriptors[i].at[FIELD_OPERATION], sequence->descriptors[i].at[FIELD_TYPE], 0, why, n_why))
        return 0;
      if (sequence->descriptors[i].at[FIELD_TYPE] != REDUCTION_DOUBLE)
        {
          snprintf (why, n_why, "BAD_OP dtype=%" PRIu32 ": values of processes are doubles, dtype 0", sequence->descriptors[i].at[FIELD_TYPE]);
          return 0;
        }
    }
  return 1;
}

/* What the project gives in the place of a plan. */
static int
copy_sequence (const Nic *self,
               const NicOrder *order,
               uint32_t job,
               const NicPulse *pulse,
               Sequence *out,
               char *why,
               size_t n_why)
{
  uint32_t slot = (job - order->base) / order->n_strands % order->at_once, n = program_count (&self->program, order->tasks.rank, job - order->base), n_pulses, index;
  const ProgramSequence *given;

  *out = (Sequence){ .n_parts = 1 };
  if (n == 0)
    return 1;
  n_pulses = (uint32_t) ((nic_get_task (self, job)->flow.pulses.n - slot + order->at_once - 1) / order->at_once);
  if (n % n_pulses != 0)
    {
      snprintf (why, n_why, "the program has %" PRIu32 " sequences of job %" PRIu32 ", which has %" PRIu32 " pulses; each has as many sequences", n, job - order->base, n_pulses);
      return 0;
    }
  index = (uint32_t) (pulse->number / order->at_once) * (n / n_pulses) + self->jobs[job]->part;
  given = program_get (&self->program, order->tasks.rank, job - order->base, index);
  if (!check_given (given, pulse->high - pulse->low, why, n_why))
    return 0;
  *out = given->sequence;
  out->n_parts = n / n_pulses;
  out->descriptors = malloc (out->n * sizeof *out->descriptors);
  out->ranges = malloc (out->n * sizeof *out->ranges);
  if (out->descriptors == NULL || out->ranges == NULL)
    {
      snprintf (why, n_why, "there is no memory for a sequence of descriptors");
      return 0;
    }
  memcpy (out->descriptors, given->sequence.descriptors, out->n * sizeof *out->descriptors);
  memcpy (out->ranges, given->sequence.ranges, out->n * sizeof *out->ranges);
  return 1;
}

static int
make_sequence (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t job)
{
  const NicOrder *order = nic_get_order (self, job);
  const NicPulse *pulse = nic_get_pulse (self, job);
  NicJob *opened = self->jobs[job];
  Sequence *sequence = &opened->context.sequence;
  PlanGroup group = order->tasks.plan;
  SequenceNames names = { .job = job, .port = order->base + get_task_number (order, job), .operation = order->tasks.reduction, .type = REDUCTION_DOUBLE };
  char why[NIC_WHY_BYTES];
  int is_made;

  group.n_elements = pulse->high - pulse->low;
  group.tree = (job - order->base) % order->n_strands;
  nic_clear_job (opened);
  opened->context = (Context){ .job = job, .values = pulse->values };
  if (self->program.n > 0 && order == self->orders)
    is_made = copy_sequence (self, order, job, pulse, sequence, why, sizeof why);
  else
    is_made = sequence_make (sequence, &group, order->tasks.rank, opened->part, &names, why, sizeof why);
  for (uint32_t i = 0; is_made && i < sequence->n; i++)
    {
      sequence->descriptors[i].at[FIELD_PULSE] = nic_get_pulse_number (self, job);
      sequence->descriptors[i].at[FIELD_JOB] = job;
      sequence->descriptors[i].at[FIELD_SOURCE_PORT] = sequence->descriptors[i].at[FIELD_TARGET_PORT] = names.port;
    }
  if (is_made && trigger_init (&opened->context.trigger, sequence->descriptors, sequence->n, self->order, why, sizeof why))
    return 1;
  host->fail (context, why);
  return 0;
}

int
nic_is_announced (const Nic *self,
                  uint32_t job)
{
  return self->grants == NIC_GRANTS_IN_ORDER && tasks_is_announced (&nic_get_order (self, job)->tasks);
}

/* What is sent first comes first, both halves of a double tree by turns, all else in its order. */
int64_t
nic_get_fetched (const Nic *self,
                 uint32_t job,
                 uint64_t low,
                 uint64_t high)
{
  const NicOrder *order = nic_get_order (self, job);
  const NicPulse *pulse = nic_get_pulse (self, job);
  uint64_t all = pulse->high - pulse->low, n = high, half = (job - order->base) % order->n_strands > 0 ? all / 2 : 0;

  if (order->n_strands > 1)
    n = 2 * (high - half) < all ? 2 * (high - half) : all;
  else if (low >= pulse->first && high <= pulse->first_end)
    n = high - pulse->first;
  else if (high <= pulse->first_end)
    n = pulse->first_end - pulse->first + (high < pulse->first ? high : pulse->first);
  return n < all && pulse->begun < pulse->fetched ? pulse->begun + (int64_t) (self->node.byte * (double) (n * sizeof (double)) + 0.5) : pulse->fetched;
}

/* The next part of what a job does; it is there when its descriptors have been taken from the queue of its process. Returns 0 if there is nothing to do, or after `fail`. */
static int
load_part (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t job)
{
  NicJob *loaded = self->jobs[job];
  const Sequence *sequence = &loaded->context.sequence;
  NicPulse *pulse = nic_get_pulse (self, job);
  int64_t now = host->now (context);
  QueueTaken taken;

  if (!make_sequence (self, host, context, job))
    return 0;
  loaded->was_open = 1;
  nic_log_sequence (self, host, context, nic_get_order (self, job), &loaded->context);
  if (sequence->n == 0)
    return 0;
  if (loaded->part == 0 && sequence->descriptors[0].at[FIELD_TRIGGERS] && sequence->descriptors[0].at[FIELD_COUNT] == 0)
    {
      pulse->first = sequence->ranges[0].low;
      pulse->first_end = sequence->ranges[0].high;
    }
  taken = queue_take (&nic_get_task (self, job)->queue, now, sequence->n, self->node.crossing, self->cycle, &self->dispatch_free);
  if (taken.waited > 0)
    {
      self->queue_wait += taken.waited;
      host->sample (context, NIC_PROBE_QUEUE, (double) self->queue_wait / 1e12);
    }
  host->wake (context, taken.time - now, &(HdMessage){ .kind = NIC_OPENED, .payload = { job } });
  return 1;
}

void
nic_open_sequence (Nic *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint32_t job)
{
  NicJob *opened = self->jobs[job];
  int64_t now = host->now (context), begun = nic_get_pulse (self, job)->begun;

  if (!name_nodes (nic_get_order (self, job)->tasks.group, host, context, &opened->context.sequence) || !choose_engine (self, host, context, &opened->context))
    return;
  opened->leaving = calloc (opened->context.sequence.n, sizeof *opened->leaving);
  if (opened->leaving == NULL || !engine_open (&self->engines[opened->context.engine], &opened->context))
    {
      host->fail (context, "there is no memory for what a sequence sends");
      return;
    }
  opened->n = opened->context.sequence.n;
  opened->is_open = 1;
  self->repair.moved = host->now (context);
  opened->context.stage = ENGINE_LOADING;
  opened->context.wanted = ENGINE_NONE;
  opened->context.is_announced = nic_is_announced (self, job);
  opened->context.is_moved = tasks_is_moved (&nic_get_order (self, job)->tasks);
  nic_show_job (self, host, context, job, HD_IDLE);
  nic_take_early (self, host, context, job);
  nic_take_announcements (self, &opened->context);
  nic_send_grants (self, host, context, opened->context.engine);
  nic_open_port (self, host, context);
  host->wake (context, begun > now ? begun - now : 0, &(HdMessage){ .kind = NIC_LOADED, .payload = { job } });
}

static void
end_strand (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t job)
{
  NicOrder *order = nic_get_order (self, job);
  NicTask *task = nic_get_task (self, job);
  NicPulse *pulse = nic_get_pulse (self, job);
  int64_t now = host->now (context), delay = self->node.crossing;
  char why[NIC_WHY_BYTES];

  if (++task->n_completed > self->n_completions)
    {
      snprintf (why, sizeof why, "CQ_OVERFLOW vp=%" PRIu32 ": its process takes completions less fast than they come, and its queue has room for %" PRIu32,
                order->base + get_task_number (order, job), self->n_completions);
      host->fail (context, why);
      return;
    }
  if (--pulse->n_open > 0)
    return;
  if (tasks_gets (&order->tasks))
    delay = tasks_write_memory (&self->node, now, (pulse->high - pulse->low - pulse->n_written) * sizeof (double));
  host->wake (context, delay + task->n_completed * self->handling, &(HdMessage){ .kind = NIC_ENDED, .payload = { job } });
}

void
nic_end_sequence (Nic *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  Context *ended)
{
  uint32_t job = ended->job;

  engine_close (&self->engines[ended->engine], ended);
  dispatch_end (&self->dispatch, job);
  self->jobs[job]->is_open = 0;
  nic_show_job (self, host, context, job, HD_IDLE);
  if (++self->jobs[job]->part == ended->sequence.n_parts)
    end_strand (self, host, context, job);
  else
    load_part (self, host, context, job);
}

/* ---- pulses ------------------------------------------------------------------------------------------------------- */

/* Values that a process brings are in memory, or, where they have room in one slot, in the descriptors themselves. What is only moved is read from there when it is sent. */
static void
fetch_values (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              const NicOrder *order,
              uint32_t task,
              NicPulse *pulse)
{
  uint64_t n = pulse->high - pulse->low;
  int64_t now = host->now (context);

  pulse->begun = pulse->fetched = now;
  if (!tasks_brings (&order->tasks))
    return;
  values_fill (order->tasks.values, task, order->tasks.rank, pulse->low, pulse->high, pulse->values);
  if (n <= NIC_SLOT_ELEMENTS || tasks_is_moved (&order->tasks))
    return;
  pulse->fetched = now + reading_fetch (&self->node.reading, host, context, n * sizeof (double));
  pulse->begun = pulse->fetched - (int64_t) (self->node.byte * (double) (n * sizeof (double)) + 0.5);
}

static int
begin_pulse (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const NicOrder *order,
             uint32_t task,
             uint64_t number)
{
  const Pulses *pulses = &order->all[task].flow.pulses;
  uint64_t own = number - order->all[task].first;
  NicPulse *pulse = &order->all[task].pulses[number % order->at_once];

  pulse->number = number;
  pulse->low = own * pulses->size;
  pulse->high = pulse->low + pulses_get_size (pulses, own);
  pulse->n_open = order->n_strands;
  pulse->n_written = 0;
  pulse->first = pulse->first_end = 0;
  pulse->values = calloc (pulse->high - pulse->low + 1, sizeof (double));
  if (pulse->values == NULL)
    {
      host->fail (context, "there is no memory for values");
      return 0;
    }
  host->sample (context, NIC_PROBE_PULSES, ++self->n_pulses);
  fetch_values (self, host, context, order, task, pulse);
  for (uint32_t strand = 0; strand < order->n_strands; strand++)
    {
      uint32_t job = get_job (order, task, number, strand);

      if (self->jobs[job] == NULL)
        self->jobs[job] = calloc (1, sizeof *self->jobs[job]);
      if (self->jobs[job] == NULL)
        {
          host->fail (context, "there is no memory for a sequence of descriptors");
          return 0;
        }
      self->jobs[job]->part = 0;
      if (!load_part (self, host, context, job))
        end_strand (self, host, context, job);
    }
  return 1;
}

static void
open_pulses (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const NicOrder *order,
             uint32_t number)
{
  NicTask *task = &order->all[number];
  uint64_t pulse;

  if (number == 0 && task->flow.next == 0)
    exchange_begin (&order->tasks, host, context, EXCHANGE_IN_CARDS, task->flow.pulses.size, task->flow.pulses.n);
  while (task->flow.next < task->flow.pulses.n && task->pulses[(task->first + task->flow.next) % order->at_once].values == NULL && pulse_flow_begin (&task->flow, &pulse))
    if (!begin_pulse (self, host, context, order, number, task->first + pulse))
      return;
}

void
nic_begin_task (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t job)
{
  NicOrder *order = nic_get_order (self, job);
  NicTask *task = nic_get_task (self, job);
  char why[NIC_WHY_BYTES];

  if (self->n_counted < self->n_counters)
    {
      self->n_counted++;
      open_pulses (self, host, context, order, get_task_number (order, job));
    }
  else if (task->n_tries < MOST_TRIES)
    {
      host->wake (context, self->retry << task->n_tries++, &(HdMessage){ .kind = NIC_POSTED, .payload = { job } });
    }
  else
    {
      snprintf (why, sizeof why, "NO_COUNTER vp=%" PRIu32 ": all %" PRIu32 " counters of pulses are in use, at the last of %u times too that the card has asked", job,
                self->n_counters, MOST_TRIES + 1);
      host->fail (context, why);
    }
}

/* Once more, or for good. */
static void
end_task (Nic *self,
          const HdHost *host,
          HdComponentContext *context,
          NicOrder *order,
          uint32_t number)
{
  NicTask *task = &order->all[number];

  tasks_end (&self->node, &order->tasks, host, context);
  nic_show_means (self, host, context);
  if (++task->n_done == order->tasks.repeat)
    {
      self->n_counted--;
      return;
    }
  task->first += task->flow.pulses.n;
  pulse_flow_restart (&task->flow);
  open_pulses (self, host, context, order, number);
}

void
nic_end_pulse (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t job)
{
  NicOrder *order = nic_get_order (self, job);
  uint32_t number = get_task_number (order, job);
  NicTask *task = &order->all[number];
  NicPulse *pulse = nic_get_pulse (self, job);

  if (!tasks_check (&order->tasks, host, context, number, pulse->low, pulse->high, pulse->values))
    return;
  free (pulse->values);
  pulse->values = NULL;
  task->n_completed -= order->n_strands;
  if (pulse->high > pulse->low)
    pulse_flow_answer (&task->flow, pulse->number - task->first, pulse->high - pulse->low);
  host->sample (context, NIC_PROBE_PULSES, --self->n_pulses);
  if (task->flow.n_done < task->flow.pulses.n)
    open_pulses (self, host, context, order, number);
  else
    end_task (self, host, context, order, number);
}
