/* hd-collectives.h: collectives of several communicators at once, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Trees take their table entries in the order in which they are added, so that who is served does not depend on threads. All then share links,
 * queues and aggregation units.
 */
#pragma once

#include <heddle/hd-tree.h>

#include "hd-aggregator.h"
#include "hd-collective.h"
#include "hd-agent-network.h"
#include "hd-message-log.h"
#include "hd-tree-log.h"

G_BEGIN_DECLS

#define HD_COLLECTIVE_MAX_REPEATS 10000000u

typedef struct _HdCollectives HdCollectives;

/**
 * HdCollectiveOrder:
 * @schedule: (nullable): sends of the members' own; else @tree is built
 * @root: rank that sends a broadcast or gets a reduction; ranks count from it
 * @width: k, or 0 for the best of the cost model
 * @may_fall_back: to a tree of type I when one of type II cannot be had
 * @repeats: from 1 to %HD_COLLECTIVE_MAX_REPEATS
 */
typedef struct
{
  const char *name;
  HdTreeOperation operation;
  const HdCollective *schedule;
  HdTreeAlgorithm tree;
  const guint32 *members;
  guint32 n_members;
  guint32 root;
  double bytes;
  guint32 width;
  HdTreeBroadcast broadcast;
  gboolean may_fall_back;
  guint32 repeats;
} HdCollectiveOrder;

HdCollectives *hd_collectives_new (HdDesign *design);
/** hd_collectives_free: after the kernel */
void hd_collectives_free (HdCollectives *self);
/**
 * hd_collectives_add:
 *
 * Builds what the order says and takes its table entries.
 *
 * Errors: %HD_TREE_ERROR, also for schedules where members cannot be; %HD_ERROR_RANGE for a root that is no rank, %HD_ERROR_LIMIT for too many
 * repeats or sends.
 */
gboolean hd_collectives_add (HdCollectives *self,
                             const HdCollectiveOrder *order,
                             GError **error);
/** hd_collectives_attach: gives the nodes of @network their agents; before the kernel starts. Errors: %HD_ERROR_LIMIT for too many physical trees */
gboolean hd_collectives_attach (HdCollectives *self,
                                HdKernel *kernel,
                                HdAgentNetwork *network,
                                GError **error);

/** hd_collectives_level: in several processes, which call it together while the kernel rests: all have what is read here; of results and units, with @is_last */
void hd_collectives_level (HdCollectives *self,
                           HdAgentNetwork *network,
                           gboolean is_last);
/** hd_collectives_watch: notes the messages of those that are sends in @log, which outlives the run, by their numbers */
void hd_collectives_watch (HdCollectives *self,
                           HdMessageLog *log);

guint32 hd_collectives_get_n (HdCollectives *self);
/** hd_collectives_get_schedule: (nullable): of one that is sends */
const HdCollective *hd_collectives_get_schedule (HdCollectives *self,
                                                 guint32 n);
/** hd_collectives_get_members: (array length=out_n): nodes on which its processes start */
const guint32 *hd_collectives_get_members (HdCollectives *self,
                                           guint32 n,
                                           guint *out_n);
const char *hd_collectives_get_name (HdCollectives *self,
                                     guint32 n);
/** hd_collectives_get_tree: (nullable): along which a collective goes */
HdTree *hd_collectives_get_tree (HdCollectives *self,
                                 guint32 n);
/** hd_collectives_get_log: (nullable): of its tree */
HdTreeLog *hd_collectives_get_log (HdCollectives *self,
                                   guint32 n);
/** hd_collectives_get_reason: (nullable): why it did not get the tree that was asked for */
const char *hd_collectives_get_reason (HdCollectives *self,
                                       guint32 n);

/**
 * HdCollectiveTimes:
 * @n: repeats that are over, of @repeats
 * @starts: (array length=n+1): the last only if n < @repeats
 * @times: (array length=n): of each repeat, from its start to the end of the slowest process
 * @gathered: (array length=n): until the root of the tree had everything; 0 without a tree
 */
typedef struct
{
  guint32 n;
  guint32 repeats;
  const HdTime *starts;
  const HdTime *times;
  const HdTime *gathered;
} HdCollectiveTimes;

/* While the kernel rests; the last from any thread. */
HdCollectiveTimes hd_collectives_get_times (HdCollectives *self,
                                            guint32 n);
/** hd_collectives_is_over: whether every repeat has ended */
gboolean hd_collectives_is_over (HdCollectives *self);
/** hd_collectives_read_units: sums over the aggregation units of NICs or of switches, and the most of any */
void hd_collectives_read_units (HdCollectives *self,
                                HdAggregatorStatistics *out_statistics);
/** hd_collectives_get_n_checked: results that were compared with what is right, element by element */
guint64 hd_collectives_get_n_checked (HdCollectives *self);
double hd_collectives_get_progress (HdCollectives *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdCollectives, hd_collectives_free)

G_END_DECLS
