/* hd-tree-job.h: a collective along an aggregation tree, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Up: a member contributes, every vertex passes on what its children and itself gave, as the aggregation unit of its node combines it. Down: the
 * root's packet is copied by switches along multicast routes, or walks back down the tree. The root of a reduction sends the result to the first member
 * unless it is that member. In a broadcast upward packets are notices without a message; if another than the first member is
 * the root, the message itself goes there by one unicast at the same time, and the root waits for it too.
 */
#pragma once

#include "hd-collective-job.h"
#include "hd-tree-log.h"
#include "hd-tree-network.h"

G_BEGIN_DECLS

/**
 * hd_tree_job_new:
 * @log: of @tree: when its vertices have done their part is put there
 * @aggregators: (array length=nodes) (element nullable): of all jobs of a run; those that the tree needs are made
 *
 * Opens an entry in each node that the tree works in, and closes it when it is freed. Errors: %HD_TREE_ERROR_ENTRIES, %HD_TREE_ERROR_DEGREE, %HD_ERROR_NAME for a member that multicast
 * cannot reach.
 */
HdCollectiveJob *hd_tree_job_new (HdTreeNetwork *network,
                                  HdTree *tree,
                                  HdTreeLog *log,
                                  HdTreeBroadcast broadcast,
                                  HdAggregator **aggregators,
                                  GError **error);

G_END_DECLS
