/* hd-core-search.h: shortest paths in the core of a route graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Dijkstra's algorithm from the destination, only as far as the source needs; a search goes on where it stopped when another source asks.
 */
#pragma once

#include "hd-route-graph.h"

G_BEGIN_DECLS

typedef struct _HdCoreSearch HdCoreSearch;

/**
 * hd_core_search_new:
 * @first: (array length=n_nodes+1): into arcs; borrowed, as the next
 * @arcs: node is a number of the core
 */
HdCoreSearch *hd_core_search_new (guint32 n_nodes,
                                  const guint32 *first,
                                  const HdArc *arcs);
void hd_core_search_free (HdCoreSearch *self);
/**
 * hd_core_search_get_labels:
 *
 * Returns: (array length=n_nodes): costs to @to; final up to that of @from, others are at least the final ones. Valid until the next call
 */
const HdCost *hd_core_search_get_labels (HdCoreSearch *self,
                                         guint32 from,
                                         guint32 to);

G_END_DECLS
