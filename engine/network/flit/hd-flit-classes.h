/* hd-flit-classes.h: classes of virtual channels that keep flits from waiting for each other in a circle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A flit that holds a channel of one link waits for one of the next link of its route. If no chain of such waits comes back to where it began, it ends
 * (Dally and Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", 1987). Links' directions that lie on a common circle of
 * waits are a knot; in a knot they are numbered in the order of a search, so that few routes go down in number. A packet begins each knot in class 0 and
 * changes to the next class where its route goes down. So along each route (knot, class, number) only grows, and there is no circle. On a torus with
 * dimension-order routes each ring is a knot, and a route goes down once, at the wrap link: two classes, the known dateline.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HdFlitClasses HdFlitClasses;

/** hd_flit_classes_new: @n_ways: directions of links */
HdFlitClasses *hd_flit_classes_new (guint32 n_ways);
void hd_flit_classes_free (HdFlitClasses *self);
/** hd_flit_classes_add: a packet that came by way @from may wait for way @to */
void hd_flit_classes_add (HdFlitClasses *self,
                          guint32 from,
                          guint32 to);
/** hd_flit_classes_add_all: what was added to @other, which was not sorted */
void hd_flit_classes_add_all (HdFlitClasses *self,
                              const HdFlitClasses *other);
/** hd_flit_classes_sort: once all are added. O(ways + waits) */
void hd_flit_classes_sort (HdFlitClasses *self);
/** hd_flit_classes_has_circle: of waits; without one all have class 0 */
gboolean hd_flit_classes_has_circle (const HdFlitClasses *self);
/** hd_flit_classes_step: the class on way @to of a packet that has @class on @from */
guint hd_flit_classes_step (const HdFlitClasses *self,
                            guint32 from,
                            guint32 to,
                            guint class);
/** hd_flit_classes_find_circle: ways of one circle of waits, the first behind the last; empty if there is none */
GArray *hd_flit_classes_find_circle (const HdFlitClasses *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlitClasses, hd_flit_classes_free)

G_END_DECLS
