/* nic.c: a node whose network card runs collective operations by itself
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Its processes write sequences of descriptors to the card once; the card sends what these say when the packets have come that they wait for, and reads packets in the order
 * of the program, whatever the order of their arrival. A message that is longer than the buffer goes in pulses, each a sequence of its own, a few at once.
 *
 * A packet takes slots that its receiver has granted: grants set out when a sequence is loaded, and as slots are read. A packet without content needs none, and may come before
 * its sequence. What a descriptor sends is set aside when it fires, and leaves as grants come, while the sequence goes on: members that exchange messages larger than what they
 * grant each other would else wait in a circle.
 *
 * Our own decisions: a processor builds a sequence as a whole in the time that the source has for a descriptor; values come from memory in the order in which they are used, and
 * what is sent first leaves as it comes; what takes the place of values is the result, and goes to memory as it is taken in; sequences of a task that follow each other have one
 * job and different pulse numbers.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "engine.h"
#include "offload.h"
#include "pulses.h"
#include "tasks.h"
#include "text.h"

#define WHY_BYTES 512
#define MOST_EARLY 64u    /* packets of a job without content */
#define MOST_STRANDS 2u   /* sequences of a pulse */
#define SLOT_ELEMENTS (SLOTS_BYTES / sizeof (double))
#define N_LANES 8

enum
{
  PARAMETER_ENGINES = TASKS_N_PARAMETERS,
  PARAMETER_BUFFER,
  PARAMETER_DIVISION,
  PARAMETER_HASHING,
  PARAMETER_ORDER,
  PARAMETER_PULSES,
  PARAMETER_CLOCK,
  PARAMETER_LOG,
};
enum { PROBE_FILL = TASKS_N_PROBES, PROBE_MEAN_FILL, PROBE_PROBES, PROBE_PULSES };
enum { LANE_CARD, LANE_ENGINE };
enum { ACTIVITY_READING, ACTIVITY_SENDING, ACTIVITY_WAITING };
enum { OUTPUT_DESCRIPTORS };
enum { WAKE_POSTED, WAKE_LOADED, WAKE_TURN, WAKE_WRITTEN, WAKE_ENDED };
enum { DIVISION_SHARED, DIVISION_FIXED };

/* A pulse of a task, with a sequence, which has a job, for each strand. */
typedef struct
{
  uint64_t number, low, high;
  double *values;
  uint64_t n_written;     /* elements of the result */
  int64_t begun, fetched; /* when the first of its values were there, and the last */
  uint32_t n_open;
} Pulse;

typedef struct
{
  PulseFlow flow;
  Pulse *pulses; /* those at once */
} NicTask;

/* What a descriptor sends, set aside; @sent: slots of it that have left. */
typedef struct
{
  double *values;
  uint32_t sent;
} Leaving;

/* A job: @part of its pulse's sequence; @leaving: (array length=n) (owned): by descriptor of the sequence. */
typedef struct
{
  Context context;
  Leaving *leaving;
  uint32_t n, part;
  int is_open;
} Job;

/* Slots that a destination has granted to a message that is not sent as a whole, and how long it takes that to be. */
typedef struct
{
  uint32_t node, sequence, pulse, n;
  uint64_t bytes;
} Credit;

typedef struct
{
  Credit *all;
  uint32_t n, room;
} Credits;

/* A packet without content that came before its sequence. */
typedef struct
{
  Fields header;
} Early;

typedef struct
{
  Early *all;
  uint32_t n;
} Earlies;

/* What travels: a header, and the content of as many slots as a turn has. */
typedef struct
{
  uint64_t words[FIELDS_WORDS];
  unsigned char bytes[ENGINE_TURN * SLOTS_BYTES];
} Packet;

typedef struct
{
  uint64_t words[FIELDS_WORDS];
  uint64_t n, bytes;
} Grant;

typedef struct
{
  Tasks tasks;
  Dispatch dispatch;
  Engine *engines;
  int64_t *written; /* by engine: when its write control is free */
  NicTask *all;
  Job **jobs;       /* by job; NULL where none was ever open */
  Credits credits[ENGINE_MOST_JOBS];
  Earlies early[ENGINE_MOST_JOBS];
  uint32_t n_engines, n_strands, at_once, n_pulses;
  int64_t cycle, filled;
  double fill, area; /* slots, and slots times picoseconds up to @filled */
  TriggerOrder order;
  int is_logged, is_started;
} Nic;

static void open_pulses (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t task);
static void run_turns (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t engine);

/* ---- what is seen ------------------------------------------------------------------------------------------------- */

/* By the slots that grants may fill: more than all of them when the rest is used. */
static void
show_fill (Nic *self,
           const HdHost *host,
           HdComponentContext *context)
{
  int64_t now = host->now (context);
  uint32_t held = 0, pool = 0;

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      held += self->engines[i].n_held;
      pool += self->engines[i].pool;
    }
  self->area += self->fill * (double) (now - self->filled);
  self->filled = now;
  if (self->fill == 100.0 * held / pool)
    return;
  self->fill = 100.0 * held / pool;
  host->sample (context, PROBE_FILL, self->fill);
}

/* What an engine is at from now on, and with it the card: at what any engine does, or waiting if one waits. */
static void
show_lanes (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t engine,
            uint32_t activity)
{
  uint32_t n_busy = 0, n_open = 0;

  if (engine < N_LANES && host->shows (context, LANE_ENGINE + engine))
    host->state (context, LANE_ENGINE + engine, activity, host->now (context));
  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      n_busy += self->engines[i].is_busy;
      n_open += self->engines[i].n;
    }
  if (self->engines[engine].is_busy || n_busy == 0)
    host->state (context, LANE_CARD, n_busy > 0 ? activity : n_open > 0 ? ACTIVITY_WAITING : HD_IDLE, host->now (context));
}

/* ---- jobs --------------------------------------------------------------------------------------------------------- */

static uint32_t
get_job (const Nic *self,
         uint32_t task,
         uint64_t pulse,
         uint32_t strand)
{
  return (task * self->at_once + (uint32_t) (pulse % self->at_once)) * self->n_strands + strand;
}

static uint32_t
get_task (const Nic *self,
          uint32_t job)
{
  return job / self->n_strands / self->at_once;
}

static Pulse *
get_pulse (const Nic *self,
           uint32_t job)
{
  return &self->all[get_task (self, job)].pulses[job / self->n_strands % self->at_once];
}

static uint32_t
get_pulse_number (const Nic *self,
                  uint32_t job)
{
  const Job *known = self->jobs[job];

  return (uint32_t) ((get_pulse (self, job)->number * known->context.sequence.n_parts + known->part) & fields_maximum (FIELD_PULSE));
}

static Credit *
find_credit (Credits *self,
             uint32_t node,
             uint32_t sequence,
             uint32_t pulse)
{
  for (uint32_t i = 0; i < self->n; i++)
    if (self->all[i].node == node && self->all[i].sequence == sequence && self->all[i].pulse == pulse)
      return &self->all[i];
  return NULL;
}

static void
log_descriptors (Nic *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 const Sequence *sequence)
{
  char line[TEXT_MOST_BYTES + 1];

  for (uint32_t i = 0; i < sequence->n && self->is_logged; i++)
    {
      size_t length = text_write (&sequence->descriptors[i], FIELDS_DESCRIPTOR, line);

      line[length] = '\n';
      host->write (context, OUTPUT_DESCRIPTORS, line, length + 1);
    }
}

/* Numbers of nodes in place of ranks, and every value has room. Returns 0 after `fail`. */
static int
name_nodes (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            Sequence *sequence)
{
  uint64_t words[FIELDS_WORDS];
  char why[WHY_BYTES];
  Field field;

  for (uint32_t i = 0; i < sequence->n_wanted; i++)
    sequence->wanted[i].rank = host->member (context, self->tasks.group, sequence->wanted[i].rank);
  for (uint32_t i = 0; i < sequence->n; i++)
    {
      uint32_t *node = &sequence->descriptors[i].at[FIELD_NODE];

      if (sequence->descriptors[i].at[FIELD_TRIGGERS])
        *node = host->member (context, self->tasks.group, *node);
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
  char why[WHY_BYTES];

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      const Engine *engine = &self->engines[i];

      loads[i] = (DispatchLoad){ 0, engine->n_held };
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

static void send_grants (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t engine);
static void take_early (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job);

static void
clear_part (Job *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    free (self->leaving[i].values);
  free (self->leaving);
  self->leaving = NULL;
  self->n = 0;
  sequence_clear (&self->context.sequence);
}

/* The next part of what a job does. Returns 0 if there is nothing to do, or after `fail`. */
static int
load_part (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t job)
{
  Job *opened = self->jobs[job];
  const Pulse *pulse = get_pulse (self, job);
  PlanGroup group = self->tasks.plan;
  SequenceNames names = { .job = job, .port = get_task (self, job), .operation = self->tasks.reduction, .type = REDUCTION_DOUBLE };
  char why[WHY_BYTES];
  int is_made;

  group.n_elements = pulse->high - pulse->low;
  group.tree = job % self->n_strands;
  clear_part (opened);
  opened->context = (Context){ .job = job, .values = pulse->values };
  is_made = sequence_make (&opened->context.sequence, &group, self->tasks.rank, opened->part, &names, why, sizeof why);
  for (uint32_t i = 0; is_made && i < opened->context.sequence.n; i++)
    opened->context.sequence.descriptors[i].at[FIELD_PULSE] = get_pulse_number (self, job);
  if (!is_made || !trigger_init (&opened->context.trigger, opened->context.sequence.descriptors, opened->context.sequence.n, self->order, why, sizeof why))
    {
      host->fail (context, why);
      return 0;
    }
  if (opened->context.sequence.n == 0 || !name_nodes (self, host, context, &opened->context.sequence) || !choose_engine (self, host, context, &opened->context))
    return 0;
  opened->leaving = calloc (opened->context.sequence.n, sizeof *opened->leaving);
  if (opened->leaving == NULL)
    {
      host->fail (context, "there is no memory for what a sequence sends");
      return 0;
    }
  opened->n = opened->context.sequence.n;
  log_descriptors (self, host, context, &opened->context.sequence);
  opened->is_open = 1;
  opened->context.stage = ENGINE_LOADING;
  opened->context.wanted = ENGINE_NONE;
  engine_open (&self->engines[opened->context.engine], &opened->context);
  take_early (self, host, context, job);
  send_grants (self, host, context, opened->context.engine);
  return 1;
}

/* ---- pulses ------------------------------------------------------------------------------------------------------- */

/* When all strands of a pulse have ended: the result goes to memory. */
static void
end_strand (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t job)
{
  Pulse *pulse = get_pulse (self, job);
  int64_t now = host->now (context), delay;

  if (--pulse->n_open > 0)
    return;
  delay = tasks_gets (&self->tasks) ? tasks_write_memory (&self->tasks, now, (pulse->high - pulse->low - pulse->n_written) * sizeof (double)) : self->tasks.crossing;
  host->wake (context, delay, &(HdMessage){ .kind = WAKE_ENDED, .payload = { job } });
}

/* So far. */
static void
show_means (const Nic *self,
            const HdHost *host,
            HdComponentContext *context)
{
  uint64_t n_probes = 0, n_insertions = 0;

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      n_probes += self->engines[i].n_probes;
      n_insertions += self->engines[i].n_insertions;
    }
  if (n_insertions > 0)
    host->sample (context, PROBE_PROBES, (double) n_probes / (double) n_insertions);
  if (self->filled > 0)
    host->sample (context, PROBE_MEAN_FILL, self->area / (double) self->filled);
}

static void
end_pulse (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t job)
{
  uint32_t task = get_task (self, job);
  Pulse *pulse = get_pulse (self, job);
  NicTask *owner = &self->all[task];

  if (!tasks_check (&self->tasks, host, context, task, pulse->low, pulse->high, pulse->values))
    return;
  free (pulse->values);
  pulse->values = NULL;
  if (pulse->high > pulse->low)
    pulse_flow_answer (&owner->flow, pulse->number, pulse->high - pulse->low);
  host->sample (context, PROBE_PULSES, --self->n_pulses);
  if (owner->flow.n_done < owner->flow.pulses.n)
    {
      open_pulses (self, host, context, task);
      return;
    }
  tasks_end (&self->tasks, host, context);
  show_means (self, host, context);
}

/* Values that a process brings are in memory, or, where they have room in one slot, in the descriptors themselves. */
static void
fetch_values (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t task,
              Pulse *pulse)
{
  uint64_t n = pulse->high - pulse->low;
  int64_t now = host->now (context);

  pulse->begun = pulse->fetched = now;
  if (!tasks_brings (&self->tasks))
    return;
  values_fill (self->tasks.values, task, self->tasks.rank, pulse->low, pulse->high, pulse->values);
  if (n <= SLOT_ELEMENTS)
    return;
  pulse->fetched = now + tasks_read_memory (&self->tasks, now, n * sizeof (double));
  pulse->begun = pulse->fetched - (int64_t) (self->tasks.byte * (double) (n * sizeof (double)) + 0.5);
}

static int
begin_pulse (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t task,
             uint64_t number)
{
  NicTask *owner = &self->all[task];
  Pulse *pulse = &owner->pulses[number % self->at_once];

  pulse->number = number;
  pulse->low = number * owner->flow.pulses.size;
  pulse->high = pulse->low + pulses_get_size (&owner->flow.pulses, number);
  pulse->n_open = self->n_strands;
  pulse->n_written = 0;
  pulse->values = calloc (pulse->high - pulse->low + 1, sizeof (double));
  if (pulse->values == NULL)
    {
      host->fail (context, "there is no memory for values");
      return 0;
    }
  host->sample (context, PROBE_PULSES, ++self->n_pulses);
  fetch_values (self, host, context, task, pulse);
  for (uint32_t strand = 0; strand < self->n_strands; strand++)
    {
      uint32_t job = get_job (self, task, number, strand);

      if (self->jobs[job] == NULL)
        self->jobs[job] = calloc (1, sizeof *self->jobs[job]);
      if (self->jobs[job] == NULL)
        {
          host->fail (context, "there is no memory for a sequence of descriptors");
          return 0;
        }
      self->jobs[job]->part = 0;
      if (load_part (self, host, context, job))
        host->wake (context, pulse->begun - host->now (context), &(HdMessage){ .kind = WAKE_LOADED, .payload = { job } });
      else
        end_strand (self, host, context, job);
    }
  return 1;
}

/* Jobs have their numbers by turns, so that all members have the same: a pulse waits for the one that has its number. */
static void
open_pulses (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t task)
{
  NicTask *owner = &self->all[task];
  uint64_t pulse;

  while (owner->flow.next < owner->flow.pulses.n && owner->pulses[owner->flow.next % self->at_once].values == NULL && pulse_flow_begin (&owner->flow, &pulse))
    if (!begin_pulse (self, host, context, task, pulse))
      return;
}

/* ---- sending ------------------------------------------------------------------------------------------------------ */

/* A cycle later, always, so that packets keep their order; not before its values are there, which is at @time. */
static void
send_packet (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const Fields *descriptor,
             uint32_t place,
             const double *values,
             size_t size,
             int64_t time)
{
  int64_t delay = time - host->now (context);
  Fields header;
  Packet packet;
  Field field;
  HdBuffer *buffer;

  fields_make_packet (descriptor, host->self (context), &header);
  header.at[FIELD_PACKET] = place;
  header.at[FIELD_LENGTH] = (uint32_t) size;
  fields_pack (&header, packet.words, &field);
  if (size > 0)
    memcpy (packet.bytes, values, size);
  buffer = host->share (context, &packet, sizeof packet.words + size);
  if (buffer == NULL)
    return;
  host->dispatch (context, delay > self->cycle ? delay : self->cycle,
                  &(HdDispatch){ .size = sizeof (HdDispatch), .peer = descriptor->at[FIELD_NODE], .kind = OFFLOAD_PACKET, .bytes = TASKS_HEADER_BYTES + size,
                                                 .buffer = buffer });
  host->drop (context, buffer);
}

static void
refuse_length (const HdHost *host,
               HdComponentContext *context,
               const Fields *descriptor,
               uint64_t wanted,
               uint64_t got)
{
  char why[WHY_BYTES], name[128];

  host->path (context, descriptor->at[FIELD_NODE], name, sizeof name);
  snprintf (why, sizeof why, "LENGTH_MISMATCH %s wants %" PRIu64 " B by job=%" PRIu32 " seq=%" PRIu32 " and gets %" PRIu64 " B: members do not all do the same", name, wanted,
            descriptor->at[FIELD_JOB], descriptor->at[FIELD_SEQUENCE], got);
  host->fail (context, why);
}

/* When the first @n elements of what descriptor @number sends are there. Those of the first descriptor are fetched first, if it waits for nothing. */
static int64_t
get_fetched (const Nic *self,
             const Job *job,
             uint32_t number,
             uint64_t n)
{
  const Pulse *pulse = get_pulse (self, job->context.job);
  int64_t first = pulse->begun + (int64_t) (self->tasks.byte * (double) (n * sizeof (double)) + 0.5);

  return job->part > 0 || number > 0 || first > pulse->fetched ? pulse->fetched : first;
}

/* As much of what descriptor @number has fired as has been granted. */
static void
send_granted (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              Job *job,
              uint32_t number)
{
  const Fields *descriptor = &job->context.sequence.descriptors[number];
  SequenceRange range = job->context.sequence.ranges[number];
  uint32_t n = engine_get_slots (range.low, range.high);
  Leaving *leaving = &job->leaving[number];
  Credits *credits = &self->credits[job->context.job];
  Credit *credit = find_credit (credits, descriptor->at[FIELD_NODE], descriptor->at[FIELD_SEQUENCE], descriptor->at[FIELD_PULSE]);

  if (credit == NULL)
    return;
  if (credit->bytes != (range.high - range.low) * sizeof (double))
    {
      refuse_length (host, context, descriptor, credit->bytes, (range.high - range.low) * sizeof (double));
      return;
    }
  while (leaving->sent < credit->n)
    {
      uint32_t most = credit->n - leaving->sent, part = most < ENGINE_TURN ? most : ENGINE_TURN;
      uint64_t low = (uint64_t) leaving->sent * SLOT_ELEMENTS, high = low + (uint64_t) part * SLOT_ELEMENTS;

      high = high < range.high - range.low ? high : range.high - range.low;
      send_packet (self, host, context, descriptor, leaving->sent, leaving->values + low, (high - low) * sizeof (double), get_fetched (self, job, number, high));
      leaving->sent += part;
    }
  if (leaving->sent < n)
    return;
  *credit = credits->all[--credits->n];
  free (leaving->values);
  leaving->values = NULL;
  job->context.n_leaving--;
}

static void
send_grants (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t engine)
{
  EngineGrant grant;

  while (engine_grant (&self->engines[engine], &grant))
    {
      const SequenceWanted *wanted = &grant.context->sequence.wanted[grant.sequence];
      Fields header = { 0 };
      Grant message = { .n = grant.n, .bytes = (wanted->high - wanted->low) * sizeof (double) };
      Field field;

      header.at[FIELD_JOB] = grant.context->job;
      header.at[FIELD_SEQUENCE] = grant.sequence;
      header.at[FIELD_NODE] = host->self (context);
      header.at[FIELD_PULSE] = get_pulse_number (self, grant.context->job);
      fields_pack (&header, message.words, &field);
      host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = wanted->rank, .kind = OFFLOAD_GRANT, .bytes = sizeof message, .payload = &message,
                                                 .payload_bytes = sizeof message });
    }
  show_fill (self, host, context);
}

/* ---- turns -------------------------------------------------------------------------------------------------------- */

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
  uint64_t low = (uint64_t) place * SLOT_ELEMENTS, high = low + (uint64_t) n_slots * SLOT_ELEMENTS;

  high = high < n_elements ? high : n_elements;
  tasks_write_memory (&self->tasks, host->now (context), (high - low) * sizeof (double));
  get_pulse (self, job)->n_written += high - low;
}

static uint32_t
take (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *reader)
{
  void *owners[ENGINE_TURN];
  const SequenceWanted *wanted = &reader->sequence.wanted[reader->taking];
  uint32_t before = reader->taken[reader->taking], n, cycles = engine_take (&self->engines[reader->engine], reader, owners, &n);

  for (uint32_t i = 0; i < n; i++)
    host->drop (context, owners[i]);
  if (!wanted->is_combined && tasks_gets (&self->tasks))
    write_result (self, host, context, reader->job, wanted->high - wanted->low, before, n);
  if (reader->taken[reader->taking] < engine_get_slots (wanted->low, wanted->high))
    {
      reader->wanted = reader->taking;
      reader->stage = reader->arrived[reader->taking] > reader->taken[reader->taking] ? ENGINE_LOADED : ENGINE_SUSPENDED;
    }
  else
    reader->taking = ENGINE_NONE;
  if (n > 0)
    send_grants (self, host, context, reader->engine);
  return cycles;
}

/* Returns the cycles that it takes. */
static uint32_t
fire (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *sender,
      uint32_t number)
{
  Job *job = self->jobs[sender->job];
  SequenceRange range = sender->sequence.ranges[number];
  size_t size = (range.high - range.low) * sizeof (double);

  if (!sender->sequence.descriptors[number].at[FIELD_TRIGGERS])
    return 1;
  if (size == 0)
    {
      send_packet (self, host, context, &sender->sequence.descriptors[number], 0, NULL, 0, 0);
      return 1;
    }
  job->leaving[number].values = malloc (size);
  if (job->leaving[number].values == NULL)
    {
      host->fail (context, "there is no memory for what a sequence sends");
      return 1;
    }
  memcpy (job->leaving[number].values, sender->values + range.low, size);
  sender->n_leaving++;
  send_granted (self, host, context, job, number);
  return 1;
}

static void
end_sequence (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              Context *ended)
{
  uint32_t job = ended->job, engine = ended->engine;

  engine_close (&self->engines[engine], ended);
  dispatch_end (&self->dispatch, job);
  self->jobs[job]->is_open = 0;
  if (++self->jobs[job]->part == ended->sequence.n_parts)
    end_strand (self, host, context, job);
  else if (load_part (self, host, context, job))
    {
      engine_wake (&self->engines[ended->engine], ended);
      if (ended->engine != engine)
        run_turns (self, host, context, ended->engine);
    }
}

/* One thing that a sequence does. Returns the cycles that it takes. */
static uint32_t
step (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      Context *runner,
      uint32_t *out_activity)
{
  const Trigger *trigger = &runner->trigger;
  uint32_t number = 0;

  *out_activity = ACTIVITY_READING;
  if (runner->taking != ENGINE_NONE)
    return take (self, host, context, runner);
  *out_activity = ACTIVITY_SENDING;
  if (host->now (context) < get_pulse (self, runner->job)->fetched && trigger->at < trigger->n && (trigger->at > 0 || trigger->descriptors[0].at[FIELD_COUNT] > 0))
    {
      runner->stage = ENGINE_LOADING;
      host->wake (context, get_pulse (self, runner->job)->fetched - host->now (context), &(HdMessage){ .kind = WAKE_LOADED, .payload = { runner->job } });
      return 1;
    }
  switch (trigger_step (&runner->trigger, runner->present, &number))
    {
    case TRIGGER_TAKE:
      *out_activity = ACTIVITY_READING;
      runner->taking = number;
      return take (self, host, context, runner);
    case TRIGGER_FIRE:
      return fire (self, host, context, runner, number);
    case TRIGGER_WAIT:
      runner->stage = ENGINE_SUSPENDED;
      runner->wanted = self->order == TRIGGER_ORDERED ? number : ENGINE_NONE;
      return 1;
    default:
      if (runner->n_leaving > 0)
        runner->stage = ENGINE_LEAVING;
      return 0;
    }
}

static void
run_turns (Nic *self,
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
      cycles = step (self, host, context, runner, &activity);
      if (cycles == 0 && runner->stage == ENGINE_LOADED)
        end_sequence (self, host, context, runner);
      else if (runner->stage == ENGINE_LOADED)
        engine_wake (runs, runner);
    }
  runs->is_busy = cycles > 0;
  show_lanes (self, host, context, engine, cycles > 0 ? activity : runs->n > 0 ? ACTIVITY_WAITING : HD_IDLE);
  if (cycles > 0)
    host->wake (context, cycles * self->cycle, &(HdMessage){ .kind = WAKE_TURN, .payload = { engine } });
}

/* ---- what comes --------------------------------------------------------------------------------------------------- */

static void
refuse (const HdHost *host,
        HdComponentContext *context,
        const char *name,
        const Fields *header,
        const char *reason)
{
  char why[WHY_BYTES], node[128];

  host->path (context, header->at[FIELD_NODE], node, sizeof node);
  snprintf (why, sizeof why, "%s job=%" PRIu32 " node=%s vp=%" PRIu32 " seq=%" PRIu32 ": %s", name, header->at[FIELD_JOB], node, header->at[FIELD_TARGET_PORT],
            header->at[FIELD_SEQUENCE], reason);
  host->fail (context, why);
}

/* A message has grown by @n slots, or is there as a whole if it has none. */
static void
arrive (Nic *self,
        const HdHost *host,
        HdComponentContext *context,
        Context *reader,
        uint32_t sequence,
        uint32_t n)
{
  reader->arrived[sequence] += n;
  reader->present |= UINT32_C (1) << sequence;
  if (reader->stage != ENGINE_SUSPENDED || (reader->wanted != ENGINE_NONE && reader->wanted != sequence))
    return;
  engine_wake (&self->engines[reader->engine], reader);
  run_turns (self, host, context, reader->engine);
}

static void
take_early (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t job)
{
  Earlies *early = &self->early[job];
  uint32_t n = 0;

  for (uint32_t i = 0; i < early->n; i++)
    if (early->all[i].header.at[FIELD_PULSE] == get_pulse_number (self, job))
      self->jobs[job]->context.present |= UINT32_C (1) << early->all[i].header.at[FIELD_SEQUENCE];
    else
      early->all[n++] = early->all[i];
  early->n = n;
}

static void
keep_early (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            const Fields *header)
{
  Earlies *early = &self->early[header->at[FIELD_JOB]];

  if (early->all == NULL)
    early->all = malloc (MOST_EARLY * sizeof *early->all);
  if (early->all == NULL || early->n == MOST_EARLY)
    refuse (host, context, "EARLY_FULL", header, "64 packets of its job wait for their sequences already");
  else
    early->all[early->n++] = (Early){ *header };
}

/* Why what a packet says cannot be, or NULL. */
static const char *
check_packet (const Nic *self,
              const Context *reader,
              const Fields *header,
              size_t size,
              const char **out_name)
{
  uint32_t sequence = header->at[FIELD_SEQUENCE], place = header->at[FIELD_PACKET];
  const SequenceWanted *wanted = &reader->sequence.wanted[sequence];
  uint64_t end = place * SLOT_ELEMENTS + size / sizeof (double);

  *out_name = "UNEXPECTED_SOURCE";
  if (sequence >= reader->sequence.n_wanted || header->at[FIELD_NODE] != wanted->rank)
    return "the sequence expects nothing, or somebody else's packet, by this number";
  *out_name = "LENGTH_MISMATCH";
  if (size != header->at[FIELD_LENGTH] || size % sizeof (double) != 0 || (size == 0) != (wanted->low == wanted->high) || end > wanted->high - wanted->low)
    return "the packet is longer or shorter than what the sequence expects";
  *out_name = "BAD_OP";
  if (header->at[FIELD_OPERATION] != (uint32_t) self->tasks.reduction || header->at[FIELD_TYPE] != REDUCTION_DOUBLE || header->at[FIELD_REDUCE] != (uint32_t) wanted->is_combined)
    return "its reduction is not that of the sequence";
  *out_name = "DUPLICATE";
  if (size == 0 ? (reader->present >> sequence & 1) != 0 : place < reader->stored[sequence])
    return "it has come before";
  *out_name = "UNGRANTED";
  return place > reader->stored[sequence] || place + engine_get_slots (0, size / sizeof (double)) > reader->granted[sequence] ? "it has no grant" : NULL;
}

/* Slots are written one after the other, each as fast as a place for it is found. */
static void
store (Nic *self,
       const HdHost *host,
       HdComponentContext *context,
       Context *reader,
       const Fields *header,
       HdBuffer *buffer,
       size_t size)
{
  const Packet *packet = host->peek (context, buffer, &(size_t){ 0 });
  Engine *engine = &self->engines[reader->engine];
  int64_t now = host->now (context), *free = &self->written[reader->engine];
  uint32_t n = 0, probes = 0;

  for (size_t at = 0; at < size; at += SLOTS_BYTES, n++)
    {
      host->hold (context, buffer);
      probes += engine_store (engine, reader, header->at[FIELD_SEQUENCE], packet->bytes + at,
                              (uint32_t) (size - at < SLOTS_BYTES ? size - at : SLOTS_BYTES), buffer);
    }
  *free = (*free > now ? *free : now) + probes * self->cycle;
  host->wake (context, *free - now, &(HdMessage){ .kind = WAKE_WRITTEN, .payload = { reader->job, (uint64_t) header->at[FIELD_SEQUENCE] << 32 | n } });
}

static void
hear_packet (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             const HdDispatch *dispatch)
{
  uint64_t words[FIELDS_WORDS];
  size_t size = dispatch->payload_bytes - sizeof words;
  const char *name, *reason;
  Context *reader;
  Fields header;

  memcpy (words, dispatch->payload, sizeof words);
  fields_unpack (&header, words);
  header.at[FIELD_NODE] = dispatch->peer;
  if (self->all == NULL || header.at[FIELD_JOB] >= self->tasks.n * self->at_once * self->n_strands)
    {
      refuse (host, context, "UNKNOWN_JOB", &header, "the card has no such job");
      return;
    }
  if (self->jobs[header.at[FIELD_JOB]] == NULL || !self->jobs[header.at[FIELD_JOB]]->is_open
      || get_pulse_number (self, header.at[FIELD_JOB]) != header.at[FIELD_PULSE])
    {
      if (size == 0)
        keep_early (self, host, context, &header);
      else
        refuse (host, context, "UNGRANTED", &header, "its sequence is not there");
      return;
    }
  reader = &self->jobs[header.at[FIELD_JOB]]->context;
  reason = check_packet (self, reader, &header, size, &name);
  if (reason != NULL)
    refuse (host, context, name, &header, reason);
  else if (size == 0)
    arrive (self, host, context, reader, header.at[FIELD_SEQUENCE], 0);
  else
    store (self, host, context, reader, &header, dispatch->buffer, size);
}

/* What was fired before its grant came. The card's sequence may have waited for no more than that. */
static void
go_on_sending (Nic *self,
               const HdHost *host,
               HdComponentContext *context,
               Job *job,
               uint32_t node,
               uint32_t sequence)
{
  for (uint32_t i = 0; i < job->n; i++)
    {
      const Fields *descriptor = &job->context.sequence.descriptors[i];

      if (job->leaving[i].values != NULL && descriptor->at[FIELD_NODE] == node && descriptor->at[FIELD_SEQUENCE] == sequence)
        send_granted (self, host, context, job, i);
    }
  if (job->context.stage != ENGINE_LEAVING || job->context.n_leaving > 0)
    return;
  engine_wake (&self->engines[job->context.engine], &job->context);
  run_turns (self, host, context, job->context.engine);
}

static void
hear_grant (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            const Grant *grant,
            uint32_t node)
{
  Fields header;
  Credits *credits;
  Credit *credit;
  Job *job;

  fields_unpack (&header, grant->words);
  job = self->all != NULL ? self->jobs[header.at[FIELD_JOB]] : NULL;
  credits = &self->credits[header.at[FIELD_JOB]];
  credit = find_credit (credits, node, header.at[FIELD_SEQUENCE], header.at[FIELD_PULSE]);
  if (credit == NULL)
    {
      if (credits->n == credits->room)
        {
          Credit *all = realloc (credits->all, (2 * (size_t) credits->room + 4) * sizeof *all);

          if (all == NULL)
            {
              host->fail (context, "there is no memory for grants");
              return;
            }
          credits->all = all;
          credits->room = 2 * credits->room + 4;
        }
      credit = &credits->all[credits->n++];
      *credit = (Credit){ node, header.at[FIELD_SEQUENCE], header.at[FIELD_PULSE], 0, grant->bytes };
    }
  credit->n += (uint32_t) grant->n;
  if (job != NULL && job->is_open && header.at[FIELD_PULSE] == get_pulse_number (self, header.at[FIELD_JOB]))
    go_on_sending (self, host, context, job, node, header.at[FIELD_SEQUENCE]);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Nic *self = state;

  if (!self->is_started)
    return;
  if (dispatch->kind == OFFLOAD_PACKET && dispatch->buffer != NULL && dispatch->payload_bytes >= sizeof ((Packet *) NULL)->words && dispatch->payload_bytes <= sizeof (Packet))
    hear_packet (self, host, context, dispatch);
  else if (dispatch->kind == OFFLOAD_GRANT && dispatch->payload_bytes == sizeof (Grant))
    hear_grant (self, host, context, dispatch->payload, dispatch->peer);
  else
    host->fail (context, "over the network it takes packets and grants of other cards that run collective operations");
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Nic *self = state;
  uint32_t number = (uint32_t) message->payload[0];

  if (!self->is_started)
    return;
  switch (message->kind)
    {
    case WAKE_POSTED:
      open_pulses (self, host, context, number);
      break;
    case WAKE_LOADED:
      engine_wake (&self->engines[self->jobs[number]->context.engine], &self->jobs[number]->context);
      run_turns (self, host, context, self->jobs[number]->context.engine);
      break;
    case WAKE_TURN:
      self->engines[number].is_busy = 0;
      run_turns (self, host, context, number);
      break;
    case WAKE_WRITTEN:
      arrive (self, host, context, &self->jobs[number]->context, (uint32_t) (message->payload[1] >> 32), (uint32_t) message->payload[1]);
      break;
    default:
      end_pulse (self, host, context, number);
    }
}

/* ---- start and end ------------------------------------------------------------------------------------------------ */

/* How many sequences each task has, and how they are cut; all members come to the same. Returns 0 after `fail`. */
static int
cut (Nic *self,
     const HdHost *host,
     HdComponentContext *context,
     uint32_t n_slots,
     Pulses *out_pulses)
{
  uint64_t overlap = (uint64_t) host->parameter (context, PARAMETER_PULSES), room = (uint64_t) (n_slots * 9 / 10) * SLOT_ELEMENTS;
  char why[WHY_BYTES];

  self->n_strands = self->tasks.plan.algorithm == PLAN_DOUBLE_TREE ? MOST_STRANDS : 1;
  if (!pulses_cut (out_pulses, (int64_t) self->tasks.plan.n_elements, room, overlap, why, sizeof why))
    {
      host->fail (context, why);
      return 0;
    }
  self->at_once = ENGINE_MOST_JOBS / (self->tasks.n * self->n_strands);
  if (self->at_once == 0)
    {
      snprintf (why, sizeof why, "FIELD_RANGE field=JobID: “tasks” is %" PRIu32 ", each with %" PRIu32 " sequences at once; the card has %u jobs", self->tasks.n, self->n_strands,
                ENGINE_MOST_JOBS);
      host->fail (context, why);
      return 0;
    }
  if (out_pulses->at_once < self->at_once)
    self->at_once = (uint32_t) out_pulses->at_once;
  out_pulses->at_once = self->at_once;
  return 1;
}

static int
make_engines (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t n_slots)
{
  uint32_t n_jobs = self->tasks.n * self->at_once * self->n_strands, pool = n_slots * 9 / 10;
  uint32_t share = host->parameter (context, PARAMETER_DIVISION) == DIVISION_FIXED ? (pool + n_jobs - 1) / n_jobs : 0;
  int is_made;

  self->engines = calloc (self->n_engines, sizeof *self->engines);
  self->written = calloc (self->n_engines, sizeof *self->written);
  self->jobs = calloc (ENGINE_MOST_JOBS, sizeof *self->jobs);
  is_made = self->engines != NULL && self->written != NULL && self->jobs != NULL;
  for (uint32_t i = 0; is_made && i < self->n_engines; i++)
    is_made = engine_init (&self->engines[i], n_slots, share, (SlotsOrder) host->parameter (context, PARAMETER_HASHING));
  dispatch_init (&self->dispatch, self->n_engines);
  return is_made;
}

static int
make_tasks (Nic *self,
            const Pulses *pulses)
{
  int is_made = 1;

  self->all = calloc (self->tasks.n, sizeof *self->all);
  for (uint32_t i = 0; self->all != NULL && i < self->tasks.n; i++)
    {
      is_made &= pulse_flow_init (&self->all[i].flow, pulses);
      self->all[i].pulses = calloc (self->at_once, sizeof *self->all[i].pulses);
      is_made &= self->all[i].pulses != NULL;
    }
  return is_made && self->all != NULL;
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Nic *self = state;
  uint64_t bytes = (uint64_t) host->parameter (context, PARAMETER_BUFFER);
  uint32_t n_slots = (uint32_t) (bytes / SLOTS_BYTES);
  char why[WHY_BYTES];
  Pulses pulses;

  if (!tasks_read (&self->tasks, host, context))
    return;
  if (bytes % SLOTS_BYTES != 0 || (n_slots & (n_slots - 1)) != 0)
    {
      snprintf (why, sizeof why, "“buffer” is %" PRIu64 " B; it is %u B times a power of two", bytes, SLOTS_BYTES);
      host->fail (context, why);
      return;
    }
  self->is_started = 1;
  self->n_engines = (uint32_t) host->parameter (context, PARAMETER_ENGINES);
  self->cycle = (int64_t) (1e12 / host->parameter (context, PARAMETER_CLOCK) + 0.5);
  self->order = (TriggerOrder) host->parameter (context, PARAMETER_ORDER);
  self->is_logged = host->parameter (context, PARAMETER_LOG) != 0;
  if (!self->tasks.is_member)
    return;
  if (!cut (self, host, context, n_slots, &pulses))
    self->is_started = 0;
  else if (!make_engines (self, host, context, n_slots) || !make_tasks (self, &pulses))
    host->fail (context, "there is no memory for its engines");
  for (uint32_t i = 0; self->is_started && i < self->tasks.n; i++)
    host->wake (context, tasks_draw_start (&self->tasks, host, context) + self->tasks.build + self->tasks.crossing, &(HdMessage){ .kind = WAKE_POSTED, .payload = { i } });
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Nic *self = state;

  out_wait->port = TASKS_NET;
  out_wait->n = self->n_pulses;
  out_wait->what = N_("packets of its sequences");
  return self->n_pulses > 0;
}

static void
clear (void *state)
{
  Nic *self = state;

  for (uint32_t i = 0; self->engines != NULL && i < self->n_engines; i++)
    engine_clear (&self->engines[i]);
  for (uint32_t i = 0; self->all != NULL && i < self->tasks.n; i++)
    {
      for (uint32_t p = 0; self->all[i].pulses != NULL && p < self->at_once; p++)
        free (self->all[i].pulses[p].values);
      free (self->all[i].pulses);
      pulse_flow_clear (&self->all[i].flow);
    }
  for (uint32_t i = 0; i < ENGINE_MOST_JOBS; i++)
    {
      if (self->jobs != NULL && self->jobs[i] != NULL)
        clear_part (self->jobs[i]);
      if (self->jobs != NULL)
        free (self->jobs[i]);
      free (self->credits[i].all);
      free (self->early[i].all);
    }
  free (self->jobs);
  free (self->engines);
  free (self->written);
  free (self->all);
}

static const char *const divisions[] = { "shared", "fixed", NULL };
static const char *const hashings[] = { "mixed", "unmixed", NULL };
static const char *const orders[] = { "program", "arrival", NULL };

#define CARD N_("Card")

static const HdParameter parameters[] = {
  TASKS_PARAMETERS,
  [PARAMETER_ENGINES] = { .size = sizeof (HdParameter), .key = "engines", .title = N_("Engines"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = DISPATCH_MOST_ENGINES, .help = N_("Units that run sequences of descriptors, each with a buffer."), .group = CARD },
  [PARAMETER_BUFFER] = { .size = sizeof (HdParameter), .key = "buffer", .title = N_("Buffer"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "512 KiB",
    .minimum = 4096, .maximum = 16777216, .pleasant_minimum = 65536, .pleasant_maximum = 4194304,
    .help = N_("Of an engine, in slots of 256 bytes, whose number is a power of two; nine tenths of them can be granted, the rest keeps sequences moving."), .group = CARD },
  [PARAMETER_DIVISION] = { .size = sizeof (HdParameter), .key = "division", .title = N_("Division"), .kind = HD_PARAMETER_CHOICE, .default_text = "shared",
    .choices = divisions, .help = N_("shared: all sequences share the buffer; fixed: each has an equal part of it."), .group = CARD },
  [PARAMETER_HASHING] = { .size = sizeof (HdParameter), .key = "hashing", .title = N_("Hashing"), .kind = HD_PARAMETER_CHOICE, .default_text = "mixed", .choices = hashings,
    .help = N_("Where a packet is put: mixed: at places that its mixed key says; unmixed: from its low bits on, one after the other, a bad example."), .group = CARD },
  [PARAMETER_ORDER] = { .size = sizeof (HdParameter), .key = "order", .title = N_("Order"), .kind = HD_PARAMETER_CHOICE, .default_text = "program", .choices = orders,
    .help = N_("In which packets are read: program: as the sequence says, whatever comes first; arrival: what is there, so that sums differ from run to run."), .group = CARD },
  [PARAMETER_PULSES] = { .size = sizeof (HdParameter), .key = "pulses", .title = N_("Pulses"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = 64, .help = N_("Into how many the buffer is cut for a message that is larger: as many pulses go at once."), .group = CARD },
  [PARAMETER_CLOCK] = { .size = sizeof (HdParameter), .key = "clock", .title = N_("Clock"), .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "250 MHz",
    .minimum = 1e6, .maximum = 1e11, .help = N_("Cycles a second of the card."), .group = CARD },
  [PARAMETER_LOG] = { .size = sizeof (HdParameter), .key = "log", .title = N_("Log"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether its descriptors are written to a file."), .group = CARD },
  { 0 },
};
static const HdPort ports[] = { TASKS_PORTS, { 0 } };
static const HdProbe probes[] = {
  TASKS_PROBES,
  [PROBE_FILL] = { .size = sizeof (HdProbe), .name = "fill", .title = N_("Buffer fill"), .unit = "%",
    .help = N_("slots that are granted or taken, by those that can be granted; where it is more than all of these, the rest is in use") },
  [PROBE_MEAN_FILL] = { .size = sizeof (HdProbe), .name = "mean-fill", .title = N_("Mean fill"), .unit = "%", .help = N_("of the buffers so far, when a task ends"),
    .summary = HD_SUMMARY_MEAN },
  [PROBE_PROBES] = { .size = sizeof (HdProbe), .name = "probes", .title = N_("Probes"), .unit = "", .help = N_("places that were looked at for a packet, in the mean, so far"),
    .summary = HD_SUMMARY_MEAN },
  [PROBE_PULSES] = { .size = sizeof (HdProbe), .name = "pulses", .title = N_("Pulses"), .unit = "", .help = N_("pulses under way") },
  { 0 },
};
#define LANE(name_, title_) \
  { .size = sizeof (HdLane), .name = name_, .title = title_, .help = N_("What the engine does; those from the ninth on have no row."), .is_detailed = 1 }
static const HdLane lanes[] = {
  { .size = sizeof (HdLane), .name = "card", .title = N_("card"), .help = N_("What its engines do.") },
  LANE ("engine-1", N_("engine 1")),
  LANE ("engine-2", N_("engine 2")),
  LANE ("engine-3", N_("engine 3")),
  LANE ("engine-4", N_("engine 4")),
  LANE ("engine-5", N_("engine 5")),
  LANE ("engine-6", N_("engine 6")),
  LANE ("engine-7", N_("engine 7")),
  LANE ("engine-8", N_("engine 8")),
  { 0 },
};
static const HdActivity activities[] = {
  [ACTIVITY_READING] = { .size = sizeof (HdActivity), .name = "reading", .title = N_("reading packets"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_SENDING] = { .size = sizeof (HdActivity), .name = "sending", .title = N_("sending"), .kind = HD_ACTIVITY_TRANSFER },
  [ACTIVITY_WAITING] = { .size = sizeof (HdActivity), .name = "waiting", .title = N_("waiting for packets"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdOutput outputs[] = {
  [OUTPUT_DESCRIPTORS] = { .size = sizeof (HdOutput), .name = "descriptors.txt", .title = N_("Descriptors"), .help = N_("What its processes wrote to the card, one descriptor a line."),
    .maximum_bytes = 1 << 26 },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Nic), .start = start, .receive = receive, .accept = tasks_accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType offload_nic = {
  .size = sizeof (HdComponentType), .id = "nic", .title = N_("Collective NIC"), .category = OFFLOAD_CATEGORY, .symbol = "nic",
  .help = N_("A node whose network card runs collective operations by itself, in an order that never changes."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
