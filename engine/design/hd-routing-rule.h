/* hd-routing-rule.h: routes that a module lays down for all its members
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-design-private.h"
#include "hd-route-graph.h"

G_BEGIN_DECLS

/** hd_routing_rule_parse: the attribute `routing` of a module; %NULL and what is unknown are the shortest path */
HdRoutingRule hd_routing_rule_parse (const char *text);
/** hd_routing_rule_find: what holds between two nodes */
HdRoutingRule hd_routing_rule_find (HdDesign *design,
                                    guint32 from,
                                    guint32 to);
/**
 * hd_routing_rule_append_dimensions:
 *
 * Appends the links of the route from the switch of @from to that of @to, which are members of one array: its dimensions one after the other, each the
 * shorter way round, or the only one there is, as in a mesh. By %HD_ROUTING_DIMENSION_ORDER the last comes first, and at equal length indices grow, except
 * from the middle to the first: that is SimGrid's torus. By %HD_ROUTING_FIRST_DIMENSION the first comes first, and at equal length the way leads straight on:
 * that is popnet's.
 *
 * Returns: %FALSE, with @links as it was, if they are not of one array or a link is missing
 */
gboolean hd_routing_rule_append_dimensions (HdDesign *design,
                                            const HdRouteGraph *graph,
                                            HdRoutingRule rule,
                                            guint32 from,
                                            guint32 to,
                                            GArray *links);

G_END_DECLS
