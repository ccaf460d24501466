/* hd-collective-clock.h: when repeats of collectives start, and how long they took
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The slowest process decides. An ideal barrier beside the network parts the repeats of a job: the next one starts on all members at once, twice
 * HD_COLLECTIVE_GAP after the last of them has ended. So each repeat finds the links as other jobs and noise leave them, and nothing of its own. The
 * barrier is not timed: who reads the clock leaves out the time in which no repeat is under way.
 */
#pragma once

#include "hd-collective-job.h"

G_BEGIN_DECLS

#define HD_COLLECTIVE_GAP G_GINT64_CONSTANT (1000000) /* picoseconds */

/** HdCollectiveMessage: what members tell the clock; payload[0] is the job's number << 32 | rank, payload[1] a time */
typedef enum
{
  HD_CLOCK_ENDED,
  HD_CLOCK_GATHERED,
} HdCollectiveMessage;

typedef struct _HdCollectiveClock HdCollectiveClock;

HdCollectiveClock *hd_collective_clock_new (void);
void hd_collective_clock_free (HdCollectiveClock *self);
/** hd_collective_clock_add: a job in order of numbers; @repeats at least 1 */
void hd_collective_clock_add (HdCollectiveClock *self,
                              HdCollectiveJob *job,
                              guint32 repeats);
/** hd_collective_clock_attach: adds the clock to @kernel, in partition @partition, and tells all jobs its number; it wakes agent number @agent of nodes */
void hd_collective_clock_attach (HdCollectiveClock *self,
                                 HdKernel *kernel,
                                 HdAgentNetwork *network,
                                 guint agent,
                                 guint32 partition);
/** hd_collective_clock_level: in several processes, which call it together while the kernel rests: all have what the one that runs it knows */
void hd_collective_clock_level (HdCollectiveClock *self);
/** hd_collective_clock_get_n_done: repeats of a job that are over */
guint32 hd_collective_clock_get_n_done (HdCollectiveClock *self,
                                        guint32 job);
/** hd_collective_clock_get_starts, _get_times, _get_gathered: (array length=n_done): in picoseconds; the last two from the start of the repeat. 0 in the last if there
 * is no root. There is one start more while a repeat goes on */
const HdTime *hd_collective_clock_get_starts (HdCollectiveClock *self,
                                              guint32 job);
const HdTime *hd_collective_clock_get_times (HdCollectiveClock *self,
                                             guint32 job);
const HdTime *hd_collective_clock_get_gathered (HdCollectiveClock *self,
                                                guint32 job);
/** hd_collective_clock_get_progress: from 0 to 1, by repeats; from any thread */
double hd_collective_clock_get_progress (HdCollectiveClock *self);

G_END_DECLS
