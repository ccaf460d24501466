/* hd-sync.h: how the partitions of a run keep in step, and what that cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-kernel.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** hd_sync_prepare: strategy and options as the run settings say; before the start */
void hd_sync_prepare (HdKernel *kernel,
                      HdDesign *design);
/** hd_sync_write: metrics of a run with several partitions, and the errors of a loose one */
void hd_sync_write (HdRecord *record,
                    HdKernel *kernel,
                    double wall_time_s);

G_END_DECLS
