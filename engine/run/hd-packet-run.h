/* hd-packet-run.h: the work of a design carried packet by packet, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-kernel.h"
#include "hd-packet-work.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdPacketRun: free it after the kernel */
typedef struct _HdPacketRun HdPacketRun;

/** hd_packet_run_new: everything is borrowed */
HdPacketRun *hd_packet_run_new (HdDesign *design,
                                HdKernel *kernel,
                                HdRecord *record);
void hd_packet_run_free (HdPacketRun *self);
/**
 * hd_packet_run_prepare:
 * @transfers: (nullable): carried instead of the design's workloads
 * @partitions: (array length=nodes)
 *
 * Adds the nodes of the packet network to the kernel and lays out the record. Once, before anything else.
 *
 * Errors: %HD_ERROR_INVALID if @problems tells of errors; %HD_ERROR_RANGE, %HD_ERROR_NAME for the work.
 */
gboolean hd_packet_run_prepare (HdPacketRun *self,
                                HdTransferList *transfers,
                                const guint32 *partitions,
                                HdProblemList *problems,
                                GError **error);
/** hd_packet_run_find_node: the node of a component of the kernel */
guint32 hd_packet_run_find_node (HdPacketRun *self,
                                 guint32 kernel_id);

/**
 * hd_packet_run_advance:
 *
 * As hd_kernel_run (); what is due in the record is written whenever a frame of simulated time is over.
 *
 * Errors: %HD_ERROR_DEADLOCK as well, of full buffers, or of work that waits for what nobody sends; %HD_ERROR_LIMIT for a full record.
 */
HdKernelStatus hd_packet_run_advance (HdPacketRun *self,
                                      HdTime until,
                                      GError **error);
/** hd_packet_run_step: as hd_kernel_step (); likewise */
HdKernelStatus hd_packet_run_step (HdPacketRun *self,
                                   GError **error);
/** hd_packet_run_is_ended: whether the work is done */
gboolean hd_packet_run_is_ended (HdPacketRun *self);
/** hd_packet_run_get_progress: share of the work that is done; from any thread */
double hd_packet_run_get_progress (HdPacketRun *self);
/** hd_packet_run_get_n_completions: parts of the work that are done */
guint64 hd_packet_run_get_n_completions (HdPacketRun *self);
/** hd_packet_run_get_end: when the last part of the work ended so far */
HdTime hd_packet_run_get_end (HdPacketRun *self);
/** hd_packet_run_finish: what is under way is cut off at @time; loads and metrics are final */
void hd_packet_run_finish (HdPacketRun *self,
                           HdTime time);

G_END_DECLS
