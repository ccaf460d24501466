/* nic.c: a node whose network card runs collective operations by itself
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Its processes write sequences of descriptors to the card once; the card sends what these say when the packets have come that they wait for, and reads packets in the order
 * of the program, whatever the order of their arrival. A message that is longer than the buffer goes in pulses, each a sequence of its own, a few at once.
 *
 * A packet takes slots that its receiver has granted: grants set out when a sequence is loaded, and as slots are read. A packet without content needs none, and may come before
 * its sequence. A short message does not wait for its grant: if it comes before there is room for it, it is not taken in, and its grant asks for it again. What a descriptor sends is set aside when it fires, and leaves as grants come, while the sequence goes on: members that exchange messages larger than what they
 * grant each other would else wait in a circle.
 *
 * What is only moved, as by broadcasts, goes from memory to memory, as in the source: a control message announces it, and a descriptor that sends it on fires when it is in memory.
 *
 * Our own decisions: a processor builds a sequence as a whole in the time that the source has for a descriptor; values come from memory in the order in which they are used, and
 * are sent, or met by what has come, as they come; what takes the place of values is the result, and goes to memory as it is taken in; sequences of a task that follow each other
 * have one job and different pulse numbers.
 */
#include "nic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "offload.h"

/* ---- what happens ------------------------------------------------------------------------------------------------- */

static void
hear (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdDispatch *dispatch)
{
  size_t header = sizeof ((NicPacket *) NULL)->words;

  if (software_hear (&self->software, host, context, dispatch))
    return;
  if (dispatch->kind == OFFLOAD_PACKET && dispatch->buffer != NULL && dispatch->payload_bytes >= header && dispatch->payload_bytes <= sizeof (NicPacket))
    nic_hear_packet (self, host, context, dispatch->buffer, dispatch->payload, dispatch->payload_bytes - header, dispatch->peer);
  else if (dispatch->kind == OFFLOAD_GRANT && dispatch->payload_bytes == sizeof (NicNote))
    nic_hear_grant (self, host, context, dispatch->payload, dispatch->peer, 0);
  else if (dispatch->kind == OFFLOAD_AGAIN && dispatch->payload_bytes == sizeof (NicNote))
    nic_hear_grant (self, host, context, dispatch->payload, dispatch->peer, 1);
  else if (dispatch->kind == OFFLOAD_ASK && dispatch->payload_bytes == sizeof (NicNote))
    nic_hear_ask (self, host, context, dispatch->payload, dispatch->peer);
  else if (!nic_hear_fault_note (self, host, context, dispatch->kind, dispatch->payload, dispatch->payload_bytes, dispatch->peer))
    host->fail (context, "over the network it takes packets and grants of other cards that run collective operations");
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Nic *self = state;

  if (self->is_started && faults_meet (&self->faults, host, context, dispatch))
    hear (self, host, context, dispatch);
}

static void
hear_stray (Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t number)
{
  HdDispatch dispatch = faults_take_stray (&self->faults, host, context, number);

  hear (self, host, context, &dispatch);
  host->drop (context, dispatch.buffer);
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
    case NIC_POSTED:
      nic_begin_task (self, host, context, number);
      break;
    case NIC_OPENED:
      nic_open_sequence (self, host, context, number);
      break;
    case NIC_LOADED:
      engine_wake (&self->engines[self->jobs[number]->context.engine], &self->jobs[number]->context);
      nic_run_turns (self, host, context, self->jobs[number]->context.engine);
      break;
    case NIC_TURN:
      self->engines[number].is_busy = 0;
      nic_run_turns (self, host, context, number);
      break;
    case NIC_WRITTEN:
      nic_arrive (self, host, context, &self->jobs[number]->context, (uint32_t) (message->payload[1] >> 32), (uint32_t) (message->payload[0] >> 32), (uint32_t) message->payload[1]);
      break;
    case NIC_WATCH:
      nic_look (self, host, context);
      break;
    case NIC_STRAY:
      hear_stray (self, host, context, message->payload[0]);
      break;
    case NIC_SOFTWARE:
      software_wake (&self->software, host, context, message->payload[0]);
      break;
    case NIC_SOFTWARE_WATCH:
      software_look (&self->software, host, context);
      break;
    case NIC_SOFTWARE_MEMORY:
      software_remember (&self->software, host, context, message->payload[0]);
      break;
    case NIC_READ:
      reading_wake (&self->node.reading, host, context, message);
      break;
    default:
      nic_end_pulse (self, host, context, number);
    }
}

/* ---- start and end ------------------------------------------------------------------------------------------------ */

/* How many sequences each task has, and how they are cut; all members come to the same. What is only moved needs pulses no sooner than packets have numbers. Returns 0 after `fail`. */
static int
cut (Nic *self,
     const HdHost *host,
     HdComponentContext *context,
     NicOrder *order,
     uint32_t n_slots,
     Pulses *out_pulses)
{
  uint64_t overlap = (uint64_t) host->parameter (context, NIC_PULSES), room = (uint64_t) (n_slots * 9 / 10) * NIC_SLOT_ELEMENTS;
  char why[NIC_WHY_BYTES];

  order->n_strands = order->tasks.plan.algorithm == PLAN_DOUBLE_TREE ? NIC_MOST_STRANDS : 1;
  if (tasks_is_moved (&order->tasks))
    room = (uint64_t) fields_maximum (FIELD_PACKET) * NIC_SLOT_ELEMENTS;
  if (!pulses_cut (out_pulses, (int64_t) order->tasks.plan.n_elements, room, overlap, tasks_is_moved (&order->tasks) ? PULSES_BY_ROOM : (PulsesCut) host->parameter (context, NIC_CUT), why, sizeof why))
    {
      host->fail (context, why);
      return 0;
    }
  order->at_once = self->jobs_each / (order->tasks.n * order->n_strands);
  if (order->at_once == 0)
    {
      snprintf (why, sizeof why, "FIELD_RANGE field=JobID: “tasks” is %" PRIu32 ", each with %" PRIu32 " sequences at once; the card has %u jobs", order->tasks.n,
                order->n_strands, self->jobs_each);
      host->fail (context, why);
      return 0;
    }
  if (out_pulses->at_once < order->at_once)
    order->at_once = (uint32_t) out_pulses->at_once;
  out_pulses->at_once = order->at_once;
  return 1;
}

static int
make_engines (Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t n_slots)
{
  uint32_t n_jobs = 0, pool = n_slots * 9 / 10, share, n_rows = (ENGINE_MOST_JOBS + self->n_engines - 1) / self->n_engines;

  for (uint32_t i = 0; i < self->n_orders; i++)
    n_jobs += self->orders[i].tasks.n * self->orders[i].at_once * self->orders[i].n_strands;
  share = host->parameter (context, NIC_DIVISION) == NIC_FIXED && n_jobs > 0 ? (pool + n_jobs - 1) / n_jobs : 0;
  self->engines = calloc (self->n_engines, sizeof *self->engines);
  self->written = calloc (self->n_engines, sizeof *self->written);
  self->jobs = calloc (ENGINE_MOST_JOBS, sizeof *self->jobs);
  for (uint32_t i = 0; self->engines != NULL && i < self->n_engines; i++)
    engine_init (&self->engines[i], n_slots, share, n_rows, (SlotsOrder) host->parameter (context, NIC_HASHING));
  dispatch_init (&self->dispatch, self->n_engines);
  return self->engines != NULL && self->written != NULL && self->jobs != NULL;
}

static int
make_tasks (NicOrder *order,
            const Pulses *pulses,
            uint32_t queue)
{
  int is_made = 1;

  order->all = calloc (order->tasks.n, sizeof *order->all);
  for (uint32_t i = 0; order->all != NULL && i < order->tasks.n; i++)
    {
      is_made &= pulse_flow_init (&order->all[i].flow, pulses) & queue_init (&order->all[i].queue, queue);
      order->all[i].pulses = calloc (order->at_once, sizeof *order->all[i].pulses);
      is_made &= order->all[i].pulses != NULL;
    }
  return is_made && order->all != NULL;
}

/* Returns 0 after `fail`. */
static int
read_card (Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t *out_n_slots)
{
  uint64_t bytes = (uint64_t) host->parameter (context, NIC_BUFFER);
  char why[NIC_WHY_BYTES];

  *out_n_slots = (uint32_t) (bytes / SLOTS_BYTES);
  if (bytes % SLOTS_BYTES != 0 || (*out_n_slots & (*out_n_slots - 1)) != 0)
    {
      snprintf (why, sizeof why, "“buffer” is %" PRIu64 " B; it is %u B times a power of two", bytes, SLOTS_BYTES);
      host->fail (context, why);
      return 0;
    }
  self->n_engines = (uint32_t) host->parameter (context, NIC_ENGINES);
  self->cycle = (int64_t) (1e12 / host->parameter (context, NIC_CLOCK) + 0.5);
  self->retry = (int64_t) (host->parameter (context, NIC_RETRY) * 1e12 + 0.5);
  self->handling = (int64_t) (host->parameter (context, NIC_HANDLING) * 1e12 + 0.5);
  self->n_counters = (uint32_t) host->parameter (context, NIC_COUNTERS);
  self->n_unasked = self->faults.is_lossy ? 0 : (uint32_t) host->parameter (context, NIC_UNASKED);
  self->n_completions = (uint32_t) host->parameter (context, NIC_COMPLETIONS);
  self->order = (TriggerOrder) host->parameter (context, NIC_ORDER);
  self->grants = (NicGrants) host->parameter (context, NIC_GRANTS);
  self->is_logged = host->parameter (context, NIC_LOG) != 0;
  return 1;
}

/* What the project gives in the place of plans. Returns 0 after `fail`. */
static int
read_program (Nic *self,
              const HdHost *host,
              HdComponentContext *context)
{
  const char *text = host->text (context, NIC_PROGRAM), *file = host->text (context, NIC_PROGRAM_FILE);
  char reason[NIC_WHY_BYTES], why[2 * NIC_WHY_BYTES];
  size_t length = strlen (text);

  if (*text != '\0' && *file != '\0')
    {
      host->fail (context, "both “program” and “program-file” are given; one of them may be");
      return 0;
    }
  if (*file != '\0' && !host->load (context, NIC_PROGRAM_FILE, &text, &length))
    return 0;
  if (program_read (&self->program, text, length, reason, sizeof reason))
    return 1;
  snprintf (why, sizeof why, "%.200s: %s", *file != '\0' ? file : "program", reason);
  host->fail (context, why);
  return 0;
}

static void
post (Nic *self,
      const HdHost *host,
      HdComponentContext *context,
      const NicOrder *order)
{
  for (uint32_t i = 0; i < order->tasks.n; i++)
    {
      uint32_t job = order->base + i * order->at_once * order->n_strands;

      host->wake (context, tasks_draw_start (&order->tasks, host, context) + self->node.build + self->node.crossing, &(HdMessage){ .kind = NIC_POSTED, .payload = { job } });
    }
}

/* What workloads ask for: in the card, or in software. Returns 0 after `fail`. */
static int
read_orders (Nic *self,
             const HdHost *host,
             HdComponentContext *context)
{
  HdOrder order;
  Tasks tasks;

  for (uint32_t i = 0; host->order (context, i, &order); i++)
    {
      if (!tasks_read_order (&tasks, host, context, &order, i))
        return 0;
      if (order.place[0] == 'o')
        self->orders[order.number + 1].tasks = tasks;
      else if (!software_begin (&self->software, host, context, order.number + 1, &tasks))
        return 0;
    }
  return 1;
}

/* Jobs of all orders of the project are apart, so that members have the same whatever else they take part in. Returns 0 after `fail`. */
static int
make_orders (Nic *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t n_slots)
{
  Pulses *pulses = calloc (self->n_orders, sizeof *pulses);
  int is_made = pulses != NULL;

  for (uint32_t i = 0; is_made && i < self->n_orders; i++)
    {
      self->orders[i].base = i * self->jobs_each;
      is_made = self->orders[i].tasks.n == 0 || cut (self, host, context, &self->orders[i], n_slots, &pulses[i]);
    }
  if (is_made && !make_engines (self, host, context, n_slots))
    {
      host->fail (context, "there is no memory for its engines");
      is_made = 0;
    }
  for (uint32_t i = 0; is_made && i < self->n_orders; i++)
    if (self->orders[i].tasks.n > 0 && !make_tasks (&self->orders[i], &pulses[i], (uint32_t) host->parameter (context, NIC_QUEUE)))
      {
        host->fail (context, "there is no memory for its tasks");
        is_made = 0;
      }
  free (pulses);
  return is_made;
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  static const SoftwareTables tables = { NIC_SOFTWARE_PARAMETERS, NIC_LANE_SOFTWARE, 1, NIC_SOFTWARE_ACTIVITIES, NIC_SOFTWARE, NIC_SOFTWARE_WATCH, NIC_SOFTWARE_MEMORY };
  static const FaultsTables faults = { NIC_FAULTS, NIC_PROBE_FAULTS, NIC_STRAY };
  Nic *self = state;
  HdOrder order = { 0 };
  uint32_t n_slots;
  Tasks own;
  int is_member, has_work = 0;

  tasks_read_node (&self->node, host, context, NIC_READ);
  faults_init (&self->faults, host, context, &faults);
  host->order (context, 0, &order);
  self->jobs_each = ENGINE_MOST_JOBS / (order.n + 1);
  if (self->jobs_each == 0)
    {
      host->fail (context, "FIELD_RANGE field=JobID: the project has more workloads for members by themselves than the card has jobs, which are 256");
      return;
    }
  self->orders = calloc (order.n + 1, sizeof *self->orders);
  if (self->orders == NULL)
    {
      host->fail (context, "there is no memory for its tasks");
      return;
    }
  if (!tasks_read (&own, host, context, &is_member) || !read_card (self, host, context, &n_slots) || !software_init (&self->software, host, context, &self->node, &self->faults, &tables, order.n + 1)
      || !read_program (self, host, context) || !read_orders (self, host, context))
    return;
  self->is_started = 1;
  self->n_orders = order.n + 1;
  if (is_member)
    self->orders[0].tasks = own;
  for (uint32_t i = 0; i < self->n_orders; i++)
    has_work |= self->orders[i].tasks.n > 0;
  if (has_work)
    self->is_started = make_orders (self, host, context, n_slots);
  for (uint32_t i = 0; self->is_started && i < self->n_orders; i++)
    if (self->orders[i].all != NULL)
      post (self, host, context, &self->orders[i]);
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Nic *self = state;

  out_wait->port = TASKS_NET;
  out_wait->n = self->n_pulses + software_count_waiting (&self->software);
  out_wait->what = self->n_pulses > 0 ? N_("packets of its sequences") : N_("tasks that have not ended");
  return out_wait->n > 0;
}

static void
clear_order (NicOrder *self)
{
  for (uint32_t i = 0; self->all != NULL && i < self->tasks.n; i++)
    {
      for (uint32_t p = 0; self->all[i].pulses != NULL && p < self->at_once; p++)
        free (self->all[i].pulses[p].values);
      free (self->all[i].pulses);
      pulse_flow_clear (&self->all[i].flow);
      queue_clear (&self->all[i].queue);
    }
  free (self->all);
}

static void
clear_queues (Nic *self)
{
  while (self->asks != NULL)
    {
      NicAsk *ask = self->asks;

      self->asks = ask->next;
      free (ask);
    }
  while (self->port.first != NULL)
    {
      NicHeld *held = self->port.first;

      self->port.first = held->next;
      free (held);
    }
}

static void
clear (void *state)
{
  Nic *self = state;

  for (uint32_t i = 0; self->engines != NULL && i < self->n_engines; i++)
    engine_clear (&self->engines[i]);
  for (uint32_t i = 0; i < self->n_orders; i++)
    clear_order (&self->orders[i]);
  for (uint32_t i = 0; i < ENGINE_MOST_JOBS; i++)
    {
      if (self->jobs != NULL && self->jobs[i] != NULL)
        nic_clear_job (self->jobs[i]);
      if (self->jobs != NULL)
        free (self->jobs[i]);
      free (self->credits[i].all);
      free (self->early[i].all);
    }
  clear_queues (self);
  program_clear (&self->program);
  software_clear (&self->software);
  reading_clear (&self->node.reading);
  nic_clear_repair (self);
  faults_clear (&self->faults);
  free (self->jobs);
  free (self->engines);
  free (self->written);
  free (self->orders);
}

static const char *const divisions[] = { "shared", "fixed", NULL };
static const char *const hashings[] = { "mixed", "unmixed", NULL };
static const char *const orders[] = { "program", "arrival", NULL };
static const char *const cuts[] = { "pulse", "room", NULL };
static const char *const grants[] = { "in-order", "on-request", "none", NULL };

#define CARD N_("Card")
#define PROGRAM N_("Program")
static const HdParameter parameters[] = {
  TASKS_PARAMETERS,
  [NIC_ENGINES] = { .size = sizeof (HdParameter), .key = "engines", .title = N_("Engines"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = DISPATCH_MOST_ENGINES, .help = N_("Units that run sequences of descriptors, each with a buffer."), .group = CARD },
  [NIC_BUFFER] = { .size = sizeof (HdParameter), .key = "buffer", .title = N_("Buffer"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "512 KiB",
    .minimum = 4096, .maximum = 16777216, .pleasant_minimum = 65536, .pleasant_maximum = 4194304,
    .help = N_("Of an engine, in slots of 256 bytes, whose number is a power of two; nine tenths of them can be granted, the rest keeps sequences moving."), .group = CARD },
  [NIC_DIVISION] = { .size = sizeof (HdParameter), .key = "division", .title = N_("Division"), .kind = HD_PARAMETER_CHOICE, .default_text = "shared",
    .choices = divisions, .help = N_("shared: all sequences share the buffer; fixed: each has an equal part of it."), .group = CARD },
  [NIC_HASHING] = { .size = sizeof (HdParameter), .key = "hashing", .title = N_("Hashing"), .kind = HD_PARAMETER_CHOICE, .default_text = "mixed", .choices = hashings,
    .help = N_("Where a packet is put: mixed: at places that its mixed key says; unmixed: from its low bits on, one after the other, a bad example."), .group = CARD },
  [NIC_ORDER] = { .size = sizeof (HdParameter), .key = "order", .title = N_("Order"), .kind = HD_PARAMETER_CHOICE, .default_text = "program", .choices = orders,
    .help = N_("In which packets are read: program: as the sequence says, whatever comes first; arrival: what is there, so that sums differ from run to run."), .group = CARD },
  [NIC_PULSES] = { .size = sizeof (HdParameter), .key = "pulses", .title = N_("Pulses"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", .minimum = 1,
    .maximum = 64, .help = N_("Into how many the buffer is cut for a message that is larger: as many pulses go at once."), .group = CARD },
  [NIC_CUT] = { .size = sizeof (HdParameter), .key = "cut", .title = N_("Cutting"), .kind = HD_PARAMETER_CHOICE, .default_text = "pulse", .choices = cuts,
    .help = N_("Which messages go in pulses. pulse: those that are longer than one; room: those that the buffer has no room for as a whole."), .group = CARD },
  [NIC_GRANTS] = { .size = sizeof (HdParameter), .key = "grants", .title = N_("Grants"), .kind = HD_PARAMETER_CHOICE, .default_text = "in-order", .choices = grants,
    .help = N_("When packets may come: in-order: as they will be read; on-request: as senders ask, a bad example; none: always, which full buffers hold up, a worse one."),
    .group = CARD },
  [NIC_UNASKED] = { .size = sizeof (HdParameter), .key = "unasked", .title = N_("Unasked"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "256",
    .maximum = NIC_MOST_UNASKED, .help = N_("Slots of a message that sets out without a grant, at most, with what goes by its other pulses, where grants go in order and all its pulses go at once; what comes before there is room for it is sent again. None where packets are lost."), .group = CARD },
  [NIC_COUNTERS] = { .size = sizeof (HdParameter), .key = "counters", .title = N_("Counters"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "256", .minimum = 1,
    .maximum = 256, .help = N_("Of pulses: each task that is under way needs one."), .group = CARD },
  [NIC_RETRY] = { .size = sizeof (HdParameter), .key = "retry", .title = N_("Retry"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "1 us", .minimum = 1e-9,
    .maximum = 1, .help = N_("After which a task asks again for a counter; each further time, eight in all, takes twice as long."), .group = CARD },
  [NIC_QUEUE] = { .size = sizeof (HdParameter), .key = "queue", .title = N_("Queue"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "64", .minimum = 1,
    .maximum = 65536, .help = N_("Descriptors for which the queue of a process has room; then its writes wait."), .group = CARD },
  [NIC_COMPLETIONS] = { .size = sizeof (HdParameter), .key = "completions", .title = N_("Completions"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "256",
    .minimum = 1, .maximum = 65536, .help = N_("For which the completion queue of a process has room."), .group = CARD },
  [NIC_HANDLING] = { .size = sizeof (HdParameter), .key = "handling", .title = N_("Handling"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "0 s", .maximum = 1,
    .help = N_("Time in which a process takes a completion from its queue."), .group = CARD },
  [NIC_CLOCK] = { .size = sizeof (HdParameter), .key = "clock", .title = N_("Clock"), .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "250 MHz",
    .minimum = 1e6, .maximum = 1e11, .help = N_("Cycles a second of the card."), .group = CARD },
  [NIC_LOG] = { .size = sizeof (HdParameter), .key = "log", .title = N_("Log"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether its descriptors are written to a file."), .group = CARD },
  [NIC_PROGRAM] = { .size = sizeof (HdParameter), .key = "program", .title = N_("Program"), .kind = HD_PARAMETER_TEXT, .default_text = "", .property = HD_PROPERTY_LINES,
    .check = program_check, .help = N_("Sequences of descriptors of all cards, in the place of what the algorithm makes; the file of the log is one."), .group = PROGRAM },
  [NIC_PROGRAM_FILE] = { .size = sizeof (HdParameter), .key = "program-file", .title = N_("Program file"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("A file with such a program, from the project's folder."), .group = PROGRAM },
  FAULTS_PARAMETERS (NIC_FAULTS),
  SOFTWARE_PARAMETERS (NIC_SOFTWARE_PARAMETERS),
  { 0 },
};
static const HdPort ports[] = { TASKS_PORTS, { 0 } };
static const HdProbe probes[] = {
  TASKS_PROBES,
  [NIC_PROBE_FILL] = { .size = sizeof (HdProbe), .name = "fill", .title = N_("Buffer fill"), .unit = "%",
    .help = N_("slots that are granted or taken, by those that can be granted; where it is more than all of these, the rest is in use"),
    .level = 100, .level_title = N_("all that can be granted: nine tenths of the slots") },
  [NIC_PROBE_MEAN_FILL] = { .size = sizeof (HdProbe), .name = "mean-fill", .title = N_("Mean fill"), .unit = "%", .help = N_("of the buffers so far, from the start until the last that has come was read"),
    .summary = HD_SUMMARY_MEAN },
  [NIC_PROBE_MEAN_USE] = { .size = sizeof (HdProbe), .name = "mean-use", .title = N_("Mean use"), .unit = "%",
    .help = N_("of slots that hold a packet, by those that can be granted, from the start until the last that has come was read"), .summary = HD_SUMMARY_MEAN },
  [NIC_PROBE_PROBES] = { .size = sizeof (HdProbe), .name = "probes", .title = N_("Probes"), .unit = "", .help = N_("places that were looked at for a packet, in the mean, so far"),
    .summary = HD_SUMMARY_MEAN },
  [NIC_PROBE_PULSES] = { .size = sizeof (HdProbe), .name = "pulses", .title = N_("Pulses"), .unit = "", .help = N_("pulses under way") },
  FAULTS_PROBES (NIC_PROBE_FAULTS, N_("packets that the card did not take in, as they came twice, or to no sequence; events.txt has them")),
  [NIC_PROBE_HELD] = FAULTS_COUNT ("held", N_("Held"), N_("packets that stood at the port, as the buffer was full or their sequence not there")),
  [NIC_PROBE_STALL] = { .size = sizeof (HdProbe), .name = "stall", .title = N_("Stall"), .unit = "s", .help = N_("time in which packets stood at the port"),
    .summary = HD_SUMMARY_SUM },
  [NIC_PROBE_QUEUE] = { .size = sizeof (HdProbe), .name = "queue-wait", .title = N_("Queue wait"), .unit = "s",
    .help = N_("time in which sequences lacked descriptors whose write had waited for room in the queue"), .summary = HD_SUMMARY_SUM },
  { 0 },
};
#define LANE(name_, title_) \
  { .size = sizeof (HdLane), .name = name_, .title = title_, .help = N_("What the engine does; those from the ninth on have no row."), .is_detailed = 1 }
#define JOB_LANE(name_, title_, number_) \
  [NIC_LANE_JOB + (number_)] = { .size = sizeof (HdLane), .name = name_, .title = title_, .help = N_("What the sequences of the job do and wait for; those from the ninth on have no row."), \
    .is_detailed = 1 }
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
  JOB_LANE ("job-1", N_("job 1"), 0),
  JOB_LANE ("job-2", N_("job 2"), 1),
  JOB_LANE ("job-3", N_("job 3"), 2),
  JOB_LANE ("job-4", N_("job 4"), 3),
  JOB_LANE ("job-5", N_("job 5"), 4),
  JOB_LANE ("job-6", N_("job 6"), 5),
  JOB_LANE ("job-7", N_("job 7"), 6),
  JOB_LANE ("job-8", N_("job 8"), 7),
  [NIC_LANE_SOFTWARE] = { .size = sizeof (HdLane), .name = "software", .title = N_("software"), .help = N_("What its processor does for the first collective that it runs in software."), .is_detailed = 1 },
  [NIC_LANE_JOB + NIC_N_LANES] = { 0 },
};
static const HdActivity activities[] = {
  [NIC_READING] = { .size = sizeof (HdActivity), .name = "reading", .title = N_("reading packets"), .kind = HD_ACTIVITY_COMPUTE },
  [NIC_SENDING] = { .size = sizeof (HdActivity), .name = "sending", .title = N_("sending"), .kind = HD_ACTIVITY_TRANSFER },
  [NIC_WAITING] = { .size = sizeof (HdActivity), .name = "waiting", .title = N_("waiting for packets"), .kind = HD_ACTIVITY_WAIT },
  [NIC_LOADING] = { .size = sizeof (HdActivity), .name = "loading", .title = N_("waiting for values from memory"), .kind = HD_ACTIVITY_MEMORY },
  [NIC_READY] = { .size = sizeof (HdActivity), .name = "ready", .title = N_("waiting for its turn"), .kind = HD_ACTIVITY_WAIT },
  [NIC_LEAVING] = { .size = sizeof (HdActivity), .name = "leaving", .title = N_("waiting for grants"), .kind = HD_ACTIVITY_WAIT },
  SOFTWARE_ACTIVITIES (NIC_SOFTWARE_ACTIVITIES),
  { 0 },
};
static const HdOutput outputs[] = {
  [NIC_FILE_DESCRIPTORS] = { .size = sizeof (HdOutput), .name = "descriptors.txt", .title = N_("Descriptors"), .help = N_("What its processes wrote to the card, one descriptor a line."),
    .maximum_bytes = 1 << 26 },
  [NIC_FILE_EVENTS] = { .size = sizeof (HdOutput), .name = "events.txt", .title = N_("Events"), .help = N_("What the card did not take in, and why; the first ten thousand."),
    .maximum_bytes = 1 << 24 },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Nic), .start = start, .receive = receive, .accept = tasks_accept, .waits = waits, .deliver = deliver, .clear = clear,
  .errand = nic_get_errand, .errand_line = nic_get_errand_line,
};
const HdComponentType offload_nic = {
  .size = sizeof (HdComponentType), .id = "nic", .title = N_("Collective NIC"), .category = OFFLOAD_CATEGORY, .symbol = "nic",
  .help = N_("A node whose network card runs collective operations by itself, in an order that never changes."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers, .forms = forms_all, .traits = HD_TRAIT_COLLECTIVES,
};
