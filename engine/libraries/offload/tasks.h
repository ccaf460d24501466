/* tasks.h: what a node of collective operations is told to do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each node has one process for each task, all of which do the same with values of their own. What every kind of node has for this comes first in its tables.
 */
#pragma once

#include <heddle/heddle-component.h>

#include "plan.h"
#include "reading.h"
#include "values.h"

/* Places in a node's tables; its own begin at the last of each. */
enum
{
  TASKS_GROUP,
  TASKS_OPERATION,
  TASKS_ALGORITHM,
  TASKS_SIZE,
  TASKS_NUMBER,
  TASKS_ROOT,
  TASKS_REDUCTION,
  TASKS_VALUES,
  TASKS_SEGMENTS,
  TASKS_TRANSFER,
  TASKS_SKEW,
  TASKS_BUILD,
  TASKS_CROSSING,
  TASKS_PCIE,
  TASKS_SHARING,
  TASKS_N_PARAMETERS,
};
enum { TASKS_NET, TASKS_N_PORTS };
enum { TASKS_DONE, TASKS_TIME, TASKS_RESULT, TASKS_N_PROBES };

/** TasksTransfer: how what is only moved, as in broadcasts, goes: from memory to memory, each message announced by a control message that its receiver answers; so, but without
 * such; from card to card */
typedef enum { TASKS_ANNOUNCED, TASKS_MEMORY, TASKS_DIRECT } TasksTransfer;

#define TASKS_MOST 256u
#define TASKS_HEADER_BYTES 16u /* of a packet: two words */

extern const char *const tasks_operations[];
extern const char *const tasks_algorithms[];
extern const char *const tasks_reductions[];
extern const char *const tasks_values[];
extern const char *const tasks_transfers[];
extern const char *const tasks_sharings[];

#define OFFLOAD_CATEGORY N_("Collective offload")
#define OFFLOAD_SOURCE N_("Journal of National University of Defense Technology 47(6), 2025; our fit")
#define TASKS_TIMES N_("Times")

#define TASKS_PARAMETERS \
  [TASKS_GROUP] = { .size = sizeof (HdParameter), .key = "group", .title = N_("Communicator"), .kind = HD_PARAMETER_TEXT, .default_text = "", \
    .help = N_("The communicator whose members take part, this one among them; without one it does nothing.") }, \
  [TASKS_OPERATION] = { .size = sizeof (HdParameter), .key = "operation", .title = N_("Operation"), .kind = HD_PARAMETER_CHOICE, .default_text = "all-reduce", \
    .choices = tasks_operations, .help = N_("What all members do together; the same at each.") }, \
  [TASKS_ALGORITHM] = { .size = sizeof (HdParameter), .key = "algorithm", .title = N_("Algorithm"), .kind = HD_PARAMETER_CHOICE, .default_text = "as-published", \
    .choices = tasks_algorithms, .help = N_("As published: a double tree for broadcasts, halving for reductions (Rabenseifner's for all-reduce), dissemination for barriers.") }, \
  [TASKS_SIZE] = { .size = sizeof (HdParameter), .key = "size", .title = N_("Message"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "64 KiB", \
    .maximum = 1073741824.0, .pleasant_minimum = 256, .pleasant_maximum = 1048576, .help = N_("What each process brings, in whole numbers of 8 bytes; a barrier has none.") }, \
  [TASKS_NUMBER] = { .size = sizeof (HdParameter), .key = "tasks", .title = N_("Tasks"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", \
    .minimum = 1, .maximum = TASKS_MOST, .pleasant_minimum = 1, .pleasant_maximum = 32, .help = N_("Operations at once, each with one process at every member.") }, \
  [TASKS_ROOT] = { .size = sizeof (HdParameter), .key = "root", .title = N_("Root"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", \
    .maximum = PLAN_MOST_MEMBERS, .help = N_("Rank from which a broadcast comes, and to which a reduction goes.") }, \
  [TASKS_REDUCTION] = { .size = sizeof (HdParameter), .key = "reduction", .title = N_("Reduction"), .kind = HD_PARAMETER_CHOICE, .default_text = "sum", \
    .choices = tasks_reductions, .help = N_("What becomes of values of 64 bits that meet.") }, \
  [TASKS_VALUES] = { .size = sizeof (HdParameter), .key = "values", .title = N_("Values"), .kind = HD_PARAMETER_CHOICE, .default_text = "whole", \
    .choices = tasks_values, .help = N_("whole: whole numbers, whose result is checked; cancelling: 1e16, 1, -1e16 and 3.14159 in turn, whose sum shows the order of additions.") }, \
  [TASKS_SEGMENTS] = { .size = sizeof (HdParameter), .key = "segments", .title = N_("Segments"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "8", \
    .minimum = 1, .maximum = 32, .help = N_("Pieces at most, of 4 KiB or more, that follow each other down each half of a double tree.") }, \
  [TASKS_TRANSFER] = { .size = sizeof (HdParameter), .key = "transfer", .title = N_("Transfer"), .kind = HD_PARAMETER_CHOICE, .default_text = "announced", \
    .choices = tasks_transfers, \
    .help = N_("How broadcasts move values. announced: from memory to memory, each message after a control message that is answered, as published; memory: without control messages; direct: from card to card.") }, \
  [TASKS_SKEW] = { .size = sizeof (HdParameter), .key = "skew", .title = N_("Skew"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "0 s", .maximum = 1, \
    .pleasant_maximum = 1e-4, .help = N_("Each process begins at any time up to this, at random."), .group = TASKS_TIMES }, \
  [TASKS_BUILD] = { .size = sizeof (HdParameter), .key = "build", .title = N_("Building"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "275.7 ns", .maximum = 1, \
    .pleasant_maximum = 1e-5, .help = N_("Time in which a processor builds what it writes to the card."), .source = OFFLOAD_SOURCE, .group = TASKS_TIMES }, \
  [TASKS_CROSSING] = { .size = sizeof (HdParameter), .key = "crossing", .title = N_("Crossing"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "450 ns", \
    .maximum = 1, .pleasant_maximum = 1e-5, .help = N_("Latency of PCIe between host and card."), .source = OFFLOAD_SOURCE, .group = TASKS_TIMES }, \
  [TASKS_PCIE] = { .size = sizeof (HdParameter), .key = "pcie", .title = N_("PCIe"), .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .default_text = "8 GB/s", .minimum = 1e6, \
    .maximum = 1e15, .pleasant_minimum = 1e9, .pleasant_maximum = 1e11, .help = N_("Bandwidth between host and card, each way."), .source = OFFLOAD_SOURCE, \
    .group = TASKS_TIMES }, \
  [TASKS_SHARING] = { .size = sizeof (HdParameter), .key = "sharing", .title = N_("Sharing"), .kind = HD_PARAMETER_CHOICE, .default_text = "equal", .choices = tasks_sharings, \
    .help = N_("How what processes send shares PCIe. equal: each process has an equal part; queued: one message after the other, as they come."), .group = TASKS_TIMES }

#define TASKS_PORTS \
  [TASKS_NET] = { .size = sizeof (HdPort), .name = "net", .title = N_("Network"), .protocol = "*", .mandatory = 1, .help = N_("To the network that is drawn.") }

#define TASKS_PROBES \
  [TASKS_DONE] = { .size = sizeof (HdProbe), .name = "done", .title = N_("Tasks done"), .unit = "", .help = N_("tasks that have ended, with the right result"), \
    .summary = HD_SUMMARY_SUM }, \
  [TASKS_TIME] = { .size = sizeof (HdProbe), .name = "time", .title = N_("Time"), .unit = "s", .help = N_("when the last task that has ended did"), .summary = HD_SUMMARY_MAXIMUM }, \
  [TASKS_RESULT] = { .size = sizeof (HdProbe), .name = "result", .title = N_("Result"), .unit = "", .help = N_("the first value of the first task, in the end"), \
    .summary = HD_SUMMARY_MAXIMUM }

/**
 * TasksNode: what all processes of a node share: @build, @crossing: picoseconds; @byte: picoseconds of a byte over PCIe
 * @reading: what goes over it from memory; @write_free: when it is free again to memory
 * @n, @n_done: tasks that there are, and that have ended
 */
typedef struct
{
  int64_t build, crossing;
  double byte;
  Reading reading;
  int64_t write_free;
  uint32_t n, n_done;
} TasksNode;

/** Tasks: what the members of a communicator are to do: @plan: of one task; @n tasks at once, each @repeat times; @order: its index + 1, or 0 if parameters say so */
typedef struct
{
  PlanGroup plan;
  uint32_t rank, n, repeat, order;
  ReductionOperation reduction;
  ValuesKind values;
  TasksTransfer transfer;
  const char *group;
  int64_t skew;
} Tasks;

/** tasks_read_node: @wake: kind of the wakes of @reading, which are its own */
void tasks_read_node (TasksNode *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      uint32_t wake);
/** tasks_read: what parameters say. @out_is_member: whether there is something to do. Returns 0 after `fail` */
int tasks_read (Tasks *self,
                const HdHost *host,
                HdComponentContext *context,
                int *out_is_member);
/** tasks_read_order: what a workload asks for, which is order number @index of the component; the rest as parameters say. Returns 0 after `fail` */
int tasks_read_order (Tasks *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      const HdOrder *order,
                      uint32_t index);
/** tasks_draw_start: when the process of a task begins, from now on */
int64_t tasks_draw_start (const Tasks *self,
                          const HdHost *host,
                          HdComponentContext *context);
/** tasks_write_memory: @bytes over PCIe, after what goes over it already. Returns when they are there, from now on */
int64_t tasks_write_memory (TasksNode *self,
                            int64_t now,
                            uint64_t bytes);
/** tasks_check: elements @low to @high - 1 of what @task has in the end, which go into the digest. Returns 0 after `fail` */
int tasks_check (const Tasks *self,
                 const HdHost *host,
                 HdComponentContext *context,
                 uint32_t task,
                 uint64_t low,
                 uint64_t high,
                 const double *values);
/** tasks_end: one of @tasks has ended, once */
void tasks_end (TasksNode *self,
                const Tasks *tasks,
                const HdHost *host,
                HdComponentContext *context);
/** tasks_accept: HdHandlers' accept: it hears others over the network alone */
const char *tasks_accept (const void *state,
                          const HdMessage *message,
                          uint64_t *out_value);
/** tasks_brings, tasks_gets: whether the rank has values at the start, and a result in the end */
int tasks_brings (const Tasks *self);
int tasks_gets (const Tasks *self);
/** tasks_is_moved: whether values go from memory to memory; tasks_is_announced: and each message is announced */
int tasks_is_moved (const Tasks *self);
int tasks_is_announced (const Tasks *self);
