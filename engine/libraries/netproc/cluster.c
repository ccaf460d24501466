/* cluster.c: engines that execute programs on packets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet waits for a thread of an engine, whose program then runs until it sends the packet on. What a cycle brings is looked at in its middle: first threads in the order of
 * their numbers, then engines.
 */
#include "cluster.h"

#include "alarm.h"

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Cluster *self = state;

  if (!cluster_read_settings (self, host, context))
    {
      self->n_places = 0;
      return;
    }
  host->send (context, CLUSTER_IN, 0, &(HdMessage){ .kind = PACKET_CREDIT, .payload = { self->n_places, self->stage } });
}

static void
show (Cluster *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, CLUSTER_PROBE_PACKETS, (double) self->n_packets);
  host->sample (context, CLUSTER_PROBE_INSTRUCTIONS, (double) self->n_instructions);
  host->sample (context, CLUSTER_PROBE_FULL, (double) self->n_full);
  host->sample (context, CLUSTER_PROBE_END, (double) self->end);
  for (uint32_t i = 0; i < CLUSTER_CYCLES; i++)
    host->sample (context, CLUSTER_PROBE_ISSUE + i, (double) self->cycles[i]);
}

static void
show_queue (Cluster *self,
            const HdHost *host,
            HdComponentContext *context)
{
  if (self->n != self->n_shown)
    host->sample (context, CLUSTER_PROBE_QUEUE, self->n);
  self->n_shown = self->n;
}

/* When something came, or went, in @cycle. */
static void
watch_room (Cluster *self,
            uint64_t cycle)
{
  int is_full = self->n + self->n_busy == self->n_places;

  if (is_full == self->is_full)
    return;
  if (is_full)
    self->full_since = cycle;
  else
    self->n_full += cycle - self->full_since;
  self->is_full = is_full;
}

static void
answer (Cluster *self,
        uint32_t thread,
        uint64_t cycle)
{
  self->threads[thread].is_answered = 1;
  schedule_put (&self->schedule, thread, cycle);
}

/* When something is due, or comes, or, if packets wait for that, there is more room. */
static void
look_later (Cluster *self,
            const HdHost *host,
            HdComponentContext *context)
{
  alarm_set (&self->alarm, host, context, &self->clock, schedule_get_next (&self->schedule));
  alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->coming));
  if (self->n_senders > 0)
    alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->credits.coming));
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
  cluster_queue_packets (self, cycle);
  credits_take (&self->credits, cycle);
  watch_room (self, cycle);
  do
    {
      while (schedule_take (&self->schedule, cycle, &number))
        cluster_go_on (self, host, context, number, cycle);
      cluster_send_packets (self, host, context, cycle);
      cluster_begin_packets (self, host, context, cycle);
    }
  while (schedule_get_next (&self->schedule) <= cycle);
  watch_room (self, cycle);
  look_later (self, host, context);
  show_queue (self, host, context);
  if (self->n_packets == n_packets)
    return;
  for (uint32_t i = 0; self->n_busy == 0 && i < self->n_engines; i++)
    cluster_count_cycles (self, i, cycle);
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  show (state, host, context);
  cluster_write_profile (state, host, context);
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static void
take_stage (Cluster *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t stage)
{
  if (self->program != NULL)
    cluster_fail (host, context, "it is told a stage, and has one");
  else
    cluster_set_stage (self, host, context, stage, stage);
}

/* What will come at @time. */
static void
take (Cluster *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdMessage *message,
      int64_t time)
{
  uint32_t port = message->port & 0xffff;
  uint64_t cycle = clock_get_cycle (&self->clock, time);

  if (port == CLUSTER_IN)
    cluster_take_packet (self, host, context, message->payload[0], time);
  else if (port == CLUSTER_BUFFER)
    answer (self, (uint32_t) message->payload[0], cycle);
  else if (port != CLUSTER_OUT)
    cluster_take_answer (self, port - CLUSTER_UNITS, message, cycle);
  else if (!credits_foresee (&self->credits, message->payload[0], cycle))
    cluster_fail (host, context, "there is no memory for what comes");
  look_later (self, host, context);
}

/* Which stage it does it is told in time. */
static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Cluster *self = state;

  if (self->n_places == 0)
    return 1;
  if (message->port == CLUSTER_IN && (message->kind == PACKET_STAGE || !cluster_has_room (self)))
    return 0;
  take (self, host, context, message, time);
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Cluster *self = state;

  if (self->n_places == 0)
    return;
  if (message->port == HD_NO_PORT)
    act (self, host, context, self->alarm);
  else if (message->port == CLUSTER_IN && message->kind == PACKET_STAGE)
    take_stage (self, host, context, (uint32_t) message->payload[0]);
  else
    take (self, host, context, message, host->now (context));
}

/* ---- the door ------------------------------------------------------------------------------------------------------ */

static const char *
accept_packet (const Cluster *self,
               const HdMessage *message,
               uint64_t *out_value)
{
  if (message->kind == PACKET_STAGE)
    {
      *out_value = message->payload[0];
      return message->payload[0] < PACKET_STAGES ? NULL : N_("the stage must be below 16");
    }
  return message->kind == PACKET_ARRIVAL && (self->n_places == 0 || self->program != NULL) ? NULL : N_("the kind must be 1 (a packet), or 8 (a stage) before that");
}

/* Of a packet buffer, or a unit. */
static const char *
accept_answer (const Cluster *self,
               const HdMessage *message,
               uint64_t *out_value)
{
  uint32_t port = message->port & 0xffff;
  const Thread *thread;

  if (message->kind != PACKET_REPLY && port == CLUSTER_BUFFER)
    return N_("the kind must be 4 (a reply)");
  if (UNIT_KIND (message->kind) != PACKET_ANSWER && port != CLUSTER_BUFFER)
    return N_("the kind must be 6 (an answer)");
  *out_value = port == CLUSTER_BUFFER ? message->payload[0] : unit_get_who (message);
  if (self->n_places == 0)
    return NULL;
  thread = *out_value < cluster_count_threads (self) ? &self->threads[*out_value] : NULL;
  if (thread != NULL && (port == CLUSTER_BUFFER ? thread->state == THREAD_AT_BUFFER && !thread->is_answered : thread->slots[port - CLUSTER_UNITS].ready == UINT64_MAX))
    return NULL;
  return N_("it must name a thread that waits for it");
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  const Cluster *self = state;

  *out_value = message->kind;
  if (message->port == CLUSTER_IN)
    return accept_packet (self, message, out_value);
  if (message->port == CLUSTER_OUT)
    return message->kind == PACKET_CREDIT ? NULL : N_("the kind must be 2 (credits)");
  return accept_answer (self, message, out_value);
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Cluster *self = state;

  if (self->n_senders > 0)
    *out_wait = (HdWait){ .size = sizeof (HdWait), .port = CLUSTER_OUT, .n = self->n_senders, .what = N_("room for packets") };
  else if (self->n_busy > 0)
    *out_wait = (HdWait){ .size = sizeof (HdWait), .port = CLUSTER_BUFFER, .n = self->n_busy, .what = N_("answers to loads and stores") };
  return self->n_senders > 0 || self->n_busy > 0;
}

static void
clear (void *state)
{
  cluster_clear (state);
}

/* ---- descriptor ---------------------------------------------------------------------------------------------------- */

static const char *const stages_of[] = { "own", "dispatcher", NULL };
static const char *const policies[] = { "first", "turns", NULL };
static const char *const schedules[] = { "stall", "turns", NULL };
static const char *const cores[] = { "thread", "engine", NULL };
static const char *const steppings[] = { "ahead", "cycles", NULL };
#define NUMBER(key_, title_, default_, minimum_, maximum_, pleasant_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = default_, .minimum = minimum_, .maximum = maximum_, \
    .pleasant_minimum = minimum_, .pleasant_maximum = pleasant_, .help = help_, \
  }
#define CHOICE(key_, title_, choices_, help_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_CHOICE, .default_text = choices_[0], .choices = choices_, .help = help_ }
#define BYTES(key_, title_, default_, minimum_, maximum_, pleasant_minimum_, pleasant_maximum_, help_, source_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = default_, .minimum = minimum_, .maximum = maximum_, \
    .pleasant_minimum = pleasant_minimum_, .pleasant_maximum = pleasant_maximum_, .help = help_, .source = source_, \
  }
#define PROGRAM_OF(key_, title_, help_) { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_TEXT, .default_text = "", .help = help_ }
static const HdParameter parameters[] = {
  [CLUSTER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [CLUSTER_PROGRAM] = { .size = sizeof (HdParameter), .key = "program", .title = N_("Program"), .kind = HD_PARAMETER_TEXT,
    .help = N_("Its file, an executable ELF32 for RV32IM; of stage 0, if it is told its stage.") },
  [CLUSTER_PROGRAM + 1] = PROGRAM_OF ("program-1", N_("Program of stage 1"), N_("If it is told its stage.")),
  [CLUSTER_PROGRAM + 2] = PROGRAM_OF ("program-2", N_("Program of stage 2"), N_("If it is told its stage.")),
  [CLUSTER_PROGRAM + 3] = PROGRAM_OF ("program-3", N_("Program of stage 3"), N_("If it is told its stage.")),
  [CLUSTER_STAGE] = NUMBER ("stage", N_("Stage"), "0", 0, PACKET_STAGES - 1, 3, N_("Which one of those that a dispatcher sends packets through it does, if that is its own.")),
  [CLUSTER_STAGE_OF] = { .size = sizeof (HdParameter), .key = "stage-of", .title = N_("Stage is"), .kind = HD_PARAMETER_CHOICE, .default_text = "own", .choices = stages_of,
    .help = N_("Whether its stage is its own, or its dispatcher allots one to it.") },
  [CLUSTER_N_ENGINES] = NUMBER ("engines", N_("Engines"), "8", 1, CLUSTER_ENGINES, 128, N_("Each executes the program on packets of its own.")),
  [CLUSTER_N_ENGINES].property = HD_PROPERTY_PARALLEL,
  [CLUSTER_N_THREADS] = NUMBER ("threads", N_("Threads"), "1", 1, CLUSTER_THREADS, 8, N_("Of each engine; while one waits, another goes on.")),
  [CLUSTER_N_THREADS].property = HD_PROPERTY_PARALLEL,
  [CLUSTER_DEPTH] = NUMBER ("depth", N_("Depth"), "64", 1, 65536, 256, N_("Packets that wait for a thread at most.")),
  [CLUSTER_DEPTH].property = HD_PROPERTY_PARALLEL,
  [CLUSTER_POLICY] = { .size = sizeof (HdParameter), .key = "policy", .title = N_("Policy"), .kind = HD_PARAMETER_CHOICE, .default_text = "first", .choices = policies,
    .help = N_("Which engine takes a packet, of those with a free thread: the first, or each in turn.") },
  [CLUSTER_SCHEDULE] = { .size = sizeof (HdParameter), .key = "schedule", .title = N_("Schedule"), .kind = HD_PARAMETER_CHOICE, .default_text = "stall", .choices = schedules,
    .help = N_("Whether a thread goes on until it waits for something, or threads take turns in each cycle.") },
  [CLUSTER_HAND_OVER] = NUMBER ("hand-over", N_("Hand-over"), "2", 0, 10000, 32, N_("Cycles from a packet's coming to a thread until its program begins.")),
  [CLUSTER_SWITCH] = NUMBER ("switch", N_("Switch"), "0", 0, 10000, 16, N_("Cycles that an engine needs to go on with another thread.")),
  [CLUSTER_INSTRUCTION_MEMORY] = BYTES ("instruction-memory", N_("Instruction memory"), "32 KiB", 64, 16777216, 1024, 1048576, N_("For the program and what it only reads."), NULL),
  [CLUSTER_CORE_MEMORY] = BYTES ("core-memory", N_("Core memory"), "1024 B", 512, 65536, 512, 8192,
    N_("For 256 bytes of the packet, 128 that go with it, variables and the stack."), "Neptune, table 1"),
  [CLUSTER_CORE_OF] = { .size = sizeof (HdParameter), .key = "core-of", .title = N_("Core memory of"), .kind = HD_PARAMETER_CHOICE, .default_text = "thread", .choices = cores,
    .help = N_("Whether each thread has that much, or the threads of an engine share it.") },
  [CLUSTER_WATCHDOG] = NUMBER ("watchdog", N_("Watchdog"), "100000", 1, 1e9, 1e6, N_("Instructions that a program may execute on a packet before that is dropped.")),
  [CLUSTER_STRICT] = { .size = sizeof (HdParameter), .key = "strict", .title = N_("Strict"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether a program that traps ends the run; else its packet is dropped.") },
  [CLUSTER_STEPPING] = { .size = sizeof (HdParameter), .key = "stepping", .title = N_("Stepping"), .kind = HD_PARAMETER_CHOICE, .default_text = "ahead", .choices = steppings,
    .help = N_("Whether it runs ahead to where a program reaches out of its core, or cycle by cycle, which takes longer and gives the same.") },
  [CLUSTER_PROFILE] = { .size = sizeof (HdParameter), .key = "profile", .title = N_("Profile"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether it writes how often each instruction of its program was executed, and how long that was waited for.") },
  { 0 },
};
#define UNIT_LINKS(name_, title_, protocol_, help_) { .size = sizeof (HdPort), .name = name_, .title = title_, .protocol = protocol_, .numbered = 1, .help = help_ }
#define OF_SEVERAL N_("With several, engines are spread over them.")
static const HdPort ports[] = {
  [CLUSTER_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [CLUSTER_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "netproc", .maximum_links = 1, .mandatory = 1 },
  [CLUSTER_BUFFER] = { .size = sizeof (HdPort), .name = "buffer", .title = N_("Packet buffer"), .protocol = "netproc-unit", .maximum_links = 1,
    .help = N_("To the memory that holds packets; without it programs see the first 256 bytes of each.") },
  [CLUSTER_UNITS + UNIT_EXACT] = UNIT_LINKS ("exact", N_("Exact match"), "netproc-exact", OF_SEVERAL),
  [CLUSTER_UNITS + UNIT_LPM] = UNIT_LINKS ("lpm", N_("Longest prefix"), "netproc-lpm", OF_SEVERAL),
  [CLUSTER_UNITS + UNIT_METER] = UNIT_LINKS ("meter", N_("Meters"), "netproc-meter", N_("With several, meters are spread over them by their numbers.")),
  [CLUSTER_UNITS + UNIT_HASH] = UNIT_LINKS ("hash", N_("Checksum and hash"), "netproc-hash", OF_SEVERAL),
  [CLUSTER_UNITS + UNIT_COUNTER] = UNIT_LINKS ("counter", N_("Counters"), "netproc-counter", OF_SEVERAL),
  { 0 },
};
#define CYCLES(name_, title_, help_) \
  { .size = sizeof (HdProbe), .name = name_, .title = title_, .unit = "cycle", .help = help_, .summary = HD_SUMMARY_SUM, .figure = HD_FIGURE_ACTIVITY }
#define ALL_WAITED N_("of engines, whose threads all waited")
static const HdProbe probes[] = {
  [CLUSTER_PROBE_PACKETS] = { .size = sizeof (HdProbe), .name = "packets", .title = N_("Packets"), .unit = "", .help = N_("that its programs are done with"),
    .summary = HD_SUMMARY_SUM },
  [CLUSTER_PROBE_INSTRUCTIONS] = { .size = sizeof (HdProbe), .name = "instructions", .title = N_("Instructions"), .unit = "", .help = N_("executed"), .summary = HD_SUMMARY_SUM },
  [CLUSTER_PROBE_QUEUE] = { .size = sizeof (HdProbe), .name = "queue", .title = N_("Queue"), .unit = "", .help = N_("packets that wait for a thread") },
  [CLUSTER_PROBE_FULL] = { .size = sizeof (HdProbe), .name = "full", .title = N_("Full"), .unit = "cycle", .help = N_("in which it had no room for another packet"),
    .summary = HD_SUMMARY_SUM },
  [CLUSTER_PROBE_ISSUE] = CYCLES ("issue", N_("Issue"), N_("of engines, in which they executed")),
  [CLUSTER_PROBE_HAND_OVER] = CYCLES ("hand-over-wait", N_("Hand-over"), N_("of engines, in which a packet was handed to a thread")),
  [CLUSTER_PROBE_SWITCH] = CYCLES ("switching", N_("Switching"), N_("of engines, between threads")),
  [CLUSTER_PROBE_STALL_BUFFER] = CYCLES ("buffer-wait", N_("Wait for the packet buffer"), ALL_WAITED),
  [CLUSTER_PROBE_STALL_UNITS + UNIT_EXACT] = CYCLES ("exact-wait", N_("Wait for exact matches"), ALL_WAITED),
  [CLUSTER_PROBE_STALL_UNITS + UNIT_LPM] = CYCLES ("lpm-wait", N_("Wait for longest prefixes"), ALL_WAITED),
  [CLUSTER_PROBE_STALL_UNITS + UNIT_METER] = CYCLES ("meter-wait", N_("Wait for meters"), ALL_WAITED),
  [CLUSTER_PROBE_STALL_UNITS + UNIT_HASH] = CYCLES ("hash-wait", N_("Wait for checksums"), ALL_WAITED),
  [CLUSTER_PROBE_STALL_SEND] = CYCLES ("send-wait", N_("Wait for room"), ALL_WAITED),
  [CLUSTER_PROBE_IDLE] = CYCLES ("idle", N_("Idle"), N_("of engines without a packet")),
  [CLUSTER_PROBE_END] = { .size = sizeof (HdProbe), .name = "end", .title = N_("End"), .unit = "cycle", .help = N_("in which it was done with a packet"),
    .summary = HD_SUMMARY_MAXIMUM },
  { 0 },
};
/* In the order of the probes that count their cycles. */
#define ACTIVITY(name_, title_, kind_) { .size = sizeof (HdActivity), .name = name_, .title = title_, .kind = kind_ }
static const HdActivity activities[] = {
  ACTIVITY ("issue", N_("Issue"), HD_ACTIVITY_COMPUTE),
  ACTIVITY ("hand-over", N_("Hand-over"), HD_ACTIVITY_TRANSFER),
  ACTIVITY ("switching", N_("Switching"), HD_ACTIVITY_TRANSFER),
  ACTIVITY ("buffer-wait", N_("Wait for the packet buffer"), HD_ACTIVITY_MEMORY),
  ACTIVITY ("exact-wait", N_("Wait for exact matches"), HD_ACTIVITY_WAIT),
  ACTIVITY ("lpm-wait", N_("Wait for longest prefixes"), HD_ACTIVITY_WAIT),
  ACTIVITY ("meter-wait", N_("Wait for meters"), HD_ACTIVITY_WAIT),
  ACTIVITY ("hash-wait", N_("Wait for checksums"), HD_ACTIVITY_WAIT),
  ACTIVITY ("send-wait", N_("Wait for room"), HD_ACTIVITY_TRANSFER),
  { 0 },
};
_Static_assert (sizeof activities / sizeof *activities == CLUSTER_ACTIVITIES + 1, "a name for each");
static const HdLane lanes[] = {
  { .size = sizeof (HdLane), .name = "engine", .title = N_("engine"), .help = N_("What an engine does or waits for; nothing while it is idle."), .is_detailed = 1, .count = CLUSTER_ENGINES },
  { 0 },
};

static uint32_t
count_lanes (const double *values)
{
  return (uint32_t) values[CLUSTER_N_ENGINES];
}

static const HdOutput outputs[] = {
  [CLUSTER_OUTPUT_PROFILE] = { .size = sizeof (HdOutput), .name = "profile.csv", .title = N_("Profile"),
    .help = N_("How often each instruction of its program was executed, how many cycles it was waited for, and of which function and line of the source it is, with the lines of calls that were inlined."),
    .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES, .kind = HD_OUTPUT_PROFILE },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 2.2 * values[CLUSTER_N_ENGINES];
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Cluster), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .waits = waits, .clear = clear,
};
const HdComponentType netproc_cluster = {
  .size = sizeof (HdComponentType), .id = "cluster", .title = N_("Engines"), .category = NETPROC_CATEGORY, .symbol = "packet-engine",
  .help = N_("Engines of a network processor that execute one program, for RV32IM, on packets."), .role = HD_ROLE_SWITCH,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers, .n_lanes = count_lanes,
};
