/* hd-aggregator.h: the aggregation unit of a NIC or a switch
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A table with an entry for each tree that the node works for, and one unit that handles packets first come, first served, whatever tree they
 * belong to: it finds the entry (match), stores the packet and reduces it. The unit is a state machine without a clock of its own: whoever drives it
 * says when a packet is there, in order of time, and is told when the entry is complete.
 *
 * Sums are of doubles, and must not depend on the order of arrival. So operands have numbers and are combined in their order: what comes early
 * waits in the table. Exact integers would need no order, but no machine reduces in them.
 */
#pragma once

#include <heddle/hd-time.h>
#include <heddle/hd-tree.h>

G_BEGIN_DECLS

typedef struct _HdAggregator HdAggregator;
/** HdAggregation: an entry of the table */
typedef struct _HdAggregation HdAggregation;

/** HdTreeStage: what a NIC or a switch takes for a packet, in seconds */
typedef struct
{
  double match_s;
  double store_s_per_byte;
  double reduce_s_per_byte;
} HdTreeStage;

/**
 * HdAggregatorRules:
 * @path: of the node, for messages
 * @entries: of the table; %G_MAXUINT32 for no limit
 * @degree: children that it can have in one tree
 */
typedef struct
{
  const char *path;
  guint32 entries;
  guint32 degree;
  HdTreeStage stage;
} HdAggregatorRules;

/** HdAggregatorStatistics: times in picoseconds */
typedef struct
{
  guint64 packets;
  HdTime busy;
  HdTime longest_wait; /* of a packet for the unit */
  guint32 most_kept;   /* operands that waited for earlier ones, in all entries at once */
} HdAggregatorStatistics;

/** hd_tree_stage_get_time: for a packet of @bytes, in picoseconds; @reduces: or only to store and forward it */
HdTime hd_tree_stage_get_time (const HdTreeStage *self,
                               double bytes,
                               gboolean reduces);

HdAggregator *hd_aggregator_new (const HdAggregatorRules *rules);
/** hd_aggregator_free: with all entries */
void hd_aggregator_free (HdAggregator *self);
/**
 * hd_aggregator_open:
 * @n_children: whose packets come, operands 0 to n - 1, or 1 to n if @has_own
 * @has_own: operand 0 is the node's own
 * @n_elements: of each operand; may be 0
 *
 * Errors: %HD_TREE_ERROR_ENTRIES if the table is full, %HD_TREE_ERROR_DEGREE for too many children.
 *
 * Returns: (transfer none): an entry
 */
HdAggregation *hd_aggregator_open (HdAggregator *self,
                                   guint32 n_children,
                                   gboolean has_own,
                                   guint32 n_elements,
                                   GError **error);
/** hd_aggregator_close: frees an entry */
void hd_aggregator_close (HdAggregator *self,
                          HdAggregation *entry);
guint32 hd_aggregator_get_n_entries (HdAggregator *self);

/**
 * hd_aggregator_receive:
 * @operand: whose turn it is to be combined; each once
 * @now: not before that of the last call
 * @bytes: to be stored and reduced
 * @values: (array length=n_elements): must stay until the entry is complete
 * @out_ready: (out): when all operands have been handled
 *
 * Returns: whether the entry is complete; it then expects all operands anew
 */
gboolean hd_aggregator_receive (HdAggregator *self,
                                HdAggregation *entry,
                                guint32 operand,
                                HdTime now,
                                double bytes,
                                const double *values,
                                HdTime *out_ready);
/** hd_aggregator_handle: of a part of an operand that has more to come: when it has been handled */
HdTime hd_aggregator_handle (HdAggregator *self,
                             HdTime now,
                             double bytes);
/** hd_aggregator_contribute: operand 0 of an entry that has one of its own; takes no time */
gboolean hd_aggregator_contribute (HdAggregator *self,
                                   HdAggregation *entry,
                                   HdTime now,
                                   const double *values,
                                   HdTime *out_ready);
/** hd_aggregation_get_values: (array length=n_elements): the sums of a complete entry, until the next operand comes */
const double *hd_aggregation_get_values (const HdAggregation *self);
const HdAggregatorStatistics *hd_aggregator_get_statistics (const HdAggregator *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdAggregator, hd_aggregator_free)

G_END_DECLS
