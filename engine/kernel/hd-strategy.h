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
 * @begin: (nullable): before the start handlers; makes what the strategy keeps for one run
 * @end: (nullable): frees it
 * @deliver: (nullable without partitions): an event for a component of another partition; called in the thread of @from
 * @run: runs all events up to @until (included), or until a request, a clock or a failure stops it
 *
 * One static const object for each way; the kernel knows nothing else of it. Pause, cancellation and external clocks come through
 * hd_partition_run () and _hd_kernel_get_limit (): they lower the end time.
 */
struct _HdStrategy
{
  const char *name;
  gboolean is_exact;
  gboolean uses_partitions;
  gpointer (*begin) (HdKernel *kernel);
  void (*end) (HdKernel *kernel, gpointer state);
  void (*deliver) (HdKernel *kernel, gpointer state, HdPartition *from, HdPartition *to, const HdEvent *event, const HdMessage *message);
  HdKernelStatus (*run) (HdKernel *kernel, gpointer state, HdTime until);
};

/** hd_strategy_serial: one partition, one thread: the reference */
const HdStrategy *hd_strategy_serial (void);

/* What strategies ask the kernel. */
guint _hd_kernel_get_n_partitions (HdKernel *self);
HdPartition *_hd_kernel_get_partition (HdKernel *self,
                                       guint index);
/** _hd_kernel_get_limit: @until, lowered by external clocks; @next is the time of the next event */
HdTime _hd_kernel_get_limit (HdKernel *self,
                             HdTime until,
                             HdTime next);
/** _hd_kernel_get_lookahead: the smallest latency from partition @from to @to, or HD_TIME_MAX without a way */
HdTime _hd_kernel_get_lookahead (HdKernel *self,
                                 guint from,
                                 guint to);

G_END_DECLS
