/* hd-strategy.h: how partitions keep in step
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-kernel.h"
#include "hd-partition.h"

G_BEGIN_DECLS

/**
 * HdStrategy:
 * @name: as in run settings
 * @is_exact: gives the digest of the serial strategy
 * @uses_partitions: %FALSE puts all components into one
 * @spreads_over_ranks: runs in several processes
 * @begin: (nullable): before the start handlers; makes what the strategy keeps for one run
 * @end: (nullable): frees it
 * @deliver: (nullable without partitions): an event for a component of another partition, while @run runs; called in the thread of @from
 * @run: runs all events up to @until (included), or until a request, a clock or a failure stops it; leaves nothing on the way between
 *   partitions
 *
 * One static const object for each way; the kernel knows nothing else of it. Pause, cancellation and external clocks come through
 * hd_partition_run () and _hd_kernel_get_limit (): they lower the end time.
 */
struct _HdStrategy
{
  const char *name;
  gboolean is_exact;
  gboolean uses_partitions;
  gboolean spreads_over_ranks;
  gpointer (*begin) (HdKernel *kernel);
  void (*end) (HdKernel *kernel, gpointer state);
  void (*deliver) (HdKernel *kernel, gpointer state, HdPartition *from, HdPartition *to, const HdEvent *event, const HdMessage *message);
  HdKernelStatus (*run) (HdKernel *kernel, gpointer state, HdTime until);
};

/** hd_strategy_serial: one partition, one thread: the reference */
const HdStrategy *hd_strategy_serial (void);
/** hd_strategy_window: all partitions run the same window of time, as wide as the smallest lookahead, then meet */
const HdStrategy *hd_strategy_window (void);
/** hd_strategy_loose: windows of a chosen quantum; what is late arrives at the end of its window. Not exact; repeatable */
const HdStrategy *hd_strategy_loose (void);
/** hd_strategy_null_message: each partition tells its neighbours how far it is after every event (Chandy, Misra and Bryant) */
const HdStrategy *hd_strategy_null_message (void);
/** hd_strategy_request: each partition is asked how far it is by those that need to know */
const HdStrategy *hd_strategy_request (void);

/* What strategies ask the kernel. */
HdPartition *_hd_kernel_get_partition (HdKernel *self,
                                       guint index);
/** _hd_kernel_get_limit: @until, lowered by external clocks; @next is the time of the next event */
HdTime _hd_kernel_get_limit (HdKernel *self,
                             HdTime until,
                             HdTime next);
/** _hd_kernel_get_next: the time of the next event of any partition, or HD_TIME_MAX; no other thread may be at work */
HdTime _hd_kernel_get_next (HdKernel *self);

G_END_DECLS
