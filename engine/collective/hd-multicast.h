/* hd-multicast.h: the way of one packet to many
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * HdMulticast:
 * @nodes: of the design, the root first, each after its parent
 * @first_child: (array length=n+1): children of node i are children[first_child[i]] up to first_child[i + 1]
 *
 * @links: (array length=n): to each from its parent; that of the root is HD_NO_ID
 *
 * A tree of links: the ways from a root to its receivers, joined. Switches copy a packet for each child.
 */
typedef struct
{
  guint32 n;
  guint32 *nodes;
  guint32 *first_child;
  guint32 *children; /* places in @nodes */
  guint32 *links;
} HdMulticast;

/** HdMulticastFind: the way from the root to receiver number @receiver; borrowed until the next call */
typedef gboolean (*HdMulticastFind) (gpointer data,
                                     guint32 receiver,
                                     HdRoute *out_route,
                                     GError **error);
/** hd_multicast_new: receivers may be the root, and may be there twice. Errors: those of @find. O(hops) */
HdMulticast *hd_multicast_new (HdDesign *design,
                               guint32 root,
                               const guint32 *receivers,
                               guint32 n_receivers,
                               HdMulticastFind find,
                               gpointer data,
                               GError **error);
void hd_multicast_free (HdMulticast *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMulticast, hd_multicast_free)

G_END_DECLS
