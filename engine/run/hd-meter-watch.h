/* hd-meter-watch.h: what the routers and links of a network do and take, as resources of a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-run-layout.h"

G_BEGIN_DECLS

typedef struct _HdMeterWatch HdMeterWatch;

/**
 * HdMeterReader: of a network; all %NULL if it counts nothing
 * @get_room: more than 0 of a router
 * @get_link_flits: that went over a link, in both directions, from what this process runs
 * @get_link_energy: J, of so many
 * @get_pace: cycles in a second in which input channels of a router can stand still
 * @read_router: writes HD_METER_N values, as of @time, from the beginning on
 * @read_packets: that have arrived, and their latencies in seconds, added up; of all processes, which call it together
 * @level: likewise, before routers are read: they tell each other how far they are
 */
typedef struct
{
  guint64 (*get_room) (HdAgentNetwork *network,
                       guint32 node);
  guint64 (*get_link_flits) (HdAgentNetwork *network,
                             guint32 link);
  double (*get_link_energy) (HdAgentNetwork *network,
                             double n_flits);
  double (*get_pace) (HdAgentNetwork *network,
                      guint32 node);
  void (*read_router) (HdAgentNetwork *network,
                       guint32 node,
                       HdTime time,
                       double *out_meters);
  void (*read_packets) (HdAgentNetwork *network,
                        double *out_packets,
                        double *out_latency);
  void (*level) (HdAgentNetwork *network);
} HdMeterReader;

HdMeterWatch *hd_meter_watch_new (HdDesign *design,
                                  HdAgentNetwork *network,
                                  const HdMeterReader *reader);
void hd_meter_watch_free (HdMeterWatch *self);
/** hd_meter_watch_lay_out: adds the resources; returns the first */
guint32 hd_meter_watch_lay_out (HdMeterWatch *self,
                                HdRunLayout *layout);
/** hd_meter_watch_read: the kernel has run everything before @time; @out_amounts (array): from the first of these resources on. In several processes all call
 * this together. O(links + routers + partitions) */
void hd_meter_watch_read (HdMeterWatch *self,
                          HdTime time,
                          double *out_amounts);

G_END_DECLS
