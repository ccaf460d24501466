/* hd-pairs.h: who has sent how much to whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * At packet and flit fidelity of all work, and of what components send over the drawn network, counted where it arrives; so it is as flows where all work goes along
 * trees. Of other collectives as flows their schedules say it.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HD_PAIRS_MOST: ends that are told apart; of more several in a row are counted together */
#define HD_PAIRS_MOST 64

/**
 * hd_record_get_pair_ends:
 * @out_n: (nullable): number of nodes
 * @out_group: (nullable): so many of them in a row are counted together; the last may be fewer
 *
 * Returns: (array length=out_n) (nullable): nodes that may send or receive, ascending; %NULL where nobody counts, and where the run is divided among processes
 */
const guint32 *hd_record_get_pair_ends (HdRecord *self,
                                        guint *out_n,
                                        guint *out_group);
/**
 * hd_record_read_pairs:
 * @out_bytes: (array length=groups*groups): of the source times the number of groups, plus that of the destination; what a node sends itself is not counted
 *
 * What had arrived by @moment, as it was noted last: 64 and more times in a run, and at its end.
 *
 * Returns: %FALSE if nothing had been noted by then
 */
gboolean hd_record_read_pairs (HdRecord *self,
                               HdTime moment,
                               double *out_bytes);

/** HdSendTally: @source has sent @n messages more to @destination, both nodes */
typedef void (*HdSendTally) (gpointer data,
                             guint32 source,
                             guint32 destination,
                             guint64 n);
/**
 * hd_record_tally_sends: messages of collectives that had ended by @moment, from their schedules; @tally is called for each send, and may be more than once for a pair
 *
 * Returns: %FALSE if none had ended, or they are too many to go through. O(spans of communications + sends of each schedule and group of members)
 */
gboolean hd_record_tally_sends (HdRecord *self,
                                HdTime moment,
                                HdSendTally tally,
                                gpointer data);

G_END_DECLS
