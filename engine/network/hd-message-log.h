/* hd-message-log.h: when messages of chosen nodes left and arrived
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Agents of different nodes may run at the same time, so each partition has a log of its own. What a message is, its sender and its receiver say in the same
 * words, by which the two entries are found again.
 */
#pragma once

#include "hd-agent-network.h"

G_BEGIN_DECLS

/**
 * HdMessageEntry:
 * @work: what it is of, as whoever reads the log numbers it
 * @run: how often that was begun before
 * @arrived: it is there; else it sets out
 */
typedef struct
{
  guint32 work;
  guint32 run;
  guint32 step;
  guint32 source, destination; /* nodes */
  gboolean arrived;
  HdTime time;
} HdMessageEntry;

typedef struct _HdMessageLog HdMessageLog;

/** hd_message_log_new: (nullable): %NULL if the run traces nobody */
HdMessageLog *hd_message_log_new (HdAgentNetwork *network);
void hd_message_log_free (HdMessageLog *self);
/** hd_message_log_note: (nullable self): by the node on which it happens, now; nothing if neither end is traced */
void hd_message_log_note (HdMessageLog *self,
                          HdAgentNode *node,
                          const HdMessageEntry *entry);
/** hd_message_log_take: while the kernel rests; moves all to the end of @entries, in an order that depends on partitions */
void hd_message_log_take (HdMessageLog *self,
                          GArray *entries);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMessageLog, hd_message_log_free)

G_END_DECLS
