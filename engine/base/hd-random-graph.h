/* hd-random-graph.h: random regular graphs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HD_RANDOM_GRAPH_MAXIMUM: ends of edges, nodes times degree */
#define HD_RANDOM_GRAPH_MAXIMUM 4000000u

/** HdRandomGraph: simple, connected, every node with the same number of neighbours; immutable */
typedef struct _HdRandomGraph HdRandomGraph;

/**
 * hd_random_graph_new:
 * @n: nodes, at least 2
 * @degree: neighbours of each, 1 to @n - 1; @n * @degree is even; a degree of 1 only joins two nodes
 * @seed: the same seed gives the same graph on every machine
 *
 * Errors: %HD_ERROR_RANGE if there is no such graph, %HD_ERROR_LIMIT beyond %HD_RANDOM_GRAPH_MAXIMUM.
 */
HdRandomGraph *hd_random_graph_new (gint64 n,
                                    gint64 degree,
                                    gint64 seed,
                                    GError **error);
void hd_random_graph_free (HdRandomGraph *self);
guint32 hd_random_graph_get_n (const HdRandomGraph *self);
/** hd_random_graph_get_neighbours: (array length=out_n): in ascending order */
const guint32 *hd_random_graph_get_neighbours (const HdRandomGraph *self,
                                               guint32 node,
                                               guint32 *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRandomGraph, hd_random_graph_free)

/** HD_NEIGHBOURS_ARGUMENTS: nodes, degree, seed, node */
#define HD_NEIGHBOURS_ARGUMENTS 4

/**
 * hd_random_graph_split_range:
 * @text: "neighbours ($n, $degree, $seed, a)", a range of an index in a project
 *
 * Returns: (transfer full) (nullable): the texts of its arguments; %NULL if @text is no such range
 */
char **hd_random_graph_split_range (const char *text);

G_END_DECLS
