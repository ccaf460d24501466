/* hd-agent-routes.h: the routes that parcels take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

#define HD_AGENT_MAX_ROUTES (1u << 24) /* pairs of nodes that send to each other in one run */

/** HdAgentRoute: from @source or, of what was turned off its way, from where that was; @net: that it was found in; @latency: of all its links; @ports
 *  (array length=n_hops): at the node of each hop, the port through which it is left */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 net;
  guint32 n_hops;
  HdTime latency;
  guint32 ports[];
} HdAgentRoute;

/** HdAgentRoutes: those that were asked for, by number; any number of threads may ask */
typedef struct _HdAgentRoutes HdAgentRoutes;

/** hd_agent_routes_new: @link_ports (array length=2*links): borrowed: by link and end, the port that it has there */
HdAgentRoutes *hd_agent_routes_new (HdDesign *design,
                                      const guint32 *link_ports);
void hd_agent_routes_free (HdAgentRoutes *self);
/** hd_agent_routes_add_net: before any thread asks: routes over these link classes alone; HD_NO_ID for too many */
guint32 hd_agent_routes_add_net (HdAgentRoutes *self,
                                  const guint32 *classes,
                                  guint n_classes);
/** hd_agent_routes_add_ways: likewise, a net of ways that are given one by one; without one, and while a link of it has failed, a route over all links serves */
guint32 hd_agent_routes_add_ways (HdAgentRoutes *self);
guint hd_agent_routes_get_n_nets (const HdAgentRoutes *self);
/** hd_agent_routes_set_way: of such a net, from @source to @destination; the first that is given for them stands */
void hd_agent_routes_set_way (HdAgentRoutes *self,
                               guint32 net,
                               guint32 source,
                               guint32 destination,
                               const HdRoute *way);
/** hd_agent_routes_set_state: while nobody asks: routes are those that @state has, from now on; what was numbered stays; @state is referenced */
void hd_agent_routes_set_state (HdAgentRoutes *self,
                                HdDesign *state);
/** hd_agent_routes_add_rest: as hd_agent_routes_add (), from @from on for what @source has sent */
gboolean hd_agent_routes_add_rest (HdAgentRoutes *self,
                                   guint32 source,
                                   guint32 from,
                                   guint32 destination,
                                   guint32 net,
                                   guint32 *out_number,
                                   GError **error);
/**
 * hd_agent_routes_add: looks a route up and numbers it; not twice for one pair and net
 *
 * Errors: %HD_ERROR_NAME if there is none; %HD_ERROR_LIMIT if there are too many.
 */
gboolean hd_agent_routes_add (HdAgentRoutes *self,
                               guint32 source,
                               guint32 destination,
                               guint32 net,
                               guint32 *out_number,
                               GError **error);
/** hd_agent_routes_find: likewise, but does not number it: as hd_router_find (), valid until the next state */
gboolean hd_agent_routes_find (HdAgentRoutes *self,
                               guint32 source,
                               guint32 destination,
                               guint32 net,
                               HdRoute *out_route,
                               GError **error);
/** hd_agent_routes_list: likewise; @ways (element-type guint32): set to twice the link and the direction of each hop. What a rule lays out takes no lock,
 *  and is kept nowhere */
gboolean hd_agent_routes_list (HdAgentRoutes *self,
                               guint32 source,
                               guint32 destination,
                               guint32 net,
                               GArray *ways,
                               GError **error);
/** hd_agent_routes_get: for whoever was told @number by the thread that added it, directly or not */
const HdAgentRoute *hd_agent_routes_get (const HdAgentRoutes *self,
                                           guint32 number);

G_END_DECLS
