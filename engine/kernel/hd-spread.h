/* hd-spread.h: one kernel in several processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Every rank makes the whole model and starts it; from then on each runs its own partitions. With one rank these do nothing.
 */
#pragma once

#include "hd-kernel-private.h"

G_BEGIN_DECLS

/**
 * hd_spread_check:
 *
 * All ranks must have the same model.
 *
 * Errors: %HD_ERROR_INVALID, in all ranks, if they differ or if the strategy works in one process only.
 */
gboolean hd_spread_check (HdKernel *kernel,
                          GError **error);
/** hd_spread_get_rank_of: the rank that runs a partition */
guint hd_spread_get_rank_of (HdKernel *kernel,
                             guint partition);
/** hd_spread_is_here: whether this rank runs a partition, once the kernel has started */
gboolean hd_spread_is_here (HdKernel *kernel,
                            guint partition);
/** hd_spread_leave: after the start; what other ranks run is theirs from here on */
void hd_spread_leave (HdKernel *kernel);
/** hd_spread_find_last: the latest time of all ranks */
HdTime hd_spread_find_last (HdTime time);
/** hd_spread_share_failure: the failure of any rank becomes that of all: the one with the smallest time */
void hd_spread_share_failure (HdKernel *kernel);
/** hd_spread_share_error: the error (nullable) of the first rank that has one becomes that of all. Returns: whether there is none */
gboolean hd_spread_share_error (GError **error);
/** hd_spread_share_results: everyone gets the digests and figures of all */
void hd_spread_share_results (HdKernel *kernel);

G_END_DECLS
