/* hd-packet-watch.h: probes and loads of a packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-packet-network.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdPacketWatch: what the links of a packet network carry, as resources of a record, and the probes that look at them */
typedef struct _HdPacketWatch HdPacketWatch;

HdPacketWatch *hd_packet_watch_new (HdDesign *design,
                                    HdPacketNetwork *network,
                                    HdRecord *record);
void hd_packet_watch_free (HdPacketWatch *self);
/** hd_packet_watch_lay_out: fills in the resources of @layout, borrowed from the watch */
void hd_packet_watch_lay_out (HdPacketWatch *self,
                              HdRecordLayout *layout);
/**
 * hd_packet_watch_read:
 * @time: the kernel has run everything before it
 *
 * Samples the probes, of loads over the time since the last call. O(links).
 *
 * Returns: (transfer none): bytes carried up to @time, by resource
 */
const double *hd_packet_watch_read (HdPacketWatch *self,
                                    HdTime time);

G_END_DECLS
