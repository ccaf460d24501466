/* hd-node-log.h: what agents have done, until somebody asks
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * There is a log for each partition, so that no two threads write the same.
 */
#pragma once

#include "hd-agent-network.h"

G_BEGIN_DECLS

typedef struct _HdNodeLog HdNodeLog;

/** hd_node_log_new: of entries of @entry_size bytes */
HdNodeLog *hd_node_log_new (HdAgentNetwork *network,
                            guint entry_size);
void hd_node_log_free (HdNodeLog *self);
/** hd_node_log_add: @entry is copied */
void hd_node_log_add (HdNodeLog *self,
                      HdAgentNode *node,
                      gconstpointer entry);
/** hd_node_log_take: while the kernel rests, in all processes together; moves all to the end of @entries, in an order that depends on partitions */
void hd_node_log_take (HdNodeLog *self,
                       GArray *entries);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdNodeLog, hd_node_log_free)

G_END_DECLS
