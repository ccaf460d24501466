/* software.c: collective operations by the processor of a node
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "software-private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  SoftwareHeader header;
  unsigned char bytes[SOFTWARE_PART_BYTES];
} Part;

int
software_find (const Software *self,
               uint32_t work,
               uint32_t task,
               SoftwareTurn *out)
{
  if (work >= self->n || self->works[work].processes == NULL || task >= self->works[work].tasks.n * self->works[work].n_strands)
    return 0;
  *out = (SoftwareTurn){ &self->works[work], &self->works[work].processes[task], work, task };
  return 1;
}

static uint64_t
get_payload (const SoftwareTurn *turn)
{
  return (uint64_t) turn->number << 32 | turn->task;
}

uint64_t
software_get_bytes (const PlanStep *step)
{
  return (step->high - step->low) * sizeof (double);
}

SoftwarePeer *
software_get_peer (SoftwareProcess *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint32_t rank)
{
  SoftwarePeer *peers;

  for (uint32_t i = 0; i < self->n_peers; i++)
    if (self->peers[i].rank == rank)
      return &self->peers[i];
  peers = realloc (self->peers, (self->n_peers + 1) * sizeof *peers);
  if (peers == NULL)
    {
      host->fail (context, "there is no memory for its messages");
      return NULL;
    }
  self->peers = peers;
  peers[self->n_peers] = (SoftwarePeer){ .rank = rank };
  return &peers[self->n_peers++];
}

static void
show (const Software *self,
      const HdHost *host,
      HdComponentContext *context,
      const SoftwareTurn *turn,
      uint32_t activity)
{
  uint32_t lane = turn->number + turn->task;

  if (lane < self->tables.n_lanes)
    host->state (context, self->tables.lane + lane, activity == HD_IDLE ? HD_IDLE : self->tables.activity + activity, host->now (context));
}

/* Of the first task. */
static void
tell (const HdHost *host,
      HdComponentContext *context,
      const SoftwareTurn *turn,
      HdExchangeKind kind,
      const PlanStep *step)
{
  if (turn->task < turn->work->n_strands)
    exchange_tell (&turn->work->tasks, host, context, kind, host->member (context, turn->work->tasks.group, step->peer), step->low, step->high);
}

/* ---- sending ------------------------------------------------------------------------------------------------------ */

/* Threads of a task are one process, whose virtual port they share. */
static uint32_t
get_port (const SoftwareTurn *turn)
{
  return SOFTWARE_FIRST_PORT + turn->number * TASKS_MOST + turn->task / turn->work->n_strands;
}

void
software_send_part (Software *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    const SoftwareTurn *turn,
                    uint32_t rank,
                    const SoftwareHeader *header,
                    const void *bytes,
                    uint64_t size,
                    int64_t delay,
                    int is_read)
{
  Part part = { .header = *header };
  HdDispatch dispatch = { .size = sizeof (HdDispatch), .peer = host->member (context, turn->work->tasks.group, rank), .kind = OFFLOAD_MESSAGE, .bytes = TASKS_HEADER_BYTES + size };

  if (size > 0)
    memcpy (part.bytes, bytes, size);
  dispatch.buffer = host->share (context, &part, sizeof part.header + size);
  if (dispatch.buffer == NULL)
    return;
  if (is_read)
    reading_add (&self->node->reading, host, context, get_port (turn), &dispatch, size, host->now (context) + delay);
  else
    host->dispatch (context, delay + self->node->crossing, &dispatch);
  host->drop (context, dispatch.buffer);
}

/* What is small goes with the descriptor; parts of all else set out as they come from memory. */
void
software_send_parts (Software *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     const SoftwareTurn *turn,
                     uint32_t rank,
                     const SoftwareHeader *header,
                     const void *bytes,
                     int64_t delay)
{
  const unsigned char *values = bytes;
  SoftwareHeader part = *header;

  if (part.bytes <= SOFTWARE_SMALL_BYTES)
    software_send_part (self, host, context, turn, rank, &part, values, part.bytes, delay, 0);
  for (; part.bytes > SOFTWARE_SMALL_BYTES && part.at < part.bytes; part.at += SOFTWARE_PART_BYTES)
    {
      uint64_t size = part.bytes - part.at < SOFTWARE_PART_BYTES ? part.bytes - part.at : SOFTWARE_PART_BYTES;

      software_send_part (self, host, context, turn, rank, &part, values + part.at, size, delay, 1);
    }
}

static void
send_message (Software *self,
              const HdHost *host,
              HdComponentContext *context,
              const SoftwareTurn *turn,
              const PlanStep *step)
{
  SoftwarePeer *peer = software_get_peer (turn->process, host, context, step->peer);
  const unsigned char *values = (const unsigned char *) (turn->process->values + step->low);
  SoftwareHeader header = { turn->number, turn->task, turn->work->tasks.rank, peer != NULL ? peer->n_sent++ : 0, 0, software_get_bytes (step) };
  int is_announced = header.bytes > 0 && tasks_is_announced (&turn->work->tasks);

  tell (host, context, turn, HD_EXCHANGE_SEND, step);
  if (peer != NULL && software_keep (self, host, context, &header, turn, step->peer, is_announced, values) && !is_announced)
    software_send_parts (self, host, context, turn, step->peer, &header, values, self->node->build);
}

/* ---- taking in ---------------------------------------------------------------------------------------------------- */

static int
is_of (const SoftwareArrived *self,
       const SoftwarePeer *peer)
{
  return self->header.rank == peer->rank && self->header.number == peer->n_taken;
}

/* Whether all of the next message of @peer is there, which is @bytes long, and since when. */
static int
find_message (const SoftwareProcess *self,
              const SoftwarePeer *peer,
              uint64_t bytes,
              int64_t *out_time)
{
  uint64_t found = 0;

  for (const SoftwareArrived *arrived = self->first; arrived != NULL; arrived = arrived->next)
    if (is_of (arrived, peer))
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
           const SoftwareTurn *turn,
           const PlanStep *step,
           const SoftwareArrived *arrived)
{
  const Part *part = host->peek (context, arrived->buffer, &(size_t){ 0 });
  char *values = (char *) (turn->process->values + step->low) + arrived->header.at;

  if (step->kind == PLAN_COMBINE)
    reduction_apply (turn->work->tasks.reduction, REDUCTION_DOUBLE, values, part->bytes, arrived->size);
  else
    memcpy (values, part->bytes, arrived->size);
}

/* Parts in the order in which they came: each element meets one other, so that it makes no difference. Returns 0 after `fail`: members do not all do the same. */
static int
take_message (const HdHost *host,
              HdComponentContext *context,
              const SoftwareTurn *turn,
              const PlanStep *step,
              SoftwarePeer *peer)
{
  SoftwareProcess *process = turn->process;
  uint64_t bytes = software_get_bytes (step), taken = 0;
  SoftwareArrived **link = &process->first;
  int is_begun = 0;

  while (!is_begun || taken < bytes)
    {
      SoftwareArrived *arrived = *link;

      if (!is_of (arrived, peer))
        {
          link = &arrived->next;
          continue;
        }
      if (arrived->header.bytes != bytes || arrived->header.at + arrived->size > bytes)
        {
          char why[SOFTWARE_WHY_BYTES], name[128];

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
  peer->n_taken++;
  tell (host, context, turn, step->kind == PLAN_COMBINE ? HD_EXCHANGE_ADD : HD_EXCHANGE_REPLACE, step);
  return 1;
}

/* What a process does with a message that has been there since @there. Memory is shared, a core has a limit of its own. */
static void
handle (Software *self,
        const HdHost *host,
        HdComponentContext *context,
        const SoftwareTurn *turn,
        const PlanStep *step,
        int64_t there)
{
  HdMessage again = { .kind = self->tables.wake, .payload = { get_payload (turn) } };
  int64_t now = host->now (context);
  double bytes = (double) software_get_bytes (step);

  if (turn->work->tasks.plan.operation == PLAN_BROADCAST || turn->work->tasks.plan.operation == PLAN_BARRIER)
    {
      show (self, host, context, turn, SOFTWARE_POLLING);
      turn->process->touching = software_get_bytes (step);
      host->wake (context, there + self->poll > now ? there + self->poll - now : 0, &again);
      return;
    }
  show (self, host, context, turn, SOFTWARE_ADDING);
  if (self->memory * bytes > 0)
    share_use (&self->shared, host, context, self->memory * bytes, self->add * bytes, get_payload (turn));
  else
    host->wake (context, (int64_t) (self->add * bytes + 0.5), &again);
}

/* ---- processes ---------------------------------------------------------------------------------------------------- */

/* Once more, or for good. */
static void
end_once (Software *self,
          const HdHost *host,
          HdComponentContext *context,
          const SoftwareTurn *turn)
{
  const Tasks *tasks = &turn->work->tasks;
  uint32_t n_strands = turn->work->n_strands, task = turn->task / n_strands;
  SoftwareProcess *all = &turn->work->processes[task * n_strands];
  SoftwareTurn other = *turn;

  show (self, host, context, turn, HD_IDLE);
  turn->process->is_at_end = 1;
  for (uint32_t i = 0; i < n_strands; i++)
    if (!all[i].is_at_end)
      return;
  if (!tasks_check (tasks, host, context, task, 0, tasks->plan.n_elements, all->values))
    return;
  tasks_end (self->node, tasks, host, context);
  memset (all->values, 0, tasks->plan.n_elements * sizeof (double));
  if (tasks_brings (tasks))
    values_fill (tasks->values, task, tasks->rank, 0, tasks->plan.n_elements, all->values);
  if (task == 0 && all->n_done + 1 < tasks->repeat)
    exchange_begin (tasks, host, context, EXCHANGE_IN_SOFTWARE, tasks->plan.n_elements, 1);
  for (uint32_t i = 0; i < n_strands; i++)
    {
      all[i].has_ended = ++all[i].n_done == tasks->repeat;
      if (all[i].has_ended)
        continue;
      all[i].at = all[i].is_at_end = 0;
      other.task = task * n_strands + i;
      host->wake (context, 0, &(HdMessage){ .kind = self->tables.wake, .payload = { get_payload (&other) } });
    }
}

static void
take_in (Software *self,
         const HdHost *host,
         HdComponentContext *context,
         const SoftwareTurn *turn,
         const PlanStep *step)
{
  SoftwareProcess *process = turn->process;
  SoftwarePeer *peer = software_get_peer (process, host, context, step->peer);
  HdMessage again = { .kind = self->tables.wake, .payload = { get_payload (turn) } };
  int64_t now = host->now (context), time = 0;

  if (peer == NULL)
    return;
  if (!find_message (process, peer, software_get_bytes (step), &time))
    {
      show (self, host, context, turn, SOFTWARE_WAITING);
      process->is_waiting = 1;
      software_watch (self, host, context, turn);
    }
  else if (time > now)
    {
      show (self, host, context, turn, SOFTWARE_WAITING);
      host->wake (context, time - now, &again);
    }
  else if (take_message (host, context, turn, step, peer))
    {
      process->at++;
      handle (self, host, context, turn, step, time);
    }
}

static void
go_on (Software *self,
       const HdHost *host,
       HdComponentContext *context,
       const SoftwareTurn *turn)
{
  SoftwareProcess *process = turn->process;
  const PlanStep *step = process->at < process->plan.n ? &process->plan.steps[process->at] : NULL;
  double touching = self->touch * (double) process->touching;

  process->is_waiting = 0;
  process->touching = 0;
  if (touching > 0)
    {
      share_use (&self->shared, host, context, touching, touching, get_payload (turn));
    }
  else if (step == NULL)
    {
      end_once (self, host, context, turn);
    }
  else if (step->kind == PLAN_SEND)
    {
      show (self, host, context, turn, SOFTWARE_BUILDING);
      send_message (self, host, context, turn, step);
      process->at++;
      host->wake (context, self->node->build, &(HdMessage){ .kind = self->tables.wake, .payload = { get_payload (turn) } });
    }
  else
    {
      take_in (self, host, context, turn, step);
    }
}

void
software_wake (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               uint64_t payload)
{
  SoftwareTurn turn;

  if (software_find (self, (uint32_t) (payload >> 32), (uint32_t) payload, &turn))
    go_on (self, host, context, &turn);
}

void
software_remember (Software *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint64_t payload)
{
  uint64_t process;

  while (share_wake (&self->shared, host, context, payload, &process))
    software_wake (self, host, context, process);
}

/* Returns 0 if it is no part of a message. */
static int
hear_part (Software *self,
           const HdHost *host,
           HdComponentContext *context,
           HdBuffer *buffer,
           const void *payload,
           uint64_t size)
{
  SoftwareHeader header;
  SoftwareArrived *arrived;
  SoftwarePeer *peer;
  SoftwareTurn turn;

  if (buffer == NULL || size < sizeof header || size > sizeof (Part))
    return 0;
  memcpy (&header, payload, sizeof header);
  if (!software_find (self, header.work, header.task, &turn))
    {
      host->fail (context, "a message is for a task that it does not have: members do not all do the same");
      return 1;
    }
  peer = software_get_peer (turn.process, host, context, header.rank);
  if (peer == NULL || software_has_part (self, host, context, &turn, peer, &header))
    return 1;
  arrived = malloc (sizeof *arrived);
  if (arrived == NULL)
    {
      host->fail (context, "there is no memory for a message");
      return 1;
    }
  host->hold (context, buffer);
  *arrived = (SoftwareArrived){ NULL, buffer, header, size - sizeof header, host->now (context) + tasks_write_memory (self->node, host->now (context), size - sizeof header) };
  *turn.process->last = arrived;
  turn.process->last = &arrived->next;
  self->moved = host->now (context);
  software_acknowledge (self, host, context, &turn, &header, arrived->size);
  if (turn.process->is_waiting)
    go_on (self, host, context, &turn);
  return 1;
}

int
software_hear (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               const HdDispatch *dispatch)
{
  if (dispatch->kind == OFFLOAD_MESSAGE)
    return hear_part (self, host, context, dispatch->buffer, dispatch->payload, dispatch->payload_bytes);
  return software_hear_note (self, host, context, dispatch);
}

/* ---- start and end ------------------------------------------------------------------------------------------------ */

/* Each tree of a double one has its half of the values. */
static int
make_processes (SoftwareWork *self)
{
  uint64_t n = self->tasks.plan.n_elements;
  PlanGroup group = self->tasks.plan;

  self->n_strands = group.algorithm == PLAN_DOUBLE_TREE ? 2 : 1;
  self->processes = calloc (self->tasks.n * self->n_strands, sizeof *self->processes);
  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n * self->n_strands; i++)
    {
      SoftwareProcess *process = &self->processes[i];

      process->last = &process->first;
      group.tree = i % self->n_strands;
      process->values = group.tree == 0 ? calloc (n + 1, sizeof (double)) : process[-1].values;
      if (process->values == NULL || !plan_make (&process->plan, &group, self->tasks.rank))
        return 0;
      if (group.tree == 0 && tasks_brings (&self->tasks))
        values_fill (self->tasks.values, i / self->n_strands, self->tasks.rank, 0, n, process->values);
    }
  return self->processes != NULL;
}

int
software_init (Software *self,
               const HdHost *host,
               HdComponentContext *context,
               TasksNode *node,
               Faults *faults,
               const SoftwareTables *tables,
               uint32_t n)
{
  *self = (Software){ .tables = *tables, .node = node, .faults = faults, .works = calloc (n, sizeof *self->works), .n = n };
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
  share_init (&self->shared, tables->memory);
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
  exchange_begin (tasks, host, context, EXCHANGE_IN_SOFTWARE, tasks->plan.n_elements, 1);
  for (uint32_t i = 0; i < tasks->n; i++)
    {
      int64_t start = tasks_draw_start (tasks, host, context);

      for (uint32_t s = 0; s < begun->n_strands; s++)
        host->wake (context, start, &(HdMessage){ .kind = self->tables.wake, .payload = { (uint64_t) work << 32 | (i * begun->n_strands + s) } });
    }
  return 1;
}

uint32_t
software_count_waiting (const Software *self)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < self->n; i++)
    for (uint32_t t = 0; self->works[i].processes != NULL && t < self->works[i].tasks.n; t++)
      n += !self->works[i].processes[t * self->works[i].n_strands].has_ended;
  return n;
}

static void
clear_work (SoftwareWork *self)
{
  for (uint32_t i = 0; self->processes != NULL && i < self->tasks.n * self->n_strands; i++)
    {
      SoftwareProcess *process = &self->processes[i];

      while (process->first != NULL)
        {
          SoftwareArrived *arrived = process->first;

          process->first = arrived->next;
          free (arrived);
        }
      plan_clear (&process->plan);
      free (process->peers);
      if (i % self->n_strands == 0)
        free (process->values);
    }
  free (self->processes);
}

void
software_clear (Software *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    clear_work (&self->works[i]);
  software_clear_kept (self);
  share_clear (&self->shared);
  free (self->works);
}
