/* software-private.h: what the parts of software that runs collective operations share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * software.c is its door and runs processes, software-faults.c asks for what is lost.
 */
#pragma once

#include "exchange.h"
#include "offload.h"
#include "software.h"

#define SOFTWARE_WHY_BYTES 256
#define SOFTWARE_FIRST_PORT 65536u /* of processes: behind those of cards */
#define SOFTWARE_PART_BYTES 4096u /* of a message that goes at once */
#define SOFTWARE_SMALL_BYTES 256u /* of a message that goes with its descriptor */

/** SoftwareHeader: before each part of a message, and what processes tell each other of one: @rank: of who sends it; @number: of the message among all that go from the one to the
 * other; @at: where in the message; all of it is @bytes long */
typedef struct
{
  uint32_t work, task, rank, number;
  uint64_t at, bytes;
} SoftwareHeader;

/** SoftwareArrived: a part that has come; @time: at which it is in memory */
typedef struct SoftwareArrived SoftwareArrived;
struct SoftwareArrived
{
  SoftwareArrived *next;
  HdBuffer *buffer;
  SoftwareHeader header;
  uint64_t size;
  int64_t time;
};

/** SoftwarePeer: how many messages have gone to @rank, and have been taken in from it */
typedef struct
{
  uint32_t rank, n_sent, n_taken;
} SoftwarePeer;

/** SoftwareKept: a message to @rank that has been sent, until it is acknowledged, or announced, until it is answered */
struct _SoftwareKept
{
  SoftwareKept *next;
  SoftwareHeader header;
  uint32_t rank;
  int is_announced;
  unsigned char bytes[];
};

/** SoftwareProcess: a thread of a task: @values: of the task; @touching: bytes that it looks at once it has noticed them; @n_done: times that it has done all of it; @is_at_end: once more; @since: when it began to wait, or asked for what does not come, for the time number @n_asked */
struct _SoftwareProcess
{
  Plan plan;
  size_t at;
  uint32_t n_done, n_peers, n_asked;
  double *values;
  SoftwarePeer *peers;
  SoftwareArrived *first, **last;
  int64_t since;
  uint64_t touching;
  int is_waiting, is_at_end, has_ended;
};

/** SoftwareTurn: a process, as a wake carries it; @number: of the work, @task: place of the process in it */
typedef struct
{
  SoftwareWork *work;
  SoftwareProcess *process;
  uint32_t number, task;
} SoftwareTurn;

/** software_find: returns 0 if there is no such process */
int software_find (const Software *self,
                   uint32_t work,
                   uint32_t task,
                   SoftwareTurn *out);
/** software_get_peer: NULL after `fail` */
SoftwarePeer *software_get_peer (SoftwareProcess *self,
                                 const HdHost *host,
                                 HdComponentContext *context,
                                 uint32_t rank);
/** software_send_part: @size bytes of a message, of which @header says which, from @delay on: with their descriptor, or, if it @is_read, as they come from memory */
void software_send_part (Software *self,
                         const HdHost *host,
                         HdComponentContext *context,
                         const SoftwareTurn *turn,
                         uint32_t rank,
                         const SoftwareHeader *header,
                         const void *bytes,
                         uint64_t size,
                         int64_t delay,
                         int is_read);
/** software_send_parts: all parts of a message, from @delay on, as they come from memory */
void software_send_parts (Software *self,
                          const HdHost *host,
                          HdComponentContext *context,
                          const SoftwareTurn *turn,
                          uint32_t rank,
                          const SoftwareHeader *header,
                          const void *bytes,
                          int64_t delay);
/** software_get_bytes: that @step sends or takes in */
uint64_t software_get_bytes (const PlanStep *step);

/* ---- software-faults.c -------------------------------------------------------------------------------------------- */

/** software_keep: what goes to @rank, if it may be lost or @is_announced, which is done then. Returns 0 after `fail` */
int software_keep (Software *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   const SoftwareHeader *header,
                   const SoftwareTurn *turn,
                   uint32_t rank,
                   int is_announced,
                   const void *bytes);
/** software_has_part: whether a part has come before, which then is dropped */
int software_has_part (Software *self,
                       const HdHost *host,
                       HdComponentContext *context,
                       const SoftwareTurn *turn,
                       const SoftwarePeer *peer,
                       const SoftwareHeader *header);
/** software_acknowledge: a message, if all of it has come */
void software_acknowledge (Software *self,
                           const HdHost *host,
                           HdComponentContext *context,
                           const SoftwareTurn *turn,
                           const SoftwareHeader *header,
                           uint64_t size);
/** software_watch: @turn waits from now on */
void software_watch (Software *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     const SoftwareTurn *turn);
/** software_hear_note: returns 0 if it is none */
int software_hear_note (Software *self,
                        const HdHost *host,
                        HdComponentContext *context,
                        const HdDispatch *dispatch);
void software_clear_kept (Software *self);
