/* software.h: collective operations by the processor of a node
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The same plans as those of a card, by a process for each task, one thing after the other. What is sent is built by the processor and read from memory; what has come is
 * noticed by polling, or added up. Processes share PCIe and memory.
 *
 * What the network loses is asked for and sent again, as by a transport below it; what comes twice or late is known by its number.
 *
 * A broadcast goes from memory to memory, as in the source: a control message announces each message, which sets out when it has been answered; both trees of a double one go at
 * once, each by a thread of its own.
 *
 * Our own decisions, by which the source's equations become what happens: operations that move values, and barriers, wait in a loop that notices late; reductions do not.
 */
#pragma once

#include <heddle/heddle-component.h>

#include "faults.h"
#include "share.h"
#include "tasks.h"

#define SOFTWARE_N_LANES 8u

/* Places in a node's tables. */
enum { SOFTWARE_POLL, SOFTWARE_TOUCH, SOFTWARE_ADD, SOFTWARE_MEMORY, SOFTWARE_N_PARAMETERS };
enum { SOFTWARE_BUILDING, SOFTWARE_WAITING, SOFTWARE_ADDING, SOFTWARE_POLLING };

#define SOFTWARE_TIME(key_, title_, unit_, default_, maximum_, help_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = unit_, .default_text = default_, .maximum = maximum_, .help = help_, \
    .source = OFFLOAD_SOURCE, .group = N_("Software") }

#define SOFTWARE_PARAMETERS(first_) \
  [(first_) + SOFTWARE_POLL] = SOFTWARE_TIME ("poll", N_("Polling"), "s", "8.3987 us", 1, N_("Time until a process notices what has come; not in reductions.")), \
  [(first_) + SOFTWARE_TOUCH] = SOFTWARE_TIME ("touch", N_("Touching"), "s/B", "23.818 ps/B", 1e-3, N_("Time of memory to look at a byte that has come; not in reductions.")), \
  [(first_) + SOFTWARE_ADD] = SOFTWARE_TIME ("add", N_("Adding"), "s/B", "71 ps/B", 1e-3, N_("Time of a core to add a byte to its own.")), \
  [(first_) + SOFTWARE_MEMORY] = SOFTWARE_TIME ("memory", N_("Memory"), "s/B", "30 ps/B", 1e-3, N_("Time of memory, which all cores share, to add a byte."))

#define SOFTWARE_ACTIVITIES(first_) \
  [(first_) + SOFTWARE_BUILDING] = { .size = sizeof (HdActivity), .name = "building", .title = N_("building descriptors"), .kind = HD_ACTIVITY_TRANSFER }, \
  [(first_) + SOFTWARE_WAITING] = { .size = sizeof (HdActivity), .name = "waiting-for-messages", .title = N_("waiting for messages"), .kind = HD_ACTIVITY_WAIT }, \
  [(first_) + SOFTWARE_ADDING] = { .size = sizeof (HdActivity), .name = "adding", .title = N_("adding"), .kind = HD_ACTIVITY_COMPUTE }, \
  [(first_) + SOFTWARE_POLLING] = { .size = sizeof (HdActivity), .name = "polling", .title = N_("polling"), .kind = HD_ACTIVITY_MEMORY }

typedef struct _SoftwareProcess SoftwareProcess;
typedef struct _SoftwareKept SoftwareKept;

/** SoftwareWork: what the members of one communicator are to do; @processes: (array): @n_strands for each task */
typedef struct
{
  Tasks tasks;
  SoftwareProcess *processes;
  uint32_t n_strands;
} SoftwareWork;

/** SoftwareTables: where what it shows and says lies in the tables of its node: the first parameter, lane and activity, how many lanes, and the kinds of its wakes: for a
 * process, to look at who waits, and for memory */
typedef struct
{
  uint32_t parameter, lane, n_lanes, activity, wake, watch, memory;
} SoftwareTables;

/** Software: @node, @faults: borrowed; @moved: when something came that was not there; @kept: until they are acknowledged; @works: (array length=n): by number of the order that they carry out + 1; 0 is what parameters say */
typedef struct
{
  SoftwareTables tables;
  TasksNode *node;
  Faults *faults;
  SoftwareWork *works;
  SoftwareKept *kept;
  uint32_t n;
  int is_watching;
  int64_t moved;
  int64_t poll;
  double touch, add, memory; /* picoseconds a byte */
  Share shared; /* memory */
} Software;

/** software_init: for @n works, none of which has begun. Returns 0 after `fail` */
int software_init (Software *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   TasksNode *node,
                   Faults *faults,
                   const SoftwareTables *tables,
                   uint32_t n);
void software_clear (Software *self);
/** software_begin: work number @work. Returns 0 after `fail` */
int software_begin (Software *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint32_t work,
                    const Tasks *tasks);
/** software_wake: of the kind that it was told of; its payload */
void software_wake (Software *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint64_t payload);
/** software_remember: a wake of memory; its payload */
void software_remember (Software *self,
                        const HdHost *host,
                        HdComponentContext *context,
                        uint64_t payload);
/** software_look: whether some process has waited for too long */
void software_look (Software *self,
                    const HdHost *host,
                    HdComponentContext *context);
/** software_hear: a message has come, or what is told of one. Returns 0 if it is neither */
int software_hear (Software *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   const HdDispatch *dispatch);
/** software_count_waiting: tasks that have not ended */
uint32_t software_count_waiting (const Software *self);
