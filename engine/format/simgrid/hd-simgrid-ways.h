/* hd-simgrid-ways.h: which of its routes a zone strings together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-simgrid-platform.h"

G_BEGIN_DECLS

/** HdSimgridArc: a route of a zone in one direction, between children by their numbers in it */
typedef struct
{
  guint32 from, to;
  guint32 route;
  gboolean reversed;
  guint n_links;
} HdSimgridArc;

typedef struct _HdSimgridWays HdSimgridWays;

/**
 * hd_simgrid_ways_new:
 * @n: children of the zone
 * @arcs: (array length=n_arcs): copied; no two from and to the same
 *
 * Full: the one arc. Floyd and Dijkstra: fewest links, and among equals the one that SimGrid's algorithm of that name finds.
 */
HdSimgridWays *hd_simgrid_ways_new (HdSimgridRouting routing,
                                    guint n,
                                    const HdSimgridArc *arcs,
                                    guint n_arcs);
void hd_simgrid_ways_free (HdSimgridWays *self);
/** hd_simgrid_ways_find: appends the arcs on the way to @out_arcs (of HdSimgridArc); %FALSE if there is none */
gboolean hd_simgrid_ways_find (HdSimgridWays *self,
                               guint32 from,
                               guint32 to,
                               GArray *out_arcs);

/** hd_simgrid_ways_reach: whether there is a way, for Floyd and Dijkstra */
gboolean hd_simgrid_ways_reach (HdSimgridWays *self,
                                guint32 from,
                                guint32 to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSimgridWays, hd_simgrid_ways_free)

G_END_DECLS
