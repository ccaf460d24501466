/* hd-quiet.h: is nothing under way, and when does the next event happen?
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-board.h"

G_BEGIN_DECLS

/** hd_quiet_close: a partition's line is closed while its queue, its mail and its figures change: before mail is taken */
void hd_quiet_close (HdBoardLine *line);
/** hd_quiet_open: when sent and received are right again; @next becomes so */
void hd_quiet_open (HdBoardLine *line,
                    HdTime next);

/**
 * hd_quiet_look:
 *
 * From any thread. A picture of all partitions at one moment, if at that moment none of them was at work and no mail on its way; then no event before
 * the earliest pending one can happen any more. O(partitions).
 *
 * Source: a double collect of version numbers (Afek et al., "Atomic snapshots of shared memory", 1993), which is the snapshot that Mattern's
 * "Efficient algorithms for distributed snapshots and global virtual time approximation" (1993) needs no rounds for in shared memory.
 *
 * Returns: whether there is such a picture; @out_next is then the time of the earliest event, or HD_TIME_MAX
 */
gboolean hd_quiet_look (HdBoard *board,
                        HdTime *out_next);

G_END_DECLS
