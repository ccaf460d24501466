/* software.c: collective operations by the processor of a node
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "software.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offload.h"

#define WHY_BYTES 256
#define PART_BYTES 4096u     /* of a message that goes at once */
#define SMALL_BYTES 256u     /* of a message that goes with its descriptor */

/* Before each part of a message; all of it @bytes long. */
typedef struct
{
  uint32_t work, task, rank, unused;
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

struct _SoftwareProcess
{
  Plan plan;
  size_t at;
  uint32_t n_done; /* times that it has done all of it */
  double *values;
  Arrived *first, **last;
  int is_waiting, has_ended;
};

/* A process, as a wake carries it. */
typedef struct
{
  SoftwareWork *work;
  SoftwareProcess *process;
  uint32_t number, task; /* of the work, and in it */
} Turn;

static Turn
find (const Software *self,
      uint64_t payload)
{
  uint32_t number = (uint32_t) (payload >> 32), task = (uint32_t) payload;

  return (Turn){ &self->works[number], &self->works[number].processes[task], number, task };
}

static uint64_t
get_payload (const Turn *turn)
{
  return (uint64_t) turn->number << 32 | turn->task;
}

static void
show (const Software *self,
      const HdHost *host,
      HdComponentContext *context,
      const Turn *turn,
      uint32_t activity)
{
  uint32_t lane = turn->number + turn->task;

  if (lane < self->tables.n_lanes)
    host->state (context, self->tables.lane + lane, activity == HD_IDLE ? HD_IDLE : self->tables.activity + activity, host->now (context));
}

/* ---- sending ------------------------------------------------------------------------------------------------------ */

static void
send_part (const Software *self,
           const HdHost *host,
           HdComponentContext *context,
           const Turn *turn,
           const PlanStep *step,
           uint64_t at,
           uint64_t size,
           int64_t delay)
{
  Part part = { .header = { turn->number, turn->task, turn->work->tasks.rank, 0, at, (step->high - step->low) * sizeof (double) } };
  HdBuffer *buffer;

  if (size > 0)
    memcpy (part.bytes, (const char *) (turn->process->values + step->low) + at, size);
  buffer = host->share (context, &part, sizeof part.header + size);
  if (buffer == NULL)
    return;
  host->dispatch (context, delay, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = host->member (context, turn->work->tasks.group, step->peer), .kind = OFFLOAD_MESSAGE,
                                                 .bytes = TASKS_HEADER_BYTES + size, .buffer = buffer });
  host->drop (context, buffer);
}

/* What is small goes with the descriptor; parts of all else set out as they come from memory. */
static void
send_message (Software *self,
              const HdHost *host,
              HdComponentContext *context,
              const Turn *turn,
              const PlanStep *step)
{
  uint64_t bytes = (step->high - step->low) * sizeof (double);
  int64_t now = host->now (context) + self->node->build;

  if (bytes <= SMALL_BYTES)
    send_part (self, host, context, turn, step, 0, bytes, self->node->build + self->node->crossing);
  for (uint64_t at = 0; bytes > SMALL_BYTES && at < bytes; at += PART_BYTES)
    {
      uint64_t size = bytes - at < PART_BYTES ? bytes - at : PART_BYTES;

      send_part (self, host, context, turn, step, at, size, self->node->build + tasks_read_memory (self->node, now, size));
    }
}

/* ---- taking in ---------------------------------------------------------------------------------------------------- */

/* Whether all of the message that @step takes in is there, and since when. */
static int
find_message (const SoftwareProcess *self,
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
take_part (const HdHost *host,
           HdComponentContext *context,
           const Turn *turn,
           const PlanStep *step,
           const Arrived *arrived)
{
  const Part *part = host->peek (context, arrived->buffer, &(size_t){ 0 });
  char *values = (char *) (turn->process->values + step->low) + arrived->header.at;

  if (step->kind == PLAN_COMBINE)
    reduction_apply (turn->work->tasks.reduction, REDUCTION_DOUBLE, values, part->bytes, arrived->size);
  else
    memcpy (values, part->bytes, arrived->size);
}

/* Returns 0 after `fail`: members do not all do the same. */
static int
take_message (const HdHost *host,
              HdComponentContext *context,
              const Turn *turn,
              const PlanStep *step)
{
  SoftwareProcess *process = turn->process;
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

          host->path (context, host->member (context, turn->work->tasks.group, step->peer), name, sizeof name);
          snprintf (why, sizeof why, "LENGTH_MISMATCH want %" PRIu64 " got %" PRIu64 " of %s: members do not all do the same", bytes, arrived->header.bytes, name);
          host->fail (context, why);
          return 0;
        }
      is_begun = 1;
      take_part (host, context, turn, step, arrived);
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
handle (Software *self,
        const Turn *turn,
        const PlanStep *step,
        int64_t now,
        uint32_t *out_activity)
{
  double bytes = (double) ((step->high - step->low) * sizeof (double));
  int64_t alone = (int64_t) (self->add * bytes + 0.5);

  *out_activity = SOFTWARE_POLLING;
  if (turn->work->tasks.plan.operation == PLAN_BROADCAST || turn->work->tasks.plan.operation == PLAN_BARRIER)
    {
      self->memory_free = (self->memory_free > now ? self->memory_free : now) + (int64_t) (self->touch * bytes + 0.5);
      return self->poll + self->memory_free - now;
    }
  *out_activity = SOFTWARE_ADDING;
  self->memory_free = (self->memory_free > now ? self->memory_free : now) + (int64_t) (self->memory * bytes + 0.5);
  return self->memory_free - now > alone ? self->memory_free - now : alone;
}

/* ---- processes ---------------------------------------------------------------------------------------------------- */

/* Once more, or for good. */
static void
end_once (Software *self,
          const HdHost *host,
          HdComponentContext *context,
          const Turn *turn)
{
  SoftwareProcess *process = turn->process;
  const Tasks *tasks = &turn->work->tasks;

  if (!tasks_check (tasks, host, context, turn->task, 0, tasks->plan.n_elements, process->values))
    return;
  process->n_done++;
  process->has_ended = process->n_done == tasks->repeat;
  tasks_end (self->node, tasks, host, context);
  if (process->has_ended)
    {
      show (self, host, context, turn, HD_IDLE);
      return;
    }
  process->at = 0;
  memset (process->values, 0, tasks->plan.n_elements * sizeof (double));
  if (tasks_brings (tasks))
    values_fill (tasks->values, turn->task, tasks->rank, 0, tasks->plan.n_elements, process->values);
  host->wake (context, 0, &(HdMessage){ .kind = self->tables.wake, .payload = { get_payload (turn) } });
}

static void
go_on (Software *self,
       const HdHost *host,
       HdComponentContext *context,
       const Turn *turn)
{
  SoftwareProcess *process = turn->process;
  HdMessage again = { .kind = self->tables.wake, .payload = { get_payload (turn) } };
  int64_t now = host->now (context), time = 0;
  const PlanStep *step = process->at < process->plan.n ? &process->plan.steps[process->at] : NULL;
  uint32_t activity;

  process->is_waiting = 0;
  if (step == NULL)
    {
      end_once (self, host, context, turn);
    }
  else if (step->kind == PLAN_SEND)
    {
      show (self, host, context, turn, SOFTWARE_BUILDING);
      send_message (self, host, context, turn, step);
      process->at++;
      host->wake (context, self->node->build, &again);
    }
  else if (!find_message (process, step, &time))
    {
      show (self, host, context, turn, SOFTWARE_WAITING);
      process->is_waiting = 1;
    }
  else if (time > now)
    {
      show (self, host, context, turn, SOFTWARE_WAITING);
      host->wake (context, time - now, &again);
    }
  else if (take_message (host, context, turn, step))
    {
      int64_t delay = handle (self, turn, step, now, &activity);

      show (self, host, context, turn, activity);
      process->at++;
      host->wake (context, delay, &again);
    }
}

void
software_wake (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               uint64_t payload)
{
  Turn turn = find (self, payload);

  go_on (self, host, context, &turn);
}

int
software_hear (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               HdBuffer *buffer,
               const void *payload,
               uint64_t size)
{
  PartHeader header;
  Arrived *arrived;
  Turn turn;

  if (buffer == NULL || size < sizeof header || size > sizeof (Part))
    return 0;
  memcpy (&header, payload, sizeof header);
  if (header.work >= self->n || self->works[header.work].processes == NULL || header.task >= self->works[header.work].tasks.n)
    {
      host->fail (context, "a message is for a task that it does not have: members do not all do the same");
      return 1;
    }
  arrived = malloc (sizeof *arrived);
  if (arrived == NULL)
    {
      host->fail (context, "there is no memory for a message");
      return 1;
    }
  turn = find (self, (uint64_t) header.work << 32 | header.task);
  host->hold (context, buffer);
  *arrived = (Arrived){ NULL, buffer, header, size - sizeof header, host->now (context) + self->node->crossing };
  *turn.process->last = arrived;
  turn.process->last = &arrived->next;
  if (turn.process->is_waiting)
    go_on (self, host, context, &turn);
  return 1;
}

/* ---- start and end ------------------------------------------------------------------------------------------------ */

/* Both trees of a double one, each with its half of the values, one after the other. */
static int
make_plan (const Tasks *tasks,
           Plan *plan)
{
  PlanGroup group = tasks->plan;
  Plan other = { 0 };
  PlanStep *steps;
  int is_made = plan_make (plan, &group, tasks->rank);

  if (group.algorithm != PLAN_DOUBLE_TREE || !is_made)
    return is_made;
  group.tree = 1;
  is_made = plan_make (&other, &group, tasks->rank);
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
make_processes (SoftwareWork *self)
{
  uint64_t n = self->tasks.plan.n_elements;

  self->processes = calloc (self->tasks.n, sizeof *self->processes);
  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n; i++)
    {
      SoftwareProcess *process = &self->processes[i];

      process->last = &process->first;
      process->values = calloc (n + 1, sizeof (double));
      if (process->values == NULL || !make_plan (&self->tasks, &process->plan))
        return 0;
      if (tasks_brings (&self->tasks))
        values_fill (self->tasks.values, i, self->tasks.rank, 0, n, process->values);
    }
  return self->processes != NULL;
}

int
software_init (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               TasksNode *node,
               const SoftwareTables *tables,
               uint32_t n)
{
  *self = (Software){ .tables = *tables, .node = node, .works = calloc (n, sizeof *self->works), .n = n };
  if (self->works == NULL)
    {
      self->n = 0;
      host->fail (context, "there is no memory for its processes");
      return 0;
    }
  self->poll = (int64_t) (host->parameter (context, tables->parameter + SOFTWARE_POLL) * 1e12 + 0.5);
  self->touch = host->parameter (context, tables->parameter + SOFTWARE_TOUCH) * 1e12;
  self->add = host->parameter (context, tables->parameter + SOFTWARE_ADD) * 1e12;
  self->memory = host->parameter (context, tables->parameter + SOFTWARE_MEMORY) * 1e12;
  return 1;
}

int
software_begin (Software *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t work,
                const Tasks *tasks)
{
  SoftwareWork *begun = &self->works[work];

  begun->tasks = *tasks;
  if (!make_processes (begun))
    {
      host->fail (context, "there is no memory for its processes");
      return 0;
    }
  self->node->n += tasks->n;
  for (uint32_t i = 0; i < tasks->n; i++)
    host->wake (context, tasks_draw_start (tasks, host, context), &(HdMessage){ .kind = self->tables.wake, .payload = { (uint64_t) work << 32 | i } });
  return 1;
}

uint32_t
software_count_waiting (const Software *self)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < self->n; i++)
    for (uint32_t t = 0; self->works[i].processes != NULL && t < self->works[i].tasks.n; t++)
      n += !self->works[i].processes[t].has_ended;
  return n;
}

static void
clear_work (SoftwareWork *self)
{
  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n; i++)
    {
      SoftwareProcess *process = &self->processes[i];

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

void
software_clear (Software *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    clear_work (&self->works[i]);
  free (self->works);
}
