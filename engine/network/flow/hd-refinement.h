/* hd-refinement.h: the coarsest equitable partition of a coloured graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HdRefinement HdRefinement;

HdRefinement *hd_refinement_new (void);
void hd_refinement_free (HdRefinement *self);

guint32 hd_refinement_add_node (HdRefinement *self,
                                guint32 space,
                                guint64 colour);
void hd_refinement_add_edge (HdRefinement *self,
                             guint32 from,
                             guint32 to,
                             guint64 label);
guint hd_refinement_run (HdRefinement *self);
/** hd_refinement_measure: bytes that a node with @n_edges of its own will take */
gsize hd_refinement_measure (guint n_edges);

/** hd_refinement_get_class: class of a node after the run; classes are numbered by their smallest node */
guint32 hd_refinement_get_class (HdRefinement *self,
                                 guint32 node);
/** hd_refinement_get_n_nodes: how many nodes were added */
guint hd_refinement_get_n_nodes (HdRefinement *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRefinement, hd_refinement_free)

G_END_DECLS
