/* hd-packet-routes.h: the routes that packets take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HdPacketRoute: @latency: of all its links; @ports (array length=n_hops): at the node of each hop, the port through which it is left */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 n_hops;
  HdTime latency;
  guint32 ports[];
} HdPacketRoute;

/** HdPacketRoutes: those that were asked for, by number; any number of threads may ask */
typedef struct _HdPacketRoutes HdPacketRoutes;

/** hd_packet_routes_new: @link_ports (array length=2*links): borrowed: by link and end, the port that it has there */
HdPacketRoutes *hd_packet_routes_new (HdDesign *design,
                                      const guint32 *link_ports);
void hd_packet_routes_free (HdPacketRoutes *self);
/** hd_packet_routes_add_net: before any thread asks: routes over these link classes alone; HD_NO_ID for too many */
guint32 hd_packet_routes_add_net (HdPacketRoutes *self,
                                  const guint32 *classes,
                                  guint n_classes);
/** hd_packet_routes_add_ways: likewise, a net of ways that are given one by one; without one a route over all links serves */
guint32 hd_packet_routes_add_ways (HdPacketRoutes *self);
/** hd_packet_routes_set_way: of such a net, from @source to @destination; the first that is given for them stands */
void hd_packet_routes_set_way (HdPacketRoutes *self,
                               guint32 net,
                               guint32 source,
                               guint32 destination,
                               const HdRoute *way);
/**
 * hd_packet_routes_add: looks a route up and numbers it; not twice for one pair and net
 *
 * Errors: %HD_ERROR_NAME if there is none; %HD_ERROR_LIMIT if there are too many.
 */
gboolean hd_packet_routes_add (HdPacketRoutes *self,
                               guint32 source,
                               guint32 destination,
                               guint32 net,
                               guint32 *out_number,
                               GError **error);
/** hd_packet_routes_get: for whoever was told @number by the thread that added it, directly or not */
const HdPacketRoute *hd_packet_routes_get (const HdPacketRoutes *self,
                                           guint32 number);

G_END_DECLS
