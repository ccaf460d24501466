/* hd-cycle.h: a cycle in a directed graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint from;
  guint to;
} HdArc;

/**
 * hd_cycle_find:
 * @arcs: (array length=n_arcs): sorted by `from` on return
 *
 * O(nodes + arcs log arcs), no recursion.
 *
 * Returns: (transfer full) (nullable) (element-type guint): the nodes of one cycle in order, or %NULL if there is none
 */
GArray *hd_cycle_find (guint n_nodes,
                       HdArc *arcs,
                       guint n_arcs);

G_END_DECLS
