/* host.c: a node whose processor runs collective operations, in software
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "offload.h"
#include "software.h"
#include "tasks.h"

enum { FIRST_OF_SOFTWARE = TASKS_N_PARAMETERS, FIRST_OF_FAULTS = FIRST_OF_SOFTWARE + SOFTWARE_N_PARAMETERS };
enum { WAKE_GO, WAKE_WATCH, WAKE_STRAY, WAKE_MEMORY, WAKE_READ };

typedef struct
{
  TasksNode node;
  Faults faults;
  Software software;
  int is_started;
} Host;

static void
hear (Host *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdDispatch *dispatch)
{
  if (!software_hear (&self->software, host, context, dispatch))
    host->fail (context, "over the network it takes messages of other nodes that run collective operations in software");
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Host *self = state;
  HdDispatch stray;

  if (!self->is_started)
    return;
  switch (message->kind)
    {
    case WAKE_WATCH:
      software_look (&self->software, host, context);
      break;
    case WAKE_MEMORY:
      software_remember (&self->software, host, context, message->payload[0]);
      break;
    case WAKE_READ:
      reading_wake (&self->node.reading, host, context, message);
      break;
    case WAKE_STRAY:
      stray = faults_take_stray (&self->faults, host, context, message->payload[0]);
      hear (self, host, context, &stray);
      host->drop (context, stray.buffer);
      break;
    default:
      software_wake (&self->software, host, context, message->payload[0]);
    }
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Host *self = state;

  if (self->is_started && faults_meet (&self->faults, host, context, dispatch))
    hear (self, host, context, dispatch);
}

/* What workloads ask for, and what its own parameters do. Returns 0 after `fail`. */
static int
begin_all (Host *self,
           const HdHost *host,
           HdComponentContext *context,
           const Tasks *own,
           int is_member)
{
  HdOrder order;
  Tasks tasks;

  for (uint32_t i = 0; host->order (context, i, &order); i++)
    {
      if (order.place[0] != 'h')
        {
          host->fail (context, "it has no card that carries out a workload whose algorithm is “offload”");
          return 0;
        }
      if (!tasks_read_order (&tasks, host, context, &order, i) || !software_begin (&self->software, host, context, order.number + 1, &tasks))
        return 0;
    }
  return !is_member || software_begin (&self->software, host, context, 0, own);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  static const SoftwareTables tables = { FIRST_OF_SOFTWARE, 0, SOFTWARE_N_LANES, 0, WAKE_GO, WAKE_WATCH, WAKE_MEMORY };
  static const FaultsTables faults = { FIRST_OF_FAULTS, TASKS_N_PROBES, WAKE_STRAY };
  Host *self = state;
  HdOrder order = { 0 };
  Tasks own;
  int is_member;

  tasks_read_node (&self->node, host, context, WAKE_READ);
  faults_init (&self->faults, host, context, &faults);
  if (!tasks_read (&own, host, context, &is_member))
    return;
  host->order (context, 0, &order);
  if (software_init (&self->software, host, context, &self->node, &self->faults, &tables, order.n + 1))
    self->is_started = begin_all (self, host, context, &own, is_member);
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Host *self = state;

  out_wait->port = TASKS_NET;
  out_wait->n = software_count_waiting (&self->software);
  out_wait->what = N_("tasks that have not ended");
  return out_wait->n > 0;
}

static void
clear (void *state)
{
  Host *self = state;

  software_clear (&self->software);
  reading_clear (&self->node.reading);
  faults_clear (&self->faults);
}

static const HdParameter parameters[] = { TASKS_PARAMETERS, SOFTWARE_PARAMETERS (FIRST_OF_SOFTWARE), FAULTS_PARAMETERS (FIRST_OF_FAULTS), { 0 } };
static const HdPort ports[] = { TASKS_PORTS, { 0 } };
static const HdProbe probes[] = { TASKS_PROBES, FAULTS_PROBES (TASKS_N_PROBES, N_("packets that came twice")), { 0 } };
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
static const HdActivity activities[] = { SOFTWARE_ACTIVITIES (0), { 0 } };
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Host), .start = start, .receive = receive, .accept = tasks_accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType offload_host = {
  .size = sizeof (HdComponentType), .id = "host", .title = N_("Collective host"), .category = OFFLOAD_CATEGORY, .symbol = "server",
  .help = N_("A node whose processor runs collective operations in software, to compare with cards that do."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .handlers = &handlers, .traits = HD_TRAIT_COLLECTIVES,
};
