/* hd-link-watch.h: probes and loads of links and of routers' buffers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-run-layout.h"

G_BEGIN_DECLS

/** HdLinkWatch: what the links of a network carry and the buffers of its routers hold, as resources of a record, and the probes that look at queues */
typedef struct _HdLinkWatch HdLinkWatch;

/**
 * HdLinkReader: @direction 0 is from -> to
 * @get_carried: bytes that went onto a link up to @time
 * @get_queue: bytes that wait for it at @time
 * @get_credits: flits that may still be sent over it to the buffers at its end; (nullable), as the next: nothing has buffers that can be full
 * @get_room: flits that the buffers of a router hold, 0 of all else
 * @get_held: seconds that flits have spent there up to @time, of all flits together, where there is room
 */
typedef struct
{
  double (*get_carried) (HdAgentNetwork *network,
                         guint32 link,
                         guint direction,
                         HdTime time);
  guint64 (*get_queue) (HdAgentNetwork *network,
                        guint32 link,
                        guint direction,
                        HdTime time);
  guint64 (*get_credits) (HdAgentNetwork *network,
                          guint32 link,
                          guint direction);
  guint64 (*get_room) (HdAgentNetwork *network,
                       guint32 node);
  double (*get_held) (HdAgentNetwork *network,
                      guint32 node,
                      HdTime time);
} HdLinkReader;

HdLinkWatch *hd_link_watch_new (HdDesign *design,
                                HdAgentNetwork *network,
                                const HdLinkReader *reader,
                                HdRecord *record);
void hd_link_watch_free (HdLinkWatch *self);
/** hd_link_watch_lay_out: adds the resources; returns the first */
guint32 hd_link_watch_lay_out (HdLinkWatch *self,
                               HdRunLayout *layout);
/**
 * hd_link_watch_read:
 * @time: the kernel has run everything before it
 * @out_amounts: (array): bytes carried before @time, or what buffers held, by resource from the first of these on
 *
 * Samples the queues and credits as well. In several processes all call this together. O(links + buffers).
 */
void hd_link_watch_read (HdLinkWatch *self,
                         HdTime time,
                         double *out_amounts);

G_END_DECLS
