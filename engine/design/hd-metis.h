/* hd-metis.h: METIS where it may be left
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <metis.h>

#include "hd-budget.h"

G_BEGIN_DECLS

/**
 * HdMetisGraph: as METIS wants it; all arrays are the graph's, which is g_new0 ()
 * @weights: of vertices
 * @starts: (array length=n+1): where the ends of each vertex's edges begin
 * @ends: vertices
 * @end_weights: of edges, at each end
 */
typedef struct
{
  idx_t n;
  idx_t *weights;
  idx_t *starts;
  idx_t *ends;
  idx_t *end_weights;
} HdMetisGraph;

/**
 * hd_metis_divide:
 * @graph: (transfer full)
 * @n_parts: at least 2
 * @imbalance: per mille
 * @out_parts: (array length=n)
 *
 * Always divides the same graph alike. METIS knows no way to be interrupted, so within a budget it works in a thread of its own, which is left to itself if the
 * budget says so: it ends when it is done, and nobody waits for it but the next that wants to divide.
 *
 * Errors: %HD_ERROR_CANCELLED and %HD_ERROR_LIMIT, of the current budget.
 */
gboolean hd_metis_divide (HdMetisGraph *graph,
                          guint n_parts,
                          guint imbalance,
                          idx_t *out_parts,
                          GError **error);

G_END_DECLS
