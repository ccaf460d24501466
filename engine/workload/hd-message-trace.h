/* hd-message-trace.h: what chosen members send and receive by agents, each as a span
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-work.h"
#include "hd-collective.h"
#include "hd-message-log.h"

G_BEGIN_DECLS

/** HD_MESSAGE_TRACE_MAX: messages that are told; those that arrive after them are counted only */
#define HD_MESSAGE_TRACE_MAX 1000000

typedef struct _HdMessageTrace HdMessageTrace;

/**
 * hd_message_trace_new:
 * @first_lane: how many lanes the work has beside: those of sends and of receives follow, two for each traced node of the network
 * @algorithms: (array length=n_works) (element nullable): of each work, borrowed
 *
 * Returns: (nullable): %NULL if the run traces nobody, no work has a schedule, or there are several processes
 */
HdMessageTrace *hd_message_trace_new (HdAgentNetwork *network,
                                      guint first_lane,
                                      const HdCollective *const *algorithms,
                                      const guint *n_members,
                                      guint n_works);
void hd_message_trace_free (HdMessageTrace *self);
/** hd_message_trace_get_n_untold: (nullable self): how many of those that were to be told are counted only, so far */
guint64 hd_message_trace_get_n_untold (HdMessageTrace *self);
/** hd_message_trace_get_log: (nullable): for the agents; (nullable self) */
HdMessageLog *hd_message_trace_get_log (HdMessageTrace *self);
/** hd_message_trace_count_steps: (nullable self): steps that have begun, as far as it was told; %FALSE if there is no trace */
gboolean hd_message_trace_count_steps (HdMessageTrace *self,
                                       guint64 *out_n);
guint hd_message_trace_get_n_lanes (HdMessageTrace *self);
/** hd_message_trace_get_lane: its node and its title */
guint32 hd_message_trace_get_lane (HdMessageTrace *self,
                                   guint n,
                                   const char **out_title);
/** hd_message_trace_tell: (nullable self): what has arrived since the last call; with @is_last what is under way too, as unfinished */
void hd_message_trace_tell (HdMessageTrace *self,
                            HdTime time,
                            gboolean is_last,
                            const HdAgentWorkObserver *observer,
                            gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMessageTrace, hd_message_trace_free)

G_END_DECLS
