/* hd-pairing.h: which component and link of one design is which of another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A record counts in the numbers of the design that ran. Once its document has been edited, another design is drawn, in which the same numbers
 * mean other things. A pairing leads from one to the other.
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * HdPairing:
 * @new_nodes: (array length=n_old_nodes): by node of the old design: the same in the new one, or %HD_NO_ID where it is gone
 * @new_links: (array length=n_old_links): likewise
 * @old_nodes: (array length=n_new_nodes): by node of the new design: the same in the old one, or %HD_NO_ID where it was added
 * @old_links: (array length=n_new_links): likewise
 * @n_nodes: how many are in both
 * @n_links: likewise
 *
 * What is the same: a component that is the same object of the document, in the same instances of modules, at the same index of each array,
 * whatever its name; an index that is not there counts as 0, so that the one that was there is the first of the array that is made of it. An object
 * that is in one instance alone may have been moved to another. In a generated topology, which is not in the document, names and indices count. A link
 * that is the same object and joins the same two components at the same indices of their ports; of several such the first, then the second.
 */
typedef struct
{
  guint n_old_nodes, n_old_links;
  guint n_new_nodes, n_new_links;
  guint32 *new_nodes;
  guint32 *new_links;
  guint32 *old_nodes;
  guint32 *old_links;
  guint n_nodes, n_links;
} HdPairing;

/** hd_pairing_new: of two states of one document, sketches or not. O(nodes + links) */
HdPairing *hd_pairing_new (HdDesign *old_design,
                           HdDesign *new_design);
void hd_pairing_free (HdPairing *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPairing, hd_pairing_free)

G_END_DECLS
