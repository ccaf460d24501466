/* hd-ranks.h: one run in several processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_ranks_join:
 *
 * Joins the other processes that mpirun has started; does nothing without mpirun. Once in a process, before its first run. All ranks then run the same
 * project with the same settings; partitions are spread over them, and the record of rank 0 is whole in the end. A run with several ranks only goes
 * on: it has no pause, step or stop but the end of all by hd_ranks_abort ().
 *
 * Errors: %HD_ERROR_INVALID if mpirun has started several processes and this build has no MPI.
 */
gboolean hd_ranks_join (GError **error);
/** hd_ranks_part: from here on each rank has runs of its own, which know of no other; before the first of them */
void hd_ranks_part (void);
/** hd_ranks_leave: at the end, when all ranks have come to theirs */
void hd_ranks_leave (void);
/** hd_ranks_abort: ends all ranks at once, when this one cannot go on */
void hd_ranks_abort (int status);
/** hd_ranks_get_rank: from 0; the first one writes results */
guint hd_ranks_get_rank (void);
guint hd_ranks_get_n (void);

G_END_DECLS
