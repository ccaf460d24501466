/* hd-packet-watch.h: probes and loads of a packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-packet-network.h"
#include "hd-run-layout.h"

G_BEGIN_DECLS

/** HdPacketWatch: what the links of a packet network carry, as resources of a record, and the probes that look at queues */
typedef struct _HdPacketWatch HdPacketWatch;

HdPacketWatch *hd_packet_watch_new (HdDesign *design,
                                    HdPacketNetwork *network,
                                    HdRecord *record);
void hd_packet_watch_free (HdPacketWatch *self);
/** hd_packet_watch_lay_out: adds the resources; returns the first */
guint32 hd_packet_watch_lay_out (HdPacketWatch *self,
                                 HdRunLayout *layout);
/**
 * hd_packet_watch_read:
 * @time: the kernel has run everything before it
 * @out_amounts: (array): bytes carried before @time, by resource from the first of these on
 *
 * Samples the queues as well. O(links).
 */
void hd_packet_watch_read (HdPacketWatch *self,
                           HdTime time,
                           double *out_amounts);

G_END_DECLS
