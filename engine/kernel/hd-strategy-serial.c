/* hd-strategy-serial.c: one partition in one thread: the reference for all other ways
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-strategy-serial"

#include "hd-strategy.h"

static HdKernelStatus
run (HdKernel *kernel,
     gpointer state,
     HdTime until)
{
  HdPartition *partition = _hd_kernel_get_partition (kernel, 0);

  for (;;)
    {
      const HdEvent *next = hd_partition_peek (partition);
      HdTime limit = next != NULL ? _hd_kernel_get_limit (kernel, until, next->time) : until;

      if (next != NULL && next->time > limit && limit < until)
        return HD_KERNEL_HELD;
      switch (hd_partition_run (partition, limit, G_MAXUINT64))
        {
        case HD_PARTITION_EMPTY:
          return HD_KERNEL_DONE;
        case HD_PARTITION_STOPPED:
          hd_partition_report (partition);
          return HD_KERNEL_PAUSED;
        case HD_PARTITION_LIMIT:
        case HD_PARTITION_BATCH:
        default:
          hd_partition_reach (partition, limit);
          if (limit == until)
            return HD_KERNEL_UNTIL;
          /* the clock's answer is used up: ask again */
          break;
        }
    }
}

static const HdStrategy serial = {
  .name = "serial",
  .is_exact = TRUE,
  .uses_partitions = FALSE,
  .run = run,
};

const HdStrategy *
hd_strategy_serial (void)
{
  return &serial;
}
