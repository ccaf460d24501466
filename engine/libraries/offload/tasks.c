/* tasks.c: what a node of collective operations is told to do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "tasks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PICOSECONDS 1e12
#define LEAST_SEGMENT 512u /* elements */

enum { RECORD_RESULT = 1 };
enum { STREAM_START = 1 };

const char *const tasks_operations[] = { "broadcast", "reduce", "all-reduce", "barrier", NULL };
const char *const tasks_algorithms[] = { "as-published", "binomial", "double-tree", "dissemination", "halving", "recursive-doubling", "ring", NULL };
const char *const tasks_reductions[] = { "sum", "minimum", "maximum", NULL };
const char *const tasks_values[] = { "whole", "cancelling", NULL };
const char *const tasks_sharings[] = { "equal", "queued", NULL };
const char *const tasks_transfers[] = { "announced", "memory", "direct", NULL };

static int64_t
read_time (const HdHost *host,
           HdComponentContext *context,
           uint32_t parameter)
{
  return (int64_t) (host->parameter (context, parameter) * PICOSECONDS + 0.5);
}

/* As published, or by its place among those that have a name. */
static PlanAlgorithm
choose_algorithm (PlanOperation operation,
                  uint32_t choice)
{
  static const PlanAlgorithm published[] = { PLAN_DOUBLE_TREE, PLAN_HALVING, PLAN_HALVING, PLAN_DISSEMINATION };

  return choice == 0 ? published[operation] : (PlanAlgorithm) (choice - 1);
}

/* Of each half of a message. Short ones are not worth the turns. */
static uint32_t
count_segments (uint64_t n_elements,
                uint32_t most)
{
  uint64_t n = n_elements / 2 / LEAST_SEGMENT;

  return n < 1 ? 1 : n > most ? most : (uint32_t) n;
}

/* Its rank, and how many there are. */
static int
find_rank (Tasks *self,
           const HdHost *host,
           HdComponentContext *context)
{
  uint32_t own = host->self (context), member;
  int is_member = 0;
  char why[256];

  for (uint32_t i = 0; (member = host->member (context, self->group, i)) != HD_NO_NODE; i++)
    {
      if (member == own)
        {
          self->rank = i;
          is_member = 1;
        }
      self->plan.n = i + 1;
    }
  if (is_member)
    return 1;
  if (self->plan.n == 0)
    snprintf (why, sizeof why, "“group” is “%.128s”; it is the name of a communicator of the project", self->group);
  else
    snprintf (why, sizeof why, "“group” is “%.128s”, a communicator of which it is no member", self->group);
  host->fail (context, why);
  return 0;
}

void
tasks_read_node (TasksNode *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 uint32_t wake)
{
  *self = (TasksNode){ .build = read_time (host, context, TASKS_BUILD), .crossing = read_time (host, context, TASKS_CROSSING),
                       .byte = PICOSECONDS / host->parameter (context, TASKS_PCIE) };
  reading_init (&self->reading, self->byte, self->crossing, host->parameter (context, TASKS_SHARING) == 0, wake);
}

/* Whether it can be done. Returns 0 after `fail`. */
static int
check_plan (const Tasks *self,
            const HdHost *host,
            HdComponentContext *context,
            const char *algorithm)
{
  char why[256];

  if (!plan_can (self->plan.operation, self->plan.algorithm))
    snprintf (why, sizeof why, "“algorithm” is “%.64s”, which does no “%s”", algorithm, tasks_operations[self->plan.operation]);
  else if (self->plan.root >= self->plan.n)
    snprintf (why, sizeof why, "“root” is %" PRIu32 "; it is 0 to %" PRIu32 ", a rank of “%.128s”", self->plan.root, self->plan.n - 1, self->group);
  else
    return 1;
  host->fail (context, why);
  return 0;
}

static void
set_bytes (Tasks *self,
           const HdHost *host,
           HdComponentContext *context,
           double bytes)
{
  self->plan.n_elements = self->plan.operation == PLAN_BARRIER ? 0 : ((uint64_t) bytes + sizeof (double) - 1) / sizeof (double);
  self->plan.n_segments = count_segments (self->plan.n_elements, (uint32_t) host->parameter (context, TASKS_SEGMENTS));
}

int
tasks_read (Tasks *self,
            const HdHost *host,
            HdComponentContext *context,
            int *out_is_member)
{
  uint32_t algorithm = (uint32_t) host->parameter (context, TASKS_ALGORITHM);

  *self = (Tasks){ .n = (uint32_t) host->parameter (context, TASKS_NUMBER), .repeat = 1, .group = host->text (context, TASKS_GROUP) };
  self->plan.operation = (PlanOperation) host->parameter (context, TASKS_OPERATION);
  self->plan.algorithm = choose_algorithm (self->plan.operation, algorithm);
  self->plan.root = (uint32_t) host->parameter (context, TASKS_ROOT);
  self->reduction = (ReductionOperation[]){ REDUCTION_SUM, REDUCTION_MINIMUM, REDUCTION_MAXIMUM }[(uint32_t) host->parameter (context, TASKS_REDUCTION)];
  self->values = (ValuesKind) host->parameter (context, TASKS_VALUES);
  self->transfer = (TasksTransfer) host->parameter (context, TASKS_TRANSFER);
  self->skew = read_time (host, context, TASKS_SKEW);
  set_bytes (self, host, context, host->parameter (context, TASKS_SIZE));
  *out_is_member = *self->group != '\0';
  return !*out_is_member || (find_rank (self, host, context) && check_plan (self, host, context, tasks_algorithms[algorithm]));
}

static uint32_t
find_name (const char *const *names,
           const char *name)
{
  uint32_t place = 0;

  while (names[place] != NULL && strcmp (names[place], name) != 0)
    place++;
  return place;
}

int
tasks_read_order (Tasks *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  const HdOrder *order,
                  uint32_t index)
{
  uint32_t operation = find_name (tasks_operations, order->operation), algorithm = *order->algorithm == '\0' ? 0 : find_name (tasks_algorithms, order->algorithm);
  char why[320];

  if (tasks_operations[operation] == NULL || tasks_algorithms[algorithm] == NULL)
    {
      snprintf (why, sizeof why, "the workload “%.64s” asks for “%.64s” by “%.64s”, which it does not know", order->name, order->operation, order->algorithm);
      host->fail (context, why);
      return 0;
    }
  *self = (Tasks){ .n = order->tasks, .repeat = order->repeat, .order = index + 1, .group = order->group, .reduction = REDUCTION_SUM, .skew = read_time (host, context, TASKS_SKEW) };
  self->plan.operation = (PlanOperation) operation;
  self->plan.algorithm = choose_algorithm (self->plan.operation, algorithm);
  self->plan.root = order->root;
  self->transfer = (TasksTransfer) host->parameter (context, TASKS_TRANSFER);
  set_bytes (self, host, context, order->bytes);
  return find_rank (self, host, context) && check_plan (self, host, context, order->algorithm);
}

int64_t
tasks_draw_start (const Tasks *self,
                  const HdHost *host,
                  HdComponentContext *context)
{
  return self->skew > 0 ? (int64_t) (host->random (context, STREAM_START) % (uint64_t) (self->skew + 1)) : 0;
}

int64_t
tasks_write_memory (TasksNode *self,
                    int64_t now,
                    uint64_t bytes)
{
  self->write_free = (self->write_free > now ? self->write_free : now) + (int64_t) (self->byte * (double) bytes + 0.5);
  return self->write_free + self->crossing - now;
}

const char *
tasks_accept (const void *state,
              const HdMessage *message,
              uint64_t *out_value)
{
  *out_value = message->kind;
  return N_("what comes must come over the network, from a node that runs collective operations");
}

int
tasks_brings (const Tasks *self)
{
  return self->plan.n_elements > 0 && (self->plan.operation != PLAN_BROADCAST || self->rank == self->plan.root);
}

int
tasks_gets (const Tasks *self)
{
  switch (self->plan.operation)
    {
    case PLAN_BROADCAST:
      return self->plan.n_elements > 0 && self->rank != self->plan.root;
    case PLAN_REDUCE:
      return self->plan.n_elements > 0 && self->rank == self->plan.root;
    default:
      return self->plan.n_elements > 0;
    }
}

int
tasks_is_moved (const Tasks *self)
{
  return self->plan.operation == PLAN_BROADCAST && self->transfer != TASKS_DIRECT;
}

int
tasks_is_announced (const Tasks *self)
{
  return self->plan.operation == PLAN_BROADCAST && self->transfer == TASKS_ANNOUNCED;
}

int
tasks_check (const Tasks *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t task,
             uint64_t low,
             uint64_t high,
             const double *values)
{
  uint64_t sum = 0, bits, element;
  double expected;
  char why[256];

  if (!tasks_gets (self))
    return 1;
  for (uint64_t i = 0; i < high - low; i++)
    {
      memcpy (&bits, &values[i], sizeof bits);
      sum = sum * UINT64_C (0x9e3779b97f4a7c15) + bits;
    }
  host->record (context, RECORD_RESULT, sum);
  if (task == 0 && low == 0 && high > 0)
    host->sample (context, TASKS_RESULT, values[0]);
  if (self->values != VALUES_WHOLE || values_check (&self->plan, self->reduction, task, low, high, values, &element, &expected))
    return 1;
  snprintf (why, sizeof why, "task %" PRIu32 ": element %" PRIu64 " of the result is %.17g; it must be %.17g: members do not all do the same", task, element,
            values[element - low], expected);
  host->fail (context, why);
  return 0;
}

void
tasks_end (TasksNode *self,
           const Tasks *tasks,
           const HdHost *host,
           HdComponentContext *context)
{
  if (tasks->order > 0)
    host->done (context, tasks->order - 1);
  host->sample (context, TASKS_DONE, ++self->n_done);
  host->sample (context, TASKS_TIME, (double) host->now (context) / PICOSECONDS);
}
