/* hd-route-graph.h: the part of a system that forwards, prepared for shortest paths
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Only switches forward. Switches with one neighbour are peeled off again and again, which leaves trees that hang on a core; a path inside a
 * tree needs no search. The core is searched by Dijkstra from the destination, as far as the source, and the labels are kept.
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HdArc: one direction of a link, as seen from a node; @half_ps in half picoseconds, with half the delay of each switch that it joins */
typedef struct
{
  guint32 node; /* at the other end */
  guint32 link;
  HdTime half_ps;
} HdArc;

/** HdCost: of a path; compared by latency in half picoseconds, then hops */
typedef struct
{
  HdTime half_ps;
  guint32 hops;
} HdCost;

#define HD_COST_NONE ((HdCost){ HD_TIME_MAX, G_MAXUINT32 })

static inline HdCost
hd_cost_add (HdCost a,
             HdCost b)
{
  return (HdCost){ a.half_ps + b.half_ps, a.hops + b.hops };
}

static inline int
hd_cost_compare (HdCost a,
                 HdCost b)
{
  if (a.half_ps != b.half_ps)
    return a.half_ps < b.half_ps ? -1 : 1;
  return a.hops == b.hops ? 0 : a.hops < b.hops ? -1 : 1;
}

typedef struct _HdRouteGraph HdRouteGraph;

/** HdChoice: which of several equal ways is taken: the first, or destination modulo @ways; divided by the number of ways as it is used */
typedef struct
{
  guint ways; /* 0: the one with the smallest link number */
  guint32 destination;
} HdChoice;

/** hd_choice_take: which of @n equal ways */
guint hd_choice_take (HdChoice *self,
                      guint n);

/** hd_route_graph_new: over the links of @classes, all if that is %NULL */
HdRouteGraph *hd_route_graph_new (HdDesign *design,
                                  const guint32 *classes,
                                  guint n_classes);
void hd_route_graph_free (HdRouteGraph *self);
gboolean hd_route_graph_has_classes (const HdRouteGraph *self,
                                     const guint32 *classes,
                                     guint n_classes);
/** hd_route_graph_get_arcs: of a node, by neighbour, latency and link */
const HdArc *hd_route_graph_get_arcs (const HdRouteGraph *self,
                                      guint32 node,
                                      guint *out_n);
/** hd_route_graph_get_delay: latency of a switch itself */
HdTime hd_route_graph_get_delay (const HdRouteGraph *self,
                                 guint32 node);
/** hd_route_graph_find_link: the fastest between two nodes, or %HD_NO_ID; @place: where it was among the arcs of the node before, as it is in a row of such,
 *  and where it is here */
guint32 hd_route_graph_find_link (const HdRouteGraph *self,
                                  guint32 from,
                                  guint32 to,
                                  guint32 *place);
gboolean hd_route_graph_is_switch (const HdRouteGraph *self,
                                   guint32 node);
/** hd_route_graph_get_cost: of the shortest path between two switches; %HD_COST_NONE if there is none */
HdCost hd_route_graph_get_cost (HdRouteGraph *self,
                                guint32 from,
                                guint32 to);
/** hd_route_graph_get_effort: steps that a search may take, for the budget */
guint64 hd_route_graph_get_effort (const HdRouteGraph *self);
/** hd_route_graph_append_path: appends the links of a shortest path between two switches that are joined */
void hd_route_graph_append_path (HdRouteGraph *self,
                                 guint32 from,
                                 guint32 to,
                                 HdChoice *choice,
                                 GArray *links);

/** hd_router_recall: what hd_router_find () has found before, or %FALSE; any number of threads may recall while none finds. It stays as long as the router */
gboolean hd_router_recall (const HdRouter *self,
                           guint32 from,
                           guint32 to,
                           const guint32 *classes,
                           guint n_classes,
                           HdRoute *out_route);
/** hd_router_open: makes ready what routes over these classes are found in, as the first of them would */
void hd_router_open (HdRouter *self,
                     const guint32 *classes,
                     guint n_classes);
/**
 * hd_router_lay_out: what hd_router_find () would find, if a rule gives it without a search
 * @ways: gets twice the link and the direction of each hop appended
 *
 * Nothing is kept, so any number of threads may do so, also while one finds, over classes that were opened before.
 *
 * Returns: %FALSE, with @ways as they were, if hd_router_find () is to be asked
 */
gboolean hd_router_lay_out (const HdRouter *self,
                            guint32 from,
                            guint32 to,
                            const guint32 *classes,
                            guint n_classes,
                            GArray *ways);
/** hd_router_measure: bytes that @n_routes routes of @n_hops hops will take once they are found */
double hd_router_measure (double n_routes,
                          guint n_hops);

G_END_DECLS
