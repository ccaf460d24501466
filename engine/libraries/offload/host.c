/* host.c: a node whose processor runs collective operations, in software
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The same plans as those of a card, by a process for each task, one thing after the other. What is sent is built by the processor and read from memory; what has come is
 * noticed by polling, or added up. Processes share PCIe and memory.
 *
 * Our own decisions, by which the source's equations become what happens: operations that move values, and barriers, wait in a loop that notices late; reductions do not.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload.h"
#include "tasks.h"

#define WHY_BYTES 256
#define PART_BYTES 4096u     /* of a message that goes at once */
#define SMALL_BYTES 256u     /* of a message that goes with its descriptor */
#define N_LANES 8

enum { PARAMETER_POLL = TASKS_N_PARAMETERS, PARAMETER_TOUCH, PARAMETER_ADD, PARAMETER_MEMORY };
enum { ACTIVITY_BUILDING, ACTIVITY_WAITING, ACTIVITY_ADDING, ACTIVITY_POLLING };
enum { WAKE_GO };

/* Before each part of a message; all of it @bytes long. */
typedef struct
{
  uint32_t task, rank;
  uint64_t at, bytes;
} PartHeader;

typedef struct
{
  PartHeader header;
  unsigned char bytes[PART_BYTES];
} Part;

/* A part that has come. */
typedef struct Arrived Arrived;
struct Arrived
{
  Arrived *next;
  HdBuffer *buffer;
  PartHeader header;
  uint64_t size;
  int64_t time; /* at which it is in memory */
};

typedef struct
{
  Plan plan;
  size_t at;
  double *values;
  Arrived *first, **last;
  int is_waiting;
} Process;

typedef struct
{
  TasksNode node;
  Tasks tasks;
  Process *processes;
  int64_t poll;
  double touch, add, memory; /* picoseconds a byte */
  int64_t memory_free;
  int is_started;
} Host;

static void
show (const HdHost *host,
      HdComponentContext *context,
      uint32_t task,
      uint32_t activity)
{
  if (task < N_LANES)
    host->state (context, task, activity, host->now (context));
}

/* ---- sending ------------------------------------------------------------------------------------------------------ */

static void
send_part (const Host *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t task,
           const PlanStep *step,
           uint64_t at,
           uint64_t size,
           int64_t delay)
{
  Part part = { .header = { task, self->tasks.rank, at, (step->high - step->low) * sizeof (double) } };
  HdBuffer *buffer;

  if (size > 0)
    memcpy (part.bytes, (const char *) (self->processes[task].values + step->low) + at, size);
  buffer = host->share (context, &part, sizeof part.header + size);
  if (buffer == NULL)
    return;
  host->dispatch (context, delay, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = host->member (context, self->tasks.group, step->peer), .kind = OFFLOAD_MESSAGE,
                                                 .bytes = TASKS_HEADER_BYTES + size, .buffer = buffer });
  host->drop (context, buffer);
}

/* What is small goes with the descriptor; parts of all else set out as they come from memory. */
static void
send_message (Host *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t task,
              const PlanStep *step)
{
  uint64_t bytes = (step->high - step->low) * sizeof (double);
  int64_t now = host->now (context) + self->node.build;

  if (bytes <= SMALL_BYTES)
    send_part (self, host, context, task, step, 0, bytes, self->node.build + self->node.crossing);
  for (uint64_t at = 0; bytes > SMALL_BYTES && at < bytes; at += PART_BYTES)
    {
      uint64_t size = bytes - at < PART_BYTES ? bytes - at : PART_BYTES;

      send_part (self, host, context, task, step, at, size, self->node.build + tasks_read_memory (&self->node, now, size));
    }
}

/* ---- taking in ---------------------------------------------------------------------------------------------------- */

/* Whether all of the message that @step takes in is there, and since when. */
static int
find_message (const Process *self,
              const PlanStep *step,
              int64_t *out_time)
{
  uint64_t bytes = (step->high - step->low) * sizeof (double), found = 0;

  for (const Arrived *arrived = self->first; arrived != NULL; arrived = arrived->next)
    if (arrived->header.rank == step->peer)
      {
        found += arrived->size;
        *out_time = arrived->time;
        if (found >= bytes)
          return 1;
      }
  return 0;
}

static void
take_part (const Host *self,
           const HdHost *host,
           HdComponentContext *context,
           Process *process,
           const PlanStep *step,
           const Arrived *arrived)
{
  const Part *part = host->peek (context, arrived->buffer, &(size_t){ 0 });
  char *values = (char *) (process->values + step->low) + arrived->header.at;

  if (step->kind == PLAN_COMBINE)
    reduction_apply (self->tasks.reduction, REDUCTION_DOUBLE, values, part->bytes, arrived->size);
  else
    memcpy (values, part->bytes, arrived->size);
}

/* Returns 0 after `fail`: members do not all do the same. */
static int
take_message (const Host *self,
              const HdHost *host,
              HdComponentContext *context,
              Process *process,
              const PlanStep *step)
{
  uint64_t bytes = (step->high - step->low) * sizeof (double), taken = 0;
  Arrived **link = &process->first;
  int is_begun = 0;

  while (!is_begun || taken < bytes)
    {
      Arrived *arrived = *link;

      if (arrived->header.rank != step->peer)
        {
          link = &arrived->next;
          continue;
        }
      if (arrived->header.bytes != bytes || arrived->header.at != taken || arrived->size > bytes - taken)
        {
          char why[WHY_BYTES], name[128];

          host->path (context, host->member (context, self->tasks.group, step->peer), name, sizeof name);
          snprintf (why, sizeof why, "LENGTH_MISMATCH want %" PRIu64 " got %" PRIu64 " of %s: members do not all do the same", bytes, arrived->header.bytes, name);
          host->fail (context, why);
          return 0;
        }
      is_begun = 1;
      take_part (self, host, context, process, step, arrived);
      taken += arrived->size;
      *link = arrived->next;
      if (process->last == &arrived->next)
        process->last = link;
      host->drop (context, arrived->buffer);
      free (arrived);
    }
  return 1;
}

/* Time from when a message is there until the process has done with it. Memory is shared, a core has a limit of its own. */
static int64_t
handle (Host *self,
        const PlanStep *step,
        int64_t now,
        uint32_t *out_activity)
{
  double bytes = (double) ((step->high - step->low) * sizeof (double));
  int64_t alone = (int64_t) (self->add * bytes + 0.5);

  *out_activity = ACTIVITY_POLLING;
  if (self->tasks.plan.operation == PLAN_BROADCAST || self->tasks.plan.operation == PLAN_BARRIER)
    {
      self->memory_free = (self->memory_free > now ? self->memory_free : now) + (int64_t) (self->touch * bytes + 0.5);
      return self->poll + self->memory_free - now;
    }
  *out_activity = ACTIVITY_ADDING;
  self->memory_free = (self->memory_free > now ? self->memory_free : now) + (int64_t) (self->memory * bytes + 0.5);
  return self->memory_free - now > alone ? self->memory_free - now : alone;
}

/* ---- processes ---------------------------------------------------------------------------------------------------- */

static void
go_on (Host *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t task)
{
  Process *process = &self->processes[task];
  int64_t now = host->now (context), time = 0;
  const PlanStep *step = process->at < process->plan.n ? &process->plan.steps[process->at] : NULL;
  uint32_t activity;

  process->is_waiting = 0;
  if (step == NULL)
    {
      show (host, context, task, HD_IDLE);
      if (tasks_check (&self->tasks, host, context, task, 0, self->tasks.plan.n_elements, process->values))
        tasks_end (&self->node, host, context);
    }
  else if (step->kind == PLAN_SEND)
    {
      show (host, context, task, ACTIVITY_BUILDING);
      send_message (self, host, context, task, step);
      process->at++;
      host->wake (context, self->node.build, &(HdMessage){ .kind = WAKE_GO, .payload = { task } });
    }
  else if (!find_message (process, step, &time))
    {
      show (host, context, task, ACTIVITY_WAITING);
      process->is_waiting = 1;
    }
  else if (time > now)
    {
      show (host, context, task, ACTIVITY_WAITING);
      host->wake (context, time - now, &(HdMessage){ .kind = WAKE_GO, .payload = { task } });
    }
  else if (take_message (self, host, context, process, step))
    {
      int64_t delay = handle (self, step, now, &activity);

      show (host, context, task, activity);
      process->at++;
      host->wake (context, delay, &(HdMessage){ .kind = WAKE_GO, .payload = { task } });
    }
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Host *self = state;

  if (self->is_started)
    go_on (self, host, context, (uint32_t) message->payload[0]);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Host *self = state;
  PartHeader header;
  Process *process;
  Arrived *arrived;

  if (!self->is_started)
    return;
  if (dispatch->kind != OFFLOAD_MESSAGE || dispatch->buffer == NULL || dispatch->payload_bytes < sizeof header || dispatch->payload_bytes > sizeof (Part))
    {
      host->fail (context, "over the network it takes messages of other nodes that run collective operations in software");
      return;
    }
  memcpy (&header, dispatch->payload, sizeof header);
  if (self->processes == NULL || header.task >= self->tasks.n)
    {
      host->fail (context, "a message is for a task that it does not have: members do not all do the same");
      return;
    }
  arrived = malloc (sizeof *arrived);
  if (arrived == NULL)
    {
      host->fail (context, "there is no memory for a message");
      return;
    }
  process = &self->processes[header.task];
  host->hold (context, dispatch->buffer);
  *arrived = (Arrived){ NULL, dispatch->buffer, header, dispatch->payload_bytes - sizeof header, host->now (context) + self->node.crossing };
  *process->last = arrived;
  process->last = &arrived->next;
  if (process->is_waiting)
    go_on (self, host, context, header.task);
}

/* Both trees of a double one, each with its half of the values, one after the other. */
static int
make_plan (const Host *self,
           Plan *plan)
{
  PlanGroup group = self->tasks.plan;
  Plan other = { 0 };
  PlanStep *steps;
  int is_made = plan_make (plan, &group, self->tasks.rank);

  if (group.algorithm != PLAN_DOUBLE_TREE || !is_made)
    return is_made;
  group.tree = 1;
  is_made = plan_make (&other, &group, self->tasks.rank);
  if (is_made && other.n > 0)
    {
      steps = realloc (plan->steps, (plan->n + other.n) * sizeof *steps);
      is_made = steps != NULL;
      if (is_made)
        {
          memcpy (steps + plan->n, other.steps, other.n * sizeof *steps);
          *plan = (Plan){ steps, plan->n + other.n, plan->n + other.n };
        }
    }
  plan_clear (&other);
  return is_made;
}

static int
make_processes (Host *self)
{
  uint64_t n = self->tasks.plan.n_elements;

  self->processes = calloc (self->tasks.n, sizeof *self->processes);
  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n; i++)
    {
      Process *process = &self->processes[i];

      process->last = &process->first;
      process->values = calloc (n + 1, sizeof (double));
      if (process->values == NULL || !make_plan (self, &process->plan))
        return 0;
      if (tasks_brings (&self->tasks))
        values_fill (self->tasks.values, i, self->tasks.rank, 0, n, process->values);
    }
  return self->processes != NULL;
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Host *self = state;
  int is_member;

  tasks_read_node (&self->node, host, context);
  if (!tasks_read (&self->tasks, host, context, &is_member))
    return;
  self->is_started = 1;
  self->poll = (int64_t) (host->parameter (context, PARAMETER_POLL) * 1e12 + 0.5);
  self->touch = host->parameter (context, PARAMETER_TOUCH) * 1e12;
  self->add = host->parameter (context, PARAMETER_ADD) * 1e12;
  self->memory = host->parameter (context, PARAMETER_MEMORY) * 1e12;
  if (!is_member)
    return;
  if (!make_processes (self))
    {
      self->is_started = 0;
      host->fail (context, "there is no memory for its processes");
      return;
    }
  for (uint32_t i = 0; i < self->tasks.n; i++)
    host->wake (context, tasks_draw_start (&self->tasks, host, context), &(HdMessage){ .kind = WAKE_GO, .payload = { i } });
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Host *self = state;

  out_wait->port = TASKS_NET;
  out_wait->n = self->tasks.n - self->node.n_done;
  out_wait->what = N_("tasks that have not ended");
  return self->processes != NULL && out_wait->n > 0;
}

static void
clear (void *state)
{
  Host *self = state;

  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n; i++)
    {
      Process *process = &self->processes[i];

      while (process->first != NULL)
        {
          Arrived *arrived = process->first;

          process->first = arrived->next;
          free (arrived);
        }
      plan_clear (&process->plan);
      free (process->values);
    }
  free (self->processes);
}

#define SOFTWARE_TIME(key_, title_, unit_, default_, maximum_, help_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = unit_, .default_text = default_, .maximum = maximum_, .help = help_, \
    .source = OFFLOAD_SOURCE, .group = TASKS_TIMES }

static const HdParameter parameters[] = {
  TASKS_PARAMETERS,
  [PARAMETER_POLL] = SOFTWARE_TIME ("poll", N_("Polling"), "s", "8.3987 us", 1, N_("Time until a process notices what has come; not in reductions.")),
  [PARAMETER_TOUCH] = SOFTWARE_TIME ("touch", N_("Touching"), "s/B", "23.818 ps/B", 1e-3, N_("Time of memory to look at a byte that has come; not in reductions.")),
  [PARAMETER_ADD] = SOFTWARE_TIME ("add", N_("Adding"), "s/B", "71 ps/B", 1e-3, N_("Time of a core to add a byte to its own.")),
  [PARAMETER_MEMORY] = SOFTWARE_TIME ("memory", N_("Memory"), "s/B", "30 ps/B", 1e-3, N_("Time of memory, which all cores share, to add a byte.")),
  { 0 },
};
static const HdPort ports[] = { TASKS_PORTS, { 0 } };
static const HdProbe probes[] = { TASKS_PROBES, { 0 } };
#define LANE(name_, title_, is_detailed_) \
  { .size = sizeof (HdLane), .name = name_, .title = title_, .help = N_("What the process of a task does; those from the ninth on have no row."), .is_detailed = is_detailed_ }
static const HdLane lanes[] = {
  LANE ("process-1", N_("process 1"), 0),
  LANE ("process-2", N_("process 2"), 1),
  LANE ("process-3", N_("process 3"), 1),
  LANE ("process-4", N_("process 4"), 1),
  LANE ("process-5", N_("process 5"), 1),
  LANE ("process-6", N_("process 6"), 1),
  LANE ("process-7", N_("process 7"), 1),
  LANE ("process-8", N_("process 8"), 1),
  { 0 },
};
static const HdActivity activities[] = {
  [ACTIVITY_BUILDING] = { .size = sizeof (HdActivity), .name = "building", .title = N_("building descriptors"), .kind = HD_ACTIVITY_TRANSFER },
  [ACTIVITY_WAITING] = { .size = sizeof (HdActivity), .name = "waiting", .title = N_("waiting for messages"), .kind = HD_ACTIVITY_WAIT },
  [ACTIVITY_ADDING] = { .size = sizeof (HdActivity), .name = "adding", .title = N_("adding"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_POLLING] = { .size = sizeof (HdActivity), .name = "polling", .title = N_("polling"), .kind = HD_ACTIVITY_MEMORY },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Host), .start = start, .receive = receive, .accept = tasks_accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType offload_host = {
  .size = sizeof (HdComponentType), .id = "host", .title = N_("Collective host"), .category = OFFLOAD_CATEGORY, .symbol = "server",
  .help = N_("A node whose processor runs collective operations in software, to compare with cards that do."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .handlers = &handlers,
};
