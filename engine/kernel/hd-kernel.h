/* hd-kernel.h: components that exchange events in simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-synchronisation.h>

#include "hd-board.h"
#include "hd-component.h"
#include "hd-digest.h"
#include "hd-lane-keeper.h"
#include "hd-output-keeper.h"
#include "hd-program-keeper.h"

G_BEGIN_DECLS

/**
 * HdKernel:
 *
 * Add and connect components, start, then run. A broken rule, a limit or a component's failure ends the run with an error: never the
 * program. All functions belong to one thread, except those that say otherwise.
 *
 * The result does not depend on the order in which components were added, on the strategy if it is exact, nor on where a run was paused.
 */
typedef struct _HdKernel HdKernel;
typedef struct _HdStrategy HdStrategy;

typedef enum
{
  HD_KERNEL_DONE,   /* no events are left */
  HD_KERNEL_UNTIL,  /* all events up to the time asked for have run */
  HD_KERNEL_HELD,   /* an external clock does not let time go on */
  HD_KERNEL_PAUSED, /* hd_kernel_pause () */
  HD_KERNEL_FAILED, /* see the error */
} HdKernelStatus;

/**
 * HdKernelLimits: 0 is no limit
 * @events: events that may run
 * @bytes: memory of pending events
 * @wall_time_us: wall time inside hd_kernel_run () and hd_kernel_step ()
 * @wall_spent_us: of it, what is over before the kernel runs
 */
typedef struct
{
  guint64 events;
  guint64 bytes;
  gint64 wall_time_us;
  gint64 wall_spent_us;
} HdKernelLimits;

/**
 * HdKernelOptions: of strategies with several partitions; 0 is the default
 * @threads: that work on the partitions; at most one each
 * @quantum: of the loose strategy
 * @channel_bound: messages that may lie in one channel
 * @batch: events that a partition runs before it tells the others
 * @patience_us: wall time without progress that counts as a deadlock
 * @use_locks: channels with a lock, for comparison
 * @fingerprint: of what the kernel does not see of the model; must be the same in all ranks
 */
typedef struct
{
  guint threads;
  HdTime quantum;
  guint64 channel_bound;
  guint64 batch;
  gint64 patience_us;
  gboolean use_locks;
  guint64 fingerprint;
} HdKernelOptions;

/** hd_kernel_measure: bytes that @n components, whose paths have @path_bytes together, and @n_connections will take, without their states */
double hd_kernel_measure (double n,
                          double path_bytes,
                          double n_connections);
HdKernel *hd_kernel_new (guint64 seed);
void hd_kernel_free (HdKernel *self);

/* Before the start. */
/** hd_kernel_set_strategy: %NULL, the default, is hd_strategy_serial () */
void hd_kernel_set_strategy (HdKernel *self,
                             const HdStrategy *strategy);
const HdStrategy *hd_kernel_get_strategy (HdKernel *self);
void hd_kernel_set_options (HdKernel *self,
                            const HdKernelOptions *options);
void hd_kernel_set_limits (HdKernel *self,
                           const HdKernelLimits *limits);
/**
 * hd_kernel_add_component:
 * @path: names it; unique
 * @partition: which components belong together; a strategy with one partition ignores it
 * @data: borrowed
 *
 * Returns: its id, counted from 0
 */
guint32 hd_kernel_add_component (HdKernel *self,
                                 const char *path,
                                 const HdModel *model,
                                 guint32 partition,
                                 gpointer data);
/** hd_kernel_set_reaction: the least delay with which @component sends over connections once it has started: sending sooner fails */
void hd_kernel_set_reaction (HdKernel *self,
                             guint32 component,
                             HdTime reaction);
/** hd_kernel_connect: one direction; messages sent to @from_port arrive at @to_port after @latency, at least 0 */
void hd_kernel_connect (HdKernel *self,
                        guint32 from,
                        guint32 from_port,
                        guint32 to,
                        guint32 to_port,
                        HdTime latency);
/** hd_kernel_allow_direct: lets hd_component_send_to () reach every component, those of other partitions after at least the least @minimum_delay of all calls */
void hd_kernel_allow_direct (HdKernel *self,
                             HdTime minimum_delay);

/** HdSampleFunc: called in the partition's thread */
typedef void (*HdSampleFunc) (gpointer data,
                              guint32 component,
                              guint32 probe,
                              HdTime time,
                              double value);
void hd_kernel_set_sample_func (HdKernel *self,
                                HdSampleFunc func,
                                gpointer data);
/** hd_kernel_set_lane_keeper, hd_kernel_set_output_keeper, hd_kernel_set_program_keeper: (nullable): borrowed */
void hd_kernel_set_lane_keeper (HdKernel *self,
                                HdLaneKeeper *keeper);
void hd_kernel_set_output_keeper (HdKernel *self,
                                  HdOutputKeeper *keeper);
void hd_kernel_set_program_keeper (HdKernel *self,
                                   HdProgramKeeper *keeper);
/** hd_kernel_set_buffers: (nullable): borrowed: for buffers that come from other ranks; outlives the kernel */
void hd_kernel_set_buffers (HdKernel *self,
                            HdBufferStore *buffers);
/**
 * HdExternalClock:
 * @now: time of the next event
 *
 * For processes that are simulated elsewhere. Asked when the answer before is used up; may block.
 *
 * Returns: the time up to which (included) events may run
 */
typedef HdTime (*HdExternalClock) (gpointer data,
                                   HdTime now);
void hd_kernel_add_clock (HdKernel *self,
                          HdExternalClock clock,
                          gpointer data);

/**
 * hd_kernel_start:
 *
 * Runs the start handlers.
 *
 * Errors: %HD_ERROR_NAME for a path that is there twice, %HD_ERROR_RANGE for a connection that cannot be or that has no latency between
 * partitions, and what a handler gives.
 */
gboolean hd_kernel_start (HdKernel *self,
                          GError **error);
/**
 * hd_kernel_run:
 * @until: the last time whose events run; HD_TIME_MAX for all
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT, %HD_ERROR_INVARIANT (an event sent into the past), %HD_ERROR_DEADLOCK (partitions that wait for
 * each other), and what handlers give; of these the one with the smallest key, as in a serial run. After an error the kernel can only be
 * abandoned, read and freed.
 */
HdKernelStatus hd_kernel_run (HdKernel *self,
                              HdTime until,
                              GError **error);
/** hd_kernel_step: runs the one event with the smallest key; %HD_KERNEL_UNTIL if there was one and others are left */
HdKernelStatus hd_kernel_step (HdKernel *self,
                               GError **error);
/** hd_kernel_pass_time: nothing is left to happen up to @time, and it is that time now, as after hd_kernel_run () */
void hd_kernel_pass_time (HdKernel *self,
                          HdTime time);
/** hd_kernel_finish: runs the finish handlers, once */
gboolean hd_kernel_finish (HdKernel *self,
                           GError **error);
/** hd_kernel_abandon: instead, after an error, here or of who runs the kernel: runs the finish handlers, so that what components have till then is kept; nothing
 * is shared among ranks, of which one may fail alone. If the start failed, none has anything. */
void hd_kernel_abandon (HdKernel *self);

/** hd_kernel_cancel, hd_kernel_pause: from any thread at any time; heard before the next event */
void hd_kernel_cancel (HdKernel *self);
void hd_kernel_pause (HdKernel *self);

/** hd_kernel_get_time: from any thread: up to where the run has got */
HdTime hd_kernel_get_time (HdKernel *self);
/** hd_kernel_get_n_events: from any thread: events run */
guint64 hd_kernel_get_n_events (HdKernel *self);
/** hd_kernel_get_n_marks: moments to which a user steps, so far; while the kernel rests */
guint64 hd_kernel_get_n_marks (HdKernel *self);
guint hd_kernel_get_n_partitions (HdKernel *self);
/** hd_kernel_read_partition: from any thread, after the start */
void hd_kernel_read_partition (HdKernel *self,
                               guint partition,
                               HdPartitionStatistics *out_statistics);
/** hd_kernel_get_board: after the start; a reference of its own outlives the kernel */
HdBoard *hd_kernel_get_board (HdKernel *self);
/** hd_kernel_get_next_time: of the next event, or HD_TIME_MAX */
HdTime hd_kernel_get_next_time (HdKernel *self);
guint32 hd_kernel_get_n_components (HdKernel *self);
/** hd_kernel_get_state: of a component, after the start */
gpointer hd_kernel_get_state (HdKernel *self,
                              guint32 component);
/** hd_kernel_get_digest: what all components recorded so far, in the order of paths */
HdDigest hd_kernel_get_digest (HdKernel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdKernel, hd_kernel_free)

G_END_DECLS
